#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run.py --check: says whether each fault's text still stands in the sources.
run.py --apply FOLDER: puts the faults into a copy of the sources.
run.py --build BUILD [--seconds N] [FAULT...]: with a build of such a copy, which
faults the tests find, or else random programs of so many seconds."""

import argparse
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import faults

# The quickest first.
SUITES = ("language", "passes", "programs")


def check() -> int:
    status = 0
    for fault in faults.FAULTS:
        try:
            fault.apply((faults.ROOT / fault.file).read_text("utf-8"))
        except (OSError, ValueError) as error:
            print(error)
            status = 1
    names = [fault.name for fault in faults.FAULTS]
    if len(set(names)) != len(names) or len(names) < 30:
        print(f"{len(set(names))} names of {len(names)} faults")
        status = 1
    return status


def fails(command: list, environment: dict, seconds: float) -> bool:
    """Whether it ends with an error; what takes longer has found nothing."""
    child = subprocess.Popen(command, env=environment, start_new_session=True,
                             stdout=subprocess.DEVNULL,
                             stderr=subprocess.DEVNULL)
    try:
        return child.wait(timeout=seconds) != 0
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, 9)
        child.wait()
        return False


def find_lit() -> str:
    return next((found for tool in ("lit", "lit-22")
                 for found in [shutil.which(tool)] if found), "lit")


def find(build: Path, fault: str, seconds: float) -> str:
    """What finds the fault, or ''."""
    environment = {**os.environ, "ENCKE_FAULT": fault, "ENCKE_CACHE": "",
                   "PYTHONDONTWRITEBYTECODE": "1"}
    unit = ["ctest", "--test-dir", build, "-R", "^encke-runtime",
            "--stop-on-failure"]
    for suite in SUITES:
        if suite == "programs" and fails(unit, environment, 300):
            return "tests/unit/runtime"
        if fails([find_lit(), "-q", "--max-failures=1",
                  build / "tests" / suite], environment, 900):
            return f"tests/{suite}"
    random = [sys.executable, faults.ROOT / "tests/fuzz/random_programs.py",
              "--runner", build / "bin/encke-run-programs", "--seconds",
              str(seconds)]
    if fails(random, environment, 4 * seconds + 120):
        return "random programs"
    return ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--apply", type=Path)
    parser.add_argument("--build", type=Path)
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("faults", nargs="*")
    options = parser.parse_args()
    if options.check:
        return check()
    if options.apply:
        faults.apply_all(options.apply)
        return 0
    if not options.build:
        parser.error("name a build, or --check")
    if broken := find(options.build.resolve(), "",
                       min(options.seconds, 30)):
        print(f"{broken} fails without any fault")
        return 2
    missed = []
    known = [fault.name for fault in faults.FAULTS]
    for name in options.faults or known:
        if name not in known:
            parser.error(f"there is no fault '{name}'")
        begin = time.monotonic()
        found = find(options.build.resolve(), name, options.seconds)
        print(f"{name:32} {found or 'NOT FOUND':20} "
              f"{time.monotonic() - begin:.0f} s", flush=True)
        if not found:
            missed.append(name)
    print(f"{len(missed)} not found: {' '.join(missed)}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
