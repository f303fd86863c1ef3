//===- Processes.cpp - parts of tensors to calls of the runtime -----------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/TAToLinalg/Program.h"

#include "dialects/TA/Encoding.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace encke;
using namespace encke::dist;

LogicalResult ProgramLowering::lowerOnProcesses(Operation *op) {
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](LabelOp) { return success(); })
      .Case([&](CutOp cut) -> LogicalResult {
        FailureOr<Value> handle = handleOf(op, cut.getTensor());
        if (failed(handle))
          return failure();
        Location loc = op->getLoc();
        setRows(op,
                runtime.call(builder, loc, "encke_distribution_cut", pointer,
                             {*handle,
                              RuntimeCalls::integer(builder, loc,
                                                    int64_t(cut.getMode())),
                              runtime.string(builder, loc, cut.getAt())}));
        return success();
      })
      .Case([&](JoinOp join) { return lowerJoin(join), success(); })
      .Case([&](CutFileOp cut) { return lowerCutFile(cut); })
      .Case([&](ReadPartOp read) { return lowerReadPart(read); })
      .Case([&](GhostsOp ghosts) { return lowerGhosts(ghosts); })
      .Case<ExtentOp, TotalOp>([&](auto size) {
        StringRef name = isa<ExtentOp>(op) ? "encke_distribution_extent"
                                           : "encke_distribution_total";
        Value number =
            runtime.call(builder, op->getLoc(), name, builder.getI64Type(),
                         handles.lookup(size.getRows()));
        size.replaceAllUsesWith(
            RuntimeCalls::toIndex(builder, op->getLoc(), number));
        return success();
      })
      .Case([&](RestrictOp move) {
        return lowerMove(move, "encke_restrict", "encke_distribution_extent");
      })
      .Case([&](GatherOp move) {
        return lowerMove(
            move, move.getFirst() ? "encke_gather_first" : "encke_gather",
            "encke_distribution_total");
      })
      .Case([&](ExchangeOp move) {
        return lowerMove(move, "encke_exchange", "encke_distribution_extent");
      })
      .Case([&](BeginOp begin) { return lowerBegin(begin); })
      .Case([&](InnerOp inner) { return lowerInner(inner); })
      .Case([&](StackOp stack) { return lowerStack(stack); })
      .Case([&](AllReduceOp reduce) { return lowerAllReduce(reduce); })
      .Case([&](WriteOp write) { return lowerWritePart(write); })
      .Case([&](AgreeOp agree) { return lowerAgree(agree), success(); });
}

/// What is made in a loop is freed at the end of each round; the rest lives as
/// long as the program.
void ProgramLowering::setRows(Operation *op, Value handle, unsigned result) {
  handles[op->getResult(result)] = handle;
  if (isa<func::FuncOp>(op->getParentOp()))
    return;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(op->getBlock()->getTerminator());
  runtime.call(builder, op->getLoc(), "encke_distribution_free", {}, handle);
}

void ProgramLowering::lowerJoin(JoinOp op) {
  Location loc = op.getLoc();
  Value at = runtime.string(builder, loc, op.getAt());
  Value rows;
  for (auto [size, name] :
       llvm::zip(op.getSizes(), op.getNames().getAsValueRange<StringAttr>())) {
    Value number = RuntimeCalls::toInteger(builder, loc, size);
    Value text = runtime.string(builder, loc, name);
    if (rows)
      runtime.call(builder, loc, "encke_distribution_check", {},
                   {rows, number, text, at});
    else
      rows = runtime.call(builder, loc, "encke_distribution_join", pointer,
                          {number, text, at});
  }
  setRows(op, rows);
}

LogicalResult ProgramLowering::lowerCutFile(CutFileOp op) {
  std::optional<std::string> format =
      getStorageText(cast<RankedTensorType>(op.getTensor()));
  if (!format)
    return op.emitOpError("not supported yet: reading into ") << op.getTensor();
  Location loc = op.getLoc();
  setRows(op,
          runtime.call(
              builder, loc, "encke_cut_file", pointer,
              {handles.lookup(op.getFile()), selectorOf(loc, op.getSelector()),
               runtime.string(builder, loc, *format),
               RuntimeCalls::integer(builder, loc, int64_t(op.getMode())),
               RuntimeCalls::toInteger(builder, loc, op.getSize()),
               runtime.string(builder, loc, op.getAt())}));
  return success();
}

