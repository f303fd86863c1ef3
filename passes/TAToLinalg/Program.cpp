//===- Program.cpp - reads, prints and sizes to calls of the runtime ------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/TAToLinalg/Program.h"
#include "passes/TAToLinalg/TAToLinalg.h"

#include "dialects/Clauses.h"
#include "dialects/TA/Encoding.h"
#include "dialects/TA/Functions.h"
#include "dialects/TA/Scalars.h"
#include "dialects/TA/TADialect.h"
#include "passes/Cost/Orderings.h"
#include "passes/Support/Places.h"
#include "passes/Support/RuntimeCalls.h"
#include "passes/Support/TargetSpec.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace encke;
using namespace encke::ta;
namespace st = mlir::sparse_tensor;

LogicalResult ProgramLowering::run() {
  SmallVector<Operation *> operations;
  module.walk([&](Operation *op) {
    // A check is part of what computes single values, and stays there.
    if (isa_and_present<TADialect, dist::DistDialect>(op->getDialect()) &&
        !isa<CheckOp>(op))
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
  freeTensorsInLoops(module, runtime);
  addMain();
  return success();
}

LogicalResult ProgramLowering::lower(Operation *op) {
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](FileOp file) { return lowerFile(file), success(); })
      .Case([&](SizeOp size) { return lowerSize(size), success(); })
      .Case([&](ReadOp read) { return lowerRead(read); })
      .Case([&](RandomOp random) { return lowerRandom(random); })
      .Case([&](OrderingOp op) { return lowerOrdering(op), success(); })
      .Case([&](ReorderOp reorder) { return lowerReorder(reorder); })
      .Case([&](PermuteOp permute) { return lowerPermute(permute); })
      .Case([&](CoordinatesOp op) { return lowerCoordinates(op), success(); })
      .Case([&](ParameterOp op) { return lowerParameter(op), success(); })
      .Case([&](PrintLineOp line) { return lowerPrintLine(line); })
      .Case([&](FailOp fail) { return lowerFail(fail); })
      .Case([&](PrintOp print) { return lowerPrint(print); })
      .Case([&](WriteOp write) { return lowerWrite(write); })
      .Case([&](SliceOp slice) { return lowerSlice(slice); })
      .Case([&](DecomposeOp op) { return lowerDecompose(op); })
      .Case([&](AskOp ask) { return lowerAsk(ask), success(); })
      .Case([&](InsertOp insert) { return lowerInsert(insert); })
      .Case([&](WholeOp whole) { return lowerWhole(whole); })
      .Case([&](RoundsOp rounds) {
        Value at = runtime.string(builder, rounds.getLoc(), rounds.getAt());
        rounds.replaceAllUsesWith(runtime.call(
            builder, rounds.getLoc(), "encke_loop_rounds", builder.getI64Type(),
            {rounds.getLo(), rounds.getHi(), rounds.getStep(), at}));
        return success();
      })
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
      .Default([this](Operation *other) -> LogicalResult {
        if (isa<dist::DistDialect>(other->getDialect()))
          return lowerOnProcesses(other);
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
    file = runtime.call(builder, loc, "encke_file_path", pointer,
                        {textOf(loc, op.getSource()), at});
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
  for (auto [number, value] : llvm::enumerate(op.getGiven()))
    runtime.call(builder, loc, "encke_size_given", {},
                 {size, toInteger(loc, value),
                  runtime.string(
                      builder, loc,
                      cast<StringAttr>((*op.getOrigins())[number]).getValue()),
                  runtime.string(builder, loc, *place++)});
  Value result =
      runtime.call(builder, loc, "encke_size_end", builder.getI64Type(), size);
  op.replaceAllUsesWith(
      arith::IndexCastOp::create(builder, loc, builder.getIndexType(), result)
          .getResult());
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
    if (levelType.hasPositionArray())
      addPart(st::StorageSpecifierKind::PosMemSize, level,
              ("encke_positions_i" + Twine(posWidth)).str(),
              builder.getIntegerType(posWidth), {handle, number});
    if (levelType.hasCoordinates())
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
  return {buffer, runtime.view(builder, loc, buffer)};
}

/// Whether what asks for the buffer of the tensor, which is all but kernels and
/// control flow, does so in front of all that may update the tensor in place.
/// Upstream takes the buffer of a tensor, once it was asked for, to be that for
/// good, and so sees no such read.
static bool isReadBeforeUpdates(Value tensor) {
  Block *block = tensor.getParentBlock();
  auto asks = [](Operation *user) {
    return isa<TADialect>(user->getDialect());
  };
  auto mayUpdate = [](Operation *user) {
    return isa<InsertOp>(user) || !isa<TADialect>(user->getDialect());
  };
  for (Operation *reader : tensor.getUsers())
    for (Operation *writer : tensor.getUsers()) {
      if (reader == writer || !asks(reader) || !mayUpdate(writer))
        continue;
      Operation *first = block->findAncestorOpInBlock(*reader);
      Operation *second = block->findAncestorOpInBlock(*writer);
      if (first == second || !first->isBeforeInBlock(second))
        return false;
    }
  return true;
}

Value ProgramLowering::tensorIn(Value buffer, Value result) {
  return bufferization::ToTensorOp::create(
      builder, result.getLoc(), result.getType(), buffer,
      /*restrict=*/true, isReadBeforeUpdates(result));
}

FailureOr<Value>
ProgramLowering::makeTensor(Operation *op, RankedTensorType type,
                            ValueRange sizes,
                            llvm::function_ref<void(Value)> fill) {
  Location loc = op->getLoc();
  if (!type.getEncoding()) {
    auto [buffer, view] = newBuffer(loc, type, sizes);
    fill(view);
    return tensorIn(buffer, op->getResult(0));
  }
  std::optional<std::string> format = getStorageText(type);
  if (!format)
    return op->emitOpError("not supported yet: this of ") << type;
  Value handle = runtime.newTensor(builder, loc, *format, type, sizes);
  fill(handle);
  Value result = castFromParts(loc, type, handle);
  handles[result] = handle;
  return result;
}

Value ProgramLowering::selectorOf(Location loc, StringRef name) {
  return RuntimeCalls::integer(builder, loc, getSelectorNumber(name));
}

LogicalResult ProgramLowering::lowerRead(ReadOp op) {
  Location loc = op.getLoc();
  RankedTensorType type = op.getType();
  std::optional<std::string> format = getStorageText(type);
  if (!format)
    return op.emitOpError("not supported yet: reading into ") << type;
  auto read = [&](Value tensor) {
    runtime.call(builder, loc, "encke_read", {},
                 {tensor, handles.lookup(op.getFile()),
                  selectorOf(loc, op.getSelector()),
                  runtime.string(builder, loc, op.getAt())});
  };
  Value result;
  if (type.getEncoding()) {
    Value handle =
        runtime.newTensor(builder, loc, *format, type, op.getSizes());
    read(handle);
    result = castFromParts(loc, type, handle);
    handles[result] = handle;
  } else {
    auto [buffer, view] = newBuffer(loc, type, op.getSizes());
    read(view);
    result = tensorIn(buffer, op.getResult());
  }
  op.replaceAllUsesWith(result);
  return success();
}

LogicalResult ProgramLowering::lowerRandom(RandomOp op) {
  Location loc = op.getLoc();
  if (getElementSuffix(op.getType().getElementType()).empty())
    return op.emitOpError("not supported yet: random numbers of this type");
  auto fill = [&](Value tensor) {
    SmallVector<Value> arguments = {tensor};
    std::string function = "encke_random";
    if (Value density = op.getDensity()) {
      function += "_sparse";
      arguments.push_back(density);
    }
    if (std::optional<uint64_t> seed = op.getSeed())
      arguments.push_back(RuntimeCalls::integer(builder, loc, *seed));
    else
      function += "_next";
    if (op.getDensity())
      arguments.push_back(runtime.string(builder, loc, op.getAt()));
    runtime.call(builder, loc, function, {}, arguments);
  };
  FailureOr<Value> result = makeTensor(op, op.getType(), op.getSizes(), fill);
  if (failed(result))
    return failure();
  op.replaceAllUsesWith(*result);
  return success();
}

/// The object lives as long as the function runs.
void ProgramLowering::lowerOrdering(OrderingOp op) {
  Value ordering =
      runtime.call(builder, op.getLoc(), "encke_ordering_new", pointer, {});
  handles[op.getResult()] = ordering;
  OpBuilder::InsertionGuard guard(builder);
  op->getParentOfType<func::FuncOp>().walk([&](func::ReturnOp end) {
    builder.setInsertionPoint(end);
    runtime.call(builder, op.getLoc(), "encke_ordering_free", {}, ordering);
  });
}

template <typename Op>
void ProgramLowering::announceOrderings(Op op) {
  for (auto [ordering, mode] : llvm::zip(op.getOrderings(), op.getModes()))
    runtime.call(builder, op.getLoc(), "encke_ordering_use", {},
                 {handles.lookup(ordering),
                  RuntimeCalls::integer(builder, op.getLoc(), mode)});
}

LogicalResult ProgramLowering::lowerReorder(ReorderOp op) {
  Location loc = op.getLoc();
  FailureOr<Value> handle = handleOf(op, op.getTensor());
  if (failed(handle))
    return failure();
  announceOrderings(op);
  Value place = runtime.string(builder, loc, op.getAt());
  if (op.getMethod() == "auto") {
    auto [least, most] = bytesBeside(op);
    Value costs =
        runtime.integers(builder, loc, cost::getOrderCosts(getTarget(op)));
    runtime.call(builder, loc, "encke_reorder_auto", {},
                 {*handle, least, most, costs, place});
    return success();
  }
  runtime.call(builder, loc, "encke_reorder", {},
               {*handle, runtime.string(builder, loc, op.getMethod()),
                RuntimeCalls::integer(builder, loc, op.getNumber()), place});
  return success();
}

/// The least and the most bytes that a coordinate has in dense tensors beside
/// the one that is reordered.
std::pair<Value, Value> ProgramLowering::bytesBeside(ReorderOp op) {
  Location loc = op.getLoc();
  if (op.getBeside().empty())
    return {RuntimeCalls::integer(builder, loc, cost::vectorBytes),
            RuntimeCalls::integer(builder, loc, cost::rowBytes)};
  Value least, most;
  for (Value index : op.getBeside()) {
    Value bytes = RuntimeCalls::toInteger(builder, loc, index);
    least = least ? arith::MinSIOp::create(builder, loc, least, bytes) : bytes;
    most = most ? arith::MaxSIOp::create(builder, loc, most, bytes) : bytes;
  }
  return {least, most};
}

/// The sizes that `type` does not tell, which are those of `tensor`.
SmallVector<Value> ProgramLowering::dynamicSizes(RankedTensorType type,
                                                 Value tensor) {
  SmallVector<Value> sizes;
  for (int64_t mode = 0; mode != type.getRank(); ++mode)
    if (type.isDynamicDim(mode))
      sizes.push_back(
          tensor::DimOp::create(builder, tensor.getLoc(), tensor, mode));
  return sizes;
}

LogicalResult ProgramLowering::lowerPermute(PermuteOp op) {
  Location loc = op.getLoc();
  RankedTensorType type = cast<RankedTensorType>(op.getType());
  FailureOr<Value> source = handleOf(op, op.getTensor());
  if (failed(source))
    return failure();
  SmallVector<Value> sizes = dynamicSizes(type, op.getTensor());
  int64_t direction = llvm::StringSwitch<int64_t>(op.getDirection())
                          .Case("in", 0)
                          .Case("out", 1)
                          .Default(2);
  auto permute = [&](Value result) {
    announceOrderings(op);
    runtime.call(builder, loc, "encke_permute", {},
                 {result, *source,
                  RuntimeCalls::integer(builder, loc, direction),
                  runtime.string(builder, loc, op.getAt())});
  };
  FailureOr<Value> result = makeTensor(op, type, sizes, permute);
  if (failed(result))
    return failure();
  op.replaceAllUsesWith(*result);
  return success();
}

void ProgramLowering::lowerCoordinates(CoordinatesOp op) {
  RankedTensorType type = cast<RankedTensorType>(op.getType());
  auto [buffer, view] = newBuffer(op.getLoc(), type, op.getSizes());
  runtime.call(builder, op.getLoc(), "encke_permutation", {}, view);
  op.replaceAllUsesWith(tensorIn(buffer, op.getResult()));
}

/// Nothing but its parts and its sizes is ever asked of the tensor, which was
/// made here: what goes through loops has other owners.
static bool isUsedUp(DecomposeOp op) {
  Operation *producer = op.getTensor().getDefiningOp();
  return isa_and_present<UnrealizedConversionCastOp, func::CallOp>(producer) &&
         producer->getBlock() == op->getBlock() &&
         llvm::all_of(op.getTensor().getUsers(), [&](Operation *user) {
           return user == op || isa<tensor::DimOp>(user);
         });
}

LogicalResult ProgramLowering::lowerDecompose(DecomposeOp op) {
  Location loc = op.getLoc();
  bool isLast = isUsedUp(op);
  SmallVector<Value> parts;
  for (Type part : op.getResultTypes()) {
    auto type = cast<RankedTensorType>(part);
    std::optional<std::string> format = getStorageText(type);
    if (!format)
      return op.emitOpError("not supported yet: a part of a hybrid in ")
             << type;
    parts.push_back(runtime.newTensor(builder, loc, *format, type,
                                      dynamicSizes(type, op.getTensor())));
  }
  auto conditions = op.getConditions().getAsValueRange<StringAttr>();
  Value whole = toHandle(loc, op.getTensor());
  runtime.callWithList(
      builder, loc, "encke_decompose",
      {whole, runtime.string(builder, loc, llvm::join(conditions, ";")),
       runtime.string(builder, loc, op.getAt())},
      parts);
  if (isLast)
    runtime.call(builder, loc, "encke_tensor_clear", {}, whole);
  for (auto [result, handle] : llvm::zip(op.getParts(), parts)) {
    Value part =
        castFromParts(loc, cast<RankedTensorType>(result.getType()), handle);
    handles[part] = handle;
    result.replaceAllUsesWith(part);
  }
  return success();
}

void ProgramLowering::lowerAsk(AskOp op) {
  Location loc = op.getLoc();
  SmallVector<Value> arguments;
  for (Value tensor : op.getTensors())
    arguments.push_back(toHandle(loc, tensor));
  if (findQuestionForm(op.getQuestion())->hasNumber)
    arguments.push_back(RuntimeCalls::integer(builder, loc, op.getLeast()));
  Value answer =
      runtime.call(builder, loc, ("encke_ask_" + op.getQuestion()).str(),
                   builder.getI64Type(), arguments);
  Value no = RuntimeCalls::integer(builder, loc, 0);
  op.replaceAllUsesWith(
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, answer, no)
          .getResult());
}

FailureOr<Value> ProgramLowering::handleOf(Operation *user, Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (getElementSuffix(type.getElementType()).empty())
    return user->emitOpError("not supported yet: output of ") << type;
  if (Value handle = handles.lookup(tensor))
    return handle;
  // What a kernel made is a handle two steps further on.
  if (type.getEncoding())
    return toHandle(user->getLoc(), tensor);
  auto buffer = bufferization::ToBufferOp::create(
      builder, user->getLoc(),
      MemRefType::get(type.getShape(), type.getElementType()), tensor,
      /*readOnly=*/true);
  // The buffer is read here: common subexpression elimination must not take an
  // earlier one instead, which may have been updated in between.
  buffer->setAttr("encke.use", builder.getI64IntegerAttr(uses++));
  return runtime.view(builder, user->getLoc(), buffer);
}

/// Hands a single value to the function of the runtime whose name begins so.
static LogicalResult callOnScalar(RuntimeCalls &runtime, OpBuilder &builder,
                                  Operation *op, StringRef name, Value value) {
  Location loc = op->getLoc();
  Type type = value.getType();
  std::optional<ElementType> element = toElementType(type);
  if (!element || computedIn(*element) != *element)
    return op->emitOpError("not supported yet: printing a scalar of type ")
           << type;
  if (isa<ComplexType>(type))
    runtime.call(builder, loc, (name + "_c128").str(), {},
                 {complex::ReOp::create(builder, loc, value),
                  complex::ImOp::create(builder, loc, value)});
  else if (isa<FloatType>(type))
    runtime.call(builder, loc, (name + "_" + getElementSuffix(type)).str(), {},
                 value);
  else
    runtime.call(builder, loc, (name + "_i64").str(), {},
                 emitCast(builder, loc, value, builder.getI64Type()));
  return success();
}

LogicalResult ProgramLowering::lowerPrint(PrintOp op) {
  Location loc = op.getLoc();
  if (!isa<RankedTensorType>(op.getValue().getType()))
    return callOnScalar(runtime, builder, op, "encke_print", op.getValue());
  FailureOr<Value> handle = handleOf(op, op.getValue());
  if (failed(handle))
    return failure();
  runtime.call(builder, loc, "encke_print", {},
               {*handle, runtime.string(builder, loc, op.getName())});
  return success();
}

template <typename Op>
LogicalResult ProgramLowering::lowerParts(Op line) {
  auto value = line.getValues().begin();
  for (Attribute part : line.getParts()) {
    if (isa<UnitAttr>(part)) {
      if (failed(callOnScalar(runtime, builder, line, "encke_line", *value++)))
        return failure();
      continue;
    }
    runtime.call(builder, line.getLoc(), "encke_line_text", {},
                 textOf(line.getLoc(), part));
  }
  return success();
}

LogicalResult ProgramLowering::lowerPrintLine(PrintLineOp op) {
  if (failed(lowerParts(op)))
    return failure();
  runtime.call(builder, op.getLoc(), "encke_line_print", {}, {});
  return success();
}

LogicalResult ProgramLowering::lowerFail(FailOp op) {
  if (failed(lowerParts(op)))
    return failure();
  runtime.call(builder, op.getLoc(), "encke_line_fail", {},
               runtime.string(builder, op.getLoc(), op.getAt()));
  return success();
}

Value ProgramLowering::textOf(Location loc, Attribute text) {
  auto parameter = dyn_cast<TextAttr>(text);
  if (!parameter)
    return runtime.string(builder, loc, cast<StringAttr>(text).getValue());
  return runtime.call(builder, loc, "encke_parameter_text", pointer,
                      {runtime.string(builder, loc, parameter.getName()),
                       runtime.string(builder, loc, parameter.getValue())});
}

void ProgramLowering::lowerParameter(ParameterOp op) {
  Location loc = op.getLoc();
  Value name = runtime.string(builder, loc, op.getName());
  Type type = op.getType();
  if (type.isF64()) {
    Value number = arith::ConstantOp::create(builder, loc, op.getValue());
    op.replaceAllUsesWith(runtime.call(builder, loc, "encke_parameter_f64",
                                       type, {name, number}));
    return;
  }
  bool isTruth = type.isInteger(1);
  int64_t number = cast<IntegerAttr>(op.getValue()).getValue().getZExtValue();
  Value value = runtime.call(
      builder, loc, isTruth ? "encke_parameter_bool" : "encke_parameter_i64",
      builder.getI64Type(),
      {name, RuntimeCalls::integer(builder, loc, number)});
  if (isTruth)
    value = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, value,
                                  RuntimeCalls::integer(builder, loc, 0));
  op.replaceAllUsesWith(value);
}

