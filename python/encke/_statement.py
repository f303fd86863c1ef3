# ===- _statement.py - reading statements of the language ------------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===#
"""Reads statements in Einstein notation into trees. What is wrong with them beyond
their syntax, the compiler says. It does not know powers: `x ^ 2` is for gradients."""

from __future__ import annotations

import re
from typing import NoReturn, Optional

from ._tree import (COMPARISONS, PRODUCT, STRENGTH, Access, Binary, Call, Number,
                    Reduce, Semiring, Statement, Tree, Unary, fail, free, ordered)
from .errors import EnckeError

REDUCTIONS = ("SUM", "MIN", "MAX", "PROD", "NORM", "NNZ")
# What statements leave to programs of the user's own.
DECLARATIONS = ("def", "IndexLabel", "Tensor", "for", "while", "if", "else", "return",
                "format", "reorder", "end")
TOKEN = re.compile(
    r"(?P<space>(?:\s|#[^\n]*)+)"
    r"|(?P<number>(?:\d+\.(?!\*)\d*|\.\d+|\d+)(?:[eE][-+]?\d+)?)"
    r"|(?P<name>[A-Za-z_]\w*)"
    r"|(?P<sign>\*\*|\.\*|@\||[-+]=|<=|>=|==|!=|&&|\|\||[-+*/^%()\[\]{}<>!,;=@&|])",
    re.ASCII)
# How strongly operators bind, as they are written.
BINDING = {**STRENGTH, **dict.fromkeys((".*", "%", "@", "@|"), PRODUCT)}


class Reader:
    """A parser by recursive descent."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens: list[tuple[Optional[str], str, int]] = []
        at = 0
        while at < len(text):
            match = TOKEN.match(text, at)
            if match is None:
                fail(text, at, f"unexpected {text[at]!r}")
            if match.lastgroup != "space":
                self.tokens.append((match.lastgroup, match.group(), at))
            at = match.end()
        self.tokens.append(("end", "", len(text.rstrip())))
        self.next = 0

    # --- Tokens ---------------------------------------------------------------

    @property
    def kind(self) -> Optional[str]:
        """What the next token is."""
        return self.tokens[self.next][0]

    @property
    def token(self) -> str:
        return self.tokens[self.next][1]

    @property
    def place(self) -> int:
        return self.tokens[self.next][2]

    def take(self, *wanted: str) -> str:
        """The next token, if it is one of these or if none is wanted."""
        token = self.token
        if not token or wanted and token not in wanted:
            return ""
        self.next += 1
        return token

    def missing(self, what: str, hint: str = "") -> NoReturn:
        found = f"expected {what}, found '{self.token or 'the end'}'"
        fail(self.text, self.place, found + (hint and f"\n  help: {hint}"))

    def expect(self, wanted: str) -> None:
        if not self.take(wanted):
            self.missing(f"'{wanted}'")

    def name(self, what: str = "a name") -> str:
        if self.kind != "name":
            self.missing(what)
        return self.take()

    def labels(self, end: str) -> tuple[str, ...]:
        """Those up to a bracket."""
        result: list[str] = []
        while not self.take(end):
            if result:
                self.expect(",")
            result.append(self.name())
        return tuple(result)

    # --- Statements -----------------------------------------------------------

    def statements(self) -> list[Statement]:
        result = []
        while self.kind != "end":
            if not self.take(";"):
                result.append(self.statement())
                if self.kind != "end":
                    self.expect(";")
        return result

    def statement(self) -> Statement:
        at = self.place
        if self.token in DECLARATIONS:
            fail(self.text, at, f"'{self.token}' is for whole programs: "
                 "encke.compile takes them")
        declared = bool(self.take("var"))
        name = self.name()
        has_labels = bool(self.take("["))
        labels = self.labels("]") if has_labels else ()
        target = Access(name, labels, not has_labels, at)
        mask = operator = ""
        complement = False
        if self.take("<"):
            complement = bool(self.take("!"))
            mask = self.name()
            if self.take(","):
                self.name()  # the way to apply it
            operator = "=" if self.take(">=") else ""
            if not operator:
                self.expect(">")
        return Statement(target, operator or self.assignment(), self.expression(),
                         mask, complement, declared, at)

    def assignment(self) -> str:
        if self.take("@"):
            self.expect("(")
            operator = f"@({self.take()})="
            self.expect(")")
            self.expect("=")
            return operator
        operator = self.take("=", "+=", "-=")
        if not operator:
            self.missing("'=', as in 'y[i] = A[i, j] * x[j]'")
        return operator

    # --- Expressions ----------------------------------------------------------

    def expression(self, strength: int = 0) -> Tree:
        """Of operators that bind at least so strongly."""
        result = self.prefix()
        while BINDING.get(self.token, -1) >= strength:
            at = self.place
            operator = self.take()
            binding = BINDING[operator]
            if operator == "%":
                fail(self.text, at, "not supported yet: '%'", "not-supported")
            if operator[0] == "@":
                result = self.semiring(result, operator == "@|", at)
                continue
            right = self.expression(binding + 1)
            result = Binary(operator.lstrip("."), result, right, at)
            if operator in COMPARISONS and self.token in COMPARISONS:
                self.missing("an operator or ';'")  # they have no order
        return result

    def semiring(self, left: Tree, either: bool, at: int) -> Semiring:
        """After '@' or '@|'."""
        if not self.take("("):
            self.missing("'('", "the matrix product is '*', with labels: "
                         "'A[i, j] * B[j, k]'")
        names = [self.take()]
        if self.take(","):
            names.append(self.take())
        self.expect(")")
        add = names[0] if len(names) == 2 else ""
        return Semiring(names[-1], left, self.prefix(), add, either, at)

    def prefix(self) -> Tree:
        """`x ^ 2` and `x ** 2` mean pow(x, 2)."""
        at = self.place
        operator = self.take("-", "!")
        if operator:
            return Unary(operator, self.prefix(), at)
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
        if self.kind == "number" or self.token in ("true", "false"):
            return Number(self.take(), at)
        name = self.name("an expression")
        if name in REDUCTIONS and self.token in ("[", "("):
            return self.reduction(name, at)
        if self.take("["):
            return Access(name, self.labels("]"), at=at)
        if not self.take("("):
            return Access(name, is_name=True, at=at)
        operands = [self.expression()]
        while self.take(","):
            if name == "transpose" and self.take("{"):
                self.labels("}")
                self.expect(")")
                return operands[0]
            operands.append(self.expression())
        self.expect(")")
        return Call(name, tuple(operands), at)

    def reduction(self, kind: str, at: int) -> Reduce:
        labels = self.labels("]") if self.take("[") else None
        self.expect("(")
        operand = self.expression()
        self.expect(")")
        if labels is None:
            labels = ordered(operand, free(operand))
        return Reduce(kind, labels, operand, at)


def read(text: str) -> list[Statement]:
    """The statements of a text, which ';' separates."""
    try:
        return Reader(text).statements()
    except RecursionError:
        raise EnckeError("the statement is nested too deeply",
                         identifier="syntax") from None


def read_some(text: str) -> list[Statement]:
    """Those of a text that has at least one."""
    found = read(text)
    if not found:
        raise EnckeError("there is no statement", identifier="syntax")
    return found
