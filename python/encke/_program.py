#===- _program.py - the program of some statements -------------------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Makes a program of statements: declarations follow from the operands."""

from __future__ import annotations

import re
from typing import (Dict, List, Mapping, NamedTuple, Optional, Sequence, Set,
                    Tuple, Union)

from . import _compiler, _infer
from ._formats import (DOUBLE, ElementType, FLOAT, Format, INT, INT32,
                       declare, parse_format)
from ._infer import Symbol, Symbols
from ._kinds import Kind
from ._statement import read_some
from ._tree import Access, Reduce, Statement, accesses, place_in, walk
from .errors import EnckeError

FormatSpec = Union[None, str, Mapping[str, str]]


# In front of the notes of a message.
_PLACE = re.compile(r"(?m)^((?:<stdin>|<text>|-):\d+:\d+): ")


class Declared(NamedTuple):
    """What a name stands for: a scalar if `format` is None."""

    type: ElementType
    labels: Tuple[str, ...]
    format: Optional[Format]


class Program(NamedTuple):
    """A program without `main`, one function for each result."""

    text: str
    functions: Tuple[str, ...]  # their names
    results: Tuple[str, ...]  # names of what they give
    declared: Dict[str, Declared]
    source: str  # the statements
    chunks: Tuple[Tuple[int, int, int], ...]  # line, columns added, offset
    # Results whose format was chosen here as a sparse one.
    guessed: Tuple[str, ...]

    def cleaned(self, message: str) -> str:
        """A message without places in `text`."""
        def placed(match: "re.Match[str]") -> str:
            place = self.place(match.group(1))
            return f"{place}: " if place else ""

        return _PLACE.sub(placed, message)

    def place(self, place: str) -> str:
        """A place in `text` as one in the statements."""
        head, _, column = place.rpartition(":")
        name, _, line = head.rpartition(":")
        if not (line.isdigit() and column.isdigit()):
            return place
        if name not in (_compiler.TEXT, "-", "<stdin>", ""):
            return place
        found = None
        for chunk in self.chunks:
            if chunk[0] <= int(line):
                found = chunk
        if found is None:
            return ""
        first, added, offset = found
        rows = self.source[:offset].count("\n")
        if int(line) > first:
            return f"{_compiler.TEXT}:{rows + 1 + int(line) - first}:{column}"
        start = offset - (self.source.rfind("\n", 0, offset) + 1)
        at = max(int(column) - added, 1) + start
        return f"{_compiler.TEXT}:{rows + 1}:{at}"


def weak_type(type_: ElementType, others: Sequence[ElementType]) -> ElementType:
    """The type of a number of Python's among operands of these types: as in
    NumPy it does not make their results wider than it has to."""
    widest = max(others, key=lambda each: each.rank, default=None)
    if widest is FLOAT and type_ is DOUBLE:
        return FLOAT
    if widest is INT32 and type_ is INT:
        return INT32
    return type_


