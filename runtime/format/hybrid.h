//===- hybrid.h - formats and hybrids of them as text -----------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_FORMAT_HYBRID_H
#define ENCKE_RUNTIME_FORMAT_HYBRID_H

#include "condition.h"
#include "declaration.h"

namespace encke::format {

/// A part of a hybrid as it is written: "BDIA(64) where count(i) >= 32".
struct HybridText {
  std::string_view format;
  std::string_view condition; ///< empty where there is none
  bool isLast = false;

  /// The last part takes what is left, and no other one does.
  std::optional<Problem> findProblem() const;
};

/// True for "hybrid(...)", in braces or not.
bool isHybrid(std::string_view text);

/// The parts of such a text. Only how parentheses match is looked at, so that
/// what is wrong with a part can be said of that part.
std::vector<HybridText> splitHybrid(std::string_view text);

/// What the modes of a tensor are called that no program names: i, j, k, l, m,
/// n, then d6, d7, ...
std::vector<std::string> usualModes(unsigned order);

/// A format, or a part of a hybrid, for tensors of one order.
struct Part {
  std::string name; ///< as it was written
  std::vector<Level> levels;
  std::optional<Condition> condition; ///< of a hybrid's parts but the last one
};

/// The formats that command lines name.
class WrittenFormats {
public:
  /// One part, or those of a hybrid, whose conditions have the usual
  /// modes. Declarations, "format F(b) = ...;", may come before, and are
  /// known from then on; behind them there may be nothing. Fails with a
  /// problem.
  std::optional<std::vector<Part>> parse(std::string_view text, unsigned order,
                                         Problem &problem);

private:
  bool takeDeclarations(std::string_view &text, Problem &problem);

  std::vector<Declaration> declared;
};

} // namespace encke::format

#endif // ENCKE_RUNTIME_FORMAT_HYBRID_H
