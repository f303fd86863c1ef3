# ===- _lazy_share.py - from graphs to programs ----------------------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===#
"""Finds what is the same in a graph, and the program of a graph that looks alike:
programs depend on the operations, not on arrays, sizes or numbers."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from . import _lazy_labels, _lazy_text
from ._lazy_graph import Node


class Program(NamedTuple):
    """Statements, and the operands that they name."""

    text: str
    formats: dict[str, str]
    operands: dict[str, Any]


_templates: dict[Any, _lazy_text.Template] = {}
LIMIT = 4096  # programs that are remembered


def program_of(root: Node) -> Program:
    """The program that computes a node."""
    nodes = share(root)
    key = key_of(nodes)
    template = _templates.get(key)
    if template is None:
        template = _lazy_text.Writer(nodes).template()
        if len(_templates) >= LIMIT:
            _templates.clear()
        _templates[key] = template
    operands = {name: source_of(nodes, source)
                for name, source in template.sources.items()}
    return Program(template.text, template.formats, operands)


def share(root: Node) -> list[Node]:
    """The nodes of a graph, operands first; each that is computed alike once."""
    known: dict[int, Node] = {}
    canonical: dict[Any, Node] = {}
    stack = [(root, False)]
    while stack:  # expressions may be deep
        node, is_ready = stack.pop()
        if id(node) in known:
            continue
        if not is_ready:
            stack.append((node, True))
            stack += [(one, False) for one in node.inputs]
            continue
        inputs = tuple(known[id(one)] for one in node.inputs)
        if node.op == "leaf":
            key: Any = ("leaf", id(node.value))
        else:
            key = (node.op, value_key(node), node.shape, *map(id, inputs))
        result = canonical.get(key)
        if result is None:
            result = node
            if any(a is not b for a, b in zip(inputs, node.inputs)):
                result = Node(node.op, inputs, node.shape, node.dtype, node.sparse,
                              node.value, node.name)
            canonical[key] = result
        known[id(node)] = result
    return list(canonical.values())


def value_key(node: Node) -> Any:
    """A number's bits matter, and 1 is not 1.0."""
    if node.op == "number":
        return type(node.value), repr(node.value)
    return node.value


def key_of(nodes: list[Node]) -> Any:
    """What the text of a program depends on."""
    at = {id(node): index for index, node in enumerate(nodes)}
    parts = []
    for node in nodes:
        value = node.value
        if node.op == "leaf":
            value = node.name
        elif node.op == "number":
            value = (type(value), repr(value)
                     if _lazy_labels.is_written(value) else None)
        elif node.op in ("call", "where"):
            numbers = [one for one in node.inputs if one.op == "number"]
            if numbers:
                value = (value, *map(value_key, numbers))
        parts.append((node.op, value, node.dtype.num, node.sparse,
                      tuple([size == 1 for size in node.shape]),
                      tuple([at[id(one)] for one in node.inputs])))
    return tuple(parts)


def source_of(nodes: list[Node], source: _lazy_text.Source) -> Any:
    """The array or number that a name in a program stands for."""
    node = nodes[source.node]
    if source.kind == "identity":
        return identity_of(node.shape[0])
    if source.cast is not None:
        return np.asarray(node.value).astype(source.cast) if not hasattr(
            node.value, "tocsr") else node.value.astype(source.cast)
    return node.value


_identities: dict[int, Any] = {}


def identity_of(size: int) -> Any:
    """The sparse identity matrix."""
    if size not in _identities:
        import scipy.sparse
        _identities.clear()
        _identities[size] = scipy.sparse.csr_matrix(scipy.sparse.eye(size))
    return _identities[size]
