# ===- test_docs.py - the examples of pages of docs/ -----------------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===#
"""Runs what pages of docs/ show of Python, and README.md and python/README.md."""

import doctest
import os
import re
import textwrap
import unittest

from support import ROOT, TestCase, encke, np, sparse


class Readme(TestCase):
    """Lines without outputs, of operands that they leave open."""

    def setUp(self):
        self.A, self.B = sparse(5, 6, 0.5), sparse(6, 4, 0.5)
        self.names = {"encke": encke, "A": self.A, "B": self.B,
                      "x": np.arange(6.0), "b": np.arange(4.0) - 2}

    def check(self, lines):
        exec(lines, self.names)  # pylint: disable=exec-used
        self.assertClose(self.names["y"], self.A @ self.names["x"])
        product = (self.A @ self.B).toarray()
        self.assertClose(self.names["C"].toarray()
                         if hasattr(self.names["C"], "toarray")
                         else self.names["C"],
                         np.maximum(product + self.names["b"], 0))

    def test_first_page(self):
        page = (ROOT / "README.md").read_text(encoding="utf-8")
        lines = re.findall("^ *>>> (.*)$", page, re.MULTILINE)
        self.assertEqual(len(lines), 2)
        self.check("\n".join(lines))

    def test_page_of_the_package(self):
        page = (ROOT / "python/README.md").read_text(encoding="utf-8")
        block = page[:page.index("The first call")].partition("\n")[2]
        self.assertIn("format=\"csr\"", block)
        self.check(textwrap.dedent(block))


def load_tests(loader, tests, pattern):
    os.chdir(ROOT)  # where the pages find the examples
    for page in ("lazy.md", "calling.md"):
        tests.addTest(doctest.DocFileSuite(str(ROOT / "docs" / page),
                                           module_relative=False))
    return tests


if __name__ == "__main__":
    unittest.main()
