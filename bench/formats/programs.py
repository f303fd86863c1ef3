#===- programs.py - programs that time statements in several formats -------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""What the figures have in common: a program of Encke that runs a statement with its
operand in each of several formats, in turns, and times it itself."""

import collections
import re
import resource
import statistics
import subprocess
import time

# UniSparse's formats, without what says how their arrays lie.
DECLARED = {
    "DOK": "format DOK = (i, j) -> (i : compressed(nonunique), j : singleton);",
    "DIAv": "format DIAv = (i, j) -> (j - i : compressed, j : dense);",
    "BDIA": "format BDIA(b) = (i, j) -> (i / b : dense, j - i : compressed, "
            "i % b : dense);",
    "BELL": "format BELL(b) = (i, j) -> (i / b : dense, "
            "enumerate([i / b], j / b) : dense, j / b : singleton, "
            "i % b : dense, j % b : dense);",
    "C2SR": "format C2SR(n) = (i, j) -> (i % n : dense, i / n : dense, "
            "j : compressed);",
    "CISR": "format CISR(n) = (i, j) -> (schedule(i, n) : dense, "
            "i : compressed, j : compressed);",
    "CISRplus": "format CISRplus(n) = (i, j) -> "
                "(schedule(reorder(i), n) : dense, reorder(i) : compressed, "
                "i : singleton, j : compressed);",
    "Serpens": "format Serpens(p) = (i, j) -> (enumerate([i], j) : compressed, "
               "reorder(i) / p : compressed, reorder(i) % p : dense, "
               "i : singleton, j : singleton);",
}


def declarations(text):
    """Of the formats that are named in a text."""
    return "".join(f"{declared}\n" for name, declared in DECLARED.items()
                   if re.search(rf"\b{name}\b", text))


Done = collections.namedtuple("Done", "output errors cpu_wall")


def run(build, text, path, *flags):
    """Runs a program on a file. Nothing is output where it fails."""
    command = [build / "bin" / "encke", "run", *flags, "-", path]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    done = subprocess.run(command, input=declarations(text) + text, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          check=False)
    wall = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = (after.ru_utime + after.ru_stime
           - before.ru_utime - before.ru_stime)
    if done.returncode != 0:
        print(f"bench: {path}: {done.stderr}")
        return Done("", done.stderr, cpu / wall)
    return Done(done.stdout, done.stderr, cpu / wall)


# ===-- statements in turns ----------------------------------------------------

Timed = collections.namedtuple("Timed", "ms cpu_wall checked")


class Turns:
    """A statement with its first operand A in each of several formats. `kinds` are
    the declarations of the others, `%` in it and in the statement stands for what is
    another one for each format; `check` is a scalar that does not depend on it."""

    def __init__(self, labels, kinds, start, statement, check):
        self.labels, self.kinds, self.start = labels, kinds, start
        self.statement, self.check = statement, check

    def program(self, formats, samples, repeats):
        lines = [f"IndexLabel [{label}] = [{size}];"
                 for label, size in self.labels.items()]
        numbers = range(len(formats))
        lines += [f"Tensor<double> A{n}([i, j], {text});"
                  for n, text in enumerate(formats)]
        for line in self.kinds:
            lines += ([line.replace("%", str(n)) for n in numbers]
                      if "%" in line else [line])
        lines += [f"A{n}[i, j] = read(0);" for n in numbers]
        for line in self.start:
            lines += ([line.replace("%", str(n)) for n in numbers]
                      if "%" in line else [line])
        lines.append(f"for t in 0:{samples} {{")
        for n in numbers:
            lines += [f"  var a{n} = getTime();", f"  for r in 0:{repeats} {{",
                      "    " + self.statement.replace("%", str(n)), "  }",
                      f"  var b{n} = getTime();", f"  print(b{n} - a{n});"]
        lines.append("}")
        lines += [f"print({self.check.replace('%', str(n))});" for n in numbers]
        return "def main() {\n" + "".join(f"  {line}\n" for line in lines) + "}\n"

    def measure(self, build, path, formats, threads, repeats, samples):
        """By format: the milliseconds of the statement, cpu/wall of the process, and
        whether the check agrees with that of the first format."""
        text = self.program(formats, samples + 1, repeats)
        done = run(build, text, path, f"--threads={threads}")
        return timed_turns(done, len(formats), samples, repeats)


def timed_turns(done, count, samples, repeats):
    """Of a program that has printed the seconds of `count` statements in turns, a
    sample more than counts, and then a number for each that is the same for all."""
    numbers = [float(word) for word in done.output.split()]
    if len(numbers) != count * (samples + 2):
        return [Timed(None, done.cpu_wall, False)] * count
    checks = numbers[-count:]
    timed = []
    for n in range(count):
        # The first one warms up.
        times = numbers[count + n:count * (samples + 1):count]
        timed.append(Timed(
            statistics.median(times) / repeats * 1e3, done.cpu_wall,
            abs(checks[n] - checks[0]) <= 1e-9 * abs(checks[0])))
    return timed


def vector_product():
    """SpMV, adding up: no product can be moved out of the loop."""
    return Turns({"i": "?", "j": "?"},
                 ["Tensor<double> x([j], {Dense});",
                  "Tensor<double> y%([i], {Dense});"],
                 ["x[j] = random(1);", "y%[i] = 0.0;"],
                 "y%[i] += A%[i, j] * x[j];", "SUM(y%[i])")


def matrix_product(columns):
    """SpMM with so many columns."""
    return Turns({"i": "?", "j": "?", "k": columns},
                 ["Tensor<double> X([j, k], {Dense});",
                  "Tensor<double> Y%([i, k], {Dense});"],
                 ["X[j, k] = random(1);", "Y%[i, k] = 0.0;"],
                 "Y%[i, k] += A%[i, j] * X[j, k];", "SUM(Y%[i, k])")


# ===-- conversions ------------------------------------------------------------


def conversion(source, targets, runs):
    """A program that converts a file's tensor from a format into others, again and
    again, and counts what they store. The statements begin in line `FIRST_LINE`."""
    lines = ["IndexLabel [i, j] = [?];", f"Tensor<double> A([i, j], {source});"]
    lines += [f"Tensor<double> B{n}([i, j], {text});"
              for n, text in enumerate(targets)]
    lines += ["A[i, j] = read(0);", f"for t in 0:{runs} {{"]
    for n in range(len(targets)):
        lines += [f"  var a{n} = getTime();", f"  B{n}[i, j] = A[i, j];",
                  f"  var b{n} = getTime();", f"  print(b{n} - a{n});"]
    lines.append("}")
    lines += ["print(NNZ(A[i, j]));"]
    lines += [f"print(NNZ(B{n}[i, j]));" for n in range(len(targets))]
    return "def main() {\n" + "".join(f"  {line}\n" for line in lines) + "}\n"


ROW = re.compile(r"^ *([0-9.]+) +[0-9.]+ +([0-9]+)  \S*?:(\d+):\d+ +(\S.*)$")
PHASE = re.compile(r"^ *([0-9.]+) +[0-9.]+ {10,}(\S.*)$")


def phases(errors):
    """Of what --time writes: by line of the program, the milliseconds of a run, as a
    whole and of each phase."""
    lines, line, runs = {}, None, 1
    for text in errors.splitlines():
        if row := ROW.match(text):
            line, runs = int(row[3]), int(row[2])
            lines.setdefault(line, {})["all"] = float(row[1]) / runs
        elif (phase := PHASE.match(text)) and line is not None and \
                phase[2] != "total":
            of_line = lines[line]
            of_line[phase[2]] = (of_line.get(phase[2], 0)
                                 + float(phase[1]) / runs)
    return lines


def convert(build, path, source, targets, runs):
    """By target: the milliseconds of a conversion (Timed), and its phases."""
    text = conversion(source, targets, runs + 1)
    done = run(build, text, path, "--threads=1", "--time")
    numbers = [float(word) for word in done.output.split()]
    count = len(targets)
    if len(numbers) != count * (runs + 2) + 1:
        return [(Timed(None, done.cpu_wall, False), {})] * count
    stored = numbers[-count - 1:]
    by_line = phases(done.errors)
    every = (declarations(text) + text).splitlines()
    result = []
    for n in range(count):
        times = numbers[count + n:count * (runs + 1):count]
        line = next(number for number, line in enumerate(every, 1)
                    if line.strip() == f"B{n}[i, j] = A[i, j];")
        result.append((Timed(statistics.median(times) * 1e3, done.cpu_wall,
                             stored[n + 1] == stored[0]),
                       by_line.get(line, {})))
    return result
