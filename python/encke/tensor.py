#===- tensor.py - tensors that the library made ----------------------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""`encke.Tensor`: a result of the library, which its arrays are views of."""

from __future__ import annotations

import sys
from typing import Any, Dict, List, NamedTuple, Optional, Tuple

import numpy as np

from . import _abi
from ._call import releaser
from ._formats import (ElementType, Format, describe_levels,
                       format_of_levels, type_of_number)
from ._kinds import Kind, OWN, kind_of
from ._lazy_operators import Operators
from ._operands import Adapted, adapters
from ._read_format import read_format


class _View:
    """Memory of a tensor, as NumPy asks for it."""

    __slots__ = ("__array_interface__", "tensor")

    def __init__(self, tensor: "Tensor", address: int, dtype: np.dtype,
                 shape: Tuple[int, ...]) -> None:
        self.tensor = tensor
        self.__array_interface__ = {
            "data": (address, False), "typestr": dtype.str, "shape": shape,
            "version": 3}


class _Memory:
    """The memory of a dense result, which ends with the last array of it."""

    __slots__ = ("__array_interface__", "pointer", "release", "__weakref__")

    def __init__(self, pointer: int, release: Any,
                 interface: Dict[str, Any]) -> None:
        self.pointer = pointer
        self.release = release
        self.__array_interface__ = interface

    def __del__(self) -> None:
        self.release(self.pointer)


def take_dense(pointer: int, dtype: np.dtype) -> np.ndarray:
    """The array of a dense result, which releases it in the end."""
    tensor = _abi.CTensor.from_address(pointer)
    shape = tuple(tensor.sizes[:tensor.order])
    release = releaser(tensor.release)
    if 0 in shape:
        release(pointer)
        return np.empty(shape, dtype)
    return np.asarray(_Memory(pointer, release, {
        "data": (tensor.values, False), "typestr": dtype.str, "shape": shape,
        "version": 3}))


class LevelArrays(NamedTuple):
    """A storage level: `pos` and `crd` are None where it has none."""

    type: str  # a letter of _abi.LETTERS
    mode: int
    size: int
    map: int  # encke_level_map
    block: int
    other: int
    pos: Optional[np.ndarray]
    crd: Optional[np.ndarray]
    expression: str = ""  # of a map that is none of the others


