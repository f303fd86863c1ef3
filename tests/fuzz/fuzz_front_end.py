#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the fuzzer of the front end for some seconds.

It starts from all programs of the repository, with the grammar's words as its
dictionary. First it repeats what it once found (front-end-findings/). A finding
is left in the working folder; its name is in the output. `--corpus` names a
folder where inputs that reach new code are kept for the next run.
"""

import argparse
import glob
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.normpath(os.path.join(HERE, "../.."))
SEEDS = ("examples", "docs", "tests")
FINDINGS = os.path.join(HERE, "front-end-findings")
MOST_SECONDS_AN_INPUT = 5
MOST_MEGABYTES = 2048
MOST_BYTES_AN_INPUT = 4096  # longer ones only repeat what these reach


def write_seeds(folder):
    """All programs, under names of their own."""
    for top in SEEDS:
        for path, _, names in os.walk(os.path.join(ROOT, top)):
            for name in names:
                if not name.endswith(".ta"):
                    continue
                source = os.path.join(path, name)
                seed = os.path.relpath(source, ROOT).replace(os.sep, "-")
                with open(source, "rb") as file:
                    text = file.read()
                with open(os.path.join(folder, seed), "wb") as file:
                    file.write(text)


def write_dictionary(path):
    """The words that the grammar spells out."""
    with open(os.path.join(ROOT, "grammar/TA.g4"), encoding="utf-8") as file:
        rules = re.sub(r"//.*", "", file.read())
    words = set(re.findall(r"'([!-&(-~]+)'", rules))
    with open(path, "w", encoding="utf-8") as file:
        for word in sorted(words):
            escaped = word.replace("\\", "\\\\").replace('"', '\\"')
            file.write(f'"{escaped}"\n')


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--fuzzer", required=True)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--corpus")
    return parser.parse_args()


def run(fuzzer, *words):
    done = subprocess.run([fuzzer, f"-timeout={MOST_SECONDS_AN_INPUT}",
                           f"-rss_limit_mb={MOST_MEGABYTES}",
                           "-print_funcs=0", *words],
                          check=False, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, encoding="utf-8",
                          errors="replace")
    lines = done.stdout.splitlines(True)
    print("".join(lines[-100 if done.returncode else -8:]))
    return done.returncode


def main():
    options = arguments()
    found = sorted(glob.glob(os.path.join(FINDINGS, "*")))
    if found and run(options.fuzzer, *found):
        return 1
    with tempfile.TemporaryDirectory() as folder:
        seeds, corpus = (os.path.join(folder, name)
                         for name in ("seeds", "corpus"))
        os.mkdir(seeds)
        os.mkdir(corpus)
        write_seeds(seeds)
        dictionary = os.path.join(folder, "words")
        write_dictionary(dictionary)
        return run(options.fuzzer, f"-max_total_time={options.seconds}",
                   f"-max_len={MOST_BYTES_AN_INPUT}", f"-dict={dictionary}",
                   "-print_final_stats=1", options.corpus or corpus, seeds)


if __name__ == "__main__":
    sys.exit(main())
