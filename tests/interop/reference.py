#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that docs/calling.md names whatever the C interface has, and in code
nothing of encke:: that encke.hpp has not."""

import os
import re
import sys

# For Encke itself, and what comments speak of.
OWN = {"ENCKE_FOR_EACH_TYPE", "encke_tensor_free", "encke_tensor_new",
       "encke_size_of_level", "encke_take_level", "encke_take_number"}


def read(*path):
    with open(os.path.join(sys.argv[1], *path), encoding="utf-8") as file:
        return file.read()


def main():
    page = read("docs/calling.md")
    headers = "".join(read("runtime/include/encke", name)
                      for name in ("encke.h", "operands.h", "tensor.h"))
    names = set(re.findall(r"\b(?:encke|ENCKE)_\w+", headers))
    missing = sorted(name for name in names - OWN
                     if not name.endswith("_H")
                     and not re.search(rf"\b{name}\b", page))
    if missing:
        sys.exit(f"docs/calling.md does not name {', '.join(missing)}")
    folder = os.path.join(sys.argv[1], "runtime/include/encke/cxx")
    layer = "".join(read(folder, name) for name in os.listdir(folder))
    for name in sorted(set(re.findall(r"\bencke::(\w+)", page))):
        if not re.search(rf"\b{name}\b", layer):
            sys.exit(f"docs/calling.md names encke::{name}, which is not there")


if __name__ == "__main__":
    main()
