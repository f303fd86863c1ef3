# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What several runs of a random test have counted, added up."""

import dataclasses


class Counts:
    """A dataclass of numbers and counters."""

    def add(self, other):
        for field in dataclasses.fields(self):
            setattr(self, field.name, getattr(self, field.name) +
                    getattr(other, field.name))
