#===- balance.py - how evenly formats spread elements over cores -----------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""UniSparse's figure 14, on cores that are simulated: each computes the rows that a
bucket of C2SR, CISR or CISR-plus stores, and an SpMV takes as long as the core with the
most elements. The buckets are read off the arrays that Encke stores."""

import re

import programs

BALANCE = "fig14"
CORES = (1024, 2048)
FORMATS = ("C2SR", "CISR", "CISRplus")
INPUTS = ("ee", "wv", "cc", "pg", "sc", "m2", "ca", "f3", "wiki-Vote", "luxembourg")


def program(text):
    return f"""def main() {{
  IndexLabel [i, j] = [?];
  Tensor<double> A([i, j], {{{text}}});
  A[i, j] = read(0);
  print(A);
}}
"""


def arrays(output):
    """The arrays that --print=storage shows."""
    return [[float(word) for word in block.split(",")[:-1]]
            for block in re.split(r"data = *\n", output)[1:]]


def loads(output, name, cores):
    """How many elements each core has. C2SR's second level is dense: all its cores
    have as many rows. The others' buckets have positions of rows."""
    blocks = arrays(output)
    if name == "C2SR":
        rows = int(blocks[2][0])
        positions = [int(at) for at in blocks[4]]
        return [positions[(core + 1) * rows] - positions[core * rows]
                for core in range(cores)]
    rows = [int(at) for at in blocks[2]]
    # CISR-plus has a singleton between: a row's position is its own there.
    positions = [int(at) for at in blocks[4 if name == "CISR" else 6]]
    return [positions[rows[core + 1]] - positions[rows[core]]
            for core in range(cores)]


def balance(build, inputs, quick):
    records = []
    for name, path in inputs.all(INPUTS[:1] if quick else INPUTS):
        for cores in CORES[:1] if quick else CORES:
            for text in FORMATS:
                done = programs.run(build, program(f"{text}({cores})"), path,
                                    "--print=storage", "--threads=1")
                here = loads(done.output, text, cores) if done.output else [0]
                count = sum(here)
                records.append({
                    "kernel": f"{BALANCE} {cores} cores", "input": name,
                    "threads": 1, "contender": text, "ms": None, "cpu_wall": None,
                    "gbs": None, "gflops": None, "checked": count > 0,
                    "most": max(here), "mean": count / cores,
                    "idle": sum(load == 0 for load in here)})
    return records
