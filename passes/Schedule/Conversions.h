//===- Conversions.h - tensors whose storage does not fit -------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_SCHEDULE_CONVERSIONS_H
#define ENCKE_PASSES_SCHEDULE_CONVERSIONS_H

#include "passes/Schedule/LoopOrder.h"

namespace encke {

/// Another input behind those that the kernel has.
mlir::BlockArgument appendInput(cin::KernelOp kernel, mlir::Value tensor,
                                mlir::Location loc);

/// What only a conversion reads is no input of the kernel any more.
void dropUnusedInputs(cin::KernelOp kernel);

/// Gives each access that `order` lists a tensor stored in the order of the
/// loops, converted in front of the kernel (L28). `why` is said of each of
/// these accesses, for people, if it is given.
void convertOperands(cin::KernelOp kernel, const LoopOrder &order,
                     llvm::ArrayRef<std::string> why = {});

/// Why an operand that does not fit the loops of a nest is converted for them.
std::string whyConverted(const Nest &nest, cin::AccessOp access);

/// The same of its sparse result.
std::string whyResultConverted(const Nest &nest);

/// Makes the kernel's sparse result with its modes in the order `modes`, and
/// converts it afterwards. Replaces the kernel. `why` is said of that, for
/// people, if it is not empty.
void convertResult(cin::KernelOp kernel, llvm::ArrayRef<unsigned> modes,
                   llvm::StringRef why = {});

} // namespace encke

#endif // ENCKE_PASSES_SCHEDULE_CONVERSIONS_H
