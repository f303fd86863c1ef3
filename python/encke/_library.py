#===- _library.py - what a compiled library has ----------------------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Reads the description that a library of kernels has of itself."""

from __future__ import annotations

import ctypes
from ctypes import POINTER
from typing import Any, Dict, List, NamedTuple, Optional, Tuple

from . import _abi, _cache
from ._formats import ElementType, Format, split_format, type_of_code
from .errors import EnckeError

_ABI = 0


class Signature(NamedTuple):
    """A parameter or a result: `type` is None of nothing, `format` of a
    scalar."""

    name: str
    labels: Tuple[str, ...]
    type: Optional[ElementType]
    format: Optional[Format]
    sizes: Tuple[int, ...]  # -1: any
    # The dimension of which each process of a communicator has a range.
    part: Optional[int] = None

    def __str__(self) -> str:
        if self.type is None:
            return "nothing"
        if self.format is None:
            return self.type.name
        return (f"{self.type.name} [{', '.join(self.labels)}], "
                f"{self.format.text}")


class Entry(NamedTuple):
    """A function of a library."""

    name: str
    prototype: str
    place: str
    parameters: Tuple[Signature, ...]
    result: Signature
    function: Any  # ctypes' function
    takes_communicator: bool


def _text(value: Optional[bytes]) -> str:
    return (value or b"").decode("utf-8", "replace")


def _signature(described: _abi.Parameter) -> Signature:
    name, format_ = _text(described.name), _text(described.format)
    if described.kind == _abi.NOTHING:
        return Signature(name, (), None, None, ())
    if described.kind == _abi.SCALAR:
        return Signature(name, (), type_of_code(format_), None, ())
    type_, storage = split_format(format_, described.order)
    labels = tuple(label for label in _text(described.labels).split(",")
                   if label)
    sizes = tuple(described.sizes[mode] if described.sizes else -1
                  for mode in range(described.order))
    part = described.part - 1 if described.part else None
    return Signature(name, labels, type_, storage, sizes, part)


def _argument_type(signature: Signature) -> Any:
    assert signature.type is not None
    if signature.format is not None:
        return ctypes.c_void_p
    if signature.type.code == "c128":
        return ctypes.c_void_p
    return signature.type.ctype


def describe(compiled: _cache.Compiled,
             prefix: str = "kernels") -> Dict[str, Entry]:
    """The functions of a library, by name."""
    describe_library = getattr(compiled.handle, f"{prefix}_library", None)
    if describe_library is None:
        raise EnckeError("compiled code does not describe itself",
                         identifier="compiler")
    describe_library.restype = POINTER(_abi.Library)
    describe_library.argtypes = []
    library = describe_library().contents
    if (library.abi != _ABI
            or library.struct_size != ctypes.sizeof(_abi.Library)
            or library.function_size != ctypes.sizeof(_abi.Function)):
        raise EnckeError(
            f"the compiler and this package do not fit: its interface has "
            f"version {library.abi}, the package's {_ABI}",
            identifier="compiler")
    found: Dict[str, Entry] = {}
    for number in range(library.function_count):
        described = library.functions[number]
        parameters = tuple(_signature(described.parameters[each])
                           for each in range(described.parameter_count))
        result = _signature(described.result)
        # Each has an object of its own: argument types are set on it.
        function = compiled.handle[_text(described.symbol)]
        types: List[Any] = [_argument_type(each) for each in parameters]
        if result.type is not None:
            types.append(ctypes.c_void_p)
        function.argtypes = [*types, ctypes.c_void_p]
        function.restype = ctypes.c_int
        name = _text(described.name)
        found[name] = Entry(name, _text(described.prototype),
                            _text(described.place), parameters, result,
                            function, described.takes_communicator != 0)
    return found
