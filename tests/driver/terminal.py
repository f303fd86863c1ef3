#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""terminal.py COMMAND...: runs it on a terminal of its own, and prints what was
written there, a line each time that the line was drawn anew. Ends as it does."""

import os
import pty
import re
import sys


def main() -> int:
    child, terminal = pty.fork()
    if child == 0:
        os.execvp(sys.argv[1], sys.argv[1:])
    written = b""
    while True:
        try:
            part = os.read(terminal, 65536)
        except OSError:  # the child has closed it
            break
        if not part:
            break
        written += part
    for line in re.split(rb"[\r\n]+|\x1b\[K", written):
        if line.strip():
            print(line.decode("utf-8", "replace").rstrip())
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


if __name__ == "__main__":
    sys.exit(main())
