# ===- _lazy_graph.py - the graph of a lazy expression ---------------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===#
"""The nodes of lazy expressions: what is computed, its shape, its element type
and whether its result is sparse.

A node says what NumPy would compute. `_lazy_text` makes a program of a graph."""

from __future__ import annotations

import math
from typing import Any, Sequence

import numpy as np

# One that is 0 at 0 keeps sparsity (rule L26).
KEEPS_ZERO = {
    "abs": True,
    "cos": False,
    "exp": False,
    "log": False,
    "relu": True,
    "sigmoid": False,
    "sin": True,
    "sqrt": True,
    "tanh": True,
}
OF_FLOATS = {"cos", "exp", "log", "sigmoid", "sin", "sqrt", "tanh"}
COMPARE = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
}


class Node:
    """One operation of a graph. Nodes do not change.

    op      what it is; `value` says more:
            leaf (the array), number, binary (+ - * /), neg, not, call (the
            function), compare and logical (the operator), where, contract
            (labels of the inputs, of the result), reduce (SUM, MAX or MIN and
            the axes), permute (the axes), expand and squeeze (the axes of length
            1), diag, diagonal, cast
    sparse  whether its result has absent elements
    """

    __slots__ = ("op", "inputs", "value", "shape", "dtype", "sparse", "name")

    def __init__(self, op: str, inputs: Sequence["Node"], shape: Sequence[int],
                 dtype: Any, sparse: bool = False, value: Any = None,
                 name: str | None = None) -> None:
        self.op = op
        self.inputs = tuple(inputs)
        self.shape = tuple(int(size) for size in shape)
        self.dtype = np.dtype(dtype)
        # A column or row counts as a dense vector.
        self.sparse = sparse and 1 not in self.shape
        self.value = value
        self.name = name

    @property
    def ndim(self) -> int:
        return len(self.shape)

    def __repr__(self) -> str:
        kind = "sparse" if self.sparse else "dense"
        return f"<{self.op} {self.shape} {self.dtype} {kind}>"


# ===-- element types -------------------------------------------------------===#


def result_type(*operands: Node) -> np.dtype:
    """NumPy's type of the result; numbers of Python adapt to arrays."""
    arrays = [node.dtype for node in operands if node.op != "number"]
    numbers = [node.value for node in operands if node.op == "number"]
    if not arrays:
        return np.result_type(*numbers)
    kind = np.result_type(*arrays)
    for number in numbers:
        if isinstance(number, complex):
            kind = np.result_type(kind, np.complex64)
        elif isinstance(number, float):
            kind = kind if kind.kind in "fc" else np.dtype(float)
        elif not isinstance(number, bool) and kind.kind == "b":
            kind = np.dtype(int)
    return kind


def float_type(kind: np.dtype) -> np.dtype:
    return kind if kind.kind in "fc" else np.dtype(float)


# ===-- leaves --------------------------------------------------------------===#


def leaf(array: Any, shape: Sequence[int], dtype: Any, sparse: bool,
         name: str | None = None) -> Node:
    return Node("leaf", (), shape, dtype, sparse, array, name)


def number(value: Any) -> Node:
    if isinstance(value, (bool, np.bool_)):
        value = bool(value)
    elif isinstance(value, (int, np.integer)):
        value = int(value)
    elif isinstance(value, (float, np.floating)):
        value = float(value)
    else:
        value = complex(value)
    return Node("number", (), (), np.result_type(value), False, value)


def is_number(node: Node, value: Any) -> bool:
    return node.op == "number" and node.value == value


# ===-- element by element --------------------------------------------------===#


def broadcast(*nodes: Node) -> tuple[int, ...]:
    try:
        return np.broadcast_shapes(*(node.shape for node in nodes))
    except ValueError:
        shapes = " and ".join(str(node.shape) for node in nodes)
        raise ValueError(f"operands of shapes {shapes} do not fit") from None


