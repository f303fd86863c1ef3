#===- test_operands.py - what operands may be, and what is copied ----------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
import pickle
import unittest

from support import TestCase, encke, np, run_script, sp, sparse, widened


def copies(subscripts, *operands, **options):
    """Why each operand is copied."""
    return [each.copies for each in
            encke.explain(subscripts, *operands, **options).operands]


class Arrays(TestCase):
    def test_layouts(self):
        a = np.random.default_rng(0).random((6, 8))
        x = np.arange(8.0)
        for name, array in (
                ("whole", a), ("columns", np.asfortranarray(a)),
                ("steps", np.repeat(a, 2, axis=1)[:, ::2]),
                ("back", a[::-1, ::-1]), ("read-only", a.copy()),
                ("swapped", a.astype(">f8")), ("nested", a.tolist()),
                ("matrix", a.view(np.matrix)), ("shifted", _shifted(a)),
                ("broadcast", np.broadcast_to(a[0], (6, 8)))):
            if name == "read-only":
                array.flags.writeable = False
            with self.subTest(name):
                self.assertClose(encke.einsum("ij,j->i", array, x),
                                 np.asarray(array, float) @ x)
                copied = bool(copies("ij,j->i", array, x)[0])
                self.assertEqual(copied, name not in ("whole", "read-only",
                                                      "matrix"))

    def test_empty(self):
        for rows, columns in ((0, 5), (4, 0), (0, 0)):
            a, x = np.ones((rows, columns)), np.ones(columns)
            self.assertClose(encke.einsum("ij,j->i", a, x), a @ x)
            for format in ("csr", "csc", "coo"):
                with self.subTest(rows=rows, columns=columns, format=format):
                    A = sp.csr_matrix(a).asformat(format)
                    self.assertClose(encke.einsum("ij,j->i", A, x), a @ x)
                    self.assertClose(encke.einsum("ij->ji", A), a.T)

    def test_no_entries(self):
        A = sp.csr_array((4, 5))
        self.assertEqual(encke.einsum("ij,kj->ik", A, A).nnz, 0)
        self.assertClose(encke.einsum("ij,j->i", A, np.ones(5)), np.zeros(4))

    def test_masked(self):
        masked = np.ma.array([1.0, 2.0], mask=[0, 1])
        with self.assertRaises(TypeError):
            encke.einsum("i->", masked)
        self.assertEqual(encke.einsum("i->", np.ma.array([1.0, 2.0])), 3)

    def test_many_dimensions(self):
        a = np.arange(64.0).reshape((2,) * 6)
        self.assertClose(encke.einsum("abcdef->fedcba", a), a.T)


def _shifted(array):
    """The array at an address that is no multiple of 8."""
    memory = np.zeros(array.nbytes + 1, np.uint8)
    made = memory[1:].view(array.dtype).reshape(array.shape)
    made[...] = array
    return made


