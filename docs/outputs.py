#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Keeps the outputs that the documentation shows true.

    docs/outputs.py --encke build/bin/encke           write them anew
    docs/outputs.py --encke build/bin/encke --check   say which are out of date

A page says what it shows in a comment, and the fenced block below it is made by
that command, run in the root of the repository:

    <!-- output: encke --emit=ta examples/spmm.ta | function kernel_1 -->

With `sample` for `output` it is written too, but not checked: that is for text
that depends on the release of LLVM. What stands after the bar picks a part:
`function NAME` is one function of an MLIR stage, `nest NAME` its last loop nest
or kernel, `loop WORD` the innermost loop of assembly text that holds WORD. Code
is for the same processor everywhere.

A fenced block `ta` that a fenced block `output` follows is an example: the second
is what `encke run` prints for the first, messages and all. Statements alone are
the body of `main`; behind `ta` stand data files, in `data` for docs/data.

With `file: PATH` the block is that file, behind its banner; with a bar and a text,
the paragraph of it that has the text. With `session: FOLDER` it is what a shell
shows: the commands behind `$ ` and their outputs, in a copy of the folder, which
the sessions of a page share. There, $PREFIX is where Encke would be installed.

Between `index` and `end of the index` stands a list of the headings below.

With `error` for `output` the block is what the command writes on stderr. It runs
in an empty folder with the fenced blocks since the last heading: a program
(`ta`) as program.ta, data (`mtx`, `tns`) as data.mtx and data.tns, a
machine (`target`) as machine.target.
"""

import argparse
import difflib
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                     ".."))
PAGES = ("docs/language.md", "docs/pipeline.md", "docs/formats.md",
         "dialects/TA/Rationale.md", "dialects/CIN/Rationale.md",
         "docs/diagnostics.md", "docs/calling.md", "docs/scheduling.md",
         "docs/processes.md", "docs/tutorial.md")
BLOCK = re.compile(r"(<!-- (output|sample): encke (.*?)(?: \| (\w+) (\S+))? -->\n+"
                   r"```\w*\n)(.*?)(```\n)", re.DOTALL)
# Without a fence inside, or an example could begin in one block and end in
# another.
EXAMPLE = re.compile(r"(```ta(.*)\n((?:(?!```)[^\0])*)```\n\n```output\n)"
                     r"((?:(?!```)[^\0])*)(```\n)")
ERROR = re.compile(r"(<!-- error: encke (.*?) -->\n+```\w*\n)(.*?)(```\n)",
                   re.DOTALL)
FILE = re.compile(r"(<!-- file: (\S+)(?: \| (.*?))? -->\n+```\w*\n)(.*?)(```\n)",
                  re.DOTALL)
SESSION = re.compile(r"(<!-- session: (\S+) -->\n+```\w*\n)(.*?)(```\n)",
                     re.DOTALL)
INDEX = re.compile(r"(<!-- index -->\n\n)(.*?)(\n<!-- end of the index -->\n)",
                   re.DOTALL)
BANNER = re.compile(r"//===-.*?\n//===-+===//\n\n", re.DOTALL)
INPUT = re.compile(r"```(ta|mtx|tns|target)\n(.*?)```\n", re.DOTALL)
INPUT_NAMES = {"ta": "program.ta", "mtx": "data.mtx", "tns": "data.tns",
               "target": "machine.target"}


def function(lines, name):
    """A function of a module: it and its end stand two spaces to the right."""
    start = next(n for n, line in enumerate(lines)
                 if re.match(rf"  (llvm|func)\.func .*@{name}\(", line))
    end = next(n for n in range(start, len(lines)) if lines[n] == "  }")
    return lines[start:end + 1]


def nest(lines, name):
    """The last operation of a function's body that spans several lines."""
    lines = function(lines, name)
    end = max(n for n, line in enumerate(lines) if re.match(r"    }", line))
    start = max(n for n in range(end) if re.match(r"    \S.*{$", lines[n]))
    return lines[start:end + 1]


def loop(lines, word):
    """Assembly: from the last label before `word` to the next jump."""
    at = next(n for n, line in enumerate(lines) if word in line)
    start = max(n for n in range(at) if re.match(r"\.L\w+:", lines[n]))
    end = next(n for n in range(at, len(lines)) if re.match(r"\s+j", lines[n]))
    return lines[start:end + 1]


PARTS = {"function": function, "nest": nest, "loop": loop}


def dedent(lines):
    lines = [line.expandtabs(8) for line in lines]
    margin = min(len(line) - len(line.lstrip()) for line in lines if line)
    return [line[margin:].rstrip() for line in lines]


def output(encke, command, part, name):
    arguments = shlex.split(command)
    if arguments[0] not in ("run", "spy"):
        arguments.insert(0, "--mcpu=x86-64-v3")
    done = subprocess.run([encke, *arguments], cwd=ROOT, capture_output=True,
                          encoding="utf-8", timeout=60, check=False)
    if done.returncode != 0:
        sys.exit(f"encke {command}: exit status {done.returncode}\n"
                 f"{done.stderr}")
    lines = done.stdout.splitlines()
    if part:
        lines = PARTS[part](lines, name)
    return "".join(line + "\n" for line in dedent(lines))


