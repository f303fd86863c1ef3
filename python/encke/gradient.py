# ===- gradient.py - gradients as statements -------------------------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===#
"""Gradients of expressions in Einstein notation, as statements of the language.

    >>> g = encke.grad("loss = SUM[i, j]((A[i, k] * B[k, j] - Y[i, j]) ^ 2)", wrt="A")
    >>> print(g)
    t1[i, j] = SUM[k](A[i, k] * B[k, j]) - Y[i, j];
    grad_A[i, k] = SUM[j](2 * t1[i, j] * B[k, j])
    >>> g(A=A, B=B, Y=Y)                    # a NumPy array

The gradient of a sparse tensor is taken at its pattern: its statement is masked by
the tensor, so that only these elements are computed. The program may have several
statements, of which the last one is what is differentiated; if that has labels,
`seed` names the tensor that its gradient is multiplied by (a product of a vector and
the Jacobian). Where a function has a corner (`abs`, `relu`, `max`, `min`), the
gradient is one from a side: of `abs` and `relu` 0 at 0, of `max(a, a)` that of the
first operand."""

from __future__ import annotations

from typing import Any, Iterable, Mapping, Sequence

import numpy as np

from . import _grad_reverse
from ._statement import read


class Gradient:
    """The statements of a gradient. As text, they are the program."""

    def __init__(self, text: str, wrt: Sequence[str], seed: str | None,
                 sparse: Iterable[str]) -> None:
        self.forward = text
        self.wrt = tuple(wrt)
        self.seed = seed
        self._reverse = _grad_reverse.Reverse(text, self.wrt, seed, frozenset(sparse))
        self._by_sparse: dict[frozenset[str], _grad_reverse.Reverse] = {}

    @property
    def text(self) -> str:
        """The statements of all gradients."""
        return self._reverse.text(self.wrt)

    @property
    def targets(self) -> dict[str, str]:
        """What the gradient of each tensor is called in the text."""
        return dict(self._reverse.targets)

    @property
    def formats(self) -> dict[str, str]:
        """The formats of what the text assigns to."""
        return dict(self._reverse.formats)

    def statements(self, name: str) -> str:
        """Those that the gradient with respect to one tensor needs."""
        return self._reverse.text((name,))

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<encke.Gradient with respect to {', '.join(self.wrt)}>\n{self.text}"

    def __call__(self, *, threads: int | None = None, **operands: Any) -> Any:
        """Computes the gradient: an array, or a dictionary of them where there are
        several. That of a sparse operand is sparse, with the same pattern."""
        results = self.compute(operands, self.wrt, threads)
        return results if len(self.wrt) > 1 else results[self.wrt[0]]

    def compute(self, operands: Mapping[str, Any], wrt: Sequence[str],
                threads: int | None = None) -> dict[str, Any]:
        """The gradients with respect to some of the tensors."""
        from ._lazy_run import evaluate
        sparse = frozenset(name for name, value in operands.items()
                           if is_sparse(value))
        reverse = self._by_sparse.get(sparse)
        if reverse is None:
            reverse = _grad_reverse.Reverse(self.forward, self.wrt, self.seed, sparse)
            self._by_sparse[sparse] = reverse
        results = {}
        for name in wrt:
            text = reverse.text((name,))
            statements = read(text)
            used = _grad_reverse.names_in(statements)
            formats = {s.target.name: reverse.formats[s.target.name]
                       for s in statements}
            needed = {key: value for key, value in operands.items() if key in used}
            result = evaluate(text, needed, format=formats, threads=threads)
            results[name] = like(result, operands[name])
        return results


def grad(text: str, wrt: str | Sequence[str], *, seed: str | None = None,
         sparse: Iterable[str] = ()) -> Gradient:
    """The gradient of what the last statement of a program computes.

    wrt     the tensor, or tensors, with respect to which
    seed    where the last statement has labels: the name of the tensor that its
            gradient is multiplied by
    sparse  operands that are sparse; when the gradient is called, its operands say
            that
    """
    names = [wrt] if isinstance(wrt, str) else list(wrt)
    return Gradient(text, names, seed, sparse)


def is_sparse(value: Any) -> bool:
    if hasattr(value, "tocsr") and hasattr(value, "nnz"):
        return True
    return hasattr(value, "to_scipy") and str(
        getattr(value, "format", "dense")).lower() != "dense"


def like(result: Any, operand: Any) -> Any:
    """A result in the type of the operand whose gradient it is."""
    if hasattr(result, "to_numpy"):
        result = result.to_scipy() if is_sparse(operand) else result.to_numpy()
    dtype = np.dtype(getattr(operand, "dtype", float))
    if dtype.kind not in "fc":
        dtype = np.dtype(float)
    if is_sparse(result):
        if hasattr(operand, "format") and hasattr(operand, "tocsr"):
            result = result.asformat(operand.format)
        return result if result.dtype == dtype else result.astype(dtype)
    return np.asarray(result).astype(dtype, copy=False).reshape(np.shape(operand))
