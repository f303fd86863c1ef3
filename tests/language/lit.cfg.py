# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Tests of the language, rule by rule.
# Needs, from lit.site.cfg.py: encke_bin_dir, encke_obj_root, llvm_tools_dir.

import os
import sys

import lit.formats

config.name = "Encke language"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".ta", ".test"]
config.excludes = ["data"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.encke_obj_root, "tests/language")

here = config.test_source_root
binaries = lit_config.params.get("encke_bin_dir", config.encke_bin_dir)

config.environment["PATH"] = os.pathsep.join(
    [binaries, config.llvm_tools_dir, config.environment["PATH"]]
)
config.environment["PYTHONDONTWRITEBYTECODE"] = "1"
# Tests compile; one of them tests the cache.
config.environment["ENCKE_CACHE"] = ""
# Whatever the machine: tests of threads say how many.
config.environment["ENCKE_THREADS"] = "1"
for name in ("ASAN_OPTIONS", "LSAN_OPTIONS", "UBSAN_OPTIONS"):
    if name in os.environ:
        config.environment[name] = os.environ[name]

python = sys.executable
config.substitutions += [
    # %exits STATUS COMMAND...
    (r"%exits\b", f"{python} {here}/../driver/exits.py"),
    (r"%encke\b", os.path.join(binaries, "encke")),
    (r"%data\b", os.path.join(here, "data")),
    (r"%python\b", python),
]
