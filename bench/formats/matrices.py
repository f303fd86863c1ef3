#===- matrices.py - matrices of the kinds that formats are made for --------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""The matrices of UniSparse's table 3, drawn small: of each the shape, the density or
the number of diagonals, and how the elements lie are alike; the names are those of the
paper with the abbreviations that its figures have. Real matrices, where there are files,
go by their own names."""

import functools
import os
import pathlib
import random

# ===-- generators -------------------------------------------------------------


def diagonals(n, offsets, fill=1.0, piece=64, scattered=0.0, seed=1):
    """Diagonals of a square matrix, of which pieces of rows are there or not, and
    further elements anywhere: `scattered` of them for each row."""
    draw = random.Random(seed)
    places = set()
    for offset in offsets:
        for begin in range(0, n, piece):
            if draw.random() < fill:
                places.update((i, i + offset)
                              for i in range(begin, min(begin + piece, n))
                              if 0 <= i + offset < n)
    places.update((draw.randrange(n), draw.randrange(n))
                  for _ in range(int(scattered * n)))
    return n, n, sorted(places)


def stencil(points, reach):
    """The offsets of a grid's neighbours in a cube (reach 1: 27 diagonals) or on
    the axes (reach 0: 7)."""
    x, y = points, points * points
    if reach == 0:
        return [0, 1, -1, x, -x, y, -y]
    steps = range(-reach, reach + 1)
    return [a + b * x + c * y for a in steps for b in steps for c in steps]


def near(n, count, most, seed=2):
    """`count` distinct offsets of at most so many, the main diagonal and its
    neighbours among them."""
    draw = random.Random(seed)
    offsets = {0, 1, -1}
    while len(offsets) < count:
        offsets.add(int(draw.gauss(0, most / 2)) % n * draw.choice((1, -1)))
    return sorted(offsets)


def graph(scale, edges, seed=3):
    """An R-MAT graph of 2^scale nodes: unequal rows, scattered columns."""
    draw = random.Random(seed)
    places = set()
    while len(places) < edges:
        row = column = 0
        for _ in range(scale):
            choice = draw.random()
            row = 2 * row + (choice >= 0.76)
            column = 2 * column + (0.57 <= choice < 0.76 or choice >= 0.95)
        places.add((row, column))
    return 2 ** scale, 2 ** scale, sorted(places)


def uniform(rows, columns, density, seed=4):
    """Each place is an element with the same probability."""
    draw = random.Random(seed)
    return rows, columns, [(i, j) for i in range(rows) for j in range(columns)
                           if draw.random() < density]


def blocks(rows, columns, side, share, fill, scattered=0.0, seed=5):
    """Blocks of which `share` have elements, each of them in `fill` of its places,
    and further elements for each row."""
    draw = random.Random(seed)
    places = {(i, j)
              for a in range(0, rows, side) for b in range(0, columns, side)
              if draw.random() < share
              for i in range(a, min(a + side, rows))
              for j in range(b, min(b + side, columns)) if draw.random() < fill}
    places.update((draw.randrange(rows), draw.randrange(columns))
                  for _ in range(int(scattered * rows)))
    return rows, columns, sorted(places)


# ===-- table 3 ----------------------------------------------------------------

# By abbreviation: the name, and what makes the matrix at a scale from 0 to 1.
TABLE3 = {
    "tp": ("Transport", lambda s: diagonals(
        int(20000 * s), stencil(27, 0) + [2, -2, 54, -54, 28, -28, 26, -26])),
    "ge": ("ML_Geer", lambda s: diagonals(
        int(12000 * s), near(int(12000 * s), 40, 300), 0.7, scattered=4)),
    "lp": ("ML_Laplace", lambda s: diagonals(
        int(12000 * s), near(int(12000 * s), 40, 200), 0.55, scattered=8)),
    "ts": ("TSOPF_RS_b2383", lambda s: blocks(
        int(4000 * s), int(4000 * s), 40, 0.015, 0.9, scattered=4)),
    "ra": ("rajat31", lambda s: diagonals(
        int(50000 * s), [0, 1, -1, 200, -200], 0.6, scattered=2)),
    "mc": ("memchip", lambda s: diagonals(
        int(40000 * s), [0, 1, -1], 0.5, scattered=4)),
    "vs": ("vas_stokes_1M", lambda s: diagonals(
        int(10000 * s), near(int(10000 * s), 24, 150), 0.5, scattered=16)),
    "ss": ("ss", lambda s: diagonals(
        int(20000 * s), [0], 1.0, scattered=18)),
    "cm": ("crystm02", lambda s: diagonals(
        int(8000 * s), stencil(20, 1), 0.9)),
    "ct": ("cant", lambda s: diagonals(
        int(5000 * s), near(int(5000 * s), 99, 60), 0.65)),
    "nm": ("nemeth21", lambda s: diagonals(
        int(1500 * s), range(-84, 85))),
    "ch": ("chem_master1", lambda s: diagonals(
        int(40000 * s), [0, 1, -1, 200, -200])),
    "mj": ("majorbasis", lambda s: diagonals(
        int(20000 * s), near(int(20000 * s), 22, 400), 0.5)),
    "sh": ("shyy161", lambda s: diagonals(
        int(30000 * s), [0, 1, -1, 160, -160, 320, -320], 0.6)),
    "bm": ("Baumann", lambda s: diagonals(
        int(30000 * s), stencil(31, 0))),
    "bw": ("bwm2000", lambda s: diagonals(int(2000 * s), [0, 1, -1, 1000, -1000],
                                          0.8)),
    "af": ("af23560", lambda s: diagonals(
        int(8000 * s), near(int(8000 * s), 33, 150), 0.65)),
    "cg": ("cryg10000", lambda s: diagonals(
        int(10000 * s), [0, 1, -1, 100, -100, 99, -99, 101], 0.65)),
    "ex": ("ex19", lambda s: diagonals(
        int(4000 * s), near(int(4000 * s), 185, 120), 0.12)),
    "ee": ("email-Eu-core", lambda s: graph(10, int(25000 * s))),
    "wv": ("wiki-Vote", lambda s: graph(13, int(100000 * s))),
    "pg": ("p2p-Gnutella31", lambda s: graph(15, int(120000 * s))),
    "cc": ("ca-CondMat", lambda s: graph(14, int(150000 * s))),
    "sc": ("scircuit", lambda s: diagonals(
        int(30000 * s), [0], 1.0, scattered=4.5)),
    "m2": ("mario002", lambda s: diagonals(
        int(40000 * s), [0, 1, -1], 0.3, scattered=3)),
    "ca": ("cage12", lambda s: diagonals(
        int(15000 * s), [0], 1.0, scattered=14)),
    "f3": ("filter3D", lambda s: diagonals(
        int(10000 * s), near(int(10000 * s), 60, 500), 0.3, scattered=6)),
    "p3": ("poisson3Da", lambda s: diagonals(
        int(6000 * s), [0], 1.0, scattered=25)),
    "c8": ("c8_mat11", lambda s: blocks(
        int(1140 * s), int(1440 * s), 16, 0.2, 0.5)),
    "h1": ("heart1", lambda s: blocks(
        int(1200 * s), int(1200 * s), 16, 0.15, 0.75)),
    "cr": ("cari", lambda s: blocks(
        int(400 * s), int(1200 * s), 16, 0.4, 0.8)),
    "my": ("mycielskian12", lambda s: blocks(
        int(1500 * s), int(1500 * s), 8, 0.08, 0.5)),
    "od": ("ogbl-ddi", lambda s: graph(11, int(150000 * s))),
    "tf-0.5": ("transformer-0.5", lambda s: uniform(256, int(2048 * s), 0.5)),
    "tf-0.8": ("transformer-0.8", lambda s: uniform(512, int(2048 * s), 0.2)),
    "tf-0.95": ("transformer-0.95", lambda s: uniform(512, int(4096 * s), 0.05)),
}

# ===-- files ------------------------------------------------------------------


def write_matrix(path, rows, columns, places, seed=6):
    draw = random.Random(seed)
    with open(path, "w") as file:
        file.write("%%MatrixMarket matrix coordinate real general\n"
                   f"{rows} {columns} {len(places)}\n")
        file.write("".join(f"{i + 1} {j + 1} {0.5 + draw.random():.6f}\n"
                           for i, j in places))


class Inputs:
    """Files in a folder, each made when it is first asked for."""

    def __init__(self, folder, scale):
        self.folder = pathlib.Path(folder)
        self.scale = scale

    @functools.lru_cache(maxsize=None)
    def path(self, name):
        """None of a real matrix that is not there."""
        if name not in TABLE3:
            data = os.environ.get("ENCKE_DATA_DIR")
            path = pathlib.Path(data or ".", "matrices", f"{name}.mtx")
            return path if data and path.exists() else None
        path = self.folder / f"{name}.mtx"
        write_matrix(path, *TABLE3[name][1](self.scale))
        return path

    def all(self, names):
        """(name, path) of those that are there."""
        return [(name, path) for name in names
                if (path := self.path(name)) is not None]


@functools.lru_cache(maxsize=None)
def header(path):
    """Rows, columns and entries, with symmetry expanded at most."""
    with open(path, encoding="latin-1") as file:
        first = file.readline()
        line = next(line for line in file if not line.startswith("%"))
    rows, columns, entries = map(int, line.split())
    return rows, columns, entries * (1 if "general" in first else 2)
