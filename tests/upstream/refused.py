# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs modules that must be refused, each with the message that it wants.

    refused.py ENCKE FOLDER

A module says in a comment `WANTED: text` what its error is. One that has a
function f and no `main` is only compiled. An error of the compiler names the
line behind the comment.
"""

import re
import subprocess
import sys
from pathlib import Path


def check(encke: str, module: Path) -> str:
    """What is wrong with how the module is refused, or nothing."""
    lines = module.read_text().split("\n")
    number, wanted = next((n, line.split("WANTED: ")[1]) for n, line in enumerate(lines, 1)
                          if "WANTED: " in line)
    runs = any("@main" in line for line in lines) or "stage" in module.name
    command = [encke, "run", str(module)] if runs else [encke, "--emit=llvm", str(module)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    if done.returncode not in (1, 2):
        return f"it ends with {done.returncode}: {done.stderr[:300]}"
    if wanted not in done.stderr:
        return f"it does not say '{wanted}' but\n{done.stderr[:500]}"
    place = re.search(r"\.mlir:(\d+):\d+", done.stderr)
    if done.returncode == 1 and (not place or int(place.group(1)) != number + 1):
        return f"the place is not line {number + 1}:\n{done.stderr[:300]}"
    return ""


def main() -> None:
    encke, folder = sys.argv[1:]
    wrong = {module.name: check(encke, module) for module in sorted(Path(folder).glob("*.mlir"))}
    for name, text in wrong.items():
        if text:
            print(f"{name}: {text}")
    sys.exit(any(wrong.values()))


if __name__ == "__main__":
    main()
