//===- hdf5.h - files in HDF5 -----------------------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_IO_HDF5_H
#define ENCKE_RUNTIME_IO_HDF5_H

#include "io/stored.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace encke::rt {

/// What an element of a dataset or an attribute is.
struct Hdf5Type {
  enum Kind {
    Number,
    Text,     ///< of a length that all elements have
    LongText, ///< which stands elsewhere
    Other
  } kind = Other;
  NumberType number;
  bool isBool = false;
  int64_t bytes = 0;
};

struct Hdf5Attribute {
  std::string name;
  Hdf5Type type;
  std::vector<int64_t> sizes;
  const char *data = nullptr; ///< in the file, of all elements
  int64_t count = 0;          ///< of these
};

/// What was done to the bytes of a chunk, before the next one.
struct Hdf5Filter {
  uint32_t id = 0;
  uint32_t parameter = 0; ///< the first one
};

/// A group, or a dataset: an array of elements of a type.
struct Hdf5Object {
  std::map<std::string, uint64_t> members; ///< of a group: where they are
  std::vector<Hdf5Attribute> attributes;
  bool isDataset = false;
  Hdf5Type type;
  std::vector<int64_t> sizes;
  bool isChunked = false;
  const char *data = nullptr; ///< in the file; null where nothing was written
  uint64_t bytes = 0;         ///< of these
  uint64_t tree = 0;          ///< of chunks
  std::vector<int64_t> chunk; ///< its sizes
  std::vector<Hdf5Filter> filters;
  std::string fill;  ///< an element that was not written; empty: zero
  std::string lacks; ///< what of it cannot be read, or nothing

  const Hdf5Attribute *find(std::string_view name) const;
};

/// A file (The HDF Group, "HDF5 File Format Specification", version 3.0), in
/// the form that the library writes unless it is told otherwise: groups with
/// tables of symbols, chunks in trees of version 1. What newer forms add is
/// read where it is no more than a header; the rest is refused with what
/// rewrites such a file. Errors name the file. Each access is checked against
/// its end.
class Hdf5File {
public:
  explicit Hdf5File(const encke_file &file);
  static bool isOne(const char *begin, const char *end);

  uint64_t root() const { return rootAddress; }
  Hdf5Object open(uint64_t address) const;
  /// The text that an attribute is, or nothing.
  std::string text(const Hdf5Attribute &attribute) const;
  /// All elements of a dataset of numbers, row-major. Those that are not in
  /// the file as they are belong to `owner`. `name` is for errors.
  Numbers numbers(const Hdf5Object &dataset, const std::string &name,
                  StoredTensor &owner) const;

  [[noreturn]] void failDamaged() const;
  /// That the object `name` has something that is not read.
  [[noreturn]] void failLacking(const std::string &name,
                                const std::string &what) const;

private:
  friend class Hdf5Cursor;
  friend class Hdf5Chunks;

  const char *at(uint64_t address, uint64_t bytes) const;
  uint64_t numberAt(const char *at, uint32_t bytes) const;
  bool isNowhere(uint64_t address) const;
  void readMessage(uint32_t type, bool isShared, const char *begin,
                   const char *end, Hdf5Object &object) const;
  void readSymbols(uint64_t tree, uint64_t heap, Hdf5Object &object) const;

  const encke_file &file;
  const char *base = nullptr, *end = nullptr;
  uint32_t addressBytes = 8, lengthBytes = 8;
  uint64_t rootAddress = 0;
};

/// Takes numbers from bytes, one after the other.
class Hdf5Cursor {
public:
  Hdf5Cursor(const Hdf5File &file, const char *next, const char *end)
      : file(file), next(next), end(end) {}
  bool has(uint64_t bytes) const { return uint64_t(end - next) >= bytes; }
  /// Where the next bytes are, and behind them the cursor.
  const char *skip(uint64_t bytes) {
    if (!has(bytes))
      file.failDamaged();
    const char *at = next;
    next += bytes;
    return at;
  }
  uint64_t take(uint32_t bytes) { return file.numberAt(skip(bytes), bytes); }
  uint64_t takeAddress() { return take(file.addressBytes); }
  uint64_t takeLength() { return take(file.lengthBytes); }
  /// A name that ends with a zero.
  std::string takeName();
  const char *place() const { return next; }

private:
  const Hdf5File &file;
  const char *next, *end;
};

/// What an HDF5 file holds: Binsparse, a variable of MATLAB 7.3, a matrix of
/// AnnData or of 10x Genomics, a dataset of numbers. `wanted` names one by its
/// path ("layers/raw"); where it is empty the only matrix is read.
StoredTensor readHdf5(const encke_file &file, const std::string &wanted);

} // namespace encke::rt

#endif // ENCKE_RUNTIME_IO_HDF5_H
