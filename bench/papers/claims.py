# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What papers report, and which records are to be laid beside it.

COMET: Tian, Guo, Li, Ren and Kestor, A High-Performance Sparse Tensor Algebra
Compiler in Multi-Level IR, 2021. Workspaces: Kjolstad, Ahrens, Kamil and
Amarasinghe, Tensor Algebra Compilation with Workspaces, CGO 2019."""

from __future__ import annotations

import dataclasses
from typing import List, Optional, Tuple


@dataclasses.dataclass(frozen=True)
class Claim:
    paper: str
    figure: str
    what: str
    reported: str       #: in words, with the peer
    kernel: str         #: of the records
    peers: Tuple[str, ...]  #: contenders, the one of the paper first
    threads: int
    factor: Optional[float] = None  #: that the paper has on average


CLAIMS: List[Claim] = [
    Claim("COMET", "7", "SpMV, parallel",
          "20.92 times TACO on average; alike where there is enough to compute",
          "spmv", ("taco", "eigen"), 2, 20.92),
    Claim("COMET", "7", "SpMV, sequential", "much like TACO", "spmv",
          ("taco", "eigen"), 1, 1.0),
    Claim("COMET", "7", "SpMM, parallel", "6.39 times TACO at most", "spmm-k32",
          ("taco", "eigen"), 2, None),
    Claim("COMET", "10", "TTV, sequential", "comparable to TACO", "ttv",
          ("taco",), 1, 1.0),
    Claim("COMET", "10", "TTV, parallel",
          "8 times sequential TACO on average", "ttv", ("taco",), 2, 8.0),
    Claim("COMET", "10", "TTM, sequential", "2.53 times TACO on average", "ttm",
          ("taco",), 1, 2.53),
    Claim("COMET", "10", "TTM, parallel",
          "8.13 times sequential TACO on average", "ttm", ("taco",), 2, 8.13),
    Claim("Workspaces", "11", "SpGEMM, sorted",
          "4 and 3.6 times Eigen, by density", "spgemm", ("eigen",), 1, 3.8),
    Claim("Workspaces", "12", "MTTKRP, dense factors",
          "within 5 % of SPLATT; faster than TACO's merges on large tensors",
          "mttkrp3", ("splatt", "taco"), 1, 0.95),
    Claim("Workspaces", "14", "SpAdd of seven",
          "2.8 times MKL on average; much like Eigen", "spadd7",
          ("eigen", "graphblas"), 1, 1.0),
]

# On average, over COMET without reordering.
REORDERING = {"SpMV": 1.04, "SpMV, parallel": 1.03, "SpMM": 1.12,
              "SpMM, parallel": 1.13}
# The density of the factors at which sparse ones stop paying (figure 13).
CROSSOVER = 0.25
