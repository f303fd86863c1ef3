//===- ResolveSizes.cpp - where a function's sizes come from --------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Before a function runs, all its statements are searched for what they say
// about sizes, whatever their order (L5). Files are read only for a size that
// nothing else tells.
//
//===----------------------------------------------------------------------===//

#include "tests/reference/Assign.h"
#include "tests/reference/Frame.h"
#include "tests/reference/Labels.h"

#include <algorithm>
#include <set>

using namespace encke;
using namespace encke::reference;
using llvm::dyn_cast;

namespace {

class SizeFinder {
public:
  explicit SizeFinder(Frame &frame) : frame(frame), sizes(frame.sizes) {}

  void visitSignature(const ast::Function &function);
  void visitBlock(const ast::Block &block);
  void finish();

private:
  void declareLabels(const ast::Block &block);
  void fixByParameter(const std::string &label, const std::string &name);
  void declareTensor(const ast::TensorDecl &decl, size_t order);
  void declareOwnLabels(const ast::TensorDecl &decl);
  void visit(const ast::Stmt &stmt);
  void visitAssign(const ast::Assign &assign);
  void visitUnpack(const ast::Unpack &unpack);
  void visitCall(const ast::TensorDecl &target, const ast::Call &call,
                 const ast::Function &function, size_t number = 0);
  void visitExpr(const ast::Expr &expr);
  void visitLabels(const ast::TensorDecl &tensor,
                   const std::vector<ast::Index> &indices, bool isPositional);
  void visitRead(const ast::TensorDecl &target, const ast::Call &read);
  void visitWhole(const ast::TensorDecl &target, const ast::Call &call);
  bool isPart(const ast::TensorDecl &tensor,
              const std::vector<ast::Index> &indices) const;
  void visitLiteral(const ast::TensorDecl &target, const ast::Literal &literal);
  const ast::TensorDecl *find(const std::string &name) const;

