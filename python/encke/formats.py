#===- formats.py - formats as users name them ------------------------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""`encke.Format`."""

from __future__ import annotations

from typing import Any, Optional, Tuple, Union

from ._formats import find_order, parse_format


class Format:
    """A storage format (docs/formats.md), checked where it is made.

    Its text is a name, ``"csr"`` or ``"bcsr(2, 2)"``, a list of level types,
    ``"{D, CU}"``, the levels, ``"D0/2 C1-0 D0%2"``, or a declaration without a
    name::

        skewed = encke.Format("(i, j) -> (i + j : compressed, i : dense)")
        B = encke.convert(A, skewed)

    Where a format is wanted, its text does as well. Formats are equal if they
    store a tensor in the same way, however they are written.

    Attributes:
        text: as it was given.
        order: of how many dimensions it is for; None of any number.
        levels: the levels, as the C interface spells them; None of a format
            for any number of dimensions.

    Raises:
        ValueError: what is wrong with the text; it is an EnckeError too.
    """

    __slots__ = ("text", "order", "levels", "_key")

    text: str
    order: Optional[int]
    levels: Optional[str]
    _key: Tuple[Optional[int], str]

    def __init__(self, text: Union[str, "Format"]) -> None:
        if isinstance(text, Format):
            text = text.text
        if not isinstance(text, str):
            raise TypeError(f"a format is a text such as 'csr', not {text!r}")
        order = find_order(text)
        # A name for any number of dimensions is one for two.
        found = parse_format(text, 2 if order is None else order)
        set_ = object.__setattr__
        set_(self, "text", text)
        set_(self, "order", order)
        set_(self, "levels", None if order is None else found.levels)
        set_(self, "_key", (order, found.text if order is None
                            else found.levels))

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError("a format cannot be changed")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a format cannot be changed")

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Format):
            return self._key == other._key
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self._key)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"encke.Format({self.text!r})"

    def __reduce__(self) -> Tuple[Any, ...]:
        return Format, (self.text,)


def text_of(format_: Any) -> Any:
    """The text of a format; whatever else it is."""
    return format_.text if isinstance(format_, Format) else format_
