#===- _language.py - reading statements ------------------------------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Reads statements in Einstein notation, as far as is needed to declare what
they use. What is wrong with them otherwise, the compiler says."""

from __future__ import annotations

import re
from typing import Iterator, List, NamedTuple, Optional, Tuple, Union

from .errors import EnckeError

REDUCTIONS = frozenset(["SUM", "MIN", "MAX", "PROD", "NORM", "NNZ"])
# What `encke.evaluate` leaves to programs of the user's own.
_DECLARATIONS = frozenset(["def", "IndexLabel", "Tensor", "for", "while", "if",
                           "else", "return", "format", "reorder", "end"])
_TOKEN = re.compile(
    r"(?P<space>(?:\s|\#[^\n]*)+)"
    r"|(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)"
    r"|(?P<name>[A-Za-z_]\w*)"
    r"|(?P<string>\"[^\"\n]*\")"
    r"|(?P<sign>@\||@|\.\*|[-+]=|<=|>=|==|!=|&&|\|\||[-+*/()\[\]{}<>!,;:=?&|])",
    re.ASCII)


class Number(NamedTuple):
    text: str


class Name(NamedTuple):
    """A scalar, or a tensor as a whole."""

    name: str


class Access(NamedTuple):
    name: str
    labels: Tuple[str, ...]


class Negation(NamedTuple):
    operand: "Expression"


class Binary(NamedTuple):
    """`operator` is one of + - * / .* or of comparisons."""

    operator: str
    left: "Expression"
    right: "Expression"


class Semiring(NamedTuple):
    """x @(⊕,⊗) y; without ⊕: x @(⊗) y, and with `either` x @|(⊗) y."""

    add: Optional[str]
    multiply: str
    either: bool
    left: "Expression"
    right: "Expression"


class Application(NamedTuple):
    function: str
    arguments: Tuple["Expression", ...]


class Reduction(NamedTuple):
    """`labels` is None where all of them are meant."""

    function: str
    labels: Optional[Tuple[str, ...]]
    operand: "Expression"


Expression = Union[Number, Name, Access, Negation, Binary, Semiring,
                   Application, Reduction]


class Statement(NamedTuple):
    target: str
    labels: Optional[Tuple[str, ...]]  # None: a scalar, or a tensor as a whole
    mask: Optional[str]
    complement: bool
    operator: str  # "=", "+=", "-=", "@(max)="
    value: Expression
    start: int  # in the text
    declared: bool  # with 'var'


class _Token(NamedTuple):
    kind: str
    text: str
    start: int


def place_in(text: str, offset: int, name: str = "<text>") -> str:
    """The place of a character, as in messages of the compiler."""
    line = text.count("\n", 0, offset) + 1
    return f"{name}:{line}:{offset - (text.rfind(chr(10), 0, offset) + 1) + 1}"


class _Parser:
    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens: List[_Token] = list(self._split())
        self.next = 0

    def _split(self) -> Iterator[_Token]:
        position = 0
        while position < len(self.text):
            match = _TOKEN.match(self.text, position)
            if not match:
                raise self.error(f"unexpected {self.text[position]!r}",
                                 position)
            if match.lastgroup != "space":
                yield _Token(str(match.lastgroup), match.group(), position)
            position = match.end()
        yield _Token("end", "", len(self.text))

    def error(self, message: str, offset: Optional[int] = None) -> EnckeError:
        if offset is None:
            offset = self.tokens[self.next].start
        return EnckeError(message, place_in(self.text, offset), "syntax")

    @property
    def token(self) -> _Token:
        return self.tokens[self.next]

    def take(self) -> _Token:
        token = self.token
        self.next += token.kind != "end"
        return token

    def accept(self, *texts: str) -> bool:
        if self.token.text in texts and self.token.kind != "string":
            self.take()
            return True
        return False

    def expect(self, text: str) -> None:
        if not self.accept(text):
            found = self.token.text or "the end"
            raise self.error(f"expected '{text}', found '{found}'")

    def name(self) -> str:
        if self.token.kind != "name":
            found = self.token.text or "the end"
            raise self.error(f"expected a name, found '{found}'")
        return self.take().text

    def labels(self) -> Tuple[str, ...]:
        """After '['."""
        found: List[str] = []
        while not self.accept("]"):
            if found:
                self.expect(",")
            found.append(self.name())
        return tuple(found)

    # ---- statements

    def statements(self) -> List[Statement]:
        found: List[Statement] = []
        while self.token.kind != "end":
            if not self.accept(";"):
                found.append(self.statement())
                if self.token.kind != "end":
                    self.expect(";")
        return found

    def statement(self) -> Statement:
        start = self.token.start
        if self.token.text in _DECLARATIONS:
            raise self.error(
                f"'{self.token.text}' is for whole programs: encke.compile "
                "takes them")
        declared = self.accept("var")
        target = self.name()
        labels = self.labels() if self.accept("[") else None
        mask, complement = None, False
        if self.accept("<"):
            complement = self.accept("!")
            mask = self.name()
            if self.accept(","):
                self.name()
            self.expect(">")
        operator = self.take().text
        if operator == "@":
            self.expect("(")
            operator = f"@({self.take().text})="
            self.expect(")")
            self.expect("=")
        elif operator not in ("=", "+=", "-="):
            self.next -= 1
            raise self.error("expected an assignment, such as "
                             "'y[i] = A[i, j] * x[j]'")
        value = self.comparison()
        return Statement(target, labels, mask, complement, operator, value,
                         start, declared)

    # ---- expressions

    def comparison(self) -> Expression:
        left = self.sum()
        while self.token.text in ("<", "<=", ">", ">=", "==", "!=", "&&", "||"):
            operator = self.take().text
            left = Binary(operator, left, self.sum())
        return left

    def sum(self) -> Expression:
        left = self.product()
        while self.token.text in ("+", "-"):
            operator = self.take().text
            left = Binary(operator, left, self.product())
        return left

    def product(self) -> Expression:
        left = self.factor()
        while self.token.text in ("*", ".*", "/", "@", "@|"):
            operator = self.take().text
            if operator in ("@", "@|") and self.accept("("):
                names = [self.take().text]
                if self.accept(","):
                    names.append(self.take().text)
                self.expect(")")
                add = names[0] if len(names) == 2 else None
                left = Semiring(add, names[-1], operator == "@|", left,
                                self.factor())
            else:
                left = Binary(operator, left, self.factor())
        return left

    def factor(self) -> Expression:
        if self.accept("-"):
            return Negation(self.factor())
        if self.accept("!"):
            return self.factor()
        if self.accept("("):
            inner = self.comparison()
            self.expect(")")
            return inner
        if self.token.kind == "number":
            return Number(self.take().text)
        name = self.name()
        if name in REDUCTIONS and self.token.text in ("[", "("):
            bound = self.labels() if self.accept("[") else None
            self.expect("(")
            inner = self.comparison()
            self.expect(")")
            return Reduction(name, bound, inner)
        if self.accept("["):
            return Access(name, self.labels())
        if not self.accept("("):
            return Name(name)
        arguments: List[Expression] = []
        while not self.accept(")"):
            if arguments:
                self.expect(",")
            if self.accept("{"):  # the labels of transpose
                while not self.accept("}"):
                    self.take()
                    if self.token.kind == "end":
                        self.expect("}")
            else:
                arguments.append(self.comparison())
        if name in ("transpose", "convert") and len(arguments) == 1:
            return arguments[0]
        return Application(name, tuple(arguments))


def parse(text: str) -> List[Statement]:
    """The statements of a text, which ';' separates."""
    parser = _Parser(text)
    try:
        found = parser.statements()
    except RecursionError:
        raise EnckeError("the statement is nested too deeply",
                         identifier="syntax") from None
    if not found:
        raise EnckeError("there is no statement", identifier="syntax")
    return found


def walk(expression: Expression) -> Iterator[Expression]:
    """The expression and all of its parts."""
    yield expression
    parts: Tuple[Expression, ...] = ()
    if isinstance(expression, (Binary, Semiring)):
        parts = (expression.left, expression.right)
    elif isinstance(expression, (Negation, Reduction)):
        parts = (expression.operand,)
    elif isinstance(expression, Application):
        parts = expression.arguments
    for part in parts:
        yield from walk(part)
