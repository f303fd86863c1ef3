# ===- _tree.py - statements of the language as trees ----------------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===#
"""Trees of statements in Einstein notation: their parts and labels, the sums that
rule L19 leaves out, and trees as text. `_statement` reads them."""

from __future__ import annotations

import dataclasses
from typing import Iterator, Mapping, NoReturn, Sequence, Union

from .errors import EnckeError


@dataclasses.dataclass(frozen=True)
class Number:
    """Also `true` and `false`."""

    text: str
    at: int = dataclasses.field(default=0, compare=False)


@dataclasses.dataclass(frozen=True)
class Access:
    """`A[i, j]`; `is_name` where there are no brackets: a scalar, or a tensor as a
    whole."""

    name: str
    labels: tuple[str, ...] = ()
    is_name: bool = False
    at: int = dataclasses.field(default=0, compare=False)


@dataclasses.dataclass(frozen=True)
class Binary:
    """`operator` is one of + - * / < <= > >= == != && ||."""

    operator: str
    left: "Tree"
    right: "Tree"
    at: int = dataclasses.field(default=0, compare=False)


@dataclasses.dataclass(frozen=True)
class Unary:
    """`operator` is - or !."""

    operator: str
    operand: "Tree"
    at: int = dataclasses.field(default=0, compare=False)


@dataclasses.dataclass(frozen=True)
class Call:
    function: str
    operands: tuple["Tree", ...]
    at: int = dataclasses.field(default=0, compare=False)


@dataclasses.dataclass(frozen=True)
class Reduce:
    """`SUM[i](…)` and its like. Where no labels are written, `labels` are those that
    are free in the operand."""

    kind: str
    labels: tuple[str, ...]
    operand: "Tree"
    at: int = dataclasses.field(default=0, compare=False)


@dataclasses.dataclass(frozen=True)
class Semiring:
    """`x @(add, multiply) y`; without `add`: `x @(multiply) y`, where both have
    elements, and with `either` `x @|(multiply) y`."""

    multiply: str
    left: "Tree"
    right: "Tree"
    add: str = ""
    either: bool = False
    at: int = dataclasses.field(default=0, compare=False)

    @property
    def operator(self) -> str:
        inside = f"{self.add},{self.multiply}" if self.add else self.multiply
        return f"@{'|' if self.either else ''}({inside})"


Tree = Union[Number, Access, Binary, Unary, Call, Reduce, Semiring]


@dataclasses.dataclass(frozen=True)
class Statement:
    target: Access
    operator: str  # "=", "+=", "-=", "@(max)="
    value: Tree
    mask: str = ""
    complement: bool = False  # of the mask
    declared: bool = False  # with 'var'
    at: int = dataclasses.field(default=0, compare=False)

    def __str__(self) -> str:
        mask = f"<{'!' if self.complement else ''}{self.mask}>" if self.mask else ""
        return f"{write(self.target)}{mask} {self.operator} {write(self.value)}"


# ===-- errors ---------------------------------------------------------------===#


def place_in(text: str, at: int) -> str:
    """The place of a character, as in messages of the compiler."""
    line = text.count("\n", 0, at) + 1
    return f"<text>:{line}:{at - (text.rfind(chr(10), 0, at) + 1) + 1}"


def fail(text: str, at: int, message: str, identifier: str = "syntax") -> NoReturn:
    """Raises an error at a place of the text."""
    raise EnckeError(message, place_in(text, at), identifier)


# ===-- parts ----------------------------------------------------------------===#


def children(tree: Tree) -> tuple[Tree, ...]:
    if isinstance(tree, (Binary, Semiring)):
        return tree.left, tree.right
    if isinstance(tree, (Unary, Reduce)):
        return (tree.operand,)
    return tree.operands if isinstance(tree, Call) else ()


def with_children(tree: Tree, inner: Sequence[Tree]) -> Tree:
    if isinstance(tree, (Binary, Semiring)):
        return dataclasses.replace(tree, left=inner[0], right=inner[1])
    if isinstance(tree, (Unary, Reduce)):
        return dataclasses.replace(tree, operand=inner[0])
    if isinstance(tree, Call):
        return dataclasses.replace(tree, operands=tuple(inner))
    return tree


def walk(tree: Tree) -> Iterator[Tree]:
    """The tree and all of its parts."""
    yield tree
    for child in children(tree):
        yield from walk(child)


