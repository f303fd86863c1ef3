# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Tests of the dialects and of single passes: text in, text out.

import os

config.name = "Encke passes"
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs"]


def tool(folder, name):
    """The name in a RUN line stands for the program in that folder."""
    pattern = rf"(?<![-/\w.%]){name}(?![-/\w.])"
    config.substitutions.append((pattern, os.path.join(folder, name)))


for name in ("encke-opt", "encke"):
    tool(config.encke_bin_dir, name)
for name in ("FileCheck", "not", "split-file"):
    tool(config.llvm_tools_dir, name)
