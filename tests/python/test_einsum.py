#===- test_einsum.py - einsum against NumPy and SciPy ----------------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
import unittest

from support import TestCase, encke, np, sp, sparse


class Products(TestCase):
    def setUp(self):
        self.A = sparse(7, 5, seed=1, density=0.5)
        self.B = sparse(5, 9, seed=2, density=0.5)
        self.x = np.arange(1.0, 6.0)

    def test_random_products_are_scipys(self):
        generator = np.random.default_rng(7)
        for seed in range(100):
            rows, inner, columns = generator.integers(1, 40, 3)
            A = sparse(rows, inner, generator.random() * 0.5, seed)
            B = sparse(inner, columns, generator.random() * 0.5, seed + 1000)
            C = encke.einsum("ij,jk->ik", A, B, format="csr")
            wanted = A @ B
            self.assertIsInstance(C, sp.csr_array)
            self.assertTrue(C.has_canonical_format)
            self.assertClose(C, wanted)
            wanted.sum_duplicates()
            self.assertEqual(C.nnz, wanted.nnz)

    def test_dense_of_numpy(self):
        generator = np.random.default_rng(3)
        a, b = generator.random((4, 5)), generator.random((5, 6))
        v, w = generator.random(4), generator.random(6)
        t = generator.random((3, 4, 5))
        for subscripts, *operands in (
                ("ij,jk->ik", a, b), ("ij,jk", a, b), ("ij->ji", a),
                ("ij->", a), ("ij->i", a), ("ij->j", a), ("ij", a),
                ("ji", a), ("i,j->ij", v, w), ("i,i->", v, v), ("i,i", v, v),
                ("tij,jk->tik", t, b), ("tij->jit", t), ("ii->i", b[:, :5]),
                ("ii->", b[:, :5]), ("ii", b[:, :5]),
                ("i,ij,jk,k->", v, a, b, w), ("...ij,jk->...ik", t, b),
                ("...j,jk", t, b), ("...->...", t), (",ij->ij", 2.0, a),
                ("ij,->ji", a, 3)):
            with self.subTest(subscripts):
                self.assertClose(encke.einsum(subscripts, *operands),
                                 np.einsum(subscripts, *operands))

    def test_sparse(self):
        A, B, x = self.A, self.B, self.x
        a, b = A.toarray(), B.toarray()
        d = np.random.default_rng(5).random((5, 4))
        cases = [("ij,j->i", A, x), ("ij,i->j", A, np.arange(7.0)),
                 ("ij,jk->ik", A, d), ("ij->ji", A), ("ij->", A), ("ij->i", A),
                 ("ij,ij->ij", A, a), ("ij,jk->ik", A, B), ("ij,jk->ki", A, B),
                 ("ij,ij->", A, A), ("ij,j->ij", A, x), ("ij,jk,k->i", A, B,
                                                         np.arange(9.0)),
                 ("ij,ik,jk->ij", A, np.ones((7, 3)), np.ones((5, 3)))]
        for subscripts, *operands in cases:
            dense = [each.toarray() if sp.issparse(each) else each
                     for each in operands]
            wanted = np.einsum(subscripts, *dense)
            for format in ("csr", "csc", "coo", "bsr", "dia"):
                changed = [each.asformat(format) if sp.issparse(each) else each
                           for each in operands]
                with self.subTest(subscripts=subscripts, format=format):
                    self.assertClose(encke.einsum(subscripts, *changed),
                                     wanted)
        self.assertClose(encke.einsum("ij,jk->ik", A, B), a @ b)

    def test_formats_of_results(self):
        wanted = self.A @ self.B
        for format, type_ in (
                ("csr", sp.csr_array), ("csc", sp.csc_array),
                ("coo", sp.coo_array), ("bcsr(2, 3)", sp.csr_array),
                ("bcsr(1, 3)", sp.bsr_array), ("dense", np.ndarray),
                ("dcsr", encke.Tensor), ("csf", encke.Tensor),
                ("ell", encke.Tensor), ("dia", sp.dia_array),
                ("{CU, D}", encke.Tensor)):
            with self.subTest(format):
                C = encke.einsum("ij,jk->ik", self.A, self.B, format=format)
                self.assertIsInstance(C, type_)
                self.assertClose(C, wanted)

    def test_default_formats(self):
        A, B = self.A, self.B
        self.assertIsInstance(encke.einsum("ij,jk->ik", A, B), sp.csr_array)
        self.assertIsInstance(encke.einsum("ij,jk->ik", A.tocsc(), B.tocsc()),
                              sp.csc_array)
        self.assertIsInstance(encke.einsum("ij,j->ij", A, self.x), sp.csr_array)
        self.assertIsInstance(
            encke.einsum("ij,jk->ik", A, np.ones((5, 2))), np.ndarray)
        matrix = sp.csr_matrix(A)
        self.assertIsInstance(encke.einsum("ij->ji", matrix), sp.csr_matrix)
        self.assertIsInstance(encke.einsum("ij,jk->ik", matrix, B),
                              sp.csr_array)
        self.assertIsInstance(encke.einsum("ij->", A), np.float64)

    def test_semirings(self):
        a = np.array([[0, 4, 1], [9, 0, 9], [9, 2, 0.0]])
        x = np.array([5, 0, 9.0])
        wanted = (a + x).min(axis=1)
        for name in ("min,+", "min_plus", "(min,+)"):
            self.assertClose(encke.einsum("ij,j->i", a, x, semiring=name),
                             wanted)
        A = self.A
        found = encke.einsum("ij,j->i", A, self.x, semiring="max,*")
        dense = np.where(A.toarray() != 0, A.toarray() * self.x, -np.inf)
        self.assertClose(found, dense.max(axis=1))
        self.assertClose(encke.einsum("ij->i", a, semiring="max,*"),
                         a.max(axis=1))
        count = encke.einsum("ij,jk->ik", A, self.B, semiring="plus_pair")
        ones, others = (A != 0).astype(int), (self.B != 0).astype(int)
        self.assertClose(count, ones @ others)

    def test_masks(self):
        A, B = self.A, self.B
        M = sparse(7, 9, 0.3, seed=9)
        inside = M.toarray() != 0
        wanted = (A @ B).toarray()
        found = encke.einsum("ij,jk->ik", A, B, mask=M)
        self.assertIsInstance(found, sp.csr_array)
        self.assertClose(found, wanted * inside)
        found = encke.einsum("ij,jk->ik", A, B, mask=M, complement=True)
        self.assertClose(found, wanted * ~inside)

    def test_types(self):
        for dtype, result in ((np.float32, np.float32), (np.int64, np.int64),
                              (np.int32, np.int32), (np.complex128,
                                                     np.complex128),
                              (np.int8, np.int32), (np.uint32, np.int64),
                              (np.float16, np.float32), (np.bool_, np.int64),
                              (np.complex64, np.complex128),
                              (np.uint64, np.int64), (np.longdouble, float)):
            with self.subTest(np.dtype(dtype).name):
                a = np.array([[1, 0, 3], [0, 1, 1]]).astype(dtype)
                found = encke.einsum("ij,kj->ik", a, a)
                self.assertEqual(found.dtype, result)
                self.assertClose(found, a.astype(result) @ a.astype(result).T)
                if np.dtype(dtype) in (np.float16, np.longdouble):
                    continue
                A = sp.csr_array(a)
                found = encke.einsum("ij,kj->ik", A, A)
                self.assertEqual(found.dtype, result)
                self.assertClose(found, a.astype(result) @ a.astype(result).T)

    def test_sums_of_bools_count(self):
        """Also within a product with narrower integers."""
        a, b = np.ones((2, 3), bool), np.ones((3, 4), np.int32)
        self.assertEqual(encke.einsum("ij,jk->", a, b), 24)
        self.assertEqual(encke.einsum("jk,ij->k", b, a).tolist(), [6] * 4)
        self.assertEqual(encke.evaluate("r = (A[i,j] && A[i,j]) * B[j,k]",
                                        A=a, B=b), 24)

    def test_large_uint64(self):
        a = np.array([2**63, 1], dtype=np.uint64)
        self.assertEqual(encke.einsum("i->", a), float(2**63 + 1))

    def test_numbers_take_types_of_arrays(self):
        for dtype in (np.float32, np.int32, np.int64, np.float64):
            a = np.array([1, 2], dtype)
            self.assertEqual(encke.einsum(",i->i", 2, a).dtype, dtype)
        a = np.array([1, 2], np.float32)
        self.assertEqual(encke.einsum(",i->i", 2.5, a).dtype, np.float32)
        self.assertEqual(encke.einsum(",i->i", np.float64(2.5), a).dtype,
                         np.float64)
        with self.assertRaises(ValueError):
            encke.einsum(",i->i", 2**40, np.array([1], np.int32))


