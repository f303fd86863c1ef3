# ===- lazy.py - expressions that are computed as one program ---------------===#
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

import numbers
import warnings
from typing import Any, Callable, Sequence

import numpy as np

from . import lazy_graph as graph
from .lazy_graph import Node
from .lazy_text import Program, is_name

UNARY = {"absolute": "abs", "exp": "exp", "log": "log", "sqrt": "sqrt",
         "sin": "sin", "cos": "cos", "tanh": "tanh"}
BINARY = {"add": "+", "subtract": "-", "multiply": "*", "true_divide": "/",
          "divide": "/"}
COMPARISONS = {"less": "<", "less_equal": "<=", "greater": ">",
               "greater_equal": ">=", "equal": "==", "not_equal": "!="}


class Lazy:
    """An expression that is computed when its result is asked for."""

    __array_priority__ = 1000.0
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
            self._program = Program(self._node)
        return self._program

    # --- Results --------------------------------------------------------------

    def compute(self, format: str | None = None, threads: int | None = None) -> Any:
        """The result: a NumPy array, a number of NumPy's for a single value, or a
        SciPy sparse array where the expression is sparse or `format` says so
        ("csr", "csc", "coo", …, "dense")."""
        from .lazy_run import run
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

    # --- Operators ------------------------------------------------------------

    def __add__(self, other: Any) -> Any:
        return _binary("+", self, other)

    def __radd__(self, other: Any) -> Any:
        return _binary("+", other, self)

    def __sub__(self, other: Any) -> Any:
        return _binary("-", self, other)

    def __rsub__(self, other: Any) -> Any:
        return _binary("-", other, self)

    def __mul__(self, other: Any) -> Any:
        return _binary("*", self, other)

    def __rmul__(self, other: Any) -> Any:
        return _binary("*", other, self)

    def __truediv__(self, other: Any) -> Any:
        return _binary("/", self, other)

    def __rtruediv__(self, other: Any) -> Any:
        return _binary("/", other, self)

    def __matmul__(self, other: Any) -> Any:
        return _apply(graph.matmul, self, other)

    def __rmatmul__(self, other: Any) -> Any:
        return _apply(graph.matmul, other, self)

    def __pow__(self, other: Any) -> Any:
        return _apply(graph.power, self, other)

    def __rpow__(self, other: Any) -> Any:
        return _apply(graph.power, other, self)

    def __neg__(self) -> "Lazy":
        return self._like(graph.negate(self._node))

    def __pos__(self) -> "Lazy":
        return self

    def __abs__(self) -> "Lazy":
        return self._like(graph.call("abs", self._node))

    def __lt__(self, other: Any) -> Any:
        return _compare("<", self, other)

    def __le__(self, other: Any) -> Any:
        return _compare("<=", self, other)

    def __gt__(self, other: Any) -> Any:
        return _compare(">", self, other)

    def __ge__(self, other: Any) -> Any:
        return _compare(">=", self, other)

    def __eq__(self, other: Any) -> Any:  # type: ignore[override]
        return _compare("==", self, other)

    def __ne__(self, other: Any) -> Any:  # type: ignore[override]
        return _compare("!=", self, other)

    __hash__ = None  # type: ignore[assignment]

    def __and__(self, other: Any) -> Any:
        return _apply(lambda a, b: graph.logical("&&", a, b), self, other)

    def __or__(self, other: Any) -> Any:
        return _apply(lambda a, b: graph.logical("||", a, b), self, other)

    __rand__, __ror__ = __and__, __or__

    def __invert__(self) -> "Lazy":
        return self._like(graph.logical_not(self._node))

    # --- Methods --------------------------------------------------------------

    @property
    def T(self) -> "Lazy":
        """The transpose: the axes in the opposite order."""
        return self.transpose()

    def transpose(self, *axes: Any) -> "Lazy":
        order: Sequence[int] = axes
        if len(axes) == 1 and isinstance(axes[0], (tuple, list)):
            order = axes[0]
        if not axes or axes == (None,):
            order = range(self.ndim)[::-1]
        order = [at % self.ndim for at in order] if self.ndim else []
        if sorted(order) != list(range(self.ndim)):
            raise ValueError(f"axes {axes} are no order of {self.ndim}")
        return self._like(graph.permute(self._node, order))

    def sum(self, axis: Any = None, keepdims: bool = False) -> "Lazy":
        return self._like(graph.reduce("SUM", self._node, axis, keepdims))

    def mean(self, axis: Any = None, keepdims: bool = False) -> "Lazy":
        axes = graph.normal_axes(axis, self.ndim)
        count = int(np.prod([self.shape[at] for at in axes]))
        total = graph.reduce("SUM", self._node, axis, keepdims)
        return self._like(graph.binary("/", total, graph.number(count)))

    def max(self, axis: Any = None, keepdims: bool = False) -> "Lazy":
        return self._like(graph.reduce("MAX", self._node, axis, keepdims))

    def min(self, axis: Any = None, keepdims: bool = False) -> "Lazy":
        return self._like(graph.reduce("MIN", self._node, axis, keepdims))

    def trace(self) -> "Lazy":
        return self.diagonal().sum()

    def diagonal(self) -> "Lazy":
        """The diagonal of a square matrix, as a vector."""
        return self._like(graph.diagonal(self._node))

    def dot(self, other: Any) -> Any:
        """The product `@`, or `*` with a scalar."""
        scalar = not self.shape or np.ndim(other) == 0 and not hasattr(other, "shape")
        return _binary("*", self, other) if scalar else self @ other

    def multiply(self, other: Any) -> Any:
        """The product element by element, as SciPy's method."""
        return _apply(lambda a, b: graph.binary("*", a, b), self, other)

    def squeeze(self, axis: Any = None) -> "Lazy":
        return self._like(graph.squeeze(self._node, axis))

    def maximum(self, other: Any) -> Any:
        return maximum(self, other)

    def minimum(self, other: Any) -> Any:
        return minimum(self, other)

    def __getitem__(self, key: Any) -> "Lazy":
        """`x[:, None]`: axes of length 1 for broadcasting. Nothing else yet."""
        parts = list(key) if isinstance(key, tuple) else [key]
        kept = sum(part is not None and part is not Ellipsis for part in parts)
        if Ellipsis in parts:
            at = parts.index(Ellipsis)
            parts[at:at + 1] = [slice(None)] * (self.ndim - kept)
        if any(part is not None and part != slice(None) for part in parts) or kept > \
                self.ndim:
            raise NotImplementedError(
                "not supported yet: elements and slices of lazy expressions; slice the "
                "operands, or compute first")
        axes = [at for at, part in enumerate(parts) if part is None]
        return self._like(graph.expand(self._node, axes))

    def _like(self, node: Node) -> "Lazy":
        return Lazy(node, self._of_matrix)

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
    from .lazy_run import leaf_of
    return Lazy(leaf_of(array, name),
                type(array).__name__.endswith("_matrix") and hasattr(array, "nnz"))


