//===- ConvertFuzzer.cpp - packing and converting random tensors ----------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A libFuzzer target: the bytes make a tensor and two formats. The tensor is
// packed into one, converted to the other and back, and cut by a slice; each
// time its levels are decoded by their definition, which also checks what must
// hold of them, and compared with the entries.
//
//===----------------------------------------------------------------------===//

#include "core/context.h"
#include "storage/format_text.h"
#include "storage/pack.h"
#include "storage/walk.h"
#include "tests/fuzz/Fuzzing.h"
#include "tests/unit/runtime/TensorModel.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace encke::rt;
using namespace encke::test;

/// The search for leaks needs ptrace, which containers forbid.
extern "C" const char *__asan_default_options() { return "detect_leaks=0"; }

/// What `decode` finds wrong ends the run. Threads share out small work.
extern "C" int LLVMFuzzerInitialize(int *, char ***) {
  setenv("ENCKE_TASK_WORK", "4", 1);
  GTEST_FLAG_SET(break_on_failure, true);
  return 0;
}

namespace {

struct Format {
  std::string text;
  FormatText parsed;

  bool isDense() const {
    return std::all_of(
        parsed.levels.begin(), parsed.levels.end(), [](const auto &level) {
          return level.type == ENCKE_DENSE && level.map == ENCKE_WHOLE;
        });
  }
  /// True where every coordinate of a mode has its own place in memory.
  bool spreads(size_t mode) const {
    return std::any_of(
        parsed.levels.begin(), parsed.levels.end(), [&](const auto &level) {
          return level.type == ENCKE_DENSE && level.map != ENCKE_INSIDE &&
                 level.map != ENCKE_SLOT &&
                 (level.mode == int32_t(mode) ||
                  (level.map == ENCKE_DIAGONAL &&
                   level.other == int32_t(mode)));
        });
  }
};

struct Case {
  TensorModel model;
  Format from, to;
  int32_t threads;
};

} // namespace

/// What the levels store of the modes: "0", "1/3", "1%3", "2-0".
static std::vector<std::string> parts(Bytes &bytes, int order) {
  std::vector<std::string> parts;
  for (int mode = 0; mode != order; ++mode) {
    std::string name = std::to_string(mode);
    int kind = bytes.below(8);
    int other = bytes.below(order);
    if (kind == 5 && other != mode) {
      parts.push_back(name + "-" + std::to_string(other));
    } else if (kind == 6) {
      std::string block = std::to_string(1 + bytes.below(4));
      parts.push_back(name + "/" + block);
      parts.push_back(name + "%" + block);
    } else {
      parts.push_back(name);
    }
  }
  return parts;
}

static std::string levels(Bytes &bytes, int order) {
  std::vector<std::string> left = parts(bytes, order);
  std::string levels;
  char last = 'D';
  bool slots = false;
  while (!left.empty()) {
    auto part = left.begin() + bytes.below(int(left.size()));
    bool maySingle = !slots && (last == 'N' || last == 'S');
    slots = false;
    if (!maySingle && bytes.below(8) == 7) {
      levels += " D# S" + *part;
      last = 'D'; // no other S may follow
    } else {
      last = "DCNS"[bytes.below(maySingle ? 4 : 3)];
      levels += std::string(" ") + last + *part;
    }
    left.erase(part);
  }
  return levels;
}

static Format format(Bytes &bytes, int order, int type, bool wide) {
  static const char *const types[] = {"f64", "f32",  "i64",
                                      "i32", "bool", "c128"};
  int widths = bytes.take();
  std::string text = types[type];
  text += widths & 1 ? " 8" : " 4";
  text += wide || widths & 2 ? " 8" : " 4";
  std::string head = text;
  text += levels(bytes, order);
  Format format;
  try {
    format = {text, parseFormat(text.c_str())};
    // `decode` knows the maps that have a kind (MappedTest has the others).
    for (const auto &level : format.parsed.levels)
      if (level.map == ENCKE_EXPRESSION)
        throw Error("a general expression");
  } catch (const Error &) { // such as two diagonals of each other
    text = head;
    for (int mode = 0; mode != order; ++mode)
      text += " C" + std::to_string(mode);
    format = {text, parseFormat(text.c_str())};
  }
  return format;
}

/// Small, or next to a power of two where the formats need no place for each
/// coordinate.
static int64_t sizeOf(Bytes &bytes, bool spread) {
  static const int64_t huge[] = {
      INT32_MAX,        int64_t(INT32_MAX) + 1, int64_t(INT32_MAX) + 2,
      int64_t(1) << 32, (int64_t(1) << 32) + 1, (int64_t(1) << 53) + 1,
      INT64_MAX / 2};
  int choice = bytes.take();
  return spread || choice < 200 ? choice % 10 : huge[choice % 7];
}

static int64_t coordinateIn(Bytes &bytes, int64_t size) {
  int choice = bytes.take();
  int64_t small = choice / 2 % std::min<int64_t>(size, 128);
  return choice % 2 ? size - 1 - small : small;
}