def block(encke, match, check):
    start, kind, command, part, name, old, end = match.groups()
    if check and kind == "sample":
        return match[0]
    return start + output(encke, command, part, name) + end


def example(encke, match):
    start, data, program, _, end = match.groups()
    if not re.search(r"^def ", program, re.MULTILINE):
        # On the first line, so that lines and columns are those of the page.
        program = "def main() { " + program + "}\n"
    with tempfile.TemporaryDirectory() as folder:
        os.symlink(os.path.join(ROOT, "docs/data"),
                   os.path.join(folder, "data"))
        with open(os.path.join(folder, "example.ta"), "w",
                  encoding="utf-8") as file:
            file.write(program)
        done = subprocess.run([encke, "run", "example.ta", *shlex.split(data)],
                              cwd=folder, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, encoding="utf-8",
                              timeout=60, check=False)
    if done.returncode not in (0, 1, 2):
        sys.exit(f"exit status {done.returncode} for\n{program}")
    return start + done.stdout + end


def run_error(encke, command, inputs):
    """What `command` writes on stderr, in a folder with `inputs`."""
    with tempfile.TemporaryDirectory() as folder:
        for kind, text in inputs:
            path = os.path.join(folder, INPUT_NAMES[kind])
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        environment = {name: value for name, value in os.environ.items()
                       if not name.startswith("SPARSE_FILE_NAME")}
        return subprocess.run([encke, *shlex.split(command)], cwd=folder,
                              env=environment, stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, encoding="utf-8",
                              timeout=60, check=False).stderr


def examples(page):
    """The error examples of a page: the match, its command, its inputs."""
    for match in ERROR.finditer(page):
        section = page[page.rfind("\n#", 0, match.start()) + 1:match.start()]
        yield match, match[2], INPUT.findall(section)


def with_errors(encke, page):
    """The page with the outputs of its error examples."""
    result, end = "", 0
    for match, command, inputs in examples(page):
        result += page[end:match.start()] + match[1]
        result += run_error(encke, command, inputs) + match[4]
        end = match.end()
    return result + page[end:]


def listing(match):
    """A file, or a paragraph of it."""
    start, path, part, _, end = match.groups()
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        text = BANNER.sub("", file.read(), count=1)
    if part:
        text = next(paragraph for paragraph in text.split("\n\n")
                    if part in paragraph).strip("\n") + "\n"
    return start + text + end


def index(match):
    """The headings of the third level below those of the second."""
    page, lines = match.string[match.end():], []
    for level, heading in re.findall(r"^(##|###) (.*)$", page, re.MULTILINE):
        if level == "##":
            lines.append(f"- {heading}:")
        elif lines:
            lines[-1] += f" [{heading}](#{heading}),"
    lines = [line.rstrip(",") for line in lines if "](" in line]
    return match.group(1) + "\n".join(lines) + "\n" + match.group(3)


def with_sessions(encke, page):
    """The page with the outputs of its commands."""
    with tempfile.TemporaryDirectory() as root:
        prefix = os.path.join(root, "prefix")
        os.mkdir(prefix)
        os.symlink(os.path.join(ROOT, "runtime/include"),
                   os.path.join(prefix, "include"))
        environment = dict(os.environ, PREFIX=prefix, PATH=os.pathsep.join(
            [os.path.dirname(encke), os.environ["PATH"]]))

        def session(match):
            start, folder, text, end = match.groups()
            copy = os.path.join(root, os.path.basename(folder))
            shutil.copytree(os.path.join(ROOT, folder), copy,
                            dirs_exist_ok=True)
            for command in re.findall(r"^\$ ((?:.*\\\n)*.*)$", text, re.MULTILINE):
                done = subprocess.run(["sh", "-c", command], cwd=copy,
                                      env=environment, stdout=subprocess.PIPE,
                                      stderr=subprocess.STDOUT, timeout=60,
                                      encoding="utf-8", check=False)
                start += f"$ {command}\n{done.stdout}"
            return start + end

        return SESSION.sub(session, page)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--encke", required=True)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    encke = os.path.abspath(options.encke)
    stale = 0
    for page in PAGES:
        path = os.path.join(ROOT, page)
        with open(path, encoding="utf-8") as file:
            old = file.read()
        if not any(shown.search(old) for shown in
                   (BLOCK, EXAMPLE, ERROR, SESSION)):
            sys.exit(f"{page} shows no output")
        new = BLOCK.sub(lambda match: block(encke, match, options.check), old)
        new = EXAMPLE.sub(lambda match: example(encke, match), new)
        new = with_errors(encke, new)
        new = FILE.sub(listing, new)
        new = with_sessions(encke, new)
        new = INDEX.sub(index, new)
        if new == old:
            continue
        stale += 1
        if options.check:
            sys.stdout.writelines(difflib.unified_diff(
                old.splitlines(True), new.splitlines(True), page, "now"))
        else:
            with open(path, "w", encoding="utf-8") as file:
                file.write(new)
    if options.check and stale:
        sys.exit("out of date; docs/outputs.py writes it anew")


if __name__ == "__main__":
    main()
