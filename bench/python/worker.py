# ===- worker.py - measures with one number of threads ---------------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===#
"""Times all contenders of some kernels in this process and prints records as JSON.

Contenders take turns. Each result is compared with SciPy's before a time counts; a
sample repeats a kernel for a while. A figure is the median of the samples, or of those
in which the process had a processor all the time, if they are three at least."""

import argparse
import json
import statistics
import sys
import time

import numpy as np
import scipy.sparse as sp

import kernels
import peers

PATIENCE = 0.5  # seconds; what takes longer is measured once


def sample(function, count):
    """Wall and processor seconds of so many calls, each."""
    wall, cpu = time.perf_counter(), time.process_time()
    for _ in range(count):
        function()
    return ((time.perf_counter() - wall) / count,
            (time.process_time() - cpu) / count)


def close(got, want):
    """Whether two results are the same up to rounding."""
    if got.shape != want.shape:
        return False
    if sp.issparse(want) or sp.issparse(got):
        scale = abs(want).max() if want.size else 1
        return abs(sp.csr_matrix(got) - sp.csr_matrix(want)).max() <= 1e-9 * scale
    return bool(np.allclose(got, want, rtol=1e-8, atol=1e-9 * np.abs(want).max()))


def measure(kernel, name, operands, threads, quick):
    """The records of all contenders for one input."""
    want = kernel.reference(operands)
    ready = {}
    records = []
    for contender, make in kernel.contenders.items():
        try:
            function, result_of = make(operands, threads)
            result = result_of(function())
        except peers.Missing:
            continue
        except Exception as error:
            if contender in ("encke", "scipy"):
                raise
            line = str(error).partition("\n")[0]
            print(f"bench: {contender} does not: {line}", file=sys.stderr)
            continue
        checked = bool(close(result, want))
        records.append({
            "kernel": kernel.name, "input": name, "contender": contender,
            "threads": threads, "checked": checked, "ms": None, "gbs": None,
            "gflops": None, "cpu_wall": None})
        if checked:
            ready[contender] = (function, records[-1])
    least, samples = (0.005, 5) if quick else (0.03, 11)
    counts, turns = {}, {}
    for contender, (function, _) in ready.items():
        once = sample(function, 1)[0]
        if once < PATIENCE:
            once = min(once, sample(function, 1)[0])
        counts[contender] = max(1, int(least / max(once, 1e-7)))
        turns[contender] = samples if once < PATIENCE else 1
    taken = {contender: [] for contender in ready}
    for turn in range(samples):
        for contender, (function, _) in ready.items():
            if turn < turns[contender]:
                taken[contender].append(sample(function, counts[contender]))
    for contender, (_, record) in ready.items():
        # Those that had a processor, if they are some.
        good = [one for one in taken[contender] if one[1] >= 0.9 * one[0]]
        chosen = good if len(good) >= 3 else taken[contender]
        record["ms"] = 1000 * statistics.median(wall for wall, _ in chosen)
        record["cpu_wall"] = (sum(cpu for _, cpu in chosen) /
                              sum(wall for wall, _ in chosen))
    return records


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("kernels", nargs="*")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--quick", action="store_true")
    options = parser.parse_args()
    peers.set_threads(options.threads)
    records = []
    for kernel in kernels.KERNELS:
        if options.kernels and not any(
                kernel.name.startswith(name) for name in options.kernels):
            continue
        for name, operands in kernel.inputs(options.quick).items():
            print(f"bench: {kernel.name} {name}", file=sys.stderr)
            records += measure(kernel, name, operands, options.threads, options.quick)
    json.dump(records, sys.stdout)


if __name__ == "__main__":
    main()
