//===- SyncDevice.cpp - the host asks before it looks ---------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Support/Buffers.h"
#include "passes/Support/RuntimeCalls.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "mlir/Pass/Pass.h"
#include "llvm/ADT/MapVector.h"

namespace encke {
#define GEN_PASS_DECL
#define GEN_PASS_DEF_SYNCDEVICE
#include "passes/SyncDevice/SyncDevice.h.inc"
} // namespace encke

using namespace mlir;
using namespace encke;

namespace {
/// The functions of a module.
class Touches {
public:
  explicit Touches(ModuleOp module)
      : module(module), symbols(module), runtime(module) {}

  unsigned run();

private:
  bool startsKernels(Operation *op);
  bool onlyReads(Value value);
  bool onlyReads(OpOperand &use);
  void addUses(Operation *op);
  void touch(Operation *op);
  void visit(Block &block);

  ModuleOp module;
  SymbolTable symbols;
  RuntimeCalls runtime;
  /// Those that start kernels, or call such a one.
  llvm::SmallPtrSet<Operation *, 8> starting;
  llvm::DenseMap<Value, bool> readOnly; // of arguments
  /// What an operation uses, and whether it may write there.
  llvm::MapVector<Value, bool> used;
  unsigned numTouches = 0;
};
} // namespace

/// The operation is for a device, or has such a one in it.
bool Touches::startsKernels(Operation *op) {
  return op
      ->walk([&](Operation *inner) {
        auto call = dyn_cast<func::CallOp>(inner);
        bool starts =
            isa<gpu::LaunchFuncOp>(inner) ||
            (call && starting.contains(symbols.lookup(call.getCallee())));
        return starts ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Says something of a buffer, and does nothing with what it holds.
static bool isView(Operation *op) {
  return isa<ViewLikeOpInterface, memref::DistinctObjectsOp, memref::DimOp,
             memref::CastOp>(op);
}

/// Functions of the runtime that leave a tensor as it is.
static bool isReader(StringRef name) {
  return name.starts_with("encke_get_") || name.starts_with("encke_print") ||
         name == "encke_level_size";
}

bool Touches::onlyReads(OpOperand &use) {
  Operation *op = use.getOwner();
  if (isa<memref::LoadOp>(op))
    return true;
  if (isView(op))
    return llvm::all_of(op->getResults(),
                        [&](Value result) { return onlyReads(result); });
  auto call = dyn_cast<func::CallOp>(op);
  if (!call)
    return false;
  auto callee =
      dyn_cast_or_null<func::FuncOp>(symbols.lookup(call.getCallee()));
  if (!callee || callee.isExternal())
    return isReader(call.getCallee());
  return onlyReads(callee.getArgument(use.getOperandNumber()));
}

/// Nothing is written where the value points to.
bool Touches::onlyReads(Value value) {
  auto [known, isNew] = readOnly.try_emplace(value, false);
  if (!isNew)
    return known->second; // false in a recursion
  bool reads = llvm::all_of(value.getUses(),
                            [&](OpOperand &use) { return onlyReads(use); });
  return readOnly[value] = reads;
}

/// A constant, or memory that no device is told of.
static bool isElsewhere(Value value) {
  return isa_and_present<LLVM::AddressOfOp, LLVM::AllocaOp, LLVM::ZeroOp,
                         memref::AllocaOp>(value.getDefiningOp());
}

/// The buffer that a pointer points to, or of which this one is a view; else
/// itself.
static Value findBuffer(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (isa<memref::DistinctObjectsOp>(op))
      value = op->getOperand(cast<OpResult>(value).getResultNumber());
    else if (auto view = dyn_cast<ViewLikeOpInterface>(op);
             view && isa<BaseMemRefType>(view.getViewSource().getType()))
      value = view.getViewSource();
    else if (isa<LLVM::IntToPtrOp, arith::IndexCastOp,
                 memref::ExtractAlignedPointerAsIndexOp>(op))
      value = op->getOperand(0);
    else
      break;
  }
  return value;
}

/// How many bytes it has; -1: that is not known.
static Value countBytes(OpBuilder &builder, Location loc, Value buffer) {
  auto type = dyn_cast<MemRefType>(buffer.getType());
  if (!type || !type.getLayout().isIdentity())
    return RuntimeCalls::integer(builder, loc, -1);
  int64_t known = getElementBytes(type.getElementType());
  for (int64_t size : type.getShape())
    known *= ShapedType::isDynamic(size) ? 1 : size;
  Value bytes = RuntimeCalls::integer(builder, loc, known);
  for (int64_t mode = 0; mode < type.getRank(); ++mode)
    if (type.isDynamicDim(mode)) {
      Value size = memref::DimOp::create(builder, loc, buffer, mode);
      bytes = arith::MulIOp::create(
          builder, loc, bytes, RuntimeCalls::toInteger(builder, loc, size));
    }
  return bytes;
}

/// Looks at no elements. What is freed, the runtime finds out itself; a view of
/// the runtime's is a tensor, of which its users ask.
static bool looksAtNone(Operation *op) {
  auto call = dyn_cast<func::CallOp>(op);
  return isView(op) ||
         isa<memref::AllocOp, memref::AllocaOp, memref::DeallocOp,
             memref::ExtractAlignedPointerAsIndexOp, LLVM::IntToPtrOp,
             UnrealizedConversionCastOp, LLVM::LoadOp>(op) ||
         (call && call.getCallee().starts_with("encke_view_"));
}

/// The buffers and tensors that the operation uses itself.
void Touches::addUses(Operation *op) {
  if (looksAtNone(op))
    return;
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<BaseMemRefType, LLVM::LLVMPointerType>(operand.get().getType()))
      continue;
    Value value = findBuffer(operand.get());
    if (isElsewhere(value))
      continue;
    bool &writes = used[value];
    writes |= !onlyReads(operand);
  }
}

