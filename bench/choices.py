#===- choices.py - whether the policy takes the faster of two ways -----------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""`python3 bench/choices.py [product|inner|mttkrp] [--build-dir BUILD] [--only WORD]`:
tables of a statement on many inputs, done as the policy chooses and in each of the
ways that it chooses from, in turns, with one thread.

Where the policy is 5 % slower than the fastest of them, the input is measured again;
the exit status is 1 if one stays so."""

import argparse
import dataclasses
import pathlib
import random
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
ROUNDS = 40
THIRD = 2  # the third least time counts: what else the machine does adds to it
MOST = 1.05
REPEATS = 3
ELEMENTS = 60_000  # of an operand, about

# ===-- inputs -----------------------------------------------------------------


def write_tensor(path, sizes, entries):
    """Each entry is the coordinates of an element, from 0 on."""
    with open(path, "w") as file:
        if len(sizes) == 2:
            file.write("%%MatrixMarket matrix coordinate real general\n"
                       f"{sizes[0]} {sizes[1]} {len(entries)}\n")
        for entry in entries:
            file.write(" ".join(str(at + 1) for at in entry) + " 1.5\n")


@dataclasses.dataclass
class Pair:
    """Two sparse matrices of one size, as the columns of each row."""
    name: str
    columns: int
    left: list
    right: list

    def write(self, files):
        for path, rows in zip(files, (self.left, self.right)):
            write_tensor(path, (len(rows), self.columns),
                         [(number, column) for number, row in enumerate(rows)
                          for column in row])


@dataclasses.dataclass
class Factored:
    """A tensor of order three and the factors of its last two modes."""
    name: str
    tensor: list
    factors: tuple
    columns: int

    def write(self, files):
        write_tensor(files[0], (SLICES, FIBRES, LENGTH), self.tensor)
        for path, rows, factor in zip(files[1:], (LENGTH, FIBRES),
                                      self.factors):
            write_tensor(path, (rows, self.columns), factor)


def draw(generator, columns, count):
    return sorted(generator.sample(range(columns), min(columns, count)))


def uneven(generator, mean):
    """A length of which some are far greater than the others."""
    return max(0, int(generator.paretovariate(1.5) * mean / 3))


def make_pair(columns, left, right, pattern):
    """Rows with so many elements each. The pattern says what the rows of both
    matrices have to do with each other."""
    generator = random.Random(f"{columns} {left} {right} {pattern}")
    rows = max(20, min(20_000, ELEMENTS // max(left, right)))
    ours, theirs = [], []
    for row in range(rows):
        if pattern == "skewed":
            ours.append(draw(generator, columns, uneven(generator, left)))
            theirs.append(draw(generator, columns, uneven(generator, right)))
            continue
        if pattern == "band":
            width = min(columns, 3 * max(left, right))
            first = (columns - width) * row // rows
            ours.append([first + j for j in draw(generator, width, left)])
            theirs.append([first + j for j in draw(generator, width, right)])
            continue
        ours.append(draw(generator, columns, left))
        if pattern == "random":
            theirs.append(draw(generator, columns, right))
        elif pattern == "equal":
            theirs.append(ours[-1])
        elif pattern == "part":  # the right one has some of the left one's
            theirs.append(sorted(generator.sample(ours[-1], right)))
        elif pattern == "tenth":  # one element in ten is another one
            kept = [j for j in ours[-1] if generator.random() < 0.9]
            while len(set(kept)) < len(ours[-1]):
                kept.append(generator.randrange(columns))
            theirs.append(sorted(set(kept)))
        elif pattern == "half":  # every other row is equal
            theirs.append(ours[-1] if generator.random() < 0.5 else draw(
                generator, columns, right))
    name = f"{columns} columns, {left} and {right}, {pattern}"
    return Pair(name, columns, ours, theirs)


def pairs():
    for columns, left, right in ((2_000, 1, 1), (2_000, 2, 2), (2_000, 3, 3),
                                 (2_000, 4, 4), (2_000, 6, 6), (2_000, 8, 8),
                                 (2_000, 16, 16), (2_000, 60, 60),
                                 (2_000, 600, 600), (100_000, 3, 3),
                                 (100_000, 8, 8), (100_000, 60, 60),
                                 (1_000_000, 4, 4), (1_000_000, 60, 60),
                                 (4_000_000, 60, 60)):
        for pattern in ("random", "equal", "tenth", "half", "band", "skewed"):
            yield columns, left, right, pattern
    for columns, left, right in ((2_000, 4, 1), (2_000, 8, 2), (2_000, 20, 3),
                                 (2_000, 60, 7), (2_000, 300, 30),
                                 (2_000, 60, 2), (2_000, 600, 20),
                                 (100_000, 600, 60), (100_000, 3_000, 100)):
        for pattern in ("random", "part", "band", "skewed"):
            yield columns, left, right, pattern
            if pattern != "part":
                yield columns, right, left, pattern


SLICES, FIBRES, LENGTH = 40, 201, 61


def make_factored(columns, elements, added, row):
    """Fibres with so many elements; so much of the rows that are added up, and
    of those that these are multiplied with."""
    generator = random.Random(f"{columns} {elements} {added} {row}")

    def factor(rows, density):
        entries = [(i, j) for i in range(rows) for j in range(columns)
                   if generator.random() < density]
        return sorted(set(entries) | {(rows - 1, columns - 1)})

    slices = max(2, min(SLICES, 40_000 // (190 * elements)))
    tensor = [(i, k, l) for i in range(slices)
              for k in draw(generator, FIBRES, 190)
              for l in draw(generator, LENGTH, elements)]
    tensor = sorted(set(tensor) | {(SLICES - 1, FIBRES - 1, LENGTH - 1)})
    name = f"{columns} columns, {elements} a fibre, {added} times {row}"
    return Factored(name, tensor,
                    (factor(LENGTH, added), factor(FIBRES, row)), columns)


def factored():
    for columns in (8, 32, 128):
        for elements in (1, 3, 10, 50):
            for density in (0.005, 0.02, 0.05, 0.1, 0.25, 0.5):
                yield columns, elements, density, density
            for added, row in ((0.02, 0.5), (0.5, 0.02), (0.1, 0.5),
                               (0.5, 0.1)):
                yield columns, elements, added, row


# ===-- statements -------------------------------------------------------------


@dataclasses.dataclass
class Statement:
    """What is computed, and the ways that the policy chooses from."""
    declarations: str
    result: str
    text: str
    ways: dict  # name: clauses


PRODUCT = Statement(
    """IndexLabel [i, j] = [?];
