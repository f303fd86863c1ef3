//===- JIT.h - run a program in this process --------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DRIVER_JIT_H
#define ENCKE_DRIVER_JIT_H

#include "driver/Pipeline.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "llvm/Target/TargetMachine.h"

#include <memory>

namespace llvm::orc {
class LLJIT;
} // namespace llvm::orc

namespace encke {

/// Compiles `module` in memory and passes the address of the program's function
/// to `run`, whose result it returns. The runtime library must be part of this
/// process; for threads, the library that runs them is loaded.
llvm::Expected<int> runInMemory(std::unique_ptr<llvm::Module> module,
                                std::unique_ptr<llvm::LLVMContext> context,
                                std::unique_ptr<llvm::TargetMachine> machine,
                                llvm::function_ref<int(void (*program)())> run);

/// A function of a module that was compiled in memory, which it keeps there.
class CompiledFunction {
public:
  /// Of `symbol`; otherwise as runInMemory.
  static llvm::Expected<CompiledFunction>
  compile(std::unique_ptr<llvm::Module> module,
          std::unique_ptr<llvm::LLVMContext> context,
          std::unique_ptr<llvm::TargetMachine> machine, llvm::StringRef symbol);

  CompiledFunction(CompiledFunction &&);
  ~CompiledFunction();

  template <typename Function>
  Function *as() const {
    return reinterpret_cast<Function *>(address);
  }

private:
  CompiledFunction(std::unique_ptr<llvm::orc::LLJIT> jit, uint64_t address);

  std::unique_ptr<llvm::orc::LLJIT> jit;
  uint64_t address;
};

} // namespace encke

#endif // ENCKE_DRIVER_JIT_H
