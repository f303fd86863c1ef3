# ===- _lazy_run.py - operands and results of lazy expressions -------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===#
"""Takes the arrays of others into lazy expressions and gives results back."""

from __future__ import annotations

from typing import Any, Callable, Mapping

import numpy as np

from . import _lazy_graph as graph
from ._lazy_graph import Node
from ._lazy_share import Program
from .formats import text_of

# The types that programs compute in, of NumPy's other ones.
WIDER = {"int8": "int64", "int16": "int64", "int32": "int64", "uint8": "int64",
         "uint16": "int64", "uint32": "int64", "float16": "float32",
         "complex64": "complex128"}
SAME = {"bool", "int64", "float32", "float64", "complex128"}


COMPUTED = {np.dtype(name) for name in SAME}


def is_scipy(array: Any) -> bool:
    return hasattr(array, "tocsr") and hasattr(array, "nnz")


def is_tensor(array: Any) -> bool:
    return hasattr(array, "to_scipy") and hasattr(array, "to_numpy")


def element_type(array: Any, dtype: Any) -> np.dtype:
    dtype = np.dtype(dtype)
    if dtype not in COMPUTED and dtype.name not in WIDER:
        raise TypeError(f"elements of type {dtype} cannot be computed with")
    return dtype


def leaf_of(array: Any, name: str | None) -> Node:
    """The node of an array: what is one element long has no axis in the program."""
    if is_scipy(array):
        return leaf_of_scipy(array, name)
    if is_tensor(array):
        if array.ndim == 2 or 1 not in array.shape and is_sparse_tensor(array):
            return graph.leaf(array, array.shape, element_type(array, array.dtype),
                              is_sparse_tensor(array), name)
        array = array.to_numpy()
    dense = np.asarray(array)
    dtype = element_type(dense, dense.dtype)
    shape = dense.shape
    units = tuple(at for at, size in enumerate(shape) if size == 1)
    # A matrix of a row or column is a vector that repeats.
    values = dense.reshape([size for size in shape if size != 1]) if units else dense
    return graph.expand(graph.leaf(values, values.shape, dtype, False, name), units)


def leaf_of_scipy(array: Any, name: str | None) -> Node:
    dtype = element_type(array, array.dtype)
    shape = array.shape
    if len(shape) != 2 or 1 in shape:
        return leaf_of(array.toarray(), name)
    if array.format == "dia" and list(array.offsets) == [0] and shape[0] == shape[1]:
        return graph.diag(leaf_of(array.diagonal(), name))
    if array.format in ("lil", "dok"):
        array = array.tocsr()
    return graph.leaf(array, shape, dtype, True, name)


def is_sparse_tensor(array: Any) -> bool:
    return str(getattr(array, "format", "dense")).lower() != "dense"


def operand_of(value: Any) -> Any:
    """An array in a type that programs have; a number as it is."""
    dtype = getattr(value, "dtype", None)
    if dtype is None or dtype in COMPUTED:
        return value
    wider = WIDER[np.dtype(dtype).name]
    if is_tensor(value):
        value = value.to_scipy() if value.ndim == 2 else value.to_numpy()
    return value.astype(wider)


def evaluate(text: str, operands: Mapping[str, Any], **options: Any) -> Any:
    from . import evaluate as of_package
    return of_package(text, operands, **options)


def run(node: Node, statements: Callable[[], Program], format: str | None,
        threads: int | None) -> Any:
    """Computes a node; its program is asked for only if there is one to run."""
    text = text_of(format)
    format = text.lower() if text else None
    if node.op == "number":
        return np.asarray(node.value)[()]
    if node.op == "leaf":
        return finish(node, node.value, format)
    program = statements()
    formats = dict(program.formats)
    if node.sparse and format is not None:
        formats["result"] = format
    operands = {name: operand_of(array) for name, array in program.operands.items()}
    result = evaluate(program.text, operands, format=formats, threads=threads)
    return finish(node, result, format)


def finish(node: Node, result: Any, format: str | None) -> Any:
    """A result in the type, shape and format that was asked for."""
    if is_tensor(result):
        of_scipy = node.sparse and format != "dense" and node.ndim == 2
        if node.sparse and format not in (None, "dense") and node.ndim != 2:
            return result
        result = result.to_scipy() if of_scipy else result.to_numpy()
    if is_scipy(result):
        if result.dtype != node.dtype:
            result = result.astype(node.dtype)
        if format == "dense":
            return result.toarray()
        if format is not None and result.format != format:
            return result.asformat(format)
        return as_array(result)
    dense = np.asarray(result).reshape(node.shape).astype(node.dtype, copy=False)
    if format in (None, "dense") and not (node.sparse and node.ndim == 2):
        return dense if node.ndim else dense[()]
    if format == "dense":
        return dense
    return sparse_of(dense, format or "csr")


def as_array(matrix: Any) -> Any:
    """A SciPy sparse array; of a sparse matrix the arrays are shared."""
    import scipy.sparse
    make = getattr(scipy.sparse, matrix.format + "_array", None)
    if make is None or not type(matrix).__name__.endswith("_matrix"):
        return matrix
    return make(matrix)


def sparse_of(dense: np.ndarray, format: str) -> Any:
    if dense.ndim != 2:
        raise ValueError(f"SciPy has no {format} of shape {dense.shape}")
    import scipy.sparse
    return scipy.sparse.csr_array(dense).asformat(format)
