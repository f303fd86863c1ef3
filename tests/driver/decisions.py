# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Changes each kind of decision in the stage cin, and compares what is printed.

A case has a program's text of the stage `cin`, a pattern that is in it and what takes
its place. The changed text makes other code, and prints the same.
"""

import argparse
import os
import re
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "../..")
sys.path.insert(0, os.path.join(HERE, "../programs"))

# pylint: disable=wrong-import-position
import compare  # noqa: E402
import harness  # noqa: E402

FOLDERS = [os.path.join(ROOT, "tests/programs/data"),
           os.path.join(ROOT, "examples/data")]
PRODUCTS = ("examples/spgemm.ta", "examples/triangles.ta",
            "tests/programs/products.ta")
MERGES = ("tests/programs/skewed_vectors.ta", "tests/programs/skewed_intersections.ta",
          "tests/programs/sparse_semirings.ta")
# Kind of decision: (pattern, what takes its place, programs, threads).
SUMS = ("examples/spmv.ta", "tests/programs/looked_up_rows.ta",
        "tests/programs/merged_fibres.ta")
SHARED = ("tests/programs/shared_results.ta", "tests/programs/reductions.ta",
          "tests/programs/mttkrp_modes.ta")
OWNED = ("tests/programs/owned_elements.ta", "tests/programs/mttkrp_modes.ta",
         "tests/programs/mttkrp4_mode2.ta")
ROWS = ("examples/spmv.ta", "examples/bilinear.ta", "examples/ttv.ta")
DENSE = ("examples/residual.ta", "examples/scalars.ta", "examples/sddmm_dense.ta")
BLOCKS = ("tests/programs/blocks_odd.ta", "tests/programs/padding_guards.ta",
          "tests/programs/upstream_formats.ta")
STAYING = ("tests/programs/shared_results.ta", "tests/programs/short_labels.ta",
           "tests/programs/stream_order.ta")
FETCHED = ("examples/spmm.ta", "examples/mttkrp.ta", "tests/programs/odd_columns.ta")
FIBRES = ("examples/mttkrp.ta", "examples/mttkrp4.ta",
          "tests/programs/mttkrp_modes.ta")
MULTIPLIED = ("tests/programs/jammed_rows.ta", "tests/programs/large_panels.ta",
              "tests/programs/gnn_layer.ta")
LONG_ROWS = ("examples/spgemm.ta", "tests/programs/looked_up_rows.ta",
             "tests/programs/sparse_accumulate.ta")
SCATTERED = ("tests/programs/skewed_intersections.ta", "tests/programs/row_pieces.ta",
             "tests/programs/products_of_sums.ta")
DIAGONALS = ("tests/programs/diagonals.ta", "tests/programs/padding_infinite.ta",
             "tests/programs/upstream_formats.ta")
ENDING = ("tests/programs/full_rows.ta", "tests/programs/mttkrp_levels.ta",
          "tests/programs/odd_columns.ta")
FLOATS = ("tests/programs/jammed_rows.ta", "tests/programs/odd_columns.ta",
          "tests/programs/rows_from_memory.ta")
PIECES = r"parallel\(share = pieces, by = nnz\)"
CASES = {
    "count a result": (r" assemble\(bound\)", "",
                       (*PRODUCTS, "tests/programs/sparse_levels.ta"), 1),
    "count a result of tasks": (r" assemble\(bound\)", "", PRODUCTS, 3),
    "whole rows": (PIECES, "parallel(by = nnz)", SUMS, 3),
    "as many rows": (PIECES, "parallel(deal, chunks = 5, unit = 1)", SUMS, 3),
    "copies": (r"share = owner\(\d\)", "share = copy", OWNED, 3),
    "few chunks": (r"share = (owner\(\d\)|copy)", r"share = \1, chunks = 1",
                   SHARED, 3),
    "diagonal by diagonal": (r" together\(9, 3\)", "", DIAGONALS, 1),
    "two diagonals": (r"together\(9, 3\)", "together(5, 2)", DIAGONALS, 1),
    "true coordinates": (r" renumber\([^)]*\)", "", LONG_ROWS, 1),
    "all coordinates anew": (r"renumber\([^)]*\)", "renumber(size = 0, ratio = 1)",
                             LONG_ROWS, 1),
    "one task": (r" parallel\(share = (copy|owner)[^\n]*\)", "", SHARED, 3),
    "parts of a result": (r"chunks = 64, extra = 50000", "chunks = 2", PRODUCTS, 3),
    "branch on marks": (r" marks\((learn|stamp)\)", "", PRODUCTS, 1),
    "visit what is looked up by marks": (
        r" visit\(lookup = \[\d by marks\]\)| marks\(stamp\)", "",
        ("tests/programs/sparse_masks.ta", "examples/triangles.ta",
         "tests/programs/looked_up_rows.ta"), 1),
    "search without a directory": (
        r"by directory\(8\)", "by search",
        ("tests/programs/sparse_semirings.ta", "tests/programs/products_of_sums.ta",
         "tests/programs/looked_up_rows.ta"), 3),
    "visit what is searched": (
        r" visit\(lookup = \[\d by directory\(8\)\]\)", "",
        ("tests/programs/sparse_semirings.ta", "tests/programs/products_of_sums.ta",
         "tests/programs/looked_up_rows.ta"), 1),
    "select in merges of vectors": (
        r"visit\(merge = branch(, )?", "visit(", ("tests/programs/skewed_vectors.ta",), 1),
    "select in merges with no other form": (
        r" visit\(merge = branch\)", "",
        ("tests/programs/sparse_semirings.ta", "tests/programs/looked_up_rows.ta",
         "tests/programs/products_of_sums.ta"), 1),
    "merge in steps": (r" visit\((scatter|gallop|runs)\(16(, most = \d+, short = \d+)?\)\)", "",
                       MERGES, 3),
    "scatter nothing": (r"scatter\(16, most = \d+, short = \d+\)", "gallop(16)", SCATTERED, 1),
    "scatter all": (r"scatter\(16, most = \d+, short = \d+\)", "scatter(1024)", SCATTERED, 3),
    "merge in steps seldom": (r"(scatter|gallop|runs)\(16", r"\1(2", MERGES, 1),
    "no branches on marks": (r"marks\((learn|stamp)\)", "marks(select)", PRODUCTS, 1),
    "one sum": (r"(vector\(\d+\)) sums\(\d+\)", r"\1", DENSE, 1),
    "eight sums": (r"(vector\(\d+\)) sums\(\d+\)", r"\1 sums(8)", DENSE, 1),
    "one set of sums": (r"(registers\(\d+\)) sums\(\d+\)", r"\1", STAYING, 1),
    "vectors of short rows": (r" few\(\d+\)", "", ROWS, 1),
    "longer rows are short": (r"few\(\d+\)", "few(100)", ROWS, 1),
    "nothing is gathered": (r" far\([^)]*\)", "", ROWS, 1),
    "short rows are gathered": (r"far\([^)]*\)",
                                "far(row = 2, all = 0, vectors = 4, ahead = 8)",
                                ROWS, 1),
    "even rows": (r" uneven\([^)]*\)", "", ROWS, 1),
    "other uneven rows": (r"uneven\([^)]*\)",
                          "uneven(rows = 0, length = 1000, lanes = 2)", ROWS, 1),
    "rows of blocks": (r" unroll\(\d+\)", "", BLOCKS, 1),
    "sums of blocks": (r" registers\(1\)| unroll\(\d+\)", "", BLOCKS, 1),
    "one round": (r" unroll\(4\)", "", ("tests/programs/long_streams.ta",), 1),
    "seven rounds": (r"unroll\(4\)", "unroll(7)",
                     ("tests/programs/long_streams.ta",), 1),
    "no prefetch": (r" prefetch\([^)]*\)| twice", "", FETCHED, 1),
    "prefetch from near": ("ahead = 16, lines = 8", "ahead = 3, lines = 1", FETCHED, 1),
    "prefetch unasked": (r", few = \d+, near = \d+, far = \d+| twice", "", FETCHED, 1),
    "a choice for each loop": (" twice", "", FIBRES, 1),
    "row by row": (r" (jam|next|product)\([^)]*\)", "", MULTIPLIED, 1),
    "two rows": (r"jam\([^)]*\)", "jam(rows = 2)", MULTIPLIED, 1),
    "small blocks": (r"jam\(rows = 4, [^)]*\)", "jam(rows = 2, block = 6, kept = 1000)",
                     ("tests/programs/large_panels.ta",), 1),
    "small panels": (r"elements = \d+, width = \d+", "elements = 64, width = 8",
                     ("tests/programs/large_panels.ta", "tests/programs/gnn_layer.ta",
                      "tests/programs/spmm_chain.ta"), 1),
    "no panels": (r", elements = \d+, width = \d+", "",
                  ("tests/programs/large_panels.ta", "tests/programs/gnn_layer.ta",
                   "tests/programs/spmm_chain.ta"), 1),
    "one vector of each row": (r"product\(registers = \d+", "product(registers = 4",
                               MULTIPLIED, 1),
    "three vectors in registers": (r" registers\(\d+\)( then\(\d+\))?", " registers(3)",
                                   STAYING, 1),
    "blocks of one size": (r" then\(\d+\)", "", ENDING, 1),
    "smaller blocks": (r"then\(\d+\)", "then(3)", ENDING, 1),
    "elements at the end": (r", tail = overlap", "", ENDING, 1),
    "all factors inside": (r" factored", "", FIBRES, 1),
    "each float in doubles": (r" terms\(\d+\)", "", FLOATS, 1),
    "five floats": (r"terms\(\d+\)", "terms(5)", FLOATS, 1),
}


def check_case(encke, folder, kind, program):
    pattern, replacement, _, threads = CASES[kind]
    program = os.path.join(ROOT, program)
    data = harness.data_sets_of(program, FOLDERS)[0]
    flags = [f"--threads={threads}", "--mcpu=x86-64-v3"]

    def path_of(name, text):
        path = os.path.join(folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def emit(stage, path):
        return harness.run([encke, *flags, f"--emit={stage}", path])

    def run(path):
        # Then all loops are shared out, however little work there is.
        return harness.run([encke, "run", "--no-cache", *flags, path, *data],
                           variables={"ENCKE_TASK_WORK": "1"})

    text = emit("cin", program)
    changed, count = re.subn(pattern, replacement, text)
    if count == 0:
        raise harness.Failure(f"{program}: no decision '{kind}' to change")
    before, after = path_of("before.mlir", text), path_of("after.mlir", changed)
    if emit("vector", before) == emit("vector", after):
        raise harness.Failure(f"{program}: '{kind}' changes no code")
    problems = compare.differences(run(after), run(program))
    if problems:
        compare.report(problems)
        raise harness.Failure(f"{program}: '{kind}' changes the result")


def check():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--encke", required=True)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for kind, (_, _, programs, _) in CASES.items():
            for program in programs:
                check_case(options.encke, folder, kind, program)


if __name__ == "__main__":
    harness.main(check)
