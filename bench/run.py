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
import dataclasses
import json
import os
import pathlib
import subprocess
import sys

import against
import arguments
import dense
import tables
from processes import (CHAINS, LATENCY, command_of, fail, measure_chains,
                       measure_latency)

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "io"))
import files  # noqa: E402

REORDER = tables.REORDER
OTHERS = (LATENCY, REORDER, files.IO, files.CONVERT)  # not of encke-bench
TENSORS = ("mttkrp3", "mttkrp4", "ttv", "ttm")  # of encke-bench-tensors


# ===-- kernels ----------------------------------------------------------------


def records_of(build, program, kernels, quick, threads=1):
    """What a program of the benchmark has measured."""
    command, environment = command_of(build, program, kernels, quick, threads)
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


# ===-- the command ------------------------------------------------------------


def parse_arguments():
    parser = argparse.ArgumentParser(prog="./dev bench", description=__doc__)
    parser.add_argument("kernels", nargs="*", metavar="KERNEL",
                        help="a kernel, or how its name begins, as spmv or "
                             f"spadd; {', '.join(OTHERS)}; README.md lists "
                             "them (default: all)")
    parser.add_argument("--quick", action="store_true",
                        help="smaller inputs, fewer and shorter samples: rough "
                             "figures")
    arguments.add_threads(
        parser, "the kernels with sparse operands and for chains",
        "; dense kernels, io and convert measure one and two")
    parser.add_argument("--json", metavar="FILE",
                        help="write the records to FILE")
    parser.add_argument("--against", metavar="BUILD", type=pathlib.Path,
                        help="compare Encke with that of another build folder, "
                             "in turns, and nothing else")
    parser.add_argument("--plots", metavar="FOLDER", type=pathlib.Path,
                        help="draw the kernels into FOLDER (default: plots in "
                             "the build folder)")
    parser.add_argument("--build-dir", type=pathlib.Path, required=True,
                        help=argparse.SUPPRESS)
    return parser.parse_args()


@dataclasses.dataclass
class Selection:
    """The kernels that were asked for, by the program that measures them. None:
    not by that one; an empty list: all that it has."""
    matrices: list | None
    tensors: list | None
    dense: list | None
    chains: list
    others: list


def select(names):
    dense_kernels = [name for name in names
                     if any(k.startswith(name) for k in dense.KERNELS)]
    tensor_kernels = [name for name in names if of_tensors(name)]
    matrices = [name for name in names
                if name not in (*OTHERS, *CHAINS, *dense_kernels,
                                *tensor_kernels)]
    if not names:
        return Selection([], [], list(dense.KERNELS), list(CHAINS), list(OTHERS))
    return Selection(matrices or None, tensor_kernels or None,
                     dense_kernels or None,
                     [name for name in CHAINS if name in names],
                     [name for name in OTHERS if name in names])


def measure_all(options):
    """The records of all kernels that were asked for."""
    build, quick = options.build_dir, options.quick
    selected = select(options.kernels)
    fixed = set(dense.THREADS) if selected.dense else set()
    if files.IO in selected.others or files.CONVERT in selected.others:
        fixed |= {1, 2}
    fixed = {threads for threads in fixed if threads <= (os.cpu_count() or 1)}
    records = measure_limits(build, quick, sorted(fixed | set(options.threads)))
    for threads in options.threads:
        if selected.matrices is not None:
            records += records_of(build, "encke-bench", selected.matrices, quick,
                                  threads)
        if selected.tensors is not None:
            records += records_of(build, "encke-bench-tensors", selected.tensors,
                                  quick, threads)
        if selected.chains:
            records += measure_chains(build, selected.chains, quick, threads)
        if REORDER in selected.others:
            records += records_of(build, "encke-bench-reorder", [], quick,
                                  threads)
    if LATENCY in selected.others:
        records.append(measure_latency(build))
    if files.IO in selected.others:
        records += files.measure_io(build, quick)
    if files.CONVERT in selected.others:
        records += files.measure_convert(build, quick)
    if selected.dense:
        records += dense.measure(build, selected.dense, quick)
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
    if options.against:
        against.compare_builds(options, select)
        return
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
