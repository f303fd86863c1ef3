//===- SemaBuiltins.h - the functions every program knows -------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_FRONTEND_CHECK_SEMABUILTINS_H
#define ENCKE_FRONTEND_CHECK_SEMABUILTINS_H

#include "dialects/Functions.h"
#include "frontend/AST.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

namespace encke::sema {

/// Where a function of the language may stand and what it means there.
enum class BuiltinKind {
  Read,             ///< L12: alone on the right of `=`
  Random,           ///< L15: likewise
  Convert,          ///< L35: likewise
  Permutation,      ///< L36: likewise
  Print,            ///< L16, L59: a statement
  Error,            ///< L59: a statement, which ends the program
  Write,            ///< L14: a statement
  PrintElapsedTime, ///< L17: a statement
  GetTime,          ///< L17: a value
  Size,             ///< L64: a value, of a label
  Elementwise,      ///< L17, L26: a value, with the labels of its arguments
  Reduction,        ///< L25: a value that binds labels
};

/// Of arguments.
constexpr unsigned anyNumber = ~0u;

struct Builtin {
  llvm::StringRef name;
  BuiltinKind kind;
  unsigned minArguments, maxArguments;
  /// Reduction: needs an order, which complex numbers lack.
  bool isOrdered = false;
  /// Elementwise.
  const ElementwiseFunction *function = nullptr;
  /// A program may have a function of its own by that name.
  bool givesWay = false;
};

/// A function that stands alone on the right of `=` and takes tensors as a
/// whole (L57, L58, L65). It gives way to a function of the program.
struct WholeFunction {
  llvm::StringRef name;
  enum Form {
    OfAccess,  ///< `f(A[i, j])`
    Along,     ///< `f(A[i, j], j)`
    AlongMost, ///< `f(A[i, j], j, 10)`
    OfMatrix,  ///< `f(A)`
    OfSystem,  ///< `f(A, b)`
    Factors,   ///< `Q, R = f(A)`
  };
  Form form;
  /// What it is called like.
  llvm::StringRef example;
  bool givesNumbers = false; ///< of coordinates
  bool maySparse = false;    ///< take and give sparse tensors
  unsigned results = 1;
};

const WholeFunction *findWholeFunction(llvm::StringRef name);

/// The function of that name, or null.
const Builtin *findBuiltin(llvm::StringRef name);

/// The function of the language that is called, or null.
const Builtin *findBuiltin(const ast::Call &call);

llvm::ArrayRef<Builtin> allBuiltins();

/// The function that `expr` calls when it is a call of that kind, else null.
const ast::Call *asBuiltinCall(const ast::Expr &expr, BuiltinKind kind);
ast::Call *asBuiltinCall(ast::Expr &expr, BuiltinKind kind);

/// The value comes from elsewhere as a whole: a literal, a file, random
/// numbers, a function of whole tensors, or one of the program that
/// `givesTensor`.
bool comesAsWhole(const ast::Expr &value,
                  llvm::function_ref<bool(const ast::Call &)> givesTensor);

/// One value without loops: no tensor takes part in it but by elements whose
/// coordinates are fixed (L56), and as what a function of the program takes.
bool isScalarExpr(const ast::Expr &expr);

/// The statement ends the program: it is an `error` (L59).
bool endsProgram(const ast::Stmt &stmt);
/// A `return` stands somewhere in the block.
bool hasReturn(const ast::Block &block);
/// Whatever happens, the block ends with a `return`, or the program.
bool alwaysReturns(const ast::Block &block);

} // namespace encke::sema

#endif // ENCKE_FRONTEND_CHECK_SEMABUILTINS_H
