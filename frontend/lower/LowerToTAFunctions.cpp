//===- LowerToTAFunctions.cpp - functions, calls and returns --------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/lower/LowerToTA.h"
#include "frontend/lower/LowerToTAImpl.h"

#include "dialects/TA/TADialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace encke;
using namespace encke::ta;

//===----------------------------------------------------------------------===//
// The function itself
//===----------------------------------------------------------------------===//

func::FuncOp FunctionLowering::declare(const ast::Function &function,
                                       StringRef name) {
  SmallVector<Type> parameters, results;
  for (const ast::Parameter &parameter : function.parameters)
    parameters.push_back(parameter.tensor ? typeOf(parameter.tensor.get())
                                          : toType(parameter.scalar->type,
                                                   builder.getContext()));
  if (function.tensorResult)
    results.push_back(typeOf(function.tensorResult.get()));
  else if (function.scalarResult)
    results.push_back(toType(*function.scalarResult, builder.getContext()));
  return func::FuncOp::create(builder, loc(function.name.range), name,
                              builder.getFunctionType(parameters, results));
}

void FunctionLowering::define(const ast::Function &source, func::FuncOp func) {
  function = &source;
  Block *entry = func.addEntryBlock();
  builder.setInsertionPointToStart(entry);
  for (auto [parameter, value] :
       llvm::zip(source.parameters, entry->getArguments())) {
    if (parameter.tensor)
      tensors[parameter.tensor.get()] = parameters[parameter.tensor.get()] =
          value;
    else
      scalars[parameter.scalar.get()] = value;
  }
  checkArguments();
  makeOrderings();
  Value result = lowerToReturn({source.body});
  func::ReturnOp::create(builder, loc(source.name.range),
                         result ? ValueRange(result) : ValueRange());
}

/// Dimensions of one size are compared when the function begins (L5): what it
/// computes relies on it.
void FunctionLowering::checkArguments() {
  for (auto [number, group] : llvm::enumerate(info.groups)) {
    if (group.arguments.empty())
      continue;
    if (group.staticSize || group.arguments.size() > 1)
      makeSize(number, /*withFiles=*/false, {});
  }
}

//===----------------------------------------------------------------------===//
// Returns
//===----------------------------------------------------------------------===//

static bool hasReturn(const ast::Block &block) {
  return llvm::any_of(block, [](const ast::StmtPtr &stmt) {
    if (auto *branch = dyn_cast<ast::If>(stmt.get()))
      return hasReturn(branch->thenBody) || hasReturn(branch->elseBody);
    return isa<ast::Return>(stmt.get());
  });
}

/// A `return` in a branch makes what follows the branch a part of the side that
/// goes on, since a region has one end only.
Value FunctionLowering::lowerToReturn(Blocks blocks) {
  while (!blocks.empty()) {
    ArrayRef<ast::StmtPtr> block = blocks.pop_back_val();
    while (!block.empty()) {
      const ast::Stmt &stmt = *block.front();
      block = block.drop_front();
      if (auto *stop = dyn_cast<ast::Return>(&stmt))
        return stop->value ? lowerReturned(*stop->value) : Value();
      auto *branch = dyn_cast<ast::If>(&stmt);
      if (branch &&
          (hasReturn(branch->thenBody) || hasReturn(branch->elseBody))) {
        blocks.push_back(block);
        return lowerReturningIf(*branch, blocks);
      }
      lower(stmt);
    }
  }
  return {};
}

