# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# End-to-end tests: programs run by encke against the reference interpreter.
# Needs, from lit.site.cfg.py: encke_bin_dir, encke_obj_root, llvm_tools_dir.

import os
import platform
import sys

import lit.formats

config.name = "Encke programs"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".ta", ".test"]
config.excludes = ["data"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.encke_obj_root, "tests/programs")

here = config.test_source_root
examples = os.path.normpath(os.path.join(here, "../../examples"))
data = os.path.join(examples, "data")
binaries = lit_config.params.get("encke_bin_dir", config.encke_bin_dir)
encke = os.path.join(binaries, "encke")
encke_opt = os.path.join(binaries, "encke-opt")
reference = os.path.join(binaries, "encke-reference")
folders = f"--data {data} --data {os.path.join(here, 'data')}"

config.environment["PATH"] = os.pathsep.join(
    [binaries, config.llvm_tools_dir, config.environment["PATH"]]
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

# Real data, where there are any: see REQUIRES lines.
if os.environ.get("ENCKE_DATA_DIR"):
    config.environment["ENCKE_DATA_DIR"] = os.environ["ENCKE_DATA_DIR"]
    config.available_features.add("encke-data")

if platform.machine() == "x86_64":
    config.available_features.add("x86_64")

# Sanitizers reserve all addresses.
limit = "" if "ASAN_OPTIONS" in os.environ else "ulimit -v 4000000;"
python = sys.executable
config.substitutions += [
    (r"%check\b", f"{python} {here}/check.py --encke {encke} "
                  f"--reference {reference} {folders}"),
    (r"%sparse-formats\b",
     f"{python} {here}/sparse_formats.py --encke {encke} "
     f"--reference {reference} {folders}"),
    (r"%dense-contractions\b",
     f"{python} {here}/dense_contractions.py --encke {encke} "
     f"--reference {reference} {folders}"),
    (r"%generated-code\b",
     f"{python} {here}/generated_code.py --encke {encke}"),
    (r"%graphs\b",
     f"{python} {here}/graphs.py --encke {encke} {folders}"),
    (r"%kernel-formats\b",
     f"{python} {here}/kernel_formats.py --encke {encke} "
     f"--reference {reference}"),
    (r"%stages\b", f"{python} {here}/stages.py --encke {encke} "
                   f"--encke-opt {encke_opt} {folders}"),
    (r"%convergence\b",
     f"{python} {here}/convergence.py --encke {encke} {folders}"),
    (r"%compare\b", f"{python} {here}/compare.py"),
    (r"%reference\b", reference),
    (r"%encke-opt\b", encke_opt),
    (r"%encke\b", encke),
    (r"%examples\b", examples),
    (r"%data\b", data),
    (r"%python\b", python),
    (r"%limit\b", limit),
]
