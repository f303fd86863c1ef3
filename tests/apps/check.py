#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the programs of examples/apps and compares what they print with NumPy's.

Each is computed once more by other means: paths by enumeration, solvers by a
direct one, decompositions with dense arrays.

    check.py --encke build/bin/encke [APP...]
"""

import argparse
import collections
import itertools
import pathlib
import random
import subprocess
import sys
import tempfile

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/fuzz"))
from comparison import values_of  # noqa: E402

APPS = ROOT / "examples/apps"
CHECKS = {}


def check(*data):
    """Registers what an app should print, of what each of `data` makes: a function
    that returns the values in the order of the output; masked are those that are
    the app's own."""
    def register(function):
        CHECKS[function.__name__] = (data, function)
        return function
    return register


#===--- Data ---------------------------------------------------------------===#


def graph():
    """Three dense clusters with a few edges between them, and a lone vertex."""
    source = random.Random(3)
    weights = np.zeros((13, 13))
    for cluster in range(3):
        members = range(4 * cluster, 4 * cluster + 4)
        for a, b in itertools.combinations(members, 2):
            if source.random() < 0.9:
                weights[a, b] = source.randint(1, 9)
    for a, b in ((3, 4), (7, 8), (1, 9)):
        weights[a, b] = source.randint(1, 9)
    return weights + weights.T


def directed_graph():
    """Edges that mostly lead on, a few that lead back, and no path to vertex 7."""
    source = random.Random(11)
    weights = np.zeros((17, 17))
    for a, b in itertools.permutations(range(17), 2):
        if source.random() < (0.25 if a < b else 0.04) and b != 7:
            weights[a, b] = source.randint(1, 9)
    return weights


def system():
    """A sparse matrix whose rows are dominated by their diagonal."""
    source = random.Random(5)
    size = 40
    matrix = np.zeros((size, size))
    for row in range(size):
        for column in source.sample(range(size), 4):
            matrix[row, column] = source.uniform(-1, 1)
        matrix[row, row] = 1 + abs(matrix[row]).sum()
    return matrix


def diagonal():
    """Solved by the first step of what starts with the inverse of a diagonal."""
    return np.diag([2.0, 3.0, 5.0, 7.0])


def tensor():
    source = random.Random(7)
    values = np.zeros((9, 7, 8))
    for point in itertools.product(*map(range, values.shape)):
        if source.random() < 0.3 or point == (8, 6, 7):
            values[point] = source.uniform(0.1, 2)
    return values


def write(values, folder):
    """A file with the elements that are not 0, and its path."""
    points = np.argwhere(values)
    lines = [" ".join(str(c + 1) for c in point) +
             f" {float(values[tuple(point)])!r}" for point in points]
    if values.ndim == 2:
        lines = ["%%MatrixMarket matrix coordinate real general",
                 f"{values.shape[0]} {values.shape[1]} {len(points)}", *lines]
    path = folder / ("data.mtx" if values.ndim == 2 else "data.tns")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def nothing():
    return None


#===--- Graphs -------------------------------------------------------------===#


def lengths(weights):
    """Of the shortest paths between all pairs, by relaxing edges."""
    size = len(weights)
    result = np.where(np.eye(size) > 0, 0.0, np.inf)
    edges = np.argwhere(weights)
    for _ in range(size):
        for a, b in edges:
            result[:, b] = np.minimum(result[:, b],
                                      result[:, a] + weights[a, b])
    return result


@check(graph, directed_graph)
def bellman_ford(weights):
    return lengths(weights)[0]


@check(graph, directed_graph)
def floyd_warshall(weights):
    return lengths(weights)


def levels(weights, start):
    found = {start: 0}
    queue = collections.deque([start])
    while queue:
        vertex = queue.popleft()
        for other in np.flatnonzero(weights[vertex]):
            if other not in found:
                found[other] = found[vertex] + 1
                queue.append(other)
    return found


@check(graph, directed_graph)
def breadth_first(weights):
    found = levels(weights, 0)
    return [found.get(vertex, -1) for vertex in range(len(weights))]


@check(graph)
def betweenness(weights):
    size = len(weights)
    count = np.zeros(size)
    for start, end in itertools.combinations(range(size), 2):
        found = levels(weights, start)
        if end not in found:
            continue
        paths = [[start]]
        for _ in range(found[end]):
            paths = [path + [other] for path in paths
                     for other in np.flatnonzero(weights[path[-1]])
                     if found[other] == len(path)]
        paths = [path for path in paths if path[-1] == end]
        for path in paths:
            count[path[1:-1]] += 1 / len(paths)
    return count


