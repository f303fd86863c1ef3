# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes random .ta programs, with their data, that a given seed repeats.

Every statement is one line and is followed by a print of its target, so that a
line can be left out without changing the others. Programs are right by
construction, but for a few statements whose result does not fit their target
(L8, L44): those both sides must refuse.
"""

import dataclasses
import itertools

from conditions import condition, extreme_place, of_selected, truth
from formats import MATRIX_FORMATS, random_format
from program import (Node, Program, Reorder, Statement, TYPES, Tensor,
                     is_full, is_integral, labels_of, nodes_of, type_of,
                     uses_of)

LABELS = "abcdefgh"
SIZES = (1, 2, 3, 3, 4, 5, 9, 19)  # the last ones are longer than a vector
MOST_POINTS = 6000  # of the iteration space of a term
MOST_ELEMENTS = 1000  # of a tensor
DAMPING = 0.05  # for each result read, or results grow from line to line
WRONG = 0.04  # of the statements may be of a wrong type or pattern
BLOCK_FORMATS = (
    "BCSR(2, 3)", "BCSR(4, 2)", "CSB(2, 2)",
    "format = (i, j) -> "
    "(j / 2 : dense, i / 3 : compressed, j % 2 : dense, i % 3 : dense);",
    "format = (i, j) -> "
    "(i / 2 : compressed, j / 2 : compressed, i % 2 : dense, j % 2 : dense);",
    "format = (i, j) -> "
    "(i / 2 : dense, j / 4 : compressed, i % 2 : dense, j % 4 : compressed);")
VALUE_FORMATS = ("CSR", "CSC", "DCSR", "DCSC", "COO", "CSF", "CU, CU", "D, CU")
SEMIRINGS = ("+,*", "min,+", "max,*", "max,min", "min,max", "|,&", "any,pair",
             "+,min", "+,pair", "*,+", "min,first", "max,second", "+,second")
MONOIDS = ("+", "*", "-", "min", "max", "first", "second", "pair", "|", "&")


def has_fractions(type_name):
    """Values of these types make no header of a FROSTT file (see --tns)."""
    return type_name in ("double", "float")


def number(value):
    return Node("number", name=str(value))


class Generator:
    """Makes one program from a random.Random. One that `is_infinite` has
    infinities and NaN among its data. Which of them a result is depends on the
    order of operations (L21), so that no statement reads another's."""

    def __init__(self, random, is_infinite=False):
        self.random = random
        self.is_infinite = is_infinite
        self.is_mixed = random.random() < 0.35
        # One sparse tensor in a product, formats of D and CU, dense results:
        # what a compiler can do first.
        self.is_simple = random.random() < 0.4
        # Of matrices, half are in the same blocks: results are made in these.
        self.blocks = (random.choice(BLOCK_FORMATS)
                       if random.random() < 0.15 else None)
        self.sizes = {}
        self.ranges = {}
        self.tensors = []
        self.scalars = []
        self.limit = "double"  # the widest type that the statement may have
        self.terms = []  # with what they keep, and the limit

    def chance(self, probability):
        return self.random.random() < probability

    def program(self):
        for label in LABELS[:self.random.randint(3, 6)]:
            self.sizes[label] = self.random.choice(SIZES)
        open_labels = frozenset(
            label for label in self.sizes if self.chance(0.5))
        if not self.is_simple and self.chance(0.5):
            self.add_range()
        inputs = [self.input_tensor(f"T{n}")
                  for n in range(self.random.randint(2, 7))]
        self.tensors += inputs
        for position in range(0 if self.is_infinite
                              else self.random.randint(0, 2)):
            self.scalars.append((f"s{position}", float(self.value("double"))))
        targets = [self.target_tensor(f"R{n}")
                   for n in range(self.random.randint(1, 4))]
        # The others start from nothing, and only their own prints read them.
        if not self.is_infinite:
            self.tensors += [target for target in targets if target.fill]
        self.sinks = [target for target in targets if not target.fill]
        every = tuple(inputs + targets)
        self.known = Program(self.sizes, self.ranges, open_labels, every,
                             tuple(self.scalars), ())
        statements = []
        for _ in range(self.random.randint(3, 8)):
            # At times an earlier one once more: what it computes must not be
            # mixed up with what changed since.
            again = statements and self.chance(0.2)
            statements.append(self.random.choice(statements) if again else
                              self.statement(targets))
        return Program(self.sizes, self.ranges, open_labels, every,
                       tuple(self.scalars), tuple(statements),
                       self.reorder(inputs, len(statements)))

    def reorder(self, inputs, statements):
        """L36; not with slices, which the reordered labels refuse."""
        tensor = self.random.choice(inputs)
        if self.ranges or not self.chance(0.3):
            return None
        labels = list(dict.fromkeys(tensor.labels))
        chosen = self.random.sample(labels,
                                    self.random.randint(1, len(labels)))
        method = self.random.choice(("lexi", "lexi", "rcm", "degree", "auto",
                                     "none"))
        return Reorder(tuple(chosen), method, tensor.name,
                       self.random.randrange(statements))

    # Declarations and data.

    def add_range(self):
        lo = self.random.randint(0, 2)
        step = self.random.choice((1, 1, 2, 3))
        count = self.random.randint(1, 3)
        hi = lo + (count - 1) * step + self.random.randint(1, step)
        self.ranges["r"] = (lo, hi, step)

    def value(self, type_name="double"):
        whole = self.random.randint(-3, 3)
        if type_name == "bool":
            return abs(whole) % 2
        if is_integral(type_name):
            return whole
        real = self.random.choice((float(whole),
                                   round(self.random.uniform(-2, 2), 3)))
        if type_name == "complex":
            return complex(real, self.random.randint(-2, 2))
        return real

    def literal(self, type_name):
        """A number that is no more than of the type."""
        if type_name == "bool":
            return self.random.choice(("true", "false"))
        value = self.value("int" if is_integral(type_name) else "double")
        return str(value)

    def type_name(self, *choices):
        return self.random.choice(choices) if self.is_mixed else "double"

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
        type_name = self.type_name("double", "double", "float", "int", "int32",
                                   "bool", "complex")
        if len(labels) > 2 and type_name == "complex":
            type_name = "double"
        tensor_format = self.format_of(len(labels))
        density = self.random.choice((0, 0.1, 0.3, 0.6, 1.0))
        tensor = Tensor(name, labels, type_name, tensor_format)
        if not tensor.is_sparse:
            density = self.random.choice((0.5, 1.0))
        # A file may hold zeros, which are stored elements (L38). The value of a
        # FROSTT entry has a fraction, or its first line could be a header.
        is_frostt = len(labels) > 2
        entries = {}
        for point in itertools.product(
                *(range(self.sizes[label]) for label in labels)):
            if self.chance(density):
                entries[point] = self.value(type_name)
                if is_frostt and not is_integral(type_name):
                    entries[point] += 0.125
                if self.is_infinite and type_name in ("double", "float") and (
                        self.chance(0.1)):
                    entries[point] = float(
                        self.random.choice(("inf", "-inf", "nan")))
        if is_frostt and is_integral(type_name):
            return self.filled(tensor)
        if is_frostt and not entries:
            entries[(0,) * len(labels)] = 0.5
        points = list(entries.items())
        self.random.shuffle(points)
        if tensor_format in VALUE_FORMATS and self.chance(0.15):
            return self.with_value(
                Tensor(name, labels, type_name, tensor_format, dict(points)))
        return Tensor(name, labels, type_name, tensor_format, dict(points))

    def with_value(self, tensor):
        """All elements of the tensor get one value (L50)."""
        choices = (("1",) if is_integral(tensor.type) else
                   ("0.125", "-2.625") if len(tensor.labels) > 2 else
                   ("1", "-2.5", "0.125"))
        value = self.random.choice(choices)
        if tensor.type == "bool":
            value = "true"
        number = 1 if value == "true" else float(value)
        if is_integral(tensor.type):
            number = int(number)
        if tensor.type == "complex":
            number = complex(number)
        entries = dict.fromkeys(tensor.entries, number)
        return dataclasses.replace(tensor, entries=entries, value=value)

    def filled(self, tensor):
        return Tensor(tensor.name, tensor.labels, tensor.type, "Dense", None,
                      self.literal(tensor.type))

    def format_of(self, order):
        if order == 2 and self.blocks and self.chance(0.5):
            return self.blocks
        kind = self.random.randrange(6)
        if kind == 0:
            return "Dense"
        if kind == 5:
            return ("CSF" if self.is_simple
                    else random_format(order, self.random))
        if kind in (1, 2) and order == 2:
            formats = MATRIX_FORMATS[:5 if self.is_simple else None]
            return self.random.choice(formats)
        if kind == 1 and order > 2:
            return "CSF"
        if kind == 2 and not self.is_simple:
            return self.random.choice(
                ("COO", "COO", "ModeGeneric") if order > 1 else ("COO",))
        levels = []
        for _ in range(order):
            choices = ["D", "CU"]
            if not self.is_simple:
                choices.append("CN")
                if levels and levels[-1] in ("CN", "S"):
                    choices += ["S", "S"]
            levels.append(self.random.choice(choices))
        return ", ".join(levels)

    def target_tensor(self, name):
        labels = self.some_labels(0, self.random.choice((1, 2, 2, 3, 4)))
        type_name = self.type_name("double", "double", "double", "float", "int",
                                   "int32", "bool", "complex", "complex")
        tensor_format = "Dense"
        if labels and not self.is_simple and self.chance(0.6):
            tensor_format = self.format_of(len(labels))
        target = Tensor(name, labels, type_name, tensor_format)
        fill = ""
        if self.chance(0.6):
            fill = "0" if target.is_sparse else self.literal(type_name)
            if fill == "0" and type_name == "bool":
                fill = ""
        return Tensor(name, labels, type_name, tensor_format, None, fill)

    # Statements.

    def statement(self, targets):
        if not self.is_simple and self.chance(0.15):
            self.limit = "double"
            return Statement("", (), "", self.whole_reduction())
        names = [name for name, _ in self.scalars]
        choice = self.random.choice(targets + names)
        if choice in names:
            self.limit = "double"
            value = self.sum_of_terms(())
            return Statement(choice, (), self.random.choice(("=", "+=", "-=")),
                             value)
        self.limit = choice.type
        labels = self.distinct_labels(choice)
        if labels is None:
            return self.fill(choice)
        op = self.random.choice(("=", "=", "=", "+=", "-="))
        if not self.is_simple and choice in self.sinks and self.chance(0.15):
            op = f"@({self.random.choice(('min', 'max', '*', '+'))})="
        statement = self.fitting_statement(choice, labels, op)
        if statement is None:
            return self.fill(choice)
        mask = self.mask_for(choice)
        form = self.form_for(choice, labels, statement)
        return Statement(choice.name, labels, "=" if form == "call" else op,
                         statement, "" if form == "call" else mask, form,
                         self.random.choice(MATRIX_FORMATS[:6]),
                         self.chance(0.1))

    def fitting_statement(self, target, labels, op):
        """An expression that fits the target's type and pattern, or does not on
        purpose; None when none was found."""
        may_be_wrong = self.chance(WRONG)
        for _ in range(8):
            value = self.value_for(target, labels, op)
            type_name = type_of(value, self.known)
            if type_name == "number":
                type_name = "double"
            fits = TYPES.index(type_name or "bool") <= TYPES.index(target.type)
            # A number is no bool, and a sum of bools is none.
            if target.type == "bool" and (
                    type_name is None or not labels_of(value) <= set(labels)):
                fits = False
            is_copy = op == "=" and value.op == "access" and (
                labels_of(value) <= set(labels))
            if target.is_sparse and is_full(value, self.known) and not is_copy:
                fits = False
            if fits or may_be_wrong:
                return value
        return None

    def value_for(self, target, labels, op):
        if labels and self.chance(0.12):  # L52
            value = (self.sum_of_terms(labels) if self.chance(0.5)
                     else self.sparse_value(labels))
            return Node("where", (value, self.condition(labels)))
        if not self.is_simple and target in self.sinks and self.chance(0.5):
            return self.special(labels)
        if target.is_sparse:
            return self.sparse_value(labels)
        return self.sum_of_terms(labels)

    def condition(self, labels):
        """Of what inputs have, which is exact."""
        return condition(self.random, labels,
                         lambda sign: self.of_inputs(sign, labels), 0.25)

    def of_inputs(self, sign, labels):
        inputs = [tensor for tensor in self.tensors
                  if tensor.name.startswith("T")]
        if not inputs or not self.chance(0.5):
            return None
        tensor = self.random.choice(inputs)
        access = self.access(tensor, list(labels))
        if not labels_of(access) <= set(labels):
            return None
        if tensor.type in ("complex", "bool"):
            sign = "!="
        return Node(sign, (access, number(0) if sign == "!=" else self.number()))

    def fill(self, target):
        """For a target whose dimensions have no labels of their own."""
        labels = tuple(f"x{d}" for d in range(len(target.labels)))
        text = "0" if target.is_sparse else self.literal(target.type)
        if target.is_sparse and target.type == "bool":
            return Statement("", (), "", number(1))
        return Statement(target.name, labels, "=", Node("number", name=text))

    def form_for(self, target, labels, value):
        if self.is_simple or self.chance(0.7):
            return ""
        form = self.random.choice(("for", "while", "if", "call", "call"))
        reads = {node.name for node in nodes_of(value)
                 if node.op in ("access", "scalar")}
        # A function gives a whole tensor, which a part has no room for.
        has_ranges = any(label in self.ranges for node in nodes_of(value)
                         for label in (*labels, *node.labels))
        if form == "call" and (target.name in reads or not target.labels or
                               has_ranges or not reads):
            return ""
        if form == "if" and (target.is_sparse or target.type == "bool"):
            return "for"
        return form

    def mask_for(self, target):
        if self.is_simple or not target.labels or self.chance(0.8):
            return ""
        shape = [self.sizes[label] for label in target.labels]
        masks = [tensor.name for tensor in self.tensors
                 if tensor.is_sparse and tensor.name != target.name and
                 [self.sizes[label] for label in tensor.labels] == shape]
        if not masks:
            return ""
        return self.random.choice(("", "", "!")) + self.random.choice(masks)

    def distinct_labels(self, tensor):
        """A label of the right size for each dimension, all different; None
        when there are too few."""
        chosen = []
        for dimension in tensor.labels:
            choices = [label for label, size in self.sizes.items()
                       if size == self.sizes[dimension]
                       and label not in chosen]
            choices += [label for label in self.ranges_within(dimension)
                        if label not in chosen and self.chance(0.3)]
            if not choices:
                return None
            chosen.append(dimension if dimension in choices and
                          self.chance(0.7) else self.random.choice(choices))
        return tuple(chosen)

    def ranges_within(self, dimension):
        """The range labels that stay within a dimension."""
        return [label for label, (lo, hi, step) in self.ranges.items()
                if lo + (hi - 1 - lo) // step * step < self.sizes[dimension]]

    def size_of(self, label):
        if label in self.ranges:
            lo, hi, step = self.ranges[label]
            return (hi - 1 - lo) // step + 1
        return self.sizes[label]

    # Sums of products.

    def pool_of(self, labels):
        pool = list(labels)
        self.random.shuffle(pool)
        others = [label for label in self.sizes if label not in pool]
        self.random.shuffle(others)
        return pool + others[:self.random.randint(0, 2)]

    def sum_of_terms(self, labels):
        pool = self.pool_of(labels)
        terms = [self.term(labels, pool)
                 for _ in range(self.random.choice((1, 1, 2, 3)))]
        value = terms[0]
        for term in terms[1:]:
            value = Node(self.random.choice("+-"), (value, term))
        return value

    def readable(self, sparse_allowed=True):
        """The tensors that the statement may read."""
        return [tensor for tensor in self.tensors
                if (sparse_allowed or not tensor.is_sparse) and
                TYPES.index(tensor.type) <= TYPES.index(self.limit)]

    def access(self, tensor, pool):
        labels = []
        for dimension in tensor.labels:
            size = self.sizes[dimension]
            ranges = self.ranges_within(dimension)
            fitting = [label for label in pool
                       if (label in ranges if label in self.ranges
                           else self.sizes[label] == size)]
            if not self.is_simple and ranges and self.chance(0.1):
                fitting = ranges
            if not self.chance(0.02 if tensor.is_sparse else 0.1):
                fitting = [label for label in fitting if label not in labels]
            labels.append(self.random.choice(fitting) if fitting else
                          self.any_label(size, labels, dimension))
        return Node("access", name=tensor.name, labels=tuple(labels))

    def any_label(self, size, taken, otherwise):
        choices = [label for label in self.sizes
                   if self.sizes[label] == size and label not in taken]
        return self.random.choice(choices) if choices else otherwise

    def operand(self, pool, sparse_allowed=True):
        """An access that `pool` fits best of a few, or a number."""
        tensors = self.readable(sparse_allowed)
        if not tensors:
            return self.number()
        accesses = [self.access(self.random.choice(tensors), pool)
                    for _ in range(3)]
        return min(accesses, key=lambda access: len(
            set(access.labels) - set(pool)))

    def number(self):
        return Node("number", name=str(self.value(
            "int" if is_integral(self.limit) else "double")))

    def term(self, kept, pool):
        """A product of up to six factors, or a quotient; at times one that stood
        before."""
        same = [term for known, limit, term in self.terms
                if known == set(kept) and limit == self.limit]
        if same and self.chance(0.15):
            return self.random.choice(same)
        value = self.new_term(kept, pool)
        self.terms.append((set(kept), self.limit, value))
        return value

    def new_term(self, kept, pool):
        count = self.random.choice((1, 2, 2, 3, 3, 4, 5, 6))
        place = self.random.randrange(count + 1)
        factors = []
        for position in range(count):
            sparse_allowed = position == place or not self.is_simple
            factor = self.factor(kept, pool, sparse_allowed)
            if self.points(factors + [factor], kept) <= MOST_POINTS:
                factors.append(factor)
        read = results_in(Node("", tuple(factors)))
        damps = read and not is_integral(self.limit)
        if damps or not factors:
            factors.insert(0, number(DAMPING ** read) if damps
                           else self.number())
        value = factors[0]
        for factor in factors[1:]:
            value = self.product(value, factor)
        kind = self.random.randrange(12)
        if kind == 0:
            return Node("neg", (value,))
        if kind == 1 and not is_integral(self.limit):
            return Node("/", (value, self.divisor(kept)))
        return value

    def product(self, left, right):
        alike = set(left.labels) == set(right.labels)
        if alike and left.op == right.op == "access" and left.labels:
            return Node(self.random.choice(("*", ".*")), (left, right))
        return Node("*", (left, right))

    def points(self, factors, kept):
        labels = set(kept)
        for factor in factors:
            labels |= labels_of(factor)
        count = 1
        for label in labels:
            count *= self.size_of(label)
        return count

    def factor(self, kept, pool, sparse_allowed):
        kind = self.random.randrange(20)
        if kind == 0:
            return self.number()
        if kind == 1 and self.scalars and self.limit in ("double", "complex"):
            return Node("scalar", name=self.random.choice(self.scalars)[0])
        if kind == 8 and kept and TYPES.index(self.limit) >= TYPES.index("int"):
            return Node("label", labels=(self.random.choice(list(kept)),))
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
            self.number(), self.operand(pool, sparse_allowed)))
        return Node(self.random.choice("+-"), (left, right))

    def with_sums_named(self, argument, kept):
        """The argument of a function: a label that only one access uses, and
        that is not kept, has to say where it is summed (L19)."""
        lone = [label for label in sorted(labels_of(argument) - set(kept))
                if uses_of(argument, label) == 1]
        if lone:
            argument = Node("SUM", (argument,), labels=tuple(lone))
        return argument

    def function(self, kept, pool, sparse_allowed):
        """A function of an elementwise expression or of a contraction."""
        argument = self.operand(list(kept) or pool, sparse_allowed)
        if self.chance(0.4):
            other = self.operand(pool, not self.is_simple)
            argument = Node("*", (self.operand(pool, sparse_allowed), other))
        argument = self.with_sums_named(argument, kept)
        if self.chance(0.15):
            return self.of_data(kept, sparse_allowed)
        if self.limit == "complex":
            return Node("call", (argument,), self.random.choice(
                ("abs", "abs", "conj", "re", "im")))
        if is_integral(self.limit) and self.chance(0.4):
            return self.of_whole(argument)
        names = ("relu", "abs", "min", "max")
        if not is_integral(self.limit):
            names += ("tanh", "sin", "cos", "sigmoid", "exp", "sqrt", "log",
                      "pow", self.random.choice(
                          ("asin", "acos", "atan", "atan2", "sinh", "cosh",
                           "log1p", "expm1", "log2", "log10", "cbrt", "erf")))
        name = self.random.choice(names)
        if name in ("exp", "sin", "cos", "sinh", "cosh", "expm1", "asin",
                    "acos", "log1p"):
            argument = Node("call", (argument,), "tanh")
        if name in ("asin", "acos", "log1p"):  # not where they are steep
            argument = Node("*", (number(0.75), argument))
        if name == "atan2":
            return Node("call", (argument, number(1.5)), name)
        if name in ("sqrt", "log", "log2", "log10", "cbrt"):
            argument = Node("+", (number(1.5),
                                  Node("call", (argument,), "abs")))
        if name == "pow":
            return Node("call", (argument, number(2)), name)
        if name in ("min", "max"):
            return Node("call", (argument, self.number()), name)
        return Node("call", (argument,), name)

    def of_whole(self, argument):
        """L54: what is defined of whole numbers only."""
        name = self.random.choice(("div", "%", "sign", "bitand", "bitor",
                                   "bitxor", "shl", "shr"))
        if name == "sign":
            return Node("call", (argument,), name)
        other = number(self.random.choice((-3, -1, 1, 2, 5)))
        if name in ("shl", "shr"):
            other = number(self.random.randint(0, 3))
        if name == "%":
            return Node("%", (argument, other))
        return Node("call", (argument, other), name)

    def of_data(self, kept, sparse_allowed):
        """A function that jumps, so that its argument has to be exact: what an
        input has. A cast makes a narrower type of it."""
        inputs = [tensor for tensor in self.tensors
                  if tensor.name.startswith("T") and
                  (sparse_allowed or not tensor.is_sparse)]
        if not inputs:
            return self.number()
        tensor = self.random.choice(inputs)
        access = self.access(tensor, list(kept))
        if not labels_of(access) <= set(kept):
            return self.number()
        widest = TYPES.index(self.limit)
        names = [name for name in ("int", "int32", "float", "double", "bool")
                 if TYPES.index(name) <= widest and
                 (name != "bool" or self.limit == "bool")]
        if TYPES.index(tensor.type) <= widest and tensor.type != "bool":
            names += ["floor", "ceil", "round", "sign"]
        if tensor.type == "complex":
            names = ["re", "im", "arg"] if widest >= TYPES.index(
                "double") else ["bool"]
        elif self.is_infinite:
            names = [name for name in names if not name.startswith("int")]
        if not names or (names == ["bool"] and self.limit != "bool"):
            return self.number()
        return Node("call", (access,), self.random.choice(names))

    def reduction(self, pool, sparse_allowed):
        """SUM over some labels of a product, or over all of them."""
        argument = self.operand(pool, sparse_allowed)
        if self.chance(0.5):
            argument = Node("*", (argument,
                                  self.operand(pool, not self.is_simple)))
        labels = sorted(labels_of(argument))
        over = self.random.sample(labels, self.random.randint(0, len(labels)))
        return Node("SUM", (argument,), labels=tuple(over))

    def divisor(self, kept):
        """An expression that is never near zero."""
        if not kept or self.chance(0.3):
            return number(self.random.choice((-2.5, 0.75, 4)))
        argument = self.operand(list(kept), False)
        if argument.op != "access" or not set(argument.labels) <= set(kept):
            return number(1.25)
        return Node("+", (number(1.5), Node("call", (argument,), "abs")))

    # Sparse results, semirings, other reductions.

    def sparse_value(self, labels):
        """An expression that stores only what sparse tensors do."""
        pool = self.pool_of(labels)
        kind = self.random.randrange(8)
        first = self.sparse_operand(pool)
        if kind == 0:
            return self.operand(list(labels))
        if kind == 1:
            return first
        if kind == 2:
            name = self.random.choice(("relu", "abs"))
            if self.limit == "complex":
                name = "abs"
            if self.chance(0.4):
                return self.of_data(labels, True)
            argument = self.with_sums_named(first, labels)
            return Node("call", (argument,), name)
        if kind in (3, 4):
            return Node(self.random.choice("+-"),
                        (first, self.sparse_operand(pool)))
        if kind == 5:
            return Node("*", (Node("*", (first, self.operand(pool))),
                              self.operand(pool)))
        return Node("*", (first, self.operand(pool)))

    def sparse_operand(self, pool):
        tensors = [t for t in self.readable() if t.is_sparse]
        if not tensors:
            return self.operand(pool)
        accesses = [self.access(self.random.choice(tensors), pool)
                    for _ in range(3)]
        return min(accesses, key=lambda access: len(
            set(access.labels) ^ set(pool)))

    def special(self, labels):
        """A semiring product, a monoid, or a reduction over named labels. It
        may be infinite, and what is computed of that depends on the order of
        operations, so nothing reads its target."""
        pool = self.pool_of(labels)
        left, right = self.operand(pool), self.operand(pool)
        if self.points([left, right], labels) > MOST_POINTS:
            right = self.number()
        kind = self.random.randrange(4)
        if kind == 0:
            inside = [label for label in sorted(labels_of(left))
                      if label not in labels]
            if not inside:
                return left
            if self.chance(0.4):
                return self.statistic(left, labels, inside)
            name = self.random.choice(("SUM", "MIN", "MAX", "PROD", "NORM",
                                       "NNZ"))
            if self.limit == "complex" and name in ("MIN", "MAX"):
                name = "PROD"
            return Node(name, (left,), labels=tuple(inside))
        names = SEMIRINGS if kind in (1, 2) else MONOIDS
        if self.limit == "complex":
            names = [name for name in names
                     if "min" not in name and "max" not in name]
        name = self.random.choice(names)
        if kind == 3:
            if not labels_of(left) | labels_of(right) <= set(labels):
                return left
            if self.chance(0.5) and labels_of(left) == labels_of(right):
                return Node("@|", (left, right), name)
        elif not labels_of(left) & labels_of(right):
            return Node("*", (left, right))
        product = Node("@", (left, right), name)
        third = self.operand(pool)
        if kind == 1 and labels_of(third) & labels_of(product) and (
                self.points([left, right, third], labels) <= MOST_POINTS):
            if self.chance(0.3):
                name = self.random.choice(names)
            return Node("@", (product, third), name)
        return product

    def statistic(self, operand, labels, inside):
        """L55, or a reduction of selected terms (L52)."""
        used = tuple(dict.fromkeys((*inside, *labels)))
        kind = self.random.randrange(4)
        is_exact = operand.op == "access" and operand.name.startswith("T")
        if kind == 0 and is_exact and (
                type_of(operand, self.known) != "complex"):
            if labels_of(operand) <= {*labels, inside[0]}:
                return extreme_place(self.random, operand, inside[0])
        if kind == 1:
            asked = truth(self.random, self.condition(used), inside)
            if asked:
                return asked
        if kind == 2:
            return Node("MEAN", (operand,), labels=tuple(inside))
        name = self.random.choice(("SUM", "PROD", "MIN", "MAX", "MEAN"))
        if self.limit == "complex" and name in ("MIN", "MAX"):
            name = "SUM"
        return of_selected(name, operand, self.condition(used), inside)

    def whole_reduction(self):
        """A single value of a whole tensor or of a product."""
        pool = list(self.sizes)
        argument = self.operand(pool)
        if argument.op != "access":
            return argument
        name = self.random.choice(("SUM", "MIN", "MAX", "PROD", "NORM", "NNZ"))
        if name != "NNZ" and self.chance(0.4):
            other = self.operand(list(argument.labels))
            if labels_of(other) <= labels_of(argument):
                argument = Node(self.random.choice("*+"), (argument, other))
        return Node(name, (argument,))


def results_in(node):
    """How many times an expression reads a target of a statement."""
    return sum(n.op == "scalar" or (n.op == "access" and
                                    n.name.startswith("R"))
               for n in nodes_of(node))
