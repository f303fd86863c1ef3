#===- test_evaluate.py - statements, and functions of programs -------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
import os
import tempfile
import unittest
import warnings

from support import (ROOT, TestCase, encke, np, run_script, sp, sparse,
                     widened)


class Statements(TestCase):
    def setUp(self):
        self.A = sparse(7, 5, 0.5, seed=1)
        self.B = np.random.default_rng(0).random((5, 4)) - 0.5
        self.b = np.random.default_rng(1).random(4) - 0.5

    def test_layer(self):
        wanted = np.maximum(self.A @ self.B + self.b, 0)
        for format, type_ in ((None, np.ndarray), ({"C": "csr"}, sp.csr_array),
                              ("csr", sp.csr_array), ("dense", np.ndarray)):
            C = encke.evaluate("C[i,k] = relu(A[i,j] * B[j,k] + b[k])",
                               A=self.A, B=self.B, b=self.b, format=format)
            self.assertIsInstance(C, type_)
            self.assertClose(C, wanted)

    def test_several_statements(self):
        x, A = np.arange(5.0), self.A
        found = encke.evaluate("""
            t[i] = A[i,j] * x[j];      # a comment; with a semicolon
            n = NORM(t[i]);
            u[i] = t[i] / n;
        """, A=A, x=x)
        t = A @ x
        self.assertClose(found, t / np.linalg.norm(t))
        found = encke.evaluate("t[i] = A[i,j] * x[j]; n = NORM(t[i])",
                               A=A, x=x, results=("n", "t"))
        self.assertEqual(list(found), ["n", "t"])
        self.assertClose(found["t"], t)
        self.assertClose(found["n"], np.linalg.norm(t))

    def test_kinds_of_statements(self):
        A, a = self.A, self.A.toarray()
        x, y = np.arange(5.0), np.arange(7.0)
        for text, operands, wanted in (
                ("y[i] += A[i,j] * x[j]", dict(A=A, x=x, y=y), y + a @ x),
                ("y[i] = c * y[i]", dict(y=y, c=2.5), 2.5 * y),
                ("C = A", dict(A=A), a),
                ("s = SUM(A[i,j]) / 2", dict(A=A), a.sum() / 2),
                ("n = NNZ(A)", dict(A=A), A.nnz),
                ("y[i] = MAX[j](D[i,j])", dict(D=a), a.max(axis=1)),
                ("C[j,i] = transpose(A[i,j], {j,i})", dict(A=A), a.T),
                ("C[i,j] = A[i,j] * A[i,j] - A[i,j]", dict(A=A), a * a - a),
                ("C[i,j] = exp(A[i,j])", dict(A=A), np.exp(a)),
                ("C[i,k] = A[i,j] @(+,*) A[k,j]", dict(A=A), a @ a.T),
                ("y[i] = y[i]; y[i] = y[i] * 2", dict(y=y), y * 2),
                ("x[i] = 2.5", dict(), np.full(3, 2.5)),
                ("C[i,j] = pow(A[i,j], 2)", dict(A=A), a ** 2),
                ("C[i,j]<A>= D[i,j]", dict(A=A, D=a), a),
                ("y[i] = y[i] * true", dict(y=y), y),
                ("y[i] = 1.5 * n[i]", dict(n=np.arange(3)),
                 1.5 * np.arange(3))):
            with self.subTest(text):
                sizes = {"i": 3} if not operands else None
                self.assertClose(encke.evaluate(text, sizes=sizes, **operands),
                                 wanted)

    def test_dot_after_number(self):
        found = encke.evaluate("y[i] = 2.*n[i]", n=np.arange(3))  # L48
        self.assertEqual(found.dtype, np.int64)
        self.assertClose(found, 2 * np.arange(3))

    def test_operands_by_other_names(self):
        self.assertClose(
            encke.evaluate("y[i] = out[i] + threads[i]",
                           {"out": np.ones(2), "threads": np.ones(2)}),
            np.full(2, 2.0))

    def test_triangles(self):
        a = np.zeros((6, 6))
        for i, j in ((0, 1), (1, 2), (0, 2), (2, 3), (3, 4), (2, 4)):
            a[i, j] = a[j, i] = 1
        A = sp.csr_array(a)
        found = encke.evaluate(
            "P[i,k]<A> = A[i,j] @(+,pair) A[j,k]; n = SUM(P[i,k]) / 6", A=A)
        self.assertEqual(found, 2)

    def test_higher_orders(self):
        t = np.random.default_rng(3).random((3, 4, 5))
        t[t < 0.6] = 0
        T = encke.convert(t, "csf")
        self.assertIsInstance(T, encke.Tensor)
        self.assertClose(T, t)
        C, D = np.ones((4, 2)) * 2, np.ones((5, 2))
        self.assertClose(
            encke.evaluate("A[i,r] = T[i,k,l] * C[k,r] * D[l,r]", T=T, C=C,
                           D=D), np.einsum("ikl,kr,lr->ir", t, C, D))

    def test_places(self):
        for text, place in (
                ("y[i] = x[i] $ 2", "<text>:1:13"),
                ("y[i] = x[i] ^ 2", "<text>:1:13"),
                ("y[i] = x[i];\n  z[i] = foo(y[i])", "<text>:2:10"),
                ("y[i] = x[i]; s = 1 + bar(2.0)", "<text>:1:22"),
                ("y[i] = x[i];\n\n t[i] = y[i] *\n baz(1.0)", "<text>:4:2")):
            with self.subTest(text):
                with self.assertRaises(encke.EnckeError) as caught:
                    encke.evaluate(text, x=np.ones(3))
                self.assertEqual(caught.exception.place, place)
                self.assertIn(place, str(caught.exception))

    def test_sizes_that_differ(self):
        with self.assertRaises(encke.EnckeError) as caught:
            encke.evaluate("y[i] = A[i,j] * x[j]", A=self.A, x=np.ones(6))
        self.assertIn("5", caught.exception.message)
        self.assertIn("6", caught.exception.message)
        self.assertTrue(caught.exception.identifier)

    def test_warnings(self):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            # A text that is in no cache.
            encke.evaluate(f"y[k] = x[i]; # {os.urandom(8).hex()}",
                           x=np.ones(3), sizes={"k": 2})
        self.assertTrue(any(issubclass(each.category, encke.EnckeWarning)
                            for each in caught))


