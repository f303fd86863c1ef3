#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Says which rules of docs/language.md lack an example or a test.

Each rule stands there once, with a program and its output; docs/outputs.py keeps
that true. A test covers a rule when it cites its number.
"""

import os
import re
import sys

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                     "../.."))
RULES = range(1, 67)
TESTS = (".ta", ".test", ".cpp", ".mlir", ".py")
RULE = re.compile(r"^\*\*L(\d+)\*\*", re.MULTILINE)
EXAMPLE = re.compile(r"```ta.*?```\n\n```output\n", re.DOTALL)


def cited():
    """The numbers of the rules that tests cite, by number or by name."""
    numbers = set()
    for path, _, names in os.walk(os.path.join(ROOT, "tests")):
        for name in names:
            if not name.endswith(TESTS):
                continue
            with open(os.path.join(path, name), encoding="utf-8",
                      errors="replace") as file:
                numbers.update(re.findall(r"\bL0?(\d+)(?:\b|_)",
                                          name + "\n" + file.read()))
    return {int(number) for number in numbers}


def main():
    with open(os.path.join(ROOT, "docs/language.md"), encoding="utf-8") as file:
        page = file.read()
    # Between the numbers, the text of each rule.
    _, *parts = RULE.split(page)
    numbers = [int(number) for number in parts[::2]]
    texts = dict(zip(numbers, parts[1::2]))
    problems = [f"L{n} stands {numbers.count(n)} times in docs/language.md"
                for n in RULES if numbers.count(n) != 1]
    problems += [f"L{n} is not a rule" for n in numbers if n not in RULES]
    problems += [f"L{n} has no example" for n in RULES
                 if not EXAMPLE.search(texts.get(n, ""))]
    covered = cited()
    problems += [f"no test cites L{n}" for n in RULES if n not in covered]
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
