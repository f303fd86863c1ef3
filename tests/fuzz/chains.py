# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes random programs in which results become operands, as users write them.

Two to five statements pass their results on, most of them unprinted, through
dense and sparse tensors of all formats, reductions, semirings, functions,
masks and slices. Every operand may have infinities and empty slices, the last ones
included, and a dimension may have no coordinate at all or one.

What is computed of such data must not depend on the order of operations, or
nothing could be compared. So each tensor has `Facts`: how large its numbers may
be, and whether they are whole numbers that every order computes alike. A zero
that may be a rounding error is never a divisor, for example.
"""

import dataclasses
import itertools
import math

from conditions import condition, extreme_place, of_selected, truth
from facts import EXACT, FactFinder, Facts, Unfit
from formats import MATRIX_FORMATS, sparse_format
from generator import MONOIDS, SEMIRINGS, has_fractions, number
from program import (STORED, SUMS, TYPES, Node, Program, Statement, Tensor,
                     computed_in, is_full, is_integral, labels_of, leaves_room,
                     nodes_of, type_of)

LABELS = "abcdefghijkl"
SIZES = (1, 2, 2, 3, 3, 3, 4, 4, 5, 5, 7, 9, 17)  # the last: beyond a vector
MOST_POINTS = 1500  # of the iteration space of a statement
MOST_ELEMENTS = 300  # of a tensor
FUNCTIONS = ("relu", "abs", "min", "max", "tanh", "sin", "cos", "sigmoid",
             "exp", "sqrt", "log", "pow")
OPERATORS = SEMIRINGS + ("max,+", "min,/", "+,/", "max,first", "min,pair",
                         "&,|", "|,first", "min,min", "max,second", "*,*")


def sums_quotient_by_sum(value, kept):
    """Whether a quotient by a sum of nothing, which a dense result shows
    (L48), counts in a sum around it is not settled."""
    quotients = [n for n in nodes_of(value) if n.op == "/" or (
        n.op in ("@", "@|") and n.name.endswith("/"))]
    by_sums = any(n.op in SUMS for quotient in quotients
                  for n in nodes_of(quotient.operands[1]))
    return by_sums and not (value.op == "/" and
                            labels_of(value) <= set(kept))


class Chains(FactFinder):
    """Makes one program from a random.Random."""

    def __init__(self, random):
        self.random = random
        self.is_infinite = random.random() < 0.35
        self.is_mixed = random.random() < 0.3
        self.has_scalars = random.random() < 0.25
        # All in one: what a product of three factors with infinities is, the
        # order says (L21).
        self.is_strict = random.random() < 0.85
        self.depth = random.choice((0, 1, 1, 2, 2, 3))
        self.sizes = {}
        self.ranges = {}
        self.tensors = {}
        self.facts = {}
        self.scalars = {}
        self.unread = []
        self.statements = []
        self.has_read = False  # the statement, the favourite

    def chance(self, probability):
        return self.random.random() < probability

    def program(self):
        self.make_labels()
        for position in range(self.random.choice((1, 2, 2, 3, 3))):
            self.add_input(f"T{position}")
        if self.has_scalars:
            self.scalars["s0"] = float(self.random.randint(-3, 3))
            self.facts["s0"] = Facts(3, True)
        count = self.random.choice((2, 2, 3, 3, 3, 4, 4, 5))
        block = "for" if self.chance(0.12) else ""
        first = self.random.randrange(count)
        for position in range(count):
            inside = block if first <= position <= first + 2 else ""
            self.add_statement(position, position == count - 1, inside)
        self.add_prints()
        return Program(self.sizes, self.ranges, frozenset(self.sizes),
                       tuple(self.tensors.values()),
                       tuple(self.scalars.items()), tuple(self.statements))

    # Declarations and data.

    def make_labels(self):
        sizes = [self.random.choice(SIZES)
                 for _ in range(self.random.choice((1, 2, 2, 3)))]
        if self.chance(0.05):
            sizes[0] = 0
        # Each size twice, or no tensor could have it twice.
        for label, size in zip(LABELS, sizes * 2 + sizes[:1]):
            self.sizes[label] = size
        largest = max(sizes)
        if largest > 1 and self.chance(0.12):
            lo = self.random.randint(0, 1)
            step = self.random.choice((1, 1, 2, 3))
            hi = self.random.randint(lo + 1, largest)
            self.ranges["r"] = (lo, hi, step)

    def size_of(self, label):
        if label in self.ranges:
            lo, hi, step = self.ranges[label]
            return (hi - 1 - lo) // step + 1
        return self.sizes[label]

    def points(self, labels):
        return math.prod(self.size_of(label) for label in labels)

    def add_input(self, name):
        order = self.random.choice((1, 2, 2, 2, 2, 3))
        labels = ()
        for _ in range(order):
            label = self.random.choice(list(self.sizes))
            if self.points(labels + (label,)) <= MOST_ELEMENTS:
                labels += (label,)
        labels = labels or (min(self.sizes, key=self.sizes.get),)
        if self.tensors and self.chance(0.5):
            # Of the shape of another, so that they meet element by element.
            labels = self.random.choice(list(self.tensors.values())).labels
        type_name = "double"
        if self.is_mixed:
            type_name = self.stored(self.random.choice(
                ("double", "float", "int", "int32", "bool", "complex")))
        if len(labels) > 2 and not has_fractions(type_name):
            type_name = "double"
        tensor = Tensor(name, labels, type_name,
                        "Dense" if self.chance(0.1 if name == "T0" else 0.4)
                        else sparse_format(self.random, len(labels)))
        whole = type_name in STORED or (
            type_name != "complex" and self.chance(0.75))
        tensor = dataclasses.replace(tensor,
                                     entries=self.entries(tensor, whole))
        if not tensor.entries and len(labels) > 2:
            tensor = dataclasses.replace(tensor, entries=None, fill="0")
        self.tensors[name] = tensor
        self.facts[name] = Facts(3, whole or is_integral(type_name), True)

    def entries(self, tensor, whole):
        """Values at random places, none in some slices of each dimension."""
        shape = [self.sizes[label] for label in tensor.labels]
        empty = [{self.random.randrange(size)} | (
            {size - 1} if self.chance(0.5) else set())
                 if size > 2 and self.chance(0.6) else set() for size in shape]
        density = self.random.choice((0.2, 0.3, 0.4, 0.5, 0.7, 1))
        if self.chance(0.05):
            density = 0
        if not tensor.is_sparse:
            density = self.random.choice((0.5, 1, 1))
            empty = [set() for _ in shape]
        result = {}
        for point in itertools.product(*map(range, shape)):
            if self.chance(density) and not any(
                    c in slices for c, slices in zip(point, empty)):
                result[point] = self.value(tensor, whole)
        points = list(result.items())
        self.random.shuffle(points)
        return dict(points)

    def value(self, tensor, whole):
        value = self.random.choice((-3, -2, -1, 1, 2, 3, 1, 2, 0))
        if tensor.type == "bool":
            return abs(value) % 2
        if is_integral(tensor.type):
            return abs(value) if tensor.type == "uint8" else value
        if computed_in(tensor.type) == "complex":
            return complex(value, self.random.randint(-2, 2))
        if self.is_infinite and self.chance(
                0.12 if tensor.is_sparse else 0.25):
            return float(self.random.choice(("inf", "-inf", "nan", "inf")))
        return float(value) if whole else round(
            self.random.uniform(-2, 2), 3)

    # Statements.

    def add_statement(self, position, is_last, block):
        for _ in range(30):
            self.has_read = False
            try:
                statement, tensor, facts = self.statement(f"R{position}", block)
            except Unfit:
                continue
            break
        else:
            return
        if tensor:
            self.tensors[statement.target] = tensor
        self.facts[statement.target] = facts
        for node in nodes_of(statement.value):
            if node.op == "access" and node.name in self.unread:
                self.unread.remove(node.name)
        if statement.target not in self.unread:
            self.unread.append(statement.target)
        is_quiet = not is_last and self.chance(0.88)
        if block and statement.form in ("for", "while"):
            block = ""
        self.statements.append(dataclasses.replace(
            statement, is_quiet=is_quiet, block=block))

    def statement(self, name, block):
        if self.scalars and self.chance(0.15):
            return self.scalar_statement()
        if name == "R0" and self.chance(0.3):
            return self.copy(name)
        known = self.known()
        old = [t for t in self.tensors.values()
               if len(set(t.labels)) == len(t.labels)]
        if old and self.chance(0.22):
            target, kept, op = self.old_target(self.random.choice(old))
        else:
            target, op = None, "="
            kept = self.kept_labels()
            if self.chance(0.08):
                op = self.accumulation()
        value = self.expression(kept, self.depth)
        if kept and self.chance(0.12):  # L52
            value = Node("where", (value, self.condition(kept)))
        if leaves_room(value, kept) and self.is_strict:
            raise Unfit
        if sums_quotient_by_sum(value, kept):
            raise Unfit
        labels = set(kept)
        for node in nodes_of(value):
            labels |= set(node.labels)
        if self.points(labels) > MOST_POINTS:
            raise Unfit
        type_name = type_of(value, known)
        type_name = "double" if type_name in (None, "number") else type_name
        if type_of(value, known) is None and (
                target and target.type == "bool"):
            raise Unfit
        facts = self.facts_of(value, kept, type_name)
        full = is_full(value, known)
        if target is None:
            target = self.new_target(name, kept, type_name, full)
        if TYPES.index(type_name) > TYPES.index(computed_in(target.type)):
            raise Unfit
        self.check(facts.bound, facts.is_whole, target.type)
        if target.is_sparse and full and not (
                op == "=" and value.op == "access"):
            raise Unfit
        if target.is_sparse and full and not facts.is_whole:
            raise Unfit  # which of them are zero?
        if computed_in(target.type) == "complex" and op in ("@(min)=", "@(max)="):
            raise Unfit
        if target.type == "bool" and (op != "=" or value.op != "access"):
            raise Unfit
        facts = self.facts_after(target, op, facts, kept)
        if block and target.name in self.facts:
            # What stands above in the loop reads this, too.
            old = self.facts[target.name]
            if (old.is_whole, old.is_plain) > (facts.is_whole, facts.is_plain):
                raise Unfit
        form = self.form_for(target, kept, value, op)
        mask = self.mask_for(target) if form != "call" else ""
        return Statement(target.name, kept, op, value, mask, form,
                         self.random.choice(MATRIX_FORMATS)), target, facts

    def copy(self, name):
        """A dense copy of a sparse tensor, perhaps a multiple: what it stores
        besides must count in all that follows."""
        tensor = self.random.choice([
            t for t in self.tensors.values()
            if len(set(t.labels)) == len(t.labels)] or [None])
        if tensor is None:
            raise Unfit
        value = Node("access", name=tensor.name, labels=tensor.labels)
        kept = tuple(self.random.sample(tensor.labels, len(tensor.labels)))
        if self.chance(0.4) and tensor.type != "bool":
            value = Node("*", (number(self.random.choice((-2, -1, 2, 3))),
                               value))
        facts = self.facts_of(value, kept, tensor.type)
        return Statement(name, kept, "=", value), Tensor(
            name, kept, tensor.type), facts

    def old_target(self, target):
        """A tensor that is assigned once more, or a slice of it."""
        labels = []
        for dimension in target.labels:
            fitting = self.ranges_within(dimension) if (
                not target.is_sparse and self.chance(0.3)) else []
            labels.append(self.random.choice(fitting or [dimension]))
        if len(set(labels)) < len(labels):
            raise Unfit
        op = "=" if self.chance(0.3) else self.accumulation()
        return target, tuple(labels), op

    def accumulation(self):
        return self.random.choice(("+=", "-=", "@(max)=", "@(min)=", "@(*)=",
                                   "@(max)=", "@(min)=", "@(+)="))

    def new_target(self, name, kept, type_name, full):
        tensor = Tensor(name, kept, self.stored(type_name)
                        if self.is_mixed else type_name)
        if kept and not full and self.chance(0.45):
            return dataclasses.replace(
                tensor, value="",
                format=sparse_format(self.random, len(kept)))
        return tensor

    def facts_after(self, target, op, facts, kept):
        old = self.facts.get(target.name, Facts(0, True, True))
        if target.type == "uint8":
            return Facts(EXACT["uint8"], True, True)  # numbers below 0 wrap
        if op == "=" and not set(kept) & set(self.ranges):
            return facts
        whole = old.is_whole and facts.is_whole
        if op in ("+=", "-=", "@(+)="):
            bound = 3 * old.bound + 3 * facts.bound
        elif op == "@(*)=":
            bound = max(1, old.bound) * max(1, facts.bound) ** 3
        else:
            bound = max(old.bound, facts.bound)
        self.check(bound, whole, target.type)
        return Facts(bound, whole)

    def scalar_statement(self):
        value = self.expression((), max(1, self.depth))
        known = self.known()
        if sums_quotient_by_sum(value, ()) or type_of(
                value, known) == "complex" or (
                leaves_room(value, ()) and self.is_strict):
            raise Unfit
        if self.points({label for node in nodes_of(value)
                        for label in node.labels}) > MOST_POINTS:
            raise Unfit
        facts = self.facts_of(value, (), "double")
        return Statement("s0", (), "=", value), None, facts

    def known(self):
        return Program(self.sizes, self.ranges, frozenset(),
                       tuple(self.tensors.values()), (), ())

    def kept_labels(self):
        """Often those of the tensor that the statement goes on with."""
        tensor = self.favourite()
        self.has_read = False
        labels = list(dict.fromkeys(tensor.labels))
        self.random.shuffle(labels)
        kind = self.random.randrange(8)
        if kind < 3:
            labels = labels[:self.random.randint(0, len(labels))]
        elif kind == 3:
            others = [l for l in self.sizes if l not in labels]
            labels += others[:1]
        elif kind == 4:
            labels = [self.random.choice(self.ranges_within(l) or [l])
                      for l in labels]
            labels = list(dict.fromkeys(labels))
        while labels and self.points(labels) > MOST_ELEMENTS:
            labels.pop()
        return tuple(labels)

    def ranges_within(self, dimension):
        if dimension in self.ranges:
            return []
        return [label for label, (lo, hi, step) in self.ranges.items()
                if lo + (hi - 1 - lo) // step * step < self.sizes[dimension]]

    def form_for(self, target, kept, value, op):
        if self.chance(0.88):
            return ""
        form = self.random.choice(("for", "while", "if", "call"))
        labels = {l for node in nodes_of(value) for l in node.labels}
        # A function gives a whole tensor, which a part has no room for.
        if form == "call" and (op != "=" or not target.labels or (
                labels | set(kept)) & set(self.ranges) or any(
                    node.name == target.name for node in nodes_of(value))
                               or not any(node.op == "access"
                                          for node in nodes_of(value))):
            return ""
        if form == "if" and (target.is_sparse or target.type == "bool"):
            return "for"
        return form

    def mask_for(self, target):
        if not target.labels or self.chance(0.88):
            return ""
        shape = [self.size_of(label) for label in target.labels]
        masks = [t.name for t in self.tensors.values()
                 if t.is_sparse and t.name != target.name and
                 [self.size_of(label) for label in t.labels] == shape]
        if not masks:
            return ""
        return self.random.choice(("", "", "!")) + self.random.choice(masks)

    def add_prints(self):
        """What nothing has read is printed, at times as a sum."""
        shown = {s.target for s in self.statements if not s.is_quiet}
        for name in self.unread:
            if name in shown:
                continue
            for position in reversed(range(len(self.statements))):
                statement = self.statements[position]
                if statement.target == name:
                    self.statements[position] = dataclasses.replace(
                        statement, is_quiet=False)
                    break
        tensors = [t for t in self.tensors.values() if t.labels
                   and t.name.startswith("R")
                   and len(set(t.labels)) == len(t.labels)]
        if tensors and self.chance(0.3):
            tensor = self.random.choice(tensors)
            access = Node("access", name=tensor.name, labels=tensor.labels)
            names = ["SUM", "NNZ", "NORM"]
            if computed_in(tensor.type) != "complex":
                names += ["MIN", "MAX", "MAX"]
            self.statements.append(Statement(
                "", (), "", Node(self.random.choice(names), (access,))))

    # Expressions.

    def favourite(self):
        """The last result that nothing has read, more often than not, and then
        any tensor."""
        unread = [self.tensors[n] for n in self.unread if n in self.tensors]
        if unread and not self.has_read and self.chance(0.85):
            self.has_read = True
            return unread[-1]
        read = {n.name for s in self.statements for n in nodes_of(s.value)}
        fresh = [t for t in self.tensors.values() if t.name not in read]
        if fresh and self.chance(0.4):
            return self.random.choice(fresh)
        return self.random.choice(list(self.tensors.values()))

    def expression(self, kept, depth):
        """An expression of the labels `kept`, or of some of them."""
        if depth <= 0 or self.chance(0.12):
            return self.leaf(kept)
        kind = self.random.choice((
            "sum", "sum", "product", "product", "contraction", "contraction",
            "quotient", "quotient", "elementwise", "elementwise", "elementwise",
            "semiring", "semiring", "semiring", "call", "call",
            "reduction", "reduction", "reduction", "number", "outer", "neg"))
        return getattr(self, "make_" + kind)(tuple(kept), depth - 1)

    def leaf(self, kept):
        tensor = self.favourite()
        labels = []
        for dimension in tensor.labels:
            size = self.size_of(dimension)
            fitting = [label for label in kept
                       if label not in labels and (
                           label == dimension or label in self.sizes and
                           self.sizes[label] == size)]
            fitting += [label for label in self.ranges_within(dimension)
                        if label not in labels and
                        (label in kept or self.chance(0.2))]
            if fitting and self.chance(0.9):
                labels.append(dimension if dimension in fitting
                              and self.chance(0.5)
                              else self.random.choice(fitting))
            else:
                labels.append(self.fresh(size, set(kept) | set(labels)))
        # At times the diagonal (L40).
        if len(labels) > 1 and self.chance(0.03) and (
                self.size_of(labels[0]) == self.size_of(labels[1])):
            labels[1] = labels[0]
        access = Node("access", name=tensor.name, labels=tuple(labels))
        extra = tuple(dict.fromkeys(l for l in labels if l not in kept))
        return self.reduced(access, extra) if extra else access

    def fresh(self, size, taken):
        for label, own in self.sizes.items():
            if own == size and label not in taken:
                return label
        label = next((l for l in LABELS if l not in self.sizes), None)
        if label is None:
            raise Unfit
        self.sizes[label] = size
        return label

    def condition(self, labels):
        """Of whole numbers, which every order of operations computes alike."""
        return condition(self.random, labels,
                         lambda sign: self.of_whole_numbers(sign, labels), 0.2)

    def of_whole_numbers(self, sign, labels):
        exact = [tensor for name, tensor in self.tensors.items()
                 if self.facts[name].is_whole and tensor.labels and
                 len(set(tensor.labels)) == len(tensor.labels) and
                 set(tensor.labels) <= set(labels)]
        if not exact or not self.chance(0.6):
            return None
        tensor = self.random.choice(exact)
        other = number(self.random.choice((-1, 0, 1, 2)))
        if computed_in(tensor.type) in ("bool", "complex"):
            sign, other = "!=", number(0)
        return Node(sign, (
            Node("access", name=tensor.name, labels=tensor.labels), other))

    def statistic(self, node, labels):
        """L55, or a reduction of selected terms (L52)."""
        kind = self.random.randrange(3)
        is_real = type_of(node, self.known()) != "complex"
        if kind == 0 and is_real and len(labels) == 1 and (
                self.facts_of_node(node).is_whole):
            return extreme_place(self.random, node, labels[0])
        asked = self.condition(sorted(labels_of(node)))
        if kind == 1 and set(labels) <= labels_of(asked):
            return truth(self.random, asked, labels)
        name = self.random.choice(("SUM", "MIN", "MAX") if is_real else ("SUM",))
        return of_selected(name, node, asked, labels)

    def reduced(self, node, labels):
        if node.op != "where" and labels and self.chance(0.15):
            return self.statistic(node, labels)
        names = ["SUM", "SUM", "MIN", "MAX", "MAX", "MIN", "PROD", "NORM"]
        if node.op == "access":
            names.append("NNZ")
        if type_of(node, self.known()) == "complex":
            names = ["SUM", "PROD", "NORM"]
        name = self.random.choice(names)
        if set(labels) == labels_of(node) and self.chance(0.2):
            labels = ()
        return Node(name, (node,), labels=tuple(labels))

    def some(self, kept):
        """All of the labels, or some of them."""
        if not kept or self.chance(0.75):
            return kept
        return tuple(self.random.sample(kept, len(kept) - 1))

    def extra_label(self, kept):
        """A label that is summed over, of a size that there is."""
        has_read = self.has_read
        tensor = self.favourite()
        self.has_read = has_read
        if not tensor.labels:
            raise Unfit
        size = self.size_of(self.random.choice(tensor.labels))
        return self.fresh(size, set(kept))

    def make_sum(self, kept, depth):
        return Node(self.random.choice("+-"), (
            self.expression(kept, depth), self.expression(self.some(kept),
                                                          depth - 1)))

    def make_product(self, kept, depth):
        return Node("*", (self.expression(kept, depth),
                          self.expression(self.some(kept), depth - 1)))

    def make_outer(self, kept, depth):
        """Each factor has some of the labels."""
        cut = self.random.randint(0, len(kept))
        order = self.random.sample(kept, len(kept))
        return Node(self.random.choice("**+-"), (
            self.expression(tuple(order[:cut]), depth),
            self.expression(tuple(order[cut:]), depth)))

    def make_contraction(self, kept, depth):
        extra = (self.extra_label(kept),)
        cut = self.random.randint(0, len(kept))
        order = self.random.sample(kept, len(kept))
        left, right = tuple(order[:cut]), tuple(order[cut:])
        if self.chance(0.3):
            right = kept
        return Node("*", (self.expression(left + extra, depth),
                          self.expression(right + extra, depth)))

    def make_quotient(self, kept, depth):
        left = (number(self.random.choice((1, 1, 2, -3)))
                if self.chance(0.25) else self.expression(kept, depth))
        return Node("/", (left, self.leaf(kept)))

    def make_elementwise(self, kept, depth):
        """Both sides have the same labels."""
        left, right = self.expression(kept, depth), self.leaf(kept)
        if labels_of(left) != labels_of(right):
            return Node("*", (left, right))
        op = self.random.choice(("@", "@|"))
        return Node(op, (left, right), self.random.choice(MONOIDS))

    def make_semiring(self, kept, depth):
        extra = (self.extra_label(kept),)
        cut = self.random.randint(0, len(kept))
        order = self.random.sample(kept, len(kept))
        left = self.expression(tuple(order[:cut]) + extra, depth - 1)
        right = self.expression(tuple(order[cut:]) + extra, depth - 1)
        if not labels_of(left) & labels_of(right):
            raise Unfit
        names = OPERATORS
        if "complex" in (type_of(left, self.known()),
                         type_of(right, self.known())):
            names = [name for name in names
                     if "min" not in name and "max" not in name]
        return Node("@", (left, right), self.random.choice(names))

    def make_call(self, kept, depth):
        argument = self.expression(kept, depth)
        name = self.random.choice(FUNCTIONS)
        if name in ("exp", "sin", "cos") and self.chance(0.5):
            argument = Node("call", (argument,), "tanh")
        if name == "log" or self.chance(0.05):
            argument = Node("call", (argument,), "abs")
        if name == "pow":
            return Node("call", (argument, number(2)), name)
        if name in ("min", "max"):
            other = (self.leaf(kept) if self.chance(0.4) else
                     number(self.random.choice((-2, -1, 0, 1, 2))))
            return Node("call", (argument, other), name)
        return Node("call", (argument,), name)

    def make_reduction(self, kept, depth):
        extra = (self.extra_label(kept),)
        if self.chance(0.2):
            extra += (self.extra_label(kept + extra),)
        argument = self.expression(kept + extra, depth)
        labels = [label for label in extra if label in labels_of(argument)]
        if not labels:
            return argument
        return self.reduced(argument, labels)

    def make_number(self, kept, depth):
        """With a number or a scalar variable."""
        other = number(self.random.choice((-2, -1, 1, 2, 3, 0.5)))
        if self.scalars and self.chance(0.5):
            other = Node("scalar", name="s0")
        op = self.random.choice(("*", "*", "*", "+", "-", "/"))
        operands = [self.expression(kept, depth), other]
        if self.chance(0.4) and op != "/":
            operands.reverse()
        return Node(op, tuple(operands))

    def make_neg(self, kept, depth):
        argument = self.expression(kept, depth)
        if argument.op == "access" and self.chance(0.4) and (
                len(set(argument.labels)) == len(argument.labels) > 1):
            order = self.random.sample(argument.labels, len(argument.labels))
            return Node("transpose", (argument,), labels=tuple(order))
        return Node("neg", (argument,))

    def stored(self, type_name):
        """The type, or one in which elements of it may be stored."""
        narrow = [name for name, wide in STORED.items() if wide == type_name]
        return (self.random.choice(narrow) if narrow and self.chance(0.3)
                else type_name)
