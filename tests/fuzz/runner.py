# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs programs in copies of one process, `encke-run-programs`
(RunPrograms.cpp)."""

import dataclasses
import subprocess
from pathlib import Path

TIMEOUT = 60  # seconds that a program may take


@dataclasses.dataclass(frozen=True)
class Result:
    """`kind` is "exit", "signal" or "timeout"; `number` the status or the
    signal."""
    kind: str
    number: int
    stdout: str
    stderr: str

    @property
    def status(self):
        """The exit status; -1 for a program that did not end by itself."""
        return self.number if self.kind == "exit" else -1


class Runner:
    """Keeps programs and their data in a folder."""

    def __init__(self, tool, folder, flags=()):
        self.tool = tool
        self.folder = Path(folder)
        self.flags = tuple(flags)
        self.process = None

    def close(self):
        if self.process:
            self.process.stdin.close()
            self.process.wait()
            self.process.stdout.close()
            self.process = None

    def run_encke(self, source, configuration):
        return self.run(source, configuration.environment, "encke", "run",
                        "--no-cache", "--tns", "frostt", *self.flags,
                        *configuration.flags)

    def run_reference(self, source):
        return self.run(source, (), "encke-reference")

    def run(self, source, environment, *words):
        paths = source.write_to(self.folder)
        arguments = [*words, *paths]
        request = [f"{TIMEOUT * 1000} {len(environment)} {len(arguments)}",
                   *environment, *arguments]
        if not self.process:
            self.process = subprocess.Popen(
                [self.tool], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.process.stdin.write(("\n".join(request) + "\n").encode())
        self.process.stdin.flush()
        answer = self.process.stdout.readline().split()
        if len(answer) != 4:
            raise RuntimeError(f"{self.tool} ended")
        kind, number, output, messages = answer
        stdout = self.process.stdout.read(int(output))
        stderr = self.process.stdout.read(int(messages))
        return Result(kind.decode(), int(number),
                      stdout.decode(errors="replace"),
                      stderr.decode(errors="replace"))
