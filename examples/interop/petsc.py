#!/usr/bin/env python3
# ===- petsc.py - Encke assembles, PETSc solves ----------------------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===#
"""Solves (K + M / 2) x = b on the processes of MPI:

    mpirun -n 4 python3 petsc.py K.mtx M.mtx

Each process reads and assembles its rows (assemble.ta), and PETSc's conjugate
gradients get them. It needs Debian's python3-petsc4py and python3-mpi4py."""

import pathlib
import sys

import numpy as np
import petsc4py

petsc4py.init()
from mpi4py import MPI  # noqa: E402
from petsc4py import PETSc  # noqa: E402

import encke  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
DATA = HERE.parent / "data"


def main():
    files = sys.argv[1:3] or [DATA / "definite.mtx"] * 2
    comm = MPI.COMM_WORLD
    kernels = encke.load(HERE / "assemble.ta", processes=True)
    A = kernels.assemble(files=files, communicator=comm).to_scipy()
    own, size = A.shape
    # Arrays of a matrix on one process are PETSc's then; of one on several it makes
    # two matrices, of the own columns and of the others'.
    matrix = PETSc.Mat().createAIJWithArrays(
        ((own, size), (own, size)), (A.indptr, A.indices, A.data), comm=comm)
    solver = PETSc.KSP().create(comm)
    solver.setOperators(matrix)
    solver.setType("cg")
    solver.getPC().setType("jacobi")
    solver.setTolerances(rtol=1e-12)
    # Vectors of PETSc and of NumPy in the same memory.
    b, x = np.ones(own), np.zeros(own)
    solver.solve(PETSc.Vec().createWithArray(b, comm=comm),
                 PETSc.Vec().createWithArray(x, comm=comm))
    error = kernels.residual(A, x, b, communicator=comm) ** 0.5
    if comm.rank == 0:
        print(f"{comm.size} processes, {size} unknowns, "
              f"{'solved' if solver.getConvergedReason() > 0 else 'not solved'}, "
              f"residual {error:.1e}")


if __name__ == "__main__":
    main()
