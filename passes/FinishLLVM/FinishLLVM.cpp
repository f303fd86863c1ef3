//===- FinishLLVM.cpp - what the LLVM dialect still needs -----------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Pass/Pass.h"

namespace encke {
#define GEN_PASS_DECL
#define GEN_PASS_DEF_FINISHLLVM
#include "passes/FinishLLVM/FinishLLVM.h.inc"
} // namespace encke

using namespace mlir;

/// On the back edge of a loop, where the conversion to control flow puts it.
static constexpr StringLiteral annotationName = "llvm.loop_annotation";

/// Of functions that are called when padding may not be multiplied
/// (passes/GuardPadding).
static constexpr StringLiteral seldomName = "encke.seldom";

/// Of a memory reference, which a call is given by its address: two pointers,
/// an offset, sizes and strides. Other memory may be meant to last.
static bool isDescriptor(LLVM::AllocaOp slot) {
  auto type = dyn_cast<LLVM::LLVMStructType>(slot.getElemType());
  if (!type || type.isIdentified() || type.getBody().size() < 3)
    return false;
  ArrayRef<Type> parts = type.getBody();
  return isa<LLVM::LLVMPointerType>(parts[0]) &&
         isa<LLVM::LLVMPointerType>(parts[1]) && parts[2].isInteger(64) &&
         llvm::all_of(parts.drop_front(3), llvm::IsaPred<LLVM::LLVMArrayType>);
}

/// True when `op` may run several times while the stack frame of `frame` lasts.
static bool isRepeated(Operation *op, Region *frame) {
  if (op->getParentRegion() != frame)
    return true;
  SmallPtrSet<Block *, 16> reached;
  SmallVector<Block *> pending(op->getBlock()->getSuccessors());
  while (!pending.empty()) {
    Block *next = pending.pop_back_val();
    if (next == op->getBlock())
      return true;
    if (reached.insert(next).second)
      llvm::append_range(pending, next->getSuccessors());
  }
  return false;
}

namespace {
struct FinishLLVM : encke::impl::FinishLLVMBase<FinishLLVM> {
  void runOnOperation() override {
    getOperation()->walk([&](Operation *op) {
      if (auto load = dyn_cast<LLVM::LoadOp>(op))
        storeInByte(load);
      else if (auto store = dyn_cast<LLVM::StoreOp>(op))
        storeInByte(store);
      else if (auto branch = dyn_cast<LLVM::BrOp>(op))
        annotate(branch);
      else if (auto slot = dyn_cast<LLVM::AllocaOp>(op))
        moveToEntry(slot);
      else if (auto function = dyn_cast<LLVM::LLVMFuncOp>(op))
        keepSmall(function);
    });
  }

  /// A round of a loop needs the slot of the round before no more, but leaves
  /// it on the stack.
  void moveToEntry(LLVM::AllocaOp slot) {
    Region *frame = slot->getParentRegion();
    while (!frame->getParentOp()->hasTrait<OpTrait::AutomaticAllocationScope>())
      frame = frame->getParentRegion();
    APInt count;
    if (!isDescriptor(slot) || !isRepeated(slot, frame) ||
        !matchPattern(slot.getArraySize(), m_ConstantInt(&count)))
      return;
    OpBuilder builder = OpBuilder::atBlockBegin(&frame->front());
    slot.getArraySizeMutable().assign(LLVM::ConstantOp::create(
        builder, slot.getLoc(),
        builder.getIntegerAttr(slot.getArraySize().getType(), count)));
    slot->moveBefore(&frame->front(), builder.getInsertionPoint());
    ++numSlots;
  }

  void storeInByte(LLVM::LoadOp load) {
    Type boolean = load.getType();
    if (!boolean.isInteger(1))
      return;
    OpBuilder builder(load->getBlock(), ++load->getIterator());
    load.getResult().setType(builder.getI8Type());
    auto value = LLVM::TruncOp::create(builder, load.getLoc(), boolean, load);
    load.getResult().replaceAllUsesExcept(value, value);
    ++numBools;
  }

  void storeInByte(LLVM::StoreOp store) {
    if (!store.getValue().getType().isInteger(1))
      return;
    OpBuilder builder(store);
    Value byte = LLVM::ZExtOp::create(builder, store.getLoc(),
                                      builder.getI8Type(), store.getValue());
    store.getValueMutable().assign(byte);
    ++numBools;
  }

  /// What is hardly ever called shall not take long to compile.
  static void keepSmall(LLVM::LLVMFuncOp function) {
    if (!function->hasAttr(seldomName))
      return;
    Builder builder(function.getContext());
    function.setNoInline(true);
    function.setPassthroughAttr(
        builder.getStrArrayAttr({"cold", "minsize", "optsize"}));
  }

  void annotate(LLVM::BrOp branch) {
    auto annotation =
        branch->getAttrOfType<LLVM::LoopAnnotationAttr>(annotationName);
    if (!annotation)
      return;
    branch->removeAttr(annotationName);
    branch.setLoopAnnotationAttr(annotation);
    ++numAnnotations;
  }
};
} // namespace
