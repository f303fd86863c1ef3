//===- SemaBuiltins.cpp - the functions every program knows ---------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/check/SemaBuiltins.h"

#include "llvm/ADT/STLExtras.h"

using namespace encke;
using namespace encke::sema;

static constexpr bool Ordered = true, GivesWay = true;

/// All but the elementwise functions, which have a table of their own.
static const Builtin Others[] = {
    {"read", BuiltinKind::Read, 0, 2},
    {"comet_read", BuiltinKind::Read, 0, 2},
    {"read_from_file", BuiltinKind::Read, 0, 2},
    {"space_read", BuiltinKind::Read, 0, 2},
    {"random", BuiltinKind::Random, 0, 1},
    {"convert", BuiltinKind::Convert, 1, 1},
    {"permutation", BuiltinKind::Permutation, 1, 1},
    {"print", BuiltinKind::Print, 1, anyNumber},
    {"error", BuiltinKind::Error, 1, anyNumber, !Ordered, nullptr, GivesWay},
    {"write", BuiltinKind::Write, 2, 2},
    {"getTime", BuiltinKind::GetTime, 0, 0},
    {"size", BuiltinKind::Size, 1, 1, !Ordered, nullptr, GivesWay},
    {"printElapsedTime", BuiltinKind::PrintElapsedTime, 2, 2},
    {"SUM", BuiltinKind::Reduction, 1, 1},
    {"PROD", BuiltinKind::Reduction, 1, 1},
    {"MIN", BuiltinKind::Reduction, 1, 1, Ordered},
    {"MAX", BuiltinKind::Reduction, 1, 1, Ordered},
    {"NORM", BuiltinKind::Reduction, 1, 1},
    {"NNZ", BuiltinKind::Reduction, 1, 1},
    {"ANY", BuiltinKind::Reduction, 1, 1, !Ordered, nullptr, GivesWay},
    {"ALL", BuiltinKind::Reduction, 1, 1, !Ordered, nullptr, GivesWay},
    {"COUNT", BuiltinKind::Reduction, 1, 1, !Ordered, nullptr, GivesWay},
    {"MEAN", BuiltinKind::Reduction, 1, 1, !Ordered, nullptr, GivesWay},
    {"VAR", BuiltinKind::Reduction, 1, 1, !Ordered, nullptr, GivesWay},
    {"ARGMIN", BuiltinKind::Reduction, 1, 1, Ordered, nullptr, GivesWay},
    {"ARGMAX", BuiltinKind::Reduction, 1, 1, Ordered, nullptr, GivesWay},
};

static const WholeFunction WholeFunctions[] = {
    {"reshape", WholeFunction::OfAccess, "reshape(A[i, j])", false, true},
    {"cumsum", WholeFunction::Along, "cumsum(x[i], i)"},
    {"sort", WholeFunction::Along, "sort(x[i], i)"},
    {"argsort", WholeFunction::Along, "argsort(x[i], i)", true},
    {"top", WholeFunction::AlongMost, "top(A[i, j], j, 10)", false, true},
    {"solve", WholeFunction::OfSystem, "solve(A, b)"},
    {"cholesky", WholeFunction::OfMatrix, "cholesky(A)"},
    {"qr", WholeFunction::Factors, "Q, R = qr(A)", false, false, 2},
    {"svd", WholeFunction::Factors, "U, s, V = svd(A)", false, false, 3},
    {"eigh", WholeFunction::Factors, "w, V = eigh(A)", false, false, 2},
};

const WholeFunction *sema::findWholeFunction(llvm::StringRef name) {
  for (const WholeFunction &function : WholeFunctions)
    if (function.name == name)
      return &function;
  return nullptr;
}

static std::vector<Builtin> collectBuiltins() {
  std::vector<Builtin> all(std::begin(Others), std::end(Others));
  for (const ElementwiseFunction &function : allFunctions())
    if (function.spelling != ElementwiseFunction::Internal ||
        function.name == choiceName)
      all.push_back({function.name, BuiltinKind::Elementwise, function.arity,
                     function.arity, !Ordered, &function,
                     function.spelling == ElementwiseFunction::GivesWay});
  return all;
}

llvm::ArrayRef<Builtin> sema::allBuiltins() {
  static const std::vector<Builtin> all = collectBuiltins();
  return all;
}

const Builtin *sema::findBuiltin(llvm::StringRef name) {
  for (const Builtin &builtin : allBuiltins())
    if (builtin.name == name)
      return &builtin;
  return nullptr;
}

