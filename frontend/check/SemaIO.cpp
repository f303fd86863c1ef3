//===- SemaIO.cpp - reading, writing, printing, random numbers ------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/check/SemaInternal.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Path.h"

#include <limits>

using namespace encke;
using namespace encke::sema;
using llvm::StringRef;
using llvm::Twine;

//===----------------------------------------------------------------------===//
// read, random
//===----------------------------------------------------------------------===//

void FunctionChecker::checkRead(ast::Assign &assign, ast::Call &call,
                                ast::TensorDecl &tensor) {
  requirePlainSet(assign, call.name.name);
  bool ok = rejectLabels(call) && checkArity(call, 0, 2);
  ok &= checkTarget(assign, tensor, Use::Positional);
  assigned.insert(&tensor);

  ReadRequest request;
  request.file = 0u;
  if (!call.arguments.empty()) {
    if (std::optional<FileRef> file = checkFile(*call.arguments[0], tensor))
      request.file = *file;
    else
      ok = false;
  }
  if (call.arguments.size() > 1) {
    const ast::Expr &argument = *call.arguments[1];
    std::optional<Selector> selector = checkSelector(argument);
    if (!selector)
      ok = false;
    else if (*selector != Selector::Full && tensor.dimensions.size() != 2) {
      ok = false;
      noteDeclaration(
          diagnostics.error(diag::not_a_matrix, argument.range,
                            "only a matrix has triangles, and '" +
                                Twine(tensor.name.name) + "' has " +
                                countOf(tensor.dimensions.size(), "dimension")),
          tensor);
    }
    request.selector = selector.value_or(Selector::Full);
  }

  const auto &nodes = dimensionNodes[&tensor];
  for (unsigned mode = 0; mode < nodes.size(); ++mode) {
    if (ok)
      sizes.addFile(nodes[mode],
                    {request.file, mode, static_cast<unsigned>(nodes.size()),
                     assign.range});
    else
      sizes.setKnown(nodes[mode]);
  }
  if (ok)
    info.reads[&call] = std::move(request);
}

/// The extension of a data file, of a compressed one (.gz) that of its content.
static StringRef getDataExtension(StringRef path) {
  path.consume_back(".gz");
  return llvm::sys::path::extension(path);
}

std::optional<FileRef>
FunctionChecker::checkFile(ast::Expr &file, const ast::TensorDecl &tensor) {
  if (const auto *number = llvm::dyn_cast<ast::Number>(&file))
    if (number->isInteger && number->integer >= 0 &&
        number->integer <= std::numeric_limits<int32_t>::max())
      return static_cast<unsigned>(number->integer);
  ast::ParamDecl *parameter = findText(file);
  const auto *text = llvm::dyn_cast<ast::String>(&file);
  StringRef path = parameter ? StringRef(parameter->now().text)
                   : text    ? StringRef(text->value)
                             : "";
  if (path.empty()) {
    diagnostics.error(diag::file_argument, file.range,
                      "a file is the number of a data file, from "
                      "0, or a path in quotes");
    return std::nullopt;
  }
  if (getDataExtension(path) == ".mtx" && tensor.dimensions.size() > 2) {
    noteDeclaration(
        diagnostics.error(diag::not_a_matrix, file.range,
                          "a .mtx file holds a matrix, but '" +
                              Twine(tensor.name.name) + "' has " +
                              countOf(tensor.dimensions.size(), "dimension")),
        tensor);
    return std::nullopt;
  }
  if (!parameter)
    return path.str();
  parameter->isRead = true;
  return parameter;
}

