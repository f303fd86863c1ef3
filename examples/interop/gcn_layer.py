#!/usr/bin/env python3
# ===- gcn_layer.py - training a layer of a graph network ------------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===#
"""Trains a layer of a graph convolutional network, with gradients by encke.grad:
python3 gcn_layer.py [graph.mtx]

The normalised adjacency matrix is a lazy expression, which keeps the pattern of the
graph; the layer is relu(Ahat X W + b). The task is to recover the layer that made the
labels."""

import pathlib
import sys

import numpy as np
import scipy.io
import scipy.sparse

import encke

DATA = pathlib.Path(__file__).resolve().parent.parent / "data"
LAYER = "H[i,l] = relu(Ahat[i,j] * X[j,k] * W[k,l] + b[l])"
LOSS = LAYER + "; loss = SUM[i,l]((H[i,l] - Y[i,l])^2) / n"


def normalised(adjacency):
    """D^-1/2 (A + I) D^-1/2, where D has the degrees."""
    with_loops = encke.lazy(adjacency) + encke.diag(np.ones(adjacency.shape[0]))
    scale = encke.diag(1 / encke.sqrt(with_loops.sum(axis=1)))
    return (scale @ with_loops @ scale).compute()


def main():
    path = sys.argv[1] if len(sys.argv) > 1 else DATA / "graph.mtx"
    adjacency = scipy.sparse.csr_array(scipy.io.mmread(path).astype(float))
    rng = np.random.default_rng(0)
    nodes, inputs, outputs = adjacency.shape[0], 8, 4
    Ahat = normalised(adjacency)
    X = rng.standard_normal((nodes, inputs))
    W_true = rng.standard_normal((inputs, outputs))
    Y = encke.evaluate(LAYER, Ahat=Ahat, X=X, W=W_true, b=np.full(outputs, 0.5))

    gradient = encke.grad(LOSS, wrt=["W", "b"])
    print(gradient)
    W, b = 0.5 * rng.standard_normal((inputs, outputs)), np.zeros(outputs)
    operands = {"Ahat": Ahat, "X": X, "Y": Y, "n": float(nodes)}
    for step in range(301):
        if step % 100 == 0:
            H = encke.evaluate(LAYER, Ahat=Ahat, X=X, W=W, b=b)
            loss = float(((encke.lazy(H) - Y) ** 2).sum()) / nodes
            print(f"step {step}: loss {loss:.4f}")
        slopes = gradient(W=W, b=b, **operands)
        W -= 0.3 * slopes["W"]
        b -= 0.3 * slopes["b"]


if __name__ == "__main__":
    main()
