# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kills one of the processes of a program that does not end by itself, and, of
another run, the one that has started them: all must end, and the message says why."""

import argparse
import os
import signal
import subprocess
import sys
import time

PATIENCE = 20  # seconds


def children_of(process):
    path = f"/proc/{process}/task/{process}/children"
    with open(path, encoding="utf-8") as file:
        return [int(child) for child in file.read().split()]


def is_there(process):
    try:
        with open(f"/proc/{process}/stat", encoding="utf-8") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def wait_until(holds, what):
    end = time.monotonic() + PATIENCE
    while not holds():
        if time.monotonic() > end:
            sys.exit(f"FAILED: {what}")
        time.sleep(0.02)


def start(options):
    """The program, once it has begun, and its processes."""
    # pylint: disable-next=consider-using-with
    program = subprocess.Popen(
        [options.encke, "run", "--processes=3", options.program, *options.data],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if program.stdout.readline() != "begins\n":
        sys.exit(f"FAILED: {program.communicate()}")
    # The first may print before the last is there.
    wait_until(lambda: len(children_of(program.pid)) == 3, "no three processes")
    return program, children_of(program.pid)


def check_gone(processes):
    wait_until(lambda: not any(map(is_there, processes)), "a process is left")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--encke", required=True)
    parser.add_argument("program")
    parser.add_argument("data", nargs="*")
    options = parser.parse_args()

    program, processes = start(options)
    os.kill(processes[1], signal.SIGKILL)
    _, err = program.communicate(timeout=PATIENCE)
    expected = "error: process 1 of 3 was ended by signal 9 (Killed)\n"
    if program.returncode != 2 or err != expected:
        sys.exit(f"FAILED: status {program.returncode}, {err!r}")
    check_gone(processes)

    program, processes = start(options)
    program.kill()
    program.communicate(timeout=PATIENCE)
    check_gone(processes)


if __name__ == "__main__":
    main()
