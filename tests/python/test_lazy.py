# ===- test_lazy.py - lazy expressions beside NumPy and SciPy --------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===#
"""What lazy expressions compute, in which format, and which program it takes."""

import random
import unittest
import warnings

from support import encke, np, sp

lazy = encke.lazy


def sparse(rows, columns, seed, density=0.4, make=sp.csr_array):
    matrix = sp.random(rows, columns, density, format="csr", random_state=seed)
    matrix.data -= 0.3
    return make(matrix)


def dense(value):
    return value.toarray() if sp.issparse(value) else np.asarray(value)


A, B, M = sparse(6, 7, 0), sparse(7, 5, 1), sparse(6, 5, 2)
Q = sparse(6, 6, 3)
RNG = np.random.default_rng(0)
X, W = RNG.standard_normal((7, 4)), RNG.standard_normal((4, 3))
b, d = RNG.standard_normal(3), RNG.random(6)


class Case(unittest.TestCase):
    def check(self, expression, want, is_sparse=None, text=None):
        self.assertIsInstance(expression, encke.Lazy)
        if text is not None:
            self.assertEqual(expression.text, text)
        self.assertEqual(expression.shape, want.shape)
        result = expression.compute()
        if is_sparse is not None:
            self.assertEqual(sp.issparse(result), is_sparse)
            self.assertEqual(expression.is_sparse, is_sparse)
        got, want = dense(result), dense(want)
        self.assertEqual(got.shape, want.shape)
        self.assertEqual(got.dtype, want.dtype)
        np.testing.assert_allclose(got, want, rtol=1e-6 if got.dtype == np.float32
                                   else 1e-10, atol=1e-12)
        return result


class Fused(Case):
    """Chains are one statement, or as few as what is shared."""

    def test_row_sums_of_masked_product(self):
        self.check(((lazy(A) @ B) * M).sum(axis=1), ((A @ B) * M).sum(axis=1), False,
                   "result[i] = A[i, k] * B[k, j] * C[i, j]")

    def test_masked_product(self):
        self.check((lazy(A) @ B) * M, (A @ B) * M, True)

    def test_scaled_by_diagonals(self):
        D = encke.diag(d)
        result = self.check(D @ lazy(Q) @ D, np.diag(d) @ Q.toarray() @ np.diag(d),
                            True, "result[i, j] = x[i] * A[i, j] * x[j]")
        np.testing.assert_array_equal(result.indices, Q.indices)
        of_scipy = sp.diags(d)
        self.check(lazy(of_scipy) @ Q @ of_scipy, of_scipy @ Q @ of_scipy, True)

    def test_normalised_adjacency(self):
        graph = abs(lazy(Q))
        D = encke.diag(1 / encke.sqrt(graph.sum(axis=1) + 1))
        scale = 1 / np.sqrt(abs(Q).sum(axis=1) + 1)
        expression = D @ graph @ D
        self.check(expression, np.diag(scale) @ abs(Q).toarray() @ np.diag(scale), True)
        self.assertEqual(len(expression.text.split(";")), 3)  # graph, scale, result

    def test_layer(self):
        self.check(encke.relu(lazy(A) @ X @ W + b), np.maximum(A @ X @ W + b, 0), False,
                   "result[i, j] = relu(A[i, l] * B[l, k] * C[k, j] + x[j])")

    def test_residual(self):
        r = lazy(A) @ X[:, 0] - d
        want = A @ X[:, 0] - d
        self.check((r * r).sum(), (want * want).sum())
        self.check(((lazy(A) @ X) ** 2).sum(), ((A @ X) ** 2).sum())

    def test_softmax(self):
        x = lazy(X)
        e = np.exp(x - x.max(axis=1, keepdims=True))
        want = np.exp(X) / np.exp(X).sum(axis=1, keepdims=True)
        expression = e / e.sum(axis=1, keepdims=True)
        self.check(expression, want)
        self.assertEqual(expression.text.count("exp("), 1)

    def test_same_expressions_are_one(self):
        x = lazy(X)
        first, second = np.exp(x @ W), np.exp(lazy(X) @ W)
        expression = first / (first + second)
        self.check(expression, np.full((7, 3), 0.5))
        self.assertEqual(expression.text.count("exp("), 1)

    def test_chain_with_a_vector(self):
        v = np.ones(5)
        self.check(lazy(A) @ B @ v, A @ B @ v, False,
                   "result[i] = A[i, k] * B[k, j] * x[j]")

    def test_sampled_dense_product(self):
        U, V = RNG.random((6, 3)), RNG.random((5, 3))
        self.check(lazy(M) * (lazy(U) @ V.T), M * (U @ V.T), True)

    def test_trace(self):
        self.check((lazy(Q) @ Q).trace(), np.trace((Q @ Q).toarray()))
        self.check((lazy(Q) @ Q).diagonal(), (Q @ Q).toarray().diagonal(), False)