/// L13: the names, or COMET's numbers, of which all others mean the whole.
std::optional<Selector>
FunctionChecker::checkSelector(const ast::Expr &selector) {
  if (const auto *number = llvm::dyn_cast<ast::Number>(&selector)) {
    switch (number->isInteger ? number->integer : 1) {
    case 2:
      return Selector::StrictLower;
    case 3:
      return Selector::Lower;
    case 4:
      return Selector::StrictUpper;
    case 5:
      return Selector::Upper;
    default:
      return Selector::Full;
    }
  }
  const auto *unary = llvm::dyn_cast<ast::Unary>(&selector);
  if (unary && unary->op == ast::UnaryOp::Negate &&
      llvm::isa<ast::Number>(*unary->operand))
    return Selector::Full; // no number below zero means a part
  StringRef name;
  if (const auto *bare = llvm::dyn_cast<ast::Name>(&selector))
    name = bare->name;
  else if (const auto *text = llvm::dyn_cast<ast::String>(&selector))
    name = text->value;
  auto result = llvm::StringSwitch<std::optional<Selector>>(name)
                    .Case("full", Selector::Full)
                    .Case("lower", Selector::Lower)
                    .Case("upper", Selector::Upper)
                    .Case("strict_lower", Selector::StrictLower)
                    .Case("strict_upper", Selector::StrictUpper)
                    .Default(std::nullopt);
  if (!result)
    suggest(diagnostics
                .error(diag::unknown_selector, selector.range,
                       "unknown part of a matrix")
                .help("the parts are full, lower, upper, strict_lower and "
                      "strict_upper, or their numbers 1 to 5"),
            name, {"full", "lower", "upper", "strict_lower", "strict_upper"});
  return result;
}

/// L15, L57.
void FunctionChecker::checkRandom(ast::Assign &assign, ast::Call &call,
                                  ast::TensorDecl &tensor) {
  requirePlainSet(assign, call.name.name);
  if (rejectLabels(call) && checkArity(call, 0, 1) && !call.arguments.empty()) {
    const ast::Expr &seed = *call.arguments.front();
    const auto *number = llvm::dyn_cast<ast::Number>(&seed);
    if (!number || !number->isInteger)
      diagnostics.error(diag::seed_argument, seed.range,
                        "a seed is a whole number");
  }
  for (ast::NamedArgument &named : call.named)
    checkDensity(named, &named == &call.named.front());
  // The narrowest type that can hold values in [0, 1).
  call.elementType = ElementType::Float;
  checkConversion(call, tensor.type, "tensor '" + tensor.name.name + "'");
  checkTarget(assign, tensor, Use::Positional);
  assigned.insert(&tensor);
  if (!call.named.empty() || !tensor.format || tensor.format->isDense())
    return;
  auto builder = diagnostics.error(
      diag::density, call.range,
      "random() gives every element a value, but '" + Twine(tensor.name.name) +
          "' is sparse (" + tensor.format->str() + ")");
  noteDeclaration(builder, tensor);
  builder.help("'random(density = 0.01)' stores one element of a hundred");
}

void FunctionChecker::checkDensity(ast::NamedArgument &named, bool isFirst) {
  if (named.name.name != "density" || !isFirst) {
    diagnostics.error(diag::named_argument, named.name.range,
                      "'random' has a seed and a density: 'random(7, density "
                      "= 0.01)'");
    return;
  }
  if (!checkScalarValue(*named.value) ||
      !checkConversion(*named.value, ElementType::Double, "a density"))
    return;
  const auto *number = llvm::dyn_cast<ast::Number>(named.value.get());
  if (number && number->value > 1)
    diagnostics.error(diag::density, named.value->range,
                      "a density is a number from 0 to 1");
}

//===----------------------------------------------------------------------===//
// Statements that are calls
//===----------------------------------------------------------------------===//

void FunctionChecker::checkStatementCall(ast::Call &call) {
  const Builtin *builtin = findBuiltin(call);
  ast::Function *callee = findFunction(call.name.name);
  if (!builtin && callee) {
    if (!checkFunctionCall(call, *callee))
      return;
    const ast::Function &called = *info.calls[&call].function;
    if (!called.results.empty())
      diagnostics.error(diag::unused_value, call.range,
                        "the value is not used");
    return;
  }
  BuiltinKind kind = builtin ? builtin->kind : BuiltinKind::Elementwise;
  bool isStatement = kind == BuiltinKind::Print || kind == BuiltinKind::Error ||
                     kind == BuiltinKind::Write ||
                     kind == BuiltinKind::PrintElapsedTime;
  if (!isStatement) {
    if (checkCall(call))
      diagnostics.error(diag::unused_value, call.range,
                        "the value is not used");
    return;
  }
  if (!rejectLabels(call) ||
      !checkArity(call, builtin->minArguments, builtin->maxArguments))
    return;
  if (kind == BuiltinKind::Print)
    return checkPrint(call);
  if (kind == BuiltinKind::Error)
    return checkLine(call);
  if (kind == BuiltinKind::Write)
    return checkWrite(call);
  for (ast::ExprPtr &argument : call.arguments)
    checkScalarValue(*argument);
}

