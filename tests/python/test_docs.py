# ===- test_docs.py - the examples of pages of docs/ -----------------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===#
"""Runs what pages of docs/ show of Python."""

import doctest
import os
import unittest

from support import ROOT


def load_tests(loader, tests, pattern):
    os.chdir(ROOT)  # where the pages find the examples
    for page in ("lazy.md", "calling.md"):
        tests.addTest(doctest.DocFileSuite(str(ROOT / "docs" / page),
                                           module_relative=False))
    return tests


if __name__ == "__main__":
    unittest.main()
