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
