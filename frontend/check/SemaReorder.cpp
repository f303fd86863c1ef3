//===- SemaReorder.cpp - reordered labels (L36) ---------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A label is renumbered together with every dimension that it indexes, and so
// with every other label of these: the groups of sizes (Sema.h) say which.
//
//===----------------------------------------------------------------------===//

#include "frontend/check/SemaInternal.h"

#include "llvm/ADT/STLExtras.h"

using namespace encke;
using namespace encke::sema;
using llvm::StringRef;
using llvm::Twine;

void FunctionChecker::checkReorder(ast::Reorder &stmt) {
  bool ok = checkReorderMethod(stmt);
  for (const ast::Identifier &label : stmt.labels)
    ok &= checkReorderLabel(label);
  if (ok)
    reorders.push_back(&stmt);
}

bool FunctionChecker::checkReorderMethod(ast::Reorder &stmt) {
  static const StringRef methods[] = {"lexi",      "rcm",  "degree",
                                      "partition", "auto", "none"};
  StringRef method = stmt.method.name;
  bool ok = llvm::is_contained(methods, method);
  if (!ok)
    suggest(diagnostics
                .error(diag::unknown_reordering, stmt.method.range,
                       "unknown reordering '" + method + "'")
                .help("the reorderings are lexi, rcm, degree, partition, auto "
                      "and none"),
            method, methods);
  if (!stmt.tensor.name.empty()) {
    ast::TensorDecl *tensor = lookupTensor(stmt.tensor);
    stmt.decl = tensor;
    ok &= tensor && requireValue(*tensor, stmt.tensor.range);
  } else if (ok && method != "none") {
    ok = false;
    diagnostics
        .error(diag::reordering_arguments, stmt.method.range,
               "'" + method +
                   "' orders the labels of a tensor, which is "
                   "missing")
        .help("write 'by " + method + "(A)'");
  }
  bool takesNumber = method == "lexi" || method == "partition";
  if (ok && stmt.number && (!takesNumber || *stmt.number < 1)) {
    ok = false;
    diagnostics
        .error(diag::reordering_arguments, stmt.method.range,
               takesNumber ? "'" + method + "' needs a number from 1"
                           : "'" + method + "' takes no number")
        .help("'lexi(A, 5)' makes at most 5 rounds, 'partition(A, 8)' makes 8 "
              "parts");
  }
  return ok;
}

bool FunctionChecker::checkReorderLabel(const ast::Identifier &label) {
  const Symbol *symbol = lookupLabel(label);
  if (!symbol)
    return false;
  if (!symbol->isRangeLabel())
    return true;
  noteDeclaration(diagnostics.error(diag::reordered_label, label.range,
                                    "range label '" + Twine(label.name) +
                                        "' picks coordinates by their numbers "
                                        "and cannot be renumbered"),
                  *symbol);
  return false;
}

void FunctionChecker::finishReorders() {
  for (const ast::Reorder *stmt : reorders)
    finishReorder(*stmt);
  for (const SliceAccess &slice : slices) {
    unsigned group = info.tensorGroups[slice.tensor][slice.dimension];
    auto found = info.reordered.find(group);
    if (found == info.reordered.end())
      continue;
    diagnostics
        .error(diag::reordered_slice, slice.label.range,
               "'" + Twine(slice.label.name) + "' cannot pick a part of '" +
                   slice.tensor->name.name +
                   "': this dimension is reordered, so what lies from one "
                   "coordinate to another is scattered")
        .note(found->second, "it is reordered here")
        .help("a function that takes '" + Twine(slice.tensor->name.name) +
              "' sees it in its old order: take the part there");
  }
}

void FunctionChecker::finishReorder(const ast::Reorder &stmt) {
  if (stmt.method.name == "none")
    return;
  if (stmt.method.name == "auto")
    for (const auto &tensors : computations)
      if (llvm::is_contained(tensors, stmt.decl))
        info.usedBeside[&stmt].insert_range(tensors);
  const llvm::SmallVector<unsigned> &dimensions = info.tensorGroups[stmt.decl];
  std::set<unsigned> together;
  for (const ast::Identifier &label : stmt.labels) {
    unsigned group = info.labelGroup[label.name];
    if (!llvm::is_contained(dimensions, group)) {
      noteDeclaration(diagnostics.error(diag::reordered_label, label.range,
                                        "label '" + Twine(label.name) +
                                            "' does not index '" +
                                            stmt.decl->name.name +
                                            "', so that cannot order it"),
                      *stmt.decl);
      continue;
    }
    // Labels of one dimension may stand together.
    if (!together.insert(group).second)
      continue;
    auto [earlier, isNew] = info.reordered.try_emplace(group, label.range);
    if (!isNew)
      diagnostics
          .error(diag::reordered_label, label.range,
                 "label '" + Twine(label.name) + "' is reordered already")
          .note(earlier->second, "here");
  }
}

void FunctionChecker::checkPermutation(ast::Assign &assign,
                                       ast::TensorDecl &tensor) {
  if (!checkSourceOfOne(assign, tensor))
    return;
  auto &call = llvm::cast<ast::Call>(*assign.value);
  const auto *label = llvm::dyn_cast<ast::Name>(call.arguments.front().get());
  bool isLabel = label && findLabel(label->name);
  if (!isLabel || assign.indices.size() != 1 ||
      !assign.indices.front().isLabel() ||
      assign.indices.front().name != label->name) {
    diagnostics
        .error(diag::permutation_target, call.range,
               "'permutation' gives the numbers of one label to a tensor over "
               "that label")
        .help("write 'p[i] = permutation(i);'");
    return;
  }
  if (tensor.type != ElementType::Int64 ||
      (tensor.format && !tensor.format->isDense()))
    noteDeclaration(diagnostics.error(diag::permutation_target, call.range,
                                      "a permutation needs a dense tensor of "
                                      "int, which '" +
                                          Twine(tensor.name.name) + "' is not"),
                    tensor);
}
