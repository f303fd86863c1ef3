#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""instrumented_encke.py run [FLAG...] PROGRAM [DATA...]: does what `encke run` does,
with ThreadSanitizer in the compiled program and in the runtime.

The program is linked with a runtime that is instrumented, too. libomp is not; what it
orders, Archer tells ThreadSanitizer, a tool that comes with it (Atzeni et al., "ARCHER",
IPDPS 2016). MLIR's asynchronous runtime orders by mutexes and condition variables, which
ThreadSanitizer sees. Loops are shared by tasks however little work they have.

Exits with status 66 where there is a race. ENCKE, ENCKE_RACE_RUNTIME and ENCKE_LLVM name
the compiler, the runtime's archive and LLVM's folder."""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

RACE = 66
LLVM = Path(os.environ.get("ENCKE_LLVM", "/usr/lib/llvm-22"))
# Vectors of 128 bits: ThreadSanitizer knows no masked accesses.
COMPILE = ["--emit=llvm-ir", "-O1", "--mcpu=x86-64"]
AT_RUN_TIME = re.compile(r"--(print|reader|seed|tns)\b")
# The pool of MLIR's asynchronous runtime is there at the end, and idle: no second is
# waited for what its threads may have to report.
OPTIONS = f"exitcode={RACE} ignore_noninstrumented_modules=1 atexit_sleep_ms=50"


def split(words):
    """The flags, each with its value, and the files behind them."""
    flags = []
    words = list(words)
    while words and words[0].startswith("-"):
        flags.append(words.pop(0))
        if flags[-1] in ("--threads", "--mcpu", "--print"):
            flags.append(words.pop(0))
    return flags, words


def build(program, flags, folder):
    """Makes the executable."""
    text = subprocess.run([os.environ["ENCKE"], *COMPILE, *flags, program],
                          check=True, capture_output=True, encoding="utf-8").stdout
    # The program's own `main` takes no arguments; that of Start.cpp takes its place.
    text = re.sub(r"^define i32 @main\(\)", "define i32 @main_without()", text,
                  flags=re.MULTILINE)
    code, executable = folder / "program.ll", folder / "program"
    code.write_text(text, encoding="utf-8")
    library = "mlir_async_runtime" if "--parallel=async" in flags else "omp"
    subprocess.run(
        [LLVM / "bin/clang++", "-fsanitize=thread", "-O1", "-w", "-fuse-ld=lld",
         "-mllvm", "-force-attribute=sanitize_thread", "-x", "ir", code, "-x", "none",
         os.environ["ENCKE_RACE_RUNTIME"], f"-L{LLVM}/lib", f"-Wl,-rpath,{LLVM}/lib",
         f"-l{library}", "-lz", "-lm", "-lpthread", "-ldl", "-o", executable],
        check=True, capture_output=True, encoding="utf-8")
    return executable


def run(words, **options):
    """Does what `encke run` with those words does. A program that cannot be made is a
    CalledProcessError."""
    flags, (program, *data) = split(words)
    run_time = [flag for flag in flags if AT_RUN_TIME.match(flag)]
    compile_time = [flag for flag in flags if flag not in run_time]
    threads = [flag for n, flag in enumerate(flags) if "--threads" in
               (flag, flag.split("=")[0], flags[n - 1] if n else "")]
    with tempfile.TemporaryDirectory() as folder:
        executable = build(program, compile_time, Path(folder))
        environment = dict(os.environ, ENCKE_TASK_WORK="1", TSAN_OPTIONS=OPTIONS,
                           OMP_TOOL_LIBRARIES=str(LLVM / "lib/libarcher.so"))
        return subprocess.run([executable, *run_time, *threads, *data],
                              env=environment, check=False, **options)


def main():
    try:
        sys.exit(run(sys.argv[2:]).returncode)
    except subprocess.CalledProcessError as error:
        sys.stderr.write(error.stderr)
        sys.exit(error.returncode)


if __name__ == "__main__":
    main()
