# ===- inputs.py - matrices and tensors to measure with --------------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===#
"""Makes the inputs, the same on every machine."""

import functools

import numpy as np
import scipy.sparse as sp


@functools.lru_cache(maxsize=None)
def stencil(side):
    """The 27-point stencil on a grid of side x side x side points."""
    line = sp.diags([1.0, 1.0, 1.0], [-1, 0, 1], shape=(side, side))
    matrix = sp.csr_array(sp.kron(sp.kron(line, line), line))
    return with_values(matrix, side)


@functools.lru_cache(maxsize=None)
def uniform(rows, columns, per_row, seed=0):
    """So many elements in each row, anywhere."""
    rng = np.random.default_rng(seed)
    crd = rng.integers(0, columns, (rows, per_row)).reshape(-1)
    pos = np.repeat(np.arange(rows), per_row)
    matrix = sp.csr_array(sp.coo_matrix((np.ones(len(crd)), (pos, crd)),
                                        shape=(rows, columns)).tocsr())
    return with_values(matrix, seed)


@functools.lru_cache(maxsize=None)
def rmat(bits, edges, seed=0):
    """A graph with few nodes of many edges, by R-MAT."""
    rng = np.random.default_rng(seed)
    row = np.zeros(edges, np.int64)
    column = np.zeros(edges, np.int64)
    for _ in range(bits):
        draw = rng.random(edges)
        row = 2 * row + (draw > 0.76)
        column = 2 * column + ((draw > 0.57) & (draw <= 0.76) | (draw > 0.95))
    matrix = sp.csr_array(sp.coo_matrix((np.ones(edges), (row, column)),
                                        shape=(1 << bits, 1 << bits)).tocsr())
    return with_values(matrix, seed)


def with_values(matrix, seed):
    matrix.sum_duplicates()
    matrix.sort_indices()
    matrix.data = np.random.default_rng(seed + 1).uniform(0.5, 1.5, matrix.nnz)
    return matrix


def dense(*shape, seed=7):
    return np.random.default_rng(seed).uniform(0.5, 1.5, shape)


def matrices(quick):
    """For products with dense operands, and sums."""
    if quick:
        return {"stencil": stencil(16), "uniform": uniform(20_000, 20_000, 10),
                "rmat": rmat(13, 80_000)}
    return {"stencil": stencil(40), "uniform": uniform(100_000, 100_000, 10),
            "rmat": rmat(16, 1_000_000), "small": uniform(1000, 900, 5)}


def for_products(quick):
    """For products of two sparse matrices."""
    if quick:
        return {"stencil": stencil(10), "uniform": uniform(4000, 4000, 10)}
    return {"stencil": stencil(25), "uniform": uniform(25_000, 25_000, 20),
            "rmat": rmat(14, 200_000)}


def rotated(matrix, by=1):
    """A matrix with another pattern and as many elements."""
    return sp.csr_array(sp.vstack([matrix[by:], matrix[:by]]).tocsr())


def tensor(quick, seed=3):
    """Coordinates and values of a sparse tensor of order 3."""
    sizes = (2000, 1500, 200) if quick else (20_000, 15_000, 500)
    count = 50_000 if quick else 1_000_000
    rng = np.random.default_rng(seed)
    modes = [(size * rng.random(count) ** 2).astype(np.int64) for size in sizes]
    order = np.unique(np.ravel_multi_index(modes, sizes))
    coordinates = np.unravel_index(order, sizes)
    return sizes, coordinates, rng.uniform(0.5, 1.5, len(order))
