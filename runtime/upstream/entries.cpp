//===- entries.cpp - positions listed, and elements put in ----------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "core/context.h"
#include "encke/upstream.h"
#include "storage/list.h"
#include "storage/walk.h"

#include <cstdlib>
#include <cstring>

using namespace encke::rt;

//===----------------------------------------------------------------------===//
// Files and numbers of the command line
//===----------------------------------------------------------------------===//

const char *encke_tensor_filename(int64_t n, const char *where) {
  return guarded(where, [&] {
    Context &context = Context::current();
    std::string variable = "TENSOR" + std::to_string(n);
    const char *path = std::getenv(variable.c_str());
    if (n >= 0 && n < int64_t(context.arguments.size()))
      path = context.arguments[size_t(n)].c_str();
    if (!path)
      throw identified(id::noDataFile,
                       Error("no data file for tensor " + std::to_string(n) +
                             ": name it on the command line (" +
                             std::to_string(context.arguments.size()) +
                             " given), or set " + variable));
    context.markRead(n);
    return path;
  });
}

/// Reads all of the n-th argument as a number.
template <typename T, typename Read>
static T argumentAs(int64_t n, const char *what, Read read) {
  Context &context = Context::current();
  if (n < 0 || n >= int64_t(context.arguments.size()))
    throw Error("argument " + std::to_string(n + 1) + ", " + what +
                ", is missing: " + std::to_string(context.arguments.size()) +
                " given");
  const std::string &text = context.arguments[size_t(n)];
  context.markRead(n);
  char *end = nullptr;
  errno = 0;
  T value = read(text.c_str(), &end);
  if (text.empty() || *end != '\0' || errno == ERANGE)
    throw Error("argument " + std::to_string(n + 1) + ", '" + text +
                "', is not " + what);
  return value;
}

double encke_argument_f64(int64_t n, const char *where) {
  return guarded(
      where, [&] { return argumentAs<double>(n, "a number", std::strtod); });
}

int64_t encke_argument_i64(int64_t n, const char *where) {
  return guarded(where, [&] {
    return argumentAs<int64_t>(n, "a whole number",
                               [](const char *text, char **end) {
                                 return std::strtoll(text, end, 10);
                               });
  });
}

//===----------------------------------------------------------------------===//
// Positions
//===----------------------------------------------------------------------===//

int64_t encke_position_total(const encke_tensor *tensor) {
  return tensor->value_count;
}

