# ===- _grad_rules.py - the derivative of each operation -------------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===#
"""The derivatives of operators and functions.

A path is the product of what stands between the result and a place in an expression.
A rule says how it goes on to each operand."""

from __future__ import annotations

import dataclasses
from typing import Iterator

from ._tree import (COMPARISONS, Binary, Call, Number, Reduce, Semiring, Tree,
                    Unary)

FUNCTIONS = {"abs": 1, "cos": 1, "exp": 1, "log": 1, "max": 2, "min": 2, "pow": 2,
             "relu": 1, "sigmoid": 1, "sin": 1, "sqrt": 1, "tanh": 1}
# Nothing changes where these do not jump.
CONSTANT = (*COMPARISONS, "&&", "||", "!")
ONE = Number("1")
ZERO = Number("0")


@dataclasses.dataclass(frozen=True)
class Path:
    """coefficient * factors / divisors."""

    factors: tuple[Tree, ...] = ()
    divisors: tuple[Tree, ...] = ()
    coefficient: float = 1.0


def times(path: Path, *factors: Tree) -> Path:
    """A path with further factors."""
    for factor in factors:
        if isinstance(factor, Unary) and factor.operator == "-":
            path = scaled(times(path, factor.operand), -1)
        elif isinstance(factor, Number):
            path = scaled(path, float(factor.text))
        elif isinstance(factor, Binary) and factor.operator == "*":
            path = times(path, factor.left, factor.right)
        else:
            path = dataclasses.replace(path, factors=path.factors + (factor,))
    return path


def over(path: Path, *divisors: Tree) -> Path:
    return dataclasses.replace(path, divisors=path.divisors + divisors)


def scaled(path: Path, factor: float) -> Path:
    return dataclasses.replace(path, coefficient=path.coefficient * factor)


def number(value: float) -> Number:
    return Number(str(int(value)) if value == int(value) and abs(value) < 2**53
                  else repr(value))


def product(path: Path) -> Tree:
    """The expression that a path is."""
    factors = list(path.factors)
    size = abs(path.coefficient)
    if not factors:
        result: Tree = Number(repr(size))  # with a point, so that it is no integer
    else:
        if size != 1:
            factors.insert(0, number(size))
        result = factors[0]
        for factor in factors[1:]:
            result = Binary("*", result, factor)
    for divisor in path.divisors:
        result = Binary("/", result, divisor)
    return Unary("-", result) if path.coefficient < 0 else result


def is_differentiable(tree: Tree) -> bool:
    """Whether there is a rule for an operation."""
    if isinstance(tree, Semiring):
        return False
    if isinstance(tree, Call):
        return FUNCTIONS.get(tree.function) == len(tree.operands)
    return not isinstance(tree, Reduce) or tree.kind in (
        "SUM", "NORM", "MAX", "MIN", "NNZ")


def derivatives(tree: Tree, path: Path) -> Iterator[tuple[Tree, Path]]:
    """The operands of an operation, each with the path to it."""
    if isinstance(tree, Reduce):
        if tree.kind == "SUM":
            yield tree.operand, path
    elif isinstance(tree, Unary):
        if tree.operator == "-":
            yield tree.operand, scaled(path, -1)
    elif isinstance(tree, Binary):
        yield from of_operator(tree, path)
    elif isinstance(tree, Call):
        yield from of_function(tree, path)


def of_operator(tree: Binary, path: Path) -> Iterator[tuple[Tree, Path]]:
    left, right = tree.left, tree.right
    if tree.operator in "+-":
        yield left, path
        yield right, path if tree.operator == "+" else scaled(path, -1)
    elif tree.operator == "*":
        yield left, times(path, right)
        yield right, times(path, left)
    elif tree.operator == "/":
        yield left, over(path, right)
        yield right, scaled(over(times(path, left), right, right), -1)


def of_function(tree: Call, path: Path) -> Iterator[tuple[Tree, Path]]:
    name, a = tree.function, tree.operands[0]
    if name == "pow":
        yield from of_power(tree, path)
    elif name in ("max", "min"):
        b = tree.operands[1]
        first, second = (">=", "<") if name == "max" else ("<=", ">")
        yield a, times(path, Binary(first, a, b))
        yield b, times(path, Binary(second, a, b))
    elif name == "abs":
        yield a, times(path, Binary("-", Binary(">", a, ZERO), Binary("<", a, ZERO)))
    elif name == "relu":
        yield a, times(path, Binary(">", a, ZERO))
    elif name == "exp":
        yield a, times(path, tree)
    elif name == "log":
        yield a, over(path, a)
    elif name == "sqrt":
        yield a, scaled(over(path, tree), 0.5)
    elif name == "sin":
        yield a, times(path, Call("cos", (a,)))
    elif name == "cos":
        yield a, scaled(times(path, Call("sin", (a,))), -1)
    elif name == "tanh":
        yield a, times(path, Binary("-", ONE, Call("pow", (tree, Number("2")))))
    elif name == "sigmoid":
        yield a, times(path, tree, Binary("-", ONE, tree))


def constant(tree: Tree) -> float | None:
    if isinstance(tree, Number) and tree.text not in ("true", "false"):
        return float(tree.text)
    if isinstance(tree, Unary) and tree.operator == "-":
        inner = constant(tree.operand)
        return None if inner is None else -inner
    return None


def of_power(tree: Call, path: Path) -> Iterator[tuple[Tree, Path]]:
    base, exponent = tree.operands
    value = constant(exponent)
    if value is not None:
        if value == 0:
            return
        further = scaled(path, value)
        if value == 2:
            further = times(further, base)
        elif value == -1:
            further = over(further, base, base)
        elif value < 0:
            further = times(over(further, base), tree)
        elif value != 1:
            further = times(further, Call("pow", (base, number(value - 1))))
        yield base, further
        return
    one_less = Binary("-", exponent, ONE)
    yield base, times(path, exponent, Call("pow", (base, one_less)))
    yield exponent, times(path, Call("log", (base,)), tree)
