#===- _abi.py - the structures of encke.h in ctypes ------------------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""The structures of runtime/include/encke/encke.h and tensor.h.

Descriptions of libraries, and results, are read through ctypes' structures. The
tensors that operands become are filled in at each call, where every field of a
ctypes structure costs: they are written as 64-bit words instead, at the indices
that stand here beside the structures.
"""

from __future__ import annotations

import ctypes
from ctypes import (POINTER, Structure, c_char, c_char_p, c_int32, c_int64,
                    c_void_p)

OK, RUN_TIME_ERROR, OPERAND_ERROR = 0, 2, 3

ALIAS_OK, CHECK, ACCUMULATE = 1, 2, 4

NOTHING, SCALAR, TENSOR = 0, 1, 2

WHOLE, BLOCK, INSIDE, DIAGONAL, SLOT, EXPRESSION = range(6)
(DENSE, COMPRESSED, NONUNIQUE, SINGLETON, STRUCTURED, LOOSE, BATCH,
 REPEATED) = range(8)
# Level types as the texts of formats have them; those from the fifth on are in
# declarations only.
LETTERS = "DCNSTLBR"
# How the arrays of a level lie in memory, and what ends its text then.
LAYOUTS = {1: "+", 2: "|"}


class Level(Structure):
    _fields_ = [
        ("type", c_int32), ("mode", c_int32), ("size", c_int64),
        ("pos", c_void_p), ("crd", c_void_p),
        ("pos_count", c_int64), ("crd_count", c_int64),
        ("map", c_int32), ("other", c_int32), ("block", c_int64),
        ("expression", c_char_p), ("inverse", c_char_p),
        ("n", c_int32), ("m", c_int32),
        ("layout", c_int32), ("stride", c_int32),
        ("reserved", c_int64 * 1)]


class CTensor(Structure):
    _fields_ = [
        ("struct_size", c_int32), ("level_size", c_int32),
        ("order", c_int32), ("type", c_int32),
        ("pos_bytes", c_int32), ("crd_bytes", c_int32),
        ("sizes", POINTER(c_int64)), ("levels", POINTER(Level)),
        ("values", c_void_p), ("value_count", c_int64),
        ("owns_values", c_int32), ("level_count", c_int32),
        ("zeros", c_void_p), ("full", c_int32), ("bounded", c_int32),
        ("device", c_int32), ("device_number", c_int32),
        ("explicit_value", c_void_p), ("parts", c_void_p),
        ("part_count", c_int64), ("release", c_void_p), ("owner", c_void_p),
        ("value_stride", c_int64), ("reserved", c_int64 * 3)]


class Call(Structure):
    _fields_ = [
        ("struct_size", c_int32), ("threads", c_int32), ("flags", c_int32),
        ("cancel", c_int32), ("files", POINTER(c_char_p)),
        ("file_count", c_int32), ("reserved0", c_int32), ("identifier", c_char * 64),
        ("place", c_char * 256), ("message", c_char * 1024),
        ("communicator", c_void_p), ("reserved", c_int64 * 7)]


class Parameter(Structure):
    _fields_ = [
        ("name", c_char_p), ("labels", c_char_p), ("format", c_char_p),
        ("sizes", POINTER(c_int64)), ("levels", POINTER(Level)),
        ("kind", c_int32), ("type", c_int32), ("order", c_int32),
        ("level_count", c_int32), ("is_buffer", c_int32),
        ("part", c_int32)]


class Function(Structure):
    _fields_ = [
        ("name", c_char_p), ("symbol", c_char_p), ("prototype", c_char_p),
        ("place", c_char_p), ("parameters", POINTER(Parameter)),
        ("result", Parameter), ("parameter_count", c_int32),
        ("version_count", c_int32), ("versions", c_void_p),
        ("takes_communicator", c_int32), ("reserved0", c_int32),
        ("reserved", c_int64 * 4)]


class Library(Structure):
    _fields_ = [
        ("struct_size", c_int32), ("function_size", c_int32),
        ("abi", c_int32), ("function_count", c_int32),
        ("functions", POINTER(Function)), ("name", c_char_p),
        ("version", c_char_p), ("reserved", c_int64 * 4)]


# Words of an encke_tensor that differ from call to call, and of a level.
TENSOR_WORDS = ctypes.sizeof(CTensor) // 8
LEVEL_WORDS = ctypes.sizeof(Level) // 8
(T_STRUCT, T_ORDER, T_WIDTHS, T_SIZES, T_LEVELS, T_VALUES, T_COUNT,
 T_LEVEL_COUNT, T_ZEROS, T_FULL) = range(10)
T_RELEASE = CTensor.release.offset // 8
(L_TYPE, L_SIZE, L_POS, L_CRD, L_POS_COUNT, L_CRD_COUNT, L_MAP,
 L_BLOCK) = range(8)
L_EXPRESSION = Level.expression.offset // 8
L_NUMBERS = Level.n.offset // 8


def pair(low: int, high: int) -> int:
    """The word in which two int32_t lie beside each other."""
    return low | high << 32


STRUCT_WORD = pair(ctypes.sizeof(CTensor), ctypes.sizeof(Level))
NARROW = pair(4, 4)
WIDE = pair(8, 8)

RELEASE = ctypes.CFUNCTYPE(None, c_void_p)