class Messages(TestCase):
    def test_sizes(self):
        with self.assertRaises(encke.EnckeError) as caught:
            encke.einsum("ij,j->i", sparse(7, 5), np.ones(6))
        self.assertEqual(
            caught.exception.message,
            "label 'j' has size 6 by dimension 1 of operand 1, not 5\n"
            "note: label 'j' has size 5 by dimension 2 of operand 0")
        self.assertEqual(caught.exception.place, "")
        self.assertEqual(caught.exception.identifier, "sizes-disagree")

    def test_broken_operands(self):
        A = sparse(7, 5, 0.6)
        A.indices[-1] = 5
        with self.assertRaises(encke.EnckeError) as caught:
            encke.einsum("ij,j->i", A, np.ones(5))
        self.assertIn("operand 0 has the coordinate 5",
                      caught.exception.message)


class Out(TestCase):
    def test_dense(self):
        A, x = sparse(7, 5, seed=1), np.arange(5.0)
        out = np.full(7, 3.0)
        self.assertIs(encke.einsum("ij,j->i", A, x, out=out), out)
        self.assertClose(out, A @ x)
        encke.einsum("ij,j->i", A, x, out=out, accumulate=True)
        self.assertClose(out, 2 * (A @ x))

    def test_not_contiguous(self):
        A, x = sparse(7, 5, seed=1), np.arange(5.0)
        out = np.zeros((7, 2))
        encke.einsum("ij,j->i", A, x, out=out[:, 1])
        self.assertClose(out[:, 1], A @ x)
        self.assertClose(out[:, 0], np.zeros(7))

    def test_overlap(self):
        a = np.arange(9.0).reshape(3, 3)
        wanted = a @ a
        encke.einsum("ij,jk->ik", a, a, out=a)
        self.assertClose(a, wanted)
        b = np.arange(10.0)
        wanted = b[:-1] * 2
        encke.einsum("i,->i", b[:-1], 2.0, out=b[1:])
        self.assertClose(b[1:], wanted)

    def test_sparse_keeps_its_pattern(self):
        A, B = sparse(7, 5, 0.6, seed=1), sparse(5, 9, 0.6, seed=2)
        C = encke.einsum("ij,jk->ik", A, B)
        indices = C.indices
        A.data *= 3
        self.assertIs(encke.einsum("ij,jk->ik", A, B, out=C), C)
        self.assertIs(C.indices, indices)
        self.assertClose(C, A @ B)
        with self.assertRaises(encke.EnckeError):
            encke.einsum("ij,jk->ik", A, B, out=sp.csr_array((7, 9)))

    def test_what_it_cannot_be(self):
        a = np.ones((2, 3))
        locked = np.zeros((2, 2))
        locked.flags.writeable = False
        for out in (locked, np.zeros((3, 3)), np.zeros(2), "x", 5,
                    np.zeros((2, 2), int), [[0, 0], [0, 0]],
                    sp.csr_array((2, 2)),
                    np.zeros((2, 2), np.float32)[::-1, :1]):
            with self.subTest(repr(out)):
                with self.assertRaises((encke.EnckeError, TypeError,
                                        ValueError)):
                    encke.einsum("ij,kj->ik", a, a, out=out)


