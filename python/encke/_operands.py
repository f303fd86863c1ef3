#===- _operands.py - what users give as operands ---------------------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Makes operands of what users give: arrays of NumPy and of those that share
their memory with it, and single values. `_foreign` adds sparse matrices.

`adapt` finds what to do by an operand's class, so that this is looked into once
a class. Nothing is copied if the library can take it as it is; `note` says what
was copied, and why, while `encke.explain` listens.
"""

from __future__ import annotations

import ctypes
import threading
from ctypes import addressof
from typing import Any, Callable, Dict, List, Optional, Tuple

import numpy as np

from ._formats import (BOOL, COMPLEX, DOUBLE, ElementType, INT, TYPES,
                       parse_format, type_for)
from ._kinds import Kind, NUMPY, OTHER, OWN, SCIPY_ARRAY, SCIPY_MATRIX, kind_of

__all__ = ["adapt", "adapters", "as_array", "dense", "note", "listening",
           "NUMPY", "OTHER", "OWN", "SCIPY_ARRAY", "SCIPY_MATRIX"]

MOST_DIMENSIONS = 16

from_buffer = ctypes.c_char.from_buffer

# Of (kind, data, keep, fresh), as `_kinds.Prepared` says.
Adapted = Tuple[Kind, Any, Any, Optional[Callable[[], None]]]
Adapter = Callable[[Any], Adapted]

adapters: Dict[type, Adapter] = {}

# ---- what was copied

_listeners = threading.local()


class listening:
    """While it lasts, notes about the thread's operands are kept in a list."""

    def __enter__(self) -> List[str]:
        self.outer = getattr(_listeners, "notes", None)
        _listeners.notes = []
        return _listeners.notes

    def __exit__(self, *error: object) -> None:
        _listeners.notes = self.outer


def note(text: str) -> None:
    notes = getattr(_listeners, "notes", None)
    if notes is not None:
        notes.append(text)


# ---- dense arrays

# By number of dimensions, of which NumPy has at most 64, and type.
_DENSE: List[Dict[np.dtype, Kind]] = [
    {type_.dtype: kind_of(type_, parse_format("dense", order))
     for type_ in TYPES if 0 < order < 5} for order in range(65)]
_SCALARS: Dict[ElementType, Kind] = {
    type_: kind_of(type_, None) for type_ in TYPES}


def _adapt_array(array: np.ndarray) -> Adapted:
    shape = array.shape
    kind = _DENSE[len(shape)].get(array.dtype)
    try:
        # This takes a quarter of the time of the array's own ways to tell its
        # address, and fails where elements do not lie one after the other.
        address = addressof(from_buffer(array))  # type: ignore[arg-type]
    except (TypeError, ValueError, BufferError):
        return _adapt_locked(array, kind)
    if kind is None or address & 7:
        return dense(array)
    return kind, (address, shape), array, None


def address_of(array: np.ndarray) -> int:
    """Where the elements of a new array are."""
    try:
        return addressof(from_buffer(array))  # type: ignore[arg-type]
    except (TypeError, ValueError, BufferError):  # there are none
        return array.__array_interface__["data"][0]


def _adapt_locked(array: np.ndarray, kind: Optional[Kind]) -> Adapted:
    """An array that is read-only, empty, or not contiguous."""
    interface = array.__array_interface__
    address = interface["data"][0]
    if kind is None or interface["strides"] is not None or address & 7:
        return dense(array)
    return kind, (address, array.shape), array, None


def dense(array: np.ndarray) -> Adapted:
    """An array of any kind, which is copied if it has to be."""
    if isinstance(array, np.ma.MaskedArray):
        if np.ma.is_masked(array):
            raise TypeError("an array with masked elements is no operand; "
                            "array.filled(0) gives them a value")
        array = array.data
    if array.ndim > MOST_DIMENSIONS:
        raise ValueError(f"an array of {array.ndim} dimensions is no operand; "
                         f"{MOST_DIMENSIONS} are the most")
    type_ = known_type(array)
    if array.ndim == 0:
        return _SCALARS[type_], array.astype(type_.dtype).item(), None, None
    taken = taken_as(array, type_)
    kind = kind_of(type_, parse_format("dense", array.ndim))
    address = taken.__array_interface__["data"][0]
    return kind, (address, taken.shape), taken, None


def known_type(array: np.ndarray) -> ElementType:
    """The type that the elements of an array are taken to."""
    dtype = array.dtype
    found = type_for(dtype)
    if found is not None:
        return found
    if dtype.kind == "u":
        # As NumPy does where they meet int64; but exactly, if they fit.
        fits = array.size == 0 or int(array.max()) <= np.iinfo(np.int64).max
        return INT if fits else DOUBLE
    raise TypeError(f"elements of type {dtype} are no numbers of Encke's; it "
                    "takes bool, integers, floating-point and complex numbers")


