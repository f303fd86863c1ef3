#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the test data that the examples have no use for."""

import os
import random
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(HERE, "../../../examples/data"))

import generate as common  # noqa: E402

common.HERE = HERE


def main():
    rng = random.Random(1818)  # the year its orbit was computed

    # The shape of examples/data/matrix.mtx, another pattern.
    sizes = (37, 23)
    points = common.coordinates(rng, sizes, 90, ({1, 5, 20}, {0, 3, 22}))
    common.coordinate_file("matrix2.mtx", "real", "general", sizes, points,
                           lambda: common.number(rng))

    sizes = (12, 9)
    points = common.coordinates(rng, sizes, 30, ({0, 7}, {4}))
    common.coordinate_file("integer.mtx", "integer", "general", sizes, points,
                           lambda: rng.randint(-99, 99))

    points = common.coordinates(rng, (8, 8), 20, ({3}, {3}))
    strict = [p for p in points if p[0] > p[1]]
    common.coordinate_file("skew.mtx", "real", "skew-symmetric", (8, 8),
                           strict, lambda: common.number(rng))

    # The same tensor in both conventions of .tns files.
    sizes = (4, 6, 5)
    points = common.coordinates(rng, sizes, 25, ({1}, {0, 3}, {2}))
    points = sorted({*points, (3, 5, 4)})
    common.frostt_file("same_frostt.tns", random.Random(1), points)
    common.comet_file("same_comet.tns", random.Random(1), sizes, points)

    sizes = (4, 3, 5, 2, 6)
    points = common.coordinates(rng, sizes, 60, ({2}, set(), {0}, set(), {3}))
    common.comet_file("tensor5.tns", rng, sizes, points)

    points = common.coordinates(rng, (40,), 12, ({0, 7},))
    common.comet_file("tensor1.tns", rng, (40,), points)

    sizes = (3, 4, 5)
    common.comet_file("dense3.tns", rng, sizes, common.coordinates(
        rng, sizes, 60, (set(), set(), set())))

    common.array_file("square6.mtx", rng, 6, 6)
    common.array_file("row23.mtx", rng, 1, 23)

    # Matrices that fit each other, with explicit zeros.
    def with_zeros():
        return 0.0 if rng.randint(0, 5) == 0 else common.number(rng)

    for name, sizes, count, empty in (
            ("sparse_a.mtx", (14, 9), 34, ({0, 4, 13}, {2, 8})),
            ("sparse_b.mtx", (14, 9), 30, ({0, 5, 6, 13}, {0, 3})),
            ("sparse_c.mtx", (9, 11), 26, ({1, 8}, {0, 5, 10})),
            ("small54.mtx", (5, 4), 6, ({1, 4}, {0})),
            ("small43.mtx", (4, 3), 4, ({0}, {2})),
            ("sparse_d.mtx", (14, 9), 32, ({0, 3, 13}, {4}))):
        points = common.coordinates(rng, sizes, count, empty)
        common.coordinate_file(name, "real", "general", sizes, points,
                               with_zeros)

    # In each row one has few elements and the other one many, or none.
    rng = random.Random(1786)
    lengths = [(3, 90), (90, 2), (0, 60), (1, 150), (40, 45), (120, 0), (5, 99)]
    for name, side in ("skewed_a.mtx", 0), ("skewed_b.mtx", 1):
        points = [(row, column) for row, both in enumerate(lengths)
                  for column in sorted(rng.sample(range(160), both[side]))]
        common.coordinate_file(name, "real", "general", (8, 160), points,
                               lambda: common.number(rng))

    # Longer than a strip of rows; some diagonals reach all of its rows.
    rng = random.Random(1819)
    sizes = (2150, 2160)
    points = []
    for diagonal in (-2149, -700, -3, -2, -1, 0, 1, 4, 5, 9, 10, 111, 2159):
        rows = range(max(0, -diagonal), min(sizes[0], sizes[1] - diagonal))
        points += [(row, row + diagonal)
                   for row in sorted(rng.sample(rows, min(6, len(rows))))]
    common.coordinate_file("diagonals.mtx", "real", "general", sizes, points,
                           lambda: common.number(rng))

    # The last coordinates of all dimensions have no elements.
    rng = random.Random(1823)
    points = common.coordinates(rng, (6, 7, 4), 30, ({0, 5}, {2, 6}, {3}))
    common.frostt_file("sized.tns", rng, points, (6, 7, 4))

    # Vectors of which some elements are no finite numbers.
    rng = random.Random(1822)
    for length, special in ((4, {1: "inf"}), (5, {0: "-inf", 3: "nan"}),
                            (9, {2: "inf", 3: "nan", 5: "-inf", 8: "nan"}),
                            (14, {0: "nan", 6: "inf", 9: "-inf"})):
        lines = ["%%MatrixMarket matrix array real general", f"{length} 1"]
        lines += [special.get(at, str(common.number(rng)))
                  for at in range(length)]
        common.write(f"infinite{length}.mtx", lines)


if __name__ == "__main__":
    main()
