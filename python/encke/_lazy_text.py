# ===- _lazy_text.py - programs of lazy expressions ------------------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===#
"""Makes one program of a lazy expression.

All of it is one statement, which leaves the compiler the choice of orders and
loops, but for what is used twice: that is a statement of its own before it."""

from __future__ import annotations

from typing import Any, Callable, Iterator, NamedTuple

import numpy as np

from . import _lazy_graph
from ._lazy_graph import Node
from ._lazy_labels import (LABELS, MATRICES, VECTORS, WORDS, Dimension, Factor, Labels,
                           Scope, access, aligned, finite, is_written, numbered, viewed)

# Expressions by how tight they bind; an operand of a product is a PREFIX.
LOGICAL, COMPARISON, SUM, PRODUCT, PREFIX, PRIMARY = range(6)
DEEPEST = 40  # levels of operators in one statement
VIEWS = ("permute", "expand", "squeeze", "diagonal")
WORTH_A_NAME = {"binary", "call", "compare", "contract", "logical", "not", "reduce",
                "where"}


class Source(NamedTuple):
    """What an operand of a program is: the value of a node, by its number, perhaps
    in another type, or the identity matrix of its size."""

    kind: str
    node: int
    cast: "str | None" = None


class Template(NamedTuple):
    """A program for all graphs that look alike."""

    text: str
    formats: dict[str, str]
    sources: dict[str, Source]


