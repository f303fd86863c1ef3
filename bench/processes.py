#===- processes.py - programs that are measured as processes ---------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""How the programs of a build folder are started, and what is measured by runs of
`encke` as a whole: its latency, and chains of statements."""

import os
import pathlib
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time

import tables

PROGRAMS = pathlib.Path(__file__).resolve().parent / "programs"
LATENCY = tables.LATENCY
LATENCY_RUNS = 11
CHAINS = ("gnn-layer", "attention")
CHAIN_ROUNDS = 10  # in the programs
CHAIN_RUNS = 7
CHAIN_LEAST_BYTES = 900_000  # of a file


def fail(message):
    sys.exit(f"bench: {message}")


def command_of(build, program, kernels, quick, threads):
    """The command that measures kernels by a program of the benchmark, and its
    environment."""
    command = [build / "bin" / program, *kernels]
    if quick:
        command.append("--quick")
    environment = dict(os.environ)
    if threads > 1:
        command.append(f"--threads={threads}")
        # Contenders take turns: the threads of one must not spin while another
        # one, with another OpenMP runtime, is measured.
        environment["OMP_WAIT_POLICY"] = "passive"
        environment["OMP_SCHEDULE"] = "static"  # where a contender leaves it open
    return command, environment


# ===-- latency ----------------------------------------------------------------


def write_matrix(path, rows, columns, entries):
    with open(path, "w") as file:
        file.write("%%MatrixMarket matrix coordinate real general\n")
        file.write(f"{rows} {columns} {len(entries)}\n")
        for (row, column), value in entries.items():
            file.write(f"{row + 1} {column + 1} {value!r}\n")


def small_product(folder):
    """Writes a sparse 1000 x 900 matrix and a vector; returns their product."""
    rows, columns = 1000, 900
    generator = random.Random(4)
    matrix = {}
    while len(matrix) < 5000:
        place = generator.randrange(rows), generator.randrange(columns)
        matrix[place] = generator.uniform(0.5, 1.5)
    vector = {(j, 0): generator.uniform(0.5, 1.5) for j in range(columns)}
    write_matrix(folder / "A.mtx", rows, columns, matrix)
    write_matrix(folder / "x.mtx", columns, 1, vector)

    product = [0.0] * rows
    for (row, column), value in matrix.items():
        product[row] += value * vector[column, 0]
    return product


def printed_values(text):
    """The values of a dense tensor under --print=storage."""
    return [float(value) for value in text.split("=", 1)[-1].split(",")[:-1]]


def is_product(text, expected):
    """Whether `text` shows `expected` to the six digits that are printed."""
    try:
        values = printed_values(text)
    except ValueError:
        return False
    return len(values) == len(expected) and all(
        abs(value - right) <= 1e-5 * right
        for value, right in zip(values, expected)
    )


def run_encke(build, *arguments):
    """Compiles and runs a program. Returns its output (nothing if it failed),
    the elapsed seconds, and the processor's time as a part of these."""
    command = [build / "bin" / "encke", "run", "--no-cache", *arguments]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    wall = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = (after.ru_utime + after.ru_stime
           - before.ru_utime - before.ru_stime)
    return done.stdout if done.returncode == 0 else "", wall, cpu / wall


class SmallProduct:
    """The small product as files in a folder, which a build multiplies."""

    def __init__(self, folder):
        self.data = [folder / "A.mtx", folder / "x.mtx"]
        self.expected = small_product(folder)

    def run(self, build):
        """Whether the result is right, the seconds and cpu/wall."""
        output, wall, cpu_wall = run_encke(build, "--print=storage",
                                           PROGRAMS / "spmv.ta", *self.data)
        return is_product(output, self.expected), wall, cpu_wall


