//===- binsparse.cpp - tensors as Binsparse describes them ----------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A format is a list of levels, and perhaps another order of the dimensions: a
// dense level has positions for all coordinates, a sparse one arrays of those
// that are there. Those of usual matrices are taken as they are; of the others
// the coordinates of each element are made.
//
//===----------------------------------------------------------------------===//

#include "io/binsparse.h"
#include "io/json.h"

#include <algorithm>
#include <numeric>

namespace encke::rt {

namespace {

struct Level {
  bool isSparse = false;
  int64_t rank = 1; ///< of how many dimensions
};

class BinsparseReader {
public:
  BinsparseReader(const encke_file &file, const NamedArrays &arrays,
                  StoredTensor &stored)
      : file(file), arrays(arrays), stored(stored) {}
  void read(const Json &descriptor);

private:
  void readShape(const Json &descriptor);
  void readFormat(const Json &descriptor);
  bool useKnownFormat(const std::string &name);
  void readLevels(const Json &root);
  void readOrder(const Json &from);
  void readStructure(const Json &descriptor);
  void readValueType(const Json &descriptor);
  void checkFill(const Json &descriptor) const;
  bool isTransposed() const {
    return !std::is_sorted(modes.begin(), modes.end());
  }
  Numbers values(int64_t count);
  void fill();
  int64_t expandDense(int64_t positions, const Level &level, size_t next);
  int64_t expandSparse(int64_t positions, const Level &level);
  void expand();
  std::string indices(size_t dimension) const {
    return "indices_" + std::to_string(dimension);
  }
  [[noreturn]] void fail(const std::string &reason) const {
    failStored(file, "Binsparse: " + reason);
  }

