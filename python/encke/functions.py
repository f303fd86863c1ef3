#===- functions.py - functions of programs as Python's ---------------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""`compile` and `load`: a Python function for each `def` of a program."""

from __future__ import annotations

import ctypes
import inspect
import keyword
import os
import re
from typing import (Any, Dict, Iterator, List, Optional, Sequence, Tuple,
                    Union)

from . import _cache, _compiler, _library
from ._binding import binder, bound_kind
from ._evaluate import Evaluation, check_threads
from ._kinds import Kind
from ._library import Entry
from ._operands import Adapted, adapt
from ._out import adapt_out
from .api import run
from .errors import EnckeError

Path = Union[str, bytes, "os.PathLike[str]"]

_LOOPS = re.compile(r"\b(?:for|while)\b")


def _placed(place: str, name: str) -> str:
    for known in (_compiler.TEXT, "<stdin>", "-"):
        if place.startswith(known + ":"):
            return name + place[len(known):]
    return place


def _comment_above(text: str, place: str) -> str:
    """The comment that ends in the line above a function."""
    line = place.rsplit(":", 2)[1:2]
    if not line or not line[0].isdigit():
        return ""
    found: List[str] = []
    for each in reversed(text.splitlines()[:int(line[0]) - 1]):
        if not each.lstrip().startswith("#"):
            break
        found.append(each.strip().lstrip("#").strip())
    return "\n".join(reversed(found))


def _paths(files: Sequence[Path]) -> Any:
    """Paths, as calls want them."""
    if isinstance(files, (str, bytes, os.PathLike)):
        raise TypeError("files is a list of paths, not a single one")
    paths = [os.fsencode(each) for each in files]
    if any(b"\0" in each for each in paths):
        raise ValueError("a path has a character 0")
    return (ctypes.c_char_p * len(paths))(*paths)


def _address(communicator: Any) -> int:
    """Where a communicator of mpi4py keeps its MPI_Comm."""
    if communicator is None:
        return 0
    try:
        from mpi4py import MPI
    except ImportError:
        raise TypeError("a communicator is one of mpi4py, which is not "
                        "installed") from None
    if not isinstance(communicator, MPI.Comm):
        raise TypeError("a communicator is one of mpi4py, not a "
                        f"{type(communicator).__name__}")
    return MPI._addressof(communicator)


class Function:
    """A function of a program. It takes operands as `einsum` does, and
    ``out=`` and ``threads=``; those that are of another format than their
    parameter, or of a narrower type, are converted. ``files=`` are the paths of
    the data files that ``read(0)``, ``read(1)``, … of it read.

    With ``communicator=``, one of mpi4py, all of its processes make the call,
    each with its part of what ``parts`` names (docs/processes.md)."""

    def __init__(self, entry: Entry, name: str, text: str,
                 always: bool) -> None:
        self._entry = entry
        self._always = always
        self._name = name
        self._bound: Dict[Tuple[Any, ...],
                          Tuple[Optional[List[Any]], Evaluation]] = {}
        self.__name__ = self.__qualname__ = entry.name
        self.place = _placed(entry.place, name)
        self.prototype = entry.prototype
        comment = _comment_above(text, entry.place)
        lines = [f"{each.name}: {each}" for each in entry.parameters]
        self.__doc__ = "\n".join(
            [entry.prototype, ""] + ([comment, ""] if comment else [])
            + lines + [f"Returns: {entry.result}"])
        self._names = tuple(
            each.name + "_" * keyword.iskeyword(each.name)
            for each in entry.parameters)
        #: By the names of operands, and "" of the result: the dimension of
        #: which each process of a communicator has a range.
        self.parts = {each.name: each.part
                      for each in (*entry.parameters, entry.result)
                      if each.part is not None}
        keyword_only = [each for each in ("out", "threads", "files")
                        + ("communicator",) * entry.takes_communicator
                        if each not in self._names]
        self.__signature__ = inspect.Signature(
            [inspect.Parameter(each, inspect.Parameter.POSITIONAL_OR_KEYWORD)
             for each in self._names]
            + [inspect.Parameter(each, inspect.Parameter.KEYWORD_ONLY,
                                 default=None) for each in keyword_only])

    def __repr__(self) -> str:
        return f"<encke function {self.prototype}>"

    def __call__(self, *operands: Any, out: Any = None,
                 threads: Optional[int] = None,
                 files: Optional[Sequence[Path]] = None,
                 communicator: Any = None, **named: Any) -> Any:
        if named or len(operands) != len(self._names):
            operands = self._arrange(operands, named)
        prepared = [adapt(each) for each in operands]
        adapted_out = None if out is None else adapt_out(out)
        key = (*[each[0] for each in prepared],
               adapted_out and adapted_out[0])
        found = self._bound.get(key)
        if found is None:
            found = self._bound[key] = self._bind(prepared, adapted_out)
        binders, evaluation = found
        if binders is not None:
            prepared = [each if bind is None else bind(each)
                        for bind, each in zip(binders, prepared)]
        count = threads and check_threads(threads) or 0
        paths = None if files is None else _paths(files)
        where = _address(communicator)
        if out is None:
            return evaluation(prepared, count, files=paths, communicator=where)
        return run(evaluation, prepared, count, out, adapted_out, False, paths,
                   where)

    def _arrange(self, operands: Tuple[Any, ...],
                 named: Dict[str, Any]) -> Tuple[Any, ...]:
        """The operands in the order of parameters."""
        if len(operands) > len(self._names):
            raise TypeError(f"{self.__name__}() takes {len(self._names)} "
                            f"operands, not {len(operands)}")
        found = dict(zip(self._names, operands))
        for name, operand in named.items():
            if name not in self._names:
                raise TypeError(f"{self.__name__}() has no parameter '{name}'")
            if name in found:
                raise TypeError(f"{self.__name__}() got two operands for "
                                f"'{name}'")
            found[name] = operand
        missing = [name for name in self._names if name not in found]
        if missing:
            raise TypeError(f"{self.__name__}() lacks an operand for "
                            f"'{missing[0]}'")
        return tuple(found[name] for name in self._names)

    def _bind(self, prepared: List[Adapted], out: Optional[Adapted],
              ) -> Tuple[Optional[List[Any]], Evaluation]:
        binders: List[Any] = []
        kinds: List[Kind] = []
        for signature, each in zip(self._entry.parameters, prepared):
            found = binder(signature, each[0])
            binders.append(found)
            kinds.append(bound_kind(signature, each[0], found))
        evaluation = Evaluation(
            self._entry, kinds, out and out[0], self._always,
            place=lambda place: _placed(place, self._name))
        return (binders if any(binders) else None), evaluation