@check(graph)
def k_truss(weights):
    edges = (weights != 0).astype(int)
    while True:
        kept = edges * (edges @ edges >= 2)
        if (kept == edges).all():
            break
        edges = kept
    points = np.argwhere(edges)
    return np.concatenate([[edges.sum() / 2],
                           np.c_[points, np.ones(len(points))].ravel()])


@check(graph)
def markov_clustering(weights):
    matrix = np.maximum(weights, np.eye(len(weights)))
    matrix = matrix / matrix.sum(axis=0)
    change = 1.0
    while change > 1e-6:
        new = matrix @ matrix
        new = np.where(new > 1e-4, new * new, 0)
        new = new / new.sum(axis=0)
        change = np.linalg.norm(new - matrix)
        matrix = new
    return matrix.argmax(axis=0)


@check(graph)
def graph_network(weights):
    size = len(weights)
    i, f, h, c = (np.arange(n) for n in (size, 5, 4, 3))
    spread = np.maximum(np.eye(size), weights != 0)
    degree = spread.sum(axis=1)
    spread = spread / np.sqrt(np.outer(degree, degree))
    x = np.sin(i[:, None] + 2.0 * f)
    u = np.cos(3.0 * f[:, None] + h) / 2
    w = np.sin(h[:, None] + 5.0 * c) / 2
    y = (i[:, None] % 3 == c).astype(float)

    def loss(u, w):
        hidden = np.maximum(spread @ x @ u, 0)
        scores = np.exp(spread @ hidden @ w)
        scores /= scores.sum(axis=1, keepdims=True)
        return -(y * np.log(scores)).sum() / size, scores

    def gradient(at, other, order):
        """By central differences."""
        result = np.zeros_like(at)
        for point in np.ndindex(at.shape):
            step = np.zeros_like(at)
            step[point] = 1e-5
            pair = [loss(*order(at + sign * step, other))[0]
                    for sign in (1, -1)]
            result[point] = (pair[0] - pair[1]) / 2e-5
        return result

    value, scores = loss(u, w)
    return np.concatenate([
        [value], scores.ravel(),
        gradient(w, u, lambda at, other: (other, at)).ravel(),
        gradient(u, w, lambda at, other: (at, other)).ravel()])


@check(graph)
def attention(pattern):
    size = len(pattern)
    i, f = np.arange(size), np.arange(6)
    q = np.sin(i[:, None] + 2.0 * f)
    k = np.cos(2.0 * i[:, None] + f)
    v = np.sin(i[:, None] * f + 1.0)
    scores = np.exp(q @ k.T / np.sqrt(6))
    some = np.where(np.tri(size) > 0, scores, 0)
    before = some / some.sum(axis=1, keepdims=True) @ v
    some = np.where(pattern != 0, scores, 0)
    with np.errstate(invalid="ignore"):
        there = some / some.sum(axis=1, keepdims=True) @ v
    return np.concatenate([before.ravel(), there.ravel()])


#===--- Linear algebra -----------------------------------------------------===#


@check(system, diagonal)
def triangular_solve(matrix):
    lower = np.tril(matrix)
    return np.append(np.linalg.solve(lower, np.ones(len(matrix))), 0)


def solution(matrix):
    """The number of iterations is the app's own."""
    values = np.append([0], np.linalg.solve(matrix, np.ones(len(matrix))))
    return np.ma.array(values, mask=[True] + [False] * len(matrix))


@check(system, diagonal)
def gauss_seidel(matrix):
    return solution(matrix)


@check(system, diagonal)
def bicgstab(matrix):
    return solution(matrix)


@check(system, diagonal)
def gmres(matrix):
    return solution(matrix)


@check(nothing)
def heat_2d():
    size = 24
    second = np.eye(size, k=1) - 2 * np.eye(size) + np.eye(size, k=-1)
    step = np.eye(size * size) + 0.2 * (np.kron(second, np.eye(size)) +
                                        np.kron(np.eye(size), second))
    i, j = np.meshgrid(np.arange(size), np.arange(size), indexing="ij")
    heat = np.where((abs(i - 11) < 4) & (abs(j - 8) < 3), 100.0, 0.0)
    return np.linalg.matrix_power(step, 200) @ heat.ravel()


