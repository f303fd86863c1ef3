#===- inputs.py - files that the kernels read ------------------------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""The inputs of `./dev bench upstream`: drawn from a fixed seed, and those of the
paper's tables by their sizes."""

import pathlib
import random
from dataclasses import dataclass
from typing import Callable, Iterator

# Files beyond this many elements are named, and left out.
MOST = 20_000_000

Element = tuple[int, ...]


@dataclass(frozen=True)
class Input:
    """A file of one tensor. `elements` gives the coordinates, counted from 0, in
    order; `count` is about how many there are."""
    name: str
    shape: tuple[int, ...]
    count: int
    elements: Callable[[], Iterator[Element]]

    @property
    def order(self) -> int:
        return len(self.shape)

    def write(self, folder: pathlib.Path) -> pathlib.Path:
        """Writes the file, whose number of elements stands in its header."""
        path = folder / f"{self.name}.{'mtx' if self.order == 2 else 'tns'}"
        count = sum(1 for _ in self.elements())
        with open(path, "w", encoding="ascii") as file:
            sizes = " ".join(map(str, self.shape))
            if self.order == 2:
                file.write(f"%%MatrixMarket matrix coordinate real general\n{sizes} {count}\n")
            else:
                file.write(f"# extended FROSTT format\n{self.order} {count}\n{sizes}\n")
            for at in self.elements():
                file.write(f"{' '.join(str(n + 1) for n in at)} {0.5 + sum(at) % 11 / 10}\n")
        return path


def uniform(name: str, rows: int, density: float) -> Input:
    """A square matrix whose elements are anywhere, alike. The distance to the next
    one is drawn from its distribution, the geometric one."""
    def elements() -> Iterator[Element]:
        generator = random.Random(rows)
        at = -1
        while True:
            at += 1 + int(generator.expovariate(1.0) * (1 / density - 0.5))
            if at >= rows * rows:
                return
            yield divmod(at, rows)
    return Input(name, (rows, rows), int(density * rows * rows), elements)


def row_band(name: str, rows: int, full: int = 1000) -> Input:
    """A square matrix with its first rows full, and the others empty."""
    def elements() -> Iterator[Element]:
        return ((i, j) for i in range(full) for j in range(rows))
    return Input(name, (rows, rows), full * rows, elements)


def scattered(name: str, shape: tuple[int, ...], count: int) -> Input:
    """A tensor with so many elements at most; those of a slice along the first mode
    are alike many."""
    def elements() -> Iterator[Element]:
        generator = random.Random(count)
        each = -(-count // shape[0])
        for i in range(shape[0]):
            yield from sorted({(i, *(generator.randrange(size) for size in shape[1:]))
                               for _ in range(each)})
    return Input(name, shape, count, elements)


def drawn(order: int, quick: bool) -> Input:
    """What all kernels of an order are measured on without --paper."""
    rows = 2000 if quick else 50_000
    shape = (rows, rows) if order == 2 else (rows // 4, rows // 8, 100)
    return scattered("input", shape, rows * 10)


def of_table(table: str, quick: bool) -> list[Input]:
    """The inputs of one of the paper's tables. Its tensors are files of FROSTT and
    HaTen2: here is one with the shape of nell-2, and a fortieth of its elements."""
    if quick:
        return [row_band("rowband200", 200, 20) if table == "3" else
                uniform("random100", 100, 0.05) if table == "2" else
                scattered("nell-2-like", (60, 50, 40), 2000)]
    if table == "2":
        return [uniform(f"random{n}K", 1024 * n, 0.01) for n in (1, 2, 4, 8)]
    if table == "3":
        return [row_band(f"rowband{n}K", 1024 * n) for n in (8, 16, 32, 64)]
    return [scattered("nell-2-like", (12092, 9184, 28818), 76_879_419 // 40)]
