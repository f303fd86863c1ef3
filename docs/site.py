#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""site.py [--reference FOLDER] OUT: makes the pages of the documentation into a web
site in the folder OUT, and says which links lead nowhere (status 1).

The pages are all Markdown files of the repository, and those of FOLDER, where
`./dev docs` has put the reference of passes and dialects. docs/index.md lists the
pages in the order of the site; README.md is where it begins. Files that pages link
to, and that are none, are taken along. It needs Debian's python3-markdown.
"""

import argparse
import html
import json
import os
import re
import shutil
import string
import sys
from html.parser import HTMLParser
from pathlib import Path, PurePosixPath
from typing import Dict, List, Optional, Set, Tuple
from urllib.parse import unquote, urlsplit

import markdown

ROOT = Path(__file__).resolve().parents[1]
SITE = ROOT / "docs/site"
COLOURS = ROOT / "editors/vscode/syntaxes/ta.tmLanguage.json"


#===-- programs in colours --------------------------------------------------===#


def load_patterns() -> List[Tuple["re.Pattern[str]", str]]:
    """What editors know of programs, as (expression, first word of the scope)."""
    grammar = json.loads(COLOURS.read_text("utf-8"))
    return [(re.compile(pattern["match"], re.M),
             pattern["name"].split(".")[0])
            for pattern in grammar["patterns"]]


def colour(program: str, patterns: List[Tuple["re.Pattern[str]", str]]) -> str:
    """A program as HTML."""
    out, place = [], 0
    while place < len(program):
        best = None
        for pattern, kind in patterns:
            match = pattern.search(program, place)
            if match and match.group() and (
                    best is None or match.start() < best[0].start()):
                best = match, kind
        if best is None:
            break
        match, kind = best
        out.append(html.escape(program[place:match.start()]))
        out.append(f'<span class="ta-{kind}">{html.escape(match.group())}</span>')
        place = match.end()
    return "".join(out) + html.escape(program[place:])


#===-- pages ----------------------------------------------------------------===#


def slug(text: str, separator: str) -> str:
    """How GitHub names the anchor of a heading."""
    kept = re.sub(r"[^\w\- ]", "", text.strip().lower())
    return kept.replace(" ", separator)


class Sections(HTMLParser):
    """The headings of a page with their texts, its links and anchors."""

    def __init__(self) -> None:
        super().__init__()
        self.sections: List[Dict[str, str]] = []
        self.links: List[str] = []
        self.anchors: Set[str] = set()
        self.in_heading = False

    def handle_starttag(self, tag: str, attrs) -> None:
        values = dict(attrs)
        if values.get("id"):
            self.anchors.add(values["id"])
        for name in ("href", "src"):
            if values.get(name):
                self.links.append(values[name])
        if re.fullmatch("h[1-4]", tag):
            self.in_heading = True
            self.sections.append({"heading": "", "text": "", "level": tag[1],
                                  "anchor": values.get("id", "")})

    def handle_endtag(self, tag: str) -> None:
        if re.fullmatch("h[1-4]", tag):
            self.in_heading = False

    def handle_data(self, data: str) -> None:
        if self.sections:
            key = "heading" if self.in_heading else "text"
            self.sections[-1][key] += data


class Page:
    """A Markdown file and what is made of it."""

    def __init__(self, source: Path, place: str):
        self.source, self.place = source, place
        self.body = ""
        self.parsed = Sections()

    @property
    def title(self) -> str:
        sections = self.parsed.sections
        return sections[0]["heading"] if sections else self.place

    @property
    def root(self) -> str:
        """The way from the page to the root of the site."""
        return "../" * (len(PurePosixPath(self.place).parts) - 1)


class Site:
    def __init__(self, out: Path, reference: Optional[Path]):
        self.out = out
        self.patterns = load_patterns()
        self.problems: List[str] = []
        self.files: Set[Path] = set()
        self.pages: Dict[Path, Page] = {}
        for source in sorted(ROOT.rglob("*.md")):
            inner = source.relative_to(ROOT)
            if not inner.parts[0].startswith((".", "build")):
                self._add(source, inner)
        if reference:
            for source in sorted(reference.glob("*.md")):
                self._add(source, Path("reference", source.name))

    def _add(self, source: Path, inner: Path) -> None:
        name = "index.html" if inner == Path("README.md") else str(
            inner.with_suffix(".html"))
        self.pages[source] = Page(source, name)

    def make(self) -> None:
        for page in self.pages.values():
            self._convert(page)
        for page in self.pages.values():
            self._check(page)
        if self.out.exists():
            shutil.rmtree(self.out)
        for page in self.pages.values():
            self._write(page)
        for name in ("style.css", "site.js"):
            shutil.copy(SITE / name, self.out / name)
        for path in self.files:
            target = self.out / path.relative_to(ROOT)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, target)
        self._write_index()

    def _convert(self, page: Page) -> None:
        # Behind a language stands what the test of the page needs.
        text = re.sub(r"^(```\w+) .*$", r"\1",
                      page.source.read_text("utf-8"), flags=re.M)
        converter = markdown.Markdown(
            extensions=["tables", "fenced_code", "toc", "sane_lists"],
            extension_configs={"toc": {"slugify": slug}})
        body = converter.convert(text)
        # Blocks without a language that declare tensors are programs, too.
        body = re.sub(
            r'<pre><code(?: class="language-ta")?>(.*?)</code></pre>',
            lambda block: '<pre><code class="language-ta">' + colour(
                html.unescape(block.group(1)), self.patterns) +
            "</code></pre>" if "-ta" in block.group()[:30] or re.search(
                "IndexLabel|Tensor&lt;", block.group()) else block.group(),
            body, flags=re.DOTALL)
        # The rules of the language can be linked to.
        body = re.sub(r"<p><strong>(L\d+)</strong>",
                      r'<p id="\1"><strong>\1</strong>', body)
        body = re.sub(r"<table>.*?</table>",
                      lambda table: f'<div class="wide">{table.group()}</div>',
                      body, flags=re.DOTALL)
        page.body = re.sub(r'(href|src)="([^"]*)"',
                           lambda m: f'{m.group(1)}="'
                           f'{self._follow(page, m.group(2))}"', body)
        page.parsed.feed(page.body)

    def _follow(self, page: Page, link: str) -> str:
        """A link of a file as one of its page. What is no page is taken along; a
        folder is its README.md, or what it is called in the text."""
        parts = urlsplit(html.unescape(link))
        if parts.scheme or not parts.path:
            return link
        target = (page.source.parent / unquote(parts.path)).resolve()
        if target.is_dir():
            readme = target / "README.md"
            if not readme.exists():
                listing = sorted(p.name for p in target.iterdir())
                if listing:
                    target = target / listing[0]
            else:
                target = readme
        if target in self.pages:
            way = page.root + self.pages[target].place
        elif target.is_file() and ROOT in target.parents:
            self.files.add(target)
            way = page.root + str(target.relative_to(ROOT))
        else:
            self.problems.append(f"{self._name(page)}: no such file: {link}")
            return link
        return way + (f"#{parts.fragment}" if parts.fragment else "")

    def _name(self, page: Page) -> str:
        return os.path.relpath(page.source, ROOT)

    def _check(self, page: Page) -> None:
        """Each anchor is one of its page."""
        by_place = {other.place: other for other in self.pages.values()}
        for link in page.parsed.links:
            parts = urlsplit(link)
            if parts.scheme or not parts.fragment:
                continue
            place = page.place
            if parts.path:
                folder = PurePosixPath(page.place).parent
                place = os.path.normpath(str(folder / parts.path))
            other = by_place.get(place)
            if other and unquote(parts.fragment) not in other.parsed.anchors:
                self.problems.append(
                    f"{self._name(page)}: no such heading: {link}")

    #===-- writing ----------------------------------------------------------===#

    def _navigation(self, page: Page) -> str:
        """The list of docs/index.md: headings, and what is linked below them."""
        index = ROOT / "docs/index.md"
        out, opened = [], False
        for line in index.read_text("utf-8").splitlines():
            heading = re.match(r"## (.*)", line)
            entry = re.match(r"[-|] *\[([^\]]+)\]\(([^)#]+)\)", line)
            if heading:
                out.append(("</ul>" if opened else "") +
                           f"<h2>{html.escape(heading.group(1))}</h2><ul>")
                opened = True
            elif entry and opened:
                target = (index.parent / entry.group(2)).resolve()
                other = self.pages.get(target)
                if other:
                    here = ' aria-current="page"' if other is page else ""
                    out.append(f'<li><a href="{page.root}{other.place}"{here}>'
                               f"{html.escape(entry.group(1))}</a></li>")
        reference = [other for other in self.pages.values()
                     if other.place.startswith("reference/")]
        if reference:
            out.append(("</ul>" if opened else "") + "<h2>Reference</h2><ul>")
            opened = True
            for other in reference:
                name = PurePosixPath(other.place).stem
                out.append(f'<li><a href="{page.root}{other.place}">'
                           f"{html.escape(name)}</a></li>")
        return "".join(out) + ("</ul>" if opened else "")

    def _write(self, page: Page) -> None:
        template = string.Template((SITE / "page.html").read_text("utf-8"))
        contents = "".join(
            f'<li><a href="#{section["anchor"]}">'
            f'{html.escape(section["heading"])}</a></li>'
            for section in page.parsed.sections
            if section["level"] in "23" and section["anchor"])
        target = self.out / page.place
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(template.substitute(
            title=html.escape(page.title), root=page.root, content=page.body,
            navigation=self._navigation(page),
            contents=f"<ul>{contents}</ul>" if contents else ""), "utf-8")

    def _write_index(self) -> None:
        sections = []
        for page in self.pages.values():
            for section in page.parsed.sections:
                place = page.place
                if section["anchor"]:
                    place += "#" + section["anchor"]
                sections.append({
                    "page": page.title, "place": place,
                    "heading": section["heading"],
                    "text": " ".join(section["text"].split())})
        (self.out / "search-index.js").write_text(
            f"const searchIndex = {json.dumps(sections)};\n", "utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--reference", type=Path)
    parser.add_argument("out", type=Path)
    arguments = parser.parse_args()
    site = Site(arguments.out.resolve(), arguments.reference and
                arguments.reference.resolve())
    site.make()
    for problem in site.problems:
        print(problem, file=sys.stderr)
    return 1 if site.problems else 0


if __name__ == "__main__":
    sys.exit(main())
