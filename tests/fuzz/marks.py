#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Changes the marks of programs in concrete index notation, as one does by hand,
and compares what they print.

A program, random or of the examples and tests, is compiled to the stage `cin`. In
its text some operations get other marks: `parallel`, `vector(w)`, `registers(r)`, … come,
go, and have other numbers and words. What is run from there prints the same as before, or is
refused with a message that has a place: marks are strict in what is read from a file.
`--seed` picks the
first program: program N of a run is the first of a run with `--seed` N higher.
"""

import collections
import dataclasses
import os
import random
import re
import sys
import time
from pathlib import Path

from campaign import run_campaign
from comparison import (RELATIVE, RELATIVE_FLOAT, Failure, compare_outputs,
                        is_close, is_close_or_infinite)
from counts import Counts
from program import Source, depends_on_order
from random_programs import make_program
from runner import TNS

TESTS = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TESTS / "programs"))
import harness  # noqa: E402

FOLDERS = (TESTS.parent / "examples", TESTS / "programs")
DATA = (str(TESTS.parent / "examples/data"), str(TESTS / "programs/data"))
FROM_FILES = 0.3  # of the programs
EDITS_PER_PROGRAM = 6
MOST_CHANGES = 3  # of one edit
WIDTHS = (1, 2, 3, 4, 8, 16)
COUNTS = (1, 2, 3, 4, 8, 12)
# All loops are shared out then, however little work there is.
ENVIRONMENT = ("ENCKE_TASK_WORK=1",)
# The marks of each operation, in the order in which they are written.
MARKS = {
    "forall": ("visit", "parallel", "vector", "registers", "then", "sums", "terms",
               "factored", "unroll", "few", "far", "uneven", "jam", "product", "together",
               "twice"),
    "access": ("prefetch", "next"),
    "assign": ("prefetch",),
    "kernel": ("assemble",),
    "where": ("marks", "renumber"),
}
# What those that are words may say; None: they are not there.
WORDS = {
    "visit": (None, "merge = branch", "gallop(2)", "runs(2)", "scatter(16)",
              "scatter(2, most = 8)", "merge = branch, runs(16)",
              "lookup = [0 by marks]", "lookup = [1 by marks]", "lookup = [0 by search]",
              "lookup = [1 by search]", "lookup = [1 by directory(8)]"),
    "parallel": (None, "", "share = own", "share = copy", "by = nnz", "chunks = 3",
                 "share = pieces, by = nnz", "share = owner(0)", "share = owner(1)",
                 "share = copy, by = nnz, chunks = 5", "deal, unit = 1",
                 "extra = 100"),
    "assemble": (None, "bound"),
    "marks": (None, "select", "learn", "stamp"),
    "renumber": (None, "size = 0, ratio = 1", "size = 65536, ratio = 8"),
    "together": (None, "2", "9, 3", "4, 3, 2"),
    "sums": (None, "1", "2", "4", "8"),
    "then": (None, "2", "3", "4"),
    "terms": (None, "1", "5", "16", "32"),
    "factored": (None, ""),
    "unroll": (None, "2", "3", "4", "8"),
    "few": (None, "1", "8", "50"),
    "far": (None, "row = 0, all = 0, vectors = 1, ahead = 1",
            "row = 5, all = 10, vectors = 3, ahead = 64"),
    "uneven": (None, "rows = 0, length = 1000, lanes = 2",
               "rows = 10, length = 5, lanes = 8"),
    "jam": (None, "rows = 2", "rows = 4", "rows = 3, block = 6, kept = 1000"),
    "product": (None, "registers = 4", "registers = 12",
                "registers = 8, elements = 64, width = 8",
                "registers = 8, elements = 64, width = 8, most = 2"),
    "twice": (None, ""),
    "prefetch": (None, "ahead = 1, lines = 1",
                 "ahead = 16, lines = 8, few = 0, near = 1, far = 100"),
    "next": (None, "cache = 1", "cache = 2"),
}
# How vectors are carried out: seldom right where it was not decided.
DETAILS = ("then", "sums", "terms", "factored", "unroll", "few", "far", "uneven", "jam",
           "product", "together", "twice", "prefetch", "next", "renumber")
# What a loop without vectors has not.
OF_VECTORS = ("registers", "then", "sums", "terms", "factored", "few", "far", "uneven",
              "product")
# What a loop without registers has not.
OF_REGISTERS = ("then", "factored", "product")
SITE = re.compile(r"(?P<head>.* = |\s*)cin\.(?P<operation>\w+) .*")
# What stands behind the marks: of an element its type, else a body.
TAIL = re.compile(r"(?: attributes .*)? \{$| : !cin\.place<[^{]*$")
REFUSAL = re.compile(r"^[^\n]*:\d+:\d+: error: (.*)$", re.MULTILINE)
# Whose results may be infinite in another way when sums are done in another order.
FLOAT = re.compile(r"Tensor<(float|fcomplex)>")


@dataclasses.dataclass(frozen=True)
class Site:
    """A line with an operation that may have marks."""
    operation: str
    head: str
    marks: dict  # name: what stands in its parentheses
    tail: str
    is_innermost: bool  # of a loop

    @classmethod
    def read(cls, lines, n):
        """None where line n has no such operation."""
        match = SITE.fullmatch(lines[n])
        if not match or match["operation"] not in MARKS:
            return None
        # Only a sparse tensor is assembled, and has a list.
        if match["operation"] in ("kernel", "where") and "#" not in lines[n].split("outs(")[-1]:
            return None
        tail = TAIL.search(lines[n])
        head, marks = lines[n][:tail.start()], {}
        for name in MARKS[match["operation"]]:
            pattern = rf" {name}(?:\((?P<value>(?:[^()]|\([^()]*\))*)\))?(?= |$)"
            if found := re.search(pattern, head):
                marks[name] = found["value"] or ""
                head = head[:found.start()] + head[found.end():]
        # Of most elements rows cannot be fetched.
        if match["operation"] in ("access", "assign"):
            return cls(match["operation"], head, marks, tail[0], True) if marks else None
        indent = len(lines[n]) - len(lines[n].lstrip())
        end = next(m for m in range(n + 1, len(lines))
                   if lines[m].startswith(" " * indent + "}"))
        is_innermost = not any("cin.forall" in line for line in lines[n + 1:end])
        return cls(match["operation"], head, marks, tail[0], is_innermost)

    def text(self):
        words = (f" {name}({self.marks[name]})" if self.marks[name] else f" {name}"
                 for name in MARKS[self.operation] if name in self.marks)
        return self.head + "".join(words) + self.tail

    def with_mark(self, name, value):
        marks = {**self.marks, name: value}
        return dataclasses.replace(
            self, marks={n: v for n, v in marks.items() if v is not None})

    def changed(self, source):
        """The same with one mark that is another one."""
        kind = source.choice(MARKS[self.operation])
        details = [name for name in DETAILS if name in self.marks] or ["vector"]
        if kind in DETAILS and kind not in self.marks and (
                source.random() < 0.9 or self.operation != "forall"):
            kind = source.choice(details)
        # Seldom what is always, or mostly, refused.
        if kind == "visit" and kind not in self.marks and source.random() < 0.8:
            kind = "parallel"
        if (self.operation == "forall" and not self.is_innermost
                and kind not in self.marks and source.random() < 0.8):
            kind = "parallel"
        if kind == "registers" and kind not in self.marks and source.random() < 0.7:
            kind = "vector"
        old = self.marks.get(kind)
        if kind in WORDS:
            return self.with_mark(kind, source.choice(
                [word for word in WORDS[kind] if word != old]))
        numbers = [str(n) for n in (WIDTHS if kind == "vector" else COUNTS)]
        if kind == "vector" and "registers" in self.marks:
            numbers += ["4", "4, tail = overlap", "8, tail = overlap"]
        site = self.with_mark(kind, source.choice(
            [n for n in (*numbers, None) if n != old]))
        # Registers hold vectors.
        if kind == "registers" and "registers" in site.marks:
            return site.with_mark("vector", site.marks.get("vector", "4"))
        for name in OF_VECTORS if "vector" not in site.marks else ():
            site = site.with_mark(name, None)
        for name in OF_REGISTERS if "registers" not in site.marks else ():
            site = site.with_mark(name, None)
        if "registers" not in site.marks and "vector" in site.marks:
            site = site.with_mark("vector", site.marks["vector"].split(",")[0])
        return site

    def asks_for_vectors(self, before):
        return (int(self.marks.get("vector", "1").split(",")[0]) > 1
                and "vector" not in before.marks)


@dataclasses.dataclass
class Text:
    """A program in a file of its own, with its data."""
    name: str
    text: str
    files: list  # paths

    def write_to(self, folder):
        path = folder / self.name
        path.write_text(self.text, encoding="utf-8")
        return [str(path), *self.files]


@dataclasses.dataclass
class Total(Counts):
    """What was done so far."""
    programs: int = 0
    unread: int = 0  # with marks of Encke's that cannot be carried out
    edits: int = 0
    failures: int = 0
    refused: int = 0
    without_effect: int = 0
    ignored: int = 0
    refusals: collections.Counter = dataclasses.field(
        default_factory=collections.Counter)


@dataclasses.dataclass
class Report:
    seed: int
    text: str
    before: str
    program: Text

    def keep(self, folder):
        folder = Path(folder) / f"marks-{self.seed}"
        folder.mkdir(parents=True, exist_ok=True)
        self.program.write_to(folder)
        (folder / "before.mlir").write_text(self.before, encoding="utf-8")
        (folder / "report").write_text(self.text + "\n", encoding="utf-8")


def files_of_tests():
    return [path for folder in FOLDERS for path in sorted(folder.glob("*.ta"))]


class Checker:
    """One program, in a folder that holds it."""

    def __init__(self, runner, seed, total):
        self.runner = runner
        self.seed = seed
        self.total = total
        self.source = random.Random(f"marks {seed}")
        self.threads = self.source.choice((1, 1, 3))
        self.flags = [f"--threads={self.threads}"]
        self.close, self.relative = is_close, RELATIVE
        self.program = self.draw()

    def draw(self):
        if self.source.random() < FROM_FILES:
            path = self.source.choice(files_of_tests())
            text = path.read_text(encoding="utf-8")
            data = self.source.choice(harness.data_sets_of(path, DATA))
            # Some divide by what is nearly zero, or ask which number is larger.
            if FLOAT.search(text):
                self.relative = RELATIVE_FLOAT
            return Text("program.ta", text, data)
        self.flags.append(TNS)
        program = make_program(self.seed)
        source = Source(program)
        if any(t.type == "float" for t in source.tensors):
            self.relative = RELATIVE_FLOAT
        if depends_on_order(program):
            self.close = is_close_or_infinite
        paths = source.write_to(self.runner.folder)
        return Text("program.ta", source.text, paths[1:])

    def run(self, text, *words):
        flags = self.flags if words[0] != "run" else ["--no-cache", *self.flags]
        return self.runner.run(text, ENVIRONMENT, "encke", *words, *flags)

    def stage(self, text, stage):
        """The text of a stage; None if there is none."""
        result = self.run(text, f"--emit={stage}")
        return result.stdout if result.status == 0 else None

    def check(self):
        """Returns a report of the first failure, or nothing."""
        self.total.programs += 1
        before = self.stage(self.program, "cin")
        if before is None:
            return None
        lines = before.splitlines()
        sites = {n: site for n in range(len(lines))
                 if (site := Site.read(lines, n))}
        unchanged = Text("changed.mlir", before, self.program.files)
        expected = self.run(unchanged, "run")
        if "cannot be carried out" in expected.stderr:
            self.total.unread += 1
        if not sites or expected.status != 0:
            return None
        self.expected, self.vectors = expected.stdout, self.stage(unchanged, "vector")
        for _ in range(EDITS_PER_PROGRAM):
            edit = self.draw_edit(sites)
            if failure := self.failure_of(lines, sites, edit, self.total):
                return self.report(lines, sites, edit, failure)
        return None

    def draw_edit(self, sites):
        count = min(len(sites), self.source.choice((1, 1, 1, 2, MOST_CHANGES)))
        return {n: sites[n].changed(self.source)
                for n in self.source.sample(sorted(sites), count)}

    def text_of(self, lines, edit):
        changed = [edit[n].text() if n in edit else line
                   for n, line in enumerate(lines)]
        return Text("changed.mlir", "\n".join(changed) + "\n", self.program.files)

    def failure_of(self, lines, sites, edit, total):
        """What is wrong with what comes of an edit; nothing if it is right."""
        text = self.text_of(lines, edit)
        got = self.run(text, "run")
        total.edits += 1
        if got.status in (1, 2):
            refusals = REFUSAL.findall(got.stderr)
            if not refusals:
                return Failure("a message without a place:\n" + got.stderr)
            total.refused += 1
            total.refusals[re.sub(r"'[^']*'", "'...'", refusals[0])] += 1
            return None
        try:
            if got.status != 0:
                raise Failure(f"{got.kind} {got.number}\n{got.stderr}")
            compare_outputs(got.stdout, self.expected, self.relative, self.close)
            self.check_effect(text, sites, edit, total)
        except Failure as failure:
            return failure
        return None

    def check_effect(self, text, sites, edit, total):
        if self.stage(text, "vector") != self.vectors:
            return
        total.without_effect += 1
        total.ignored += any(site.asks_for_vectors(sites[n])
                             for n, site in edit.items())

    def report(self, lines, sites, edit, failure):
        """With as few changes as fail in some way."""
        self.total.failures += 1
        for n in list(edit):
            fewer = {m: site for m, site in edit.items() if m != n}
            if fewer and (other := self.failure_of(lines, sites, fewer, Total())):
                edit, failure = fewer, other
        parts = [f"# --seed {self.seed}: {failure.kind} {' '.join(self.flags)}",
                 str(failure).rstrip(), ""]
        for n, site in sorted(edit.items()):
            parts += [f"line {n + 1}: {lines[n].strip()}", f"becomes {site.text().strip()}"]
        parts += ["", self.program.text]
        return Report(self.seed, "\n".join(parts), "\n".join(lines) + "\n",
                      self.text_of(lines, edit))


def check(runner, seed):
    total = Total()
    try:
        return total, Checker(runner, seed, total).check()
    except harness.Failure:
        return None  # its data are not here


def main():
    start = time.monotonic()
    total = run_campaign(__doc__, check, Total())
    seconds = time.monotonic() - start
    print(f"{total.programs} programs, {total.failures} of them failed; "
          f"{total.edits} edits, {total.edits / seconds:.1f} edits/s")
    print(f"{total.unread} texts of Encke refused")
    print(f"{total.refused} edits refused, {total.without_effect} without effect, "
          f"{total.ignored} of which ask for vectors")
    for message, count in total.refusals.most_common():
        print(f"  refused {count}: {message}")
    if total.refused > 0.7 * total.edits:
        print("too few edits run")
        return 1
    return 1 if total.failures else 0


if __name__ == "__main__":
    sys.exit(main())