  const encke_file &file;
  const NamedArrays &arrays;
  StoredTensor &stored;
  std::vector<Level> levels;
  std::vector<size_t> modes; ///< of the tensor, for each dimension that is
                             ///< stored
  bool isIso = false, isComplex = false;
  std::vector<Array<int64_t>> expanded; ///< coordinates of the positions
};

} // namespace

static std::string textAt(const Json &json, std::string_view key) {
  const Json *found = json.find(key);
  return found && found->kind == Json::String ? found->text : "";
}

//===----------------------------------------------------------------------===//
// The descriptor
//===----------------------------------------------------------------------===//

void BinsparseReader::readShape(const Json &descriptor) {
  const Json *shape = descriptor.find("shape");
  constexpr size_t mostSizes = 1024; // as the modes of a tensor
  if (!shape || shape->kind != Json::List || shape->items.empty() ||
      shape->items.size() > mostSizes)
    fail("the descriptor has no shape");
  for (const Json &size : shape->items) {
    std::optional<int64_t> number = size.integer();
    if (!number || *number < 0)
      fail("a size of " + size.text);
    stored.sizes.push_back(*number);
  }
  modes.resize(stored.sizes.size());
  std::iota(modes.begin(), modes.end(), size_t(0));
}

bool BinsparseReader::useKnownFormat(const std::string &name) {
  constexpr bool dense = false, sparse = true;
  struct Known {
    const char *name;
    std::vector<Level> levels;
    bool byColumn;
  };
  static const Known formats[] = {
      {"DVEC", {{dense, 1}}, false},
      {"VEC", {{sparse, 1}}, false},
      {"CVEC", {{sparse, 1}}, false},
      {"DMAT", {{dense, 2}}, false},
      {"DMATR", {{dense, 2}}, false},
      {"DMATC", {{dense, 2}}, true},
      {"COO", {{sparse, 2}}, false},
      {"COOR", {{sparse, 2}}, false},
      {"COOC", {{sparse, 2}}, true},
      {"CSR", {{dense, 1}, {sparse, 1}}, false},
      {"CSC", {{dense, 1}, {sparse, 1}}, true},
      {"DCSR", {{sparse, 1}, {sparse, 1}}, false},
      {"DCSC", {{sparse, 1}, {sparse, 1}}, true},
  };
  for (const Known &known : formats)
    if (name == known.name) {
      levels = known.levels;
      if (known.byColumn)
        std::reverse(modes.begin(), modes.end());
      return true;
    }
  return false;
}

/// The order in which the dimensions are stored, where it is told.
void BinsparseReader::readOrder(const Json &from) {
  const Json *order = from.find("swizzle");
  if (!order)
    order = from.find("transpose");
  if (!order)
    return;
  if (order->items.size() != modes.size())
    fail("the order of the dimensions has another number of them");
  std::vector<bool> isThere(modes.size(), false);
  for (size_t n = 0; n != modes.size(); ++n) {
    std::optional<int64_t> mode = order->items[n].integer();
    if (!mode || *mode < 0 || *mode >= int64_t(modes.size()) ||
        isThere[size_t(*mode)])
      fail("the order of the dimensions is none");
    isThere[size_t(*mode)] = true;
    modes[n] = size_t(*mode);
  }
}

/// Levels within each other; how they are spelt has changed.
void BinsparseReader::readLevels(const Json &root) {
  auto nameOf = [](const Json &level) {
    for (const char *key : {"level", "level_desc", "level_kind"})
      if (std::string name = textAt(level, key); !name.empty())
        return name;
    return std::string();
  };
  auto innerOf = [](const Json &level) -> const Json * {
    for (const char *key : {"subformat", "level"})
      if (const Json *inner = level.find(key);
          inner && inner->kind == Json::Object)
        return inner;
    return nullptr;
  };
  readOrder(root);
  const Json *at = nameOf(root).empty() ? innerOf(root) : &root;
  for (; at; at = innerOf(*at)) {
    std::string name = nameOf(*at);
    if (name == "element")
      return;
    if (name == "iso" || name == "complex") {
      (name == "iso" ? isIso : isComplex) = true;
      continue;
    }
    if (name != "dense" && name != "sparse")
      break;
    const Json *rank = at->find("rank");
    std::optional<int64_t> number = rank ? rank->integer() : 1;
    if (!number || *number < 1)
      fail("a level of rank " + rank->text);
    levels.push_back({name == "sparse", *number});
  }
  fail(at ? "not supported yet: a level '" + nameOf(*at) + "'"
          : "the levels of the format end without elements");
}

void BinsparseReader::readFormat(const Json &descriptor) {
  const Json *format = descriptor.find("format");
  const Json *custom = descriptor.find("custom");
  if (!custom)
    custom = descriptor.find("tensor");
  bool isKnown =
      format && format->kind == Json::String && useKnownFormat(format->text);
  stored.form = "Binsparse, " + (isKnown ? format->text : "a custom format");
  if (!isKnown) {
    const Json *root = format && format->kind == Json::Object ? format : custom;
    if (!root)
      fail(format ? "not supported yet: the format '" + format->text + "'"
                  : "the descriptor has no format");
    readOrder(descriptor);
    readLevels(*root);
  }
  int64_t order = 0;
  for (const Level &level : levels)
    if (__builtin_add_overflow(order, level.rank, &order))
      fail("a level of rank " + std::to_string(level.rank));
  if (order != int64_t(stored.sizes.size()))
    fail("a format for " + std::to_string(order) +
         " dimensions, and a shape of " + std::to_string(stored.sizes.size()));
}

void BinsparseReader::readStructure(const Json &descriptor) {
  std::string structure = textAt(descriptor, "structure");
  if (structure.empty() || structure == "general")
    return;
  static const std::pair<const char *, Symmetry> kinds[] = {
      {"symmetric", Symmetry::Symmetric},
      {"hermitian", Symmetry::Hermitian},
      {"skew_symmetric", Symmetry::Skew}};
  for (const auto &[name, symmetry] : kinds)
    for (bool upper : {false, true})
      if (structure == name + std::string(upper ? "_upper" : "_lower")) {
        stored.symmetry = symmetry;
        stored.isUpper = upper;
      }
  if (stored.symmetry == Symmetry::General)
    fail("not supported yet: the structure '" + structure + "'");
  if (stored.sizes.size() != 2 || stored.sizes[0] != stored.sizes[1])
    fail("a " + structure + " tensor of " + sizesText(stored.sizes));
  if (stored.symmetry == Symmetry::Hermitian && !isComplex)
    fail("a Hermitian matrix whose values are not complex");
}

/// "float64", "iso[int8]", "complex[float32]", "bint8".
void BinsparseReader::readValueType(const Json &descriptor) {
  const Json *types = descriptor.find("data_types");
  std::string type = types ? textAt(*types, "values") : "";
  auto take = [&](std::string_view modifier) {
    bool isThere = type.compare(0, modifier.size(), modifier) == 0;
    if (isThere)
      type.erase(0, modifier.size());
    return isThere;
  };
  isIso |= take("iso[");
  isComplex |= take("complex[");
  stored.isBool = take("bint8");
}

/// Elements that are not stored are zero in all that is computed here.
void BinsparseReader::checkFill(const Json &descriptor) const {
  const Json *fill = descriptor.find("fill");
  if (!fill || fill->text != "true")
    return;
  Numbers value = arrays("fill_value");
  if (!value.empty() && value.real(0) != 0)
    fail("not supported yet: elements that are not stored and are " +
         value.text(0));
}

//===----------------------------------------------------------------------===//
// The arrays
//===----------------------------------------------------------------------===//

/// Those of `count` elements. Where all are true nothing but the pattern is
/// told.
Numbers BinsparseReader::values(int64_t count) {
  Numbers all = arrays("values");
  if (isComplex && all.type().kind == NumberType::Real)
    all = all.pairs();
  if (isIso) {
    if (all.size() < 1)
      fail("no value that all elements have");
    stored.hasValues = !stored.isBool || all.real(0) == 0;
    return all.repeated(count);
  }
  if (all.size() != count)
    fail(std::to_string(all.size()) + " values of " + std::to_string(count) +
         " elements");
  return all;
}

void BinsparseReader::fill() {
  auto is = [&](std::initializer_list<bool> kinds) {
    return std::equal(levels.begin(), levels.end(), kinds.begin(), kinds.end(),
                      [](const Level &level, bool isSparse) {
                        return level.isSparse == isSparse;
                      });
  };
  size_t order = modes.size();
  bool areAllDense = std::none_of(levels.begin(), levels.end(),
                                  [](auto &level) { return level.isSparse; });
  if (areAllDense && (order == 2 || !isTransposed())) {
    stored.way = StoredTensor::Whole;
    stored.byColumn = isTransposed();
    int64_t count = 1;
    for (int64_t size : stored.sizes)
      if (__builtin_mul_overflow(count, size, &count))
        fail("a dense tensor of " + sizesText(stored.sizes));
    if (isIso)
      fail("not supported yet: one value of all elements of a dense tensor");
    stored.values = values(count);
  } else if (order == 2 && is({false, true})) {
    stored.way = StoredTensor::Compressed;
    stored.byColumn = isTransposed();
    stored.pointers = arrays("pointers_to_1");
    stored.coordinates = {arrays(indices(1))};
    stored.values = values(stored.coordinates[0].size());
  } else if (is({true})) {
    stored.way = StoredTensor::Coordinates;
    stored.coordinates.resize(order);
    for (size_t dimension = 0; dimension != order; ++dimension)
      stored.coordinates[modes[dimension]] = arrays(indices(dimension));
    stored.values = values(stored.coordinates[0].size());
  } else {
    expand();
  }
}

//===----------------------------------------------------------------------===//
// Other formats
//===----------------------------------------------------------------------===//

/// Each position becomes as many as the level has coordinates. `next` is the
/// dimension behind it.
int64_t BinsparseReader::expandDense(int64_t positions, const Level &level,
                                     size_t next) {
  size_t first = expanded.size();
  int64_t each = 1, all = 0;
  for (size_t dimension = first; dimension != next; ++dimension)
    if (__builtin_mul_overflow(each, stored.sizes[modes[dimension]], &each))
      fail("a dense level of " + std::to_string(level.rank) + " dimensions");
  // What follows has something for each position, so the file is that long.
  bool isLast = &level == &levels.back();
  Numbers told =
      isLast ? arrays("values") : arrays("pointers_to_" + std::to_string(next));
  if (isLast && isIso)
    fail("not supported yet: one value of all elements of a dense level");
  bool isPair = isLast && isComplex && told.type().kind == NumberType::Real;
  int64_t there = isPair ? told.size() / 2 : told.size() - (isLast ? 0 : 1);
  if (__builtin_mul_overflow(positions, each, &all) || all != there)
    fail("a dense level has another number of positions than what is in it, " +
         std::to_string(there));
  std::vector<Array<int64_t>> results;
  for (size_t dimension = 0; dimension != next; ++dimension)
    results.emplace_back(all);
  for (int64_t position = 0; position != positions; ++position)
    for (int64_t n = 0; n != each; ++n) {
      int64_t at = position * each + n, rest = n;
      for (size_t dimension = next; dimension-- != first;) {
        int64_t size = stored.sizes[modes[dimension]];
        results[dimension][at] = rest % size;
        rest /= size;
      }
      for (size_t dimension = 0; dimension != first; ++dimension)
        results[dimension][at] = expanded[dimension][position];
    }
  expanded = std::move(results);
  return all;
}

/// Each position becomes those that its part of the arrays has.
int64_t BinsparseReader::expandSparse(int64_t positions, const Level &level) {
  size_t first = expanded.size(), next = first + size_t(level.rank);
  std::vector<Numbers> coordinates;
  for (size_t dimension = first; dimension != next; ++dimension)
    coordinates.push_back(arrays(indices(dimension)));
  int64_t all = coordinates[0].size();
  for (const Numbers &numbers : coordinates)
    if (numbers.size() != all)
      fail("the dimensions have different numbers of coordinates");
  std::vector<Array<int64_t>> results;
  for (size_t dimension = 0; dimension != next; ++dimension)
    results.emplace_back(all);
  Numbers pointers;
  std::string name = "pointers_to_" + std::to_string(first);
  if (first != 0) {
    pointers = arrays(name);
    if (pointers.size() - 1 != positions)
      fail(std::to_string(pointers.size()) + " numbers in " + name + " for " +
           std::to_string(positions) + " positions");
  }
  int64_t at = 0;
  for (int64_t position = 0; position != positions; ++position) {
    int64_t begin = 0, stop = all;
    if (first != 0 && (!pointers.toInteger(position, begin) ||
                       !pointers.toInteger(position + 1, stop)))
      fail("a number in " + name + " that is no position");
    if (begin != at || stop < begin || stop > all)
      fail("the positions in " + name +
           " do not begin with 0, or fall, or "
           "are past the coordinates");
    for (; at != stop; ++at) {
      for (size_t dimension = 0; dimension != first; ++dimension)
        results[dimension][at] = expanded[dimension][position];
      for (size_t dimension = first; dimension != next; ++dimension)
        if (!coordinates[dimension - first].toInteger(at,
                                                      results[dimension][at]))
          fail("a coordinate " + coordinates[dimension - first].text(at));
    }
  }
  if (at != all)
    fail("the positions in " + name + " end before the coordinates");
  expanded = std::move(results);
  return all;
}

void BinsparseReader::expand() {
  int64_t positions = 1;
  for (const Level &level : levels)
    positions = level.isSparse
                    ? expandSparse(positions, level)
                    : expandDense(positions, level,
                                  expanded.size() + size_t(level.rank));
  stored.way = StoredTensor::Coordinates;
  stored.coordinates.resize(modes.size());
  for (size_t dimension = 0; dimension != modes.size(); ++dimension)
    stored.coordinates[modes[dimension]] =
        stored.keep(std::move(expanded[dimension]));
  stored.values = values(positions);
}

void BinsparseReader::read(const Json &descriptor) {
  readShape(descriptor);
  readFormat(descriptor);
  readValueType(descriptor);
  readStructure(descriptor);
  checkFill(descriptor);
  fill();
}

void readBinsparse(const encke_file &file, const std::string &descriptor,
                   const NamedArrays &arrays, StoredTensor &stored) {
  std::optional<Json> json = parseJson(descriptor);
  if (!json)
    failStored(file, "the descriptor of Binsparse is no JSON");
  const Json *inner = json->find("binsparse");
  BinsparseReader(file, arrays, stored).read(inner ? *inner : *json);
}

} // namespace encke::rt
