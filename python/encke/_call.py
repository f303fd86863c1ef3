#===- _call.py - calling a function of a library ---------------------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Calls a function of a library with operands.

What a call needs in memory is kept for the next one, in a frame; each call has
one for itself, so that many threads can call at once. Long calls that the main
thread makes run on another one, so that Ctrl-C ends them: it waits for a lock,
which signals interrupt, tells the library to stop, and goes on at once. Frame
and operands live until the library has stopped.
"""

from __future__ import annotations

import atexit
import ctypes
import os
import signal
import sys
import threading
import time
from ctypes import addressof, byref
from typing import Any, Callable, List, Optional, Sequence, Tuple

from . import _abi
from ._kinds import Kind, allocate
from ._library import Entry
from ._operands import Adapted
from .errors import EnckeError

# Operands of so many elements are worth a thread, which costs 20 us: looking at
# them once takes ten times as long.
_MANY = 1 << 18

# Whether each call looks at each position and coordinate of operands.
_ALWAYS_CHECK = _abi.CHECK if os.environ.get("ENCKE_CHECK", "0") != "0" else 0

_CALL_SIZE = ctypes.sizeof(_abi.Call)
_main = threading.main_thread().ident


class _Worker:
    """A thread that makes one call after the other."""

    def __init__(self) -> None:
        self.begin = threading.Lock()
        self.done = threading.Lock()
        self.begin.acquire()
        self.done.acquire()
        self.job: Optional[Tuple[Any, Sequence[Any]]] = None
        self.status = 0
        self.lock = threading.Lock()
        self.abandoned: Optional[Callable[[], None]] = None
        self.is_done = False
        threading.Thread(target=self.run, name="encke", daemon=True).start()

    def run(self) -> None:
        while True:
            self.begin.acquire()
            function, arguments = self.job  # type: ignore[misc]
            self.status = function(*arguments)
            self.job = function = arguments = None
            with self.lock:
                self.is_done = True
                cleanup = self.abandoned
            if cleanup is not None:
                cleanup()
                _abandoned.remove(self)
                return
            self.done.release()

    def call(self, function: Any, arguments: Sequence[Any],
             abandon: Callable[[], None], cleanup: Callable[[], None]) -> int:
        """The status of a call. When it is interrupted, `abandon` is called at
        once, and `cleanup` after the call; this worker is of no more use."""
        self.job = function, arguments
        self.is_done = False
        try:
            self.begin.release()
            self.done.acquire()
        except BaseException:
            abandon()
            with self.lock:
                if not self.is_done:
                    self.abandoned = cleanup
                    _abandoned.append(self)
            if self.abandoned is None:
                cleanup()
            raise
        _workers.append(self)
        return self.status


_workers: List[_Worker] = []
_abandoned: List[_Worker] = []  # that still run

# For how long the process waits at its end for calls that were interrupted.
_PATIENCE = 5.0


def _at_exit() -> None:
    """OpenBLAS, for one, does not end while a thread is inside of it."""
    end = time.monotonic() + _PATIENCE
    while _abandoned and time.monotonic() < end:
        time.sleep(0.005)
    if _abandoned:
        for stream in (sys.stdout, sys.stderr):
            try:
                stream.flush()
            except (OSError, ValueError, AttributeError):
                pass
        os._exit(128 + signal.SIGINT)


atexit.register(_at_exit)


def _after_fork() -> None:
    global _main
    _workers.clear()  # their threads are not in this process
    _abandoned.clear()
    _main = threading.main_thread().ident


os.register_at_fork(after_in_child=_after_fork)


def release(pointer: int) -> None:
    """Gives a result back to the library."""
    tensor = _abi.CTensor.from_address(pointer)
    if tensor.release:
        releaser(tensor.release)(pointer)


_releasers: dict = {}


def releaser(address: int) -> Any:
    """The function at an address that frees results."""
    found = _releasers.get(address)
    if found is None:
        found = _releasers[address] = _abi.RELEASE(address)
    return found


_UNSEEN = object()  # is no operand's data


class _Frame:
    """What a call needs in memory."""

    __slots__ = ("memory", "views", "arguments", "call", "result", "scalars",
                 "data", "counts", "out_view", "out_address", "prepared")

    def __init__(self, kinds: Sequence[Kind], entry: Entry,
                 out: Optional[Kind]) -> None:
        places = (*kinds, out) if out is not None else kinds
        self.memory, self.views, addresses = allocate(places)
        self.out_view: Any = None
        self.out_address = 0
        if out is not None:
            self.out_view = self.views.pop()
            self.out_address = addresses.pop()
        # What is filled in of each operand, and how many values it has: most
        # are the same in the next call.
        self.data: List[Any] = [_UNSEEN] * len(kinds)
        self.counts = [0] * len(kinds)
        self.call = _abi.Call()
        self.call.struct_size = _CALL_SIZE
        self.scalars: List[Any] = [
            (ctypes.c_double * 2)() if kind.is_scalar
            and kind.type.code == "c128" else None for kind in kinds]
        self.arguments: List[Any] = addresses
        for number, scalar in enumerate(self.scalars):
            if scalar is not None:
                self.arguments[number] = addressof(scalar)
        result = entry.result
        if result.type is None:
            self.result: Any = None
        else:
            self.result = (ctypes.c_void_p() if result.format is not None
                           else result.type.ctype())
            self.arguments.append(byref(self.result))
        self.arguments.append(byref(self.call))
        self.prepared: Any = None


class Caller:
    """Calls one function with operands of certain kinds."""

    __slots__ = ("entry", "kinds", "out", "function", "frames", "always",
                 "has_tensor")

    def __init__(self, entry: Entry, kinds: Sequence[Kind],
                 out: Optional[Kind] = None, always: bool = False) -> None:
        self.entry = entry
        self.kinds = tuple(kinds)
        self.out = out
        self.function = entry.function
        self.frames: List[_Frame] = []
        # Whether a call may be long whatever its operands are.
        self.always = always
        self.has_tensor = entry.result.format is not None

    def __call__(self, prepared: Sequence[Adapted], threads: int = 0,
                 flags: int = 0, out: Optional[Adapted] = None,
                 files: Any = None, communicator: int = 0) -> Any:
        """Calls it; `out` is what the result goes to, of the kind that this was
        made with; `files` is an array of paths, `communicator` the address of
        an MPI_Comm. The address of a result that is a tensor, or a scalar's
        value."""
        try:
            frame = self.frames.pop()
        except IndexError:
            frame = _Frame(self.kinds, self.entry, self.out)
        seen = frame.data
        number = count = 0
        fresh = None
        for kind, data, _, check in prepared:
            if check is not None:
                fresh = True
                flags |= _abi.CHECK
            if data is not seen[number]:
                seen[number] = data
                fill = kind.fill
                frame.counts[number] = (
                    self._put(frame, number, kind, data) if fill is None
                    else fill(frame.views[number], data))  # type: ignore
            count += frame.counts[number]
            number += 1
        call = frame.call
        call.threads = threads
        call.flags = flags | _ALWAYS_CHECK
        if self.has_tensor:
            if out is None:
                frame.result.value = None
            elif out[0].fill is None:
                frame.result.value = out[1][0]
            else:
                out[0].fill(frame.out_view, out[1])
                frame.result.value = frame.out_address
            if out is not None and out[3] is not None:
                call.flags |= _abi.CHECK
        if files is not None:
            call.files, call.file_count = files, len(files)
        if communicator:
            # MPI may want to be called from the thread that has started it.
            call.communicator = communicator
            status = self.function(*frame.arguments)
            call.communicator = None
        elif ((count > _MANY or self.always or files is not None)
              and threading.get_ident() == _main):
            frame.prepared = prepared, out, files
            status = self._call_elsewhere(frame)
            frame.prepared = None
        else:
            status = self.function(*frame.arguments)
        if files is not None:
            call.files, call.file_count = None, 0
        if status:
            raise self._error(frame)
        if fresh:
            for each in prepared:
                if each[3] is not None:
                    each[3]()
        if out is not None and out[3] is not None:
            out[3]()
        found = frame.result.value if self.has_tensor else self._scalar(frame)
        self.frames.append(frame)
        return found

    @staticmethod
    def _put(frame: _Frame, number: int, kind: Kind, data: Any) -> int:
        """Makes an operand that is not filled in an argument; returns how many
        values it has."""
        if kind.by_address:
            frame.arguments[number] = data[0]
            return data[1]
        if frame.scalars[number] is None:
            frame.arguments[number] = data
        else:
            frame.scalars[number][:] = (data.real, data.imag)
        return 0

    def _scalar(self, frame: _Frame) -> Any:
        type_ = self.entry.result.type
        if type_ is None:
            return None
        if type_.code == "c128":
            return type_.dtype.type(complex(*frame.result))
        return type_.dtype.type(frame.result.value)

    def _call_elsewhere(self, frame: _Frame) -> int:
        try:
            worker = _workers.pop()
        except IndexError:
            worker = _Worker()

        def abandon() -> None:
            frame.call.cancel = 1

        def cleanup() -> None:
            given = frame.prepared[1]
            if self.has_tensor and frame.result.value and given is None:
                release(frame.result.value)
            frame.prepared = None

        return worker.call(self.function, frame.arguments, abandon, cleanup)

    def _error(self, frame: _Frame) -> EnckeError:
        call = frame.call
        error = EnckeError(call.message.decode("utf-8", "replace"),
                           call.place.decode("utf-8", "replace"),
                           call.identifier.decode("utf-8", "replace"))
        # The next call has a message of its own.
        call.message = call.place = call.identifier = b""
        self.frames.append(frame)
        return error
