# ===- test_grad.py - gradients, by finite differences ---------------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===#
"""encke.grad: known and random programs against finite differences of their
definition in NumPy, and some of them compiled."""

import importlib.util
import random
import unittest

from support import encke, np, sp

import einstein

SIZES = {"i": 3, "j": 4, "k": 2, "l": 3}
OPERANDS = {"A": "ij", "B": "jk", "C": "ik", "D": "kl", "x": "j", "y": "i", "z": "k",
            "w": "l", "s": ""}

KNOWN = {
    "least squares": ("loss = SUM[i,k]((A[i,j]*B[j,k] - C[i,k])^2)", "AB"),
    "matrix-vector": ("loss = A[i,j] * x[j] * y[i]", "Axy"),
    "repeats": ("loss = SUM[i,j](A[i,j] + y[i])", "Ay"),
    "repeats a product": ("loss = SUM[i](y[i] + s * 2.5)", "ys"),
    "constant": ("loss = SUM[i](y[i]) + 3", "y"),
    "quotient": ("loss = SUM(A[i,j] / (2 + x[j]^2))", "Ax"),
    "normalised rows": ("P[i,j] = exp(A[i,j]) / SUM[j](exp(A[i,j]));"
                        "loss = SUM(P[i,j] * x[j])", "Ax"),
    "layers": ("H[i,k] = relu(A[i,j]*B[j,k] + z[k]); E[i,l] = tanh(H[i,k]*D[k,l]);"
               "loss = SUM((E[i,l] - w[l])^2)", "ABDwz"),
    "stable softmax": ("P[i,j] = exp(A[i,j] - MAX[j](A[i,j]));"
                       "loss = SUM(P[i,j] * x[j] / SUM[j](P[i,j]))", "Ax"),
    "extremes": ("loss = SUM[i](MAX[j](A[i,j] * x[j]) * MIN[k](C[i,k]) * y[i]) "
                 "+ MAX[i](A[i,j] * x[j])", "ACxy"),
    "entropy": ("p[j] = 1 / (1 + exp(-x[j])); loss = -SUM(p[j] * log(p[j]))", "x"),
    "cosine": ("loss = SUM[i](A[i,j] * x[j] / sqrt(SUM[j](A[i,j]^2)))", "Ax"),
    "chain of four": ("loss = SUM(sin(y[i]*A[i,j]*B[j,k]*D[k,l]) * w[l])", "ABDwy"),
    "norm": ("loss = NORM[i,k](C[i,k] - y[i] * z[k])", "Cyz"),
    "norm of rows": ("loss = SUM[i](NORM[j](A[i,j] * x[j]) * y[i])", "Axy"),
    "used three times": ("t[i] = A[i,j]*x[j]; loss = SUM(t[i]*t[i]*y[i] + cos(t[i]))",
                         "Axy"),
    "maximum": ("loss = SUM(max(A[i,j], x[j]) - min(A[i,j], 0.1))", "Ax"),
    "absolute": ("loss = SUM(abs(A[i,j] - y[i]) * x[j])", "Axy"),
    "powers": ("loss = SUM(pow(2 + A[i,j]^2, x[j]) + (1 + y[i]^2)^-1 + "
               "(1 + y[i]^2)^-2.5)", "Axy"),
    "transposed uses": ("loss = A[i,j]*A[l,j]*y[i]*w[l] + SUM(A[l,j]^3)", "Aw"),
    "scalars": ("q = SUM(x[j]^2) / s; loss = exp(-q) + s * q", "sx"),
    "unary": ("loss = -SUM[j](-x[j] * -sigmoid(x[j]))", "x"),
    "selected": ("loss = SUM((A[i,j] > 0) * A[i,j] * x[j])", "Ax"),
    "unused factor": ("t[i,k] = A[i,j]*B[j,k]; u[k] = SUM[i](t[i,k]); "
                      "loss = SUM(u[k]*z[k])", "ABz"),
}

VECTORS = {"i": "y[i]", "j": "x[j]", "k": "z[k]", "l": "w[l]"}


