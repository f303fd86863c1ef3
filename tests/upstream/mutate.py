# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles modules with mistakes: what is refused is told, with its place.

    mutate.py ENCKE [--seconds N] [--seed N] [MODULE...]

Each module is one of those beside this script in which a few lines are dropped,
doubled or exchanged, or a type, an operation, an attribute or a number is
another. Whatever becomes of it, the compiler ends by itself: with code, or with
an error that says where. A module on which it does not is left in the working
directory.
"""

import argparse
import random
import re
import subprocess
import sys
import time
from pathlib import Path

OPERATIONS = re.compile(r"\b(?:arith|linalg|sparse_tensor|tensor|scf|complex|math|memref|vector|"
                        r"bufferization)\.[a-z_]+(?:\.[a-z_]+)?")
TYPES = re.compile(r"\b(?:f64|f32|f16|bf16|i64|i32|i16|i8|i1|index|complex<f64>)\b")
LEVELS = re.compile(r"\b(?:dense|compressed|singleton|loose_compressed|batch|compressed\(nonunique\)|"
                    r"compressed\(nonordered\)|structured\[2, 4\])(?=[,) ])")
ENCODINGS = re.compile(r", #[A-Za-z0-9]+>")
NUMBERS = re.compile(r"(?<![%\w.#])\d+(?![\w.])")
WORDS = (OPERATIONS, TYPES, LEVELS, ENCODINGS, NUMBERS)
PLACE = re.compile(r"^(?:\S*:\d+:\d+: )?error: \S", re.MULTILINE)


def replace_one(text: str, pattern: re.Pattern[str], rng: random.Random) -> str:
    """One match becomes another one of the same kind."""
    found = list(pattern.finditer(text))
    if not found:
        return text
    place = rng.choice(found)
    if pattern is NUMBERS:
        other = str(rng.choice([0, 1, 2, 3, 7, 100, 2**31, 2**63, -1]))
    else:
        other = rng.choice(found).group()
    return text[:place.start()] + other + text[place.end():]


def change_lines(text: str, rng: random.Random) -> str:
    """A line is dropped or doubled, or two are exchanged."""
    lines = text.split("\n")
    one, two = rng.randrange(len(lines)), rng.randrange(len(lines))
    kind = rng.randrange(3)
    if kind == 0:
        del lines[one]
    elif kind == 1:
        lines.insert(one, lines[two])
    else:
        lines[one], lines[two] = lines[two], lines[one]
    return "\n".join(lines)


def mutate(text: str, rng: random.Random) -> str:
    """A few mistakes in a module."""
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        kind = rng.randrange(len(WORDS) + 1)
        text = change_lines(text, rng) if kind == len(WORDS) else replace_one(text, WORDS[kind], rng)
    return text


def compile_text(encke: str, text: str) -> str:
    """What is wrong with how the compiler ends, or nothing."""
    command = [encke, "--emit=llvm", "-o", "/dev/null", "-"]
    try:
        done = subprocess.run(command, input="// module\n" + text, capture_output=True, text=True,
                              timeout=60, check=False)
    except subprocess.TimeoutExpired:
        return "does not end"
    if done.returncode not in (0, 1):
        return f"ends with {done.returncode}: {done.stderr[:500]}"
    if done.returncode == 1 and not PLACE.search(done.stderr):
        return f"tells no error: {done.stderr[:500]!r}"
    return ""


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("encke")
    parser.add_argument("modules", nargs="*")
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    here = Path(__file__).parent
    modules = [Path(each) for each in options.modules] or sorted(here.glob("*.mlir"))
    # What stands before the module is for lit.
    texts = [re.sub(r"^// .*\n", "", each.read_text(), flags=re.MULTILINE) for each in modules]
    end = time.monotonic() + options.seconds
    seed, failures, accepted = options.seed, 0, 0
    while time.monotonic() < end:
        rng = random.Random(seed)
        text = mutate(rng.choice(texts), rng)
        wrong = compile_text(options.encke, text)
        if wrong:
            failures += 1
            Path(f"mutant-{seed}.mlir").write_text(text)
            print(f"mutant-{seed}.mlir: the compiler {wrong}")
        seed += 1
    print(f"{seed - options.seed} modules, {failures} failures")
    sys.exit(failures != 0)


if __name__ == "__main__":
    main()
