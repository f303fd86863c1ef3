//===- memref.cpp - tensors as MLIR's memory references -------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "core/array.h"
#include "core/context.h"
#include "core/memory.h"
#include "storage/list.h"
#include "storage/tensor.h"

#include <algorithm>
#include <cstdarg>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

using namespace encke::rt;

static void setReference(encke_memref1 *result, void *data, int64_t count) {
  *result = {data, data, 0, {count}, {1}};
}

static const encke_level &levelAt(const encke_tensor &tensor, int64_t level) {
  if (level < 0 || level >= tensor.level_count)
    throw Error("a tensor of " + std::to_string(tensor.level_count) +
                " levels has no level " + std::to_string(level));
  return tensor.levels[level];
}

static void checkWidth(const char *what, int32_t is, int32_t wanted) {
  if (is != wanted)
    throw Error(std::string("the tensor's ") + what + " have " +
                std::to_string(8 * is) +
                " bits, the program was compiled for " +
                std::to_string(8 * wanted));
}

void encke_get_positions(encke_memref1 *result, encke_tensor *tensor,
                         int64_t number, int64_t bytes) {
  guarded(nullptr, [&] {
    const encke_level &level = levelAt(*tensor, number);
    checkWidth("positions", tensor->pos_bytes, int32_t(bytes));
    setReference(result, level.pos, level.pos_count);
  });
}

void encke_get_coordinates(encke_memref1 *result, encke_tensor *tensor,
                           int64_t number, int64_t bytes) {
  guarded(nullptr, [&] {
    const encke_level &level = levelAt(*tensor, number);
    checkWidth("coordinates", tensor->crd_bytes, int32_t(bytes));
    int64_t stride = level.stride ? level.stride : 1;
    setReference(result, level.crd, level.crd_count * stride);
  });
}

void encke_get_values(encke_memref1 *result, encke_tensor *tensor,
                      int64_t type) {
  guarded(nullptr, [&] {
    if (tensor->type != type)
      throw Error(std::string("the tensor holds ") + typeName(tensor->type) +
                  ", the program was compiled for " + typeName(int32_t(type)));
    int64_t stride = tensor->value_stride ? tensor->value_stride : 1;
    if (const void *value = tensor->explicit_value)
      return setReference(result, const_cast<void *>(value), 1);
    setReference(result, tensor->values, tensor->value_count * stride);
  });
}

/// The elements of a buffer with gaps, as a tensor that owns them.
static void copyElements(encke_tensor &tensor, const char *from,
                         const int64_t *strides) {
  int64_t bytes = elementBytes(tensor.type);
  ensureDenseValues(tensor);
  auto *into = static_cast<char *>(tensor.values);
  forEachPoint(tensor.sizes, size_t(tensor.order), [&](const int64_t *at) {
    int64_t offset = 0;
    for (int32_t mode = 0; mode != tensor.order; ++mode)
      offset += at[mode] * strides[mode];
    std::memcpy(into, from + offset * bytes, size_t(bytes));
    into += bytes;
  });
}

/// Views the buffer whose descriptor MLIR lays out as two pointers, an offset,
/// the sizes and the strides. A part of another one, which may have gaps, is
/// only read.
static encke_tensor *view(const encke_unranked_memref &buffer, int32_t type) {
  return guarded(nullptr, [&] {
    auto *pointers = static_cast<void **>(buffer.descriptor);
    auto *numbers = reinterpret_cast<int64_t *>(pointers + 2);
    const int64_t *sizes = numbers + 1, *strides = sizes + buffer.rank;
    encke_tensor *tensor =
        newTensor(int32_t(buffer.rank), int32_t(buffer.rank), type);
    int64_t expected = 1;
    bool hasGaps = false;
    for (int64_t mode = buffer.rank; mode-- != 0;) {
      tensor->sizes[mode] = sizes[mode];
      tensor->levels[mode].mode = int32_t(mode);
      tensor->levels[mode].size = sizes[mode];
      hasGaps |= strides[mode] != expected && sizes[mode] > 1;
      expected *= sizes[mode];
    }
    tensor->value_count = volume(*tensor);
    auto *values =
        static_cast<char *>(pointers[1]) + numbers[0] * elementBytes(type);
    if (hasGaps && tensor->value_count != 0)
      copyElements(*tensor, values, strides);
    else
      tensor->values = values;
    return tensor;
  });
}

