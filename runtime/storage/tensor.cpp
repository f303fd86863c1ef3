//===- tensor.cpp - making and describing tensors -------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "storage/tensor.h"
#include "core/array.h"
#include "core/context.h"
#include "storage/entries.h"
#include "storage/format_text.h"
#include "storage/levels.h"
#include "storage/walk.h"

#include <algorithm>
#include <string_view>
#include <tuple>

namespace encke::rt {

encke_tensor *newTensor(int32_t order, int32_t levelCount, int32_t type) {
  Context &context = Context::current();
  auto *tensor = new encke_tensor();
  try {
    context.tensors.emplace(tensor, context.tensorsMade++);
  } catch (...) {
    delete tensor;
    throw;
  }
  // From here on the context frees the tensor.
  tensor->struct_size = sizeof(encke_tensor);
  tensor->level_size = sizeof(encke_level);
  tensor->order = order;
  tensor->type = type;
  tensor->pos_bytes = tensor->crd_bytes = 4;
  tensor->sizes = static_cast<int64_t *>(allocateZeroed(order, 8));
  tensor->levels = static_cast<encke_level *>(
      allocateZeroed(levelCount, sizeof(encke_level)));
  tensor->level_count = levelCount;
  return tensor;
}

static void setExplicitValue(encke_tensor &tensor, double value) {
  withElement(tensor.type, [&](auto element) {
    using T = decltype(element);
    auto *kept = static_cast<T *>(allocate(1, sizeof(T)));
    *kept = T(value);
    tensor.explicit_value = kept;
  });
}

encke_tensor *newTensor(const char *format) {
  const FormatText &parsed = parseFormat(format);
  encke_tensor *tensor =
      newTensor(parsed.order, int32_t(parsed.levels.size()), parsed.type);
  tensor->pos_bytes = parsed.posBytes;
  tensor->crd_bytes = parsed.crdBytes;
  std::copy(parsed.levels.begin(), parsed.levels.end(), tensor->levels);
  if (parsed.explicitValue)
    setExplicitValue(*tensor, *parsed.explicitValue);
  setLevelSizes(*tensor);
  return tensor;
}

void *shareArray(void *array) {
  if (array)
    ++Context::current().shared[array];
  return array;
}

/// Frees an array of positions or coordinates, if no other tensor has it.
static void releaseArray(void *array) {
  if (Context *context = Context::find())
    if (auto found = context->shared.find(array);
        found != context->shared.end()) {
      if (--found->second == 0)
        context->shared.erase(found);
      return;
    }
  deallocate(array);
}

void clearStorage(encke_tensor &tensor) {
  for (int32_t l = 0; l != tensor.level_count; ++l) {
    encke_level &level = tensor.levels[l];
    releaseArray(level.pos);
    if (!isInside(tensor, l))
      releaseArray(level.crd);
    level.stride = 0;
    level.pos = level.crd = nullptr;
    level.pos_count = level.crd_count = 0;
  }
  if (tensor.owns_values)
    deallocate(tensor.values);
  deallocate(tensor.zeros);
  tensor.values = nullptr;
  tensor.value_count = tensor.value_stride = 0;
  tensor.owns_values = 0;
  tensor.zeros = nullptr;
  tensor.full = 0;
}

int64_t elementBytes(int32_t type) {
  int64_t bytes = 0;
  withElement(type, [&](auto element) { bytes = sizeof(element); });
  return bytes;
}

const char *typeName(int32_t type) {
  static const char *const names[] = {
      "double",  "float",    "int",  "int32", "bool",      "complex",
      "float16", "bfloat16", "int8", "int16", "complex64", "uint8"};
  return names[type];
}

int32_t readingType(int32_t type) {
  switch (type) {
  case ENCKE_F16:
  case ENCKE_BF16:
    return ENCKE_F64; // a float between would round twice
  case ENCKE_I8:
  case ENCKE_I16:
  case ENCKE_U8:
    return ENCKE_I32;
  case ENCKE_C64:
    return ENCKE_C128;
  default:
    return type;
  }
}

bool hasNarrowSizes(const encke_tensor &tensor) {
  return std::all_of(tensor.sizes, tensor.sizes + tensor.order, fitsNarrow);
}

bool isAllDense(const encke_tensor &tensor) {
  for (int32_t l = 0; l != tensor.level_count; ++l)
    if (!isDense(tensor.levels[l]) || !isWhole(tensor.levels[l]))
      return false;
  return true;
}

bool isPlain(const encke_tensor &tensor) {
  for (int32_t l = 0; l != tensor.level_count; ++l)
    if (!isWhole(tensor.levels[l]))
      return false;
  return !hasPadding(tensor) && !isAllDense(tensor) && !isIrregular(tensor);
}

bool sameLevels(const encke_tensor &a, const encke_tensor &b) {
  if (a.level_count != b.level_count || a.explicit_value || b.explicit_value)
    return false;
  auto key = [](const encke_level &level) {
    return std::make_tuple(
        level.type, level.n, level.m, level.mode, level.map, level.other,
        level.block, level.layout,
        std::string_view(level.expression ? level.expression : ""));
  };
  for (int32_t l = 0; l != a.level_count; ++l)
    if (key(a.levels[l]) != key(b.levels[l]))
      return false;
  return true;
}

int64_t volume(const int64_t *sizes, size_t order) {
  if (std::find(sizes, sizes + order, 0) != sizes + order)
    return 0; // however large the others are
  int64_t product = 1;
  for (size_t mode = 0; mode != order; ++mode)
    if (__builtin_mul_overflow(product, sizes[mode], &product))
      throw MemoryError(MemoryError::uncounted);
  return product;
}

int64_t volume(const encke_tensor &tensor) {
  return volume(tensor.sizes, size_t(tensor.order));
}

void ensureDenseValues(encke_tensor &tensor) {
  if (tensor.values)
    return;
  int64_t count = volume(tensor);
  tensor.values = allocateZeroed(count, elementBytes(tensor.type));
  tensor.value_count = count;
  tensor.owns_values = 1;
}

std::vector<int64_t> denseStrides(const encke_tensor &tensor) {
  if (!isAllDense(tensor))
    return {};
  std::vector<int64_t> strides(size_t(tensor.order), 1);
  int64_t stride = 1;
  for (int32_t l = tensor.level_count; l-- != 0;) {
    strides[size_t(tensor.levels[l].mode)] = stride;
    stride *= tensor.levels[l].size;
  }
  return strides;
}

int64_t positionsAbove(const encke_tensor &tensor, int32_t number) {
  int64_t each = 1; // of dense levels and those of n coordinates in between
  for (int32_t l = number; l-- != 0;) {
    const encke_level &level = tensor.levels[l];
    format::LevelType type = format::typeOf(level);
    if (type.hasCoordinates())
      return timesSize(level.crd_count, each);
    each = timesSize(each, level.size);
  }
  return each;
}

static void checkMode(const encke_tensor *tensor, int64_t mode) {
  if (mode < 0 || mode >= tensor->order)
    throw Error("an order-" + std::to_string(tensor->order) +
                " tensor has no mode " + std::to_string(mode));
}

} // namespace encke::rt

