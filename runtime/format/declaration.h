//===- declaration.h - formats that a program declares ----------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_FORMAT_DECLARATION_H
#define ENCKE_RUNTIME_FORMAT_DECLARATION_H

#include "levels.h"

namespace encke::format {

/// `format NAME(parameters) = (modes) -> (levels) with layouts;` (L33).
struct Declaration {
  std::string name;
  std::vector<std::string> parameters, modes;
  std::vector<Level> levels; ///< over parameters; not classified
  std::vector<Layout> layouts;

  unsigned order() const { return unsigned(modes.size()); }
  /// The levels with these numbers for the parameters, as many as there are.
  /// Fails with a problem.
  std::optional<std::vector<Level>>
  instantiate(const std::vector<int64_t> &arguments, Problem &problem) const;
};

/// The declaration of a name of rule L10 that is for tensors of one order;
/// null for other names.
const Declaration *findNamed(std::string_view name);
/// Those names, in the order of the documentation.
const std::vector<std::string_view> &namedFormats();
/// The declaration of such a name as text; empty for other names.
std::string_view namedText(std::string_view name);

/// The levels of a name of rule L10, these or those for tensors of every order
/// (Dense, COO, CSF, ModeGeneric, MG), with its numbers; none where the name is
/// unknown or makes no sense for the order.
std::optional<std::vector<Level>>
namedLevels(std::string_view name, unsigned order,
            const std::vector<int64_t> &arguments);

/// The levels of a format as people write it, for tensors of that order: a
/// name with its numbers, as "BCSR(2, 2)"; a declaration without a name, as
/// "(i, j) -> (j - i : compressed, j : dense)"; or a text of levels, "D0 C1".
/// Without an order, of one that the text says itself. A name may also be one
/// of those `declared`, the last one of that name. Fails with a problem.
std::optional<std::vector<Level>>
parseFormat(std::string_view text, std::optional<unsigned> order,
            Problem &problem, const std::vector<Declaration> &declared = {});

/// "j - i : compressed", over these modes.
std::string declarationText(const Level &level,
                            const std::vector<std::string> &modes);
/// The declaration without a name that has these levels, over modes d0, d1, ...
std::string declarationText(const std::vector<Level> &levels);

} // namespace encke::format

#endif // ENCKE_RUNTIME_FORMAT_DECLARATION_H