static Case makeCase(Bytes &bytes) {
  Case made;
  int order = 1 + bytes.below(4);
  // By rank, so that any type can become a later one.
  static const int byRank[] = {ENCKE_BOOL, ENCKE_I32, ENCKE_I64,
                               ENCKE_F32,  ENCKE_F64, ENCKE_C128};
  int fromType = bytes.below(6), toType = fromType + bytes.below(6 - fromType);
  int setup = bytes.take();
  made.threads = 1 + setup % 3;
  bool wide = setup & 4;
  made.from = format(bytes, order, byRank[fromType], wide);
  made.to = format(bytes, order, byRank[toType], wide);
  bool empty = false;
  for (int mode = 0; mode != order; ++mode) {
    bool spread = !wide || made.from.spreads(size_t(mode)) ||
                  made.to.spreads(size_t(mode));
    made.model.sizes.push_back(sizeOf(bytes, spread));
    empty |= made.model.sizes.back() == 0;
  }
  for (int count = empty ? 0 : bytes.below(64); count != 0; --count) {
    Entry entry;
    for (int64_t size : made.model.sizes)
      entry.at.push_back(coordinateIn(bytes, size));
    entry.value = bytes.below(fromType == 0 ? 2 : 5);
    made.model.entries.push_back(entry);
  }
  return made;
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

/// What `format` can store of the elements: an array over the modes has no
/// zeros, and the truth of a bool tensor is no sum.
static std::map<Coordinates, int64_t>
normalized(std::map<Coordinates, int64_t> elements, const Case &made) {
  bool dense = made.from.isDense() || made.to.isDense();
  for (auto it = elements.begin(); it != elements.end();) {
    if (made.from.parsed.type == ENCKE_BOOL)
      it->second = it->second != 0;
    it = dense && it->second == 0 ? elements.erase(it) : std::next(it);
  }
  return elements;
}

template <typename Index>
static void packModel(encke_tensor &tensor, const TensorModel &model) {
  Entries<Index> entries(int64_t(model.sizes.size()), tensor.type);
  entries.reserve(int64_t(model.entries.size()));
  entries.setSize(int64_t(model.entries.size()));
  for (size_t e = 0; e != model.entries.size(); ++e) {
    const Entry &entry = model.entries[e];
    for (size_t mode = 0; mode != entry.at.size(); ++mode)
      entries.coordinates[mode][int64_t(e)] = Index(entry.at[mode]);
    Value value;
    if (readsIntegers(tensor.type))
      value.integer = entry.value;
    else
      value.real = double(entry.value);
    entries.values.set(int64_t(e), value);
  }
  pack(tensor, entries);
}

/// The walk that prints and writes gives the same elements, in order.
static void checkWalk(const encke_tensor &tensor, const Decoded &decoded) {
  if (isAllDense(tensor))
    return;
  Coordinates last;
  size_t count = 0;
  walkSorted(tensor, [&](const int64_t *at, int64_t) {
    Coordinates here(at, at + tensor.order);
    require(decoded.elements.count(here) && !(here < last),
            "the walk is not in order");
    last = here;
    ++count;
  });
  require(count == decoded.stored.size(), "the walk leaves elements out");
}

static std::string textOf(const std::map<Coordinates, int64_t> &elements) {
  std::string text;
  for (const auto &[at, value] : elements) {
    for (int64_t c : at)
      text += std::to_string(c) + " ";
    text += std::to_string(value) + "; ";
  }
  return text;
}

static void compare(std::map<Coordinates, int64_t> found,
                    std::map<Coordinates, int64_t> expected, const Case &made) {
  found = normalized(std::move(found), made);
  expected = normalized(std::move(expected), made);
  require(found == expected, made.from.text + " to " + made.to.text +
                                 "\nfound    " + textOf(found) + "\nexpected " +
                                 textOf(expected));
}

static void check(const encke_tensor &tensor, const Case &made) {
  Decoded decoded = decode(tensor);
  compare(decoded.elements, made.model.elements(), made);
  require(encke_stored_count(&tensor) == int64_t(decoded.stored.size()) ||
              isAllDense(tensor),
          "the count of the elements is wrong");
  checkWalk(tensor, decoded);
}

/// Every other coordinate from 1 on.
static void checkSlice(const encke_tensor &tensor, const Case &made) {
  encke_tensor *result = newTensor(made.from.text.c_str());
  result->type = tensor.type;
  std::string ranges;
  for (int32_t mode = 0; mode != tensor.order; ++mode) {
    int64_t size = tensor.sizes[mode];
    ranges += " 1:" + std::to_string(size) + ":2";
    encke_tensor_set_size(result, mode, size / 2);
  }
  encke_slice(result, &tensor, ranges.c_str(), nullptr);
  std::map<Coordinates, int64_t> expected;
  for (const auto &[at, value] : decode(tensor).elements) {
    Coordinates half;
    for (int64_t c : at)
      if (c % 2)
        half.push_back(c / 2);
    if (half.size() == at.size())
      expected[half] = value;
  }
  compare(decode(*result).elements, expected, made);
}

static const Case *current;

static void run() {
  const Case &made = *current;
  encke_tensor *tensor = newTensor(made.from.text.c_str());
  bool narrow = true;
  for (size_t mode = 0; mode != made.model.sizes.size(); ++mode) {
    encke_tensor_set_size(tensor, int64_t(mode), made.model.sizes[mode]);
    narrow &= fitsNarrow(made.model.sizes[mode]);
  }
  if (narrow)
    packModel<int32_t>(*tensor, made.model);
  else
    packModel<int64_t>(*tensor, made.model);
  check(*tensor, made);
  encke_tensor *there = encke_convert(tensor, made.to.text.c_str(), nullptr);
  check(*there, made);
  std::string back = made.to.text.substr(0, made.to.text.find(' ')) +
                     made.from.text.substr(made.from.text.find(' '));
  check(*encke_convert(there, back.c_str(), nullptr), made);
  checkSlice(*tensor, made);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Bytes bytes(data, size);
  Case made = makeCase(bytes);
  encke_options options;
  encke_options_default(&options);
  options.threads = made.threads;
  current = &made;
  SCOPED_TRACE(made.from.text + " to " + made.to.text);
  require(encke_main(run, &options, nullptr, 0) == 0,
          made.from.text + " to " + made.to.text + " is refused");
  return 0;
}
