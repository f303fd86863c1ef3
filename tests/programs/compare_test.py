#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests compare.py: it must pass what is equal and fail what is not."""

import unittest

from compare import differences

MATRIX = """\
# C: 3 x 2
1 2.5
0 -3e-4
1000000 7
"""


class Compare(unittest.TestCase):

    def passes(self, got, expected=MATRIX):
        self.assertEqual(differences(got, expected), [])

    def fails(self, got, expected=MATRIX):
        self.assertNotEqual(differences(got, expected), [])

    def test_equal(self):
        self.passes(MATRIX)

    def test_comments_and_spaces_do_not_matter(self):
        self.passes("# another name\n\n 1   2.5\n0 -0.0003\n# x\n1e6 7.0\n")

    def test_rounding_is_forgiven(self):
        self.passes(MATRIX.replace("2.5", "2.50000000001"))
        self.passes(MATRIX.replace("1000000", "1000000.00001"))
        self.passes(MATRIX.replace("0 -3e-4", "1e-14 -3e-4"))

    def test_wrong_digit(self):
        self.fails(MATRIX.replace("2.5", "2.6"))
        self.fails(MATRIX.replace("2.5", "2.500000001"))
        self.fails(MATRIX.replace("-3e-4", "-3.000001e-4"))
        self.fails(MATRIX.replace("0 -3e-4", "1e-9 -3e-4"))

    def test_wrong_sign(self):
        self.fails(MATRIX.replace("-3e-4", "3e-4"))

    def test_complex(self):
        self.passes("1+2j -0+0j\n", "1.00000000001+2j 0+0j\n")
        self.passes("inf-1j\n", "inf-1j\n")
        self.fails("1+2j\n", "1+2.1j\n")
        self.fails("1+2j\n", "1-2j\n")
        self.fails("inf+1j\n", "-inf+1j\n")

    def test_swapped_rows(self):
        self.fails("1 2.5\n1000000 7\n0 -3e-4\n")

    def test_swapped_columns(self):
        self.fails("2.5 1\n-3e-4 0\n7 1000000\n")

    def test_missing_and_added_lines(self):
        self.fails("1 2.5\n0 -3e-4\n")
        self.fails(MATRIX + "1 1\n")
        self.fails("")

    def test_missing_and_added_values(self):
        self.fails(MATRIX.replace("1 2.5", "1"))
        self.fails(MATRIX.replace("1 2.5", "1 2.5 0"))

    def test_other_shape_with_the_same_values(self):
        self.fails("1 2.5 0 -3e-4 1000000 7\n")

    def test_special_values(self):
        self.passes("inf -inf nan\n", "inf -inf nan\n")
        self.fails("inf\n", "-inf\n")
        self.fails("nan\n", "1\n")
        self.fails("1\n", "nan\n")
        self.fails("1e308\n", "inf\n")

    def test_floats(self):
        text = "# x: 2 {}\n0.1 0.3\n"
        self.passes(text.format("float").replace("0.3", "0.3000001"),
                    text.format("float"))
        self.fails(text.format("float").replace("0.3", "0.300001"),
                   text.format("float"))
        self.fails(text.format("double").replace("0.3", "0.3000001"),
                   text.format("double"))

    def test_words(self):
        self.fails("one\n", "1\n")

    def test_nothing_expected_is_no_test(self):
        self.fails("", "# only a comment\n")


if __name__ == "__main__":
    unittest.main()
