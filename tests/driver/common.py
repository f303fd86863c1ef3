# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What these tests share: a program with its data, and what it must print.

Built on the harness of the end-to-end tests, whose README says how a program
names its data.
"""

import argparse
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../programs"))

# pylint: disable=wrong-import-position
import compare  # noqa: E402
import harness  # noqa: E402


class Example:
    """One program, its data, and what `encke run` prints without options."""

    def __init__(self, description, *extra):
        parser = argparse.ArgumentParser(description=description)
        for option in ("encke", "encke-opt", "data", *extra):
            parser.add_argument("--" + option, required=True)
        parser.add_argument("program")
        self.options = parser.parse_args()
        self.encke = self.options.encke
        self.program = self.options.program
        self.data = harness.data_sets_of(self.program, [self.options.data])[0]
        self.expected = self.run()

    def run(self, *flags, program=None):
        return harness.run([self.encke, "run", *flags,
                            program or self.program, *self.data])

    def check(self, got, what):
        """The output `got` of `what` must be that of a plain run."""
        problems = compare.differences(got, self.expected)
        if problems:
            compare.report(problems)
            raise harness.Failure(f"{what}: the result differs")