PROGRAM = """
# The product with a vector.
# Scaled.
def product(Tensor<double> A([i, j], {CSR}), Tensor<double> x([j], {Dense}),
            double scale) -> Tensor<double>([i], {Dense}) {
  Tensor<double> y([i], {Dense});
  y[i] = scale * A[i, j] * x[j];
  return y;
}

def norm(Tensor<double> x([i], {Dense})) -> double {
  return sqrt(SUM(x[i] * x[i]));
}

def square(Tensor<float> A([i, j], {CSC})) -> Tensor<float>([i, k], {CSC}) {
  Tensor<float> C([i, k], {CSC});
  C[i, k] = A[i, j] * A[j, k];
  return C;
}

def power(Tensor<double> x([i], {Dense}), int n, bool half, complex z, int32 m,
          float f) -> Tensor<complex>([i], {Dense}) {
  Tensor<complex> y([i], {Dense});
  y[i] = x[i] * n * z * m * f;
  if (half) {
    y[i] = y[i] / 2;
  }
  return y;
}

def steps(Tensor<double> x([i], {Dense}), int n)
    -> Tensor<double>([i], {Dense}) {
  for t in 0:n {
    x[i] = x[i] * 2;
  }
  return x;
}

def show(Tensor<double> x([i], {Dense})) {
  print(x);
}
"""


