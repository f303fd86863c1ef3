//===- Program.cpp - reads, prints and sizes to calls of the runtime ------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/TAToLinalg/TAToLinalg.h"

#include "dialects/TA/Encoding.h"
#include "dialects/TA/TADialect.h"
#include "passes/Support/RuntimeCalls.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace encke;
using namespace encke::ta;
namespace st = mlir::sparse_tensor;

namespace {

class ProgramLowering {
public:
  ProgramLowering(ModuleOp module)
      : module(module), runtime(module), builder(module.getContext()),
        pointer(LLVM::LLVMPointerType::get(module.getContext())) {}

  void addTiming();
  LogicalResult run();

private:
  LogicalResult lower(Operation *op);
  void lowerFile(FileOp op);
  void lowerSize(SizeOp op);
  LogicalResult lowerRead(ReadOp op);
  LogicalResult lowerRandom(RandomOp op);
  LogicalResult lowerPrint(PrintOp op);
  LogicalResult lowerWrite(WriteOp op);
  void addMain();

  /// The runtime's tensor for a sparse tensor type, sizes set.
  Value newTensor(Location loc, RankedTensorType type, StringRef format,
                  ValueRange dynamicSizes);
  /// The tensor value made of the parts of a runtime tensor.
  Value castFromParts(Location loc, RankedTensorType type, Value handle);
  /// A fresh buffer for a dense tensor, and the runtime's view of it.
  std::pair<Value, Value> newBuffer(Location loc, RankedTensorType type,
                                    ValueRange dynamicSizes);
  Value viewBuffer(Location loc, Value buffer);
  /// The runtime's tensor that stands for a tensor value, to print or write.
  FailureOr<Value> handleOf(Operation *user, Value tensor);
  Value toInteger(Location loc, Value index) {
    return arith::IndexCastOp::create(builder, loc, builder.getI64Type(),
                                      index);
  }

  ModuleOp module;
  RuntimeCalls runtime;
  OpBuilder builder;
  Type pointer;
  llvm::DenseMap<Value, Value> handles;
  int64_t uses = 0;
};

} // namespace

LogicalResult ProgramLowering::run() {
  SmallVector<Operation *> operations;
  module.walk([&](Operation *op) {
    if (isa_and_present<TADialect>(op->getDialect()))
      operations.push_back(op);
  });
  for (Operation *op : operations) {
    builder.setInsertionPoint(op);
    if (failed(lower(op)))
      return failure();
  }
  // Users come after what they use.
  for (Operation *op : llvm::reverse(operations))
    op->erase();
  addMain();
  return success();
}

LogicalResult ProgramLowering::lower(Operation *op) {
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](FileOp file) { return lowerFile(file), success(); })
      .Case([&](SizeOp size) { return lowerSize(size), success(); })
      .Case([&](ReadOp read) { return lowerRead(read); })
      .Case([&](RandomOp random) { return lowerRandom(random); })
      .Case([&](PrintOp print) { return lowerPrint(print); })
      .Case([&](WriteOp write) { return lowerWrite(write); })
      .Case([&](TimeOp time) {
        time.replaceAllUsesWith(runtime.call(builder, time.getLoc(),
                                             "encke_get_time",
                                             builder.getF64Type(), {}));
        return success();
      })
      .Case([&](PrintElapsedOp elapsed) {
        runtime.call(builder, elapsed.getLoc(), "encke_print_elapsed", {},
                     elapsed->getOperands());
        return success();
      })
      .Default([](Operation *other) {
        return other->emitOpError("is outside every statement");
      });
}

void ProgramLowering::lowerFile(FileOp op) {
  Location loc = op.getLoc();
  Value at = runtime.string(builder, loc, op.getAt());
  Value file;
  if (auto number = dyn_cast<IntegerAttr>(op.getSource()))
    file = runtime.call(
        builder, loc, "encke_file_argument", pointer,
        {RuntimeCalls::integer(builder, loc, number.getInt()), at});
  else
    file = runtime.call(
        builder, loc, "encke_file_path", pointer,
        {runtime.string(builder, loc,
                        cast<StringAttr>(op.getSource()).getValue()),
         at});
  // The uses still have the type !ta.file; they look the handle up.
  handles[op.getResult()] = file;
}

