//===- convert_file.cpp - writes a data file in another form --------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "core/context.h"
#include "io/whole_file.h"
#include "storage/tensor.h"

using namespace encke::rt;

/// A format that keeps what the file says: integers exact, arrays dense,
/// entries sorted by their coordinates.
static std::string formatFor(const encke_file &file) {
  const Header &header = file.header();
  std::string format = "f64";
  if (header.field == Field::Complex)
    format = "c128";
  else if (header.field != Field::Real || file.holdsLongIntegers())
    format = "i64";
  format += " 8 8";
  char level = header.layout == Layout::Array ? 'D' : 'C';
  for (int64_t mode = 0; mode != header.order(); ++mode)
    format += std::string(" ") + level + std::to_string(mode);
  return format;
}

encke_tensor *encke::rt::readWhole(encke_file *file) {
  encke_tensor *tensor = guarded(nullptr, [&] {
    const Header &header = file->header();
    encke_tensor *made = encke_tensor_new(formatFor(*file).c_str());
    for (int64_t mode = 0; mode != header.order(); ++mode)
      encke_tensor_set_size(made, mode, header.sizes[size_t(mode)]);
    return made;
  });
  encke_read(tensor, file, 0, nullptr);
  return tensor;
}

static const char *convertFrom, *convertTo;

int encke_convert_file(const char *from, const char *to,
                       const encke_options *options) {
  convertFrom = from;
  convertTo = to;
  return encke_main(
      [] {
        encke_tensor *tensor = readWhole(encke_file_path(convertFrom, nullptr));
        encke_write(tensor, convertTo, nullptr);
      },
      options, nullptr, 0);
}