class Sparse(TestCase):
    def test_not_canonical(self):
        x = np.arange(6.0)
        pos, crd = np.array([0, 3, 3, 5]), np.array([4, 0, 4, 5, 1])
        data = np.array([1.0, 2, 3, 4, 5])
        for class_ in (sp.csr_array, sp.csr_matrix):
            A = class_((data, crd, pos), shape=(3, 6))
            wanted = A.toarray() @ x
            self.assertTrue(copies("ij,j->i", A, x)[0])
            self.assertClose(encke.einsum("ij,j->i", A, x), wanted)
            self.assertEqual(A.nnz, 5)  # the user's is as it was
        A = sp.csc_array((data, crd, pos), shape=(6, 3))
        self.assertClose(encke.einsum("ij,i->j", A, x), A.toarray().T @ x)
        A = sp.coo_array((data, ([2, 0, 2, 1, 0], [3, 3, 3, 0, 1])), (3, 6))
        self.assertClose(encke.einsum("ij,j->i", A, x), A.toarray() @ x)
        self.assertClose(encke.einsum("ij->ij", A, format="coo"), A)
        product = sp.csr_matrix(sparse(9, 9, 0.6)) @ sparse(9, 9, 0.6, 1)
        self.assertClose(encke.einsum("ij,j->i", product, np.arange(9.0)),
                         product @ np.arange(9.0))

    def test_nothing_is_copied(self):
        A = sparse(7, 6, 0.5)
        for operand in (A, sp.csr_matrix(A), A.tocsc(), widened(A),
                        sp.bsr_array(sp.csr_matrix(A).tobsr((1, 2))),
                        _sorted_list(A), A.astype(np.float32)):
            self.assertEqual(copies("ij->i", operand), [()])

    def test_seen_arrays_that_change(self):
        A, x = sparse(7, 6, 0.5), np.arange(6.0)
        for _ in range(3):
            self.assertClose(encke.einsum("ij,j->i", A, x), A @ x)
        A.data = A.data * 2
        self.assertClose(encke.einsum("ij,j->i", A, x), A @ x)
        A.data[:] = 1
        self.assertClose(encke.einsum("ij,j->i", A, x), A @ x)
        T = A.T
        self.assertClose(encke.einsum("ij,i->j", T, x), T.T @ x)
        self.assertClose(encke.einsum("ij,j->i", A, x), A @ x)
        B = sp.csr_array((A.data, A.indices, A.indptr), shape=(7, 8))
        self.assertClose(encke.einsum("ij,j->i", B, np.arange(8.0)),
                         B @ np.arange(8.0))

    def test_wide(self):
        A, B = sparse(7, 6, 0.5), sparse(6, 9, 0.5)
        wide = widened(A)
        x = np.arange(6.0)
        self.assertClose(encke.einsum("ij,j->i", wide, x), A @ x)
        C = encke.einsum("ij,jk->ik", wide, widened(B))
        self.assertEqual(C.indices.dtype, np.int64)
        self.assertClose(C, A @ B)
        for format in ("csr", "csc", "coo", "bsr", "dia"):
            other = B.asformat(format)
            self.assertClose(encke.einsum("ij,jk->ik", wide, other), A @ B)
            self.assertClose(encke.einsum("ij,jk->ik", A,
                                          widened(other)), A @ B)
        for format in ("csr", "coo", "csf", "dcsr", "bcsr(2,3)", "dia", "ell"):
            made = encke.convert(B.toarray(), format)
            self.assertClose(encke.einsum("ij,jk->ik", wide, made), A @ B)
        mixed = A.copy()
        mixed.indptr = mixed.indptr.astype(np.int64)
        self.assertClose(encke.einsum("ij,j->i", mixed, x), A @ x)

    def test_repeated_blocks(self):
        # SciPy adds up blocks at the same place, and so has fewer of them.
        values = np.arange(18.0).reshape(3, 2, 3) - 5
        A = sp.bsr_array((values, [1, 1, 0], [0, 2, 3]), shape=(4, 6))
        x = np.arange(6.0)
        self.assertClose(encke.einsum("ij,j->i", A, x), A @ x)
        self.assertEqual(len(A.indices), 3)

    def test_broken(self):
        x = np.ones(6)
        for change in ("A.indices[0] = 6", "A.indices[0] = -1",
                       "A.indices[3] = 2**31 - 1", "A.indptr[-1] = 99",
                       "A.indptr[-1] = 2", "A.indptr[2] = 2**30",
                       "A.indptr[0] = 1", "A.indptr[0] = -1",
                       "A.indptr = A.indptr[:-1]", "A.data = A.data[:-1]",
                       "A.indices = A.indices[:-1]",
                       "A.indices = A.indices.astype(float)",
                       "A.indptr = A.indptr.reshape(-1, 1)",
                       "A.indptr = None", "A.data = None",
                       "A.data = A.data.astype(object)",
                       "A.data = A.data.astype(str)"):
            for format in ("csr", "csc", "bsr"):
                A = sparse(6, 6, 0.6).asformat(format)
                exec(change)
                with self.subTest(change=change, format=format):
                    with self.assertRaises((encke.EnckeError, ValueError,
                                            TypeError, AttributeError)):
                        encke.einsum("ij,j->i", A, x)
        for change in ("A.row[0] = 6", "A.col[0] = -1", "A.col = A.col[:-1]",
                       "A.data = A.data[:-1]", "A.row = None"):
            A = sparse(6, 6, 0.6, format="coo")
            try:
                exec(change)
            except TypeError:
                continue  # newer versions of SciPy refuse it themselves
            with self.subTest(change):
                with self.assertRaises((encke.EnckeError, ValueError,
                                        TypeError)):
                    encke.einsum("ij,j->i", A, x)


