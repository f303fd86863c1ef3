#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a program by encke in each of its configurations, and once by the reference
interpreter, and compares what they print."""

import compare
import harness


def check():
    options = harness.arguments_of(__doc__, "encke", "reference")
    for data in harness.data_sets_of(options.program, options.data):
        check_run(options, data)


def check_run(options, data):
    expected = harness.run([options.reference, options.program, *data])
    floor = compare.FLOOR if options.floor is None else options.floor
    for variables, flags in harness.configurations_of(options.program):
        got = harness.run([options.encke, "run", *flags, *options.flags,
                           options.program, *data], variables=variables)
        problems = compare.differences(got, expected, floor=floor)
        if problems:
            compare.report(problems)
            raise harness.Failure("the results differ")


if __name__ == "__main__":
    harness.main(check)
