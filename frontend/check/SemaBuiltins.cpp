//===- SemaBuiltins.cpp - the functions every program knows ---------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/check/SemaBuiltins.h"

using namespace encke;
using namespace encke::sema;

static constexpr bool KeepsZero = true, Floating = true, Ordered = true;

static const Builtin Builtins[] = {
    {"read", BuiltinKind::Read, 0, 2},
    {"comet_read", BuiltinKind::Read, 0, 2},
    {"read_from_file", BuiltinKind::Read, 0, 2},
    {"space_read", BuiltinKind::Read, 0, 2},
    {"random", BuiltinKind::Random, 0, 1},
    {"convert", BuiltinKind::Convert, 1, 1},
    {"permutation", BuiltinKind::Permutation, 1, 1},
    {"print", BuiltinKind::Print, 1, 1},
    {"write", BuiltinKind::Write, 2, 2},
    {"getTime", BuiltinKind::GetTime, 0, 0},
    {"printElapsedTime", BuiltinKind::PrintElapsedTime, 2, 2},
    {"sqrt", BuiltinKind::Elementwise, 1, 1, KeepsZero, Floating},
    {"abs", BuiltinKind::Elementwise, 1, 1, KeepsZero},
    {"exp", BuiltinKind::Elementwise, 1, 1, !KeepsZero, Floating},
    {"log", BuiltinKind::Elementwise, 1, 1, !KeepsZero, Floating},
    {"sin", BuiltinKind::Elementwise, 1, 1, KeepsZero, Floating},
    {"cos", BuiltinKind::Elementwise, 1, 1, !KeepsZero, Floating},
    {"tanh", BuiltinKind::Elementwise, 1, 1, KeepsZero, Floating},
    {"sigmoid", BuiltinKind::Elementwise, 1, 1, !KeepsZero, Floating, Ordered},
    {"relu", BuiltinKind::Elementwise, 1, 1, KeepsZero, !Floating, Ordered},
    {"pow", BuiltinKind::Elementwise, 2, 2, !KeepsZero, Floating},
    {"min", BuiltinKind::Elementwise, 2, 2, !KeepsZero, !Floating, Ordered},
    {"max", BuiltinKind::Elementwise, 2, 2, !KeepsZero, !Floating, Ordered},
    {"SUM", BuiltinKind::Reduction, 1, 1},
    {"PROD", BuiltinKind::Reduction, 1, 1},
    {"MIN", BuiltinKind::Reduction, 1, 1, !KeepsZero, !Floating, Ordered},
    {"MAX", BuiltinKind::Reduction, 1, 1, !KeepsZero, !Floating, Ordered},
    {"NORM", BuiltinKind::Reduction, 1, 1, !KeepsZero, Floating},
    {"NNZ", BuiltinKind::Reduction, 1, 1},
};

static const WholeFunction WholeFunctions[] = {
    {"reshape", WholeFunction::OfAccess, "reshape(A[i, j])", false, true},
    {"cumsum", WholeFunction::Along, "cumsum(x[i], i)"},
    {"sort", WholeFunction::Along, "sort(x[i], i)"},
    {"argsort", WholeFunction::Along, "argsort(x[i], i)", true},
    {"top", WholeFunction::AlongMost, "top(A[i, j], j, 10)", false, true},
    {"solve", WholeFunction::OfSystem, "solve(A, b)"},
    {"cholesky", WholeFunction::OfMatrix, "cholesky(A)"},
};

const WholeFunction *sema::findWholeFunction(llvm::StringRef name) {
  for (const WholeFunction &function : WholeFunctions)
    if (function.name == name)
      return &function;
  return nullptr;
}

llvm::ArrayRef<Builtin> sema::allBuiltins() { return Builtins; }

const Builtin *sema::findBuiltin(llvm::StringRef name) {
  for (const Builtin &builtin : Builtins)
    if (builtin.name == name)
      return &builtin;
  return nullptr;
}

const ast::Call *sema::asBuiltinCall(const ast::Expr &expr, BuiltinKind kind) {
  const auto *call = llvm::dyn_cast<ast::Call>(&expr);
  const Builtin *builtin = call ? findBuiltin(call->name.name) : nullptr;
  return builtin && builtin->kind == kind ? call : nullptr;
}

ast::Call *sema::asBuiltinCall(ast::Expr &expr, BuiltinKind kind) {
  return const_cast<ast::Call *>(
      asBuiltinCall(static_cast<const ast::Expr &>(expr), kind));
}
