# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Copies the schedules that `encke explain` prints into programs: the stage `cin` stays.

Each statement of a program gets its clauses, one statement after the other. UNSAID lists
the statements of the examples that clauses cannot say, with the reason that explain gives.
"""

import argparse
import json
import os
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "../..")
sys.path.insert(0, os.path.join(HERE, "../programs"))

# pylint: disable=wrong-import-position
import harness  # noqa: E402

# Program, line: what explain says why there is no schedule.
NO_ASSIGNMENT = "what no assignment computes has no schedule"
NO_LOOPS = "it has no loops of its own"  # a copy, or what a library does
ELSEWHERE = "it is computed where its result is read"
BLOCKS = (
    "loops over blocks, diagonals and other levels cannot be named in a program"
)
OTHER_TEXT = "clauses that describe it make another program"
UNSAID = {
    "examples/bilinear.ta": {21: NO_ASSIGNMENT},
    "examples/conjugate_gradients.ta": {10: NO_ASSIGNMENT, 26: NO_LOOPS, 27: NO_LOOPS},
    "examples/dense_contraction_4d.ta": {20: NO_LOOPS},
    "examples/elementwise.ta": {26: ELSEWHERE},
    "examples/gemm.ta": {18: NO_LOOPS, 19: NO_LOOPS},
    "examples/label_propagation.ta": {19: NO_LOOPS, 21: ELSEWHERE},
    "examples/pagerank.ta": {
        21: ELSEWHERE, 22: NO_ASSIGNMENT, 27: ELSEWHERE,
        28: "a part of it is computed in loops of another statement",
        29: NO_ASSIGNMENT, 32: NO_LOOPS},
    "examples/power_iteration.ta": {23: NO_ASSIGNMENT},
    "examples/residual.ta": {22: NO_ASSIGNMENT},
    "examples/scalars.ta": {16: NO_ASSIGNMENT, 17: NO_ASSIGNMENT, 18: NO_ASSIGNMENT},
    "examples/spgemm.ta": {21: NO_ASSIGNMENT},
    "examples/transpose.ta": {18: NO_LOOPS},
    "examples/triangles.ta": {16: NO_ASSIGNMENT},
    "examples/triples.ta": {28: NO_LOOPS},
    "tests/driver/explain/blocks.ta": {7: BLOCKS, 8: BLOCKS},
    "tests/driver/explain/other_text.ta": {
        12: ELSEWHERE, 13: OTHER_TEXT, 15: OTHER_TEXT,
        16: "a part of it is computed in loops of another statement"},
    "tests/driver/explain/parts.ta": {
        9: "its parts have loops of their own",
        11: "a dense operand is transposed first, which no clause says"},
}
# Programs that are no examples, and what the examples have not: patterns that results
# share, sums of many tensors.
OTHERS = ["bench/programs/sddmm-k32.ta", "bench/programs/spadd7.ta",
          "tests/driver/explain/blocks.ta", "tests/driver/explain/other_text.ta",
          "tests/driver/explain/parts.ta"]
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
    """How many statements were compared, those of which the text differs, and the reasons
    of those without a schedule."""
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
    compared, differing, unsaid = 0, [], {}
    for statement in explained:
        clauses = statement["schedule"]
        line = int(statement["statement"].rsplit(":", 2)[1])
        if not clauses:
            unsaid[line] = statement.get("no_schedule")
            continue
        write(insert(lines, statement["statement"], clauses))
        compared += 1
        try:
            if emit(encke, path, threads) != before:
                differing.append((line, clauses, "another text"))
        except harness.Failure as failure:
            differing.append((line, clauses, str(failure).splitlines()[-3:]))
    return compared, differing, unsaid


def check():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--encke", required=True)
    parser.add_argument("programs", nargs="*")
    options = parser.parse_args()
    examples = sorted(name for name in os.listdir(os.path.join(ROOT, "examples"))
                      if name.endswith(".ta"))
    programs = options.programs or [f"examples/{name}" for name in examples] + OTHERS
    total, problems = 0, []
    with tempfile.TemporaryDirectory() as folder:
        for name in programs:
            for threads in (1, 2):
                compared, differing, unsaid = check_program(options.encke, folder, name, threads)
                total += compared
                problems += [f"{name}:{line}, {threads} threads: {', '.join(clauses)}: {why}"
                             for line, clauses, why in differing]
                if unsaid != UNSAID.get(name, {}):
                    problems.append(f"{name}, {threads} threads: no schedules: {unsaid}")
    print(f"{total} statements, {len(problems)} problems")
    if problems:
        raise harness.Failure("\n".join(problems))


if __name__ == "__main__":
    harness.main(check)
