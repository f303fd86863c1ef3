#===- _foreign.py - sparse operands of other packages ----------------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Makes operands of the sparse matrices of SciPy, PyData/sparse and PyTorch.

None of these packages is imported: an operand is known by what it has. The
arrays are taken as they are if their elements are of a type of Encke's, and
positions and coordinates of 32 or 64 bits both. Entries have to be sorted and
distinct; if they are not, a copy is made that is.

What the library has looked at once (ENCKE_CHECK) is remembered by the identity
of the arrays, and not looked at again: whoever changes coordinates in place
later has to keep them sorted, distinct and inside of the matrix.
"""

from __future__ import annotations

import weakref
from typing import Any, Callable, Dict, Optional, Tuple

import numpy as np

from ._formats import parse_format
from ._kinds import OTHER, SCIPY_ARRAY, SCIPY_MATRIX, kind_of
from ._operands import (Adapted, Adapter, as_array, known_type, note, taken_as)

_NARROW, _WIDE = np.dtype(np.int32), np.dtype(np.int64)


def _address(array: np.ndarray) -> int:
    return array.__array_interface__["data"][0]


#===------------------------------------------------------------------------===#
# What was seen before
#===------------------------------------------------------------------------===#

class _Seen:
    """An operand that the library has looked at."""

    __slots__ = ("first", "second", "values", "shape", "kind", "data")

    def __init__(self, first: np.ndarray, second: np.ndarray,
                 values: np.ndarray, shape: Tuple[int, ...], kind: Any,
                 data: Any, forget: Callable) -> None:
        self.first = weakref.ref(first)
        self.second = weakref.ref(second, forget)
        self.values = weakref.ref(values)
        self.shape = shape
        self.kind = kind
        self.data = data


_seen: Dict[Tuple[int, type], _Seen] = {}


def _remember(class_: type, first: np.ndarray, second: np.ndarray,
              values: np.ndarray, shape: Tuple[int, ...],
              adapted: Adapted) -> Adapted:
    """The operand, to be looked at by the library and then remembered."""
    key = (id(second), class_)
    kind, data, keep, _ = adapted

    def seen() -> None:
        _seen[key] = _Seen(first, second, values, shape, kind, data,
                           lambda _: _seen.pop(key, None))

    return kind, data, keep, seen


#===------------------------------------------------------------------------===#
# Arrays of positions and coordinates
#===------------------------------------------------------------------------===#

def _indices(*arrays: np.ndarray) -> Tuple[np.ndarray, ...]:
    """Positions and coordinates of one width, contiguous."""
    for array in arrays:
        if not isinstance(array, np.ndarray) or array.dtype.kind not in "iu":
            raise TypeError("positions and coordinates are arrays of integers")
        if array.ndim != 1:
            raise ValueError("an array of positions or coordinates has "
                             f"{array.ndim} dimensions")
    narrow = all(array.dtype == _NARROW for array in arrays)
    dtype = _NARROW if narrow else _WIDE
    taken = []
    for array in arrays:
        if array.dtype != dtype:
            note(f"copied: its indices, {array.dtype}, become {dtype}")
        elif not (array.flags.c_contiguous and array.flags.aligned):
            note("copied: its indices do not lie one after the other")
        taken.append(np.require(array, dtype, ["C", "A"]))
    return tuple(taken)


def _values(array: Any) -> np.ndarray:
    array = np.asarray(array)
    if array.dtype == object:
        raise TypeError("elements of type object are no numbers")
    return taken_as(array, known_type(array))


def _sized(array: np.ndarray, count: int, what: str) -> np.ndarray:
    if len(array) < count:
        raise ValueError(f"{what} has {len(array)} elements, not {count}")
    return array[:count] if len(array) > count else array


def _check_positions(pos: np.ndarray, parents: int) -> int:
    """The number of entries that the positions of a sparse matrix count."""
    if pos.ndim != 1 or pos.dtype.kind not in "iu":
        raise TypeError("positions are an array of integers")
    if len(pos) != parents + 1:
        raise ValueError(f"there are {len(pos)} positions, not {parents + 1}")
    if pos[0] != 0 or not bool((pos[1:] >= pos[:-1]).all()):
        raise ValueError("positions do not ascend from 0")
    return int(pos[-1])


def _check_range(crd: np.ndarray, size: int) -> None:
    if len(crd) and (int(crd.min()) < 0 or int(crd.max()) >= size):
        raise ValueError(f"a coordinate is not inside of 0 to {size - 1}")


#===------------------------------------------------------------------------===#
# SciPy
#===------------------------------------------------------------------------===#

def _source(matrix: Any) -> int:
    for base in type(matrix).__mro__:
        # Of SciPy 1.8 to 1.10 arrays derive from matrices, and say so.
        if base.__name__ in ("sparray", "_sparray") or \
                base.__name__.endswith("_array"):
            return SCIPY_ARRAY
    return SCIPY_MATRIX


def _compressed(shape: Tuple[int, ...], pos: Any, crd: Any, values: Any,
                by_columns: bool, source: int,
                class_: Optional[type]) -> Adapted:
    """A matrix in CSR or CSC, with its positions looked at already. It is
    remembered where `class_` is given."""
    rows, columns = shape
    count = int(pos[-1])
    kept = (pos, crd, values)
    pos, crd = _indices(pos, _sized(crd, count, "indices"))
    values = _sized(_values(values), count, "data")
    type_ = known_type(values)
    format_ = parse_format("csc" if by_columns else "csr", 2)
    kind = kind_of(type_, format_, pos.dtype == _WIDE, source=source)
    data = (rows, columns, _address(pos), _address(crd), _address(values),
            count)
    keep = (pos, crd, values)
    if class_ is not None and all(a is b for a, b in zip(keep, kept)):
        return _remember(class_, pos, crd, values, shape,
                         (kind, data, keep, None))
    return kind, data, keep, _checked_only


def _checked_only() -> None:
    """A copy is looked at, and not remembered."""


def _compressed_adapter(by_columns: bool, source: int) -> Adapter:
    def adapter(matrix: Any) -> Adapted:
        crd = matrix.indices
        class_ = type(matrix)
        seen = _seen.get((id(crd), class_))
        if seen is not None and seen.second() is crd:
            pos, values = matrix.indptr, matrix.data
            if (seen.first() is pos and seen.values() is values
                    and seen.shape == matrix.shape):
                return seen.kind, seen.data, (pos, crd, values), None
        shape = tuple(int(size) for size in matrix.shape)
        if len(shape) != 2:
            note(f"copied: with {len(shape)} dimension it becomes coo")
            return _list_adapter(source)(matrix.tocoo())
        count = _check_positions(np.asarray(matrix.indptr),
                                 shape[1 if by_columns else 0])
        _sized(matrix.indices, count, "indices")
        _sized(matrix.data, count, "data")
        if not matrix.has_canonical_format:
            note("copied: its entries are not sorted and distinct")
            matrix = matrix.copy()
            matrix.sum_duplicates()
            return _compressed(shape, matrix.indptr, matrix.indices,
                               matrix.data, by_columns, source, None)
        return _compressed(shape, matrix.indptr, matrix.indices, matrix.data,
                           by_columns, source, class_)

    return adapter


def _blocks_adapter(source: int) -> Adapter:
    def adapter(matrix: Any) -> Adapted:
        rows, columns = (int(size) for size in matrix.shape)
        _, height, width = matrix.data.shape
        if not height or not width:
            return _compressed_adapter(False, source)(matrix.tocsr())
        count = _check_positions(np.asarray(matrix.indptr), rows // height)
        _sized(matrix.indices, count, "indices")
        _sized(matrix.data, count, "data")
        if not matrix.has_canonical_format:
            note("copied: its blocks are not sorted and distinct")
            matrix = matrix.copy()
            matrix.sum_duplicates()
            count = int(matrix.indptr[-1])
        kept = (matrix.indptr, matrix.indices, matrix.data)
        pos, crd = _indices(kept[0], _sized(kept[1], count, "indices"))
        values = _sized(_values(kept[2]), count, "data")
        format_ = parse_format(f"bcsr({height}, {width})", 2)
        kind = kind_of(known_type(values), format_, pos.dtype == _WIDE,
                       source=source)
        data = (rows, columns, _address(pos), _address(crd), _address(values),
                count, height, width)
        return kind, data, (pos, crd, values), _checked_only

    return adapter


def _list_adapter(source: int) -> Adapter:
    def adapter(matrix: Any) -> Adapted:
        coordinates = tuple(matrix.coords if hasattr(matrix, "coords")
                            else (matrix.row, matrix.col))
        seen = _seen.get((id(coordinates[-1]), type(matrix)))
        if seen is not None and seen.second() is coordinates[-1]:
            if (seen.first() is coordinates[0]
                    and seen.values() is matrix.data
                    and seen.shape == matrix.shape):
                return seen.kind, seen.data, (coordinates, matrix.data), None
        return coordinate_list(tuple(int(size) for size in matrix.shape),
                               coordinates, matrix.data, source, type(matrix))

    return adapter


def _diagonals_adapter(source: int) -> Adapter:
    def adapter(matrix: Any) -> Adapted:
        note("copied: SciPy keeps diagonals by columns, Encke by rows")
        rows, columns = (int(size) for size in matrix.shape)
        offsets = np.asarray(matrix.offsets)
        stored = _values(matrix.data)
        if stored.ndim != 2 or len(stored) != len(offsets):
            raise ValueError(f"there are {len(offsets)} offsets of diagonals, "
                             f"but data has the shape {stored.shape}")
        kept = [(int(offset), number) for number, offset in enumerate(offsets)
                if -rows < offset < columns]
        kept.sort()
        if len({offset for offset, _ in kept}) != len(kept):
            raise ValueError("a diagonal is stored twice")
        values = np.zeros((len(kept), rows), stored.dtype)
        for number, (offset, at) in enumerate(kept):
            first = max(0, offset)  # columns
            last = min(columns, rows + offset, stored.shape[1])
            if last > first:
                values[number, first - offset:last - offset] = \
                    stored[at, first:last]
        index = _NARROW if rows + columns < 2**31 else _WIDE
        numbers = np.array([offset + rows - 1 for offset, _ in kept], index)
        span = np.array([0, len(kept)], index)
        kind = kind_of(known_type(values), parse_format("dia", 2),
                       index == _WIDE, source=source)
        data = (rows, columns, _address(span), _address(numbers),
                _address(values), len(kept))
        return kind, data, (span, numbers, values), None

    return adapter


def _by_rows_adapter(source: int) -> Adapter:
    inner = _compressed_adapter(False, source)

    def adapter(matrix: Any) -> Adapted:
        note(f"copied: '{matrix.format}' becomes csr")
        return inner(matrix.tocsr())

    return adapter


#===------------------------------------------------------------------------===#
# Lists of coordinates
#===------------------------------------------------------------------------===#

_CHUNK = 1 << 16


def _ascends(coordinates: Tuple[np.ndarray, ...]) -> bool:
    """Whether coordinates are sorted and distinct, the first one foremost."""
    count = len(coordinates[0])
    for start in range(0, count - 1, _CHUNK):
        end = min(start + _CHUNK, count - 1)
        later = np.zeros(end - start, bool)
        for crd in reversed(coordinates):
            before, after = crd[start:end], crd[start + 1:end + 1]
            later = (after > before) | ((after == before) & later)
        if not later.all():
            return False
    return True


def sort_entries(sizes: Tuple[int, ...], coordinates: Tuple[np.ndarray, ...],
                 values: np.ndarray) -> Tuple[Tuple[np.ndarray, ...],
                                              np.ndarray]:
    """The entries sorted, and those of the same coordinates summed."""
    order = np.lexsort(coordinates[::-1])
    coordinates = tuple(crd[order] for crd in coordinates)
    values = values[order]
    if len(values):
        first = np.zeros(len(values), bool)
        first[0] = True
        for crd in coordinates:
            first[1:] |= crd[1:] != crd[:-1]
        starts = np.flatnonzero(first)
        if len(starts) != len(values):
            coordinates = tuple(crd[starts] for crd in coordinates)
            values = (np.logical_or if values.dtype == bool
                      else np.add).reduceat(values, starts)
    return coordinates, values


def coordinate_list(sizes: Tuple[int, ...], given: Tuple[np.ndarray, ...],
                    given_values: Any, source: int,
                    class_: Optional[type] = None) -> Adapted:
    """A tensor as a list of coordinates, one array for each mode. It is
    remembered where `class_` is given."""
    values = _values(given_values)
    for crd in given:
        if len(crd) != len(values):
            raise ValueError(f"there are {len(crd)} coordinates, but "
                             f"{len(values)} values")
    coordinates = _indices(*given)
    for crd, size in zip(coordinates, sizes):
        _check_range(crd, size)
    copied = False
    if not _ascends(coordinates):
        note("copied: its entries are not sorted and distinct")
        coordinates, values = sort_entries(sizes, coordinates, values)
        copied = True
    kind = kind_of(known_type(values), parse_format("coo", len(sizes)),
                   coordinates[0].dtype == _WIDE, source=source)
    data = (sizes, tuple(_address(crd) for crd in coordinates),
            _address(values), len(values))
    adapted: Adapted = (kind, data, (coordinates, values), None)
    if (class_ is not None and len(sizes) == 2 and not copied
            and values is given_values
            and all(a is b for a, b in zip(coordinates, given))):
        return _remember(class_, coordinates[0], coordinates[1], values, sizes,
                         adapted)
    return adapted


#===------------------------------------------------------------------------===#
# PyData/sparse, PyTorch
#===------------------------------------------------------------------------===#

def _check_fill(tensor: Any) -> None:
    if tensor.fill_value != 0:
        raise TypeError(f"a tensor of which absent elements are "
                        f"{tensor.fill_value} is no operand; they have to be 0")


def _adapt_pydata_list(tensor: Any) -> Adapted:
    _check_fill(tensor)
    if tensor.ndim == 0:
        return _dense_of(tensor.todense())
    return coordinate_list(tuple(int(size) for size in tensor.shape),
                           tuple(tensor.coords), tensor.data, OTHER)


def _adapt_pydata_compressed(tensor: Any) -> Adapted:
    _check_fill(tensor)
    if tensor.ndim != 2:
        note("copied: a GCXS of other than 2 dimensions becomes a COO")
        return _adapt_pydata_list(tensor.tocoo())
    by_columns = tuple(tensor.compressed_axes) == (1,)
    shape = tuple(int(size) for size in tensor.shape)
    _check_positions(np.asarray(tensor.indptr), shape[1 if by_columns else 0])
    return _compressed(shape, tensor.indptr, tensor.indices, tensor.data,
                       by_columns, OTHER, type(tensor))


def _dense_of(value: Any) -> Adapted:
    from ._operands import adapt
    return adapt(as_array(value))


def _adapt_torch(tensor: Any) -> Adapted:
    layout = str(tensor.layout).rpartition(".")[2]
    if layout == "strided":
        return _dense_of(tensor)
    if hasattr(tensor, "detach"):
        tensor = tensor.detach()
    shape = tuple(int(size) for size in tensor.shape)
    if layout == "sparse_coo":
        if not tensor.is_coalesced():
            note("copied: it is not coalesced")
            tensor = tensor.coalesce()
        values = as_array(tensor.values())
        if values.ndim != 1:
            raise TypeError("a sparse tensor with dense dimensions is no "
                            "operand")
        return coordinate_list(shape, tuple(as_array(tensor.indices())),
                               values, OTHER)
    if layout in ("sparse_csr", "sparse_csc") and len(shape) == 2:
        by_columns = layout == "sparse_csc"
        pos, crd = ((tensor.ccol_indices(), tensor.row_indices())
                    if by_columns else
                    (tensor.crow_indices(), tensor.col_indices()))
        pos, crd = as_array(pos), as_array(crd)
        _check_positions(pos, shape[1 if by_columns else 0])
        return _compressed(shape, pos, crd, as_array(tensor.values()),
                           by_columns, OTHER, None)
    raise TypeError(f"a tensor with the layout {layout} and {len(shape)} "
                    "dimensions is no operand")


_SCIPY: Dict[str, Callable[[int], Adapter]] = {
    "csr": lambda source: _compressed_adapter(False, source),
    "csc": lambda source: _compressed_adapter(True, source),
    "bsr": _blocks_adapter, "coo": _list_adapter, "dia": _diagonals_adapter,
    "lil": _by_rows_adapter, "dok": _by_rows_adapter}


def find_adapter(value: Any) -> Optional[Adapter]:
    """What makes an operand of a sparse one; None if it is no such thing."""
    if hasattr(value, "layout") and hasattr(value, "is_sparse"):
        return _adapt_torch
    if hasattr(value, "fill_value") and hasattr(value, "coords") \
            and hasattr(value, "data"):
        return _adapt_pydata_list
    if hasattr(value, "fill_value") and hasattr(value, "compressed_axes"):
        return _adapt_pydata_compressed
    format_ = getattr(value, "format", None)
    if hasattr(value, "tocsr") and isinstance(format_, str):
        made = _SCIPY.get(format_)
        if made is not None:
            return made(_source(value))
    return None
