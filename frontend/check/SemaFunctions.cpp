//===- SemaFunctions.cpp - functions and their calls (L31) ----------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/ASTClone.h"
#include "frontend/check/SemaInternal.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

using namespace encke;
using namespace encke::sema;
using llvm::Twine;

//===----------------------------------------------------------------------===//
// Which functions there are
//===----------------------------------------------------------------------===//

bool sema::isOpen(const ast::Parameter &parameter) {
  return parameter.tensor && parameter.tensor->spec.parts.empty() &&
         !parameter.tensor->spec.isHybrid;
}

bool sema::isOpen(const ast::Function &function) {
  return llvm::any_of(function.parameters, [](const ast::Parameter &parameter) {
    return isOpen(parameter);
  });
}

/// What tells two instances apart: the formats of what the callers choose.
static std::string keyOf(const ast::Function &callee,
                         llvm::ArrayRef<const ast::TensorDecl *> tensors) {
  std::string key;
  for (auto [parameter, tensor] : llvm::zip(callee.parameters, tensors)) {
    if (!isOpen(parameter))
      continue;
    const Format &format = *tensor->format;
    for (auto [level, mode] : llvm::zip(format.levels, format.levelToMode))
      key += (toString(level) + Twine(mode) + " ").str();
    key += ";";
  }
  return key;
}

ast::Function *
FunctionTable::findInstance(ast::Function &callee,
                            llvm::ArrayRef<const ast::TensorDecl *> tensors) {
  ast::Function *&instance = instances[&callee][keyOf(callee, tensors)];
  if (instance)
    return instance;
  checked.instances.push_back(ast::cloneFunction(callee));
  instance = checked.instances.back().get();
  for (auto [parameter, tensor] : llvm::zip(instance->parameters, tensors)) {
    if (!isOpen(parameter))
      continue;
    ast::TensorDecl &decl = *parameter.tensor;
    if (decl.dimensions.empty())
      decl.dimensions.assign(tensor->dimensions.size(),
                             {ast::Dimension::Dynamic, "", 0, decl.name.range});
    decl.format = tensor->format;
  }
  return instance;
}

static void checkReturns(const ast::Function &function,
                         Diagnostics &diagnostics) {
  if (function.results.empty())
    return;
  if (!hasReturn(function.body) && !alwaysReturns(function.body))
    diagnostics.error(diag::missing_return, function.name.range,
                      "'" + Twine(function.name.name) +
                          "' must return a value");
  else if (!alwaysReturns(function.body))
    diagnostics.error(diag::missing_return, function.name.range,
                      "'" + Twine(function.name.name) +
                          "' may end without returning a value");
}

bool FunctionTable::checkOnce(ast::Function &function,
                              Diagnostics &diagnostics) {
  states[&function] = State::InProgress;
  unsigned errorsBefore = diagnostics.getErrorCount();
  FunctionInfo info;
  FunctionChecker(*this, diagnostics, function, info).check();
  checkReturns(function, diagnostics);
  checked.functions[&function] = std::move(info);
  checked.order.push_back(&function);
  bool isGood = diagnostics.getErrorCount() == errorsBefore;
  states[&function] = isGood ? State::Good : State::Bad;
  return isGood;
}

void FunctionTable::check(ast::Function &function, Diagnostics &diagnostics) {
  if (!states.count(&function))
    checkOnce(function, diagnostics);
}

const ast::Function *
FunctionTable::resolve(ast::Function &callee,
                       llvm::ArrayRef<const ast::TensorDecl *> tensors,
                       const ast::Call &call, Diagnostics &diagnostics) {
  ast::Function *function =
      isOpen(callee) ? findInstance(callee, tensors) : &callee;
  auto state = states.find(function);
  if (state != states.end() && state->second == State::InProgress) {
    diagnostics
        .error(diag::recursion, call.range,
               "'" + Twine(callee.name.name) +
                   "' is called while it runs: a function cannot "
                   "call itself")
        .note(callee.name.range, "it is declared here");
    return nullptr;
  }
  if (state != states.end())
    return state->second == State::Good ? function : nullptr;

  constexpr unsigned deepest = 256;
  if (depth == deepest) {
    diagnostics.error(diag::recursion, call.range,
                      "calls go more than " + Twine(deepest) +
                          " functions deep here");
    return nullptr;
  }
  ++depth;
  size_t before = diagnostics.getCount();
  bool isGood = checkOnce(*function, diagnostics);
  // What is wrong may be so for these formats only.
  if (function != &callee)
    diagnostics.noteSince(before, call.range,
                          "'" + Twine(callee.name.name) + "' is called here");
  --depth;
  return isGood ? function : nullptr;
}

