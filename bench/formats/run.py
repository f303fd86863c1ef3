#!/usr/bin/env python3
#===- run.py - UniSparse's figures and tables, measured with Encke ---------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Measures what the paper on UniSparse (2024) measures, as far as a CPU can:
`./dev bench formats` calls this. bench/README.md says what each figure shows."""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

import arguments  # noqa: E402
import balance  # noqa: E402
import conversions  # noqa: E402
import hybrids  # noqa: E402
import matrices  # noqa: E402
import products  # noqa: E402
import report  # noqa: E402

# By name: what measures it, and whether with several threads.
FIGURES = {
    "fig10": (hybrids.spmv, True),
    "fig11": (hybrids.spmm, True),
    "table4": (hybrids.label_propagation, True),
    "table5": (conversions.table5, False),
    "breakdown": (conversions.breakdown, False),
    "table6-spmm": (products.spmm, True),
    "table6-spgemm": (products.spgemm, True),
    "fig14": (balance.balance, False),
}


def parse_arguments():
    parser = argparse.ArgumentParser(prog="./dev bench formats",
                                     description=__doc__)
    parser.add_argument("figures", nargs="*", metavar="FIGURE",
                        help=", ".join(FIGURES) + ", or how their names begin "
                             "(default: all)")
    parser.add_argument("--quick", action="store_true",
                        help="the smallest case of each figure: that it works")
    parser.add_argument("--scale", type=float, metavar="F", default=1.0,
                        help="how large the drawn matrices are (default: 1, about "
                             "200,000 elements each)")
    arguments.add_threads(parser, "the kernels")
    parser.add_argument("--json", metavar="FILE", help="write the records to FILE")
    parser.add_argument("--plots", metavar="FOLDER", type=pathlib.Path,
                        help="draw into FOLDER (default: plots/formats in the "
                             "build folder)")
    parser.add_argument("--build-dir", type=pathlib.Path, required=True,
                        help=argparse.SUPPRESS)
    options = parser.parse_args()
    options.figures = [figure for figure in FIGURES
                       if not options.figures
                       or any(figure.startswith(n) for n in options.figures)]
    if not options.figures:
        parser.error("no figure has such a name")
    return options


def measure(options):
    records = []
    scale = 0.1 if options.quick else options.scale
    with tempfile.TemporaryDirectory() as folder:
        inputs = matrices.Inputs(folder, scale)
        for figure in options.figures:
            measured, is_parallel = FIGURES[figure]
            print(f"bench: {figure}", file=sys.stderr)
            if not is_parallel:
                records += measured(options.build_dir, inputs, options.quick)
                continue
            for threads in options.threads[:1] if options.quick else options.threads:
                records += measured(options.build_dir, inputs, threads,
                                    options.quick)
    return records


def draw(records, folder):
    """By a Python that has Matplotlib."""
    for python in (sys.executable, "/usr/bin/python3"):
        done = subprocess.run([python, "-c", "import matplotlib"], check=False,
                              stderr=subprocess.DEVNULL)
        if done.returncode == 0:
            folder.mkdir(parents=True, exist_ok=True)
            subprocess.run([python, HERE / "draw.py", folder], check=True,
                           input=json.dumps(records), text=True)
            return
    print("bench: no plots: Matplotlib is not installed", file=sys.stderr)


def main():
    options = parse_arguments()
    records = measure(options)
    if options.json:
        with open(options.json, "w") as file:
            json.dump(records, file, indent=1)
            file.write("\n")
    report.print_all(records)
    draw(records, options.plots or options.build_dir / "plots" / "formats")
    wrong = [r for r in records if not r["checked"]]
    for r in wrong:
        print(f"bench: {r['kernel']}, {r['input']}, {r['contender']}: wrong, or "
              "nothing", file=sys.stderr)
    if wrong or not records:
        sys.exit(1)


if __name__ == "__main__":
    main()
