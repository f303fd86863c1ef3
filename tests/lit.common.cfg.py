# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What the suites of lit tests share. Needs what lit.site.cfg.py sets.

import os
import platform
import shutil
import sys

import lit.formats

config.test_format = lit.formats.ShTest(execute_external=False)
config.encke_bin_dir = lit_config.params.get("encke_bin_dir", config.encke_bin_dir)

config.environment["PATH"] = os.pathsep.join(
    [config.encke_bin_dir, config.llvm_tools_dir, config.environment["PATH"]]
)
config.environment["PYTHONDONTWRITEBYTECODE"] = "1"
# Tests compile; one of them tests the cache.
config.environment["ENCKE_CACHE"] = ""
# Whatever the machine: tests of threads say how many.
config.environment["ENCKE_THREADS"] = "1"
# And for one target.
config.environment["ENCKE_TARGET"] = os.path.join(
    config.encke_source_root, "tests/reference.target")
# What is decided about a loop is carried out.
config.environment["ENCKE_STRICT_MARKS"] = "1"
for name in ("ASAN_OPTIONS", "LSAN_OPTIONS", "UBSAN_OPTIONS", "OMP_NUM_THREADS"):
    if name in os.environ:
        config.environment[name] = os.environ[name]

if platform.machine() == "x86_64":
    config.available_features.add("x86_64")

# Programs on processes of MPI, where it was there when Encke was built: of the
# implementation that mpirun is of, and of MPICH beside it, as Debian names it. Open MPI
# asks for more words than others; of the root too, who tests in containers.
libraries = os.path.join(config.encke_bin_dir, "..", "lib")
for feature, suffix, command in (("mpi", "", ""), ("mpich", "_mpich", ".mpich")):
    if (os.path.exists(f"{libraries}/libencke_mpi{suffix}.so")
            and shutil.which(f"mpirun{command}") and shutil.which(f"mpicc{command}")):
        config.available_features.add(feature)
config.environment["OMPI_ALLOW_RUN_AS_ROOT"] = "1"
config.environment["OMPI_ALLOW_RUN_AS_ROOT_CONFIRM"] = "1"
config.environment["OMPI_MCA_rmaps_base_oversubscribe"] = "1"

tests = os.path.join(config.encke_source_root, "tests")
config.substitutions += [
    # %exits STATUS COMMAND...
    (r"%exits\b", f"{sys.executable} {tests}/driver/exits.py"),
    (r"%compare\b", f"{sys.executable} {tests}/programs/compare.py"),
    (r"%encke-opt\b", os.path.join(config.encke_bin_dir, "encke-opt")),
    (r"%encke\b", os.path.join(config.encke_bin_dir, "encke")),
    (r"%examples\b", os.path.join(config.encke_source_root, "examples")),
    (r"%root\b", config.encke_source_root),
    (r"%python\b", sys.executable),
]
