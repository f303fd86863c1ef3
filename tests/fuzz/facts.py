# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is known of the values of random programs before they run: how large
they may be, and whether every order of operations computes them alike."""

import dataclasses
import math

from program import COMPARISONS, COORDINATES, STORED, TRUTHS, labels_of

# Whole numbers up to these are exact, whatever the order of operations.
EXACT = {"bool": 1, "int32": 2**31, "int": 2**53, "float": 2**24,
         "double": 2**50, "complex": 2**50, "float16": 2**11,
         "bfloat16": 2**8, "int8": 2**7 - 1, "int16": 2**15 - 1,
         "uint8": 2**8 - 1, "complex64": 2**24}
LARGEST = 1e12  # of a number that is not exact


class Unfit(Exception):
    """An expression whose value would depend on the order of operations, or
    grow without bounds."""


@dataclasses.dataclass(frozen=True)
class Facts:
    """`bound` is the largest finite magnitude; `is_whole`, all finite numbers
    are whole; `is_plain`, no zero has a sign, which a quotient would show."""
    bound: float
    is_whole: bool
    is_plain: bool = False


class FactFinder:
    """Finds the facts of expressions. Who uses it has `facts`, by the names of
    tensors and scalars, and `points`, how many coordinates labels have."""

    def check(self, bound, whole, type_name):
        if type_name in STORED and not whole:
            raise Unfit  # a difference in the last digit would grow
        if bound > (EXACT.get(type_name, LARGEST) if whole else LARGEST):
            raise Unfit

    def facts_of(self, node, kept, type_name):
        """Facts of what a statement computes; the sums that nothing spells may
        stand around any part of it."""
        facts = self.facts_of_node(node)
        count = self.points(labels_of(node) - set(kept))
        bound = facts.bound * max(1, count)
        self.check(bound, facts.is_whole, type_name)
        return Facts(bound, facts.is_whole, facts.is_plain)

    def facts_of_node(self, node):
        if node.op == "number":
            value = float(node.name)
            return Facts(abs(value), value.is_integer(), value >= 0)
        if node.op in ("access", "scalar"):
            return self.facts[node.name]
        if node.op == "label":
            return Facts(100, True, True)
        facts = [self.facts_of_node(operand) for operand in node.operands]
        bounds = [fact.bound for fact in facts]
        whole = all(fact.is_whole for fact in facts)
        first = facts[0]
        if node.op == "where":
            return first
        if node.op in COMPARISONS:
            return Facts(1, True, True)
        if node.op == "%":
            return Facts(2, True)
        if node.op in ("neg", "transpose"):
            return dataclasses.replace(first, is_plain=False)
        if node.op in ("+", "-"):
            return Facts(sum(bounds), whole, first.is_plain)
        if node.op == "*":
            scales = node.operands[0].op == "number" and (
                float(node.operands[0].name) > 0)
            return self.limited(math.prod(bounds), whole,
                                scales and facts[1].is_plain)
        if node.op == "/":
            return self.quotient(*facts)
        if node.op in ("@", "@|"):
            return self.facts_of_semiring(node, facts)
        if node.op == "call":
            return self.facts_of_call(node, facts)
        return self.facts_of_reduction(node, first)

    def limited(self, bound, whole, is_plain=False):
        if bound > LARGEST:
            raise Unfit
        return Facts(bound, whole, is_plain)

    def quotient(self, left, right):
        if not (right.is_whole and right.is_plain):
            raise Unfit
        return Facts(left.bound, False)

    def facts_of_semiring(self, node, facts):
        bound, whole = 0, all(fact.is_whole for fact in facts)
        op = node.name.split(",")[-1]
        bounds = [fact.bound for fact in facts]
        if op == "*":
            bound = math.prod(bounds)
        elif op == "/":
            bound, whole = self.quotient(*facts).bound, False
        else:
            bound = max(1, sum(bounds))
        if set(node.name) & set("|&") and not whole:
            raise Unfit  # is it zero?
        if "," in node.name:
            shared = labels_of(node.operands[0]) & labels_of(node.operands[1])
            count = max(1, self.points(shared))
            reducer = node.name.split(",")[0]
            if reducer == "+":
                bound *= count
            elif reducer == "*":
                bound = self.power(bound, count)
        return self.limited(bound, whole)

    @staticmethod
    def power(bound, count):
        if bound <= 1:
            return 1
        if count * math.log(bound) > math.log(LARGEST):
            raise Unfit
        return bound ** count

    def facts_of_call(self, node, facts):
        first, name = facts[0], node.name
        if name == "abs":
            return dataclasses.replace(first, is_plain=True)
        if name in ("min", "max"):
            return Facts(max(f.bound for f in facts),
                         all(f.is_whole for f in facts))
        if name == "relu":
            return dataclasses.replace(first, is_plain=False)
        if name == "pow":
            return self.limited(first.bound ** 2, first.is_whole)
        if name in ("tanh", "sigmoid"):
            return Facts(1, False)
        if name in ("sin", "cos"):
            if first.bound > 1e4:
                raise Unfit
            return Facts(1, False)
        if name == "exp":
            if first.bound > 9:
                raise Unfit
            return Facts(math.exp(first.bound), False)
        # Of a rounding error around zero these are anything.
        if not first.is_whole or (name == "log" and not first.is_plain):
            raise Unfit
        return Facts(max(1, first.bound), False)

    def facts_of_reduction(self, node, first):
        argument = node.operands[0]
        labels = set(node.labels) or labels_of(argument)
        count = max(1, self.points(labels))
        # Implicit sums inside, if any.
        bound = first.bound
        if node.op in TRUTHS:
            return Facts(count, True, True)
        if node.op in COORDINATES:
            return Facts(100, True)
        if node.op == "NNZ":
            return Facts(count, True, True)
        if node.op == "SUM":
            return self.limited(bound * count, first.is_whole, first.is_plain)
        if node.op == "PROD":
            return self.limited(self.power(bound, count), first.is_whole)
        if node.op == "NORM":
            return self.limited(max(1, bound) ** 2 * count, False)
        return Facts(max(1, bound), first.is_whole)
