# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs programs in copies of one process, `encke-run-programs`
(RunPrograms.cpp), or each by a process of its own."""

import dataclasses
import os
import subprocess
from pathlib import Path

TIMEOUT = 60  # seconds that a program may take
TNS = "--tns=frostt"  # or whole numbers in the first line may be a header


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
                        "--no-cache", TNS, *self.flags, *configuration.flags)

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


class Commands:
    """Does the same by the commands `encke` and `reference`."""

    def __init__(self, encke, reference, folder, flags=()):
        self.encke = encke
        self.reference = reference
        self.folder = Path(folder)
        self.flags = tuple(flags)

    def close(self):
        """Nothing is left running."""

    def run_encke(self, source, configuration):
        environment = dict(v.split("=", 1) for v in configuration.environment)
        return self.run(source, {**environment, "ENCKE_CACHE": ""}, self.encke,
                        "run", TNS, *self.flags, *configuration.flags)

    def run_reference(self, source):
        return self.run(source, {}, self.reference)

    def run(self, source, environment, *words):
        try:
            done = subprocess.run(
                [*words, *source.write_to(self.folder)], capture_output=True,
                check=False, encoding="utf-8", errors="replace",
                timeout=TIMEOUT, env={**os.environ, **environment})
        except subprocess.TimeoutExpired:
            return Result("timeout", 0, "", "")
        kind = "exit" if done.returncode >= 0 else "signal"
        return Result(kind, abs(done.returncode), done.stdout, done.stderr)
