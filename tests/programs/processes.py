#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs programs on several processes, and compares what they print with what one
process prints: each number up to rounding, all else to the letter. With --same, what
is printed is the same to the letter."""

import argparse
import os
import sys
import tempfile

import compare
import harness


def comments_of(text):
    return [line for line in text.splitlines() if line.lstrip().startswith("#")]


def problems_of(got, expected, same):
    if got == expected:
        return []
    if same:
        return ["not the same to the letter"]
    problems = compare.differences(got, expected)
    # A program may print nothing but headers, or nothing at all.
    problems = [problem for problem in problems
                if problem != "the expected output has no values"]
    if comments_of(got) != comments_of(expected):
        problems.append(f"other headers: {comments_of(got)}, expected "
                        f"{comments_of(expected)}")
    return problems


def check(options, program):
    failures = 0
    for data in harness.data_sets_of(program, options.data):
        command = [options.encke, "run"]
        expected = harness.run([*command, program, *data])
        for count in options.processes:
            got = harness.run([*command, f"--processes={count}", program, *data])
            problems = problems_of(got, expected, options.same)
            if problems:
                print(f"{program} on {count} processes:")
                compare.report(problems, sys.stdout)
                failures += 1
    return failures


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--encke", required=True)
    parser.add_argument("--data", action="append", default=[])
    parser.add_argument("--processes", type=int, action="append")
    parser.add_argument("--same", action="store_true")
    parser.add_argument("programs", nargs="+")
    options = parser.parse_args()
    options.processes = options.processes or [2, 3]
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        # What was compiled for two processes is right for three.
        os.environ["ENCKE_CACHE"] = folder
        for program in options.programs:
            try:
                failures += check(options, program)
            except harness.Failure as failure:
                print(f"{program}: {failure}")
                failures += 1
    print(f"{len(options.programs)} programs, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
