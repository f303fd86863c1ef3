# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Modules in upstream's IR as they come: computed, called and refused.

import sys

config.name = "Encke upstream"
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs"]
config.substitutions += [
    (r"%modes\b", f"{sys.executable} {config.encke_source_root}/tests/upstream/modes.py "
                  f"{config.encke_bin_dir}/encke"),
]
