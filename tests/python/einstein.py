# ===- einstein.py - statements by their definition, in NumPy --------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===#
"""Evaluates statements of dense tensors as the language defines them: every label
is an axis of an array. An oracle for gradients, and slow."""

import numpy as np

from encke._statement import read
from encke._tree import (Access, Binary, Call, Number, Reduce, Semiring, Unary,
                         accesses, explicit, labels_in)

OPERATORS = {"+": np.add, "-": np.subtract, "*": np.multiply, "/": np.divide,
             "<": np.less, "<=": np.less_equal, ">": np.greater,
             ">=": np.greater_equal, "==": np.equal, "!=": np.not_equal}
FUNCTIONS = {"abs": np.abs, "cos": np.cos, "exp": np.exp, "log": np.log,
             "max": np.maximum, "min": np.minimum, "pow": np.power,
             "relu": lambda x: np.maximum(x, 0), "sin": np.sin, "sqrt": np.sqrt,
             "sigmoid": lambda x: 1 / (1 + np.exp(-x)), "tanh": np.tanh}
REDUCTIONS = {"SUM": np.sum, "MAX": np.max, "MIN": np.min, "PROD": np.prod,
              "NORM": lambda x, axis: np.sqrt(np.sum(x * x, axis=axis))}


class Evaluation:
    """The tensors of a program, and the order of the axes of one statement."""

    def __init__(self, tensors):
        self.tensors = {name: np.asarray(x) for name, x in tensors.items()}

    def run(self, text):
        for statement in read(text):
            self.assign(statement)
        return self.tensors[statement.target.name]

    def assign(self, statement):
        target = statement.target
        value = explicit(statement.value, frozenset(target.labels))
        self.labels = sorted(labels_in(value) | set(target.labels))
        self.sizes = {}
        for access in accesses(value):
            self.sizes.update(zip(access.labels, self.tensors[access.name].shape))
        if statement.mask:
            self.sizes.update(zip(target.labels, self.tensors[statement.mask].shape))
        result = self.value(value)
        keep = [self.labels.index(label) for label in target.labels]
        shape = [1] * len(self.labels)
        for label, at in zip(target.labels, keep):
            shape[at] = self.sizes[label]
        result = np.broadcast_to(result, shape)
        result = result.transpose(
            keep + [at for at in range(len(shape)) if at not in keep])
        result = result.reshape([self.sizes[label] for label in target.labels])
        if statement.mask:
            result = np.where(self.tensors[statement.mask] != 0, result, 0)
        self.tensors[target.name] = result

    def value(self, tree):
        """An array with an axis for each label, of length 1 if it lacks it."""
        if isinstance(tree, Number):
            return np.full([1] * len(self.labels), float(tree.text))
        if isinstance(tree, Access):
            array = self.tensors[tree.name]
            assert len(set(tree.labels)) == len(tree.labels)
            order = np.argsort([self.labels.index(label) for label in tree.labels])
            shape = [self.sizes[label] if label in tree.labels else 1
                     for label in self.labels]
            return array.transpose(order).reshape(shape)
        if isinstance(tree, Unary):
            return -self.value(tree.operand)
        if isinstance(tree, Binary):
            return OPERATORS[tree.operator](self.value(tree.left),
                                            self.value(tree.right)).astype(float)
        if isinstance(tree, Semiring):
            assert tree.operator == "@(pair)"
            return np.ones(np.broadcast_shapes(self.value(tree.left).shape,
                                               self.value(tree.right).shape))
        if isinstance(tree, Call):
            return FUNCTIONS[tree.function](*map(self.value, tree.operands))
        assert isinstance(tree, Reduce)
        inner = self.value(tree.operand)
        axes = tuple(self.labels.index(label) for label in tree.labels)
        shape = list(inner.shape)
        for label, axis in zip(tree.labels, axes):
            shape[axis] = self.sizes[label]  # what repeats counts as often
        inner = np.broadcast_to(inner, shape)
        result = REDUCTIONS[tree.kind](inner, axis=axes)
        return np.expand_dims(result, axes)


def evaluate(text, **tensors):
    """What the last statement of a text computes."""
    return Evaluation(tensors).run(text)
