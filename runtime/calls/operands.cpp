//===- operands.cpp - what callers of a library bring ---------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two depths. The arrays of a tensor are always checked for their number, their
// alignment and the ends of their positions, which takes a constant time a
// level. With ENCKE_CHECK each position and coordinate is looked at: in order,
// distinct, and inside the sizes.
//
//===----------------------------------------------------------------------===//

#include "calls/invocation.h"
#include "core/error.h"
#include "format/explicit_value.h"
#include "format/levels.h"
#include "storage/format_text.h"
#include "storage/layout.h"
#include "storage/level_map.h"
#include "storage/tensor.h"

#include <cstring>
#include <string>

namespace encke::rt {

static std::string nameOf(const encke_parameter &parameter,
                          const encke_function &function) {
  if (&parameter == &function.result)
    return std::string("the result of '") + function.name + "'";
  return std::string("operand '") + parameter.name + "' of '" + function.name +
         "'";
}

namespace {

/// The checks of one tensor.
class Checker {
public:
  Checker(const encke_tensor &tensor, const encke_parameter &parameter,
          const encke_function &function)
      : tensor(tensor), parameter(parameter), function(function) {}

  void checkShallow();
  void checkDeep();

private:
  [[noreturn]] void fail(const std::string &reason) const {
    throw identified(id::operandMismatch,
                     Error(nameOf(parameter, function) + " " + reason));
  }
  void checkVersion() const;
  void checkRoom() const;
  void checkFormat() const;
  void checkSizes() const;
  void checkWidths() const;
  void checkRecords() const;
  int64_t checkLevel(int32_t number, int64_t parents) const;
  int64_t checkPositions(int32_t number, int64_t parents) const;
  void checkArray(const void *array, int64_t count, int64_t wanted,
                  int64_t bytes, const char *what, int32_t level) const;
  void checkParent(int32_t number, int64_t begin, int64_t end) const;

