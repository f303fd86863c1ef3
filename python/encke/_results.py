#===- _results.py - what users get as results ------------------------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Makes arrays of results: NumPy's of dense ones, SciPy's of sparse ones where
operands are SciPy's. They are views of the library's memory."""

from __future__ import annotations

import sys
from typing import Any, Callable, Dict, Optional, Sequence, Tuple

import numpy as np

from ._kinds import Kind, SCIPY_ARRAY, SCIPY_MATRIX
from .errors import EnckeError
from .tensor import Tensor

# What SciPy has, too.
_SCIPY_FORMATS = ("CSR", "CSC", "COO", "DIA")


def _scipy() -> Any:
    import scipy.sparse
    return scipy.sparse


_templates: Dict[Tuple[str, bool], Tuple[Any, Dict[str, Any]]] = {}


def _template(format_: str, as_matrix: bool) -> Tuple[Any, Dict[str, Any]]:
    """A class of SciPy and what an object of it holds beside its arrays, if
    that is as it is known here; else nothing. Its constructor takes 30 us."""
    key = format_, as_matrix
    found = _templates.get(key)
    if found is None:
        sparse = _scipy()
        name = f"{format_}_{'matrix' if as_matrix else 'array'}"
        class_ = getattr(sparse, name, None) or getattr(
            sparse, f"{format_}_matrix")
        attributes = dict(vars(class_((0, 0))))
        known = all(attributes.pop(each, None) is not None
                    for each in ("data", "indices", "indptr", "_shape"))
        attributes = {key: value for key, value in attributes.items()
                      if not key.startswith("_has_")}
        attributes["_has_sorted_indices"] = True
        attributes["_has_canonical_format"] = True
        found = _templates[key] = class_, attributes if known else {}
    return found


def _compressed(format_: str, as_matrix: bool, shape: Tuple[int, ...],
                values: np.ndarray, crd: Any, pos: Any) -> Any:
    class_, attributes = _template(format_, as_matrix)
    if not attributes:
        made = class_((values, crd, pos), shape=shape)
        made.has_sorted_indices = made.has_canonical_format = True
        return made
    made = class_.__new__(class_)
    own = vars(made)
    own.update(attributes)
    own["data"], own["indices"], own["indptr"] = values, crd, pos
    own["_shape"] = shape
    return made


def to_scipy(tensor: Tensor, format: Optional[str] = None,
             as_matrix: bool = False) -> Any:
    """See Tensor.to_scipy."""
    if tensor.ndim != 2:
        raise EnckeError(
            f"a tensor of {tensor.ndim} dimensions is no matrix of SciPy",
            identifier="not-a-matrix")
    name = tensor._format.text
    levels = tensor.levels
    suffix = "matrix" if as_matrix else "array"
    if name in ("CSR", "CSC"):
        made = _compressed(name.lower(), as_matrix, tensor.shape,
                           tensor.values, levels[1].crd, levels[1].pos)
    elif name.startswith("BCSR") and not (
            tensor.shape[0] % levels[0].block
            or tensor.shape[1] % levels[1].block):
        blocks = tensor.values.reshape(-1, levels[0].block, levels[1].block)
        class_ = getattr(_scipy(), f"bsr_{suffix}")
        made = class_((blocks, levels[1].crd, levels[1].pos),
                      shape=tensor.shape, copy=False)
    else:
        coordinates, values = tensor.to_coordinates()
        class_ = getattr(_scipy(), f"coo_{suffix}")
        made = class_((values, coordinates), shape=tensor.shape, copy=False)
        if name == "DIA":
            made = made.todia()
        elif name != "COO":
            made = made.tocsr()
            made.sum_duplicates()
    return made.asformat(format) if format is not None else made


def to_numpy(tensor: Tensor) -> np.ndarray:
    """See Tensor.to_numpy."""
    return tensor.to_numpy()


def _to_matrix(tensor: Tensor) -> Any:
    return to_scipy(tensor, as_matrix=True)


def _itself(tensor: Tensor) -> Tensor:
    return tensor


def maker(kinds: Sequence[Kind], result: Any) -> Callable[[Tensor], Any]:
    """What makes the user's object of a result, by the operands' kinds."""
    format_ = result.format
    if format_.is_dense:
        return to_numpy
    sources = {kind.source for kind in kinds if kind.is_sparse}
    fits = (format_.text in _SCIPY_FORMATS or format_.text.startswith("BCSR"))
    if fits and (SCIPY_ARRAY in sources or SCIPY_MATRIX in sources):
        sparse = sys.modules.get("scipy.sparse")
        if SCIPY_ARRAY in sources and hasattr(sparse, "csr_array"):
            return to_scipy
        return _to_matrix
    return _itself