class Programs(TestCase):
    @classmethod
    def setUpClass(cls):
        cls.library = encke.compile(PROGRAM)

    def test_functions(self):
        A, x = sparse(7, 5, seed=1), np.arange(5.0)
        library = self.library
        self.assertEqual(set(library), {"product", "norm", "square", "power",
                                        "steps", "show"})
        self.assertClose(library.product(A, x, 2), 2 * (A @ x))
        self.assertClose(library.product(x=x, A=A, scale=0.5), 0.5 * (A @ x))
        self.assertClose(library["norm"](x), np.linalg.norm(x))
        out = np.zeros(7)
        self.assertIs(library.product(A, x, 3.0, out=out, threads=1), out)
        self.assertClose(out, 3 * (A @ x))
        self.assertClose(library.steps(x, 3), 8 * x)
        self.assertClose(x, np.arange(5.0))

    def test_scalars(self):
        x = np.arange(3.0)
        self.assertClose(self.library.power(x, 3, True, 2 - 1j, 5, 0.5),
                         x * 3 * (2 - 1j) * 5 * 0.5 / 2)
        self.assertClose(self.library.power(x, np.int32(3), np.bool_(False), 2,
                                            np.int32(5), 1),
                         x * 3 * 2 * 5)
        for wrong in ((x, 2.5, True, 1j, 1, 1.0), (x, 1, 2, 1j, 1, 1.0),
                      (x, 1, True, 1j, 2**40, 1.0), (x, 1, True, 1j, 1, 1j),
                      (x, x, True, 1j, 1, 1.0), (2.0, 1, True, 1j, 1, 1.0),
                      (x, 1, True, "a", 1, 1.0), (x, None, True, 1j, 1, 1.0)):
            with self.subTest(repr(wrong)):
                with self.assertRaises((encke.EnckeError, TypeError,
                                        ValueError)):
                    self.library.power(*wrong)

    def test_conversions(self):
        A, x = sparse(7, 5, seed=1), np.arange(5.0)
        for format in ("csr", "csc", "coo", "bsr", "dia", "lil", "dok"):
            changed = sp.csr_matrix(A).asformat(format)
            with self.subTest(format):
                self.assertClose(self.library.product(changed, x, 1), A @ x)
        self.assertClose(self.library.product(A.toarray(), x, 1), A @ x)
        self.assertClose(self.library.product(A.astype(np.float32),
                                              x.astype(np.int8), 1),
                         A.astype(np.float32).astype(float) @ x)
        S = sparse(5, 5, 0.5, dtype=np.float32)
        self.assertIsInstance(self.library.square(S), sp.csc_array)
        np.testing.assert_allclose(self.library.square(S).toarray(),
                                   (S @ S).toarray(), rtol=1e-5)
        with self.assertRaises(encke.EnckeError):
            self.library.square(sparse(5, 5))  # would lose precision
        with self.assertRaises(encke.EnckeError):
            self.library.norm(sparse(1, 5))

    def test_docstrings(self):
        product = self.library.product
        self.assertIn("The product with a vector.\nScaled.", product.__doc__)
        self.assertIn("A: double [i, j], CSR", product.__doc__)
        import inspect
        self.assertEqual(list(inspect.signature(product).parameters),
                         ["A", "x", "scale", "out", "threads", "files"])
        self.assertIn("product", repr(self.library))
        self.assertIn("product", dir(self.library))

    def test_wrong_calls(self):
        product = self.library.product
        A, x = sparse(7, 5, seed=1), np.arange(5.0)
        for operands, named in (((A,), {}), ((A, x, 1, 2), {}),
                                ((A, x), {"z": 1}), ((A, x), {"x": x})):
            with self.assertRaises(TypeError):
                product(*operands, **named)
        with self.assertRaises(AttributeError):
            self.library.missing
        with self.assertRaises(TypeError):
            self.library(A)
        with self.assertRaises(encke.EnckeError) as caught:
            product(A, np.ones(6), 1.0)
        self.assertIn("6", caught.exception.message)

    def test_load(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "kernels.ta")
            with open(path, "w") as file:
                file.write("def f(Tensor<double> x([i], {Dense})) -> double {\n"
                           "  return SUM(x[i]) + y;\n}\n")
            with self.assertRaises(encke.EnckeError) as caught:
                encke.load(path)
            self.assertEqual(caught.exception.place, f"{path}:2:22")
            with open(path, "w") as file:
                file.write("def f(Tensor<double> x([i], {Dense})) -> double {\n"
                           "  return SUM(x[i]);\n}\n")
            self.assertEqual(encke.load(path)(np.ones(3)), 3)
            with self.assertRaises(FileNotFoundError):
                encke.load(path + ".missing")

    def test_load_module(self):
        encoding = ("#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> "
                    "(d0 : dense, d1 : compressed) }>\n")
        tensor = "tensor<?x?xf64, #CSR>"
        text = (encoding + f"""func.func @product(%a: {tensor}, %b: {tensor}) -> {tensor} {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %a, %c0 : {tensor}
  %n = tensor.dim %b, %c1 : {tensor}
  %e = tensor.empty(%m, %n) : {tensor}
  %0 = linalg.matmul ins(%a, %b : {tensor}, {tensor}) outs(%e : {tensor}) -> {tensor}
  return %0 : {tensor}
}}
func.func @count(%a: {tensor}, %x: i64) -> index {{
  %n = sparse_tensor.number_of_entries %a : {tensor}
  %k = arith.index_cast %x : i64 to index
  %s = arith.addi %n, %k : index
  return %s : index
}}
""")
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "kernels.mlir")
            with open(path, "w") as file:
                file.write(text)
            library = encke.load(path)
        A, B = sparse(7, 5, seed=1), sparse(5, 6, seed=2)
        self.assertClose(library.product(A, B).toarray(), (A @ B).toarray())
        self.assertEqual(library.count(A, 10), A.nnz + 10)
        with self.assertRaises(encke.EnckeError) as caught:
            encke.compile(text.replace("addi %n, %k", "addi %n, %x"))
        self.assertIn(":14:", caught.exception.place)

    def test_files_inside(self):
        f = encke.compile(
            "def f() -> double {\n  IndexLabel [i, j] = [?];\n"
            "  Tensor<double> A([i, j], {CSR});\n"
            "  A[i, j] = read(\"missing.mtx\");\n  return SUM(A[i, j]);\n}\n")
        with self.assertRaises(encke.EnckeError) as caught:
            f()
        self.assertIn("missing.mtx", caught.exception.message)


