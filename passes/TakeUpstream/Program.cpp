//===- Program.cpp - the function that the program is ---------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/TakeUpstream/TakeUpstream.h"

#include "dialects/TA/Encoding.h"
#include "dialects/TA/Scalars.h"
#include "dialects/TA/TADialect.h"
#include "passes/Support/Places.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"

using namespace mlir;
using namespace encke;
using namespace encke::upstream;

namespace {
/// A program that calls a function on what it is given.
class Caller {
public:
  Caller(ModuleOp module, func::FuncOp callee)
      : module(module), callee(callee), runtime(module),
        builder(module.getContext()), loc(callee.getLoc()) {}

  LogicalResult run();

private:
  FailureOr<Value> makeArgument(unsigned number);
  FailureOr<Value> readTensor(unsigned number, RankedTensorType type);
  Value readNumber(unsigned number, Type type);
  LogicalResult print(unsigned number, Value result);

  ModuleOp module;
  func::FuncOp callee;
  RuntimeCalls runtime;
  OpBuilder builder;
  Location loc;
};
} // namespace

/// Sizes that the type tells have to be those of the file.
FailureOr<Value> Caller::readTensor(unsigned number, RankedTensorType type) {
  if (std::string why = sayWhyUnsupported(type); !why.empty())
    return callee.emitOpError("not supported yet: argument ")
           << number << " is read into " << type << ": " << why;
  if (getElementSuffix(type.getElementType()).empty())
    return callee.emitOpError("not supported yet: argument ")
           << number << " is read into " << type;
  std::string at = getPlace(loc);
  auto file =
      ta::FileOp::create(builder, loc, ta::FileType::get(builder.getContext()),
                         builder.getI64IntegerAttr(number), at);
  SmallVector<Value> sizes;
  for (int64_t mode = 0; mode != type.getRank(); ++mode) {
    std::string label = "dimension " + std::to_string(mode + 1) +
                        " of argument " + std::to_string(number);
    SmallVector<StringRef> places;
    IntegerAttr known;
    if (!type.isDynamicDim(mode)) {
      known = builder.getI64IntegerAttr(type.getDimSize(mode));
      places.push_back(at);
    }
    places.push_back(at);
    Value size = ta::SizeOp::create(
        builder, loc, builder.getIndexType(), builder.getStringAttr(label),
        known, ValueRange{file.getResult()},
        builder.getDenseI64ArrayAttr({mode}),
        builder.getDenseI64ArrayAttr({type.getRank()}), ValueRange(),
        ArrayAttr(), builder.getStrArrayAttr(places));
    if (type.isDynamicDim(mode))
      sizes.push_back(size);
  }
  return ta::ReadOp::create(builder, loc, type, file.getResult(), sizes,
                            builder.getStringAttr("full"),
                            builder.getStringAttr(at))
      .getResult();
}

/// From the command line.
Value Caller::readNumber(unsigned number, Type type) {
  Value where = runtime.string(builder, loc, getPlace(loc));
  Value at = RuntimeCalls::integer(builder, loc, number);
  if (isa<FloatType>(type)) {
    Value value = runtime.call(builder, loc, "encke_argument_f64",
                               builder.getF64Type(), {at, where});
    if (type.isF64())
      return value;
    return arith::TruncFOp::create(builder, loc, type, value);
  }
  Value value = runtime.call(builder, loc, "encke_argument_i64",
                             builder.getI64Type(), {at, where});
  if (type.isIndex())
    return arith::IndexCastOp::create(builder, loc, type, value);
  if (type.isInteger(64))
    return value;
  return arith::TruncIOp::create(builder, loc, type, value);
}

FailureOr<Value> Caller::makeArgument(unsigned number) {
  Type type = callee.getArgumentTypes()[number];
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return readTensor(number, tensor);
  bool isNumber =
      type.isF64() || type.isF32() || type.isF16() || type.isBF16() ||
      type.isIndex() ||
      (type.isSignlessInteger() && type.getIntOrFloatBitWidth() <= 64);
  if (!isNumber)
    return callee.emitOpError("not supported yet: argument ")
           << number << " is neither a tensor nor a real number, but " << type;
  return readNumber(number, type);
}

/// By the function's name, and the number of the result where there are more.
LogicalResult Caller::print(unsigned number, Value result) {
  Type type = result.getType();
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (getElementSuffix(tensor ? tensor.getElementType() : type).empty() &&
      !type.isIndex())
    return callee.emitOpError("not supported yet: printing a result of type ")
           << type;
  std::string name = callee.getName().str();
  if (callee.getNumResults() > 1)
    name += "." + std::to_string(number);
  if (type.isIndex())
    result =
        arith::IndexCastOp::create(builder, loc, builder.getI64Type(), result);
  ta::PrintOp::create(builder, loc, result, builder.getStringAttr(name));
  return success();
}

LogicalResult Caller::run() {
  builder.setInsertionPointToEnd(module.getBody());
  auto program = func::FuncOp::create(builder, loc, programFunctionName,
                                      builder.getFunctionType({}, {}));
  builder.setInsertionPointToStart(program.addEntryBlock());
  SmallVector<Value> arguments;
  for (unsigned number = 0; number != callee.getNumArguments(); ++number) {
    FailureOr<Value> argument = makeArgument(number);
    if (failed(argument))
      return failure();
    arguments.push_back(*argument);
  }
  auto call = func::CallOp::create(builder, loc, callee, arguments);
  for (auto [number, result] : llvm::enumerate(call.getResults()))
    if (failed(print(unsigned(number), result)))
      return failure();
  func::ReturnOp::create(builder, loc);
  return success();
}

LogicalResult upstream::takeProgram(ModuleOp module, StringRef name) {
  if (module.lookupSymbol(programFunctionName)) {
    if (name.empty())
      return success();
    return emitError(module.getLoc())
           << "the module has a program already, '" << programFunctionName
           << "': it cannot call '" << name << "' instead";
  }
  auto callee = module.lookupSymbol<func::FuncOp>(name.empty() ? "main" : name);
  if (!callee && name.empty())
    return success(); // it may be compiled all the same
  if (!callee)
    return emitError(module.getLoc())
           << "the module has no function '" << name << "'";
  if (callee.isExternal())
    return callee.emitError() << "'" << callee.getName() << "' has no body";
  if (!name.empty() || callee.getNumArguments() || callee.getNumResults())
    if (failed(Caller(module, callee).run()))
      return failure();
  if (callee.getName() != "main")
    return success();
  // The program is what `main` calls from now on.
  bool isProgram = !module.lookupSymbol(programFunctionName);
  StringRef other = isProgram ? StringRef(programFunctionName) : "main_of_text";
  auto renamed = StringAttr::get(module.getContext(), other);
  if (failed(SymbolTable::replaceAllSymbolUses(callee, renamed, module)))
    return callee.emitError() << "'main' cannot be called otherwise";
  SymbolTable::setSymbolName(callee, renamed);
  callee.setPublic();
  return success();
}