//===----------------------------------------------------------------------===//
// The C ABI
//===----------------------------------------------------------------------===//

using namespace encke::rt;

encke_tensor *encke_tensor_new(const char *format) {
  return guarded(nullptr, [&] { return newTensor(format); });
}

void encke_tensor_set_size(encke_tensor *tensor, int64_t mode, int64_t size) {
  guarded(nullptr, [&] {
    checkMode(tensor, mode);
    if (size < 0)
      throw Error("a size of " + std::to_string(size));
    tensor->sizes[mode] = size;
    setLevelSizes(*tensor);
  });
}

int64_t encke_tensor_size(const encke_tensor *tensor, int64_t mode) {
  return guarded(nullptr, [&] {
    checkMode(tensor, mode);
    return tensor->sizes[mode];
  });
}

int64_t encke_level_size(const encke_tensor *tensor, int64_t level) {
  return guarded(nullptr, [&] {
    if (level < 0 || level >= tensor->level_count)
      throw Error("a tensor of " + std::to_string(tensor->level_count) +
                  " levels has no level " + std::to_string(level));
    return tensor->levels[level].size;
  });
}

int64_t encke_stored_count(const encke_tensor *tensor) {
  return guarded(nullptr, [&] { return countStored(*tensor); });
}

void encke_tensor_free(encke_tensor *tensor) {
  if (!tensor)
    return;
  if (Context *context = Context::find()) {
    context->tensors.erase(tensor);
    context->pending.erase(tensor);
  }
  if (tensor->levels)
    clearStorage(*tensor);
  deallocate(const_cast<void *>(tensor->explicit_value));
  deallocate(tensor->levels);
  deallocate(tensor->sizes);
  delete tensor;
}

void encke_tensor_clear(encke_tensor *tensor) { clearStorage(*tensor); }

int64_t encke_tensors_made(void) {
  return guarded(nullptr, [&] { return Context::current().tensorsMade; });
}

void encke_tensor_keep(encke_tensor *tensor) {
  guarded(nullptr, [&] { Context::current().kept.push_back(tensor); });
}

void encke_tensors_free(int64_t first) {
  guarded(nullptr, [&] {
    Context &context = Context::current();
    std::vector<encke_tensor *> dead;
    for (auto [tensor, number] : context.tensors)
      if (number >= first && std::find(context.kept.begin(), context.kept.end(),
                                       tensor) == context.kept.end())
        dead.push_back(tensor);
    context.kept.clear();
    for (encke_tensor *tensor : dead)
      encke_tensor_free(tensor);
  });
}
