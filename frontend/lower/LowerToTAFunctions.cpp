//===- LowerToTAFunctions.cpp - functions, calls and returns --------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/lower/LowerToTA.h"
#include "frontend/lower/LowerToTAImpl.h"

#include "dialects/Dist/DistDialect.h"
#include "dialects/TA/Scalars.h"
#include "dialects/TA/TADialect.h"
#include "frontend/check/SemaBuiltins.h"

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
  SmallVector<Type> parameters;
  for (const ast::Parameter &parameter : function.parameters)
    parameters.push_back(parameter.tensor ? typeOf(parameter.tensor.get())
                                          : toType(parameter.scalar->type,
                                                   builder.getContext()));
  return func::FuncOp::create(
      builder, loc(function.name.range), name,
      builder.getFunctionType(parameters, resultTypes(function)));
}

SmallVector<Type> FunctionLowering::resultTypes(const ast::Function &of) {
  SmallVector<Type> types;
  for (const ast::Result &result : of.results)
    types.push_back(result.tensor
                        ? typeOf(result.tensor.get())
                        : toType(*result.scalar, builder.getContext()));
  return types;
}

void FunctionLowering::define(const ast::Function &source, func::FuncOp func) {
  function = &source;
  Block *entry = func.addEntryBlock();
  builder.setInsertionPointToStart(entry);
  for (auto [parameter, value] :
       llvm::zip(source.parameters, entry->getArguments())) {
    if (parameter.tensor) {
      value.setLoc(
          nameLoc(parameter.tensor.get(), parameter.tensor->name.range));
      tensors[parameter.tensor.get()] = parameters[parameter.tensor.get()] =
          value;
    } else {
      scalars[parameter.scalar.get()] = value;
    }
  }
  makeParameters();
  checkArguments();
  makeOrderings();
  SmallVector<Value> results = lowerToResults(source.body);
  if (info.distributed)
    lowerDistributed(*info.distributed);
  func::ReturnOp::create(builder, loc(source.name.range), results);
}

/// Behind all else, where no file is opened for the size.
void FunctionLowering::lowerDistributed(const ast::Identifier &name) {
  unsigned group = info.labelGroup.lookup(name.name);
  Value size = sizeAtHand(group);
  dist::LabelOp::create(builder, loc(name.range), label(name.name),
                        size ? size : sizeOfGroup(group), place(name.range));
}

/// L59: the parameters of the program, once where the function begins.
void FunctionLowering::makeParameters() {
  for (const ast::ParamDecl *parameter : info.parameters) {
    const ast::ParamDecl::Value &value = parameter->value;
    TypedAttr constant;
    if (parameter->scalar.type == ElementType::Double)
      constant = builder.getF64FloatAttr(value.number);
    else if (parameter->scalar.type == ElementType::Bool)
      constant = builder.getBoolAttr(value.integer != 0);
    else
      constant = builder.getI64IntegerAttr(value.integer);
    scalars[&parameter->scalar] = ParameterOp::create(
        builder, loc(parameter->range), constant.getType(),
        builder.getStringAttr(parameter->name.name), constant);
  }
}

/// Dimensions of one size are compared when the function begins (L5): what it
/// computes relies on it.
void FunctionLowering::checkArguments() {
  for (auto [number, group] : llvm::enumerate(info.groups)) {
    if (group.arguments.empty())
      continue;
    if (group.staticSize || group.arguments.size() > 1 ||
        !group.parameters.empty())
      makeSize(number, /*withFiles=*/false, {});
  }
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
  Value result = lowerCall(call).getResult(0);
  takeSizes(result, called.givesSize.front(), target, call);
  return convertTensor(result, target, loc(call.range));
}

/// L64: each result goes to its target.
void FunctionLowering::lowerUnpack(const ast::Unpack &unpack) {
  const auto &call = cast<ast::Call>(*unpack.value);
  auto called = info.calls.find(&call);
  if (called == info.calls.end())
    return lowerFactors(unpack, call);
  Location where = loc(call.range);
  SmallVector<Value> results(lowerCall(call).getResults());
  for (auto [result, target, given] :
       llvm::zip(results, unpack.targets, called->second.givesSize)) {
    if (!target->tensor) {
      result = emitCast(builder, where, result,
                        toType(target->scalar->type, builder.getContext()));
    } else {
      takeSizes(result, given, target->tensor, call);
      result = convertTensor(result, target->tensor, where);
    }
    setTarget(*target, result);
  }
}

void FunctionLowering::setTarget(const ast::Assign &target, Value value) {
  if (target.tensor)
    tensors[target.tensor] = inMemoryOrder(value, target.tensor, target.range);
  else
    scalars[target.scalar] = value;
}

/// L65: `Q, R = qr(A);`. The size that only the matrix tells is the smaller one
/// of its two.
void FunctionLowering::lowerFactors(const ast::Unpack &unpack,
                                    const ast::Call &call) {
  Location where = loc(call.range);
  const ast::TensorDecl *matrix =
      cast<ast::Name>(*call.arguments.front()).tensor;
  Value operand = inFileOrder(matrix, call.range);
  const ast::TensorDecl *first = unpack.targets.front()->tensor;
  if (call.name.name != "eigh") {
    Value smaller = arith::MinSIOp::create(
        builder, where, tensor::DimOp::create(builder, where, operand, 0),
        tensor::DimOp::create(builder, where, operand, 1));
    takeSize(smaller, info.tensorGroups.lookup(first)[1],
             "the smaller size of '" + matrix->name.name + "'", call.range);
  }
  SmallVector<Type> types;
  SmallVector<Value> sizes;
  for (const std::unique_ptr<ast::Assign> &target : unpack.targets) {
    types.push_back(typeOf(target->tensor));
    llvm::append_range(sizes, dynamicSizes(target->tensor));
  }
  auto whole =
      WholeOp::create(builder, where, types, call.name.name, operand,
                      /*mode=*/0, /*count=*/0, sizes, place(call.range));
  for (auto [result, target] : llvm::zip(whole.getParts(), unpack.targets))
    setTarget(*target, result);
}

void FunctionLowering::takeSizes(Value result, const std::vector<bool> &gives,
                                 const ast::TensorDecl *target,
                                 const ast::Call &call) {
  for (auto [mode, isGiven] : llvm::enumerate(gives))
    if (isGiven)
      takeSize(tensor::DimOp::create(builder, loc(call.range), result, mode),
               info.tensorGroups.lookup(target)[mode],
               ("dimension " + Twine(mode + 1) + " of the result of '" +
                call.name.name + "'")
                   .str(),
               call.range);
}

/// A size that the result of a call gives is known from here on. What else says
/// it must agree (L5).
void FunctionLowering::takeSize(Value size, unsigned group,
                                const std::string &origin,
                                llvm::SMRange where) {
  SmallVector<GivenSize> given = {{size, origin, where}};
  if (Value known = findSize(group))
    given.insert(given.begin(), {known, "what is known of it", where});
  scopes.back().sizes[group] = makeSize(group, /*withFiles=*/true, given);
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
