//===- SemaSizes.h - which dimensions share a size --------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_FRONTEND_CHECK_SEMASIZES_H
#define ENCKE_FRONTEND_CHECK_SEMASIZES_H

#include "frontend/check/Sema.h"

#include "llvm/ADT/DenseSet.h"

namespace encke::sema {

/// The sizes of one function (L5, L40): a union-find over its labels and over
/// the dimensions that no label names. Accesses join nodes; what a joined set
/// knows about its size is kept at its root. `finish` reports what is missing
/// and numbers the sets.
class SizeTable {
public:
  using Node = unsigned;

  explicit SizeTable(Diagnostics &diagnostics) : diagnostics(diagnostics) {}

  /// A label or a dimension. `name` is for SizeGroup::name.
  Node add(std::string name);

  /// The text fixes the size of `node`: a declaration or a literal at `where`.
  /// `what` names the dimension there ("label 'i'"). Reports a disagreement.
  void fix(Node node, int64_t size, llvm::SMRange where,
           const llvm::Twine &what);
  /// A read fixes the size of `node`.
  void addFile(Node node, FileSize file);
  /// A parameter fixes the size of `node`.
  void addArgument(Node node, ArgumentSize argument);
  /// So does a parameter of the program.
  void addParameter(Node node, ParameterSize parameter);
  /// Something that is not looked at here fixes the size of `node`.
  void setKnown(Node node);

  /// A label of an access stands at a dimension: both have one size.
  void unite(Node label, const llvm::Twine &labelText, Node dimension,
             const llvm::Twine &dimensionText, llvm::SMRange where);
  /// The same in a fill, read or print, where labels are positions only (L7):
  /// joins them at the end if nothing else sizes the one or the other (L40),
  /// and only warns when their sizes differ.
  void uniteIfUnsized(Node label, std::string labelText, Node dimension,
                      std::string dimensionText, llvm::SMRange where);

  /// A range label selects coordinates up to `last` of `dimension` (L6).
  void requireCoordinate(Node dimension, int64_t last, std::string what,
                         llvm::SMRange where);
  /// The statement at `where` needs the size of `node`.
  void need(Node node, std::string what, llvm::SMRange where);

  /// An error keeps part of the program from saying which sizes are the same:
  /// what is not known is then no error of its own.
  void setIncomplete() { complete = false; }

  /// Resolves what waited for the whole function, and reports sizes that are
  /// needed but not known.
  void finish();

  /// After `finish`: the compact number of a node's group, and its entry.
  unsigned groupOf(Node node, std::vector<SizeGroup> &groups);

private:
  struct Set {
    Node parent;
    SizeGroup group;
    bool known = false;
    bool needed = false;
    bool reported = false;
    int number = -1;
  };
  struct Weak {
    Node label, dimension;
    std::string labelText, dimensionText;
    llvm::SMRange where;
  };
  struct Use {
    Node node;
    std::string what;
    llvm::SMRange where;
    int64_t last = 0; // of a range
  };

  Node find(Node node);
  Set &root(Node node) { return sets[find(node)]; }
  bool isSized(Node node);
  void join(Node a, Node b);
  bool joinWeak(const Weak &weak, bool bothUnsized);
  void joinWeaks();
  void reportUnsized();

  Diagnostics &diagnostics;
  std::vector<Set> sets;
  std::vector<Weak> weaks;
  std::vector<Use> needs, bounds;
  bool complete = true;
  /// The pairs of places whose disagreement has been reported.
  llvm::DenseSet<std::pair<const char *, const char *>> reportedPairs;
};

} // namespace encke::sema

#endif // ENCKE_FRONTEND_CHECK_SEMASIZES_H
