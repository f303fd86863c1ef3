//===- Sema.h - what the program's text implies -----------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The checker resolves names, sizes, types, formats and summation, and reports
// every user-facing error of the program text. What it finds is in the
// "checked:" members of the tree and in the tables below; no later stage
// looks at the text again.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_FRONTEND_CHECK_SEMA_H
#define ENCKE_FRONTEND_CHECK_SEMA_H

#include "frontend/AST.h"
#include "frontend/diagnostics/Diagnostics.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringMap.h"

#include <map>
#include <optional>
#include <set>
#include <variant>

namespace encke {

/// The file that a `read` names: the n-th data file of the command line, or a
/// path (L12), which a parameter may be (L59).
using FileRef = std::variant<unsigned, std::string, const ast::ParamDecl *>;

/// The path as far as it is known when the program is compiled; none of a data
/// file of the command line.
std::optional<std::string> pathOf(const FileRef &file);

/// A dimension of a file that fixes (or, for FROSTT, bounds) a size.
struct FileSize {
  FileRef file;
  unsigned mode;
  unsigned order;
  llvm::SMRange where; // the reading statement
  /// The program writes the file somewhere: only a later look at it counts.
  bool isWritten = false;
};

/// A dimension of a parameter: what the caller gives fixes the size (L31).
struct ArgumentSize {
  const ast::TensorDecl *parameter;
  unsigned mode;
  llvm::SMRange where; // the dimension in the signature
};

/// A parameter of the program that gives a size (L59).
struct ParameterSize {
  const ast::ParamDecl *parameter;
  llvm::SMRange where; // in the declaration of the label
};

/// Dimensions and labels that must have the same size: L5, L40. Every dynamic
/// label, number dimension or `?` dimension belongs to exactly one group; an
/// access with one label at the dimension of another joins their groups.
struct SizeGroup {
  /// The label or tensor dimension to name in messages ("i", "A's dimension
  /// 2").
  std::string name;
  /// The size when the text fixes it, and where.
  std::optional<int64_t> staticSize;
  llvm::SMRange staticWhere;
  /// The reads that fix it, in program order.
  std::vector<FileSize> files;
  /// The parameters that fix it. No source at all: a call's result gives the
  /// size, or no statement needs it.
  std::vector<ArgumentSize> arguments;
  std::vector<ParameterSize> parameters;

  /// Nothing but files that the program writes fixes it.
  bool dependsOnWritten() const;
};

/// The selector of a `read` (L13).
enum class Selector { Full, StrictLower, Lower, StrictUpper, Upper };

/// What a `read` call asks for.
struct ReadRequest {
  FileRef file;
  Selector selector = Selector::Full;
};

/// A call of one of the program's functions.
struct CalledFunction {
  /// What runs: a key of CheckedProgram::functions.
  const ast::Function *function = nullptr;
  /// By mode of each result that is a tensor: no size that the caller knows is
  /// tied to it, so it is known only when the call has returned.
  std::vector<std::vector<bool>> givesSize;
};

/// The tables of one function. In a fill, a read or a print labels are mere
/// positions (L7): they may be missing here, or belong to another group than
/// the dimension they stand at, so those statements ask `tensorGroups`.
struct FunctionInfo {
  std::vector<SizeGroup> groups;
  /// The group of each label in use, and of each dimension of each tensor.
  llvm::StringMap<unsigned> labelGroup;
  llvm::DenseMap<const ast::TensorDecl *, llvm::SmallVector<unsigned>>
      tensorGroups;
  /// The range labels (L6).
  llvm::StringMap<ast::Extent> ranges;
  /// The label by which the program is distributed (L61), or null.
  const ast::Identifier *distributed = nullptr;
  /// The groups that `reorder` renumbers (L36), and where.
  std::map<unsigned, llvm::SMRange> reordered;
  /// The tensors that some statement computes with beside the one that
  /// `reorder ... by auto` looks at (L66).
  llvm::DenseMap<const ast::Reorder *,
                 llvm::SmallSetVector<const ast::TensorDecl *, 4>>
      usedBeside;
  /// The reads, by their call.
  llvm::DenseMap<const ast::Call *, ReadRequest> reads;
  /// The calls of the program's functions.
  llvm::DenseMap<const ast::Call *, CalledFunction> calls;
  /// The parameters whose values it uses.
  llvm::SetVector<const ast::ParamDecl *> parameters;
};

/// A checked program. A function whose parameters leave their format to the
/// caller is checked and compiled once for each kind of argument: a copy stands
/// in `instances` for each, and the function itself is not in `functions`.
struct CheckedProgram {
  const ast::Program *program = nullptr;
  std::vector<std::unique_ptr<ast::Function>> instances;
  std::map<const ast::Function *, FunctionInfo> functions;
  /// Those of the functions that are compiled, callees first.
  std::vector<const ast::Function *> order;
  /// Of a library: those that its callers reach, as they stand in the text.
  std::vector<const ast::Function *> exported;
};

/// What a file is to be: a program begins in `main`, a library has functions
/// for others to call, and may have a `main` besides.
enum class FileKind { Program, Library, Either };

/// Checks `program`, fills its "checked:" members, and reports every
/// independent error and warning. Returns none when there was an error.
std::optional<CheckedProgram> checkProgram(ast::Program &program,
                                           Diagnostics &diagnostics,
                                           FileKind kind = FileKind::Program);

/// Reports, as "not supported yet", everything in a checked program that the
/// stages after the front end cannot compile in this version. Returns true
/// when there is nothing to report.
bool checkSupported(const CheckedProgram &checked, Diagnostics &diagnostics);

} // namespace encke

#endif // ENCKE_FRONTEND_CHECK_SEMA_H
