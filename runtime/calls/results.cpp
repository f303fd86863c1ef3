//===- results.cpp - what callers of a library get ------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A result that the caller gives is filled in: a dense one where it is, unless
// it overlaps an operand or is added to, a sparse one at the elements that it
// stores. Else a new tensor is made, which owns its arrays and outlives the
// context of the call.
//
//===----------------------------------------------------------------------===//

#include "calls/invocation.h"
#include "core/context.h"
#include "storage/layout.h"
#include "storage/tensor.h"
#include "storage/walk.h"

#include <algorithm>
#include <cstring>
#include <string>

namespace encke::rt {

static Error mismatch(const std::string &reason) {
  return identified(id::resultMismatch, Error(reason));
}

//===----------------------------------------------------------------------===//
// Tensors that outlive a call
//===----------------------------------------------------------------------===//

/// Arrays that a result has, but does not own (ENCKE_ALIAS_OK).
using Borrowed = std::vector<const void *>;

static void release(encke_tensor *tensor) {
  auto *borrowed = static_cast<Borrowed *>(tensor->owner);
  auto drop = [&](void *array) {
    if (!borrowed ||
        std::find(borrowed->begin(), borrowed->end(), array) == borrowed->end())
      deallocate(array);
  };
  for (int32_t l = 0; l != tensor->level_count; ++l) {
    drop(tensor->levels[l].pos);
    if (!isInside(*tensor, l))
      drop(tensor->levels[l].crd);
  }
  if (!isInside(*tensor, tensor->level_count))
    drop(tensor->values);
  deallocate(tensor->zeros);
  delete borrowed;
  deallocate(tensor->levels);
  deallocate(tensor->sizes);
  delete tensor;
}

/// A tensor of the caller's, with what `parameter` says and nothing in it.
static encke_tensor *newResult(const encke_parameter &parameter) {
  auto *tensor = new encke_tensor();
  tensor->release = release;
  tensor->struct_size = sizeof(encke_tensor);
  tensor->level_size = sizeof(encke_level);
  tensor->order = parameter.order;
  tensor->type = parameter.type;
  tensor->pos_bytes = tensor->crd_bytes = 4;
  try {
    tensor->sizes = static_cast<int64_t *>(allocateZeroed(parameter.order, 8));
    tensor->levels = static_cast<encke_level *>(
        allocateZeroed(parameter.level_count, sizeof(encke_level)));
  } catch (...) {
    release(tensor);
    throw;
  }
  tensor->level_count = parameter.level_count;
  std::copy_n(parameter.levels, parameter.level_count, tensor->levels);
  return tensor;
}

//===----------------------------------------------------------------------===//
// Dense results
//===----------------------------------------------------------------------===//

static int64_t countOf(const Invocation &invocation) {
  return volume(invocation.sizes.data(), invocation.sizes.size());
}

/// Throws where the tensor that the caller gives has not the result's shape.
static void checkGiven(const Invocation &invocation,
                       const std::vector<int64_t> &sizes) {
  const encke_tensor &given = *invocation.given();
  for (size_t mode = 0; mode != sizes.size(); ++mode)
    if (given.sizes[mode] != sizes[mode])
      throw mismatch("the result has size " + std::to_string(sizes[mode]) +
                     " in dimension " + std::to_string(mode + 1) +
                     ", the tensor given for it has " +
                     std::to_string(given.sizes[mode]));
}

/// True when memory of the given result is an operand's, too.
static bool overlapsOperand(const Invocation &invocation) {
  const encke_tensor &given = *invocation.given();
  auto begin = [](const encke_tensor &tensor) {
    return static_cast<const char *>(tensor.values);
  };
  auto end = [&](const encke_tensor &tensor) {
    return begin(tensor) + tensor.value_count * elementBytes(tensor.type);
  };
  for (int32_t n = 0; n != invocation.function.parameter_count; ++n) {
    if (invocation.function.parameters[n].kind != ENCKE_TENSOR)
      continue;
    const encke_tensor &operand = *invocation.operand(n);
    if (begin(given) < end(operand) && begin(operand) < end(given))
      return true;
  }
  return false;
}

void *placeOfValues(Invocation &invocation, int32_t type, int64_t &count) {
  const encke_parameter &result = invocation.function.result;
  if (result.kind == ENCKE_SCALAR) {
    count = 1;
    return invocation.result;
  }
  count = countOf(invocation);
  encke_tensor *given = invocation.given();
  if (given)
    checkGiven(invocation, invocation.sizes);
  if (given && !invocation.has(ENCKE_ACCUMULATE) &&
      !overlapsOperand(invocation))
    return given->values;
  invocation.values = Array<char>(count * elementBytes(type));
  return invocation.values.data();
}

/// target[i] += source[i], or target[i] = source[i].
static void putValues(void *target, const void *source, int32_t type,
                      int64_t count, bool accumulate) {
  if (!accumulate) {
    std::memcpy(target, source, size_t(count * elementBytes(type)));
    return;
  }
  withElement(type, [&](auto element) {
    using T = decltype(element);
    auto *to = static_cast<T *>(target);
    const auto *from = static_cast<const T *>(source);
    for (int64_t i = 0; i != count; ++i)
      if constexpr (std::is_same_v<T, uint8_t>) // the sum of booleans is "or"
        to[i] = T(to[i] || from[i]);
      else
        to[i] = T(to[i] + from[i]);
  });
}

static void deliverDense(Invocation &invocation) {
  const encke_parameter &result = invocation.function.result;
  int64_t count = countOf(invocation);
  if (encke_tensor *given = invocation.given()) {
    if (invocation.values.size() != 0)
      putValues(given->values, invocation.values.data(), result.type, count,
                invocation.has(ENCKE_ACCUMULATE));
    return;
  }
  encke_tensor *tensor = newResult(result);
  std::copy(invocation.sizes.begin(), invocation.sizes.end(), tensor->sizes);
  setLevelSizes(*tensor);
  tensor->values = invocation.values.release();
  tensor->value_count = count;
  *static_cast<encke_tensor **>(invocation.result) = tensor;
}

//===----------------------------------------------------------------------===//
// Sparse results
//===----------------------------------------------------------------------===//

/// A position in the levels of a tensor that stores modes as they are, or -1
/// where it has no element at `coordinates`.
static int64_t findPosition(const encke_tensor &tensor,
                            const int64_t *coordinates) {
  int64_t begin = 0, end = 1; // the positions that fit so far
  for (int32_t l = 0; l != tensor.level_count && begin < end; ++l) {
    const encke_level &level = tensor.levels[l];
    int64_t wanted = coordinates[level.mode];
    if (isDense(level)) {
      begin = begin * level.size + wanted;
      end = begin + 1;
      continue;
    }
    if (!format::typeOf(level).isSingle())
      std::tie(begin, end) = positionsBelow(tensor, level, begin);
    auto firstFrom = [&](int64_t least) {
      int64_t low = begin, high = end;
      while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (integerAt(level.crd, tensor.crd_bytes, middle) < least)
          low = middle + 1;
        else
          high = middle;
      }
      return low;
    };
    int64_t first = firstFrom(wanted);
    end = firstFrom(wanted + 1);
    begin = first;
  }
  return begin < end ? begin : -1;
}

