#===- errors.py - what went wrong ------------------------------------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""The exception that Encke raises."""

from __future__ import annotations

from typing import List, Tuple


class EnckeError(Exception):
    """An error in a program, in an operand, or at run time.

    Attributes:
        message: what is wrong, in one or several lines.
        place: where, as ``"kernels.ta:3:5"``; empty where no place is known.
            Of a text that was given as a string it is ``"<text>:3:5"``.
        identifier: the error's short name, such as ``"operand-format"``
            (docs/diagnostics.md).
        others: further errors of the same compilation, as pairs of place and
            message.
    """

    def __init__(self, message: str, place: str = "", identifier: str = "",
                 others: Tuple[Tuple[str, str], ...] = ()) -> None:
        # All of them are arguments, so that the error can be pickled.
        super().__init__(message, place, identifier, others)
        self.message = message
        self.place = place
        self.identifier = identifier
        self.others = tuple(others)

    def __str__(self) -> str:
        lines: List[str] = []
        for place, message in ((self.place, self.message), *self.others):
            lines.append(f"{place}: {message}" if place else message)
        return "\n".join(lines)


class FormatError(EnckeError, ValueError):
    """A text that is no format."""
