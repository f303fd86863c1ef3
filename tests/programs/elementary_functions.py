#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares exp, log, tanh, sin and cos in loops with those of the C library.

Arguments are of all sizes, near to where a function is zero or leaves the range
of numbers, and special. How many units in the last place a result may be off is
counted in numbers that lie between. Each argument stands at several places, in
vectors and behind the last one: its results must be the same bit by bit, also
with several threads.
"""

import fractions
import math
import os
import random
import struct
import subprocess
import sys
import tempfile

FORMATS = {"double": ("d", "q"), "float": ("f", "i")}
# Units in the last place; a little more than the functions' own errors, since
# those of the C library come in addition.
ALLOWED = {"exp": 1, "log": 1, "tanh": 3, "sin": 1, "cos": 1, "sigmoid": 3,
           "cube": 1, "fourth": 2}
EXPRESSIONS = {"cube": "pow(x[i], 3)", "fourth": "pow(x[i], 4.0)"}
SMALLEST = {"double": 2.0 ** -1022, "float": 2.0 ** -126}
COPIES = 3
LARGEST_LOG = math.log(sys.float_info.max)
TIMEOUT = 120


def rounded(value, kind):
    """The nearest number of the type; beyond the largest, infinity."""
    try:
        return struct.unpack(FORMATS[kind][0], struct.pack(FORMATS[kind][0], value))[0]
    except OverflowError:
        return math.copysign(math.inf, value)


def order(value, kind):
    """A number that counts the numbers of the type from zero to `value`."""
    number, integer = FORMATS[kind]
    bits = struct.unpack(integer, struct.pack(number, value))[0]
    return bits if bits >= 0 else -(bits & (2 ** (8 * struct.calcsize(integer) - 1) - 1))


def power(x, exponent):
    """In exact arithmetic, rounded once."""
    if math.isinf(x) or x == 0:
        return x ** exponent
    exact = fractions.Fraction(x) ** exponent
    try:
        return float(exact)
    except OverflowError:
        return math.inf if exact > 0 else -math.inf


def expected(name, x):
    if math.isnan(x):
        return math.nan
    if name in ("cube", "fourth"):
        return power(x, 3 if name == "cube" else 4)
    if name == "exp":
        return math.exp(x) if x < LARGEST_LOG else math.inf
    if name == "log":
        return math.log(x) if x > 0 else -math.inf if x == 0 else math.nan
    if name == "tanh":
        return math.tanh(x)
    if name == "sigmoid":
        return 1 / (1 + math.exp(-x)) if -x < LARGEST_LOG else 0.0
    if math.isinf(x):
        return math.nan
    return math.sin(x) if name == "sin" else math.cos(x)


def arguments(kind, generator):
    most = 3e38 if kind == "float" else 1e308
    special = [0.0, -0.0, math.inf, -math.inf, math.nan, 1.0, -1.0, 709.78, 709.79,
               -745.13, -745.14, -708.4, 88.72, 88.73, -103.2, -104.0, 22.0, -22.5,
               1e-310, 5e-324, 1.1754943e-38, 1e-40, most, -most, 1048576.0,
               1048577.0, -1048577.0, 1e22]
    values = special + [k * math.pi / 2 for k in range(-40, 200)]
    values += [generator.uniform(-1, 1) for _ in range(400)]
    values += [generator.uniform(-750, 750) for _ in range(400)]
    values += [generator.uniform(-2e6, 2e6) for _ in range(200)]
    values += [math.exp(generator.uniform(-700, 700)) * generator.choice((1, -1))
               for _ in range(300)]
    values += [1 + generator.uniform(-1, 1) * 2.0 ** -generator.randrange(1, 50)
               for _ in range(200)]
    return [rounded(value, kind) for value in values]


def compute(encke, kind, xs, folder, flags):
    """For each function, its values at the arguments."""
    with open(os.path.join(folder, "x.mtx"), "w", encoding="ascii") as file:
        file.write(f"%%MatrixMarket matrix array real general\n{len(xs)} 1\n")
        file.writelines(f"{x!r}\n" for x in xs)
    lines = ["def main() {", "IndexLabel [i] = [?];",
             f"Tensor<{kind}> x([i], {{Dense}});", "x[i] = read(0);"]
    for name in ALLOWED:
        lines += [f"Tensor<{kind}> {name}_x([i], {{Dense}});",
                  f"{name}_x[i] = {EXPRESSIONS.get(name, name + '(x[i])')};", f'write({name}_x, "{name}.mtx");']
    program = os.path.join(folder, "program.ta")
    with open(program, "w", encoding="ascii") as file:
        file.write("\n".join(lines + ["}\n"]))
    subprocess.run([encke, "run", *flags, program, "x.mtx"], cwd=folder, check=True,
                   timeout=TIMEOUT)
    results = {}
    for name in ALLOWED:
        with open(os.path.join(folder, f"{name}.mtx"), encoding="ascii") as file:
            results[name] = [float(line) for line in file.readlines()[2:]]
    return results


def same(a, b):
    return struct.pack("d", a) == struct.pack("d", b) or (math.isnan(a) and math.isnan(b))


def check(name, kind, x, y):
    """What is wrong with y = name(x), or None. 1 / (1 + exp(-x)) is zero where
    exp(-x) is infinite."""
    wanted = rounded(expected(name, x), kind)
    if name == "sigmoid" and y == 0 and wanted < SMALLEST[kind]:
        return None
    if math.isnan(wanted) or math.isnan(y):
        wrong = not (math.isnan(wanted) and math.isnan(y))
    else:
        wrong = abs(order(wanted, kind) - order(y, kind)) > ALLOWED[name]
    return f"{kind} {name}({x!r}) is {y!r}, not {wanted!r}" if wrong else None


def test(encke, kind, folder):
    generator = random.Random(3)
    xs = arguments(kind, generator)
    shuffled = [(x, at) for at, x in enumerate(xs)] * COPIES
    generator.shuffle(shuffled)
    results = compute(encke, kind, [x for x, _ in shuffled], folder, [])
    others = compute(encke, kind, [x for x, _ in shuffled], folder,
                     ["--threads", "3"])
    errors = []
    for name, ys in results.items():
        first = {}
        for (x, at), y, other in zip(shuffled, ys, others[name]):
            if not same(first.setdefault(at, y), y) or not same(y, other):
                errors.append(f"{kind} {name}({x!r}) depends on its place")
            if error := check(name, kind, x, y):
                errors.append(error)
    print(f"{kind}: {len(xs)} arguments of {len(ALLOWED)} functions")
    return errors


def main():
    errors = []
    for kind in FORMATS:
        with tempfile.TemporaryDirectory() as folder:
            errors += test(sys.argv[1], kind, folder)
    print("\n".join(errors[:20]))
    sys.exit(bool(errors))


main()