def covers(node: Node, shape: tuple[int, ...]) -> bool:
    """Whether the absent elements of a node are some of a result of this shape."""
    return node.sparse and node.shape == shape


def binary(operator: str, a: Node, b: Node) -> Node:
    if a.op == "diag" or b.op == "diag":
        simpler = binary_of_diagonals(operator, a, b)
        if simpler is not None:
            return simpler
    shape = broadcast(a, b)
    dtype = result_type(a, b)
    if operator == "/":
        dtype = float_type(dtype)
    if operator in "+-":
        sparse = covers(a, shape) and covers(b, shape)
    else:
        sparse = covers(a, shape) or covers(b, shape)
    a, b = (widen(node, dtype) for node in (a, b))
    return Node("binary", (a, b), shape, dtype, sparse, operator)


def binary_of_diagonals(operator: str, a: Node, b: Node) -> Node | None:
    if a.op == "diag" and b.op == "diag" and operator in "+-*":
        return diag(binary(operator, a.inputs[0], b.inputs[0]))
    if operator in "*/" and a.op == "diag" and b.shape == ():
        return diag(binary(operator, a.inputs[0], b))
    if operator == "*" and b.op == "diag" and a.shape == ():
        return diag(binary(operator, a, b.inputs[0]))
    return None


def widen(node: Node, dtype: np.dtype) -> Node:
    """Of int and float32 NumPy makes float64, and the language float."""
    if dtype == np.float64 and node.dtype.kind in "iub" and node.op != "number":
        return Node("cast", (node,), node.shape, dtype, node.sparse)
    return node


def negate(a: Node) -> Node:
    if a.op == "number":
        return number(-a.value)
    if a.op == "diag":
        return diag(negate(a.inputs[0]))
    return Node("neg", (a,), a.shape, a.dtype, a.sparse)


def call(function: str, *operands: Node) -> Node:
    shape = broadcast(*operands)
    dtype = result_type(*operands)
    if dtype.kind == "c" and function in ("max", "min", "relu", "sigmoid"):
        raise TypeError(f"{function} is not defined for complex numbers")
    if function in OF_FLOATS:
        dtype = float_type(dtype)
    elif function == "abs" and dtype.kind == "c":
        dtype = np.dtype(float)
    elif function == "pow":
        return power(*operands)
    operands = tuple(widen(node, dtype) for node in operands)
    if len(operands) == 1:
        sparse = operands[0].sparse and KEEPS_ZERO[function]
    else:
        sparse = is_zero_at_zero(max if function == "max" else min, operands, shape)
    return Node("call", operands, shape, dtype, sparse, function)


def is_zero_at_zero(function: Any, operands: Sequence[Node],
                    shape: tuple[int, ...]) -> bool:
    """Whether the result is 0, or False, where all sparse operands are absent."""
    if not any(covers(node, shape) for node in operands):
        return False
    at_zero = []
    for node in operands:
        if node.op == "number":
            at_zero.append(node.value)
        elif covers(node, shape):
            at_zero.append(0)
        else:
            return False
    return not function(*at_zero)


def power(base: Node, exponent: Node) -> Node:
    shape = broadcast(base, exponent)
    dtype = result_type(base, exponent)
    if exponent.op == "number":
        if is_number(exponent, 1):
            return base
        if is_number(exponent, 2):
            return binary("*", base, base)
        if is_number(exponent, 0.5):
            return call("sqrt", base)
        if is_number(exponent, -1) and dtype.kind in "fc":
            return binary("/", number(1), base) if not base.sparse else Node(
                "call", (base, exponent), shape, dtype, False, "pow")
    if dtype.kind in "iub":
        if exponent.op != "number" or exponent.value < 0 or exponent.value > 64:
            raise NotImplementedError(
                "not supported yet: powers of integers but with a small number "
                "as exponent; convert the base to float")
        result = base if exponent.value else binary("+", binary("*", base, number(0)),
                                                    number(1))
        for _ in range(int(exponent.value) - 1):
            result = binary("*", result, base)
        return result
    positive = (exponent.op == "number" and not isinstance(exponent.value, complex)
                and exponent.value > 0)
    return Node("call", (widen(base, dtype), widen(exponent, dtype)), shape, dtype,
                base.sparse and positive and base.shape == shape, "pow")


