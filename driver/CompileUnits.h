//===- CompileUnits.h - object files of a program and kernels ---*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DRIVER_COMPILEUNITS_H
#define ENCKE_DRIVER_COMPILEUNITS_H

#include "driver/CacheFolder.h"
#include "driver/Compiler.h"
#include "driver/NativeCode.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <string>
#include <vector>

namespace encke {

class Phases;

/// A program as object files.
struct CompiledUnits {
  /// The program without its kernels, and these.
  std::vector<std::unique_ptr<llvm::MemoryBuffer>> objects;
  Threading threading = Threading::None;
};

/// How a program is compiled.
struct UnitOptions {
  CodeOptions code;
  PipelineOptions pipeline;
  unsigned indexWidth = 32;
  Callers callers = Callers::Program;
  /// Where kernels are kept; null to keep none.
  const CacheFolder *cache = nullptr;
  /// Where the time goes.
  Phases *phases = nullptr;
};

/// Compiles what `compiler` has loaded, each kernel by itself, on as many
/// threads as this process may use. `finish` may change the program's code
/// before it is written. An error without a text was reported already.
llvm::Expected<CompiledUnits>
compileUnits(Compiler &compiler, const UnitOptions &options,
             llvm::function_ref<llvm::Error(llvm::Module &)> finish);

} // namespace encke

#endif // ENCKE_DRIVER_COMPILEUNITS_H
