# ===- test_examples.py - the examples in Python ---------------------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===#
"""Runs examples/interop/*.py as users do, and looks at what they print."""

import os
import subprocess
import sys
import unittest

from support import ROOT, encke

FOLDER = ROOT / "examples" / "interop"
PRINTED = {
    "conjugate_gradients.py": [r"status 0, \d+ steps, residual \d\.\de-(0[5-9]|1\d)"],
    "cp_als.py": ["11 x 7 x 9 double, 61 entries stored as CSF", "rank 1: fit 0.0864",
                  "rank 8: fit 0.5"],
    "gcn_layer.py": [r"grad_W\[k, l\] = ", r"step 300: loss 0\.0"],
    "pagerank.py": ["the sum is 1.000000", "page 0: 0.079187", "page 20: 0.072021"],
}


class Examples(unittest.TestCase):
    def test_all_are_known(self):
        # test_processes.py runs the one that needs PETSc.
        self.assertEqual(sorted([*PRINTED, "petsc.py"]),
                         sorted(p.name for p in FOLDER.glob("*.py")))

    def test_printed(self):
        package = os.path.dirname(os.path.dirname(encke.__file__))
        for name, wanted in PRINTED.items():
            with self.subTest(name):
                done = subprocess.run(
                    [sys.executable, FOLDER / name], capture_output=True, text=True,
                    env={**os.environ, "PYTHONPATH": package})
                self.assertEqual(done.returncode, 0, done.stderr)
                for pattern in wanted:
                    self.assertRegex(done.stdout, pattern)


if __name__ == "__main__":
    unittest.main()
