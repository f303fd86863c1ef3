# ===- peers.py - the libraries that are measured --------------------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===#
"""Other libraries, where they are installed, and how they take matrices."""

import importlib

import numpy as np

COUNT = 1


class Missing(Exception):
    """A library is not installed, or cannot do what is measured."""


def library(name):
    try:
        return importlib.import_module(name)
    except (ImportError, OSError) as error:
        raise Missing(name) from error


def set_threads(count):
    """For libraries that do not look at the environment."""
    global COUNT
    COUNT = count
    try:
        library("torch").set_num_threads(count)
    except Missing:
        pass


def as_is(result):
    return result


def torch_matrix(matrix):
    torch = library("torch")
    return torch.sparse_csr_tensor(
        torch.from_numpy(matrix.indptr.astype(np.int64)),
        torch.from_numpy(matrix.indices.astype(np.int64)),
        torch.from_numpy(matrix.data), size=matrix.shape)


def from_torch(result):
    import scipy.sparse
    import torch
    if result.layout == torch.strided:
        return result.numpy()
    result = result.to_sparse_csr()
    return scipy.sparse.csr_array(
        (result.values().numpy(), result.col_indices().numpy(),
         result.crow_indices().numpy()), shape=tuple(result.shape))


def jax_modules():
    jax = library("jax")
    jax.config.update("jax_enable_x64", True)
    return jax, library("jax.experimental.sparse")


def jax_matrix(matrix):
    _, sparse = jax_modules()
    return sparse.BCSR.from_scipy_sparse(matrix)


def pydata_matrix(matrix):
    return library("sparse").GCXS.from_scipy_sparse(matrix)


def from_pydata(result):
    if hasattr(result, "to_scipy_sparse") and result.ndim == 2:
        return result.to_scipy_sparse()
    return result.todense() if hasattr(result, "todense") else result


def numba():
    return library("numba")
