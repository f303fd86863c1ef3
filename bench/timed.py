# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs that time their own statements, and matrices to run them on."""

from __future__ import annotations

import dataclasses
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import List, Optional, Sequence

import numpy as np


@dataclasses.dataclass
class Run:
    """What a program has said of itself."""
    numbers: List[float]  #: that it has printed
    cpu_wall: float
    megabytes: float      #: at most in memory
    error: str = ""


def run(build: Path, text: str, files: Sequence[Path], threads: int = 1,
        seconds: float = 600) -> Run:
    """Runs the body of a `main` on data files."""
    command = [build / "bin/encke", "run", "--no-cache", f"--threads={threads}",
               "-", *map(str, files)]
    with tempfile.TemporaryFile("w+") as program, \
            tempfile.TemporaryFile("w+") as out, \
            tempfile.TemporaryFile("w+") as errors:
        program.write("def main() {\n" + text + "}\n")
        program.seek(0)
        start = time.perf_counter()
        child = subprocess.Popen(command, stdin=program, stdout=out,
                                 stderr=errors)
        timer = threading.Timer(seconds, child.kill)
        timer.start()
        # For what this process alone has used.
        _, status, usage = os.wait4(child.pid, 0)
        timer.cancel()
        child.returncode = os.waitstatus_to_exitcode(status)
        wall = time.perf_counter() - start
        out.seek(0)
        errors.seek(0)
        if child.returncode == -signal.SIGKILL:
            return Run([], 0, 0, f"ended, perhaps after {seconds:g} s")
        if child.returncode:
            return Run([], 0, 0, errors.read().strip())
        return Run([float(word) for word in out.read().split()],
                   (usage.ru_utime + usage.ru_stime) / wall,
                   usage.ru_maxrss / 1024)


def timed(statement: str, samples: int, repeats: int = 1) -> str:
    """Runs a statement, and prints the seconds of each sample; the first one
    warms up."""
    return (f"  for sample in 0:{samples + 1} {{\n    var before = getTime();\n"
            f"    for repeat in 0:{repeats} {{\n      {statement}\n    }}\n"
            "    var behind = getTime();\n    print(behind - before);\n  }\n")


def median(numbers: Sequence[float], samples: int,
           repeats: int = 1) -> Optional[float]:
    """The milliseconds of a statement, of what `timed` has printed."""
    if len(numbers) < samples + 1:
        return None
    return statistics.median(numbers[1:samples + 1]) / repeats * 1e3


def save_csr(path: Path, columns: int, positions: "np.ndarray",
             coordinates: "np.ndarray", values: "np.ndarray") -> None:
    """As scipy.sparse.save_npz does, without compression."""
    np.savez(path, indptr=positions, indices=coordinates, data=values,
             shape=np.array([len(positions) - 1, columns]),
             format=np.array(b"csr"))


def windowed(path: Path, nonzeros: int, window: int = 20000,
             row: int = 20) -> None:
    """A square matrix with `row` elements in each row, anywhere in a window of
    columns around the diagonal."""
    rows = max(nonzeros // row, row + 1)
    window = min(window, rows)
    rng = np.random.default_rng(1)
    kind = np.int32 if rows * row < 2 ** 31 else np.int64
    coordinates = np.empty(rows * row, np.int32)
    piece = 1 << 16
    step = window // row
    for first in range(0, rows, piece):
        count = min(piece, rows - first)
        begin = np.clip(np.arange(first, first + count) - window // 2, 0,
                        rows - window)
        # One in each part of the window: sorted and distinct.
        offsets = (np.arange(row) * step)[None, :] + rng.integers(
            0, max(step, 1), (count, row))
        coordinates[first * row:(first + count) * row] = (
            begin[:, None] + offsets).ravel()
    positions = np.arange(rows + 1, dtype=kind) * row
    save_csr(path, rows, positions, coordinates,
             rng.random(rows * row) + 0.5)


def uniform(path: Path, rows: int, columns: int, density: float,
            seed: int = 1) -> None:
    """A matrix with elements anywhere."""
    rng = np.random.default_rng(seed)
    count = int(rows * columns * density)
    flat = np.unique(rng.integers(0, rows * columns, count, dtype=np.int64))
    positions = np.searchsorted(flat, np.arange(rows + 1, dtype=np.int64)
                                * columns)
    save_csr(path, columns, positions, (flat % columns).astype(np.int32),
             rng.random(len(flat)) + 0.5)


def free_megabytes() -> float:
    pages = os.sysconf("SC_AVPHYS_PAGES")
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def say(text: str) -> None:
    print(f"bench: {text}", file=sys.stderr, flush=True)


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """In Markdown, which is read as it is, too."""
    widths = [max(len(str(row[n])) for row in [head, *rows])
              for n in range(len(head))]
    lines = ["| " + " | ".join(str(cell).ljust(width) for cell, width
                               in zip(row, widths)) + " |"
             for row in [head, *rows]]
    lines.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    return "\n".join(lines) + "\n"