class _Builder:
    def __init__(self, source: str, operands: Mapping[str, Kind],
                 formats: FormatSpec, results: Sequence[str],
                 sizes: Mapping[str, int], types: Mapping[str, ElementType],
                 guess: bool, pack: bool) -> None:
        self.source = source
        self.statements = read_some(source)
        self.operands = operands
        self.formats = formats
        self.sizes = sizes
        self.types = types
        self.guess = guess
        self.pack = pack
        self.guessed: List[str] = []
        self.results = tuple(results) or (self.statements[-1].target.name,)
        self.symbols: Symbols = {}
        self.declared: Dict[str, Declared] = {}
        self.labels: Dict[str, None] = {}  # a set in order
        self.spelled: Dict[Format, str] = {}

    def error(self, message: str, statement: Statement,
              identifier: str) -> EnckeError:
        return EnckeError(message, place_in(self.source, statement.at),
                          identifier)

    # ---- what there is

    def check_names(self) -> None:
        assigned: Set[str] = set()
        used: Set[str] = set()
        for statement in self.statements:
            names = [each.name for each in accesses(statement.value)]
            if statement.mask:
                names.append(statement.mask)
            for name in names:
                if name not in self.operands and name not in assigned:
                    raise self.error(
                        f"'{name}' is used, but it is neither given nor "
                        "assigned before", statement, "missing-operand")
            used.update(names)
            assigned.add(statement.target.name)
        for name in self.operands:
            if name not in used and name not in assigned:
                raise EnckeError(f"'{name}' is given, but not used",
                                 identifier="unused-operand")
        for name in self.results:
            if name not in assigned:
                raise EnckeError(f"'{name}' is asked for, but not assigned",
                                 identifier="unknown-result")
        if isinstance(self.formats, Mapping):
            for name in self.formats:
                if name not in assigned:
                    raise EnckeError(
                        f"there is a format for '{name}', which is not "
                        "assigned", identifier="unknown-result")

    def check_access(self, access: Access, statement: Statement) -> None:
        name, labels = access.name, access.labels
        symbol = self.symbols.get(name)
        if symbol is None or access.is_name:
            return
        if symbol.order is None:
            raise self.error(f"'{name}' is a single value, but it has labels",
                             statement, "operand-order")
        if symbol.order != len(labels):
            raise self.error(
                f"'{name}' has {symbol.order} dimension"
                f"{'' if symbol.order == 1 else 's'}, but {len(labels)} "
                f"label{'' if len(labels) == 1 else 's'} here", statement,
                "operand-order")

    def first_labels(self, name: str, order: int) -> Tuple[str, ...]:
        """Labels for the dimensions of an operand; '?' where none can be."""
        for statement in self.statements:
            for access in (*accesses(statement.value), statement.target):
                labels = access.labels
                if (access.name == name and not access.is_name
                        and len(labels) == order
                        and len(set(labels)) == order
                        and not any(each in self.sizes for each in labels)):
                    return labels
        return ("?",) * order

    def declare_operands(self) -> None:
        strong = [kind.type for kind in self.operands.values() if not kind.weak]
        for name, kind in self.operands.items():
            type_ = weak_type(kind.type, strong) if kind.weak else kind.type
            if kind.format is None:
                self.symbols[name] = Symbol(type_, False, None)
                self.declared[name] = Declared(type_, (), None)
                continue
            self.symbols[name] = Symbol(type_, kind.is_sparse, kind.order)
            labels = self.first_labels(name, kind.order)
            self.declared[name] = Declared(type_, labels, kind.format)

    # ---- what is assigned

    def named_format(self, name: str) -> Optional[str]:
        if isinstance(self.formats, str):
            return self.formats if name in self.results else None
        return (self.formats or {}).get(name)

    def default_format(self, statement: Statement,
                       labels: Tuple[str, ...]) -> str:
        """Sparse if the value is so along each label; by columns if all sparse
        operands are."""
        masked = (bool(statement.mask) and not statement.complement
                  and self.symbols[statement.mask].sparse)
        if (not self.guess or len(labels) < 2
                or not (masked or _infer.is_sparse(statement.value, labels,
                                                   self.symbols))):
            return "dense"
        self.guessed.append(statement.target.name)
        if len(labels) > 2:
            return "csf"
        used = [self.declared[each.name].format
                for each in accesses(statement.value)
                if each.name in self.declared]
        sparse = [each.text for each in used if each and not each.is_dense]
        return "csc" if sparse and set(sparse) == {"CSC"} else "csr"

    def declare_target(self, statement: Statement) -> None:
        name, labels = statement.target.name, statement.target.labels
        type_ = (self.types.get(name)
                 or _infer.type_of(statement.value, labels, self.symbols))
        if statement.target.is_name:
            value = statement.value
            copied = (self.declared.get(value.name)
                      if isinstance(value, Access) and value.is_name
                      else None)
            if copied is None or copied.format is None:
                self.symbols[name] = Symbol(type_, False, None)
                self.declared[name] = Declared(type_, (), None)
                return
            labels = ("?",) * copied.format.order
            chosen = self.named_format(name)
            if chosen is None:
                chosen = copied.format.text
        else:
            chosen = self.named_format(name)
            if chosen is None:
                chosen = self.default_format(statement, labels)
        format_ = parse_format(chosen, len(labels))
        self.symbols[name] = Symbol(type_, not format_.is_dense, len(labels))
        self.declared[name] = Declared(type_, labels, format_)

    def declare_all(self) -> None:
        self.declare_operands()
        for statement in self.statements:
            for each in walk(statement.value):
                if isinstance(each, Access):
                    self.check_access(each, statement)
                if isinstance(each, (Access, Reduce)):
                    self.labels.update(dict.fromkeys(each.labels))
            self.labels.update(dict.fromkeys(statement.target.labels))
            if statement.target.name in self.symbols:
                self.check_access(statement.target, statement)
            else:
                self.declare_target(statement)

    # ---- the text

    def declaration(self, name: str, what: Declared) -> str:
        if what.format is None:
            return f"{what.type.name} {name}"
        return (f"Tensor<{what.type.name}> {name}([{', '.join(what.labels)}], "
                f"{self.spelled[what.format]})")

    def body(self, first_line: int) -> Tuple[List[str],
                                             List[Tuple[int, int, int]]]:
        """The statements' lines, and where they are from."""
        lines: List[str] = []
        chunks: List[Tuple[int, int, int]] = []
        scalars: Set[str] = set(self.operands)
        for number, statement in enumerate(self.statements):
            last = number + 1 == len(self.statements)
            end = (len(self.source) if last
                   else self.statements[number + 1].at)
            text = self.source[statement.at:end].rstrip()
            name, added = statement.target.name, ""
            if (self.declared[name].format is None
                    and name not in scalars
                    and not statement.declared):
                added = "var "
            scalars.add(name)
            chunks.append((first_line + len(lines), len(added),
                           statement.at))
            lines.extend((added + text).split("\n"))
        lines.append(";")
        return lines, chunks

    def build(self) -> Program:
        self.check_names()
        self.declare_all()
        used = [each.format for each in self.declared.values() if each.format]
        used += [parse_format("dense", each.order) for each in used]
        lines, self.spelled = declare(used, self.unused)
        signature = ", ".join(self.declaration(name, self.declared[name])
                              for name in self.operands)
        parameters = {label for name in self.operands
                      for label in self.declared[name].labels}
        functions: List[str] = []
        chunks: List[Tuple[int, int, int]] = []
        for number, result in enumerate(self.results):
            self.function(number, result, signature, parameters, functions,
                          lines, chunks)
        return Program("\n".join(lines) + "\n", tuple(functions), self.results,
                       self.declared, self.source, tuple(chunks),
                       tuple(self.guessed))

    def function(self, number: int, result: str, signature: str,
                 parameters: Set[str], functions: List[str], lines: List[str],
                 chunks: List[Tuple[int, int, int]]) -> None:
        """Adds the function that gives `result`."""
        name = self.unused("compute" if number == 0 else f"compute{number}")
        functions.append(name)
        what = self.declared[result]
        # A label with a size from the user is declared with it.
        returned = tuple("?" if label in self.sizes else label
                         for label in what.labels)
        declared = dict(self.declared)
        ending = [f"return {result};", "}"]
        if self.pack and what.format is not None and not what.format.is_dense \
                and result not in self.operands:
            # Its value is everywhere: computed dense, its nonzeros stored.
            packed = self.unused("packed")
            declared[result] = what._replace(
                format=parse_format("dense", what.format.order))
            declared[packed] = what
            labels = "[" + ", ".join(what.labels) + "]"
            ending = [f"{packed}{labels} = {result}{labels};",
                      f"return {packed};", "}"]
        known = parameters | set(returned)
        type_ = (what.type.name if what.format is None else
                 f"Tensor<{what.type.name}>([{', '.join(returned)}], "
                 f"{self.spelled[what.format]})")
        lines.append(f"def {name}({signature}) -> {type_} {{")
        lines += [f"IndexLabel [{label}] = [{self.sizes.get(label, '?')}];"
                  for label in self.labels if label not in known]
        lines += [self.declaration(name, what) + ";"
                  for name, what in declared.items()
                  if name not in self.operands and what.format is not None]
        body, found = self.body(len(lines) + 1)
        lines += body + ending
        chunks += found

    def unused(self, name: str) -> str:
        while name in self.declared or name in self.labels:
            name += "_"
        return name


def build(source: str, operands: Mapping[str, Kind],
          formats: FormatSpec = None, results: Sequence[str] = (),
          sizes: Optional[Mapping[str, int]] = None,
          types: Optional[Mapping[str, ElementType]] = None,
          guess: bool = True, pack: bool = False) -> Program:
    """The program of statements with operands of these kinds. With `pack`
    sparse results are computed as dense ones, of which nonzeros are stored."""
    return _Builder(source, operands, formats, results, sizes or {},
                    types or {}, guess, pack).build()


__all__ = ["Declared", "FormatSpec", "Program", "build", "weak_type"]