static bool storesModes(const encke_tensor &tensor) {
  for (int32_t l = 0; l != tensor.level_count; ++l)
    if (!isWhole(tensor.levels[l]) || tensor.levels[l].layout != 0)
      return false;
  return true;
}

/// True when the tensors have the same levels with the same arrays in them.
static bool samePattern(const encke_tensor &a, const encke_tensor &b) {
  auto same = [](const void *x, const void *y, int64_t count, int64_t bytes) {
    return x == y || std::memcmp(x, y, size_t(count * bytes)) == 0;
  };
  if (hasLayout(a) || a.pos_bytes != b.pos_bytes ||
      a.crd_bytes != b.crd_bytes || a.value_count != b.value_count)
    return false;
  for (int32_t l = 0; l != a.level_count; ++l) {
    const encke_level &x = a.levels[l], &y = b.levels[l];
    if (x.size != y.size || x.pos_count != y.pos_count ||
        x.crd_count != y.crd_count)
      return false;
    if ((x.pos_count && !same(x.pos, y.pos, x.pos_count, a.pos_bytes)) ||
        (x.crd_count && !same(x.crd, y.crd, x.crd_count, a.crd_bytes)))
      return false;
  }
  return true;
}

/// Puts the values of the result where the caller's tensor has an element; what
/// it stores besides becomes zero.
static void fillGiven(const Invocation &invocation) {
  const encke_tensor &source = *invocation.tensor;
  encke_tensor &given = *invocation.given();
  checkGiven(invocation, {source.sizes, source.sizes + source.order});
  bool accumulates = invocation.has(ENCKE_ACCUMULATE);
  if (given.explicit_value)
    throw mismatch("not supported yet: a result that is given where all "
                   "elements have one value");
  if (samePattern(source, given))
    return putValues(given.values, source.values, given.type, given.value_count,
                     accumulates);
  if (!storesModes(given))
    throw mismatch("not supported yet: a result that is given with blocks, "
                   "diagonals or slots must store just what is computed");
  int64_t bytes = elementBytes(given.type);
  std::vector<int64_t> positions;
  positions.reserve(size_t(source.value_count));
  walkStored(source, [&](const int64_t *coordinates, int64_t) {
    int64_t position = findPosition(given, coordinates);
    if (position < 0) {
      std::string at;
      for (int32_t mode = 0; mode != given.order; ++mode)
        at += (mode ? ", " : "") + std::to_string(coordinates[mode]);
      throw mismatch("the result has an element at (" + at +
                     "), the tensor given for it has none there");
    }
    positions.push_back(position);
  });
  if (!accumulates)
    std::memset(given.values, 0, size_t(given.value_count * bytes));
  size_t next = 0;
  walkStored(source, [&](const int64_t *, int64_t at) {
    putValues(static_cast<char *>(given.values) + positions[next++] * bytes,
              static_cast<const char *>(source.values) + at * bytes, given.type,
              1, accumulates);
  });
}