def _sorted_list(matrix):
    coo = sp.csr_array(matrix).tocoo()
    return sp.coo_array((coo.data, (coo.row, coo.col)), coo.shape)


class Tensors(TestCase):
    FORMATS = ("csr", "csc", "coo", "dcsr", "dcsc", "csf", "ell", "dia",
               "bcsr(2, 3)", "csb(2, 2)", "mg", "{CU, D}", "{D, D}", "dense")

    def test_round_trips(self):
        a = sparse(7, 6, 0.4).toarray()
        x = np.arange(6.0)
        for format in self.FORMATS:
            with self.subTest(format):
                T = encke.convert(a, format)
                if isinstance(T, np.ndarray):
                    self.assertClose(T, a)
                    continue
                self.assertIsInstance(T, encke.Tensor)
                self.assertClose(T.to_numpy(), a)
                self.assertEqual(T.nnz, np.count_nonzero(a))
                self.assertEqual((T.shape, T.ndim, T.dtype, len(T)),
                                 ((7, 6), 2, np.float64, 7))
                self.assertIn("7 x 6 double", repr(T))
                self.assertClose(T.to_scipy(), a)
                self.assertClose(T.to_scipy("csc"), a)
                self.assertClose(np.asarray(T), a)
                self.assertEqual(np.asarray(T, np.float32).dtype, np.float32)
                self.assertClose(encke.einsum("ij,j->i", T, x), a @ x)
                self.assertClose(pickle.loads(pickle.dumps(T)), a)
                with self.assertRaises(BufferError):
                    T.__dlpack__()
                self.assertEqual(T.__dlpack_device__(), (1, 0))

    def test_views_outlive_tensors(self):
        T = encke.convert(sparse(50, 60).toarray(), "csr")
        S, values = T.to_scipy(), T.values
        wanted = T.to_numpy()
        self.assertTrue(np.shares_memory(S.data, values))
        del T
        junk = [np.ones(1000) for _ in range(100)]
        self.assertClose(S, wanted)
        self.assertTrue(values.sum() > 0 and junk)
        S.data[:] = 0
        self.assertEqual(values.sum(), 0)

    def test_from_coordinates(self):
        T = encke.from_coordinates(([1, 0, 1], [2, 1, 2], [0, 3, 0]),
                                   [1.5, 2.0, 3.0], (2, 3, 4), "csf")
        wanted = np.zeros((2, 3, 4))
        wanted[1, 2, 0], wanted[0, 1, 3] = 4.5, 2
        self.assertClose(T, wanted)
        self.assertEqual((T.nnz, T.format), (2, "csf"))
        for wrong in ((([0], [0]), [1.0], (1,)), (([0],), [1.0, 2], (1,)),
                      (([1],), [1.0], (1,)), (([-1],), [1.0], (1,)),
                      (([0.5],), [1.0], (1,)), ((), [], ()),
                      (([0],), [1.0], (-1,)), (([0],), ["a"], (1,))):
            with self.subTest(repr(wrong)):
                with self.assertRaises((ValueError, TypeError,
                                        encke.EnckeError)):
                    encke.from_coordinates(*wrong)

    def test_no_constructor(self):
        with self.assertRaises(TypeError):
            encke.Tensor()


