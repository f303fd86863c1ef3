#===- conversions.py - what conversions between formats cost ---------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""UniSparse's table 5, seven conversions, beside SciPy where it has them; and what the
parts of a conversion take: its figures 10 (to BDIA), 11 (to BELL), 12c (to Serpens) and
13c (to CISR-plus)."""

import json
import pathlib
import subprocess
import sys

import programs

CONVERSIONS, BREAKDOWN = "table5", "breakdown"
INPUTS = ("wv", "ee", "nm", "cm", "ct", "lp", "tp", "ts", "ch", "mj", "sh", "bm",
          "wiki-Vote", "cryg2500", "bcsstk33")
# By source: targets. Ends without arrows are the tables' names.
TABLE5 = (("CSR", ("CSC", )), ("DCSC", ("BCSR(4, 4)", )), ("CSB(64, 64)", ("DIAv", )),
          ("COO", ("ELL", "DIA", "C2SR(1024)", "CISR(1024)")))
BREAKDOWNS = (("fig10", "COO", "BDIA(64)",
               ("ge", "ss", "tp", "ts", "vs", "lp", "ra", "mc", "cm", "ct", "nm")),
              ("fig11", "COO", "BELL(16)",
               ("c8", "h1", "cr", "my", "tf-0.5", "tf-0.8", "tf-0.95", "bcsstk33")),
              ("fig12c", "COO", "Serpens(8)",
               ("ee", "wv", "cc", "pg", "sc", "m2", "ca", "f3", "wiki-Vote")),
              ("fig13c", "COO", "CISRplus(1024)",
               ("ee", "wv", "cc", "pg", "sc", "m2", "ca", "f3", "wiki-Vote")))
# Graphs and scattered elements fill all diagonals, and rows as long as the longest.
MOST_PADDED = 400
SCIPY = {("CSR", "CSC"): "tocsc", ("COO", "DIA"): "todia"}


def is_padded(target, path):
    """Whether the target would store far more than there is."""
    if target not in ("DIA", "DIAv"):
        return False
    with open(path, encoding="latin-1") as file:
        lines = [line.split() for line in file if not line.startswith("%")]
    offsets = {int(line[1]) - int(line[0]) for line in lines[1:]}
    return len(offsets) > MOST_PADDED


def scipy_times(path, runs):
    """By conversion, SciPy's milliseconds; nothing where it is not installed."""
    for python in (sys.executable, "/usr/bin/python3"):
        done = subprocess.run([python, pathlib.Path(__file__), path, str(runs)],
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                              text=True, check=False)
        if done.returncode == 0:
            return json.loads(done.stdout)
    return {}


def scipy_main(path, runs):
    """Times them in this process."""
    import statistics
    import time

    import scipy.io

    matrix = scipy.io.mmread(path)
    times = {}
    for (source, target), method in SCIPY.items():
        if is_padded(target, path):
            continue
        operand = matrix.asformat(source.lower())
        samples = []
        for _ in range(runs + 1):
            begin = time.perf_counter()
            getattr(operand, method)()
            samples.append(time.perf_counter() - begin)
        times[f"{source} -> {target}"] = statistics.median(samples[1:]) * 1e3
    json.dump(times, sys.stdout)


def record(kernel, name, contender, timed, **others):
    return {"kernel": kernel, "input": name, "threads": 1, "contender": contender,
            "ms": timed.ms, "cpu_wall": timed.cpu_wall, "gbs": None, "gflops": None,
            "checked": timed.checked, **others}


def table5(build, inputs, quick):
    records = []
    runs = 2 if quick else 7
    for name, path in inputs.all(INPUTS[:1] if quick else INPUTS):
        theirs = scipy_times(path, runs)
        for source, targets in TABLE5:
            here = [target for target in targets if not is_padded(target, path)]
            if not here:
                continue
            found = programs.convert(build, path, f"{{{source}}}",
                                     [f"{{{target}}}" for target in here], runs)
            for target, (timed, _) in zip(here, found):
                kernel = f"{CONVERSIONS} {source} -> {target}"
                records.append(record(kernel, name, "encke", timed))
                ms = theirs.get(f"{source} -> {target}")
                if ms is not None:
                    records.append(record(kernel, name, "scipy",
                                          programs.Timed(ms, None, True)))
    return records


def breakdown(build, inputs, quick):
    """The phases of a conversion, as `--time` shows them, are fields of a record."""
    records = []
    for figure, source, target, names in BREAKDOWNS:
        for name, path in inputs.all(names[:1] if quick else names):
            (timed, parts), = programs.convert(build, path, f"{{{source}}}",
                                               [f"{{{target}}}"], 2 if quick else 5)
            records.append(record(f"{BREAKDOWN} {figure} {source} -> {target}", name,
                                  "encke", timed, phases=parts))
    return records


if __name__ == "__main__":
    scipy_main(sys.argv[1], int(sys.argv[2]))
