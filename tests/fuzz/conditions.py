# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes random conditions, and reductions that ask them (L51, L52, L55)."""

from program import Node, labels_of

COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")


def condition(random, labels, of_values, joined):
    """A comparison of coordinates of `labels`, or the one that `of_values`, called
    with a sign, makes of values, if it makes one; two of these with the
    probability `joined`."""
    if random.random() < joined:
        return Node(random.choice(("&&", "||")),
                    (condition(random, labels, of_values, joined),
                     condition(random, labels, of_values, joined)))
    sign = random.choice(COMPARISONS)
    compared = of_values(sign)
    if compared:
        return compared
    left = Node("label", labels=(random.choice(labels),))
    right = random.choice((
        Node("number", name=str(random.randint(0, 3))),
        Node("label", labels=(random.choice(labels),))))
    if random.random() < 0.2:
        left = Node("%", (left, Node("number", name="2")))
    return Node(sign, (left, right))


def extreme_place(random, operand, label):
    """The coordinate of the least or of the greatest element."""
    return Node(random.choice(("ARGMIN", "ARGMAX")), (operand,), labels=(label,))


def truth(random, asked, labels):
    """How many elements there are for which the condition `asked` holds, whether
    there is one, or whether there is no other; over those of `labels` that it has,
    or None where it has none of them."""
    over = tuple(label for label in labels if label in labels_of(asked))
    if not over:
        return None
    return Node(random.choice(("ANY", "ALL", "COUNT")), (asked,), labels=over)


def of_selected(name, operand, asked, labels):
    """The reduction `name` of the terms for which the condition holds."""
    return Node(name, (Node("where", (operand, asked)),), labels=tuple(labels))