encke_tensor *encke_list_positions(const encke_tensor *tensor) {
  return guarded(nullptr, [&] {
    encke_tensor *list = newTensor(tensor->order, tensor->order, tensor->type);
    list->crd_bytes = 8;
    int64_t count = tensor->values ? tensor->value_count : 0, next = 0;
    std::vector<int64_t *> columns;
    for (int32_t mode = 0; mode != list->order; ++mode) {
      encke_level &level = list->levels[mode];
      level.type = ENCKE_SINGLETON;
      level.mode = mode;
      level.size = list->sizes[mode] = tensor->sizes[mode];
      level.crd = allocate(count, 8);
      level.crd_count = count;
      columns.push_back(static_cast<int64_t *>(level.crd));
    }
    list->values = allocate(count, elementBytes(list->type));
    list->owns_values = 1;
    withElement(list->type, [&](auto element) {
      using T = decltype(element);
      auto *values = static_cast<T *>(list->values);
      walkPositions(*tensor, [&](const int64_t *at, int64_t position) {
        for (size_t mode = 0; mode != columns.size(); ++mode)
          columns[mode][next] = at[mode];
        values[next++] = valueAt<T>(*tensor, position);
      });
    });
    // Blocks at the edge have positions beyond the tensor.
    for (int32_t mode = 0; mode != list->order; ++mode)
      list->levels[mode].crd_count = next;
    list->value_count = next;
    return list;
  });
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

namespace {
/// What was put into a tensor so far.
struct Pending {
  virtual ~Pending() = default;
  std::vector<int64_t> at; ///< of the element that is named
};

template <typename T>
struct PendingOf : Pending {
  explicit PendingOf(size_t order) : list(order) {}
  List<T> list;
};
} // namespace

/// The list of a tensor; begins with what the tensor stores.
template <typename T>
static PendingOf<T> &pendingOf(encke_tensor &tensor) {
  std::shared_ptr<void> &slot = Context::current().pending[&tensor];
  if (!slot) {
    auto made = std::make_shared<PendingOf<T>>(size_t(tensor.order));
    if (tensor.values)
      walkStored(tensor, [&](const int64_t *at, int64_t position) {
        made->list.add(at, valueAt<T>(tensor, position));
      });
    slot = made;
  }
  return *static_cast<PendingOf<T> *>(slot.get());
}

static void checkCoordinate(const encke_tensor &tensor, size_t mode,
                            int64_t coordinate) {
  if (coordinate < 0 || coordinate >= tensor.sizes[mode])
    throw Error("an element is put at coordinate " +
                std::to_string(coordinate) + " of dimension " +
                std::to_string(mode + 1) + ", which has size " +
                std::to_string(tensor.sizes[mode]));
}

void encke_put_coordinate(encke_tensor *tensor, int64_t coordinate) {
  guarded(nullptr, [&] {
    withElement(tensor->type, [&](auto element) {
      std::vector<int64_t> &at = pendingOf<decltype(element)>(*tensor).at;
      if (at.size() == size_t(tensor->order))
        throw Error("more coordinates than the tensor has dimensions");
      checkCoordinate(*tensor, at.size(), coordinate);
      at.push_back(coordinate);
    });
  });
}

/// A number of another type than the tensor's is converted.
template <typename Number>
static void put(encke_tensor &tensor, Number value) {
  guarded(nullptr, [&] {
    withElement(tensor.type, [&](auto element) {
      using T = decltype(element);
      PendingOf<T> &pending = pendingOf<T>(tensor);
      if (pending.at.size() != size_t(tensor.order))
        throw Error("an element is put without all its coordinates");
      if constexpr (std::is_convertible_v<Number, T>)
        pending.list.add(pending.at.data(), T(value));
      else
        throw Error("a complex number is put into a tensor of real ones");
      pending.at.clear();
    });
  });
}

void encke_put_f64(encke_tensor *tensor, double value) { put(*tensor, value); }
void encke_put_f32(encke_tensor *tensor, float value) { put(*tensor, value); }
void encke_put_i64(encke_tensor *tensor, int64_t value) { put(*tensor, value); }
void encke_put_c128(encke_tensor *tensor, double real, double imaginary) {
  put(*tensor, std::complex<double>(real, imaginary));
}

void encke_put_all(encke_tensor *tensor, const encke_tensor *source,
                   int64_t mode, int64_t offset) {
  guarded(nullptr, [&] {
    if (source->type != tensor->type || source->order != tensor->order)
      throw Error("elements of another type or order are put into a tensor");
    if (!source->values)
      return;
    withElement(tensor->type, [&](auto element) {
      using T = decltype(element);
      List<T> &list = pendingOf<T>(*tensor).list;
      std::vector<int64_t> shifted(size_t(tensor->order));
      bool dropsZeros = isAllDense(*source);
      walkStored(*source, [&](const int64_t *at, int64_t position) {
        T value = valueAt<T>(*source, position);
        if (dropsZeros && value == T(0))
          return;
        std::copy_n(at, shifted.size(), shifted.begin());
        shifted[size_t(mode)] += offset;
        for (size_t m = 0; m != shifted.size(); ++m)
          checkCoordinate(*tensor, m, shifted[m]);
        list.add(shifted.data(), value);
      });
    });
  });
}

void encke_tensor_zero(encke_tensor *tensor) {
  std::memset(tensor->values, 0,
              size_t(tensor->value_count * elementBytes(tensor->type)));
}

void encke_finish(encke_tensor *tensor) {
  guarded(nullptr, [&] {
    auto &all = Context::current().pending;
    withElement(tensor->type, [&](auto element) {
      using T = decltype(element);
      List<T> list = std::move(pendingOf<T>(*tensor).list);
      all.erase(tensor);
      fillFrom(*tensor, list);
    });
  });
}
