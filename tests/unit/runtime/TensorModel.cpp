//===- TensorModel.cpp - tensors as plain lists of entries ----------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorModel.h"
#include "Support.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <numeric>

namespace encke::test {

std::map<Coordinates, int64_t> TensorModel::elements() const {
  std::map<Coordinates, int64_t> sums;
  for (const Entry &entry : entries)
    sums[entry.at] += entry.value;
  return sums;
}

void writeComet(const std::string &path, const TensorModel &tensor) {
  std::ofstream file(path);
  for (int64_t size : tensor.sizes)
    file << size << ' ';
  file << tensor.entries.size() << '\n';
  for (const Entry &entry : tensor.entries) {
    for (int64_t c : entry.at)
      file << c << ' ';
    file << entry.value << '\n';
  }
}

TensorModel randomTensor(std::mt19937 &random, const Coordinates &sizes,
                         size_t count, bool zeros) {
  TensorModel tensor{sizes, {}};
  for (size_t e = 0; e != count; ++e) {
    Coordinates at;
    for (int64_t size : sizes)
      at.push_back(int64_t(random() % uint64_t(size)) / 2 * 2 % size);
    if (e % 5 == 4)
      at = tensor.entries[random() % e].at;
    int64_t value = int64_t(random() % 9) + 1;
    if (zeros && random() % 7 == 0)
      value = 0;
    tensor.entries.push_back({at, value});
  }
  return tensor;
}

namespace {

class Decoder {
public:
  explicit Decoder(const encke_tensor &tensor)
      : tensor(tensor), path(size_t(tensor.level_count)),
        lastInSlots(path.size()) {}

  Decoded run() {
    if (tensor.values)
      walk(0, 0);
    return std::move(decoded);
  }

private:
  static int64_t integer(const void *array, int32_t bytes, int64_t i) {
    return bytes == 4 ? static_cast<const int32_t *>(array)[i]
                      : static_cast<const int64_t *>(array)[i];
  }

  int64_t value(int64_t position) {
    EXPECT_LT(position, tensor.value_count);
    switch (tensor.type) {
    case ENCKE_F64:
      return int64_t(static_cast<const double *>(tensor.values)[position]);
    case ENCKE_F32:
      return int64_t(static_cast<const float *>(tensor.values)[position]);
    case ENCKE_I64:
      return static_cast<const int64_t *>(tensor.values)[position];
    case ENCKE_I32:
      return static_cast<const int32_t *>(tensor.values)[position];
    case ENCKE_BOOL:
      return static_cast<const uint8_t *>(tensor.values)[position];
    default:
      return int64_t(
          static_cast<const std::complex<double> *>(tensor.values)[position]
              .real());
    }
  }

  /// The coordinates of the path, by solving the index maps.
  Coordinates coordinates() {
    Coordinates at(size_t(tensor.order), 0);
    for (int round = 0; round != 3; ++round) // parts, wholes, diagonals
      for (int32_t l = 0; l != tensor.level_count; ++l) {
        const encke_level &level = tensor.levels[l];
        int64_t c = path[size_t(l)];
        int64_t *own = level.mode < 0 ? nullptr : &at[size_t(level.mode)];
        if (level.map == ENCKE_WHOLE)
          *own = c;
        else if (level.map == ENCKE_BLOCK)
          *own = c * level.block + (round ? *own % level.block : 0);
        else if (level.map == ENCKE_INSIDE)
          *own = *own / level.block * level.block + c;
        else if (level.map == ENCKE_DIAGONAL)
          *own = c + at[size_t(level.other)] - tensor.sizes[level.other] + 1;
      }
    return at;
  }

  void leaf(int64_t position) {
    bool element =
        tensor.full ||
        (tensor.zeros && (tensor.zeros[position / 64] >> (position % 64) & 1));
    int64_t v = value(position);
    int32_t last = tensor.level_count - 1;
    bool certain = tensor.levels[last].type != ENCKE_DENSE &&
                   (last == 0 || tensor.levels[last - 1].map != ENCKE_SLOT);
    if (v == 0 && !certain && !element)
      return;
    Coordinates at = coordinates();
    for (size_t mode = 0; mode != at.size(); ++mode) {
      EXPECT_GE(at[mode], 0);
      EXPECT_LT(at[mode], tensor.sizes[mode]);
    }
    decoded.elements[at] += v;
    decoded.stored.push_back({at, v});
  }

  void walk(int32_t depth, int64_t parent) {
    if (depth == tensor.level_count)
      return leaf(parent);
    const encke_level &level = tensor.levels[depth];
    int64_t &c = path[size_t(depth)];
    if (level.map == ENCKE_WHOLE) {
      EXPECT_EQ(level.size, tensor.sizes[level.mode]);
    }
    if (level.type == ENCKE_DENSE) {
      EXPECT_EQ(level.pos, nullptr);
      EXPECT_EQ(level.crd, nullptr);
      for (c = 0; c != level.size; ++c)
        walk(depth + 1, parent * level.size + c);
      return;
    }
    int64_t begin = parent, end = parent + 1;
    if (level.type != ENCKE_SINGLETON) {
      ASSERT_LT(parent + 1, level.pos_count);
      begin = integer(level.pos, tensor.pos_bytes, parent);
      end = integer(level.pos, tensor.pos_bytes, parent + 1);
      ASSERT_LE(begin, end);
      if (parent == 0) {
        EXPECT_EQ(begin, 0);
      }
      if (parent + 2 == level.pos_count) {
        EXPECT_EQ(end, level.crd_count);
      }
    }
    ASSERT_LE(end, level.crd_count);
    bool slotted =
        depth && tensor.levels[depth - 1].map == ENCKE_SLOT; // sorted, distinct
    int64_t last =
        slotted && path[size_t(depth - 1)] ? lastInSlots[size_t(depth)] : -1;
    for (int64_t q = begin; q != end; ++q) {
      c = integer(level.crd, tensor.crd_bytes, q);
      bool distinct = level.type == ENCKE_COMPRESSED || slotted;
      ASSERT_GE(c, distinct ? last + 1 : std::max<int64_t>(last, 0));
      ASSERT_LT(c, level.size);
      last = c;
      if (slotted)
        lastInSlots[size_t(depth)] = c;
      walk(depth + 1, q);
    }
  }

  const encke_tensor &tensor;
  Coordinates path;
  std::vector<int64_t> lastInSlots; ///< by level
  Decoded decoded;
};

} // namespace

Decoded decode(const encke_tensor &tensor) { return Decoder(tensor).run(); }

encke_tensor *makeTensor(const TensorModel &model, const std::string &format) {
  Directory directory;
  std::string path = directory.path("a.tns");
  writeComet(path, model);
  return readTensor(format.c_str(), path.c_str());
}

std::string formatText(const std::string &type, int posBytes, int crdBytes,
                       const std::string &levels) {
  return type + " " + std::to_string(posBytes) + " " +
         std::to_string(crdBytes) + " " + levels;
}

std::string randomLevels(std::mt19937 &random, size_t order) {
  std::vector<size_t> modes(order);
  std::iota(modes.begin(), modes.end(), 0);
  std::shuffle(modes.begin(), modes.end(), random);
  std::string levels;
  char last = 'D';
  for (size_t mode : modes) {
    bool maySingle = last == 'N' || last == 'S';
    last = "DCNS"[random() % (maySingle ? 4 : 3)];
    levels +=
        std::string(levels.empty() ? "" : " ") + last + std::to_string(mode);
  }
  return levels;
}

} // namespace encke::test
