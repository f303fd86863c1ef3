#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is in editors/: the colours of programs, and the extension."""

import json
import re
import shutil
import subprocess
import sys
import unittest
from pathlib import Path
from typing import List, Tuple

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/lsp"))

from client import Client, Document  # noqa: E402

ENCKE = ""
FOLDER = ROOT / "editors/vscode"
GRAMMAR = json.loads((FOLDER / "syntaxes/ta.tmLanguage.json").read_text())


def tokens(line: str) -> List[Tuple[str, str]]:
    """The texts of a line and their scopes, as an editor finds them: the pattern
    that matches first, and of several the one that is listed first."""
    patterns = [(re.compile(p["match"]), p["name"])
                for p in GRAMMAR["patterns"]]
    found, place = [], 0
    while place < len(line):
        matches = [(m.start(), n, m, name)
                   for n, (pattern, name) in enumerate(patterns)
                   for m in [pattern.search(line, place)] if m and m.group()]
        if not matches:
            break
        _, _, match, name = min(matches, key=lambda item: item[:2])
        found.append((match.group(), name))
        place = match.end()
    return found


class Colours(unittest.TestCase):
    def test_words_of_the_grammar(self) -> None:
        """Whatever is added to the language has a colour."""
        text = (ROOT / "grammar/TA.g4").read_text()
        words = set(re.findall(r"^\w+ : '([A-Za-z]\w+)'", text, re.M))
        self.assertGreater(len(words), 30)
        for word in words:
            [(found, name)] = tokens(word)
            self.assertEqual(found, word)
            self.assertRegex(name, "^(keyword|storage|support|constant)")

    def test_formats(self) -> None:
        client = Client([ENCKE, "lsp"])
        client.start()
        document = Document(client, Path("/program.ta"),
                            "def main() {\n  Tensor<double> x([i], {w});\n}\n")
        names = document.complete("{|w")
        self.assertEqual(client.stop(), 0)
        client.process.stdout.close()
        self.assertIn("CSR", names)
        for name in set(names) - {"D", "S", "auto", "hybrid"}:
            self.assertEqual(tokens(name)[0][1], "support.class.format.ta",
                             name)

    def test_a_line(self) -> None:
        line = 'C[i, k]<M> = A[i, j] @(min, +) sin(B[j, k]) * 2.5e-3;  # "x"'
        self.assertEqual(
            [(text, name.split(".")[0]) for text, name in tokens(line)
             if not name.startswith("keyword.operator.ta")],
            [("C", "variable"), ("A", "variable"), ("@", "keyword"),
             ("sin", "entity"),
             ("B", "variable"), ("2.5e-3", "constant"),
             ('# "x"', "comment")])
        self.assertEqual(tokens('write(C, "a # b.mtx");')[1][0],
                         '"a # b.mtx"')

    def test_examples(self) -> None:
        """Comments are found, and nothing else is one."""
        for path in sorted((ROOT / "examples").rglob("*.ta")):
            for line in path.read_text().splitlines():
                comment = [text for text, name in tokens(line)
                           if name.startswith("comment")]
                bare = re.sub(r'"[^"]*"', '""', line)
                self.assertEqual(bool(comment), "#" in bare, line)


class Extension(unittest.TestCase):
    def test_files(self) -> None:
        package = json.loads((FOLDER / "package.json").read_text())
        [language] = package["contributes"]["languages"]
        [grammar] = package["contributes"]["grammars"]
        for path in (package["main"], language["configuration"],
                     grammar["path"]):
            self.assertTrue((FOLDER / path).is_file(), path)
        json.loads((FOLDER / "language-configuration.json").read_text())
        self.assertEqual(grammar["scopeName"], GRAMMAR["scopeName"])

    @unittest.skipUnless(shutil.which("node"), "Node.js is not installed")
    def test_session(self) -> None:
        def run(command: str) -> dict:
            return json.loads(subprocess.run(
                ["node", str(Path(__file__).with_name("session.js")),
                 str(FOLDER / "extension.js"), command],
                stdout=subprocess.PIPE, timeout=120, check=True).stdout)

        result = run(str(Path(ENCKE).resolve()))
        self.assertRegex(result["first"][0], "did you mean 'Tensor'")
        self.assertEqual(result["fix"], "Replace 'Tensr' by 'Tensor'")
        self.assertEqual(result["left"], 0)
        self.assertIn("Tensor of double", result["hover"])
        self.assertEqual(result["names"][0], "i")
        self.assertEqual(result["renamed"], 3)
        self.assertIn("would be wrong", result["refused"])
        self.assertEqual(result["symbols"], ["i", "x"])
        self.assertEqual(result["definition"], {"line": 2, "character": 17})
        self.assertEqual((result["layout"], result["warnings"]), ([], []))
        [warning] = run("/no/such/encke")["warnings"]
        self.assertIn("encke.path", warning)


if __name__ == "__main__":
    ENCKE = sys.argv.pop(1)
    unittest.main()