Value FunctionLowering::lowerReturningIf(const ast::If &branch,
                                         const Blocks &rest) {
  Location where = loc(branch.range);
  Value condition = lowerToScalarAs(*branch.condition, ElementType::Bool);
  SmallVector<Type> types;
  if (function->tensorResult)
    types.push_back(typeOf(function->tensorResult.get()));
  else if (function->scalarResult)
    types.push_back(toType(*function->scalarResult, builder.getContext()));
  auto op = scf::IfOp::create(builder, where, types, condition,
                              /*addThenBlock=*/true, /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(builder);
  auto lowerInto = [&](Block *into, const ast::Block &block) {
    auto outerTensors = tensors;
    auto outerScalars = scalars;
    scopes.emplace_back(op);
    builder.setInsertionPointToStart(into);
    Blocks blocks = rest;
    blocks.push_back(block);
    Value result = lowerToReturn(std::move(blocks));
    scf::YieldOp::create(builder, where,
                         result ? ValueRange(result) : ValueRange());
    scopes.pop_back();
    tensors = std::move(outerTensors);
    scalars = std::move(outerScalars);
  };
  lowerInto(op.thenBlock(), branch.thenBody);
  lowerInto(op.elseBlock(), branch.elseBody);
  return types.empty() ? Value() : op.getResult(0);
}

Value FunctionLowering::lowerReturned(const ast::Expr &value) {
  const ast::TensorDecl *result = function->tensorResult.get();
  if (!result)
    return lowerToScalarAs(value, *function->scalarResult);
  Value tensor = inFileOrder(cast<ast::Name>(value).tensor, value.range);
  return convertTensor(tensor, result, loc(value.range));
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

func::CallOp FunctionLowering::lowerCall(const ast::Call &call) {
  const ast::Function *callee = info.calls.find(&call)->second.function;
  func::FuncOp func = program.lookup(callee);
  Location where = loc(call.range);
  SmallVector<Value> arguments;
  for (auto [argument, parameter, type] :
       llvm::zip(call.arguments, callee->parameters,
                 func.getFunctionType().getInputs())) {
    if (parameter.scalar) {
      arguments.push_back(lowerToScalarAs(*argument, parameter.scalar->type));
      continue;
    }
    Value tensor =
        inFileOrder(cast<ast::Name>(*argument).tensor, argument->range);
    if (cast<RankedTensorType>(type).getEncoding() ==
        cast<RankedTensorType>(tensor.getType()).getEncoding())
      tensor = castTo(tensor, type, where);
    else
      tensor = copyTo(tensor, cast<RankedTensorType>(type), where);
    arguments.push_back(tensor);
  }
  return func::CallOp::create(builder, where, func, arguments);
}

Value FunctionLowering::lowerTensorCall(const ast::Call &call,
                                        const ast::TensorDecl *target) {
  const CalledFunction &called = info.calls.find(&call)->second;
  Location where = loc(call.range);
  Value result = lowerCall(call).getResult(0);
  for (auto [mode, gives] : llvm::enumerate(called.givesSize))
    if (gives)
      takeSize(result, mode, target, call);
  return convertTensor(result, target, where);
}

/// A size that the result of a call gives is known from here on. What else says
/// it must agree (L5).
void FunctionLowering::takeSize(Value result, unsigned mode,
                                const ast::TensorDecl *target,
                                const ast::Call &call) {
  unsigned group = info.tensorGroups.lookup(target)[mode];
  Location where = loc(call.range);
  Value size = tensor::DimOp::create(builder, where, result, mode);
  std::string origin = ("dimension " + Twine(mode + 1) + " of the result of '" +
                        call.name.name + "'")
                           .str();
  SmallVector<GivenSize> given = {{size, origin, call.range}};
  if (Value known = findSize(group))
    given.insert(given.begin(), {known, "what is known of it", call.range});
  size = makeSize(group, /*withFiles=*/true, given);
  scopes.back().sizes[group] = size;
}

/// Element by element, where the storage differs.
Value FunctionLowering::copyTo(Value tensor, RankedTensorType type,
                               Location where) {
  SmallVector<StringAttr> indices;
  SmallVector<Value> sizes;
  for (int64_t mode = 0; mode < type.getRank(); ++mode) {
    indices.push_back(label(("d" + Twine(mode)).str()));
    if (type.isDynamicDim(mode))
      sizes.push_back(tensor::DimOp::create(builder, where, tensor, mode));
  }
  Value access = AccessOp::create(builder, where, tensor, indices);
  return AssignOp::create(builder, where, type, access, indices, sizes);
}

Value FunctionLowering::castTo(Value tensor, Type type, Location where) {
  if (tensor.getType() == type)
    return tensor;
  return tensor::CastOp::create(builder, where, type, tensor);
}

Value FunctionLowering::convertTensor(Value tensor, const ast::TensorDecl *decl,
                                      Location where) {
  RankedTensorType type = typeOf(decl);
  if (cast<RankedTensorType>(tensor.getType()).getEncoding() ==
      type.getEncoding())
    return castTo(tensor, type, where);
  return copyTo(tensor, type, where);
}

//===----------------------------------------------------------------------===//
// The program
//===----------------------------------------------------------------------===//

/// Names that no function of the runtime or of a library can have.
static std::string nameOf(const ast::Function &function,
                          llvm::StringSet<> &taken) {
  std::string base = "def_" + function.nameInLibrary().str(), name = base;
  for (unsigned number = 1; !taken.insert(name).second; ++number)
    name = base + "_" + std::to_string(number);
  return name;
}

OwningOpRef<ModuleOp> encke::lowerToTA(const CheckedProgram &program,
                                       const llvm::SourceMgr &sources,
                                       unsigned indexWidth,
                                       MLIRContext &context) {
  OpBuilder builder(&context);
  OwningOpRef<ModuleOp> module = ModuleOp::create(builder.getUnknownLoc());
  (*module)->setAttr("encke.stage", builder.getStringAttr("ta"));
  DeclaredFunctions declared;
  llvm::StringSet<> taken;
  auto isExported = [&](const ast::Function *function) {
    return llvm::is_contained(program.exported, function);
  };
  // Callees come first in the order, the program itself first in the module.
  for (const ast::Function *function : llvm::reverse(program.order)) {
    const FunctionInfo &info = program.functions.at(function);
    builder.setInsertionPointToEnd(module->getBody());
    bool isMain = function->name.name == "main";
    func::FuncOp func =
        FunctionLowering(info, sources, indexWidth, declared, builder)
            .declare(*function, isMain ? programFunctionName.str()
                                       : nameOf(*function, taken));
    if (!isMain)
      func.setPrivate();
    if (isExported(function))
      func->setAttr(exportAttribute,
                    builder.getStringAttr(function->nameInLibrary()));
    declared[function] = func;
  }
  bool isGood = true;
  for (const ast::Function *function : program.order) {
    FunctionLowering lowering(program.functions.at(function), sources,
                              indexWidth, declared, builder);
    lowering.define(*function, declared.lookup(function));
    isGood &= lowering.isGood();
  }
  if (!isGood)
    return {};
  return module;
}
