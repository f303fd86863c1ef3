//===- SemaSources.cpp - literals (L11, L57) and conversions (L35) --------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/check/SemaInternal.h"

#include "llvm/ADT/STLExtras.h"

using namespace encke;
using namespace encke::sema;
using llvm::Twine;

/// Checks that the elements nest evenly and are scalars; fills the shape.
bool FunctionChecker::checkLiteralShape(ast::Literal &literal, unsigned depth,
                                        llvm::SmallVectorImpl<int64_t> &shape,
                                        ElementType type) {
  int64_t size = literal.elements.size();
  if (depth == shape.size()) {
    shape.push_back(size);
  } else if (shape[depth] != size) {
    diagnostics.error(diag::ragged_literal, literal.range,
                      "the rows of a tensor literal have one "
                      "length, but this has " +
                          Twine(size) + ", not " + Twine(shape[depth]));
    return false;
  }
  bool isInner = llvm::any_of(literal.elements, [](const ast::ExprPtr &e) {
    return llvm::isa<ast::Literal>(e.get());
  });
  for (ast::ExprPtr &element : literal.elements) {
    auto *nested = llvm::dyn_cast<ast::Literal>(element.get());
    if ((nested != nullptr) != isInner) {
      diagnostics.error(diag::ragged_literal, element->range,
                        "a tensor literal holds either rows or elements");
      return false;
    }
    bool ok = nested ? checkLiteralShape(*nested, depth + 1, shape, type)
                     : checkScalarValue(*element) &&
                           checkConversion(*element, type,
                                           "an element of the tensor");
    if (!ok)
      return false;
  }
  // Rows without elements end the nesting for all of them.
  return true;
}

void FunctionChecker::checkLiteral(ast::Assign &assign,
                                   ast::TensorDecl &tensor) {
  auto &literal = llvm::cast<ast::Literal>(*assign.value);
  requirePlainSet(assign, "[...]");
  literal.elementType = computedIn(tensor.type);
  llvm::SmallVector<int64_t> shape;
  bool ok = checkLiteralShape(literal, 0, shape, tensor.type);
  if (ok && shape.size() != tensor.dimensions.size()) {
    ok = false;
    noteDeclaration(
        diagnostics.error(diag::order_mismatch, literal.range,
                          "the literal has " +
                              countOf(shape.size(), "dimension") + ", but '" +
                              tensor.name.name + "' has " +
                              countOf(tensor.dimensions.size(), "dimension")),
        tensor);
  }
  for (auto [i, node] : llvm::enumerate(dimensionNodes[&tensor])) {
    if (ok)
      sizes.fix(node, shape[i], literal.range,
                "dimension " + Twine(i + 1) + " of '" + tensor.name.name + "'");
    else
      sizes.setKnown(node);
  }
  checkTarget(assign, tensor, Use::Positional);
  assigned.insert(&tensor);
}

void FunctionChecker::checkSparseLiteral(ast::Assign &assign,
                                         ast::TensorDecl &tensor) {
  auto &literal = llvm::cast<ast::SparseLiteral>(*assign.value);
  requirePlainSet(assign, "{...}");
  literal.elementType = computedIn(tensor.type);
  for (ast::SparseLiteral::Entry &entry : literal.entries) {
    if (entry.coordinates.size() != tensor.dimensions.size())
      noteDeclaration(diagnostics.error(
                          diag::order_mismatch, entry.range,
                          "an element here has " +
                              countOf(entry.coordinates.size(), "coordinate") +
                              ", but '" + tensor.name.name + "' needs " +
                              Twine(tensor.dimensions.size())),
                      tensor);
    for (ast::ExprPtr &coordinate : entry.coordinates)
      if (checkScalarValue(*coordinate))
        checkConversion(*coordinate, ElementType::Int64, "a coordinate");
    if (checkScalarValue(*entry.value))
      checkConversion(*entry.value, tensor.type, "an element of the tensor");
  }
  checkTarget(assign, tensor, Use::Positional);
  assigned.insert(&tensor);
}

bool FunctionChecker::checkSourceOfOne(ast::Assign &assign,
                                       ast::TensorDecl &tensor) {
  auto &call = llvm::cast<ast::Call>(*assign.value);
  requirePlainSet(assign, call.name.name);
  bool ok = rejectLabels(call) && checkArity(call, 1, 1);
  ok &= checkTarget(assign, tensor, Use::Compute);
  assigned.insert(&tensor);
  return ok;
}

void FunctionChecker::checkConvert(ast::Assign &assign,
                                   ast::TensorDecl &tensor) {
  if (!checkSourceOfOne(assign, tensor))
    return;
  auto &call = llvm::cast<ast::Call>(*assign.value);
  ast::Expr &operand = *call.arguments.front();
  auto *access = llvm::dyn_cast<ast::Access>(&operand);
  if (!access) {
    diagnostics.error(diag::missing_labels, operand.range,
                      "'convert' takes a tensor with its "
                      "labels");
    return;
  }
  if (!checkAccess(*access, Use::Compute))
    return;
  std::vector<std::string> target = labelsOf(assign.indices),
                           source = freeLabels(*access);
  access->labels = call.labels = source;
  llvm::sort(target);
  llvm::sort(source);
  if (source != target)
    diagnostics.error(diag::convert_labels, operand.range,
                      "'convert' keeps all labels, but the left has " +
                          (target.empty() ? "none" : quoteList(target)));
  call.elementType = access->elementType;
  checkConversion(call, tensor.type, "tensor '" + tensor.name.name + "'");
}
