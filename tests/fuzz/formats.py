# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes random format declarations (L33) that are right by construction.

Each mode is told by the expressions of some levels: whole, in blocks, in blocks
of blocks, or by a sum or difference with another mode. Levels that only ask what
is stored come in addition.
"""

import re
import zlib

MODES = "ijklmnpq"
MATRIX_FORMATS = ("CSR", "CSR", "CSC", "DCSR", "DCSC", "COO", "ELL", "DIA",
                  "BCSR(2, 3)", "BCSR(4, 4)", "CSB(2, 2)")
# In a tensor's format: the text of a declaration without its name.
DECLARED = "format = "


def use_of(tensor_format, labels=()):
    """What a declaration of a tensor with these labels has in its braces."""
    if tensor_format.startswith("hybrid"):
        names = dict(zip(MODES, labels))
        return re.sub(r"\b[a-z]\b", lambda mode: names[mode[0]], tensor_format)
    if not tensor_format.startswith(DECLARED):
        return tensor_format
    return f"F{zlib.crc32(tensor_format.encode()):08x}"


def declaration_of(tensor_format):
    """The line that declares a format; "" for one of the language."""
    if not tensor_format.startswith(DECLARED):
        return ""
    return re.sub("^format ", f"format {use_of(tensor_format)} ",
                  tensor_format)


def parts_of(mode, others, random):
    """Expressions that together tell a mode, where `others` are told, too."""
    width = random.randint(2, 4)
    kind = random.randrange(6 if others else 4)
    if kind == 0:
        return [f"{mode} / {width}", f"{mode} % {width}"]
    if kind == 1:
        inner = random.randint(1, 3)
        return [f"{mode} / {width * inner}",
                f"{mode} / {inner} % {width}", f"{mode} % {inner}"]
    if kind < 4:
        return [mode]
    other = random.choice(others)
    return [random.choice((f"{mode} - {other}", f"{other} + {mode}",
                           f"{width} * {mode} - {other}",
                           f"{other} - {mode}"))]


def level_types(count, random):
    """Types of levels that no singletons but those of a list are among."""
    types = []
    for _ in range(count):
        in_list = bool(types) and (
            types[-1] in ("compressed(nonunique)", "singleton"))
        types.append(random.choice(
            ["dense", "dense", "compressed", "compressed"]
            + ["compressed(nonunique)"] + ["singleton"] * (2 * in_list)))
    return types


def counted(modes, random):
    """Levels that count what others store, in front of some that these tell."""
    mode, other = random.sample(modes, 2)
    block = random.randint(1, 3)
    return random.choice((
        [f"{mode} : dense", f"enumerate([{mode}], {other}) : dense",
         f"{other} : singleton"],
        [f"enumerate([{mode}], {other}) : dense", f"{mode} : dense",
         f"{other} : singleton"],
        [f"{mode} / {block} : dense",
         f"enumerate([{mode}], {other}) : compressed",
         f"{mode} % {block} : dense", f"{other} : singleton"],
        [f"{mode} / {block} : dense",
         f"enumerate([{mode} / {block}], {other} / {block}) : dense",
         f"{other} / {block} : singleton", f"{mode} % {block} : dense",
         f"{other} % {block} : dense"],
        [f"schedule({mode}, {block}) : dense", f"{mode} : compressed",
         f"{other} : compressed"],
        [f"reorder({mode}) : dense", f"{mode} : singleton",
         f"{other} : compressed"],
        [f"schedule(reorder({mode}), {block}) : dense",
         f"reorder({mode}) : compressed", f"{mode} : singleton",
         f"{other} : compressed"],
        [f"count({mode}) : compressed", f"{mode} : compressed",
         f"{other} : compressed"],
        [f"{mode} : {random.choice(('dense', 'loose_compressed'))}",
         f"{other} : loose_compressed"],
        [f"{mode} : batch", f"{other} : compressed"],
        [f"{mode} : {random.choice(('dense', 'compressed'))}",
         f"{other} : repeated"],
        # As many as there are: matrices of the programs are not structured.
        [f"{mode} : {random.choice(('dense', 'compressed'))}",
         f"{other} / {block} : {random.choice(('dense', 'compressed'))}",
         f"{other} % {block} : structured({block}, {block})"]))


def packs(types, random):
    """Records of levels with coordinates and singletons below, maybe with the
    values."""
    first = 0
    while first != len(types):
        last = first
        while last + 1 < len(types) and types[last + 1] == "singleton":
            last += 1
        ends = [str(level) for level in range(first + 1, last + 1)]
        if last + 1 == len(types):
            ends.append("values")
        is_stored = types[first] not in ("dense", "batch", "repeated")
        if is_stored and ends and random.random() < 0.7:
            yield f"pack({first}, {random.choice(ends)})"
        first = last + 1


def layouts(levels, random):
    """How the arrays of some formats lie in memory: " with ..."."""
    if random.random() < 0.6:
        return ""
    types = [level.rsplit(" : ", 1)[1] for level in levels]
    chosen = list(packs(types, random))
    parts = [number for number, kind in enumerate(types)
             if kind == "dense" and not levels[number].startswith("enumerate")
             and any(below != "dense" for below in types[number + 1:])]
    irregular = any(kind in ("loose_compressed", "batch", "repeated")
                    for kind in types)
    if parts and not irregular and random.random() < 0.6:
        chosen.append(f"partition({random.choice(parts)})")
    return " with " + ", ".join(chosen) if chosen else ""


def condition(random):
    """What elements a part of a hybrid takes, of modes i and j (L34)."""
    block, count = random.randint(1, 4), random.randint(1, 3)
    asked = random.choice((
        f"count(i / {block}, j - i)", f"count(i / {block}, j / {block})",
        "count(i)", "count(j)", f"enumerate([i / {block}], j)", "reorder(i)",
        f"schedule(j, {block})", f"(j - i) % {block + 1}", f"i * {block} - j"))
    compared = random.choice(("<", "<=", ">", ">=", "==", "!="))
    text = f"{asked} {compared} {count}"
    kind = random.randrange(6)
    if kind < 4:
        return text
    if kind == 4:
        return f"!({text})"
    return f"({text} {random.choice(('&&', '||'))} {condition(random)})"


def random_hybrid(random):
    """A matrix over two or three formats."""
    names = ["CSR", "CSC", "COO", "DCSR", "DIA", "ELL", "BCSR(2, 3)"]
    parts = [f"{random.choice(names)} where {condition(random)}"
             for _ in range(random.randint(1, 2))]
    return f"hybrid({', '.join(parts)}, {random.choice(names[:4])})"


def random_format(order, random):
    """A declared format for tensors of that order, or a hybrid."""
    if order == 2 and random.random() < 0.3:
        return random_hybrid(random)
    modes = list(MODES[:order])
    if order == 2 and random.random() < 0.4:
        levels = counted(modes, random)
    else:
        told, groups = [], []
        for mode in random.sample(modes, order):
            groups.append(parts_of(mode, told, random))
            told.append(mode)
        # Expressions of one mode in their order, those of several mixed.
        expressions = []
        while any(groups):
            group = random.choice([group for group in groups if group])
            expressions.append(group.pop(0))
        types = level_types(len(expressions), random)
        levels = [f"{expression} : {kind}"
                  for expression, kind in zip(expressions, types)]
    return (f"{DECLARED}({', '.join(modes)}) -> "
            f"({', '.join(levels)}){layouts(levels, random)};")


def sparse_format(random, order):
    """Any format that does not store everything."""
    if random.random() < 0.15:
        return random_format(order, random)
    if order == 2 and random.random() < 0.65:
        return random.choice(MATRIX_FORMATS)
    kind = random.randrange(4)
    if kind == 0:
        return "CSF"
    if kind == 1:
        return "COO"
    if kind == 2 and order > 1:
        return "ModeGeneric"
    levels = []
    for _ in range(order):
        choices = ["D", "D", "CU", "CU", "CN"]
        if levels and levels[-1] in ("CN", "S"):
            choices += ["S", "S", "S"]
        levels.append(random.choice(choices))
    if set(levels) == {"D"}:
        levels[random.randrange(order)] = "CU"
    return ", ".join(levels)