class Tensor(Operators):
    """A tensor that Encke has computed, in any of its formats.

    It can be an operand again; `to_numpy()`, `to_scipy()` and the arrays of
    `levels` and `values` share its memory where that is possible.
    """

    __slots__ = ("_pointer", "_release", "_kind", "_count", "_nnz", "shape",
                 "__weakref__")

    shape: Tuple[int, ...]
    _pointer: int
    _release: Any
    _kind: Kind
    _count: int
    _nnz: Optional[int]

    def __init__(self) -> None:
        raise TypeError("an encke.Tensor is what Encke has computed; "
                        "encke.convert(array, 'csr') makes one of an array")

    @classmethod
    def _adopt(cls, pointer: int, kind: Optional[Kind] = None) -> "Tensor":
        """The tensor at an address, which is released with this object. Its
        `kind` is that of another with the same format, type and widths."""
        self = cls.__new__(cls)
        tensor = _abi.CTensor.from_address(pointer)
        order = tensor.order
        self._pointer = pointer
        self._release = releaser(tensor.release) if tensor.release else None
        self._count = tensor.value_count
        self._nnz = None
        self.shape = tuple(tensor.sizes[:order])
        if kind is None:
            kind = kind_of(type_of_number(tensor.type),
                           format_of_levels(describe_levels(tensor), order),
                           tensor.pos_bytes == 8, by_address=True, source=OWN)
        self._kind = kind
        return self

    def __del__(self) -> None:
        release = getattr(self, "_release", None)
        if release is not None:
            release(self._pointer)

    # ---- what it is

    @property
    def _type(self) -> ElementType:
        return self._kind.type

    @property
    def _format(self) -> Format:
        assert self._kind.format is not None
        return self._kind.format

    @property
    def dtype(self) -> np.dtype:
        """The type of its elements, as NumPy's."""
        return self._type.dtype

    @property
    def ndim(self) -> int:
        """The number of its dimensions."""
        return len(self.shape)

    @property
    def format(self) -> str:
        """How it is stored: ``"csr"``, ``"bcsr(2, 3)"``, …"""
        return self._format.text.lower()

    @property
    def nnz(self) -> int:
        """How many elements are stored; padding does not count."""
        if self._nnz is None:
            tensor = _abi.CTensor.from_address(self._pointer)
            if self._is_declared():
                self._nnz = len(self.to_coordinates()[1])
            elif tensor.full or not _has_padding(self._format.levels):
                self._nnz = self._count
            else:
                self._nnz = int(np.count_nonzero(self._stored()))
        return self._nnz

    @property
    def values(self) -> np.ndarray:
        """The array of its values, padding included, as it is in memory; a new
        one where all elements have one value."""
        tensor = _abi.CTensor.from_address(self._pointer)
        if tensor.explicit_value:
            value = self._view(tensor.explicit_value, self.dtype, (1,))
            return np.full(self._count, value[0])
        return self._fields(tensor.values, self.dtype, self._count,
                            tensor.value_stride)

    @property
    def levels(self) -> Tuple[LevelArrays, ...]:
        """Its storage levels, outermost first, with their arrays as they are
        in memory."""
        # Not kept: NumPy's arrays take no part in the collection of cycles.
        return tuple(self._read_levels())

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("a tensor without dimensions has no length")
        return self.shape[0]

    def __repr__(self) -> str:
        sizes = " x ".join(map(str, self.shape)) or "single value"
        nnz = self.nnz
        return (f"<encke.Tensor: {sizes} {self._type.name}, {nnz} "
                f"{'entry' if nnz == 1 else 'entries'} stored as "
                f"{self._format.text}>")

    def __sizeof__(self) -> int:
        total = object.__sizeof__(self) + self.values.nbytes
        for level in self.levels:
            for array in (level.pos, level.crd):
                total += array.nbytes if array is not None else 0
        return total

    def __reduce__(self) -> Tuple[Any, ...]:
        from ._binding import from_coordinates, restored
        if self._format.is_dense:
            return restored, (self.to_numpy(),)
        coordinates, values = self.to_coordinates()
        return from_coordinates, (coordinates, values, self.shape, self.format)

    # ---- what it holds

    def to_numpy(self) -> np.ndarray:
        """A NumPy array of all elements; of a dense tensor it shares memory."""
        if self._format.is_dense:
            return self.values.reshape(self.shape)
        dense = np.zeros(self.shape, self.dtype)
        coordinates, values = self.to_coordinates()
        dense[coordinates] = values
        return dense

    def to_coordinates(self) -> Tuple[Tuple[np.ndarray, ...], np.ndarray]:
        """The stored elements: an array of coordinates for each dimension, and
        one of their values. The order is that of storage; of a tensor whose
        levels have expressions of their own, or types that only declarations
        have, that of coordinates."""
        if self._is_declared() or any(level.map == _abi.EXPRESSION
                                      for level in self.levels):
            from ._binding import as_list
            return as_list(self).to_coordinates()
        positions = self._coordinates()
        values = self.values
        tensor = _abi.CTensor.from_address(self._pointer)
        if tensor.full or not _has_padding(self._format.levels):
            return positions, values
        kept = self._stored()
        for crd, size in zip(positions, self.shape):
            kept &= (crd >= 0) & (crd < size)
        return tuple(crd[kept] for crd in positions), values[kept]

    def to_scipy(self, format: Optional[str] = None) -> Any:
        """A sparse array of SciPy, in its format that is the same as this
        tensor's or else CSR, or in another one that is asked for. Of CSR, CSC,
        COO and BCSR it shares memory."""
        from ._results import to_scipy
        return to_scipy(self, format)

    def __array__(self, dtype: Any = None,
                  copy: Optional[bool] = None) -> np.ndarray:
        if copy is False and not self._format.is_dense:
            raise ValueError(f"a tensor stored as {self._format.text} becomes "
                             "an array by a copy only")
        array = self.to_numpy()
        if dtype is not None and np.dtype(dtype) != array.dtype:
            if copy is False:
                raise ValueError("another type of elements takes a copy")
            return array.astype(dtype)
        return array.copy() if copy and self._format.is_dense else array

    def __dlpack__(self, **options: Any) -> Any:
        if not self._format.is_dense:
            raise BufferError(f"a tensor stored as {self._format.text} is no "
                              "array; to_numpy() makes one of it")
        return self.to_numpy().__dlpack__(**options)

    def __dlpack_device__(self) -> Tuple[int, int]:
        return 1, 0  # main memory

    # ---- memory

    def _view(self, address: Optional[int], dtype: np.dtype,
              shape: Tuple[int, ...]) -> np.ndarray:
        if not address or 0 in shape:
            return np.empty(shape, dtype)
        return np.asarray(_View(self, address, dtype, shape))

    def _fields(self, address: Optional[int], dtype: np.dtype, count: int,
                stride: int) -> np.ndarray:
        """An array, or one field of as many records that are `stride` elements
        of it apart."""
        step = max(stride, 1)
        length = (count - 1) * step + 1 if count else 0
        return self._view(address, dtype, (length,))[::step]

    def _read_levels(self) -> List[LevelArrays]:
        tensor = _abi.CTensor.from_address(self._pointer)
        widths: Dict[int, np.dtype] = {4: np.dtype(np.int32),
                                       8: np.dtype(np.int64)}
        found = []
        for number in range(tensor.level_count):
            level = tensor.levels[number]
            pos = crd = None
            if level.type in (_abi.COMPRESSED, _abi.NONUNIQUE, _abi.LOOSE,
                              _abi.REPEATED):
                pos = self._view(level.pos, widths[tensor.pos_bytes],
                                 (level.pos_count,))
            if level.type not in (_abi.DENSE, _abi.BATCH):
                crd = self._fields(level.crd, widths[tensor.crd_bytes],
                                   level.crd_count, level.stride)
            found.append(LevelArrays(_abi.LETTERS[level.type], level.mode,
                                     level.size, level.map, level.block,
                                     level.other, pos, crd,
                                     (level.expression or b"").decode()))
        return found

    def _is_declared(self) -> bool:
        """Whether some level has a type or a layout that only declarations
        have."""
        tensor = _abi.CTensor.from_address(self._pointer)
        return any(tensor.levels[number].type > _abi.SINGLETON
                   or tensor.levels[number].layout
                   for number in range(tensor.level_count))

    def _stored(self) -> np.ndarray:
        """Which positions of a tensor with padding are elements."""
        kept = self.values != 0
        tensor = _abi.CTensor.from_address(self._pointer)
        if tensor.zeros and self._count:
            words = self._view(tensor.zeros, np.dtype("<u8"),
                               ((self._count + 63) // 64,))
            bits = np.unpackbits(words.view(np.uint8), bitorder="little")
            kept = kept | bits[:self._count].astype(bool)
        return kept

    def _coordinates(self) -> Tuple[np.ndarray, ...]:
        """The coordinates of each position of the last level."""
        known: Dict[Tuple[int, int], np.ndarray] = {}
        positions = 1
        for level in self.levels:
            if level.type == "D":
                parents = np.repeat(np.arange(positions), level.size)
                crd = np.tile(np.arange(level.size), positions)
                positions *= level.size
            elif level.type == "S":
                assert level.crd is not None
                parents, crd = np.arange(positions), level.crd
            else:
                assert level.pos is not None and level.crd is not None
                parents = np.repeat(np.arange(positions), np.diff(level.pos))
                crd = level.crd[:len(parents)]
                positions = len(parents)
            if level.type != "S":
                known = {key: each[parents] for key, each in known.items()}
            if level.map != _abi.SLOT:
                known[level.mode, level.map] = crd
        blocks = {level.mode: level.block for level in self.levels
                  if level.map == _abi.INSIDE}
        found: Dict[int, np.ndarray] = {}
        for mode in range(len(self.shape)):
            if (mode, _abi.WHOLE) in known:
                found[mode] = known[mode, _abi.WHOLE]
            elif (mode, _abi.BLOCK) in known:
                found[mode] = (known[mode, _abi.BLOCK] * blocks[mode]
                               + known[mode, _abi.INSIDE])
        for level in self.levels:
            if level.map == _abi.DIAGONAL:
                found[level.mode] = (
                    known[level.mode, _abi.DIAGONAL] + found[level.other]
                    - (self.shape[level.other] - 1))
        return tuple(found[mode] for mode in range(len(self.shape)))


def _has_padding(levels: str) -> bool:
    """Whether a position may be no element (L47)."""
    return levels != "" and read_format(levels).has_padding


def _adapt_tensor(tensor: Tensor) -> Adapted:
    return tensor._kind, (tensor._pointer, tensor._count), tensor, None


adapters[Tensor] = _adapt_tensor
assert sys.byteorder == "little"
