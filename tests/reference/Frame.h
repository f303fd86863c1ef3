//===- Frame.h - the names of one function while it runs --------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ENCKE_TESTS_REFERENCE_FRAME_H
#define ENCKE_TESTS_REFERENCE_FRAME_H

#include "frontend/AST.h"
#include "tests/reference/Reader.h"
#include "tests/reference/Sizes.h"
#include "tests/reference/Tensor.h"

#include <map>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

namespace encke::reference {

/// How `print` writes (L16).
enum class PrintForm { Plain, Storage };

/// What all functions of a run share.
class Session {
public:
  Session(const ast::Program &program, std::vector<std::string> dataFiles,
          std::ostream &output, PrintForm printForm = PrintForm::Plain)
      : program(program), output(output), printForm(printForm),
        dataFiles(std::move(dataFiles)) {}

  /// The file that a read call names (L12), read once.
  const FileData &fileOf(const ast::Call &read);
  /// Forgets what was read, because a file has been written.
  void forgetFiles() { files.clear(); }
  /// The program's function of that name, or null.
  const ast::Function *findFunction(const std::string &name) const;
  /// A text in quotes, or a parameter that is one (L59); null where it is
  /// neither.
  const std::string *findText(const ast::Expr &expr) const;

  const ast::Program &program;
  std::ostream &output;
  const PrintForm printForm;
  /// How many functions are running.
  int callDepth = 0;
  /// Of the next random() that the program comes to (L15).
  int64_t nextSeed = 0;

private:
  std::vector<std::string> dataFiles;
  std::map<std::string, FileData> files;
};

/// A name of a function: of a tensor by its declaration, or of a scalar
/// variable with its value.
struct Symbol {
  const ast::TensorDecl *tensor = nullptr;
  Value scalar;
};

/// The labels, tensors and scalars of a running function. A name belongs to the
/// block that declares it, a label to the whole function.
class Frame {
public:
  /// Of a function of that file, in which the parameters of the file hold
  /// (L59).
  Frame(Session &session, unsigned file);

  /// Declares a name in the innermost block. Throws ProgramError where the name
  /// is taken (L48).
  void declare(const std::string &name, Symbol symbol);
  /// The name's symbol, or null.
  Symbol *find(const std::string &name);
  void enterBlock() { blocks.emplace_back(); }
  void leaveBlock() { blocks.pop_back(); }

  bool isTensor(const std::string &name);
  /// The declaration of the tensor of that name. Throws ProgramError.
  const ast::TensorDecl &declarationOf(const std::string &name);
  /// The tensor of that name, created empty at its first use.
  Tensor &tensor(const std::string &name);
  /// The value that a tensor of `decl` starts from; its sizes must be known.
  Tensor emptyTensor(const ast::TensorDecl &decl);

  /// Label `label` at dimension `dimension` of a tensor (L6, L39).
  Index indexAt(const std::string &tensor, size_t dimension,
                const std::string &label);
  /// The name is a label where it stands alone in an access (L7).
  bool isLabelIndex(const ast::Index &index) {
    return index.isLabel() && (sizes.isLabel(index.name) || !find(index.name) ||
                               find(index.name)->tensor);
  }

  Session &session;
  SizeTable sizes;
  std::map<const ast::TensorDecl *, Tensor> tensors;

private:
  std::vector<std::map<std::string, Symbol>> blocks{1};
};

bool isReadCall(const ast::Expr &expr);
/// The call of one of the program's functions that `expr` is, with the function
/// in `function`; else null.
const ast::Call *programCall(const ast::Expr &expr, const Session &session,
                             const ast::Function *&function);

/// Declares the labels of a function and finds the size of every label and
/// dimension (L5, L40). `frame` holds the arguments.
void resolveSizes(const ast::Function &function, Frame &frame);

/// The expression with its summations made explicit. `kept` are the labels
/// that the left side has; every other is summed (L19). A literal takes the
/// type `literalType` if it can (L46).
NodePtr buildExpression(const ast::Expr &expr, Frame &frame,
                        const std::vector<std::string> &kept,
                        std::optional<ElementType> literalType = std::nullopt);

/// What an index that is no label gives at `dimension` of a tensor.
Index buildIndex(const ast::Index &index, Frame &frame,
                 const std::string &tensor, size_t dimension);

/// The value of an expression without labels, as one of `type` where that is
/// given. Throws ProgramError where that would narrow it (L8).
Value scalarValue(const ast::Expr &expr, Frame &frame,
                  std::optional<ElementType> type = std::nullopt);

/// Throws ProgramError where a value of type `from` does not fit (L8).
void requireWidening(ElementType from, ElementType to, const std::string &what);

/// Calls a function of the program with a scalar result.
Value callForScalar(const ast::Call &call, const ast::Function &function,
                    Frame &frame);

/// Gives formats the numbers that parameters are (L59).
void takeFormatNumbers(ast::Program &program);

/// Runs `main`. Throws the errors of Value.h.
void runProgram(Session &session);

} // namespace encke::reference

#endif // ENCKE_TESTS_REFERENCE_FRAME_H
