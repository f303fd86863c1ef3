# ===- _out.py - results in memory of the user's ---------------------------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""What users give as `out`: a dense array, which is computed in place, or a
sparse matrix, whose pattern stays and whose values are computed."""

from __future__ import annotations

from typing import Any, List, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from ._kinds import Kind, allocate
from ._operands import Adapted, adapt, listening
from .errors import EnckeError
from .tensor import Tensor


def adapt_out(out: Any) -> Optional[Adapted]:
    """An `out` as an operand whose memory the result goes to; None of a dense
    array which that cannot be, so that the result is copied there."""
    if not (hasattr(out, "shape") and hasattr(out, "dtype")):
        raise TypeError(f"'out' is an array or a sparse matrix, not a "
                        f"{type(out).__name__}")
    if isinstance(out, np.ndarray):
        if not out.flags.writeable:
            raise EnckeError("'out' is read-only",
                             identifier="operand-read-only")
        if out.ndim == 0:
            return None
        adapted = adapt(out)
        return adapted if adapted[2] is out else None
    adapted = adapt(out)
    keep = adapted[2]
    if keep is out:  # a tensor of the library
        return adapted
    values = getattr(out, "data", None)
    if not isinstance(keep, tuple) or keep[-1] is not values:
        with listening() as copies:
            adapt(out)
        why = copies[0] if copies else "copied"
        raise EnckeError(f"'out' cannot be computed in place: it would be "
                         f"{why}", identifier="operand-format")
    if not values.flags.writeable:
        raise EnckeError("'out' is read-only", identifier="operand-read-only")
    return adapted


def overlaps(out: Adapted, prepared: Sequence[Adapted]) -> bool:
    """Whether an array that the result goes to may be one of operands, too."""
    result = _memory(out[2])
    return any(np.may_share_memory(one, other)
               for each in prepared for other in _memory(each[2])
               for one in result)


def _memory(keep: Any) -> List[np.ndarray]:
    if isinstance(keep, np.ndarray):
        return [keep]
    if isinstance(keep, Tensor):
        return [keep.values]
    if isinstance(keep, tuple):
        return [array for each in keep for array in _memory(each)]
    return []


class _Taken(NamedTuple):
    memory: Any
    view: Optional[memoryview]
    address: int
    out: Tuple[int, Any]


class Frames:
    """Memory in which an `out` of one kind becomes a tensor."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        self.free: List[Tuple[Any, Optional[memoryview], int]] = []

    def take(self, out: Adapted) -> _Taken:
        kind, data, keep, _ = out
        if kind.by_address:
            return _Taken(None, None, 0, (data[0], keep))
        try:
            memory, view, address = self.free.pop()
        except IndexError:
            memory, views, addresses = allocate([kind])
            view, address = views[0], addresses[0]
        assert view is not None
        kind.fill(view, data)
        return _Taken(memory, view, address, (address, (keep, memory)))

    def give(self, taken: _Taken) -> None:
        if taken.memory is not None:
            self.free.append((taken.memory, taken.view, taken.address))
