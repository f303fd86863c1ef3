//===- Node.h - expressions with every summation spelt out ------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program leaves summation (L19), broadcast (L20) and types (L8) to the
// reader. These trees do not: what is summed, over which labels and where, is a
// Reduce node, every label bound by one has a name of its own, and every node
// has a type. A node is evaluated at one point at a time.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_TESTS_REFERENCE_NODE_H
#define ENCKE_TESTS_REFERENCE_NODE_H

#include "tests/reference/Operators.h"
#include "tests/reference/Tensor.h"

#include <functional>
#include <memory>

namespace encke::reference {

struct Node;

/// A label at a dimension: it counts 0, 1, ... and picks lo, lo + step, ...
/// (L6, L39). Or an expression that gives the coordinate (L53, L56, L63).
struct Index {
  std::string label;
  int64_t lo = 0, step = 1;
  std::shared_ptr<Node> value;
  /// Beyond the dimension, of that size, nothing is there.
  bool isClipped = false;
  int64_t size = 0;
};

/// A label and how far it counts.
struct LabelRange {
  std::string label;
  int64_t size = 0;
};

using NodePtr = std::unique_ptr<Node>;

struct Node {
  enum Kind {
    Number,       ///< A scalar.
    Coordinate,   ///< A label's, as a value.
    Access,       ///< An element of a tensor.
    Intersection, ///< Stored where both operands are: `* .* @(x)`.
    Quotient,     ///< The same, but a sum of nothing divides (L45).
    Union,        ///< Stored where an operand is: `+ -`.
    LoneUnion,    ///< The same, but a lone operand passes through: `@|(x)`.
    Function,     ///< An elementwise function (L26).
    Selection,    ///< What is stored of the first where the second is true.
    Reduce,       ///< Over labels.
    Statistic,    ///< Of L55, which no operator reduces.
  };
  Kind kind = Number;
  ElementType type = ElementType::Double;

  Value number; // Number
  /// The program spells the number out, so that what it says about the pattern
  /// is known without the data.
  bool isLiteral = false;

  const Tensor *tensor = nullptr; // Access
  std::vector<Index> indices;     // Coordinate, ARGMIN, ARGMAX: one

  std::vector<NodePtr> operands;
  Operation apply;
  bool isChoice = false; // Function: `c ? a : b`

  std::vector<LabelRange> over; // Reduce, Statistic
  std::string statistic;        // `ALL MEAN VAR ARGMIN ARGMAX`
  Reducer reducer;
  /// Reduce: the result is a single value, which is there even if nothing
  /// contributes to it.
  bool isSingleValue = false;

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

/// What an expression is at one point. Where it stores nothing it still has a
/// value, which a dense target shows there: 0, or the identity of a reduction
/// to which nothing contributes (L42). It is missing where that is the 0 of
/// what has no element, and not computed of such an identity.
struct Element {
  Value value;
  bool isStored = true;
  bool isMissing = false;
};

/// True when a function is 0 where its operands store nothing, whatever the
/// data: it keeps sparsity (L26).
bool keepsSparsity(const Node &function);

/// True when an expression stores a value everywhere, whatever its sparse
/// operands store (L44).
bool isFull(const Node &node);

/// The coordinate that an index gives; none beyond the dimension where that is
/// clipped. Throws DataError beyond it elsewhere.
std::optional<int64_t> coordinateOf(const Index &index, Environment &at);

/// The element that `node` has at a point.
Element evaluate(const Node &node, Environment &at);

/// What L55 makes of all the elements of an operand (Statistics.cpp).
Element evaluateStatistic(const Node &node, Environment &at);

/// Calls `visit` with the labels of `over` bound to each point, in
/// lexicographic order.
void forEachPoint(const std::vector<LabelRange> &over, Environment &at,
                  const std::function<void()> &visit);

/// The same, only for points at which `node` may store something: every point,
/// or, where missing elements annihilate, those that stored coordinates reach.
void forEachStoredPoint(const Node &node, const std::vector<LabelRange> &over,
                        Environment &at, const std::function<void()> &visit);

} // namespace encke::reference

#endif // ENCKE_TESTS_REFERENCE_NODE_H
