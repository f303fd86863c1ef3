#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""diagnostics.py ENCKE: every diagnostic is explained and tested.

Each identifier of frontend/diagnostics/Diagnostics.def, and of the runtime, must be a
heading of docs/diagnostics.md with an example that provokes it, and be provoked
by a program of errors/ (which checks its text and place). Whoever adds one is
told here what is missing. On the way every line of `--diagnostics=json` is
parsed and compared with what docs/diagnostics.md says of it.
"""

import glob
import json
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.normpath(os.path.join(HERE, "../.."))
sys.path.insert(0, os.path.join(ROOT, "docs"))

# pylint: disable=wrong-import-position
import outputs  # noqa: E402

# Those that no small program provokes, and where they are tested.
TESTED_ELSEWHERE = {
    "not-utf8": "tests/driver/robustness.test",
    "nested-too-deeply": "tests/driver/robustness.test",
    "expression-too-long": "tests/driver/robustness.test",
    "program-too-long": "tests/driver/robustness.test",
    "too-many-dimensions": "tests/driver/robustness.test",
    "too-many-errors": "tests/driver/robustness.test",
    "command-line": "tests/driver/command-line.test",
    "unreadable-program": "tests/driver/command-line.test",
    "unreadable-target": "tests/driver/target.test",
    "wrong-target": "tests/driver/target.test",
    "unwritable-output": "tests/driver/output.test",
    "compilation-failed": "tests/driver/mlir-input.test",
    "costly-statement": "tests/driver/costs.test",
    "run-time-error": "tests/driver/data-errors.test",
    "program-error": "tests/language/L59_errors.test",
    "no-data-file": "tests/driver/data-errors.test",
    "unread-file": "tests/driver/diagnostics-json.test",
    "unreadable-file": "tests/driver/data-errors.test",
    "malformed-file": "tests/driver/data-errors.test",
    "ambiguous-file": "tests/driver/tns.test",
    "sizes-disagree": "tests/driver/data-errors.test",
    "unwritable-file": "tests/driver/write.test",
    "out-of-memory": "tests/driver/memory.test",
    "not-exported": "tests/interop/names.test",
    "nothing-exported": "tests/interop/names.test",
    "wrong-export": "tests/interop/exports.test",
    "unusable-name": "tests/interop/names.test",
    "operand-mismatch": "tests/interop/calls.test",
    "result-mismatch": "tests/interop/calls.test",
    "cancelled": "tests/interop/cancel.test",
    "foreign-file": "tests/driver/kinds-of-files.test",
}
MEMBERS = {"file", "line", "column", "end", "severity", "id", "message",
           "notes", "suggestion"}


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def identifiers():
    names = re.findall(r"^DIAGNOSTIC\((\w+)\)",
                       read("frontend/diagnostics/Diagnostics.def"), re.MULTILINE)
    names = [name.replace("_", "-") for name in names]
    return names + re.findall(r'constexpr const char \*\w+ = "([a-z-]+)";',
                              read("runtime/core/error.h"))


def check_place(place):
    assert isinstance(place["file"], str), place
    if "line" not in place:  # a data file as a whole
        assert "end" not in place, place
        return
    assert place["line"] >= 1 and place["column"] >= 1, place
    if "end" in place:
        end = (place["end"]["line"], place["end"]["column"])
        assert end >= (place["line"], place["column"]), place


def parse(text):
    """The identifiers of `--diagnostics=json` output, after checking it."""
    found = set()
    for line in text.splitlines():
        entry = json.loads(line)
        assert set(entry) <= MEMBERS, line
        assert entry["severity"] in ("error", "warning", "note"), line
        assert entry["message"], line
        for place in (entry, *entry["notes"]):
            assert place["message"], line
            if "file" in place:
                check_place(place)
        found.add(entry["id"])
    return found


def documented(encke, page):
    """The identifiers under whose heading an example provokes them."""
    found = set()
    for match, command, inputs in outputs.examples(page):
        heading = page.rfind("\n#", 0, match.start()) + 1
        name = page[heading:page.index("\n", heading)].lstrip("#").strip()
        command = "--diagnostics=json " + command
        if name in parse(outputs.run_error(encke, command, inputs)):
            found.add(name)
    return found


def tested(encke):
    """The identifiers that the programs of errors/ provoke."""
    found = set()
    with tempfile.TemporaryDirectory() as folder:
        for path in glob.glob(os.path.join(HERE, "errors/*.ta")):
            done = subprocess.run(
                [encke, "--diagnostics=json", "--emit=ta", path], cwd=folder,
                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                encoding="utf-8", timeout=60, check=False)
            assert done.returncode in (0, 1), path  # 0: a later stage refuses
            found |= parse(done.stderr)
    return found


def main():
    encke = os.path.abspath(sys.argv[1])
    page = read("docs/diagnostics.md")
    headings = re.findall(r"^### ([a-z0-9-]+)$", page, re.MULTILINE)
    shown, provoked = documented(encke, page), tested(encke)
    problems = []
    known = identifiers()
    for name in known:
        if name not in headings:
            problems.append(f"{name}: no entry in docs/diagnostics.md")
        elif name not in shown and name not in TESTED_ELSEWHERE:
            problems.append(f"{name}: its example does not provoke it")
        if name in TESTED_ELSEWHERE:
            if not os.path.exists(os.path.join(ROOT, TESTED_ELSEWHERE[name])):
                problems.append(f"{name}: {TESTED_ELSEWHERE[name]} is gone")
        elif name not in provoked:
            problems.append(f"{name}: no program of errors/ provokes it")
    problems += [f"{name}: documented, but does not exist"
                 for name in headings if name not in known]
    if problems:
        sys.exit("\n".join(problems))


if __name__ == "__main__":
    main()
