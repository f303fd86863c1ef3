# ===- _grad_reverse.py - differentiation in reverse mode ------------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===#
"""Makes the statements of a gradient from those of a program.

Sums are written out (L19) and get labels of their own. What a derivative needs and
has a sum in it becomes a statement. Then each statement, from the last one on, hands
what it is worth to the tensors that it reads: a product of the factors on the way to
an access, summed over the labels that the access lacks. Products stay products, so
that the compiler finds the order in which they are multiplied."""

from __future__ import annotations

import dataclasses
from typing import Iterable, Iterator, Sequence

from ._grad_rules import (Path, derivatives, is_differentiable, over, product,
                          times)
from ._statement import read
from ._tree import (Access, Binary, Call, Number, Reduce, Semiring, Statement, Tree,
                    Unary, accesses, children, explicit, fail, free, labels_in,
                    rename, with_children, write)

SMALL = 2  # a gradient with so few accesses needs no statement


class Reverse:
    """The gradient's statements: `text` of some of the gradients."""

    def __init__(self, text: str, wrt: Sequence[str], seed: str | None,
                 sparse: frozenset[str]) -> None:
        self.source = text
        self.wrt = wrt
        self.sparse = set(sparse)
        self.formats: dict[str, str] = {}
        self.targets: dict[str, str] = {}
        self._statements: list[Statement] = []
        self._lifted: dict[str, str] = {}
        self._ones: dict[str, str] = {}
        self._origin: dict[str, str] = {}  # what a label was called that is renamed
        self._contributions: dict[str, list[tuple[tuple[str, ...], Tree]]] = {}
        forward = read(text)
        self._check(forward, seed)
        self._taken = names_in(forward) | set(wrt) | {seed or ""}
        for statement in forward:
            self._taken |= set(statement.target.labels) | labels_in(statement.value)
        self.active = set(wrt)
        for statement in forward:
            self._take(statement)
        self._go_back(seed)

    # --- Forward --------------------------------------------------------------

    def _fail(self, tree: Tree, what: str) -> None:
        fail(self.source, tree.at, f"not supported yet: the gradient of {what}",
             "not-supported")

    def _check(self, statements: list[Statement], seed: str | None) -> None:
        if not statements:
            fail(self.source, 0, "there is nothing to differentiate")
        assigned: set[str] = set()
        for statement in statements:
            target = statement.target
            if target.name in assigned or statement.operator != "=":
                self._fail(target, f"'{target.name}', which is assigned more than once")
            if target.name in self.wrt:
                fail(self.source, target.at, f"'{target.name}' is computed here, so no "
                     "gradient can be taken with respect to it")
            if len(set(target.labels)) < len(target.labels):
                fail(self.source, target.at, "a label stands twice on the left")
            for access in accesses(statement.value):
                if access.name == target.name:
                    self._fail(access, f"'{target.name}', which reads itself")
            assigned.add(target.name)
        last = statements[-1].target
        if last.labels and seed is None:
            fail(self.source, last.at, f"'{last.name}' has labels, so it has no "
                 "gradient, but a Jacobian: sum it, or name a tensor as 'seed' that "
                 "its gradient is multiplied by")
        used = names_in(statements)
        for name in self.wrt:
            if name not in used:
                fail(self.source, 0, f"the program does not use '{name}'")

    def _fresh(self, name: str, count: int = 0) -> str:
        candidate = f"{name}{count or ''}"
        while candidate in self._taken:
            count += 1
            candidate = f"{name}{count}"
        self._taken.add(candidate)
        return candidate

    def _take(self, statement: Statement) -> None:
        """Adds a statement and those that its derivatives need."""
        target = statement.target
        value = explicit(statement.value, frozenset(target.labels), self.source)
        value = self._own_labels(value, set(target.labels))
        if self._is_active(value):
            value = self._lift_within(value)
            self.active.add(target.name)
        self._add(dataclasses.replace(statement, value=value))

    def _add(self, statement: Statement) -> None:
        name = statement.target.name
        labels = frozenset(statement.target.labels)
        is_sparse = len(labels) > 1 and (
            statement.mask in self.sparse and not statement.complement
            or labels <= (self._sparse_along(statement.value) or frozenset()))
        self.formats[name] = ("dense" if not is_sparse else
                              "csr" if len(labels) == 2 else "csf")
        if is_sparse:
            self.sparse.add(name)
        self._statements.append(statement)

    def _own_labels(self, tree: Tree, used: set[str]) -> Tree:
        """Gives each sum labels that no other one has."""
        if isinstance(tree, Reduce):
            names = {}
            for label in tree.labels:
                if label in used:
                    names[label] = self._fresh(label)
                    self._origin[names[label]] = self._origin.get(label, label)
                used.add(names.get(label, label))
            if names:
                tree = dataclasses.replace(
                    tree, labels=tuple(names.get(one, one) for one in tree.labels),
                    operand=rename(tree.operand, names))
        return with_children(tree, [self._own_labels(c, used) for c in children(tree)])

    def _is_active(self, tree: Tree) -> bool:
        return any(access.name in self.active for access in accesses(tree))

    def _lift_within(self, tree: Tree) -> Tree:
        """Names what the derivatives of a tree are made of and costs a sum."""
        if not self._is_active(tree):
            return tree
        if not is_differentiable(tree):
            what = (f"'{tree.function}'" if isinstance(tree, Call) else
                    f"'{tree.kind}'" if isinstance(tree, Reduce) else
                    f"'{getattr(tree, 'operator', '')}'")
            self._fail(tree, what)
        inner = [self._lift_within(child) for child in children(tree)]
        if isinstance(tree, Call) or isinstance(tree, Binary) and tree.operator == "/":
            inner = [self._lift(one) if has_sum(one) else one for one in inner]
        elif isinstance(tree, Binary) and tree.operator == "*":
            inner = [self._lift(one) if has_sum(one) and is_sum_of_terms(one) else one
                     for one in inner]
        elif isinstance(tree, Reduce) and tree.kind in ("NORM", "MAX", "MIN"):
            inner = [self._lift(one) if has_sum(one) else one for one in inner]
            return self._lift(with_children(tree, inner))
        return with_children(tree, inner)

    def _lift(self, tree: Tree) -> Tree:
        """An access to a tensor with this value; the same for the same value."""
        if isinstance(tree, (Access, Number)):
            return tree
        order: dict[str, str] = {}
        for label in in_order(tree):
            order.setdefault(label, f"_{len(order)}")
        key = write(rename(tree, order))
        labels = tuple(label for label in order if label in free(tree))
        if key not in self._lifted:
            name = self._fresh("t", 1)
            self._lifted[key] = name
            self.active.add(name)
            self._add(Statement(Access(name, labels), "=", tree))
        return Access(self._lifted[key], labels, at=tree.at)

    def _sparse_along(self, tree: Tree) -> frozenset[str] | None:
        """The labels along which a tree has absent elements; None of a number."""
        if isinstance(tree, Number):
            return None
        if isinstance(tree, Access):
            return frozenset(tree.labels if tree.name in self.sparse else ())
        inner = [self._sparse_along(child) for child in children(tree)]
        known = [one for one in inner if one is not None]
        if isinstance(tree, Reduce):
            return (inner[0] or frozenset()) - set(tree.labels)
        if isinstance(tree, Unary):
            return inner[0] if tree.operator == "-" else frozenset()
        if isinstance(tree, (Binary, Semiring)):
            if isinstance(tree, Semiring) or tree.operator in "*/":
                return frozenset().union(*known) if known else None
            if tree.operator in "+-" and len(known) == 2:
                return known[0] & known[1]
            return frozenset()
        assert isinstance(tree, Call)
        keeps = tree.function in ("abs", "relu", "sin", "sqrt", "tanh") or (
            tree.function == "pow" and isinstance(tree.operands[1], Number)
            and float(tree.operands[1].text) > 0)
        return inner[0] if keeps else frozenset()

    # --- Backward -------------------------------------------------------------

    def _go_back(self, seed: str | None) -> None:
        forward = [s for s in self._statements if s.target.name in self.active]
        last = self._statements[-1]
        for statement in reversed(forward):
            target = statement.target
            path = Path()
            if statement is last:
                if target.labels:
                    assert seed is not None
                    path = times(path, Access(seed, target.labels))
            else:
                worth = self._worth_of(target)
                if worth is None:
                    continue
                path = times(path, worth)
            if statement.mask:
                if statement.complement:
                    self._fail(target, "what is computed outside of a mask")
                mask = Access(statement.mask, target.labels)
                path = times(path, Semiring("pair", mask, mask))
            self._visit(statement.value, path, target.labels, target)
        for name in self.wrt:
            self._conclude(name)

    def _worth_of(self, target: Access) -> Tree | None:
        """The gradient with respect to an intermediate tensor, by its labels."""
        tree = self._total(target.name, target.labels)
        if tree is None:
            return None
        if not has_sum(tree) and len(list(accesses(tree))) <= SMALL:
            return tree
        name = self._fresh("grad_" + target.name)
        self._add_gradient(name, target, tree)
        return Access(name, target.labels)

    def _add_gradient(self, name: str, of: Access, tree: Tree) -> None:
        """Computes what is sparse at its pattern."""
        mask = of.name if of.name in self.sparse else ""
        if not mask:  # it repeats along labels that only the left side has
            for label in of.labels:
                if label not in free(tree):
                    ones = Access(self._ones_along(label), (label,))
                    tree = Binary("*", tree, ones)
        self._add(Statement(Access(name, of.labels), "=", tree, mask))

    def _total(self, name: str, labels: tuple[str, ...]) -> Tree | None:
        """The sum of the contributions to a tensor."""
        result: Tree | None = None
        for own, tree in self._contributions.pop(name, []):
            names = dict(zip(own, labels))
            for label in sorted(labels_in(tree) - set(own)):
                if label in labels:
                    names[label] = self._fresh(label)
                    self._origin[names[label]] = self._origin.get(label, label)
            tree = rename(tree, names)
            result = tree if result is None else Binary("+", result, tree)
        return result

    def _conclude(self, name: str) -> None:
        contributions = self._contributions.get(name)
        if contributions:
            labels = contributions[0][0]
        else:
            labels = next(access.labels for statement in self._statements
                          for access in accesses(statement.value)
                          if access.name == name)
        tree = self._total(name, labels)
        if tree is None:
            self_access = Access(name, labels)
            tree = Binary("*", Number("0.0"), Semiring("pair", self_access,
                                                       self_access))
        target = self._fresh("grad_" + name)
        self.targets[name] = target
        self._add_gradient(target, Access(name, labels), tree)

    def _visit(self, tree: Tree, path: Path, context: tuple[str, ...],
               worth: Access) -> None:
        """Hands on what a part of the value of `worth` contributes to it."""
        if not self._is_active(tree):
            return
        if isinstance(tree, Access):
            self._contribute(tree, path, context)
            return
        if isinstance(tree, Reduce):
            context += tree.labels
            if tree.kind == "NORM":  # a statement of its own
                path = over(times(path, tree.operand), worth)
            elif tree.kind in ("MAX", "MIN"):
                path = self._through_extreme(tree, path, worth)
            self._visit(tree.operand, path, context, worth)
            return
        for child, further in derivatives(tree, path):
            if self._is_active(child):
                self._visit(child, further, context, worth)

    def _through_extreme(self, tree: Reduce, path: Path, worth: Access) -> Path:
        """Those that are the extreme have equal shares in it."""
        one = tree.operand
        is_extreme: Tree = Binary("==", one, worth)
        if self._sparse_along(one):
            if not isinstance(one, Access):
                self._fail(tree, f"'{tree.kind}' of a sparse expression; name it by a "
                           "statement")
            is_extreme = Binary("*", is_extreme, Semiring("pair", one, one))
        count = Access(self._fresh("count_" + worth.name), worth.labels)
        self._add(Statement(count, "=", Reduce(
            "SUM", tree.labels, Binary("*", Number("1.0"), is_extreme))))
        return over(times(path, is_extreme), count)

    def _contribute(self, access: Access, path: Path,
                    context: tuple[str, ...]) -> None:
        if len(set(access.labels)) < len(access.labels):
            self._fail(access, f"a diagonal, '{write(access)}'")
        summed = tuple(label for label in context if label not in access.labels)
        known = frozenset().union(*map(free, path.factors + path.divisors))
        for label in summed:
            if label not in known:
                # Each element counts as often as the label has coordinates.
                path = times(path, Access(self._ones_along(label), (label,)))
        tree = product(path)
        if summed:
            tree = Reduce("SUM", summed, tree)
        self._contributions.setdefault(access.name, []).append((access.labels, tree))

    def _ones_along(self, label: str) -> str:
        """A vector of ones along a label: whatever is counted, it is not negative."""
        if label not in self._ones:
            access = self._access_along(label)
            count: Tree = Semiring("pair", access, access)
            others = tuple(dict.fromkeys(o for o in access.labels if o != label))
            if others:
                count = Reduce("SUM", others, count)
            name = self._fresh(f"ones_{label}")
            self._ones[label] = name
            self._add(Statement(Access(name, (label,)), "=", Binary(
                "*", Number("1.0"), Binary(">=", count, Number("0")))))
        return self._ones[label]

    def _access_along(self, label: str) -> Access:
        """Some tensor with this label: an operand, if there is one."""
        computed = {statement.target.name for statement in self._statements}
        found = []
        for statement in self._statements:
            for access in accesses(statement.value):
                own = [self._origin.get(one, one) for one in access.labels]
                if self._origin.get(label, label) in own:
                    at = own.index(self._origin.get(label, label))
                    found.append((access.name in computed, len(own), access, at))
        if not found:
            fail(self.source, 0, f"nothing has the label '{label}', so it has no size")
        _, _, access, at = min(found, key=lambda one: one[:2])
        names = {access.labels[at]: label}
        return dataclasses.replace(
            access, labels=tuple(names.get(one, one) for one in access.labels))

    # --- Text -----------------------------------------------------------------

    def text(self, wrt: Iterable[str]) -> str:
        """The statements that the gradients with respect to some tensors need."""
        needed = {self.targets[name] for name in wrt}
        kept = []
        for statement in reversed(self._statements):
            if statement.target.name in needed:
                kept.append(str(statement))
                needed |= names_in([statement]) - {statement.target.name}
        return ";\n".join(reversed(kept))


def names_in(statements: Iterable[Statement]) -> set[str]:
    """The tensors that statements name."""
    result = set()
    for statement in statements:
        result.add(statement.target.name)
        result.add(statement.mask)
        result.update(access.name for access in accesses(statement.value))
    return result - {""}


def has_sum(tree: Tree) -> bool:
    return isinstance(tree, Reduce) or any(map(has_sum, children(tree)))


def is_sum_of_terms(tree: Tree) -> bool:
    if isinstance(tree, Unary):
        return is_sum_of_terms(tree.operand)
    return isinstance(tree, Binary) and tree.operator in "+-"


def in_order(tree: Tree) -> Iterator[str]:
    if isinstance(tree, (Access, Reduce)):
        yield from tree.labels
    for child in children(tree):
        yield from in_order(child)
