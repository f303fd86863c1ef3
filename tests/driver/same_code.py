#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Says of which programs two builds of Encke make different code, or one build at
different times: `./dev same-code BUILD` calls this.

Compared is the text of a stage, for one processor and with one thread and two.
Without programs all are taken that there are: of the benchmark, the examples and the
tests."""

import argparse
import concurrent.futures
import itertools
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDERS = ("bench/programs", "examples", "tests/programs")
TIMEOUT = 300


def all_programs():
    return [path for folder in FOLDERS
            for path in sorted((ROOT / folder).glob("*.ta"))]


def compiled(encke, options, program, threads):
    """What the compiler writes, and how it ends."""
    done = subprocess.run(
        [encke, f"--emit={options.stage}", f"--mcpu={options.mcpu}",
         f"--threads={threads}", program], capture_output=True, check=False,
        encoding="utf-8", timeout=TIMEOUT)
    return done.stdout + done.stderr + f"exit status {done.returncode}\n"


def first_difference(before, after):
    """The lines, and the number of the first one of them."""
    pairs = itertools.zip_longest(before.splitlines(), after.splitlines(),
                                  fillvalue="(nothing)")
    return next((number, *pair) for number, pair in enumerate(pairs, start=1)
                if pair[0] != pair[1])


def check(encke, others, options, program, threads):
    """What differs, as a message; nothing if nothing does."""
    expected = compiled(encke, options, program, threads)
    for other in others:
        text = compiled(other, options, program, threads)
        if text != expected:
            number, ours, theirs = first_difference(expected, text)
            return (f"{program}, --threads {threads}: line {number} is\n"
                    f"  {ours.strip()}\nand that of {other} is\n  {theirs.strip()}")
    return ""


def main():
    parser = argparse.ArgumentParser(prog="./dev same-code", description=__doc__)
    parser.add_argument("against", metavar="BUILD", nargs="?",
                        help="another build folder (default: this one again)")
    parser.add_argument("programs", metavar="PROGRAM", nargs="*")
    parser.add_argument("--build-dir", type=Path, required=True,
                        help=argparse.SUPPRESS)
    parser.add_argument("--stage", default="llvm")
    parser.add_argument("--mcpu", default="x86-64-v3")
    parser.add_argument("--threads", type=int, action="append",
                        help="instead of 1 and 2")
    parser.add_argument("--times", type=int, default=1,
                        help="how often to compile by the other build")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    encke, other = (Path(folder).resolve() / "bin/encke" for folder in
                    (options.build_dir, options.against or options.build_dir))
    if not other.exists():
        sys.exit(f"same-code: there is no {other}")
    programs = options.programs or all_programs()
    tasks = list(itertools.product(programs, options.threads or (1, 2)))
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        messages = list(filter(None, pool.map(
            lambda task: check(encke, [other] * options.times, options, *task),
            tasks)))
    for message in messages:
        print(message)
    print(f"{len(programs)} programs: {len(messages)} of {len(tasks)} texts of "
          f"stage {options.stage} differ")
    return 1 if messages else 0


if __name__ == "__main__":
    sys.exit(main())