class Decorated(TestCase):
    def test_docstring(self):
        @encke.function
        def layer(A, B, b):
            "C[i,k] = relu(A[i,j] * B[j,k] + b[k])"

        A, B = sparse(7, 5, seed=1), np.ones((5, 4))
        b = np.array([-1.0, 0, 1, 2])
        self.assertClose(layer(A, B, b=b), np.maximum(A @ B + b, 0))
        self.assertEqual(layer.__name__, "layer")

    def test_text_and_formats(self):
        @encke.function(threads=1)
        def product(A: "csr", B: "csc", n=3) -> "csc":  # noqa: F821
            return f"C[i,k] = {n} * {A}[i,j] * {B}[j,k]"

        A, B = sparse(7, 5, seed=1), sparse(5, 6, seed=2)
        found = product(A.tocsc(), B)
        self.assertIsInstance(found, sp.csc_array)
        self.assertClose(found, 3 * (A @ B))

    def test_wrong(self):
        with self.assertRaises(encke.EnckeError):
            @encke.function
            def nothing(A):
                pass
        with self.assertRaises(encke.EnckeError):
            @encke.function
            def unknown(A: "crs"):  # noqa: F821
                "B = A"
        with self.assertRaises(TypeError):
            @encke.function
            def many(*A):
                "B = A"


class Files(TestCase):
    def test_read_and_write(self):
        path = str(ROOT / "examples" / "data" / "matrix.mtx")
        from scipy.io import mmread
        wanted = mmread(path)
        A = encke.read(path)
        self.assertEqual((A.shape, A.format, A.nnz), ((37, 23), "csr", 120))
        self.assertClose(A.to_scipy(), wanted)
        self.assertClose(encke.read(path, "csc", part="lower"),
                         np.tril(wanted.toarray()))
        with tempfile.TemporaryDirectory() as folder:
            for name in ("a.mtx", "a.tns", "a.mtx.gz", "a.tns.gz"):
                target = os.path.join(folder, name)
                for operand in (A, sp.csr_array(wanted), wanted.toarray()):
                    encke.write(operand, target)
                    self.assertClose(encke.read(target, order=2), wanted)
            encke.write(np.arange(24.0).reshape(2, 3, 4),
                        os.path.join(folder, "t.tns"))
            T = encke.read(os.path.join(folder, "t.tns"))
            self.assertEqual((T.shape, T.format), ((2, 3, 4), "csf"))
            self.assertClose(T, np.arange(24.0).reshape(2, 3, 4))
            picture = encke.spy(A, os.path.join(folder, "a.png"))
            with open(picture, "rb") as file:
                self.assertEqual(file.read(4), b"\x89PNG")
        about = encke.info(path)
        self.assertEqual((about.sizes, about.entries), ((37, 23), 120))
        self.assertEqual(encke.info(wanted).sizes, (37, 23))

    def test_wrong(self):
        for call in (lambda: encke.read("missing.mtx"),
                     lambda: encke.read("/"),
                     lambda: encke.read('a"b.mtx'),
                     lambda: encke.read(str(ROOT / "README.md")),
                     lambda: encke.info("missing.mtx"),
                     lambda: encke.write(np.ones(3), "a.txt"),
                     lambda: encke.write(np.ones(3), "/missing/a.mtx"),
                     lambda: encke.write(2.0, "a.mtx"),
                     lambda: encke.spy("missing.mtx", "a.png")):
            with self.assertRaises((encke.EnckeError, TypeError)):
                call()


