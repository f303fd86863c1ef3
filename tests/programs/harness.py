#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the end-to-end tests share: programs, their data, running them.

A program names its default data in a line `# RUN-DATA: a.mtx b.tns`; with
several such lines it is run once for each. A name is looked up in the data
folders; one that begins with `$ENCKE_DATA_DIR/` is under the folder of that
environment variable.
"""

import argparse
import os
import re
import subprocess
import sys

TIMEOUT = 120
DATA_DIR = "$ENCKE_DATA_DIR/"


class Failure(Exception):
    """A test failed; the message says why."""


def data_sets_of(program, folders):
    """For each run that a program asks for, the paths of its data files."""
    with open(program, encoding="utf-8") as file:
        lines = re.findall(r"^#\s*RUN-DATA:(.*)$", file.read(), re.MULTILINE)
    return [[path_of(name, folders, program) for name in line.split()]
            for line in lines or [""]]


def path_of(name, folders, program):
    if name.startswith(DATA_DIR):
        name = os.path.join(os.environ.get("ENCKE_DATA_DIR", ""),
                            name[len(DATA_DIR):])
    for folder in folders:
        path = os.path.join(folder, name)
        if os.path.exists(path):
            return path
    raise Failure(f"{program}: no data file {name}")


def run(command, text=None):
    """The standard output of a command that must succeed."""
    print("+", " ".join(command), flush=True)
    try:
        done = subprocess.run(command, input=text, capture_output=True,
                              encoding="utf-8", timeout=TIMEOUT, check=False)
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