def taken_as(array: np.ndarray, type_: ElementType) -> np.ndarray:
    """The array's elements, of that type, one after the other in memory."""
    if array.dtype != type_.dtype:
        note(f"copied: {array.dtype} becomes {type_.name}")
    elif not array.flags.c_contiguous:
        note("copied: its elements do not lie one after the other, by rows")
    elif not array.flags.aligned:
        note("copied: its elements are not aligned")
    return np.require(np.asarray(array), type_.dtype, ["C", "A"])


# ---- single values

def _adapt_weak(type_: ElementType) -> Adapter:
    kind = kind_of(type_, None, weak=True)

    def adapter(value: Any) -> Adapted:
        return kind, value, None, None

    return adapter


_WEAK_INT = kind_of(INT, None, weak=True)
_WEAK_DOUBLE = kind_of(DOUBLE, None, weak=True)


def _adapt_int(value: int) -> Adapted:
    if -2**63 <= value < 2**63:
        return _WEAK_INT, value, None, None
    return _WEAK_DOUBLE, float(value), None, None


def _adapt_number(value: Any) -> Adapted:
    return dense(np.asarray(value))


adapters.update({
    np.ndarray: _adapt_array, float: _adapt_weak(DOUBLE), int: _adapt_int,
    bool: _adapt_weak(BOOL), complex: _adapt_weak(COMPLEX)})


# ---- anything else

def as_array(value: Any) -> np.ndarray:
    """A NumPy array of what has one of the protocols for it, without a copy
    where that can be."""
    if hasattr(value, "requires_grad") and hasattr(value, "detach"):
        value = value.detach()  # PyTorch exports no tensor with a gradient
    if hasattr(value, "__array_interface__"):
        return np.asarray(value)
    if hasattr(value, "__dlpack__") and hasattr(value, "__dlpack_device__"):
        device = int(value.__dlpack_device__()[0])
        if device not in (1, 3):  # kDLCPU, kDLCUDAHost
            raise TypeError(
                f"a {type(value).__name__} in the memory of a device is no "
                "operand; it has to be in main memory")
        if hasattr(np, "from_dlpack"):
            try:
                return np.from_dlpack(value)
            except (RuntimeError, BufferError, TypeError) as error:
                if not hasattr(value, "__array__"):
                    raise TypeError(
                        f"cannot take a {type(value).__name__} through "
                        f"DLPack: {error}") from None
    return np.asarray(value)


def _adapt_foreign_array(value: Any) -> Adapted:
    array = as_array(value)
    if not isinstance(array, np.ndarray) or array.dtype == object:
        raise _not_an_operand(value)
    return _adapt_array(array) if array.ndim else dense(array)


def _adapt_sequence(value: Any) -> Adapted:
    try:
        array = np.asarray(value)
    except ValueError as error:
        raise TypeError(f"a {type(value).__name__} that is no array: "
                        f"{error}") from None
    if array.dtype == object:
        raise _not_an_operand(value)
    note("copied: it is no array")
    return dense(array)


def _not_an_operand(value: Any) -> TypeError:
    return TypeError(f"a {type(value).__name__} is no operand: Encke takes "
                     "numbers, NumPy arrays, sparse matrices of SciPy, "
                     "PyData and PyTorch, and what has __dlpack__, "
                     "__array_interface__ or __array__")


def _find_adapter(value: Any) -> Adapter:
    from . import _foreign
    if isinstance(value, np.ndarray):
        return _adapt_array if not isinstance(
            value, np.ma.MaskedArray) else dense
    if isinstance(value, np.generic):
        return _adapt_number
    if isinstance(value, (bool, int)):
        return lambda each: _adapt_int(int(each))
    if isinstance(value, (float, complex)):
        return lambda each: adapters[
            float if isinstance(each, float) else complex](each)
    if isinstance(value, type):
        raise _not_an_operand(value)
    found = _foreign.find_adapter(value)
    if found is not None:
        return found
    if any(hasattr(value, name) for name in
           ("__array_interface__", "__dlpack__", "__array__")):
        return _adapt_foreign_array
    if isinstance(value, (list, tuple, range, memoryview, bytearray)):
        return _adapt_sequence
    raise _not_an_operand(value)


def adapt(value: Any) -> Adapted:
    """(kind, data, keep, fresh) of an operand."""
    adapter = adapters.get(type(value))
    if adapter is None:
        adapter = _find_adapter(value)
        # Of PyTorch's tensors one class has all layouts.
        if not hasattr(type(value), "layout"):
            adapters[type(value)] = adapter
    return adapter(value)
