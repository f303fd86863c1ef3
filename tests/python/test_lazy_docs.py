# ===- test_lazy_docs.py - the examples of docs/lazy.md --------------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===#
"""Runs what docs/lazy.md shows."""

import doctest
import unittest

from support import ROOT


def load_tests(loader, tests, pattern):
    tests.addTest(doctest.DocFileSuite(str(ROOT / "docs" / "lazy.md"),
                                       module_relative=False))
    return tests


if __name__ == "__main__":
    unittest.main()
