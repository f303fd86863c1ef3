#===- test_wheel.py - the package, installed from its wheel ----------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
SCRIPT = """
import encke, numpy as np
print(encke.__file__)
print(encke.einsum("ij,j->i", np.ones((2, 3)), np.arange(3.0)).tolist())
print(encke.info({matrix!r}).entries)
"""


def run(*command, **options):
    done = subprocess.run(command, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, universal_newlines=True,
                          **options)
    if done.returncode:
        raise AssertionError(f"{command}:\n{done.stdout}")
    return done.stdout


def shown_command():
    """How python/README.md makes a wheel."""
    page = (ROOT / "python/README.md").read_text(encoding="utf-8")
    command, = re.findall("^    (pip wheel .*)$", page, re.MULTILINE)
    return command.split()


class Wheel(unittest.TestCase):
    def test_installed(self):
        for module in ("pip", "setuptools", "wheel", "ensurepip"):
            if importlib.util.find_spec(module) is None:
                self.skipTest(f"{module} is not installed")
        build = Path(os.environ.get("ENCKE_BUILD", ROOT / "build"))
        with tempfile.TemporaryDirectory() as folder:
            # A copy, so that nothing is left in the sources.
            source = os.path.join(folder, "python")
            shutil.copytree(ROOT / "python", source,
                            ignore=shutil.ignore_patterns("__pycache__"))
            run(sys.executable, "-m", *shown_command(), "--no-index", "-q",
                cwd=folder, env={**os.environ, "ENCKE_BUILD": str(build)})
            wheel, = Path(folder, "dist").glob("*.whl")
            self.assertTrue(wheel.name.endswith("-py3-none-linux_x86_64.whl"))
            place = os.path.join(folder, "env")
            run(sys.executable, "-m", "venv", "--system-site-packages", place)
            python = os.path.join(place, "bin", "python")
            run(python, "-m", "pip", "install", "--no-deps", "--no-index", "-q",
                str(wheel))
            environment = {name: value for name, value in os.environ.items()
                           if name not in ("ENCKE", "PYTHONPATH")}
            matrix = str(ROOT / "examples" / "data" / "matrix.mtx")
            out = run(python, "-c", SCRIPT.format(matrix=matrix), cwd=folder,
                      env=environment).splitlines()
            self.assertTrue(out[0].startswith(place))
            self.assertEqual(out[1:], ["[3.0, 3.0]", "120"])
            package = Path(out[0]).parent
            for name in ("include/encke/encke.h", "share/man/man1/encke.1",
                         "lib/cmake/Encke/EnckeConfig.cmake",
                         "lib/pkgconfig/encke.pc",
                         "share/encke/examples/spmv.ta",
                         "share/bash-completion/completions/encke"):
                self.assertTrue((package / name).is_file(), name)


if __name__ == "__main__":
    unittest.main()
