#!/usr/bin/env python3
# ===- conjugate_gradients.py - Encke inside of SciPy's solver -------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===#
"""Solves a definite system by SciPy's conjugate gradients, whose products and
preconditioner Encke computes: python3 conjugate_gradients.py [definite.mtx]

A plan is compiled once; a step costs a call of some microseconds around the kernel."""

import pathlib
import sys

import numpy as np
import scipy.io
import scipy.sparse
import scipy.sparse.linalg

import encke

DATA = pathlib.Path(__file__).resolve().parent.parent / "data"


def operator(A):
    """A matrix as SciPy's linear operator."""
    product = encke.plan("y[i] = A[i,j] * x[j]", A=A, x=np.zeros(A.shape[1]))
    return scipy.sparse.linalg.LinearOperator(
        A.shape, lambda x: product(A, x.reshape(-1)), dtype=A.dtype)


def jacobi(A):
    """The inverse of the diagonal, as a preconditioner."""
    scale = (1 / encke.lazy(A).diagonal()).compute()
    return scipy.sparse.linalg.LinearOperator(
        A.shape, lambda x: scale * x.reshape(-1), dtype=A.dtype)


def main():
    path = sys.argv[1] if len(sys.argv) > 1 else DATA / "definite.mtx"
    A = scipy.sparse.csr_array(scipy.io.mmread(path).astype(float))
    b = np.ones(A.shape[0])
    steps = []
    x, status = scipy.sparse.linalg.cg(operator(A), b, M=jacobi(A), atol=1e-10,
                                       callback=steps.append)
    residual = encke.lazy(A) @ x - b
    print(f"status {status}, {len(steps)} steps, "
          f"residual {float((residual * residual).sum()) ** 0.5:.1e}")


if __name__ == "__main__":
    main()
