#!/usr/bin/env python3
# ===- cp_als.py - a tensor as a sum of outer products ---------------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===#
"""Approximates a sparse tensor of order 3 by a sum of outer products, with alternating
least squares: python3 cp_als.py [tensor.tns] [rank]

Encke computes the products with the tensor (MTTKRP) and NumPy solves the small dense
systems."""

import pathlib
import sys

import numpy as np

import encke

DATA = pathlib.Path(__file__).resolve().parent.parent / "data"
MTTKRP = ("ijk,jr,kr->ir", "ijk,ir,kr->jr", "ijk,ir,jr->kr")


def cp_als(tensor, rank, rounds=50, seed=0):
    """The factors of the approximation, and the fit: 1 is exact, 0 nothing."""
    rng = np.random.default_rng(seed)
    factors = [rng.random((size, rank)) for size in tensor.shape]
    square = float(encke.einsum("ijk,ijk->", tensor, tensor))
    for _ in range(rounds):
        for mode, subscripts in enumerate(MTTKRP):
            others = [factor for at, factor in enumerate(factors) if at != mode]
            product = encke.einsum(subscripts, tensor, *others)
            gram = (others[0].T @ others[0]) * (others[1].T @ others[1])
            factors[mode] = np.linalg.lstsq(gram, product.T, rcond=None)[0].T
    # |T - K|^2 = |T|^2 - 2 <T, K> + |K|^2
    inner = float(encke.einsum("ijk,ir,jr,kr->", tensor, *factors))
    grams = [factor.T @ factor for factor in factors]
    norm = float((grams[0] * grams[1] * grams[2]).sum())
    rest = max(square - 2 * inner + norm, 0)
    return factors, 1 - np.sqrt(rest / square)


def main():
    path = sys.argv[1] if len(sys.argv) > 1 else DATA / "tensor3.tns"
    tensor = encke.read(path)
    print(tensor)
    ranks = [int(sys.argv[2])] if len(sys.argv) > 2 else [1, 2, 4, 8]
    for rank in ranks:
        _, fit = cp_als(tensor, rank)
        print(f"rank {rank}: fit {fit:.4f}")


if __name__ == "__main__":
    main()
