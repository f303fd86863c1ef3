#===- _cache.py - compiled libraries, in memory and on disk ----------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Libraries of kernels by their text.

On disk they lie beside the programs that `encke run` keeps, under the same
rules (driver/ProgramCache.cpp): in the folder that $ENCKE_CACHE names, else in
~/.cache/encke; nowhere if it is empty, or if others may write there. A file is
written beside and renamed, so that processes need not wait for each other; the
oldest go.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import shutil
import stat
import struct
import tempfile
import threading
import time
from pathlib import Path
from typing import Dict, List, NamedTuple, Optional, Tuple

from . import _compiler
from .errors import EnckeError

# What `encke run` prunes, too.
_PREFIX = "llvmcache-"
_MOST_BYTES = 256 << 20
_MOST_SECONDS = 30 * 24 * 3600
# To be changed with what a library is compiled with.
_OPTIONS = ("--prefix=kernels", "--no-header", "--shared-runtime",
            "--diagnostics=json")


class Compiled(NamedTuple):
    """A library that was loaded."""

    handle: ctypes.CDLL
    path: str  # the file in the cache; "" if there is none
    seconds: float  # for which it was compiled; 0 from the cache
    warnings: List[_compiler.Diagnostic]


_Key = Tuple[str, Tuple[str, ...], bytes]
_loaded: Dict[_Key, Compiled] = {}
_locks: Dict[_Key, threading.Lock] = {}


def _forget_locks() -> None:
    # A lock that another thread held is held for ever in a forked process.
    _locks.clear()


os.register_at_fork(after_in_child=_forget_locks)


def _is_own(path: Path) -> bool:
    """Machine code that somebody else may have written is not run."""
    try:
        status = path.stat()
    except OSError:
        return False
    return (status.st_uid == os.geteuid()
            and not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH))


def folder() -> Optional[Path]:
    """Where compiled code is kept; None if it is not."""
    named = os.environ.get("ENCKE_CACHE")
    if named is not None:
        if not named:
            return None
        path = Path(named)
    elif os.environ.get("XDG_CACHE_HOME"):
        path = Path(os.environ["XDG_CACHE_HOME"]) / "encke"
    else:
        try:
            path = Path.home() / ".cache" / "encke"
        except RuntimeError:
            return None
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError:
        return None
    return path if path.is_dir() and _is_own(path) else None


def _is_whole(path: Path) -> bool:
    """Whether a library was written to its end, where its sections are."""
    try:
        with path.open("rb") as file:
            header = file.read(64)
            size = os.fstat(file.fileno()).st_size
    except OSError:
        return False
    if len(header) != 64 or header[:6] != b"\x7fELF\x02\x01":
        return False
    offset, = struct.unpack_from("<Q", header, 40)
    entry_size, entries = struct.unpack_from("<HH", header, 58)
    return offset + entry_size * entries <= size


def _prune(path: Path) -> None:
    """Removes what was not used for a month, and the oldest beyond the most
    bytes."""
    entries = []
    for each in path.glob(_PREFIX + "*"):
        try:
            status = each.stat()
        except OSError:
            continue
        used = max(status.st_atime, status.st_mtime)
        entries.append((used, status.st_size, each))
    entries.sort(reverse=True, key=lambda entry: entry[0])
    total = 0
    oldest = time.time() - _MOST_SECONDS
    for used, size, each in entries:
        total += size
        if used < oldest or total > _MOST_BYTES:
            try:
                each.unlink()
            except OSError:
                pass


def _open(path: Path) -> ctypes.CDLL:
    try:
        return ctypes.CDLL(str(path))
    except OSError as error:
        raise EnckeError(f"cannot load compiled code: {error}",
                         identifier="compiler") from error


def _compile(text: str, options: Tuple[str, ...],
             target: Path) -> Tuple[float, List[_compiler.Diagnostic]]:
    start = time.perf_counter()
    done = _compiler.run(["lib", "-", "-o", str(target), *_OPTIONS, *options],
                         text)
    found = _compiler.check(done.returncode, done.stderr)
    if not target.stat().st_size:
        raise EnckeError("encke has made no library", identifier="compiler")
    return time.perf_counter() - start, found


def _target() -> bytes:
    """What the file says that names the machine to compile for."""
    named = os.environ.get("ENCKE_TARGET")
    if not named:
        return b""
    try:
        return b"target " + Path(named).read_bytes()
    except OSError:
        return b"target"  # the compiler says so


def _load(text: str, options: Tuple[str, ...], machine: bytes) -> Compiled:
    place = folder()
    if place is None:
        temporary = Path(tempfile.mkdtemp(prefix="encke-"))
        try:
            target = temporary / "library.so"
            target.touch(0o700)
            seconds, found = _compile(text, options, target)
            # What is loaded stays, whether or not its file does.
            return Compiled(_open(target), "", seconds, found)
        finally:
            shutil.rmtree(temporary, ignore_errors=True)
    key = "\n".join((_compiler.identity(), *_OPTIONS, *options, text))
    digest = hashlib.sha256(b"encke library 2\n" + key.encode() + b"\n"
                            + machine).hexdigest()
    kept = place / f"{_PREFIX}{digest}.so"
    if _is_whole(kept) and _is_own(kept):
        try:
            handle = _open(kept)
            os.utime(kept)
            return Compiled(handle, str(kept), 0.0, [])
        except (EnckeError, OSError):
            pass  # of a compiler that is gone, or just removed by another
    file, new = tempfile.mkstemp(".so", _PREFIX + "new-", place)
    os.close(file)
    try:
        seconds, found = _compile(text, options, Path(new))
        os.chmod(new, 0o700)
        handle = _open(Path(new))
        os.replace(new, kept)
    except BaseException:
        try:
            os.unlink(new)
        except OSError:
            pass
        raise
    _prune(place)
    return Compiled(handle, str(kept), seconds, found)


def load(text: str, options: Tuple[str, ...] = ()) -> Compiled:
    """The library of a program without `main`, compiled if it has to be."""
    machine = _target()
    key = (text, options, machine)
    found = _loaded.get(key)
    if found is None:
        with _locks.setdefault(key, threading.Lock()):
            found = _loaded.get(key)
            if found is None:
                found = _loaded[key] = _load(text, options, machine)
    return found
