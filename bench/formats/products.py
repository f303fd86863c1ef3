#===- products.py - kernels over formats of the paper ----------------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""UniSparse's table 6: SpMM with CSR, DCSC and DIA-variant, and SpGEMM by rows and by
columns, of single precision there and of double here."""

import hybrids
import matrices
import programs

SPMM, SPGEMM = "table6 spmm", "table6 spgemm"
INPUTS = ("m2", "sc", "pg", "ca", "f3", "cc", "p3", "ee", "ch", "sh", "mj", "bm",
          "bw", "af", "cg", "ex", "nm", "cm", "ct")
DIAGONALS = ("bw", "af", "cg", "ex", "cm", "ct", "nm", "ch", "sh", "mj", "bm")
SQUARE = ("m2", "sc", "pg", "ca", "f3", "cc", "p3", "ee", "ch", "sh", "mj", "bm")


def spmm(build, inputs, threads, quick):
    columns = 8 if quick else 64
    turns = programs.matrix_product(columns)
    records = []
    for name, path in inputs.all(("bw", ) if quick else INPUTS):
        formats = ["CSR", "DCSC"] + ["DIAv"] * (name in DIAGONALS)
        work = 2 * matrices.header(path)[2] * columns
        timed = turns.measure(build, path, [f"{{{text}}}" for text in formats],
                              threads, max(1, int(2e7 / work)), 3 if quick else 7)
        records += [hybrids.record(SPMM, name, threads,
                                   "encke" if text == "CSR" else text, times, work)
                    for text, times in zip(formats, timed)]
    return records


def spgemm_program(names, samples):
    lines = ["IndexLabel [i, k, j] = [?];"]
    for n, text in enumerate(names):
        lines += [f"Tensor<double> A{n}([i, k], {{{text}}});",
                  f"Tensor<double> B{n}([k, j], {{{text}}});",
                  f"Tensor<double> C{n}([i, j], {{{text}}});",
                  f"A{n}[i, k] = read(0);", f"B{n}[k, j] = read(0);"]
    lines.append(f"for t in 0:{samples} {{")
    for n in range(len(names)):
        lines += [f"  var a{n} = getTime();",
                  f"  C{n}[i, j] = A{n}[i, k] * B{n}[k, j];",
                  f"  var b{n} = getTime();", f"  print(b{n} - a{n});"]
    lines.append("}")
    lines += [f"print(SUM(C{n}[i, j]));" for n in range(len(names))]
    return "def main() {\n" + "".join(f"  {line}\n" for line in lines) + "}\n"


def spgemm(build, inputs, threads, quick):
    records = []
    formats = ("CSR", "CSC")
    samples = 2 if quick else 5
    for name, path in inputs.all(("bw", ) if quick else SQUARE):
        done = programs.run(build, spgemm_program(formats, samples + 1), path,
                            f"--threads={threads}")
        for text, timed in zip(formats, programs.timed_turns(
                done, len(formats), samples, 1)):
            records.append(hybrids.record(
                SPGEMM, name, threads, "encke" if text == "CSR" else text, timed, 0))
    return records
