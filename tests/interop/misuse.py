#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that wrong uses of encke.hpp are refused, each with its message."""

import shlex
import subprocess
import sys

PRELUDE = """
#include "encke/encke.hpp"
#include <map>
#include <string>
#include <vector>
int f(const encke_tensor *, double, int32_t, bool, encke_tensor **, encke_call *);
int g(const encke_tensor *, double *, encke_call *);
std::vector<int> p;
std::vector<double> v;
const std::vector<double> constant;
"""

MISUSES = (
    ("encke::call(f, v, 1, 2, true, 3);", "takes another number of arguments"),
    ("encke::call(f, v);", "takes another number of arguments"),
    ("encke::call(g, v, 1);", "takes another number of arguments"),
    ("encke::callInto(v, f, v);", "takes another number of arguments"),
    ('encke::call(f, v, std::string("1"), 2, true);', "takes a number here"),
    ("encke::call(f, v, 1, 2.5, true);", "takes an integer here"),
    ("encke::call(f, v, 1, 2, 3);", "takes a bool here"),
    ("encke::call(f, std::map<int, int>(), 1, 2, true);", "neither a container"),
    ("encke::call(g, std::vector<bool>());", "neither a container"),
    ("encke::call(g, std::vector<unsigned>());", "elements are double"),
    ("encke::callInto(constant, f, v, 1, 2, true);", "not to be written to"),
    ("encke::callInto(v, g, v);", "the result of the function is no tensor"),
    ("encke::csr(1, 1, p, p, std::vector<double>(1));", "give it a name"),
    ("encke::csr(1, 1, std::vector<short>(1), p, v);", "give it a name"),
    ("std::vector<short> s; encke::csr(1, 1, s, s, v);", "32 or 64 bits"),
    ("std::vector<long> w; encke::csr(1, 1, w, p, v);", "of the same type"),
    ("encke::coo({1, 1}, std::vector<std::vector<int>>(2), v);", "give them a name"),
    ("encke::csf({1}, std::vector<std::vector<long>>(1), "
     "std::vector<std::vector<long>>(1), v);", "give them a name"),
    ("encke::Tensor t, u = t;", "delete"),
    ("for (double d : encke::call(f, v, 1, 2, true).values<double>()) (void)d;",
     "delete"),
)



def main():
    lines = [f"void misuse{n}() {{ {text} }}" for n, (text, _) in
             enumerate(MISUSES)]
    with open("misuse.cpp", "w", encoding="utf-8") as file:
        file.write(PRELUDE + "\n".join(lines) + "\n")
    compiler = shlex.split(sys.argv[1])
    flags = ["-ferror-limit=0"] if "clang" in compiler[0] else []
    done = subprocess.run([*compiler, "-std=c++17", "-fsyntax-only",
                           "-ftemplate-backtrace-limit=0", *flags, "misuse.cpp"],
                          capture_output=True, encoding="utf-8", check=False)
    first = PRELUDE.count("\n") + 1
    for number, (text, message) in enumerate(MISUSES):
        if f"misuse.cpp:{first + number}:" not in done.stderr:
            sys.exit(f"is accepted: {text}\n{done.stderr}")
        if message not in done.stderr:
            sys.exit(f"does not say '{message}': {text}\n{done.stderr}")


if __name__ == "__main__":
    main()
