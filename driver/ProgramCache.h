//===- ProgramCache.h - compiled programs on disk ---------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file for each program that was compiled in memory and each way to compile
// it.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DRIVER_PROGRAMCACHE_H
#define ENCKE_DRIVER_PROGRAMCACHE_H

#include "driver/CacheFolder.h"
#include "driver/Options.h"
#include "driver/Parameters.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace encke {

/// A program as object files, and what has to be known to run it.
struct CompiledProgram {
  /// The files that the program names by path: with the data files of the
  /// command line they decide on the width of indices.
  std::vector<std::string> namedFiles;
  std::vector<ProgramParameter> parameters;
  /// The values of those that are fixed for which the code is.
  std::vector<std::string> fixed;
  /// The files that it imports, and what is in them.
  struct Import {
    std::string path, hash;
  };
  std::vector<Import> imports;
  Threading threading = Threading::None;
  /// What the headers of these and of the data files said, if that had a part
  /// in the code; else empty.
  std::string headers;
  /// The code has one thread since the data were small (isSmall): so many data
  /// files. Larger ones should have other code.
  std::optional<size_t> smallFiles;
  /// The program without its kernels, and these.
  std::vector<std::unique_ptr<llvm::MemoryBuffer>> objects;
};

class ProgramCache {
public:
  /// The cache for running a program with these options; none when the user
  /// wants none, when the program is no file, or when there is no folder for
  /// it.
  static std::optional<ProgramCache> open(const Options &options);

  /// The program, compiled for the width of indices that its data need now.
  std::optional<CompiledProgram> find() const;

  /// Keeps the program, when the folder takes it, and drops what was not used
  /// for long. `text` is what was compiled, should the file have changed since.
  void store(const CompiledProgram &program, unsigned indexWidth,
             llvm::StringRef text) const;

private:
  ProgramCache(const Options &options, CacheFolder folder)
      : options(options), folder(std::move(folder)) {}

  /// Everything that a program's code depends on.
  std::string keyOf(llvm::StringRef text, unsigned indexWidth) const;

  const Options &options;
  CacheFolder folder;
};

/// The paths that parameters give to files that are read, after `namedFiles`.
std::vector<std::string>
addReadFiles(std::vector<std::string> namedFiles,
             llvm::ArrayRef<ProgramParameter> parameters,
             const Options &options);

/// The values of the parameters that are fixed.
std::vector<std::string>
getFixedValues(llvm::ArrayRef<ProgramParameter> parameters,
               const Options &options);

/// What tells the contents of two files apart.
std::string hashOf(llvm::StringRef text);

/// What the headers of the data files and of those that the program names say.
std::string describeHeaders(const Options &options,
                            llvm::ArrayRef<std::string> namedFiles);

/// True when these files hold so little together that only much arithmetic with
/// each element could make threads worth while.
bool isSmall(const Options &options, llvm::ArrayRef<std::string> namedFiles);

/// Positions and coordinates of 32 or 64 bits: as the user said, else as the
/// data files and those that the program names need.
unsigned chooseIndexWidth(const Options &options,
                          llvm::ArrayRef<std::string> namedFiles);

} // namespace encke

#endif // ENCKE_DRIVER_PROGRAMCACHE_H
