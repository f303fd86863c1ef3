#!/usr/bin/env python3
#===- run.py - Encke beside upstream's sparsifier --------------------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Measures modules in upstream's IR, compiled by Encke and by `mlir-opt --sparsifier`
with `mlir-runner`: `./dev bench upstream` calls this. Both read the same text and the
same file, in turn, and have to compute the same."""

import argparse
import json
import math
import os
import pathlib
import random
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

import arguments  # noqa: E402
from kernels import KERNELS, Kernel  # noqa: E402

TURNS = 5
# How upstream stores: by code of its own, or by calls of its library.
STORAGES = {"upstream": "false", "upstream-library": "true"}


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./dev bench upstream", description=__doc__)
    parser.add_argument("kernels", nargs="*", metavar="KERNEL",
                        help=", ".join(each.name for each in KERNELS) + ", or how their names begin (default: all)")
    parser.add_argument("--quick", action="store_true", help="small inputs, few rounds: that it works")
    parser.add_argument("--llvm", type=pathlib.Path, default=pathlib.Path("/usr/lib/llvm-22"),
                        help="where upstream's tools and libraries are (default: %(default)s)")
    arguments.add_threads(parser, "Encke", "; upstream's code is serial")
    parser.add_argument("--json", metavar="FILE", help="write the records to FILE")
    parser.add_argument("--markdown", metavar="FILE", help="write to FILE what belongs to the tables of the paper on MLIR's sparsifier")
    parser.add_argument("--build-dir", type=pathlib.Path, required=True, help=argparse.SUPPRESS)
    options = parser.parse_args()
    options.kernels = [each for each in KERNELS
                       if not options.kernels or any(each.name.startswith(n) for n in options.kernels)]
    if not options.kernels:
        parser.error("no kernel has such a name")
    return options


# ===-- inputs -----------------------------------------------------------------


def write_input(path: pathlib.Path, order: int, rows: int, a_row: int) -> None:
    """A matrix with so many elements in each row, or a tensor of as many in all."""
    generator = random.Random(order)
    shape = (rows, rows) if order == 2 else (rows // 4, rows // 8, 100)
    elements = {tuple([n // a_row % shape[0], *(generator.randrange(size) for size in shape[1:])])
                for n in range(rows * a_row)}
    with open(path, "w") as file:
        if order == 2:
            file.write(f"%%MatrixMarket matrix coordinate real general\n{shape[0]} {shape[1]} {len(elements)}\n")
        else:
            file.write(f"# extended FROSTT format\n{order} {len(elements)}\n{' '.join(map(str, shape))}\n")
        for at in sorted(elements):
            file.write(" ".join(str(n + 1) for n in at) + f" {0.5 + (sum(at) % 11) / 10}\n")


# ===-- contenders -------------------------------------------------------------


class Failure(Exception):
    """A contender does not compile or run a kernel."""


def check(done: subprocess.CompletedProcess) -> str:
    if done.returncode < 0:
        raise Failure(f"it ends with signal {-done.returncode}")
    if done.returncode != 0:
        raise Failure(done.stderr.strip().split("\n")[0][:200])
    return done.stdout


def lower_upstream(options: argparse.Namespace, module: pathlib.Path, library: str) -> pathlib.Path:
    """What upstream's pipeline makes of a module, with vectors."""
    flags = f"enable-runtime-library={library} vl=4 reassociate-fp-reductions=true enable-index-optimizations=true"
    lowered = module.with_suffix(f".{library}.llvm.mlir")
    check(subprocess.run([options.llvm / "bin/mlir-opt", f"--sparsifier={flags}", module, "-o", lowered],
                         capture_output=True, text=True, check=False))
    return lowered


def command_of(options: argparse.Namespace, contender: str, module: pathlib.Path, threads: int,
               data: pathlib.Path) -> tuple[list, dict[str, str]]:
    """What runs a module, and in which environment."""
    environment = {**os.environ, "TENSOR0": str(data), "OMP_WAIT_POLICY": "passive"}
    if contender == "encke":
        return [options.build_dir / "bin/encke", "run", module, f"--threads={threads}"], environment
    lowered = lower_upstream(options, module, STORAGES[contender])
    libraries = ",".join(str(options.llvm / f"lib/libmlir_{name}.so") for name in ("c_runner_utils", "runner_utils"))
    return [options.llvm / "bin/mlir-runner", lowered, "-O3", "-e", "main", "-entry-point-result=void",
            f"-shared-libs={libraries}"], environment


def run(command: list, environment: dict[str, str]) -> dict[str, float]:
    """One process: its times, what it computes, and its processor time over its time."""
    before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    numbers = [float(line) for line in check(subprocess.run(
        command, env=environment, capture_output=True, text=True, check=False)).split()]
    wall, after = time.monotonic() - begin, resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return {"read": numbers[0], "time": statistics.median(numbers[1:-1]), "sum": numbers[-1], "cpu/wall": cpu / wall}


# ===-- measuring --------------------------------------------------------------