class Plans(TestCase):
    def test_subscripts(self):
        A, B = sparse(7, 5, 0.5, seed=1), sparse(5, 9, 0.5, seed=2)
        plan = encke.plan("ij,jk->ik", A, B)
        C = plan.symbolic(A, B)
        self.assertClose(C, A @ B)
        A.data += 1
        self.assertIs(plan.numeric(A, B, out=C), C)
        self.assertClose(C, A @ B)
        plan.numeric(A, B, out=C, accumulate=True)
        self.assertClose(C, 2 * (A @ B))
        self.assertClose(plan(A, B, threads=1), A @ B)
        with self.assertRaises(encke.EnckeError):
            plan(A, B.tocsc())
        with self.assertRaises(TypeError):
            plan(A)

    def test_statements(self):
        A, x = sparse(7, 5, 0.5, seed=1), np.arange(5.0)
        plan = encke.plan("y[i] = 2 * A[i,j] * x[j]", A=A, x=x)
        self.assertClose(plan(A=A, x=x), 2 * (A @ x))
        y = np.zeros(7)
        plan.numeric(x=x, A=A, out=y)
        self.assertClose(y, 2 * (A @ x))
        with self.assertRaises(TypeError):
            plan(A=A, z=x)


if __name__ == "__main__":
    unittest.main()
