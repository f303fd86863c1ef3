//===- AutoFormats.cpp - tensors whose format is chosen -------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/check/AutoFormats.h"
#include "frontend/check/SemaInternal.h"

#include "llvm/ADT/SmallPtrSet.h"

using namespace encke;
using llvm::dyn_cast;
using llvm::isa;

using StatementSet = llvm::SmallPtrSet<const ast::Stmt *, 8>;

namespace {

/// Looks at what one function does with one tensor.
class UseFinder {
public:
  UseFinder(const FunctionInfo &info, AutoTensor &found,
            const StatementSet &inLoops)
      : info(info), found(found), inLoops(inLoops) {}

  void see(ast::Stmt &statement);
  void finish() {
    if (!allRepeat)
      found.repeated.clear();
  }

private:
  void see(ast::Assign &assign);
  bool seeOutput(const ast::Expr &expr);
  bool seeProduct(const ast::Assign &assign);
  bool repeats(const ast::Assign &assign) const;
  bool isProduct(const ast::Expr &expr, bool isFactor);
  bool mentions(const ast::Expr *expr) const;
  void seeOther(llvm::SMRange where) {
    if (!found.other.isValid())
      found.other = where;
  }

  const FunctionInfo &info;
  AutoTensor &found;
  const StatementSet &inLoops;
  bool allRepeat = true;
  const ast::Access *access = nullptr; ///< of the tensor, in one product
  bool isSet = false;
};

} // namespace

bool UseFinder::mentions(const ast::Expr *expr) const {
  if (!expr)
    return false;
  if (const auto *access = dyn_cast<ast::Access>(expr))
    return access->tensor == found.tensor;
  if (const auto *name = dyn_cast<ast::Name>(expr))
    return name->tensor == found.tensor;
  bool inside = false;
  sema::forEachOperand(
      *expr, [&](const ast::Expr &operand) { inside |= mentions(&operand); });
  return inside;
}

/// `print(A)`, `write(A, "a.mtx")`.
bool UseFinder::seeOutput(const ast::Expr &expr) {
  const auto *call = dyn_cast<ast::Call>(&expr);
  if (!call || info.calls.count(call))
    return false;
  return llvm::all_of(call->arguments, [&](const ast::ExprPtr &argument) {
    return isa<ast::Access, ast::Name>(*argument) || !mentions(argument.get());
  });
}

/// Numbers, the tensor once in each term, and dense ones, multiplied.
bool UseFinder::isProduct(const ast::Expr &expr, bool isFactor) {
  if (isa<ast::Number>(expr))
    return true;
  if (const auto *name = dyn_cast<ast::Name>(&expr))
    return name->scalar != nullptr;
  if (const auto *other = dyn_cast<ast::Access>(&expr)) {
    if (other->tensor != found.tensor)
      return other->tensor->format && other->tensor->format->isDense();
    bool isFirst = !access;
    access = other;
    return isFirst;
  }
  if (const auto *unary = dyn_cast<ast::Unary>(&expr))
    return unary->op == ast::UnaryOp::Negate &&
           isProduct(*unary->operand, isFactor);
  const auto *binary = dyn_cast<ast::Binary>(&expr);
  if (!binary)
    return false;
  bool isSum =
      binary->op == ast::BinaryOp::Add || binary->op == ast::BinaryOp::Sub;
  bool multiplies = binary->op == ast::BinaryOp::Mul ||
                    binary->op == ast::BinaryOp::ElementwiseMul;
  if (!multiplies && (!isSum || isFactor))
    return false;
  return isProduct(*binary->lhs, isFactor || multiplies) &&
         isProduct(*binary->rhs, isFactor || multiplies);
}

/// `y[i] = A[i, j] * x[j]`, with more factors and terms, into a dense vector.
bool UseFinder::seeProduct(const ast::Assign &assign) {
  access = nullptr;
  if (!assign.tensor || !assign.tensor->format ||
      !assign.tensor->format->isDense() || assign.mask ||
      assign.op == ast::AssignOp::Accumulate || assign.indices.size() != 1 ||
      !isProduct(*assign.value, false) || !access ||
      access->indices.size() != 2 ||
      sema::labelsOf(access->indices).size() != 2 ||
      !access->indices[0].isLabel() || !access->indices[1].isLabel())
    return false;
  const std::string &kept = assign.indices.front().name;
  const std::string &row = access->indices[0].name;
  const std::string &column = access->indices[1].name;
  if (row == column || (kept != row && kept != column))
    return false;
  ++(kept == row ? found.byRows : found.byColumns);
  return true;
}

/// No sum of terms, and no label but those of the matrix.
static bool isOneTerm(const ast::Expr &expr, const ast::Access &matrix) {
  if (const auto *binary = dyn_cast<ast::Binary>(&expr))
    return (binary->op == ast::BinaryOp::Mul ||
            binary->op == ast::BinaryOp::ElementwiseMul) &&
           isOneTerm(*binary->lhs, matrix) && isOneTerm(*binary->rhs, matrix);
  if (const auto *unary = dyn_cast<ast::Unary>(&expr))
    return isOneTerm(*unary->operand, matrix);
  const auto *access = dyn_cast<ast::Access>(&expr);
  return !access || llvm::all_of(access->indices, [&](const ast::Index &index) {
    return index.isLabel() && (index.name == matrix.indices[0].name ||
                               index.name == matrix.indices[1].name);
  });
}

