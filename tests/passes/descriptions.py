# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that the IR in the descriptions of passes and operations is tested.

Each ```mlir block of passes/NAME/NAME.td must stand in the example.mlir of the pass,
and each one of TAOps.td, CINOps.td, TasksOps.td and DistOps.td in the ops.mlir of its dialect,
as input or as CHECK lines. The names of values and aliases do not count; `...` leaves
anything out.
"""

import re
import sys
from pathlib import Path

CHECK_LINE = re.compile(r"^\s*//\s*[A-Z]+(?:-[A-Z]+)*:", re.M)
COMMENT_LINE = re.compile(r"^\s*//.*$", re.M)
VARIABLE = re.compile(r"\[\[\w+(?::[^\]]*(?:\][^\]]*)??)?\]\]")
PATTERN = re.compile(r"\{\{.*?\}\}")
NAME = re.compile(r"([%#])[\w$.-]*")
# A value's number among the results of its operation.
RESULT = re.compile(r"([%#])#\d+")


def normalize(text):
    """The text of IR or of CHECK lines, without the names."""
    text = PATTERN.sub("", VARIABLE.sub("", text))
    text = RESULT.sub(r"\1", NAME.sub(r"\1", text))
    text = re.sub(r"\s+", " ", text)
    return re.sub(r"\s*([(){}\[\],:])\s*", r"\1", text)


def normalize_test(text):
    """Only the IR and the CHECK lines of a test count."""
    return normalize(COMMENT_LINE.sub("", CHECK_LINE.sub("", text)))


def blocks(description):
    return re.findall(r"```mlir\n(.*?)```", description, re.S)


def missing(block, test):
    """The parts between `...` that the test does not have."""
    parts = [normalize(part).strip() for part in block.split("...")]
    return [part for part in parts if part and part not in test]


def definitions(text):
    """The name and the text of each definition of a .td file."""
    parts = re.split(r"^def (\w+)", text, flags=re.M)
    return zip(parts[1::2], parts[2::2])


def check(table, test_of):
    """Returns the number of blocks seen and the complaints."""
    seen, complaints = 0, []
    for name, text in definitions(table.read_text()):
        for block in blocks(text):
            seen += 1
            path = test_of(name)
            test = normalize_test(path.read_text()) if path.exists() else ""
            for part in missing(block, test):
                complaints.append(
                    f"{table.name}, {name}: not in {path}: {part}")
    return seen, complaints


def main():
    root = Path(sys.argv[1])
    tests = root / "tests/passes"
    tables = {
        table: lambda name: tests / name / "example.mlir"
        for table in sorted(root.glob("passes/*/*.td"))
    }
    tables |= {
        root / "dialects/TA/TAOps.td": lambda name: tests / "TA/ops.mlir",
        root / "dialects/CIN/CINOps.td": lambda name: tests / "CIN/ops.mlir",
        root / "dialects/Tasks/TasksOps.td":
            lambda name: tests / "Tasks/ops.mlir",
        root / "dialects/Dist/DistOps.td":
            lambda name: tests / "Dist/ops.mlir",
    }
    failed = False
    for table, test_of in tables.items():
        seen, complaints = check(table, test_of)
        print(f"{table.name}: {seen} examples")
        for complaint in complaints:
            print(complaint)
        failed |= seen == 0 or bool(complaints)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