def measure(options: argparse.Namespace, kernel: Kernel, data: pathlib.Path, folder: pathlib.Path) -> list[dict]:
    """Records of one kernel: contenders in turn, each time a process of its own."""
    module = folder / f"{kernel.name}.mlir"
    module.write_text(kernel.module(3 if options.quick else 11))
    contenders = [("encke", threads) for threads in options.threads] + [(name, 1) for name in STORAGES]
    samples: dict[tuple[str, int], list[dict[str, float]]] = {}
    commands, failures = {}, {}
    for turn in range(2 if options.quick else TURNS):
        for contender in contenders:
            if contender in failures:
                continue
            try:
                if contender not in commands:
                    commands[contender] = command_of(options, contender[0], module, contender[1], data)
                sample = run(*commands[contender])
                samples.setdefault(contender, []).append(sample)
            except Failure as failure:
                failures[contender] = str(failure)
    wanted = samples[contenders[0]][0]["sum"] if contenders[0] in samples else None
    records = []
    for contender in contenders:
        record = {"kernel": kernel.name, "contender": contender[0], "threads": contender[1]}
        if contender in failures:
            record["failure"] = failures[contender]
        else:
            for key in ("read", "time", "cpu/wall"):
                record[key] = statistics.median(sample[key] for sample in samples[contender])
            right = wanted is not None and math.isclose(samples[contender][0]["sum"], wanted, rel_tol=1e-9)
            record["right"] = right
        records.append(record)
    return records


def show(records: list[dict], key: str) -> None:
    best = next((each[key] for each in records if key in each), None)
    for each in records:
        name = f"{each['contender']}, {each['threads']} thread{'s' if each['threads'] > 1 else ''}"
        if "failure" in each:
            print(f"  {name:26} does not run: {each['failure']}")
            continue
        wrong = "" if each["right"] else "  WRONG"
        print(f"  {name:26} {each[key] * 1e3:10.3f} ms {each[key] / best:8.2f} x {each['cpu/wall']:6.2f} cpu/wall{wrong}")


TITLES = {"1": "Reading and packing", "2": "SpMSpM with a sparse result", "3": "SpMV", "4": "MTTKRP",
          "5": "TTM with a sparse result"}


def of_paper(records: list[dict]) -> str:
    """Tables as those of the paper have it: times in milliseconds, and how many times
    as fast Encke is as the faster of upstream's storages."""
    lines = ["Bik et al., \"Compiler Support for Sparse Tensor Computations in MLIR\", 2022: its tables, on the "
             "inputs that are made here. Times in ms; the last column is upstream's best over Encke's on one thread."]
    first = {order: next((k.name for k in KERNELS if k.order == order and any(r["kernel"] == k.name for r in records)), "")
             for order in (2, 3)}
    for table, title in TITLES.items():
        names = list(first.values()) if table == "1" else [k.name for k in KERNELS if k.table == table]
        rows = []
        for name in names:
            own = [r for r in records if r["kernel"] == name]
            times = {(r["contender"], r["threads"]): r["read" if table == "1" else "time"] * 1e3
                     for r in own if "failure" not in r}
            if not times:
                continue
            others = [time for (contender, _), time in times.items() if contender in STORAGES]
            ours = times.get(("encke", 1))
            ratio = f"{min(others) / ours:.2f}" if others and ours else "-"
            cells = [f"{times[each]:.3f}" if each in times else "-"
                     for each in [("encke", t) for t in sorted({r["threads"] for r in own})] + [(s, 1) for s in STORAGES]]
            header = [f"Encke, {t}" for t in sorted({r["threads"] for r in own})] + list(STORAGES)
            rows.append(f"| {name} | {' | '.join(cells)} | {ratio} |")
        if rows:
            lines += ["", f"Table {table}. {title}", "", f"| | {' | '.join(header)} | ratio |",
                      "|---|" + "---|" * (len(header) + 1), *rows]
    return "\n".join(lines) + "\n"


def main() -> None:
    options = parse_arguments()
    if not (options.llvm / "bin/mlir-runner").exists() or not shutil.which(options.llvm / "bin/mlir-opt"):
        sys.exit(f"bench: {options.llvm} has no mlir-opt and mlir-runner (package mlir-22-tools)")
    records = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for order, suffix in ((2, "mtx"), (3, "tns")):
            if any(kernel.order == order for kernel in options.kernels):
                write_input(folder / f"input.{suffix}", order, 2000 if options.quick else 50_000, 10)
        for kernel in options.kernels:
            measured = measure(options, kernel, folder / ("input.mtx" if kernel.order == 2 else "input.tns"), folder)
            print(f"{kernel.name}, the time of a round and what it is of Encke's")
            show(measured, "time")
            records += measured
        for order, what in ((2, "a matrix into CSR"), (3, "a tensor into CSF")):
            first = next((kernel.name for kernel in options.kernels if kernel.order == order), None)
            if first:
                print(f"reading {what}")
                show([each for each in records if each["kernel"] == first], "read")
    if options.markdown:
        pathlib.Path(options.markdown).write_text(of_paper(records))
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(records, indent=1) + "\n")
    sys.exit(any(not each.get("right", True) for each in records))


if __name__ == "__main__":
    main()
