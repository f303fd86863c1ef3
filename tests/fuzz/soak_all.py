#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""soak_all.py --build BUILD --hours N: all that draws at random, in turns, each time
from a seed that no other run had. What fails is kept, with what was said of it, in
BUILD/soak, and the rest goes on. Fuzzers, which have sanitizers, take part where they
are built (`./dev soak all` builds them)."""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Dict, List, Optional

ROOT = Path(__file__).resolve().parents[2]
FUZZ, UPSTREAM = ROOT / "tests/fuzz", ROOT / "tests/upstream"
FUZZERS = {"front-end": "front-end", "matrix-market": "reader",
           "tns": "reader", "foreign": "reader", "hdf5": "reader",
           "convert": "convert"}


def contenders(build: Path) -> Dict[str, List[object]]:
    """By name: the command, to which --seconds and mostly --seed are added."""
    binaries = build / "bin"
    runner = ["--runner", binaries / "encke-run-programs"]
    oracle = ["--encke", binaries / "encke",
              "--reference", binaries / "encke-reference"]
    found: Dict[str, List[object]] = {
        "programs": [FUZZ / "random_programs.py", *runner,
                     "--keep", build / "soak"],
        "schedules": [FUZZ / "schedules.py", *runner,
                      "--keep", build / "soak"],
        "marks": [FUZZ / "marks.py", *runner, "--keep", build / "soak"],
        "control-flow": [FUZZ / "control_flow.py", *oracle],
        "places": [FUZZ / "places.py", *oracle],
        "formats": [FUZZ / "packing.py", *oracle],
        "rewrites": [FUZZ / "rewrites.py", *oracle,
                     "--opt", binaries / "encke-opt"],
        "files": [FUZZ / "malformed_files.py", "--encke", binaries / "encke"],
        "mutated-modules": [UPSTREAM / "mutate.py", binaries / "encke"],
        "modules": [UPSTREAM / "random_modules.py", binaries / "encke"],
    }
    for target, fuzzer in FUZZERS.items():
        program = binaries / f"encke-{fuzzer}-fuzzer"
        if program.exists():
            (build / f"corpus-{target}").mkdir(exist_ok=True)
            found[f"fuzz-{target}"] = [FUZZ / "fuzz.py", target, "--fuzzer",
                                       program, "--corpus",
                                       build / f"corpus-{target}"]
    return found


class Soak:
    def __init__(self, build: Path, seed: int):
        self.build, self.seed = build, seed
        self.kept = build / "soak"
        self.kept.mkdir(parents=True, exist_ok=True)
        self.failures: List[Path] = []

    def run(self, name: str, command: List[object], seconds: float) -> bool:
        """Whether it found nothing; what is left of it after twice the time and
        two minutes more hangs, which is a failure, too."""
        work = self.kept / f"{name}-{self.seed}"
        work.mkdir(exist_ok=True)
        log = work / "output.txt"
        words = [sys.executable, *map(str, command),
                 "--seconds", str(max(int(seconds), 1))]
        if not name.startswith("fuzz-"):
            words += ["--seed", str(self.seed)]
        self.seed += 1000000
        environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1",
                       "ENCKE_CACHE": ""}
        with open(log, "w", encoding="utf-8") as out:
            out.write(" ".join(words) + "\n")
            out.flush()
            child = subprocess.Popen(words, stdout=out, cwd=work,
                                     stderr=subprocess.STDOUT,
                                     env=environment, start_new_session=True)
            try:
                status: Optional[int] = child.wait(2 * seconds + 120)
            except subprocess.TimeoutExpired:
                os.killpg(child.pid, signal.SIGKILL)
                child.wait()
                status = None
                out.write("\nended: it took too long\n")
        if status == 0:
            log.unlink()
            if not any(work.iterdir()):
                work.rmdir()
            return True
        self.failures.append(log)
        return False


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--build", type=Path, required=True)
    parser.add_argument("--hours", type=float, default=1)
    parser.add_argument("--slice", type=float, default=300, metavar="SECONDS",
                        help="how long each is run in its turn")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("names", nargs="*", help="only these")
    options = parser.parse_args()
    known = contenders(options.build.resolve())
    for name in options.names:
        if name not in known:
            parser.error(f"there is no '{name}': {', '.join(known)}")
    chosen = options.names or list(known)
    soak = Soak(options.build.resolve(), options.seed)
    end = time.monotonic() + 3600 * options.hours
    done = 0
    while time.monotonic() < end:
        name = chosen[done % len(chosen)]
        seconds = min(options.slice, max(end - time.monotonic(), 1))
        good = soak.run(name, known[name], seconds)
        done += 1
        where = "" if good else f", see {soak.failures[-1]}"
        print(f"{name:16} {'nothing found' if good else 'FAILED'}{where}",
              flush=True)
    print(f"{done} turns, {len(soak.failures)} of them found something")
    return 1 if soak.failures else 0


if __name__ == "__main__":
    sys.exit(main())
