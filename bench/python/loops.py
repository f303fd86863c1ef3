# ===- loops.py - kernels by hand, for Numba -------------------------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===#
"""The loops that one writes for Numba: it compiles them, with threads over rows."""

import functools

import numpy as np

import peers


def compiled(function):
    """Decorates a function of `prange` that defines the loops."""
    @functools.lru_cache(maxsize=None)
    def make():
        numba = peers.numba()
        return numba.njit(parallel=peers.COUNT > 1, fastmath=True)(
            function(numba.prange))
    return make


@compiled
def spmv(prange):
    def loop(pos, crd, values, x):
        y = np.empty(len(pos) - 1)
        for i in prange(len(y)):
            total = 0.0
            for p in range(pos[i], pos[i + 1]):
                total += values[p] * x[crd[p]]
            y[i] = total
        return y
    return loop


@compiled
def spmm(prange):
    def loop(pos, crd, values, x):
        y = np.zeros((len(pos) - 1, x.shape[1]))
        for i in prange(len(y)):
            for p in range(pos[i], pos[i + 1]):
                value, j = values[p], crd[p]
                for k in range(x.shape[1]):
                    y[i, k] += value * x[j, k]
        return y
    return loop


@compiled
def sddmm(prange):
    def loop(pos, crd, values, u, v):
        result = np.empty(len(values))
        for i in prange(len(pos) - 1):
            for p in range(pos[i], pos[i + 1]):
                total = 0.0
                for k in range(u.shape[1]):
                    total += u[i, k] * v[crd[p], k]
                result[p] = values[p] * total
        return result
    return loop


@compiled
def mttkrp(prange):
    def loop(first, second, third, values, b, c, rows):
        result = np.zeros((rows, b.shape[1]))
        for p in range(len(values)):  # rows are shared: no threads
            i, j, k = first[p], second[p], third[p]
            for r in range(b.shape[1]):
                result[i, r] += values[p] * b[j, r] * c[k, r]
        return result
    return loop
