#!/usr/bin/env python3
#===- scipy_peer.py - SciPy reads a file, or converts a matrix -------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""scipy_peer.py read FILE | convert FILE SAMPLES

Prints what `encke-bench-io read` and `encke-bench-convert` print. The time is
taken in here, so that loading SciPy does not count."""

import json
import statistics
import sys
import time

try:
    import numpy
    import scipy.io
    import scipy.sparse
except ImportError:
    sys.exit(3)


def peak_bytes():
    with open("/proc/self/status") as status:
        words = status.read().split()
    return int(words[words.index("VmHWM:") + 1]) * 1024


def mix(numbers):
    numbers = (numbers + numpy.uint64(1)) * numpy.uint64(0x9E3779B97F4A7C15)
    return numbers ^ numbers >> numpy.uint64(32)


def digest(matrix):
    """The number of Digest.h."""
    entries = matrix.tocoo()
    if (entries.data == 0).any():  # padding of blocks and diagonals
        entries.eliminate_zeros()
    hashed = mix(entries.row.astype(numpy.uint64))
    hashed = mix(hashed + entries.col.astype(numpy.uint64))
    hashed = mix(hashed ^ entries.data.astype(numpy.float64).view(numpy.uint64))
    return int(hashed.sum(dtype=numpy.uint64))


def read(path):
    before = peak_bytes()
    cpu, wall = time.process_time(), time.perf_counter()
    matrix = scipy.io.mmread(path).tocsr()
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    print(json.dumps({
        "ms": wall * 1e3,
        "cpu_wall": cpu / wall,
        "peak_bytes": peak_bytes() - before,
        "entries": matrix.nnz,
        "digest": digest(matrix),
    }))


CONVERSIONS = {
    "CSR->CSC": ("csr", lambda matrix: matrix.tocsc()),
    "CSC->CSR": ("csc", lambda matrix: matrix.tocsr()),
    "COO->CSR": ("coo", lambda matrix: matrix.tocsr()),
    "CSR->DIA": ("csr", lambda matrix: matrix.todia()),
    "CSR->BCSR(4, 4)": ("csr", lambda matrix: matrix.tobsr((4, 4))),
    "DIA->CSR": ("dia", lambda matrix: matrix.tocsr()),
    "BCSR(4, 4)->CSR": ("bsr", lambda matrix: matrix.tocsr()),
}


def convert(path, samples):
    matrix = scipy.io.mmread(path).tocsr()
    for name, (source, function) in CONVERSIONS.items():
        if "DIA" in name and numpy.unique(
                matrix.tocoo().col - matrix.tocoo().row).size > 1000:
            continue  # every diagonal would be stored
        operand = (matrix.tobsr((4, 4)) if source == "bsr"
                   else matrix.asformat(source))
        times = []
        for _ in range(samples + 1):
            cpu, wall = time.process_time(), time.perf_counter()
            result = function(operand)
            wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
            times.append((wall, cpu / wall))
        wall, cpu_wall = statistics.median_low(times[1:])
        print(json.dumps({"conversion": name, "ms": wall * 1e3,
                          "cpu_wall": cpu_wall, "digest": digest(result)}))


if sys.argv[1] == "read":
    read(sys.argv[2])
else:
    convert(sys.argv[2], int(sys.argv[3]))
