#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""An executable prints what `encke run` prints, takes its data from its
arguments or from the environment, and needs libc and OpenMP's library only."""

import os
import re
import subprocess
import tempfile

import common
import harness

# What may be loaded with a program. OpenMP's library is when it is needed.
ALLOWED = {"linux-vdso", "linux-gate", "libc", "libm", "libpthread", "libdl",
           "librt"}


def build(example, path, *flags):
    command = [example.encke, *flags, example.program, "-o", path]
    print("+", " ".join(command), flush=True)
    done = subprocess.run(command, capture_output=True, encoding="utf-8",
                          timeout=harness.TIMEOUT, check=False)
    if done.returncode != 0 or done.stdout or done.stderr:
        print(done.stdout, done.stderr)
        raise harness.Failure(f"compiling: exit status {done.returncode}, or "
                              "something printed")


def check_libraries(path):
    listing = harness.run(["ldd", path])
    names = {re.match(r"[\w-]+", os.path.basename(line.split()[0])).group()
             for line in listing.splitlines() if line.strip()}
    names = {name for name in names if not name.startswith("ld-")}
    if not names <= ALLOWED:
        raise harness.Failure(f"it needs {', '.join(names - ALLOWED)}")


def check():
    example = common.Example(__doc__)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "program")
        build(example, path)
        example.check(harness.run([path, *example.data]), "the executable")
        check_libraries(path)
        for number, name in enumerate(example.data):
            os.environ[f"SPARSE_FILE_NAME{number}"] = name
        example.check(harness.run([path]), "with data by the environment")
        build(example, path, "--threads=2", "--index-width=32")
        example.check(harness.run([path, *example.data]), "with two threads")
        check_libraries(path)


if __name__ == "__main__":
    harness.main(check)