const Builtin *sema::findBuiltin(const ast::Call &call) {
  return call.isOwn ? nullptr : findBuiltin(call.name.name);
}

const ast::Call *sema::asBuiltinCall(const ast::Expr &expr, BuiltinKind kind) {
  const auto *call = llvm::dyn_cast<ast::Call>(&expr);
  const Builtin *builtin = call ? findBuiltin(*call) : nullptr;
  return builtin && builtin->kind == kind ? call : nullptr;
}

ast::Call *sema::asBuiltinCall(ast::Expr &expr, BuiltinKind kind) {
  return const_cast<ast::Call *>(
      asBuiltinCall(static_cast<const ast::Expr &>(expr), kind));
}

bool sema::comesAsWhole(
    const ast::Expr &value,
    llvm::function_ref<bool(const ast::Call &)> givesTensor) {
  if (llvm::isa<ast::Literal, ast::SparseLiteral>(&value))
    return true;
  const auto *call = llvm::dyn_cast<ast::Call>(&value);
  if (!call)
    return false;
  if (call->isOwn)
    return givesTensor(*call);
  return findWholeFunction(call->name.name) ||
         asBuiltinCall(value, BuiltinKind::Read) ||
         asBuiltinCall(value, BuiltinKind::Random) ||
         asBuiltinCall(value, BuiltinKind::Permutation);
}

/// L56: all coordinates are fixed.
static bool isElement(const ast::Access &access) {
  return !access.indices.empty() &&
         llvm::all_of(access.indices, [](const ast::Index &index) {
           return !index.isLabel() && index.kind == ast::Index::Fixed;
         });
}

bool sema::isScalarExpr(const ast::Expr &expr) {
  if (auto *access = llvm::dyn_cast<ast::Access>(&expr))
    return isElement(*access);
  if (llvm::isa<ast::Selection>(&expr)) // L52: it may be absent
    return false;
  if (auto *name = llvm::dyn_cast<ast::Name>(&expr))
    return name->scalar || name->constant;
  if (auto *unary = llvm::dyn_cast<ast::Unary>(&expr))
    return isScalarExpr(*unary->operand);
  if (auto *binary = llvm::dyn_cast<ast::Binary>(&expr))
    return isScalarExpr(*binary->lhs) && isScalarExpr(*binary->rhs);
  if (auto *semiring = llvm::dyn_cast<ast::Semiring>(&expr))
    return isScalarExpr(*semiring->lhs) && isScalarExpr(*semiring->rhs);
  if (auto *transpose = llvm::dyn_cast<ast::Transpose>(&expr))
    return isScalarExpr(*transpose->operand);
  // A function of the program gives a single value, whatever it takes.
  if (auto *call = llvm::dyn_cast<ast::Call>(&expr))
    return !findBuiltin(*call) || asBuiltinCall(*call, BuiltinKind::Size) ||
           llvm::all_of(call->arguments, [](const ast::ExprPtr &argument) {
             return isScalarExpr(*argument);
           });
  return true;
}

bool sema::endsProgram(const ast::Stmt &stmt) {
  const auto *call = llvm::dyn_cast<ast::ExprStmt>(&stmt);
  const ast::Expr *expr = call ? call->expr.get() : nullptr;
  return expr && asBuiltinCall(*expr, BuiltinKind::Error);
}

bool sema::hasReturn(const ast::Block &block) {
  return llvm::any_of(block, [](const ast::StmtPtr &stmt) {
    if (const auto *loop = llvm::dyn_cast<ast::For>(stmt.get()))
      return hasReturn(loop->body);
    if (const auto *loop = llvm::dyn_cast<ast::While>(stmt.get()))
      return hasReturn(loop->body);
    if (const auto *branch = llvm::dyn_cast<ast::If>(stmt.get()))
      return hasReturn(branch->thenBody) || hasReturn(branch->elseBody);
    return llvm::isa<ast::Return>(stmt.get());
  });
}

bool sema::alwaysReturns(const ast::Block &block) {
  return llvm::any_of(block, [](const ast::StmtPtr &stmt) {
    if (const auto *branch = llvm::dyn_cast<ast::If>(stmt.get()))
      return alwaysReturns(branch->thenBody) && alwaysReturns(branch->elseBody);
    return llvm::isa<ast::Return>(stmt.get()) || endsProgram(*stmt);
  });
}
