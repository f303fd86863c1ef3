//===- Layout.h - formats, as printing shows them ---------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_TESTS_REFERENCE_LAYOUT_H
#define ENCKE_TESTS_REFERENCE_LAYOUT_H

#include "frontend/AST.h"

#include <string>
#include <vector>

namespace encke::reference {

/// A format of L9 and L10. To the oracle, which computes on coordinates, it
/// only says whether a tensor is dense and how `--print=storage` lists it.
struct Layout {
  enum Level { D, CU, CN, S };
  /// The level types, outermost first, and the dimension each one stores. No
  /// levels: a dense order-0 tensor or a format that is no list of levels.
  std::vector<Level> levels;
  std::vector<size_t> modes;
  /// ELL, DIA, BCSR, CSB or ModeGeneric, else empty.
  std::string name;

  bool isDense() const;
  /// "{D, CU}" and the order of the dimensions where it is not 0, 1, ...
  std::string text() const;
};

/// The layout of a tensor of the given order. Throws ProgramError where the
/// format does not exist or fit (L9, L10, L48).
Layout layoutOf(const ast::FormatSpec &spec, size_t order);

} // namespace encke::reference

#endif // ENCKE_TESTS_REFERENCE_LAYOUT_H
