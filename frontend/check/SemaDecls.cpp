//===- SemaDecls.cpp - labels, tensors, scalars and formats ---------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/check/SemaInternal.h"

#include "llvm/ADT/STLExtras.h"

using namespace encke;
using namespace encke::sema;

//===----------------------------------------------------------------------===//
// Labels and dimensions
//===----------------------------------------------------------------------===//

/// L56: evaluated where it stands, in this order.
bool FunctionChecker::checkComputedRange(ast::LabelDecl &decl) {
  bool ok = true;
  for (ast::Expr *bound : {decl.lo.get(), decl.hi.get(), decl.step.get()}) {
    if (!bound)
      continue;
    if (!checkScalarValue(*bound)) {
      ok = false;
    } else if (!isWhole(bound->elementType)) {
      ok = false;
      diagnostics.error(diag::integer_needed, bound->range,
                        "a bound of a range is a whole number, but this is " +
                            toString(bound->elementType));
    }
  }
  return ok;
}

void FunctionChecker::checkLabelDecl(ast::LabelDecl &decl) {
  const ast::Extent &extent = decl.extent;
  std::optional<int64_t> size;
  bool valid = true;
  if (extent.kind == ast::Extent::Size) {
    size = extent.hi;
  } else if (extent.kind == ast::Extent::Range) {
    valid = false;
    if (extent.step == 0)
      diagnostics.error(diag::zero_step, extent.range,
                        "the step of a range must be positive");
    else if (extent.hi <= extent.lo)
      diagnostics.error(diag::empty_range, extent.range, "the range is empty")
          .help("a range lo:hi excludes hi");
    else
      valid = true;
    if (valid) // ceil((hi - lo) / step), without overflow
      size = (extent.hi - extent.lo - 1) / extent.step + 1;
  }

  bool isComputed = extent.kind == ast::Extent::Computed;
  bool isParameter = extent.kind == ast::Extent::Parameter;
  if (isComputed)
    valid = checkComputedRange(decl);
  else if (isParameter)
    valid = checkParameterSize(decl);
  for (const ast::Identifier &name : decl.names) {
    Symbol symbol;
    symbol.kind = Symbol::Label;
    symbol.label = &decl;
    symbol.size = sizes.add(name.name);
    if (!valid || isComputed)
      sizes.setKnown(symbol.size);
    else if (isParameter)
      sizes.addParameter(symbol.size, {findParameter(ast::textOf(extent.range)),
                                       extent.range});
    else if (size)
      sizes.fix(symbol.size, *size, extent.range, "label '" + name.name + "'");
    declare(name, symbol);
    if (symbol.isRangeLabel())
      info.ranges[name.name] = extent;
  }
}

/// Gives every dimension its place among the sizes.
void FunctionChecker::addDimensions(ast::TensorDecl &decl, bool isParameter) {
  llvm::SmallVector<SizeTable::Node> nodes;
  for (unsigned i = 0; i < decl.dimensions.size(); ++i) {
    const ast::Dimension &dimension = decl.dimensions[i];
    ast::Identifier label{dimension.label, dimension.range};
    if (dimension.kind == ast::Dimension::Label) {
      if (const Symbol *symbol = findLabel(label.name)) {
        nodes.push_back(symbol->size);
        continue;
      }
      // L48: labels in a signature declare themselves. Elsewhere the label is
      // declared after the error, so that its other uses say nothing more.
      if (!isParameter)
        lookupLabel(label);
      Symbol symbol;
      symbol.kind = Symbol::Label;
      symbol.range = label.range;
      symbol.size = sizes.add(label.name);
      if (!isParameter)
        sizes.setKnown(symbol.size);
      if (labels.try_emplace(label.name, symbol).second)
        labelOrder.push_back(label.name);
      nodes.push_back(symbol.size);
      continue;
    }
    SizeTable::Node node =
        sizes.add(decl.name.name + "'s dimension " + std::to_string(i + 1));
    if (dimension.kind == ast::Dimension::Size) {
      if (dimension.size < 0) {
        diagnostics.error(diag::empty_range, dimension.range,
                          "a dimension's size cannot be negative");
        sizes.setKnown(node);
      } else {
        sizes.fix(node, dimension.size, dimension.range, "the dimension");
      }
    }
    nodes.push_back(node);
  }
  dimensionNodes[&decl] = std::move(nodes);
  tensorOrder.push_back(&decl);
}

void FunctionChecker::checkTensorDecl(ast::TensorDecl &decl, bool isParameter) {
  addDimensions(decl, isParameter);
  checkFormat(decl, isParameter);
  Symbol symbol;
  symbol.kind = Symbol::Tensor;
  symbol.tensor = &decl;
  if (!decl.name.name.empty())
    declare(decl.name, symbol);
  if (isParameter)
    assigned.insert(&decl);
}

void FunctionChecker::checkScalarDecl(ast::ScalarDecl &decl) {
  // L48: the left side has no labels, so every label of the value is summed.
  bool ok = checkExpr(*decl.init) && placeSums(*decl.init, {}, diagnostics) &&
            assignLabels(*decl.init, diagnostics);
  if (ok)
    decl.type = decl.init->elementType;
  Symbol symbol;
  symbol.kind = Symbol::Scalar;
  symbol.scalar = &decl;
  declare(decl.name, symbol);
}

void FunctionChecker::checkSignature() {
  for (ast::Parameter &parameter : function.parameters) {
    if (parameter.tensor) {
      const ast::TensorDecl &tensor = *parameter.tensor;
      checkTensorDecl(*parameter.tensor, /*isParameter=*/true);
      for (auto [mode, node] : llvm::enumerate(dimensionNodes[&tensor]))
        sizes.addArgument(node, {&tensor, static_cast<unsigned>(mode),
                                 tensor.dimensions[mode].range});
      continue;
    }
    Symbol symbol;
    symbol.kind = Symbol::Scalar;
    symbol.scalar = parameter.scalar.get();
    declare(parameter.scalar->name, symbol);
  }
  for (const ast::Result &result : function.results) {
    if (!result.tensor)
      continue;
    addDimensions(*result.tensor, /*isParameter=*/true);
    checkFormat(*result.tensor, /*isParameter=*/true);
  }
}
