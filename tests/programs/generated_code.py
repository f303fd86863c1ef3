#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks the machine code of the known kernels for what makes them fast, instead of
the clock: innermost loops that multiply and add vectors of the processor's width, that
call nothing, and no loop in two versions with a test at run time which arrays overlap.

The kernels are the programs of the benchmark, for plain SSE, AVX2 and AVX-512."""

import argparse
import re
import sys
from pathlib import Path

import harness

PROGRAMS = Path(__file__).resolve().parent.parent.parent / "bench/programs"

# Of a processor, the registers, and whether it multiplies and adds in one.
PROCESSORS = {"x86-64": ("xmm", False), "x86-64-v3": ("ymm", True),
              "x86-64-v4": ("zmm", True)}
# Vectors as wide as the processor's.
DENSE = ("spmm-k8", "spmm-k32", "spmm-k128", "sddmm-k32", "mttkrp3", "mttkrp4", "ttm")
# Elements at scattered coordinates: at most 256 bits. So is what
# LLVM makes of diagonals.
NARROW = ("spmv", "ttv", "spmv-dia")
# Merges and scattered sums, element by element.
SCALAR = ("spgemm", "masked-spgemm")

LABEL = re.compile(r"^(\.LBB\w+):")
JUMP = re.compile(r"^\s+j\w+\s+(\.LBB\w+)")
LEAVES = re.compile(r"^\s+(jmp|ret|ud2)")


def kernels_of(assembly):
    """The lines of each kernel, tasks of threads included."""
    found = re.findall(r"^(kernel_\d+\S*):.*?$(.*?)^\.Lfunc_end", assembly,
                       re.MULTILINE | re.DOTALL)
    return [text.splitlines() for _, text in found]


def blocks_of(lines):
    """By label, the lines of each block and the labels where it may go on. A jump
    inside of a block needs no block of its own: it leaves, too."""
    blocks = {"entry": ([], [])}
    current, falls = "entry", True
    for line in lines:
        if label := LABEL.match(line):
            if falls:
                blocks[current][1].append(label[1])
            current, falls = label[1], True
            blocks[current] = ([], [])
        blocks[current][0].append(line)
        if jump := JUMP.match(line):
            blocks[current][1].append(jump[1])
        if LEAVES.match(line):
            falls = False
    return blocks


def loop_heads(blocks):
    """Where a search from the entry comes back to, with the blocks it comes from."""
    heads, state, stack = {}, {"entry": 1}, [("entry", iter(blocks["entry"][1]))]
    while stack:
        block, following = stack[-1]
        step = next((label for label in following if label in blocks), None)
        if step is None:
            state[block] = 2
            stack.pop()
        elif step not in state:
            state[step] = 1
            stack.append((step, iter(blocks[step][1])))
        elif state[step] == 1:
            heads.setdefault(step, []).append(block)
    return heads


def innermost_loops(lines):
    """The lines of each loop that has no loop inside."""
    blocks = blocks_of(lines)
    heads = loop_heads(blocks)
    before = {}
    for label, (_, following) in blocks.items():
        for step in following:
            before.setdefault(step, []).append(label)
    loops = {}
    for head, ends in heads.items():
        body, left = {head}, list(ends)
        while left:
            if (label := left.pop()) not in body:
                body.add(label)
                left += before.get(label, [])
        loops[head] = body
    return [[line for label, (text, _) in blocks.items() if label in body
             for line in text]
            for head, body in loops.items()
            if not any(other in body for other in heads if other != head)]


def has_vectors(loop, register, fused):
    """Whether a loop multiplies and adds vectors of doubles."""
    patterns = ([rf"\tvfn?m\w+pd\t.*%{register}"] if fused else
                [rf"\tv?mulpd\t.*%{register}", rf"\tv?addpd\t.*%{register}"])
    text = "\n".join(loop)
    return all(re.search(pattern, text) for pattern in patterns)


def problems_of(name, processor, encke):
    path = str(PROGRAMS / f"{name}.ta")
    flags = [f"--mcpu={processor}", "-O3"]
    assembly = harness.run([encke, "--emit=asm", *flags, path])
    loops = [loop for kernel in kernels_of(assembly)
             for loop in innermost_loops(kernel)]
    if not loops:
        yield "no loops found"
    register, fused = PROCESSORS[processor]
    if name in NARROW and register == "zmm":
        register = "ymm"
    if name not in SCALAR and not any(has_vectors(loop, register, fused)
                                      for loop in loops):
        yield f"no innermost loop has multiplications and additions of {register}"
    for loop in loops:
        if called := re.search(r"\tcallq?\t(\S+)", "\n".join(loop)):
            yield f"an innermost loop calls {called[1]}"
    if "memcheck" in harness.run([encke, "--emit=llvm-ir", *flags, path]):
        yield "a loop asks at run time whether arrays overlap"


def check_itself():
    """What is looked for must be seen where it is."""
    loop = [".LBB0_1:", ".LBB0_2:", "\tvfmadd231pd\t(%rax), %ymm1, %ymm0",
            "\tjne\t.LBB0_2", ".LBB0_3:", "\tcallq\tsort", "\tjne\t.LBB0_1"]
    inner = innermost_loops(loop)
    assert inner == [loop[1:4]], inner
    # The head of the outer loop stands behind the inner one.
    turned = ["\tjmp\t.LBB0_2", ".LBB0_1:", "\tjne\t.LBB0_1", ".LBB0_2:",
              "\tcallq\tsort", "\tjne\t.LBB0_1"]
    assert innermost_loops(turned) == [turned[1:3]], innermost_loops(turned)
    assert has_vectors(inner[0], "ymm", True)
    assert not has_vectors(inner[0], "zmm", True)
    assert not has_vectors(inner[0], "ymm", False)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--encke", required=True)
    encke = parser.parse_args().encke
    check_itself()
    failed = False
    for name in DENSE + NARROW + SCALAR:
        for processor in PROCESSORS:
            for problem in problems_of(name, processor, encke):
                print(f"{name} for {processor}: {problem}")
                failed = True
    sys.exit(failed)


if __name__ == "__main__":
    harness.main(main)
