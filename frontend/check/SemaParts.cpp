//===- SemaParts.cpp - statements about parts of tensors (L6, L56) --------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What comes as a whole (a file, a literal, the tensor of a function) fills a
// tensor, a mask stands at all coordinates, and a whole tensor is printed. A
// statement that does this with a part of a tensor is several:
//
//     A[r, j] = read(0);       T[r, j] = read(0); A[r, j] = T[r, j];
//     A[r, j]<M> += e;         N[r, j] = M[r, j]; T[r, j]<N> = e;
//                              A[r, j] += T[r, j];
//     A[r, j], s = f(B);       T[r, j], s = f(B); A[r, j] = T[r, j];
//     print(A[r, j]);          T[r, j] = A[r, j]; print(T);
//
// T is called "A[r, j]", as messages and prints call it.
//
//===----------------------------------------------------------------------===//

#include "frontend/ASTClone.h"
#include "frontend/check/SemaInternal.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace encke;
using namespace encke::sema;

namespace {

/// Makes the statements that take the place of one.
class PartSplitter {
public:
  PartSplitter(ast::Identifier whole, const std::vector<ast::Index> &indices,
               std::vector<std::string> labels, llvm::SMRange range)
      : whole(std::move(whole)), indices(indices), labels(std::move(labels)),
        range(range) {}

  /// A tensor for the part of `of`, under that name.
  ast::TensorDecl &declare(const ast::TensorDecl &of, const std::string &name,
                           bool isDense);
  /// `name[labels] = value;`
  ast::Assign &assign(const std::string &name, ast::ExprPtr value);
  ast::ExprPtr accessPart(const std::string &name) const;
  ast::ExprPtr accessWhole(const ast::Identifier &tensor) const;
  ast::Block takeStatements() { return std::move(made); }
  /// `A[r, j]`.
  std::string nameOf(const std::string &tensor) const;

private:
  std::vector<ast::Index> partIndices() const;

  ast::Identifier whole;
  const std::vector<ast::Index> &indices;
  std::vector<std::string> labels;
  llvm::SMRange range;
  ast::Block made;
};

} // namespace

std::string PartSplitter::nameOf(const std::string &tensor) const {
  std::vector<std::string> texts;
  for (const ast::Index &index : indices)
    texts.push_back(index.isLabel() ? index.name
                                    : ast::textOf(index.range).str());
  return tensor + "[" + llvm::join(texts, ", ") + "]";
}

std::vector<ast::Index> PartSplitter::partIndices() const {
  std::vector<ast::Index> result;
  for (const std::string &label : labels)
    result.emplace_back(ast::Identifier{label, range});
  return result;
}

/// As the parts of tensors are elsewhere: rows of matrices, and trees.
static std::string formatOfPart(size_t order, bool isDense) {
  if (isDense || order == 0)
    return "Dense";
  return order == 2 ? "CSR" : "CSF";
}

ast::TensorDecl &PartSplitter::declare(const ast::TensorDecl &of,
                                       const std::string &name, bool isDense) {
  auto decl = std::make_unique<ast::TensorDecl>(of.range);
  decl->type = of.type;
  decl->name = {name, of.name.range};
  for (const std::string &label : labels)
    decl->dimensions.push_back({ast::Dimension::Label, label, 0, range});
  decl->format =
      Format::named(formatOfPart(labels.size(), isDense), labels.size(), {});
  ast::TensorDecl &result = *decl;
  made.push_back(std::move(decl));
  return result;
}

ast::Assign &PartSplitter::assign(const std::string &name, ast::ExprPtr value) {
  auto statement = std::make_unique<ast::Assign>(range);
  statement->target = {name, whole.range};
  statement->indices = partIndices();
  statement->hasIndices = true;
  statement->opRange = range;
  statement->value = std::move(value);
  ast::Assign &result = *statement;
  made.push_back(std::move(statement));
  return result;
}

ast::ExprPtr PartSplitter::accessPart(const std::string &name) const {
  auto access = std::make_unique<ast::Access>(range);
  access->name = {name, range};
  access->indices = partIndices();
  return access;
}

ast::ExprPtr PartSplitter::accessWhole(const ast::Identifier &tensor) const {
  auto access = std::make_unique<ast::Access>(range);
  access->name = tensor;
  access->indices = ast::cloneIndices(indices);
  return access;
}

