//===- variables.cpp - which tensor of a file is meant --------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "io/variables.h"
#include "io/stored.h"

namespace encke::rt {

/// The matrices, of which a message names so many.
static std::string namesOf(const std::vector<NamedVariable> &variables) {
  constexpr size_t most = 20;
  std::string text;
  size_t count = 0;
  for (const NamedVariable &variable : variables)
    if (variable.kind != NamedVariable::Other && ++count <= most)
      text += (text.empty() ? "'" : ", '") + variable.name + "'";
  if (count > most)
    text += " and " + std::to_string(count - most) + " others";
  return text.empty() ? "no matrix" : text;
}

size_t chooseVariable(const encke_file &file,
                      const std::vector<NamedVariable> &variables,
                      const std::string &wanted) {
  std::vector<size_t> sparse, fields, arrays, inner;
  for (size_t n = 0; n != variables.size(); ++n) {
    const auto &[name, kind] = variables[n];
    if (kind == NamedVariable::Other)
      continue;
    if (!wanted.empty() && name == wanted)
      return n;
    size_t divider = name.find_last_of("./");
    bool isInner = divider != std::string::npos;
    bool isSparse = kind == NamedVariable::Sparse;
    if (isInner && isSparse && name.compare(divider + 1, name.npos, "A") == 0)
      fields.push_back(n);
    if (isSparse)
      (isInner ? inner : sparse).push_back(n);
    else if (!isInner)
      arrays.push_back(n);
  }
  std::string names = namesOf(variables);
  if (!wanted.empty())
    failStored(file, "the file has no matrix '" + wanted + "', but " + names);
  for (const auto &found : {sparse, fields, arrays, inner})
    if (found.size() == 1)
      return found[0];
    else if (found.size() > 1)
      throw helped(
          identified(id::ambiguousFile,
                     Error(file.path(), "the file has the matrices " + names)),
          "behind a colon a name chooses one: " + file.path() + ":" +
              variables[found[0]].name);
  failStored(file, names == "no matrix"
                       ? "the file has no matrix"
                       : "the file has the matrices " + names +
                             ", of which none is on top: behind a colon a "
                             "name chooses one");
}

} // namespace encke::rt
