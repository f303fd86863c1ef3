#===- test_formats.py - formats that users declare (L33) -------------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""encke.Format, and tensors in formats that have no name."""

import os
import pickle
import tempfile
import unittest

from support import TestCase, encke, np, sp, sparse, widened

# With expressions of all kinds, and as many as need none.
DECLARED = (
    "(i, j) -> (i / 2 : dense, j / 2 : compressed, i % 2 : dense, "
    "j % 2 : dense)",
    "(i, j) -> (i / 3 : dense, j - i : compressed, i % 3 : dense)",
    "(i, j) -> (j - i : compressed, j : dense)",
    "(i, j) -> (i + j : compressed, i : dense)",
    "(i, j) -> (i + j : compressed, i : compressed)",
    "(i, j) -> (i / 4 : dense, i / 2 % 2 : dense, i % 2 : dense, "
    "j : compressed)",
    "(i, j) -> (enumerate([i], j) : dense, i : dense, j : singleton)",
    "(i, j) -> (i / 2 : dense, enumerate([i], j) : compressed, "
    "i % 2 : dense, j : singleton)",
    "(row, column) -> (schedule(row, 2) : dense, row : compressed, "
    "column : compressed)",
    "D0/2 D# S1/2 D0%2 D1%2", "{C(d1-d0) D1}",
    # With the level types that only declarations have (L50).
    "(i, j) -> (i : dense, j / 4 : dense, j % 4 : structured(4, 4))",
    "(i, j) -> (i : dense, j : loose_compressed)",
    "(i, j) -> (i : batch, j : compressed)",
    "(i, j) -> (i : dense, j : repeated)", "D1 L0",
    "B0 C1", "D1 R0", "D0/2 D1 T(2,2)0%2",
    "(i, j) -> (i : compressed(nonunique), j : singleton) with "
    "pack(0, values)",
    "(i, j) -> (i % 2 : dense, i / 2 : dense, j : compressed) with "
    "partition(0), pack(2, values)")


class Format(TestCase):
    def test_equal_however_written(self):
        texts = ("bcsr(2, 3)", "BCSR(2,3)", "D0/2 C1/3 D0%2 D1%3",
                 "(r, c) -> (r / 2 : dense, c / 3 : compressed, "
                 "r % 2 : dense, c % 3 : dense)")
        formats = [encke.Format(text) for text in texts]
        self.assertEqual(len(set(formats)), 1)
        for each in formats:
            self.assertEqual(each, formats[0])
            self.assertEqual((each.order, each.levels),
                             (2, "D0/2 C1/3 D0%2 D1%3"))
        self.assertNotEqual(formats[0], encke.Format("bcsr(3, 2)"))
        self.assertNotEqual(formats[0], texts[0])
        self.assertEqual(encke.Format("csr"), encke.Format("{D, CU}"))
        self.assertEqual(encke.Format("Dense"), encke.Format("dense"))
        self.assertNotEqual(encke.Format("dense"), encke.Format("coo"))
        self.assertIsNone(encke.Format("csf").order)
        self.assertEqual(encke.Format("{D, CU, CU}").order, 3)

    def test_is_a_value(self):
        made = encke.Format(DECLARED[3])
        self.assertEqual(repr(made), f"encke.Format({DECLARED[3]!r})")
        self.assertEqual(str(made), DECLARED[3])
        self.assertEqual(eval(repr(made)), made)
        self.assertEqual(encke.Format(made), made)
        self.assertEqual(pickle.loads(pickle.dumps(made)), made)
        with self.assertRaises(AttributeError):
            made.order = 3

    def test_wrong(self):
        for text, message in (
                ("(i, j) -> (i : dense)",
                 "the levels do not tell 'j'\n  (i, j) -> (i : dense)\n  ^"),
                ("(i, j) -> (i : dense, k : dense)",
                 "\n  (i, j) -> (i : dense, k : dense)\n"
                 "                        ^"),
                ("(i, j) ->\n  (i : dense, j : packed)",
                 "\n    (i : dense, j : packed)\n                    ^"),
                ("(i, j) -> (i : dense, j : compressed) with pack(0, 1)",
                 "has no array that could be packed"),
                ("D0 X1", "no format"), ("(", "^"), ("(i, j) -> (", "^"),
                ("bcsr", "sizes"), ("nothing", "unknown format")):
            with self.subTest(text):
                with self.assertRaises(ValueError) as caught:
                    encke.Format(text)
                self.assertIsInstance(caught.exception, encke.EnckeError)
                self.assertEqual(caught.exception.identifier, "unknown-format")
                self.assertIn(message, str(caught.exception))
        for wrong in (None, 3, b"csr", ["csr"]):
            with self.assertRaises(TypeError):
                encke.Format(wrong)
        with self.assertRaisesRegex(ValueError, "2 dimensions, not 1"):
            encke.convert(np.ones(3), DECLARED[0])