def compare(operator: str, a: Node, b: Node) -> Node:
    shape = broadcast(a, b)
    sparse = is_zero_at_zero(COMPARE[operator], (a, b), shape)
    return Node("compare", (a, b), shape, bool, sparse, operator)


def logical(operator: str, a: Node, b: Node) -> Node:
    for node in (a, b):
        if node.dtype.kind != "b":
            raise TypeError(f"'{operator}' takes truth values, not {node.dtype}")
    shape = broadcast(a, b)
    if operator == "&&":
        sparse = covers(a, shape) or covers(b, shape)
    else:
        sparse = covers(a, shape) and covers(b, shape)
    return Node("logical", (a, b), shape, bool, sparse, operator)


def logical_not(a: Node) -> Node:
    if a.dtype.kind != "b":
        raise TypeError(f"'~' takes truth values, not {a.dtype}")
    return Node("not", (a,), a.shape, bool)


def where(condition: Node, a: Node, b: Node) -> Node:
    if condition.dtype.kind != "b":
        condition = compare("!=", condition, number(0))
    shape = broadcast(condition, a, b)
    dtype = result_type(a, b)
    if dtype.kind == "c":
        raise NotImplementedError("not supported yet: 'where' of complex numbers")
    zero = [is_number(node, 0) or covers(node, shape) for node in (a, b)]
    sparse = (all(zero) and (covers(a, shape) or covers(b, shape))
              or zero[1] and covers(condition, shape))
    return Node("where", (condition, a, b), shape, dtype, sparse)


# ===-- sums and products ---------------------------------------------------===#


def contract(nodes: Sequence[Node], inputs: Sequence[Sequence[int]],
             output: Sequence[int]) -> Node:
    """The sum of products that the labels of the inputs and the result say."""
    sizes: dict[int, int] = {}
    for node, labels in zip(nodes, inputs):
        for label, size in zip(labels, node.shape):
            if sizes.setdefault(label, size) != size:
                raise ValueError(
                    f"sizes {sizes[label]} and {size} do not fit in a product of "
                    "shapes " + " and ".join(str(n.shape) for n in nodes))
    dtype = result_type(*nodes)
    nodes, inputs, output = without_diagonals(nodes, inputs, output)
    whole = [node for node, labels in zip(nodes, inputs)
             if node.sparse and set(output) <= set(labels)]
    sparse = len(output) > 1 and (bool(whole) or all(node.sparse for node in nodes))
    return Node("contract", [widen(node, dtype) for node in nodes],
                [sizes[label] for label in output], dtype, sparse,
                (tuple(map(tuple, inputs)), tuple(output)))


def without_diagonals(nodes: Sequence[Node], inputs: Sequence[Sequence[int]],
                      output: Sequence[int]) -> tuple[Any, Any, Any]:
    """A product with a diagonal matrix is one with its vector: both labels are
    one, unless the result has both."""
    nodes, inputs, output = list(nodes), [list(i) for i in inputs], list(output)
    for at, node in enumerate(nodes):
        if node.op != "diag" or set(inputs[at]) <= set(output):
            continue
        row, column = inputs[at]
        nodes[at], inputs[at] = node.inputs[0], [row]
        inputs = [[row if label == column else label for label in labels]
                  for labels in inputs]
        output = [row if label == column else label for label in output]
    return nodes, inputs, output


def matmul(a: Node, b: Node) -> Node:
    if not a.ndim or not b.ndim:
        raise ValueError("'@' takes no scalars; use '*'")
    if a.ndim > 2 or b.ndim > 2:
        raise NotImplementedError(
            "not supported yet: '@' of more than two dimensions; use encke.einsum "
            "or lazy expressions of matrices")
    if a.op == "diag" and b.op == "diag" and a.shape == b.shape:
        return diag(binary("*", a.inputs[0], b.inputs[0]))
    left = (0, 1)[2 - a.ndim:]
    right = (1, 2)[:b.ndim]
    return contract((a, b), (left, right), left[:-1] + right[1:])