class Formats(Case):
    def test_sums(self):
        self.check(2 * lazy(M) + abs(lazy(M)) - lazy(M) / 3, 2 * M + abs(M) - M / 3, True)
        self.check(lazy(M) + 1, M.toarray() + 1, False)
        self.check(lazy(M) + np.ones((6, 5)), M + np.ones((6, 5)), False)
        self.check(lazy(M) + np.ones(5), M.toarray() + np.ones(5), False)

    def test_functions(self):
        self.check(np.sqrt(abs(lazy(M))), np.sqrt(abs(M)), True)
        self.check(np.exp(lazy(M)), np.exp(M.toarray()), False)
        self.check(np.tanh(lazy(M)) ** 3, np.tanh(M.toarray()) ** 3, True)
        self.check(encke.maximum(lazy(M), 0.5 * lazy(M)), M.maximum(0.5 * M), True)
        self.check(encke.minimum(lazy(M), 0.1), M.minimum(0.1).toarray(), True)
        self.check(encke.minimum(lazy(M), -0.1), np.minimum(M.toarray(), -0.1), False)

    def test_products(self):
        self.check(lazy(M) * np.ones((6, 5)), M.toarray(), True)
        self.check(lazy(M) * X[:5, 0], M.toarray() * X[:5, 0], True)
        self.check(lazy(A).T @ A, A.T @ A, True)
        self.check(lazy(A) @ X, A @ X, False)
        self.check(lazy(M) / X[:5, 0], M.toarray() / X[:5, 0], True)

    def test_comparisons(self):
        self.check(lazy(M) > 0.1, M > 0.1, True)
        self.check(lazy(M) < 0.1, (M.toarray() < 0.1), False)
        self.check(lazy(M) != 2 * lazy(M), M != 2 * M, True)
        self.check((lazy(X) > 0) & (lazy(X) < 1) | ~(lazy(X) > -1),
                   (X > 0) & (X < 1) | ~(X > -1))

    def test_diagonals(self):
        self.check(lazy(Q) + encke.diag(d), Q.toarray() + np.diag(d), True)
        D = encke.diag(d)
        self.check(2 * D @ D - D, np.diag(2 * d * d - d), True)
        self.check(D @ X[:6], np.diag(d) @ X[:6], False)

    def test_quotient_exists_where_the_divisor_does(self):
        result = (np.ones((6, 5)) / lazy(M)).compute()
        self.assertEqual(result.nnz, M.nnz)

    def test_asked_for(self):
        product = lazy(A) @ B
        self.assertEqual(product.compute("csc").format, "csc")
        self.assertEqual(product.to_scipy("coo").format, "coo")
        self.assertIsInstance(product.to_numpy(), np.ndarray)
        self.assertIsInstance(product.compute("dense"), np.ndarray)
        from_dense = (lazy(A) @ X).to_scipy()
        self.assertEqual(from_dense.format, "csr")
        np.testing.assert_allclose(from_dense.toarray(), A @ X)
        np.testing.assert_allclose(np.asarray(product), (A @ B).toarray())
        np.testing.assert_allclose(np.asarray(lazy(A)), A.toarray())
        self.assertIsInstance(product.compute(), sp.csr_array)

    def test_operands(self):
        for make in (sp.csc_array, sp.coo_array, sp.bsr_array, sp.dia_array,
                     sp.lil_array, sp.dok_array):
            self.check(lazy(make(A)) @ X, A @ X, False)
        self.check(lazy(X.T.copy().T) @ W, X @ W)
        self.check(lazy(X.tolist()) @ W.tolist(), X @ W)
        self.check(lazy(sp.csr_array(X[:, :1])) + 1, X[:, :1] + 1)

    def test_of_the_library(self):
        tensor = encke.convert(A, "csf")
        if not isinstance(tensor, encke.Tensor):
            tensor = encke.einsum("ij->ij", A, format="dcsr")
        for one in (tensor, encke.lazy(tensor)):
            if isinstance(one, (encke.Tensor, encke.Lazy)):
                self.check(one @ X, A @ X, False)
                self.check(2 * one, 2 * A, True)


