//===- NativeCode.h - from the llvm stage to machine code -------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DRIVER_NATIVECODE_H
#define ENCKE_DRIVER_NATIVECODE_H

#include "driver/CodeOptions.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "llvm/Target/TargetMachine.h"

#include <memory>

namespace encke {

/// The machine that code is generated for.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createTargetMachine(const CodeOptions &options);

/// The width in bits of the machine's SIMD registers that pays.
unsigned getVectorBits(const llvm::TargetMachine &machine);

/// SIMD registers that there are.
unsigned countVectorRegisters(const llvm::TargetMachine &machine);

/// One instruction of the machine multiplies and adds, and rounds once.
bool hasFusedAdd(const llvm::TargetMachine &machine);

/// Who calls the functions of a module: its program alone, which is called; the
/// callers of a library, who reach what is exported; or others, too, as C does
/// that calls kernels.
enum class Callers { Program, Library, Others };

/// Translates a module at the llvm stage, for `machine`, and optimises it.
/// `hasKernels` says whether there are loops in it that take long.
llvm::Expected<std::unique_ptr<llvm::Module>>
translateToLLVMIR(mlir::ModuleOp module, llvm::LLVMContext &context,
                  llvm::TargetMachine &machine, const CodeOptions &options,
                  Callers callers, bool hasKernels = true);

/// Fails when `module` does not define the function that a program begins with.
llvm::Error checkIsProgram(const llvm::Module &module);

/// What the module's code calls to run loops in parallel.
Threading getThreading(const llvm::Module &module);

/// Writes assembly text or an object file.
llvm::Error emitMachineCode(llvm::Module &module, llvm::TargetMachine &machine,
                            bool assembly, llvm::raw_pwrite_stream &os);

} // namespace encke

#endif // ENCKE_DRIVER_NATIVECODE_H