void *_mlir_memref_to_llvm_alloc(int64_t bytes) {
  return guarded(nullptr, [&] {
    void *buffer = allocate(bytes, 1);
    if (Context *context = Context::find())
      context->own(buffer, deallocate);
    return buffer;
  });
}

void _mlir_memref_to_llvm_free(void *buffer) {
  if (Context *context = Context::find())
    context->disown(buffer);
  deallocate(buffer);
}

/// Larger than any memory; room is left for the alignment that is added.
static constexpr uint64_t tooManyBytes = uint64_t(1) << 56;

/// bytes * size, or tooManyBytes.
static uint64_t multiplied(uint64_t bytes, int64_t size) {
  return size != 0 && bytes > tooManyBytes / uint64_t(size)
             ? tooManyBytes
             : bytes * uint64_t(size);
}

/// "the dense tensor 'C' of 200000 x 3 takes 4.5 MiB, ..."
static std::string describeShortage(const char *what,
                                    const std::vector<int64_t> &sizes,
                                    uint64_t bytes) {
  std::string text = std::string("out of memory: ") + what;
  for (size_t n = 0; n != sizes.size(); ++n)
    text += (n ? " x " : " of ") + std::to_string(sizes[n]);
  bool isUncounted = bytes == tooManyBytes;
  text +=
      " takes " + (isUncounted ? "more than 2^56 bytes" : bytesAsText(bytes));
  uint64_t machine = memoryOfMachine();
  if (isUncounted || bytes > machine)
    return text + ", more than this machine has";
  return text + ", and " + bytesAsText(std::min(freeMemory(), machine)) +
         " of the machine's memory are free";
}

void encke_buffer_check(const char *what, int64_t bytes, int64_t order, ...) {
  constexpr uint64_t little = 1 << 20; // which there is, or malloc says so
  std::va_list arguments, again;
  va_start(arguments, order);
  va_copy(again, arguments);
  auto total = uint64_t(bytes);
  for (int64_t n = 0; n != order; ++n)
    total = multiplied(total, va_arg(arguments, int64_t));
  va_end(arguments);
  if (total > little)
    guarded(nullptr, [&] {
      if (mayAllocate(total))
        return;
      std::vector<int64_t> sizes(order);
      for (int64_t &size : sizes)
        size = va_arg(again, int64_t);
      throw identified(id::outOfMemory,
                       Error(describeShortage(what, sizes, total)));
    });
  va_end(again);
}

int64_t encke_buffer_bytes(int64_t bytes, int64_t size) {
  uint64_t product = multiplied(uint64_t(bytes), size);
  if (product == tooManyBytes)
    guarded(nullptr, [&] {
      throw identified(
          id::outOfMemory,
          Error("out of memory: a dense tensor of more than 2^56 bytes"));
    });
  return int64_t(product);
}

#define DEFINE(WIDTH, BYTES)                                                   \
  void _mlir_ciface_encke_positions_##WIDTH(                                   \
      encke_memref1 *result, encke_tensor *tensor, int64_t level) {            \
    encke_get_positions(result, tensor, level, BYTES);                         \
  }                                                                            \
  void _mlir_ciface_encke_coordinates_##WIDTH(                                 \
      encke_memref1 *result, encke_tensor *tensor, int64_t level) {            \
    encke_get_coordinates(result, tensor, level, BYTES);                       \
  }
DEFINE(i32, 4)
DEFINE(i64, 8)
#undef DEFINE

// NOLINTBEGIN(bugprone-macro-parentheses): these are whole functions
#define DEFINE(SUFFIX, TYPE)                                                   \
  void _mlir_ciface_encke_values_##SUFFIX(encke_memref1 *result,               \
                                          encke_tensor *tensor) {              \
    encke_get_values(result, tensor, TYPE);                                    \
  }                                                                            \
  encke_tensor *_mlir_ciface_encke_view_##SUFFIX(                              \
      encke_unranked_memref *buffer) {                                         \
    return view(*buffer, TYPE);                                                \
  }
// NOLINTEND(bugprone-macro-parentheses)
ENCKE_FOR_EACH_TYPE(DEFINE)
#undef DEFINE
