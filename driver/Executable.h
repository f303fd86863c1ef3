//===- Executable.h - link a program that stands alone ----------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DRIVER_EXECUTABLE_H
#define ENCKE_DRIVER_EXECUTABLE_H

#include "driver/Parameters.h"
#include "driver/Pipeline.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace encke {

/// What `main` of an executable knows of its program.
struct ExecutableMain {
  /// The functions that it begins with, for 32-bit indices and for wide ones,
  /// which it uses where the data files need them.
  llvm::StringRef narrow, wide;
  std::vector<std::string> namedFiles; ///< that the program names itself
  std::vector<ProgramParameter> parameters;
  std::string help;  ///< what is read, and the parameters, in lines
  unsigned threads;  ///< 0: those of the machine
  int32_t processes; ///< what `--processes` says
};

std::unique_ptr<llvm::Module> makeMain(llvm::LLVMContext &context,
                                       const ExecutableMain &program);

/// What object files are linked to.
enum class LinkedFile {
  Executable,
  Object, ///< with the runtime inside, to be linked again
};

/// The folder with the runtime library, lib beside the folder of the command.
std::string findLibraries();

/// Says in a module that is linked where that folder is now. What speaks MPI is
/// there, for the runtime to load.
void addLibrariesFolder(llvm::Module &module);

/// Links object files and the runtime library. `verbose` shows the linker's
/// command on stderr.
llvm::Error linkFile(LinkedFile kind, llvm::ArrayRef<std::string> objects,
                     llvm::StringRef output, Threading threading, bool verbose);

} // namespace encke

#endif // ENCKE_DRIVER_EXECUTABLE_H
