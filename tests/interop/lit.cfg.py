# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Tests of libraries that encke lib makes, called by C and C++.

import os
import shutil

config.name = "Encke interop"
config.suffixes = [".test"]

include = os.path.join(config.encke_source_root, "runtime", "include")
llvm_libraries = f"{config.llvm_tools_dir}/../lib"
compilers = {"%cc": ("cc", "gcc", "clang-22"), "%cxx": ("c++", "g++", "clang++-22")}
for name, candidates in compilers.items():
    found = next(filter(None, map(shutil.which, candidates)))
    config.substitutions.append((rf"{name}\b", f"{found} -Wall -Wextra -I{include}"))
config.substitutions += [
    # What a static library still needs.
    (r"%static-libraries\b", "-lstdc++ -lz -lm -lpthread "
                             f"-L{llvm_libraries} -Wl,-rpath,{llvm_libraries} -lomp"),
]

# What a program that uses an installed Encke may have.
eigen = "/usr/include/eigen3"
if os.path.exists(f"{eigen}/Eigen/Core"):
    config.available_features.add("eigen")
for tool in ("cmake", "ninja", "pkg-config"):
    if shutil.which(tool):
        config.available_features.add(tool)
config.substitutions += [
    (r"%eigen\b", f"-isystem {eigen}"),
    (r"%data\b", " ".join(f"{config.encke_source_root}/examples/data/{name}.mtx"
                          for name in ("matrix", "vector23"))),
    (r"%build\b", os.path.dirname(config.encke_bin_dir)),
]
