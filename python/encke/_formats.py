#===- _formats.py - element types and storage formats ----------------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Element types and storage formats, as the language and as the C interface
spell them (docs/language.md, L8 to L10; docs/formats.md)."""

from __future__ import annotations

import ctypes
import re
from functools import lru_cache
from typing import Callable, Dict, Iterable, List, NamedTuple, Optional, Tuple

import numpy as np

from . import _abi
from ._read_format import read_format
from .errors import EnckeError, FormatError


class ElementType(NamedTuple):
    """An element type of the language."""

    name: str  # in programs
    code: str  # in formats of the C interface
    number: int  # encke_type
    dtype: np.dtype
    ctype: type  # of a scalar argument
    rank: int  # wider ones are greater


DOUBLE = ElementType("double", "f64", 0, np.dtype(np.float64),
                     ctypes.c_double, 4)
FLOAT = ElementType("float", "f32", 1, np.dtype(np.float32), ctypes.c_float, 3)
INT = ElementType("int", "i64", 2, np.dtype(np.int64), ctypes.c_int64, 2)
INT32 = ElementType("int32", "i32", 3, np.dtype(np.int32), ctypes.c_int32, 1)
BOOL = ElementType("bool", "bool", 4, np.dtype(np.bool_), ctypes.c_bool, 0)
COMPLEX = ElementType("complex", "c128", 5, np.dtype(np.complex128),
                      ctypes.c_double * 2, 5)

TYPES = (DOUBLE, FLOAT, INT, INT32, BOOL, COMPLEX)
# What tensors of programs may be stored in; NumPy's arrays of these types are
# operands of the wider ones, unless a program says otherwise. NumPy has no
# bfloat16.
STORED = (
    ElementType("float16", "f16", 6, np.dtype(np.float16), ctypes.c_float, 3),
    ElementType("int8", "i8", 8, np.dtype(np.int8), ctypes.c_int32, 1),
    ElementType("int16", "i16", 9, np.dtype(np.int16), ctypes.c_int32, 1),
    ElementType("complex64", "c64", 10, np.dtype(np.complex64),
                ctypes.c_double * 2, 5),
    ElementType("uint8", "u8", 11, np.dtype(np.uint8), ctypes.c_int32, 1))
_BY_CODE: Dict[str, ElementType] = {
    each.code: each for each in TYPES + STORED}
_BY_NUMBER: Dict[int, ElementType] = {
    each.number: each for each in TYPES + STORED}
BY_NAME: Dict[str, ElementType] = {each.name: each for each in TYPES}
BY_NAME["int64"] = INT
BY_DTYPE: Dict[np.dtype, ElementType] = {each.dtype: each for each in TYPES}

# What NumPy's other types become, without loss.
_CONVERTED: Dict[str, ElementType] = {
    "int8": INT32, "int16": INT32, "uint8": INT32, "uint16": INT32,
    "uint32": INT, "float16": FLOAT, "complex64": COMPLEX,
    "longdouble": DOUBLE, "float128": DOUBLE, "float96": DOUBLE,
    "complex256": COMPLEX, "clongdouble": COMPLEX}


def _found(known: Optional[ElementType], what: object) -> ElementType:
    if known is None:
        raise EnckeError(f"not supported yet: elements of type {what!r} in "
                         "Python", identifier="unknown-type")
    return known


def type_of_code(code: str) -> ElementType:
    """The type that the C interface spells so: "f64", ..."""
    return _found(_BY_CODE.get(code), code)


def type_of_number(number: int) -> ElementType:
    """The type that has this number in the C interface (encke_type)."""
    return _found(_BY_NUMBER.get(number), number)


def type_for(dtype: np.dtype) -> Optional[ElementType]:
    """The type that elements of `dtype` are taken to; None of uint64, where
    the values decide, and of what are no numbers."""
    found = BY_DTYPE.get(dtype)
    if found is None:
        found = _CONVERTED.get(dtype.name)
        if found is None and dtype.kind in "fic" and dtype.itemsize:
            found = BY_DTYPE.get(dtype.newbyteorder("="))
    return found


def element_type(spec: object) -> ElementType:
    """The type that a user names: "double", "f64", numpy.float64, …"""
    if isinstance(spec, ElementType):
        return spec
    if isinstance(spec, str):
        found = BY_NAME.get(spec) or _BY_CODE.get(spec)
        if found:
            return found
    try:
        found = type_for(np.dtype(spec))  # type: ignore[call-overload]
    except TypeError:
        found = None
    if found is None:
        raise EnckeError(
            f"unknown element type {spec!r}; types are double, float, int, "
            "int32, bool and complex", identifier="unknown-type")
    return found


class Format(NamedTuple):
    """How a tensor of one order is stored."""

    text: str  # in programs: "CSR"; or a declaration without a name
    levels: str  # in the C interface: "D0 C1"; "" of order 0
    order: int

    @property
    def is_dense(self) -> bool:
        return self.text == "Dense"

    @property
    def is_declared(self) -> bool:
        """Whether it has no name in programs that do not declare it."""
        return self.text[0] == "("


def declare(formats: Iterable[Format], unused: Callable[[str], str] = str,
            ) -> Tuple[List[str], Dict[Format, str]]:
    """Declarations of those formats that have no name, and how tensors' types
    have each of them then: "{CSR}"."""
    lines: List[str] = []
    spelled: Dict[Format, str] = {}
    for each in formats:
        if each in spelled:
            continue
        word = each.text
        if each.is_declared:
            word = unused(f"Format{len(lines)}")
            lines.append(f"format {word} = {each.text};")
        spelled[each] = word if word[0] == "{" else "{" + word + "}"
    return lines, spelled


_NAMED = {"dense": "Dense", "coo": "COO", "csr": "CSR", "csc": "CSC",
          "dcsr": "DCSR", "dcsc": "DCSC", "csf": "CSF", "ell": "ELL",
          "dia": "DIA", "mg": "ModeGeneric", "modegeneric": "ModeGeneric",
          "bcsr": "BCSR", "bsr": "BCSR", "csb": "CSB"}
_MATRIX = {"CSR": "D0 C1", "CSC": "D1 C0", "DCSR": "C0 C1", "DCSC": "C1 C0",
           "ELL": "D0 D# S1", "DIA": "C1-0 D0"}
_BLOCKS = {"BCSR": "D0/{0} C1/{1} D0%{0} D1%{1}",
           "CSB": "D0/{0} D1/{1} N0%{0} S1%{1}"}
_LEVEL_TYPES = {"D": "D", "CU": "C", "CN": "N", "S": "S"}
_PATTERN = re.compile(r"(\w+)\s*(?:\(\s*(\d+)\s*,\s*(\d+)\s*\))?")
# What the runtime library reads: a declaration, or levels with their modes.
_READ = re.compile(rf"\(|[{_abi.LETTERS}][#\d(]")
_PLAIN_LEVEL = re.compile(r"[DCNS]\d+")


def _unknown(spec: object, why: str) -> FormatError:
    return FormatError(f"unknown format {spec!r}: {why}",
                       identifier="unknown-format")


def _read(spec: str) -> Optional[str]:
    """The part of a format that the runtime library reads, if it does."""
    text = spec.strip().strip("{}").strip()
    return text if _READ.match(text) else None


def find_order(spec: str) -> Optional[int]:
    """Of how many dimensions a format is; None of a name for any number, and
    of what is wrong."""
    read = _read(spec)
    if read is not None:
        return read_format(read).order
    text = spec.strip().strip("{}").strip()
    words = [word.strip().upper() for word in text.split(",")]
    if all(word in _LEVEL_TYPES for word in words):
        return len(words)
    name = _NAMED.get(text.partition("(")[0].strip().lower())
    return 2 if name in _MATRIX or name in _BLOCKS else None


@lru_cache(maxsize=None)
def parse_format(spec: str, order: int) -> Format:
    """The format that a user names, of a tensor of `order` dimensions: "csr",
    "bcsr(2, 3)", "{D, CU}", "(i, j) -> (i + j : compressed, i : dense)"."""
    if not isinstance(spec, str):
        raise TypeError(f"a format is a text such as 'csr', not {spec!r}")
    read = _read(spec)
    if read is not None:
        found = read_format(read)
        if found.order != order:
            raise _unknown(spec, f"it is for {found.order} dimension"
                           f"{'' if found.order == 1 else 's'}, not {order}")
        return format_of_levels(found.levels, order)
    text = spec.strip().strip("{}").strip()
    if "," in text and "(" not in text:
        return _parse_levels(spec, text, order)
    match = _PATTERN.fullmatch(text)
    if not match:
        raise _unknown(spec, "a format is a name or a list of level types")
    word, rows, columns = match.groups()
    if word.upper() in _LEVEL_TYPES:
        return _parse_levels(spec, word, order)
    name = _NAMED.get(word.lower())
    if name is None:
        raise _unknown(spec, "formats are dense, csr, csc, coo, dcsr, dcsc, "
                             "csf, ell, dia, bcsr(r, c), csb(r, c), mg, or a "
                             "list of the level types D, CU, CN and S")
    if name in _BLOCKS:
        if rows is None or columns is None:
            raise _unknown(spec, f"blocks have sizes: '{word}(2, 2)'")
        if int(rows) < 1 or int(columns) < 1:
            raise _unknown(spec, "blocks have at least one element")
    elif rows is not None:
        raise _unknown(spec, f"'{word}' has no blocks")
    if name in _MATRIX or name in _BLOCKS:
        if order != 2:
            raise _unknown(spec, f"'{word}' is for two dimensions, not {order}")
        if name in _MATRIX:
            return Format(name, _MATRIX[name], 2)
        size = (int(rows or 0), int(columns or 0))
        return Format(f"{name}({size[0]}, {size[1]})",
                      _BLOCKS[name].format(*size), 2)
    if name == "Dense":
        kinds = ["D"] * order
    elif order < (2 if name == "ModeGeneric" else 1):
        raise _unknown(spec, f"'{word}' is not for {order} dimensions")
    elif name == "CSF":
        kinds = ["C"] * order
    else:
        kinds = ["N"] + ["S"] * (order - 1)
        if name == "ModeGeneric":
            kinds[-1] = "D"
    return Format(name, _join(kinds), order)


def _join(kinds: List[str]) -> str:
    return " ".join(f"{kind}{mode}" for mode, kind in enumerate(kinds))


def _parse_levels(spec: str, text: str, order: int) -> Format:
    words = [word.strip().upper() for word in text.split(",")]
    kinds = [_LEVEL_TYPES.get(word, "") for word in words]
    if not all(kinds):
        raise _unknown(spec, "level types are D, CU, CN and S")
    if len(kinds) != order:
        raise _unknown(spec, f"{len(kinds)} levels, but {order} dimensions")
    levels = _join(kinds)
    return Format(_name_of(levels, order) or "{" + ", ".join(words) + "}",
                  levels, order)


def _name_of(levels: str, order: int) -> Optional[str]:
    for name in ("Dense", "CSR", "CSC", "COO", "DCSR", "DCSC", "CSF", "ELL",
                 "DIA", "ModeGeneric"):
        try:
            if parse_format(name, order).levels == levels:
                return name
        except EnckeError:
            continue
    return None


@lru_cache(maxsize=None)
def format_of_levels(levels: str, order: int) -> Format:
    """The format with these levels, as the C interface spells them."""
    name = _name_of(levels, order)
    if name is None:
        for block, pattern in _BLOCKS.items():
            expression = re.escape(pattern).replace(
                r"\{0\}", r"(?P<r>\d+)", 1).replace(r"\{0\}", r"(?P=r)")
            expression = expression.replace(
                r"\{1\}", r"(?P<c>\d+)", 1).replace(r"\{1\}", r"(?P=c)")
            match = re.fullmatch(expression, levels)
            if match:
                name = f"{block}({match['r']}, {match['c']})"
    modes = levels.split()
    if name is None and any(
            not _PLAIN_LEVEL.fullmatch(word) or int(word[1:]) != mode
            for mode, word in enumerate(modes)):
        name = read_format(levels).declaration
    if name is None:
        spelled = {kind: word for word, kind in _LEVEL_TYPES.items()}
        words = [spelled[level[0]] for level in modes]
        name = "{" + ", ".join(words) + "}"
    return Format(name, levels, order)


def split_format(text: str, order: int) -> Tuple[ElementType, Format]:
    """Type and format of a parameter's description, "f64 D0 C1". A value that
    all elements have (" =1", L50) is no part of how they are stored here."""
    code, _, levels = text.partition(" =")[0].partition(" ")
    return type_of_code(code), format_of_levels(levels, order)


def describe_levels(tensor: _abi.CTensor) -> str:
    """The levels of a tensor in memory, as the C interface spells them."""
    words = []
    for number in range(tensor.level_count):
        level = tensor.levels[number]
        kind = _abi.LETTERS[level.type]
        if level.type == _abi.STRUCTURED:
            kind += f"({level.n},{level.m})"
        word = f"{kind}{level.mode}"
        if level.map == _abi.BLOCK:
            word += f"/{level.block}"
        elif level.map == _abi.INSIDE:
            word += f"%{level.block}"
        elif level.map == _abi.DIAGONAL:
            word += f"-{level.other}"
        elif level.map == _abi.SLOT:
            word = f"{kind}#"
        elif level.map == _abi.EXPRESSION:
            word = f"{kind}({level.expression.decode()})"
        word += "".join(mark for bit, mark in _abi.LAYOUTS.items()
                        if level.layout & bit)
        words.append(word)
    return " ".join(words)
