# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# End-to-end tests: programs run by encke against the reference interpreter.

import os
import sys

config.name = "Encke programs"
config.suffixes = [".ta", ".test"]
config.excludes = ["data"]

# Real data, where there are any: see REQUIRES lines.
if os.environ.get("ENCKE_DATA_DIR"):
    config.environment["ENCKE_DATA_DIR"] = os.environ["ENCKE_DATA_DIR"]
    config.available_features.add("encke-data")

here = config.test_source_root
data = os.path.join(config.encke_source_root, "examples/data")
folders = f"--data {data} --data {here}/data"
encke = f"--encke {config.encke_bin_dir}/encke"
opt = f"--encke-opt {config.encke_bin_dir}/encke-opt"
reference = f"{config.encke_bin_dir}/encke-reference"
oracle = f"--reference {reference}"
# Sanitizers reserve all addresses.
limit = "" if "ASAN_OPTIONS" in os.environ else "ulimit -v 4000000;"


def script(name, arguments):
    """%a-b stands for the script a_b.py with these arguments."""
    path = os.path.join(here, name.replace("-", "_") + ".py")
    config.substitutions.append(
        (rf"%{name}\b", f"{sys.executable} {path} {arguments}"))


script("check", f"{encke} {oracle} {folders}")
script("sparse-formats", f"{encke} {oracle} {folders}")
script("dense-contractions", f"{encke} {oracle} {folders}")
script("generated-code", encke)
script("graphs", f"{encke} {folders}")
script("kernel-formats", f"{encke} {oracle}")
script("stages", f"{encke} {opt} {folders}")
script("convergence", f"{encke} {folders}")
script("processes", f"{encke} {folders}")
script("ghosts", encke)
config.substitutions += [
    (r"%reference\b", reference),
    (r"%data\b", data),
    (r"%limit\b", limit),
]
