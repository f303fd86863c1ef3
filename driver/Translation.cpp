//===- Translation.cpp - what marks of cin say to LLVM --------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM makes branches of selections where it thinks that these can be foreseen,
// and again of conditional moves in loops. One that is marked has metadata that
// keeps both from doing so.
//
//===----------------------------------------------------------------------===//

#include "driver/Dialects.h"

#include "dialects/CIN/LoopMarks.h"

#include "mlir/Target/LLVMIR/LLVMTranslationInterface.h"
#include "llvm/IR/Instructions.h"

using namespace mlir;
using namespace encke;

namespace {
struct MarksToLLVM : LLVMTranslationDialectInterface {
  using LLVMTranslationDialectInterface::LLVMTranslationDialectInterface;

  LogicalResult amendOperation(Operation *,
                               ArrayRef<llvm::Instruction *> instructions,
                               NamedAttribute attribute,
                               LLVM::ModuleTranslation &) const override {
    if (attribute.getName() != cin::unpredictableName)
      return success();
    for (llvm::Instruction *instruction : instructions)
      if (isa<llvm::SelectInst>(instruction))
        instruction->setMetadata(
            llvm::LLVMContext::MD_unpredictable,
            llvm::MDNode::get(instruction->getContext(), {}));
    return success();
  }
};
} // namespace

void encke::registerMarkTranslation(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *, cin::CINDialect *dialect) {
    dialect->addInterfaces<MarksToLLVM>();
  });
}
