//===- sizes.h - what fixes the size of a label (L5) ------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_IO_SIZES_H
#define ENCKE_RUNTIME_IO_SIZES_H

#include <cstdint>
#include <string>
#include <vector>

/// The sources of one label's size. The C ABI knows it by this name.
struct encke_size {
public:
  explicit encke_size(const char *label) : label(label) { sources.reserve(2); }

  /// A size known from `origin` ("32", "dimension 1 of 'A'"), at `where` in the
  /// program; null: the program says so. Neither text is copied.
  void add(int64_t value, const char *where, const char *origin);
  /// One known from a file; a bound holds from below only.
  void addOfFile(int64_t value, bool bound, const char *where,
                 std::string origin);
  /// The size that all sources agree on.
  int64_t decide() const;

private:
  struct Source {
    int64_t value;
    bool bound;
    const char *where;
    const char *origin;
    std::string ofFile; ///< the origin, or empty
  };
  std::string describe(const Source &source) const;
  [[noreturn]] void failDisagreement(const Source &one,
                                     const Source &other) const;

  const char *label;
  std::vector<Source> sources;
};

#endif // ENCKE_RUNTIME_IO_SIZES_H
