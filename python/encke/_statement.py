# ===- _statement.py - statements of the language as trees -----------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===#
"""Reads assignments in Einstein notation into trees, with the sums that rule L19
leaves out written as such, and writes trees as text."""

from __future__ import annotations

import dataclasses
import re
from typing import Callable, Iterator, Mapping, NoReturn, Sequence, Union

from .errors import EnckeError


@dataclasses.dataclass(frozen=True)
class Number:
    text: str
    at: int = dataclasses.field(default=0, compare=False)


@dataclasses.dataclass(frozen=True)
class Access:
    """`A[i, j]`; `is_name` where there are no brackets."""

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
    """`SUM[i](…)` and its like."""

    kind: str
    labels: tuple[str, ...]
    operand: "Tree"
    at: int = dataclasses.field(default=0, compare=False)


@dataclasses.dataclass(frozen=True)
class Semiring:
    """`x @(+, *) y`, with the operator as it is written."""

    operator: str
    left: "Tree"
    right: "Tree"
    at: int = dataclasses.field(default=0, compare=False)


Tree = Union[Number, Access, Binary, Unary, Call, Reduce, Semiring]


@dataclasses.dataclass(frozen=True)
class Statement:
    target: Access
    operator: str
    value: Tree
    mask: str = ""  # "M", or "!M"

    def __str__(self) -> str:
        mask = f"<{self.mask}>" if self.mask else ""
        return f"{write(self.target)}{mask} {self.operator} {write(self.value)}"


REDUCTIONS = ("SUM", "MIN", "MAX", "PROD", "NORM", "NNZ")
TOKEN = re.compile(
    r"(?P<space>(?:\s|#[^\n]*)+)"
    r"|(?P<number>(?:\d+\.(?!\*)\d*|\.\d+|\d+)(?:[eE][-+]?\d+)?)"
    r"|(?P<name>[A-Za-z_]\w*)"
    r"|(?P<sign>\*\*|\.\*|@\||[-+]=|<=|>=|==|!=|&&|\|\||[-+*/^%()\[\]{}<>!,;=@&|])",
    re.ASCII)
COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")


def fail(text: str, at: int, message: str, identifier: str = "syntax") -> NoReturn:
    """Raises an error at a place of the text."""
    line = text.count("\n", 0, at) + 1
    column = at - (text.rfind("\n", 0, at) + 1) + 1
    raise EnckeError(message, f"<text>:{line}:{column}", identifier)


# ===-- reading --------------------------------------------------------------===#


