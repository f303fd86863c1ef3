//===- SemaExpr.cpp - names and types of expressions ----------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/check/SemaInternal.h"

#include "llvm/ADT/STLExtras.h"

using namespace encke;
using namespace encke::sema;
using ast::BinaryOp;
using llvm::StringRef;
using llvm::Twine;

bool FunctionChecker::checkExpr(ast::Expr &expr) {
  switch (expr.getKind()) {
  case ast::Expr::NumberKind:
    expr.elementType = llvm::cast<ast::Number>(expr).isInteger
                           ? ElementType::Int64
                           : ElementType::Double;
    return true;
  case ast::Expr::BoolKind:
    expr.elementType = ElementType::Bool;
    return true;
  case ast::Expr::StringKind:
    diagnostics.error(diag::string_in_expression, expr.range,
                      "text cannot be part of an expression");
    return false;
  case ast::Expr::LiteralKind:
  case ast::Expr::SparseLiteralKind:
    diagnostics.error(diag::source_in_expression, expr.range,
                      "a tensor literal stands alone on the right "
                      "of an assignment to a tensor");
    return false;
  case ast::Expr::NameKind:
    return checkName(llvm::cast<ast::Name>(expr));
  case ast::Expr::AccessKind:
    return checkAccess(llvm::cast<ast::Access>(expr), Use::Compute);
  case ast::Expr::UnaryKind:
    return checkUnary(llvm::cast<ast::Unary>(expr));
  case ast::Expr::BinaryKind:
    return checkBinary(llvm::cast<ast::Binary>(expr));
  case ast::Expr::SemiringKind:
    return checkSemiring(llvm::cast<ast::Semiring>(expr));
  case ast::Expr::CallKind:
    return checkCall(llvm::cast<ast::Call>(expr));
  case ast::Expr::SelectionKind: {
    auto &selection = llvm::cast<ast::Selection>(expr);
    checkSelection(selection);
    diagnostics
        .error(diag::selection_place, selection.condition->range,
               "'where' selects the elements of an assignment or the terms of "
               "a reduction")
        .help("write 'B[i, j] = A[i, j] where A[i, j] > 0;' or 'y[i] = "
              "SUM[j](A[i, j] where A[i, j] > 0);'; 'c ? a : b' chooses a "
              "value");
    return false;
  }
  case ast::Expr::TransposeKind:
    return checkTranspose(llvm::cast<ast::Transpose>(expr));
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Names and accesses
//===----------------------------------------------------------------------===//

bool FunctionChecker::checkName(ast::Name &name) {
  ast::Identifier identifier{name.name, name.range};
  const Symbol *symbol = findValue(name.name);
  if (!symbol) {
    const Symbol *label = findLabel(name.name);
    if (label) { // L51
      name.isLabel = true;
      name.elementType = ElementType::Int64;
      sizes.need(label->size, "label '" + name.name + "'", name.range);
      return true;
    }
    name.constant = findConstant(name.name);
    if (name.constant) {
      name.elementType = ElementType::Double;
      return true;
    }
    reportUndeclared(identifier, "value", {Symbol::Scalar, Symbol::Tensor});
    return false;
  }
  if (symbol->parameter && symbol->parameter->isText()) {
    diagnostics
        .error(diag::string_in_expression, name.range,
               "text cannot be part of an expression")
        .note(symbol->range, "parameter '" + Twine(name.name) + "' is a text");
    return false;
  }
  if (symbol->parameter)
    info.parameters.insert(symbol->parameter);
  if (symbol->scalar) {
    warnOfHiddenLabel(name, *symbol);
    name.scalar = symbol->scalar;
    name.elementType = symbol->scalar->type;
    return true;
  }
  const ast::TensorDecl &tensor = *symbol->tensor;
  if (!tensor.dimensions.empty()) {
    noteDeclaration(
        diagnostics
            .error(diag::missing_labels, name.range,
                   "tensor '" + Twine(name.name) + "' needs its labels here")
            .help("for example '" + spellAccess(tensor) + "'"),
        tensor);
    return false;
  }
  name.tensor = &tensor;
  name.elementType = computedIn(tensor.type);
  return requireValue(tensor, name.range);
}

/// L51: in an access the name is the label, as a value it is the loop's
/// variable.
void FunctionChecker::warnOfHiddenLabel(const ast::Name &name,
                                        const Symbol &symbol) {
  const Symbol *label = findLabel(name.name);
  if (symbol.kind != Symbol::LoopVariable || !label || inIndex || !hasLabels ||
      !reported.insert(name.name).second)
    return;
  diagnostics
      .warning(diag::hidden_label, name.range,
               "'" + Twine(name.name) +
                   "' is the loop's variable here, not the coordinate of the "
                   "label of that name")
      .note(symbol.range, "the loop is here")
      .help("give the loop's variable a name of its own");
}

bool FunctionChecker::requireValue(const ast::TensorDecl &tensor,
                                   llvm::SMRange where) {
  if (!assigned.insert(&tensor).second)
    return true;
  noteDeclaration(
      diagnostics.error(diag::unassigned, where,
                        "'" + Twine(tensor.name.name) + "' has no value yet"),
      tensor);
  return false;
}

bool FunctionChecker::checkAccess(ast::Access &access, Use use) {
  access.tensor = lookupTensor(access.name);
  if (!access.tensor && findBuiltin(access.name.name))
    return false; // `SUM[A]`: what stands in the brackets is not meant as
                  // labels
  bool ok = checkIndices(access.tensor, access.indices, access.range, use);
  if (!access.tensor)
    return false;
  access.elementType = computedIn(access.tensor->type);
  return requireValue(*access.tensor, access.name.range) && ok;
}

static bool isOfLabels(llvm::ArrayRef<ast::Index> indices) {
  return llvm::all_of(indices,
                      [](const ast::Index &index) { return index.isLabel(); });
}

/// "'i'" or "'i', 'j'" with the noun and the verb that fit.
static std::string labelsAre(const std::vector<std::string> &names) {
  return (names.size() == 1 ? "label " : "labels ") + quoteList(names) +
         (names.size() == 1 ? " is" : " are");
}

bool FunctionChecker::checkIndices(const ast::TensorDecl *tensor,
                                   std::vector<ast::Index> &indices,
                                   llvm::SMRange range, Use use) {
  bool ok = true;
  for (ast::Index &index : indices)
    resolveIndex(index);
  if (tensor && tensor->dimensions.size() != indices.size()) {
    noteDeclaration(diagnostics.error(
                        diag::label_count, range,
                        "'" + Twine(tensor->name.name) + "' has " +
                            countOf(tensor->dimensions.size(), "dimension") +
                            ", but " +
                            countOf(indices.size(),
                                    isOfLabels(indices) ? "label" : "index") +
                            (indices.size() == 1 ? " is" : " are") + " given"),
                    *tensor);
    tensor = nullptr;
    ok = false;
  }

  if (tensor && use == Use::Compute)
    computations.back().push_back(tensor);
  bool isSwapped = tensor && use == Use::Positional &&
                   warnOfSwappedLabels(*tensor, indices, range);
  std::vector<std::string> undeclared;
  for (unsigned i = 0; i < indices.size(); ++i) {
    ast::Index &index = indices[i];
    if (!index.isLabel()) {
      ok &= checkIndexValue(index);
      if (!tensor)
        continue;
      slices.push_back(
          {tensor, i, {sourceText(index.range).str(), index.range}});
      sizes.need(dimensionNodes[tensor][i],
                 "dimension " + std::to_string(i + 1) + " of '" +
                     tensor->name.name + "'",
                 index.range);
      continue;
    }
    const Symbol *label = findLabel(index.name);
    if (!label && use == Use::Positional && !findValue(index.name)) {
      if (!llvm::is_contained(undeclared, index.name))
        undeclared.push_back(index.name);
    } else if (!label) {
      ok &= lookupLabel(index) != nullptr;
      continue;
    }
    if (!tensor)
      continue;
    if (label && !isSwapped)
      placeLabel(*tensor, i, index, *label, use);
    const ast::Dimension &dimension = tensor->dimensions[i];
    std::string what = dimension.kind == ast::Dimension::Label
                           ? "label '" + dimension.label + "'"
                           : "dimension " + std::to_string(i + 1) + " of '" +
                                 tensor->name.name + "'";
    sizes.need(dimensionNodes[tensor][i], what, index.range);
  }
  if (!undeclared.empty())
    diagnostics
        .warning(diag::undeclared_position, range,
                 labelsAre(undeclared) + " not declared")
        .help("in a fill, a read or a print labels are positions only");
  if (!ok || !tensor)
    sizes.setIncomplete();
  return ok;
}

/// L7: `A[j, i] = read(0)` on a tensor of [i, j] reads as if it transposed.
bool FunctionChecker::warnOfSwappedLabels(const ast::TensorDecl &tensor,
                                          llvm::ArrayRef<ast::Index> indices,
                                          llvm::SMRange range) {
  std::vector<StringRef> own, given;
  for (const ast::Dimension &dimension : tensor.dimensions)
    own.push_back(dimension.label);
  for (const ast::Index &index : indices)
    given.push_back(index.name);
  if (own == given)
    return false;
  llvm::sort(own);
  llvm::sort(given);
  if (own != given)
    return false;
  noteDeclaration(
      diagnostics
          .warning(diag::swapped_positions, range,
                   "the dimensions are those of '" + spellAccess(tensor) +
                       "', whatever the labels here say")
          .help("in a fill, a read or a print labels are positions only"),
      tensor);
  return true;
}

/// What a label says about the size of the dimension it stands at.
void FunctionChecker::placeLabel(const ast::TensorDecl &tensor,
                                 unsigned dimension,
                                 const ast::Identifier &index,
                                 const Symbol &label, Use use) {
  SizeTable::Node node = dimensionNodes[&tensor][dimension];
  if (node == label.size)
    return;
  std::string labelText = "label '" + index.name + "'";
  std::string dimensionText = "dimension " + std::to_string(dimension + 1) +
                              " of '" + tensor.name.name + "'";
  if (label.isRangeLabel()) {
    slices.push_back({&tensor, dimension, index});
    // L6: a slice. Its last coordinate is lo + (n - 1) * step.
    const ast::Extent &extent = label.label->extent;
    if (extent.kind == ast::Extent::Range && extent.step > 0 &&
        extent.lo >= 0 && extent.hi > extent.lo) {
      int64_t last =
          extent.lo + (extent.hi - extent.lo - 1) / extent.step * extent.step;
      sizes.requireCoordinate(node, last, dimensionText, index.range);
    }
    return;
  }
  if (use == Use::Positional)
    sizes.uniteIfUnsized(label.size, labelText, node, dimensionText,
                         index.range);
  else
    sizes.unite(label.size, labelText, node, dimensionText, index.range);
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

/// The type that arithmetic gives a value: bool counts as an integer (L8).
static ElementType arithmeticType(ElementType type) {
  return type == ElementType::Bool ? ElementType::Int64 : type;
}

bool FunctionChecker::checkUnary(ast::Unary &unary) {
  if (!checkExpr(*unary.operand))
    return false;
  ElementType type = unary.operand->elementType;
  if (unary.op == ast::UnaryOp::Negate) {
    unary.elementType = arithmeticType(type);
    return true;
  }
  unary.elementType = ElementType::Bool;
  if (type == ElementType::Bool)
    return true;
  diagnostics
      .error(diag::bool_needed, unary.operand->range,
             "'!' needs a bool, but this is " + toString(type))
      .help("'x == 0' is whether it is 0");
  return false;
}

bool FunctionChecker::requireOrdered(const ast::Expr &operand, StringRef what) {
  if (operand.elementType != ElementType::Complex)
    return true;
  diagnostics.error(diag::complex_order, operand.range,
                    "complex numbers have no order, which '" + what +
                        "' needs");
  return false;
}

bool FunctionChecker::requireReal(const ast::Expr &operand, StringRef what) {
  if (operand.elementType != ElementType::Complex)
    return true;
  diagnostics
      .error(diag::real_needed, operand.range,
             "'" + what + "' takes real numbers, but this is complex")
      .help("'re(z)' is the real part, 'abs(z)' the magnitude");
  return false;
}

bool FunctionChecker::requireWhole(const ast::Expr &operand, StringRef what) {
  if (widensTo(operand.elementType, ElementType::Int64))
    return true;
  auto error =
      diagnostics.error(diag::whole_needed, operand.range,
                        "'" + what + "' takes whole numbers, but this is " +
                            toString(operand.elementType));
  if (operand.elementType != ElementType::Complex)
    error.help("'int(x)' cuts off the fraction");
  return false;
}

bool FunctionChecker::checkBinary(ast::Binary &binary) {
  bool ok = checkExpr(*binary.lhs);
  ok &= checkExpr(*binary.rhs);
  if (!ok)
    return false;
  switch (binary.op) {
  case BinaryOp::Add:
  case BinaryOp::Sub:
  case BinaryOp::Mul:
  case BinaryOp::ElementwiseMul:
    binary.elementType = arithmeticType(promote(*binary.lhs, *binary.rhs));
    return true;
  case BinaryOp::Div:
    binary.elementType = toFloating(promote(*binary.lhs, *binary.rhs));
    return true;
  case BinaryOp::Mod:
    binary.elementType = arithmeticType(promote(*binary.lhs, *binary.rhs));
    return requireWhole(*binary.lhs, "%") && requireWhole(*binary.rhs, "%");
  case BinaryOp::Less:
  case BinaryOp::LessEqual:
  case BinaryOp::Greater:
  case BinaryOp::GreaterEqual:
    promote(*binary.lhs, *binary.rhs);
    binary.elementType = ElementType::Bool;
    return requireOrdered(*binary.lhs, toString(binary.op)) &&
           requireOrdered(*binary.rhs, toString(binary.op));
  case BinaryOp::Equal:
  case BinaryOp::NotEqual:
    promote(*binary.lhs, *binary.rhs);
    binary.elementType = ElementType::Bool;
    return true;
  case BinaryOp::And:
  case BinaryOp::Or:
    binary.elementType = ElementType::Bool;
    for (const ast::Expr *side : {binary.lhs.get(), binary.rhs.get()}) {
      if (side->elementType == ElementType::Bool)
        continue;
      ok = false;
      diagnostics.error(diag::bool_needed, side->range,
                        "'" + toString(binary.op) +
                            "' needs a bool, but this is " +
                            toString(side->elementType));
    }
    return ok;
  }
  return false;
}

bool FunctionChecker::canReduce(const ast::SemiringOperator &used) {
  static const StringRef reductions[] = {"+",   "*", "min", "max",
                                         "any", "|", "&"};
  if (llvm::is_contained(reductions, used.name))
    return true;
  diagnostics
      .error(diag::semiring_operator, used.range,
             "'" + Twine(used.name) + "' cannot reduce")
      .help("the operators that reduce are + * min max any | &");
  return false;
}

bool FunctionChecker::checkSemiring(ast::Semiring &semiring) {
  static const StringRef products[] = {"+",   "-",    "*",     "/",
                                       "min", "max",  "first", "second",
                                       "any", "pair", "|",     "&"};
  bool ok = !semiring.reduce || canReduce(*semiring.reduce);
  if (!llvm::is_contained(products, semiring.combine.name)) {
    ok = false;
    diagnostics
        .error(diag::semiring_operator, semiring.combine.range,
               "unknown operator '" + Twine(semiring.combine.name) + "'")
        .help("the operators are + - * / min max first second any pair | &");
  }
  ok &= checkExpr(*semiring.lhs);
  ok &= checkExpr(*semiring.rhs);
  if (!ok)
    return false;
  ElementType type = promote(*semiring.lhs, *semiring.rhs);
  auto isArithmetic = [](const ast::SemiringOperator &used) {
    return used.name == "+" || used.name == "-" || used.name == "*";
  };
  // L8: sums, differences and products of bools are integers.
  if (isArithmetic(semiring.combine) ||
      (semiring.reduce && isArithmetic(*semiring.reduce)))
    type = arithmeticType(type);
  semiring.elementType = semiring.combine.name == "/" ? toFloating(type) : type;
  for (StringRef name :
       {StringRef(semiring.combine.name),
        semiring.reduce ? StringRef(semiring.reduce->name) : StringRef()})
    if (name == "min" || name == "max")
      ok &= requireOrdered(*semiring.lhs, name) &&
            requireOrdered(*semiring.rhs, name);
  return ok;
}

bool FunctionChecker::checkTranspose(ast::Transpose &transpose) {
  bool ok = checkExpr(*transpose.operand);
  transpose.elementType = transpose.operand->elementType;
  for (const ast::Identifier &label : transpose.target)
    ok &= lookupLabel(label) != nullptr;
  return ok;
}

/// L52: the value is of any kind, the condition a truth value.
bool FunctionChecker::checkSelection(ast::Selection &selection) {
  bool ok = checkExpr(*selection.value);
  ok &= checkExpr(*selection.condition);
  selection.elementType = selection.value->elementType;
  ElementType type = selection.condition->elementType;
  if (!ok || type == ElementType::Bool)
    return ok;
  diagnostics
      .error(diag::bool_needed, selection.condition->range,
             "'where' needs a bool, but this is " + toString(type))
      .help(comparisonHelp);
  return false;
}

bool FunctionChecker::checkSelected(ast::Expr &expr) {
  auto *selection = llvm::dyn_cast<ast::Selection>(&expr);
  return selection ? checkSelection(*selection) : checkExpr(expr);
}
