#!/usr/bin/env python3
# ===- run.py - Encke in Python beside SciPy and others --------------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===#
"""Measures Encke from Python side by side with what Python programs use:
`./dev bench python` calls this. bench/README.md says how."""

import argparse
import json
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import tables  # noqa: E402

THREAD_VARIABLES = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS",
                    "NUMBA_NUM_THREADS")


def arguments():
    parser = argparse.ArgumentParser(
        prog="./dev bench python", description=__doc__.splitlines()[0])
    parser.add_argument("kernels", nargs="*", metavar="kernel",
                        help="the beginning of a kernel's name; default: all")
    parser.add_argument("--quick", action="store_true", help="smaller and shorter")
    parser.add_argument("--threads", default="1,2", metavar="N,...")
    parser.add_argument("--python", default=sys.executable, metavar="PATH",
                        help="an interpreter that has further libraries")
    parser.add_argument("--build-dir", type=pathlib.Path, required=True)
    parser.add_argument("--json", metavar="FILE", help="write the records to FILE")
    return parser.parse_args()


def measure(options, threads):
    """The records of a process that may use so many threads."""
    path = [str(HERE.parent.parent / "python"), os.environ.get("PYTHONPATH", "")]
    environment = dict(os.environ, PYTHONPATH=os.pathsep.join(filter(None, path)),
                       ENCKE=str(options.build_dir / "bin" / "encke"),
                       OMP_WAIT_POLICY="passive", PYTHONDONTWRITEBYTECODE="1")
    environment.update(dict.fromkeys(THREAD_VARIABLES, str(threads)))
    environment["XLA_FLAGS"] = (
        f"--xla_cpu_multi_thread_eigen={str(threads > 1).lower()} "
        f"intra_op_parallelism_threads={threads}")
    command = [options.python, str(HERE / "worker.py"), f"--threads={threads}",
               *options.kernels]
    if options.quick:
        command.append("--quick")
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True)
    if done.returncode or not done.stdout:
        sys.exit(f"bench: worker.py ended with status {done.returncode}")
    return json.loads(done.stdout)


def main():
    options = arguments()
    records = [record for count in options.threads.split(",")
               for record in measure(options, int(count))]
    if options.json:
        with open(options.json, "w") as file:
            json.dump(records, file, indent=1)
    tables.print_tables(records)
    if not records or not all(record["checked"] for record in records):
        sys.exit(1)


if __name__ == "__main__":
    main()
