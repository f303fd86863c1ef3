#===- _evaluate.py - statements, compiled for kinds of operands ------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Compiles statements for operands of certain kinds, and calls them."""

from __future__ import annotations

from typing import (Any, Callable, Dict, List, Mapping, NamedTuple, Optional,
                    Sequence, Tuple)

import numpy as np

from . import _cache, _compiler, _einsum, _library, _program, _results
from ._call import Caller
from ._convert import widened
from ._formats import ElementType, INT32
from ._kinds import Kind, OWN, kind_of, size_of
from ._library import Entry
from ._operands import Adapted, address_of
from .errors import EnckeError
from .formats import text_of
from .tensor import Tensor, take_dense

Converter = Callable[[Adapted], Adapted]


def check_threads(threads: Any) -> int:
    """The number of threads that a user asks for; 0 is the default."""
    if threads is None:
        return 0
    if isinstance(threads, bool) or not isinstance(threads, int):
        raise TypeError(f"threads is a number, not {threads!r}")
    if not 0 < threads < 2**31:
        raise ValueError(f"threads is a positive number, not {threads}")
    return threads


def _to_int32(adapted: Adapted) -> Adapted:
    if not -2**31 <= adapted[1] < 2**31:
        raise ValueError(f"{adapted[1]} does not fit int32, the type of the "
                         "other operands")
    return adapted


class Evaluation:
    """A function of a library that is called with operands of these kinds."""

    def __init__(self, entry: Entry, kinds: Sequence[Kind],
                 out: Optional[Kind] = None, always: bool = False,
                 place: Callable[[str], str] = str,
                 clean: Callable[[str], str] = str) -> None:
        self.entry = entry
        self.kinds = tuple(kinds)
        self.place = place
        self.clean = clean
        self.out = out
        converters = self._converters()
        self.converters = converters if any(converters) else None
        taken = [self._taken(kind) for kind in kinds]
        result = entry.result
        self.make: Callable[[Tensor], Any] = lambda tensor: tensor
        self.result_kind: Optional[Kind] = None
        self.is_dense = False
        if result.format is not None:
            assert result.type is not None
            self.make = _results.maker(kinds, result)
            self.is_dense = result.format.is_dense
            self.dtype = result.type.dtype
            self.result_kind = kind_of(result.type, result.format, self.wide,
                                       by_address=True, source=OWN)
        # Where a dense result takes its shape, or only size, from; then its
        # memory is NumPy's from the start.
        self.shape: Optional[Callable[[Any], Any]] = None
        self.into = out
        if self.is_dense and out is None:
            self.shape = self._find_shape(taken)
            if self.shape is not None:
                assert result.type is not None
                self.into = kind_of(result.type, result.format)
        self.caller = Caller(entry, taken, self.into, always)

    def _find_shape(self, taken: Sequence[Kind],
                    ) -> Optional[Callable[[Any], Any]]:
        found = []
        if self.entry.takes_communicator:
            return None  # a part may have another size than the whole
        for label in self.entry.result.labels:
            place = next(
                ((number, parameter.labels.index(label)) for number, parameter
                 in enumerate(self.entry.parameters)
                 if label in parameter.labels), None)
            if place is None or label == "?":
                return None
            found.append(size_of(taken[place[0]], *place))
        if len(found) == 1:
            return found[0]
        if not found or len(found) > 4:
            return None
        return lambda prepared: tuple([size(prepared) for size in found])

    # ---- operands that have to be converted

    @property
    def wide(self) -> bool:
        """Whether the 64-bit code is called."""
        return is_wide(self.kinds, self.out)

    def _taken(self, kind: Kind) -> Kind:
        if self.wide and kind.indexed and not kind.wide:
            return kind_of(kind.type, kind.format, True, source=kind.source)
        return kind

    def _converters(self) -> List[Optional[Converter]]:
        found: List[Optional[Converter]] = []
        if self.wide and self.out is not None and self.out.indexed \
                and not self.out.wide:
            raise EnckeError(
                "the indices of an operand have 64 bits, those of 'out' 32",
                identifier="operand-width")
        for kind, parameter in zip(self.kinds, self.entry.parameters):
            if self._taken(kind) is not kind:
                found.append(widened)
            elif kind.weak and parameter.type is INT32 and kind.type != INT32:
                found.append(_to_int32)
            else:
                found.append(None)
        return found

    # ---- calls

    def __call__(self, prepared: List[Adapted], threads: int = 0,
                 out: Optional[Adapted] = None, flags: int = 0,
                 files: Any = None, communicator: int = 0) -> Any:
        if self.converters is not None:
            prepared = [each if convert is None else convert(each)
                        for convert, each in zip(self.converters, prepared)]
        result = None
        try:
            if self.shape is not None and out is None:
                result = np.empty(self.shape(prepared), self.dtype)
                out = (self.into, (address_of(result), result.shape), result,
                       None)
            found = self.caller(prepared, threads, flags, out, files,
                                communicator)
        except EnckeError as error:
            raise self._placed(error) from None
        except MemoryError:
            raise EnckeError("there is not enough memory for the result",
                             self.place(self.entry.place),
                             "out-of-memory") from None
        if out is not None:
            return result
        if self.result_kind is None:
            return found
        if self.is_dense:
            return take_dense(found, self.dtype)
        return self.make(Tensor._adopt(found, self.result_kind))

    def tensor(self, prepared: List[Adapted]) -> Tensor:
        """The result as a tensor of the library, whatever users get."""
        if self.converters is not None:
            prepared = [each if convert is None else convert(each)
                        for convert, each in zip(self.converters, prepared)]
        return Tensor._adopt(self.caller(prepared), self.result_kind)

    def _placed(self, error: EnckeError) -> EnckeError:
        return EnckeError(self.clean(error.message), self.place(error.place),
                          error.identifier, error.others)


