# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes a failing program and its data smaller, for as long as it fails."""

import dataclasses
import time

from program import computed_in, labels_of, names_in, nodes_of

MOST_STEPS = 1500
MOST_SECONDS = 40


def without(items, position):
    return items[:position] + items[position + 1:]


def replaced(items, position, item):
    return items[:position] + (item,) + items[position + 1:]


def smaller_nodes(node):
    """Expressions that have less in them, those with the least first."""
    for position, operand in enumerate(node.operands):
        if labels_of(operand) <= labels_of(node) or node.op != "call":
            yield operand
    for position, operand in enumerate(node.operands):
        for smaller in smaller_nodes(operand):
            yield dataclasses.replace(
                node, operands=replaced(node.operands, position, smaller))


def smaller_statements(statement):
    for change in ({"block": ""}, {"form": ""}, {"mask": ""}, {"op": "="},
                   {"is_quiet": True}):
        smaller = dataclasses.replace(statement, **change)
        if smaller != statement and (smaller.target or
                                     not smaller.is_quiet):
            yield smaller
    for value in smaller_nodes(statement.value):
        yield dataclasses.replace(statement, value=value)


def simpler_values(entries):
    """A value that is plainer than it was: 1, or another whole number."""
    for point, value in entries.items():
        if isinstance(value, complex):
            continue
        for plain in (1, 2):
            if value != plain and not (
                    abs(value) in (1, 2) and value == value and plain == 2):
                yield {**entries, point: type(value)(plain)}


def smaller_tensors(tensor):
    if tensor.value:
        yield dataclasses.replace(tensor, value="")
    if tensor.format not in ("Dense", "CSR") and len(tensor.labels) == 2:
        yield dataclasses.replace(tensor, format="CSR")
    if tensor.format != "Dense":
        yield dataclasses.replace(tensor, format="Dense", value="")
    if tensor.type != "double":
        if not tensor.entries or computed_in(tensor.type) != "complex":
            entries = tensor.entries and {
                point: float(v) for point, v in tensor.entries.items()}
            yield dataclasses.replace(tensor, type="double", entries=entries)
    points = list((tensor.entries or {}).items())
    if not points:
        return
    size = max(1, len(points) // 2)
    while True:
        for begin in range(0, len(points), size):
            rest = points[:begin] + points[begin + size:]
            if rest or len(tensor.labels) <= 2:
                yield dataclasses.replace(tensor, entries=dict(rest))
        if size == 1:
            break
        size //= 2
    for entries in simpler_values(tensor.entries):
        yield dataclasses.replace(tensor, entries=entries)


def resized(program, labels, size):
    """The labels with another size, and what lies beyond gone."""
    sizes = {**program.sizes, **{label: size for label in labels}}
    if program.ranges:
        return None
    tensors = []
    for tensor in program.tensors:
        entries = tensor.entries and {
            point: value for point, value in tensor.entries.items()
            if all(c < sizes[l] for c, l in zip(point, tensor.labels))}
        if tensor.entries and not entries and len(tensor.labels) > 2:
            return None
        tensors.append(dataclasses.replace(tensor, entries=entries))
    return dataclasses.replace(program, sizes=sizes, tensors=tuple(tensors))


def smaller_sizes(program):
    """Labels of one size become smaller together: they may index the same."""
    for size in sorted(set(program.sizes.values()), reverse=True):
        labels = [l for l, own in program.sizes.items() if own == size]
        for less in dict.fromkeys((1, 2, size // 2, size - 1)):
            if 0 < less < size:
                smaller = resized(program, labels, less)
                if smaller:
                    yield smaller


def smaller_programs(program):
    statements = program.statements
    if program.reorder:
        yield dataclasses.replace(program, reorder=None)
    for position in range(len(statements) - 1):
        # What it computes may be wrong already.
        last = dataclasses.replace(statements[position], is_quiet=False)
        yield dataclasses.replace(program,
                                  statements=statements[:position] + (last,))
    for position in reversed(range(len(statements))):
        if len(statements) > 1:
            yield dataclasses.replace(
                program, statements=without(statements, position))
    for position, statement in enumerate(statements):
        # Its readers read what it would have copied.
        if statement.value.op == "access" and statement.op == "=" and (
                not statement.mask):
            smaller = read_instead(program, position)
            if smaller:
                yield smaller
    for position, statement in enumerate(statements):
        for smaller in smaller_statements(statement):
            yield dataclasses.replace(
                program, statements=replaced(statements, position, smaller))
    used = {name for s in statements for name in names_in(s)}
    for smaller in smaller_sizes(program):
        yield smaller
    for position, tensor in enumerate(program.tensors):
        if tensor.name not in used:
            continue
        for smaller in smaller_tensors(tensor):
            yield dataclasses.replace(
                program, tensors=replaced(program.tensors, position, smaller))
    if program.open_labels:
        yield dataclasses.replace(program, open_labels=frozenset())


def read_instead(program, position):
    """Without a statement that copies a tensor whole: the copy is read."""
    statement = program.statements[position]
    source = program.tensor(statement.value.name)
    target = program.tensor(statement.target)
    if not (source and target) or (
            statement.value.labels != statement.labels or
            len(source.labels) != len(target.labels)):
        return None

    def renamed(node):
        name = source.name if (node.op == "access" and
                               node.name == target.name) else node.name
        return dataclasses.replace(node, name=name,
                                   operands=tuple(map(renamed, node.operands)))

    rest = tuple(dataclasses.replace(s, value=renamed(s.value))
                 for s in without(program.statements, position))
    if any(s.target == target.name for s in rest):
        return None
    return dataclasses.replace(program, statements=rest)


def plainer_configurations(configuration):
    """With less that differs from what users get."""
    if configuration.formats:
        yield dataclasses.replace(configuration, formats=0)
    for variable in configuration.environment:
        yield dataclasses.replace(configuration, environment=tuple(
            v for v in configuration.environment if v != variable))
    flags = configuration.flags
    position = 0
    while position < len(flags):
        end = position + 1
        while end < len(flags) and not flags[end].startswith("-"):
            end += 1
        yield dataclasses.replace(configuration,
                                  flags=flags[:position] + flags[end:])
        position = end


def shrink(program, configuration, fails):
    """A small program, and a plain configuration, for which `fails` still
    holds."""
    end = time.monotonic() + MOST_SECONDS
    if configuration.formats:
        variant = configuration.applied_to(program)
        plain = dataclasses.replace(configuration, formats=0)
        if fails(variant, plain):
            program, configuration = variant, plain
    changed = True
    while changed:
        changed = False
        for plainer in plainer_configurations(configuration):
            if fails(program, plainer):
                configuration, changed = plainer, True
                break
    steps = 0
    skip = 0
    # After a step that helped, the search goes on where it is: what was tried
    # before it most likely fails to fail still.
    while steps < MOST_STEPS and time.monotonic() < end:
        candidates = list(smaller_programs(program))
        order = candidates[skip:] + candidates[:skip]
        for count, smaller in enumerate(order):
            steps += 1
            if steps > MOST_STEPS or time.monotonic() > end:
                return program, configuration
            if fails(smaller, configuration):
                program = smaller
                skip = (skip + count) % max(1, len(candidates))
                break
        else:
            break
    return program, configuration
