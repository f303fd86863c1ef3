#===- decorate.py - Python functions whose body is a program ---------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""`@encke.function`."""

from __future__ import annotations

import functools
import inspect
from typing import Any, Callable, Dict, Mapping, Optional, Tuple, Union

from . import api
from ._formats import find_order, parse_format
from ._statement import read_some
from .errors import EnckeError
from .formats import text_of


def _statements(function: Callable[..., Any], names: Tuple[str, ...]) -> str:
    """What the function returns if that is a text, else its docstring."""
    returned = function(**{name: name for name in names})
    text = returned if isinstance(returned, str) else function.__doc__
    if not isinstance(text, str) or not text.strip():
        raise EnckeError(
            f"{function.__name__}() neither returns a text of statements nor "
            "has one as its docstring", identifier="no-statements")
    return inspect.cleandoc(text)


def _check_format(name: str, annotation: Any) -> Optional[str]:
    """The format that an annotation names."""
    annotation = text_of(annotation)
    if annotation is inspect.Parameter.empty or not isinstance(annotation, str):
        return None
    text = annotation.strip().strip("'\"")
    order = find_order(text)
    for order in (2, 3, 1) if order is None else (order,):
        try:
            parse_format(text, order)
            return text
        except EnckeError as error:
            failed = error
    raise EnckeError(f"annotation of '{name}': {failed.message}",
                     identifier=failed.identifier)


def function(decorated: Optional[Callable[..., Any]] = None, *,
             format: api.Formats = None,
             threads: Optional[int] = None) -> Any:
    """Makes a function of statements, which are its docstring, or what it
    returns::

        @encke.function
        def layer(A, B, b):
            "C[i,k] = relu(A[i,j] * B[j,k] + b[k])"

        C = layer(A, B, b)

    Its operands are what `encke.evaluate` takes, and are compiled for as there.
    An annotation that is a text names a format: operands that are in another
    one are converted to it, and the result is stored in that of ``->``::

        @encke.function(threads=2)
        def scaled(A: "csr", d) -> "csr":
            "C[i,j] = A[i,j] * d[j]"

    A function that returns a text is called once, with the names of its
    parameters.
    """
    if decorated is None:
        return functools.partial(function, format=format, threads=threads)
    if not callable(decorated):
        raise TypeError("encke.function decorates a function")
    signature = inspect.signature(decorated)
    names = tuple(signature.parameters)
    for parameter in signature.parameters.values():
        if parameter.kind in (inspect.Parameter.VAR_POSITIONAL,
                              inspect.Parameter.VAR_KEYWORD):
            raise TypeError(f"{decorated.__name__}() has '*{parameter.name}'; "
                            "a function of statements has names")
    text = _statements(decorated, names)
    read_some(text)  # what is wrong with it is said where it is defined
    wanted = {name: _check_format(name, parameter.annotation)
              for name, parameter in signature.parameters.items()}
    if format is None and signature.return_annotation is not \
            inspect.Signature.empty:
        format = _check_format("return", signature.return_annotation)

    @functools.wraps(decorated)
    def wrapper(*operands: Any, out: Any = None,
                threads: Optional[int] = threads, **named: Any) -> Any:
        bound = signature.bind(*operands, **named)
        bound.apply_defaults()
        given: Dict[str, Any] = dict(bound.arguments)
        for name, chosen in wanted.items():
            if chosen is not None:
                given[name] = _stored(given[name], chosen)
        return api.evaluate(text, given, format=format, out=out,
                            threads=threads)

    wrapper.statements = text  # type: ignore[attr-defined]
    return wrapper


def _stored(operand: Any, format_: str) -> Any:
    """The operand in that format."""
    kind = api.adapt(operand)[0]
    if kind.format is None or kind.format == parse_format(format_, kind.order):
        return operand
    return api.convert(operand, format_)
