#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How time and memory grow with the data, and the time to compile with the program:
`./dev bench scale` calls this.

Matrices have 20 elements in each row, within a window of 20,000 columns, so that the
vector that they gather from stays in a cache at every size; tensors are drawn by the
program. What would not fit into memory, or takes too long, is skipped and named."""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile
import time

import numpy as np

import arguments
from timed import (free_megabytes, median, run, say, table, timed, uniform,
                   windowed)

SIZES = [10 ** 5, 10 ** 6, 10 ** 7, 3 * 10 ** 7, 10 ** 8, 3 * 10 ** 8]
QUICK = [10 ** 5, 10 ** 6]
# What makes a size past the caches: bytes of the matrix.
FAR = 64e6
MOST_GROWTH = 1.3

READ = ("  IndexLabel [i] = [?];\n  IndexLabel [j] = [?];\n"
        "  Tensor<double> A([i, j], {CSR});\n"
        "  var begin = getTime();\n  A[i, j] = read(0);\n"
        "  var loaded = getTime();\n  print(loaded - begin);\n")


def products(repeats, samples):
    """By kernel: its program on a matrix file. The first number is the time of
    reading, the last one for a check."""
    spmv = (READ + "  Tensor<double> x([j], {Dense});\n"
            "  Tensor<double> y([i], {Dense});\n  x[j] = 1.0;\n  y[i] = 0.0;\n"
            + timed("y[i] += A[i, j] * x[j];", samples, repeats)
            + "  print(SUM(y[i]));\n")
    spmm = (READ + "  IndexLabel [k] = [8];\n"
            "  Tensor<double> X([j, k], {Dense});\n"
            "  Tensor<double> Y([i, k], {Dense});\n"
            "  X[j, k] = 1.0;\n  Y[i, k] = 0.0;\n"
            + timed("Y[i, k] += A[i, j] * X[j, k];", samples, repeats)
            + "  print(SUM(Y[i, k]));\n")
    return {"spmv": spmv, "spmm-k8": spmm}


def tensor_program(nonzeros, samples, repeats):
    """MTTKRP with rows of 20 in a tensor that the program draws."""
    n = max(int((nonzeros / 20) ** 0.5), 8)
    return (f"  IndexLabel [i, j] = [{n}];\n  IndexLabel [k] = [1000];\n"
            "  IndexLabel [r] = [16];\n"
            "  Tensor<double> T([i, j, k], {CSF});\n"
            "  Tensor<double> B([j, r], {Dense});\n"
            "  Tensor<double> C([k, r], {Dense});\n"
            "  Tensor<double> M([i, r], {Dense});\n"
            "  T[i, j, k] = random(density = 0.02);\n  B[j, r] = 1.0;\n"
            "  C[k, r] = 0.5;\n  M[i, r] = 0.0;\n"
            "  print(NNZ(T[i, j, k]));\n"
            + timed("M[i, r] += T[i, j, k] * B[j, r] * C[k, r];", samples,
                    repeats) + "  print(SUM(M[i, r]));\n")


def record(kernel, nonzeros, threads, ms, done, **more):
    return {"kernel": kernel, "input": f"{nonzeros:g}", "nonzeros": nonzeros,
            "threads": threads, "contender": "encke", "ms": ms,
            "cpu_wall": done.cpu_wall, "megabytes": done.megabytes,
            "ns_each": ms * 1e6 / nonzeros, "checked": True, **more}


def measure_matrix(options, folder, nonzeros):
    records = []
    # The matrix, its file in memory, and SciPy's copy.
    needed = nonzeros * 12 * 4 / 1e6 + 500
    if needed > free_megabytes() * 0.8:
        say(f"{nonzeros:g} nonzeros are skipped: they need {needed:.0f} MB")
        return records
    path = pathlib.Path(folder, "matrix.npz")
    windowed(path, nonzeros)
    repeats = max(1, int(2e6 / nonzeros))
    samples = 3 if options.quick else 7
    for threads in options.threads:
        for kernel, text in products(repeats, samples).items():
            done = run(options.build_dir, text, [path], threads)
            ms = median(done.numbers[1:-1], samples, repeats)
            if ms is None:
                say(f"{kernel}, {nonzeros:g}: {done.error or 'nothing'}")
                continue
            records.append(record(kernel, nonzeros, threads, ms, done))
            if kernel == "spmv":
                records.append(record("reading .npz", nonzeros, threads,
                                      done.numbers[0] * 1e3, done))
    records += measure_scipy(path, nonzeros, repeats, samples)
    path.unlink()
    return records


def measure_scipy(path, nonzeros, repeats, samples):
    """The peer that is in Debian; one thread."""
    try:
        import scipy.sparse as sp
    except ImportError:
        return []
    begin = time.perf_counter()
    matrix = sp.load_npz(path)
    loaded = (time.perf_counter() - begin) * 1e3
    x = np.ones(matrix.shape[1])
    times = []
    for _ in range(samples + 1):
        begin = time.perf_counter()
        for _ in range(repeats):
            matrix @ x
        times.append((time.perf_counter() - begin) / repeats * 1e3)
    common = {"input": f"{nonzeros:g}", "nonzeros": nonzeros, "threads": 1,
              "contender": "scipy", "cpu_wall": 1, "checked": True}
    ms = sorted(times[1:])[samples // 2]
    return [{**common, "kernel": "spmv", "ms": ms, "ns_each": ms * 1e6 / nonzeros},
            {**common, "kernel": "reading .npz", "ms": loaded,
             "ns_each": loaded * 1e6 / nonzeros}]


def measure_tensor(options, nonzeros):
    records = []
    needed = nonzeros * 60 / 1e6 + 200
    if needed > free_megabytes() * 0.8:
        say(f"mttkrp of {nonzeros:g} is skipped: it needs {needed:.0f} MB")
        return records
    repeats = max(1, int(1e6 / nonzeros))
    samples = 3 if options.quick else 5
    for threads in options.threads:
        done = run(options.build_dir,
                   tensor_program(nonzeros, samples, repeats), [], threads)
        ms = median(done.numbers[1:], samples, repeats)
        if ms is None:
            say(f"mttkrp, {nonzeros:g}: {done.error or 'nothing'}")
            continue
        records.append(record("mttkrp", int(done.numbers[0]), threads, ms, done))
    return records


def measure_spgemm(options, folder, multiplications):
    """Products of matrices of 20 elements a row: 20 multiplications for each."""
    nonzeros = multiplications // 20
    path = pathlib.Path(folder, "square.npz")
    rows = nonzeros // 20
    # An eighth of the products meet another one.
    needed = multiplications * 16 / 1e6 + 500
    if needed > free_megabytes() * 0.8:
        say(f"spgemm of {multiplications:g} is skipped: it needs "
            f"{needed:.0f} MB")
        return []
    uniform(path, rows, rows, 20 / rows)
    samples = 1 if options.quick else 3
    text = (READ + "  IndexLabel [k] = [?];\n"
            "  Tensor<double> C([i, k], {CSR});\n"
            + timed("C[i, k] = A[i, j] * A[j, k];", samples)
            + "  print(NNZ(C[i, k]));\n")
    records = []
    for threads in options.threads:
        done = run(options.build_dir, text, [path], threads)
        ms = median(done.numbers[1:-1], samples)
        if ms is None:
            say(f"spgemm, {multiplications:g}: {done.error or 'nothing'}")
            continue
        records.append(record("spgemm", multiplications, threads, ms, done))
    path.unlink()
    return records


def measure_compiling(options):
    """Seconds from text to an object: against statements, and operands of one."""
    records = []
    for kind, counts in (("statements", [1, 10] if options.quick else
                          [1, 10, 50, 100]),
                         ("operands", [2, 8] if options.quick else
                          [2, 4, 8, 16, 32])):
        for count in counts:
            with tempfile.TemporaryDirectory() as folder:
                program = pathlib.Path(folder, "program.ta")
                program.write_text(compiled(kind, count))
                begin = time.perf_counter()
                subprocess.run([options.build_dir / "bin/encke", "--emit=obj",
                                "--threads=1", program, "-o",
                                pathlib.Path(folder, "program.o")], check=True)
                ms = (time.perf_counter() - begin) * 1e3
            records.append({"kernel": f"compiling, {kind}", "input": str(count),
                            "nonzeros": count, "threads": 1,
                            "contender": "encke", "ms": ms, "cpu_wall": 1,
                            "ns_each": ms * 1e6 / count, "checked": True})
    return records


def compiled(kind, count):
    lines = ["IndexLabel [i, j] = [?];", "Tensor<double> A([i, j], {CSR});",
             "A[i, j] = read(0);"]
    if kind == "operands":
        lines += [f"Tensor<double> B{n}([i, j], {{CSR}});"
                  for n in range(count)]
        lines += [f"B{n}[i, j] = read({n});" for n in range(count)]
        lines += ["Tensor<double> S([i, j], {CSR});",
                  "S[i, j] = " + " + ".join(f"B{n}[i, j]" for n in range(count))
                  + ";", "print(NNZ(S[i, j]));"]
    else:
        lines += ["Tensor<double> x0([j], {Dense});", "x0[j] = 1.0;"]
        for n in range(1, count + 1):
            # Each another one: factors and functions differ.
            lines += [f"Tensor<double> x{n}([{'ij'[n % 2 == 0]}], {{Dense}});",
                      f"x{n}[{'ij'[n % 2 == 0]}] = "
                      + ("A[i, j]" if n % 2 else "A[i, j]")
                      + f" * x{n - 1}[{'ij'[n % 2]}] * {n}.5;"]
        lines += [f"print(x{count});"]
    return "def main() {\n" + "\n".join(lines) + "\n}\n"


def growth(records):
    """What takes more for each element than MOST_GROWTH times the least, among the
    sizes that no cache holds."""
    worse = []
    groups = {}
    for r in records:
        if r["contender"] == "encke" and not r["kernel"].startswith("compiling"):
            groups.setdefault((r["kernel"], r["threads"]), []).append(r)
    for (kernel, threads), group in groups.items():
        far = [r for r in group if r["nonzeros"] * 12 >= FAR]
        if len(far) < 2:
            continue
        least = min(r["ns_each"] for r in far)
        for r in far:
            if r["ns_each"] > MOST_GROWTH * least:
                worse.append(f"{kernel}, {threads} threads: {r['input']} takes "
                             f"{r['ns_each'] / least:.2f} times as long for "
                             "each element as the best size")
    return worse


def report(records):
    for kernel in dict.fromkeys(r["kernel"] for r in records):
        group = [r for r in records if r["kernel"] == kernel]
        print(f"\n{kernel}\n")
        print(table(["size", "threads", "contender", "ms", "ns each", "MB"],
                    [[r["input"], r["threads"], r["contender"],
                      f"{r['ms']:.3g}", f"{r['ns_each']:.3g}",
                      f"{r['megabytes']:.0f}" if "megabytes" in r else ""]
                     for r in group]))
    for line in growth(records):
        print(f"grows: {line}")


def draw(records, folder):
    """Time for each element over the size, by a Python that has Matplotlib."""
    try:
        import matplotlib
    except ImportError:
        say("no plots: Matplotlib is not installed")
        return
    matplotlib.use("svg")
    import matplotlib.pyplot as plt
    folder.mkdir(parents=True, exist_ok=True)
    for kernel in dict.fromkeys(r["kernel"] for r in records):
        figure, axes = plt.subplots(figsize=(6, 4))
        group = [r for r in records if r["kernel"] == kernel]
        for line in dict.fromkeys((r["contender"], r["threads"]) for r in group):
            points = [r for r in group
                      if (r["contender"], r["threads"]) == line]
            axes.loglog([r["nonzeros"] for r in points],
                        [r["ns_each"] for r in points], marker="o",
                        label=f"{line[0]}, {line[1]} threads")
        axes.set(title=kernel, xlabel="size", ylabel="ns each")
        axes.legend()
        figure.savefig(folder / f"{kernel.replace(' ', '-').replace(',', '')}.svg")
        plt.close(figure)


def main():
    parser = argparse.ArgumentParser(prog="./dev bench scale",
                                     description=__doc__)
    parser.add_argument("--quick", action="store_true",
                        help="two small sizes: that it works")
    parser.add_argument("--most", type=float, default=3e8, metavar="N",
                        help="nonzeros of the largest size (default: 3e8)")
    arguments.add_threads(parser, "the kernels")
    parser.add_argument("--json", metavar="FILE", help="write the records to FILE")
    parser.add_argument("--plots", metavar="FOLDER", type=pathlib.Path,
                        help="draw into FOLDER (default: plots/scale in the build "
                             "folder)")
    parser.add_argument("--build-dir", type=pathlib.Path, required=True,
                        help=argparse.SUPPRESS)
    options = parser.parse_args()
    sizes = QUICK if options.quick else [s for s in SIZES if s <= options.most]
    if options.quick:
        options.threads = options.threads[:1]
    records = []
    with tempfile.TemporaryDirectory() as folder:
        for nonzeros in sizes:
            say(f"{nonzeros:g} nonzeros")
            records += measure_matrix(options, folder, nonzeros)
            records += measure_tensor(options, nonzeros)
            if nonzeros * 4 <= 10 ** 9:
                records += measure_spgemm(options, folder, nonzeros * 4)
    records += measure_compiling(options)
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(records, indent=1) + "\n")
    report(records)
    draw(records, options.plots or options.build_dir / "plots" / "scale")
    return 0 if records else 1


if __name__ == "__main__":
    sys.exit(main())
