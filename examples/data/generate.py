#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the data files of the examples, the same ones every time.

The matrices are not square, no value repeats, and some rows and columns are
empty (the first and the last among them), so that an index in the wrong place
changes a result.
"""

import itertools
import os
import random

HERE = os.path.dirname(os.path.abspath(__file__))


def number(rng):
    """A value with three decimals, of either sign, never zero."""
    return rng.choice((-1, 1)) * rng.randint(1, 9999) / 1000


def write(name, lines):
    with open(os.path.join(HERE, name), "w", encoding="ascii") as file:
        file.write("\n".join(lines) + "\n")


def coordinates(rng, sizes, count, empty):
    """`count` distinct coordinates; `empty[d]` are the ones that dimension d
    does not use."""
    choices = [
        [c for c in range(size) if c not in skipped]
        for size, skipped in zip(sizes, empty)
    ]
    every = list(itertools.product(*choices))
    return sorted(rng.sample(every, count))


def coordinate_file(name, field, symmetry, sizes, points, value):
    lines = [f"%%MatrixMarket matrix coordinate {field} {symmetry}"]
    lines.append(f"{sizes[0]} {sizes[1]} {len(points)}")
    # By columns, as Matrix Market files usually come.
    for i, j in sorted(points, key=lambda point: (point[1], point[0])):
        lines.append(f"{i + 1} {j + 1} {value()}".rstrip())
    write(name, lines)


def array_file(name, rng, rows, columns):
    lines = ["%%MatrixMarket matrix array real general", f"{rows} {columns}"]
    lines += [str(number(rng)) for _ in range(rows * columns)]
    write(name, lines)


def frostt_file(name, rng, points, sizes=()):
    """1-based coordinates and a value on each line, no header; sizes that they do
    not reach in a comment."""
    lines = [f"# {name}: FROSTT coordinates"]
    if sizes:
        lines.append(" ".join(map(str, ["# encke: sizes", *sizes])))
    for point in points:
        lines.append(" ".join(str(c + 1) for c in point) + f" {number(rng)}")
    write(name, lines)


def comet_file(name, rng, sizes, points):
    """A header `sizes... count`, then 0-based coordinates."""
    lines = [" ".join(map(str, [*sizes, len(points)]))]
    for point in points:
        lines.append(" ".join(map(str, point)) + f" {number(rng)}")
    write(name, lines)


def full_tensor_file(name, rng, sizes):
    """A tensor of order 4 of which every element is there."""
    comet_file(name, rng, sizes, coordinates(
        rng, sizes, sizes[0] * sizes[1] * sizes[2] * sizes[3],
        (set(), set(), set(), set())))


def main():
    rng = random.Random(1786)  # the year the comet was found

    sizes = (37, 23)
    points = coordinates(rng, sizes, 120, ({0, 5, 17, 18, 36}, {3, 11, 22}))
    coordinate_file(
        "matrix.mtx", "real", "general", sizes, points, lambda: number(rng)
    )

    sizes = (20, 20)
    lower = [p for p in coordinates(rng, sizes, 130, ({4, 19}, {4, 19}))
             if p[0] >= p[1]]
    coordinate_file(
        "symmetric.mtx", "real", "symmetric", sizes, lower, lambda: number(rng)
    )

    sizes = (25, 19)
    points = coordinates(rng, sizes, 60, ({2, 24}, {0, 9}))
    coordinate_file("pattern.mtx", "pattern", "general", sizes, points, str)

    for rows, columns in ((23, 1), (37, 1), (20, 1), (19, 1),
                          (23, 8), (37, 8), (37, 23), (23, 37), (20, 20),
                          (11, 5), (7, 5), (9, 5)):
        name = f"vector{rows}" if columns == 1 else f"dense{rows}x{columns}"
        array_file(name + ".mtx", rng, rows, columns)

    # FROSTT files have no sizes, so the largest coordinates are in use.
    sizes = (11, 7, 9)
    points = coordinates(rng, sizes, 60, ({0, 4}, {2}, {5, 6}))
    points = sorted({*points, (10, 6, 8)})
    frostt_file("tensor3.tns", rng, points)

    sizes = (6, 5, 7, 4)
    points = coordinates(rng, sizes, 70, ({3}, {0}, {2, 6}, set()))
    comet_file("tensor4.tns", rng, sizes, points)

    for name, sizes in (("left4.tns", (3, 4, 2, 5)),
                        ("right4.tns", (6, 5, 3, 4))):
        full_tensor_file(name, rng, sizes)
    iterative(random.Random(1818))  # the year its orbit was first followed


def iterative(rng):
    """What the iterative methods read: square matrices."""
    size = 30
    edges = [p for p in coordinates(rng, (size, size), 120, (set(), set()))
             if p[0] > p[1]]
    # Every node has a neighbour.
    edges = sorted({*edges, *((i, i - 1) for i in range(1, size))})
    coordinate_file("graph.mtx", "pattern", "symmetric", (size, size), edges,
                    str)

    # Positive definite: a weighted Laplacian plus something on the diagonal.
    weights = {edge: rng.randint(1, 2000) / 1000 for edge in edges}
    entries = {edge: -weight for edge, weight in weights.items()}
    for i in range(size):
        total = sum(weight for edge, weight in weights.items() if i in edge)
        entries[i, i] = round(total + rng.randint(100, 500) / 1000, 3)
    points = sorted(entries, key=lambda point: (point[1], point[0]))
    values = iter([entries[point] for point in points])
    coordinate_file("definite.mtx", "real", "symmetric", (size, size), points,
                    lambda: next(values))
    array_file("vector30.mtx", rng, size, 1)

    # Classes that a few nodes are known to belong to.
    seeds = [(0, 0), (7, 1), (12, 2), (19, 0), (23, 1), (29, 2)]
    coordinate_file("seeds.mtx", "integer", "general", (size, 3), seeds,
                    lambda: 1)

    # Pages without a link (2, 14) and pages that none links to (5, 21).
    size = 26
    links = coordinates(rng, (size, size), 90, ({2, 14}, {5, 21}))
    coordinate_file("links.mtx", "pattern", "general", (size, size),
                    [p for p in links if p[0] != p[1]], str)

    # Amplitudes and integrals of a very small molecule.
    for name, sizes in (("doubles.tns", (3, 4, 4, 3)),
                        ("integrals.tns", (3, 4, 3, 3))):
        full_tensor_file(name, rng, sizes)
    array_file("singles.mtx", rng, 3, 4)


if __name__ == "__main__":
    main()
