#===- taco.py - the kernels by TACO's command-line tool --------------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""What `taco` is called with, and what it says.

It reads the same files, and fills dense operands itself, so that its results are not
those of the others. Assembling a sparse result and computing it are two steps, whose
times are added, as in the paper. What it takes to read is not told: its packing calls a
compiler."""

import pathlib
import re


def without_header(data: pathlib.Path) -> pathlib.Path:
    """A file of FROSTT beside an extended one, whose sizes TACO would take for an
    element."""
    plain = data.with_suffix(".plain.tns")
    if not plain.exists():
        with open(data, encoding="ascii") as extended, open(plain, "w", encoding="ascii") as file:
            file.writelines(line for number, line in enumerate(extended) if number > 2)
    return plain


def command(tool: pathlib.Path, flags: str, data: pathlib.Path, width: int, rounds: int) -> list[str]:
    """The command for a kernel (kernels.Kernel.taco) on a file."""
    if data.suffix == ".tns":
        data = without_header(data)
    return [str(tool), *flags.format(data=data, width=width).split(), f"-time={rounds}"]


def times(said: str) -> dict[str, float]:
    """Seconds of a round."""
    def milliseconds(what: str) -> float:
        found = re.search(what + r"\s*([\d.eE+-]+)", said)
        return float(found.group(1)) if found else 0.0
    compute = milliseconds("median:") or milliseconds("Compute:")
    if not compute:
        raise ValueError(f"TACO tells no time: {said.strip()[:200]}")
    return {"time": (milliseconds("Assemble:") + compute) / 1e3}
