#===- support.py - what the tests of the Python package share --------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""The package under test, and data: not square, not constant, and with empty
rows."""

import os
import subprocess
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
if "ENCKE_TEST_INSTALLED" not in os.environ:
    sys.path.insert(0, str(ROOT / "python"))

import numpy as np  # noqa: E402
import scipy.sparse as sp  # noqa: E402

import encke  # noqa: E402

__all__ = ["ROOT", "TestCase", "encke", "np", "run_script", "sp", "sparse",
           "widened"]


def sparse(rows, columns, density=0.2, seed=0, dtype=float, format="csr",
           array=True):
    """A sparse matrix with empty rows and columns."""
    generator = np.random.default_rng(seed)
    dense = generator.random((rows, columns))
    dense[dense > density] = 0
    if rows > 2:
        dense[rows // 2] = 0
    if columns > 3:
        dense[:, columns // 3] = 0
    kind = np.dtype(dtype).kind
    if kind in "iu":
        dense = np.ceil(dense * 50)
    if kind == "c":
        dense = dense * (1 - 2j)
    made = sp.coo_matrix(dense.astype(dtype)).asformat(format)
    return getattr(sp, f"{format}_array")(made) if array else made


def widened(matrix):
    """The matrix with 64-bit indices, which SciPy's constructors narrow."""
    made = matrix.copy()
    for name in ("indices", "indptr", "row", "col"):
        if hasattr(made, name):
            setattr(made, name, getattr(made, name).astype(np.int64))
    return made


def run_script(text, **environment):
    """Runs a Python script in a process of its own; its standard output."""
    path = os.pathsep.join([str(ROOT / "python"), str(Path(__file__).parent)])
    done = subprocess.run(
        [sys.executable, "-c", text], stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, universal_newlines=True, timeout=300,
        env={**os.environ, "PYTHONPATH": path, **environment})
    if done.returncode:
        raise AssertionError(f"exit status {done.returncode}\n{done.stdout}"
                             f"{done.stderr}")
    return done.stdout


class TestCase(unittest.TestCase):
    """Comparisons of arrays."""

    def assertClose(self, found, wanted):  # noqa: N802
        if isinstance(found, encke.Tensor):
            found = found.to_numpy()
        found = found.toarray() if sp.issparse(found) else found
        wanted = wanted.toarray() if sp.issparse(wanted) else wanted
        np.testing.assert_allclose(found, wanted, rtol=1e-12, atol=1e-12)
        self.assertEqual(np.shape(found), np.shape(wanted))