Tensor<double> B([i, j], {CSR});
Tensor<double> C([i, j], {CSR});
B[i, j] = read(0);
C[i, j] = read(1);
""", "Tensor<double> {}([i, j], {{CSR}});", "{}[i, j] = B[i, j] * C[i, j]", {
        "merge": "search(j, merge)",
        "scatter": "search(j, scatter, short = 0)",
        "gallop": "search(j, gallop)",
    })
INNER = dataclasses.replace(
    PRODUCT,
    result="Tensor<double> {}([i], {{Dense}});",
    text="{}[i] = B[i, j] * C[i, j]")
MTTKRP = Statement(
    """IndexLabel [i, k, l] = [?];
IndexLabel [j] = [?];
Tensor<double> T([i, k, l], {CSF});
Tensor<double> D([l, j], {CSR});
Tensor<double> C([k, j], {CSR});
T[i, k, l] = read(0);
D[l, j] = read(1);
C[k, j] = read(2);
""", "Tensor<double> {}([i, j], {{Dense}});",
    "{}[i, j] = T[i, k, l] * D[l, j] * C[k, j]", {
        "once": "workspace(T[i, k, l] * D[l, j], j)",
        "each": "workspace(C[k, j], j)",
    })
STATEMENTS = {
    "product": (PRODUCT, pairs, make_pair),
    "inner": (INNER, pairs, make_pair),
    "mttkrp": (MTTKRP, factored, make_factored),
}


def write_program(path, statement):
    """All ways in one loop, each between two looks at the clock."""
    lines = ["def main() {", statement.declarations]
    ways = {"policy": ""} | statement.ways
    lines += [statement.result.format(f"r{n}") for n in range(len(ways))]
    lines.append(f"for t in 0:{ROUNDS} {{")
    for number, clauses in enumerate(ways.values()):
        text = statement.text.format(f"r{number}")
        lines.append(f"  var a{number} = getTime();")
        lines.append(f"  {text}{' with ' + clauses if clauses else ''};")
        lines.append(f"  var b{number} = getTime();")
        lines.append(f"  printElapsedTime(a{number}, b{number});")
    lines.append("}}")
    path.write_text("\n".join(lines) + "\n")
    return list(ways)


def measure(build, program, ways, files):
    command = [build / "bin" / "encke", "run", "--threads=1", program, *files]
    output = subprocess.run(command, stdout=subprocess.PIPE, text=True,
                            check=True).stdout
    times = [float(line.rsplit(None, 1)[-1]) for line in output.splitlines()]
    return {
        way: sorted(times[number::len(ways)])[THIRD]
        for number, way in enumerate(ways)
    }


def compare(build, program, ways, files):
    """The least times, measured again while the policy's is not among them."""
    least = measure(build, program, ways, files)
    for _ in range(REPEATS):
        if least["policy"] <= MOST * min(least.values()):
            break
        again = measure(build, program, ways, files)
        least = {way: min(least[way], again[way]) for way in ways}
    return least


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tables", nargs="*", default=list(STATEMENTS))
    parser.add_argument("--build-dir", type=pathlib.Path,
                        default=ROOT / "build")
    parser.add_argument("--only", default="", help="inputs with this word")
    arguments = parser.parse_args()
    slow = 0
    for table in arguments.tables:
        statement, inputs, make = STATEMENTS[table]
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            ways = write_program(folder / "program.ta", statement)
            print(table, *ways, "policy/fastest", sep=" | ")
            files = [folder / "0.mtx", folder / "1.mtx"]
            if make is make_factored:
                files = [folder / "0.tns", folder / "1.mtx", folder / "2.mtx"]
            for parameters in inputs():
                data = make(*parameters)
                if arguments.only not in data.name:
                    continue
                data.write(files)
                times = compare(arguments.build_dir, folder / "program.ta",
                                ways, files)
                ratio = times["policy"] / min(times.values())
                slow += ratio > MOST
                print(data.name, *(f"{1e3 * t:.4g}" for t in times.values()),
                      f"{ratio:.2f}", sep=" | ", flush=True)
    print(f"{slow} where the policy is more than 5 % slower")
    sys.exit(slow > 0)


if __name__ == "__main__":
    main()
