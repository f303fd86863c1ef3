//===- OrderConstants.cpp - constants in the order of their use -----------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Pass/Pass.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"

namespace encke {
#define GEN_PASS_DECL
#define GEN_PASS_DEF_ORDERCONSTANTS
#include "passes/OrderConstants/OrderConstants.h.inc"
} // namespace encke

using namespace mlir;

/// What upstream's bufferisation calls a constant, up to the number that makes
/// it another one's.
static std::string getBaseName(MemRefType type) {
  std::string name;
  llvm::raw_string_ostream os(name);
  os << "__constant_";
  llvm::interleave(type.getShape(), os, "x");
  os << 'x' << type.getElementType();
  return name;
}

namespace {
struct OrderConstants : encke::impl::OrderConstantsBase<OrderConstants> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    SymbolTable symbols(module);
    llvm::MapVector<memref::GlobalOp, SmallVector<memref::GetGlobalOp>> uses;
    auto isConstant = [](memref::GlobalOp global) {
      return global.isPrivate() &&
             global.getSymName().starts_with(getBaseName(global.getType()));
    };
    module.walk([&](memref::GetGlobalOp use) {
      auto global = symbols.lookup<memref::GlobalOp>(use.getName());
      if (global && isConstant(global))
        uses[global].push_back(use);
    });
    // One that nothing reads any more would keep its name.
    for (auto global :
         llvm::make_early_inc_range(module.getOps<memref::GlobalOp>()))
      if (isConstant(global) && !uses.contains(global))
        global.erase();

    llvm::StringMap<unsigned> named;
    for (auto &[global, itsUses] : uses) {
      std::string name = getBaseName(global.getType());
      if (unsigned number = named[name]++)
        name += '_' + std::to_string(number - 1);
      global.setSymName(name);
      for (memref::GetGlobalOp use : itsUses)
        use.setName(name);
    }
    Block *body = module.getBody();
    for (auto &[global, itsUses] : llvm::reverse(uses))
      global->moveBefore(body, body->begin());
  }
};
} // namespace
