# ===- lazily.py - expressions that are computed as one program ------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===#
"""Lazy expressions: NumPy's operators, computed as one program.

    >>> A, B, M = (encke.lazy(x) for x in (A, B, M))   # of SciPy or NumPy
    >>> rows = ((A @ B) * M).sum(axis=1)               # nothing is computed yet
    >>> rows.compute(threads=2)                        # one masked product

Operators build a graph. When a result is asked for (`compute`, `to_numpy`,
`to_scipy`, `numpy.asarray`), one program of statements is made of it and compiled:
products of several factors are multiplied in the order that is cheapest for their
sizes, what is summed at once is never stored, and what is used twice is computed
once. `text` shows the program.

What is sparse
    A sum or difference of sparse operands of one shape, the maximum and minimum of
    such; a product (`*`) or quotient with a sparse operand of the result's shape;
    `A @ B` of sparse matrices, and products with `encke.diag(d)`; a function that is
    0 at 0 (`abs sqrt sin tanh relu`, positive powers) of something sparse, and a
    comparison that is false at 0, as `A > 1`. Everything else is dense: sums over
    axes that leave a vector, `A @ x`, `A + 1`, `exp(A)`, sums of sparse and dense.
    `compute(format=...)` gives the result in another format. A sparse result
    has an element wherever the operators can make one (rule L27), zeros included:
    `A - A` stores zeros, and `A > 1` stores falsehoods.

What the values are
    Those of NumPy and SciPy up to the rounding of sums and products in another order,
    where absent elements of a sparse operand are zeros. Exceptions:
    - An absent element never multiplies: with infinity and NaN it gives 0 and not
      NaN. So SciPy does, too, but the compiler may also take it so in
      `(A @ X) * Y`, where a row of `A` is empty and `Y` is not finite.
    - A quotient by a sparse operand exists only where that stores an element.
    - Where a value overflows, or infinities cancel, what is infinite or NaN depends
      on the order that is chosen (rule L21).
    - Integers have 64 bits in between and are wrapped to NumPy's type at the end.
"""

from __future__ import annotations

from typing import Any, Callable

import numpy as np

from . import _lazy_graph as graph
from ._lazy_graph import Node
from ._lazy_operators import Operators, _apply, _binary, _compare, _function, _lift
from ._lazy_share import Program, program_of
from ._lazy_labels import is_name

UNARY = {"absolute": "abs", "exp": "exp", "log": "log", "sqrt": "sqrt",
         "sin": "sin", "cos": "cos", "tanh": "tanh"}
BINARY = {"add": "+", "subtract": "-", "multiply": "*", "true_divide": "/",
          "divide": "/"}
COMPARISONS = {"less": "<", "less_equal": "<=", "greater": ">",
               "greater_equal": ">=", "equal": "==", "not_equal": "!="}


class Lazy(Operators):
    """An expression that is computed when its result is asked for."""

    __slots__ = ("_node", "_of_matrix", "_program")

    def __init__(self, node: Node, of_matrix: bool = False) -> None:
        self._node = node
        # Made of SciPy's `_matrix` classes, whose `*` is `@`.
        self._of_matrix = of_matrix
        self._program: Program | None = None

    # --- What it is -----------------------------------------------------------

    @property
    def shape(self) -> tuple[int, ...]:
        return self._node.shape

    @property
    def ndim(self) -> int:
        return self._node.ndim

    @property
    def size(self) -> int:
        return int(np.prod(self._node.shape))

    @property
    def dtype(self) -> np.dtype:
        return self._node.dtype

    @property
    def is_sparse(self) -> bool:
        """Whether the result is sparse, unless another format is asked for."""
        return self._node.sparse

    @property
    def text(self) -> str:
        """The statements that compute it."""
        return self._statements().text

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("a single value has no length")
        return self.shape[0]

    def __repr__(self) -> str:
        kind = "sparse" if self.is_sparse else "dense"
        sizes = " x ".join(map(str, self.shape)) or "scalar"
        return f"<encke.Lazy {sizes} {self.dtype}, {kind}: {self._summary()}>"

    def _summary(self) -> str:
        lines = self.text.splitlines()
        return lines[-1] if len(lines) < 2 else f"{len(lines)} statements"

    def _statements(self) -> Program:
        if self._program is None:
            self._program = program_of(self._node)
        return self._program

    # --- Results --------------------------------------------------------------

    def compute(self, format: str | None = None, threads: int | None = None) -> Any:
        """The result: a NumPy array, a number of NumPy's for a single value, or a
        SciPy sparse array where the expression is sparse or `format` says so
        ("csr", "csc", "coo", …, "dense")."""
        from ._lazy_run import run
        return run(self._node, self._statements, format, threads)

    def to_numpy(self, threads: int | None = None) -> np.ndarray:
        """The result as a dense array."""
        return np.asarray(self.compute("dense", threads))

    def to_scipy(self, format: str | None = None, threads: int | None = None) -> Any:
        """The result as a SciPy sparse array, of the format csr where none is
        said."""
        return self.compute(format or "csr", threads)

    def __array__(self, dtype: Any = None, copy: Any = None) -> np.ndarray:
        result = self.to_numpy()
        return result if dtype is None else result.astype(dtype, copy=False)

    def item(self) -> Any:
        """The value of an expression with one element."""
        return self.to_numpy().item()

    def __float__(self) -> float:
        return float(self.item())

    def __int__(self) -> int:
        return int(self.item())

    def __bool__(self) -> bool:
        if self.size != 1:
            raise ValueError("the truth value of a tensor with more than one element "
                             "is not defined; compute it first")
        return bool(self.item())

    def __eq__(self, other: Any) -> Any:  # type: ignore[override]
        return _compare("==", self, other)

    def __ne__(self, other: Any) -> Any:  # type: ignore[override]
        return _compare("!=", self, other)

    __hash__ = None  # type: ignore[assignment]

    # --- NumPy's functions ----------------------------------------------------

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any,
                        **options: Any) -> Any:
        name = ufunc.__name__
        if method == "reduce" and name in ("add", "maximum", "minimum"):
            options = {key: value for key, value in options.items()
                       if key in ("axis", "keepdims") or value is not None}
            kind = {"add": "sum", "maximum": "max", "minimum": "min"}[name]
            return getattr(inputs[0], kind)(options.pop("axis", 0), **options)
        if method != "__call__" or options:
            return NotImplemented
        if name in UNARY:
            return _function(UNARY[name], *inputs)
        if name in BINARY:
            return _binary(BINARY[name], *inputs)
        if name in COMPARISONS:
            return _compare(COMPARISONS[name], *inputs)
        others: dict[str, Callable[..., Any]] = {
            "matmul": lambda a, b: _apply(graph.matmul, a, b),
            "power": lambda a, b: _apply(graph.power, a, b),
            "float_power": lambda a, b: _apply(graph.power, a, b),
            "maximum": maximum, "minimum": minimum,
            "square": lambda a: a * a, "negative": lambda a: -a,
            "positive": lambda a: a, "reciprocal": lambda a: 1 / a,
            "logical_and": lambda a, b: _lift(a) & b,
            "logical_or": lambda a, b: _lift(a) | b,
            "logical_not": lambda a: ~a, "bitwise_and": lambda a, b: _lift(a) & b,
            "bitwise_or": lambda a, b: _lift(a) | b, "invert": lambda a: ~a,
        }
        if name in others:
            return others[name](*inputs)
        raise NotImplementedError(
            f"not supported yet: numpy.{name} of lazy expressions; compute first")

    def __array_function__(self, function: Any, types: Any, args: Any,
                           kwargs: Any) -> Any:
        name = function.__name__
        if name in ("sum", "mean", "trace", "diagonal", "transpose", "squeeze",
                    "dot", "amax", "amin", "max", "min"):
            method = {"amax": "max", "amin": "min"}.get(name, name)
            return getattr(_lift(args[0]), method)(*args[1:], **kwargs)
        known: dict[str, Callable[..., Any]] = {
            "where": where, "einsum": einsum, "shape": lambda a: a.shape,
            "ndim": lambda a: a.ndim, "size": lambda a: a.size,
            "outer": lambda a, b: _lift(a)[:, None] * _lift(b)[None, :],
        }
        if name in known:
            return known[name](*args, **kwargs)
        raise NotImplementedError(
            f"not supported yet: numpy.{name} of lazy expressions; compute first")


