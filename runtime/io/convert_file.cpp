//===- convert_file.cpp - writes a data file in another form --------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "core/context.h"
#include "core/error.h"
#include "io/whole_file.h"
#include "io/write.h"
#include "storage/pack.h"
#include "storage/read.h"

using namespace encke::rt;

static const char *typeFor(const Header &header) {
  switch (header.field) {
  case Field::Complex:
    return "c128";
  case Field::Real:
    return "f64";
  default:
    return "i64";
  }
}

/// All of the file in a format that keeps what it says: arrays dense, entries
/// sorted by their coordinates.
static encke_tensor *readAs(const char *type, const encke_file &file,
                            Selector selector) {
  const Header &header = file.header();
  std::string format = std::string(type) + " 8 8";
  char level = header.layout == Layout::Array ? 'D' : 'C';
  for (int64_t mode = 0; mode != header.order(); ++mode)
    format += std::string(" ") + level + std::to_string(mode);
  encke_tensor *tensor = newTensor(format.c_str());
  for (int64_t mode = 0; mode != header.order(); ++mode)
    encke_tensor_set_size(tensor, mode, header.sizes[size_t(mode)]);
  readFile(*tensor, file.path(), int64_t(selector));
  return tensor;
}

encke_tensor *encke::rt::readWhole(encke_file *file, Selector selector) {
  return guarded(nullptr, [&] {
    if (file->holdsLongIntegers()) {
      try {
        return readAs("i64", *file, selector);
        // NOLINTNEXTLINE(bugprone-empty-catch)
      } catch (const SumError &) {
        // No field says that the sums must be integers of 64 bits.
      }
    }
    return readAs(typeFor(file->header()), *file, selector);
  });
}

static const char *convertFrom, *convertTo;

/// What --keep leaves as it is.
static Kept keptOf(const Header &header) {
  Kept kept;
  bool isMatrix = header.order() == 2;
  if (Context::current().options.keep && isMatrix && saysKept(convertTo)) {
    kept.pattern = header.field == Field::Pattern;
    kept.symmetry = header.symmetry;
  }
  return kept;
}

static Selector selectorFor(Symmetry symmetry) {
  return symmetry == Symmetry::General ? Selector::Full
         : symmetry == Symmetry::Skew  ? Selector::StrictlyLower
                                       : Selector::Lower;
}

int encke_convert_file(const char *from, const char *to,
                       const encke_options *options) {
  convertFrom = from;
  convertTo = to;
  return encke_main(
      [] {
        encke_file *file = encke_file_path(convertFrom, nullptr);
        Kept kept = keptOf(file->header());
        encke_tensor *tensor = readWhole(file, selectorFor(kept.symmetry));
        guarded(nullptr, [&] { writeFile(*tensor, convertTo, kept); });
      },
      options, nullptr, 0);
}
