#===- _binding.py - operands for parameters that are declared --------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Operands of functions whose text says what they take. What is of another
format, or of a narrower type, is converted; what would lose something is an
error."""

from __future__ import annotations

from typing import Any, Callable, Optional, Sequence, Union

import numpy as np

from ._evaluate import Evaluation, Statements, compiled
from ._formats import BOOL, COMPLEX, ElementType, INT32, parse_format
from ._formats import Format as Storage
from ._foreign import coordinate_list
from ._kinds import Kind, OTHER, kind_of
from ._library import Signature
from ._operands import Adapted, adapt, note
from .errors import EnckeError
from .formats import Format, text_of
from .tensor import Tensor

Binder = Callable[[Adapted], Adapted]


def _wrong(signature: Signature, kind: Kind, why: str,
           identifier: str) -> EnckeError:
    given = (kind.type.name if kind.format is None else
             f"{kind.type.name}, {kind.order}-dimensional, {kind.format.text}")
    return EnckeError(f"parameter '{signature.name}' is {signature}, but the "
                      f"operand is {given}{why}", identifier=identifier)


def _scalar(signature: Signature, kind: Kind) -> Optional[Binder]:
    type_ = signature.type
    assert type_ is not None
    if not kind.is_scalar:
        raise _wrong(signature, kind, "", "operand-order")
    if kind.weak and kind.type.rank >= 3 and type_.rank >= 3:
        fits = type_ is COMPLEX or kind.type is not COMPLEX
    elif kind.weak and kind.type is not BOOL:
        fits = type_ is not BOOL and (kind.type.rank <= type_.rank
                                      or type_ is INT32 and kind.type.rank < 3)
    else:
        fits = kind.type.rank <= type_.rank
    if not fits:
        raise _wrong(signature, kind, ", which does not fit", "operand-type")
    if kind.type is type_:
        return None
    target = kind_of(type_, None)

    def binder(adapted: Adapted) -> Adapted:
        value = adapted[1]
        if type_ is INT32 and not -2**31 <= int(value) < 2**31:
            raise ValueError(f"parameter '{signature.name}': {value} does not "
                             "fit int32")
        python = type_.dtype.type(0).item().__class__
        return target, python(value), None, None

    return binder


def _converted(kind: Kind, type_: ElementType, format_: Storage) -> Evaluation:
    """What stores an operand in another form."""
    labels = ", ".join(f"i{mode}" for mode in range(kind.order))
    return compiled(Statements(
        f"R[{labels}] = A[{labels}]", ("A",), (kind,), format_.text, ("R",), (),
        None, (("R", type_),))).evaluations[0]


def _tensor(signature: Signature, kind: Kind) -> Optional[Binder]:
    type_, format_ = signature.type, signature.format
    assert type_ is not None and format_ is not None
    if kind.order != format_.order and not (kind.is_scalar
                                            and format_.order == 0):
        raise _wrong(signature, kind, "", "operand-order")
    if kind.type.rank > type_.rank and not kind.weak:
        raise _wrong(signature, kind, ": it would lose precision",
                     "operand-type")
    if kind.is_sparse and format_.is_dense:
        raise _wrong(signature, kind,
                     "; encke.convert(operand, 'dense') makes it dense",
                     "operand-format")
    if kind.type is type_ and kind.format == format_:
        return None
    if format_.is_dense:
        target = kind_of(type_, parse_format("dense", format_.order))

        def widen(adapted: Adapted) -> Adapted:
            note(f"copied: {adapted[0].type.name} becomes {type_.name}")
            array = np.require(adapted[2] if adapted[2] is not None
                               else adapted[1], type_.dtype, ["C"])
            address = array.__array_interface__["data"][0]
            return target, (address, array.shape), array, None

        return widen
    evaluation = _converted(kind, type_, format_)

    def store(adapted: Adapted) -> Adapted:
        note(f"copied: {adapted[0]!r} becomes {type_.name}, {format_.text}")
        found: Any = evaluation.tensor([adapted])
        assert isinstance(found, Tensor)
        kind_, data, keep, fresh = adapt(found)
        return (kind_of(type_, format_, kind_.wide, by_address=True,
                        source=adapted[0].source), data, keep, fresh)

    return store


def binder(signature: Signature, kind: Kind) -> Optional[Binder]:
    """What makes the parameter's operand of one of a kind; None if it is."""
    if signature.format is None:
        return _scalar(signature, kind)
    return _tensor(signature, kind)


def bound_kind(signature: Signature, kind: Kind,
               found: Optional[Binder]) -> Kind:
    """The kind of what `found` makes of an operand."""
    assert signature.type is not None
    if found is None:
        return kind
    if signature.format is None:
        return kind_of(signature.type, None)
    if signature.format.is_dense:
        return kind_of(signature.type, signature.format)
    wide = kind.wide and kind.indexed
    return kind_of(signature.type, signature.format, wide, by_address=True,
                   source=kind.source)


def as_list(tensor: Tensor) -> Tensor:
    """The tensor as a list of coordinates."""
    kind = tensor._kind
    found: Any = _converted(kind, kind.type, parse_format("coo", kind.order)
                            ).tensor([adapt(tensor)])
    assert isinstance(found, Tensor)
    return found


def from_coordinates(coordinates: Sequence[Any], values: Any,
                     shape: Sequence[int],
                     format: Union[str, Format] = "coo") -> Tensor:
    """A tensor of elements: an array of coordinates for each dimension, and one
    of the values there. They may be in any order; values of the same
    coordinates are summed."""
    sizes = tuple(int(size) for size in shape)
    if any(size < 0 for size in sizes):
        raise ValueError(f"a tensor cannot have the sizes {sizes}")
    if len(coordinates) != len(sizes) or not sizes:
        raise ValueError(f"there are {len(coordinates)} arrays of coordinates, "
                         f"but {len(sizes)} sizes")
    adapted = coordinate_list(
        sizes, tuple(np.asarray(each) for each in coordinates),
        np.asarray(values), OTHER)
    kind = adapted[0]
    storage = parse_format(text_of(format), len(sizes))
    return _converted(kind, kind.type, storage).tensor([adapted])


def restored(array: np.ndarray) -> Tensor:
    """A dense tensor with these elements."""
    adapted = adapt(array)
    kind = adapted[0]
    assert kind.format is not None
    return _converted(kind, kind.type, kind.format).tensor([adapted])
