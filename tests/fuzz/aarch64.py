#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""aarch64.py --build BUILD [PROGRAM.ta...]: runs programs on AArch64, emulated, and
compares what they print with what they print here.

It needs Debian's g++-aarch64-linux-gnu and qemu-user. The runtime is compiled for
AArch64 into BUILD/aarch64 first, what has changed. Programs are those of examples/
with data of their own (`# RUN-DATA:`) where none are named.
"""

import argparse
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import List, Optional

ROOT = Path(__file__).resolve().parents[2]
TRIPLE = "aarch64-linux-gnu"
CXX, QEMU = f"{TRIPLE}-g++", "qemu-aarch64"
# Where headers are that are the same for all machines, as zlib's.
HEADERS = ["-idirafter", "/usr/include",
           "-idirafter", "/usr/include/x86_64-linux-gnu"]
# Clang's, or of what is compiled for.
LEFT_OUT = re.compile(r"-march|-mtune|-Xclang|-fno-pch|-Winvalid-pch|-include"
                      r"|-fcolor|-Wno-deprecated")


def newest(path: Path, sources: List[Path]) -> bool:
    return path.exists() and all(path.stat().st_mtime >= s.stat().st_mtime
                                 for s in sources)


class Runtime:
    """The runtime's objects for AArch64."""

    def __init__(self, build: Path):
        self.out = build / "aarch64"
        commands = json.loads((build / "compile_commands.json").read_text())
        self.commands = [entry for entry in commands
                         if "encke_rt_objects.dir" in entry["command"]
                         and "cmake_pch" not in entry["file"]]

    def build(self, jobs: int) -> List[str]:
        self.out.mkdir(exist_ok=True)
        headers = list((ROOT / "runtime").rglob("*.h"))
        with ThreadPoolExecutor(jobs) as pool:
            return list(pool.map(lambda e: self._compile(e, headers),
                                 self.commands))

    def _compile(self, entry: dict, headers: List[Path]) -> str:
        source = Path(entry["file"])
        name = re.sub(r"\W", "_", str(source.relative_to(ROOT)))
        target = self.out / f"{name}.o"
        if newest(target, [source, *headers]):
            return str(target)
        words = shlex.split(entry["command"])
        kept = [word for word in words if word.startswith(("-D", "-I", "-std"))
                and not LEFT_OUT.match(word)]
        subprocess.run([CXX, "-O2", "-w", "-fPIC", *kept, *HEADERS, "-c",
                        str(source), "-o", str(target)],
                       cwd=entry["directory"], check=True)
        return str(target)


def data_of(program: Path) -> Optional[List[str]]:
    """The data files that an example names; none where it names nothing."""
    found = re.search(r"^# RUN-DATA: (.*)$", program.read_text("utf-8"), re.M)
    if not found:
        return None
    return [str(ROOT / "examples/data" / name)
            for name in found.group(1).split()]


def check(encke: Path, program: Path, objects: List[str]) -> bool:
    data = data_of(program) or []
    here = subprocess.run([encke, "run", "--no-cache", "--threads=1", program,
                           *data], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False)
    with tempfile.TemporaryDirectory() as folder:
        thing, binary = f"{folder}/program.o", f"{folder}/program"
        subprocess.run([encke, f"--mtriple={TRIPLE}", "--emit=obj",
                        "--threads=1", program, "-o", thing], check=True)
        # Compressed files are not read here, and so zlib not linked.
        subprocess.run([CXX, "-static", thing, *objects, "-o", binary,
                        "-Wl,--unresolved-symbols=ignore-all", "-w"],
                       check=True, stderr=subprocess.DEVNULL)
        # An object takes its data files from the environment.
        files = {f"SPARSE_FILE_NAME{n}": path for n, path in enumerate(data)}
        there = subprocess.run([QEMU, binary], stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, check=False,
                               env={**os.environ, **files})
    if same(here.stdout.decode(), there.stdout.decode()):
        return True
    print(f"{program}: status {here.returncode} and {there.returncode}\n"
          f"{there.stdout.decode(errors='replace')[:2000]}")
    return False


def same(here: str, there: str) -> bool:
    """But for the last digits of numbers, which another order of sums has."""
    a, b = here.split(), there.split()
    return len(a) == len(b) and all(x == y or close(x, y)
                                    for x, y in zip(a, b))


def close(x: str, y: str) -> bool:
    try:
        return abs(float(x) - float(y)) <= 1e-9 * max(1, abs(float(x)))
    except ValueError:
        return False


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--build", type=Path, required=True)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("programs", type=Path, nargs="*")
    arguments = parser.parse_args()
    for tool in (CXX, QEMU):
        if not shutil.which(tool):
            print(f"{tool} is not installed")
            return 2
    build = arguments.build.resolve()
    objects = Runtime(build).build(arguments.jobs)
    programs = arguments.programs or [
        path for path in sorted((ROOT / "examples").glob("*.ta"))
        if data_of(path) is not None]
    good = [check(build / "bin/encke", path, objects) for path in programs]
    print(f"{sum(good)} of {len(good)} programs are the same on AArch64")
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
