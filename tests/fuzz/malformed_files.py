#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Changes data files at random, and compares what encke makes of them with what a
parser of its own does (strict_parser.py).

Both must take or refuse a file; a refusal names the file, the line that is wrong,
and a column; what is taken has the same sizes (`encke info`), and the same
elements (`encke convert`, and `encke run` for some). It starts from tests/data
and, where ENCKE_DATA_DIR is set, from its folder edge/. `--seed` picks the first
batch of files: batch N of a run is the first of a run with `--seed` N higher.
"""

import argparse
import glob
import math
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import strict_parser

ROOT = Path(__file__).resolve().parents[2]
LONGEST = 20000  # bytes of a file to start from
BATCH = 24
TIMEOUT = 60
ENCODING = "latin-1"  # every byte is a character
NUMBERS = ("0", "1", "2", "-1", "+1", "1.0", "1e0", ".5", "5.", ".", "1e", "1e5",
           "1e999", "1e-999", "-0", "inf", "-inf", "nan", "NaN(1)", "infinity",
           "0x10", "1d3", "1,5", "00001", "2147483647", "2147483648",
           "4294967296", "9223372036854775807", "9223372036854775808",
           "-9223372036854775808", "18446744073709551617", "3 4", "")
BYTES = "0123456789 \t\r\n%#.-+eE\0\x01\x7f\xffxX,;:\v\f"
WORDS = ("matrix", "vector", "coordinate", "array", "real", "integer", "pattern",
         "complex", "general", "symmetric", "skew-symmetric", "hermitian",
         "Real", "GENERAL", "double")
# Vectors, written to .mtx as matrices of one column.
VECTORS = ("coordinate real general\n5 3\n2 1.5\n4 2\n1 -3\n",
           "coordinate integer general\n% a comment\n9 2\n2 1\n9 2\n",
           "coordinate pattern general\n5 2\n2\n4\n",
           "array real general\n3\n1.5\n% a comment\n0\n-4\n",
           "array complex general\n2\n1.5 2\n0 -4\n")


#===--- Changes -----------------------------------------------------------===#


def change_byte(rng, text):
    at = rng.randrange(len(text) + 1)
    kind = rng.randrange(3)
    return (text[:at] + ("" if kind == 0 else rng.choice(BYTES)) +
            text[at + (kind != 1):])


def change_word(rng, text):
    """Another word in the place of one, mostly a number."""
    found = list(re.finditer(r"[^ \t\r\n]+", text))
    if not found:
        return text
    at = rng.choice(found)
    by = rng.choice(found).group() if rng.random() < 0.4 else rng.choice(NUMBERS)
    return text[:at.start()] + by + text[at.end():]


def change_banner(rng, text):
    first, *rest = text.split("\n", 1)
    words = first.split(" ")
    words[rng.randrange(len(words))] = rng.choice(WORDS)
    return "\n".join([" ".join(words), *rest])


def change_lines(rng, text):
    lines = text.split("\n")
    at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    kind = rng.randrange(6)
    if kind == 0:
        del lines[at]
    elif kind == 1:
        lines.insert(at, lines[other])
    elif kind == 2:
        lines[at], lines[other] = lines[other], lines[at]
    elif kind == 3:
        lines.insert(at, rng.choice(("", " \t", "% 1 1 1", " # comment", "\r")))
    elif kind == 4:
        lines[at] += rng.choice((" ", "\t", "\r", " 1", " %", " 0"))
    else:
        lines[at] = rng.choice((" ", "\t")) + lines[at].replace(" ", "\t  ")
    return "\n".join(lines)


def change_all(rng, text):
    kind = rng.randrange(5)
    if kind == 0:
        return text[:rng.randrange(len(text) + 1)]
    if kind == 1:
        return text.replace("\n", "\r\n")
    if kind == 2:
        return text.rstrip("\n")
    if kind == 3:
        return text + rng.choice(("\n", "\0", "\r", " ", "1", "%", "#"))
    return text.encode(ENCODING).upper().decode(ENCODING)  # ASCII only


CHANGES = (change_byte, change_word, change_word, change_lines, change_lines,
           change_banner, change_all)


def changed(rng, text):
    for _ in range(rng.choice((0, 1, 1, 1, 2, 3))):
        text = rng.choice(CHANGES)(rng, text)
    return text


#===--- Comparing ---------------------------------------------------------===#


def same(a, b):
    a, b = complex(a), complex(b)
    return all(x == y or math.isnan(x) and math.isnan(y)
               for x, y in ((a.real, b.real), (a.imag, b.imag)))


def overflows(contents):
    return contents.field == "integer" and any(
        abs(value) > strict_parser.LARGEST for value in contents.sums.values())


class File:
    """A changed file, and what it should be."""

    def __init__(self, folder, name, text):
        self.name, self.text = name, text
        self.folder = folder
        (folder / name).write_bytes(text.encode(ENCODING))
        self.contents = self.fault = None
        try:
            self.contents = strict_parser.parse(text, name.rsplit(".", 1)[1])
        except strict_parser.Malformed as fault:
            self.fault = fault

    def check_refusal(self, errors):
        """What is wrong with the messages of encke on this file."""
        found = re.search(rf"^{re.escape(self.name)}:(\d+):(\d+): error: (.+)$",
                          errors, re.MULTILINE)
        # What is known to be no text of entries has no lines.
        is_foreign = f"{self.name}: error: the file is " in errors
        if self.fault and is_foreign:
            return None
        if self.fault and not found:
            return f"not refused with line and column: {self.fault}\n{errors}"
        if not self.fault and re.search(
                rf"^{re.escape(self.name)}:.*error:", errors, re.MULTILINE):
            return f"refused: {errors}"
        if self.fault and int(found.group(1)) != self.fault.line:
            return f"another line is wrong: {self.fault}\n{errors}"
        return None

    def check_sizes(self, output):
        sizes = " x ".join(str(size) for size in self.contents.sizes)
        bound = "at least " if self.contents.is_bound else ""
        at = output.find(self.name + ": ")
        line = output[at:].split("\n")[1] if at >= 0 else ""
        if line != f"  sizes: {bound}{sizes}":
            return f"'{line}' instead of {bound}{sizes}"
        return None

    def check_elements(self, written):
        """`written` is the text of the file that encke made of it."""
        extension = self.name.rsplit(".", 1)[1]
        expected = self.contents.sums
        found = strict_parser.parse(written, extension).sums
        if extension == "mtx" and len(self.contents.sizes) == 1:
            found = {at[:1]: value for at, value in found.items()}
        if self.contents.is_array:
            expected = {at: v for at, v in expected.items() if v != 0}
            found = {at: v for at, v in found.items() if v != 0}
        if set(expected) != set(found) or not all(
                same(value, found[at]) for at, value in expected.items()):
            return f"other elements: {found}\nexpected {expected}"
        return None


class Checker:
    def __init__(self, options, folder):
        self.encke = options.encke
        self.folder = folder

    def run(self, *words):
        return subprocess.run([self.encke, *words], cwd=self.folder,
                              capture_output=True, check=False,
                              encoding=ENCODING, timeout=TIMEOUT)

    def check_info(self, files):
        """All files of a batch at once."""
        done = self.run("info", *(file.name for file in files))
        status = 2 if any(file.fault for file in files) else 0
        if done.returncode != status:
            yield files[0], f"info: exit status {done.returncode}, not {status}"
        for file in files:
            yield file, file.check_refusal(done.stderr) or (
                None if file.fault else file.check_sizes(done.stdout))

    def check_convert(self, file):
        target = "out." + file.name.rsplit(".", 1)[1]
        done = self.run("convert", file.name, target)
        if done.returncode == 0 and not file.fault:
            return file.check_elements(
                (self.folder / target).read_bytes().decode(ENCODING))
        if done.returncode == 0 or not file.fault:
            return f"convert: exit status {done.returncode}\n{done.stderr}"
        return file.check_refusal(done.stderr)

    def check_run(self, file):
        """Reads it as complex numbers, by a program."""
        labels = ", ".join(f"i{n}" for n in range(len(file.contents.sizes)))
        (self.folder / "p.ta").write_text(
            f"def main() {{\n  IndexLabel [{labels}] = [?];\n"
            f"  Tensor<complex> A([{labels}], {{COO}});\n"
            f"  A[{labels}] = read(0);\n  print(NNZ(A));\n}}\n",
            encoding="utf-8")
        done = self.run("run", "p.ta", file.name)
        expected = sum(not file.contents.is_array or value != 0
                       for value in file.contents.sums.values())
        if done.stdout != f"{expected}\n":
            return f"run: {done.stdout}{done.stderr}instead of {expected}"
        return None

    def check(self, files):
        """The files that went wrong, and how."""
        yield from self.check_info(files)
        for file in files:
            # Arrays of which encke would write every element take too long.
            if file.contents and (overflows(file.contents) or
                                  file.contents.is_array and
                                  math.prod(file.contents.sizes) == 0):
                continue
            yield file, self.check_convert(file)
        good = [file for file in files if file.contents]
        if good:
            yield good[0], self.check_run(good[0])


def seeds():
    """The texts to start from, by their names."""
    folders = [ROOT / "tests/data"]
    if "ENCKE_DATA_DIR" in os.environ:
        folders.append(Path(os.environ["ENCKE_DATA_DIR"]) / "edge")
    for folder in folders:
        for name in sorted(glob.glob(str(folder / "*.mtx")) +
                           glob.glob(str(folder / "*.tns"))):
            if os.path.getsize(name) <= LONGEST:
                yield name, Path(name).read_bytes().decode(ENCODING)
    for text in VECTORS:
        yield "vector.mtx", f"%%MatrixMarket vector {text}"


def check_batch(options, rng, texts):
    failures = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = []
        for number in range(BATCH):
            path, text = rng.choice(texts)
            extension = path.rsplit(".", 1)[1]
            files.append(File(folder, f"f{number}.{extension}",
                              changed(rng, text)))
        for file, wrong in Checker(options, folder).check(files):
            if wrong:
                print(f"{file.name}: {wrong}\n{file.text[:2000]!r}\n")
                failures += 1
    return failures


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--encke", required=True, type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, help="how many batches")
    parser.add_argument("--seconds", type=float, default=30,
                        help="for how long, without --count")
    options = parser.parse_args()
    options.encke = str(options.encke.resolve())
    return options


def main():
    options = arguments()
    texts = list(seeds())
    failures = batches = 0
    end = time.monotonic() + options.seconds
    while (batches < options.count if options.count
           else batches == 0 or time.monotonic() < end):
        seed = options.seed + batches
        found = check_batch(options, random.Random(seed), texts)
        if found:
            print(f"--seed {seed}: {found} failures\n")
        failures += found
        batches += 1
    print(f"{batches * BATCH} files, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
