# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes random .ta programs, with their data, that a given seed repeats.

The programs keep to D and CU levels, dense targets, and at most one sparse
tensor in each product. Every statement is one line and is followed by a print
of its target, so that a line can be left out without changing the others.
"""

import collections
import itertools

LABELS = "abcdefgh"
SIZES = (1, 2, 3, 3, 4, 5, 9, 19)  # the last ones are longer than a vector
MOST_POINTS = 6000  # of the iteration space of a term
MOST_ELEMENTS = 1000  # of a tensor
DAMPING = 0.05  # for each result read, or results grow from line to line
MATRIX_FORMATS = ("CSR", "CSC", "DCSR", "DCSC")

# A node of an expression: `op` is an operator, "access", "number", "scalar",
# "neg", "call", "SUM" or "transpose"; `name` and `labels` are what it names.
Node = collections.namedtuple("Node", "op operands name labels",
                              defaults=((), None, ()))
# `entries` maps coordinates to values; None where no file is read.
Tensor = collections.namedtuple("Tensor", "name labels format entries")
# `lines` are the statements that may be left out, `statements` their trees:
# tuples of target, its labels, operator and value. A scalar variable is a
# target of the format "scalar".
Program = collections.namedtuple(
    "Program", "sizes tensors head lines statements files")


def text_of(node):
    """The source of an expression, with parentheses around every operator."""
    operands = [text_of(operand) for operand in node.operands]
    if node.op == "access":
        return f"{node.name}[{', '.join(node.labels)}]"
    if node.op in ("number", "scalar"):
        return node.name
    if node.op == "neg":
        return f"(-{operands[0]})"
    if node.op == "transpose":
        return f"transpose({operands[0]}, {{{', '.join(node.labels)}}})"
    if node.op == "call":
        return f"{node.name}({', '.join(operands)})"
    if node.op == "SUM":
        over = f"[{', '.join(node.labels)}]" if node.labels else ""
        return f"SUM{over}({operands[0]})"
    left, right = operands
    if node.op in "+-":
        return f"({left} {node.op} {right})"
    return f"{left} {node.op} {right}"


def positions(tensor):
    """Labels for a fill or a read: they need no declaration."""
    if len(set(tensor.labels)) == len(tensor.labels):
        return ", ".join(tensor.labels)
    return ", ".join(f"x{d}" for d in range(len(tensor.labels)))


def number(value):
    return Node("number", name=repr(float(value)))


class Generator:
    """Makes one program from a random.Random."""

    def __init__(self, random):
        self.random = random
        self.sizes = {}
        self.tensors = []
        self.scalars = []
        self.statements = []
        self.files = {}

    def program(self):
        for label in LABELS[:self.random.randint(3, 6)]:
            self.sizes[label] = self.random.choice(SIZES)
        for position in range(self.random.randint(2, 7)):
            self.tensors.append(self.input_tensor(f"T{position}"))
        for position in range(self.random.randint(0, 2)):
            self.scalars.append((f"s{position}", self.value()))
        targets = [self.target_tensor(f"R{position}")
                   for position in range(self.random.randint(1, 3))]
        inputs = list(self.tensors)
        # The others start from nothing, and only their own prints read them.
        filled = [target for target in targets if self.random.random() < 0.7]
        self.tensors += filled
        scalars = [Tensor(name, (), "scalar", None) for name, _ in self.scalars]
        lines = []
        for _ in range(self.random.randint(3, 8)):
            lines.append(self.next_line(targets + scalars, lines))
        head = self.head(inputs, targets, filled)
        return Program(self.sizes, inputs + targets, head, lines,
                       self.statements, self.files)

    # Declarations and data.

    def value(self):
        return self.random.choice((float(self.random.randint(-3, 3)),
                                   round(self.random.uniform(-2, 2), 3)))

    def some_labels(self, least, most):
        labels, elements = (), 1
        for _ in range(self.random.randint(least, most)):
            label = self.random.choice(list(self.sizes))
            elements *= self.sizes[label]
            if elements <= MOST_ELEMENTS:
                labels += (label,)
        return labels

    def input_tensor(self, name):
        labels = self.some_labels(1, self.random.choice((2, 2, 3, 4)))
        tensor_format = self.format_of(len(labels))
        density = self.random.choice((0, 0.1, 0.3, 0.6, 1.0))
        if "CU" not in tensor_format and tensor_format not in MATRIX_FORMATS:
            density = self.random.choice((0.5, 1.0))
        # A value that is a count of lines can make a header of the first line
        # of a FROSTT file (see --tns).
        is_frostt = len(labels) > 2
        entries = {}
        for point in itertools.product(
                *(range(self.sizes[label]) for label in labels)):
            if self.random.random() < density:
                entries[point] = self.value() + (0.125 if is_frostt else 0)
        if is_frostt and not entries:
            entries[(0,) * len(labels)] = 0.5
        self.write_file(name, labels, entries)
        return Tensor(name, labels, tensor_format, entries)

    def format_of(self, order):
        kind = self.random.randrange(4)
        if kind == 0:
            return "Dense"
        if kind == 1 and order == 2:
            return self.random.choice(MATRIX_FORMATS)
        if kind == 1 and order > 2:
            return ", ".join(["CU"] * order)
        return ", ".join(self.random.choice(("D", "CU"))
                         for _ in range(order))

    def target_tensor(self, name):
        labels = self.some_labels(0, self.random.choice((1, 2, 2, 3, 4)))
        return Tensor(name, labels, "Dense", None)

    def write_file(self, name, labels, entries):
        """Matrix Market up to order 2, where it gives the sizes; FROSTT
        above."""
        points = list(entries.items())
        self.random.shuffle(points)
        lines = [" ".join(str(c + 1) for c in point) for point, _ in points]
        lines = [f"{line} {value}" for line, (_, value) in zip(lines, points)]
        if len(labels) > 2:
            self.files[name + ".tns"] = "\n".join(lines) + "\n"
            return
        shape = [self.sizes[label] for label in labels] + [1] * (
            2 - len(labels))
        if len(labels) == 1:
            lines = [f"{point[0] + 1} 1 {value}" for point, value in points]
        self.files[name + ".mtx"] = "\n".join(
            ["%%MatrixMarket matrix coordinate real general",
             f"{shape[0]} {shape[1]} {len(points)}"] + lines) + "\n"

    def head(self, inputs, targets, filled):
        """The lines before the statements. A label is `?` at times where a
        matrix file sizes it."""
        sized = {label for tensor in inputs if len(tensor.labels) <= 2
                 for label in tensor.labels}
        lines = []
        for label, size in self.sizes.items():
            is_open = label in sized and self.random.random() < 0.5
            lines.append(
                f"IndexLabel [{label}] = [{'?' if is_open else size}];")
        for tensor in inputs + targets:
            lines.append(f"Tensor<double> {tensor.name}"
                         f"([{', '.join(tensor.labels)}], "
                         f"{{{tensor.format}}});")
        for position, tensor in enumerate(inputs):
            lines.append(f"{tensor.name}[{positions(tensor)}] = "
                         f"read({position});")
        for tensor in filled:
            lines.append(f"{tensor.name}[{positions(tensor)}] = "
                         f"{self.value()};")
        for name, value in self.scalars:
            lines.append(f"var {name} = {float(value)!r};")
        return lines

    # Statements.

    def next_line(self, targets, lines):
        """A new statement, or at times an earlier one once more: what it
        computes must not be mixed up with what changed since."""
        if lines and self.random.random() < 0.25:
            again = self.random.randrange(len(lines))
            self.statements.append(self.statements[again])
            return lines[again]
        return self.statement(self.random.choice(targets))

    def statement(self, target):
        labels = self.distinct_labels(target)
        if labels is None:
            return self.fill(target)
        op = self.random.choice(("=", "=", "+=", "-="))
        pool = list(labels)
        self.random.shuffle(pool)
        others = [label for label in self.sizes if label not in pool]
        self.random.shuffle(others)
        pool += others[:self.random.randint(0, 2)]
        terms = [self.term(labels, pool)
                 for _ in range(self.random.choice((1, 1, 2, 3)))]
        value = terms[0]
        for term in terms[1:]:
            value = Node(self.random.choice("+-"), (value, term))
        return self.line(target, labels, op, value)

    def line(self, target, labels, op, value):
        self.statements.append((target, labels, op, value))
        source = text_of(value)
        if value.op in ("+", "-"):
            source = source[1:-1]
        left = target.name
        if target.format != "scalar":
            left += f"[{', '.join(labels)}]"
        return f"{left} {op} {source}; print({target.name});"

    def fill(self, target):
        """For a target whose dimensions have no labels of their own."""
        labels = tuple(positions(target).split(", "))
        return self.line(target, labels, "=", number(self.value()))

    def distinct_labels(self, tensor):
        """A label of the right size for each dimension, all different; None
        when there are too few."""
        chosen = []
        for dimension in tensor.labels:
            choices = [label for label, size in self.sizes.items()
                       if size == self.sizes[dimension]
                       and label not in chosen]
            if not choices:
                return None
            chosen.append(dimension if dimension in choices and
                          self.random.random() < 0.7 else
                          self.random.choice(choices))
        return tuple(chosen)

    def access(self, tensor, pool):
        labels = []
        for dimension in tensor.labels:
            size = self.sizes[dimension]
            fitting = [label for label in pool if self.sizes[label] == size]
            if self.is_sparse(tensor) or self.random.random() < 0.9:
                fitting = [label for label in fitting if label not in labels]
            labels.append(self.random.choice(fitting) if fitting else
                          self.any_label(size, labels, dimension))
        return Node("access", name=tensor.name, labels=tuple(labels))

    def any_label(self, size, taken, otherwise):
        choices = [label for label in self.sizes
                   if self.sizes[label] == size and label not in taken]
        return self.random.choice(choices) if choices else otherwise

    @staticmethod
    def is_sparse(tensor):
        return "CU" in tensor.format or tensor.format in MATRIX_FORMATS

    def operand(self, pool, sparse_allowed):
        """An access that `pool` fits best of a few."""
        tensors = [tensor for tensor in self.tensors
                   if sparse_allowed or not self.is_sparse(tensor)]
        accesses = [self.access(self.random.choice(tensors), pool)
                    for _ in range(3)]
        return min(accesses, key=lambda access: len(
            set(access.labels) - set(pool)))

    def term(self, kept, pool):
        """A product of up to four factors, or a quotient."""
        count = self.random.choice((1, 2, 2, 3, 4))
        place = self.random.randrange(count + 1)
        factors = []
        for position in range(count):
            factor = self.factor(kept, pool, position == place)
            if self.points(factors + [factor], kept) <= MOST_POINTS:
                factors.append(factor)
        read = results_in(Node("", factors))
        if read or not factors:
            factors.insert(0, number(DAMPING ** read if read
                                     else self.value()))
        value = factors[0]
        for factor in factors[1:]:
            value = self.product(value, factor)
        kind = self.random.randrange(12)
        if kind == 0:
            return Node("neg", (value,))
        if kind == 1:
            return Node("/", (value, self.divisor(kept)))
        return value

    def product(self, left, right):
        alike = set(left.labels) == set(right.labels)
        if alike and left.op == right.op == "access" and left.labels:
            return Node(self.random.choice(("*", ".*")), (left, right))
        if right.op in ("*", ".*", "/"):
            right = Node("call", (right,), "abs")
        return Node("*", (left, right))

    def points(self, factors, kept):
        labels = set(kept)
        for factor in factors:
            labels |= labels_of(factor)
        count = 1
        for label in labels:
            count *= self.sizes[label]
        return count

    def has_dense(self):
        return any(not self.is_sparse(tensor) for tensor in self.tensors)

    def factor(self, kept, pool, sparse_allowed):
        if not sparse_allowed and not self.has_dense():
            return number(self.value())
        kind = self.random.randrange(20)
        if kind == 0:
            return number(self.value())
        if kind == 1 and self.scalars:
            return Node("scalar", name=self.random.choice(self.scalars)[0])
        if kind in (2, 3):
            return self.sum_factor(pool, sparse_allowed)
        if kind in (4, 5):
            return self.function(kept, pool, sparse_allowed)
        if kind == 6:
            return self.reduction(pool, sparse_allowed)
        access = self.operand(pool, sparse_allowed)
        if kind == 7 and len(set(access.labels)) == len(access.labels) > 1:
            order = self.random.sample(access.labels, len(access.labels))
            return Node("transpose", (access,), labels=tuple(order))
        return access

    def sum_factor(self, pool, sparse_allowed):
        """A sum inside a product."""
        left = self.operand(pool, sparse_allowed)
        right = self.random.choice((
            number(self.value()), self.operand(pool, sparse_allowed)))
        return Node(self.random.choice("+-"), (left, right))

    def function(self, kept, pool, sparse_allowed):
        """A function of an elementwise expression or of a contraction."""
        argument = self.operand(list(kept) or pool, sparse_allowed)
        if self.random.random() < 0.4 and self.has_dense():
            other = self.operand(pool, False)
            argument = Node("*", (self.operand(pool, sparse_allowed), other))
        # A label that only one factor uses, and that is not kept, has to say
        # where it is summed (L19).
        lone = [label for label in sorted(labels_of(argument) - set(kept))
                if uses_of(argument, label) == 1]
        if lone:
            argument = Node("SUM", (argument,), labels=tuple(lone))
        name = self.random.choice(
            ("relu", "abs", "tanh", "sin", "cos", "sigmoid", "exp", "sqrt",
             "log", "pow", "min", "max"))
        if name in ("exp", "sin", "cos"):
            argument = Node("call", (argument,), "tanh")
        if name in ("sqrt", "log"):
            argument = Node("+", (number(1.5),
                                  Node("call", (argument,), "abs")))
        if name == "pow":
            return Node("call", (argument, number(2)), name)
        if name in ("min", "max"):
            return Node("call", (argument, number(self.value())), name)
        return Node("call", (argument,), name)

    def reduction(self, pool, sparse_allowed):
        """SUM over some labels of a product, or over all of them."""
        argument = self.operand(pool, sparse_allowed)
        if self.random.random() < 0.5 and self.has_dense():
            argument = Node("*", (argument, self.operand(pool, False)))
        labels = sorted(labels_of(argument))
        over = self.random.sample(labels, self.random.randint(0, len(labels)))
        return Node("SUM", (argument,), labels=tuple(over))

    def divisor(self, kept):
        """An expression that is never near zero."""
        if not kept or not self.has_dense() or self.random.random() < 0.3:
            return number(self.random.choice((-2.5, 0.75, 4)))
        argument = self.operand(list(kept), False)
        if not set(argument.labels) <= set(kept):
            return number(1.25)
        return Node("+", (number(1.5), Node("call", (argument,), "abs")))


def labels_of(node):
    """The labels of an expression that nothing in it binds."""
    labels = set() if node.op == "SUM" else set(node.labels)
    for operand in node.operands:
        labels |= labels_of(operand)
    if node.op == "SUM":
        labels = labels - set(node.labels) if node.labels else set()
    return labels


def uses_of(node, label):
    """How many accesses in an expression have a label."""
    own = node.op == "access" and label in node.labels
    return own + sum(uses_of(operand, label) for operand in node.operands)


def results_in(node):
    """How many times an expression reads a target of a statement."""
    own = node.op == "scalar" or (
        node.op == "access" and node.name.startswith("R"))
    return own + sum(results_in(operand) for operand in node.operands)


def source_of(program, lines=None):
    """The text of a program, or of one with some of its lines only."""
    body = program.head + list(program.lines if lines is None else lines)
    return "\n".join(["def main() {"] + ["  " + line for line in body] +
                     ["}", ""])
