# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Tests of encke as a command.

import ctypes.util
import os
import sys

config.name = "Encke driver"
config.suffixes = [".test"]

here = config.test_source_root
data = os.path.join(config.encke_source_root, "examples/data")
binaries, llvm_tools = config.encke_bin_dir, config.llvm_tools_dir
runtime = f"{binaries}/../lib/libencke_runtime.so"
tools = (f"--encke {binaries}/encke --encke-opt {binaries}/encke-opt "
         f"--data {data}")
config.substitutions += [
    (r"%oracle\b", f"{sys.executable} {here}/oracle.py {tools} "
                   f"--runtime {runtime} --llvm {llvm_tools}"),
    (r"%emit\b", f"{sys.executable} {here}/emit.py {tools} --llvm {llvm_tools}"),
    (r"%flags\b", f"{sys.executable} {here}/flags.py {tools}"),
    (r"%executable\b", f"{sys.executable} {here}/executable.py {tools}"),
    (r"%killed\b", f"{sys.executable} {here}/killed.py --encke "
                   f"{binaries}/encke"),
    (r"%limited\b", f"{sys.executable} {here}/limited.py"),
    (r"%build\b", f"{binaries}/.."),
    (r"%runtime\b", runtime),
    (r"%llvm-lib\b", f"{llvm_tools}/../lib"),
    (r"%llvm\b", f"{llvm_tools}/.."),
    (r"%data\b", data),
]
if ctypes.util.find_library("metis"):
    config.available_features.add("metis")
# Upstream's sparsifier, in a package of its own.
if os.path.exists(f"{llvm_tools}/mlir-runner"):
    config.available_features.add("mlir-runner")
