#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""cache.py ENCKE DATA FOLDER: the cache of compiled programs (ENCKE_CACHE).

A run out of the cache is known by its memory: the compiler does not start
where there is room for a small program only.
"""

import math
import os
import re
import resource
import shutil
import stat
import subprocess
import sys

ENCKE, DATA, FOLDER = sys.argv[1:]
CACHE = os.path.join(FOLDER, "cache")
MATRIX = os.path.join(DATA, "matrix.mtx")
PROGRAM = os.path.join(FOLDER, "norm.ta")
# The compiler's code alone needs more.
SMALL = 40 << 20

TEXT = """def main() {
  IndexLabel [i, j] = [?];
  Tensor<double> A([i, j], {CSR});
  Tensor<double> B([i, j], {CSR});
  A[i, j] = read(0);
  B[i, j] = A[i, j] * FACTOR;
  print(SUM(B[i, j]));
}
"""


class Failure(Exception):
    pass


def need(condition, what):
    if not condition:
        raise Failure(what)


def write(text, path=PROGRAM):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def start(*flags, cache=CACHE, program=PROGRAM, data=MATRIX, memory=None,
          variables=None):
    environment = {**os.environ, "ENCKE_CACHE": cache, **(variables or {})}

    def limit():
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if memory:
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))

    return subprocess.Popen(
        [ENCKE, "run", *flags, program, data], env=environment,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        preexec_fn=limit)


def run(*flags, **options):
    process = start(*flags, **options)
    out, err = process.communicate()
    return process.returncode, out, err


def files(cache=CACHE):
    if not os.path.isdir(cache):
        return []
    return sorted(os.path.join(cache, name) for name in os.listdir(cache)
                  if name.startswith("llvmcache-")
                  and not name.endswith(".timestamp"))


def is_program(path):
    with open(path, "rb") as file:
        return b'"objects":' in file.read()


def entries(cache=CACHE):
    """The files of programs."""
    return [path for path in files(cache) if is_program(path)]


def kernels(cache=CACHE):
    return [path for path in files(cache) if not is_program(path)]


def is_kept(*flags, **options):
    """The run needs no compiler."""
    return run(*flags, memory=SMALL, **options)[0] == 0


def check_hits():
    first = run()
    need(first[0] == 0 and not first[2], f"the first run failed: {first}")
    need(len(entries()) == 1, "the first run keeps one program")
    mode = stat.S_IMODE(os.stat(entries()[0]).st_mode)
    need(mode == 0o600, f"an entry has the mode {mode:o}")
    need(run(memory=SMALL) == first, "the second run is out of the cache")
    need(not is_kept("--no-cache"), "--no-cache compiles")
    need(not is_kept(cache=""), "without a folder there is no cache")
    return first


def check_key(first):
    write(TEXT.replace("FACTOR", "3.0"))
    need(not is_kept(), "another text is another program")
    other = run()
    need(other[0] == 0 and other[1] != first[1], "the new text is run")
    need(is_kept(), "and kept")
    for flags in (["-O0"], ["--threads", "2"], ["--index-width", "64"],
                  ["--mcpu", "x86-64"]):
        need(not is_kept(*flags), f"{flags} make other code")
        # Other vectors, another order of the sum.
        need(math.isclose(float(run(*flags)[1]), float(other[1]),
                          rel_tol=1e-12), f"{flags}: another result")
        need(is_kept(*flags), f"{flags}: not kept")
    # Threads and output are chosen at run time.
    need(is_kept("--threads", "3"), "the number of threads is no part of it")
    need(is_kept("--print=storage"), "nor is the form of the output")
    write(TEXT.replace("FACTOR", "2.0"))
    need(run(memory=SMALL) == first, "the first program is still there")


def check_width():
    """Data that need wide indices need other code."""
    wide = os.path.join(FOLDER, "wide.mtx")
    write("%%MatrixMarket matrix coordinate real general\n"
          "5000000000 5000000000 1\n4000000000 3 2.5\n", wide)
    program = os.path.join(FOLDER, "wide.ta")
    write(TEXT.replace("FACTOR", "2.0").replace("{CSR}", "{DCSR}"), program)
    narrow = run(program=program)
    need(narrow[0] == 0, f"narrow: {narrow}")
    need(not is_kept(program=program, data=wide), "wide data: other code")
    need(run(program=program, data=wide)[1] == "5\n", "wide data: 5")
    need(is_kept(program=program, data=wide), "wide data: kept")
    need(run(program=program, memory=SMALL) == narrow, "narrow data: kept")


def is_threaded(path):
    with open(path, "rb") as file:
        return b'"openmp":true' in file.read()


def check_small_data():
    """Where nobody says how many threads, code for small data has one, and is
    not kept for large data; theirs is run on small data, too."""
    large = os.path.join(FOLDER, "large.mtx")
    rows = 30000
    write(f"%%MatrixMarket matrix coordinate integer general\n{rows} 7 {rows}\n"
          + "".join(f"{i} {i % 7 + 1} 3\n" for i in range(1, rows + 1)), large)
    options = {"cache": os.path.join(FOLDER, "sizes"),
               "variables": {"OMP_NUM_THREADS": "2"}}
    threads = os.environ.pop("ENCKE_THREADS", None)
    small = run(**options)
    need(small[0] == 0 and run("--threads", "1")[1] == small[1],
         f"small data: {small}")
    need([is_threaded(path) for path in entries(options["cache"])] == [False],
         "small data: code with one thread")
    need(is_kept(**options), "small data: kept")
    need(run(data=large, **options)[1] == f"{6 * rows}\n", "large data")
    need([is_threaded(path) for path in entries(options["cache"])] == [True],
         "large data: code with threads, in place of the other")
    need(run(**options) == small, "small data with the code for large ones")
    need([is_threaded(path) for path in entries(options["cache"])] == [True],
         "small data: the code with threads is kept")
    if threads is not None:
        os.environ["ENCKE_THREADS"] = threads


def check_damage(first):
    """What is not whole is compiled again."""
    for path in entries():
        os.remove(path)
    run()
    path = entries()[0]
    with open(path, "rb") as file:
        whole = file.read()
    middle = len(whole) // 2
    for damaged in (b"", whole[:20], whole[:middle], whole[:-1],
                    whole[:middle] + b"\xff\x00\xff" + whole[middle + 3:],
                    b"\x00" * len(whole)):
        if damaged == whole:
            continue
        with open(path, "wb") as file:
            file.write(damaged)
        need(not is_kept(), "a damaged entry is not run")
        need(run() == first, "a damaged entry: another result")
        with open(path, "rb") as file:
            need(file.read() == whole, "a damaged entry is replaced")


TWO_KERNELS = """def main() {
  IndexLabel [i, j] = [?];
  Tensor<double> A([i, j], {CSR});
  Tensor<double> x([i], {Dense});
  Tensor<double> y([j], {Dense});
  A[i, j] = read(0);
  y[j] = 1.0;
  FIRST
  x[i] = A[i, j] * y[j];
  print(x);
  x[i] = SECOND;
  print(x);
}
"""


def check_kernels():
    """After a change only the kernels that it changes are compiled."""
    options = {"cache": os.path.join(FOLDER, "kernels"),
               "program": os.path.join(FOLDER, "kernels.ta")}

    def compiled(first, second, *flags):
        write(TWO_KERNELS.replace("FIRST", first).replace("SECOND", second),
              options["program"])
        plain = run("--no-cache", *flags, **options)
        timed = run("--time", *flags, **options)
        need(timed[:2] == plain[:2], f"from the cache: {timed}, not {plain}")
        found = re.search(r"compile the program and (\d+) kernels?"
                          r"(?: \((\d+) from the cache\))?", timed[2])
        need(found, f"no line on kernels: {timed[2]}")
        return tuple(int(number or 0) for number in found.groups())

    exp = "exp(x[i]) + x[i]"
    new, kept = compiled("", exp)
    need(new >= 2 and kept == 0, f"{new} new kernels, {kept} kept")
    need(compiled("", exp) == (0, new), "the same program: all kept")
    need(compiled("# A comment.", exp) == (0, new), "a comment: all kept")
    # Other numbers of lines and of kernels are no matter.
    need(compiled("print(SUM(A[i, j]));", exp) == (1, new),
         "a statement more: one kernel more")
    need(compiled("", "sin(x[i]) + x[i]") == (1, new - 1),
         "another function: its kernel")
    need(compiled("", exp, "-O1") == (new, 0), "-O1: other kernels")
    for path in kernels(options["cache"]):
        with open(path, "r+b") as file:
            file.seek(-9, os.SEEK_END)
            file.write(b"\xff")
    need(compiled("", exp) == (new, 0), "damaged kernels are compiled anew")


def check_folders(first):
    """Whatever the folder is like, the result is the same."""
    shared = os.path.join(FOLDER, "shared")
    os.mkdir(shared)
    os.chmod(shared, 0o777)
    plain = os.path.join(FOLDER, "plain")
    write("", plain)
    deep = os.path.join(FOLDER, "a", "b")
    for folder in (shared, plain, "/proc/none", deep):
        need(run(cache=folder) == first, f"{folder}: another result")
    need(not entries(shared), "a folder that all may write to is not used")
    need(len(entries(deep)) == 1, "a folder that is not there is made")


def check_together(first):
    """Many at once in an empty folder."""
    folder = os.path.join(FOLDER, "together")
    runs = [start(cache=folder) for _ in range(8)]
    for process in runs:
        out, err = process.communicate()
        need((process.returncode, out, err) == first, "together: differs")
    need(len(entries(folder)) == 1, "together: one entry")
    need(run(cache=folder, memory=SMALL) == first, "together: kept")


def check_warnings():
    """What is said about a program is said each time."""
    program = os.path.join(FOLDER, "warned.ta")
    write("def main() {\n  IndexLabel [i] = [3];\n"
          "  Tensor<double> a([i], {Dense});\n  Tensor<double> b([i], {Dense});\n"
          "  a[i] = 1.0;\n  print(SUM(a[i]));\n}\n", program)
    first = run(program=program)
    need(run(program=program) == first, "a warning is given each time")


def main():
    shutil.rmtree(FOLDER, ignore_errors=True)
    os.makedirs(FOLDER)
    write(TEXT.replace("FACTOR", "2.0"))
    first = check_hits()
    check_key(first)
    check_width()
    check_small_data()
    check_damage(first)
    check_kernels()
    check_folders(first)
    check_together(first)
    check_warnings()


try:
    main()
except Failure as failure:
    sys.exit(f"cache.py: {failure}")