//===----------------------------------------------------------------------===//
// Which statements are split
//===----------------------------------------------------------------------===//

/// Of the indices of a part, in order of first use.
std::vector<std::string>
FunctionChecker::partLabels(const std::vector<ast::Index> &indices) const {
  std::vector<std::string> labels;
  auto add = [&](const std::string &name) {
    if (!llvm::is_contained(labels, name))
      labels.push_back(name);
  };
  std::function<void(const ast::Expr &)> visit = [&](const ast::Expr &expr) {
    if (const auto *name = llvm::dyn_cast<ast::Name>(&expr)) {
      if (findLabel(name->name) && !findValue(name->name))
        add(name->name);
    } else if (const auto *access = llvm::dyn_cast<ast::Access>(&expr)) {
      for (const ast::Index &index : access->indices)
        index.isLabel() ? add(index.name) : visit(*index.value);
    } else {
      ast::forEachOperand(expr, visit);
    }
  };
  for (const ast::Index &index : indices)
    index.isLabel() ? add(index.name) : visit(*index.value);
  return labels;
}

/// Not each coordinate of each dimension once.
bool FunctionChecker::isPart(const ast::TensorDecl &tensor,
                             std::vector<ast::Index> &indices) {
  if (indices.size() != tensor.dimensions.size())
    return false;
  for (ast::Index &index : indices)
    resolveIndex(index);
  std::vector<std::string> seen;
  for (auto [index, dimension] : llvm::zip(indices, tensor.dimensions)) {
    bool isOwn = dimension.kind == ast::Dimension::Label &&
                 dimension.label == index.name;
    if (!index.isLabel() || llvm::is_contained(seen, index.name) ||
        (info.ranges.count(index.name) && !isOwn))
      return true;
    seen.push_back(index.name);
  }
  return false;
}

/// The only result is a tensor, as its declaration or the first `return` says.
static bool returnsTensor(const ast::Function &function) {
  if (!function.results.empty())
    return function.tensorResult();
  std::optional<std::string> returned;
  std::vector<std::string> tensors;
  for (const ast::Parameter &parameter : function.parameters)
    if (parameter.tensor)
      tensors.push_back(parameter.tensor->name.name);
  ast::forEachStatement(function.body, [&](ast::Stmt &stmt) {
    if (auto *decl = llvm::dyn_cast<ast::TensorDecl>(&stmt))
      tensors.push_back(decl->name.name);
    auto *stop = llvm::dyn_cast<ast::Return>(&stmt);
    if (!stop || returned || stop->values.size() != 1)
      return;
    auto *name = llvm::dyn_cast<ast::Name>(stop->values.front().get());
    returned = name ? name->name : "";
  });
  return returned && llvm::is_contained(tensors, *returned);
}

bool FunctionChecker::isWholeValue(const ast::Expr &value) const {
  return comesAsWhole(value, [&](const ast::Call &call) {
    const ast::Function *callee = findFunction(call.name.name);
    return callee && returnsTensor(*callee);
  });
}

const ast::TensorDecl *
FunctionChecker::findTensor(const ast::Identifier &name) const {
  const Symbol *symbol = findValue(name.name);
  return symbol && symbol->kind == Symbol::Tensor ? symbol->tensor : nullptr;
}