def accesses(tree: Tree) -> Iterator[Access]:
    return (part for part in walk(tree) if isinstance(part, Access))


# ===-- labels ---------------------------------------------------------------===#


def free(tree: Tree) -> frozenset[str]:
    """The labels of a tree that no reduction in it binds."""
    if isinstance(tree, Access):
        return frozenset(tree.labels)
    result: frozenset[str] = frozenset()
    for child in children(tree):
        result |= free(child)
    return result - frozenset(tree.labels) if isinstance(tree, Reduce) else result


def ordered(tree: Tree, labels: frozenset[str]) -> tuple[str, ...]:
    """Some labels, in the order in which a tree's accesses have them."""
    return tuple(dict.fromkeys(label for access in accesses(tree)
                               for label in access.labels if label in labels))


def labels_in(tree: Tree) -> frozenset[str]:
    """All labels of a tree, bound ones included."""
    own = tree.labels if isinstance(tree, (Access, Reduce)) else ()
    return frozenset(own).union(*map(labels_in, children(tree)))


def rename(tree: Tree, names: Mapping[str, str]) -> Tree:
    """Other names for labels, bound ones included."""
    tree = with_children(tree, [rename(child, names) for child in children(tree)])
    if isinstance(tree, (Access, Reduce)):
        return dataclasses.replace(
            tree, labels=tuple(names.get(label, label) for label in tree.labels))
    return tree


# ===-- sums -----------------------------------------------------------------===#


def explicit(tree: Tree, kept: frozenset[str], text: str = "") -> Tree:
    """Writes the sums of the labels that are not kept (L19)."""
    summed = free(tree) - kept
    if isinstance(tree, Access):
        return _sum(tree, summed, tree)
    if isinstance(tree, Reduce):
        return dataclasses.replace(tree, operand=explicit(
            tree.operand, kept | frozenset(tree.labels), text))
    if isinstance(tree, Call):
        operands = [explicit(one, kept, text) for one in tree.operands]
        for label in sorted(summed):
            uses = [one for one in tree.operands if label in free(one)]
            lone = [one for one in uses if isinstance(one, Access)]
            if len(uses) > 1 or lone:
                fail(text, tree.at, f"label '{label}' is not on the left, and how "
                     f"'{tree.function}' sums over it is not clear", "unclear-sum")
        return dataclasses.replace(tree, operands=tuple(operands))
    if isinstance(tree, Semiring) or (isinstance(tree, Binary)
                                      and tree.operator not in "+-"):
        both = summed & free(tree.left) & free(tree.right)
        inner = [explicit(one, kept | both, text) for one in children(tree)]
        if isinstance(tree, Semiring):
            return with_children(tree, inner)
        return _sum(with_children(tree, inner), both, tree)
    return with_children(tree, [explicit(one, kept, text) for one in children(tree)])


def _sum(tree: Tree, labels: frozenset[str], before: Tree) -> Tree:
    if not labels:
        return tree
    return Reduce("SUM", ordered(before, labels), tree, tree.at)


# ===-- text -----------------------------------------------------------------===#

COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")
PRODUCT = 4
STRENGTH = {"||": 0, "&&": 1, **dict.fromkeys(COMPARISONS, 2), "+": 3, "-": 3,
            "*": PRODUCT, "/": PRODUCT}


def write(tree: Tree) -> str:
    return _write(tree)[0]


def _write(tree: Tree) -> tuple[str, int]:
    if isinstance(tree, Number):
        return tree.text, 6
    if isinstance(tree, Access):
        return tree.name + ("" if tree.is_name else f"[{', '.join(tree.labels)}]"), 6
    if isinstance(tree, Unary):
        return tree.operator + _within(tree.operand, 5), 5
    if isinstance(tree, Call):
        return f"{tree.function}({', '.join(map(write, tree.operands))})", 6
    if isinstance(tree, Reduce):
        return f"{tree.kind}[{', '.join(tree.labels)}]({write(tree.operand)})", 6
    strength = PRODUCT if isinstance(tree, Semiring) else STRENGTH[tree.operator]
    left = _within(tree.left, strength + (strength == 2))
    return f"{left} {tree.operator} {_within(tree.right, strength + 1)}", strength


def _within(tree: Tree, strength: int) -> str:
    text, has = _write(tree)
    return text if has >= strength else f"({text})"
