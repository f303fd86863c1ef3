#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs programs on a Vulkan device and on the processor, and compares what they
print. Without a device the test is skipped.

Any device will do; Mesa's lavapipe, which is one on the processor, needs no
hardware. With `--all` all programs are run, else all examples and a part of the
others.
"""

import concurrent.futures
import os
import re
import subprocess
import sys

import compare
import harness

SKIPPED = 77
RELATIVE = 1e-12
FLOOR = 1e-13
# Where lavapipe is wrong (docs/devices.md): a thread goes through 67,500 products;
# what is no number is multiplied by zero.
LEFT_OUT = {"large_panels.ta", "zeros_that_count.ta"}
PART = 8
# What every device runs a kernel of.
LEAST = ["spmv.ta", "spmm.ta", "elementwise.ta", "sddmm_dense.ta", "mttkrp.ta",
         "ttv.ta", "ttm.ta", "conjugate_gradients.ta", "pagerank.ta"]


def run(encke, program, data, flags):
    return subprocess.run([encke, "run", *flags, program, *data],
                          capture_output=True, encoding="utf-8", check=False,
                          timeout=harness.TIMEOUT)


def compare_one(encke, program, data):
    """How many kernels the device ran, and what is wrong; a program that fails is
    to fail in the same way."""
    expected = run(encke, program, data, [])
    got = run(encke, program, data, ["-v", "--device=vulkan"])
    count = got.stderr.count(": on the device\n")
    if got.returncode != expected.returncode:
        return count, [f"exit status {got.returncode}: {got.stderr[-400:]}"]
    if expected.returncode != 0 or not compare.values_of(expected.stdout):
        return count, []
    return count, compare.differences(got.stdout, expected.stdout, RELATIVE,
                                      FLOOR)


def programs_of(folder, data_folders, part=1):
    names = [name for name in sorted(os.listdir(folder))
             if name.endswith(".ta") and name not in LEFT_OUT]
    for number, name in enumerate(names):
        path = os.path.join(folder, name)
        if number % part == 0:
            try:
                yield path, harness.data_sets_of(path, data_folders)[0]
            except harness.Failure:
                pass  # of data that are not here


def is_there(encke, program, data):
    done = run(encke, program, data, ["--device=vulkan"])
    missing = re.search("no Vulkan device.*", done.stderr)
    if missing:
        print(missing.group())
    return not missing


def main():
    encke, examples, programs = sys.argv[1:4]
    part = 1 if "--all" in sys.argv else PART
    data_folders = [os.path.join(examples, "data"),
                    os.path.join(programs, "data")]
    todo = [*programs_of(examples, data_folders),
            *programs_of(programs, data_folders, part)]
    spmv = next(entry for entry in todo if entry[0].endswith("/spmv.ta"))
    if not is_there(encke, *spmv):
        return SKIPPED
    failures, counts = 0, {}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        jobs = {pool.submit(compare_one, encke, *entry): entry[0]
                for entry in todo}
        for job in concurrent.futures.as_completed(jobs):
            name = os.path.basename(jobs[job])
            counts[name], problems = job.result()
            if problems:
                failures += 1
                print(f"{name}:")
                compare.report(problems)
    for name in LEAST:
        if counts[name] == 0:
            failures += 1
            print(f"{name}: no kernel runs on the device")
    print(f"{len(todo)} programs, {sum(counts.values())} kernels on the device, "
          f"{failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