def normal_axes(axis: Any, ndim: int) -> tuple[int, ...]:
    if axis is None:
        return tuple(range(ndim))
    axes = axis if isinstance(axis, (tuple, list)) else (axis,)
    result = []
    for one in axes:
        if not -ndim <= one < ndim:
            raise ValueError(f"axis {one} is not one of {ndim}")
        result.append(int(one) % ndim)
    if len(set(result)) < len(result):
        raise ValueError("an axis is named twice")
    return tuple(sorted(result))


def reduce(kind: str, a: Node, axis: Any = None, keepdims: bool = False) -> Node:
    axes = normal_axes(axis, a.ndim)
    shape = [size for at, size in enumerate(a.shape) if at not in axes]
    dtype = a.dtype
    if kind == "SUM" and dtype.kind in "iub" and dtype.itemsize < 8:
        dtype = np.dtype(np.int64)  # as NumPy
    if kind != "SUM" and a.sparse:
        raise NotImplementedError(
            f"not supported yet: the {kind.lower()}imum of a sparse expression; add "
            "a dense zero, or use encke.evaluate, where it is of stored elements")
    if kind != "SUM" and any(not a.shape[at] for at in axes):
        raise ValueError(f"the {kind.lower()}imum of nothing")
    result = a
    if axes:
        result = Node("reduce", (a,), shape, dtype, a.sparse and len(shape) > 1,
                      (kind, axes))
    return expand(result, axes) if keepdims else result


# ===-- other views ---------------------------------------------------------===#


def permute(a: Node, axes: Sequence[int]) -> Node:
    axes = tuple(axes)
    if axes == tuple(range(a.ndim)) or a.op == "diag":
        return a
    if a.op == "permute":
        axes = tuple(a.value[at] for at in axes)
        a = a.inputs[0]
        if axes == tuple(range(a.ndim)):
            return a
    return Node("permute", (a,), [a.shape[at] for at in axes], a.dtype, a.sparse, axes)


def expand(a: Node, axes: Sequence[int]) -> Node:
    """Axes of length 1 at these places of the result."""
    if not axes:
        return a
    shape = list(a.shape)
    for at in sorted(axes):
        shape.insert(at, 1)
    return Node("expand", (a,), shape, a.dtype, False, tuple(sorted(axes)))


def squeeze(a: Node, axis: Any = None) -> Node:
    axes = normal_axes(axis, a.ndim)
    if axis is None:
        axes = tuple(at for at in axes if a.shape[at] == 1)
    if any(a.shape[at] != 1 for at in axes):
        raise ValueError("an axis is not of length 1")
    if not axes:
        return a
    shape = [size for at, size in enumerate(a.shape) if at not in axes]
    return Node("squeeze", (a,), shape, a.dtype, False, axes)


def diag(vector: Node) -> Node:
    if vector.ndim != 1:
        raise ValueError(f"a diagonal is a vector, not of shape {vector.shape}")
    return Node("diag", (vector,), vector.shape * 2, vector.dtype, True)


def diagonal(a: Node) -> Node:
    if a.ndim != 2:
        raise ValueError(f"only a matrix has a diagonal, not shape {a.shape}")
    if a.op == "diag":
        return a.inputs[0]
    if a.shape[0] != a.shape[1]:
        raise NotImplementedError(
            "not supported yet: the diagonal of a matrix that is not square")
    return Node("diagonal", (a,), a.shape[:1], a.dtype, False)


def literal(value: Any) -> str:
    """A number as the language writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if math.isnan(value):
        return "(0.0 / 0.0)"
    if math.isinf(value):
        return "(1.0 / 0.0)" if value > 0 else "(-1.0 / 0.0)"
    return repr(value)
