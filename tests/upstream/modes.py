# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a program in all ways that must print the same, and prints it once.

    modes.py ENCKE PROGRAM ARGUMENT...

The ways are: as it is, on two threads, without optimisation, and by way of the
text of the stages `linalg`, `cin` and `scf`. Addresses are left out.
"""

import re
import subprocess
import sys


def run(command: list[str], text: str | None = None) -> str:
    """What a command prints; ends where it fails."""
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)} ended with {done.returncode}:\n{done.stderr}")
    return re.sub(r"base@ = 0x[0-9a-f]+", "base@ = 0x0", done.stdout)


def main() -> None:
    encke, program, *arguments = sys.argv[1:]
    call = [a for a in arguments if a.startswith("--call")]
    data = [a for a in arguments if a not in call]
    printed = run([encke, "run", program, *arguments])
    ways = {
        "on two threads": [encke, "run", program, "--threads", "2", *arguments],
        "without optimisation": [encke, "run", program, "-O0", *arguments],
    }
    for name, command in ways.items():
        if run(command) != printed:
            sys.exit(f"{program} prints something else {name}:\n{run(command)}\nand first\n{printed}")
    for stage in ("linalg", "cin", "scf"):
        text = run([encke, f"--emit={stage}", program, *call])
        if (again := run([encke, "run", "-", *data], text)) != printed:
            sys.exit(f"{program} prints something else by way of {stage}:\n{again}\nand first\n{printed}")
    print(printed, end="")


if __name__ == "__main__":
    main()
