//===- layout.h - how a tensor's arrays lie in memory -----------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A format may pack the arrays of levels into records, and keep apart what is
// below each coordinate of a level (L33); all elements may have one value
// (L50). A tensor is built without, then its arrays are arranged.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_STORAGE_LAYOUT_H
#define ENCKE_RUNTIME_STORAGE_LAYOUT_H

#include "encke/runtime.h"
#include "format/level_type.h"

#include <string>
#include <vector>

namespace encke::rt {

/// Some level has a layout, or all elements have one value.
bool hasLayout(const encke_tensor &tensor);

/// How the arrays of a tensor lie.
struct Layouts {
  std::vector<int32_t> levels; ///< of encke_layout
  const void *value = nullptr; ///< explicit_value
};

/// Takes the layouts of a tensor away; returns them.
Layouts takeLayouts(encke_tensor &tensor);

/// Gives a tensor whose arrays are stored without layouts these ones. Throws
/// where an element has another value than all should have.
void arrange(encke_tensor &tensor, const Layouts &layouts);

/// A tensor's elements in arrays without layouts: the tensor itself, or a copy
/// that lives as long as this.
class WithoutLayouts {
public:
  explicit WithoutLayouts(const encke_tensor &tensor);
  ~WithoutLayouts() { encke_tensor_free(copy); }
  WithoutLayouts(const WithoutLayouts &) = delete;
  WithoutLayouts &operator=(const WithoutLayouts &) = delete;

  const encke_tensor &get() const { return copy ? *copy : tensor; }

private:
  const encke_tensor &tensor;
  encke_tensor *copy = nullptr;
};

/// The types of the levels, with their layouts.
std::vector<format::LevelType> typesOf(const encke_tensor &tensor);

/// "pack(0, 1), partition(2)"; empty without layouts.
std::string layoutsText(const encke_tensor &tensor);

} // namespace encke::rt

#endif // ENCKE_RUNTIME_STORAGE_LAYOUT_H
