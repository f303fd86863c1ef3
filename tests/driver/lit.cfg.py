# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Tests of encke as a command.
# Needs, from lit.site.cfg.py: encke_bin_dir, encke_obj_root, llvm_tools_dir.

import os
import platform
import sys

import lit.formats

config.name = "Encke driver"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".test"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.encke_obj_root, "tests/driver")

here = config.test_source_root
root = os.path.normpath(os.path.join(here, "../.."))
examples = os.path.join(root, "examples")
data = os.path.join(examples, "data")
binaries = lit_config.params.get("encke_bin_dir", config.encke_bin_dir)
encke = os.path.join(binaries, "encke")
encke_opt = os.path.join(binaries, "encke-opt")
llvm_tools = config.llvm_tools_dir

config.environment["PATH"] = os.pathsep.join(
    [binaries, llvm_tools, config.environment["PATH"]]
)
config.environment["PYTHONDONTWRITEBYTECODE"] = "1"
# Tests compile; one of them tests the cache.
config.environment["ENCKE_CACHE"] = ""
# Whatever the machine: tests of threads say how many.
config.environment["ENCKE_THREADS"] = "1"
for name in ("ASAN_OPTIONS", "LSAN_OPTIONS", "UBSAN_OPTIONS",
             "OMP_NUM_THREADS"):
    if name in os.environ:
        config.environment[name] = os.environ[name]

if platform.machine() == "x86_64":
    config.available_features.add("x86_64")

python = sys.executable
tools = f"--encke {encke} --encke-opt {encke_opt} --data {data}"
config.substitutions += [
    (r"%oracle\b", f"{python} {here}/oracle.py {tools} "
                   f"--runtime {binaries}/../lib/libencke_runtime.so "
                   f"--llvm {llvm_tools}"),
    (r"%emit\b", f"{python} {here}/emit.py {tools} --llvm {llvm_tools}"),
    (r"%flags\b", f"{python} {here}/flags.py {tools}"),
    (r"%executable\b", f"{python} {here}/executable.py {tools}"),
    (r"%compare\b", f"{python} {here}/../programs/compare.py"),
    (r"%runtime\b", f"{binaries}/../lib/libencke_runtime.so"),
    (r"%llvm-lib\b", f"{llvm_tools}/../lib"),
    # %exits STATUS COMMAND...
    (r"%exits\b", f"{python} {here}/exits.py"),
    (r"%encke-opt\b", encke_opt),
    (r"%encke\b", encke),
    (r"%examples\b", examples),
    (r"%data\b", data),
    (r"%root\b", root),
    (r"%python\b", python),
]
