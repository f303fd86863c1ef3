#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The figures of formats, on the smallest input of each; and what is read off the
outputs of programs, on texts that are given."""

import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

FORMATS = Path(__file__).resolve().parents[2] / "bench" / "formats"
sys.path.insert(0, str(FORMATS))
sys.path.insert(0, str(FORMATS.parent))
import balance  # noqa: E402
import matrices  # noqa: E402
import programs  # noqa: E402

ENCKE = Path(sys.argv.pop()).resolve()
FIGURE1 = Path(__file__).resolve().parents[1] / "language/data/figure1.mtx"


class Figures(unittest.TestCase):

    def test_smallest(self):
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "records.json")
            environment = {name: value for name, value in os.environ.items()
                           if name != "ENCKE_DATA_DIR"}
            done = subprocess.run(
                [sys.executable, FORMATS / "run.py", "--quick", "--json", file,
                 "--plots", os.path.join(folder, "plots"), "--build-dir",
                 ENCKE.parents[1]], env=environment, stdout=subprocess.PIPE,
                stderr=subprocess.PIPE, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
            with open(file) as records:
                records = json.load(records)
        kernels = {r["kernel"].split()[0] for r in records}
        self.assertEqual(kernels, {"fig10", "fig11", "table4", "table5", "breakdown",
                                   "table6", "fig14"})
        self.assertTrue(all(r["checked"] for r in records))
        for r in records:
            if r["kernel"].startswith("breakdown"):
                self.assertIn("sort", r["phases"])
                self.assertLessEqual(sum(r["phases"].values()),
                                     2.05 * r["phases"]["all"])
            elif not r["kernel"].startswith("fig14"):
                self.assertGreater(r["ms"], 0)
        for title in ("figure 10: SpMV", "figure 11: SpMM", "table 4: label",
                      "table 5: conversions", "what COO -> Serpens(8) takes",
                      "table 6: SpMM", "figure 14: elements"):
            self.assertIn(title, done.stdout)

    def test_loads(self):
        """Rows of figure 1 have 1, 1, 3, 0 and 1 elements."""
        expected = {"C2SR": [5, 1], "CISR": [4, 2], "CISRplus": [3, 3]}
        for name, loads in expected.items():
            done = programs.run(ENCKE.parents[1], balance.program(f"{name}(2)"),
                                FIGURE1, "--print=storage")
            self.assertEqual(balance.loads(done.output, name, 2), loads, name)

    def test_phases(self):
        text = """\
          ms      %     runs  where          statement
       6.000   53.3        2  <stdin>:7:3    kernel_0
       3.000   42.9                             sort
       1.000   42.9                             sort
       2.000    1.1        1  <stdin>:9:3    print
       8.000  100.0           total
     3.349 ms  parse and check
"""
        self.assertEqual(programs.phases(text), {7: {"all": 3.0, "sort": 2.0},
                                                 9: {"all": 2.0}})

    def test_wrong_result(self):
        """A format whose result differs is no figure."""
        done = programs.Done("1 2 1 2 5.0 6.0", "", 1.0)
        right, wrong = programs.timed_turns(done, 2, 1, 1)
        self.assertTrue(right.checked)
        self.assertFalse(wrong.checked)
        self.assertEqual(right.ms, 1000)

    def test_generators(self):
        rows, columns, places = matrices.diagonals(10, [0, 2], piece=5)
        self.assertEqual(places, sorted({(i, i) for i in range(10)}
                                        | {(i, i + 2) for i in range(8)}))
        for name, (_, make) in matrices.TABLE3.items():
            rows, columns, places = make(0.05)
            self.assertEqual(places, sorted(set(places)), name)
            self.assertTrue(all(0 <= i < rows and 0 <= j < columns
                                for i, j in places), name)
            self.assertTrue(places, name)


if __name__ == "__main__":
    unittest.main()