def libraries(folder):
    """The files of libraries in a cache, which has those of kernels as well."""
    return [os.path.join(folder, name) for name in os.listdir(folder)
            if name.endswith(".so")]


class Cache(TestCase):
    SCRIPT = ("import os; from support import encke, np\n"
              "e = encke.explain('i->', np.ones(3)); encke.einsum('i->',"
              " np.ones(3)); print(e.seconds > 0, bool(e.library))")

    def test_on_disk(self):
        with tempfile.TemporaryDirectory() as folder:
            cache = os.path.join(folder, "deep", "cache")
            self.assertEqual(run_script(self.SCRIPT, ENCKE_CACHE=cache),
                             "True True\n")
            self.assertEqual(run_script(self.SCRIPT, ENCKE_CACHE=cache),
                             "False True\n")
            name, = libraries(cache)
            # A file that was cut is compiled anew.
            os.truncate(name, os.path.getsize(name) // 2)
            self.assertEqual(run_script(self.SCRIPT, ENCKE_CACHE=cache),
                             "True True\n")
            # Others could write there.
            os.chmod(cache, 0o777)
            self.assertEqual(run_script(self.SCRIPT, ENCKE_CACHE=cache),
                             "True False\n")

    def test_for_another_target(self):
        with tempfile.TemporaryDirectory() as cache:
            target = os.path.join(cache, "some.target")
            for l2 in (512, 1024):
                with open(target, "w", encoding="utf-8") as file:
                    file.write(f"L2_cache_size_in_bytes = {l2 << 10}\n")
                for expected in ("True True\n", "False True\n"):
                    self.assertEqual(
                        run_script(self.SCRIPT, ENCKE_CACHE=cache,
                                   ENCKE_TARGET=target), expected)

    def test_nowhere(self):
        self.assertEqual(run_script(self.SCRIPT, ENCKE_CACHE=""),
                         "True False\n")

    def test_many_processes(self):
        with tempfile.TemporaryDirectory() as folder:
            out = run_script(
                "import multiprocessing, sys\n"
                "from support import encke, np\n"
                "def work(n):\n"
                "    return float(encke.einsum('i,i->', np.ones(n), "
                "np.ones(n)))\n"
                "if __name__ == '__main__':\n"
                "    context = multiprocessing.get_context('fork')\n"
                "    with context.Pool(4) as pool:\n"
                "        print(sum(pool.map(work, range(1, 9))))\n",
                ENCKE_CACHE=folder)
            self.assertEqual(out, "36.0\n")
            self.assertEqual(len(libraries(folder)), 1)

    def test_no_compiler(self):
        for named in ("/missing/encke", "/etc/passwd"):
            out = run_script(
                "from support import encke, np\n"
                "try:\n    encke.einsum('i->', np.ones(3))\n"
                "except encke.EnckeError as error:\n"
                "    print(error.identifier)\n", ENCKE=named, ENCKE_CACHE="")
            self.assertEqual(out, "no-compiler\n")


class Explained(TestCase):
    def test_copies(self):
        A, x = sparse(7, 5, seed=1), np.arange(10.0)
        found = encke.explain("ij,j->i", A, x[::2])
        self.assertEqual([each.copied for each in found.operands],
                         [False, True])
        self.assertIn("as it is", str(found))
        self.assertIn("lie one after the other", str(found))
        self.assertIn("def compute", found.text)
        found = encke.explain("ij,ij->ij", A, widened(A))
        self.assertEqual([each.copied for each in found.operands],
                         [True, False])
        found = encke.explain("y[i] = A[i,j] * x[j]", A=A.tocoo(),
                              x=np.arange(5))
        self.assertTrue(found.operands[0].name == "A")


if __name__ == "__main__":
    unittest.main()