@check(nothing)
def pruned_convolution():
    c, y, x = np.ogrid[:8, :10, :10]
    picture = np.sin(c + 3.0 * y + 7.0 * x)
    o, p, q, c = np.ogrid[:3, :3, :3, :8]
    weights = np.cos(2.0 * o + 3.0 * p + 5.0 * q + 1.5 * c)
    for point in np.ndindex(3, 3, 3, 2):
        four = weights[point[:3]][4 * point[3]:4 * point[3] + 4]
        four[np.argsort(abs(four))[:2]] = 0
    result = np.zeros((3, 8, 8))
    for i, j in np.ndindex(8, 8):
        window = picture[:, i:i + 3, j:j + 3].transpose(1, 2, 0)
        result[:, i, j] = (weights * window).sum(axis=(1, 2, 3))
    pooled = np.maximum(result, 0).reshape(3, 4, 2, 4, 2).max(axis=(2, 4))
    return np.concatenate([[np.count_nonzero(weights)], pooled.ravel()])


@check(tensor)
def cp_als(values):
    i, j, k = (np.arange(n)[:, None] for n in values.shape)
    r = np.arange(4)
    factors = [np.cos(i * i + 2.0 * i * r + r),
               np.sin(3.0 * j + r * j + r * r),
               np.cos(2.0 * k * k - 3.0 * k * r)]
    for _ in range(20):
        for mode in range(3):
            a, b = [factors[n] for n in range(3) if n != mode]
            product = np.einsum("ir,jr->ijr", a, b).reshape(-1, 4)
            unfolded = np.moveaxis(values, mode, 0).reshape(
                values.shape[mode], -1)
            factors[mode] = np.linalg.lstsq(product, unfolded.T,
                                            rcond=None)[0].T
    model = np.einsum("ir,jr,kr->ijk", *factors)
    return [1 - np.linalg.norm(values - model) / np.linalg.norm(values)]


@check(tensor)
def tucker(values):
    """By singular value decompositions of the unfolded products."""
    ranks = (2, 3, 3)
    factors = [np.eye(size, rank)
               for size, rank in zip(values.shape, ranks)]
    for _ in range(30):
        for mode in range(3):
            product = values
            for other in {0, 1, 2} - {mode}:
                product = np.moveaxis(
                    np.tensordot(product, factors[other], (other, 0)), -1, other)
            unfolded = np.moveaxis(product, mode, 0).reshape(
                values.shape[mode], -1)
            left, _, _ = np.linalg.svd(unfolded)
            factors[mode] = left[:, :ranks[mode]]
    model = np.einsum("ijk,ip,jq,kr,up,vq,wr->uvw", values, *factors, *factors,
                      optimize=True)
    norm = np.linalg.norm(values)
    return [np.linalg.norm(model), 1 - np.linalg.norm(values - model) / norm]


#===--- Runs ---------------------------------------------------------------===#


def problem_of(encke, name, data):
    """What is wrong with an app on some data, or ""."""
    expect = CHECKS[name][1]
    with tempfile.TemporaryDirectory() as folder:
        files = [] if data is None else [str(write(data, pathlib.Path(folder)))]
        run = subprocess.run([encke, "run", str(APPS / f"{name}.ta"), *files],
                             capture_output=True, text=True, check=False)
    if run.returncode or run.stderr:
        return f"status {run.returncode}: {run.stderr}"
    expected = np.ravel(expect() if data is None else expect(data))
    got = np.array([float(word) for _, words in values_of(run.stdout)
                    for word in words])
    if got.shape != expected.shape:
        return f"{len(got)} numbers, not {len(expected)}"
    close = np.isclose(got, np.ma.getdata(expected), rtol=1e-6, atol=1e-8,
                       equal_nan=True)
    wrong = np.flatnonzero(~(close | np.ma.getmaskarray(expected)))
    if wrong.size:
        first = wrong[0]
        return f"number {first} is {got[first]}, not {expected[first]}"
    return ""


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--encke", required=True)
    parser.add_argument("apps", nargs="*")
    options = parser.parse_args()
    failed = False
    for path in sorted(APPS.glob("*.ta")):
        if path.stem not in CHECKS:
            print(f"{path.stem}: nothing checks it")
            failed = True
    for name in options.apps or sorted(CHECKS):
        for make in CHECKS[name][0]:
            problem = problem_of(options.encke, name, make())
            print(f"{name}, {make.__name__}: {problem or 'as NumPy'}")
            failed |= bool(problem)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