LogicalResult ProgramLowering::lowerReadPart(ReadPartOp op) {
  Location loc = op.getLoc();
  Value rows = handles.lookup(op.getRows());
  Value mode = RuntimeCalls::integer(builder, loc, int64_t(op.getMode()));
  Value extent = RuntimeCalls::toIndex(
      builder, loc,
      runtime.call(builder, loc, "encke_distribution_extent",
                   builder.getI64Type(), rows));
  auto type = cast<RankedTensorType>(op.getType());
  SmallVector<Value> sizes(op.getSizes());
  sizes.insert(sizes.begin() + type.getDynamicDimIndex(unsigned(op.getMode())),
               extent);
  auto fill = [&](Value result) {
    runtime.call(builder, loc, "encke_read_part", {},
                 {result, handles.lookup(op.getFile()),
                  selectorOf(loc, op.getSelector()), rows, mode,
                  runtime.string(builder, loc, op.getAt())});
  };
  FailureOr<Value> result = makeTensor(op, type, sizes, fill);
  if (failed(result))
    return failure();
  op.replaceAllUsesWith(*result);
  return success();
}

LogicalResult ProgramLowering::lowerGhosts(GhostsOp op) {
  FailureOr<Value> handle = handleOf(op, op.getTensor());
  if (failed(handle))
    return failure();
  Location loc = op.getLoc();
  setRows(op, runtime.call(
                  builder, loc, "encke_distribution_ghosts", pointer,
                  {handles.lookup(op.getRows()), *handle,
                   RuntimeCalls::integer(builder, loc, int64_t(op.getMode())),
                   runtime.string(builder, loc, op.getAt())}));
  return success();
}

/// A sparse tensor that was made here, of which nothing but parts is asked,
/// this one last: its memory is for others from now on.
static bool isUsedUp(RestrictOp op) {
  Value tensor = op.getTensor();
  Operation *producer = tensor.getDefiningOp();
  return isa<RankedTensorType>(tensor.getType()) &&
         cast<RankedTensorType>(tensor.getType()).getEncoding() &&
         isa_and_present<UnrealizedConversionCastOp>(producer) &&
         producer->getBlock() == op->getBlock() &&
         llvm::all_of(tensor.getUsers(), [&](Operation *user) {
           return user == op || isa<tensor::DimOp>(user) ||
                  (isa<CutOp, GhostsOp, InnerOp, RestrictOp>(user) &&
                   user->getBlock() == op->getBlock() &&
                   user->isBeforeInBlock(op));
         });
}

/// `extent` tells the size of the mode that changes.
template <typename Op>
LogicalResult ProgramLowering::lowerMove(Op op, StringRef function,
                                         StringRef extent) {
  FailureOr<Value> source = handleOf(op, op.getTensor());
  if (failed(source))
    return failure();
  Location loc = op.getLoc();
  Value by = handles.lookup(op.getRows());
  auto type = cast<RankedTensorType>(op.getType());
  SmallVector<Value> sizes;
  for (int64_t mode = 0; mode != type.getRank(); ++mode) {
    if (!type.isDynamicDim(mode))
      continue;
    if (mode == int64_t(op.getMode()))
      sizes.push_back(RuntimeCalls::toIndex(
          builder, loc,
          runtime.call(builder, loc, extent, builder.getI64Type(), by)));
    else
      sizes.push_back(
          tensor::DimOp::create(builder, loc, op.getTensor(), mode));
  }
  auto fill = [&](Value result) {
    runtime.call(builder, loc, function, {},
                 {result, *source, by,
                  RuntimeCalls::integer(builder, loc, int64_t(op.getMode())),
                  runtime.string(builder, loc, op.getAt())});
  };
  FailureOr<Value> result = makeTensor(op, type, sizes, fill);
  if (failed(result))
    return failure();
  if constexpr (std::is_same_v<Op, RestrictOp>)
    if (isUsedUp(op))
      runtime.call(builder, loc, "encke_tensor_clear", {}, *source);
  op.replaceAllUsesWith(*result);
  return success();
}

LogicalResult ProgramLowering::lowerBegin(BeginOp op) {
  FailureOr<Value> source = handleOf(op, op.getTensor());
  if (failed(source))
    return failure();
  Location loc = op.getLoc();
  runtime.call(builder, loc, "encke_exchange_begin", {},
               {*source, handles.lookup(op.getRows()),
                RuntimeCalls::integer(builder, loc, int64_t(op.getMode())),
                runtime.string(builder, loc, op.getAt())});
  return success();
}