/// In front of the operation, for it and all that is in it. What is handed on
/// from there, is not looked at yet.
void Touches::touch(Operation *op) {
  if (op->hasTrait<OpTrait::IsTerminator>())
    return;
  used.clear();
  op->walk([&](Operation *inner) { addUses(inner); });
  OpBuilder builder(op);
  Location loc = op->getLoc();
  for (auto [value, writes] : used) {
    // What is made inside, the host has made.
    Operation *owner = value.getDefiningOp();
    if (!owner)
      owner = value.getParentBlock()->getParentOp();
    if (op->isAncestor(owner))
      continue;
    Value pointer = isa<BaseMemRefType>(value.getType())
                        ? RuntimeCalls::pointerTo(builder, loc, value)
                        : value;
    runtime.call(builder, loc, "encke_device_touch", {},
                 {pointer, countBytes(builder, loc, value),
                  RuntimeCalls::integer(builder, loc, writes)});
    ++numTouches;
  }
}

void Touches::visit(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (!startsKernels(&op)) {
      touch(&op);
      continue;
    }
    for (Region &region : op.getRegions())
      for (Block &inner : region)
        visit(inner);
  }
}

unsigned Touches::run() {
  SmallVector<func::FuncOp> functions;
  for (auto function : module.getOps<func::FuncOp>())
    if (!function.isExternal())
      functions.push_back(function);
  // Callers of such functions are some as well.
  for (bool isFound = true; isFound;) {
    isFound = false;
    for (func::FuncOp function : functions)
      if (!starting.contains(function) && startsKernels(function))
        isFound |= starting.insert(function).second;
  }
  for (func::FuncOp function : functions)
    if (starting.contains(function))
      for (Block &block : function.getBody())
        visit(block);
  return numTouches;
}

namespace {
struct SyncDevice : encke::impl::SyncDeviceBase<SyncDevice> {
  void runOnOperation() override {
    numTouches += Touches(getOperation()).run();
  }
};
} // namespace
