# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What upstream's sparsifier makes of the programs here, beside Encke.

    oracle.py ENCKE LLVM [--check] [PROGRAM...]

Prints a line for each program: `same`, `differs`, or that upstream's pipeline
does not compile or run it. With --check it is wrong that one differs which is
not in DIFFERS, or that one is not the same which is in SAME.
"""

import argparse
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
# Upstream does not honour `order` of sparse_tensor.foreach, and visits other
# elements of constants; docs/upstream.md says more.
DIFFERS = {"foreach", "insert"}


def arguments_of(program: Path) -> list[str]:
    """Data files, as the line for lit names them."""
    line = re.search(r"RUN: %modes %s([^|]*)\|", program.read_text())
    return line.group(1).replace("%S", str(HERE)).split() if line else []


def normalised(text: str) -> list[str]:
    return [re.sub(r"base@ = 0x[0-9a-f]+", "base@ = 0x0", line).rstrip() for line in text.split("\n")]


def upstream(llvm: Path, program: Path, data: list[str]) -> tuple[str, str]:
    """What it prints, or why it does not."""
    lowered = subprocess.run([llvm / "bin/mlir-opt", "--sparsifier=enable-runtime-library=false", program],
                             capture_output=True, text=True, timeout=120, check=False)
    if lowered.returncode != 0:
        return "", "does not compile"
    libraries = ",".join(str(llvm / f"lib/libmlir_{name}.so") for name in ("c_runner_utils", "runner_utils"))
    ran = subprocess.run([llvm / "bin/mlir-runner", "-e", "main", "-entry-point-result=void",
                          f"-shared-libs={libraries}"], input=lowered.stdout, capture_output=True, text=True,
                         timeout=120, check=False, env={f"TENSOR{n}": path for n, path in enumerate(data)})
    return (ran.stdout, "") if ran.returncode == 0 else ("", "does not run")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("encke")
    parser.add_argument("llvm", type=Path)
    parser.add_argument("programs", nargs="*", type=Path)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    wrong = False
    for program in options.programs or sorted(HERE.glob("*.mlir")):
        data = arguments_of(program)
        ours = subprocess.run([options.encke, "run", program, *data], capture_output=True, text=True, check=True)
        theirs, reason = upstream(options.llvm, program, data)
        if not reason:
            reason = "same" if normalised(ours.stdout) == normalised(theirs) else "differs"
        wrong |= reason == "differs" and program.stem not in DIFFERS
        print(f"{program.stem}: {reason}")
    sys.exit(options.check and wrong)


if __name__ == "__main__":
    main()
