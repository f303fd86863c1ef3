#===- explanation.py - what a call does ------------------------------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""`encke.explain`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, List, Mapping, Optional, Sequence, Tuple

from . import api
from ._evaluate import Compiled, compiled, formats_key
from ._operands import Adapted, adapt, listening


@dataclass(frozen=True)
class OperandExplained:
    """An operand: what it was taken as, and why it was copied."""

    name: str
    given: str
    taken: str
    copies: Tuple[str, ...]

    @property
    def copied(self) -> bool:
        """Whether it was copied, in whole or in part."""
        return bool(self.copies)

    def __str__(self) -> str:
        how = "; ".join(self.copies) or "as it is"
        return f"{self.name}: {self.given}, taken as {self.taken}: {how}"


@dataclass(frozen=True, repr=False)
class Explanation:
    """What `encke.explain` says; printed, it is a text."""

    operands: Tuple[OperandExplained, ...]
    result: str
    text: str  # of the program
    library: str  # a file; "" if there is none
    seconds: float  # that compiling took in this process
    warnings: Tuple[str, ...]

    def __str__(self) -> str:
        compiled = (f"compiled in {self.seconds * 1e3:.0f} ms" if self.seconds
                    else "from the cache")
        lines = [str(each) for each in self.operands]
        lines += [f"result: {self.result}",
                  f"code: {compiled}, {self.library or 'kept in memory only'}"]
        lines += [f"warning: {each}" for each in self.warnings]
        return "\n".join([*lines, "", self.text.rstrip()])

    def __repr__(self) -> str:
        return str(self)


def _describe(operand: Any) -> str:
    class_ = type(operand)
    name = class_.__name__
    if class_.__module__.split(".")[0] not in ("builtins", "numpy"):
        name = f"{class_.__module__.split('.')[0]} {name}"
    shape = getattr(operand, "shape", None)
    if not isinstance(shape, tuple) or not shape:
        return name
    return f"{name} {' x '.join(map(str, shape))}"


def _taken(adapted: Adapted) -> str:
    kind = adapted[0]
    if kind.format is None:
        return f"{kind.type.name} value"
    indices = f", {64 if kind.wide else 32}-bit indices" if kind.indexed else ""
    return f"{kind.type.name}, {kind.format.text}{indices}"


def _adapt(name: str, operand: Any) -> Tuple[Adapted, OperandExplained]:
    with listening() as notes:
        adapted = adapt(operand)
    return adapted, OperandExplained(name, _describe(operand), _taken(adapted),
                                     tuple(notes))


def explain(statements: str, *operands: Any, format: api.Formats = None,
            semiring: Optional[str] = None, mask: Any = None,
            complement: bool = False, results: Sequence[str] = (),
            sizes: Optional[Mapping[str, int]] = None,
            **named: Any) -> Explanation:
    """Says what `einsum` does with these operands, or `evaluate` with operands
    that are given by their names: which of them it copies and why, what the
    result is, and what was compiled. Nothing is computed. ::

        >>> print(encke.explain("ij,j->i", A, x[::2]))
        operand 0: scipy csr_array 4 x 6, taken as double, CSR, …: as it is
        operand 1: ndarray 6, taken as double, Dense: copied: …
    """
    pairs: List[Tuple[Adapted, OperandExplained]]
    found: Compiled
    if operands:
        pairs = [_adapt(f"operand {number}", each)
                 for number, each in enumerate(operands)]
        masks = None if mask is None else _adapt("mask", mask)
        found = compiled(api.einsum_statements(
            statements, [each[0] for each in pairs], format, semiring,
            masks and masks[0], bool(complement)), 2)
        if masks is not None:
            pairs.append(masks)
    else:
        pairs = [_adapt(name, each) for name, each in named.items()]
        found = compiled(api.evaluate_statements(
            statements, tuple(named), tuple(each[0][0] for each in pairs),
            formats_key(format), tuple(results), api.check_sizes(sizes)), 2)
    converters = found.evaluations[0].converters
    explained = []
    for number, (adapted, each) in enumerate(pairs):
        with listening() as notes:
            convert = converters[number] if converters is not None else None
            if convert is not None:
                convert(adapted)
        explained.append(replace(each, copies=each.copies + tuple(notes)))
    signatures = [each.entry.result for each in found.evaluations]
    return Explanation(
        tuple(explained), "; ".join(str(each) for each in signatures),
        found.program.text, found.library.path, found.library.seconds,
        tuple(each[2] for each in found.library.warnings))