  const encke_tensor &tensor;
  const encke_parameter &parameter;
  const encke_function &function;
};

} // namespace

void Checker::checkVersion() const {
  if (tensor.struct_size != int32_t(sizeof(encke_tensor)) ||
      tensor.level_size != int32_t(sizeof(encke_level)))
    fail(
        "was made with another version of encke/tensor.h: its struct_size is " +
        std::to_string(tensor.struct_size) + " and its level_size " +
        std::to_string(tensor.level_size) + ", not " +
        std::to_string(sizeof(encke_tensor)) + " and " +
        std::to_string(sizeof(encke_level)));
}

/// What there is room for in the structs, and nothing else yet.
void Checker::checkRoom() const {
  if (tensor.device != 0)
    fail("is in the memory of a device: not supported yet");
  if (tensor.parts || tensor.part_count != 0)
    fail("has several parts: not supported yet");
  for (int32_t l = 0; l != tensor.level_count; ++l)
    if (tensor.levels[l].inverse)
      fail("has an inverse: not supported yet");
}

/// All elements have the value that the format says, if any (L50).
static bool hasWantedValue(const encke_tensor &tensor,
                           std::string_view format) {
  std::optional<double> wanted = format::takeExplicitValue(format);
  if (!wanted || !tensor.explicit_value)
    return !wanted && !tensor.explicit_value;
  bool isSame = false;
  withElement(tensor.type, [&](auto element) {
    using T = decltype(element);
    isSame = *static_cast<const T *>(tensor.explicit_value) == T(*wanted);
  });
  return isSame;
}

void Checker::checkFormat() const {
  if (tensor.order != parameter.order)
    fail("has " + std::to_string(tensor.order) + " dimensions, not " +
         std::to_string(parameter.order));
  if (tensor.level_count < 0 || (tensor.level_count > 0 && !tensor.levels) ||
      (tensor.order > 0 && !tensor.sizes))
    fail("has no array of sizes or of levels");
  bool isSame = tensor.type == parameter.type &&
                tensor.level_count == parameter.level_count;
  for (int32_t l = 0; isSame && l != tensor.level_count; ++l) {
    const encke_level &is = tensor.levels[l], &wanted = parameter.levels[l];
    isSame =
        is.type == wanted.type && is.n == wanted.n && is.m == wanted.m &&
        is.layout == wanted.layout && is.map == wanted.map &&
        (isSlot(wanted) || is.mode == wanted.mode) &&
        is.other == wanted.other && is.block == wanted.block &&
        (!isExpression(wanted) ||
         (is.expression && !std::strcmp(is.expression, wanted.expression)));
  }
  if (!isSame || !hasWantedValue(tensor, parameter.format))
    fail("has the format '" + formatText(tensor) + "', not '" +
         parameter.format + "'");
}

void Checker::checkSizes() const {
  for (int32_t mode = 0; mode != tensor.order; ++mode) {
    int64_t size = tensor.sizes[mode], wanted = parameter.sizes[mode];
    if (size < 0)
      fail("has the size " + std::to_string(size) + " in dimension " +
           std::to_string(mode + 1));
    if (wanted >= 0 && size != wanted)
      fail("has the size " + std::to_string(size) + " in dimension " +
           std::to_string(mode + 1) + ", not " + std::to_string(wanted));
  }
  for (int32_t l = 0; l != tensor.level_count; ++l) {
    const encke_level &level = tensor.levels[l];
    int64_t wanted = levelSize(tensor, level);
    if (level.size != wanted)
      fail("has the size " + std::to_string(level.size) + " in level " +
           std::to_string(l + 1) + ", not " + std::to_string(wanted));
  }
}

static std::string inLevel(int32_t number) {
  return " in level " + std::to_string(number + 1);
}

/// Fields of records are as far apart as the format says.
void Checker::checkRecords() const {
  std::vector<format::LevelType> types = typesOf(tensor);
  for (int32_t l = 0; l <= tensor.level_count; ++l) {
    bool isValue = l == tensor.level_count;
    int64_t value = elementBytes(tensor.type);
    auto record =
        format::findRecord(types, unsigned(l), tensor.crd_bytes, value);
    int64_t wanted =
        record ? record->bytes / (isValue ? value : tensor.crd_bytes) : 0;
    int64_t stride = isValue ? tensor.value_stride : tensor.levels[l].stride;
    if (stride != wanted)
      fail(std::string("has ") + (isValue ? "values" : "coordinates") +
           " that are " + std::to_string(stride) + " apart, not " +
           std::to_string(wanted) + (isValue ? "" : inLevel(l)));
  }
}

static bool hasArrays(const encke_tensor &tensor) {
  for (int32_t l = 0; l != tensor.level_count; ++l)
    if (!isDense(tensor.levels[l]))
      return true;
  return false;
}

void Checker::checkWidths() const {
  auto isWidth = [](int32_t bytes) { return bytes == 4 || bytes == 8; };
  if (!isWidth(tensor.pos_bytes) || !isWidth(tensor.crd_bytes))
    fail("has positions of " + std::to_string(tensor.pos_bytes) +
         " and coordinates of " + std::to_string(tensor.crd_bytes) +
         " bytes: both have 4, or both have 8");
  if (tensor.pos_bytes != tensor.crd_bytes)
    fail("has positions of " + std::to_string(8 * tensor.pos_bytes) +
         " bits and coordinates of " + std::to_string(8 * tensor.crd_bytes) +
         ": convert one of them");
}

void Checker::checkArray(const void *array, int64_t count, int64_t wanted,
                         int64_t bytes, const char *what, int32_t level) const {
  bool isAligned = reinterpret_cast<uintptr_t>(array) % uintptr_t(bytes) == 0;
  if (count == wanted && (array || count == 0) && isAligned)
    return;
  std::string name = what;
  if (level >= 0)
    name += inLevel(level);
  if (count != wanted)
    fail("has " + std::to_string(count) + " " + name + ", not " +
         std::to_string(wanted));
  if (!array && count != 0)
    fail("has no array of " + name);
  fail("has " + name + " at an address that is no multiple of " +
       std::to_string(bytes));
}

/// Returns the number of the level's positions.
int64_t Checker::checkLevel(int32_t number, int64_t parents) const {
  const encke_level &level = tensor.levels[number];
  if (isDense(level)) {
    int64_t positions;
    int64_t each = level.layout & ENCKE_APART ? roomOfParts(parents) : parents;
    if (__builtin_mul_overflow(each, level.size, &positions))
      fail("has more than 2^63 positions" + inLevel(number));
    return positions;
  }
  format::LevelType type = format::typeOf(level);
  if (!type.hasPositionArray()) {
    if (__builtin_mul_overflow(parents, std::max(type.fixedCount(), 1),
                               &parents))
      fail("has more than 2^63 positions" + inLevel(number));
    checkArray(level.crd, level.crd_count, parents, tensor.crd_bytes,
               "coordinates", number);
    return parents;
  }
  int64_t batches = batchesOf(tensor);
  if (batches == 0 && (!type.isIrregular() || type.isRun()) &&
      !isInParts(tensor, level))
    return checkPositions(number, parents);
  checkArray(level.pos, level.pos_count,
             batches ? parents + batches : 2 * parents, tensor.pos_bytes,
             "positions", number);
  if (batches && level.crd_count % batches != 0)
    fail("has no array of coordinates that " + std::to_string(batches) +
         " batches share" + inLevel(number));
  for (int64_t p = 0; p != parents; ++p) {
    auto [begin, end] = positionsBelow(tensor, level, p);
    if (begin < 0 || end < begin || end > level.crd_count)
      fail("has the positions " + std::to_string(begin) + " to " +
           std::to_string(end) + inLevel(number));
  }
  checkArray(level.crd, level.crd_count, level.crd_count, tensor.crd_bytes,
             "coordinates", number);
  return level.crd_count;
}

/// Of a level whose positions of each parent end where those of the next one
/// begin.
int64_t Checker::checkPositions(int32_t number, int64_t parents) const {
  const encke_level &level = tensor.levels[number];
  checkArray(level.pos, level.pos_count, parents + 1, tensor.pos_bytes,
             "positions", number);
  int64_t first = integerAt(level.pos, tensor.pos_bytes, 0);
  int64_t last = integerAt(level.pos, tensor.pos_bytes, parents);
  if (first != 0)
    fail("has positions that begin with " + std::to_string(first) + ", not 0," +
         inLevel(number));
  if (last < 0)
    fail("has positions that end with " + std::to_string(last) +
         inLevel(number));
  checkArray(level.crd, level.crd_count, last, tensor.crd_bytes, "coordinates",
             number);
  return last;
}

void Checker::checkShallow() {
  checkVersion();
  checkFormat();
  checkRoom();
  checkSizes();
  if (hasArrays(tensor))
    checkWidths();
  checkRecords();
  int64_t positions = 1;
  for (int32_t l = 0; l != tensor.level_count; ++l)
    positions = checkLevel(l, positions);
  int64_t alignment = tensor.type == ENCKE_C128 ? int64_t(sizeof(double))
                                                : elementBytes(tensor.type);
  if (!tensor.explicit_value)
    checkArray(tensor.values, tensor.value_count, positions, alignment,
               "values", /*level=*/-1);
}

/// The coordinates of one parent.
void Checker::checkParent(int32_t number, int64_t begin, int64_t end) const {
  const encke_level &level = tensor.levels[number];
  format::LevelType type = format::typeOf(level);
  for (int64_t q = begin; q < end; ++q) {
    int64_t coordinate = coordinateAt(tensor, level, q);
    int64_t least = type.isRun() ? 1 : 0; // where a run ends
    if (coordinate < least || coordinate >= level.size + least)
      fail("has the coordinate " + std::to_string(coordinate) +
           inLevel(number) + ", which has size " + std::to_string(level.size));
    if (q == begin || type.isSingle())
      continue;
    int64_t before = coordinateAt(tensor, level, q - 1);
    bool mayRepeat = type.mayRepeat();
    if (coordinate < before || (coordinate == before && !mayRepeat))
      fail("has the coordinate " + std::to_string(coordinate) + " behind " +
           std::to_string(before) + inLevel(number) + ": they are sorted" +
           (mayRepeat ? "" : " and distinct"));
  }
}

/// Of a coordinate list: entry q comes behind entry q - 1.
static bool isBehind(const encke_tensor &tensor, int32_t first, int64_t q) {
  for (int32_t l = first; l != tensor.level_count; ++l) {
    const encke_level &level = tensor.levels[l];
    if (isDense(level))
      break;
    int64_t now = coordinateAt(tensor, level, q);
    int64_t before = coordinateAt(tensor, level, q - 1);
    if (now != before)
      return now > before;
  }
  return false;
}

void Checker::checkDeep() {
  int64_t parents = 1;
  for (int32_t l = 0; l != tensor.level_count; ++l) {
    const encke_level &level = tensor.levels[l];
    if (isDense(level)) {
      if (level.layout & ENCKE_APART)
        parents = roomOfParts(parents);
      parents *= level.size;
      continue;
    }
    format::LevelType type = format::typeOf(level);
    if (type.isSingle()) {
      checkParent(l, 0, parents);
      continue;
    }
    for (int64_t p = 0; p != parents; ++p) {
      auto [begin, end] = positionsBelow(tensor, level, p);
      if (begin > end || end > level.crd_count)
        fail("has the position " + std::to_string(end) + " behind " +
             std::to_string(begin) + inLevel(l));
      checkParent(l, begin, end);
      if (type.isRun() && level.size != 0 &&
          (begin == end || coordinateAt(tensor, level, end - 1) != level.size))
        fail("has runs that do not end with the size " +
             std::to_string(level.size) + inLevel(l));
      if (type.mayRepeat())
        for (int64_t q = begin + 1; q < end; ++q)
          if (!isBehind(tensor, l, q))
            fail("has entry " + std::to_string(q + 1) +
                 " out of order, or twice: entries are sorted and distinct");
    }
    parents = level.crd_count;
  }
}

void checkTensor(const encke_tensor &tensor, const encke_parameter &parameter,
                 const encke_function &function, bool deep) {
  Checker checker(tensor, parameter, function);
  checker.checkShallow();
  if (deep)
    checker.checkDeep();
}

int32_t checkOperands(const Invocation &invocation) {
  const encke_function &function = invocation.function;
  const encke_tensor *first = nullptr;
  int32_t firstNumber = 0;
  for (int32_t n = 0; n != function.parameter_count; ++n) {
    const encke_parameter &parameter = function.parameters[n];
    if (!invocation.arguments[n])
      throw identified(id::operandMismatch,
                       Error(nameOf(parameter, function) + " is NULL"));
    if (parameter.kind != ENCKE_TENSOR)
      continue;
    const encke_tensor &tensor = *invocation.operand(n);
    checkTensor(tensor, parameter, function, invocation.has(ENCKE_CHECK));
    if (!hasArrays(tensor))
      continue;
    if (first && first->pos_bytes != tensor.pos_bytes)
      throw identified(
          id::operandMismatch,
          Error(nameOf(parameter, function) + " has positions of " +
                std::to_string(8 * tensor.pos_bytes) + " bits, but '" +
                function.parameters[firstNumber].name + "' has them of " +
                std::to_string(8 * first->pos_bytes) +
                ": convert the narrower one"));
    if (!first) {
      first = &tensor;
      firstNumber = n;
    }
  }
  const encke_tensor *given = invocation.given();
  if (given)
    checkTensor(*given, function.result, function, invocation.has(ENCKE_CHECK));
  if (given && hasArrays(*given)) {
    if (first && first->pos_bytes != given->pos_bytes)
      throw identified(id::resultMismatch,
                       Error("the result has positions of " +
                             std::to_string(8 * given->pos_bytes) +
                             " bits, the operands have them of " +
                             std::to_string(8 * first->pos_bytes)));
    first = given;
  }
  return first ? first->pos_bytes : invocation.has(ENCKE_WIDE) ? 8 : 4;
}

} // namespace encke::rt
