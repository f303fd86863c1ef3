# ===- _lazy_labels.py - names and labels of programs ----------------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===#
"""What the text of a program is made of: names, labels, numbers."""

from __future__ import annotations

import keyword
from typing import Any, Iterator, Tuple, Union

import numpy as np

from ._lazy_graph import Node

LABELS = "ijklmnpqr"
VECTORS = "xyzuvw"
MATRICES = "ABCDFGHMNPQRSTUVWXYZ"
# Words of the language, and names that it gives a meaning.
WORDS = set(
    """def IndexLabel Tensor var format reorder return for in range end while if
    else transpose true false by where with hybrid double float int int64 int32
    bool complex result abs exp log sin cos tanh relu sigmoid sqrt pow min max SUM
    MIN MAX PROD NORM NNZ print read write random convert getTime main inf nan pi
    size import param distribute""".split())
Labels = Tuple[Union[str, None], ...]


class Dimension:
    """One size of the program. What is accessed with one label has one of these."""

    def __init__(self) -> None:
        self.same: Dimension | None = None
        self.names: list[str] = []

    def root(self) -> "Dimension":
        while self.same is not None:
            self = self.same
        return self

    def unify(self, other: "Dimension") -> None:
        mine, its = self.root(), other.root()
        if mine is not its:
            its.same = mine


class Scope:
    """The labels of one statement."""

    def __init__(self) -> None:
        self.used: set[str] = set()
        # Within a divisor or a comparison sums are written as such.
        self.explicit = 0
        # Within a choice only values count, not where there are elements.
        self.plain = 0


class Factor:
    """A factor of a product, and the labels in it that are not its own."""

    def __init__(self, text: str, labels: Any) -> None:
        self.text = text
        self.labels = frozenset(label for label in labels if label)


def numbered(letters: str) -> Iterator[str]:
    if len(letters) > 1:
        yield from letters
    count = 0
    while True:
        count += 1
        yield from (letter + str(count) for letter in letters)


def access(name: str, labels: Labels) -> str:
    return f"{name}[{', '.join(label for label in labels if label)}]"


def aligned(child: Node, node: Node, labels: Labels) -> Labels:
    """The labels of an operand: its axes are the last ones of the result."""
    inner = labels[node.ndim - child.ndim:]
    return tuple(None if size == 1 else label
                 for size, label in zip(child.shape, inner))


def viewed(node: Node, labels: Labels) -> tuple[Node, Labels]:
    """What a view shows, and its labels."""
    child = node.inputs[0]
    if node.op == "diagonal":
        return child, labels * 2
    if node.op == "permute":
        inner: list[str | None] = [None] * child.ndim
        for label, at in zip(labels, node.value):
            inner[at] = label
        return child, tuple(inner)
    if node.op == "expand":
        return child, tuple(label for at, label in enumerate(labels)
                            if at not in node.value)
    inner = list(labels)
    for at in node.value:
        inner.insert(at, None)
    return child, tuple(inner)


def is_written(value: Any) -> bool:
    """Whether a number stands in the text. Others are operands, so that another
    number makes no other program."""
    if isinstance(value, complex):
        return False
    return isinstance(value, bool) or abs(value) <= 64 and value * 2 == int(value * 2)


def finite(*numbers: Node) -> bool:
    return all(np.isfinite(node.value) for node in numbers)


def is_name(name: str) -> bool:
    return (name.isidentifier() and name.isascii() and name not in WORDS
            and not keyword.iskeyword(name))
