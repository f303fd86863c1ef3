//===- Units.cpp - kernels compiled each by itself ------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Units.h"

#include "passes/Support/FunctionCalls.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/SHA256.h"

using namespace mlir;
using namespace encke;

/// A copy of the global is as good as itself.
static bool isConstant(Operation *symbol) {
  auto global = dyn_cast_or_null<LLVM::GlobalOp>(symbol);
  return global && global.getConstant() &&
         global.getInitializerRegion().empty() &&
         (global.getLinkage() == LLVM::Linkage::Internal ||
          global.getLinkage() == LLVM::Linkage::Private);
}

/// What the kernel refers to, in the order in which it does: functions of the
/// runtime, constants, and what a device runs of it. None where there is
/// something else, which the kernel would have to share with others.
static std::optional<llvm::SetVector<Operation *>>
findSymbols(func::FuncOp kernel, const SymbolTable &symbols) {
  llvm::SetVector<Operation *> found;
  auto uses = SymbolTable::getSymbolUses(&kernel.getBody());
  if (!uses)
    return std::nullopt;
  for (SymbolTable::SymbolUse use : *uses) {
    Operation *symbol = symbols.lookup(use.getSymbolRef().getRootReference());
    auto function = dyn_cast_or_null<FunctionOpInterface>(symbol);
    if (function
            ? !function.isExternal()
            : !isConstant(symbol) && !isa_and_present<gpu::GPUModuleOp>(symbol))
      return std::nullopt;
    found.insert(symbol);
  }
  return found;
}

/// The kernel alone in a module, under a name that all kernels have there. So
/// do constants and functions of a device, by their order.
static OwningOpRef<ModuleOp> makeModule(func::FuncOp kernel,
                                        ArrayRef<Operation *> symbols) {
  auto outer = kernel->getParentOfType<ModuleOp>();
  OwningOpRef<ModuleOp> module = ModuleOp::create(outer.getLoc());
  (*module)->setAttrs(outer->getAttrDictionary());
  OpBuilder builder(module->getBodyRegion());
  for (Operation *symbol : symbols)
    builder.clone(*symbol);
  auto alone = cast<func::FuncOp>(builder.clone(*kernel));
  auto rename = [&](Operation *symbol, const Twine &text) {
    auto name = builder.getStringAttr(unitPrefix + text);
    (void)SymbolTable::replaceAllSymbolUses(symbol, name, *module);
    SymbolTable::setSymbolName(symbol, name);
  };
  unsigned constants = 0, devices = 0;
  for (auto constant : module->getOps<LLVM::GlobalOp>())
    rename(constant, "constant_" + Twine(constants++));
  for (auto device : module->getOps<gpu::GPUModuleOp>())
    rename(device, "device_" + Twine(devices++));
  alone.setName(unitPrefix);
  alone.setPublic();
  alone->removeAttr(LLVM::LLVMDialect::getEmitCWrapperAttrName());
  return module;
}

static std::string print(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  module->print(os, OpPrintingFlags().enableDebugInfo(false));
  return text;
}

/// Enough of a hash that no two kernels ever have the same.
static std::string nameOf(StringRef salt, StringRef text) {
  constexpr size_t bytes = 16;
  llvm::SHA256 hash;
  hash.update(salt);
  hash.update(text);
  std::array<uint8_t, 32> whole = hash.final();
  return unitPrefix.str() + llvm::toHex(ArrayRef(whole).take_front(bytes),
                                        /*LowerCase=*/true);
}

/// Leaves a declaration of the kernel, whose calls go there.
static void declare(func::FuncOp kernel, StringRef name,
                    ArrayRef<func::CallOp> calls, bool isDeclared) {
  for (func::CallOp call : calls)
    call.setCallee(name);
  if (isDeclared) {
    kernel.erase();
    return;
  }
  kernel.eraseBody();
  kernel.setName(name);
  kernel.setPrivate();
  kernel->removeAttr(LLVM::LLVMDialect::getEmitCWrapperAttrName());
}

std::vector<Unit> encke::splitIntoUnits(ModuleOp module, StringRef salt) {
  std::vector<Unit> units;
  SymbolTable symbols(module);
  FunctionCalls calls(module);
  llvm::StringMap<unsigned> known; // by name
  for (auto kernel : llvm::to_vector(module.getOps<func::FuncOp>())) {
    if (!kernel->hasAttr("encke.kernel") || kernel.isExternal() ||
        !kernel.isPrivate())
      continue;
    std::optional<ArrayRef<func::CallOp>> callers = calls.of(kernel);
    std::optional<llvm::SetVector<Operation *>> used =
        findSymbols(kernel, symbols);
    if (!callers || callers->empty() || !used)
      continue;
    OwningOpRef<ModuleOp> alone = makeModule(kernel, used->getArrayRef());
    std::string text = print(*alone);
    std::string name = nameOf(salt, text);
    bool isNew = known.try_emplace(name, units.size()).second;
    declare(kernel, name, *callers, !isNew);
    if (!isNew)
      continue;
    cast<func::FuncOp>(SymbolTable::lookupSymbolIn(*alone, unitPrefix))
        .setName(name);
    units.push_back({std::move(alone), std::move(name), std::move(text)});
  }
  for (auto device : llvm::to_vector(module.getOps<gpu::GPUModuleOp>()))
    if (SymbolTable::symbolKnownUseEmpty(device, module))
      device.erase();
  return units;
}
