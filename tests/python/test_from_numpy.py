#===- test_from_numpy.py - NumPy's expressions beside statements -----------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Each row of the table of docs/from-numpy.md computes the same on both sides."""
import re
import unittest

import numpy as np
import scipy.sparse as sp

from support import ROOT, encke

PAGE = (ROOT / "docs/from-numpy.md").read_text("utf-8")


def tables():
    """For each table its rows: expressions of NumPy beside statements."""
    found = []
    for line in PAGE.splitlines():
        if line.startswith("| NumPy"):
            found.append([])
        cells = [re.findall(r"`([^`]+)`", cell) for cell in line.split(" | ")]
        if line.startswith("| class"):
            break
        if not (found and len(cells) == 2 and all(cells)):
            continue
        expressions, statements = cells
        # Two ways to write one thing, or a pair on each side.
        if len(statements) == 1:
            statements = statements * len(expressions)
        found[-1] += zip(expressions, statements)
    return found


def operands():
    rng = np.random.default_rng(1)
    n = 5
    named = {name: rng.random((n, n)) - 0.3 for name in "ABCM"}
    named.update({name: rng.random(n) - 0.3 for name in "abcx"})
    named["X"] = rng.random((n, n, n))
    named["p"] = rng.permutation(n)
    return named


def declare(name, labels, kind="double"):
    return f"Tensor<{kind}> {name}([{', '.join(labels)}], {{Dense}})"


def as_function(statement):
    """A program whose only function computes the statement, and the names of its
    parameters."""
    target = statement[0]
    labels = {"A": "ij", "b": "i", "x": "i"} if "solve" in statement else {}
    for name, indices in re.findall(r"\b(\w)\[([^\[\]]*)\]", statement):
        labels[name] = re.findall(r"\w", indices)
    if "x[p[i]]" in statement:
        labels["x"] = "k"
    kind = {"p": "int"}
    if "ARGMAX" in statement:
        kind[target] = "int"
    given = [name for name in labels if name != target]
    parameters = ", ".join(declare(name, labels[name],
                                   kind.get(name, "double")) for name in given)
    result = declare(target, labels[target], kind.get(target, "double"))
    return (f"def f({parameters}) -> {result.replace(' ' + target, '')} {{\n"
            f"  {result};\n  {statement};\n  return {target};\n}}\n", given)


def dense(array):
    return array.toarray() if sp.issparse(array) else np.asarray(array)


class Tables(unittest.TestCase):
    def test_statements(self):
        rows = tables()[0]
        self.assertGreater(len(rows), 18)
        for expression, statement in rows:
            with self.subTest(expression=expression):
                named = operands()
                if ".multiply" in expression:
                    named["A"] = sp.csr_array(named["A"])
                wanted = eval(expression, {"np": np}, named)
                target, _, value = statement.partition("=")
                given = {name: named[name] for name in set(
                    re.findall(r"\b([A-Za-z])\[", value))}
                result = encke.evaluate(statement, **given)
                np.testing.assert_allclose(dense(result), dense(wanted),
                                           rtol=1e-12, atol=1e-14)

    def test_functions(self):
        rows = tables()[1]
        self.assertGreater(len(rows), 7)
        for expression, statement in rows:
            with self.subTest(expression=expression):
                named = operands()
                wanted = eval(expression, {"np": np}, named)
                program, given = as_function(statement)
                result = encke.compile(program).f(*(named[n] for n in given))
                np.testing.assert_allclose(dense(result), wanted, rtol=1e-9)


if __name__ == "__main__":
    unittest.main()
