#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Options that say how code is made must not change what a program prints."""

import platform

import common
import harness

# Each value of each option at least once, not each combination.
FLAGS = [
    ["-O0", "--threads=2", "--index-width=64"],
    ["-O1", "--threads", "3", "--parallel", "async"],
    ["--threads=2", "--parallel=omp", "--mcpu=native", "--index-width=32"],
    ["--threads=2", "--parallel=none", "--index-width=64"],
]
X86 = [["-O2", "--mcpu=x86-64"]]
AVX2 = [["-O3", "--mcpu=x86-64-v3"]]
AVX512 = [["-O3", "--mcpu=x86-64-v4"]]


def machine_flags():
    if platform.machine() != "x86_64":
        return []
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        features = file.read().split()
    return (X86 + (AVX2 if "avx2" in features else [])
            + (AVX512 if "avx512vl" in features else []))


def check():
    example = common.Example(__doc__)
    failed = []
    for flags in FLAGS + machine_flags():
        try:
            example.check(example.run(*flags), " ".join(flags))
        except harness.Failure as failure:
            print(failure, flush=True)
            failed.append(" ".join(flags))
    if failed:
        raise harness.Failure("; ".join(failed))


if __name__ == "__main__":
    harness.main(check)
