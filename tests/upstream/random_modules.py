# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random linalg operations on sparse tensors, against a plain evaluation.

    random_modules.py ENCKE [--seconds N] [--seed N]

Each module has one `linalg.generic` with random loops, operands in random formats,
some at sums of loops, and a random body on whole numbers, and prints its result. What that has to be is
computed here, element by element, as if every tensor were dense. A module that is
refused ("not supported yet") counts as neither right nor wrong; one that is wrong
is left in the working directory.
"""

import argparse
import itertools
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import Callable

Tensor = dict[tuple[int, ...], float]
Index = tuple[tuple[int, int], ...]  # loops, each times a number

FORMATS = {
    1: ["(d0) -> (d0 : compressed)", "(d0) -> (d0 : dense)"],
    2: ["(d0, d1) -> (d0 : dense, d1 : compressed)", "(d0, d1) -> (d1 : dense, d0 : compressed)",
        "(d0, d1) -> (d0 : compressed, d1 : compressed)", "(d0, d1) -> (d1 : compressed, d0 : dense)",
        "(d0, d1) -> (d0 : compressed(nonunique), d1 : singleton)",
        "(d0, d1) -> (d0 : dense, d1 : loose_compressed)",
        "(i, j) -> (i floordiv 2 : dense, j floordiv 3 : compressed, i mod 2 : dense, j mod 3 : dense)"],
    3: ["(d0, d1, d2) -> (d0 : compressed, d1 : compressed, d2 : compressed)",
        "(d0, d1, d2) -> (d2 : dense, d0 : compressed, d1 : compressed)",
        "(d0, d1, d2) -> (d1 : compressed, d0 : dense, d2 : compressed)"],
}
BINARY: dict[str, Callable[[float, float], float]] = {
    "arith.addf": lambda x, y: x + y, "arith.subf": lambda x, y: x - y, "arith.mulf": lambda x, y: x * y,
    "arith.maximumf": max, "arith.minimumf": min}
UNARY: dict[str, Callable[[float], float]] = {"arith.negf": lambda x: -x, "math.absf": abs}


def plain(loop: int) -> Index:
    return ((loop, 1),)


def write(index: Index) -> str:
    return " + ".join(f"d{loop}" if factor == 1 else f"d{loop} * {factor}" for loop, factor in index)


def place(axes: list[Index], point: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sum(point[loop] * factor for loop, factor in index) for index in axes)


class Case:
    """One module, and what it has to print."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        loops = rng.choice([1, 2, 2, 3, 3, 4])
        self.sizes = [rng.randint(1, 5) for _ in range(loops)]
        self.formats: list[str] = []
        self.lines: list[str] = []
        inputs = [self.subset(loops, 3) for _ in range(rng.randint(1, 3))]
        used = sorted({loop for indices in inputs for index in indices for loop, _ in index})
        output = [plain(loop) for loop in used if rng.random() < 0.6][:3]
        rng.shuffle(output)
        # A loop that no operand has by itself gets one that is dense.
        alone = {index[0][0] for indices in [*inputs, output] for index in indices if index == plain(index[0][0])}
        missing = [loop for loop in range(loops) if loop not in alone]
        inputs += [[plain(loop)] for loop in missing]
        self.maps = [*inputs, output]
        self.values = [self.tensor(each, rng.choice([0.2, 0.5, 0.9])) for each in inputs]
        self.types = [self.type(each, n < len(inputs) - len(missing) and rng.random() < 0.75) for n, each in enumerate(inputs)]
        self.reduces = len(output) < loops
        self.body: list[str] = []
        self.result = self.expression(inputs)

    def subset(self, loops: int, most: int) -> list[Index]:
        """Different loops, or now and then sums of two."""
        chosen = self.rng.sample(range(loops), self.rng.randint(1, min(loops, most)))
        if self.rng.random() < 0.8:
            return [plain(loop) for loop in chosen]
        return [((loop, self.rng.randint(1, 2)), (self.rng.randrange(loops), self.rng.randint(1, 2)))
                if self.rng.random() < 0.5 else plain(loop) for loop in chosen]

    def shape(self, axes: list[Index]) -> list[int]:
        return [1 + sum((self.sizes[loop] - 1) * factor for loop, factor in index) for index in axes]

    def tensor(self, axes: list[Index], density: float) -> Tensor:
        points = itertools.product(*map(range, self.shape(axes)))
        return {at: float(self.rng.randint(-3, 4)) if self.rng.random() < density else 0.0 for at in points}

    def type(self, axes: list[Index], sparse: bool) -> str:
        text = "x".join([*map(str, self.shape(axes)), "f64"])
        if not sparse or not axes:
            return f"tensor<{text}>"
        self.formats.append(f"#F{len(self.formats)} = #sparse_tensor.encoding<{{ map = "
                            f"{self.rng.choice(FORMATS[len(axes)])} }}>")
        return f"tensor<{text}, #F{len(self.formats) - 1}>"

    def expression(self, inputs: list[list[Index]]) -> Tensor:
        """Writes the body; returns what the operation yields in the end."""
        rng = self.rng
        names = [f"%a{n}" for n in range(len(inputs))]
        steps: list[Callable[[list[float]], float]] = [lambda v, n=n: v[n] for n in range(len(inputs))]
        while len(names) > 1 or rng.random() < 0.4:
            if len(names) > 1:
                name = rng.choice(list(BINARY))
                (x, f), (y, g) = ((names.pop(k), steps.pop(k)) for k in (rng.randrange(len(names)), 0))
                made, function = f"{name} {x}, {y}", lambda v, f=f, g=g, op=BINARY[name]: op(f(v), g(v))
            else:
                name = rng.choice(list(UNARY))
                x, f = names.pop(), steps.pop()
                made, function = f"{name} {x}", lambda v, f=f, op=UNARY[name]: op(f(v))
            self.body.append(f"%t{len(self.body)} = {made} : f64")
            names.append(f"%t{len(self.body) - 1}")
            steps.append(function)
        # The result: set, or combined with what it was.
        output = self.maps[-1]
        combines = self.reduces or rng.random() < 0.3
        self.sparse_result = bool(output) and rng.random() < 0.5
        result = self.tensor(output, 0.0 if self.sparse_result or not combines else 0.6)
        self.begin = dict(result)
        self.result_type = self.type(output, self.sparse_result)
        last = names[0]
        combine = rng.choice(["arith.addf", "arith.addf", "arith.addf", "arith.maximumf", "arith.minimumf"])
        if combines:
            self.body.append(f"%r = {combine} %out, {last} : f64")
            last = "%r"
        self.body.append(f"linalg.yield {last} : f64")
        for point in itertools.product(*map(range, self.sizes)):
            v = [value[place(axes, point)] for value, axes in zip(self.values, inputs)]
            at = place(output, point)
            new = steps[0](v)
            result[at] = BINARY[combine](result[at], new) if combines else new
        return result

    def constant(self, name: str, axes: list[Index], value: Tensor, text: str) -> None:
        shape = self.shape(axes)

        def nested(prefix: tuple[int, ...]) -> str:
            if len(prefix) == len(axes):
                return repr(value[prefix])
            return "[" + ", ".join(nested((*prefix, n)) for n in range(shape[len(prefix)])) + "]"
        dense = text.split(", #")[0].rstrip(">") + ">"
        if dense == text:
            self.lines.append(f"{name} = arith.constant dense<{nested(())}> : {dense}")
            return
        self.lines.append(f"{name}_dense = arith.constant dense<{nested(())}> : {dense}")
        self.lines.append(f"{name} = sparse_tensor.convert {name}_dense : {dense} to {text}")

    def text(self) -> str:
        loops = ", ".join(f"d{n}" for n in range(len(self.sizes)))
        maps = ", ".join(f"affine_map<({loops}) -> ({', '.join(map(write, axes))})>" for axes in self.maps)
        kinds = ", ".join('"parallel"' if plain(n) in self.maps[-1] else '"reduction"'
                          for n in range(len(self.sizes)))
        for n, (axes, value, text) in enumerate(zip(self.maps, self.values, self.types)):
            self.constant(f"%i{n}", axes, value, text)
        if self.sparse_result:
            self.lines.append(f"%o = tensor.empty() : {self.result_type}")
        else:
            self.constant("%o", self.maps[-1], self.begin, self.result_type)
        names = ", ".join(f"%i{n}" for n in range(len(self.values)))
        arguments = ", ".join([*(f"%a{n}: f64" for n in range(len(self.values))), "%out: f64"])
        self.lines += [f"%y = linalg.generic {{indexing_maps = [{maps}], iterator_types = [{kinds}]}}",
                       f"    ins({names} : {', '.join(self.types)}) outs(%o : {self.result_type}) {{",
                       f"^bb0({arguments}):", *(f"  {line}" for line in self.body), f"}} -> {self.result_type}"]
        dense = "tensor<" + "x".join([*map(str, self.shape(self.maps[-1])), "f64"]) + ">"
        result = "%y"
        if self.sparse_result:
            self.lines.append(f"%z = sparse_tensor.convert %y : {self.result_type} to {dense}")
            result = "%z"
        points = list(itertools.product(*map(range, self.shape(self.maps[-1]))))
        for n in range(6):
            self.lines.append(f"%c{n} = arith.constant {n} : index")
        for n, point in enumerate(points):
            self.lines += [f"%e{n} = tensor.extract {result}[{', '.join(f'%c{k}' for k in point)}] : {dense}",
                           f"vector.print %e{n} : f64"]
        body = "\n".join(f"    {line}" for line in self.lines)
        return "\n".join([*self.formats, "module {", "  func.func @main() {", body, "    return", "  }", "}", ""])


def run(encke: str, text: str, threads: int) -> tuple[int, str, str]:
    done = subprocess.run([encke, "run", "-", f"--threads={threads}"], input=text, capture_output=True, text=True,
                          timeout=120, check=False)
    return done.returncode, done.stdout, done.stderr


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("encke")
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    end = time.monotonic() + options.seconds
    seed, failures, refused = options.seed, 0, 0
    while time.monotonic() < end:
        case = Case(random.Random(seed))
        text = case.text()
        status, out, err = run(options.encke, text, 1 + seed % 2)
        points = itertools.product(*map(range, case.shape(case.maps[-1])))
        wanted = [case.result[at] for at in points]
        if status == 1 and "not supported yet" in err:
            refused += 1
        elif status != 0 or [float(line) for line in out.split()] != wanted:
            failures += 1
            Path(f"random-{seed}.mlir").write_text(text)
            print(f"random-{seed}.mlir: status {status}, {out.split()} instead of {wanted}\n{err[:500]}")
        seed += 1
    print(f"{seed - options.seed} modules, {refused} refused, {failures} failures")
    sys.exit(failures != 0)


if __name__ == "__main__":
    main()