class Shapes(Case):
    def test_broadcasting(self):
        x = lazy(X)
        column = RNG.random((7, 1))
        self.check(x * column + np.ones((1, 4)), X * column + 1)
        self.check(x[:, None, :] * np.ones((1, 2, 1)), X[:, None, :] * np.ones((1, 2, 1)))
        self.check(lazy(b)[:, None] - d, b[:, None] - d)
        self.check(np.outer(lazy(b), d), np.outer(b, d))
        self.check(lazy(b)[:, None] @ lazy(d)[None], np.outer(b, d))
        self.check(x / x.sum(axis=1, keepdims=True), X / X.sum(axis=1, keepdims=True))
        self.check(x + np.ones(1), X + 1)

    def test_reductions(self):
        cube = RNG.random((3, 4, 2))
        for axis in (None, 0, -1, (0, 2)):
            self.check(lazy(cube).sum(axis=axis), np.asarray(cube.sum(axis=axis)))
        self.check(lazy(cube).mean(axis=1), cube.mean(axis=1))
        self.check(np.max(lazy(X), axis=0), X.max(axis=0))
        self.check(lazy(X).min(), np.asarray(X.min()))
        self.check(np.sum(lazy(A)), np.asarray(A.sum()))
        self.check(lazy(cube).transpose(2, 0, 1).sum(axis=1),
                   cube.transpose(2, 0, 1).sum(axis=1))

    def test_products(self):
        self.check(lazy(d) @ Q, Q.T @ d)
        self.check(lazy(d) @ d, np.asarray(d @ d))
        self.check(np.einsum("ij,kj->ik", lazy(X), X), X @ X.T)
        self.check(np.dot(lazy(X), 2.0), X * 2)

    def test_empty(self):
        self.check(lazy(np.zeros((0, 3))) @ np.ones((3, 2)), np.zeros((0, 2)))
        self.check(lazy(np.zeros((0, 3))).sum(axis=0), np.zeros(3))

    def test_types(self):
        whole = np.arange(6, dtype=np.int32)
        single = np.ones(6, np.float32)
        self.check(lazy(whole).sum(), np.asarray(whole.sum()))
        self.check(lazy(whole) * 2, whole * 2)
        self.check(lazy(whole) / 2, whole / 2)
        self.check(lazy(whole) * single, whole * single)
        self.check((lazy(whole) + 1) * lazy(single), (whole + 1) * single)
        self.check(lazy(single) * 0.85 + 1, single * 0.85 + 1)
        self.check(lazy(whole) ** 3, whole ** 3)
        self.check(np.sqrt(lazy(whole)), np.sqrt(whole.astype(float)))
        self.check(lazy(X + 1j * X) * 2j, (X + 1j * X) * 2j)
        self.check(lazy(A != 0) @ (B != 0), (A != 0) @ (B != 0), True)
        self.check(lazy(X > 0).sum(axis=0), (X > 0).sum(axis=0))
        self.check(lazy(np.uint8([200, 100])) + np.uint8(100), np.uint8([44, 200]))


