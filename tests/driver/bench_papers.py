#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The smallest cases of papers and of growth, and what is said of records that are
given. It needs NumPy and SciPy, and is skipped without."""

import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

BENCH = Path(__file__).resolve().parents[2] / "bench"
NEEDS = "import numpy, scipy.sparse"


def numpy_python() -> str:
    for candidate in (sys.executable, "/usr/bin/python3"):
        if subprocess.run([candidate, "-c", NEEDS], check=False,
                          stderr=subprocess.DEVNULL).returncode == 0:
            return candidate
    return ""


if "ENCKE_TEST_BENCH" not in os.environ:
    python = numpy_python()
    if python:
        os.execve(python, [python, *sys.argv],
                  {**os.environ, "ENCKE_TEST_BENCH": "1"})
    print("NumPy and SciPy are not installed")
    sys.exit(0)

sys.path.insert(0, str(BENCH))
sys.path.insert(0, str(BENCH / "papers"))
import scale  # noqa: E402
import claims  # noqa: E402
import run as papers  # noqa: E402

ENCKE = Path(sys.argv.pop()).resolve()


class Papers(unittest.TestCase):
    def test_smallest(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            records = Path(folder, "known.json")
            records.write_text("[]")
            file = Path(folder, "records.json")
            done = subprocess.run(
                [sys.executable, BENCH / "papers/run.py", "--quick",
                 "--threads", "1", "--json", file, "--records", records,
                 "--build-dir", ENCKE.parents[1]], stdout=subprocess.PIPE,
                stderr=subprocess.PIPE, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stderr)
            measured = json.loads(file.read_text())
        self.assertTrue(all(r["checked"] and r["ms"] > 0 for r in measured))
        for title in ("figure 11: SpGEMM", "figure 13: MTTKRP",
                      "figure 14: SpAdd"):
            self.assertIn(title, done.stdout)

    def test_claims(self) -> None:
        """The mean is geometric, over the inputs that both have."""
        def one(given, contender, ms, threads=1):
            return {"kernel": "spgemm", "input": given, "contender": contender,
                    "threads": threads, "ms": ms}
        records = [one("a", "encke", 1), one("a", "eigen", 2),
                   one("b", "encke", 1), one("b", "eigen", 8),
                   one("c", "eigen", 100), one("a", "eigen", 50, threads=2)]
        claim, = (c for c in claims.CLAIMS if c.kernel == "spgemm")
        self.assertAlmostEqual(papers.ratios(records, claim)["eigen"], 4)
        row, = (r for r in papers.claim_rows(records) if r[1] == "11")
        self.assertEqual(row[4:], ["4.00 times eigen", ""])
        records[0]["ms"] = 4
        row, = (r for r in papers.claim_rows(records) if r[1] == "11")
        self.assertEqual(row[5], "behind the paper's factor")


class Scale(unittest.TestCase):
    def test_smallest(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "records.json")
            done = subprocess.run(
                [sys.executable, BENCH / "scale.py", "--quick", "--threads",
                 "1", "--json", file, "--plots", folder, "--build-dir",
                 ENCKE.parents[1]], stdout=subprocess.PIPE,
                stderr=subprocess.PIPE, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stderr)
            measured = json.loads(file.read_text())
        ours = {r["kernel"] for r in measured if r["contender"] == "encke"}
        self.assertEqual(ours, {"spmv", "spmm-k8", "mttkrp", "spgemm",
                                "reading .npz", "compiling, statements",
                                "compiling, operands"})
        self.assertTrue(all(r["ms"] > 0 for r in measured))

    def test_growth(self) -> None:
        def one(nonzeros, ns):
            return {"kernel": "spmv", "threads": 1, "contender": "encke",
                    "nonzeros": nonzeros, "input": f"{nonzeros:g}",
                    "ns_each": ns}
        # What a cache holds does not count.
        flat = [one(10 ** 5, 0.1), one(10 ** 7, 0.5), one(10 ** 8, 0.6)]
        self.assertEqual(scale.growth(flat), [])
        [worse] = scale.growth([*flat, one(3 * 10 ** 8, 1.0)])
        self.assertIn("3e+08 takes 2.00 times", worse)


if __name__ == "__main__":
    unittest.main()
