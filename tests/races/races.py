#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Looks for races in the known kernels, by ThreadSanitizer: instrumented_encke.py.

First it takes the atomic operation from a loop's counter, which must be found. `--all`
runs all programs of tests/programs, which takes minutes."""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TESTS / "programs"))
from harness import data_sets_of  # noqa: E402

sys.path.insert(0, str(TESTS / "races"))
import instrumented_encke  # noqa: E402

EXAMPLES = TESTS.parent / "examples"
PROGRAMS = TESTS / "programs"
FOLDERS = [PROGRAMS / "data", EXAMPLES / "data", TESTS / "data"]
# Beside the examples: kernels with sparse results, sums, masks, conversions, orders.
KNOWN = ("accumulate coo_duplicates copy_unusual_formats gnn_layer mttkrp_levels "
         "mttkrp_modes nested_patterns owned_elements parallel_phases parallel_rows products "
         "reductions reorder row_pieces shared_results sparse_accumulate "
         "sparse_levels sparse_masks sparse_operands sparse_slices spmm_csc spmm_transposed_operand "
         "sum_of_terms ttm_modes ttv_modes").split()
LIBRARIES = ("omp", "async")
ATOMIC = re.compile(r"^( *)(%\d+) = memref.atomic_rmw addi (%\S+), (%\S+)\[(%\S+)\]"
                    r" : \(i64, memref<1xi64>\) -> i64$", re.MULTILINE)


def run(program, data, *flags):
    """The exit status, and what is said on stderr."""
    try:
        done = instrumented_encke.run(
            ["--threads=3", *flags, str(program), *map(str, data)],
            capture_output=True, encoding="utf-8")
    except subprocess.CalledProcessError as error:
        return error.returncode, error.stderr
    return done.returncode, done.stderr


def control():
    """Whether a counter that is not atomic is found."""
    text = subprocess.run(
        [os.environ["ENCKE"], "--emit=omp", "--threads=3", "--mcpu=x86-64",
         EXAMPLES / "spmm.ta"],
        check=True, capture_output=True, encoding="utf-8").stdout
    text, count = ATOMIC.subn(
        r"\1\2 = memref.load \4[\5] : memref<1xi64>\n"
        r"\1%next = arith.addi \2, \3 : i64\n"
        r"\1memref.store %next, \4[\5] : memref<1xi64>",
        text)
    if not count:
        return "the control has no counter to spoil"
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(text)
        file.flush()
        status, messages = run(file.name, [EXAMPLES / "data/matrix.mtx"])
    return None if status == instrumented_encke.RACE else (
        f"the control ended with status {status}, not {instrumented_encke.RACE}:\n"
        + messages)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--all", action="store_true")
    options = parser.parse_args()
    failures = [text for text in [control()] if text]
    programs = sorted(EXAMPLES.glob("*.ta"))
    programs += (sorted(PROGRAMS.glob("*.ta")) if options.all else
                 [PROGRAMS / f"{name}.ta" for name in KNOWN])
    count = 0
    for program in programs:
        for data in data_sets_of(program, FOLDERS):
            for library in LIBRARIES:
                print(program.name, library, flush=True)
                status, messages = run(program, data, f"--parallel={library}")
                count += 1
                if status != 0:
                    failures.append(f"{program.name}, {library}: status {status}\n"
                                    + messages)
    for failure in failures:
        print("FAILED:", failure[:4000])
    print(f"{count} runs, {len(failures)} failures")
    sys.exit(bool(failures) or not count)


if __name__ == "__main__":
    main()
