#===- setup.py - a wheel with compiler and runtime inside ------------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Puts what is installed of a build folder, ../build or what the environment
variable ENCKE_BUILD names, into the wheel, and what it needs that few systems have.
It lies there as below any prefix: bin/, lib/, include/ and share/."""

import os
import shutil
import subprocess
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py
from wheel.bdist_wheel import bdist_wheel

HERE = Path(__file__).resolve().parent
BUILD = Path(os.environ.get("ENCKE_BUILD", HERE.parent / "build"))
PROGRAMS = ("encke", "encke-compiler")
# Of the libraries that programs and compiled code load.
CARRIED = ("libantlr4-runtime.so", "libomp.so")
OPENMP = Path("/usr/lib/llvm-22/lib/libomp.so.5")


def loaded_libraries(program):
    """The files that a program loads and that the wheel carries."""
    listed = subprocess.run(["ldd", str(program)], stdout=subprocess.PIPE,
                            check=True, universal_newlines=True).stdout
    for line in listed.splitlines():
        words = line.split()
        if words and words[0].startswith(CARRIED) and words[1] == "=>":
            yield words[0], words[2]


class BuildWithCompiler(build_py):
    def run(self):
        super().run()
        if not (BUILD / "bin" / "encke").exists():
            raise SystemExit(f"no compiler in {BUILD}: build it first "
                             "('./dev build'), or set ENCKE_BUILD")
        target = (Path(self.build_lib) / "encke").resolve()
        subprocess.run(["cmake", "--install", str(BUILD), "--strip",
                        "--prefix", str(target)], check=True,
                       stdout=subprocess.DEVNULL)
        for name in PROGRAMS:
            for library, path in loaded_libraries(BUILD / "bin" / name):
                shutil.copy2(path, target / "lib" / library)
        if OPENMP.exists():
            shutil.copy2(OPENMP, target / "lib" / OPENMP.name)


class PlatformWheel(bdist_wheel):
    """For any Python 3, and one machine."""

    def finalize_options(self):
        super().finalize_options()
        self.root_is_pure = False

    def get_tag(self):
        return "py3", "none", "linux_x86_64"


class WithBinaries(Distribution):
    def has_ext_modules(self):
        return True


setup(distclass=WithBinaries,
      cmdclass={"build_py": BuildWithCompiler, "bdist_wheel": PlatformWheel})