class Values(Case):
    def test_where(self):
        x = lazy(X)
        with np.errstate(invalid="ignore"):
            self.check(encke.where(x > 0, np.log(x), -x), np.where(X > 0, np.log(X), -X))
        self.check(np.where(x > 0, 1.0, 0.0), np.where(X > 0, 1.0, 0.0))
        self.check(np.where(x > 0, 1.0, -2.0) * x, np.where(X > 0, 1.0, -2.0) * X)
        self.check(encke.where(lazy(M) > 0.1, lazy(M), 0),
                   np.where(M.toarray() > 0.1, M.toarray(), 0), True)

    def test_where_of_special_values(self):
        special = np.array([0.0, -0.0, 1.5, np.inf, -np.inf, np.nan])
        one, other = np.repeat(special, 6), np.tile(special, 6)
        for condition in (one == one, one != one, other > 0):
            got = encke.where(condition, lazy(one), lazy(other)).compute()
            want = np.where(condition, one, other)
            np.testing.assert_array_equal(got, want)
            np.testing.assert_array_equal(np.signbit(got[want == 0]),
                                          np.signbit(want[want == 0]))

    def test_not_finite(self):
        """What is absent does not multiply, as in SciPy; what is stored does."""
        x = X[:, 0].copy()
        x[2], x[3] = np.inf, np.nan
        np.testing.assert_allclose((lazy(A) @ x).compute(), A @ x)
        stored = A.copy()
        stored.data[:2] = 0
        np.testing.assert_allclose((lazy(stored) @ x).compute(), stored @ x)
        np.testing.assert_array_equal(
            (1 / (lazy(Q) @ np.zeros(6))).compute(), np.full(6, np.inf))

    def test_explicit_zeros_stay(self):
        result = (lazy(M) - M).compute()
        self.assertEqual(result.nnz, M.nnz)

    def test_scalars(self):
        total = lazy(X).sum()
        self.assertAlmostEqual(float(total), X.sum())
        self.assertTrue(lazy(np.array(3)) > 2)
        self.assertIsInstance(total.compute(), np.float64)
        self.check(lazy(X) / total + total, X / X.sum() + X.sum())

    def test_threads(self):
        np.testing.assert_allclose((lazy(A) @ X).compute(threads=2), A @ X)


class Mixed(Case):
    """Operators with arrays of others on the left."""

    def test_numpy(self):
        self.check(X * lazy(X), X * X)
        self.check(X.T @ lazy(X), X.T @ X)
        self.check(np.float64(2) * lazy(X), 2 * X)
        self.check(1 - lazy(X), 1 - X)
        self.check(2 ** lazy(X), 2 ** X)
        self.check(X > lazy(-X), X > -X)
        self.check(np.add(X, lazy(X)), X + X)

    def test_scipy(self):
        """SciPy's product computes its operand, and so gives an array."""
        np.testing.assert_allclose(A @ lazy(X), A @ X)
        np.testing.assert_allclose(dense(M + lazy(M)), 2 * M.toarray())

    def test_matrix_classes(self):
        matrix = sp.csr_matrix(Q)
        with self.assertWarns(UserWarning):
            product = lazy(matrix) * lazy(matrix)
        self.check(product, Q * Q, True)
        with self.assertWarns(UserWarning):
            self.check(lazy(matrix) ** 2, Q * Q, True)
        self.assertEqual(lazy(matrix).sum(axis=1).shape, (6,))
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            self.check(lazy(matrix) @ matrix, Q @ Q, True)
            self.check(lazy(matrix).multiply(matrix), Q * Q, True)
            self.check(2 * lazy(matrix), 2 * Q, True)


class Errors(Case):
    def test_shapes(self):
        with self.assertRaisesRegex(ValueError, r"\(6, 7\) and \(6, 5\)"):
            lazy(A) + M
        with self.assertRaisesRegex(ValueError, "sizes 7 and 6"):
            lazy(A) @ A
        with self.assertRaisesRegex(ValueError, "axis 2"):
            lazy(A).sum(axis=2)
        with self.assertRaisesRegex(ValueError, "scalars"):
            lazy(A) @ 2
        with self.assertRaisesRegex(ValueError, "more than one element"):
            bool(lazy(A) > 0)

    def test_not_supported(self):
        for make in (lambda: lazy(A)[0], lambda: lazy(A).max(),
                     lambda: np.arctan(lazy(X)), lambda: np.cumsum(lazy(X)),
                     lambda: lazy(np.arange(3)) ** -1,
                     lambda: lazy(np.ones((2, 2, 2))) @ np.ones(2)):
            with self.assertRaisesRegex(NotImplementedError, "not supported yet"):
                make()

    def test_types(self):
        with self.assertRaises(TypeError):
            lazy(X) + "text"
        with self.assertRaises(TypeError):
            lazy(np.array(["a"]))
        with self.assertRaises(TypeError):
            lazy(X) & lazy(X)
        with self.assertRaises(TypeError):
            hash(lazy(X))
        with self.assertRaises(ValueError):
            lazy(X, name="SUM")


