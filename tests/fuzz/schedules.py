#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Gives the statements of random programs random schedules, and compares what they
print with what the reference interpreter does, which ignores schedules.

A clause that is refused, with a message at its place, is left out, until the rest
compiles. `--seed` picks the first program: program N of a run is the first of a run
with `--seed` N higher.
"""

import collections
import dataclasses
import random
import re
import sys
from pathlib import Path

import configurations
from campaign import run_campaign
from comparison import (RELATIVE, RELATIVE_FLOAT, Failure, compare_outputs,
                        is_close, is_close_or_infinite)
from counts import Counts
from program import Source, depends_on_order, nodes_of, text_of
from random_programs import make_program, without_names
from runner import TNS

ENVIRONMENT = ("ENCKE_TASK_WORK=1",)
ERROR = re.compile(r"^[^\n:]*:(\d+):(\d+): error: (.*)$", re.MULTILINE)
STATUS_UNSUPPORTED = 3  # of the reference interpreter
MOST_CLAUSES = 4
NUMBERS = (1, 2, 3, 4, 8)
FORMATS = ("CSR", "CSC", "COO", "DCSR")
QUESTION_FORMATS = ("CSR", "CSC", "DCSR", "CSF")
LIKELY = ("order", "serial", "grouped", "parallel", "search")
TEMPORARY_FORMATS = ("Dense", "Dense", "COO", "COO", "CSR")
NAMED = {
    "parallel": ("", "", ", chunks = 2", ", share = copy", ", share = owner",
                 ", share = pieces", ", share = plain"),
    "vectorize": ("", "", ", short = 0", ", short = 3", ", far = 2", ", far = 0"),
    "registers": ("", "", ", then = 1", ", tail = overlap", ", tail = mask"),
    "search": ("", "", ", ratio = 2", ", most = 3"),
    "prefetch": ("", ", lines = 1"),
    "renumber": ("", ", size = 2", ", ratio = 2"),
    "jam": ("", ", block = 8"),
}
CONFIGURATIONS = (
    configurations.Configuration(("--verify-passes",)),
    configurations.Configuration(("--threads", "3"), ENVIRONMENT),
    configurations.Configuration(("--threads", "3", "--no-fuse"), ENVIRONMENT),
    configurations.Configuration(("--threads", "1")),
)


@dataclasses.dataclass
class Total(Counts):
    """What was done so far."""
    programs: int = 0
    runs: int = 0
    failures: int = 0
    clauses: int = 0
    honoured: collections.Counter = dataclasses.field(
        default_factory=collections.Counter)
    refused: collections.Counter = dataclasses.field(
        default_factory=collections.Counter)
    messages: collections.Counter = dataclasses.field(
        default_factory=collections.Counter)


@dataclasses.dataclass
class Report:
    seed: int
    text: str
    program: str
    files: dict

    def keep(self, folder):
        folder = Path(folder) / f"schedules-{self.seed}"
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in {"program.ta": self.program, "report": self.text,
                           **self.files}.items():
            (folder / name).write_text(text, encoding="utf-8")


@dataclasses.dataclass
class Text:
    """A program as the runner takes it."""
    text: str
    files: dict

    def write_to(self, folder):
        for name, text in {"program.ta": self.text, **self.files}.items():
            (folder / name).write_text(text, encoding="utf-8")
        return [str(folder / name) for name in ("program.ta", *self.files)]


def draw_part(source, value):
    """A part of the expression that a clause can name, as text."""
    parts = [node for node in nodes_of(value)
             if node.op in ("+", "-", "*", "/", "call")
             and all(inner.op in ("+", "-", "*", "/", "call", "access", "number", "neg")
                     for inner in nodes_of(node))]
    return text_of(source.choice(parts)) if parts else None


def draw_clause(source, labels, own, tensors, part):
    """Mostly one that makes sense."""
    label = source.choice(labels)
    number = source.choice(NUMBERS)
    order = source.sample(labels, len(labels))
    kind = source.choice((
        "order", "order", "order", "parallel", "parallel", "vectorize", "vectorize",
        "workspace", "serial", "search", "search", "assemble", "prefetch", "registers",
        "sums", "unroll", "jam", "convert", "symmetric", "fused", "separate", "grouped",
        "positions", "renumber", *(["temporary", "temporary", "part"] if part else [])))
    few = source.sample(labels, source.randint(1, min(2, len(labels))))
    kept = own[source.randint(0, len(own) - 1):] if own else few
    words = {
        "order": ", ".join(order),
        "parallel": label + source.choice(("", ", static", ", dynamic", ", nnz")),
        "vectorize": label + source.choice(("", f", {number}")),
        "workspace": ", ".join(kept) + source.choice(("", ", dense", ", hash", ", sorted")),
        "part": f"{part}, {few[0]}" + source.choice(("", ", dense", ", hash", ", sorted")),
        "temporary": f"{part}, {source.choice(TEMPORARY_FORMATS)}",
        "positions": ", ".join(order),
        "renumber": label,
        "search": f"{label}, " + source.choice(("merge", "gallop", "runs", "scatter", "lookup")),
        "assemble": source.choice(("bound", "count")),
        "convert": f"{source.choice(tensors)}, {source.choice(FORMATS)}",
        "symmetric": source.choice(tensors),
        "serial": "", "fused": "", "separate": "", "grouped": "",
    }.get(kind, f"{label}, {number}")
    if words:
        words += source.choice(NAMED.get(kind, ("",)))
    name = "workspace" if kind == "part" else kind
    return f"{name}({words})" if words else name


def draw_when(source, tensors, draw):
    """Clauses of their own where the answer to a question is yes: those that can mostly
    be had, since one that cannot takes the question away, too."""
    one, other = source.choice(tensors), source.choice(tensors)
    question = source.choice(("uneven({0})", "scattered({0})", "alike({0}, {1})",
                              "stored({0}, {2})")).format(one, other, source.choice(NUMBERS))
    drawn = [draw() for _ in range(8)]
    clauses = ", ".join([clause for clause in drawn if clause.split("(")[0] in LIKELY][:1]
                        or drawn[:1])
    return f"when({source.choice(('', '!'))}{question}, {clauses})"


def draw_clauses(source, program, statement):
    labels = list(dict.fromkeys(
        [*statement.labels, *(label for node in nodes_of(statement.value)
                              if node.op == "access" for label in node.labels)]))
    tensors = [node.name for node in nodes_of(statement.value)
               if node.op == "access"]
    if not labels or not tensors or not program.tensor(statement.target):
        return []
    clauses = []

    def draw():
        return draw_clause(source, labels, list(dict.fromkeys(statement.labels)), tensors,
                           draw_part(source, statement.value))

    for _ in range(source.randint(1, MOST_CLAUSES)):
        clause = draw()
        names = {other.split("(")[0] for other in clauses}
        if clause.split("(")[0] not in names:
            clauses.append(clause)
    tensors = [name for name in tensors
               if program.tensor(name).format in QUESTION_FORMATS]
    while tensors and source.random() < 0.4:
        clauses.insert(source.randint(0, len(clauses)), draw_when(source, tensors, draw))
    return clauses


class Checker:
    """One program."""

    def __init__(self, runner, seed, total):
        self.runner = runner
        self.seed = seed
        self.total = total
        source = random.Random(f"schedules {seed}")
        self.program = make_program(seed)
        self.plain = Source(self.program)
        self.configuration = source.choice(CONFIGURATIONS)
        self.clauses = {
            line: draw_clauses(source, self.program, self.program.statements[number])
            for line, number in self.plain.statement_at.items()
            if self.plain.lines[line - 1].strip().startswith(
                self.program.statements[number].target + "[")}

    def text(self):
        """With the clauses that are left, and where each of them stands."""
        lines, places = list(self.plain.lines), {}
        for line, clauses in self.clauses.items():
            if not clauses:
                continue
            text, end, rest = lines[line - 1].partition(";")
            text += " with "
            for number, clause in enumerate(clauses):
                text += ", " if number else ""
                places[line, len(text) + 1] = number
                text += clause
            lines[line - 1] = text + end + rest
        return Text("\n".join(lines) + "\n", self.plain.files), places

    def run(self, text):
        self.total.runs += 1
        return self.runner.run(
            text, self.configuration.environment, "encke", "run", "--no-cache", TNS,
            *self.configuration.flags)

    def check(self):
        """Returns a report of the first failure, or nothing."""
        self.total.programs += 1
        expected = self.runner.run_reference(self.plain)
        before = self.run(Text(self.plain.text, self.plain.files))
        if expected.status != 0 or before.status != 0:
            return None
        for clauses in self.clauses.values():
            self.total.clauses += len(clauses)
        try:
            return self.check_clauses(expected)
        except Failure as failure:
            return self.report(failure)

    def check_clauses(self, expected):
        while True:
            text, places = self.text()
            got = self.run(text)
            if got.status == 0:
                break
            refusals = ERROR.findall(got.stderr)
            if got.status not in (1, 2) or not refusals:
                raise Failure(f"{got.kind} {got.number}\n{got.stderr}")
            self.leave_out(refusals, places, got)
        for clauses in self.clauses.values():
            for clause in clauses:
                self.total.honoured[clause.split("(")[0]] += 1
        has_floats = any(t.type == "float" for t in self.plain.tensors)
        is_lax = depends_on_order(self.program)
        compare_outputs(got.stdout, expected.stdout,
                        RELATIVE_FLOAT if has_floats else RELATIVE,
                        is_close_or_infinite if is_lax else is_close)

    def leave_out(self, refusals, places, got):
        """The clauses that are refused, or what a message is about besides."""
        found = {}
        for line, column, message in refusals:
            line = int(line)
            starts = [start for where, start in places
                      if where == line and start <= int(column)]
            # What is stored is looked at where the statement stands.
            if "not symmetric" in message:
                starts = [start for (where, start), number in places.items()
                          if where == line
                          and "symmetric(" in self.clauses[line][number]]
            if starts:
                found[line, places[line, max(starts)]] = message
        if not found:
            raise Failure("a message that is not at a clause:\n" + got.stderr)
        for (line, number), message in sorted(found.items(), reverse=True):
            clause = self.clauses[line][number]
            self.total.refused[clause.split("(")[0]] += 1
            self.total.messages[without_names(message)] += 1
            del self.clauses[line][number]

    def report(self, failure):
        self.total.failures += 1
        text, _ = self.text()
        parts = [f"# --seed {self.seed}: {failure.kind}: {self.configuration}",
                 str(failure).rstrip(), "", text.text]
        return Report(self.seed, "\n".join(parts), text.text, text.files)


def check(runner, seed):
    total = Total()
    return total, Checker(runner, seed, total).check()


def main():
    total = run_campaign(__doc__, check, Total())
    print(f"{total.programs} programs, {total.failures} of them failed; "
          f"{total.clauses} clauses, {total.honoured.total()} honoured")
    for name, count in sorted(total.honoured.items()):
        print(f"  {name}: {count} honoured, {total.refused[name]} refused")
    for message, count in total.messages.most_common(40):
        print(f"  refused {count}: {message}")
    # What is always refused is not tested.
    if total.clauses > 500 and total.honoured.total() < 0.2 * total.clauses:
        print("too few clauses are honoured")
        return 1
    return 1 if total.failures else 0


if __name__ == "__main__":
    sys.exit(main())
