//===- Sizes.h - how large labels and dimensions are ------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_TESTS_REFERENCE_SIZES_H
#define ENCKE_TESTS_REFERENCE_SIZES_H

#include "frontend/AST.h"
#include "tests/reference/Node.h"

#include <map>
#include <string>
#include <vector>

namespace encke::reference {

/// The sizes of a function. Labels and dimensions that must agree are one group
/// (L5, L40), which takes its size from a declaration, a literal, an argument
/// or a file.
class SizeTable {
public:
  /// A label or a dimension. A dimension declared by a label is that label.
  using Key = std::string;

  /// Declares a label (L4).
  void declareLabel(const std::string &label, const ast::LabelDecl &decl);
  /// Tells the dimensions of a tensor: those declared, or, of a parameter
  /// without any, `order` unknown ones.
  void declareTensor(const ast::TensorDecl &decl, size_t order);

  /// The bounds of a computed range are known now (L56).
  void setRange(const std::string &label, int64_t lo, int64_t hi, int64_t step);

  bool isLabel(const std::string &label) const { return labels.count(label); }
  /// The range that a label's declaration gives it, or null.
  const ast::Extent *findRange(const std::string &label) const;
  size_t orderOf(const ast::TensorDecl &decl) const;
  Key dimensionOf(const ast::TensorDecl &decl, size_t dimension) const;

  void unite(const Key &a, const Key &b);
  /// Says the size of a group. Throws where it has another one: ProgramError
  /// between two sizes of the program, else DataError.
  void fix(const Key &key, int64_t size, bool isData = false);
  /// A size that a file bounds from below (L38).
  void bound(const Key &key, int64_t size);
  /// Gives the one the size of the other where only that has one (L40).
  void adopt(const Key &a, const Key &b);

  /// The size, or -1.
  int64_t find(const Key &key) const;
  bool isExact(const Key &key) const;
  /// The size; throws ProgramError where nothing fixes it.
  int64_t sizeOf(const Key &key) const;
  /// How far a label counts. Throws ProgramError for one not declared.
  int64_t sizeOfLabel(const std::string &label) const;
  std::vector<int64_t> sizesOf(const ast::TensorDecl &decl) const;

private:
  struct Group {
    int64_t size = -1;
    bool isExact = false, isData = false;
  };
  Key rootOf(const Key &key) const;
  void fixGroup(Group &group, const Group &other, const Key &key);

  std::map<std::string, const ast::LabelDecl *> labels;
  std::map<std::string, ast::Extent> computed;
  std::map<const ast::TensorDecl *, std::vector<Key>> dimensions;
  std::map<Key, Key> parents;
  std::map<Key, Group> groups;
};

} // namespace encke::reference

#endif // ENCKE_TESTS_REFERENCE_SIZES_H