# ===-- making them ---------------------------------------------------------===#


def lazy(array: Any, name: str | None = None) -> Lazy:
    """A lazy expression that is this array: of NumPy, a SciPy sparse matrix or array,
    an `encke.Tensor`, or anything that NumPy makes an array of. `name` is what it is
    called in the program's text."""
    if isinstance(array, Lazy):
        return array
    if name is not None and not is_name(name):
        raise ValueError(f"'{name}' is no name in the language, or has a meaning there")
    from ._lazy_run import leaf_of
    return Lazy(leaf_of(array, name),
                type(array).__name__.endswith("_matrix") and hasattr(array, "nnz"))


def maximum(a: Any, b: Any) -> Lazy:
    """The greater of both, element by element; NaN where one is."""
    return _function("max", a, b)


def minimum(a: Any, b: Any) -> Lazy:
    """The lesser of both, element by element; NaN where one is."""
    return _function("min", a, b)


def relu(a: Any) -> Lazy:
    """max(a, 0)."""
    return _function("relu", a)


def sigmoid(a: Any) -> Lazy:
    """1 / (1 + exp(-a))."""
    return _function("sigmoid", a)


def exp(a: Any) -> Lazy:
    return _function("exp", a)


def log(a: Any) -> Lazy:
    return _function("log", a)


def sqrt(a: Any) -> Lazy:
    return _function("sqrt", a)


def tanh(a: Any) -> Lazy:
    return _function("tanh", a)


def where(condition: Any, a: Any, b: Any) -> Lazy:
    """`a` where the condition holds, else `b`, exactly, whatever the other one is."""
    return _apply(graph.where, condition, a, b)


def diag(vector: Any) -> Lazy:
    """A matrix with this diagonal and nothing else. Products with it scale rows or
    columns: `diag(d) @ A @ diag(d)` has the pattern of `A`."""
    return _apply(graph.diag, vector)


def einsum(subscripts: str, *operands: Any) -> Lazy:
    """NumPy's `einsum`, as a part of a lazy expression."""
    left, arrow, right = subscripts.replace(" ", "").partition("->")
    terms = left.split(",")
    if not arrow:
        letters = left.replace(",", "")
        right = "".join(sorted(c for c in set(letters) if letters.count(c) == 1))
    nodes = [_lift(one) for one in operands]
    if "." in left or len(terms) != len(nodes) or not all(
            len(term) == one.ndim == len(set(term)) for term, one in zip(terms, nodes)):
        raise ValueError(f"einsum: '{subscripts}' does not fit the operands; a term has "
                         "one letter for each axis of its operand, all different")
    if not set(right) <= set(left) or len(set(right)) < len(right):
        raise ValueError(f"einsum: '{right}' is no result of '{left}'")
    return Lazy(graph.contract([one._node for one in nodes],
                               [[ord(c) for c in term] for term in terms],
                               [ord(c) for c in right]),
                any(one._of_matrix for one in nodes))
