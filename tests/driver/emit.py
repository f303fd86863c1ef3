#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every stage of a program, by --emit: it is what its name says, goes through
the tools that know it, and nothing is said on stderr.

That encke-opt reads the MLIR stages, and that they can be continued to the same
result, is tested with the end-to-end programs (stages.py) for all but those of
the threads; these go through encke-opt here, and run in threads.test.
"""

import os
import re
import subprocess
import tempfile

import common
import harness

# Operations that each MLIR stage must have, and those of which it must be free.
STAGES = {
    "ta": ({"ta"}, {"linalg", "cin", "llvm"}),
    "ta-opt": ({"ta"}, {"linalg", "cin", "llvm"}),
    "linalg": ({"linalg"}, {"ta", "cin"}),
    "cin": ({"cin"}, {"ta", "linalg"}),
    "scf": ({"scf"}, {"ta", "linalg", "cin", "tensor", "sparse_tensor"}),
    "vector": ({"scf"}, {"ta", "linalg", "cin", "tensor", "sparse_tensor"}),
    "omp": ({"omp"}, {"ta", "linalg", "cin", "tensor", "scf.parallel"}),
    "async": ({"async"}, {"ta", "linalg", "cin", "tensor", "scf.parallel"}),
    "llvm": ({"llvm"}, {"ta", "linalg", "cin", "tensor", "scf", "func", "memref",
                        "arith", "cf", "vector", "omp", "async"}),
}
THREADS = ("omp", "async")


def operations(text):
    """The dialects in use, and `scf.parallel` where it is."""
    names = re.findall(r'^\s*(?:%[^=]*= )?"?([a-z_]+)\.([a-z_]+)', text,
                       re.MULTILINE)
    return {name for name, _ in names} | {".".join(name) for name in names}


def emit(example, stage, folder):
    """The path of what --emit=STAGE -o gives; only that file is written to."""
    path = os.path.join(folder, f"{stage}.mlir")
    command = [example.encke, f"--emit={stage}", example.program, "-o", path]
    print("+", " ".join(command), flush=True)
    done = subprocess.run(command, capture_output=True, encoding="utf-8",
                          timeout=harness.TIMEOUT, check=False)
    if done.returncode != 0 or done.stdout or done.stderr:
        print(done.stdout, done.stderr)
        raise harness.Failure(f"--emit={stage}: exit status {done.returncode}, "
                              "or something printed")
    return path


def is_serial(example):
    """No loop of the program is marked as parallel for two threads."""
    text = harness.run([example.encke, "--emit=cin", "--threads", "2",
                        example.program])
    return not re.search(r"cin\.forall .* parallel", text)


def check_mlir(example, stage, path):
    needed, forbidden = STAGES[stage]
    with open(path, encoding="utf-8") as file:
        text = file.read()
    if f'encke.stage = "{stage}"' not in text:
        raise harness.Failure(f"stage {stage} does not say so")
    found = operations(text)
    # What a library computes has no loops.
    if "@encke_gemm_" in text:
        needed = needed - {"scf"}
    # What has no loop to run in parallel has nothing of these dialects.
    if stage in THREADS and is_serial(example):
        needed = set()
    if not needed <= found or forbidden & found:
        raise harness.Failure(f"stage {stage}: missing {needed - found}, "
                              f"left over {forbidden & found}")
    if stage in THREADS:
        again = harness.run([example.options.encke_opt, path])
        if operations(again) != found:
            raise harness.Failure(f"stage {stage}: encke-opt makes another "
                                  "of it")


def check_machine_code(example, folder):
    """What LLVM's own tools say of the last stages."""
    def tool(name, *arguments):
        return harness.run([os.path.join(example.options.llvm, name),
                            *arguments])

    tool("opt", "-passes=verify", "-disable-output",
         emit(example, "llvm-ir", folder))
    assembled = os.path.join(folder, "assembled.o")
    tool("llvm-mc", "-filetype=obj", emit(example, "asm", folder),
         "-o", assembled)
    for path in (assembled, emit(example, "obj", folder)):
        symbols = tool("llvm-nm", "--defined-only", path)
        if not re.search(r" T main$", symbols, re.MULTILINE):
            raise harness.Failure(f"{path} defines no main")


def check():
    example = common.Example(__doc__, "llvm")
    with tempfile.TemporaryDirectory() as folder:
        with open(emit(example, "ast", folder), encoding="utf-8") as file:
            if not re.match(r"Program\n  Function \d+:\d+ \w+\n", file.read()):
                raise harness.Failure("--emit=ast prints no tree")
        for stage in STAGES:
            check_mlir(example, stage, emit(example, stage, folder))
        check_machine_code(example, folder)


if __name__ == "__main__":
    harness.main(check)
