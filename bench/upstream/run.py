#!/usr/bin/env python3
#===- run.py - Encke beside upstream's sparsifier --------------------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Measures modules in upstream's IR, compiled by Encke and by `mlir-opt --sparsifier`
with `mlir-runner`: `./dev bench upstream` calls this. Both read the same text and the
same file, in turn, and have to compute the same. TACO's tool takes part where there is
one."""

import argparse
import json
import math
import os
import pathlib
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
import inputs  # noqa: E402
import taco  # noqa: E402
from inputs import Input  # noqa: E402
from kernels import KERNELS, Kernel  # noqa: E402

TURNS = 5
# How upstream stores: by code of its own, or by calls of its library.
STORAGES = {"upstream": "false", "upstream-library": "true"}
# Columns of dense matrices: in the paper the default of TACO's tool.
WIDTH, WIDTH_OF_PAPER = 32, 42


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./dev bench upstream", description=__doc__)
    parser.add_argument("kernels", nargs="*", metavar="KERNEL",
                        help=", ".join(each.name for each in KERNELS) + ", or how their names begin (default: all)")
    parser.add_argument("--quick", action="store_true", help="small inputs, few rounds: that it works")
    parser.add_argument("--llvm", type=pathlib.Path, default=pathlib.Path("/usr/lib/llvm-22"),
                        help="where upstream's tools and libraries are (default: %(default)s)")
    arguments.add_threads(parser, "Encke", "; upstream's code is serial")
    parser.add_argument("--taco", metavar="TOOL", default=shutil.which("taco"), type=pathlib.Path,
                        help="TACO's command-line tool (default: taco, where it is found)")
    parser.add_argument("--paper", action="store_true",
                        help="measure the tables of the paper on MLIR's sparsifier, on inputs of their sizes")
    parser.add_argument("--most", type=int, metavar="N", default=inputs.MOST,
                        help="with --paper: leave inputs of more elements out (default: %(default)s)")
    parser.add_argument("--plots", type=pathlib.Path, metavar="FOLDER", help="draw the tables into FOLDER")
    parser.add_argument("--json", metavar="FILE", help="write the records to FILE")
    parser.add_argument("--markdown", metavar="FILE", help="write to FILE what belongs to the tables of the paper on MLIR's sparsifier")
    parser.add_argument("--build-dir", type=pathlib.Path, required=True, help=argparse.SUPPRESS)
    options = parser.parse_args()
    options.kernels = [each for each in KERNELS
                       if not options.kernels or any(each.name.startswith(n) for n in options.kernels)]
    if not options.kernels:
        parser.error("no kernel has such a name")
    return options


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


def rounds_of(options: argparse.Namespace) -> int:
    return 3 if options.quick else 11


def width_of(options: argparse.Namespace) -> int:
    return WIDTH_OF_PAPER if options.paper else WIDTH


def command_of(options: argparse.Namespace, contender: str, kernel: Kernel, module: pathlib.Path, threads: int,
               data: pathlib.Path) -> tuple[list, dict[str, str]]:
    """What runs a module, and in which environment."""
    environment = {**os.environ, "TENSOR0": str(data), "OMP_WAIT_POLICY": "passive"}
    if contender == "taco":
        environment["OMP_NUM_THREADS"] = str(threads)
        return taco.command(options.taco, kernel.taco, data, width_of(options), rounds_of(options)), environment
    if contender == "encke":
        return [options.build_dir / "bin/encke", "run", module, f"--threads={threads}"], environment
    lowered = lower_upstream(options, module, STORAGES[contender])
    libraries = ",".join(str(options.llvm / f"lib/libmlir_{name}.so") for name in ("c_runner_utils", "runner_utils"))
    return [options.llvm / "bin/mlir-runner", lowered, "-O3", "-e", "main", "-entry-point-result=void",
            f"-shared-libs={libraries}"], environment


def run(contender: str, command: list, environment: dict[str, str]) -> dict[str, float]:
    """One process: its times, what it computes (TACO does not say), and its processor
    time over its time."""
    before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    said = check(subprocess.run(command, env=environment, capture_output=True, text=True, check=False))
    wall, after = time.monotonic() - begin, resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    if contender == "taco":
        try:
            return {**taco.times(said), "cpu/wall": cpu / wall}
        except ValueError as error:
            raise Failure(str(error)) from error
    numbers = [float(line) for line in said.split()]
    return {"read": numbers[0], "time": statistics.median(numbers[1:-1]), "sum": numbers[-1], "cpu/wall": cpu / wall}


# ===-- measuring --------------------------------------------------------------


def measure(options: argparse.Namespace, kernel: Kernel, given: Input, data: pathlib.Path) -> list[dict]:
    """Records of one kernel: contenders in turn, each time a process of its own."""
    module = data.with_name(f"{kernel.name}.mlir")
    module.write_text(kernel.module(rounds_of(options), width_of(options)))
    contenders = [("encke", threads) for threads in options.threads] + [(name, 1) for name in STORAGES]
    if options.taco:
        contenders += [("taco", threads) for threads in options.threads]
    samples: dict[tuple[str, int], list[dict[str, float]]] = {}
    commands, failures = {}, {}
    for turn in range(2 if options.quick else TURNS):
        for contender in contenders:
            if contender in failures:
                continue
            try:
                if contender not in commands:
                    commands[contender] = command_of(options, contender[0], kernel, module, contender[1], data)
                sample = run(contender[0], *commands[contender])
                samples.setdefault(contender, []).append(sample)
            except Failure as failure:
                failures[contender] = str(failure)
    wanted = samples[contenders[0]][0]["sum"] if contenders[0] in samples else None
    records = []
    for contender in contenders:
        record = {"kernel": kernel.name, "input": given.name, "contender": contender[0], "threads": contender[1]}
        if contender in failures:
            record["failure"] = failures[contender]
        else:
            own = samples[contender]
            record |= {key: statistics.median(sample[key] for sample in own)
                       for key in ("read", "time", "cpu/wall") if key in own[0]}
            record["right"] = contender[0] == "taco" or (
                wanted is not None and math.isclose(samples[contender][0]["sum"], wanted, rel_tol=1e-9))
        records.append(record)
    return records


def show(records: list[dict], key: str) -> None:
    best = next((each[key] for each in records if key in each), None)
    for each in records:
        name = f"{each['contender']}, {each['threads']} thread{'s' if each['threads'] > 1 else ''}"
        if "failure" in each:
            print(f"  {name:26} does not run: {each['failure']}")
            continue
        if key not in each:
            continue
        wrong = "" if each["right"] else "  WRONG"
        print(f"  {name:26} {each[key] * 1e3:10.3f} ms {each[key] / best:8.2f} x {each['cpu/wall']:6.2f} cpu/wall{wrong}")


TITLES = {"1": "Reading and packing", "2": "SpMSpM with a sparse result", "3": "SpMV", "4": "MTTKRP",
          "5": "TTM with a sparse result"}


def cells_of(table: str, records: list[dict]) -> dict[tuple[str, int], float]:
    """Milliseconds by contender and threads."""
    key = "read" if table == "1" else "time"
    return {(r["contender"], r["threads"]): r[key] * 1e3 for r in records if key in r}


def rows_of(table: str, records: list[dict]) -> dict[tuple[str, str], list[dict]]:
    """The records of one of the paper's tables, by kernel and input. Reading is told
    for the first kernel of each input."""
    rows: dict[tuple[str, str], list[dict]] = {}
    tables = {kernel.name: kernel.table for kernel in KERNELS}
    for record in records:
        if table in ("1", tables[record["kernel"]]):
            rows.setdefault((record["kernel"], record["input"]), []).append(record)
    if table != "1":
        return rows
    first: dict[str, tuple[str, str]] = {}
    for kernel, name in rows:
        first.setdefault(name, (kernel, name))
    return {key: rows[key] for key in first.values()}


def of_paper(records: list[dict]) -> str:
    """Tables as those of the paper have it: times in milliseconds, and how many times
    as fast Encke is as the fastest other one, with one thread."""
    lines = ["Bik et al., \"Compiler Support for Sparse Tensor Computations in MLIR\", 2022: its tables, on the "
             "inputs that are made here. Times in ms; the last column is the best other one's over Encke's, on one "
             "thread."]
    columns = list(dict.fromkeys((r["contender"], r["threads"]) for r in records))
    header = [f"{contender}, {threads}" for contender, threads in columns]
    for table, title in TITLES.items():
        rows = []
        for (kernel, name), own in rows_of(table, records).items():
            times = cells_of(table, own)
            others = [time for (contender, threads), time in times.items() if contender != "encke" and threads == 1]
            ours = times.get(("encke", 1))
            ratio = f"{min(others) / ours:.2f}" if others and ours else "-"
            cells = [f"{times[each]:.3f}" if each in times else "-" for each in columns]
            rows.append(f"| {kernel} | {name} | {' | '.join(cells)} | {ratio} |")
        if rows:
            lines += ["", f"Table {table}. {title}", "", f"| | | {' | '.join(header)} | ratio |",
                      "|---|---|" + "---|" * (len(header) + 1), *rows]
    return "\n".join(lines) + "\n"


def draw(records: list[dict], folder: pathlib.Path) -> None:
    """A picture of each table: times as bars, on a scale of powers of ten."""
    try:
        import matplotlib
    except ImportError:
        print("bench: no plots: Matplotlib is not installed", file=sys.stderr)
        return
    matplotlib.use("svg")
    import matplotlib.pyplot as plt
    folder.mkdir(parents=True, exist_ok=True)
    columns = list(dict.fromkeys((r["contender"], r["threads"]) for r in records))
    for table, title in TITLES.items():
        rows = rows_of(table, records)
        if not rows:
            continue
        figure, axes = plt.subplots(figsize=(max(6, 1.2 * len(rows)), 4), layout="constrained")
        width = 0.8 / len(columns)
        for number, column in enumerate(columns):
            heights = [cells_of(table, own).get(column, 0) for own in rows.values()]
            axes.bar([place + number * width for place in range(len(rows))], heights, width,
                     label=f"{column[0]}, {column[1]}")
        axes.set_xticks([place + 0.4 for place in range(len(rows))], [f"{kernel}\n{name}" for kernel, name in rows],
                        fontsize=7)
        axes.set(title=f"Table {table}. {title}", ylabel="ms", yscale="log")
        axes.legend(fontsize=7)
        figure.savefig(folder / f"table{table}.svg")
        plt.close(figure)
    print(f"bench: pictures in {folder}", file=sys.stderr)


def runs_of(options: argparse.Namespace) -> list[tuple[Input, list[Kernel]]]:
    """Inputs, each with the kernels that read it."""
    if not options.paper:
        return [(inputs.drawn(order, options.quick), own) for order in (2, 3)
                if (own := [kernel for kernel in options.kernels if kernel.order == order and not kernel.suits])]
    runs: dict[str, tuple[Input, list[Kernel]]] = {}
    for kernel in options.kernels:
        for given in inputs.of_table(kernel.table, options.quick) if kernel.table else []:
            if given.count > options.most:
                print(f"{kernel.name} on {given.name}: left out, {given.count} elements (--most)")
            else:
                runs.setdefault(given.name, (given, []))[1].append(kernel)
    return list(runs.values())


def main() -> None:
    options = parse_arguments()
    if not (options.llvm / "bin/mlir-runner").exists() or not shutil.which(options.llvm / "bin/mlir-opt"):
        sys.exit(f"bench: {options.llvm} has no mlir-opt and mlir-runner (package mlir-22-tools)")
    records = []
    runs = runs_of(options)
    if not runs:
        sys.exit("bench: nothing to measure: " + (
            "no table of the paper has these kernels, or --most leaves all inputs out" if options.paper else
            "these kernels are measured with --paper"))
    for given, kernels in runs:
        with tempfile.TemporaryDirectory() as folder:
            data = given.write(pathlib.Path(folder))
            for kernel in kernels:
                measured = measure(options, kernel, given, data)
                on = f" on {given.name}" if options.paper else ""
                print(f"{kernel.name}{on}, the time of a round and what it is of Encke's")
                show(measured, "time")
                if kernel == kernels[0]:
                    first = measured
                records += measured
            print(f"reading a {'matrix' if given.order == 2 else 'tensor'} for {kernels[0].name}")
            show(first, "read")
    if options.markdown:
        pathlib.Path(options.markdown).write_text(of_paper(records))
    if options.plots:
        draw(records, options.plots)
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(records, indent=1) + "\n")
    sys.exit(any(not each.get("right", True) for each in records))


if __name__ == "__main__":
    main()
