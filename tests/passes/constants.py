# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that decisions rest on named constants, which say where they are from.

Each constant of passes/Cost has a comment with its unit, and how it was measured, or
that it was not. Other passes have no constants of their own, except some that are no
matter of cost.
"""

import re
import sys
from pathlib import Path

CONSTANT = re.compile(
    r"((?:^ *//[^\n]*\n)*)^( *)(?:static |inline )?constexpr "
    r"(?:double|float|int|unsigned|size_t|u?int\d+_t|auto) "
    r"(\w+)(?:\[\])? *=\s*([^;]*);", re.M)
SOURCE = re.compile(r"(Measured by: |Chosen, not measured|Given by )")
# Passes whose numbers are no matter of cost, and such numbers in others.
MATHEMATICS = {"ExpandFunctions"}
OTHERS = {
    ("CINToSCF", "maxIterators"),      # bits of a word
    ("LowerTasks", "partsOfChunk"),    # which are named
    ("ContractionOrder", "longest"),   # of a name that is shown
    ("Cost", "ignored"),               # bits of equal sums
    ("Cost", "kilo"),                  # is one
    ("Distribute", "indexMode"),       # none of a tensor
    ("EstimateCosts", "most"),         # that fits
}


def main():
    root = Path(sys.argv[1])
    complaints, count = [], 0
    for path in sorted(root.glob("passes/*/*.[hc]*")):
        folder, where = path.parent.name, path.relative_to(root)
        for comment, _, name, value in CONSTANT.findall(path.read_text()):
            if not re.search(r"(?<![\w.])\d", value) or folder in MATHEMATICS:
                continue  # put together from others
            words = " ".join(comment.replace("/", "").split())
            if (folder, name) in OTHERS:
                continue
            if folder != "Cost":
                complaints.append(f"{where}: {name} belongs to passes/Cost")
                continue
            count += 1
            if "Unit: " not in words:
                complaints.append(f"{where}: {name} has no 'Unit: …'")
            if not SOURCE.search(words):
                complaints.append(f"{where}: {name} does not say 'Measured by: …', "
                                  "'Given by …' or 'Chosen, not measured'")
    print(f"{count} constants")
    print("\n".join(complaints))
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