ast::Block FunctionChecker::splitAssign(ast::Assign &assign) {
  const ast::TensorDecl *tensor = findTensor(assign.target);
  if (!tensor || !tensor->format || !isPart(*tensor, assign.indices))
    return {};
  std::vector<std::string> labels = partLabels(assign.indices);
  PartSplitter split(assign.target, assign.indices, labels, assign.range);
  std::string part = split.nameOf(assign.target.name);
  bool isDense = tensor->format->isDense();
  if (isWholeValue(*assign.value)) {
    bool isCall = llvm::isa<ast::Call>(*assign.value) &&
                  !asBuiltinCall(*assign.value, BuiltinKind::Read) &&
                  !asBuiltinCall(*assign.value, BuiltinKind::Random);
    if (assign.mask || (assign.op != ast::AssignOp::Set && !isCall))
      return {}; // an error
    declarePart(split.declare(*tensor, part, isDense));
    split.assign(part, std::move(assign.value));
  } else {
    const ast::TensorDecl *mask =
        assign.mask ? findTensor(assign.mask->tensor) : nullptr;
    if (!mask || !mask->format || labels.empty() ||
        mask->dimensions.size() != tensor->dimensions.size())
      return {};
    std::string where = split.nameOf(assign.mask->tensor.name);
    bool isDenseMask = mask->format->isDense();
    if (where != part)
      declarePart(split.declare(*mask, where, isDenseMask));
    // What is accumulated is stored inside the mask only.
    isDense &= assign.op == ast::AssignOp::Set;
    declarePart(split.declare(*tensor, part, isDense || isDenseMask));
    split.assign(where, split.accessWhole(assign.mask->tensor));
    ast::Assign &masked = split.assign(part, std::move(assign.value));
    masked.mask = std::move(assign.mask);
    masked.mask->tensor.name = where;
    masked.keepsZeros = assign.op != ast::AssignOp::Set;
    masked.schedule = std::move(assign.schedule);
    assign.mask.reset();
    assign.schedule.clear();
  }
  assign.value = split.accessPart(part);
  return split.takeStatements();
}

/// `print(A[r, j]);`, `write(A[r, j], "a.mtx");`. A single value is one.
ast::Block FunctionChecker::splitOutput(ast::Call &call) {
  const Builtin *builtin = findBuiltin(call);
  if (!builtin || call.arguments.empty() ||
      (builtin->kind != BuiltinKind::Print &&
       builtin->kind != BuiltinKind::Write))
    return {};
  auto *access = llvm::dyn_cast<ast::Access>(call.arguments.front().get());
  const ast::TensorDecl *tensor = access ? findTensor(access->name) : nullptr;
  bool isLine =
      builtin->kind == BuiltinKind::Print && call.arguments.size() > 1;
  if (!tensor || !tensor->format || isLine || !isPart(*tensor, access->indices))
    return {};
  std::vector<std::string> labels = partLabels(access->indices);
  if (labels.empty())
    return {};
  PartSplitter split(access->name, access->indices, labels, access->range);
  std::string part = split.nameOf(access->name.name);
  declarePart(split.declare(*tensor, part, tensor->format->isDense()));
  ast::ExprPtr printed = split.accessPart(part);
  split.assign(part, std::move(call.arguments.front()));
  ast::Block statements = split.takeStatements();
  call.arguments.front() = std::move(printed);
  return statements;
}

/// The name is none that a program can write, so others of it may be around.
void FunctionChecker::declarePart(ast::TensorDecl &decl) {
  addDimensions(decl, /*isParameter=*/false);
  Symbol symbol;
  symbol.kind = Symbol::Tensor;
  symbol.tensor = &decl;
  symbol.range = decl.name.range;
  scopes.back()[decl.name.name] = symbol;
}

FunctionChecker::Parts FunctionChecker::splitUnpack(ast::Unpack &unpack) {
  Parts parts;
  for (std::unique_ptr<ast::Assign> &target : unpack.targets) {
    const ast::TensorDecl *tensor = findTensor(target->target);
    if (!tensor || !tensor->format || !target->hasIndices ||
        !isPart(*tensor, target->indices))
      continue;
    PartSplitter split(target->target, target->indices,
                       partLabels(target->indices), target->range);
    std::string part = split.nameOf(target->target.name);
    declarePart(split.declare(*tensor, part, tensor->format->isDense()));
    ast::Assign &copy = split.assign(part, split.accessPart(part));
    std::swap(copy.target, target->target);
    std::swap(copy.indices, target->indices);
    ast::Block statements = split.takeStatements();
    parts.before.push_back(std::move(statements.front()));
    parts.after.push_back(std::move(statements.back()));
  }
  return parts;
}

FunctionChecker::Parts FunctionChecker::splitPart(ast::Stmt &stmt) {
  if (auto *assign = llvm::dyn_cast<ast::Assign>(&stmt))
    return {splitAssign(*assign), {}};
  if (auto *unpack = llvm::dyn_cast<ast::Unpack>(&stmt))
    return splitUnpack(*unpack);
  auto *output = llvm::dyn_cast<ast::ExprStmt>(&stmt);
  auto *call = output ? llvm::dyn_cast<ast::Call>(output->expr.get()) : nullptr;
  return {call ? splitOutput(*call) : ast::Block(), {}};
}