class Others(TestCase):
    def test_protocols(self):
        x = np.arange(3.0)

        class Interface:
            __array_interface__ = x.__array_interface__

        class Capsule:
            def __dlpack__(self, **options):
                return x.__dlpack__()

            def __dlpack_device__(self):
                return 1, 0

        class Array:
            def __array__(self, dtype=None):
                return x

        class Device(Capsule):
            def __dlpack_device__(self):
                return 2, 0

        for operand in (Interface(), Capsule(), Array(), [0, 1, 2], (0, 1, 2),
                        range(3), memoryview(x)):
            with self.subTest(type(operand).__name__):
                self.assertEqual(encke.einsum("i->", operand), 3)
        with self.assertRaises(TypeError):
            encke.einsum("i->", Device())

    def test_torch_alike(self):
        A = sparse(4, 5, 0.6)

        class Torch:
            is_sparse = True
            requires_grad = False

            def __init__(self, layout, shape, **parts):
                self.layout, self.shape = "torch." + layout, shape
                for name, part in parts.items():
                    setattr(self, name, lambda part=part: part)

        coo = _sorted_list(A)
        x = np.arange(5.0)
        for tensor in (
                Torch("sparse_csr", (4, 5), crow_indices=A.indptr,
                      col_indices=A.indices, values=A.data),
                Torch("sparse_coo", (4, 5), is_coalesced=True,
                      indices=np.array([coo.row, coo.col]), values=coo.data),
                Torch("sparse_csc", (4, 5), ccol_indices=A.tocsc().indptr,
                      row_indices=A.tocsc().indices, values=A.tocsc().data)):
            self.assertClose(encke.einsum("ij,j->i", tensor, x), A @ x)
        with self.assertRaises(TypeError):
            encke.einsum("ij,j->i", Torch("sparse_bsr", (4, 5)), x)

    def test_torch(self):
        try:
            import torch
        except ImportError:
            self.skipTest("PyTorch is not installed")
        a = torch.rand(4, 5, dtype=torch.float64, requires_grad=True)
        a = a * (a > 0.5)
        x = torch.arange(5, dtype=torch.float64)
        wanted = (a @ x).detach().numpy()
        for tensor in (a, a.detach(), a.to_sparse(), a.to_sparse_csr()):
            self.assertClose(encke.einsum("ij,j->i", tensor, x), wanted)

    def test_pydata(self):
        try:
            import sparse as pydata
        except ImportError:
            self.skipTest("PyData/sparse is not installed")
        a = sparse(4, 5, 0.6).toarray()
        x = np.arange(5.0)
        for tensor in (pydata.COO.from_numpy(a), pydata.GCXS.from_numpy(a)):
            self.assertClose(encke.einsum("ij,j->i", tensor, x), a @ x)
        t = np.arange(24.0).reshape(2, 3, 4) * (np.arange(24).reshape(
            2, 3, 4) % 3 == 0)
        self.assertClose(
            encke.einsum("ijk->ik", pydata.COO.from_numpy(t)), t.sum(axis=1))

    def test_jax(self):
        try:
            import jax.numpy as jnp
        except ImportError:
            self.skipTest("JAX is not installed")
        x = jnp.arange(5.0)
        self.assertEqual(encke.einsum("i->", x), 10)

    def test_nothing_is_imported(self):
        self.assertEqual(run_script(
            "import sys; from support import encke, np\n"
            "encke.einsum('ij,j->i', np.ones((2, 3)), np.ones(3))\n"
            "print([each for each in ('torch', 'jax', 'sparse') "
            "if each in sys.modules])"), "[]\n")


if __name__ == "__main__":
    unittest.main()
