#===- _out.py - results in memory of the user's ----------------------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""What users give as `out`: a dense array, which is computed in place, or a
sparse matrix, whose pattern stays and whose values are computed."""

from __future__ import annotations

from typing import Any, Optional

import numpy as np

from ._operands import Adapted, adapt, listening
from .errors import EnckeError


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
