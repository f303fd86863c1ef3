//===- Supported.cpp - what this version can compile ----------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/Sema.h"
#include "frontend/SemaInternal.h"

#include "llvm/ADT/STLExtras.h"

#include <limits>

using namespace encke;
using namespace encke::sema;
using ast::BinaryOp;
using llvm::StringRef;
using llvm::Twine;

namespace {

bool isSparse(const ast::TensorDecl &tensor) {
  return tensor.format && !tensor.format->isDense();
}

/// Kernels read dense levels and compressed ones that are unique. Other
/// formats can be read, printed and written.
bool isComputable(const Format &format) {
  return format.maps.empty() &&
         llvm::all_of(format.levels, [](LevelType level) {
           return level == LevelType::Dense ||
                  level == LevelType::CompressedUnique;
         });
}

class SupportChecker {
public:
  explicit SupportChecker(Diagnostics &diagnostics)
      : diagnostics(diagnostics) {}

  void checkBlock(const ast::Block &block) {
    for (const ast::StmtPtr &stmt : block)
      checkStmt(*stmt);
  }

private:
  void reject(llvm::SMRange where, const Twine &what) {
    diagnostics.notSupported(where, what);
  }

  void checkStmt(const ast::Stmt &stmt);
  void checkLabels(const ast::LabelDecl &decl);
  void checkTensor(const ast::TensorDecl &decl);
  void checkScalar(const ast::ScalarDecl &decl);
  void checkAssign(const ast::Assign &assign);
  void checkSlices(const ast::TensorDecl &tensor,
                   llvm::ArrayRef<ast::Identifier> indices);

  void checkExpr(const ast::Expr &expr);
  void checkNumber(const ast::Number &number);
  void checkAccess(const ast::Access &access);
  void checkBinary(const ast::Binary &binary);
  void checkCall(const ast::Call &call);
  void checkElementwise(const ast::Call &call, const Builtin &builtin);

  /// A sparse tensor among the factors of `expr`: one whose pattern drives the
  /// loops that compute `expr`. Null when there is none.
  const ast::Access *findSparseFactor(const ast::Expr &expr);
  /// A sparse tensor that makes `expr` zero where it stores nothing, or null.
  /// What has been summed is complete and counts as dense.
  const ast::Access *findAnnihilator(const ast::Expr &expr);
  bool keepsZero(const ast::Call &call, const Builtin &builtin);

