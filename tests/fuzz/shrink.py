# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes a failing program and its data smaller, for as long as it fails."""

import dataclasses

from program import labels_of

MOST_STEPS = 150


def without(items, position):
    return items[:position] + items[position + 1:]


def smaller_nodes(node):
    """Expressions that have less in them and no other labels."""
    for position, operand in enumerate(node.operands):
        if labels_of(operand) <= labels_of(node) or node.op != "call":
            yield operand
        for smaller in smaller_nodes(operand):
            operands = list(node.operands)
            operands[position] = smaller
            yield dataclasses.replace(node, operands=tuple(operands))


def smaller_statements(statement):
    for change in ({"form": ""}, {"mask": ""}, {"op": "="}):
        smaller = dataclasses.replace(statement, **change)
        if smaller != statement:
            yield smaller
    for value in smaller_nodes(statement.value):
        yield dataclasses.replace(statement, value=value)


def smaller_tensors(tensor):
    points = list((tensor.entries or {}).items())
    if len(points) > 1:
        half = len(points) // 2
        for part in (points[:half], points[half:]):
            yield dataclasses.replace(tensor, entries=dict(part))
        if len(points) <= 8:
            for position in range(len(points)):
                yield dataclasses.replace(
                    tensor, entries=dict(without(points, position)))
    if tensor.format not in ("Dense", "CSR") and len(tensor.labels) == 2:
        yield dataclasses.replace(tensor, format="CSR")
    if tensor.format != "Dense":
        yield dataclasses.replace(tensor, format="Dense")


def smaller_programs(program):
    statements = program.statements
    if program.reorder:
        yield dataclasses.replace(program, reorder=None)
    for position in reversed(range(len(statements))):
        if len(statements) > 1:
            yield dataclasses.replace(
                program, statements=without(statements, position))
    for position, statement in enumerate(statements):
        for smaller in smaller_statements(statement):
            yield dataclasses.replace(
                program, statements=statements[:position] + (smaller,) +
                statements[position + 1:])
    tensors = program.tensors
    for position, tensor in enumerate(tensors):
        for smaller in smaller_tensors(tensor):
            yield dataclasses.replace(
                program, tensors=tensors[:position] + (smaller,) +
                tensors[position + 1:])
    if program.open_labels:
        yield dataclasses.replace(program, open_labels=frozenset())


def shrink(program, fails):
    """A small program for which `fails` still holds."""
    steps = 0
    changed = True
    while changed and steps < MOST_STEPS:
        changed = False
        for smaller in smaller_programs(program):
            steps += 1
            if steps > MOST_STEPS:
                break
            if fails(smaller):
                program, changed = smaller, True
                break
    return program