def _lift(value: Any) -> Lazy:
    if isinstance(value, Lazy):
        return value
    if isinstance(value, (numbers.Number, np.generic)) and not isinstance(value, str):
        return Lazy(graph.number(value))
    return lazy(value)


def _is_operand(value: Any) -> bool:
    return not isinstance(value, (str, bytes, dict, set, type(None)))


def _apply(make: Callable[..., Node], *operands: Any) -> Any:
    if not all(map(_is_operand, operands)):
        return NotImplemented
    lifted = [_lift(one) for one in operands]
    return Lazy(make(*(one._node for one in lifted)),
                any(one._of_matrix for one in lifted))


def _binary(operator: str, a: Any, b: Any) -> Any:
    if not _is_operand(a) or not _is_operand(b):
        return NotImplemented
    a, b = _lift(a), _lift(b)
    if operator == "*" and (a._of_matrix or b._of_matrix) and a.ndim and b.ndim:
        warnings.warn("'*' is elementwise here, also for SciPy's matrix classes; '@' is "
                      "the product, and '.multiply' elementwise in both", UserWarning,
                      stacklevel=3)
    return _apply(lambda x, y: graph.binary(operator, x, y), a, b)


def _compare(operator: str, a: Any, b: Any) -> Any:
    return _apply(lambda x, y: graph.compare(operator, x, y), a, b)


def _function(name: str, *operands: Any) -> Any:
    return _apply(lambda *nodes: graph.call(name, *nodes), *operands)


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