void ProgramLowering::lowerSize(SizeOp op) {
  Location loc = op.getLoc();
  Value size = runtime.call(builder, loc, "encke_size_begin", pointer,
                            runtime.string(builder, loc, op.getLabel()));
  auto places = op.getAt().getAsValueRange<StringAttr>();
  auto place = places.begin();
  if (std::optional<uint64_t> value = op.getValue())
    runtime.call(builder, loc, "encke_size_static", {},
                 {size, RuntimeCalls::integer(builder, loc, *value),
                  runtime.string(builder, loc, *place++)});
  for (auto [file, mode, order] :
       llvm::zip(op.getFiles(), op.getModes(), op.getOrders()))
    runtime.call(builder, loc, "encke_size_file", {},
                 {size, handles.lookup(file),
                  RuntimeCalls::integer(builder, loc, mode),
                  RuntimeCalls::integer(builder, loc, order),
                  runtime.string(builder, loc, *place++)});
  Value result =
      runtime.call(builder, loc, "encke_size_end", builder.getI64Type(), size);
  op.replaceAllUsesWith(
      arith::IndexCastOp::create(builder, loc, builder.getIndexType(), result)
          .getResult());
}

Value ProgramLowering::newTensor(Location loc, RankedTensorType type,
                                 StringRef format, ValueRange dynamicSizes) {
  Value tensor = runtime.call(builder, loc, "encke_tensor_new", pointer,
                              runtime.string(builder, loc, format));
  unsigned dynamic = 0;
  for (int64_t mode = 0; mode < type.getRank(); ++mode) {
    Value size =
        type.isDynamicDim(mode)
            ? toInteger(loc, dynamicSizes[dynamic++])
            : RuntimeCalls::integer(builder, loc, type.getDimSize(mode));
    runtime.call(builder, loc, "encke_tensor_set_size", {},
                 {tensor, RuntimeCalls::integer(builder, loc, mode), size});
  }
  return tensor;
}

Value ProgramLowering::castFromParts(Location loc, RankedTensorType type,
                                     Value handle) {
  auto encoding = st::getSparseTensorEncoding(type);
  if (!encoding) // a format that upstream has no parts for
    return UnrealizedConversionCastOp::create(builder, loc, type, handle)
        .getResult(0);
  auto specifierType = st::StorageSpecifierType::get(encoding);
  Value specifier =
      st::StorageSpecifierInitOp::create(builder, loc, specifierType);
  auto set = [&](st::StorageSpecifierKind kind, std::optional<unsigned> level,
                 Value value) {
    IntegerAttr levelAttr;
    if (level)
      levelAttr = builder.getIndexAttr(*level);
    specifier = st::SetStorageSpecifierOp::create(builder, loc, specifier, kind,
                                                  levelAttr, value);
  };
  SmallVector<Value> parts;
  auto addPart = [&](st::StorageSpecifierKind kind,
                     std::optional<unsigned> level, StringRef name,
                     Type element, ValueRange arguments) {
    Value part = runtime.call(builder, loc, name,
                              MemRefType::get({ShapedType::kDynamic}, element),
                              arguments);
    parts.push_back(part);
    set(kind, level, memref::DimOp::create(builder, loc, part, 0));
  };

  Format format = *getFormat(type);
  unsigned posWidth = getPositionWidth(type),
           crdWidth = getCoordinateWidth(type);
  for (auto [level, levelType] : llvm::enumerate(format.levels)) {
    Value number = RuntimeCalls::integer(builder, loc, level);
    Value size = runtime.call(builder, loc, "encke_level_size",
                              builder.getI64Type(), {handle, number});
    set(st::StorageSpecifierKind::LvlSize, level,
        arith::IndexCastOp::create(builder, loc, builder.getIndexType(), size));
    if (levelType == LevelType::CompressedUnique ||
        levelType == LevelType::CompressedNonunique)
      addPart(st::StorageSpecifierKind::PosMemSize, level,
              ("encke_positions_i" + Twine(posWidth)).str(),
              builder.getIntegerType(posWidth), {handle, number});
    if (levelType != LevelType::Dense)
      addPart(st::StorageSpecifierKind::CrdMemSize, level,
              ("encke_coordinates_i" + Twine(crdWidth)).str(),
              builder.getIntegerType(crdWidth), {handle, number});
  }
  addPart(st::StorageSpecifierKind::ValMemSize, std::nullopt,
          ("encke_values_" + getElementSuffix(type.getElementType())).str(),
          type.getElementType(), handle);
  parts.push_back(specifier);
  return UnrealizedConversionCastOp::create(builder, loc, type, parts)
      .getResult(0);
}

