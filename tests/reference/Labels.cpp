//===- Labels.cpp - the labels of expressions -----------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/reference/Labels.h"

#include "tests/reference/Frame.h"

#include <algorithm>
#include <set>

using namespace encke;
using namespace encke::reference;
using llvm::dyn_cast;

bool encke::reference::contains(const Labels &labels,
                                const std::string &label) {
  return std::find(labels.begin(), labels.end(), label) != labels.end();
}

Labels encke::reference::common(const Labels &lhs, const Labels &rhs) {
  Labels result;
  for (const std::string &label : lhs)
    if (contains(rhs, label))
      result.push_back(label);
  return result;
}
Labels encke::reference::without(const Labels &lhs, const Labels &rhs) {
  Labels result;
  for (const std::string &label : lhs)
    if (!contains(rhs, label))
      result.push_back(label);
  return result;
}

bool encke::reference::isReduction(const std::string &name) {
  static const std::set<std::string> names = {
      "SUM", "MIN",   "MAX",  "PROD", "NORM",   "NNZ",   "ANY",
      "ALL", "COUNT", "MEAN", "VAR",  "ARGMIN", "ARGMAX"};
  return names.count(name) != 0;
}
Labels encke::reference::labelsOfWhole(const std::string &name, Frame &frame) {
  Labels labels;
  size_t order = frame.sizes.orderOf(frame.declarationOf(name));
  for (size_t d = 0; d < order; ++d)
    labels.push_back(name + "." + std::to_string(d));
  return labels;
}

/// The free labels; or, `outside` of reductions, those that are left of what
/// reductions have summed.
static void collect(const ast::Expr &expr, Frame &frame, Labels &labels,
                    bool outside = false) {
  auto add = [&](const std::string &label) {
    if (!contains(labels, label))
      labels.push_back(label);
  };
  if (auto *access = dyn_cast<ast::Access>(&expr)) {
    for (const ast::Index &index : access->indices)
      for (const std::string &label : labelsOf(index, frame))
        add(label);
  } else if (auto *name = dyn_cast<ast::Name>(&expr)) {
    if (!frame.find(name->name) && frame.sizes.isLabel(name->name))
      add(name->name);
    if (frame.isTensor(name->name))
      for (const std::string &label : labelsOfWhole(name->name, frame))
        add(label);
  } else if (auto *unary = dyn_cast<ast::Unary>(&expr)) {
    collect(*unary->operand, frame, labels, outside);
  } else if (auto *binary = dyn_cast<ast::Binary>(&expr)) {
    collect(*binary->lhs, frame, labels, outside);
    collect(*binary->rhs, frame, labels, outside);
  } else if (auto *semiring = dyn_cast<ast::Semiring>(&expr)) {
    collect(*semiring->lhs, frame, labels, outside);
    collect(*semiring->rhs, frame, labels, outside);
  } else if (auto *selection = dyn_cast<ast::Selection>(&expr)) {
    collect(*selection->value, frame, labels, outside);
    collect(*selection->condition, frame, labels, outside);
  } else if (auto *transpose = dyn_cast<ast::Transpose>(&expr)) {
    collect(*transpose->operand, frame, labels, outside);
  } else if (auto *call = dyn_cast<ast::Call>(&expr)) {
    bool isOwn = frame.session.findFunction(call->name.name);
    bool reduces = isReduction(call->name.name) && !isOwn;
    if (call->name.name == "size" && !isOwn) // L52: its argument is no value.
      return;
    // Everything inside a reduction without labels is bound there, and the
    // arguments of a program's function are values of their own.
    if (isOwn || (reduces && (outside || !call->hasLabels)))
      return;
    for (const ast::ExprPtr &argument : call->arguments) {
      Labels inside;
      collect(*argument, frame, inside, outside);
      for (const std::string &label : inside) {
        bool isBound = std::any_of(
            call->over.begin(), call->over.end(),
            [&](const ast::Identifier &over) { return over.name == label; });
        if (!isBound)
          add(label);
      }
    }
  }
}

Labels encke::reference::labelsOf(const ast::Index &index, Frame &frame) {
  if (!index.isLabel())
    return freeLabels(*index.value, frame);
  if (frame.isLabelIndex(index))
    return {index.name};
  return {};
}

Labels encke::reference::freeLabels(const ast::Expr &expr, Frame &frame) {
  Labels labels;
  collect(expr, frame, labels);
  return labels;
}

bool encke::reference::isSingleValue(const ast::Expr &expr, Frame &frame) {
  Labels labels;
  collect(expr, frame, labels, /*outside=*/true);
  return labels.empty();
}
