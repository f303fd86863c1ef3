#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs random programs in several configurations, and compares what they print
with what the reference interpreter does.

A statement that encke says it does not support yet is left out of its program,
and the rest is run; a tensor of a format that is not supported yet becomes a
dense one. What both refuse is left out too. A program that fails is cut down
for as long as it fails, and shown with its data. `--seed` picks the first
program: program N of a run is the first of a run with `--seed` N higher.
"""

import collections
import dataclasses
import random
import re
import sys
import time
from pathlib import Path

import configurations
from campaign import add_run_options, check_all, finish_run_options, make_parser
from chains import Chains
from comparison import (Failure, RELATIVE, RELATIVE_FLOAT, compare_outputs,
                        is_close, is_close_or_infinite)
from counts import Counts
from generator import Generator
from program import Source, computed_in, depends_on_order, names_in
from runner import TNS, Runner
from shrink import shrink

ERROR_LINE = re.compile(r"^[^\n:]*:(\d+):\d+: error: (.*)$", re.MULTILINE)
# The last is said of a tensor whose only statement was left out before.
UNSUPPORTED = re.compile(r"not supported yet|is not clear$|has no value yet$")
STATUS_UNSUPPORTED = 3  # of the reference interpreter
CHAINS = 0.8  # of the programs; the others have longer statements
INFINITE = 0.25  # of those others
# What else a failing program is run by, to see what the failure has to do with.
OTHERS = (configurations.FUSED, configurations.Configuration(("-O0",)),
          configurations.Configuration(("--no-fuse",)), configurations.PLAIN)


@dataclasses.dataclass
class Total(Counts):
    """What was done so far."""
    programs: int = 0
    runs: int = 0
    failures: int = 0
    statements: int = 0
    compared: int = 0
    strict: int = 0
    skipped: collections.Counter = dataclasses.field(
        default_factory=collections.Counter)
    refusals: collections.Counter = dataclasses.field(
        default_factory=collections.Counter)


class Checker:
    """Compares programs with the reference interpreter."""

    def __init__(self, runner):
        self.runner = runner
        self.total = Total()
        self.expected = {}  # results of the reference, by text

    def check(self, program, configuration):
        """Compares the results of a program, or of what of it encke supports,
        which is returned."""
        while program.statements:
            variant = configuration.applied_to(program)
            source = Source(variant)
            got = self.runner.run_encke(source, configuration)
            self.total.runs += 1
            if got.status == 0:
                self.compare(variant, source, got)
                break
            program = self.supported(program, source, got)
        return program

    def expect(self, source):
        result = self.expected.get(source.text)
        if result is None:
            result = self.runner.run_reference(source)
            self.expected[source.text] = result
        return result

    def compare(self, program, source, got):
        expected = self.expect(source)
        if expected.status == STATUS_UNSUPPORTED:
            self.total.skipped[expected.stderr.strip()] += len(
                program.statements)
            return
        if expected.status != 0:
            raise Failure("the reference refuses what encke takes:\n" +
                          expected.stderr, "taken")
        has_floats = any(computed_in(t.type) == "float"
                         for t in source.tensors)
        is_lax = depends_on_order(program)
        compare_outputs(got.stdout, expected.stdout,
                        RELATIVE_FLOAT if has_floats else RELATIVE,
                        is_close_or_infinite if is_lax else is_close)
        self.total.strict += not is_lax
        self.total.compared += len(program.statements)

    def supported(self, program, source, got):
        """The program without what encke complains about."""
        errors = [(int(line), message) for line, message
                  in ERROR_LINE.findall(got.stderr)]
        if got.status not in (1, 2) or not errors:
            raise Failure(f"encke: {got.kind} {got.number}\n" + got.stderr,
                          f"{got.kind} {got.number}")
        # What is not supported may be the reason for other errors.
        unsupported = [(line, message) for line, message in errors
                       if UNSUPPORTED.search(message)]
        if not unsupported:
            self.check_refusal(source, got)
            for _, message in errors:
                self.total.refusals[without_names(message)] += 1
        errors = unsupported or [(line, "") for line, _ in errors]
        statements = set()
        formats = set()
        for line, message in errors:
            tensor = source.tensor_at.get(line)
            if message:
                self.total.skipped[without_names(message)] += 1
            if line in source.statement_at:
                statements.add(source.statement_at[line])
            elif tensor and "format" in message:
                formats.add(tensor)
            elif tensor:
                statements |= {n for n, s in enumerate(program.statements)
                               if tensor in names_in(s)}
            else:
                raise Failure("encke rejects a declaration:\n" + got.stderr,
                              "refused")
        return dataclasses.replace(
            program,
            tensors=tuple(dataclasses.replace(t, format="Dense", value="")
                          if t.name in formats else t
                          for t in program.tensors),
            statements=tuple(s for n, s in enumerate(program.statements)
                             if n not in statements))

    def check_refusal(self, source, got):
        expected = self.expect(source)
        # What the compiler sees may be found only when the reference runs.
        if expected.status not in (got.status, STATUS_UNSUPPORTED, 2):
            raise Failure(
                f"encke refuses a program (status {got.status}), the "
                f"reference does not (status {expected.status}):\n" +
                got.stderr + expected.stderr,
                "refused: " + without_names(ERROR_LINE.findall(
                    got.stderr)[0][1]))


def without_names(message):
    return re.sub(r"'[^']*'", "'...'", message)


def make_program(seed):
    source = random.Random(seed)
    if source.random() < CHAINS:
        return Chains(source).program()
    return Generator(source, source.random() < INFINITE).program()


def check(runner, seed):
    """Checks one program in all of its configurations: the totals, and a report
    of the first failure or ""."""
    program = make_program(seed)
    tried = [configurations.FUSED]
    if isinstance(runner, Runner):
        tried += [configurations.PLAIN, configurations.draw(
            random.Random(f"configuration {seed}"))]
    checker = Checker(runner)
    checker.total.programs = 1
    checker.total.statements = len(tried) * len(program.statements)
    report = ""
    for configuration in tried:
        try:
            program = checker.check(program, configuration)
        except Failure as failure:
            report = report_of(runner, seed, program, configuration, failure)
            checker.total.failures = 1
            break
    return checker.total, report


def report_of(runner, seed, program, configuration, failure):
    """A failing program, as small as it can be, and how to run it."""
    failures = [failure]

    def fails(some, other):
        try:
            Checker(runner).check(some, other)
        except Failure as smaller:
            if smaller.kind != failure.kind:
                return False
            failures[0] = smaller
            return True
        return False

    program, configuration = shrink(program, configuration, fails)
    fails(program, configuration)
    smallest = failures[0]
    source = Source(configuration.applied_to(program))
    others = [("also" if fails(program, other) else "not") + f" by {other}"
              for other in OTHERS if other != configuration]
    parts = [f"# --seed {seed}: {smallest.kind}: {configuration}",
             f"# ({', '.join(others)})",
             str(smallest).rstrip(), "",
             source.text]
    for name, text in source.files.items():
        parts += [f"{name}:", text]
    return Report(seed, "\n".join(parts), source, configuration)


@dataclasses.dataclass
class Report:
    seed: int
    text: str
    source: Source
    configuration: configurations.Configuration

    def keep(self, folder):
        """Writes the program, its data and what was wrong into a folder."""
        folder = Path(folder) / str(self.seed)
        folder.mkdir(parents=True, exist_ok=True)
        paths = self.source.write_to(folder)
        names = " ".join(Path(path).name for path in paths)
        command = f"{self.configuration} --no-cache {TNS} {names}\n"
        (folder / "command").write_text(command, encoding="utf-8")
        (folder / "report").write_text(self.text + "\n", encoding="utf-8")


def show(total, seconds):
    print(f"{total.programs} programs, {total.failures} of them failed; "
          f"{total.runs} runs, {total.programs / seconds:.1f} programs/s")
    print(f"{total.compared} of {total.statements} statements compared; in "
          f"{total.strict} runs infinities had to be the same")
    for message, count in total.skipped.most_common():
        print(f"  skipped {count}: {message}")
    for message, count in total.refusals.most_common():
        print(f"  refused by both {count}: {message}")


def arguments():
    parser = make_parser(__doc__)
    parser.add_argument("--runner", help="encke-run-programs of a build")
    parser.add_argument("--encke", help="without --runner: what is run, in "
                        "one configuration")
    parser.add_argument("--reference", help="without --runner: the oracle")
    parser.add_argument("--least", type=float, default=0.1,
                        help="how much of the statements must be compared")
    add_run_options(parser)
    options = parser.parse_args()
    if not options.runner and not (options.encke and options.reference):
        parser.error("--runner is missing, or --encke and --reference")
    return finish_run_options(options)


def main():
    options = arguments()
    start = time.monotonic()
    total = check_all(options, check, Total())
    show(total, time.monotonic() - start)
    if total.compared < total.statements * options.least:
        print("too few statements are supported")
        return 1
    return 1 if total.failures else 0


if __name__ == "__main__":
    sys.exit(main())
