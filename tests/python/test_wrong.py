#===- test_wrong.py - arguments that are wrong, by the hundred -------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Each call raises EnckeError, TypeError or ValueError, or gives what NumPy
gives; none crashes. What is right is tried after each of them."""

import itertools
import unittest

from support import TestCase, encke, np, sp, sparse

ERRORS = (encke.EnckeError, TypeError, ValueError)


def _locked(array):
    array.flags.writeable = False
    return array


class _Liar:
    """Has the protocols, and gives nonsense."""

    def __init__(self, **parts):
        self.__dict__.update(parts)

    def __dlpack__(self, **options):
        return object()

    def __dlpack_device__(self):
        return 1, 0


class _Raises:
    @property
    def __array_interface__(self):
        raise ValueError("no array")


OBJECTS = {
    "None": None, "text": "ij", "bytes": b"abc", "dict": {}, "set": {1.0},
    "object": object(), "class": np.ndarray, "function": len,
    "ellipsis": Ellipsis, "slice": slice(3), "generator": (n for n in (1, 2)),
    "objects": np.array([1, None]), "texts": np.array(["a", "b"]),
    "bytes array": np.array([b"a"]), "dates": np.array(["2020-01-01"],
                                                       "datetime64[D]"),
    "spans": np.array([1], "timedelta64[s]"),
    "records": np.zeros(3, [("a", float), ("b", int)]),
    "masked": np.ma.array([1.0, 2], mask=[1, 0]),
    "ragged": [[1.0], [1.0, 2.0]], "nested objects": [None, 1.0],
    "liar": _Liar(), "raises": _Raises(), "lists of texts": ["a", "b"],
    "interface": _Liar(__array_interface__={"data": (0, False)}),
    "csr alike": _Liar(format="csr", tocsr=lambda: None, shape=(2, 2)),
    "coo alike": _Liar(format="coo", tocsr=lambda: None, shape=(2, 2),
                       row=None, col=None, data=None),
    "torch alike": _Liar(layout="torch.sparse_csr", is_sparse=True,
                         shape=(2, 2)),
    "pydata alike": _Liar(fill_value=0, coords=None, data=None, shape=(2, 2),
                          ndim=2),
    "nonzero fill": _Liar(fill_value=1, coords=np.zeros((2, 0)),
                          data=np.zeros(0), shape=(2, 2), ndim=2),
}

SHAPES = [(), (0,), (1,), (3,), (0, 0), (0, 3), (3, 0), (1, 1), (2, 3), (3, 2),
          (3, 3), (1, 3), (3, 1), (2, 3, 4), (2,) * 5, (1,) * 17]


def _arrays():
    """Arrays of many shapes, layouts and types, by name."""
    for shape in SHAPES:
        base = (np.arange(float(np.prod(shape, dtype=int))) + 1).reshape(shape)
        yield f"{shape}", base
        if base.ndim > 1:
            yield f"{shape} by columns", np.asfortranarray(base)
            yield f"{shape} back", base[::-1]
            yield f"{shape} step", np.repeat(base, 2, axis=-1)[..., ::2]
        yield f"{shape} locked", _locked(base.copy())
    for dtype in ("?", "b", "B", "h", "H", "i", "I", "l", "L", "e", "f", "g",
                  "F", "D", "G", ">f8", ">i4", "<U3", "S2", "M8[s]", "O", "V8"):
        yield f"of {dtype}", np.ones((3, 3), "f8").astype(dtype) \
            if dtype not in ("M8[s]", "V8") else np.zeros((3, 3), dtype)
    yield "huge", np.broadcast_to(np.ones(1), (2**40, 3))


class Operands(TestCase):
    def setUp(self):
        self.A = sparse(3, 3, 0.6)
        self.x = np.arange(3.0)

    def check(self, call, wanted):
        """Raises, or gives what is wanted."""
        try:
            found = call()
        except ERRORS:
            found = None
        except MemoryError:
            found = None
        else:
            try:
                other = wanted()
            except Exception:  # noqa: B902
                self.fail(f"NumPy refuses it, but the result is {found!r}")
            np.testing.assert_allclose(
                found.toarray() if sp.issparse(found) else
                np.asarray(found, complex), np.asarray(other, complex),
                rtol=1e-3)
        # All is as it was.
        self.assertClose(encke.einsum("ij,j->i", self.A, self.x),
                         self.A @ self.x)

    def test_objects(self):
        for name, operand in OBJECTS.items():
            for subscripts, operands in (
                    ("ij,j->i", (operand, self.x)),
                    ("ij,j->i", (self.A, operand)), ("i->", (operand,)),
                    (",i->i", (operand, self.x))):
                with self.subTest(name, subscripts=subscripts):
                    with self.assertRaises(ERRORS):
                        encke.einsum(subscripts, *operands)
            for call in (lambda: encke.evaluate("y[i] = A[i,j] * x[j]",
                                                A=self.A, x=operand),
                         lambda: encke.convert(operand, "csr"),
                         lambda: encke.plan("i->", operand),
                         lambda: encke.explain("i->", operand),
                         lambda: encke.einsum("ij->i", self.A, out=operand)
                         if operand is not None else encke.convert(None, ""),
                         lambda: encke.einsum("ij->ji", self.A, mask=operand)
                         if operand is not None else encke.convert(None, "")):
                with self.subTest(name):
                    with self.assertRaises(ERRORS):
                        call()

    def test_arrays(self):
        for name, array in _arrays():
            if name.startswith("huge"):
                # Would be copied; nobody has the memory.
                continue
            for subscripts in ("ij,j->i", "ij,i->j", "i,i->i", "ij->", "->",
                               "ijk->k", "ij,ij->ij"):
                count = subscripts.split("->")[0].count(",")
                operands = [array] + [self.A if "ij,ij" in subscripts
                                      else self.x] * count
                dense = [each.toarray() if sp.issparse(each) else each
                         for each in operands]
                with self.subTest(name, subscripts=subscripts):
                    self.check(
                        lambda: encke.einsum(subscripts, *operands),
                        lambda: np.einsum(subscripts, *[
                            np.asarray(each).astype(complex)
                            for each in dense]))

    def test_diagonals(self):
        """More diagonals than offsets, and fewer."""
        for attribute, cut in (("offsets", 1), ("data", 1), ("offsets", 2)):
            matrix = sp.diags([1.0, 2, 3], [-1, 0, 1], (4, 4)).todia()
            setattr(matrix, attribute, getattr(matrix, attribute)[cut:])
            with self.assertRaises(ValueError):
                encke.einsum("ij->i", matrix)

    def test_huge(self):
        for shape in ((2**40, 3), (2**28, 2**30)):
            array = np.broadcast_to(np.ones(1), shape)
            with self.assertRaises((*ERRORS, MemoryError)):
                encke.einsum("ij->i", array)
        with self.assertRaises((*ERRORS, MemoryError)):
            encke.einsum("i,j,k,l->ijkl", *[np.ones(10**5)] * 4)

    def test_sparse_shapes(self):
        for rows, columns in itertools.product((0, 1, 2, 3), repeat=2):
            for format in ("csr", "csc", "coo", "bsr", "dia", "lil", "dok"):
                matrix = sp.random(rows, columns, 0.5, format=format) \
                    if rows and columns else sp.csr_matrix(
                        (rows, columns)).asformat(
                            format if format not in ("bsr", "dia") else "csr")
                dense = matrix.toarray()
                with self.subTest(rows=rows, columns=columns, format=format):
                    self.check(lambda: encke.einsum("ij,j->i", matrix, self.x),
                               lambda: np.einsum("ij,j->i", dense, self.x))
                    self.check(
                        lambda: encke.einsum("ij,jk->ik", matrix, self.A),
                        lambda: dense @ self.A.toarray())

    def test_outs(self):
        for name, array in _arrays():
            if name.startswith("huge"):
                continue
            before = array.copy()
            with self.subTest(name):
                try:
                    found = encke.einsum("ij,j->i", self.A, self.x, out=array)
                except ERRORS:
                    # What is refused is not written to.
                    self.assertEqual(before.tobytes(), array.tobytes())
                else:
                    self.assertIs(found, array)
                    np.testing.assert_allclose(
                        array.astype(complex), self.A @ self.x, rtol=1e-3)
        for format in ("csc", "coo", "bsr", "dia", "lil", "dok"):
            with self.assertRaises(ERRORS):
                encke.einsum("ij->ji", self.A, format="csr",
                             out=sp.csr_matrix(self.A).asformat(format))
        for dtype in (np.float32, np.int64, complex):
            with self.assertRaises(ERRORS):
                encke.einsum("ij->ji", self.A, out=self.A.astype(dtype))
        for out in (sp.csr_array((3, 4)), sp.csr_array((3, 3))):
            with self.assertRaises(ERRORS):
                encke.einsum("ij->ji", self.A, out=out)


class Texts(TestCase):
    SUBSCRIPTS = [
        "", "->", "ij", "ij,", ",ij", "ij,j", "ij,j->", "ij,j->ii", "ij,j->k",
        "ij,j->i->", "i j, j->i", "ij;j->i", "ij,j=>i", "1j,j->i", "ij,j->1",
        "ijk,j->i", "i,j->i", "ij,jk->ik", "ij,j,->i", "ij,j->i,j", "é,j->j",
        "...", "...,...", "....,j->i", "..,j->i", "ij...,j->i", "...,j->i",
        "i...j...,j->i", "...ij,...j->i...x", "ij,j->i...", "-", ">", "ij,j->I",
        "ij,j\n->i", "ij,j->i\0", "ij,j->" + "i" * 100, "x" * 1000,
        None, 5, b"ij,j->i", ["ij", "j"], ("ij,j->i",), {}, np.array("ij,j->i"),
        object()]

    STATEMENTS = [
        "", ";", " ", "#", "y", "y[i]", "y[i] =", "= A[i,j]", "y[i] = A",
        "y[i] = A[i]", "y[i] = A[i,j,k]", "y[i = A[i,j]", "y[i]] = A[i,j]",
        "y[i] == A[i,j]", "y[i] = A[i,j] *", "y[i] = A[i,j] @ x[j]",
        "y[i] = A[i,j] @() x[j]", "y[i] = A[i,j] @(foo) x[j]",
        "y[i] = A[i,j] @(min,) x[j]", "y[i] = A[i,j] @(min,+ x[j]",
        "y[i,i] = A[i,j]", "y[i] = foo(A[i,j])", "y[i] = B[i,j]",
        "y[i] = A[i,j] x[j]", "y[i] = (A[i,j]", "y[i] = A[i,j])",
        "y[i] = {A[i,j]}", "y[i] = \"text\"", "y[i] = 'text'", "y[1] = A[1,1]",
        "def f() { }", "for t in 0:3 { y[i] = A[i,j]; }", "return A;",
        "IndexLabel [i] = [3]", "Tensor<double> y([i], {Dense})", "read(0)",
        "A[i,j] = read(\"missing.mtx\")", "y[i]<M> = A[i,j]",
        "y[i]<x> = A[i,j] * x[j]", "y[i]<!> = A[i,j]", "y[i]< = A[i,j]",
        "é[i] = A[i,j]", "y[i] = A[i,j] \0", "y[i] = " + "(" * 3000,
        "y[i] = " + "-" * 3000 + "x[i]", "y[i] = 1" + " + 1" * 3000,
        "y[i] = 1e999999 * A[i,j] * x[j]; z = ", "y[i] = 99999999999999999999",
        "i[i] = A[i,j]", "y[A] = A[i,j]", "A[i,j] = x[i] + B[j]",
        "print(A)", "write(A, \"/missing/a.mtx\")", "y[i] = getTime(",
        "y[i] = SUM[j(A[i,j])", "y[i] = SUM[q](A[i,j])", "y = = 3", "y += ",
        "var", "var y", "var y[i] = A[i,j]", "while = 3", "y[while] = 3",
        "\\", "`", "y[i] = A[i,j] ? 1 : 2", "y[i] = exp(A[i,j]) +",
        None, 5, b"y[i] = A[i,j]", [], ("y[i] = A[i,j]",), object()]

    def test_subscripts(self):
        A, x = sparse(3, 3, 0.6), np.arange(3.0)
        for subscripts in self.SUBSCRIPTS:
            with self.subTest(repr(subscripts)[:40]):
                try:
                    found = encke.einsum(subscripts, A, x)
                except ERRORS:
                    continue
                self.assertClose(found, np.einsum(subscripts, A.toarray(), x))

    def test_statements(self):
        A, x = sparse(3, 3, 0.6), np.arange(3.0)
        for text in self.STATEMENTS:
            for operands in ({"A": A, "x": x}, {"A": A}, {}):
                with self.subTest(repr(text)[:40], operands=list(operands)):
                    if isinstance(text, str) and text.startswith(
                            ("y[i] = 1 +", "y[i] = 99", "y[i] = A",
                             "y[i,i] = A",
                             "y[i] = SUM[q]", "y[i]<x>")):
                        continue
                    with self.assertRaises(ERRORS):
                        encke.evaluate(text, **operands)

    def test_options(self):
        A, x = sparse(3, 3, 0.6), np.arange(3.0)
        for options in (
                {"format": "crs"}, {"format": "csr"}, {"format": ""},
                {"format": 5}, {"format": ["csr"]}, {"format": {"R0": "csr"}},
                {"format": "bcsr"}, {"format": "bcsr(0, 1)"},
                {"format": "csr(2, 2)"}, {"format": "{D}; junk"},
                {"format": "{X}"}, {"format": "{D, CU}"},
                {"semiring": "min"}, {"semiring": "min,foo"},
                {"semiring": "foo,+"}, {"semiring": "-,+"}, {"semiring": 5},
                {"semiring": "min,+,*"}, {"semiring": ["min", "+"]},
                {"mask": np.ones((3, 3))}, {"mask": 2.0}, {"mask": "M"},
                {"mask": sparse(3, 3)}, {"complement": True},
                {"mask": np.ones(4)}, {"threads": -1}, {"threads": 0},
                {"threads": 2**31}, {"threads": 1.5}, {"threads": "2"},
                {"threads": True}, {"accumulate": True}, {"nonsense": 1}):
            with self.subTest(repr(options)):
                if options == {"threads": 0}:
                    continue
                with self.assertRaises(ERRORS):
                    encke.einsum("ij,j->i", A, x, **options)
        for options in (
                {"format": {"z": "csr"}}, {"format": {"y": "csr"}},
                {"format": {"y": 5}}, {"format": {5: "csr"}},
                {"results": ("z",)}, {"results": 5}, {"results": (5,)},
                {"sizes": {"i": -1}}, {"sizes": {"i": 1.5}}, {"sizes": 5},
                {"sizes": {"i": 7}}, {"sizes": {1: 1}}, {"operands": 5},
                {"operands": {"B": x}}, {"operands": {5: x}}, {"B": x},
                {"threads": -1}, {"out": 5}, {"accumulate": True}):
            with self.subTest(repr(options)):
                with self.assertRaises(ERRORS):
                    encke.evaluate("y[i] = A[i,j] * x[j]",
                                   **{"A": A, "x": x, **options})

    def test_programs(self):
        for text in ("", "junk", "def", "def f", "def f() {", "def f() { }}",
                     "def f() -> double { }", "def main() { }", "\0", "é", None,
                     5, b"def f() { }", "def f(Tensor<double> A) { }",
                     "def f() { f(); }", "def f() { } def f() { }"):
            with self.subTest(repr(text)):
                try:
                    library = encke.compile(text)
                except ERRORS:
                    continue
                self.assertEqual(len(library), 0, repr(library))


if __name__ == "__main__":
    unittest.main()
