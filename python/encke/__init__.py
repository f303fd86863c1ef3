#===- __init__.py - Encke from Python --------------------------------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Encke: a compiler of tensor algebra over dense and sparse arrays.

One line computes on arrays as they are, of NumPy, SciPy, PyTorch and others::

    y = encke.einsum("ij,j->i", A, x)
    C = encke.einsum("ij,jk->ik", A, B, format="csr")
    C = encke.evaluate("C[i,k] = relu(A[i,j] * B[j,k] + b[k])", A=A, B=B, b=b)

The first call with operands of some kinds compiles a kernel for them, which
later calls, and later processes, find again.

    einsum, evaluate      compute
    plan                  compiled once, called often
    compile, load         functions of whole programs
    function              makes a function of statements
    lazy                  NumPy's operators, computed as one program
    grad, torch_function  gradients, for PyTorch too
    convert               stores a tensor in another format
    from_coordinates      makes a sparse tensor of any order
    explain               says what is copied, and what was compiled
    read, write           data files
    info, spy             what is in them
    Tensor, Format, EnckeError

docs/calling.md has all of it, docs/language.md the notation.
"""

from .api import Plan, convert, einsum, evaluate, plan
from ._binding import from_coordinates
from .decorate import function
from .errors import EnckeError
from ._compiler import EnckeWarning
from .explanation import Explanation, explain
from .formats import Format
from .files import info, read, spy, write
from .functions import Function, Library, compile, load
from .gradient import Gradient, grad
from .lazily import (Lazy, diag, exp, lazy, log, maximum, minimum, relu, sigmoid,
                     sqrt, tanh, where)
from .tensor import Tensor
from .torch_functions import torch_function
from ._version import version

__version__ = version

__all__ = ["EnckeError", "EnckeWarning", "Explanation", "Format", "Function",
           "Gradient", "Lazy", "Library", "Plan", "Tensor", "compile", "convert", "diag",
           "einsum", "evaluate", "exp", "explain", "from_coordinates", "function",
           "grad", "info", "lazy", "load", "log", "maximum", "minimum", "plan",
           "read", "relu", "sigmoid", "spy", "sqrt", "tanh", "torch_function",
           "where", "write"]
