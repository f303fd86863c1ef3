#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the end-to-end tests share: programs, their data, running them.

A program names its default data in a line `# RUN-DATA: a.mtx b.tns`; with
several such lines it is run once for each. A name is looked up in the data
folders; one that begins with `$ENCKE_DATA_DIR/` is under the folder of that
environment variable. After it was run as it is, a program is run once more with
what each line `# RUN-WITH: ENCKE_TASK_WORK=1 --threads 3` says: variables of the
environment, and flags.
"""

import argparse
import itertools
import os
import re
import subprocess
import sys

TIMEOUT = 120
DATA_DIR = "$ENCKE_DATA_DIR/"
VARIABLE = re.compile(r"[A-Z_]+=")


class Failure(Exception):
    """A test failed; the message says why."""


def data_sets_of(program, folders):
    """For each run that a program asks for, the paths of its data files."""
    return [[path_of(name, folders, program) for name in words]
            for words in lines_of(program, "RUN-DATA") or [[]]]


def configurations_of(program):
    """For each configuration, the environment's variables and the flags."""
    for words in [[], *lines_of(program, "RUN-WITH")]:
        variables = list(itertools.takewhile(VARIABLE.match, words))
        yield (dict(word.split("=", 1) for word in variables),
               words[len(variables):])


def lines_of(program, keyword):
    """The words of each comment that begins with a keyword."""
    with open(program, encoding="utf-8") as file:
        lines = re.findall(rf"^#\s*{keyword}:(.*)$", file.read(), re.MULTILINE)
    return [line.split() for line in lines]


def path_of(name, folders, program):
    if name.startswith(DATA_DIR):
        name = os.path.join(os.environ.get("ENCKE_DATA_DIR", ""),
                            name[len(DATA_DIR):])
    for folder in folders:
        path = os.path.join(folder, name)
        if os.path.exists(path):
            return path
    raise Failure(f"{program}: no data file {name}")


def run(command, text=None, variables=None):
    """The standard output of a command that must succeed."""
    variables = variables or {}
    print("+", *(f"{name}={value}" for name, value in variables.items()), *command,
          flush=True)
    try:
        done = subprocess.run(command, input=text, capture_output=True,
                              encoding="utf-8", timeout=TIMEOUT, check=False,
                              env={**os.environ, **variables})
    except subprocess.TimeoutExpired:
        raise Failure(f"no result after {TIMEOUT} s") from None
    except OSError as error:
        raise Failure(str(error)) from None
    sys.stdout.write(done.stderr)
    if done.returncode != 0:
        raise Failure(f"exit status {done.returncode}")
    return done.stdout


def arguments_of(description, *tools):
    """The command line of a test: paths of tools, data folders, a program."""
    parser = argparse.ArgumentParser(description=description)
    for tool in tools:
        parser.add_argument("--" + tool, required=True)
    parser.add_argument("--data", action="append", default=[])
    parser.add_argument("--floor", type=float)
    parser.add_argument("program")
    parser.add_argument("flags", nargs="*", help="more flags for encke")
    return parser.parse_args()


def main(test):
    """Runs a test and turns a failure into an exit status."""
    try:
        test()
    except Failure as failure:
        print("FAILED:", failure, flush=True)
        sys.exit(1)
