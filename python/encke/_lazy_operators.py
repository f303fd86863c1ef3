# ===- _lazy_operators.py - NumPy's operators ------------------------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===#
"""The operators and methods that make lazy expressions of tensors."""

from __future__ import annotations

import numbers
import warnings
from typing import TYPE_CHECKING, Any, Callable, Sequence

import numpy as np

from . import _lazy_graph as graph
from ._lazy_graph import Node

if TYPE_CHECKING:
    from .lazily import Lazy


class Operators:
    """What `encke.Tensor` and lazy expressions have in common."""

    __slots__ = ()
    # NumPy's arrays leave operators with these to them.
    __array_priority__ = 1000.0

    if TYPE_CHECKING:
        shape: Any

        @property
        def ndim(self) -> int: ...

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
        return _power(self, other)

    def __rpow__(self, other: Any) -> Any:
        return _power(other, self)

    def __neg__(self) -> "Lazy":
        return _apply(lambda node: graph.negate(node), self)

    def __pos__(self) -> "Lazy":
        return _apply(lambda node: node, self)

    def __abs__(self) -> "Lazy":
        return _apply(lambda node: graph.call("abs", node), self)

    def __lt__(self, other: Any) -> Any:
        return _compare("<", self, other)

    def __le__(self, other: Any) -> Any:
        return _compare("<=", self, other)

    def __gt__(self, other: Any) -> Any:
        return _compare(">", self, other)

    def __ge__(self, other: Any) -> Any:
        return _compare(">=", self, other)

    def __and__(self, other: Any) -> Any:
        return _apply(lambda a, b: graph.logical("&&", a, b), self, other)

    def __or__(self, other: Any) -> Any:
        return _apply(lambda a, b: graph.logical("||", a, b), self, other)

    __rand__, __ror__ = __and__, __or__

    def __invert__(self) -> "Lazy":
        return _apply(lambda node: graph.logical_not(node), self)

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
        return _apply(lambda node: graph.permute(node, order), self)

    def sum(self, axis: Any = None, keepdims: bool = False) -> "Lazy":
        return _apply(lambda node: graph.reduce("SUM", node, axis, keepdims), self)

    def mean(self, axis: Any = None, keepdims: bool = False) -> "Lazy":
        axes = graph.normal_axes(axis, self.ndim)
        count = int(np.prod([self.shape[at] for at in axes]))
        return self.sum(axis, keepdims) / count

    def max(self, axis: Any = None, keepdims: bool = False) -> "Lazy":
        return _apply(lambda node: graph.reduce("MAX", node, axis, keepdims), self)

    def min(self, axis: Any = None, keepdims: bool = False) -> "Lazy":
        return _apply(lambda node: graph.reduce("MIN", node, axis, keepdims), self)

    def trace(self) -> "Lazy":
        return self.diagonal().sum()

    def diagonal(self) -> "Lazy":
        """The diagonal of a square matrix, as a vector."""
        return _apply(lambda node: graph.diagonal(node), self)

    def dot(self, other: Any) -> Any:
        """The product `@`, or `*` with a scalar."""
        scalar = not self.shape or np.ndim(other) == 0 and not hasattr(other, "shape")
        return _binary("*", self, other) if scalar else self @ other

    def multiply(self, other: Any) -> Any:
        """The product element by element, as SciPy's method."""
        return _apply(lambda a, b: graph.binary("*", a, b), self, other)

    def squeeze(self, axis: Any = None) -> "Lazy":
        return _apply(lambda node: graph.squeeze(node, axis), self)

    def maximum(self, other: Any) -> Any:
        return _function("max", self, other)

    def minimum(self, other: Any) -> Any:
        return _function("min", self, other)

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
        return _apply(lambda node: graph.expand(node, axes), self)


def _lift(value: Any) -> "Lazy":
    from . import lazily
    if isinstance(value, lazily.Lazy):
        return value
    if isinstance(value, (numbers.Number, np.generic)) and not isinstance(value, str):
        return lazily.Lazy(graph.number(value))
    return lazily.lazy(value)


def _is_operand(value: Any) -> bool:
    return not isinstance(value, (str, bytes, dict, set, type(None)))


def _apply(make: Callable[..., Node], *operands: Any) -> Any:
    if not all(map(_is_operand, operands)):
        return NotImplemented
    lifted = [_lift(one) for one in operands]
    return type(lifted[0])(make(*(one._node for one in lifted)),
                           any(one._of_matrix for one in lifted))


def _binary(operator: str, a: Any, b: Any) -> Any:
    if not _is_operand(a) or not _is_operand(b):
        return NotImplemented
    a, b = _lift(a), _lift(b)
    if operator == "*" and a.ndim and b.ndim:
        _warn_of_matrix(a, b)
    return _apply(lambda x, y: graph.binary(operator, x, y), a, b)


def _power(a: Any, b: Any) -> Any:
    if not _is_operand(a) or not _is_operand(b):
        return NotImplemented
    a, b = _lift(a), _lift(b)
    _warn_of_matrix(a)
    return _apply(graph.power, a, b)


def _warn_of_matrix(*operands: Any) -> None:
    if any(one._of_matrix for one in operands):
        warnings.warn("'*' and '**' are elementwise here, also for SciPy's matrix "
                      "classes; '@' is the product, and '.multiply' is elementwise in "
                      "both", UserWarning, stacklevel=4)


def _compare(operator: str, a: Any, b: Any) -> Any:
    return _apply(lambda x, y: graph.compare(operator, x, y), a, b)


def _function(name: str, *operands: Any) -> Any:
    return _apply(lambda *nodes: graph.call(name, *nodes), *operands)
