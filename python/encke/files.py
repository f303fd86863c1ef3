#===- files.py - data files ------------------------------------------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""`read`, `write`, `info` and `spy`: data files (docs/data-files.md)."""

from __future__ import annotations

import gzip
import os
import re
import tempfile
from dataclasses import dataclass
from typing import Any, Callable, Optional, Tuple, TypeVar, Union

from . import _cache, _compiler, _library
from ._evaluate import Evaluation, check_threads
from ._formats import (COMPLEX, DOUBLE, ElementType, INT, element_type,
                       declare, parse_format)
from ._operands import adapt
from .errors import EnckeError
from .formats import Format, text_of
from .tensor import Tensor

PathLike = Union[str, "os.PathLike[str]"]
_PARTS = ("full", "strict_lower", "lower", "strict_upper", "upper")
_Found = TypeVar("_Found")


def _path(path: PathLike) -> str:
    """The path as a program can have it."""
    text = os.path.abspath(os.fspath(path))
    if not isinstance(text, str):
        raise TypeError("a path is a text")
    if any(each in text for each in '"\n\r\\'):
        raise EnckeError(f"a program cannot name the file {text!r}",
                         identifier="file-name")
    return text


def _call(text: str, kinds: Tuple[Any, ...]) -> Evaluation:
    compiled = _cache.load(text)
    entry, = _library.describe(compiled).values()
    # The place would be one in a text that the user has not seen.
    return Evaluation(entry, kinds, always=True, place=lambda place: "")


def _first_lines(path: str) -> Tuple[str, str]:
    """The first line, and the first that is no comment behind it."""
    opened = gzip.open if path.endswith(".gz") else open
    try:
        with opened(path, "rt", encoding="latin-1") as file:
            first = file.readline(4096)
            line = first
            while line and line.lstrip()[:1] in ("#", "%", ""):
                line = file.readline(4096)
            return first, file.readline(4096) or line
    except (OSError, EOFError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise EnckeError(f"cannot open '{path}': {reason}",
                         identifier="no-file") from None


def _look(path: str) -> Tuple[int, ElementType]:
    """The number of dimensions and the type that a file probably has."""
    if path.endswith(".tar.gz"):
        return 2, DOUBLE
    first, data = _first_lines(path)
    if first.startswith("%%MatrixMarket"):
        fields = first.lower().split()
        return 2, (COMPLEX if "complex" in fields else
                   INT if "integer" in fields else DOUBLE)
    return max(len(data.split()) - 1, 1), DOUBLE


def read(path: PathLike, format: Union[None, str, Format] = None, *,
         part: str = "full", dtype: Any = None, order: Optional[int] = None,
         threads: Optional[int] = None) -> Tensor:
    """Reads a data file: Matrix Market, FROSTT or edges, also as ``.gz``.

    Args:
        path: the file.
        format: how it is stored; ``"csr"`` of matrices by default, ``"csf"`` of
            tensors.
        part: of a matrix, ``"lower"``, ``"strict_lower"``, ``"upper"`` or
            ``"strict_upper"``.
        dtype: of the elements; by default what the file says.
        order: the number of dimensions, where it cannot be seen.
    """
    text = _path(path)
    dimensions, type_ = _look(text)
    if order is not None:
        dimensions = order
    if dtype is not None:
        type_ = element_type(dtype)
    if part not in _PARTS:
        raise EnckeError(f"unknown part {part!r}: parts are "
                         + ", ".join(_PARTS), identifier="unknown-part")
    storage = parse_format(
        text_of(format) or ("csr" if dimensions == 2 else
                            "dense" if dimensions == 1 else "csf"), dimensions)
    labels = ", ".join(f"i{mode}" for mode in range(dimensions))
    lines, spelled = declare([storage])
    declared = f"Tensor<{type_.name}>", f"([{labels}], {spelled[storage]})"
    selector = "" if part == "full" else f", {part}"
    program = ("\n".join([*lines, ""])
               + f"def load() -> {declared[0]}{declared[1]} {{\n"
               f"{declared[0]} A{declared[1]};\n"
               f"A[{labels}] = read(\"{text}\"{selector});\n"
               "return A;\n}\n")
    evaluation = _call(program, ())
    pointer = evaluation.caller([], check_threads(threads))
    return Tensor._adopt(pointer, evaluation.result_kind)


def write(operand: Any, path: PathLike) -> None:
    """Writes an operand as Matrix Market (``.mtx``, up to two dimensions) or
    FROSTT (``.tns``), compressed where ``.gz`` follows. The old file stays
    whole until the new one is complete."""
    text = _path(path)
    if not re.search(r"\.(mtx|tns)(\.gz)?$", text):
        raise EnckeError(f"'{text}' ends neither in .mtx nor in .tns, nor in "
                         ".gz behind one of them", identifier="file-name")
    adapted = adapt(operand)
    kind = adapted[0]
    if kind.format is None:
        raise TypeError("a single value is no tensor to be written")
    lines, spelled = declare([kind.format])
    program = ("\n".join([*lines, ""])
               + f"def store(Tensor<{kind.type.name}> A("
               f"[{', '.join('?' * kind.order)}], {spelled[kind.format]})) {{\n"
               f"write(A, \"{text}\");\n}}\n")
    _call(program, (kind,))([adapted])


def _with_file(data: Any, use: Callable[[str], _Found]) -> _Found:
    """Calls `use` with the path of a file that holds the data, or is it."""
    if isinstance(data, (str, os.PathLike)):
        return use(os.fspath(data))
    order = adapt(data)[0].order
    with tempfile.TemporaryDirectory(prefix="encke-") as folder:
        path = os.path.join(folder, "data.mtx" if order <= 2 else "data.tns")
        write(data, path)
        return use(path)


@dataclass(frozen=True, repr=False)
class Info:
    """What `encke.info` says; printed, it is a text."""

    sizes: Tuple[int, ...]
    entries: int
    text: str

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return self.text


def _run(arguments: Tuple[str, ...]) -> str:
    done = _compiler.run(arguments)
    if done.returncode:
        message = done.stderr.strip()
        for prefix in ("encke: error: ", "error: "):
            if message.startswith(prefix):
                message = message[len(prefix):]
        raise EnckeError(message, identifier="data-file")
    return done.stdout


def info(data: Any) -> Info:
    """What a data file, or an operand, holds: sizes, entries and how they are
    spread, and the memory that each format takes."""
    text = _with_file(data, lambda path: _run(("info", "--", path)))
    sizes = re.search(r"sizes: ([\d x]+)", text)
    entries = re.search(r"entries: (\d+)", text)
    return Info(
        tuple(int(size) for size in sizes.group(1).split("x")) if sizes else (),
        int(entries.group(1)) if entries else 0, text.rstrip())


def spy(data: Any, to: PathLike, *, reorder: Optional[str] = None,
        slice: Optional[str] = None) -> str:
    """Draws where a data file, or an operand, has elements, into the PNG file
    `to`; its path. With `reorder`, ``"rcm"``, ``"lexi"``, ``"degree"`` or
    ``"partition"``, also where it has them when it is reordered so."""
    options = [] if reorder is None else ["--reorder", reorder]
    if slice is not None:
        options += ["--slice", slice]
    target = os.fspath(to)
    _with_file(data, lambda path: _run(
        ("spy", *options, "-o", target, "--", path)))
    return target
