//===- Names.h - what the names of a program mean ---------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where each name of a program is declared and used. It is found out of the
// tree as it was parsed, so that there is an answer for programs with errors,
// and for functions that nobody calls.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_LSP_NAMES_H
#define ENCKE_LSP_NAMES_H

#include "frontend/AST.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"

#include <optional>
#include <vector>

namespace encke::server {

/// What a name stands for.
struct Meaning {
  enum Kind { Label, Tensor, Scalar, Counter, Parameter, Function, Format };
  Meaning(Kind kind, std::string name, llvm::SMRange declared,
          llvm::SMRange whole)
      : kind(kind), name(std::move(name)), declared(declared), whole(whole) {}

  Kind kind;
  std::string name;
  llvm::SMRange declared; ///< the name where it is declared
  llvm::SMRange whole;    ///< the declaration, to show
  /// The function that it belongs to; null outside of functions.
  const ast::Function *function = nullptr;
  /// Where it may be used.
  llvm::SMRange scope;
  const ast::TensorDecl *tensor = nullptr;
  const ast::ScalarDecl *scalar = nullptr;
};

/// A place where a name stands.
struct Occurrence {
  llvm::SMRange where;
  unsigned meaning;
  bool isWritten = false; ///< declared there, or given a value
};

class Names {
public:
  explicit Names(const ast::Program &program);

  const std::vector<Meaning> &getMeanings() const { return meanings; }
  /// The places of a meaning, in the order of the text.
  std::vector<Occurrence> placesOf(unsigned meaning) const;
  /// What stands at a place, or just before it.
  std::optional<Occurrence> at(llvm::SMLoc place) const;
  /// What may be used at a place.
  std::vector<const Meaning *> visibleAt(llvm::SMLoc place) const;

private:
  void collect(const ast::Function &function);
  void collect(const ast::Block &block, llvm::SMLoc end);
  void collect(const ast::Stmt &stmt, llvm::SMLoc end);
  void collect(const ast::TensorDecl &decl, bool declaresLabels);
  void collect(const ast::FormatSpec &spec);
  void collect(const ast::Assign &assign);
  void collect(const ast::For &loop);
  void collect(const ast::Directive &directive);
  void collect(const std::vector<ast::Index> &indices);
  void collect(const ast::Expr &expr);

  void declare(Meaning meaning);
  void use(llvm::StringRef name, llvm::SMRange where, bool isWritten = false);
  void useLabel(llvm::StringRef name, llvm::SMRange where);
  void useFunction(const ast::Identifier &name);
  void useFormat(const ast::Identifier &name);
  void add(llvm::SMRange where, unsigned meaning, bool isWritten = false);

  std::vector<Meaning> meanings;
  std::vector<Occurrence> occurrences;
  /// While a function is looked at: what is declared, innermost last.
  const ast::Function *function = nullptr;
  llvm::StringMap<unsigned> functions, formats, globals, labels;
  std::vector<llvm::StringMap<unsigned>> scopes;
};

} // namespace encke::server

#endif // ENCKE_LSP_NAMES_H
