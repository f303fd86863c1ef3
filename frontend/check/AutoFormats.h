//===- AutoFormats.h - tensors whose format is chosen -----------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_FRONTEND_CHECK_AUTOFORMATS_H
#define ENCKE_FRONTEND_CHECK_AUTOFORMATS_H

#include "frontend/check/Sema.h"

#include <vector>

namespace encke {

/// A tensor that is declared with the format `auto` (L49), and what the program
/// does with it, as far as formats differ in it.
struct AutoTensor {
  ast::TensorDecl *tensor = nullptr;
  /// What the whole tensor is read from, and that is all that sets it.
  std::optional<FileRef> file;
  /// Products of the matrix with a vector, along its rows and along its
  /// columns.
  unsigned byRows = 0, byColumns = 0;
  /// These, if each is one term, all of whose labels are the matrix's, in a
  /// loop of the program, and without a schedule: what it takes to find another
  /// form of the matrix is worth it, which `symmetric(A)` asks for.
  std::vector<ast::Assign *> repeated;
  /// The first statement that does something else with it than to multiply it
  /// with vectors, to print or to write it.
  llvm::SMRange other;
};

/// Those of the functions that are compiled, in the order of the text.
std::vector<AutoTensor> findAutoTensors(ast::Program &tree,
                                        CheckedProgram &checked);

/// The statement reads one triangle of the matrix from now on (`symmetric`).
void readTriangle(ast::Assign &product, const ast::TensorDecl &matrix);

} // namespace encke

#endif // ENCKE_FRONTEND_CHECK_AUTOFORMATS_H
