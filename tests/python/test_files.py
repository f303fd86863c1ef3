#===- test_files.py - files of NumPy and SciPy, read and written -----------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""What NumPy and SciPy write is read as they read it, and what is written is
read by them (L14, L60)."""

import io
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

import scipy.io

from support import TestCase, np, sp, sparse


class Files(TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return Path(self.folder.name) / name

    def encke(self, *arguments, stdin=b""):
        done = subprocess.run([os.environ["ENCKE"], *map(str, arguments)],
                              input=stdin, capture_output=True, check=False,
                              timeout=300, cwd=self.folder.name)
        self.assertEqual(done.returncode, 0, done.stderr.decode())
        return done.stdout

    def read(self, name):
        """The matrix that Encke reads in a file."""
        text = self.encke("convert", self.path(name), "-")
        return scipy.io.mmread(io.BytesIO(text))

    def write(self, matrix, name):
        """The path of a file into which Encke writes a matrix."""
        scipy.io.mmwrite(self.path("from.mtx"), matrix, precision=17)
        self.encke("convert", self.path("from.mtx"), self.path(name))
        return self.path(name)

    def test_read_npz(self):
        for dtype in (float, np.float32, np.int64, np.int8, complex):
            for form in ("csr", "csc", "coo", "bsr", "dia"):
                matrix = sparse(6, 9, seed=3, dtype=dtype, array=False)
                for packed in (True, False):
                    with self.subTest(dtype=dtype, form=form, packed=packed):
                        sp.save_npz(self.path("a.npz"), matrix.asformat(form),
                                    compressed=packed)
                        self.assertClose(self.read("a.npz"), matrix)

    def test_read_npy(self):
        values = np.arange(-7.0, 8).reshape(3, 5) / 4
        for dtype in ("<f8", ">f8", "<f4", "<f2", "<i4", ">i2", "|i1", "<c8",
                      "|b1"):
            for order in "CF":
                array = np.asarray(values.astype(dtype), order=order)
                with self.subTest(dtype=dtype, order=order):
                    np.save(self.path("a.npy"), array)
                    self.assertClose(self.read("a.npy"), array.astype(
                        complex if dtype == "<c8" else float))
        np.savez(self.path("two.npz"), x=values, y=2 * values)
        text = self.encke("convert", f"{self.path('two.npz')}:y", "-")
        self.assertClose(scipy.io.mmread(io.BytesIO(text)), 2 * values)

    def test_read_mat(self):
        matrix = sparse(6, 9, seed=4, array=False)
        for packed in (True, False):
            with self.subTest(packed=packed):
                scipy.io.savemat(self.path("a.mat"),
                                 {"A": matrix, "text": "no matrix"},
                                 do_compression=packed)
                self.assertClose(self.read("a.mat"), matrix)
        scipy.io.savemat(self.path("a.mat"), {"Problem": {"A": 1j * matrix}})
        self.assertClose(self.read("a.mat"), 1j * matrix)

    def test_read_mat_of_version_4(self):
        matrix = sparse(6, 9, seed=8, array=False)
        array = np.arange(-7.0, 8).reshape(3, 5)
        for made, kinds in ((matrix, ("f8", "c16")),
                            (array, ("f8", "f4", "i4", "i2", "u1", "c16"))):
            for kind in kinds:
                value = abs(made) if kind == "u1" else made
                value = value * (1 - 2j) if kind == "c16" else value.astype(kind)
                with self.subTest(kind=kind):
                    scipy.io.savemat(self.path("a.mat"),
                                     {"text": "no matrix", "A": value},
                                     format="4")
                    self.assertClose(self.read("a.mat"), value)

    def test_read_harwell_boeing(self):
        matrix = sparse(6, 9, density=0.5, seed=5, array=False).tocsc()
        scipy.io.hb_write(self.path("a.rua"), matrix)
        self.assertClose(self.read("a.rua"), matrix)

    def test_write_npz(self):
        for dtype in (float, np.int64, complex):
            matrix = sparse(6, 9, seed=6, dtype=dtype, array=False)
            with self.subTest(dtype=dtype):
                found = sp.load_npz(self.write(matrix, "a.npz"))
                self.assertEqual(found.format, "csr")
                self.assertClose(found, matrix)
        few = sp.coo_matrix(([1.5, -2], ([5, 1999999], [2, 0])), (2000000, 3))
        found = sp.load_npz(self.write(few, "a.npz"))
        self.assertEqual(found.format, "coo")
        self.assertEqual((found != few).nnz, 0)

    def test_write_npy(self):
        array = np.arange(-7.0, 8).reshape(3, 5) / 4
        found = np.load(self.write(array, "a.npy"))
        self.assertClose(found, array)
        self.assertTrue(found.flags.c_contiguous)
        self.assertClose(np.load(self.write(array, "a.npz"))["arr_0"], array)

    def test_streams(self):
        """A program reads its stdin, and writes to its stdout."""
        self.path("p.ta").write_text("""
            def main() {
              IndexLabel [i, j] = [?];
              Tensor<double> A([i, j], {CSR});
              A[i, j] = read("-");
              A[i, j] = 2 * A[i, j];
              write(A, "-");
            }""", encoding="utf-8")
        matrix = sparse(6, 9, seed=7, array=False)
        for name, save in (("a.mtx", scipy.io.mmwrite), ("a.npz", sp.save_npz)):
            with self.subTest(name):
                save(self.path(name), matrix)
                text = self.encke("run", self.path("p.ta"),
                                  stdin=self.path(name).read_bytes())
                self.assertClose(scipy.io.mmread(io.BytesIO(text)), 2 * matrix)


if __name__ == "__main__":
    unittest.main()
