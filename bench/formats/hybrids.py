#===- hybrids.py - products with matrices in hybrid formats ----------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""UniSparse's figures 10 and 11 on the CPU: SpMV with BDIA/CSR and SpMM with BELL/COO
beside CSR, by size of blocks and threshold. And its table 4: label propagation."""

import collections

import matrices
import programs

CSR = "{CSR}"
SPMV, SPMM, LABELS = "fig10", "fig11", "table4"
SPMV_INPUTS = ("ge", "ss", "tp", "ts", "vs", "lp", "ra", "mc", "cm", "ct", "nm",
               "cryg2500", "bcsstk33", "add32", "4elt", "n1024-l1", "fidapex6")
SPMM_INPUTS = ("c8", "h1", "cr", "my", "ee", "wv", "nm", "tf-0.5", "tf-0.8",
               "tf-0.95", "bcsstk33", "wiki-Vote")
LABEL_INPUTS = ("ee", "nm", "h1", "my", "od", "wv", "wiki-Vote")  # square ones
ROUNDS = 20  # of label propagation
QUICK = 1  # how many inputs are measured then

# A choice of a hybrid: how a table calls it, and the format.
Choice = collections.namedtuple("Choice", "name format")


def bdia(block, share):
    """Pieces of diagonals of which that share of places has elements."""
    least = max(1, int(block * share))
    return Choice(f"BDIA({block})/CSR {least}",
                  f"hybrid(BDIA({block}) where count(i / {block}, j - i) >= "
                  f"{least}, CSR)")


def bell(block, share, blocks):
    """Blocks of which that share of places has elements, at most `blocks` of them in
    a row of blocks."""
    least = max(1, int(block * block * share))
    return Choice(f"BELL({block})/COO {least}, {blocks}",
                  f"hybrid(BELL({block}) where count(i / {block}, j / {block}) >= "
                  f"{least} && enumerate([i / {block}], j / {block}) < {blocks}, "
                  "COO)")


def spmv_choices(quick):
    if quick:
        return [bdia(16, 0.5)]
    return [bdia(block, share) for block in (16, 64, 256, 1024)
            for share in (0.25, 0.5, 0.75)]


def spmm_choices(quick):
    if quick:
        return [bell(8, 0.5, 64)]
    return [bell(block, share, blocks) for block in (4, 8, 16)
            for share in (0.25, 0.5) for blocks in (1024 // block, )]


def record(kernel, name, threads, contender, timed, work, **others):
    return {"kernel": kernel, "input": name, "threads": threads,
            "contender": contender, "ms": timed.ms, "cpu_wall": timed.cpu_wall,
            "gbs": None,
            "gflops": work / timed.ms / 1e6 if timed.ms else None,
            "checked": timed.checked, **others}


def products(kernel, turns, columns, choices, inputs, build, threads, quick):
    """CSR beside every choice, on every input."""
    records = []
    names = ["encke", *(choice.name for choice in choices)]
    formats = [CSR, *(choice.format for choice in choices)]
    for name, path in inputs:
        _, _, entries = matrices.header(path)
        work = 2 * entries * columns
        repeats = max(1, int((2e6 if quick else 2e7) / work))
        timed = turns.measure(build, path, formats, threads, repeats,
                              3 if quick else 7)
        records += [record(kernel, name, threads, contender, times, work)
                    for contender, times in zip(names, timed)]
    return records


def spmv(build, inputs, threads, quick):
    found = inputs.all(SPMV_INPUTS)
    return products(SPMV, programs.vector_product(), 1, spmv_choices(quick),
                    found[:QUICK] if quick else found, build, threads, quick)


def spmm(build, inputs, threads, quick):
    columns = 8 if quick else 64
    found = inputs.all(SPMM_INPUTS)
    return products(SPMM, programs.matrix_product(columns), columns,
                    spmm_choices(quick), found[:QUICK] if quick else found, build,
                    threads, quick)


# ===-- label propagation ------------------------------------------------------


def propagation(format_text, columns, rounds):
    """Each round gives every node the mean of its neighbours' labels: the matrix has
    rows of sum 1. The tensor is converted within the time that is measured."""
    return f"""def main() {{
  IndexLabel [i] = [?];
  IndexLabel [j] = [?];
  IndexLabel [k] = [{columns}];
  Tensor<double> A([i, j], {{CSR}});
  Tensor<double> s([i], {{Dense}});
  Tensor<double> N([i, j], {{CSR}});
  Tensor<double> P([i, j], {format_text});
  Tensor<double> L([j, k], {{Dense}});
  Tensor<double> M([i, k], {{Dense}});
  A[i, j] = read(0);
  s[i] = SUM[j](A[i, j]);
  N[i, j] = A[i, j] / s[i];
  L[j, k] = random(1);
  M[i, k] = 0.0;
  for t in 0:3 {{
    var a = getTime();
    P[i, j] = N[i, j];
    var c = getTime();
    for r in 0:{rounds} {{
      M[i, k] = P[i, j] * L[j, k];
      L[j, k] = M[j, k];
    }}
    var b = getTime();
    print(c - a);
    print(b - c);
  }}
  print(SUM(L[j, k]));
}}
"""


def label_propagation(build, inputs, threads, quick):
    """The time of all rounds, with the conversion into the hybrid that it needs."""
    columns, rounds = (8, 2) if quick else (128, ROUNDS)
    hybrid = bell(8, 0.5, 128)
    records = []
    found = inputs.all(LABEL_INPUTS)
    for name, path in found[:QUICK] if quick else found:
        checks = {}
        for contender, text in (("encke", CSR), (hybrid.name, hybrid.format)):
            done = programs.run(build, propagation(text, columns, rounds), path,
                                f"--threads={threads}")
            numbers = [float(word) for word in done.output.split()] or [None] * 7
            convert, product = numbers[2:-1:2], numbers[3:-1:2]
            checks[contender] = numbers[-1]
            works = numbers[-1] is not None
            timed = programs.Timed(
                (min(convert) + min(product)) * 1e3 if works else None,
                done.cpu_wall,
                works and abs(numbers[-1] - checks["encke"])
                <= 1e-9 * abs(checks["encke"]))
            work = 2 * matrices.header(path)[2] * columns * rounds
            records.append(record(
                LABELS, name, threads, contender, timed, work,
                convert_ms=min(convert) * 1e3 if works else None))
    return records
