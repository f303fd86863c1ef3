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
MAIN = """\
int encke_start(int argc, char **argv, void (*narrow)(void), void (*wide)(void),
                const char *const *files, int threads);
void encke_program(void);
int main(int argc, char **argv) {
  const char *const none[] = {0};
  return encke_start(argc, argv, encke_program, encke_program, none, 1);
}
"""


def check(command, **options):
    """Runs a command; ends with its status and what it says where it fails."""
    done = subprocess.run([str(word) for word in command], check=False,
                          capture_output=True, encoding="utf-8", **options)
    if done.returncode != 0:
        sys.stderr.write(done.stderr)
        sys.exit(done.returncode)
    return done.stdout


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
    text = check([os.environ["ENCKE"], *COMPILE, *flags, program])
    # The program's own `main` takes no arguments.
    text = re.sub(r"^define i32 @main\(\)", "define i32 @main_without()", text,
                  flags=re.MULTILINE)
    code, executable = folder / "program.bc", folder / "program"
    check([LLVM / "bin/opt", "-passes=forceattrs",
           "-force-attribute=sanitize_thread", "-", "-o", code], input=text)
    (folder / "main.c").write_text(MAIN, encoding="utf-8")
    library = "mlir_async_runtime" if "--parallel=async" in flags else "omp"
    check([LLVM / "bin/clang++", "-fsanitize=thread", "-O1", "-w", "-x", "ir",
           code, "-x", "c", folder / "main.c", "-x", "none",
           os.environ["ENCKE_RACE_RUNTIME"], f"-L{LLVM}/lib",
           f"-Wl,-rpath,{LLVM}/lib", f"-l{library}", "-lz", "-lm", "-lpthread",
           "-ldl", "-o", executable])
    return executable


def main():
    flags, (program, *data) = split(sys.argv[2:])
    run_time = [flag for flag in flags if AT_RUN_TIME.match(flag)]
    compile_time = [flag for flag in flags if flag not in run_time]
    threads = [flag for n, flag in enumerate(flags) if "--threads" in
               (flag, flag.split("=")[0], flags[n - 1] if n else "")]
    with tempfile.TemporaryDirectory() as folder:
        executable = build(program, compile_time, Path(folder))
        environment = dict(
            os.environ, ENCKE_TASK_WORK="1",
            OMP_TOOL_LIBRARIES=str(LLVM / "lib/libarcher.so"),
            TSAN_OPTIONS=f"exitcode={RACE} ignore_noninstrumented_modules=1")
        sys.exit(subprocess.run([executable, *run_time, *threads, *data],
                                env=environment, check=False).returncode)


if __name__ == "__main__":
    main()
