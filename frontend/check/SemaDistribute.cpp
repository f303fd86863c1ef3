//===- SemaDistribute.cpp - the label that processes share (L61) ----------===//
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

void FunctionChecker::checkDistribute(ast::Distribute &stmt) {
  bool ok = true;
  // Parameters, the function's own names, and its body.
  constexpr size_t outermost = 3;
  if (function.name.name != "main" || scopes.size() != outermost) {
    ok = false;
    diagnostics
        .error(diag::misplaced_distribute, stmt.range,
               "'distribute' stands in 'main', outside of loops and branches")
        .help("what each process has is decided once, for the whole program");
  }
  for (const ast::Identifier &label : stmt.labels) {
    const Symbol *symbol = lookupLabel(label);
    ok &= symbol != nullptr;
    if (!symbol || !symbol->isRangeLabel())
      continue;
    ok = false;
    noteDeclaration(diagnostics.error(diag::distributed_label, label.range,
                                      "range label '" + Twine(label.name) +
                                          "' picks coordinates of a dimension "
                                          "and cannot be distributed"),
                    *symbol);
  }
  if (stmt.labels.size() != 1) {
    ok = false;
    diagnostics
        .error(diag::distributed_label, stmt.labels[1].range,
               "one label is distributed, these are " +
                   Twine(stmt.labels.size()))
        .help("labels of the same dimension are distributed with it");
  }
  if (ok && distributed) {
    ok = false;
    diagnostics
        .error(diag::distributed_label, stmt.labels.front().range,
               "the program is distributed already")
        .note(distributed->range, "here");
  }
  if (ok)
    distributed = &stmt;
}

void FunctionChecker::finishDistribute() {
  if (!distributed)
    return;
  const ast::Identifier &label = distributed->labels.front();
  unsigned group = info.labelGroup[label.name];
  bool isUsed = llvm::any_of(tensorOrder, [&](const ast::TensorDecl *tensor) {
    return llvm::is_contained(info.tensorGroups[tensor], group);
  });
  if (!isUsed) {
    noteDeclaration(diagnostics.error(diag::distributed_label, label.range,
                                      "label '" + Twine(label.name) +
                                          "' is of no dimension of a tensor"),
                    labels[label.name]);
    return;
  }
  info.distributed = &label;
}
