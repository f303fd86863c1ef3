# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Tests of the dialects and of single passes: text in, text out.
# Needs, from lit.site.cfg.py: encke_bin_dir, encke_obj_root, llvm_tools_dir.

import os
import sys

import lit.formats

config.name = "Encke passes"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.encke_obj_root, "tests/passes")

root = os.path.normpath(os.path.join(config.test_source_root, "../.."))
binaries = lit_config.params.get("encke_bin_dir", config.encke_bin_dir)
config.environment["PYTHONDONTWRITEBYTECODE"] = "1"
# Tests compile; one of them tests the cache.
config.environment["ENCKE_CACHE"] = ""
# Whatever the machine: tests of threads say how many.
config.environment["ENCKE_THREADS"] = "1"
for name in ("ASAN_OPTIONS", "LSAN_OPTIONS", "UBSAN_OPTIONS"):
    if name in os.environ:
        config.environment[name] = os.environ[name]


def tool(folder, name):
    """The name in a RUN line stands for the program in that folder."""
    pattern = rf"(?<![-/\w.%]){name}(?![-/\w.])"
    config.substitutions.append((pattern, os.path.join(folder, name)))


for name in ("encke-opt", "encke"):
    tool(binaries, name)
for name in ("FileCheck", "not", "split-file"):
    tool(config.llvm_tools_dir, name)
config.substitutions += [
    (r"%root\b", root),
    (r"%examples\b", os.path.join(root, "examples")),
    (r"%python\b", sys.executable),
]