std::pair<Value, Value> ProgramLowering::newBuffer(Location loc,
                                                   RankedTensorType type,
                                                   ValueRange dynamicSizes) {
  Value buffer = memref::AllocOp::create(
      builder, loc, MemRefType::get(type.getShape(), type.getElementType()),
      dynamicSizes, builder.getI64IntegerAttr(64));
  return {buffer, viewBuffer(loc, buffer)};
}

Value ProgramLowering::viewBuffer(Location loc, Value buffer) {
  Type element = cast<MemRefType>(buffer.getType()).getElementType();
  Value unranked = memref::CastOp::create(
      builder, loc, UnrankedMemRefType::get(element, Attribute()), buffer);
  return runtime.call(builder, loc,
                      ("encke_view_" + getElementSuffix(element)).str(),
                      pointer, unranked);
}

LogicalResult ProgramLowering::lowerRead(ReadOp op) {
  Location loc = op.getLoc();
  RankedTensorType type = op.getType();
  std::optional<std::string> format = getStorageText(type);
  if (!format)
    return op.emitOpError("not supported yet: reading into ") << type;
  int64_t selector = llvm::StringSwitch<int64_t>(op.getSelector())
                         .Case("strict_lower", 1)
                         .Case("lower", 2)
                         .Case("strict_upper", 3)
                         .Case("upper", 4)
                         .Default(0);
  auto read = [&](Value tensor) {
    runtime.call(builder, loc, "encke_read", {},
                 {tensor, handles.lookup(op.getFile()),
                  RuntimeCalls::integer(builder, loc, selector),
                  runtime.string(builder, loc, op.getAt())});
  };
  Value result;
  if (type.getEncoding()) {
    Value handle = newTensor(loc, type, *format, op.getSizes());
    read(handle);
    result = castFromParts(loc, type, handle);
    handles[result] = handle;
  } else {
    auto [buffer, view] = newBuffer(loc, type, op.getSizes());
    read(view);
    result = bufferization::ToTensorOp::create(builder, loc, type, buffer,
                                               /*restrict=*/true,
                                               /*writable=*/true);
  }
  op.replaceAllUsesWith(result);
  return success();
}

LogicalResult ProgramLowering::lowerRandom(RandomOp op) {
  Location loc = op.getLoc();
  if (getElementSuffix(op.getType().getElementType()).empty())
    return op.emitOpError("not supported yet: random numbers of this type");
  auto [buffer, view] = newBuffer(loc, op.getType(), op.getSizes());
  runtime.call(builder, loc, "encke_random", {},
               {view, RuntimeCalls::integer(builder, loc, op.getSeed())});
  Value result = bufferization::ToTensorOp::create(
      builder, loc, op.getType(), buffer, /*restrict=*/true, /*writable=*/true);
  op.replaceAllUsesWith(result);
  return success();
}

