#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""exits.py STATUS COMMAND...: runs a command, which must exit with STATUS.

Its output is passed on. A command that fails with status 1 has found an error
before it did anything, so it must have printed nothing on stdout; one that
succeeds must have printed nothing on stderr, unless `--loud` says it may.
"""

import os
import subprocess
import sys

TIMEOUT = 120


def main():
    arguments = sys.argv[1:]
    loud = arguments[0] == "--loud"
    status, *command = arguments[loud:]
    done = subprocess.run(command, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=TIMEOUT,
                          check=False)
    os.write(2, done.stderr)
    sys.stdout.buffer.write(done.stdout)
    sys.stdout.flush()
    if done.returncode != int(status):
        sys.exit(f"FAILED: exit status {done.returncode}, not {status}")
    if status == "1" and done.stdout:
        sys.exit("FAILED: output on stdout after an error")
    if status == "0" and done.stderr and not loud:
        sys.exit("FAILED: output on stderr without an error")


if __name__ == "__main__":
    main()