LogicalResult ProgramLowering::lowerWrite(WriteOp op) {
  FailureOr<Value> handle = handleOf(op, op.getValue());
  if (failed(handle))
    return failure();
  Location loc = op.getLoc();
  runtime.call(builder, loc, "encke_write", {},
               {*handle, textOf(loc, op.getPath()),
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

/// Before each read, output and kernel call. A function of the program has rows
/// for what it does.
void ProgramLowering::addTiming() {
  module.walk([&](Operation *op) {
    StringRef what;
    if (isa<PrintLineOp>(op))
      what = "print";
    else if (isa<ReadOp, PrintOp, WriteOp, RandomOp, ReorderOp, PermuteOp,
                 DecomposeOp, dist::JoinOp, dist::WriteOp, dist::BeginOp,
                 dist::InnerOp, dist::StackOp, dist::CutOp, dist::CutFileOp,
                 dist::ReadPartOp, dist::GhostsOp, dist::RestrictOp,
                 dist::GatherOp, dist::ExchangeOp, dist::AllReduceOp>(op))
      what = op->getName().stripDialect();
    else if (auto slice = dyn_cast<SliceOp>(op))
      what = isGather(slice) ? "gather" : "slice";
    else if (isa<InsertOp>(op))
      what = "insert";
    else if (auto call = dyn_cast<func::CallOp>(op);
             call && !callsProgram(call))
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
