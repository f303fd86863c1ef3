//===- hdf5_data.cpp - files in HDF5: the elements of datasets ------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// They stand one after the other, or in chunks of the same sizes, each of which
// may be compressed. Leaves of a tree tell where chunks are; what has none was
// never written, and holds zeros or what the dataset says.
//
//===----------------------------------------------------------------------===//

#include "core/progress.h"
#include "io/decompress.h"
#include "io/hdf5.h"

#include <algorithm>
#include <cstring>

namespace encke::rt {

/// A file holds no more than this many times its bytes: nothing is deflated to
/// less than a thousandth of it.
static constexpr uint64_t mostGrowth = 1100;

/// Puts the chunks of a dataset where its elements belong.
class Hdf5Chunks {
public:
  Hdf5Chunks(const Hdf5File &file, const Hdf5Object &dataset,
             const std::string &name, Array<char> &elements)
      : file(file), dataset(dataset), name(name), elements(elements),
        progress("reading " + file.file.path(), elements.size()) {}
  void read();

private:
  /// The bytes of a chunk, in the file or where they were unpacked.
  struct Bytes {
    const char *begin = nullptr;
    uint64_t count = 0;
  };
  Bytes unpack(Bytes packed, uint64_t skipped);
  Bytes inflate(Bytes packed, std::unique_ptr<Decoder> decoder);
  Bytes unshuffle(Bytes shuffled, uint64_t width);
  Bytes checked(Bytes bytes) const;
  void put(const std::vector<int64_t> &first, const char *bytes);

