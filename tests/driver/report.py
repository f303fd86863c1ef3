#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Looks at pages that `encke explain --html` makes, in a browser where there is
one."""

import argparse
import os
import re
import shutil
import subprocess
import tempfile
from html.parser import HTMLParser
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES, DATA = ROOT / "examples", ROOT / "examples/data"
EMPTY = {"meta", "br", "img", "link", "input"}


class Page(HTMLParser):
    """A page whose elements are closed in order, with its links and texts."""

    def __init__(self, text: str):
        super().__init__()
        self.text, self.open = text, []
        self.ids, self.links, self.words = set(), [], []
        self.rows, self.depth = [], 0
        self.feed(text)
        self.close()
        assert not self.open, self.open

    def handle_starttag(self, tag, attrs) -> None:
        values = dict(attrs)
        assert tag != "script"
        self.ids.add(values.get("id"))
        for name in ("href", "src"):
            if name in values:
                self.links.append(values[name])
        if tag not in EMPTY:
            self.open.append(tag)
        self.depth = max(self.depth, self.open.count("details"))
        if tag == "tr":
            self.rows.append([])

    def handle_startendtag(self, tag, attrs) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in EMPTY:
            self.open.pop()

    def handle_endtag(self, tag) -> None:
        assert self.open and self.open.pop() == tag, (tag, self.open)

    def handle_data(self, data) -> None:
        self.words.append(data)
        if self.rows and "tr" in self.open:
            self.rows[-1].append(data)


def make(encke: str, *arguments: str) -> Page:
    done = subprocess.run([encke, "explain", "--html", "page.html", *arguments],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          universal_newlines=True, check=False)
    assert (done.returncode, done.stdout) == (0, ""), done.stdout
    page = Page(Path("page.html").read_text("utf-8"))
    for link in page.links:
        # Nothing is loaded, and nothing leads nowhere.
        assert link.startswith("data:") or (
            link[0] == "#" and link[1:] in page.ids), link
    return page


def check_spmm(encke: str) -> None:
    page = make(encke, "--threads=1", "--time", str(EXAMPLES / "spmm.ta"),
                str(DATA / "matrix.mtx"))
    text = "".join(page.words)
    row, = (r for r in page.rows if r and r[0] == "21")
    assert "C[i, k] = A[i, j] * B[j, k];" in row[1], row
    assert "with order(i, j, k), serial" in row[2], row
    assert "for each j that A stores" in text
    assert page.depth == 3, page.depth
    assert ["A", "CSR", "37 × 23", "120", "1.4 kB"] in page.rows, page.rows
    times = [r for r in page.rows if len(r) >= 3 and "kernel_1" in r[1]]
    assert len(times) == 1 and float(times[0][2]) >= 0, times
    assert "GFLOP/s" in text and "<circle" in page.text
    assert page.text.count("<image ") == 1  # the pattern of the matrix


def check_other_programs(encke: str) -> None:
    """Without data, also what is no product, and text that HTML has meanings for."""
    for path in sorted(EXAMPLES.glob("*.ta"))[::3]:
        make(encke, str(path))
    Path("strange.ta").write_text(
        "def main() {\n  IndexLabel [i] = [3];\n"
        "  Tensor<double> x([i], {Dense});\n"
        '  x[i] = 2.0;  # <b>&amp; "x" 😀\n  print(x);\n}\n', "utf-8")
    page = make(encke, "strange.ta")
    assert '# <b>&amp; "x" 😀' in "".join(page.words)


def check_browser() -> None:
    if not shutil.which("chromium"):
        return
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            ["chromium", "--headless", "--no-sandbox", "--disable-gpu",
             f"--user-data-dir={folder}", "--no-pdf-header-footer",
             f"--print-to-pdf={folder}/page.pdf",
             Path("page.html").resolve().as_uri()],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True,
            timeout=120)
        printed = Path(folder, "page.pdf").read_bytes()
    assert printed.startswith(b"%PDF") and len(printed) > 5000
    assert re.search(rb"/Count [1-9]", printed)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--encke", required=True)
    encke = os.path.abspath(parser.parse_args().encke)
    check_other_programs(encke)
    check_spmm(encke)
    check_browser()


if __name__ == "__main__":
    main()
