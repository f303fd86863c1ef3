//===- Frame.cpp - names, files and sizes at run time ---------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "tests/reference/Frame.h"

#include <cstdlib>

using namespace encke;
using namespace encke::reference;
using llvm::dyn_cast;

bool encke::reference::isReadCall(const ast::Expr &expr) {
  auto *call = dyn_cast<ast::Call>(&expr);
  if (!call)
    return false;
  const std::string &name = call->name.name;
  return name == "read" || name == "comet_read" || name == "read_from_file" ||
         name == "space_read";
}

const FileData &Session::fileOf(const ast::Call &read) {
  std::string path;
  const ast::Expr *which =
      read.arguments.empty() ? nullptr : read.arguments[0].get();
  if (!which) {
    const char *variable = std::getenv("SPARSE_FILE_NAME");
    path = variable ? variable : "";
  } else if (auto *text = dyn_cast<ast::String>(which)) {
    path = text->value;
  } else if (auto *number = dyn_cast<ast::Number>(which)) {
    size_t n = number->integer;
    std::string variable = "SPARSE_FILE_NAME" + std::to_string(n);
    if (n < dataFiles.size())
      path = dataFiles[n];
    else if (const char *value = std::getenv(variable.c_str()))
      path = value;
  } else {
    throw NotSupported("a computed file number");
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

bool encke::reference::isDenseFormat(const ast::FormatSpec &spec) {
  if (spec.isHybrid)
    throw NotSupported("hybrid formats");
  for (const ast::FormatSpec::Part &part : spec.parts)
    if (part.name.name != "Dense" && part.name.name != "D")
      return false;
  return true;
}

const ast::Extent *Frame::findRange(const std::string &label) const {
  auto decl = labels.find(label);
  if (decl == labels.end() || decl->second->extent.kind != ast::Extent::Range)
    return nullptr;
  return &decl->second->extent;
}

int64_t Frame::sizeOf(const std::string &label) const {
  auto size = labelSizes.find(label);
  if (size == labelSizes.end())
    throw ProgramError("label " + label + " is not declared");
  if (size->second < 0)
    throw ProgramError("nothing fixes the size of label " + label);
  return size->second;
}

Tensor &Frame::tensor(const std::string &name) {
  auto found = tensors.find(name);
  if (found != tensors.end())
    return found->second;
  auto decl = tensorDecls.find(name);
  if (decl == tensorDecls.end())
    throw ProgramError("no tensor is called " + name);
  if (decl->second->type == ElementType::Complex)
    throw NotSupported("complex numbers");
  const std::vector<int64_t> &sizes = tensorSizes[name];
  for (int64_t size : sizes)
    if (size < 0)
      throw ProgramError("nothing fixes the size of " + name);
  Tensor value(decl->second->type, sizes, !isDenseFormat(decl->second->spec));
  return tensors.emplace(name, std::move(value)).first->second;
}

Index Frame::indexAt(const std::string &tensor, size_t dimension,
                     const std::string &label) const {
  const ast::Dimension &own = tensorDecls.at(tensor)->dimensions[dimension];
  const ast::Extent *range = findRange(label);
  bool isOwn = own.kind == ast::Dimension::Label && own.label == label;
  if (!range || isOwn)
    return {label, 0, 1};
  return {label, range->lo, range->step};
}
