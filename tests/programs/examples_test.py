#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that every example is documented and tested."""

import os

import harness

HERE = os.path.dirname(os.path.abspath(__file__))
EXAMPLES = os.path.join(HERE, "../../examples")


def check():
    programs = [name for name in sorted(os.listdir(EXAMPLES))
                if name.endswith(".ta")]
    if not programs:
        raise harness.Failure("no examples")
    for name in programs:
        path = os.path.join(EXAMPLES, name)
        with open(path, encoding="utf-8") as file:
            if not file.readline().startswith("# "):
                raise harness.Failure(f"{name} does not say what it shows")
        if not harness.data_sets_of(path, [os.path.join(EXAMPLES, "data")])[0]:
            raise harness.Failure(f"{name} names no data")
        for folder in ("examples", "stages"):
            test = os.path.join(HERE, folder, name[:-3] + ".test")
            if not os.path.exists(test):
                raise harness.Failure(f"{name} has no {folder} test")


if __name__ == "__main__":
    harness.main(check)
