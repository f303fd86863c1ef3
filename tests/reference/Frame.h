//===- Frame.h - the names of one function while it runs --------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ENCKE_TESTS_REFERENCE_FRAME_H
#define ENCKE_TESTS_REFERENCE_FRAME_H

#include "frontend/AST.h"
#include "tests/reference/Node.h"
#include "tests/reference/Reader.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace encke::reference {

/// What all functions of a run share.
class Session {
public:
  Session(const ast::Program &program, std::vector<std::string> dataFiles,
          std::ostream &output)
      : program(program), output(output), dataFiles(std::move(dataFiles)) {}

  /// The file that a read call names (L12), read once.
  const FileData &fileOf(const ast::Call &read);
  /// The program's function of that name, or null.
  const ast::Function *findFunction(const std::string &name) const;

  const ast::Program &program;
  std::ostream &output;

private:
  std::vector<std::string> dataFiles;
  std::map<std::string, FileData> files;
};

/// The labels, tensors and scalars of a running function.
struct Frame {
  std::map<std::string, const ast::LabelDecl *> labels;
  /// The labels of the signature declare themselves as `?` (L48).
  std::map<std::string, int64_t> labelSizes;
  std::map<std::string, const ast::TensorDecl *> tensorDecls;
  /// The dimensions of each tensor; -1 while unknown.
  std::map<std::string, std::vector<int64_t>> tensorSizes;
  std::map<std::string, Tensor> tensors;
  std::map<std::string, double> scalars;

  /// The range that a label declaration gives it, if it is one (L4).
  const ast::Extent *findRange(const std::string &label) const;
  /// How far a label counts.
  int64_t sizeOf(const std::string &label) const;
  /// The tensor of that name, created empty at its first use.
  Tensor &tensor(const std::string &name);
  bool isTensor(const std::string &name) const {
    return tensorDecls.count(name) != 0;
  }
  /// Label `label` at dimension `dimension` of a tensor (L6, L39).
  Index indexAt(const std::string &tensor, size_t dimension,
                const std::string &label) const;
};

bool isReadCall(const ast::Expr &expr);

/// Finds the size of every label and dimension of a function (L5, L40).
/// Parameters' sizes are already in `frame`.
void resolveSizes(const ast::Function &function, Session &session,
                  Frame &frame);

/// True when every level of the format is dense.
bool isDenseFormat(const ast::FormatSpec &spec);

/// The expression with its summations made explicit. `kept` are the labels
/// that the left side has; every other is summed (L19).
NodePtr buildExpression(const ast::Expr &expr, Frame &frame,
                        const std::vector<std::string> &kept);

/// The free labels of an expression, in order of first use.
std::vector<std::string> freeLabels(const ast::Expr &expr, Frame &frame);

/// The operators of rule L22 by name; none for an unknown one.
std::optional<Reducer> findReducer(const std::string &name);

/// Runs `main` (or the only function). Throws the errors of Value.h.
void runProgram(Session &session);

} // namespace encke::reference

#endif // ENCKE_TESTS_REFERENCE_FRAME_H
