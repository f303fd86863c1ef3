#===- _infer.py - element types and formats of what is assigned ------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""The element types of expressions (L8, L45, L46), and which labels they are
sparse along, from those of the operands."""

from __future__ import annotations

from typing import Dict, FrozenSet, NamedTuple, Optional, Tuple

from ._formats import BOOL, DOUBLE, ElementType, FLOAT, INT
from ._tree import (COMPARISONS, Access, Binary, Number, Reduce, Semiring, Tree,
                    Unary, explicit)
from .errors import EnckeError

# 0 at 0: these keep what is not stored absent (L26).
_ZERO_AT_ZERO = frozenset(["relu", "abs", "sqrt", "sin", "tanh"])
# These keep what there is of their operand.
_REARRANGING = frozenset(["transpose", "convert"])
_LOGICAL = frozenset([*COMPARISONS, "&&", "||"])


class Symbol(NamedTuple):
    """What is known of a name: `sparse` of the tensors that do not store
    everything; `order` is None of scalars."""

    type: ElementType
    sparse: bool
    order: Optional[int]


Symbols = Dict[str, Symbol]
# A type, and whether it is that of a literal, which takes its neighbour's.
_Typed = Tuple[ElementType, bool]


def _arithmetic(type_: ElementType) -> ElementType:
    return INT if type_ is BOOL else type_


def _floating(type_: ElementType) -> ElementType:
    return type_ if type_.rank >= FLOAT.rank else DOUBLE


def _join(left: _Typed, right: _Typed) -> _Typed:
    if left[1] and right[1]:
        return max(left[0], right[0], key=lambda each: each.rank), True
    if left[1] or right[1]:
        literal, other = ((left[0], right[0]) if left[1]
                          else (right[0], left[0]))
        if literal.rank >= FLOAT.rank:
            return _floating(other), False
        return other, False
    return max(left[0], right[0], key=lambda each: each.rank), False


def _typed(node: Tree, symbols: Symbols) -> _Typed:
    if isinstance(node, Number):
        if node.text in ("true", "false"):
            return BOOL, False
        is_whole = node.text.isdigit()
        return (INT if is_whole else DOUBLE), True
    if isinstance(node, Access):
        symbol = symbols.get(node.name)
        return (symbol.type if symbol else DOUBLE), False
    if isinstance(node, Unary):
        type_, literal = _typed(node.operand, symbols)
        return (type_ if node.operator == "!" else _arithmetic(type_)), literal
    if isinstance(node, Reduce):
        if node.kind == "NNZ":
            return INT, False
        type_, _ = _typed(node.operand, symbols)
        if node.kind == "NORM":
            return _floating(type_), False
        if node.kind in ("MIN", "MAX"):
            return type_, False
        return _arithmetic(type_), False
    if isinstance(node, Semiring):
        left, right = _typed(node.left, symbols), _typed(node.right, symbols)
        joined = _join(left, right)
        if node.multiply == "/":
            return _floating(joined[0]), False
        if node.multiply in ("+", "-", "*", "pair") or node.add in ("+", "*"):
            return _arithmetic(joined[0]), False
        return joined
    if isinstance(node, Binary):
        if node.operator in _LOGICAL:
            return BOOL, False
        joined = _join(_typed(node.left, symbols), _typed(node.right, symbols))
        if node.operator == "/":
            return _floating(joined[0]), joined[1]
        return _arithmetic(joined[0]), joined[1]
    # A function.
    types = [_typed(each, symbols) for each in node.operands]
    if node.function in _REARRANGING and len(types) == 1:
        return types[0]
    joined = types[0]
    for each in types[1:]:
        joined = _join(joined, each)
    if node.function in ("abs", "relu", "min", "max"):
        return _arithmetic(joined[0]), joined[1]
    return _floating(joined[0]), False


def type_of(node: Tree, labels: Tuple[str, ...],
            symbols: Symbols) -> ElementType:
    """The element type of an expression's value, of which these labels are
    left. Sums matter: that of bools counts them."""
    try:
        node = explicit(node, frozenset(labels))
    except EnckeError:  # which the compiler tells with its place
        pass
    return _typed(node, symbols)[0]


def _sparse(node: Tree,
            symbols: Symbols) -> Optional[FrozenSet[str]]:
    if isinstance(node, Number):
        return None
    if isinstance(node, Access):
        symbol = symbols.get(node.name)
        if node.is_name:
            return None
        if symbol and not node.labels:
            return None
        return frozenset(node.labels if symbol and symbol.sparse else ())
    if isinstance(node, Unary):
        return _sparse(node.operand, symbols)
    if isinstance(node, Reduce):
        inner = _sparse(node.operand, symbols)
        if inner is None:
            return None
        return inner - frozenset(node.labels)
    if isinstance(node, (Binary, Semiring)):
        left, right = _sparse(node.left, symbols), _sparse(node.right, symbols)
        is_sum = (node.either if isinstance(node, Semiring)
                  else node.operator in ("+", "-"))
        if isinstance(node, Binary) and node.operator in _LOGICAL:
            return frozenset()
        if left is None and right is None:
            return None
        if is_sum:
            if left is None or right is None:
                return frozenset()
            return left & right
        return (left or frozenset()) | (right or frozenset())
    if (node.function in _ZERO_AT_ZERO | _REARRANGING
            and len(node.operands) == 1):
        return _sparse(node.operands[0], symbols)
    if all(_sparse(each, symbols) is None for each in node.operands):
        return None
    return frozenset()


def is_sparse(node: Tree, labels: Tuple[str, ...],
              symbols: Symbols) -> bool:
    """Whether an expression is sparse along each of these labels, so that it
    has elements where sparse operands have some, and nowhere else."""
    found = _sparse(node, symbols)
    return found is not None and frozenset(labels) <= found