class Reader:
    """A parser by recursive descent."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens: list[tuple[str, int]] = []
        at = 0
        while at < len(text):
            match = TOKEN.match(text, at)
            if match is None:
                fail(text, at, f"unexpected '{text[at]}'")
            if match.lastgroup != "space":
                self.tokens.append((match.group(), at))
            at = match.end()
        self.next = 0

    @property
    def token(self) -> str:
        return self.tokens[self.next][0] if self.next < len(self.tokens) else ""

    @property
    def place(self) -> int:
        end = len(self.text.rstrip())
        return self.tokens[self.next][1] if self.next < len(self.tokens) else end

    def take(self, *wanted: str) -> str:
        """The next token, if it is one of these or if none is wanted."""
        token = self.token
        if wanted and token not in wanted:
            return ""
        self.next += 1
        return token

    def expect(self, wanted: str) -> None:
        if not self.take(wanted):
            found = f"'{self.token}'" if self.token else "the end of the text"
            fail(self.text, self.place, f"expected '{wanted}' before {found}")

    def name(self, what: str) -> str:
        if not re.fullmatch(r"[A-Za-z_]\w*", self.token, re.ASCII):
            found = f"'{self.token}'" if self.token else "the end of the text"
            fail(self.text, self.place, f"expected {what}, not {found}")
        return self.take()

    def names(self, end: str, what: str = "a label") -> tuple[str, ...]:
        result: list[str] = []
        while not self.take(end):
            if result:
                self.expect(",")
            result.append(self.name(what))
        return tuple(result)

    def statements(self) -> list[Statement]:
        result = []
        while self.token:
            if not self.take(";"):
                result.append(self.statement())
                if self.token:
                    self.expect(";")
        return result

    def statement(self) -> Statement:
        at = self.place
        self.take("var")
        name = self.name("the name of a tensor")
        has_labels = bool(self.take("["))
        labels = self.names("]") if has_labels else ()
        target = Access(name, labels, not has_labels, at)
        mask = operator = ""
        if self.take("<"):
            mask = self.take("!") + self.name("the name of a mask")
            if self.take(","):
                self.name("a method")
            operator = "=" if self.take(">=") else ""
            if not operator:
                self.expect(">")
        if not operator:
            operator = self.take("=", "+=", "-=")
            if not operator:
                self.expect("=")
        return Statement(target, operator, self.expression(), mask)

    def expression(self) -> Tree:
        return self.left_to_right(
            lambda: self.left_to_right(self.comparison, "&&"), "||")

    def left_to_right(self, operand: Callable[[], Tree], *operators: str) -> Tree:
        result = operand()
        while True:
            at = self.place
            operator = self.take(*operators)
            if not operator:
                return result
            result = Binary(operator, result, operand(), at)

    def comparison(self) -> Tree:
        left = self.left_to_right(self.product, "+", "-")
        at = self.place
        operator = self.take(*COMPARISONS)
        if not operator:
            return left
        return Binary(operator, left, self.left_to_right(self.product, "+", "-"), at)

    def product(self) -> Tree:
        result = self.prefix()
        while True:
            at = self.place
            operator = self.take("*", "/", ".*", "%", "@", "@|")
            if not operator:
                return result
            if operator == "%":
                fail(self.text, at, "not supported yet: '%'", "not-supported")
            if operator[0] == "@":
                self.expect("(")
                operator += "("
                while self.token and self.token != ")":
                    operator += self.take()
                self.expect(")")
                result = Semiring(operator + ")", result, self.prefix(), at)
                continue
            result = Binary(operator.lstrip("."), result, self.prefix(), at)

    def prefix(self) -> Tree:
        at = self.place
        operator = self.take("-", "!")
        return Unary(operator, self.prefix(), at) if operator else self.power()

    def power(self) -> Tree:
        """`x ^ 2` and `x ** 2` mean pow(x, 2)."""
        base = self.primary()
        at = self.place
        if self.take("^", "**"):
            return Call("pow", (base, self.prefix()), at)
        return base

    def primary(self) -> Tree:
        at = self.place
        if self.take("("):
            result = self.expression()
            self.expect(")")
            return result
        if self.token and (self.token[0].isdigit() or
                           self.token[0] == "." and self.token != ".*"):
            return Number(self.take(), at)
        name = self.name("an expression")
        if name in ("true", "false"):
            return Number(name, at)
        has_labels = bool(self.take("["))
        labels = self.names("]") if has_labels else ()
        if not self.take("("):
            return Access(name, labels, not has_labels, at)
        operands = [self.expression()]
        while self.take(","):
            if name == "transpose" and self.take("{"):
                self.names("}")
                self.expect(")")
                return operands[0]
            operands.append(self.expression())
        self.expect(")")
        if name not in REDUCTIONS:
            return Call(name, tuple(operands), at)
        if not has_labels:
            unbound = free(operands[0])
            labels = tuple(dict.fromkeys(
                label for access in accesses(operands[0]) for label in access.labels
                if label in unbound))
        return Reduce(name, labels, operands[0], at)


def read(text: str) -> list[Statement]:
    """The statements of a text."""
    return Reader(text).statements()


# ===-- writing --------------------------------------------------------------===#

STRENGTH = {"||": 0, "&&": 1, "+": 3, "-": 3, "*": 4, "/": 4,
            **dict.fromkeys(COMPARISONS, 2)}


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
    strength = 4 if isinstance(tree, Semiring) else STRENGTH[tree.operator]
    left = _within(tree.left, strength + (strength == 2))
    return f"{left} {tree.operator} {_within(tree.right, strength + 1)}", strength


def _within(tree: Tree, strength: int) -> str:
    text, has = _write(tree)
    return text if has >= strength else f"({text})"


# ===-- labels ---------------------------------------------------------------===#


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


def accesses(tree: Tree) -> Iterator[Access]:
    if isinstance(tree, Access):
        yield tree
    for child in children(tree):
        yield from accesses(child)


def free(tree: Tree) -> frozenset[str]:
    """The labels of a tree that no reduction in it binds."""
    if isinstance(tree, Access):
        return frozenset(tree.labels)
    result: frozenset[str] = frozenset().union(*map(free, children(tree)))
    return result - frozenset(tree.labels) if isinstance(tree, Reduce) else result


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


def explicit(tree: Tree, kept: frozenset[str], text: str = "") -> Tree:
    """Writes the sums of the labels that are not kept (L19)."""
    summed = free(tree) - kept
    if isinstance(tree, Access):
        return _sum(tree, summed, tree.labels)
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
                                      and tree.operator in "*/"):
        both = summed & free(tree.left) & free(tree.right)
        inner = [explicit(one, kept | both, text) for one in children(tree)]
        if isinstance(tree, Semiring):
            return with_children(tree, inner)
        order = [label for access in accesses(tree) for label in access.labels]
        return _sum(with_children(tree, inner), both, order)
    return with_children(tree, [explicit(one, kept, text) for one in children(tree)])


def _sum(tree: Tree, labels: frozenset[str], order: Sequence[str]) -> Tree:
    if not labels:
        return tree
    return Reduce("SUM", tuple(dict.fromkeys(
        label for label in order if label in labels)), tree, tree.at)
