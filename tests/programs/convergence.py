#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares what the iterative examples converge to with direct methods.

Equations are solved by elimination; the largest eigenvalue is found by counting
how many eigenvalues lie above a number.
"""

import os

import harness

CLOSE = 1e-9


def read_matrix(path):
    """A coordinate file as rows of a dense matrix."""
    with open(path, encoding="ascii") as file:
        banner, *lines = [line.split() for line in file if line.strip()]
    rows, columns, _ = map(int, lines[0])
    matrix = [[0.0] * columns for _ in range(rows)]
    for i, j, *value in lines[1:]:
        number = float(value[0]) if value else 1.0
        matrix[int(i) - 1][int(j) - 1] += number
        if "symmetric" in banner and i != j:
            matrix[int(j) - 1][int(i) - 1] += number
    return matrix


def read_array(path):
    with open(path, encoding="ascii") as file:
        return [float(line) for line in file.readlines()[2:]]


def solve(matrix, right):
    """The solution of a linear system, by elimination with pivots."""
    rows = [row[:] + [value] for row, value in zip(matrix, right)]
    size = len(rows)
    for k in range(size):
        best = max(range(k, size), key=lambda i: abs(rows[i][k]))
        rows[k], rows[best] = rows[best], rows[k]
        for i in range(k + 1, size):
            factor = rows[i][k] / rows[k][k]
            for j in range(k, size + 1):
                rows[i][j] -= factor * rows[k][j]
    solution = [0.0] * size
    for k in reversed(range(size)):
        known = sum(rows[k][j] * solution[j] for j in range(k + 1, size))
        solution[k] = (rows[k][size] - known) / rows[k][k]
    return solution


def eigenvalues_above(matrix, bound):
    """Of a symmetric matrix, by the signs of its pivots (Sylvester's law)."""
    size = len(matrix)
    rows = [[matrix[i][j] - (bound if i == j else 0.0) for j in range(size)]
            for i in range(size)]
    for k in range(size):
        for i in range(k + 1, size):
            factor = rows[i][k] / rows[k][k]
            for j in range(k, size):
                rows[i][j] -= factor * rows[k][j]
    return sum(rows[k][k] > 0 for k in range(size))


def compare(name, computed, expected):
    if len(computed) != len(expected):
        raise harness.Failure(f"{name}: {len(computed)} values, not "
                              f"{len(expected)}")
    for at, (one, other) in enumerate(zip(computed, expected)):
        if not abs(one - other) <= CLOSE * max(1.0, abs(other)):
            raise harness.Failure(f"{name}: value {at} is {one}, not {other}")


def check_power_iteration(values, files):
    (largest,) = values
    matrix = read_matrix(files[0])
    counts = [eigenvalues_above(matrix, largest * (1 + side * CLOSE))
              for side in (-1, 1)]
    if counts != [1, 0]:
        raise harness.Failure(f"{counts} eigenvalues are near {largest}")


def check_conjugate_gradients(values, files):
    expected = solve(read_matrix(files[0]), read_array(files[1]))
    compare("conjugate_gradients", values, expected)


def check_pagerank(values, files):
    links = read_matrix(files[0])
    size = len(links)
    # Row j: how much of each page's rank page j gets; then the last equation
    # is replaced by "the ranks add up to 1".
    system = [[0.0] * size for _ in range(size)]
    for i, row in enumerate(links):
        degree = sum(row)
        for j in range(size):
            followed = 0.85 * row[j] / degree if degree else 0.0
            jumped = (1.0 - (0.85 if degree else 0.0)) / size
            system[j][i] = (i == j) - followed - jumped
    system[-1] = [1.0] * size
    compare("pagerank", values, solve(system, [0.0] * (size - 1) + [1.0]))


def check_label_propagation(values, files):
    graph, seeds = read_matrix(files[0]), read_matrix(files[1])
    scores = seeds
    for _ in range(10):
        scores = [
            [0.9 * sum(weight * other[c] for weight, other in zip(row, scores))
             / sum(row) + 0.1 * seed[c] for c in range(len(seed))]
            for row, seed in zip(graph, seeds)
        ]
    compare("label_propagation", values, [s for row in scores for s in row])


CHECKS = {
    "power_iteration": check_power_iteration,
    "conjugate_gradients": check_conjugate_gradients,
    "pagerank": check_pagerank,
    "label_propagation": check_label_propagation,
}


def check():
    arguments = harness.arguments_of(__doc__, "encke")
    name = os.path.basename(arguments.program)[:-len(".ta")]
    for files in harness.data_sets_of(arguments.program, arguments.data):
        output = harness.run([arguments.encke, "run", *arguments.flags,
                              arguments.program, *files])
        values = [float(word) for line in output.splitlines()
                  if not line.startswith("#") for word in line.split()]
        CHECKS[name](values, files)


if __name__ == "__main__":
    harness.main(check)
