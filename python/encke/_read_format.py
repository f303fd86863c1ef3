#===- _read_format.py - formats that the runtime library understands -------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Declarations of formats and texts of levels, as the runtime library reads
them (`encke_format_read` of runtime.h)."""

from __future__ import annotations

import ctypes
import os
from ctypes import POINTER, Structure, c_char_p, c_int32, c_int64
from functools import lru_cache
from typing import Any, NamedTuple

from . import _compiler
from .errors import EnckeError, FormatError


class _CFormat(Structure):
    _fields_ = [
        ("order", c_int32), ("has_padding", c_int32),
        ("levels", c_char_p), ("declaration", c_char_p),
        ("message", c_char_p), ("offset", c_int64)]


class ReadFormat(NamedTuple):
    """What a text says."""

    order: int
    levels: str  # as the C interface spells them
    declaration: str  # without a name
    has_padding: bool


@lru_cache(maxsize=None)
def _runtime(compiler: str) -> Any:
    """The library beside the compiler, which compiled code loads too."""
    folder = os.path.dirname(os.path.realpath(compiler))
    path = os.path.normpath(os.path.join(folder, _compiler.RUNTIME))
    try:
        library = ctypes.CDLL(path)
        library.encke_format_read.argtypes = [c_char_p]
        library.encke_format_read.restype = POINTER(_CFormat)
        library.encke_format_free.argtypes = [POINTER(_CFormat)]
        library.encke_format_free.restype = None
    except (OSError, AttributeError) as error:
        raise EnckeError(f"the compiler and this package do not fit: {error}",
                         identifier="compiler") from error
    return library


def _shown(text: bytes, offset: int) -> str:
    """The line of a text that a place is in, and a caret below the place."""
    first = text.rfind(b"\n", 0, offset) + 1
    line = text[first:].split(b"\n", 1)[0].decode("utf-8", "replace")
    before = text[first:offset].decode("utf-8", "replace")
    return f"  {line}\n  {' ' * len(before)}^"


@lru_cache(maxsize=None)
def read_format(text: str) -> ReadFormat:
    """What a declaration without a name, a text of levels or a name with its
    numbers says. Raises FormatError."""
    encoded = text.encode("utf-8", "replace")
    if b"\0" in encoded:
        raise FormatError("a format has a character 0",
                          identifier="unknown-format")
    library = _runtime(_compiler.find_compiler())
    pointer = library.encke_format_read(encoded)
    if not pointer:
        raise MemoryError
    try:
        found = pointer.contents
        if found.message is not None:
            raise FormatError(
                f"{found.message.decode('utf-8', 'replace')}\n"
                + _shown(encoded, found.offset), identifier="unknown-format")
        return ReadFormat(found.order, found.levels.decode(),
                          found.declaration.decode(), bool(found.has_padding))
    finally:
        library.encke_format_free(pointer)