FailureOr<Value> ProgramLowering::handleOf(Operation *user, Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (getElementSuffix(type.getElementType()).empty())
    return user->emitOpError("not supported yet: output of ") << type;
  if (Value handle = handles.lookup(tensor))
    return handle;
  if (type.getEncoding())
    return user->emitOpError(
        "not supported yet: output of a sparse tensor that was not read");
  auto buffer = bufferization::ToBufferOp::create(
      builder, user->getLoc(),
      MemRefType::get(type.getShape(), type.getElementType()), tensor,
      /*readOnly=*/true);
  // The buffer is read here: common subexpression elimination must not take an
  // earlier one instead, which may have been updated in between.
  buffer->setAttr("encke.use", builder.getI64IntegerAttr(uses++));
  return viewBuffer(user->getLoc(), buffer);
}

LogicalResult ProgramLowering::lowerPrint(PrintOp op) {
  Location loc = op.getLoc();
  Type type = op.getValue().getType();
  if (isa<RankedTensorType>(type)) {
    FailureOr<Value> handle = handleOf(op, op.getValue());
    if (failed(handle))
      return failure();
    runtime.call(builder, loc, "encke_print", {},
                 {*handle, runtime.string(builder, loc, op.getName())});
  } else if (type.isF64()) {
    runtime.call(builder, loc, "encke_print_f64", {}, op.getValue());
  } else if (type.isInteger(64)) {
    runtime.call(builder, loc, "encke_print_i64", {}, op.getValue());
  } else {
    return op.emitOpError("not supported yet: printing a scalar of type ")
           << type;
  }
  return success();
}

LogicalResult ProgramLowering::lowerWrite(WriteOp op) {
  FailureOr<Value> handle = handleOf(op, op.getValue());
  if (failed(handle))
    return failure();
  Location loc = op.getLoc();
  runtime.call(builder, loc, "encke_write", {},
               {*handle, runtime.string(builder, loc, op.getPath()),
                runtime.string(builder, loc, op.getAt())});
  return success();
}

/// A main without arguments, for whoever runs the module as it is: data files
/// come from the environment.
void ProgramLowering::addMain() {
  auto program = module.lookupSymbol<func::FuncOp>(programFunctionName);
  if (!program || module.lookupSymbol("main"))
    return;
  Location loc = module.getLoc();
  builder.setInsertionPointToEnd(module.getBody());
  auto main = func::FuncOp::create(
      builder, loc, "main", builder.getFunctionType({}, builder.getI32Type()));
  builder.setInsertionPointToStart(main.addEntryBlock());
  Value body = func::ConstantOp::create(builder, loc, program.getFunctionType(),
                                        programFunctionName);
  Value status = runtime.call(builder, loc, "encke_main_default",
                              builder.getI32Type(), body);
  func::ReturnOp::create(builder, loc, status);
}

/// "file.ta:line:column" of a statement; empty when it has none.
static std::string getPlace(Location loc) {
  auto place = dyn_cast<FileLineColLoc>(loc);
  if (!place)
    return "";
  return (place.getFilename().getValue() + ":" + Twine(place.getLine()) + ":" +
          Twine(place.getColumn()))
      .str();
}

/// Before each read, output and kernel call.
void ProgramLowering::addTiming() {
  module.walk([&](Operation *op) {
    StringRef what;
    if (isa<ReadOp, PrintOp, WriteOp, RandomOp>(op))
      what = op->getName().stripDialect();
    else if (auto call = dyn_cast<func::CallOp>(op))
      what = call.getCallee();
    else
      return;
    builder.setInsertionPoint(op);
    runtime.call(builder, op->getLoc(), "encke_time_begin", {},
                 {runtime.string(builder, op->getLoc(), getPlace(op->getLoc())),
                  runtime.string(builder, op->getLoc(), what)});
  });
}

LogicalResult encke::lowerProgram(ModuleOp module, bool timing) {
  ProgramLowering lowering(module);
  if (timing)
    lowering.addTiming();
  return lowering.run();
}
