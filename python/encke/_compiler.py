#===- _compiler.py - running the compiler ----------------------------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Finds the command `encke` and runs it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import warnings
from functools import lru_cache
from pathlib import Path
from typing import Dict, List, Optional, Sequence, Tuple

from .errors import EnckeError

# How the text of a string is called in messages.
TEXT = "<text>"

# Files without which, or with another one of which, code is another.
RUNTIME = "../lib/libencke_runtime.so.0"
_IDENTITY = ("encke-compiler", RUNTIME)


@lru_cache(maxsize=None)
def _search(named: Optional[str], path: Optional[str]) -> str:
    if named:
        if not os.access(named, os.X_OK):
            raise EnckeError(f"$ENCKE names no command: '{named}'",
                             identifier="no-compiler")
        return os.path.abspath(named)
    here = Path(__file__).resolve().parent
    for candidate in (here / "bin" / "encke",
                      here.parent.parent / "build" / "bin" / "encke"):
        if os.access(candidate, os.X_OK):
            return str(candidate)
    found = shutil.which("encke", path=path)
    if not found:
        raise EnckeError(
            "the command 'encke' is not found: not in the package, nor in the "
            "folder 'build/bin' of the source tree, nor in $PATH; the "
            "environment variable ENCKE can name it", identifier="no-compiler")
    return os.path.abspath(found)


def find_compiler() -> str:
    """The path of the command `encke`: what $ENCKE names, else that of the
    package, else that of the build folder beside it, else one in $PATH."""
    return _search(os.environ.get("ENCKE"), os.environ.get("PATH"))


def _describe_file(path: str) -> str:
    try:
        status = os.stat(path)
    except OSError:
        return ""
    return f"{path} {status.st_size} {status.st_mtime_ns}\n"


@lru_cache(maxsize=1)
def _describe_machine() -> str:
    try:
        text = Path("/proc/cpuinfo").read_text(errors="replace")
    except OSError:
        return ""
    seen: Dict[str, str] = {}
    for line in text.splitlines():
        key, _, value = line.partition(":")
        if key.strip() in ("vendor_id", "model name", "flags"):
            seen.setdefault(key.strip(), value.strip())
    return f"{seen}\n"


def identity() -> str:
    """Which compiler this is, and for which processor it compiles."""
    compiler = find_compiler()
    folder = os.path.dirname(os.path.realpath(compiler))
    text = _describe_file(os.path.realpath(compiler))
    for name in _IDENTITY:
        text += _describe_file(os.path.normpath(os.path.join(folder, name)))
    return text + _describe_machine()


def _environment(compiler: str) -> Optional[Dict[str, str]]:
    """The environment of a command of the package's own, whose libraries lie
    beside it; None of any other: as it is."""
    here = Path(__file__).resolve().parent
    if Path(compiler).parent != here / "bin":
        return None
    folders = [str(here / "lib"), os.environ.get("LD_LIBRARY_PATH", "")]
    return {**os.environ, "LD_LIBRARY_PATH": ":".join(filter(None, folders))}


def run(arguments: Sequence[str], text: Optional[str] = None,
        ) -> "subprocess.CompletedProcess[str]":
    """Runs the command, and lets nothing of it reach the user's terminal."""
    compiler = find_compiler()
    try:
        # Without a text there is nothing to be read.
        return subprocess.run(
            [compiler, *arguments], env=_environment(compiler),
            input=text or "", encoding="utf-8", errors="replace",
            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    except OSError as error:
        raise EnckeError(f"cannot run '{compiler}': {error.strerror}",
                         identifier="no-compiler") from error


Diagnostic = Tuple[str, str, str, str]  # severity, place, message, identifier


def read_diagnostics(text: str) -> List[Diagnostic]:
    """What a compilation with --diagnostics=json has said."""
    found: List[Diagnostic] = []
    for line in text.splitlines():
        try:
            entry = json.loads(line)
            message = entry["message"]
        except (ValueError, TypeError, KeyError):
            if line.strip():
                found.append(("", "", line.strip(), ""))
            continue
        if entry.get("suggestion"):
            message += f"\n  help: {entry['suggestion']}"
        place = entry.get("file", "")
        if place in ("-", "<stdin>"):
            place = TEXT
        if place and entry.get("line"):
            place += f":{entry['line']}:{entry.get('column', 1)}"
        found.append((entry.get("severity", "error"), place, message,
                      entry.get("id", "")))
    return found


def check(status: int, stderr: str) -> List[Diagnostic]:
    """Raises what a compilation with this exit status has reported as errors;
    the warnings, else."""
    diagnostics = read_diagnostics(stderr)
    if status == 0:
        return [each for each in diagnostics if each[0] == "warning"]
    errors = [each for each in diagnostics if each[0] == "error"]
    if not errors:
        message = "\n".join(each[2] for each in diagnostics)
        raise EnckeError(message or f"encke ended with status {status}",
                         identifier="compiler")
    _, place, message, identifier = errors[0]
    raise EnckeError(message, place, identifier,
                     tuple(each[1:3] for each in errors[1:]))


class EnckeWarning(UserWarning):
    """What the compiler warns of in a text of the user's."""


def warn(diagnostics: Sequence[Diagnostic], depth: int) -> None:
    """Passes the compiler's warnings on as Python's."""
    for _, place, message, _ in diagnostics:
        warnings.warn(f"{place}: {message}" if place else message,
                      EnckeWarning, stacklevel=depth + 1)
