//===- stored.cpp - tensors that a file has as arrays of numbers ----------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "io/stored.h"

namespace encke::rt {

void failStored(const encke_file &file, const std::string &reason,
                const std::string &help) {
  const std::string &member = file.text().member();
  throw helped(
      identified(
          id::malformedFile,
          Error(file.path() + (member.empty() ? "" : ":" + member), reason)),
      help);
}

//===----------------------------------------------------------------------===//
// The header
//===----------------------------------------------------------------------===//

Field fieldOf(const StoredTensor &stored) {
  if (!stored.hasValues)
    return Field::Pattern;
  if (stored.values.type().kind == NumberType::Complex ||
      !stored.imaginary.empty())
    return Field::Complex;
  return stored.values.type().isWhole() ? Field::Integer : Field::Real;
}

Header headerOf(const encke_file &file, const StoredTensor &stored) {
  Header header;
  header.kind = FileKind::Stored;
  header.form = stored.form;
  header.sizes = stored.sizes;
  header.layout =
      stored.way == StoredTensor::Whole ? Layout::Array : Layout::Coordinate;
  header.field = fieldOf(stored);
  header.symmetry = stored.symmetry;
  header.base = stored.base;
  for (int64_t size : stored.sizes)
    if (size < 0)
      failStored(file, "a size of " + std::to_string(size));
  int64_t count = 0;
  switch (stored.way) {
  case StoredTensor::Whole:
  case StoredTensor::Diagonals:
  case StoredTensor::Blocks:
    count = stored.values.size();
    break;
  case StoredTensor::Coordinates:
    count = stored.coordinates.empty() ? 0 : stored.coordinates[0].size();
    break;
  case StoredTensor::Compressed:
    count = stored.coordinates[0].size();
    break;
  }
  header.declared = count;
  header.entries = stored.symmetry == Symmetry::General ? count : 2 * count;
  return header;
}

} // namespace encke::rt
