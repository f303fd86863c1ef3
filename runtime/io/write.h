//===- io/write.h - tensors as the text of data files -----------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_IO_WRITE_H
#define ENCKE_RUNTIME_IO_WRITE_H

#include "core/output.h"
#include "encke/tensor.h"
#include "io/data_file.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace encke::rt {

class Progress;

enum class WriteForm { MatrixMarket, Tns, Numpy, NumpyArchive, Binsparse };

/// What a file says of a matrix that is written so: of a symmetric one the
/// tensor holds the lower triangle.
struct Kept {
  bool pattern = false;
  Symmetry symmetry = Symmetry::General;
};

/// What the text of a tensor says of all of it, where the tensor that is
/// written may be a range of a mode of it.
struct TextOf {
  int64_t stored = 0;           ///< entries
  std::vector<int64_t> sizes;   ///< by mode
  std::vector<int64_t> reached; ///< the same, by the entries of a .tns file
  int32_t mode = 0;             ///< of the range
  int64_t first = 0;            ///< the coordinate where the range begins
  bool hasHead = true;          ///< the text begins with this part,
  bool hasFirstEntry = true;    ///< and the entries
};

/// Of a whole tensor.
TextOf describeText(const encke_tensor &tensor, WriteForm form);

/// Writes a tensor without layouts as a data file; `progress`, if any, counts
/// entries.
void writeText(const encke_tensor &tensor, Output &out, WriteForm form,
               const Kept &kept = {}, Progress *progress = nullptr);

/// The part of such a text that a range of a tensor is.
void writePart(const encke_tensor &tensor, const TextOf &text, Output &out,
               WriteForm form);

/// By the extension; none where it is none that is written.
std::optional<WriteForm> findForm(const std::string &path);

/// Writes it to a file, whose kind its extension tells, or to stdout ("-").
void writeFile(const encke_tensor &tensor, const std::string &path,
               const Kept &kept = {});

/// Whether a file of that name says what Kept tells: stdout's text, Matrix
/// Market and Binsparse do.
bool saysKept(const std::string &path);

/// What stdout gets: Matrix Market up to order 2, else .tns.
void writeText(const encke_tensor &tensor, Output &out);

} // namespace encke::rt

#endif // ENCKE_RUNTIME_IO_WRITE_H
