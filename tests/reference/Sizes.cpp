//===- Sizes.cpp - how large every label and dimension is -----------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Labels and dimensions that must agree are put into one group (L5, L40); a
// group takes its size from a declaration, a file or a parameter.
//
//===----------------------------------------------------------------------===//

#include "tests/reference/Frame.h"

#include <algorithm>

using namespace encke;
using namespace encke::reference;
using llvm::dyn_cast;

namespace {

class Sizes {
public:
  Sizes(Session &session, Frame &frame) : session(session), frame(frame) {}

  void declare(const ast::Function &function);
  void visitBlock(const ast::Block &block);
  void finish();

private:
  void visit(const ast::Stmt &stmt);
  void visitAssign(const ast::Assign &assign);
  void visitExpr(const ast::Expr &expr);
  void visitLabels(const std::string &tensor,
                   const std::vector<ast::Identifier> &indices,
                   bool isPositional);
  void visitRead(const std::string &tensor, const ast::Call &read);
  void visitLiteral(const std::string &tensor, const ast::Literal &literal);
  void declareTensor(const ast::TensorDecl &decl);

  static std::string dimensionKey(const std::string &tensor, size_t d) {
    return tensor + "." + std::to_string(d);
  }
  std::string find(const std::string &key);
  void unite(const std::string &a, const std::string &b);
  void fix(const std::string &key, int64_t size, const std::string &source);

  /// Where a group's size comes from.
  struct Source {
    std::string key;
    int64_t size;
    std::string what;
    bool isLowerBound;
  };

