//===- Signatures.cpp - what functions of a library take ------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Signatures.h"

#include "frontend/check/Sema.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"

using namespace llvm;
using namespace encke;

/// The levels behind a type, and behind widths.
static std::string withLevels(std::string text,
                              const std::optional<Format> &format) {
  if (format && !format->levels.empty())
    text += " " + format->levelText();
  return text;
}

std::string ParameterSignature::formatText() const {
  return withLevels(getSuffix(type).str(), format);
}

std::string ParameterSignature::storageText() const {
  return withLevels(getSuffix(type).str() + " 4 4", format);
}

std::string ParameterSignature::str() const {
  std::string text = name;
  if (!format)
    return (name.empty() ? "" : name + ": ") + encke::toString(type).str();
  text += "[" + join(labels, ",") + "]: ";
  return text + format->str() + " " + encke::toString(type).str();
}

std::string FunctionSignature::str() const {
  std::string text = name + "(";
  for (auto [n, parameter] : enumerate(parameters))
    text += (n ? ", " : "") + parameter.str();
  text += ")";
  return result ? text + " -> " + result->str() : text;
}

static std::string labelText(const ast::Dimension &dimension) {
  switch (dimension.kind) {
  case ast::Dimension::Label:
    return dimension.label;
  case ast::Dimension::Size:
    return std::to_string(dimension.size);
  case ast::Dimension::Dynamic:
    return "?";
  }
  llvm_unreachable("no such dimension");
}

static ParameterSignature describe(const ast::TensorDecl &decl,
                                   const FunctionInfo &info) {
  ParameterSignature signature;
  signature.name = decl.name.name;
  signature.type = decl.type;
  signature.format = decl.format;
  for (unsigned group : info.tensorGroups.lookup(&decl))
    signature.sizes.push_back(info.groups[group].staticSize.value_or(-1));
  for (const ast::Dimension &dimension : decl.dimensions)
    signature.labels.push_back(labelText(dimension));
  signature.labels.resize(signature.sizes.size(), "?");
  return signature;
}

static std::string placeOf(SMRange range, const SourceMgr &sources) {
  unsigned buffer = sources.FindBufferContainingLoc(range.Start);
  auto [line, column] = sources.getLineAndColumn(range.Start, buffer);
  StringRef file = sources.getMemoryBuffer(buffer)->getBufferIdentifier();
  return (file + ":" + Twine(line) + ":" + Twine(column)).str();
}

std::vector<FunctionSignature>
encke::getSignatures(const CheckedProgram &program, const SourceMgr &sources) {
  std::vector<FunctionSignature> signatures;
  for (const ast::Function *function : program.exported) {
    const FunctionInfo &info = program.functions.at(function);
    FunctionSignature &signature = signatures.emplace_back();
    signature.name = function->nameInLibrary().str();
    signature.range = function->name.range;
    signature.place = placeOf(function->name.range, sources);
    for (const ast::Parameter &parameter : function->parameters) {
      if (parameter.tensor) {
        signature.parameters.push_back(describe(*parameter.tensor, info));
        continue;
      }
      ParameterSignature &scalar = signature.parameters.emplace_back();
      scalar.name = parameter.scalar->name.name;
      scalar.type = parameter.scalar->type;
    }
    if (const ast::TensorDecl *tensor = function->tensorResult())
      signature.result = describe(*tensor, info);
    else if (std::optional<ElementType> scalar = function->scalarResult())
      signature.result.emplace().type = *scalar;
    if (signature.result)
      signature.result->name.clear();
  }
  return signatures;
}
