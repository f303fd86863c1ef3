#!/usr/bin/env python3
#===- run.py - measures Encke and its peers, prints tables -----------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Measures Encke side by side with other libraries: `./dev bench` calls this.

Kernel times come from the program encke-bench; the latency of a whole
`encke run` is measured here. bench/README.md says how."""

import argparse
import json
import os
import pathlib
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time

import dense
import tables

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "io"))
import files  # noqa: E402

PROGRAMS = pathlib.Path(__file__).resolve().parent / "programs"
LATENCY = tables.LATENCY
REORDER = tables.REORDER
LATENCY_RUNS = 11
OTHERS = (LATENCY, REORDER, files.IO, files.CONVERT)  # not of encke-bench
TENSORS = ("mttkrp3", "mttkrp4", "ttv", "ttm")  # of encke-bench-tensors
CHAINS = ("gnn-layer", "attention")
CHAIN_ROUNDS = 10  # in the programs
CHAIN_RUNS = 7
CHAIN_LEAST_BYTES = 900_000  # of a file


def fail(message):
    sys.exit(f"bench: {message}")


# ===-- kernels ----------------------------------------------------------------


def records_of(build, program, kernels, quick, threads=1):
    """What a program of the benchmark has measured."""
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
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE,
                          text=True)
    if not done.stdout:
        fail(f"{program} ended with status {done.returncode}")
    return json.loads(done.stdout)


def measure_limits(build, quick, threads):
    """What the machine can do with each number of threads."""
    return [record for count in threads
            for record in records_of(build, "encke-bench-limits", [], quick,
                                     count)]


def of_tensors(name):
    """Whether a word selects kernels of encke-bench-tensors."""
    return any(kernel.startswith(name) or name.startswith(kernel)
               for kernel in TENSORS)


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


def measure_latency(build):
    """From the text of spmv.ta to its printed result: the whole process."""
    samples = []
    checked = True
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        expected = small_product(folder)
        for _ in range(1 + LATENCY_RUNS):
            output, *times = run_encke(build, "--print=storage",
                                       PROGRAMS / "spmv.ta", folder / "A.mtx",
                                       folder / "x.mtx")
            checked &= is_product(output, expected)
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


def measure_chain(build, kernel, name_of_input, path, quick, threads):
    """Two or three statements, as one loop nest and with loops of their own. The
    programs time their rounds themselves, and both must print the same."""
    contenders = {"encke": [], "encke --no-fuse": ["--no-fuse"]}
    samples = {name: [] for name in contenders}
    printed = {name: [] for name in contenders}
    for _ in range(1 + (3 if quick else CHAIN_RUNS)):
        for name, flags in contenders.items():
            output, _, cpu_wall = run_encke(
                build, *flags, f"--threads={threads}", PROGRAMS / f"{kernel}.ta", path)
            words = output.split()
            printed[name].append(float(words[0]) if words else float("nan"))
            samples[name].append((float(words[-1]) if words else 0, cpu_wall))
    expected = printed["encke --no-fuse"][0]
    records = []
    for name, pairs in samples.items():
        seconds, cpu_wall = statistics.median_low(pairs[1:])
        records.append({
            "kernel": kernel, "input": name_of_input, "threads": threads,
            "contender": name, "ms": seconds / CHAIN_ROUNDS * 1e3,
            "cpu_wall": cpu_wall, "gbs": None, "gflops": None,
            "checked": all(abs(value - expected) <= 1e-9 * abs(expected)
                           for value in printed[name]),
        })
    return records


def measure_chains(build, kernels, quick, threads):
    with tempfile.TemporaryDirectory() as folder:
        inputs = chain_inputs(pathlib.Path(folder), quick)
        return [record for kernel in kernels for name, path in inputs.items()
                for record in measure_chain(build, kernel, name, path, quick, threads)]


# ===-- the command ------------------------------------------------------------


def thread_counts(text):
    """The numbers of an argument like 1,2."""
    counts = [int(word) for word in text.split(",")]
    if min(counts) < 1:
        raise ValueError
    return counts


def parse_arguments():
    parser = argparse.ArgumentParser(prog="./dev bench", description=__doc__)
    parser.add_argument("kernels", nargs="*", metavar="KERNEL",
                        help="a kernel, or how its name begins, as spmv or "
                             f"spadd; {', '.join(OTHERS)}; README.md lists "
                             "them (default: all)")
    parser.add_argument("--quick", action="store_true",
                        help="smaller inputs, fewer and shorter samples: rough "
                             "figures")
    parser.add_argument("--threads", type=thread_counts, metavar="N,...",
                        default=[1, 2] if (os.cpu_count() or 1) > 1 else [1],
                        help="threads for the kernels with sparse operands "
                             "and for chains (default: 1,2); dense kernels, io "
                             "and convert measure one and two")
    parser.add_argument("--json", metavar="FILE",
                        help="write the records to FILE")
    parser.add_argument("--plots", metavar="FOLDER", type=pathlib.Path,
                        help="draw the kernels into FOLDER (default: plots in "
                             "the build folder)")
    parser.add_argument("--build-dir", type=pathlib.Path, required=True,
                        help=argparse.SUPPRESS)
    return parser.parse_args()


def measure_all(options):
    """The records of all kernels that were asked for."""
    build, quick = options.build_dir, options.quick
    dense_kernels = [name for name in options.kernels
                     if any(k.startswith(name) for k in dense.KERNELS)]
    tensor_kernels = [name for name in options.kernels if of_tensors(name)]
    kernels = [name for name in options.kernels
               if name not in (*OTHERS, *CHAINS, *dense_kernels,
                               *tensor_kernels)]
    others = [name for name in OTHERS + CHAINS
              if name in options.kernels or not options.kernels]
    chains = [name for name in CHAINS if name in others]
    has_dense = dense_kernels or not options.kernels
    fixed = set(dense.THREADS) if has_dense else set()
    if files.IO in others or files.CONVERT in others:
        fixed |= {1, 2}
    fixed = {threads for threads in fixed if threads <= (os.cpu_count() or 1)}
    records = measure_limits(build, quick, sorted(fixed | set(options.threads)))
    for threads in options.threads:
        if kernels or not options.kernels:
            records += records_of(build, "encke-bench", kernels, quick, threads)
        if tensor_kernels or not options.kernels:
            records += records_of(build, "encke-bench-tensors", tensor_kernels,
                                  quick, threads)
        if chains:
            records += measure_chains(build, chains, quick, threads)
        if REORDER in others:
            records += records_of(build, "encke-bench-reorder", [], quick,
                                  threads)
    if LATENCY in others:
        records.append(measure_latency(build))
    if files.IO in others:
        records += files.measure_io(build, quick)
    if files.CONVERT in others:
        records += files.measure_convert(build, quick)
    if has_dense:
        records += dense.measure(build, dense_kernels or dense.KERNELS, quick)
    return records


def draw(records, folder):
    """One picture for each kernel, by a Python that has Matplotlib."""
    for python in (sys.executable, "/usr/bin/python3"):
        done = subprocess.run([python, "-c", "import matplotlib"], check=False,
                              stderr=subprocess.DEVNULL)
        if done.returncode == 0:
            break
    else:
        print("bench: no plots: Matplotlib is not installed", file=sys.stderr)
        return
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run([python, pathlib.Path(__file__).with_name("plot.py"), folder],
                   input=json.dumps(records), text=True, check=True)


def main():
    options = parse_arguments()
    records = measure_all(options)
    if options.json:
        with open(options.json, "w") as file:
            json.dump(records, file, indent=1)
            file.write("\n")
    tables.print_tables(records)
    draw(records, options.plots or options.build_dir / "plots")
    places = {(r["kernel"], r["input"]) for r in records
              if not tables.is_limit(r) and not r["kernel"].startswith(REORDER)}
    by_encke = {(r["kernel"], r["input"]) for r in records
                if r["contender"] == tables.ENCKE and r["checked"]}
    if (all(tables.is_limit(r) for r in records) or places - by_encke
            or not all(r["checked"] for r in records)):
        fail("a result is wrong, or Encke's is missing")


if __name__ == "__main__":
    main()