bool UseFinder::repeats(const ast::Assign &assign) const {
  return inLoops.contains(&assign) && assign.schedule.empty() &&
         isOneTerm(*assign.value, *access);
}

void UseFinder::see(ast::Assign &assign) {
  if (assign.tensor != found.tensor) {
    bool isMask = assign.mask && assign.mask->decl == found.tensor;
    if (!isMask && !mentions(assign.value.get()))
      return;
    if (isMask || !seeProduct(assign)) {
      seeOther(assign.range);
      return;
    }
    found.repeated.push_back(&assign);
    allRepeat &= repeats(assign);
    return;
  }
  const auto *call = dyn_cast<ast::Call>(assign.value.get());
  auto read = call ? info.reads.find(call) : info.reads.end();
  bool isRead = read != info.reads.end() &&
                read->second.selector == Selector::Full && !assign.mask &&
                assign.op == ast::AssignOp::Set;
  found.file =
      isRead && !isSet ? std::optional(read->second.file) : std::nullopt;
  isSet = true;
}

void UseFinder::see(ast::Stmt &statement) {
  bool isOther = false;
  if (auto *assign = dyn_cast<ast::Assign>(&statement))
    see(*assign);
  else if (const auto *scalar = dyn_cast<ast::ScalarDecl>(&statement))
    isOther = mentions(scalar->init.get());
  else if (const auto *output = dyn_cast<ast::ExprStmt>(&statement))
    isOther = mentions(output->expr.get()) && !seeOutput(*output->expr);
  else if (const auto *loop = dyn_cast<ast::While>(&statement))
    isOther = mentions(loop->condition.get());
  else if (const auto *branch = dyn_cast<ast::If>(&statement))
    isOther = mentions(branch->condition.get());
  else if (const auto *result = dyn_cast<ast::Return>(&statement))
    isOther = llvm::any_of(result->values, [&](const ast::ExprPtr &value) {
      return mentions(value.get());
    });
  else if (const auto *unpack = dyn_cast<ast::Unpack>(&statement))
    isOther = mentions(unpack->value.get()) ||
              llvm::any_of(unpack->targets, [&](const auto &target) {
                return target->tensor == found.tensor;
              });
  else if (const auto *reorder = dyn_cast<ast::Reorder>(&statement))
    isOther = reorder->decl == found.tensor;
  if (isOther)
    seeOther(statement.range);
}

/// The statements in loops; of a function that is distributed none, as of a
/// symmetric matrix all processes compute all (L61).
static void addLoops(ast::Function &function, StatementSet &inLoops) {
  bool isDistributed = false;
  ast::forEachStatement(function.body, [&](ast::Stmt &statement) {
    isDistributed |= isa<ast::Distribute>(&statement);
  });
  if (isDistributed)
    return;
  auto add = [&](ast::Block &body) {
    ast::forEachStatement(body,
                          [&](ast::Stmt &inside) { inLoops.insert(&inside); });
  };
  ast::forEachStatement(function.body, [&](ast::Stmt &statement) {
    if (auto *loop = dyn_cast<ast::For>(&statement))
      add(loop->body);
    else if (auto *loop = dyn_cast<ast::While>(&statement))
      add(loop->body);
  });
}

std::vector<AutoTensor> encke::findAutoTensors(ast::Program &tree,
                                               CheckedProgram &checked) {
  std::vector<AutoTensor> all;
  auto see = [&](ast::Function &function) {
    auto info = checked.functions.find(&function);
    if (info == checked.functions.end())
      return;
    size_t first = all.size();
    StatementSet inLoops;
    addLoops(function, inLoops);
    ast::forEachStatement(function.body, [&](ast::Stmt &statement) {
      auto *tensor = dyn_cast<ast::TensorDecl>(&statement);
      if (tensor && tensor->isAuto)
        all.emplace_back().tensor = tensor;
    });
    for (AutoTensor &tensor : llvm::MutableArrayRef(all).drop_front(first)) {
      UseFinder finder(info->second, tensor, inLoops);
      ast::forEachStatement(
          function.body, [&](ast::Stmt &statement) { finder.see(statement); });
      finder.finish();
    }
  };
  for (auto &function : tree.functions)
    see(*function);
  for (auto &function : checked.instances)
    see(*function);
  return all;
}

void encke::readTriangle(ast::Assign &product, const ast::TensorDecl &matrix) {
  ast::Directive clause;
  clause.range = product.range;
  clause.name = {"symmetric", product.range};
  clause.arguments.push_back(
      std::make_unique<ast::Name>(product.range, matrix.name.name));
  product.schedule.push_back(std::move(clause));
}
