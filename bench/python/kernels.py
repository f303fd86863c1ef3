# ===- kernels.py - what is measured, and by whom --------------------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===#
"""The kernels: their inputs, SciPy's result, and each contender's way to it.

A contender is a function of the operands and the number of threads that gives what
is timed, and what makes a NumPy array or SciPy matrix of its result."""

import dataclasses
from typing import Any, Callable, Dict

import numpy as np
import scipy.sparse as sp

import chains
import inputs
import loops
import peers
from peers import as_is

import encke

RANK = 32  # columns of dense operands


@dataclasses.dataclass
class Kernel:
    name: str
    inputs: Callable[[bool], Dict[str, Any]]
    reference: Callable[[Any], Any]
    contenders: Dict[str, Callable[[Any, int], Any]]


def einsum(subscripts, *names, **options):
    """Encke's contender of a product."""
    def make(o, threads):
        operands = [o[name] for name in names]
        return (lambda: encke.einsum(subscripts, *operands, threads=threads, **options),
                as_is)
    return make


def scipy(function, result_of=as_is):
    """A contender that takes operands as they are."""
    return lambda o, threads: ((lambda: function(o)), result_of)


# ===-- sparse times dense ---------------------------------------------------===#


def with_dense(quick, columns=None):
    return {name: {"A": A, "X": inputs.dense(
        *(A.shape[1:] if columns is None else (A.shape[1], columns)))}
        for name, A in inputs.matrices(quick).items()}


def mkl_product(o, threads):
    mkl = peers.library("sparse_dot_mkl")
    A, X = sp.csr_matrix(o["A"]), o["X"]
    return lambda: mkl.dot_product_mkl(A, X), as_is


def torch_product(o, threads):
    torch = peers.library("torch")
    A, X = peers.torch_matrix(o["A"]), torch.from_numpy(o["X"])
    return lambda: A @ X, peers.from_torch


def jax_product(o, threads):
    jax, _ = peers.jax_modules()
    A, X = peers.jax_matrix(o["A"]), jax.numpy.asarray(o["X"])
    product = jax.jit(lambda a, x: a @ x)
    return lambda: product(A, X).block_until_ready(), np.asarray


def pydata_product(o, threads):
    A, X = peers.pydata_matrix(o["A"]), o["X"]
    return lambda: A @ X, peers.from_pydata


def numba_product(o, threads):
    function = loops.spmv() if o["X"].ndim == 1 else loops.spmm()
    A, X = o["A"], o["X"]
    return lambda: function(A.indptr, A.indices, A.data, X), as_is


DENSE_PRODUCTS = {
    "scipy": scipy(lambda o: o["A"] @ o["X"]), "mkl": mkl_product,
    "torch": torch_product, "jax": jax_product, "sparse": pydata_product,
    "numba": numba_product}


# ===-- sparse and sparse ----------------------------------------------------===#


def pairs(quick):
    return {name: {"A": A, "B": inputs.rotated(A)}
            for name, A in inputs.matrices(quick).items()}


def squares(quick):
    return {name: {"A": A, "B": A, "M": inputs.rotated(A)}
            for name, A in inputs.for_products(quick).items()}


def sorted_product(o):
    result = o["A"] @ o["B"]
    result.sort_indices()
    return result


def mkl_square(o, threads):
    mkl = peers.library("sparse_dot_mkl")
    A, B = sp.csr_matrix(o["A"]), sp.csr_matrix(o["B"])
    return lambda: mkl.dot_product_mkl(A, B, reorder_output=True), as_is


def mkl_masked(o, threads):
    product, _ = mkl_square(o, threads)
    M = sp.csr_matrix(o["M"])
    return lambda: product().multiply(M).tocsr(), as_is


def torch_pair(function):
    def make(o, threads):
        peers.library("torch")
        A, B = peers.torch_matrix(o["A"]), peers.torch_matrix(o["B"])
        try:
            function(A, B)
        except RuntimeError as error:  # it was built without MKL
            raise peers.Missing("torch") from error
        return lambda: function(A, B), peers.from_torch
    return make


def pydata_pair(function):
    def make(o, threads):
        operands = [peers.pydata_matrix(o[name]) for name in "ABM" if name in o]
        return lambda: function(*operands), peers.from_pydata
    return make


# ===-- sampled products, tensors --------------------------------------------===#


def sampled(quick):
    return {name: {"M": M, "U": inputs.dense(M.shape[0], RANK),
                   "V": inputs.dense(M.shape[1], RANK, seed=8)}
            for name, M in inputs.matrices(quick).items()}