class Declared(TestCase):
    def test_convert_and_back(self):
        for text in DECLARED:
            for matrix in (sparse(7, 5, 0.4, 1), sparse(4, 9, 0.3, 2),
                           sparse(3, 3, 0.0)):
                with self.subTest(text, shape=matrix.shape):
                    made = encke.convert(matrix, encke.Format(text))
                    if sp.issparse(made):  # SciPy has it: BSR
                        made = encke.convert(encke.convert(matrix, "dcsr"),
                                             text)
                    self.assertIsInstance(made, encke.Tensor)
                    self.assertEqual(made.nnz, matrix.nnz)
                    self.assertEqual(encke.Format(made.format),
                                     encke.Format(text))
                    np.testing.assert_array_equal(made.to_numpy(),
                                                  matrix.toarray())
                    np.testing.assert_array_equal(
                        made.to_scipy().toarray(), matrix.toarray())
                    back = encke.convert(made, "csr")
                    np.testing.assert_array_equal(back.to_numpy(),
                                                  matrix.toarray())

    def test_zeros_that_are_stored(self):
        matrix = sparse(7, 5, 0.4, 1)
        matrix.data[::2] = 0
        for text in DECLARED:
            with self.subTest(text):
                made = encke.convert(encke.convert(matrix, "dcsr"), text)
                self.assertEqual(made.nnz, matrix.nnz)

    def test_operands(self):
        matrix, x = sparse(7, 5, 0.4, 1), np.arange(1.0, 6)
        wide = widened(sparse(7, 5, 0.4, 3))
        for text in DECLARED:
            with self.subTest(text):
                made = encke.convert(encke.convert(matrix, "dcsr"), text)
                np.testing.assert_allclose(
                    encke.einsum("ij,j->i", made, x), matrix @ x)
                # With 64-bit indices beside it.
                if " with " in text:
                    with self.assertRaisesRegex(encke.EnckeError, "64 bits"):
                        encke.einsum("ij,ij->", made, wide)
                else:
                    np.testing.assert_allclose(
                        encke.einsum("ij,ij->", made, wide),
                        matrix.multiply(wide).sum())
                twice = encke.evaluate("B[i,j] = 2 * A[i,j]", A=made,
                                       format={"B": encke.Format(text)})
                self.assertEqual(twice.format, made.format)
                np.testing.assert_array_equal(twice.to_numpy(),
                                              2 * matrix.toarray())

    def test_functions(self):
        skewed = encke.Format(DECLARED[3])

        @encke.function
        def scaled(A: skewed, d) -> skewed:
            "C[i,j] = A[i,j] * d[j]"

        matrix, d = sparse(6, 4, 0.5, 4), np.arange(1.0, 5)
        made = scaled(matrix, d)
        self.assertEqual(encke.Format(made.format), skewed)
        np.testing.assert_array_equal(made.to_numpy(), matrix.toarray() * d)

    def test_functions_of_a_program(self):
        program = encke.compile("""
            format Skewed = (i, j) -> (i + j : compressed, i : dense);
            def product(Tensor<double> A([i, j], {Skewed}),
                        Tensor<double> x([j], {Dense}))
                -> Tensor<double>([i], {Dense}) {
              Tensor<double> y([i], {Dense});
              y[i] = A[i, j] * x[j];
              return y;
            }""")
        matrix, x = sparse(6, 4, 0.5, 4), np.arange(1.0, 5)
        for operand in (matrix, encke.convert(matrix, DECLARED[3])):
            np.testing.assert_allclose(program.product(operand, x), matrix @ x)

    def test_other_orders(self):
        text = ("(i, j, k) -> (i / 2 : compressed, j + k : compressed, "
                "i % 2 : dense, k : compressed)")
        coordinates = [np.array(each) for each in
                       ([0, 3, 4, 4], [1, 0, 2, 2], [5, 1, 0, 3])]
        made = encke.from_coordinates(coordinates, [1.0, 2, 3, 4], (5, 3, 6),
                                      encke.Format(text))
        again = pickle.loads(pickle.dumps(made))
        for each in (made, again):
            self.assertEqual(encke.Format(each.format), encke.Format(text))
            found, values = each.to_coordinates()
            np.testing.assert_array_equal(found, coordinates)
            np.testing.assert_array_equal(values, [1, 2, 3, 4])

    def test_files(self):
        matrix = sparse(6, 4, 0.5, 4)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a.mtx")
            encke.write(encke.convert(matrix, DECLARED[1]), path)
            for text in DECLARED[:4]:
                made = encke.read(path, encke.Format(text))
                self.assertEqual(encke.Format(made.format), encke.Format(text))
                np.testing.assert_array_equal(made.to_numpy(), matrix.toarray())

    def test_levels(self):
        made = encke.convert(sp.csr_matrix(np.eye(3)), DECLARED[3])
        outer, inner = made.levels
        self.assertEqual(outer.expression, "d0+d1")
        self.assertEqual(outer.crd.tolist(), [0, 2, 4])
        self.assertEqual((inner.expression, inner.mode, inner.size), ("", 0, 3))
        self.assertIn("(d0, d1) -> (d0 + d1 : compressed, d0 : dense)",
                      repr(made))


    def test_one_value(self):
        """L50: a tensor that keeps no values has them in Python."""
        module = encke.compile("""
            def scaled(Tensor<double> A([i, j], {CSR}))
                -> Tensor<double>([i, j], {CSR}, value = 2) {
              Tensor<double> G([i, j], {CSR}, value = 2);
              G[i, j] = 2 * A[i, j];
              return G;
            }""")
        pattern = np.array([[0.0, 1, 1], [1, 0, 0]])
        made = module.scaled(sp.csr_matrix(pattern))
        np.testing.assert_array_equal(made.toarray(), 2 * pattern)
        self.assertEqual(made.data.tolist(), [2, 2, 2])
        with self.assertRaises(encke.EnckeError):
            module.scaled(sp.csr_matrix(np.diag([1.0, 2.0])))


if __name__ == "__main__":
    unittest.main()
