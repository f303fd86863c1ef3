# ===- chains.py - lazy expressions beside the same with SciPy -------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===#
"""Chains of operators, once for NumPy and SciPy and once lazily."""

import dataclasses
from typing import Any, Callable, Dict

import numpy as np
import scipy.sparse as sp

import encke
import inputs
import peers
from peers import as_is

FEATURES, HIDDEN = 64, 32


@dataclasses.dataclass
class Chain:
    """`expression` is written in NumPy's operators, for both."""

    inputs: Callable[[bool], Dict[str, Any]]
    numpy: Callable[[Any], Any]
    expression: Callable[[Any], Any]
    others: Dict[str, Any] = dataclasses.field(default_factory=dict)

    def lazy(self, o, threads):
        """The graph is built in each call, as by a user."""
        return lambda: self.expression(o).compute(threads=threads), as_is


def products(quick):
    return {name: {"A": A, "B": A, "M": inputs.rotated(A)}
            for name, A in inputs.for_products(quick).items()}


def scaled(quick):
    return {name: {"A": A, "d": inputs.dense(A.shape[0]),
                   "D": sp.diags(inputs.dense(A.shape[0])).tocsr()}
            for name, A in inputs.matrices(quick).items() if A.shape[0] == A.shape[1]}


def layers(quick):
    return {name: {**o, "X": inputs.dense(o["A"].shape[0], FEATURES) - 1,
                   "W": inputs.dense(FEATURES, HIDDEN) - 1, "b": inputs.dense(HIDDEN)}
            for name, o in scaled(quick).items()}


def row_sums(o):
    return ((encke.lazy(o["A"]) @ o["B"]) * o["M"]).sum(axis=1)


def diagonals(o):
    D = encke.diag(o["d"])
    return D @ encke.lazy(o["A"]) @ D


def layer(o):
    return encke.relu(encke.lazy(o["A"]) @ o["X"] @ o["W"] + o["b"])


def normalised(o):
    A = encke.lazy(o["A"])
    D = encke.diag(1 / encke.sqrt(A.sum(axis=1) + 1))
    return encke.relu(D @ A @ D @ o["X"] @ o["W"] + o["b"])


def normalised_by_scipy(o):
    A = o["A"]
    D = sp.diags(1 / np.sqrt(A.sum(axis=1) + 1))
    return np.maximum((D @ A @ D) @ (o["X"] @ o["W"]) + o["b"], 0)


def residual(o):
    R = encke.lazy(o["A"]) @ o["X"] - o["X"]
    return (R * R).sum()


def residual_by_scipy(o):
    R = o["A"] @ o["X"] - o["X"]
    return np.asarray((R * R).sum())


def softmax(o):
    """Attention at the pattern of a graph."""
    Q, K = encke.lazy(o["X"]), encke.lazy(o["X"][:, ::-1])
    S = encke.lazy(o["A"]) * (Q @ K.T)
    return (S / (abs(S).sum(axis=1) + 1)[:, None]) @ o["X"]


def softmax_by_scipy(o):
    A, Q, K = o["A"], o["X"], o["X"][:, ::-1]
    rows = np.repeat(np.arange(A.shape[0]), np.diff(A.indptr))
    values = A.data * np.einsum("ij,ij->i", Q[rows], K[A.indices])
    S = sp.csr_array((values, A.indices, A.indptr), shape=A.shape)
    return sp.diags(1 / (abs(S).sum(axis=1) + 1)) @ S @ o["X"]


def torch_layer(o, threads):
    torch = peers.library("torch")
    A = peers.torch_matrix(o["A"])
    X, W, b = (torch.from_numpy(o[name]) for name in "XWb")
    return lambda: torch.relu(A @ (X @ W) + b), peers.from_torch


def jax_layer(o, threads):
    jax, _ = peers.jax_modules()
    A = peers.jax_matrix(o["A"])
    X, W, b = (jax.numpy.asarray(o[name]) for name in "XWb")
    made = jax.jit(lambda a, x, w, c: jax.nn.relu(a @ (x @ w) + c))
    return lambda: made(A, X, W, b).block_until_ready(), np.asarray


CHAINS = {
    "row-sums": Chain(products, lambda o: ((o["A"] @ o["B"]) * o["M"]).sum(axis=1),
                      row_sums),
    "diagonals": Chain(scaled, lambda o: o["D"] @ o["A"] @ o["D"], diagonals),
    # SciPy in the better one of the two orders.
    "layer": Chain(layers, lambda o: np.maximum(o["A"] @ (o["X"] @ o["W"]) + o["b"], 0),
                   layer, {"torch": torch_layer, "jax": jax_layer}),
    "normalised": Chain(layers, normalised_by_scipy, normalised),
    "residual": Chain(layers, residual_by_scipy, residual),
    "attention": Chain(layers, softmax_by_scipy, softmax),
}