def gathered(o):
    """Dot products of gathered rows, as SciPy's users write it."""
    M = o["M"]
    rows = np.repeat(np.arange(M.shape[0]), np.diff(M.indptr))
    dots = np.einsum("ij,ij->i", o["U"][rows], o["V"][M.indices])
    return sp.csr_array((M.data * dots, M.indices, M.indptr), shape=M.shape)


def numba_sampled(o, threads):
    function, M = loops.sddmm(), o["M"]
    return (lambda: sp.csr_array((function(M.indptr, M.indices, M.data, o["U"], o["V"]),
                                  M.indices, M.indptr), shape=M.shape), as_is)


def tensors(quick):
    sizes, coordinates, values = inputs.tensor(quick)
    return {"skewed": {
        "sizes": sizes, "coordinates": coordinates, "values": values,
        "X": encke.from_coordinates(coordinates, values, sizes, "csf"),
        "B": inputs.dense(sizes[1], RANK), "C": inputs.dense(sizes[2], RANK, seed=8)}}


def summed_rows(o):
    """Products of gathered rows, summed by a sparse matrix of ones."""
    i, j, k = o["coordinates"]
    rows = o["values"][:, None] * o["B"][j] * o["C"][k]
    ones = sp.csr_array((np.ones(len(i)), (i, np.arange(len(i)))),
                        shape=(o["sizes"][0], len(i)))
    return ones @ rows


def pydata_mttkrp(o, threads):
    sparse = peers.library("sparse")
    X = sparse.COO(np.stack(o["coordinates"]), o["values"], o["sizes"])
    return (lambda: sparse.einsum("ijk,jr,kr->ir", X, o["B"], o["C"]),
            peers.from_pydata)


def numba_mttkrp(o, threads):
    function = loops.mttkrp()
    return (lambda: function(*o["coordinates"], o["values"], o["B"], o["C"],
                             o["sizes"][0]), as_is)


KERNELS = [
    Kernel("spmv", with_dense, lambda o: o["A"] @ o["X"],
           {"encke": einsum("ij,j->i", "A", "X"), **DENSE_PRODUCTS}),
    Kernel("spmm-k32", lambda quick: with_dense(quick, RANK), lambda o: o["A"] @ o["X"],
           {"encke": einsum("ij,jk->ik", "A", "X"), **DENSE_PRODUCTS}),
    Kernel("spgemm", squares, lambda o: o["A"] @ o["B"],
           {"encke": einsum("ij,jk->ik", "A", "B", format="csr"),
            "scipy": scipy(lambda o: o["A"] @ o["B"]),
            "scipy-sorted": scipy(sorted_product), "mkl": mkl_square,
            "torch": torch_pair(lambda a, b: a @ b),
            "sparse": pydata_pair(lambda a, b, m: a @ b)}),
    Kernel("spadd", pairs, lambda o: o["A"] + o["B"],
           {"encke": lambda o, threads: (lambda: encke.evaluate(
               "C[i,j] = A[i,j] + B[i,j]", A=o["A"], B=o["B"], threads=threads), as_is),
            "scipy": scipy(lambda o: o["A"] + o["B"]),
            "torch": torch_pair(lambda a, b: a + b),
            "sparse": pydata_pair(lambda a, b: a + b)}),
    Kernel("sddmm-k32", sampled, gathered,
           {"encke": einsum("ij,ik,jk->ij", "M", "U", "V"), "scipy": scipy(gathered),
            "numba": numba_sampled}),
    Kernel("mttkrp-k32", tensors, summed_rows,
           {"encke": einsum("ijk,jr,kr->ir", "X", "B", "C"),
            "scipy": scipy(summed_rows), "sparse": pydata_mttkrp,
            "numba": numba_mttkrp}),
    Kernel("masked-spgemm", squares, lambda o: (o["A"] @ o["B"]) * o["M"],
           {"encke": einsum("ij,jk,ik->ik", "A", "B", "M", format="csr"),
            "scipy": scipy(lambda o: (o["A"] @ o["B"]) * o["M"]), "mkl": mkl_masked,
            "sparse": pydata_pair(lambda a, b, m: (a @ b) * m)}),
    *(Kernel("chain-" + name, chain.inputs, chain.numpy,
             {"encke": chain.lazy, "scipy": scipy(chain.numpy), **chain.others})
      for name, chain in chains.CHAINS.items()),
]
