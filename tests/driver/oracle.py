#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Upstream's own sparse compiler as an oracle.

The `linalg` stage is plain upstream MLIR. Here mlir-opt lowers it with MLIR's
sparsifier instead of Encke's generator and mlir-runner runs it; the program
must print what `encke run` prints. Excepted are the examples with a loop that
gives its next round a tensor in another buffer, which upstream's bufferisation
refuses there. (Upstream also refuses a quotient whose divisor is a tensor that
could hold a zero; it then leaves the `linalg.generic` as it is, which the check
below finds.)
"""

import os
import re

import common
import harness


def check():
    example = common.Example(__doc__, "runtime", "llvm")
    options = example.options
    module = harness.run([example.encke, "--emit=linalg", example.program])
    lowered = harness.run(
        [os.path.join(options.llvm, "mlir-opt"),
         "--sparsifier=enable-runtime-library=false"], module)
    if "sparse_tensor." in lowered or "linalg." in lowered:
        raise harness.Failure("the sparsifier left work undone")
    # Such a module has no command line: its files come from the environment.
    for number, path in enumerate(example.data):
        os.environ[f"SPARSE_FILE_NAME{number}"] = path
    utilities = os.path.join(options.llvm, "../lib/libmlir_c_runner_utils.so")
    printed = harness.run(
        [os.path.join(options.llvm, "mlir-runner"), "-e", "main",
         "-entry-point-result=i32",
         f"--shared-libs={options.runtime},{utilities}"], lowered)
    # After the program's own output the runner prints the result of main.
    output, status = re.fullmatch(r"(.*?)(-?\d+)\n", printed,
                                  re.DOTALL).groups()
    if status != "0" or (output and not output.endswith("\n")):
        raise harness.Failure(f"main returned {status!r}")
    example.check(output, "upstream's sparsifier")


if __name__ == "__main__":
    harness.main(check)
