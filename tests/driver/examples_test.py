#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that every example is tested here, with every script, save one that its
test leaves out with a reason: `# NOT %script: reason`."""

import os

import common
import harness

SCRIPTS = ("oracle", "emit", "flags", "executable")


def names(folder, extension):
    return {name[:-len(extension)] for name in
            os.listdir(os.path.join(common.HERE, folder))
            if name.endswith(extension)}


def check():
    programs, tests = names("../../examples", ".ta"), names("examples", ".test")
    if not programs or programs != tests:
        raise harness.Failure(f"without a test: {sorted(programs - tests)}, "
                              f"without an example: {sorted(tests - programs)}")
    for name in programs:
        path = os.path.join(common.HERE, "examples", name + ".test")
        with open(path, encoding="utf-8") as file:
            text = file.read()
        for script in SCRIPTS:
            if (f"# RUN: %{script} %examples/{name}.ta\n" not in text
                    and f"# NOT %{script}: " not in text):
                raise harness.Failure(f"{name} is not tested by {script}.py")


if __name__ == "__main__":
    harness.main(check)