  Frame &frame;
  SizeTable &sizes;
  std::vector<std::map<std::string, const ast::TensorDecl *>> blocks{1};
  std::set<std::string> variables;
  /// Pairs of which one takes the size of the other if it has none.
  std::vector<std::pair<SizeTable::Key, SizeTable::Key>> adoptions;
  std::vector<std::pair<const ast::TensorDecl *, const ast::Call *>> reads;
};

const ast::TensorDecl *SizeFinder::find(const std::string &name) const {
  for (size_t b = blocks.size(); b-- > 0;) {
    auto found = blocks[b].find(name);
    if (found != blocks[b].end())
      return found->second;
  }
  return nullptr;
}

void SizeFinder::declareTensor(const ast::TensorDecl &decl, size_t order) {
  sizes.declareTensor(decl, order);
  blocks.back()[decl.name.name] = &decl;
}

/// The labels of a signature declare themselves as `?` (L48).
void SizeFinder::declareOwnLabels(const ast::TensorDecl &decl) {
  static const ast::LabelDecl dynamic{llvm::SMRange()};
  for (const ast::Dimension &dimension : decl.dimensions)
    if (dimension.kind == ast::Dimension::Label &&
        !sizes.isLabel(dimension.label))
      sizes.declareLabel(dimension.label, dynamic);
}

void SizeFinder::visitSignature(const ast::Function &function) {
  declareLabels(function.body);
  for (const ast::Parameter &parameter : function.parameters) {
    if (!parameter.tensor)
      continue;
    const ast::TensorDecl &decl = *parameter.tensor;
    const std::vector<int64_t> &given = frame.tensors.at(&decl).getSizes();
    declareOwnLabels(decl);
    declareTensor(decl, given.size());
    for (size_t d = 0; d < given.size(); ++d)
      sizes.fix(sizes.dimensionOf(decl, d), given[d], /*isData=*/true);
  }
  for (const ast::Result &result : function.results) {
    if (!result.tensor)
      continue;
    declareOwnLabels(*result.tensor);
    sizes.declareTensor(*result.tensor, result.tensor->dimensions.size());
  }
}

/// Labels belong to the whole function, whatever block declares them.
void SizeFinder::declareLabels(const ast::Block &block) {
  for (const ast::StmtPtr &stmt : block) {
    if (auto *decl = dyn_cast<ast::LabelDecl>(stmt.get())) {
      for (const ast::Identifier &name : decl->names) {
        sizes.declareLabel(name.name, *decl);
        if (decl->extent.kind == ast::Extent::Parameter)
          fixByParameter(name.name, ast::textOf(decl->extent.range).str());
      }
    } else if (auto *loop = dyn_cast<ast::For>(stmt.get())) {
      declareLabels(loop->body);
    } else if (auto *loop = dyn_cast<ast::While>(stmt.get())) {
      declareLabels(loop->body);
    } else if (auto *branch = dyn_cast<ast::If>(stmt.get())) {
      declareLabels(branch->thenBody);
      declareLabels(branch->elseBody);
    }
  }
}

void SizeFinder::fixByParameter(const std::string &label,
                                const std::string &name) {
  Symbol *symbol = frame.find(name);
  if (!symbol || symbol->tensor || symbol->scalar.type != ElementType::Int64)
    throw ProgramError("L59: " + name + " is no parameter that is a size");
  if (symbol->scalar.integer < 0)
    throw DataError("L59: the size of " + label + " is negative");
  sizes.fix(label, symbol->scalar.integer, /*isData=*/true);
}

void SizeFinder::visitBlock(const ast::Block &block) {
  blocks.emplace_back();
  for (const ast::StmtPtr &stmt : block)
    visit(*stmt);
  blocks.pop_back();
}

void SizeFinder::visit(const ast::Stmt &stmt) {
  if (auto *decl = dyn_cast<ast::TensorDecl>(&stmt)) {
    for (const ast::Dimension &dimension : decl->dimensions)
      if (dimension.kind == ast::Dimension::Label &&
          !sizes.isLabel(dimension.label))
        throw ProgramError("label " + dimension.label + " is not declared");
    declareTensor(*decl, decl->dimensions.size());
  } else if (auto *decl = dyn_cast<ast::ScalarDecl>(&stmt)) {
    visitExpr(*decl->init);
    variables.insert(decl->name.name);
  } else if (auto *assign = dyn_cast<ast::Assign>(&stmt)) {
    visitAssign(*assign);
  } else if (auto *loop = dyn_cast<ast::For>(&stmt)) {
    if (!sizes.isLabel(loop->variable.name)) // L7
      variables.insert(loop->variable.name);
    visitBlock(loop->body);
  } else if (auto *loop = dyn_cast<ast::While>(&stmt)) {
    visitExpr(*loop->condition);
    visitBlock(loop->body);
  } else if (auto *branch = dyn_cast<ast::If>(&stmt)) {
    visitExpr(*branch->condition);
    visitBlock(branch->thenBody);
    visitBlock(branch->elseBody);
  } else if (auto *unpack = dyn_cast<ast::Unpack>(&stmt)) {
    visitUnpack(*unpack);
  } else if (auto *returned = dyn_cast<ast::Return>(&stmt)) {
    for (const ast::ExprPtr &value : returned->values)
      if (!dyn_cast<ast::Name>(value.get()))
        visitExpr(*value);
  }
}

void SizeFinder::visitLabels(const ast::TensorDecl &tensor,
                             const std::vector<ast::Index> &indices,
                             bool isPositional) {
  if (indices.size() != sizes.orderOf(tensor))
    throw ProgramError("a wrong number of labels on " + tensor.name.name);
  for (size_t d = 0; d < indices.size(); ++d) {
    if (!indices[d].isLabel()) {
      visitExpr(*indices[d].value);
      continue;
    }
    const std::string &label = indices[d].name;
    SizeTable::Key dimension = sizes.dimensionOf(tensor, d);
    // What is no label may be a variable (L56).
    if (!sizes.isLabel(label) || label == dimension || sizes.findRange(label))
      continue;
    // L7: labels of a fill or a read only count positions, unless they are all
    // there is to know a size by (L40).
    if (isPositional)
      adoptions.push_back({dimension, label});
    else
      sizes.unite(dimension, label);
  }
}

void SizeFinder::visitRead(const ast::TensorDecl &target,
                           const ast::Call &read) {
  reads.push_back({&target, &read});
}

/// What a system is solved for, or a matrix, and the result have one size.
void SizeFinder::visitWhole(const ast::TensorDecl &target,
                            const ast::Call &call) {
  if (llvm::isa<ast::Access>(*call.arguments[0]))
    return visitExpr(*call.arguments[0]);
  auto *name = dyn_cast<ast::Name>(call.arguments.back().get());
  const ast::TensorDecl *like = name ? find(name->name) : nullptr;
  if (!like || sizes.orderOf(*like) != sizes.orderOf(target))
    throw ProgramError("L65: another order than the result's");
  for (size_t d = 0; d < sizes.orderOf(target); ++d)
    sizes.unite(sizes.dimensionOf(target, d), sizes.dimensionOf(*like, d));
}

void SizeFinder::visitLiteral(const ast::TensorDecl &target,
                              const ast::Literal &literal) {
  const ast::Literal *level = &literal;
  for (size_t d = 0; d < sizes.orderOf(target) && level; ++d) {
    sizes.fix(sizes.dimensionOf(target, d), level->elements.size());
    level = level->elements.empty()
                ? nullptr
                : dyn_cast<ast::Literal>(level->elements[0].get());
  }
}

/// A call's result has the sizes that the signature gives it: numbers, or
/// labels that an argument has too.
void SizeFinder::visitCall(const ast::TensorDecl &target, const ast::Call &call,
                           const ast::Function &function, size_t number) {
  if (number >= function.results.size() || !function.results[number].tensor)
    return;
  const auto &result = function.results[number].tensor->dimensions;
  for (size_t r = 0; r < std::min(result.size(), sizes.orderOf(target)); ++r) {
    SizeTable::Key key = sizes.dimensionOf(target, r);
    if (result[r].kind == ast::Dimension::Size)
      sizes.fix(key, result[r].size);
    if (result[r].kind != ast::Dimension::Label)
      continue;
    for (size_t p = 0;
         p < std::min(call.arguments.size(), function.parameters.size()); ++p) {
      auto *name = dyn_cast<ast::Name>(call.arguments[p].get());
      const ast::TensorDecl *argument = name ? find(name->name) : nullptr;
      const ast::TensorDecl *parameter = function.parameters[p].tensor.get();
      if (!argument || !parameter)
        continue;
      const auto &own = parameter->dimensions;
      for (size_t d = 0; d < std::min(own.size(), sizes.orderOf(*argument));
           ++d)
        if (own[d].kind == ast::Dimension::Label &&
            own[d].label == result[r].label)
          sizes.unite(key, sizes.dimensionOf(*argument, d));
    }
  }
}

/// L64: each target takes a result. What factors of a matrix have as sizes is
/// seen when they are computed.
void SizeFinder::visitUnpack(const ast::Unpack &unpack) {
  auto *call = dyn_cast<ast::Call>(unpack.value.get());
  const ast::Function *function = nullptr;
  bool isProgramCall =
      call && programCall(*unpack.value, frame.session, function);
  for (size_t n = 0; n < unpack.targets.size(); ++n) {
    const ast::Assign &target = *unpack.targets[n];
    const ast::TensorDecl *tensor = find(target.target.name);
    if (!tensor)
      continue;
    if (target.hasIndices)
      visitLabels(*tensor, target.indices, /*isPositional=*/true);
    if (isProgramCall)
      visitCall(*tensor, *call, *function, n);
  }
}

/// L57: a diagonal has one size.
static bool repeatsLabel(const std::vector<ast::Index> &indices) {
  std::set<std::string> seen;
  return std::any_of(
      indices.begin(), indices.end(), [&](const ast::Index &index) {
        return index.isLabel() && !seen.insert(index.name).second;
      });
}

/// What comes as a whole has the sizes of the labels, not of the tensor (L56).
bool SizeFinder::isPart(const ast::TensorDecl &tensor,
                        const std::vector<ast::Index> &indices) const {
  if (repeatsLabel(indices))
    return true;
  for (size_t d = 0; d < indices.size(); ++d) {
    const std::string &label = indices[d].name;
    if (!indices[d].isLabel() || variables.count(label) ||
        (sizes.findRange(label) && sizes.dimensionOf(tensor, d) != label))
      return true;
  }
  return false;
}

void SizeFinder::visitAssign(const ast::Assign &assign) {
  const ast::TensorDecl *target = find(assign.target.name);
  const ast::Expr &value = *assign.value;
  if (!target)
    return visitExpr(value);
  auto *literal = dyn_cast<ast::Literal>(&value);
  auto *call = dyn_cast<ast::Call>(&value);
  const ast::Function *function = nullptr;
  bool isProgramCall = programCall(value, frame.session, function);
  bool isRandom = call && call->name.name == "random";
  bool isFill = literal || dyn_cast<ast::SparseLiteral>(&value) ||
                isReadCall(value) || isRandom || isProgramCall;
  bool isPermutation = call && call->name.name == "permutation";
  bool isWhole = isWholeCall(value, frame.session);
  if (isWhole)
    visitWhole(*target, *call);
  if (!isFill && !isPermutation && !isWhole)
    visitExpr(value);
  // A fill by a scalar only counts positions (L7).
  if (assign.hasIndices)
    visitLabels(*target, assign.indices,
                isFill || (!isPermutation && !isWhole &&
                           !repeatsLabel(assign.indices) &&
                           freeLabels(value, frame).empty()));
  if (isReadCall(value) && !isPart(*target, assign.indices))
    visitRead(*target, *call);
  else if (literal && !isPart(*target, assign.indices))
    visitLiteral(*target, *literal);
  else if (isProgramCall)
    visitCall(*target, *call, *function);
  auto *whole = dyn_cast<ast::Name>(&value);
  const ast::TensorDecl *source = whole ? find(whole->name) : nullptr;
  if (source && sizes.orderOf(*source) == sizes.orderOf(*target))
    for (size_t d = 0; d < sizes.orderOf(*target); ++d)
      sizes.unite(sizes.dimensionOf(*target, d), sizes.dimensionOf(*source, d));
  if (!assign.mask)
    return;
  const ast::TensorDecl *mask = find(assign.mask->tensor.name);
  if (!mask || sizes.orderOf(*mask) != sizes.orderOf(*target))
    throw ProgramError("L23: the mask has another order than the target");
  for (size_t d = 0; d < sizes.orderOf(*target); ++d)
    sizes.unite(sizes.dimensionOf(*target, d), sizes.dimensionOf(*mask, d));
}

void SizeFinder::visitExpr(const ast::Expr &expr) {
  if (auto *access = dyn_cast<ast::Access>(&expr)) {
    const ast::TensorDecl *tensor = find(access->name.name);
    if (!tensor)
      throw ProgramError("no tensor is called " + access->name.name);
    visitLabels(*tensor, access->indices, false);
  } else if (auto *unary = dyn_cast<ast::Unary>(&expr)) {
    visitExpr(*unary->operand);
  } else if (auto *binary = dyn_cast<ast::Binary>(&expr)) {
    visitExpr(*binary->lhs);
    visitExpr(*binary->rhs);
  } else if (auto *semiring = dyn_cast<ast::Semiring>(&expr)) {
    visitExpr(*semiring->lhs);
    visitExpr(*semiring->rhs);
  } else if (auto *transpose = dyn_cast<ast::Transpose>(&expr)) {
    visitExpr(*transpose->operand);
  } else if (auto *call = dyn_cast<ast::Call>(&expr)) {
    for (const ast::ExprPtr &argument : call->arguments)
      visitExpr(*argument);
  }
}

void SizeFinder::finish() {
  for (const auto &[tensor, read] : reads) {
    bool isKnown = true;
    for (size_t d = 0; d < sizes.orderOf(*tensor); ++d)
      isKnown &= sizes.isExact(sizes.dimensionOf(*tensor, d));
    if (isKnown)
      continue; // The read itself compares.
    const FileData &file = frame.session.fileOf(*read);
    std::vector<int64_t> found = sizesFor(file, sizes.orderOf(*tensor));
    for (size_t d = 0; d < found.size(); ++d)
      if (file.sizesAreLowerBounds)
        sizes.bound(sizes.dimensionOf(*tensor, d), found[d]);
      else
        sizes.fix(sizes.dimensionOf(*tensor, d), found[d], /*isData=*/true);
  }
  // As often as a size may have to travel from pair to pair.
  for (size_t round = 0; round < adoptions.size(); ++round)
    for (const auto &[a, b] : adoptions)
      sizes.adopt(a, b);
}

} // namespace

void encke::reference::resolveSizes(const ast::Function &function,
                                    Frame &frame) {
  SizeFinder finder(frame);
  finder.visitSignature(function);
  finder.visitBlock(function.body);
  finder.finish();
}
