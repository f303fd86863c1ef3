#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The comparison of two builds, on figures that are given and on programs that
take turns but measure nothing."""

import contextlib
import io
import os
import sys
import tempfile
import textwrap
import unittest
from pathlib import Path

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                "../../bench"))
import against  # noqa: E402
from against import Case, Sample  # noqa: E402

CASE = Case("spmv", "fem3d", "encke", 2)


def pairs(*times, load=2.0):
    return [(Sample(before, load), Sample(after, load)) for before, after in times]


def judged(*figures):
    """What is wrong, and what is printed."""
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        return against.judge(list(figures)), printed.getvalue()


class Figures(unittest.TestCase):

    def test_median_of_ratios(self):
        figure = against.figure_of(CASE, pairs((1, 1.1), (2, 2), (4, 5)))
        self.assertEqual((figure.before, figure.after), (2, 2))
        self.assertAlmostEqual(figure.ratio, 1.1)
        self.assertTrue(figure.is_slower)

    def test_disturbed_pairs_do_not_count(self):
        disturbed = [(Sample(1, 2.0), Sample(9, 1.1))] * 4
        figure = against.figure_of(CASE, disturbed + pairs((1, 1), (2, 2), (3, 3)))
        self.assertEqual((figure.ratio, figure.pairs), (1, 3))
        self.assertTrue(figure.is_settled)

    def test_two_undisturbed_pairs_say_nothing(self):
        disturbed = [(Sample(1, 2.0), Sample(9, 1.1))] * 4
        figure = against.figure_of(CASE, disturbed + pairs((1, 1), (2, 2)))
        self.assertTrue(figure.is_disturbed)
        self.assertFalse(figure.is_slower or figure.is_settled)
        self.assertIn("other programs", judged(figure)[0])

    def test_kernel_that_uses_one_processor(self):
        figure = against.figure_of(CASE, pairs((1, 1), (2, 2), (3, 3), load=1.0))
        self.assertTrue(figure.is_settled)

    def test_without_load(self):
        figure = against.figure_of(CASE, pairs((1, 1), load=None))
        self.assertTrue(figure.is_settled)


class Judgement(unittest.TestCase):

    def of(self, *ratios):
        return judged(*(against.figure_of(CASE, pairs(*[(1, ratio)] * 3))
                        for ratio in ratios))

    def test_same(self):
        wrong, printed = self.of(1.0, 1.04, 0.98)
        self.assertEqual(wrong, "")
        self.assertIn("over 3 figures: 1.006", printed)

    def test_one_slower(self):
        wrong, printed = self.of(1.0, 1.06, 0.94)
        self.assertEqual(wrong, "1 take more than 1.05 times as long")
        self.assertIn("slower, also when measured again: spmv on fem3d, encke, "
                      "2 threads: 1.060", printed)
        self.assertIn("faster", printed)

    def test_all_a_little_slower(self):
        self.assertIn("1.030 times as long on average", self.of(1.03, 1.03)[0])

    def test_faster_is_right(self):
        self.assertEqual(self.of(0.5, 0.9)[0], "")


class Repeats(unittest.TestCase):
    """What is beyond is measured again, and nothing else."""

    def settle(self, first, again):
        asked = []
        comparison = against.Comparison([], quick=True)

        def measure(names, threads):
            asked.append((names, threads))
            return {CASE: list(again)}

        comparison.measure = measure
        other = Case("ttv", "skewed", "encke", 1)
        with contextlib.redirect_stderr(io.StringIO()):
            figures = comparison.settle({CASE: first, other: pairs(*[(1, 1)] * 3)},
                                        select=list)
        return figures[0], asked

    def test_chance(self):
        figure, asked = self.settle(pairs(*[(1, 1.2)] * 3), pairs(*[(1, 1)] * 4))
        self.assertTrue(figure.is_settled)
        self.assertEqual(asked, [(["spmv"], 2)])

    def test_slower(self):
        figure, asked = self.settle(pairs(*[(1, 1.2)] * 3), pairs(*[(1, 1.2)] * 3))
        self.assertTrue(figure.is_slower)
        self.assertEqual((len(asked), figure.pairs), (2, 9))


class TakingTurns(unittest.TestCase):
    """Programs that take three turns, and one after them."""

    PROGRAM = textwrap.dedent("""\
        #!{python}
        import json, sys
        log = open({log!r}, "a")
        def turn():
            print("turn", flush=True)
            sys.stdin.readline()
        record = dict(kernel="spmv", input="fem3d", contender="encke",
                      cpu_wall=1, checked={checked})
        for ms in {times}:
            turn()
            log.write({name!r}); log.flush()
            print(json.dumps(record | dict(ms=ms)))
        turn()
        print(json.dumps([record]))
        sys.exit({status})
        """)

    def run_programs(self, folder, checked=True, status=0):
        folder = Path(folder)
        builds = []
        for name, times in (("o", [1, 2, 3]), ("n", [4, 5, 6])):
            builds.append(folder / name)
            path = builds[-1] / "bin" / "encke-bench"
            path.parent.mkdir(parents=True)
            path.write_text(self.PROGRAM.format(
                python=sys.executable, log=str(folder / "log"), times=times,
                name=name, checked=checked, status=status), encoding="utf-8")
            path.chmod(0o755)
        return against.take_turns(builds, "encke-bench", [], True, 1)

    def test_pairs(self):
        with tempfile.TemporaryDirectory() as folder:
            found = self.run_programs(folder)
            order = Path(folder, "log").read_text(encoding="utf-8")
        self.assertEqual(found, {Case("spmv", "fem3d", "encke", 1): [
            (Sample(1, 1), Sample(4, 1)), (Sample(2, 1), Sample(5, 1)),
            (Sample(3, 1), Sample(6, 1))]})
        self.assertEqual(order, "onnoon")

    def test_wrong_result(self):
        with tempfile.TemporaryDirectory() as folder:
            with self.assertRaisesRegex(SystemExit, "wrong: spmv on fem3d"):
                self.run_programs(folder, checked=False, status=1)

    def test_no_program(self):
        with tempfile.TemporaryDirectory() as folder:
            with self.assertRaisesRegex(SystemExit, "./dev bench"):
                against.take_turns([Path(folder)] * 2, "encke-bench", [], True, 1)


if __name__ == "__main__":
    unittest.main()
