//===- CacheFolder.h - files that are kept for the next time ----*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file is named by a hash of everything that its content depends on. Files
// are written beside their place and renamed, so that several processes may
// use the folder at once; a file that is not whole is as good as none.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DRIVER_CACHEFOLDER_H
#define ENCKE_DRIVER_CACHEFOLDER_H

#include "driver/CodeOptions.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <optional>
#include <string>

namespace encke {

class CacheFolder {
public:
  /// $ENCKE_CACHE, else encke in $XDG_CACHE_HOME or ~/.cache; none where that
  /// is empty, or cannot be the user's own.
  static std::optional<CacheFolder> open();

  /// What was stored under a key, or null.
  std::unique_ptr<llvm::MemoryBuffer> find(llvm::StringRef key) const;

  /// Keeps it, if the folder takes it.
  void store(llvm::StringRef key, llvm::StringRef content) const;

  /// Drops what was not used for long, and the oldest of too much.
  void prune() const;

private:
  explicit CacheFolder(std::string folder) : folder(std::move(folder)) {}
  std::string pathOf(llvm::StringRef key) const;

  std::string folder;
};

/// What all machine code depends on, as text: the compiler, the processor, and
/// the options of code generation.
std::string describeCodeGenerator(const CodeOptions &options);

} // namespace encke

#endif // ENCKE_DRIVER_CACHEFOLDER_H