const ast::TensorDecl *FunctionChecker::checkWholeTensor(ast::Expr &expr) {
  if (auto *access = llvm::dyn_cast<ast::Access>(&expr))
    return checkAccess(*access, Use::Positional) ? access->tensor : nullptr;
  auto *name = llvm::dyn_cast<ast::Name>(&expr);
  if (!name) {
    diagnostics.error(diag::tensor_needed, expr.range,
                      "a tensor is needed here");
    return nullptr;
  }
  name->tensor = lookupTensor({name->name, name->range});
  if (!name->tensor)
    return nullptr;
  name->elementType = computedIn(name->tensor->type);
  const auto &nodes = dimensionNodes[name->tensor];
  for (unsigned i = 0; i < nodes.size(); ++i)
    sizes.need(nodes[i],
               "dimension " + std::to_string(i + 1) + " of '" + name->name +
                   "'",
               name->range);
  return requireValue(*name->tensor, name->range) ? name->tensor : nullptr;
}

/// L59: texts and single values.
void FunctionChecker::checkLine(ast::Call &call) {
  for (ast::ExprPtr &argument : call.arguments) {
    if (isText(*argument))
      continue;
    const auto *name = llvm::dyn_cast<ast::Name>(argument.get());
    const Symbol *symbol = name ? findValue(name->name) : nullptr;
    if (!symbol || !symbol->tensor || symbol->tensor->dimensions.empty()) {
      checkScalarValue(*argument);
      continue;
    }
    noteDeclaration(
        diagnostics
            .error(diag::scalar_needed, argument->range,
                   "a line has texts and single values: a tensor is printed "
                   "alone")
            .help("write 'print(" + Twine(name->name) + ");'"),
        *symbol->tensor);
  }
}

void FunctionChecker::checkPrint(ast::Call &call) {
  ast::Expr &argument = *call.arguments.front();
  if (call.arguments.size() > 1 || isText(argument))
    return checkLine(call);
  const auto *name = llvm::dyn_cast<ast::Name>(&argument);
  const Symbol *symbol = name ? findValue(name->name) : nullptr;
  bool isTensor = symbol && symbol->kind == Symbol::Tensor;
  if (auto *access = llvm::dyn_cast<ast::Access>(&argument)) {
    isTensor = true;
    for (ast::Index &index : access->indices) {
      resolveIndex(index);
      isTensor &= index.isLabel();
    }
  }
  if (isTensor)
    checkWholeTensor(argument);
  else
    checkScalarValue(argument);
}

void FunctionChecker::checkWrite(ast::Call &call) {
  if (llvm::isa<ast::String>(call.arguments[0].get()) &&
      !llvm::isa<ast::String>(call.arguments[1].get())) {
    diagnostics
        .error(diag::path_needed, call.arguments[0]->range,
               "the path stands after the tensor")
        .help("write '" + call.name.name + "(" +
              sourceText(call.arguments[1]->range) + ", " +
              sourceText(call.arguments[0]->range) + ")'");
    return;
  }
  const ast::TensorDecl *tensor = checkWholeTensor(*call.arguments[0]);
  ast::Expr &target = *call.arguments[1];
  const ast::ParamDecl *parameter = findText(target);
  const auto *text = llvm::dyn_cast<ast::String>(&target);
  if (!parameter && !text) {
    diagnostics.error(diag::path_needed, target.range,
                      "a path in quotes is needed here");
    return;
  }
  StringRef path = parameter ? StringRef(parameter->now().text) : text->value;
  if (path == "-") // the standard output
    return;
  StringRef extension = getDataExtension(path);
  static constexpr StringRef known[] = {".mtx", ".tns", ".npy",
                                        ".npz", ".h5",  ".hdf5"};
  if (!llvm::is_contained(known, extension)) {
    diagnostics.error(diag::unknown_extension, target.range,
                      "'" + Twine(path) +
                          "' must end in .mtx, .tns, .npy, .npz or .h5");
    return;
  }
  functions.addWritten(path);
  if (tensor && extension == ".mtx" && tensor->dimensions.size() > 2)
    noteDeclaration(
        diagnostics
            .error(diag::not_a_matrix, target.range,
                   "a .mtx file holds a matrix, but '" +
                       Twine(tensor->name.name) + "' has " +
                       countOf(tensor->dimensions.size(), "dimension"))
            .help("write it to a .tns file"),
        *tensor);
}