#===------------------------------------------------------------------------===#
# By statements
#===------------------------------------------------------------------------===#

class Statements(NamedTuple):
    """Statements and what they are compiled for."""

    source: str
    names: Tuple[str, ...]
    kinds: Tuple[Kind, ...]
    formats: Any  # text, or pairs of name and text
    results: Tuple[str, ...]
    sizes: Tuple[Tuple[str, int], ...]
    out: Optional[Kind]
    types: Tuple[Tuple[str, ElementType], ...] = ()  # of what is assigned
    by_subscripts: bool = False  # as `einsum` makes them


class Compiled(NamedTuple):
    """What statements became."""

    program: _program.Program
    library: _cache.Compiled
    evaluations: Tuple[Evaluation, ...]


_compiled: Dict[Statements, Compiled] = {}


def _build(what: Statements, **options: bool) -> _program.Program:
    formats = (what.formats if what.formats is None
               or isinstance(what.formats, str) else dict(what.formats))
    return _program.build(
        what.source, dict(zip(what.names, what.kinds)), formats, what.results,
        dict(what.sizes), dict(what.types), **options)


def _cleaner(what: Statements,
             program: _program.Program) -> Callable[[str], str]:
    """What makes the user's of messages."""
    if what.by_subscripts:
        return lambda message: _einsum.renamed(program.cleaned(message))
    return program.cleaned


def _placed(error: EnckeError, what: Statements,
            program: _program.Program) -> EnckeError:
    clean = _cleaner(what, program)
    others = tuple((program.place(place), clean(message))
                   for place, message in error.others)
    return EnckeError(clean(error.message), program.place(error.place),
                      error.identifier, others)


def is_wide(kinds: Sequence[Kind], out: Optional[Kind] = None) -> bool:
    """Whether operands of these kinds are for the 64-bit code."""
    return any(kind.wide and kind.indexed
               for kind in (*kinds, *((out,) if out is not None else ())))


def _compile(what: Statements) -> Tuple[_program.Program, _cache.Compiled]:
    # Half the time to compile, as nobody asks for the other width.
    width = f"--index-width={64 if is_wide(what.kinds, what.out) else 32}",
    program = _build(what)
    try:
        return program, _cache.load(program.text, width)
    except EnckeError as error:
        if error.identifier != "full-result":
            raise _placed(error, what, program) from None
        failed = error
    # The result has a value everywhere. If it was not asked to be sparse, it is
    # dense; else what is not 0 is stored.
    program = (_build(what, guess=False) if program.guessed
               else _build(what, pack=True))
    try:
        return program, _cache.load(program.text, width)
    except EnckeError:
        raise _placed(failed, what, program) from None


def compiled(what: Statements, depth: int = 1) -> Compiled:
    """The statements, compiled; `depth` is the number of callers to the
    user's, whom warnings are for."""
    found = _compiled.get(what)
    if found is None:
        program, library = _compile(what)
        clean = _cleaner(what, program)
        _compiler.warn([(severity, program.place(place), clean(message), name)
                        for severity, place, message, name in library.warnings],
                       depth + 1)
        entries = _library.describe(library)
        found = Compiled(program, library, tuple(
            Evaluation(entries[name], what.kinds, what.out, False,
                       program.place, clean)
            for name in program.functions))
        _compiled[what] = found
    return found


def formats_key(format_: Any) -> Any:
    """What a user gives as formats, to be looked up by."""
    format_ = text_of(format_)
    if format_ is None or isinstance(format_, str):
        return format_
    if isinstance(format_, Mapping):
        format_ = {name: text_of(each) for name, each in format_.items()}
        for name, text in format_.items():
            if not isinstance(name, str) or not isinstance(text, str):
                raise TypeError("formats are texts such as 'csr', by name")
        return tuple(sorted(format_.items()))
    raise TypeError("format is a text such as 'csr', or texts by the names of "
                    f"results, not {format_!r}")