def measure_latency(build):
    """From the text of spmv.ta to its printed result: the whole process."""
    samples = []
    checked = True
    with tempfile.TemporaryDirectory() as folder:
        product = SmallProduct(pathlib.Path(folder))
        for _ in range(1 + LATENCY_RUNS):
            is_right, *times = product.run(build)
            checked &= is_right
            samples.append(times)
    wall, cpu_wall = statistics.median_low(samples[1:])  # the first warms up
    return {
        "kernel": LATENCY,
        "input": "small spmv",
        "threads": 1,
        "contender": "encke",
        "ms": wall * 1e3 if checked else None,
        "cpu_wall": cpu_wall,
        "gbs": None,
        "gflops": None,
        "checked": checked,
    }


# ===-- chains of statements ---------------------------------------------------


def write_stencil(path, side):
    """The 27-point stencil on a cube of so many points a side."""
    points = [(x, y, z) for x in range(side) for y in range(side)
              for z in range(side)]
    steps = [(a, b, c) for a in (-1, 0, 1) for b in (-1, 0, 1)
             for c in (-1, 0, 1)]
    entries = {}
    for row, point in enumerate(points):
        for step in steps:
            x, y, z = (a + b for a, b in zip(point, step))
            if all(0 <= a < side for a in (x, y, z)):
                column = (x * side + y) * side + z
                entries[row, column] = 26.0 if column == row else -1.0
    write_matrix(path, len(points), len(points), entries)


def chain_inputs(folder, quick):
    """By name: the stencil, and the square matrices among the files that there
    are to measure with."""
    inputs = {"stencil": folder / "A.mtx"}
    write_stencil(inputs["stencil"], 12 if quick else 35)
    data = os.environ.get("ENCKE_DATA_DIR")
    if data and not quick:
        for path in sorted(pathlib.Path(data, "matrices").glob("*.mtx")):
            if path.stat().st_size >= CHAIN_LEAST_BYTES and is_square(path):
                inputs[path.stem] = path
    return inputs


def is_square(path):
    with open(path, encoding="latin-1") as file:
        for line in file:
            if not line.startswith("%"):
                rows, columns, _ = line.split()
                return rows == columns
    return False


def chain_runs(quick):
    return 3 if quick else CHAIN_RUNS


def run_chain(build, kernel, path, threads, flags=()):
    """The number that the program prints, the milliseconds of a round, which it
    times itself, and cpu/wall."""
    output, _, cpu_wall = run_encke(build, *flags, f"--threads={threads}",
                                    PROGRAMS / f"{kernel}.ta", path)
    words = output.split()
    if not words:
        return float("nan"), float("nan"), cpu_wall
    return float(words[0]), float(words[-1]) / CHAIN_ROUNDS * 1e3, cpu_wall


def agree(value, expected):
    return abs(value - expected) <= 1e-9 * abs(expected)


def measure_chain(build, kernel, name_of_input, path, quick, threads):
    """Two or three statements, as one loop nest and with loops of their own. Both
    must print the same."""
    contenders = {"encke": [], "encke --no-fuse": ["--no-fuse"]}
    samples = {name: [] for name in contenders}
    for _ in range(1 + chain_runs(quick)):
        for name, flags in contenders.items():
            samples[name].append(run_chain(build, kernel, path, threads, flags))
    expected = samples["encke --no-fuse"][0][0]
    records = []
    for name, runs in samples.items():
        ms, cpu_wall = statistics.median_low(run[1:] for run in runs[1:])
        records.append({
            "kernel": kernel, "input": name_of_input, "threads": threads,
            "contender": name, "ms": ms, "cpu_wall": cpu_wall, "gbs": None,
            "gflops": None,
            "checked": all(agree(printed, expected) for printed, *_ in runs),
        })
    return records


def measure_chains(build, kernels, quick, threads):
    with tempfile.TemporaryDirectory() as folder:
        inputs = chain_inputs(pathlib.Path(folder), quick)
        return [record for kernel in kernels for name, path in inputs.items()
                for record in measure_chain(build, kernel, name, path, quick,
                                            threads)]