class Names(Case):
    def test_given(self):
        expression = lazy(A, name="Ahat") @ lazy(X, name="X")
        self.assertEqual(expression.text, "result[i, j] = Ahat[i, k] * X[k, j]")
        self.check(expression, A @ X)

    def test_clash(self):
        """Names that labels or others would have."""
        expression = lazy(X, name="i") @ lazy(W, name="i")
        self.check(expression, X @ W)
        self.assertIn("i[", expression.text)

    def test_deep(self):
        """Many operators in one another are several statements."""
        expression, want = lazy(X), X
        for step in range(120):
            expression, want = np.sin(expression) * 1.01 + 0.001 * step, \
                np.sin(want) * 1.01 + 0.001 * step
        self.check(expression, want)

    def test_repr(self):
        self.assertEqual(repr(lazy(A) @ X), "<encke.Lazy 6 x 4 float64, dense: "
                         "result[i, j] = A[i, k] * B[k, j]>")


class Random(Case):
    """Random expressions, the same for NumPy and for lazy operands."""

    def expression(self, draw, depth, shape):
        """A function of the operands, with a result of this shape."""
        if depth == 0:
            names = {(5, 4): ["S", "T", "U"], (4,): ["v"], (5, 1): ["c"],
                     (): ["s"]}[shape]
            name = draw.choice(names)
            return lambda operands: operands[name]
        kinds = ["+", "-", "*", "/", "f", "f", "max"]
        if shape == (5, 4):
            kinds += ["broadcast", "broadcast", "@", "@", "diag", "where"]
        else:
            kinds += ["sum"] * 4
        kind = draw.choice(kinds)
        sub = lambda other=shape: self.expression(draw, depth - 1, other)  # noqa: E731
        one = sub()
        if kind in "+-*":
            other = sub()
            return {"+": lambda o: one(o) + other(o), "-": lambda o: one(o) - other(o),
                    "*": lambda o: one(o) * other(o)}[kind]
        if kind == "/":
            other = sub()
            return lambda o: one(o) / (2 + other(o) ** 2)
        if kind == "f":
            function = draw.choice([np.tanh, np.sin, np.abs, np.exp])
            return lambda o: function(np.tanh(one(o)))
        if kind == "max":
            other = sub()
            return lambda o: np.maximum(one(o), other(o))
        if kind == "broadcast":
            other = sub(draw.choice([(4,), (5, 1), ()]))
            return lambda o: one(o) * other(o) + other(o)
        if kind == "@":
            other, last = sub(), sub()
            return lambda o: 0.1 * (one(o) @ other(o).T) @ last(o)
        if kind == "diag":
            vector = sub((4,))
            return lambda o: one(o) @ o["diag"](vector(o))
        if kind == "where":
            other, last = sub(), sub()
            return lambda o: np.where(one(o) > 0.1, other(o), last(o))
        whole = self.expression(draw, depth - 1, (5, 4))
        axis = {(4,): 0, (5, 1): 1, (): None}[shape]
        return lambda o: whole(o).sum(axis=axis, keepdims=shape == (5, 1))

    def test_random(self):
        for seed in range(30):
            rng = np.random.default_rng(seed)
            draw = random.Random(seed)
            make = self.expression(draw, 3, draw.choice([(5, 4), (5, 4), (4,), ()]))
            S, T = (sparse(5, 4, 10 * seed + at) for at in (0, 1))
            arrays = {"U": rng.standard_normal((5, 4)), "v": rng.standard_normal(4),
                      "c": rng.standard_normal((5, 1)), "s": np.asarray(rng.random())}
            want = make({**arrays, "S": S.toarray(), "T": T.toarray(), "diag": np.diag})
            operands = {name: lazy(x, name=name) for name, x in arrays.items()}
            expression = make({**operands, "S": lazy(S, name="S"),
                               "T": lazy(T, name="T"), "diag": encke.diag})
            with self.subTest(seed=seed, text=expression.text):
                got = dense(expression.compute())
                np.testing.assert_allclose(got, want, rtol=1e-9, atol=1e-11)


if __name__ == "__main__":
    unittest.main()
