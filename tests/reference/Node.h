//===- Node.h - expressions with every summation spelt out ------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program leaves summation (L19) and broadcast (L20) to the reader. These
// trees do not: what is summed, over which labels and where, is a Reduce node,
// and every label bound by one has a name of its own. A node is evaluated at
// one point at a time.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_TESTS_REFERENCE_NODE_H
#define ENCKE_TESTS_REFERENCE_NODE_H

#include "tests/reference/Value.h"

#include <functional>
#include <memory>

namespace encke::reference {

/// A label at a dimension: it counts 0, 1, ... and picks lo, lo + step, ...
/// (L6, L39).
struct Index {
  std::string label;
  int64_t lo = 0, step = 1;
};

/// A label and how far it counts.
struct LabelRange {
  std::string label;
  int64_t size = 0;
};

/// A two-operand operator of a reduction, with its identity.
struct Reducer {
  std::function<double(double, double)> combine;
  double identity = 0;
};

struct Node;
using NodePtr = std::unique_ptr<Node>;

struct Node {
  enum Kind {
    Number,       ///< A scalar.
    Access,       ///< An element of a tensor.
    Intersection, ///< Stored where both operands are: `* .* / @(x)`.
    Union,        ///< Stored where an operand is; the rest is 0: `+ -`.
    LoneUnion,    ///< The same, but a lone operand passes through: `@|(x)`.
    Function,     ///< An elementwise function (L26).
    Reduce,       ///< Over labels.
  };
  Kind kind = Number;

  double number = 0;

  const Tensor *tensor = nullptr; // Access
  std::vector<Index> indices;

  std::vector<NodePtr> operands;
  std::function<double(const std::vector<double> &)> apply;

  std::vector<LabelRange> over; // Reduce
  Reducer reducer;
  /// Reduce: a reduction of nothing has the identity as its value, instead of
  /// being a missing element.
  bool isStoredWhenEmpty = false;

  explicit Node(Kind kind) : kind(kind) {}
};

/// The values of labels at one point of the iteration space. Few labels are in
/// use at a time, so a linear search is the simplest map.
class Environment {
public:
  int64_t *find(const std::string &label) {
    for (auto &binding : bindings)
      if (binding.first == label)
        return &binding.second;
    return nullptr;
  }
  void push(const std::string &label, int64_t value) {
    bindings.push_back({label, value});
  }
  void pop(size_t count) { bindings.resize(bindings.size() - count); }

private:
  std::vector<std::pair<std::string, int64_t>> bindings;
};

/// The value of a Function node whose operands are missing elements, save for
/// the scalars among them (the 2 of pow(A[i], 2)). Where it is 0, the function
/// keeps sparsity (L26).
double valueOfMissing(const Node &function);

/// The element that `node` has at a point; none where it stores nothing.
std::optional<double> evaluate(const Node &node, Environment &at);

/// Calls `visit` with the labels of `over` bound to each point, in
/// lexicographic order, at which `node` may be stored: every point, or, where
/// missing elements annihilate, those that stored coordinates reach.
void forEachPoint(const Node &node, const std::vector<LabelRange> &over,
                  Environment &at, const std::function<void()> &visit);

} // namespace encke::reference

#endif // ENCKE_TESTS_REFERENCE_NODE_H