  Session &session;
  Frame &frame;
  std::map<std::string, std::string> parents;
  std::vector<Source> sources;
  /// Accesses seen so far: a statement without one is a fill or a read.
  size_t accessCount = 0;
};

std::string Sizes::find(const std::string &key) {
  auto parent = parents.find(key);
  return parent == parents.end() ? key : find(parent->second);
}

void Sizes::unite(const std::string &a, const std::string &b) {
  std::string rootA = find(a), rootB = find(b);
  if (rootA != rootB)
    parents[rootA] = rootB;
}

void Sizes::fix(const std::string &key, int64_t size,
                const std::string &source) {
  sources.push_back({key, size, source, false});
}

void Sizes::declareTensor(const ast::TensorDecl &decl) {
  const std::string &name = decl.name.name;
  if (!frame.tensorDecls.insert({name, &decl}).second)
    throw ProgramError(name + " is declared twice");
  frame.tensorSizes[name].assign(decl.dimensions.size(), -1);
  for (size_t d = 0; d < decl.dimensions.size(); ++d) {
    const ast::Dimension &dimension = decl.dimensions[d];
    if (dimension.kind == ast::Dimension::Label)
      unite(dimensionKey(name, d), dimension.label);
    else if (dimension.kind == ast::Dimension::Size)
      fix(dimensionKey(name, d), dimension.size, "the declaration of " + name);
  }
}

void Sizes::declare(const ast::Function &function) {
  for (const ast::Parameter &parameter : function.parameters)
    if (parameter.tensor)
      declareTensor(*parameter.tensor);
  for (const auto &[name, tensor] : frame.tensors)
    for (size_t d = 0; d < tensor.getOrder(); ++d)
      fix(dimensionKey(name, d), tensor.getSizes()[d], "parameter " + name);
}

void Sizes::visitBlock(const ast::Block &block) {
  for (const ast::StmtPtr &stmt : block)
    visit(*stmt);
}

void Sizes::visit(const ast::Stmt &stmt) {
  if (auto *decl = dyn_cast<ast::LabelDecl>(&stmt)) {
    for (const ast::Identifier &name : decl->names) {
      if (!frame.labels.insert({name.name, decl}).second)
        throw ProgramError(name.name + " is declared twice");
      const ast::Extent &extent = decl->extent;
      if (extent.kind == ast::Extent::Size)
        fix(name.name, extent.hi, "the declaration of " + name.name);
      else if (extent.kind == ast::Extent::Range)
        fix(name.name,
            std::max<int64_t>(0, (extent.hi - extent.lo + extent.step - 1) /
                                     extent.step),
            "the declaration of " + name.name);
    }
  } else if (auto *decl = dyn_cast<ast::TensorDecl>(&stmt)) {
    declareTensor(*decl);
  } else if (auto *decl = dyn_cast<ast::ScalarDecl>(&stmt)) {
    visitExpr(*decl->init);
  } else if (auto *assign = dyn_cast<ast::Assign>(&stmt)) {
    visitAssign(*assign);
  } else if (auto *loop = dyn_cast<ast::For>(&stmt)) {
    visitBlock(loop->body);
  } else if (auto *loop = dyn_cast<ast::While>(&stmt)) {
    visitExpr(*loop->condition);
    visitBlock(loop->body);
  } else if (auto *branch = dyn_cast<ast::If>(&stmt)) {
    visitExpr(*branch->condition);
    visitBlock(branch->thenBody);
    visitBlock(branch->elseBody);
  }
}

void Sizes::visitLabels(const std::string &tensor,
                        const std::vector<ast::Identifier> &indices,
                        bool isPositional) {
  auto decl = frame.tensorDecls.find(tensor);
  if (decl == frame.tensorDecls.end())
    throw ProgramError("no tensor is called " + tensor);
  const auto &dimensions = decl->second->dimensions;
  if (indices.size() != dimensions.size())
    throw ProgramError("a wrong number of labels on " + tensor);
  for (size_t d = 0; d < indices.size(); ++d) {
    const std::string &label = indices[d].name;
    bool isOwn = dimensions[d].kind == ast::Dimension::Label &&
                 dimensions[d].label == label;
    if (isOwn || (!isPositional && frame.findRange(label)))
      continue;
    // L7: labels of a fill or a read only count positions, unless they are all
    // there is to know a `?` dimension by (L40).
    if (isPositional && (dimensions[d].kind != ast::Dimension::Dynamic ||
                         !frame.labels.count(label)))
      continue;
    unite(dimensionKey(tensor, d), label);
  }
}

void Sizes::visitRead(const std::string &tensor, const ast::Call &read) {
  const FileData &file = session.fileOf(read);
  std::vector<int64_t> sizes = sizesFor(file, frame.tensorSizes[tensor].size());
  for (size_t d = 0; d < sizes.size(); ++d)
    sources.push_back({dimensionKey(tensor, d), sizes[d], file.path,
                       file.sizesAreLowerBounds});
}

void Sizes::visitLiteral(const std::string &tensor,
                         const ast::Literal &literal) {
  const ast::Literal *level = &literal;
  for (size_t d = 0; d < frame.tensorSizes[tensor].size() && level; ++d) {
    fix(dimensionKey(tensor, d), level->elements.size(),
        "the literal of " + tensor);
    level = level->elements.empty()
                ? nullptr
                : dyn_cast<ast::Literal>(level->elements[0].get());
  }
}

void Sizes::visitAssign(const ast::Assign &assign) {
  const std::string &target = assign.target.name;
  if (!frame.isTensor(target))
    return visitExpr(*assign.value);
  auto *literal = dyn_cast<ast::Literal>(assign.value.get());
  auto *call = dyn_cast<ast::Call>(assign.value.get());
  bool reads = isReadCall(*assign.value);
  size_t before = accessCount;
  if (!reads && !literal)
    visitExpr(*assign.value);
  if (assign.hasIndices)
    visitLabels(target, assign.indices, accessCount == before);
  if (reads)
    visitRead(target, *call);
  if (literal)
    visitLiteral(target, *literal);
  auto *whole = dyn_cast<ast::Name>(assign.value.get());
  if (whole && frame.isTensor(whole->name))
    for (size_t d = 0; d < frame.tensorSizes[target].size(); ++d)
      unite(dimensionKey(target, d), dimensionKey(whole->name, d));
  if (assign.mask && assign.hasIndices)
    visitLabels(assign.mask->tensor.name, assign.indices, false);
}

void Sizes::visitExpr(const ast::Expr &expr) {
  if (auto *access = dyn_cast<ast::Access>(&expr)) {
    ++accessCount;
    visitLabels(access->name.name, access->indices, false);
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

void Sizes::finish() {
  struct Group {
    int64_t size = -1;
    bool isLowerBound = false;
    std::string what;
  };
  std::map<std::string, Group> groups;
  // Exact sizes first: a lower bound only has to fit into them.
  std::stable_sort(sources.begin(), sources.end(),
                   [](const Source &a, const Source &b) {
                     return a.isLowerBound < b.isLowerBound;
                   });
  for (const Source &source : sources) {
    Group &group = groups[find(source.key)];
    bool isFree = group.size < 0 || group.isLowerBound;
    bool agrees = source.isLowerBound ? source.size <= group.size
                                      : source.size == group.size;
    if (!isFree && !agrees)
      throw DataError(source.key + " has size " + std::to_string(group.size) +
                      " by " + group.what + " and " +
                      std::to_string(source.size) + " by " + source.what);
    if (isFree && source.size > group.size)
      group = {source.size, source.isLowerBound, source.what};
  }
  auto sizeOf = [&](const std::string &key) {
    auto group = groups.find(find(key));
    return group == groups.end() ? -1 : group->second.size;
  };
  for (const auto &[label, decl] : frame.labels)
    frame.labelSizes[label] = sizeOf(label);
  for (auto &[tensor, sizes] : frame.tensorSizes)
    for (size_t d = 0; d < sizes.size(); ++d) {
      sizes[d] = sizeOf(dimensionKey(tensor, d));
      // L48: the labels of a signature declare themselves.
      const ast::Dimension &dimension =
          frame.tensorDecls[tensor]->dimensions[d];
      if (dimension.kind == ast::Dimension::Label)
        frame.labelSizes[dimension.label] = sizes[d];
    }
}

} // namespace

void encke::reference::resolveSizes(const ast::Function &function,
                                    Session &session, Frame &frame) {
  Sizes sizes(session, frame);
  sizes.declare(function);
  sizes.visitBlock(function.body);
  sizes.finish();
}