def sized(labels):
    """A term that says what size the labels have."""
    return " * ".join(VECTORS[label] for label in labels)


def operands(seed, names=OPERANDS):
    rng = np.random.default_rng(seed)
    return {name: rng.uniform(-1, 1, [SIZES[label] for label in OPERANDS[name]])
            for name in names}


def difference(text, tensors, name, weights=None):
    """The derivatives by central differences."""
    result = np.zeros(tensors[name].shape)
    step = 1e-6
    for at in np.ndindex(*result.shape):
        values = []
        for sign in (1, -1):
            moved = dict(tensors)
            moved[name] = tensors[name].copy()
            moved[name][at] += sign * step
            values.append(einstein.evaluate(text, **moved))
        change = (values[0] - values[1]) / (2 * step)
        result[at] = np.sum(change if weights is None else change * weights)
    return result


class Generator:
    """Random scalar expressions in which every label has a meaning."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def access(self, labels):
        fitting = [name for name, own in OPERANDS.items() if set(own) <= set(labels)]
        name = self.random.choice(fitting)
        own = OPERANDS[name]
        return f"{name}[{','.join(own)}]" if own else name

    def contraction(self, labels):
        """A product that sums over a label without saying so."""
        inner = [pair for pair in (("A", "B"), ("A", "x"), ("B", "z"), ("C", "D"),
                                   ("D", "w"), ("C", "z"), ("A", "y"))
                 if self.summed(pair) not in labels
                 and (set(OPERANDS[pair[0]]) ^ set(OPERANDS[pair[1]])) <= set(labels)]
        if not inner:
            return self.access(labels)
        pair = self.random.choice(inner)
        return " * ".join(f"{name}[{','.join(OPERANDS[name])}]" for name in pair)

    @staticmethod
    def summed(pair):
        return (set(OPERANDS[pair[0]]) & set(OPERANDS[pair[1]])).pop()

    def expression(self, labels, depth):
        if depth == 0:
            return self.access(labels)
        kind = self.random.choice(["+", "-", "*", "*", "/", "f", "f", "f", "SUM", "SUM",
                                   "contract", "contract", "neg", "number"])
        inner = lambda: self.expression(labels, depth - 1)  # noqa: E731
        if kind in "+-*":
            return f"({inner()} {kind} {inner()})"
        if kind == "/":
            return f"({inner()} / (2 + pow({self.access(labels)}, 2)))"
        if kind == "neg":
            return f"(-{inner()})"
        if kind == "number":
            return f"({self.random.choice(['0.5', '2', '1.25'])} * {inner()})"
        if kind == "contract":
            return f"({self.contraction(labels)})"
        if kind == "SUM":
            others = [label for label in SIZES if label not in labels]
            if others:
                label = self.random.choice(others)
                inner = self.expression(labels + label, depth - 1)
                operator = self.random.choice("+*")
                return f"SUM[{label}]({VECTORS[label]} {operator} {inner})"
        function = self.random.choice(
            ["exp(0.3 * {})", "log(2 + ({})^2)", "sqrt(1 + ({})^2)", "abs({})",
             "relu({})", "tanh({})", "sigmoid({})", "sin({})", "cos({})", "({})^2",
             "pow({}, 3)", "max({}, 0.25)", "min({}, 0.1)"])
        return function.format(self.expression(labels, depth - 1))

    def program(self):
        """One to three statements."""
        statements = []
        names = []
        for count in range(self.random.randrange(3)):
            labels = self.random.choice(["i", "j", "ij", "ik", "k"])
            name = f"q{count}"
            value = self.expression(labels, 2) + " + " + sized(labels)
            if names and self.random.random() < 0.7:
                value = f"{value} + 0.5 * {self.random.choice(names)}"
                used = [n for n in names if value.endswith(n)]
                names = [n for n in names if n not in used]
                missing = set(used[0][3:-1].split(",")) - set(labels)
                if missing:
                    value = value.replace(
                        used[0], f"SUM[{','.join(sorted(missing))}]({used[0]})")
            names.append(f"{name}[{','.join(labels)}]")
            statements.append(f"{names[-1]} = {value}")
        labels = self.random.choice(["i", "ij", "jk"])
        total = self.expression(labels, 3) + " + " + sized(labels)
        total = f"SUM[{','.join(labels)}]({total})"
        for name in names:
            total += f" + SUM({name} * {name})"
        statements.append(f"loss = {total}")
        return "; ".join(statements)


class Differences(unittest.TestCase):
    def check(self, text, names, seed=0):
        tensors = operands(seed)
        gradient = encke.grad(text, list(names))
        for name in names:
            want = difference(text, tensors, name)
            got = einstein.evaluate(gradient.statements(name), **tensors)
            message = f"{text}\nwith respect to {name}:\n{gradient}"
            self.assertEqual(got.shape, want.shape, message)
            scale = max(1, np.abs(want).max(initial=0))
            np.testing.assert_allclose(got, want, rtol=1e-5, atol=1e-6 * scale,
                                       err_msg=message)

    def test_known(self):
        for name, (text, wrt) in KNOWN.items():
            with self.subTest(name):
                self.check(text, wrt)

    def test_random(self):
        checked = 0
        for seed in range(70):
            text = Generator(seed).program()
            used = [name for name in OPERANDS if f"{name}[" in text
                    or f" {name} " in text.replace("(", " ").replace(")", " ")]
            used = [name for name in used if name != "s"]
            if not used:
                continue
            with self.subTest(seed):
                self.check(text, used, seed)
            checked += 1
        self.assertGreater(checked, 60)

    def test_seed(self):
        text = "H[i,k] = relu(A[i,j] * B[j,k]); R[i,l] = H[i,k] * D[k,l]"
        tensors = operands(3)
        tensors["G"] = np.random.default_rng(4).uniform(-1, 1, (3, 3))
        gradient = encke.grad(text, list("ABD"), seed="G")
        for name in "ABD":
            got = einstein.evaluate(gradient.statements(name), **tensors)
            want = difference(text, tensors, name, tensors["G"])
            np.testing.assert_allclose(got, want, rtol=1e-5, atol=1e-7)


class Text(unittest.TestCase):
    def test_least_squares(self):
        gradient = encke.grad("loss = SUM[i,j]((A[i,k]*B[k,j] - Y[i,j])^2)", "A")
        self.assertEqual(str(gradient),
                         "t1[i, j] = SUM[k](A[i, k] * B[k, j]) - Y[i, j];\n"
                         "grad_A[i, k] = SUM[j](2 * t1[i, j] * B[k, j])")
        self.assertEqual(gradient.targets, {"A": "grad_A"})

    def test_at_the_pattern(self):
        gradient = encke.grad("y[i] = A[i,j]*x[j]", "A", seed="g", sparse=["A"])
        self.assertEqual(str(gradient), "grad_A[i, j]<A> = g[i] * x[j]")
        self.assertEqual(gradient.formats["grad_A"], "csr")

    def test_sampled_intermediate(self):
        """What is only at a pattern has a gradient only there."""
        gradient = encke.grad(
            "S[i,j] = M[i,j] * Q[i,k] * K[j,k]; loss = SUM(S[i,j] * U[i,k] * K[j,k])",
            "Q", sparse=["M"])
        self.assertIn("grad_S[i, j]<S> = ", str(gradient))
        self.assertEqual(gradient.formats["grad_S"], "csr")

    def test_what_is_needed(self):
        gradient = encke.grad("t[i] = exp(x[i]); u[i] = cos(y[i]); "
                              "loss = SUM(t[i] + u[i])", ["x", "y"])
        self.assertNotIn("cos", gradient.statements("x"))

    def test_names_are_not_taken(self):
        gradient = encke.grad("t1[i] = x[i]; loss = SUM(grad_x[i] * exp(t1[j] * t1[j]))",
                              "x")
        self.assertNotEqual(gradient.targets["x"], "grad_x")


class Errors(unittest.TestCase):
    def fails(self, text, wrt, message, place, **options):
        with self.assertRaises(encke.EnckeError) as caught:
            encke.grad(text, wrt, **options)
        self.assertIn(message, caught.exception.message)
        self.assertEqual(caught.exception.place, place)

    def test_not_supported(self):
        for text, message, place in (
                ("loss = A[i,j] @(min,+) x[j]", "gradient of '@(min,+)'", "1:15"),
                ("loss = PROD(x[j])", "gradient of 'PROD'", "1:8"),
                ("loss = SUM(f(x[j]))", "gradient of 'f'", "1:12"),
                ("loss = SUM(A[i,i] * x[i])", "a diagonal, 'A[i, i]'", "1:12"),
                ("t[j] = x[j];\nt[j] = 2*x[j]; loss = SUM(t[j])",
                 "assigned more than once", "2:1"),
                ("loss += SUM(x[j])", "assigned more than once", "1:1"),
                ("t[i] = t[i] + x[i]; loss = SUM(t[i])", "reads itself", "1:8"),
                ("C[i]<!M> = x[i]; loss = SUM(C[i])", "outside of a mask", "1:1"),
                ("loss = SUM(x[i] % 2)", "'%'", "1:17")):
            with self.subTest(text):
                wrt = "A" if "A[" in text else "x"
                self.fails(text, wrt, "not supported yet: ", f"<text>:{place}")
                self.fails(text, wrt, message, f"<text>:{place}")

    def test_mistakes(self):
        self.fails("y[i] = A[i,j]*x[j]", "x", "has labels", "<text>:1:1")
        self.fails("loss = SUM(x[i])", "q", "does not use 'q'", "<text>:1:1")
        self.fails("loss = SUM(x[i]", "x", "expected ')'", "<text>:1:16")
        self.fails("loss = x[i] $ 2", "x", "unexpected '$'", "<text>:1:13")
        self.fails("loss SUM(x[i])", "x", "expected '='", "<text>:1:6")
        self.fails("", "x", "nothing to differentiate", "<text>:1:1")
        self.fails("x = SUM(y[i])", "x", "is computed here", "<text>:1:1")
        self.fails("y[i] = exp(A[i,j])", "A", "is not clear", "<text>:1:8", seed="g")


class Compiled(unittest.TestCase):
    def sparse(self, rows, columns, seed):
        return sp.csr_array(sp.random(
            rows, columns, 0.4, format="csr", random_state=seed))

    def check(self, text, wrt, seed=None, **tensors):
        dense = {name: x.toarray() if sp.issparse(x) else x
                 for name, x in tensors.items()}
        gradient = encke.grad(text, list(wrt), seed=seed)
        results = gradient(**tensors)
        results = results if len(wrt) > 1 else {wrt[0]: results}
        for name in wrt:
            weights = dense[seed] if seed else None
            want = difference(text, dense, name, weights)
            got = results[name]
            if sp.issparse(tensors[name]):
                self.assertTrue(sp.issparse(got))
                want = np.where(dense[name] != 0, want, 0)
                got = got.toarray()
            np.testing.assert_allclose(got, want, rtol=1e-5, atol=1e-6)

    def test_sparse_least_squares(self):
        rng = np.random.default_rng(1)
        self.check("loss = SUM[i,j]((A[i,k]*B[k,j] - Y[i,j])^2)", "AB",
                   A=self.sparse(6, 5, 0), B=rng.random((5, 4)), Y=rng.random((6, 4)))

    def test_layer(self):
        rng = np.random.default_rng(2)
        self.check("H[i,l] = relu(A[i,j]*X[j,k]*W[k,l] + b[l]); "
                   "loss = SUM((H[i,l] - Y[i,l])^2)", "WbX",
                   A=self.sparse(6, 6, 1), X=rng.random((6, 4)) - 0.5,
                   W=rng.random((4, 3)) - 0.5, b=rng.random(3) - 0.5,
                   Y=rng.random((6, 3)))

    def test_attention(self):
        rng = np.random.default_rng(3)
        mask = self.sparse(5, 5, 2)
        mask.data[:] = 1
        self.check("S[i,j] = M[i,j] * Q[i,k] * K[j,k]; P[i,j]<M> = exp(S[i,j]); "
                   "loss = SUM(P[i,j] * V[j,l] * G[i,l])", "QKV",
                   M=mask, Q=rng.random((5, 3)), K=rng.random((5, 3)),
                   V=rng.random((5, 2)), G=rng.random((5, 2)))

    def test_jacobian(self):
        rng = np.random.default_rng(4)
        self.check("R[i,k] = tanh(A[i,j] * B[j,k])", "AB", seed="G",
                   A=self.sparse(4, 5, 3), B=rng.random((5, 3)), G=rng.random((4, 3)))

    def test_counts(self):
        rng = np.random.default_rng(5)
        self.check("loss = SUM[i,j](A[i,j] + y[i])", "y", A=rng.random((3, 4)),
                   y=rng.random(3))

    def test_extreme_of_stored(self):
        A = self.sparse(6, 5, 4)
        A.data[:] = -1 - A.data  # what is absent is greater
        y = np.arange(1.0, 7)
        full = np.diff(A.indptr) > 0
        rows, y = A[full], y[full]
        got = encke.grad("loss = SUM(MAX[j](A[i,j]) * y[i])", "A")(A=rows, y=y)
        want = np.zeros(rows.shape)
        stored = np.where(rows.toarray() != 0, rows.toarray(), -np.inf)
        want[np.arange(len(y)), stored.argmax(axis=1)] = y
        np.testing.assert_allclose(got.toarray(), want)

    def test_some_of_the_known(self):
        for name in ("normalised rows", "stable softmax", "extremes", "norm of rows",
                     "powers", "used three times",
                     "quotient", "maximum"):
            text, wrt = KNOWN[name]
            with self.subTest(name):
                tensors = operands(7, [n for n in OPERANDS if n in wrt])
                self.check(text, wrt, **tensors)


@unittest.skipUnless(importlib.util.find_spec("torch"), "PyTorch is not installed")
class Torch(unittest.TestCase):
    def test_layer(self):
        import torch
        layer = encke.torch_function("H[i,l] = relu(A[i,j]*X[j,k]*W[k,l] + b[l])")
        rng = np.random.default_rng(2)
        adjacency = sp.csr_array(sp.random(
            6, 6, 0.4, format="csr", random_state=1))
        X, W, b = (torch.tensor(rng.random(shape) - 0.5, requires_grad=True)
                   for shape in ((6, 4), (4, 3), (3,)))
        out = layer(A=adjacency, X=X, W=W, b=b)
        weights = torch.tensor(rng.random((6, 3)))
        (out * weights).sum().backward()
        got = [x.grad.clone() for x in (X, W, b)]
        for x in (X, W, b):
            x.grad = None
        want = torch.relu(torch.tensor(adjacency.toarray()) @ X @ W + b)
        torch.testing.assert_close(out, want)
        (want * weights).sum().backward()
        for one, x in zip(got, (X, W, b)):
            torch.testing.assert_close(one, x.grad)

    def test_sparse_parameter(self):
        import torch
        product = encke.torch_function("y[i] = A[i,j] * x[j]")
        dense = torch.tensor([[1.0, 0, 2], [0, 3, 0]], dtype=torch.float64)
        A = dense.to_sparse_csr().requires_grad_()
        x = torch.tensor([1.0, 2, 3], dtype=torch.float64, requires_grad=True)
        product(A=A, x=x).sum().backward()
        torch.testing.assert_close(
            A.grad.to_dense(), torch.tensor([[1.0, 0, 3], [0, 2, 0]],
                                            dtype=torch.float64))
        torch.testing.assert_close(x.grad, dense.sum(0))

    def test_gradcheck(self):
        import torch
        loss = encke.torch_function("loss = SUM[i,k](sigmoid(A[i,j]*B[j,k])^2)")
        A, B = (torch.rand(shape, dtype=torch.float64, requires_grad=True)
                for shape in ((3, 4), (4, 2)))
        self.assertTrue(torch.autograd.gradcheck(lambda a, b: loss(A=a, B=b), (A, B)))


if __name__ == "__main__":
    unittest.main()
