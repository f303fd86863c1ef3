# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that a pass has one name everywhere, and that passes have one order.

The pass NAME is declared in passes/NAME/NAME.td, written in NAME.cpp beside it and
tested in tests/passes/NAME/example.mlir. Its argument is the name, after the word
that says what it works on. passes/Passes.td, passes/CMakeLists.txt, docs/pipeline.md
and the pipeline, as `encke-opt --dump-pass-pipeline` prints it on stdin, have the
passes in the same order.
"""

import re
import sys
from pathlib import Path

DECLARATION = re.compile(r'^def (\w+) : Pass<"([^"]+)"', re.M)
# What stands before the name in an argument.
PREFIXES = ("", "ta-", "cin-", "convert-")
# These are in no step, or only where an option asks for them.
NOT_IN_PIPELINE = {"cin-rewrite", "set-target", "ta-report-statements",
                   "ta-distribute"}


def unique(items):
    return list(dict.fromkeys(items))


def in_order(items, order):
    """The items that are in `order`, which must be in that order."""
    known = [item for item in unique(items) if item in order]
    return known, known == sorted(known, key=order.index)


def declared(root, complain):
    """The name and the argument of each pass, as Passes.td includes them."""
    passes = {}
    folders = {path.parent.name for path in root.glob("passes/*/*.td")}
    includes = re.findall(r'^include "(.*)"', (root / "passes/Passes.td").read_text(),
                          re.M)
    for include in includes:
        name = Path(include).stem
        if include != f"passes/{name}/{name}.td":
            complain(f"{include} should be passes/{name}/{name}.td")
        found = DECLARATION.findall((root / include).read_text())
        if [defined for defined, _ in found] != [name]:
            complain(f"{include} should define {name}, and nothing else")
            continue
        passes[name] = found[0][1]
        folders.discard(name)
        squeezed = {prefix + name.lower() for prefix in PREFIXES}
        prefix = next((p for p in PREFIXES[1:] if passes[name].startswith(p)), "")
        rest = passes[name][len(prefix):].replace("-", "")
        if prefix + rest not in squeezed:
            complain(f"{name} has the argument {passes[name]}")
        for path in (f"passes/{name}/{name}.cpp",
                     f"tests/passes/{name}/example.mlir"):
            if not (root / path).exists():
                complain(f"{name}: there is no {path}")
    for folder in sorted(folders):
        complain(f"passes/Passes.td does not include passes/{folder}")
    return passes


def main():
    root = Path(sys.argv[1])
    complaints = []
    passes = declared(root, complaints.append)
    names, arguments = list(passes), list(passes.values())
    built = re.findall(r"^  (\w+)/\w+\.cpp$",
                       (root / "passes/CMakeLists.txt").read_text(), re.M)
    table = "\n".join(
        re.findall(r"^\|.*", (root / "docs/pipeline.md").read_text(), re.M))
    orders = {
        "passes/CMakeLists.txt": (built, names, set()),
        "docs/pipeline.md": (re.findall(r"`([\w-]+)`", table), arguments,
                             {"cin-rewrite", "check-input", "set-stage", "set-target"}),
        "the pipeline": (re.findall(r"[\w-]+", sys.stdin.read()), arguments,
                         NOT_IN_PIPELINE),
    }
    for where, (found, order, optional) in orders.items():
        known, sorted_ = in_order(found, order)
        print(f"{where}: {len(known)} passes")
        if not sorted_:
            complaints.append(f"{where} has another order than Passes.td: {known}")
        for name in order:
            if name not in known and name not in optional:
                complaints.append(f"{where} lacks {name}")
    print("\n".join(complaints))
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
