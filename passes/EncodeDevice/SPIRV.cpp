//===- SPIRV.cpp - SPIR-V for Vulkan --------------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/EncodeDevice/Encode.h"

#include "mlir/Conversion/GPUToSPIRV/GPUToSPIRVPass.h"
#include "mlir/Conversion/MathToSPIRV/MathToSPIRVPass.h"
#include "mlir/Conversion/MemRefToSPIRV/MemRefToSPIRVPass.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVDialect.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVOps.h"
#include "mlir/Dialect/SPIRV/IR/TargetAndABI.h"
#include "mlir/Dialect/SPIRV/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/SPIRV/Serialization.h"

using namespace mlir;
using namespace encke;

/// Vulkan 1.1 with numbers of 64 bits, which the runtime asks the device for.
static void setTarget(gpu::GPUModuleOp module) {
  MLIRContext *context = module.getContext();
  spirv::Capability capabilities[] = {spirv::Capability::Shader,
                                      spirv::Capability::Int64,
                                      spirv::Capability::Float64};
  spirv::Extension extensions[] = {
      spirv::Extension::SPV_KHR_storage_buffer_storage_class};
  auto triple = spirv::VerCapExtAttr::get(spirv::Version::V_1_3, capabilities,
                                          extensions, context);
  module->setAttr(spirv::getTargetEnvAttrName(),
                  spirv::TargetEnvAttr::get(
                      triple, spirv::getDefaultResourceLimits(context),
                      spirv::ClientAPI::Vulkan));
  for (auto function : module.getOps<gpu::GPUFuncOp>())
    function->setAttr(
        spirv::getEntryPointABIAttrName(),
        spirv::getEntryPointABIAttr(context, *function.getKnownBlockSize()));
}

/// Truth values have no bits in SPIR-V, so that nothing can be cast to a
/// number: it is selected.
static void selectNumbers(Operation *module) {
  SmallVector<Operation *> casts;
  module->walk([&](Operation *op) {
    if (isa<arith::IndexCastUIOp, arith::IndexCastOp>(op) &&
        op->getOperand(0).getType().isInteger(1))
      casts.push_back(op);
  });
  for (Operation *op : casts) {
    OpBuilder builder(op);
    Location loc = op->getLoc();
    int64_t set = isa<arith::IndexCastUIOp>(op) ? 1 : -1;
    Value yes = arith::ConstantIndexOp::create(builder, loc, set);
    Value no = arith::ConstantIndexOp::create(builder, loc, 0);
    op->getResult(0).replaceAllUsesWith(
        arith::SelectOp::create(builder, loc, op->getOperand(0), yes, no));
    op->erase();
  }
}

/// What is added and multiplied, is so as it is written: drivers may otherwise
/// take (a + b) - b for a, on which exp and the like rely that it is not.
static void forbidContraction(spirv::ModuleOp module) {
  StringRef name = "no_contraction"; // the decoration NoContraction
  module.walk([&](Operation *op) {
    if (isa<spirv::FAddOp, spirv::FSubOp, spirv::FMulOp, spirv::FDivOp,
            spirv::FNegateOp>(op))
      op->setAttr(name, UnitAttr::get(op->getContext()));
  });
}

/// Upstream keeps what a loop yields in variables, which have no value where it
/// has no iteration: that case is branched off.
static void branchOffEmptyLoops(Operation *module) {
  SmallVector<scf::ForOp> loops;
  module->walk([&](scf::ForOp loop) {
    if (loop.getNumResults() != 0)
      loops.push_back(loop);
  });
  for (scf::ForOp loop : loops) {
    OpBuilder builder(loop);
    Location loc = loop.getLoc();
    Value isSome =
        arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt,
                              loop.getLowerBound(), loop.getUpperBound());
    auto branch = scf::IfOp::create(builder, loc, loop.getResultTypes(), isSome,
                                    /*withElseRegion=*/true);
    loop->replaceAllUsesWith(branch);
    builder.setInsertionPointToStart(branch.elseBlock());
    scf::YieldOp::create(builder, loc, loop.getInitArgs());
    loop->moveBefore(branch.thenBlock(), branch.thenBlock()->begin());
    builder.setInsertionPointToEnd(branch.thenBlock());
    scf::YieldOp::create(builder, loc, loop.getResults());
  }
}

/// So what may be contracted is, as LLVM does it for other processors.
static void contract(Operation *module) {
  auto mayContract = [](auto op) {
    return bitEnumContainsAll(op.getFastmath(), arith::FastMathFlags::contract);
  };
  SmallVector<arith::AddFOp> sums;
  module->walk([&](arith::AddFOp sum) { sums.push_back(sum); });
  for (arith::AddFOp sum : sums)
    for (auto [factors, other] : {std::pair(sum.getLhs(), sum.getRhs()),
                                  std::pair(sum.getRhs(), sum.getLhs())}) {
      auto product = factors.getDefiningOp<arith::MulFOp>();
      if (!product || !product->hasOneUse() || !mayContract(product) ||
          !mayContract(sum))
        continue;
      OpBuilder builder(sum);
      sum.replaceAllUsesWith(math::FmaOp::create(builder, sum.getLoc(),
                                                 product.getLhs(),
                                                 product.getRhs(), other)
                                 .getResult());
      sum.erase();
      product.erase();
      break;
    }
}

FailureOr<EncodedDevice> encke::encodeSPIRV(gpu::GPUModuleOp copy,
                                            RunPasses run) {
  auto around = copy->getParentOfType<ModuleOp>();
  setTarget(copy);
  selectNumbers(copy);
  branchOffEmptyLoops(copy);
  contract(copy);
  OpPassManager second(ModuleOp::getOperationName());
  second.addPass(createMapMemRefStorageClassPass());
  second.addNestedPass<gpu::GPUModuleOp>(createConvertMathToSPIRVPass());
  std::unique_ptr<Pass> convert =
      createConvertGPUToSPIRVPass(/*mapMemorySpace=*/false);
  if (failed(convert->initializeOptions(
          "use-64bit-index=true",
          [&](const Twine &text) { return copy.emitError(text); })))
    return failure();
  second.addPass(std::move(convert));
  OpPassManager &inner = second.nest<spirv::ModuleOp>();
  inner.addPass(spirv::createSPIRVLowerABIAttributesPass());
  inner.addPass(spirv::createSPIRVUpdateVCEPass());
  if (failed(run(second, around)))
    return failure();
  auto made = around.getOps<spirv::ModuleOp>();
  if (made.empty())
    return copy.emitError("not supported yet: SPIR-V of this function");
  spirv::ModuleOp result = *made.begin();
  forbidContraction(result);
  SmallVector<uint32_t> words;
  if (failed(spirv::serialize(result, words)))
    return failure();
  EncodedDevice encoded;
  encoded.code.assign(reinterpret_cast<const char *>(words.data()),
                      words.size() * sizeof(uint32_t));
  llvm::raw_string_ostream os(encoded.text);
  result->print(os);
  os << '\n';
  return encoded;
}