class Writer:
    """Writes the statements of a graph: of its nodes, of which the last one is what
    is wanted."""

    def __init__(self, nodes: list[Node]) -> None:
        self.nodes = nodes
        self.statements: list[str] = []
        self.sources: dict[str, Source] = {}
        self.formats: dict[str, str] = {}
        self._at = {id(node): index for index, node in enumerate(nodes)}
        self._uses: dict[int, int] = {}
        self._dimensions: dict[int, tuple[Dimension | None, ...]] = {}
        self._names: dict[Any, str] = {}
        self._taken = WORDS | {node.name for node in nodes if node.name}
        depths: dict[int, int] = {}
        self._is_named: set[int] = set()
        for node in nodes:
            for one in node.inputs:
                self._uses[id(one)] = self._uses.get(id(one), 0) + 1
            self._find_dimensions(node)
            depth = 1 + max((depths[id(one)] for one in node.inputs), default=0)
            if depth > DEEPEST and node.op in WORTH_A_NAME:
                self._is_named.add(id(node))
                depth = 0
            depths[id(node)] = depth

    def template(self) -> Template:
        for node in self.nodes[:-1]:
            if self._is_shared(node):
                self._statement_of(node)
        self._state(self.nodes[-1], "result")
        return Template(";\n".join(self.statements), self.formats, self.sources)

    def _find_dimensions(self, node: Node) -> None:
        inner = [self._dimensions[id(one)] for one in node.inputs]
        result: list[Dimension | None]
        if node.op == "leaf":
            result = [None if size == 1 else Dimension() for size in node.shape]
        elif node.op == "contract":
            result = self._of_contraction(node, inner)
        elif node.op == "reduce":
            result = [d for at, d in enumerate(inner[0]) if at not in node.value[1]]
        elif node.op == "permute":
            result = [inner[0][at] for at in node.value]
        elif node.op == "expand":
            result = list(inner[0])
            for at in node.value:
                result.insert(at, None)
        elif node.op == "squeeze":
            result = [d for at, d in enumerate(inner[0]) if at not in node.value]
        elif node.op == "diag":
            result = [inner[0][0]] * 2
        elif node.op == "diagonal":
            if inner[0][0] and inner[0][1]:
                inner[0][0].unify(inner[0][1])
            result = [inner[0][0]]
        else:
            result = [None] * node.ndim
            for dimensions in inner:
                for at, one in enumerate(dimensions, node.ndim - len(dimensions)):
                    if one is not None and result[at] is not None:
                        result[at].unify(one)  # type: ignore[union-attr]
                    result[at] = result[at] or one
        self._dimensions[id(node)] = tuple(result)

    @staticmethod
    def _of_contraction(node: Node, inner: Any) -> list[Dimension | None]:
        by_label: dict[int, Dimension] = {}
        for labels, dimensions in zip(node.value[0], inner):
            for label, one in zip(labels, dimensions):
                if one is not None:
                    by_label.setdefault(label, one).unify(one)
        return [by_label.get(label) for label in node.value[1]]

    # --- Names ----------------------------------------------------------------

    def _name(self, wanted: "str | None", alternatives: Iterator[str]) -> str:
        if wanted is None:
            wanted = next(name for name in alternatives if name not in self._taken)
        self._taken.add(wanted)
        return wanted

    def _label(self, scope: Scope, dimension: "Dimension | None") -> "str | None":
        if dimension is None:
            return None
        names = dimension.root().names
        for name in names:
            if name not in scope.used:
                break
        else:
            name = self._name(None, numbered(LABELS))
            names.append(name)
        scope.used.add(name)
        return name

    def _operand(self, source: Source, ndim: int, name: "str | None" = None) -> str:
        """The name of an operand; that which is asked for goes to one of them."""
        if source not in self._names:
            letters = ("s", VECTORS, MATRICES)[min(ndim, 2)]
            given = None if name in self.sources else name
            self._names[source] = self._name(given, numbered(letters))
            self.sources[self._names[source]] = source
        return self._names[source]

    def _operand_of(self, node: Node, cast: Any = None) -> str:
        source = Source("value", self._at[id(node)], cast and np.dtype(cast).str)
        return self._operand(source, node.ndim, None if cast else node.name)

    # --- Statements -----------------------------------------------------------

    def _state(self, node: Node, name: str) -> None:
        scope = Scope()
        labels = tuple(self._label(scope, d) for d in self._dimensions[id(node)])
        text, _ = self._expression(scope, node, labels, is_target=True)
        order = sum(label is not None for label in labels)
        self.formats[name] = ("dense" if not node.sparse else
                              "csr" if order == 2 else "csf")
        self.statements.append(f"{access(name, labels)} = {text}")

    def _statement_of(self, node: Node) -> str:
        key = ("statement", id(node))
        if key not in self._names:
            name = self._name(None, numbered("t"))
            self._names[key] = name
            self._state(node, name)
        return self._names[key]

    def _is_shared(self, node: Node) -> bool:
        return node.op in WORTH_A_NAME and (
            self._uses.get(id(node), 0) > 1 or id(node) in self._is_named
            or ("statement", id(node)) in self._names)

    # --- Expressions ----------------------------------------------------------

    def _expression(self, scope: Scope, node: Node, labels: Labels,
                    is_target: bool = False) -> tuple[str, int]:
        if not is_target and self._is_shared(node):
            return access(self._statement_of(node), labels), PRIMARY
        write: Callable[..., tuple[str, int]] = getattr(self, "_write_" + node.op)
        return write(scope, node, labels)

    def _at_least(self, strength: int, scope: Scope, node: Node,
                  labels: Labels) -> str:
        text, has = self._expression(scope, node, labels)
        return text if has >= strength else f"({text})"

    def _input(self, strength: int, scope: Scope, node: Node, labels: Labels,
               at: int) -> str:
        """An input of what is element by element."""
        child = node.inputs[at]
        return self._at_least(strength, scope, child, aligned(child, node, labels))

    def _write_leaf(self, scope: Scope, node: Node,
                    labels: Labels) -> tuple[str, int]:
        name = self._operand_of(node)
        return access(name, labels) if node.ndim else name, PRIMARY

    def _write_number(self, scope: Scope, node: Node,
                      labels: Labels) -> tuple[str, int]:
        if not is_written(node.value):
            return self._operand_of(node), PRIMARY
        text = _lazy_graph.literal(node.value)
        return text, PREFIX if text.startswith("-") else PRIMARY

    def _write_binary(self, scope: Scope, node: Node,
                      labels: Labels) -> tuple[str, int]:
        operator = node.value
        if operator == "*":
            return self._joined(self._factors_of_operation(scope, node, labels))
        if operator == "/":
            left = self._input(PRODUCT, scope, node, labels, 0)
            scope.explicit += 1
            right = self._input(PREFIX, scope, node, labels, 1)
            scope.explicit -= 1
            return f"{left} / {right}", PRODUCT
        left = self._input(SUM, scope, node, labels, 0)
        right = self._input(PRODUCT, scope, node, labels, 1)
        return f"{left} {operator} {right}", SUM

    def _write_neg(self, scope: Scope, node: Node,
                   labels: Labels) -> tuple[str, int]:
        return "-" + self._input(PRIMARY, scope, node, labels, 0), PREFIX

    def _write_not(self, scope: Scope, node: Node,
                   labels: Labels) -> tuple[str, int]:
        return "!" + self._input(PRIMARY, scope, node, labels, 0), PREFIX

    def _write_cast(self, scope: Scope, node: Node,
                    labels: Labels) -> tuple[str, int]:
        return self._joined(self._factors_of_operation(scope, node, labels))

    def _write_call(self, scope: Scope, node: Node,
                    labels: Labels) -> tuple[str, int]:
        # A number in a call counts as it is written (L26).
        inputs = [_lazy_graph.literal(one.value)
                  if one.op == "number" and not isinstance(one.value, complex)
                  else self._input(LOGICAL, scope, node, labels, at)
                  for at, one in enumerate(node.inputs)]
        return f"{node.value}({', '.join(inputs)})", PRIMARY

    def _comparison(self, scope: Scope, node: Node, labels: Labels) -> str:
        scope.explicit += 1
        left = self._input(SUM, scope, node, labels, 0)
        right = self._input(SUM, scope, node, labels, 1)
        scope.explicit -= 1
        return f"({left} {node.value} {right})"

    def _write_compare(self, scope: Scope, node: Node,
                       labels: Labels) -> tuple[str, int]:
        text = self._comparison(scope, node, labels)
        if not node.sparse or scope.plain:
            return text, PRIMARY
        return f"{text} * {self._pattern(scope, node, labels, True)}", PRODUCT

    def _write_logical(self, scope: Scope, node: Node,
                       labels: Labels) -> tuple[str, int]:
        scope.explicit += 1
        left = self._input(PREFIX, scope, node, labels, 0)
        right = self._input(PREFIX, scope, node, labels, 1)
        scope.explicit -= 1
        return f"({left} {node.value} {right})", PRIMARY

    def _write_where(self, scope: Scope, node: Node,
                     labels: Labels) -> tuple[str, int]:
        """x to the power 1 is x and to the power 0 is 1, whatever x is, also NaN:
        a**c * b**(1 - c) is what `c ? a : b` would be."""
        scope.explicit += 1
        scope.plain += 1
        condition, yes, no = node.inputs
        chosen = self._input(PREFIX, scope, node, labels, 0)
        if yes.op == "number" and no.op == "number" and finite(yes, no):
            factors = [chosen, self._input(PREFIX, scope, node, labels, 1)]
            if no.value:
                other = self._input(PREFIX, scope, node, labels, 2)
                factors = [f"({' * '.join(factors)} + (1.0 - {chosen}) * {other})"]
        else:
            first = self._input(PREFIX, scope, node, labels, 1)
            second = self._input(PREFIX, scope, node, labels, 2)
            factors = [f"pow(1.0 * {first}, 1.0 * {chosen})",
                       f"pow(1.0 * {second}, 1.0 - {chosen})"]
        scope.explicit -= 1
        scope.plain -= 1
        if node.sparse and not scope.plain:
            factors.append(self._pattern(scope, node, labels, True))
        return " * ".join(factors), PRODUCT if len(factors) > 1 else PREFIX

    # --- Sums and products ----------------------------------------------------

    def _factors(self, scope: Scope, node: Node, labels: Labels) -> list[Factor]:
        """The factors of a node that is one of a product itself."""
        is_product = (node.op in ("contract", "cast", "diag") or
                      (node.op == "binary" and node.value == "*") or
                      (node.op == "reduce" and node.value[0] == "SUM"))
        if is_product and not self._is_shared(node):
            return self._factors_of_operation(scope, node, labels)
        if node.op in VIEWS and not self._is_shared(node):
            child, inner = viewed(node, labels)
            return self._factors(scope, child, inner)
        return [Factor(self._at_least(PREFIX, scope, node, labels), labels)]

    def _factors_of_operation(self, scope: Scope, node: Node,
                              labels: Labels) -> list[Factor]:
        if node.op == "cast":
            child = node.inputs[0]
            if child.op == "leaf":
                name = self._operand_of(child, node.dtype)
                return [Factor(access(name, labels) if child.ndim else name, labels)]
            return [Factor("1.0", ()), *self._factors(scope, child, labels)]
        if node.op == "binary":
            return [factor for child in node.inputs for factor in
                    self._factors(scope, child, aligned(child, node, labels))]
        if node.op == "diag":
            name = self._operand(Source("identity", self._at[id(node)]), 2)
            identity = access(name, labels)
            # The pattern says that both labels are the same.
            return [*self._factors(scope, node.inputs[0], labels[:1]),
                    Factor(identity, labels)]
        if node.op == "reduce":
            child = node.inputs[0]
            rest, bound, inner = iter(labels), [], []
            for at, dimension in enumerate(self._dimensions[id(child)]):
                if at in node.value[1]:
                    inner.append(self._label(scope, dimension))
                    bound.append(inner[-1])
                else:
                    inner.append(next(rest))
            return self._summed(scope, self._factors(scope, child, tuple(inner)),
                                bound, labels)
        names = dict(zip(node.value[1], labels))
        bound = []
        for child, inner_labels in zip(node.inputs, node.value[0]):
            for label, dimension in zip(inner_labels, self._dimensions[id(child)]):
                if label not in names:
                    names[label] = self._label(scope, dimension)
                    bound.append(names[label])
        factors = [factor for child, inner_labels in zip(node.inputs, node.value[0])
                   for factor in self._factors(
                       scope, child, tuple(names[label] for label in inner_labels))]
        return self._summed(scope, factors, bound, labels)

    def _summed(self, scope: Scope, factors: list[Factor], bound: list[Any],
                labels: Labels) -> list[Factor]:
        """Labels that two factors have are summed over without a word (L19)."""
        lone = [label for label in bound if label and (scope.explicit or sum(
            label in factor.labels for factor in factors) < 2)]
        if not lone:
            return factors
        text, _ = self._joined(factors)
        return [Factor(f"SUM[{', '.join(lone)}]({text})",
                       frozenset().union(*(f.labels for f in factors)) - set(lone))]

    @staticmethod
    def _joined(factors: list[Factor]) -> tuple[str, int]:
        text = " * ".join(factor.text for factor in factors)
        return text, PRODUCT if len(factors) > 1 else PREFIX

    def _write_contract(self, scope: Scope, node: Node,
                        labels: Labels) -> tuple[str, int]:
        return self._joined(self._factors_of_operation(scope, node, labels))

    _write_diag = _write_contract

    def _write_reduce(self, scope: Scope, node: Node,
                      labels: Labels) -> tuple[str, int]:
        if node.value[0] == "SUM":
            return self._write_contract(scope, node, labels)
        child = node.inputs[0]
        rest = iter(labels)
        inner = [self._label(scope, dimension) if at in node.value[1] else next(rest)
                 for at, dimension in enumerate(self._dimensions[id(child)])]
        bound = [name for at, name in enumerate(inner) if at in node.value[1] and name]
        text, strength = self._expression(scope, child, tuple(inner))
        if not bound:
            return text, strength
        return f"{node.value[0]}[{', '.join(bound)}]({text})", PRIMARY

    # --- Views ----------------------------------------------------------------

    def _write_view(self, scope: Scope, node: Node,
                    labels: Labels) -> tuple[str, int]:
        child, inner = viewed(node, labels)
        return self._expression(scope, child, inner)

    _write_permute = _write_expand = _write_squeeze = _write_diagonal = _write_view

    # --- Patterns -------------------------------------------------------------

    def _pattern(self, scope: Scope, node: Node, labels: Labels,
                 is_written: bool = False) -> str:
        """1 where a sparse node has elements; `is_written` of one that is being
        written, which has no name yet."""
        if node.op in ("leaf", "contract", "reduce", "diag") or (
                self._is_shared(node) and not is_written):
            text = (self._write_leaf(scope, node, labels)[0] if node.op == "leaf"
                    else access(self._statement_of(node), labels))
            return f"({text} @(pair) {text})"
        if node.op == "permute":
            return self._pattern(scope, *viewed(node, labels))
        sparse = [child for child in node.inputs if _lazy_graph.covers(child, node.shape)]
        patterns = list(dict.fromkeys(
            self._pattern(scope, child, labels) for child in sparse))
        if len(patterns) == 1:
            return patterns[0]
        if node.op == "binary" and node.value in "*/" or node.value == "&&":
            return "(" + " * ".join(patterns) + ")"
        text = patterns[0]
        for other in patterns[1:]:
            text = f"max({text}, {other})"
        return text
