//===- format_text.h - formats as the ABI spells them -----------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_STORAGE_FORMAT_TEXT_H
#define ENCKE_RUNTIME_STORAGE_FORMAT_TEXT_H

#include "encke/tensor.h"

#include <optional>
#include <string>
#include <vector>

namespace encke::rt {

/// A format: what encke_tensor_new is told in a text such as "f64 4 4 D0 C1".
struct FormatText {
  int32_t type, posBytes, crdBytes;
  int32_t order;
  std::vector<encke_level> levels;
  std::optional<double> explicitValue; ///< L50
};

/// Throws an Error that names the word that is wrong. A thread keeps what it
/// has parsed until the next call, as loops make tensors of the same formats.
const FormatText &parseFormat(const char *text);

/// A tensor's format without the widths, such as "f64 D0 C1"; what has no
/// spelling is "?", as the tensor may be a caller's.
std::string formatText(const encke_tensor &tensor);

/// An element type: "f64".
std::string typeText(int32_t type);
/// A level's word: "C0", "D0/2", "D0%2", "C1-0", "D#", "D(d0+d1)".
std::string levelText(const encke_level &level);
/// The part of it behind the type.
std::string mapText(const encke_level &level);

} // namespace encke::rt

#endif // ENCKE_RUNTIME_STORAGE_FORMAT_TEXT_H