  const Hdf5File &file;
  const Hdf5Object &dataset;
  const std::string &name;
  Array<char> &elements;
  uint64_t chunkBytes = 0;
  Array<char> rooms[2]; ///< for what one filter makes, and the next one
  size_t room = 0;
  Progress progress;
};

Hdf5Chunks::Bytes Hdf5Chunks::inflate(Bytes packed,
                                      std::unique_ptr<Decoder> decoder) {
  Array<char> &into = rooms[room++ % 2];
  uint64_t most = std::min(chunkBytes, packed.count * mostGrowth);
  constexpr uint64_t checksum = 4; // which may be among what is compressed
  into.reserve(int64_t(most + checksum));
  const std::string &path = file.file.path();
  auto source = bytesOf(packed.begin, packed.begin + packed.count,
                        std::move(decoder), path);
  uint64_t count = source->read(into.data(), most + checksum);
  return {into.data(), count};
}

/// First bytes of all numbers, second ones, and so on.
Hdf5Chunks::Bytes Hdf5Chunks::unshuffle(Bytes shuffled, uint64_t width) {
  if (width < 2)
    return shuffled;
  Array<char> &into = rooms[room++ % 2];
  into.reserve(int64_t(shuffled.count));
  uint64_t numbers = shuffled.count / width;
  for (uint64_t byte = 0; byte != width; ++byte)
    for (uint64_t n = 0; n != numbers; ++n)
      into.data()[n * width + byte] = shuffled.begin[byte * numbers + n];
  uint64_t rest = numbers * width; // behind which too few bytes are
  std::memcpy(into.data() + rest, shuffled.begin + rest,
              size_t(shuffled.count - rest));
  return {into.data(), shuffled.count};
}

/// Without Fletcher's checksum at the end, which must be that of the others.
/// Machines of either order of bytes have written it.
Hdf5Chunks::Bytes Hdf5Chunks::checked(Bytes bytes) const {
  constexpr uint64_t checksum = 4;
  constexpr uint32_t modulus = 65535;
  if (bytes.count < checksum)
    file.failDamaged();
  bytes.count -= checksum;
  uint32_t low = 0, high = 0, swappedLow = 0, swappedHigh = 0;
  for (uint64_t n = 0; n < bytes.count; n += 2) {
    uint32_t first = uint8_t(bytes.begin[n]);
    uint32_t second = n + 1 < bytes.count ? uint8_t(bytes.begin[n + 1]) : 0;
    low = (low + (first << 8 | second)) % modulus;
    high = (high + low) % modulus;
    swappedLow = (swappedLow + (second << 8 | first)) % modulus;
    swappedHigh = (swappedHigh + swappedLow) % modulus;
  }
  uint64_t told = file.numberAt(bytes.begin + bytes.count, checksum);
  if (told != (high << 16 | low) && told != (swappedHigh << 16 | swappedLow))
    failStored(file.file,
               "the dataset '" + name + "' is damaged: another checksum");
  return bytes;
}

/// What filters made of a chunk, undone from the last one on.
Hdf5Chunks::Bytes Hdf5Chunks::unpack(Bytes packed, uint64_t skipped) {
  enum Filter : uint32_t {
    Deflate = 1,
    Shuffle = 2,
    Fletcher = 3,
    Zstandard = 32015
  };
  static const std::map<uint32_t, const char *> others = {
      {4, "szip"},       {5, "n-bit"},          {6, "scale-offset"},
      {307, "bzip2"},    {32000, "LZF"},        {32001, "Blosc"},
      {32004, "LZ4"},    {32008, "bitshuffle"}, {32013, "ZFP"},
      {32026, "Blosc 2"}};
  const std::string &path = file.file.path();
  for (size_t n = dataset.filters.size(); n-- != 0;) {
    const Hdf5Filter &filter = dataset.filters[n];
    constexpr size_t mostSkipped = 32;
    if (n < mostSkipped && (skipped >> n & 1))
      continue;
    if (filter.id == Deflate) {
      packed = inflate(packed, zlibDecoder(path));
    } else if (filter.id == Zstandard) {
      packed = inflate(packed, zstdDecoder(path));
    } else if (filter.id == Shuffle) {
      packed = unshuffle(packed, filter.parameter);
    } else if (filter.id == Fletcher) {
      packed = checked(packed);
    } else {
      auto known = others.find(filter.id);
      file.failLacking(name, "chunks that " +
                                 (known == others.end()
                                      ? "filter " + std::to_string(filter.id)
                                      : std::string(known->second)) +
                                 " has compressed");
    }
  }
  return packed;
}

/// Those of its elements that are within the dataset, a run at a time.
void Hdf5Chunks::put(const std::vector<int64_t> &first, const char *bytes) {
  size_t rank = first.size(), last = rank - 1;
  int64_t width = dataset.type.bytes;
  auto within = [&](size_t mode) {
    return std::min(dataset.chunk[mode], dataset.sizes[mode] - first[mode]);
  };
  std::vector<int64_t> at(rank, 0);
  for (;;) {
    int64_t to = 0, from = 0;
    for (size_t mode = 0; mode != rank; ++mode) {
      to = to * dataset.sizes[mode] + first[mode] + at[mode];
      from = from * dataset.chunk[mode] + at[mode];
    }
    std::memcpy(elements.data() + to * width, bytes + from * width,
                size_t(within(last) * width));
    size_t mode = last;
    while (mode != 0 && ++at[mode - 1] == within(mode - 1))
      at[--mode] = 0;
    if (mode == 0)
      return;
  }
}

void Hdf5Chunks::read() {
  size_t rank = dataset.sizes.size();
  if (rank == 0 || dataset.chunk.size() != rank)
    file.failDamaged();
  uint64_t chunks = 1; // that there can be
  chunkBytes = uint64_t(dataset.type.bytes);
  for (size_t mode = 0; mode != rank; ++mode) {
    int64_t size = dataset.sizes[mode], each = dataset.chunk[mode];
    if (each == 0 || __builtin_mul_overflow(chunkBytes, each, &chunkBytes) ||
        __builtin_mul_overflow(chunks, (size - 1) / each + 1, &chunks))
      file.failDamaged();
  }
  if (file.isNowhere(dataset.tree))
    return;
  struct Node {
    uint64_t address, level;
  };
  std::vector<Node> nodes = {{dataset.tree, UINT64_MAX}};
  constexpr uint64_t header = 8;
  uint64_t budget = uint64_t(file.end - file.base) / header;
  while (!nodes.empty()) {
    Node node = nodes.back();
    nodes.pop_back();
    if (budget-- == 0)
      file.failDamaged();
    Hdf5Cursor cursor(file, file.at(node.address, header), file.end);
    std::string_view mark(cursor.skip(4), 4);
    uint64_t kind = cursor.take(1), level = cursor.take(1),
             used = cursor.take(2);
    if (mark != "TREE" || kind != 1 || level >= node.level)
      file.failDamaged();
    cursor.takeAddress();
    cursor.takeAddress();
    for (; used != 0; --used) {
      Bytes bytes;
      bytes.count = cursor.take(4);
      uint64_t skipped = cursor.take(4);
      std::vector<int64_t> first;
      for (size_t mode = 0; mode != rank; ++mode)
        first.push_back(int64_t(cursor.take(8)));
      cursor.take(8); // within the element
      uint64_t address = cursor.takeAddress();
      if (level != 0) {
        nodes.push_back({address, level});
        continue;
      }
      for (size_t mode = 0; mode != rank; ++mode)
        if (first[mode] < 0 || first[mode] >= dataset.sizes[mode])
          file.failDamaged();
      if (chunks-- == 0)
        file.failDamaged();
      bytes.begin = file.at(address, bytes.count);
      bytes = unpack(bytes, skipped);
      if (bytes.count < chunkBytes)
        file.failDamaged();
      put(first, bytes.begin);
      progress.advance(int64_t(chunkBytes));
    }
  }
}

Numbers Hdf5File::numbers(const Hdf5Object &dataset, const std::string &name,
                          StoredTensor &owner) const {
  if (!dataset.lacks.empty())
    failLacking(name, dataset.lacks);
  if (!dataset.isDataset || dataset.type.kind != Hdf5Type::Number)
    failStored(file, "'" + name + "' is no array of numbers");
  int64_t count = 1;
  for (int64_t size : dataset.sizes)
    if (size < 0 || __builtin_mul_overflow(count, size, &count))
      failDamaged();
  uint64_t bytes = 0;
  if (__builtin_mul_overflow(count, dataset.type.bytes, &bytes))
    failDamaged();
  if (count == 0)
    return Numbers(dataset.type.number, nullptr, 0);
  if (!dataset.isChunked && dataset.data) {
    if (dataset.bytes < bytes)
      failDamaged();
    return Numbers(dataset.type.number, dataset.data, count);
  }
  if (bytes / mostGrowth > uint64_t(end - base))
    failStored(file, "'" + name + "' is an array of " +
                         sizesText(dataset.sizes) +
                         " numbers, of which the file has few");
  Array<char> elements{int64_t(bytes)};
  const std::string &fill = dataset.fill;
  if (fill.size() == size_t(dataset.type.bytes))
    for (int64_t n = 0; n != count; ++n)
      std::memcpy(elements.data() + n * dataset.type.bytes, fill.data(),
                  fill.size());
  else
    std::memset(elements.data(), 0, size_t(bytes));
  if (dataset.isChunked)
    Hdf5Chunks(*this, dataset, name, elements).read();
  owner.owned.push_back(std::move(elements));
  return Numbers(dataset.type.number, owner.owned.back().data(), count);
}

} // namespace encke::rt
