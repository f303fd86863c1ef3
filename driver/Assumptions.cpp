//===- Assumptions.cpp - what LLVM knows of buffers in teams --------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In an omp.parallel,
//
//   llvm.intr.assume %true ["separate_storage"(%a, %b)]
//
// becomes
//
//   llvm.call @encke_assume_separate(%a, %b)
//
// and after the translation
//
//   call void @llvm.assume(i1 true) ["separate_storage"(ptr %a, ptr %b)]
//
// Without it LLVM checks before a loop whether the buffers overlap, and stores
// each of several products that are added to the same elements.
//
//===----------------------------------------------------------------------===//

#include "driver/Assumptions.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"
#include "mlir/IR/BuiltinOps.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

static constexpr StringLiteral standInName = "encke_assume_separate";
static constexpr StringLiteral separateStorage = "separate_storage";

/// The two addresses that an assumption, and nothing else, is about.
static mlir::ValueRange getSeparate(mlir::LLVM::AssumeOp assume) {
  auto tags = assume.getOpBundleTagsAttr();
  mlir::OperandRangeRange bundles = assume.getOpBundleOperands();
  if (!tags || tags.size() != 1 || bundles.front().size() != 2 ||
      cast<mlir::StringAttr>(tags[0]).getValue() != separateStorage)
    return {};
  return bundles.front();
}

bool encke::saveAssumptions(mlir::ModuleOp module) {
  // A module from elsewhere may have a function of that name.
  if (module.lookupSymbol(standInName))
    return false;
  SmallVector<mlir::LLVM::AssumeOp> found;
  module.walk([&](mlir::LLVM::AssumeOp assume) {
    if (assume->getParentOfType<mlir::omp::ParallelOp>() &&
        !getSeparate(assume).empty())
      found.push_back(assume);
  });
  if (found.empty())
    return false;
  mlir::OpBuilder builder(module.getBodyRegion());
  auto pointer = mlir::LLVM::LLVMPointerType::get(module.getContext());
  auto nothing = mlir::LLVM::LLVMVoidType::get(module.getContext());
  auto standIn = mlir::LLVM::LLVMFuncOp::create(
      builder, module.getLoc(), standInName,
      mlir::LLVM::LLVMFunctionType::get(nothing, {pointer, pointer}));
  for (mlir::LLVM::AssumeOp assume : found) {
    builder.setInsertionPoint(assume);
    mlir::LLVM::CallOp::create(builder, assume.getLoc(), standIn,
                               getSeparate(assume));
    assume.erase();
  }
  return true;
}

void encke::restoreAssumptions(Module &translated) {
  Function *standIn = translated.getFunction(standInName);
  for (User *user : make_early_inc_range(standIn->users())) {
    auto *call = cast<CallInst>(user);
    Value *separate[] = {call->getArgOperand(0), call->getArgOperand(1)};
    IRBuilder<> builder(call);
    builder.CreateAssumption(
        builder.getTrue(),
        OperandBundleDef(separateStorage.str(), ArrayRef<Value *>(separate)));
    call->eraseFromParent();
  }
  standIn->eraseFromParent();
}
