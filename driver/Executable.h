//===- Executable.h - link a program that stands alone ----------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DRIVER_EXECUTABLE_H
#define ENCKE_DRIVER_EXECUTABLE_H

#include "driver/Pipeline.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

#include <string>

namespace encke {

/// A module with the C `main` that runs whichever of the two versions the data
/// files need. `namedFiles` are those that the program names itself.
std::unique_ptr<llvm::Module> makeMain(llvm::LLVMContext &context,
                                       llvm::StringRef narrow,
                                       llvm::StringRef wide,
                                       llvm::ArrayRef<std::string> namedFiles,
                                       unsigned threads);

/// What object files are linked to.
enum class LinkedFile {
  Executable,
  Object, ///< with the runtime inside, to be linked again
};

/// The folder with the runtime library, lib beside the folder of the command.
std::string findLibraries();

/// Links object files and the runtime library. `verbose` shows the linker's
/// command on stderr.
llvm::Error linkFile(LinkedFile kind, llvm::ArrayRef<std::string> objects,
                     llvm::StringRef output, Threading threading, bool verbose);

} // namespace encke

#endif // ENCKE_DRIVER_EXECUTABLE_H
