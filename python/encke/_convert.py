#===- _convert.py - operands in another form -------------------------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Operands with wider indices, where those of others have 64 bits."""

from __future__ import annotations

import re
from typing import Any, List, Tuple

import numpy as np

from ._kinds import kind_of
from ._operands import Adapted, note
from .errors import FormatError
from .tensor import LevelArrays, Tensor


def _address(array: np.ndarray) -> int:
    return array.__array_interface__["data"][0]


def _wide(array: Any, kept: List[np.ndarray]) -> Tuple[int, int]:
    """Address and number of the elements of an array, as 64-bit ones."""
    if array is None:
        return 0, 0
    taken = np.require(array, np.int64, ["C", "A"])
    kept.append(taken)
    return _address(taken), len(taken)


def _of_tensor(tensor: Tensor, kept: List[np.ndarray]) -> Any:
    """The data of a tensor of the library, as `_kinds` wants it."""
    name = tensor._format.text
    values = tensor.values
    kept.append(values)
    levels: Tuple[LevelArrays, ...] = tensor.levels
    arrays = [(*_wide(level.pos, kept), *_wide(level.crd, kept))
              for level in levels]
    address, count = _address(values), len(values)
    if name in ("CSR", "CSC"):
        return (*tensor.shape, arrays[1][0], arrays[1][2], address, count)
    if name == "COO":
        return tensor.shape, [each[2] for each in arrays], address, count
    if name == "DIA":
        return (*tensor.shape, arrays[0][0], arrays[0][2], address,
                arrays[0][3])
    if name.startswith("BCSR"):
        return (*tensor.shape, arrays[1][0], arrays[1][2], address,
                arrays[1][3], levels[0].block, levels[1].block)
    return (tensor.shape,
            [(level.size, *each) for level, each in zip(levels, arrays)],
            address, count)


def widened(adapted: Adapted) -> Adapted:
    """An operand with 64-bit positions and coordinates."""
    kind, data, keep, fresh = adapted
    if kind.format is not None and re.search(r"[+|](?: |$)",
                                             kind.format.levels):
        raise FormatError(
            f"not supported yet: an operand stored as {kind.format.text} "
            "beside one whose indices have 64 bits; convert it to CSR",
            identifier="unknown-format")
    note("copied: the indices of another operand have 64 bits")
    kept: List[np.ndarray] = []
    if isinstance(keep, Tensor):
        data = _of_tensor(keep, kept)
        # Padding that is an element stays one only in its own tensor.
        keep = (keep, kept)
    elif kind.format is not None and kind.format.text == "COO":
        coordinates, values = keep
        sizes, _, address, count = data
        data = sizes, [_wide(crd, kept)[0] for crd in coordinates], address, \
            count
        keep = (kept, values)
    else:
        pos, crd, values = keep
        data = (*data[:2], _wide(pos, kept)[0], _wide(crd, kept)[0], *data[4:])
        keep = (kept, values)
    wide = kind_of(kind.type, kind.format, True, source=kind.source)
    return wide, data, keep, fresh
