#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The web site that `./dev docs` makes of the documentation."""

import importlib.util
import json
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def python_with_markdown() -> str:
    """Debian's has its packages, also where another one comes first."""
    if importlib.util.find_spec("markdown"):
        return sys.executable
    for candidate in ("/usr/bin/python3",):
        if subprocess.run([candidate, "-c", "import markdown"], check=False,
                          stderr=subprocess.DEVNULL).returncode == 0:
            return candidate
    return ""


PYTHON = python_with_markdown()


def make(script: Path, out: Path, *more: str) -> "subprocess.CompletedProcess":
    return subprocess.run([PYTHON, str(script), *more, str(out)], check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          universal_newlines=True)


@unittest.skipUnless(PYTHON, "python3-markdown is not installed")
class Site(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.place = tempfile.TemporaryDirectory()
        cls.out = Path(cls.place.name, "site")
        cls.done = make(ROOT / "docs/site.py", cls.out)

    @classmethod
    def tearDownClass(cls) -> None:
        cls.place.cleanup()

    def page(self, name: str) -> str:
        return (self.out / name).read_text("utf-8")

    def test_no_link_leads_nowhere(self) -> None:
        self.assertEqual((self.done.returncode, self.done.stderr), (0, ""))

    def test_what_is_linked_is_there(self) -> None:
        for path in self.out.rglob("*.html"):
            for link in re.findall(r'(?:href|src)="([^"#]+)', path.read_text()):
                if "://" not in link and not link.startswith("mailto:"):
                    self.assertTrue((path.parent / link).exists(),
                                    f"{path}: {link}")

    def test_every_page_is_listed(self) -> None:
        """Of docs/, in the list that stands beside each page."""
        listed = re.findall(r"\]\(([^)#]+)\)",
                            (ROOT / "docs/index.md").read_text("utf-8"))
        for path in (ROOT / "docs").glob("*.md"):
            if path.name != "index.md":
                self.assertIn(path.name, listed)
        navigation = re.search(r"<nav.*?</nav>", self.page("index.html"),
                               re.DOTALL).group()
        self.assertIn('href="docs/language.html"', navigation)
        inner = self.page("docs/language.html")
        self.assertIn('href="../docs/language.html" aria-current="page"', inner)

    def test_programs_have_colours(self) -> None:
        page = self.page("docs/language.html")
        for text in ('<span class="ta-storage">Tensor</span>',
                     '<span class="ta-comment"># size known now</span>',
                     '<p id="L12">'):
            self.assertTrue(text in page, text)
        self.assertFalse("```" in page)
        self.assertRegex(self.page("style.css"), r"\.ta-comment")
        # A program is what it was.
        block = re.search(r'<code class="language-ta">(.*?)</code>', page,
                          re.DOTALL).group(1)
        self.assertIn("A[i, j] * B[j, k];", re.sub("<[^>]*>", "", block))

    def test_search_index(self) -> None:
        text = self.page("search-index.js")
        index = json.loads(text[text.index("["):text.rindex("]") + 1])
        found = [entry for entry in index
                 if "semiring" in entry["text"].lower()]
        self.assertTrue(any(entry["place"].startswith("docs/language.html#")
                            for entry in found))

    def test_broken_links_are_told(self) -> None:
        """In a copy with a page that has some."""
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder, "root")
            (root / "editors/vscode").mkdir(parents=True)
            shutil.copytree(ROOT / "docs/site", root / "docs/site")
            shutil.copytree(ROOT / "editors/vscode/syntaxes",
                            root / "editors/vscode/syntaxes")
            shutil.copy(ROOT / "docs/site.py", root / "docs/site.py")
            (root / "docs/index.md").write_text("# Index\n\n## All\n\n- [A](a.md): a\n")
            (root / "README.md").write_text("# First\n\n[in](docs/a.md#there)\n")
            (root / "docs/a.md").write_text(
                "# A\n\n## There\n\n[x](no.md) [y](#nowhere) [z](../README.md#no) "
                "[w](#there)\n")
            done = make(root / "docs/site.py", Path(folder, "out"))
        self.assertEqual(done.returncode, 1)
        self.assertEqual(sorted(done.stderr.splitlines()), [
            "docs/a.md: no such file: no.md",
            "docs/a.md: no such heading: #nowhere",
            "docs/a.md: no such heading: ../index.html#no"])

    @unittest.skipUnless(shutil.which("node"), "Node.js is not installed")
    def test_script(self) -> None:
        for name in ("site.js", "search-index.js"):
            subprocess.run(["node", "--check", str(self.out / name)],
                           check=True)

    @unittest.skipUnless(shutil.which("chromium"), "Chromium is not installed")
    def test_in_a_browser(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run(
                ["chromium", "--headless", "--no-sandbox", "--disable-gpu",
                 f"--user-data-dir={folder}", "--virtual-time-budget=5000",
                 "--dump-dom",
                 (self.out / "index.html").as_uri() + "?q=workspace"],
                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True,
                timeout=120, universal_newlines=True)
        results = re.search(r'<div id="results".*?</div>', done.stdout,
                            re.DOTALL).group()
        self.assertIn("<mark>workspace</mark>", results.lower())
        self.assertRegex(results, r'href="docs/\w+\.html#')
        self.assertIn('data-theme="', done.stdout)


if __name__ == "__main__":
    unittest.main()