LogicalResult ProgramLowering::lowerInner(InnerOp op) {
  FailureOr<Value> tensor = handleOf(op, op.getTensor());
  if (failed(tensor))
    return failure();
  Location loc = op.getLoc();
  Value pieces =
      runtime.call(builder, loc, "encke_inner_find", pointer,
                   {*tensor, handles.lookup(op.getRows()),
                    RuntimeCalls::integer(builder, loc, int64_t(op.getMode())),
                    RuntimeCalls::integer(builder, loc, int64_t(op.getAlong())),
                    runtime.string(builder, loc, op.getAt())});
  setRows(op, pieces, 0);
  for (unsigned piece : {1, 2})
    setRows(op,
            runtime.call(builder, loc, "encke_inner_next", pointer,
                         {pieces, RuntimeCalls::integer(builder, loc, piece)}),
            piece);
  return success();
}

LogicalResult ProgramLowering::lowerStack(StackOp op) {
  Location loc = op.getLoc();
  auto mode = int64_t(op.getMode());
  auto type = cast<RankedTensorType>(op.getType());
  SmallVector<Value> parts, begins, sizes;
  Value end = arith::ConstantIndexOp::create(builder, loc, 0);
  for (Value tensor : op.getTensors()) {
    FailureOr<Value> part = handleOf(op, tensor);
    if (failed(part))
      return failure();
    parts.push_back(*part);
    begins.push_back(end);
    end = arith::AddIOp::create(
        builder, loc, end, tensor::DimOp::create(builder, loc, tensor, mode));
  }
  for (int64_t m = 0; m != type.getRank(); ++m)
    if (type.isDynamicDim(m))
      sizes.push_back(m == mode
                          ? end
                          : tensor::DimOp::create(builder, loc,
                                                  op.getTensors().front(), m));
  auto fill = [&](Value result) {
    for (auto [part, begin] : llvm::zip(parts, begins))
      runtime.call(builder, loc, "encke_stack", {},
                   {result, part, RuntimeCalls::integer(builder, loc, mode),
                    RuntimeCalls::toInteger(builder, loc, begin)});
  };
  FailureOr<Value> result = makeTensor(op, type, sizes, fill);
  if (failed(result))
    return failure();
  op.replaceAllUsesWith(*result);
  return success();
}

LogicalResult ProgramLowering::lowerAllReduce(AllReduceOp op) {
  FailureOr<Value> source = handleOf(op, op.getTensor());
  if (failed(source))
    return failure();
  Location loc = op.getLoc();
  auto type = cast<RankedTensorType>(op.getType());
  SmallVector<Value> sizes;
  for (int64_t mode = 0; mode != type.getRank(); ++mode)
    if (type.isDynamicDim(mode))
      sizes.push_back(
          tensor::DimOp::create(builder, loc, op.getTensor(), mode));
  auto fill = [&](Value result) {
    runtime.call(builder, loc, "encke_all_reduce", {},
                 {result, *source,
                  runtime.string(builder, loc, op.getFunction()),
                  runtime.string(builder, loc, op.getAt())});
  };
  FailureOr<Value> result = makeTensor(op, type, sizes, fill);
  if (failed(result))
    return failure();
  op.replaceAllUsesWith(*result);
  return success();
}

LogicalResult ProgramLowering::lowerWritePart(WriteOp op) {
  FailureOr<Value> part = handleOf(op, op.getTensor());
  if (failed(part))
    return failure();
  auto type = cast<RankedTensorType>(op.getTensor().getType());
  std::optional<std::string> format = getStorageText(type);
  if (!format)
    return op.emitOpError("not supported yet: writing ") << type;
  Location loc = op.getLoc();
  runtime.call(builder, loc, "encke_write_part", {},
               {*part, handles.lookup(op.getRows()),
                RuntimeCalls::integer(builder, loc, int64_t(op.getMode())),
                runtime.string(builder, loc, *format),
                textOf(loc, op.getPath()),
                runtime.string(builder, loc, op.getAt())});
  return success();
}

void ProgramLowering::lowerAgree(AgreeOp op) {
  Location loc = op.getLoc();
  Type type = op.getType(), number = builder.getI64Type();
  Value value = op.getValue();
  if (type.isIndex())
    value = RuntimeCalls::toInteger(builder, loc, value);
  else if (type.isInteger(1))
    value = arith::ExtUIOp::create(builder, loc, number, value);
  value = runtime.call(builder, loc, "encke_agree", number, value);
  if (type.isIndex())
    value = RuntimeCalls::toIndex(builder, loc, value);
  else if (type.isInteger(1))
    value = arith::TruncIOp::create(builder, loc, type, value);
  op.replaceAllUsesWith(value);
}
