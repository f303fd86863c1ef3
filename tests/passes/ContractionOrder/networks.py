# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Orders random networks of dense tensors with encke-opt and counts.

The floating-point operations of the order that the compiler chose are counted
from its text, and must not be more than those of the best order that trying all
sequences of pairwise products finds. Both count as numpy.einsum_path does: the
points of a step's labels, twice if the step sums. Larger networks, for which
that would take too long, must not be worse than a greedy order, and those of
more factors and labels than a machine word has bits, chains and stars, not much
worse than the best order of their kind.
"""

import itertools
import math
import random
import re
import subprocess
import sys

LABELS = "abcdefghijklmnop"
TOKEN = re.compile(r"\[[a-z0-9,]*\]|sum|[()*]")


class Network:
    """Operands as tuples of labels, an output, and sizes."""

    def __init__(self, operands, output, sizes):
        self.operands = operands
        self.output = output
        self.sizes = sizes

    def space(self, labels):
        return math.prod(self.sizes[label] for label in set(labels))

    def step(self, parts, rest):
        """The labels of the product of `parts`, where `rest` are the other
        operands, and its cost."""
        every = set().union(*map(set, parts))
        needed = set(self.output).union(*map(set, rest))
        kept = every & needed
        return kept, self.space(every) * (len(parts) - 1 + (kept != every))


def random_network(rng, operands):
    sizes = {label: rng.choice((1, 2, 3, 4, 6, 8, 10)) for label in LABELS}
    labels = LABELS[:rng.randint(max(operands, 3), operands + 4)]
    parts = [tuple(rng.sample(labels, rng.randint(1, 3)))
             for _ in range(operands)]
    used = sorted(set().union(*parts))
    output = tuple(rng.sample(used, rng.randint(0, min(3, len(used)))))
    return Network(parts, output, sizes)


def best_cost(network):
    """Of all sequences of pairwise products, by depth-first search."""
    best = [math.inf]

    def search(parts, cost):
        if cost >= best[0]:
            return
        if len(parts) == 1:
            best[0] = cost
            return
        for a, b in itertools.combinations(range(len(parts)), 2):
            rest = [p for n, p in enumerate(parts) if n not in (a, b)]
            kept, more = network.step([parts[a], parts[b]], rest)
            search(rest + [kept], cost + more)

    search([set(p) for p in network.operands], 0)
    return best[0]


def chain(rng, length):
    """A product of matrices, with sizes that make the order matter."""
    labels = [f"l{n}" for n in range(length + 1)]
    sizes = {label: rng.choice((2, 3, 5, 9, 20)) for label in labels}
    return Network(list(zip(labels, labels[1:])), (labels[0], labels[-1]),
                   sizes)


def chain_cost(network):
    """Of the best order of a product of matrices, by dynamic programming."""
    sizes = [network.sizes[x] for x, _ in network.operands]
    sizes.append(network.sizes[network.operands[-1][1]])
    cost = [[0] * len(sizes) for _ in sizes]
    for length in range(2, len(sizes)):
        for a in range(len(sizes) - length):
            b = a + length
            cost[a][b] = min(
                cost[a][m] + cost[m][b] + 2 * sizes[a] * sizes[m] * sizes[b]
                for m in range(a + 1, b))
    return cost[0][-1]


def star(length):
    """Matrices that share one label, each summed over its other one."""
    sizes = {f"l{n}": 2 + n % 3 for n in range(length)} | {"i": 7}
    return Network([("i", f"l{n}") for n in range(length)], ("i",), sizes)


def star_cost(network):
    """Each is summed, and then multiplied with the others."""
    sizes = network.sizes
    return sizes["i"] * (len(network.operands) - 1 + 2 * (
        sum(sizes.values()) - sizes["i"]))


def greedy_cost(network):
    """The pair with the cheapest product, again and again."""
    parts, cost = [set(p) for p in network.operands], 0
    while len(parts) > 1:
        def join(pair):
            rest = [p for n, p in enumerate(parts) if n not in pair]
            kept, more = network.step([parts[n] for n in pair], rest)
            return more, rest + [kept]
        more, parts = min((join(pair) for pair in
                           itertools.combinations(range(len(parts)), 2)),
                          key=lambda found: found[0])
        cost += more
    return cost


class Sum:
    """An order that sums one operand."""

    def __init__(self, operand):
        self.operand = operand


class Order:
    """An order's text: operands by their labels, parentheses, `*`, `sum`."""

    def __init__(self, text):
        self.tokens = TOKEN.findall(text)

    def product(self):
        if self.tokens[0] == "sum":
            self.tokens.pop(0)
            return Sum(self.factor())
        factors = [self.factor()]
        while self.tokens and self.tokens[0] == "*":
            self.tokens.pop(0)
            factors.append(self.factor())
        return factors

    def factor(self):
        token = self.tokens.pop(0)
        if token != "(":
            return tuple(token[1:-1].split(",")) if token != "[]" else ()
        inner = self.product()
        assert self.tokens.pop(0) == ")"
        return inner


