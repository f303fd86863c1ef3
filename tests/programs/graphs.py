#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a program that computes something of a graph, and compares what it prints
with a plain algorithm for it: no tensors, no semirings."""

import argparse
import collections
import heapq

import compare
import harness


class Graph:
    """The edges of a Matrix Market file: from row to column."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            lines = [line for line in file if line.strip()]
        header = lines[0].lower().split()
        lines = [line for line in lines if not line.startswith("%")]
        self.size = int(lines[0].split()[0])
        self.next = [{} for _ in range(self.size)]
        for line in lines[1:]:
            words = line.split()
            i, j = int(words[0]) - 1, int(words[1]) - 1
            weight = float(words[2]) if len(words) > 2 else 1.0
            self.next[i][j] = weight
            if "symmetric" in header:
                self.next[j][i] = weight


FAR = 1e300  # what is not reached


def bfs(graph, start=0):
    """How many edges away each node is; 0 where there is no path."""
    level = [None] * graph.size
    level[start] = 0
    queue = collections.deque([start])
    while queue:
        node = queue.popleft()
        for other in graph.next[node]:
            if level[other] is None:
                level[other] = level[node] + 1
                queue.append(other)
    return [0 if value is None else value for value in level]


def shortest(graph, start):
    """The lengths of the shortest walks of at least one edge (Dijkstra)."""
    distance = [FAR] * graph.size
    heap = [(weight, other) for other, weight in graph.next[start].items()]
    heapq.heapify(heap)
    while heap:
        length, node = heapq.heappop(heap)
        if length >= distance[node]:
            continue
        distance[node] = length
        for other, weight in graph.next[node].items():
            heapq.heappush(heap, (length + weight, other))
    return distance


def paths(graph):
    return [value for node in range(graph.size)
            for value in shortest(graph, node)]


def pagerank(graph):
    """By single steps, with the same damping."""
    rank = [1.0 / graph.size] * graph.size
    change = 1.0
    while change > 1e-14:
        new = [0.0] * graph.size
        for node, others in enumerate(graph.next):
            for other in others:
                new[other] += 0.85 * rank[node] / len(others)
        lost = (1.0 - sum(new)) / graph.size
        new = [value + lost for value in new]
        change = sum(abs(a - b) for a, b in zip(new, rank))
        rank = new
    return rank


def components(graph):
    """For each node of an undirected graph, the first node of its component
    (union-find)."""
    parent = list(range(graph.size))

    def find(node):
        while parent[node] != node:
            parent[node] = parent[parent[node]]
            node = parent[node]
        return node

    for node, others in enumerate(graph.next):
        for other in others:
            a, b = find(node), find(other)
            parent[max(a, b)] = min(a, b)
    return [find(node) for node in range(graph.size)]


def triangles(graph):
    count = 0
    for node, others in enumerate(graph.next):
        for other in others:
            if node < other:
                count += sum(1 for third in others
                             if third > other and third in graph.next[other])
    return [count]


def truss(graph):
    """How many edges each node has in the 4-truss, taking them away one by one."""
    next = [set(others) - {node} for node, others in enumerate(graph.next)]
    thin = True
    while thin:
        thin = [(node, other) for node, others in enumerate(next)
                for other in others if len(others & next[other]) < 2]
        for node, other in thin:
            next[node].discard(other)
    return [len(others) for others in next]


ALGORITHMS = {"bfs": bfs, "paths": paths, "pagerank": pagerank, "truss": truss,
              "components": components, "triangles": triangles}


def check(options):
    data = [harness.path_of(name, options.data, options.program)
            for name in options.graph]
    for path in data:
        expected = ALGORITHMS[options.algorithm](Graph(path))
        got = harness.run([options.encke, "run", options.program, path])
        words = [word for line in got.splitlines()
                 if not line.startswith("#") for word in line.split()]
        if options.algorithm == "components":
            # Any names will do: the first node of that name.
            words = [str(words.index(word)) for word in words]
        problems = compare.differences(
            " ".join(words), " ".join(repr(value) for value in expected), relative=1e-9)
        if problems:
            compare.report(problems)
            raise harness.Failure(f"{path}: the results differ")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--encke", required=True)
    parser.add_argument("--data", action="append", default=[])
    parser.add_argument("algorithm", choices=ALGORITHMS)
    parser.add_argument("program")
    parser.add_argument("graph", nargs="+")
    return parser.parse_args()


if __name__ == "__main__":
    harness.main(lambda: check(arguments()))
