#===- test_processes.py - calls that several processes make together -------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Functions that the processes of a communicator of mpi4py call together, on
processes of mpirun. Skipped where one of them is not installed."""

import importlib.util
import os
import shutil
import subprocess
import sys
import unittest

from support import ROOT, TestCase, encke

HERE = os.path.dirname(os.path.abspath(__file__))
HAS_MPI = bool(importlib.util.find_spec("mpi4py") and shutil.which("mpirun"))
HAS_PETSC = HAS_MPI and importlib.util.find_spec("petsc4py") is not None

PROGRAM = """
def product(Tensor<double> A([n, n], {CSR}), Tensor<double> x([n], {Dense}))
    -> Tensor<double>([n], {Dense}) {
  IndexLabel [i, j] = [?];
  Tensor<double> y([n], {Dense});
  y[i] = A[i, j] * x[j];
  return y;
}
def rows(Tensor<double> A([n, n], {CSR}), Tensor<double> scale([m], {Dense}))
    -> Tensor<double>([n, n], {CSR}) {
  IndexLabel [i, j] = [?];
  Tensor<double> B([n, n], {CSR});
  B[i, j] = SUM(scale[m]) * A[i, j];
  return B;
}
"""

SCRIPT = """
import sys
import numpy as np, scipy.sparse as sp
from mpi4py import MPI
import encke
comm = MPI.COMM_WORLD
size, first, last = 50, 50 * comm.rank // comm.size, 50 * (comm.rank + 1) // comm.size
i, j = np.indices((size, size))
dense = np.where((i * 7 + j * 3) % 11 == 0, i + 2.0 * j + 1, 0.0)
dense[13] = 0
x = np.arange(size) + 0.5
A = sp.csr_array(dense[first:last])
kernels = encke.compile(sys.argv[1], processes=True)
assert kernels.product.parts == {"A": 0, "x": 0, "": 0}, kernels.product.parts
assert kernels.rows.parts == {"A": 0, "": 0}, kernels.rows.parts
y = kernels.product(A, x[first:last], communicator=comm)
np.testing.assert_allclose(y, (dense @ x)[first:last], rtol=1e-12)
out = np.empty(last - first)
kernels.product(A, x[first:last], communicator=comm, out=out)
np.testing.assert_allclose(out, y)
B = kernels.rows(A, np.array([1.0, 2.5]), communicator=comm)
np.testing.assert_allclose(B.toarray(), 3.5 * dense[first:last])
np.testing.assert_allclose(kernels.product(sp.csr_array(dense), x), dense @ x)
try:
    kernels.product(A, x[first:last + (comm.rank == 1)], communicator=comm)
except encke.EnckeError as error:
    assert error.identifier == ("sizes-disagree" if comm.rank == 1
                                else "run-time-error"), error
    assert "dimension 1 of 'x' has" in error.message, error
else:
    raise AssertionError("another process has failed")
np.testing.assert_allclose(
    kernels.product(A, x[first:last], communicator=comm), y)
try:
    kernels.product(A, x[first:last], communicator=3)
except TypeError as error:
    assert "not a int" in str(error)
try:
    encke.compile(sys.argv[1]).product(A, x[first:last], communicator=comm)
except encke.EnckeError as error:
    assert "was not compiled for several processes" in error.message
else:
    raise AssertionError("a library for one process")
print("good")
"""


def on_processes(count, *command):
    """What mpirun prints of so many."""
    package = os.path.dirname(os.path.dirname(encke.__file__))
    path = os.pathsep.join(filter(None, (package, os.environ.get("PYTHONPATH"))))
    done = subprocess.run(
        ["mpirun", "-n", str(count), sys.executable, *map(str, command)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True,
        timeout=300, env={
            **os.environ, "PYTHONPATH": path, "OMPI_ALLOW_RUN_AS_ROOT": "1",
            "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
            "OMPI_MCA_rmaps_base_oversubscribe": "1"})
    if done.returncode:
        raise AssertionError(f"exit status {done.returncode}\n{done.stdout}"
                             f"{done.stderr}")
    return done.stdout


class Processes(TestCase):
    @unittest.skipUnless(HAS_MPI, "needs mpi4py and mpirun")
    def test_calls(self):
        self.assertEqual(on_processes(3, "-c", SCRIPT, PROGRAM).split(),
                         ["good"] * 3)

    @unittest.skipUnless(HAS_PETSC, "needs petsc4py")
    def test_petsc(self):
        example = ROOT / "examples" / "interop" / "petsc.py"
        for count in 1, 3:
            self.assertRegex(
                on_processes(count, example),
                rf"^{count} processes, 30 unknowns, solved, residual "
                r"\d\.\de-1\d\n$")

    def test_parts(self):
        kernels = encke.compile(PROGRAM, processes=True)
        self.assertEqual(kernels.product.parts, {"A": 0, "x": 0, "": 0})
        self.assertEqual(encke.compile(PROGRAM).product.parts, {})

    @unittest.skipIf(importlib.util.find_spec("mpi4py"), "mpi4py is there")
    def test_without_mpi4py(self):
        kernels = encke.compile(PROGRAM, processes=True)
        with self.assertRaisesRegex(TypeError, "mpi4py, which is not installed"):
            kernels.product([[1.0]], [1.0], communicator=object())


if __name__ == "__main__":
    unittest.main()
