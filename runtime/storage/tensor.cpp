//===- tensor.cpp - making and describing tensors -------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "storage/tensor.h"
#include "core/array.h"
#include "core/context.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <sstream>

namespace encke::rt {

encke_tensor *newTensor(int32_t order, int32_t type) {
  Context &context = Context::current();
  auto *tensor = new encke_tensor();
  try {
    context.tensors.emplace(tensor, context.tensorsMade++);
  } catch (...) {
    delete tensor;
    throw;
  }
  // From here on the context frees the tensor.
  tensor->order = order;
  tensor->type = type;
  tensor->pos_bytes = tensor->crd_bytes = 4;
  tensor->sizes = static_cast<int64_t *>(allocateZeroed(order, 8));
  tensor->levels =
      static_cast<encke_level *>(allocateZeroed(order, sizeof(encke_level)));
  return tensor;
}

int64_t elementBytes(int32_t type) {
  int64_t bytes = 0;
  withElement(type, [&](auto element) { bytes = sizeof(element); });
  return bytes;
}

const char *typeName(int32_t type) {
  static const char *const names[] = {"double", "float", "int",
                                      "int32",  "bool",  "complex"};
  return names[type];
}

bool isDense(const encke_level &level) { return level.type == ENCKE_DENSE; }

bool isAllDense(const encke_tensor &tensor) {
  for (int32_t l = 0; l != tensor.order; ++l)
    if (!isDense(tensor.levels[l]))
      return false;
  return true;
}

int64_t volume(const encke_tensor &tensor) {
  int64_t product = 1;
  for (int32_t mode = 0; mode != tensor.order; ++mode)
    if (__builtin_mul_overflow(product, tensor.sizes[mode], &product))
      throw MemoryError(UINT64_MAX);
  return product;
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
  std::vector<int64_t> strides(size_t(tensor.order), 1);
  int64_t stride = 1;
  for (int32_t l = tensor.order; l-- != 0;) {
    strides[size_t(tensor.levels[l].mode)] = stride;
    stride *= tensor.levels[l].size;
  }
  return strides;
}

//===----------------------------------------------------------------------===//
// The format text "f64 4 4 D0 C1"
//===----------------------------------------------------------------------===//

namespace {

struct FormatText {
  int32_t type, posBytes, crdBytes;
  std::vector<encke_level> levels;
};

} // namespace

static int32_t parseType(const std::string &word) {
  static const char *const names[] = {"f64", "f32", "i64", "i32", "bool"};
  if (word == "c128")
    throw Error("not supported yet: complex tensors");
  for (int32_t type = 0; type != 5; ++type)
    if (word == names[type])
      return type;
  throw Error("'" + word + "' is no element type");
}

static encke_level parseLevel(const std::string &word, size_t order) {
  static const char letters[] = "DCNS";
  const char *letter = std::strchr(letters, word[0]);
  char *end = nullptr;
  unsigned long mode = std::strtoul(word.c_str() + 1, &end, 10);
  if (!letter || word.size() < 2 || *end || mode >= order)
    throw Error("'" + word + "' is no level of an order-" +
                std::to_string(order) + " tensor");
  encke_level level = {};
  level.type = int32_t(letter - letters);
  level.mode = int32_t(mode);
  return level;
}

static void checkLevels(const std::vector<encke_level> &levels) {
  std::vector<bool> seen(levels.size());
  for (size_t l = 0; l != levels.size(); ++l) {
    size_t mode = size_t(levels[l].mode);
    if (seen[mode])
      throw Error("two levels store mode " + std::to_string(mode));
    seen[mode] = true;
    bool follows = l && (levels[l - 1].type == ENCKE_COMPRESSED_NONUNIQUE ||
                         levels[l - 1].type == ENCKE_SINGLETON);
    if (levels[l].type == ENCKE_SINGLETON && !follows)
      throw Error("an S level may follow only CN or S");
  }
}

static FormatText parseFormat(const char *text) {
  std::istringstream stream(text);
  FormatText format;
  std::string type;
  if (!(stream >> type >> format.posBytes >> format.crdBytes))
    throw Error("'" + std::string(text) + "' is no format");
  format.type = parseType(type);
  for (int32_t bytes : {format.posBytes, format.crdBytes})
    if (bytes != 4 && bytes != 8)
      throw Error("positions and coordinates have 4 or 8 bytes, not " +
                  std::to_string(bytes));
  std::vector<std::string> words;
  for (std::string word; stream >> word;)
    words.push_back(word);
  for (const std::string &word : words)
    format.levels.push_back(parseLevel(word, words.size()));
  checkLevels(format.levels);
  return format;
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
  return guarded(nullptr, [&] {
    FormatText parsed = parseFormat(format);
    encke_tensor *tensor =
        newTensor(int32_t(parsed.levels.size()), parsed.type);
    tensor->pos_bytes = parsed.posBytes;
    tensor->crd_bytes = parsed.crdBytes;
    for (size_t l = 0; l != parsed.levels.size(); ++l)
      tensor->levels[l] = parsed.levels[l];
    return tensor;
  });
}

void encke_tensor_set_size(encke_tensor *tensor, int64_t mode, int64_t size) {
  guarded(nullptr, [&] {
    checkMode(tensor, mode);
    if (size < 0)
      throw Error("a size of " + std::to_string(size));
    tensor->sizes[mode] = size;
    for (int32_t l = 0; l != tensor->order; ++l)
      if (tensor->levels[l].mode == mode)
        tensor->levels[l].size = size;
  });
}

int64_t encke_tensor_size(const encke_tensor *tensor, int64_t mode) {
  return guarded(nullptr, [&] {
    checkMode(tensor, mode);
    return tensor->sizes[mode];
  });
}

void encke_tensor_free(encke_tensor *tensor) {
  if (!tensor)
    return;
  if (Context *context = Context::find())
    context->tensors.erase(tensor);
  for (int32_t l = 0; tensor->levels && l != tensor->order; ++l) {
    std::free(tensor->levels[l].pos);
    std::free(tensor->levels[l].crd);
  }
  if (tensor->owns_values)
    std::free(tensor->values);
  std::free(tensor->levels);
  std::free(tensor->sizes);
  delete tensor;
}

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
