#===- _einsum.py - subscripts as statements --------------------------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Makes statements of subscripts such as "ij,jk->ik"."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import List, Optional, Sequence, Tuple

from .errors import EnckeError

RESULT, MASK = "R0", "M0"
_ADD = ("+", "*", "min", "max", "any", "|", "&")
_MULTIPLY = ("+", "-", "*", "/", "min", "max", "first", "second", "any", "pair",
             "|", "&")
# Names of GraphBLAS.
_ALIASES = {"plus": "+", "times": "*", "lor": "|", "land": "&", "or": "|",
            "and": "&", "minus": "-", "div": "/"}
_REDUCTIONS = {"+": "SUM", "*": "PROD", "min": "MIN", "max": "MAX"}
_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


_NAMES = re.compile(
    r"operand '(T\d+|M0)' of '\w+'|(?:mask |target )?'(T\d+|M0|R0)'")


def renamed(message: str) -> str:
    """A message about the statement as one about the operands of `einsum`."""
    def name(match: "re.Match[str]") -> str:
        found = match.group(1) or match.group(2)
        if found == MASK:
            return "the mask"
        return "the result" if found == RESULT else f"operand {found[1:]}"

    return _NAMES.sub(name, message)


def _wrong(subscripts: str, why: str) -> EnckeError:
    return EnckeError(f"subscripts {subscripts!r}: {why}",
                      identifier="subscripts")


@lru_cache(maxsize=None)
def parse_semiring(text: str) -> Tuple[str, str]:
    """(⊕, ⊗) of "min,+" or "min_plus"."""
    if not isinstance(text, str):
        raise TypeError(f"a semiring is a text such as 'min,+', not {text!r}")
    words = [word.strip() for word in
             re.split(r"[,_.]", text.strip().strip("()"))]
    words = [_ALIASES.get(word, word) for word in words]
    if len(words) != 2 or words[0] not in _ADD or words[1] not in _MULTIPLY:
        raise EnckeError(
            f"unknown semiring {text!r}: it is two operators, such as 'min,+'; "
            f"the first is one of {' '.join(_ADD)}, the second one of "
            f"{' '.join(_MULTIPLY)}", identifier="unknown-semiring")
    return words[0], words[1]


def _expand(subscripts: str, terms: List[str], output: Optional[str],
            orders: Sequence[int]) -> Tuple[List[str], Optional[str]]:
    """Letters for '...'."""
    most = 0
    for term, order in zip(terms, orders):
        if "..." in term:
            letters = term.replace("...", "", 1)
            if "." in letters:
                raise _wrong(subscripts, "'...' stands once in a term")
            most = max(most, order - len(letters))
    unused = [letter for letter in _LETTERS if letter not in subscripts]
    if most > len(unused):
        raise _wrong(subscripts, "there are not enough letters for '...'")
    hidden = "".join(unused[:most])
    found = []
    for term, order in zip(terms, orders):
        count = order - len(term.replace("...", "", 1))
        if "..." in term and count < 0:
            raise _wrong(subscripts, f"'{term}' has more letters than its "
                                     f"operand has dimensions, {order}")
        found.append(term.replace("...", hidden[most - count:]
                                  if "..." in term else ""))
    if output is None:
        if most:
            named = _implicit(terms)
            return found, hidden + "".join(
                letter for letter in named if letter != ".")
        return found, None
    if most and "..." not in output:
        raise _wrong(subscripts, "'...' is missing on the right")
    return found, output.replace("...", hidden)


def _implicit(terms: Sequence[str]) -> str:
    joined = "".join(terms)
    return "".join(sorted(letter for letter in set(joined)
                          if joined.count(letter) == 1))


def _access(name: str, letters: str) -> str:
    return f"{name}[{', '.join(letters)}]" if letters else name


@lru_cache(maxsize=4096)
def statement(subscripts: str, orders: Tuple[int, ...],
              semiring: Optional[str], mask: bool,
              complement: bool) -> Tuple[str, Tuple[str, ...]]:
    """The statement of subscripts and the operands' names in it. `orders` are
    the operands' numbers of dimensions, 0 of single values."""
    if not isinstance(subscripts, str):
        raise TypeError(f"subscripts are a text such as 'ij,jk->ik', not "
                        f"{subscripts!r}")
    left, arrow, right = subscripts.replace(" ", "").partition("->")
    terms = left.split(",")
    output: Optional[str] = right if arrow else None
    for term in (*terms, right):
        for letter in term.replace("...", ""):
            if letter not in _LETTERS:
                raise _wrong(subscripts, f"'{letter}' is no letter")
    if len(terms) != len(orders):
        raise _wrong(subscripts,
                     f"there are {len(terms)} terms, but {len(orders)} "
                     f"operand{'' if len(orders) == 1 else 's'}")
    if "..." in subscripts:
        terms, output = _expand(subscripts, terms, output, orders)
    if output is None:
        output = _implicit(terms)
    for number, (term, order) in enumerate(zip(terms, orders)):
        if len(term) != order:
            raise _wrong(subscripts,
                         f"operand {number} has {order} dimension"
                         f"{'' if order == 1 else 's'}, not {len(term)} as in "
                         f"'{term}'")
    for letter in output:
        if output.count(letter) > 1:
            raise _wrong(subscripts, f"'{letter}' stands twice on the right")
        if not any(letter in term for term in terms):
            raise _wrong(subscripts,
                         f"'{letter}' stands on the right, but nowhere on the "
                         "left")
    names = tuple(f"T{number}" for number in range(len(terms)))
    value = _value(subscripts, terms, names, output, semiring)
    if not mask:
        return f"{_access(RESULT, output)} = {value}", names
    if not output:
        raise _wrong(subscripts, "a single value has no mask")
    inside = f"<{'!' if complement else ''}{MASK}>"
    return f"{_access(RESULT, output)}{inside} = {value}", (*names, MASK)


def _value(subscripts: str, terms: Sequence[str], names: Sequence[str],
           output: str, semiring: Optional[str]) -> str:
    accesses = [_access(name, term) for name, term in zip(names, terms)]
    add, multiply = parse_semiring(semiring) if semiring else ("+", "*")
    if len(terms) == 1:
        bound = "".join(dict.fromkeys(letter for letter in terms[0]
                                      if letter not in output))
        if not bound:
            return accesses[0]
        if add in _REDUCTIONS:
            labels = f"[{', '.join(bound)}]" if output else ""
            return f"{_REDUCTIONS[add]}{labels}({accesses[0]})"
        return f"{accesses[0]} @({add},first) {accesses[0]}"
    if (add, multiply) == ("+", "*"):
        return " * ".join(accesses)
    return f" @({add},{multiply}) ".join(accesses)
