#!/usr/bin/env python3
# ===- pagerank.py - the ranks of pages, by lazy expressions ---------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===#
"""PageRank of a matrix of links: python3 pagerank.py [links.mtx]

Each step is one program that is compiled once: the damped product, what pages without
links give to all, and how far the ranks have moved."""

import pathlib
import sys

import numpy as np
import scipy.io
import scipy.sparse

import encke

DATA = pathlib.Path(__file__).resolve().parent.parent / "data"
DAMPING = 0.85


def pagerank(links, tolerance=1e-12):
    """The ranks of the pages of a sparse matrix: [i, j] links page i to page j."""
    pages = links.shape[0]
    links = encke.lazy(links, name="links")
    out = links.sum(axis=1)
    # A page without links has all of them.
    is_open = (out == 0).compute()
    share = encke.where(out > 0, 1 / out, 0.0).compute()
    rank = np.full(pages, 1 / pages)
    for step in range(200):
        moved = DAMPING * (links.T @ (share * encke.lazy(rank)))
        rest = (1 - DAMPING + DAMPING * (encke.lazy(rank) * is_open).sum()) / pages
        following = (moved + rest).compute()
        change = float(abs(encke.lazy(following) - rank).sum())
        rank = following
        if change < tolerance:
            break
    return rank, step + 1


def main():
    path = sys.argv[1] if len(sys.argv) > 1 else DATA / "links.mtx"
    links = scipy.sparse.csr_array(scipy.io.mmread(path).astype(float))
    rank, steps = pagerank(links)
    print(f"{steps} steps, the sum is {rank.sum():.6f}")
    for page in np.argsort(-rank)[:5]:
        print(f"page {page}: {rank[page]:.6f}")


if __name__ == "__main__":
    main()