static std::string withoutDots(llvm::StringRef path) {
  llvm::SmallString<64> plain = path;
  llvm::sys::path::remove_dots(plain, /*remove_dot_dot=*/true);
  return std::string(plain);
}

void FunctionTable::addWritten(llvm::StringRef path) {
  written.insert(withoutDots(path));
}

void FunctionTable::markWritten() {
  for (auto &[function, info] : checked.functions)
    for (SizeGroup &group : info.groups)
      for (FileSize &file : group.files)
        if (std::optional<std::string> path = pathOf(file.file))
          file.isWritten = written.count(withoutDots(*path));
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

ast::Function *FunctionChecker::findFunction(llvm::StringRef name) const {
  auto it = program.functions.find(name);
  return it == program.functions.end() ? nullptr : it->second;
}

bool FunctionChecker::checkFunctionCall(
    ast::Call &call, ast::Function &callee,
    llvm::ArrayRef<const ast::TensorDecl *> targets) {
  bool ok = rejectLabels(call);
  if (callee.name.name == "main") {
    diagnostics.error(diag::main_called, call.range, "'main' cannot be called");
    return false;
  }
  if (!checkArity(call, callee.parameters.size(), callee.parameters.size()))
    return false;
  llvm::SmallVector<const ast::TensorDecl *> tensors;
  if (!checkArguments(call, callee, tensors) || !ok)
    return false;
  const ast::Function *function =
      functions.resolve(callee, tensors, call, diagnostics);
  if (!function)
    return false;
  info.calls[&call].function = function;
  joinSizes(call, *function, tensors, targets);
  return true;
}

/// L31, L48: bare tensors and scalars by position.
bool FunctionChecker::checkArguments(
    ast::Call &call, const ast::Function &callee,
    llvm::SmallVectorImpl<const ast::TensorDecl *> &tensors) {
  bool ok = true;
  for (auto [given, parameter] : llvm::zip(call.arguments, callee.parameters)) {
    ast::Expr &argument = *given;
    tensors.push_back(nullptr);
    if (parameter.scalar) {
      ok &= checkScalarValue(argument) &&
            checkConversion(argument, parameter.scalar->type,
                            "parameter '" + parameter.scalar->name.name + "'");
      continue;
    }
    const ast::TensorDecl &expected = *parameter.tensor;
    if (!llvm::isa<ast::Name>(&argument)) {
      ok = false;
      diagnostics
          .error(diag::tensor_needed, argument.range,
                 "a tensor without labels is needed here")
          .note(expected.name.range, "for this parameter");
      continue;
    }
    const ast::TensorDecl *tensor = checkWholeTensor(argument);
    tensors.back() = tensor;
    if (!tensor || !tensor->format) {
      ok = false;
      continue;
    }
    bool anyOrder = expected.dimensions.empty() && expected.spec.parts.empty();
    if (!anyOrder && expected.dimensions.size() != tensor->dimensions.size()) {
      ok = false;
      diagnostics
          .error(diag::order_mismatch, argument.range,
                 "'" + Twine(tensor->name.name) + "' has " +
                     countOf(tensor->dimensions.size(), "dimension") +
                     ", but the parameter has " +
                     Twine(expected.dimensions.size()))
          .note(expected.name.range, "for this parameter");
    } else if (expected.type != tensor->type) {
      ok = false;
      diagnostics
          .error(diag::type_mismatch, argument.range,
                 "'" + Twine(tensor->name.name) + "' is of " +
                     toString(tensor->type) + ", but the parameter is of " +
                     toString(expected.type))
          .note(expected.name.range, "for this parameter");
    }
  }
  return ok;
}

/// What has one size inside the callee has one size outside, too (L5).
void FunctionChecker::joinSizes(
    const ast::Call &call, const ast::Function &callee,
    llvm::ArrayRef<const ast::TensorDecl *> tensors,
    llvm::ArrayRef<const ast::TensorDecl *> targets) {
  const FunctionInfo &inside = functions.infoOf(callee);
  std::map<unsigned, std::pair<SizeTable::Node, std::string>> known;
  auto join = [&](const ast::TensorDecl &tensor, const ast::TensorDecl &decl,
                  llvm::SMRange where) {
    std::vector<bool> isNew;
    for (auto [mode, group] : llvm::enumerate(inside.tensorGroups.at(&decl))) {
      SizeTable::Node node = dimensionNodes[&tensor][mode];
      std::string text = "dimension " + std::to_string(mode + 1) + " of '" +
                         tensor.name.name + "'";
      if (std::optional<int64_t> size = inside.groups[group].staticSize)
        sizes.fix(node, *size, where, text);
      auto [it, inserted] = known.try_emplace(group, node, text);
      if (!inserted)
        sizes.unite(it->second.first, it->second.second, node, text, where);
      isNew.push_back(inserted && !inside.groups[group].staticSize);
    }
    return isNew;
  };
  for (auto [tensor, parameter, argument] :
       llvm::zip(tensors, callee.parameters, call.arguments))
    if (tensor)
      join(*tensor, *parameter.tensor, argument->range);
  if (targets.size() != callee.results.size())
    return;
  std::vector<std::vector<bool>> givesSize;
  for (auto [target, result] : llvm::zip(targets, callee.results)) {
    givesSize.emplace_back();
    if (!target || !result.tensor ||
        result.tensor->dimensions.size() != target->dimensions.size())
      continue;
    givesSize.back() = join(*target, *result.tensor, call.range);
    for (auto [mode, gives] : llvm::enumerate(givesSize.back()))
      if (gives)
        sizes.setKnown(dimensionNodes[target][mode]);
  }
  info.calls[&call].givesSize = std::move(givesSize);
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// COMET's functions leave out what they return: the first `return` says it.
void FunctionChecker::takeResultType(const ast::Expr &value) {
  const auto *name = llvm::dyn_cast<ast::Name>(&value);
  const Symbol *symbol = name ? findValue(name->name) : nullptr;
  bool isTensor = symbol && symbol->kind == Symbol::Tensor &&
                  !symbol->tensor->dimensions.empty();
  function.results.emplace_back();
  if (!isTensor)
    return;
  auto result = std::make_unique<ast::TensorDecl>(function.name.range);
  result->type = symbol->tensor->type;
  result->name = {"the result", function.name.range};
  result->dimensions.assign(
      symbol->tensor->dimensions.size(),
      {ast::Dimension::Dynamic, "", 0, function.name.range});
  addDimensions(*result, /*isParameter=*/true);
  function.results.back().tensor = std::move(result);
}

void FunctionChecker::checkReturn(ast::Return &stmt) {
  if (stmt.values.empty()) {
    if (!function.results.empty())
      diagnostics.error(diag::missing_return, stmt.range,
                        "'" + Twine(function.name.name) +
                            "' must return a value");
    return;
  }
  if (function.name.name == "main") {
    diagnostics
        .error(diag::unexpected_return, stmt.values.front()->range,
               "'main' returns no value")
        .help("print(x) shows a result, write(x, \"x.mtx\") keeps it");
    return;
  }
  if (function.results.empty())
    for (const ast::ExprPtr &value : stmt.values)
      takeResultType(*value);
  if (stmt.values.size() != function.results.size()) {
    diagnostics
        .error(diag::missing_return, stmt.range,
               "'" + Twine(function.name.name) + "' gives " +
                   countOf(function.results.size(), "value") + ", but " +
                   Twine(stmt.values.size()) +
                   (stmt.values.size() == 1 ? " is" : " are") + " returned")
        .note(function.name.range, "it is declared here");
    return;
  }
  for (auto [value, result] : llvm::zip(stmt.values, function.results))
    checkReturned(*value, result);
}

void FunctionChecker::checkReturned(ast::Expr &value, ast::Result &result) {
  if (result.tensor)
    return checkReturnedTensor(value, *result.tensor);
  // L64: as of `var`, labels are summed.
  if (!checkExpr(value) || !placeSums(value, {}, diagnostics) ||
      !assignLabels(value, diagnostics))
    return;
  if (result.scalar)
    checkConversion(value, *result.scalar, "the result");
  else
    result.scalar = value.elementType;
}

void FunctionChecker::checkReturnedTensor(ast::Expr &value,
                                          ast::TensorDecl &result) {
  const ast::TensorDecl *tensor = checkWholeTensor(value);
  if (!tensor)
    return;
  if (!result.format && result.spec.parts.empty())
    result.format = tensor->format;
  if (!checkAlike(result, "the result", *tensor, value.range))
    return sizes.setIncomplete();
  for (unsigned mode = 0; mode < result.dimensions.size(); ++mode) {
    std::string dimension = "dimension " + std::to_string(mode + 1) + " of ";
    sizes.unite(dimensionNodes[&result][mode], dimension + "the result",
                dimensionNodes[tensor][mode],
                dimension + "'" + tensor->name.name + "'", value.range);
  }
}
