# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Copies the schedules that `encke explain` prints into programs: the stage `cin` stays.

Each statement of a program gets the clauses of its kernel, one statement after the
other. EXCEPTIONS lists the statements for which clauses cannot say all yet.
"""

import argparse
import json
import os
import re
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "../..")
sys.path.insert(0, os.path.join(HERE, "../programs"))

# pylint: disable=wrong-import-position
import harness  # noqa: E402

# Program, line: why the text of cin is another one.
EXCEPTIONS = {
}
FLAGS = ["--mcpu=x86-64-v3"]


def emit(encke, path, threads):
    return harness.run([encke, *FLAGS, f"--threads={threads}", "--emit=cin", path])


def insert(lines, place, clauses):
    """The lines with clauses at the end of the statement at a place."""
    _, line, column = place.rsplit(":", 2)
    text = "".join(lines)
    start = sum(len(each) for each in lines[:int(line) - 1]) + int(column) - 1
    end = text.index(";", start)
    return text[:end] + " with " + ", ".join(clauses) + text[end:]


def check_program(encke, folder, name, threads):
    """The statements that were compared, and those of which the text differs."""
    with open(os.path.join(ROOT, name), encoding="utf-8") as file:
        lines = file.readlines()
    path = os.path.join(folder, "program.ta")

    def write(text):
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    write("".join(lines))
    before = emit(encke, path, threads)
    explained = json.loads(harness.run(
        [encke, "explain", "--json", *FLAGS, f"--threads={threads}", path]))
    compared, differing = [], []
    for statement in explained:
        kernels = statement["kernels"]
        clauses = kernels[-1]["schedule"] if kernels else []
        is_assignment = re.match(r"\w+\[[^]]*\](<[^>]*>)? ?(=|\+=|-=|@)", statement["text"])
        if len(kernels) != 1 or not clauses or not is_assignment:
            continue
        line = int(statement["statement"].rsplit(":", 2)[1])
        write(insert(lines, statement["statement"], clauses))
        compared.append(line)
        try:
            if emit(encke, path, threads) != before:
                differing.append((line, clauses, "another text"))
        except harness.Failure as failure:
            differing.append((line, clauses, str(failure).splitlines()[-3:]))
    return compared, differing


def check():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--encke", required=True)
    parser.add_argument("programs", nargs="*")
    options = parser.parse_args()
    examples = sorted(name for name in os.listdir(os.path.join(ROOT, "examples"))
                      if name.endswith(".ta"))
    programs = options.programs or [f"examples/{name}" for name in examples]
    total, problems = 0, []
    with tempfile.TemporaryDirectory() as folder:
        for name in programs:
            for threads in (1, 2):
                compared, differing = check_program(options.encke, folder, name, threads)
                total += len(compared)
                lines = {line for line, _, _ in differing}
                for line, clauses, why in differing:
                    if (name, line) not in EXCEPTIONS:
                        problems.append(f"{name}:{line}, {threads} threads: "
                                        f"{', '.join(clauses)}: {why}")
                if not options.programs:
                    problems += [f"{name}:{line}: no exception any more"
                                 for other, line in EXCEPTIONS if other == name
                                 and line in compared and line not in lines
                                 and threads == 2]
    print(f"{total} statements, {len(problems)} of which differ")
    if problems:
        raise harness.Failure("\n".join(problems))


if __name__ == "__main__":
    harness.main(check)
