#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""encke lsp, as an editor uses it."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

from client import Client, Document, ServerError

ENCKE = ""
ROOT = Path(__file__).resolve().parents[2]

PROGRAM = """\
# Σ of products 😀
param rows = 3;
format Mine = (i, j) -> (i : dense, j : compressed);

def scaled(Tensor<double> M([p, q], {CSR}), double factor) -> Tensor<double>([p], {Dense}) {
  Tensor<double> sums([p], {Dense});
  sums[p] = factor * M[p, q];
  return sums;
}

def main() {
  IndexLabel [i] = [?];
  IndexLabel [j] = [?];
  IndexLabel [k] = [32];
  Tensor<double> A([i, j], {CSR});
  Tensor<double> B([j, k], {Dense});  # 😀 B
  Tensor<double> C([i, k], {Dense});
  A[i, j] = read(0);
  B[j, k] = 1.0;
  C[i, k] = A[i, j] * B[j, k];
  for t in 0:3 {
    C[i, k] = C[i, k] + t;
  }
  C[i, k] = A[i, j] @(min, +) B[j, k];
  print(C);
}
"""


class Editor(unittest.TestCase):
    """Each test has a server of its own, and a folder."""

    def setUp(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.client = Client([ENCKE, "lsp"])
        self.capabilities = self.client.start()

    def tearDown(self) -> None:
        if self.client.process.poll() is None:
            self.assertEqual(self.client.stop(), 0)
        self.client.process.stdout.close()
        self.folder.cleanup()

    def open(self, text: str, name: str = "program.ta") -> Document:
        return Document(self.client, Path(self.folder.name) / name, text)

    def fixes(self, document: Document) -> dict:
        actions = self.client.ask("textDocument/codeAction", {
            **document.all(), "context": {"diagnostics": []}})
        return {action["title"]: document.edited(
            action["edit"]["changes"][document.uri]) for action in actions}


class Diagnostics(Editor):
    def test_right_program(self) -> None:
        self.assertEqual(self.open(PROGRAM).diagnostics(), [])

    def test_places_are_of_utf16(self) -> None:
        document = self.open('def main() { print("😀", oops); }')
        [found] = document.diagnostics()
        self.assertEqual(document.text_at(found["range"]), "oops")
        self.assertEqual(found["range"]["start"]["character"], 25)
        self.assertEqual((found["code"], found["severity"], found["source"]),
                         ("undeclared", 1, "encke"))

    def test_follow_the_keys(self) -> None:
        document = self.open(PROGRAM)
        document.replace("B[j, k] = 1.0;", "B[j, k] = 1.0")
        [found] = document.diagnostics()
        self.assertEqual(found["code"], "missing-token")
        document.replace("B[j, k] = 1.0", "B[j, k] = 1.0;")
        self.assertEqual(document.diagnostics(), [])
        document.set("def main() {\n  var x = ;\n}\n")
        self.assertEqual(len(document.diagnostics()), 1)

    def test_notes_are_related(self) -> None:
        document = self.open("def main() {\n  var x = 1;\n  var x = 2;\n"
                             "  print(x);\n}\n")
        [found] = document.diagnostics()
        [note] = found["relatedInformation"]
        self.assertEqual(note["location"]["uri"], document.uri)
        self.assertEqual(note["location"]["range"]["start"],
                         {"line": 1, "character": 6})

    def test_warnings(self) -> None:
        document = self.open("def main() {\n  IndexLabel [i] = [3];\n"
                             "  Tensor<double> x([i], {Dense});\n"
                             "  Tensor<double> y([i], {Dense});\n"
                             "  x[i] = 1.0;\n  var s = x[i];\n  print(s);\n}\n")
        for found in document.diagnostics():
            self.assertIn(found["severity"], (1, 2))

    def test_errors_of_imports_stand_at_the_import(self) -> None:
        other = Path(self.folder.name) / "other.ta"
        other.write_text("def f() {\n  print(oops);\n}\n")
        document = self.open('import "other.ta";\ndef main() { f(); }\n')
        [found] = document.diagnostics()
        self.assertEqual(document.text_at(found["range"]), '"other.ta"')
        [note] = found["relatedInformation"]
        self.assertEqual(note["location"]["uri"], other.as_uri())
        self.assertEqual(note["location"]["range"]["start"],
                         {"line": 1, "character": 8})
        # Once it is right and saved, so is this one.
        other.write_text("def f() {\n  print(1);\n}\n")
        self.client.notes.clear()
        self.client.notify("textDocument/didSave",
                           {"textDocument": {"uri": other.as_uri()}})
        self.assertEqual(document.diagnostics(), [])

    def test_closed_files_have_none(self) -> None:
        document = self.open("def main() { oops(); }")
        self.assertEqual(len(document.diagnostics()), 1)
        self.client.notify("textDocument/didClose",
                           {"textDocument": {"uri": document.uri}})
        while self.client.notes[-1]["params"]["diagnostics"]:
            self.client._take()


class Names(Editor):
    def test_hover(self) -> None:
        document = self.open(PROGRAM)
        text = document.hover("A[i, j] *")
        self.assertIn("Tensor<double> A([i, j], {CSR})", text)
        self.assertIn("dimension 2 `j`: dimension 2 of read(0)", text)
        self.assertIn("`i` dense, `j` compressed", text)
        self.assertIn("size 32", document.hover("k] = A"))
        self.assertIn("summed over j", document.hover("* B[j"))
        self.assertIn("L12", document.hover("read(0)"))
        self.assertIn("double factor", document.hover("factor *"))
        self.assertIn("--set rows=", document.hover("rows = 3"))
        self.assertIn("Loop variable", document.hover("t;"))
        self.assertIn("scaled(", document.hover("scaled("))
        self.assertEqual(document.hover("# Σ"), "")

    def test_definition(self) -> None:
        document = self.open(PROGRAM)
        found = document.ask("definition", "B[j, k];\n  for")
        self.assertEqual(found["uri"], document.uri)
        self.assertEqual(document.text_at(found["range"]), "B")
        self.assertEqual(found["range"]["start"], {"line": 15, "character": 17})
        self.assertIsNone(document.ask("definition", "# Σ"))

    def test_definition_in_another_file(self) -> None:
        other = Path(self.folder.name) / "other.ta"
        other.write_text("# Here.\ndef f() {\n  print(1);\n}\n")
        document = self.open('import "other.ta";\ndef main() { f(); }\n')
        found = document.ask("definition", "f();")
        self.assertEqual(found["uri"], other.as_uri())
        self.assertEqual(found["range"]["start"], {"line": 1, "character": 4})
        with self.assertRaisesRegex(ServerError, "declared in another file"):
            document.ask("rename", "f();", newName="g")

    def test_references(self) -> None:
        document = self.open(PROGRAM)
        places = document.ask("references", "B[j, k] = 1",
                              context={"includeDeclaration": True})
        self.assertEqual(len(places), 4)
        self.assertEqual({document.text_at(p["range"]) for p in places}, {"B"})
        kinds = [p["kind"] for p in
                 document.ask("documentHighlight", "B[j, k] = 1")]
        self.assertEqual(kinds, [3, 3, 2, 2])

    def test_scopes(self) -> None:
        """A name of one function or loop is not that of another."""
        document = self.open("""\
def f(double x) {
  print(x);
}
def main() {
  var x = 1;
  for t in 0:2 { print(t + x); }
  for t in 0:3 { print(t); }
}
""")
        self.assertEqual(len(document.ask("documentHighlight", "x = 1")), 2)
        self.assertEqual(len(document.ask("documentHighlight", "x) {")), 2)
        self.assertEqual(len(document.ask("documentHighlight", "t + x")), 2)

    def test_rename(self) -> None:
        document = self.open(PROGRAM)
        edits = document.ask("rename", "B[j, k] = 1", newName="weights")
        text = document.edited(edits["changes"][document.uri])
        self.assertEqual(text.count("weights"), 4)
        document.set(text)
        self.assertEqual(document.diagnostics(), [])
        span = document.ask("prepareRename", "weights[j, k] = 1")["range"]
        self.assertEqual(document.text_at(span), "weights")
        self.assertIsNone(document.ask("prepareRename", "# Σ"))

    def test_rename_that_changes_what_is_meant(self) -> None:
        document = self.open(PROGRAM)
        for name in ("C", "i", "def", "2x", "", "a b"):
            with self.assertRaises(ServerError, msg=name):
                document.ask("rename", "B[j, k] = 1", newName=name)
        document = self.open("def main() {\n  var x = 1;\n  for t in 0:2 {\n"
                             "    print(x, t);\n  }\n}\n", "shadow.ta")
        with self.assertRaises(ServerError):
            document.ask("rename", "t in", newName="x")

    def test_symbols(self) -> None:
        document = self.open(PROGRAM)
        symbols = self.client.ask("textDocument/documentSymbol",
                                  {"textDocument": {"uri": document.uri}})
        names = {symbol["name"]: symbol for symbol in symbols}
        self.assertEqual(set(names), {"rows", "Mine", "scaled", "main"})
        inner = [child["name"] for child in names["main"]["children"]]
        self.assertEqual(inner, ["i", "j", "k", "A", "B", "C", "t"])


class Writing(Editor):
    def test_layout(self) -> None:
        document = self.open("def main() {\nvar x=1; # 😀\n  print ( x );\n}\n")
        edits = document.client.ask("textDocument/formatting", {
            "textDocument": {"uri": document.uri},
            "options": {"tabSize": 2, "insertSpaces": True}})
        self.assertEqual(document.edited(edits), "def main() {\n"
                         "  var x = 1;  # 😀\n  print(x);\n}\n")
        document.set("def main() {")
        self.assertEqual(document.client.ask(
            "textDocument/formatting", {"textDocument": {"uri": document.uri},
                                        "options": {}}), [])

    def test_layout_of_examples_is_theirs(self) -> None:
        for path in sorted((ROOT / "examples").glob("*.ta")):
            document = self.open(path.read_text(), path.name)
            self.assertEqual(document.client.ask(
                "textDocument/formatting",
                {"textDocument": {"uri": document.uri}, "options": {}}), [])

    def test_hints(self) -> None:
        document = self.open(PROGRAM)
        hints = self.client.ask("textDocument/inlayHint", document.all())
        self.assertEqual([hint["label"] for hint in hints],
                         ["Σq", "Σj", "min j"])
        self.assertEqual(hints[1]["position"],
                         document.position("A[i, j] * B"))
        one = self.client.ask("textDocument/inlayHint", {
            "textDocument": {"uri": document.uri},
            "range": {"start": {"line": 23, "character": 0},
                      "end": {"line": 24, "character": 0}}})
        self.assertEqual([hint["label"] for hint in one], ["min j"])

    def test_hints_of_schedules(self) -> None:
        """Of the file as it is on disk; they stay where the statement is as it
        was."""
        path = Path(self.folder.name) / "program.ta"
        path.write_text(PROGRAM, "utf-8")
        document = self.open(PROGRAM)

        def hints() -> list:
            found = self.client.ask("textDocument/inlayHint", document.all())
            return [h for h in found if h["label"].startswith("with ")]

        for _ in range(600):
            if hints():
                break
            time.sleep(0.1)
        places = {(h["position"]["line"], h["position"]["character"]): h["label"]
                  for h in hints()}
        end = document.position("+) B[j, k]|;")
        label = places[(end["line"], end["character"])]
        self.assertRegex(label, r"^with order\(i, j, k\), ")
        # Fills have no choice worth reading.
        self.assertNotIn(document.position("1.0|;")["line"],
                         [line for line, _ in places])
        document.replace("+) B[j, k];", "+) B[j, k] + 1;")
        self.assertLess(len(hints()), len(places))
        document.replace("+) B[j, k] + 1;", "+)  B[j, k];  # as it was")
        self.assertEqual(len(hints()), len(places))

    def test_fixes(self) -> None:
        for wrong, right in (("Tensr<double> ", "Tensor<double> "),
                             ("rad(0)", "read(0)"),
                             ("{CRS}", "{CSR}")):
            document = self.open(PROGRAM.replace(right, wrong, 1),
                                 f"{len(wrong)}.ta")
            self.assertNotEqual(document.diagnostics(), [])
            fixed = list(self.fixes(document).values())
            self.assertEqual(fixed[:1], [PROGRAM], wrong)
        document = self.open("function main() {\n  print(1);\n}\n", "def.ta")
        self.assertEqual(self.fixes(document), {
            "Replace 'function' by 'def'": "def main() {\n  print(1);\n}\n"})
        document = self.open("def mian() {\n  print(1);\n}\n", "main.ta")
        self.assertEqual(list(self.fixes(document).values()),
                         ["def main() {\n  print(1);\n}\n"])

    def test_completion(self) -> None:
        document = self.open(PROGRAM)
        self.assertEqual(document.diagnostics(), [])
        document.replace("C[i, k] = A[i, j] * B[j, k];\n  for",
                         "C[i, k] = A[\n  for")
        names = document.complete("A[|\n")
        self.assertTrue({"i", "j", "k", "A"} <= set(names))
        self.assertNotIn("p", names)
        self.assertNotIn("print", names)
        self.assertIn("CSR", document.complete("C([i, k], {|"))
        self.assertIn("Mine", document.complete("C([i, k], {|"))
        self.assertIn("complex", document.complete("Tensor<|double> B"))
        statement = document.complete("|print(C)")
        self.assertTrue({"for", "print", "C", "reorder"} <= set(statement))
        self.assertNotIn("sin", statement)
        self.assertIn("sqrt", document.complete("C[i, k] + |t"))
        self.assertIn("max", document.complete("@(|min"))
        self.assertEqual(document.complete("# |Σ"), [])
        self.assertIn("def", document.complete("|param rows"))

    def test_completion_of_clauses(self) -> None:
        document = self.open(PROGRAM.replace(
            "C[i, k] = A[i, j] * B[j, k];", "C[i, k] = A[i, j] * B[j, k] with "))
        self.assertIn("order", document.complete("with |"))
        self.assertIn("parallel", document.complete("with |"))

    def test_completion_before_there_is_a_tree(self) -> None:
        document = self.open("def main() {\n  IndexLabel [i, jj] = [3];\n"
                             "  Tensor<double> Abc([i, jj], {CSR});\n"
                             "  var size = 2;\n  Abc[i, ")
        self.assertEqual(document.complete("Abc[i, |")[:2], ["i", "jj"])
        self.assertTrue({"Abc", "size"} <= set(document.complete("Abc[i, |")))

    def test_words_of_the_grammar_are_known(self) -> None:
        """Whatever is added to the language can be completed."""
        grammar = (ROOT / "grammar/TA.g4").read_text()
        words = set(re.findall(r"^\w+ : '([A-Za-z]\w+)'", grammar, re.M))
        self.assertGreater(len(words), 30)
        document = self.open("\ndef main() {\n  \n  var x = y;\n"
                             "  Tensor<z> A([i], {w});\n"
                             "  reorder [i] by m;\n}\n")
        known = set()
        for place in ("|\ndef", "{\n  |", "= |y", "<|z", "{|w", "by |m"):
            known |= set(document.complete(place))
        self.assertEqual(words - known - {"by", "int64"}, set())


class Robustness(Editor):
    def test_old_questions_are_not_answered(self) -> None:
        lines = "".join(f"  var x{n} = {n};\n" for n in range(3000))
        document = self.open("def main() {\n" + lines + "}\n")
        hover = self.client.begin("textDocument/hover", document.at("x7 ="))
        document.replace("x7 = 7", "x7 = 8")
        try:
            self.client.finish(hover)
        except ServerError as error:
            self.assertEqual(error.code, -32801)
        self.assertIn("var x7 = 8", document.hover("x7 ="))

    def test_strange_messages(self) -> None:
        for body in (b'{"jsonrpc": "2.0", "method": "textDocument/didOpen"}',
                     b'{"jsonrpc": "2.0", "method": "x", "params": 3}'):
            self.client.send_bytes(body)
        with self.assertRaises(ServerError):
            self.client.ask("no/such", {})
        with self.assertRaises(ServerError):
            self.client.ask("textDocument/hover", {})
        with self.assertRaises(ServerError):
            self.client.ask("textDocument/hover", {
                "textDocument": {"uri": "file:///not/open.ta"},
                "position": {"line": 0, "character": 0}})
        self.assertEqual(self.open(PROGRAM).diagnostics(), [])

    def test_what_is_no_message_ends_it(self) -> None:
        self.client.send_bytes(b"[]")
        self.assertEqual(self.client.process.wait(timeout=60), 1)
        self.client.process.stdin.close()

    def test_places_beyond_the_text(self) -> None:
        document = self.open("def main() { print(1); }")
        for line, character in ((0, 10 ** 6), (10 ** 6, 0), (-1, 0), (0, -5)):
            where = {"textDocument": {"uri": document.uri},
                     "position": {"line": line, "character": character}}
            for method in ("hover", "definition", "completion",
                           "documentHighlight"):
                self.client.ask("textDocument/" + method, where)
        document.client.notify("textDocument/didChange", {
            "textDocument": {"uri": document.uri, "version": 2},
            "contentChanges": [{"range": {
                "start": {"line": 9, "character": 9},
                "end": {"line": 3, "character": 0}}, "text": "\n"}]})
        document.version = 2
        self.assertEqual(document.diagnostics(), [])

    def test_every_prefix_and_every_place(self) -> None:
        """Of a program that is being written; nothing ends the server."""
        document = self.open("")
        for length in range(0, len(PROGRAM), 7):
            document.set(PROGRAM[:length])
            where = {"textDocument": {"uri": document.uri},
                     "position": {"line": PROGRAM[:length].count("\n"),
                                  "character": 3}}
            for method in ("hover", "completion", "definition",
                           "prepareRename"):
                self.client.ask("textDocument/" + method, where)
            self.fixes(document)
            self.client.ask("textDocument/inlayHint", document.all())

    def test_end_without_shutdown(self) -> None:
        self.client.notify("exit", None)
        self.client.process.stdin.close()
        self.assertEqual(self.client.process.wait(timeout=60), 1)

    def test_end_of_input(self) -> None:
        self.client.process.stdin.close()
        self.assertEqual(self.client.process.wait(timeout=60), 1)


@unittest.skipUnless(shutil.which("nvim"), "Neovim is not installed")
class Neovim(unittest.TestCase):
    def test_session(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder, "program.ta")
            program.write_text("def main() {\n IndexLabel [i] = [3];\n"
                               " Tensr<double> x([i], {Dense});\n"
                               " x[i] = 1.0;\n print(x);\n}\n")
            result = Path(folder, "result.json")
            subprocess.run(
                ["nvim", "--headless", "-u", "NONE", "-i", "NONE", "-n",
                 str(program), "-c",
                 f"luafile {Path(__file__).with_name('neovim.lua')}"],
                env={**os.environ, "ENCKE": str(Path(ENCKE).resolve()),
                     "RESULT": str(result), "HOME": folder},
                timeout=120, check=True, cwd=folder,
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            found = json.loads(result.read_text())
        self.assertRegex(found["messages"][0], "did you mean 'Tensor'")
        self.assertEqual(found["left"], 0)
        self.assertIn("dimension 1 `i`: 3", found["hover"])
        self.assertEqual(found["text"], "def main() {\n"
                         "  IndexLabel [i] = [3];\n"
                         "  Tensor<double> vector([i], {Dense});\n"
                         "  vector[i] = 1.0;\n  print(vector);\n}")


if __name__ == "__main__":
    ENCKE = sys.argv.pop(1)
    unittest.main()
