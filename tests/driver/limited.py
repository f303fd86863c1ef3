#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs an executable with a matrix that one process cannot read within a limit of its
addresses (RLIMIT_AS), and four can; and compares how much memory the largest process has
resident (ru_maxrss) with that of one process without a limit."""

import argparse
import os
import random
import resource
import subprocess
import sys
import tempfile

ROWS, COLUMNS, EACH = 60000, 50000, 40
MIB = 1 << 20


def write_matrix(path):
    """Rows in no order; every seventh is empty. Returns the sum of the values, and how
    many there are."""
    draw = random.Random(5)
    rows = [row for row in range(ROWS) if row % 7]
    draw.shuffle(rows)
    total = 0
    with open(path, "w", encoding="utf-8") as file:
        file.write("%%MatrixMarket matrix coordinate integer general\n"
                   f"{ROWS} {COLUMNS} {len(rows) * EACH}\n")
        for row in rows:
            for column in draw.sample(range(COLUMNS), EACH):
                file.write(f"{row + 1} {column + 1} {column % 9 + 1}\n")
                total += column % 9 + 1
    return total, len(rows) * EACH


def run(command, limit=None):
    """The output, and the most memory that a process of it has had resident."""
    def set_limit():
        if limit:
            resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    process = subprocess.Popen(command, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True, preexec_fn=set_limit)
    out, err = process.stdout.read(), process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, out, err, usage.ru_maxrss * 1024


def least_limit(command, total):
    """The least limit, to a mebibyte, under which the command prints `total`."""
    least, most = MIB, 256 * MIB
    while most - least > MIB:
        middle = (least + most) // 2
        status, out, _, _ = run(command, middle)
        if status == 0 and out.split() == [str(total)]:
            most = middle
        else:
            least = middle
    return most


def check(what, command, total, limit=None):
    status, out, err, resident = run(command, limit)
    if status != 0 or out.split() != [str(total)]:
        sys.exit(f"FAILED: {what}: {status} {out!r} {err!r}, expected {total}")
    return resident


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("executable", help="prints the sum of the matrix's values")
    parser.add_argument("--table", action="store_true", help="print what each needs")
    options = parser.parse_args()
    one = [options.executable, "--threads=1"]
    four = [*one, "--processes=4"]
    with tempfile.TemporaryDirectory() as folder:
        tiny = os.path.join(folder, "tiny.mtx")
        with open(tiny, "w", encoding="utf-8") as file:
            file.write("%%MatrixMarket matrix coordinate integer general\n2 2 1\n1 2 7\n")
        path = os.path.join(folder, "matrix.mtx")
        total, entries = write_matrix(path)
        size = os.path.getsize(path)
        # All of the file has addresses in each process. Of the entries, which are of
        # 16 bytes, there is room for some more than half.
        limit = least_limit([*one, tiny], 7) + size + 10 * entries
        resident = check("one", [*one, path], total)
        status, out, err, _ = run([*one, path], limit)
        if status != 2 or "memory" not in err:
            sys.exit(f"FAILED: one within {limit} bytes: {status} {out!r} {err!r}")
        of_four = check("four", [*four, path], total, limit)
        if of_four > 0.6 * resident:
            sys.exit(f"FAILED: {of_four} bytes resident, {resident} of one process")
        if options.table:
            for what, command, most in (("one process", one, resident),
                                        ("each of four", four, of_four)):
                addresses = least_limit([*command, path], total)
                print(f"| {what} | {most / MIB:.0f} | {addresses / MIB:.0f} |")


if __name__ == "__main__":
    main()
