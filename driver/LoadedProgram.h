//===- LoadedProgram.h - run object files in this process -------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DRIVER_LOADEDPROGRAM_H
#define ENCKE_DRIVER_LOADEDPROGRAM_H

#include "driver/Options.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace encke {

/// Loads the library that runs the threads, as the system's loader finds it or
/// from where Debian keeps LLVM's libraries.
llvm::Error loadThreadLibrary(Threading threading);

/// The machine code of a program, ready to run. The runtime library must be
/// part of this process.
class LoadedProgram {
public:
  /// What the code finds in the place of functions of this process.
  using Replacements = std::vector<std::pair<std::string, void *>>;

  /// From object files, which refer to each other.
  static llvm::Expected<LoadedProgram>
  load(llvm::ArrayRef<std::unique_ptr<llvm::MemoryBuffer>> objects,
       Threading threading, Replacements replaced = {});
  LoadedProgram(LoadedProgram &&) noexcept;
  ~LoadedProgram();

  /// The function that the program begins with, valid as long as this lives.
  void (*getBody() const)() { return body; }
  /// Another function of the program, as long as this lives, or null.
  void *find(llvm::StringRef symbol) const;

private:
  struct Code;
  explicit LoadedProgram(std::unique_ptr<Code> code);

  std::unique_ptr<Code> code;
  void (*body)() = nullptr;
};

/// Runs the program on the data files of the command line. Returns its exit
/// status.
int runLoaded(const LoadedProgram &program, const Options &options);

} // namespace encke

#endif // ENCKE_DRIVER_LOADEDPROGRAM_H
