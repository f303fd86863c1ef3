#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""bounded.py ENCKE: huge and hostile programs take bounded time and memory.

Each is checked by `encke check` in seconds of processor time and in memory in
proportion to its size; it is right, or the error is the one named here.
"""

import os
import resource
import subprocess
import sys
import tempfile

SECONDS = 40  # of processor time; each takes a few on a common machine
MEBIBYTES = 2500


def in_main(*lines):
    return "def main() {\n" + "\n".join(lines) + "\n}\n"


def names(count, letter="l"):
    return [f"{letter}{i}" for i in range(count)]


VECTOR = "IndexLabel [i] = [3]; Tensor<double> a([i], {Dense}); a[i] = 1.0;"
FACTORS = names(1500)

# The program, and a part of what must be said of it; None when it is right.
PROGRAMS = {
    "a million labels": (
        lambda: in_main(f"IndexLabel [{', '.join(names(1000000))}] = [3];"),
        None),
    "100000 statements": (
        lambda: in_main(VECTOR, *["a[i] = a[i] * 2.0;"] * 100000), None),
    "20000 tensors from files": (
        lambda: in_main("IndexLabel [i] = [?];", *(
            f"Tensor<double> {t}([i], {{Dense}}); {t}[i] = read(0);"
            for t in names(20000))), None),
    # Each label learns its size from the next one's tensor.
    "a chain of 20000 sizes": (
        lambda: in_main(f"IndexLabel [{', '.join(names(20001))}] = [?];", *(
            f"Tensor<double> t{i}([l{i}], {{Dense}}); t{i}[l{i + 1}] = 1.0;"
            for i in range(20000)),
                        "Tensor<double> z([l20000], {Dense});",
                        "z[l20000] = read(0);"), None),
    "a product over 1500 labels": (
        lambda: in_main(
            f"IndexLabel [{', '.join(FACTORS)}] = [2];",
            "Tensor<double> a([2], {Dense}); a[l0] = 1.0;",
            f"var s = {' * '.join(f'a[{label}]' for label in FACTORS)};"),
        None),
    "300000 undeclared names": (
        lambda: in_main("var x = 1.0;",
                        *(f"x = {y};" for y in names(300000, "y"))),
        "further errors are not shown"),
    "a million syntax errors": (lambda: in_main(*["x = ;"] * 1000000),
                                "or more further errors are not shown"),
    "100000 functions in a function": (
        lambda: in_main(*["def f() { }"] * 100000, "var x = 1.0;"),
        "a function cannot stand inside another"),
    "10 MB of comment": (lambda: in_main("# " + "x" * 10000000), None),
    "10 MB of spaces in a line": (
        lambda: in_main("var x = 1.0" + " " * 10000000 + "+ ;"),
        "expected an expression"),
    "a name of 5 MB": (
        lambda: in_main(f"var {'a' * 5000000} = 1.0;",
                        f"var b = {'a' * 4999999};"), "is not declared"),
    "a number of 5 MB": (lambda: in_main(f"var x = {'9' * 5000000};"),
                         "the integer does not fit in 64 bits"),
    "an exponent of 1 MB": (lambda: in_main(f"var x = 1e{'9' * 1000000};"),
                            "the number is too large for a double"),
    "300000 open parentheses": (lambda: in_main("var x = " + "(" * 300000),
                                "nested more than 256 levels"),
    "300000 open braces": (lambda: "def main() " + "{" * 300000,
                           "nested more than 256 levels"),
    "300000 signs": (lambda: in_main(f"var x = {'-' * 300000}1.0;"),
                     "nested more than 256 levels"),
    "a sum of 100000 terms": (
        lambda: in_main("var x = 1.0;", f"x = {' + '.join(['x'] * 100000)};"),
        "operators on top of each other"),
    "a tensor of 300000 dimensions": (
        lambda: in_main("IndexLabel [i] = [2];",
                        f"Tensor<double> a([{', '.join(['i'] * 300000)}], "
                        "{Dense});"),
        "a tensor has at most 256 dimensions"),
    "5 million semicolons": (lambda: in_main(";" * 5000000),
                             "the program has more than 4000000 words"),
    "a literal of 100000 elements": (
        lambda: in_main("IndexLabel [i] = [?];",
                        "Tensor<double> a([i], {Dense});",
                        f"a[i] = [{', '.join(['1.0'] * 100000)}];"), None),
    "NUL bytes": (lambda: in_main("var x = 1\0\0.0;"), "unexpected character"),
}


def check(encke, path):
    """Exit status, stderr, processor seconds and peak memory in MiB."""
    with subprocess.Popen(
            [encke, "check", path], stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            preexec_fn=lambda: resource.setrlimit(
                resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))) as process:
        message = process.stderr.read().decode("utf-8", "replace")
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    return (process.returncode, message, usage.ru_utime + usage.ru_stime,
            usage.ru_maxrss / 1024)


def main():
    encke = os.path.abspath(sys.argv[1])
    # A sanitizer's shadow memory is not the program's.
    limit = None if "ASAN_OPTIONS" in os.environ else MEBIBYTES
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "p.ta")
        for name, (make, expected) in PROGRAMS.items():
            with open(path, "w", encoding="utf-8") as file:
                file.write(make())
            status, message, seconds, memory = check(encke, path)
            good = (status == 0 and "error:" not in message
                    if expected is None
                    else status == 1 and expected in message)
            good = good and (limit is None or memory < limit)
            good = good and len(message) < 100000
            failed |= not good
            print(f"{'ok' if good else 'FAILED'}: {name}: status {status}, "
                  f"{seconds:.1f} s, {memory:.0f} MiB")
            if not good:
                print(message[:1000])
    sys.exit(failed)


if __name__ == "__main__":
    main()
