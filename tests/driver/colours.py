#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""colours.py ENCKE PROGRAM: colours on a terminal, unless NO_COLOR is set."""

import os
import pty
import subprocess
import sys


def on_terminal(command, **variables):
    """What `command` writes on stderr when that is a terminal."""
    environment = {**os.environ, "TERM": "xterm-256color", **variables}
    ours, theirs = pty.openpty()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=theirs,
                          env=environment) as process:
        os.close(theirs)
        text = b""
        while True:
            try:
                part = os.read(ours, 4096)
            except OSError:  # the other side is closed
                break
            if not part:
                break
            text += part
        process.wait()
    os.close(ours)
    return text


def main():
    command = [sys.argv[1], "check", sys.argv[2]]
    os.environ.pop("NO_COLOR", None)
    plain = subprocess.run(command, stderr=subprocess.PIPE, check=False).stderr
    assert b"error: " in plain and b"\x1b" not in plain, plain
    assert b"\x1b[" in on_terminal(command)
    assert b"\x1b[" in on_terminal(command, NO_COLOR="")
    assert b"\x1b" not in on_terminal(command, NO_COLOR="1")
    assert b"\x1b" not in on_terminal([*command, "--color=never"])
    for forced in ([*command, "--color=always"],
                   [sys.argv[1], "info", "--color=always", "no-file.mtx"]):
        text = subprocess.run(forced, stderr=subprocess.PIPE, check=False).stderr
        assert b"\x1b[" in text, text


if __name__ == "__main__":
    main()
