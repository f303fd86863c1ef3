# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The ways in which each random program is compiled and run."""

import dataclasses
import os
import random

from formats import sparse_format

TINY = os.path.normpath(os.path.join(
    os.path.dirname(os.path.abspath(__file__)),
    "../passes/SetTarget/Inputs/tiny.target"))


@dataclasses.dataclass(frozen=True)
class Configuration:
    """Flags of encke and variables of its environment. With a `formats` that is
    not 0, the sparse tensors have other formats, which this number draws."""
    flags: tuple = ()
    environment: tuple = ()
    formats: int = 0

    def applied_to(self, program):
        if not self.formats:
            return program
        # Each tensor has a draw of its own, whatever others are still there.
        return dataclasses.replace(program, tensors=tuple(
            dataclasses.replace(t, value="", format=sparse_format(
                random.Random(f"{self.formats} {t.name}"), len(t.labels)))
            if t.is_sparse else t for t in program.tensors))

    def __str__(self):
        words = [*self.environment, "encke", "run", *self.flags]
        return " ".join(words)


# What users get, and what shares the least with it.
FUSED = Configuration()
PLAIN = Configuration(("--no-fuse", "-O0"))


def draw(source):
    """Any other one."""

    def chance(probability):
        return source.random() < probability

    flags, environment = [], []
    if chance(0.5):
        flags += [f"-O{source.choice((0, 1, 2, 2, 3))}"]
    if chance(0.5):
        flags += ["--threads", str(source.choice((1, 2, 3, 3, 4)))]
        # All loops are shared out then, however little work there is.
        if chance(0.8):
            environment += ["ENCKE_TASK_WORK=1"]
        if chance(0.1):
            flags += ["--parallel", source.choice(("async", "none"))]
    if chance(0.25):
        # Where there is no memory for what may not be needed, results are
        # counted.
        environment += ["ENCKE_RESERVE=no"]
    if chance(0.35):
        flags += ["--index-width", source.choice(("32", "64", "64"))]
    if chance(0.15):
        flags += ["--no-fuse"]
    if chance(0.3):
        flags += ["--verify-passes"]
    if chance(0.1):
        # With caches that hold nothing, all that is done for large data.
        flags += ["--target", TINY]
    return Configuration(tuple(flags), tuple(environment),
                         source.randrange(1, 1 << 30) if chance(0.6) else 0)