class Library:
    """The functions of a program, as attributes and by name."""

    def __init__(self, text: str, name: str, processes: bool = False) -> None:
        try:
            compiled = _cache.load(
                text, ("--processes=mpi",) if processes else ())
        except EnckeError as error:
            raise EnckeError(
                error.message, _placed(error.place, name), error.identifier,
                tuple((_placed(place, name), message)
                      for place, message in error.others)) from None
        _compiler.warn([(severity, _placed(place, name), message, identifier)
                        for severity, place, message, identifier
                        in compiled.warnings], 3)
        self.text = text
        self.name = name
        always = _LOOPS.search(re.sub("#[^\n]*", "", text)) is not None
        self._functions = {
            function: Function(entry, name, text, always)
            for function, entry in _library.describe(compiled).items()}

    def __getattr__(self, name: str) -> Function:
        functions = self.__dict__.get("_functions", {})
        if name not in functions:
            raise AttributeError(
                f"the program has no function '{name}' that can be called; "
                f"it has {', '.join(functions) or 'none'}")
        return functions[name]

    def __getitem__(self, name: str) -> Function:
        return self._functions[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._functions)

    def __len__(self) -> int:
        return len(self._functions)

    def __contains__(self, name: object) -> bool:
        return name in self._functions

    def __dir__(self) -> List[str]:
        return [*super().__dir__(), *self._functions]

    def __repr__(self) -> str:
        lines = [f"<encke library {self.name}:"]
        lines += [f"  {each.prototype}" for each in self._functions.values()]
        return "\n".join(lines) + ">"

    def __call__(self, *operands: Any, **named: Any) -> Any:
        """Calls its function, if it has only one."""
        if len(self._functions) != 1:
            raise TypeError("the program has several functions: "
                            + ", ".join(self._functions))
        return next(iter(self._functions.values()))(*operands, **named)


def compile(text: str, processes: bool = False) -> Library:  # noqa: A001
    """Compiles a program of functions (docs/language.md, L31).

    The result has a Python function for each `def` whose parameters and result
    have formats; with a single one it can be called itself::

        f = encke.compile('''
        def f(Tensor<double> A([i, j], {CSR}), Tensor<double> x([j], {Dense}))
            -> Tensor<double>([i], {Dense}) {
          Tensor<double> y([i], {Dense});
          y[i] = A[i, j] * x[j];
          return y;
        }''')
        y = f(A, x)

    With ``processes`` several processes may call a function together, each with
    a part of the operands: ``f(A, x, communicator=mpi4py.MPI.COMM_WORLD)``.

    Raises:
        EnckeError: what is wrong with the program, and where.
    """
    if not isinstance(text, str):
        raise TypeError(f"a program is a text, not a {type(text).__name__}")
    return Library(text, _compiler.TEXT, processes)


def load(path: Path, processes: bool = False) -> Library:
    """Compiles the program in a file; see `compile`."""
    name = os.fsdecode(path)
    try:
        with open(name, encoding="utf-8") as file:
            text = file.read()
    except UnicodeDecodeError:
        raise EnckeError("the file is no UTF-8 text", name,
                         "not-utf-8") from None
    return Library(text, name, processes)
