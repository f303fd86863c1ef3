//===- SemaTargets.cpp - sparse targets and masks -------------------------===//
//--------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/check/SemaInternal.h"

#include "llvm/ADT/STLExtras.h"

using namespace encke;
using namespace encke::sema;
using llvm::StringRef;
using llvm::Twine;

/// L44. A dense tensor alone is copied by its nonzeros (L38), a zero empties.
void FunctionChecker::checkSparseTarget(ast::Assign &assign,
                                        const ast::TensorDecl &tensor) {
  const ast::Expr *full = findFullPart(*assign.value);
  assign.isFull = full;
  if (!tensor.format || tensor.format->isDense() || assign.mask)
    return;
  if (assign.copies() || assign.empties())
    return;
  // L56, L57: elements and diagonals are no whole rows.
  if (!full || !assign.fillsBlock())
    return;
  auto builder = diagnostics.error(
      diag::full_result, assign.target.range,
      "the result has a value everywhere, but '" + Twine(tensor.name.name) +
          "' is sparse (" + tensor.format->str() + ")");
  builder.note(full->range, "this has no absent elements");
  noteDeclaration(builder, tensor);
  builder.help("declare '" + tensor.name.name + "' {Dense}");
}

void FunctionChecker::checkMask(ast::Mask &mask,
                                const ast::TensorDecl &target) {
  static const StringRef methods[] = {"push", "pull", "auto"};
  if (!mask.method.empty() && !llvm::is_contained(methods, mask.method))
    diagnostics
        .error(diag::unknown_mask_method, mask.tensor.range,
               "unknown way to apply a mask: '" + Twine(mask.method) + "'")
        .help("the ways are push, pull and auto");
  const ast::TensorDecl *tensor = lookupTensor(mask.tensor);
  mask.decl = tensor;
  if (!tensor || !requireValue(*tensor, mask.tensor.range))
    return;
  if (tensor->dimensions.size() != target.dimensions.size()) {
    auto builder = diagnostics.error(
        diag::order_mismatch, mask.tensor.range,
        "mask '" + Twine(tensor->name.name) + "' has " +
            countOf(tensor->dimensions.size(), "dimension") + ", but '" +
            target.name.name + "' has " + Twine(target.dimensions.size()));
    noteDeclaration(builder, *tensor);
    noteDeclaration(builder, target);
    return;
  }
  for (unsigned i = 0; i < target.dimensions.size(); ++i) {
    std::string dimension = "dimension " + std::to_string(i + 1) + " of '";
    sizes.unite(dimensionNodes[tensor][i], dimension + tensor->name.name + "'",
                dimensionNodes[&target][i], dimension + target.name.name + "'",
                mask.tensor.range);
  }
  // L41
  if (tensor->format && tensor->format->isDense())
    noteDeclaration(
        diagnostics.warning(diag::dense_mask, mask.tensor.range,
                            "mask '" + Twine(tensor->name.name) +
                                (mask.complement
                                     ? "' is dense, so its complement leaves "
                                       "nothing"
                                     : "' is dense and masks nothing")),
        *tensor);
}