def operands_of(tree):
    if isinstance(tree, tuple):
        return [tree]
    if isinstance(tree, Sum):
        return operands_of(tree.operand)
    return [operand for part in tree for operand in operands_of(part)]


def cost_of(network, tree, outside):
    """The labels and the cost of an order; `outside` are the operands that it
    does not have."""
    if isinstance(tree, tuple):
        return set(tree), 0
    parts = [tree.operand] if isinstance(tree, Sum) else tree
    labels, total = [], 0
    for number, part in enumerate(parts):
        others = [operand for other, part in enumerate(parts)
                  if other != number for operand in operands_of(part)]
        found, cost = cost_of(network, part, outside + others)
        labels.append(found)
        total += cost
    kept, cost = network.step(labels, outside)
    return kept, total + cost


def tensor(network, labels):
    sizes = "".join(f"{network.sizes[label]}x" for label in labels)
    return f"tensor<{sizes}f64>"


def function_text(number, network):
    """The product of all operands, left to right, summed at the end."""
    lines, value, labels = [], None, ()

    def expr(some):
        return f"<[{', '.join(some)}] f64>"

    for n, operand in enumerate(network.operands):
        lines.append(f"  %a{n} = ta.access %T{n}[{', '.join(operand)}] : "
                     f"{tensor(network, operand)}")
        if value is None:
            value, labels = "%a0", operand
            continue
        joined = labels + tuple(x for x in operand if x not in labels)
        lines.append(f"  %p{n} = ta.mul {value}, %a{n} : {expr(labels)}, "
                     f"{expr(operand)} -> {expr(joined)}")
        value, labels = f"%p{n}", joined
    over = [x for x in labels if x not in network.output]
    if over:
        rest = tuple(x for x in labels if x in network.output)
        lines.append(f"  %s = ta.sum {value} over [{', '.join(over)}] : "
                     f"!ta.expr{expr(labels)} -> !ta.expr{expr(rest)}")
        value, labels = "%s", rest
    result = tensor(network, network.output)
    lines.append(f"  %y = ta.assign {value}[{', '.join(network.output)}] "
                 f"sizes() : !ta.expr{expr(labels)} -> {result}")
    arguments = ", ".join(f"%T{n}: {tensor(network, operand)}" for n, operand
                          in enumerate(network.operands))
    return (f"func.func @n{number}({arguments}) -> {result} {{\n" +
            "\n".join(lines) + f"\n  return %y : {result}\n}}\n")


def orders_of(output):
    """The order of the last statement of each function, by its number."""
    found = {}
    for number, body in re.findall(r"func\.func @n(\d+)\((.*?)\n  \}", output,
                                   re.S):
        found[int(number)] = re.findall(r'encke\.order = "([^"]*)"', body)[-1]
    return found


def bound_of(network):
    """What the order may cost at most."""
    if network.operands[0] == ("l0", "l1"):
        return 1.25 * chain_cost(network)
    if network.operands[0] == ("i", "l0"):
        return star_cost(network)
    large = len(network.operands) > 6
    return greedy_cost(network) if large else best_cost(network)


def main():
    encke_opt = sys.argv[1]
    rng = random.Random(11)
    networks = [random_network(rng, rng.randint(2, 6)) for _ in range(150)]
    networks += [random_network(rng, rng.randint(9, 14)) for _ in range(12)]
    networks += [chain(rng, length) for length in (57, 64, 65, 130)]
    networks += [star(length) for length in (58, 64, 100)]
    text = "".join(function_text(n, network)
                   for n, network in enumerate(networks))
    result = subprocess.run([encke_opt, "--ta-contraction-order"], input=text,
                            capture_output=True, check=False, encoding="utf-8")
    if result.returncode:
        sys.exit(result.stderr)
    orders = orders_of(result.stdout)
    better = 0
    for number, network in enumerate(networks):
        tree = Order(orders[number]).product()
        assert sorted(map(sorted, operands_of(tree))) == sorted(
            map(sorted, network.operands)), orders[number]
        cost = cost_of(network, tree, [])[1]
        bound = bound_of(network)
        better += cost < bound
        if cost > bound:
            sys.exit(f"{network.operands} -> {network.output} "
                     f"{network.sizes}: {orders[number]} costs {cost}, "
                     f"another order {bound}")
    print(f"{len(networks)} networks, {better} cheaper than expected")


if __name__ == "__main__":
    main()
