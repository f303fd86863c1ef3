# ===- torch_functions.py - functions that PyTorch differentiates ----------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===#
"""Statements as functions of PyTorch tensors, with their gradients."""

from __future__ import annotations

from typing import Any, Callable

import numpy as np

from ._grad_reverse import names_in
from ._lazy_run import evaluate, is_scipy, is_tensor
from ._statement import read
from .gradient import Gradient


def torch_function(text: str, *, threads: int | None = None) -> Callable[..., Any]:
    """A function of PyTorch tensors that computes statements, and their gradient
    when PyTorch asks for it.

        >>> layer = encke.torch_function("H[i,l] = relu(A[i,j]*X[j,k]*W[k,l] + b[l])")
        >>> H = layer(A=A, X=X, W=W, b=b)           # A a SciPy or PyTorch matrix
        >>> H.sum().backward()                      # gradients of what requires them

    Operands are given by name: tensors of PyTorch in the memory of the CPU, dense or
    in CSR, arrays of NumPy and sparse matrices of SciPy. The gradient of a matrix in
    CSR is one in CSR, at its pattern."""
    return Differentiable(text, threads)


class Differentiable:
    """What `encke.torch_function` returns."""

    def __init__(self, text: str, threads: int | None = None) -> None:
        statements = read(text)
        # Without '^', which only gradients know.
        self.text = ";\n".join(map(str, statements))
        self.threads = threads
        targets = {statement.target.name for statement in statements}
        self.names = sorted(names_in(statements) - targets)
        self._has_labels = bool(statements and statements[-1].target.labels)
        self.seed = None
        if self._has_labels:
            self.seed = "grad_" + statements[-1].target.name
            while self.seed in targets or self.seed in self.names:
                self.seed += "_"
        self._gradients: dict[tuple[str, ...], Gradient] = {}

    def __repr__(self) -> str:
        return f"<encke.torch_function of {', '.join(self.names)}>\n{self.text}"

    def __call__(self, **operands: Any) -> Any:
        if sorted(operands) != self.names:
            raise TypeError("the operands are " + ", ".join(self.names))
        values = [operands[name] for name in self.names]
        return _function().apply(self, *values)

    def gradient(self, wrt: tuple[str, ...]) -> Gradient:
        """The gradient with respect to some of the operands."""
        if wrt not in self._gradients:
            self._gradients[wrt] = Gradient(self.text, wrt, self.seed, ())
        return self._gradients[wrt]

    def forward(self, operands: dict[str, Any]) -> Any:
        return evaluate(self.text, operands, threads=self.threads)

    def backward(self, operands: dict[str, Any], wrt: tuple[str, ...],
                 grad_output: Any) -> dict[str, Any]:
        if self.seed is not None:
            operands = {**operands, self.seed: grad_output}
        found = self.gradient(wrt).compute(operands, wrt, self.threads)
        if self.seed is None:
            found = {name: value * grad_output[()] for name, value in found.items()}
        return found


def of_torch(value: Any) -> Any:
    """An operand in arrays of NumPy, which share its memory."""
    import torch
    if not isinstance(value, torch.Tensor):
        return value
    value = value.detach()
    if value.device.type != "cpu":
        raise TypeError(f"a tensor is on the device {value.device}; only the CPU's "
                        "memory is supported")
    if value.layout == torch.strided:
        return value.numpy()
    import scipy.sparse
    if value.layout != torch.sparse_csr:
        value = value.to_sparse_csr()
    # Some versions of SciPy copy indices that are not of its own choice.
    return scipy.sparse.csr_array(
        (value.values().numpy(), value.col_indices().numpy(),
         value.crow_indices().numpy()), shape=tuple(value.shape))


def to_torch(value: Any, like: Any = None) -> Any:
    """A result as a tensor of PyTorch, at the pattern of another one if that is
    sparse."""
    import torch
    if is_tensor(value):
        value = value.to_numpy() if value.format == "dense" else value.to_scipy()
    if not is_scipy(value):
        return torch.from_numpy(np.array(value, copy=False))
    value = value.tocsr()
    if like is not None and value.nnz != like.nnz:
        value = at_pattern(value, like)
    return torch.sparse_csr_tensor(
        torch.from_numpy(value.indptr.astype(np.int64)),
        torch.from_numpy(value.indices.astype(np.int64)),
        torch.from_numpy(value.data), size=value.shape)


def at_pattern(value: Any, like: Any) -> Any:
    """With stored zeros where only the other one has elements."""
    result = like.astype(value.dtype, copy=True)
    rows = np.repeat(np.arange(like.shape[0]), np.diff(like.indptr))
    result.data[:] = np.asarray(value[rows, like.indices]).reshape(-1)
    return result


_class: list[Any] = []


def _function() -> Any:
    """The class that PyTorch wants; it is imported when one is called."""
    if _class:
        return _class[0]
    import torch

    class Function(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, made: Differentiable, *values: Any) -> Any:
            ctx.made = made
            ctx.arrays = [of_torch(value) for value in values]
            ctx.set_materialize_grads(False)
            return to_torch(made.forward(dict(zip(made.names, ctx.arrays))))

        @staticmethod
        @torch.autograd.function.once_differentiable
        def backward(ctx: Any, grad_output: Any) -> Any:
            needed = ctx.needs_input_grad[1:]
            if grad_output is None or not any(needed):
                return (None,) * (len(needed) + 1)
            made = ctx.made
            wrt = tuple(name for name, need in zip(made.names, needed) if need)
            if grad_output.layout != torch.strided:
                grad_output = grad_output.to_dense()
            operands = dict(zip(made.names, ctx.arrays))
            found = made.backward(operands, wrt, grad_output.contiguous().numpy())
            results = [to_torch(found[name], operands[name] if is_scipy(operands[name])
                                else None) if need else None
                       for name, need in zip(made.names, needed)]
            return (None, *results)

    _class.append(Function)
    return Function
