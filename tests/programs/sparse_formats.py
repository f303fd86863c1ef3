#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sums and products of two sparse matrices, for every pair of formats of the
operands and every format of the result, against the reference interpreter."""

import itertools
import os

import check
import harness

FORMATS = ("CSR", "CSC", "DCSR", "DCSC")

# For each statement: the labels of its result, and its right side.
STATEMENTS = (
    ("i, j", "A[i, j] + B[i, j]"),
    ("i, j", "A[i, j] - B[i, j]"),
    ("i, j", "A[i, j] * B[i, j]"),
    ("i, k", "A[i, j] * C[j, k]"),
)

# A and B of one shape, C with the columns of A as rows.
DATA = ("sparse_a.mtx", "sparse_b.mtx", "sparse_c.mtx")
# Nothing stored on one side; one row, one column, one element.
SMALL_DATA = (
    ("empty.mtx", "small54.mtx", "small43.mtx"),
    ("small54.mtx", "empty.mtx", "small43.mtx"),
    ("one_row.mtx", "one_row.mtx", "one_column.mtx"),
    ("one_column.mtx", "one_column.mtx", "one.mtx"),
    ("one.mtx", "one.mtx", "one_row.mtx"),
)


def program(left, right):
    """The text of a program with operands in these formats."""
    lines = [f"IndexLabel [{label}] = [?];" for label in "ijk"]
    for number, (name, labels, stored) in enumerate(
            (("A", "i, j", left), ("B", "i, j", right), ("C", "j, k", right))):
        lines += [f"Tensor<double> {name}([{labels}], {{{stored}}});",
                  f"{name}[{labels}] = read({number});"]
    results = itertools.product(STATEMENTS, FORMATS)
    for number, ((labels, value), stored) in enumerate(results):
        lines += [f"Tensor<double> R{number}([{labels}], {{{stored}}});",
                  f"R{number}[{labels}] = {value};",
                  f"print(R{number});"]
    body = "".join(f"  {line}\n" for line in lines)
    return "def main() {\n" + body + "}\n"


def run(options):
    folder = options.program
    os.makedirs(folder, exist_ok=True)
    for left, right in itertools.product(FORMATS, FORMATS):
        options.program = os.path.join(folder, f"{left}_{right}.ta")
        with open(options.program, "w", encoding="utf-8") as file:
            file.write(program(left, right))
        sets = (DATA, *SMALL_DATA) if left == right else (DATA,)
        for names in sets:
            check.check_run(options, [
                harness.path_of(name, options.data, options.program)
                for name in names])


if __name__ == "__main__":
    harness.main(
        lambda: run(harness.arguments_of(__doc__, "encke", "reference")))
