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
  /// What a level's coordinates are, i being that of its dimension.
  struct Part {
    enum Kind { Whole, Block, Inside, Diagonal }; // i, i / n, i % n, i - j
    Kind kind = Whole;
    int64_t block = 1; ///< n
    size_t other = 0;  ///< the dimension of j
  };
  /// The level types, outermost first, the dimension each one stores, and which
  /// part of it. No levels: a dense order-0 tensor, or ELL.
  std::vector<Level> levels;
  std::vector<size_t> modes;
  std::vector<Part> parts;
  /// ELL, DIA, BCSR, CSB, ModeGeneric or a name that the program declares
  /// (L33), of which no levels are known; else empty.
  std::string name;
  bool isDeclared = false;

  bool isDense() const;
  /// "{D, CU}" and the order of the dimensions where it is not 0, 1, ...
  std::string text() const;

  /// Of the element at `at`, in a tensor of these sizes, in a level.
  int64_t coordinateOf(size_t level, const std::vector<int64_t> &at,
                       const std::vector<int64_t> &sizes) const;
  /// How many coordinates a level has.
  int64_t sizeOf(size_t level, const std::vector<int64_t> &sizes) const;
};

/// The layout of a tensor of the given order. Throws ProgramError where the
/// format does not exist or fit (L9, L10, L33, L48).
Layout layoutOf(const ast::FormatSpec &spec, size_t order,
                const ast::Program &program);

} // namespace encke::reference

#endif // ENCKE_TESTS_REFERENCE_LAYOUT_H