  Diagnostics &diagnostics;
  llvm::StringSet<> rangeLabels;
};

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

void SupportChecker::checkStmt(const ast::Stmt &stmt) {
  switch (stmt.getKind()) {
  case ast::Stmt::LabelDeclKind:
    return checkLabels(llvm::cast<ast::LabelDecl>(stmt));
  case ast::Stmt::FormatDeclKind:
    return reject(stmt.range, "a format declaration");
  case ast::Stmt::TensorDeclKind:
    return checkTensor(llvm::cast<ast::TensorDecl>(stmt));
  case ast::Stmt::ScalarDeclKind:
    return checkScalar(llvm::cast<ast::ScalarDecl>(stmt));
  case ast::Stmt::AssignKind:
    return checkAssign(llvm::cast<ast::Assign>(stmt));
  case ast::Stmt::ExprStmtKind:
    return checkExpr(*llvm::cast<ast::ExprStmt>(stmt).expr);
  case ast::Stmt::ForKind:
    reject(stmt.range, "a 'for' loop");
    return checkBlock(llvm::cast<ast::For>(stmt).body);
  case ast::Stmt::WhileKind:
    reject(stmt.range, "a 'while' loop");
    return checkBlock(llvm::cast<ast::While>(stmt).body);
  case ast::Stmt::IfKind:
    reject(stmt.range, "'if'");
    checkBlock(llvm::cast<ast::If>(stmt).thenBody);
    return checkBlock(llvm::cast<ast::If>(stmt).elseBody);
  case ast::Stmt::ReturnKind:
    return reject(stmt.range, "'return'");
  case ast::Stmt::ReorderKind:
    return reject(stmt.range, "'reorder'");
  }
}

void SupportChecker::checkLabels(const ast::LabelDecl &decl) {
  if (decl.extent.kind == ast::Extent::Range)
    for (const ast::Identifier &name : decl.names)
      rangeLabels.insert(name.name);
}

void SupportChecker::checkTensor(const ast::TensorDecl &decl) {
  if (decl.type != ElementType::Double)
    reject(decl.name.range, "element type " + toString(decl.type));
}

void SupportChecker::checkScalar(const ast::ScalarDecl &decl) {
  checkExpr(*decl.init);
  if (decl.type == ElementType::Double)
    return;
  auto builder = diagnostics.notSupported(
      decl.name.range, "a scalar variable of type " + toString(decl.type));
  const auto *number = llvm::dyn_cast<ast::Number>(decl.init.get());
  if (number && number->isInteger)
    builder.help("write '" + Twine(number->integer) + ".0' for a double");
}

void SupportChecker::checkAssign(const ast::Assign &assign) {
  if (assign.mask)
    reject(assign.mask->tensor.range, "a mask");
  if (assign.op == ast::AssignOp::Accumulate)
    reject(assign.opRange, "an assignment that accumulates with an operator");
  if (!assign.schedule.empty())
    reject(assign.schedule.front().name.range, "a schedule");
  if (assign.tensor) {
    checkSlices(*assign.tensor, assign.indices);
    if (isSparse(*assign.tensor) &&
        !asBuiltinCall(*assign.value, BuiltinKind::Read))
      reject(assign.target.range, "a sparse result");
  }
  if (const auto *literal = llvm::dyn_cast<ast::Literal>(assign.value.get()))
    if (mentionsTensor(*literal))
      reject(literal->range, "a tensor inside a tensor literal");
  checkExpr(*assign.value);
}

/// L6: a range label away from the dimension it was declared for.
void SupportChecker::checkSlices(const ast::TensorDecl &tensor,
                                 llvm::ArrayRef<ast::Identifier> indices) {
  for (auto [index, dimension] : llvm::zip(indices, tensor.dimensions)) {
    bool isOwn = dimension.kind == ast::Dimension::Label &&
                 dimension.label == index.name;
    if (rangeLabels.contains(index.name) && !isOwn)
      reject(index.range, "a slice");
  }
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

void SupportChecker::checkExpr(const ast::Expr &expr) {
  if (const auto *access = llvm::dyn_cast<ast::Access>(&expr))
    checkAccess(*access);
  else if (const auto *number = llvm::dyn_cast<ast::Number>(&expr))
    checkNumber(*number);
  else if (llvm::isa<ast::Bool>(&expr))
    reject(expr.range, "a value of type bool");
  else if (const auto *unary = llvm::dyn_cast<ast::Unary>(&expr)) {
    if (unary->op == ast::UnaryOp::Not)
      reject(expr.range, "'!'");
  } else if (const auto *binary = llvm::dyn_cast<ast::Binary>(&expr))
    checkBinary(*binary);
  else if (llvm::isa<ast::Semiring>(&expr))
    reject(expr.range, "a semiring operator");
  else if (const auto *call = llvm::dyn_cast<ast::Call>(&expr))
    return checkCall(*call);
  forEachOperand(expr, [&](const ast::Expr &operand) { checkExpr(operand); });
}

/// Double is the only type of values that is compiled, so an integer literal
/// becomes one.
void SupportChecker::checkNumber(const ast::Number &number) {
  constexpr int64_t exact = int64_t(1) << std::numeric_limits<double>::digits;
  if (number.isInteger && (number.integer > exact || number.integer < -exact))
    reject(number.range, "an integer beyond 2^53, which a double cannot hold");
}

void SupportChecker::checkAccess(const ast::Access &access) {
  checkSlices(*access.tensor, access.indices);
  if (!isSparse(*access.tensor))
    return;
  if (!isComputable(*access.tensor->format))
    return reject(access.range, "computing with '" + access.name.name +
                                    "', whose format is " +
                                    access.tensor->format->str());
  for (auto it = access.indices.begin(); it != access.indices.end(); ++it)
    if (std::any_of(access.indices.begin(), it,
                    [&](const ast::Identifier &other) {
                      return other.name == it->name;
                    }))
      return reject(access.range, "a repeated label on the sparse tensor '" +
                                      access.name.name + "'");
}

void SupportChecker::checkBinary(const ast::Binary &binary) {
  switch (binary.op) {
  case BinaryOp::Add:
  case BinaryOp::Sub:
    return;
  case BinaryOp::Mul:
  case BinaryOp::ElementwiseMul: {
    const ast::Access *lhs = findSparseFactor(*binary.lhs);
    const ast::Access *rhs = findSparseFactor(*binary.rhs);
    if (lhs && rhs)
      reject(binary.range, "a product of two sparse tensors '" +
                               lhs->name.name + "' and '" + rhs->name.name +
                               "'");
    return;
  }
  case BinaryOp::Div:
    if (const ast::Access *divisor = findAnnihilator(*binary.rhs))
      reject(binary.rhs->range,
             "a division by the sparse tensor '" + divisor->name.name + "'");
    return;
  default:
    return reject(binary.range, "'" + toString(binary.op) + "'");
  }
}

void SupportChecker::checkCall(const ast::Call &call) {
  const Builtin *builtin = findBuiltin(call.name.name);
  if (!builtin) {
    reject(call.range, "a call of '" + call.name.name + "'");
    return;
  }
  switch (builtin->kind) {
  case BuiltinKind::Read:
  case BuiltinKind::Random:
    return; // Their arguments are not expressions.
  case BuiltinKind::Print:
  case BuiltinKind::Write:
    // A whole tensor is handed on; nothing is computed.
    if (const auto *access =
            llvm::dyn_cast<ast::Access>(call.arguments.front().get()))
      return checkSlices(*access->tensor, access->indices);
    break;
  case BuiltinKind::Convert:
    reject(call.range, "'convert'");
    break;
  case BuiltinKind::Reduction:
    if (builtin->name != "SUM")
      reject(call.range, "'" + builtin->name + "'");
    break;
  case BuiltinKind::Elementwise:
    checkElementwise(call, *builtin);
    break;
  default:
    break;
  }
  for (const ast::ExprPtr &argument : call.arguments)
    checkExpr(*argument);
}

bool SupportChecker::keepsZero(const ast::Call &call, const Builtin &builtin) {
  if (builtin.name != "pow")
    return builtin.keepsZero;
  const auto *exponent = llvm::dyn_cast<ast::Number>(call.arguments[1].get());
  return exponent && exponent->value > 0;
}

void SupportChecker::checkElementwise(const ast::Call &call,
                                      const Builtin &builtin) {
  if (keepsZero(call, builtin))
    return;
  for (const ast::ExprPtr &argument : call.arguments)
    if (const ast::Access *sparse = findAnnihilator(*argument))
      return reject(call.range, "'" + builtin.name +
                                    "' of the sparse tensor '" +
                                    sparse->name.name + "'");
}

const ast::Access *SupportChecker::findSparseFactor(const ast::Expr &expr) {
  if (const auto *access = llvm::dyn_cast<ast::Access>(&expr))
    return isSparse(*access->tensor) ? access : nullptr;
  // A function's argument that is summed inside it, and what a reduction
  // gives, are computed before the product.
  if (const auto *call = llvm::dyn_cast<ast::Call>(&expr)) {
    const Builtin *builtin = findBuiltin(call->name.name);
    if (!builtin || builtin->kind != BuiltinKind::Elementwise)
      return nullptr;
    for (const ast::ExprPtr &argument : call->arguments)
      if (argument->summed.empty())
        if (const ast::Access *sparse = findSparseFactor(*argument))
          return sparse;
    return nullptr;
  }
  const ast::Access *found = nullptr;
  const auto *binary = llvm::dyn_cast<ast::Binary>(&expr);
  if (binary && binary->op == BinaryOp::Div)
    return findSparseFactor(*binary->lhs);
  forEachOperand(expr, [&](const ast::Expr &operand) {
    if (!found)
      found = findSparseFactor(operand);
  });
  return found;
}

const ast::Access *SupportChecker::findAnnihilator(const ast::Expr &expr) {
  if (!expr.summed.empty())
    return nullptr;
  if (const auto *access = llvm::dyn_cast<ast::Access>(&expr))
    return isSparse(*access->tensor) ? access : nullptr;
  if (const auto *unary = llvm::dyn_cast<ast::Unary>(&expr))
    return findAnnihilator(*unary->operand);
  if (const auto *transpose = llvm::dyn_cast<ast::Transpose>(&expr))
    return findAnnihilator(*transpose->operand);
  if (const auto *call = llvm::dyn_cast<ast::Call>(&expr)) {
    const Builtin *builtin = findBuiltin(call->name.name);
    if (!builtin || builtin->kind != BuiltinKind::Elementwise ||
        !keepsZero(*call, *builtin))
      return nullptr;
    return findAnnihilator(*call->arguments.front());
  }
  const auto *binary = llvm::dyn_cast<ast::Binary>(&expr);
  if (!binary)
    return nullptr;
  const ast::Access *lhs = findAnnihilator(*binary->lhs);
  const ast::Access *rhs = findAnnihilator(*binary->rhs);
  switch (binary->op) {
  case BinaryOp::Add:
  case BinaryOp::Sub:
    return rhs ? lhs : nullptr;
  case BinaryOp::Mul:
  case BinaryOp::ElementwiseMul:
    return lhs ? lhs : rhs;
  case BinaryOp::Div:
    return lhs;
  default:
    return nullptr;
  }
}

} // namespace

bool encke::checkSupported(const CheckedProgram &checked,
                           Diagnostics &diagnostics) {
  unsigned errorsBefore = diagnostics.getErrorCount();
  for (const ast::StmtPtr &stmt : checked.program->declarations)
    diagnostics.notSupported(stmt->range, "a format declaration");
  for (const auto &function : checked.program->functions) {
    if (function->name.name != "main")
      diagnostics.notSupported(function->name.range,
                               "a function other than 'main'");
    else
      SupportChecker(diagnostics).checkBlock(function->body);
  }
  return diagnostics.getErrorCount() == errorsBefore;
}