static bool isOfOperand(const Invocation &invocation, const void *array) {
  for (int32_t n = 0; n != invocation.function.parameter_count; ++n) {
    if (invocation.function.parameters[n].kind != ENCKE_TENSOR)
      continue;
    const encke_tensor &operand = *invocation.operand(n);
    if (operand.values == array)
      return true;
    for (int32_t l = 0; l != operand.level_count; ++l)
      if (operand.levels[l].pos == array || operand.levels[l].crd == array)
        return true;
  }
  return false;
}

namespace {
/// Takes arrays over from a tensor of the context, or of an operand.
class Taker {
public:
  Taker(const Invocation &invocation, encke_tensor &target)
      : invocation(invocation), target(target) {}

  /// The array for `target`: itself, or a copy where somebody else has it.
  void *take(void *array, int64_t count, int64_t bytes) {
    if (!array)
      return nullptr;
    if (!isOfOperand(invocation, array)) {
      // Of several tensors of the context that have it, one is the result.
      Context::current().shared[array] += 1;
      return array;
    }
    if (invocation.has(ENCKE_ALIAS_OK)) {
      if (!target.owner)
        target.owner = new Borrowed();
      static_cast<Borrowed *>(target.owner)->push_back(array);
      return array;
    }
    return copy(array, count, bytes);
  }

  /// The same for values, of which a tensor of the context may be a view.
  void *takeValues(encke_tensor &source) {
    int64_t bytes = elementBytes(source.type);
    if (source.explicit_value)
      return copy(source.explicit_value, 1, bytes);
    if (isOfOperand(invocation, source.values))
      return take(source.values, source.value_count, bytes);
    if (!source.owns_values)
      return copy(source.values, source.value_count, bytes);
    source.owns_values = 0;
    return source.values;
  }

  static void *copy(const void *array, int64_t count, int64_t bytes) {
    void *made = allocate(count, bytes);
    std::memcpy(made, array, size_t(count * bytes));
    return made;
  }

private:
  const Invocation &invocation;
  encke_tensor &target;
};
} // namespace

static void deliverSparse(Invocation &invocation) {
  encke_tensor &source = *invocation.tensor;
  if (invocation.given())
    return fillGiven(invocation);
  encke_tensor *tensor = newResult(invocation.function.result);
  try {
    Taker taker(invocation, *tensor);
    tensor->pos_bytes = source.pos_bytes;
    tensor->crd_bytes = source.crd_bytes;
    std::copy_n(source.sizes, source.order, tensor->sizes);
    const encke_level *record = nullptr; // that owns what is inside
    void *records = nullptr;
    auto inside = [&](void *field) {
      auto *first = static_cast<char *>(record->crd);
      return static_cast<void *>(static_cast<char *>(records) +
                                 (static_cast<char *>(field) - first));
    };
    for (int32_t l = 0; l != source.level_count; ++l) {
      encke_level &to = tensor->levels[l];
      const encke_level &from = source.levels[l];
      to.size = from.size;
      to.pos = taker.take(from.pos, from.pos_count, source.pos_bytes);
      to.pos_count = from.pos_count;
      to.crd_count = from.crd_count;
      to.stride = from.stride;
      if (isInside(source, l)) {
        to.crd = inside(from.crd);
        continue;
      }
      int64_t stride = std::max(from.stride, 1);
      to.crd = taker.take(from.crd, from.crd_count * stride, source.crd_bytes);
      record = &from;
      records = to.crd;
    }
    bool isValueInside = isInside(source, source.level_count);
    tensor->values =
        isValueInside ? inside(source.values) : taker.takeValues(source);
    tensor->value_count = source.value_count;
    tensor->value_stride = source.value_stride;
    if (source.explicit_value)
      tensor->explicit_value = tensor->values;
    // One bit for each value: to copy them costs little.
    if (source.zeros)
      tensor->zeros = static_cast<uint64_t *>(taker.copy(
          source.zeros, (source.value_count + 63) / 64, sizeof(uint64_t)));
    tensor->full = source.full;
  } catch (...) {
    release(tensor);
    throw;
  }
  *static_cast<encke_tensor **>(invocation.result) = tensor;
}

void deliver(Invocation &invocation) {
  if (invocation.function.result.kind != ENCKE_TENSOR)
    return;
  if (invocation.tensor)
    deliverSparse(invocation);
  else
    deliverDense(invocation);
}

} // namespace encke::rt
