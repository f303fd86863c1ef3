#===- _kinds.py - what kinds of operands there are -------------------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Kinds of operands, and how those of each kind become tensors of the C
interface.

All operands of a kind are called with the same code. A kind is made once, so
that kinds can be compared, and looked up, by identity: what is compiled for
operands is found by their kinds at each call.
"""

from __future__ import annotations

import ctypes
import re
from typing import (Any, Callable, Dict, List, NamedTuple, Optional, Sequence,
                    Tuple)

from . import _abi
from ._abi import (L_BLOCK, L_CRD, L_CRD_COUNT, L_EXPRESSION, L_MAP, L_NUMBERS, L_POS,
                   L_POS_COUNT, L_SIZE, L_TYPE, LEVEL_WORDS, T_COUNT, T_LEVEL_COUNT,
                   T_LEVELS, T_ORDER, T_SIZES, T_STRUCT, T_VALUES, T_WIDTHS,
                   TENSOR_WORDS)
from ._formats import ElementType, Format

# Where an operand comes from, which decides what results are.
NUMPY, SCIPY_ARRAY, SCIPY_MATRIX, OWN, OTHER = range(5)

# Writes what differs from call to call; returns the number of values.
Fill = Callable[[memoryview, Any], int]


class Kind:
    """What operands have in common that are called with the same code.

    Attributes:
        type: the element type.
        format: how the tensor is stored; None of a scalar.
        wide: whether positions and coordinates have 64 bits.
        indexed: whether it has positions or coordinates.
        weak: of a scalar of Python's own, which takes its neighbours' type.
        by_address: whether the operand is a tensor of the library.
        source: where operands of this kind come from.
    """

    __slots__ = ("type", "format", "wide", "weak", "by_address", "source",
                 "indexed", "fill", "order")

    def __init__(self, type_: ElementType, format_: Optional[Format],
                 wide: bool, weak: bool, by_address: bool, source: int) -> None:
        self.type = type_
        self.format = format_
        self.wide = wide
        self.weak = weak
        self.by_address = by_address
        self.source = source
        self.order = -1 if format_ is None else format_.order
        self.indexed = bool(format_ and re.search("[CNSTLR]", format_.levels))
        self.fill = (None if format_ is None or by_address
                     else _fill_for(format_))

    @property
    def is_scalar(self) -> bool:
        return self.format is None

    @property
    def is_sparse(self) -> bool:
        return self.format is not None and not self.format.is_dense

    def __repr__(self) -> str:
        format_ = self.format.text if self.format else "scalar"
        return f"<{format_} {self.type.code}{' 64' if self.wide else ''}>"


_kinds: Dict[Tuple, Kind] = {}


def kind_of(type_: ElementType, format_: Optional[Format], wide: bool = False,
            weak: bool = False, by_address: bool = False,
            source: int = NUMPY) -> Kind:
    """The one kind that is described so."""
    key = (type_.number, format_, wide, weak, by_address, source)
    found = _kinds.get(key)
    if found is None:
        # Of several threads that come here, one's is taken by all.
        found = _kinds.setdefault(
            key, Kind(type_, format_, wide, weak, by_address, source))
    return found


def size_of(kind: Kind, operand: int, mode: int) -> Callable[[Any], int]:
    """What gives the size of a mode of an operand, of prepared ones."""
    assert kind.format is not None
    if kind.by_address:
        return lambda prepared: prepared[operand][2].shape[mode]
    if kind.format.is_dense:
        return lambda prepared: prepared[operand][1][1][mode]
    if kind.fill in (_fill_list, _fill_levels):
        return lambda prepared: prepared[operand][1][0][mode]
    return lambda prepared: prepared[operand][1][mode]


class Prepared(NamedTuple):
    """An operand, ready for a call. The adapters make plain tuples."""

    kind: Kind
    data: Any  # as the `fill` of its kind takes it; of a scalar its value
    keep: Any  # what has to live as long as the call
    fresh: Optional[Callable[[], None]]  # to be called once it was checked


#===------------------------------------------------------------------------===#
# Tensors as words
#===------------------------------------------------------------------------===#

_LEVEL = re.compile(r"([DCNSTLBR])(?:\((\d+),(\d+)\))?"
                    r"(?:(#)|\((.*)\)|(\d+)(?:([/%-])(\d+))?)[+|]*")
# Texts that words point to; as long as the process.
_expressions: Dict[str, Any] = {}
_LEVEL_TYPES = {letter: number for number, letter in enumerate(_abi.LETTERS)}
_MAPS = {"/": _abi.BLOCK, "%": _abi.INSIDE, "-": _abi.DIAGONAL}


def words_of(kind: Kind) -> int:
    """How many words an operand takes: the tensor, its sizes, its levels, and
    the two positions that a list of coordinates has."""
    assert kind.format is not None
    levels = len(kind.format.levels.split())
    return TENSOR_WORDS + kind.format.order + levels * LEVEL_WORDS + 2


def begin(kind: Kind, words: memoryview, address: int) -> None:
    """Writes what all operands of a kind have in common into `words`, which
    are zero and lie at `address`."""
    assert kind.format is not None
    order = kind.format.order
    levels = kind.format.levels.split()
    first = TENSOR_WORDS + order
    words[T_STRUCT] = _abi.STRUCT_WORD
    words[T_ORDER] = _abi.pair(order, kind.type.number)
    words[T_WIDTHS] = _abi.WIDE if kind.wide else _abi.NARROW
    words[T_SIZES] = address + 8 * TENSOR_WORDS
    words[T_LEVELS] = address + 8 * first
    words[T_LEVEL_COUNT] = _abi.pair(0, len(levels))
    for number, text in enumerate(levels):
        match = _LEVEL.fullmatch(text)
        assert match
        letter, stored, of, slot, expression, mode, part, other = match.groups()
        at = first + number * LEVEL_WORDS
        if stored:
            words[at + L_NUMBERS] = _abi.pair(int(stored), int(of))
        if slot:
            words[at + L_TYPE] = _abi.pair(_LEVEL_TYPES[letter], 0xffffffff) \
                - (1 << 64)  # mode -1, as a signed word
            words[at + L_MAP] = _abi.SLOT
            continue
        if expression:
            mode = min(re.findall(r"\bd(\d+)", expression), key=int)
            words[at + L_MAP] = _abi.EXPRESSION
            kept = _expressions.setdefault(
                expression, ctypes.create_string_buffer(expression.encode()))
            words[at + L_EXPRESSION] = ctypes.addressof(kept)
        words[at + L_TYPE] = _abi.pair(_LEVEL_TYPES[letter], int(mode))
        if part is None:
            continue
        diagonal = int(other) if part == "-" else 0
        words[at + L_MAP] = _abi.pair(_MAPS[part], diagonal)
        if part != "-":
            words[at + L_BLOCK] = int(other)
    if levels and levels[0] == "N0":
        # The positions 0 and count, which `fill` sets.
        words[first + L_POS] = address + 8 * (len(words) - 2)
        words[first + L_POS_COUNT] = 2


# The words of a tensor with two dimensions, whose sizes are behind it and whose
# levels are behind these.
_ROWS, _COLUMNS = TENSOR_WORDS, TENSOR_WORDS + 1
_OUTER = TENSOR_WORDS + 2
_INNER = _OUTER + LEVEL_WORDS


# ---- dense arrays: (address of the values, sizes)

def _fill_vector(words: memoryview, data: Tuple[int, Tuple[int]]) -> int:
    words[T_VALUES], (size,) = data
    words[T_COUNT] = size
    words[TENSOR_WORDS] = size
    words[TENSOR_WORDS + 1 + L_SIZE] = size
    return size


def _fill_matrix(words: memoryview, data: Tuple[int, Tuple[int, int]]) -> int:
    words[T_VALUES], (rows, columns) = data
    count = rows * columns
    words[T_COUNT] = count
    words[_ROWS] = rows
    words[_COLUMNS] = columns
    words[_OUTER + L_SIZE] = rows
    words[_INNER + L_SIZE] = columns
    return count


def _fill_dense(words: memoryview, data: Tuple[int, Tuple[int, ...]]) -> int:
    words[T_VALUES], sizes = data
    count = 1
    at = TENSOR_WORDS + len(sizes) + L_SIZE
    for mode, size in enumerate(sizes):
        words[TENSOR_WORDS + mode] = size
        words[at] = size
        at += LEVEL_WORDS
        count *= size
    words[T_COUNT] = count
    return count


# ---- compressed matrices: (rows, columns, positions, coordinates, values,
#                            entries); the addresses of arrays

def _fill_compressed(words: memoryview, data: Tuple[int, ...], outer: int,
                     inner: int) -> int:
    rows, columns, pos, crd, words[T_VALUES], count = data
    words[T_COUNT] = count
    words[_ROWS] = rows
    words[_COLUMNS] = columns
    words[_OUTER + L_SIZE] = outer
    words[_INNER + L_SIZE] = inner
    words[_INNER + L_POS] = pos
    words[_INNER + L_CRD] = crd
    words[_INNER + L_POS_COUNT] = outer + 1
    words[_INNER + L_CRD_COUNT] = count
    return count


def _fill_csr(words: memoryview, data: Tuple[int, ...]) -> int:
    return _fill_compressed(words, data, data[0], data[1])


def _fill_csc(words: memoryview, data: Tuple[int, ...]) -> int:
    return _fill_compressed(words, data, data[1], data[0])


# ---- blocks: the same with (block rows, block columns) behind it, and entries
#              being those of blocks

def _fill_blocks(words: memoryview, data: Tuple[int, ...]) -> int:
    rows, columns, pos, crd, values, blocks, height, width = data
    block_rows = -(-rows // height)
    words[T_VALUES] = values
    words[T_COUNT] = count = blocks * height * width
    words[_ROWS] = rows
    words[_COLUMNS] = columns
    at = _OUTER
    for size in (block_rows, -(-columns // width), height, width):
        words[at + L_SIZE] = size
        at += LEVEL_WORDS
    words[_INNER + L_POS] = pos
    words[_INNER + L_CRD] = crd
    words[_INNER + L_POS_COUNT] = block_rows + 1
    words[_INNER + L_CRD_COUNT] = blocks
    return count


# ---- diagonals: (rows, columns, range, numbers, values, diagonals)

def _fill_diagonals(words: memoryview, data: Tuple[int, ...]) -> int:
    rows, columns, pos, crd, values, diagonals = data
    words[T_VALUES] = values
    words[T_COUNT] = count = diagonals * rows
    words[_ROWS] = rows
    words[_COLUMNS] = columns
    words[_OUTER + L_SIZE] = max(rows + columns - 1, 0)
    words[_OUTER + L_POS] = pos
    words[_OUTER + L_CRD] = crd
    words[_OUTER + L_POS_COUNT] = 2
    words[_OUTER + L_CRD_COUNT] = diagonals
    words[_INNER + L_SIZE] = rows
    return count


# ---- lists of coordinates: (sizes, their addresses, values, entries)

def _fill_list(words: memoryview,
               data: Tuple[Sequence[int], Sequence[int], int, int]) -> int:
    sizes, coordinates, words[T_VALUES], count = data
    words[T_COUNT] = count
    at = TENSOR_WORDS + len(sizes)
    for mode, size in enumerate(sizes):
        words[TENSOR_WORDS + mode] = size
        words[at + L_SIZE] = size
        words[at + L_CRD] = coordinates[mode]
        words[at + L_CRD_COUNT] = count
        at += LEVEL_WORDS
    if words[T_WIDTHS] == _abi.WIDE:
        words[-2] = 0
        words[-1] = count
    else:
        words[-2] = count << 32
    return count


# ---- any format: (sizes, levels as (size, positions, their number,
#                   coordinates, their number), values, their number)

def _fill_levels(words: memoryview, data: Tuple[Any, ...]) -> int:
    sizes, levels, words[T_VALUES], count = data
    words[T_COUNT] = count
    at = TENSOR_WORDS
    for size in sizes:
        words[at] = size
        at += 1
    for size, pos, pos_count, crd, crd_count in levels:
        words[at + L_SIZE] = size
        words[at + L_POS] = pos
        words[at + L_CRD] = crd
        words[at + L_POS_COUNT] = pos_count
        words[at + L_CRD_COUNT] = crd_count
        at += LEVEL_WORDS
    return count


# By levels.
_FILLS: Dict[str, Fill] = {"D0 C1": _fill_csr, "D1 C0": _fill_csc,
                           "C1-0 D0": _fill_diagonals}


def _fill_for(format_: Format) -> Fill:
    if format_.is_dense:
        return {1: _fill_vector, 2: _fill_matrix}.get(format_.order,
                                                      _fill_dense)
    levels = format_.levels
    if levels in _FILLS:
        return _FILLS[levels]
    if levels == " ".join(f"{'S' if mode else 'N'}{mode}"
                          for mode in range(format_.order)):
        return _fill_list
    # Rows of blocks, and what is inside of them.
    if re.fullmatch(r"D0/\d+ C1/\d+ D0%\d+ D1%\d+", levels):
        return _fill_blocks
    return _fill_levels


def allocate(kinds: Sequence[Kind]) -> Tuple[Any, List[Optional[memoryview]],
                                             List[int]]:
    """Memory for operands of these kinds: what owns it, a view for each operand
    that is filled in, and the addresses of the tensors."""
    counts = [0 if kind.fill is None else words_of(kind) for kind in kinds]
    memory = (ctypes.c_int64 * max(sum(counts), 1))()
    words = memoryview(memory).cast("B").cast("q")
    address = ctypes.addressof(memory)
    views: List[Optional[memoryview]] = []
    addresses: List[int] = []
    first = 0
    for kind, count in zip(kinds, counts):
        addresses.append(address + 8 * first)
        if not count:
            views.append(None)
            continue
        view = words[first:first + count]
        begin(kind, view, addresses[-1])
        views.append(view)
        first += count
    return memory, views, addresses
