//===- Frame.cpp - names and files at run time ----------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "tests/reference/Frame.h"

#include <algorithm>
#include <cstdlib>

using namespace encke;
using namespace encke::reference;
using llvm::dyn_cast;

//===----------------------------------------------------------------------===//
// Session
//===----------------------------------------------------------------------===//

bool encke::reference::isReadCall(const ast::Expr &expr) {
  auto *call = dyn_cast<ast::Call>(&expr);
  if (!call)
    return false;
  const std::string &name = call->name.name;
  return name == "read" || name == "comet_read" || name == "read_from_file" ||
         name == "space_read";
}

static std::string environmentPath(const std::string &variable) {
  const char *value = std::getenv(variable.c_str());
  return value ? value : "";
}

const FileData &Session::fileOf(const ast::Call &read) {
  const ast::Expr *which =
      read.arguments.empty() ? nullptr : read.arguments[0].get();
  std::string path;
  if (const std::string *text = which ? findText(*which) : nullptr) {
    path = *text;
  } else {
    auto *number = which ? dyn_cast<ast::Number>(which) : nullptr;
    if (which && !(number && number->isInteger))
      throw ProgramError("L12: a file is a number or a path");
    size_t n = number ? number->integer : 0;
    if (n < dataFiles.size())
      path = dataFiles[n];
    else
      path = environmentPath("SPARSE_FILE_NAME" + std::to_string(n));
    if (path.empty() && n == 0)
      path = environmentPath("SPARSE_FILE_NAME");
  }
  if (path.empty())
    throw DataError("a data file is missing");
  auto found = files.find(path);
  if (found == files.end())
    found = files.emplace(path, readFile(path)).first;
  return found->second;
}

const ast::Function *Session::findFunction(const std::string &name) const {
  for (const auto &function : program.functions)
    if (function->name.name == name)
      return function.get();
  return nullptr;
}

static const ast::ParamDecl *findParameter(const ast::Program &program,
                                           const std::string &name) {
  for (const auto &parameter : program.parameters)
    if (parameter->name.name == name)
      return parameter.get();
  return nullptr;
}

const std::string *Session::findText(const ast::Expr &expr) const {
  if (auto *text = dyn_cast<ast::String>(&expr))
    return &text->value;
  auto *name = dyn_cast<ast::Name>(&expr);
  const ast::ParamDecl *parameter =
      name ? findParameter(program, name->name) : nullptr;
  return parameter && parameter->isText() ? &parameter->now().text : nullptr;
}

static void takeNumbers(ast::TensorDecl &decl, const ast::Program &program) {
  for (ast::FormatSpec::Part &part : decl.spec.parts)
    for (const auto &[place, name] : part.parameters) {
      const ast::ParamDecl *parameter = findParameter(program, name.name);
      if (!parameter)
        throw ProgramError("no parameter is called " + name.name);
      part.arguments[place] = parameter->now().integer;
    }
}

void encke::reference::takeFormatNumbers(ast::Program &program) {
  for (const auto &function : program.functions) {
    for (const ast::Parameter &parameter : function->parameters)
      if (parameter.tensor)
        takeNumbers(*parameter.tensor, program);
    for (const ast::Result &result : function->results)
      if (result.tensor)
        takeNumbers(*result.tensor, program);
    ast::forEachStatement(function->body, [&](ast::Stmt &stmt) {
      if (auto *decl = dyn_cast<ast::TensorDecl>(&stmt))
        takeNumbers(*decl, program);
    });
  }
}

const ast::Call *encke::reference::programCall(const ast::Expr &expr,
                                               const Session &session,
                                               const ast::Function *&function) {
  auto *call = dyn_cast<ast::Call>(&expr);
  function = call ? session.findFunction(call->name.name) : nullptr;
  return function ? call : nullptr;
}

//===----------------------------------------------------------------------===//
// Frame
//===----------------------------------------------------------------------===//

static Value valueOf(const ast::ParamDecl &parameter) {
  const ast::ParamDecl::Value &value = parameter.now();
  switch (parameter.kind) {
  case rt::ParameterKind::Real:
    return makeReal(ElementType::Double, value.number);
  case rt::ParameterKind::Truth:
    return makeInteger(ElementType::Bool, value.integer);
  default:
    return makeInteger(ElementType::Int64, value.integer);
  }
}

Frame::Frame(Session &session, unsigned file) : session(session) {
  for (const auto &parameter : session.program.parameters) {
    if (parameter->isText() || parameter->file != file)
      continue;
    Symbol symbol;
    symbol.scalar = valueOf(*parameter);
    declare(parameter->name.name, symbol);
  }
}

Symbol *Frame::find(const std::string &name) {
  for (size_t b = blocks.size(); b-- > 0;) {
    auto found = blocks[b].find(name);
    if (found != blocks[b].end())
      return &found->second;
  }
  return nullptr;
}

void Frame::declare(const std::string &name, Symbol symbol) {
  if (find(name))
    throw ProgramError("L48: " + name + " is declared twice");
  blocks.back()[name] = symbol;
}

bool Frame::isTensor(const std::string &name) {
  Symbol *symbol = find(name);
  return symbol && symbol->tensor;
}

const ast::TensorDecl &Frame::declarationOf(const std::string &name) {
  Symbol *symbol = find(name);
  if (!symbol || !symbol->tensor)
    throw ProgramError("no tensor is called " + name);
  return *symbol->tensor;
}

Tensor Frame::emptyTensor(const ast::TensorDecl &decl) {
  return Tensor(decl.type, sizes.sizesOf(decl),
                layoutOf(decl.spec, sizes.orderOf(decl), session.program));
}

Tensor &Frame::tensor(const std::string &name) {
  const ast::TensorDecl &decl = declarationOf(name);
  auto found = tensors.find(&decl);
  if (found == tensors.end())
    found = tensors.emplace(&decl, emptyTensor(decl)).first;
  return found->second;
}

Index Frame::indexAt(const std::string &name, size_t dimension,
                     const std::string &label) {
  const ast::TensorDecl &decl = declarationOf(name);
  const ast::Extent *range = sizes.findRange(label);
  Index index;
  index.label = label;
  if (!range || sizes.dimensionOf(decl, dimension) == label)
    return index;
  int64_t count = sizes.sizeOfLabel(label);
  int64_t last = range->lo + (count - 1) * range->step;
  if (count > 0 &&
      (std::max(range->lo, last) >= tensor(name).getSizes()[dimension] ||
       std::min(range->lo, last) < 0))
    throw DataError("L6: the range of " + label + " reaches past dimension " +
                    std::to_string(dimension + 1) + " of " + name);
  index.lo = range->lo;
  index.step = range->step;
  return index;
}
