//===- hdf5.cpp - files in HDF5: objects and where they are ---------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An object is a list of messages: what type its elements have, where these
// are, an attribute. All numbers are little-endian; an address counts from
// where the file's first block stands, which MATLAB puts behind 512 bytes of
// its own.
//
//===----------------------------------------------------------------------===//

#include "io/hdf5.h"

#include <algorithm>
#include <cstring>

namespace encke::rt {

static constexpr std::string_view signature = "\x89HDF\r\n\x1a\n";

/// The first block stands at 0, 512, 1024, 2048 and so on; null if nowhere.
static const char *findSignature(const char *begin, const char *end) {
  constexpr int64_t first = 512;
  for (int64_t at = 0; end - begin - at >= int64_t(signature.size());
       at = at ? 2 * at : first)
    if (std::string_view(begin + at, signature.size()) == signature)
      return begin + at;
  return nullptr;
}

bool Hdf5File::isOne(const char *begin, const char *end) {
  return findSignature(begin, end) != nullptr;
}

const Hdf5Attribute *Hdf5Object::find(std::string_view name) const {
  for (const Hdf5Attribute &attribute : attributes)
    if (attribute.name == name)
      return &attribute;
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Bytes
//===----------------------------------------------------------------------===//

void Hdf5File::failDamaged() const {
  failStored(file, "the HDF5 file is damaged, or cut off");
}

void Hdf5File::failLacking(const std::string &name,
                           const std::string &what) const {
  throw helped(identified(id::foreignFile,
                          Error(file.path() + ":" + name,
                                "not supported yet: HDF5 with " + what)),
               "rewrite it: h5repack --low=0 --high=1 -f NONE " + file.path() +
                   " plain.h5");
}

/// So many bytes at an address.
const char *Hdf5File::at(uint64_t address, uint64_t bytes) const {
  auto all = uint64_t(end - base);
  if (address > all || bytes > all - address)
    failDamaged();
  return base + address;
}

uint64_t Hdf5File::numberAt(const char *at, uint32_t bytes) const {
  uint64_t value = 0;
  for (uint32_t n = bytes; n-- != 0;)
    value = value << 8 | static_cast<unsigned char>(at[n]);
  return value;
}

/// Addresses of what was never written are all ones.
bool Hdf5File::isNowhere(uint64_t address) const {
  return address == UINT64_MAX >> (64 - 8 * addressBytes);
}

std::string Hdf5Cursor::takeName() {
  const char *stop = std::find(next, end, '\0');
  if (stop == end)
    file.failDamaged();
  std::string name(next, stop);
  next = stop + 1;
  return name;
}

/// The first block tells how long addresses are, and where the root is.
Hdf5File::Hdf5File(const encke_file &file)
    : file(file), end(file.text().end()) {
  base = findSignature(file.text().begin(), end);
  Hdf5Cursor cursor(*this, base, end);
  cursor.skip(signature.size());
  uint64_t version = cursor.take(1);
  constexpr uint64_t newest = 3;
  if (version > newest)
    failStored(file, "not supported yet: HDF5 whose first block has version " +
                         std::to_string(version));
  bool isOld = version < 2;
  if (isOld)
    cursor.skip(4); // versions of parts, of which there is one
  addressBytes = uint32_t(cursor.take(1));
  lengthBytes = uint32_t(cursor.take(1));
  for (uint32_t bytes : {addressBytes, lengthBytes})
    if (bytes != 2 && bytes != 4 && bytes != 8)
      failDamaged();
  // How wide nodes of trees are, which they tell; flags.
  cursor.skip(version == 0 ? 9 : version == 1 ? 13 : 1);
  cursor.takeAddress(); // where this block is, or should be
  cursor.takeAddress();
  cursor.takeAddress();
  cursor.takeAddress(); // the root itself where the version is new
  if (!isOld) {
    rootAddress = numberAt(cursor.place() - addressBytes, addressBytes);
    return;
  }
  cursor.takeAddress(); // of its name
  rootAddress = cursor.takeAddress();
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

namespace message {

enum Type : uint32_t {
  Dataspace = 1,
  LinkInfo = 2,
  Datatype = 3,
  FillValue = 5,
  Link = 6,
  Layout = 8,
  Filters = 11,
  Attribute = 12,
  Continuation = 16,
  Symbols = 17,
  AttributeInfo = 21
};

} // namespace message

/// Sizes of an array; none of a single value.
static std::vector<int64_t> readSizes(Hdf5Cursor cursor) {
  constexpr uint64_t mostSizes = 32; // of the format
  uint64_t version = cursor.take(1), rank = cursor.take(1);
  cursor.skip(1);
  cursor.skip(version == 1 ? 5 : 1);
  std::vector<int64_t> sizes;
  for (uint64_t n = 0; n != std::min(rank, mostSizes); ++n)
    sizes.push_back(int64_t(cursor.takeLength()));
  return sizes;
}

static Hdf5Type readType(Hdf5Cursor &cursor);

/// The members of a compound: two reals are a complex number.
static Hdf5Type readCompound(Hdf5Cursor &cursor, uint64_t version,
                             uint64_t count, uint64_t bytes) {
  Hdf5Type type, part;
  type.bytes = int64_t(bytes);
  bool isComplex = count == 2;
  for (uint64_t n = 0; isComplex && n != 2; ++n) {
    const char *start = cursor.place();
    cursor.takeName();
    if (version < 3)
      cursor.skip(uint64_t(-(cursor.place() - start) & 7));
    uint32_t offsetBytes = version < 3     ? 4
                           : bytes < 256   ? 1
                           : bytes < 65536 ? 2
                                           : 4;
    uint64_t offset = cursor.take(offsetBytes);
    if (version == 1)
      cursor.skip(28); // about arrays, as which members could be once
    part = readType(cursor);
    isComplex = part.kind == Hdf5Type::Number &&
                part.number.kind == NumberType::Real && part.bytes > 2 &&
                uint64_t(2 * part.bytes) == bytes &&
                offset == n * uint64_t(part.bytes);
  }
  if (!isComplex)
    return type;
  type.kind = Hdf5Type::Number;
  type.number = {NumberType::Complex, uint32_t(bytes), part.number.swapped};
  return type;
}

static Hdf5Type readType(Hdf5Cursor &cursor) {
  enum Class { Fixed, Float, Time, String, Compound = 6, Enum = 8, Long = 9 };
  uint64_t first = cursor.take(1), bits = cursor.take(3);
  uint64_t bytes = cursor.take(4), version = first >> 4;
  Hdf5Type type;
  type.bytes = int64_t(bytes);
  bool isBig = bits & 1;
  type.number.bytes = uint32_t(bytes);
  type.number.swapped = isBig == (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__);
  bool isWidth = bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8;
  switch (first & 15) {
  case Fixed: {
    constexpr uint64_t isSigned = 8;
    type.number.kind =
        bits & isSigned ? NumberType::Integer : NumberType::Unsigned;
    uint64_t offset = cursor.take(2), width = cursor.take(2);
    if (isWidth && offset == 0 && width == 8 * bytes)
      type.kind = Hdf5Type::Number;
    break;
  }
  case Float: {
    // IEEE 754's, of which the width of the exponent tells the others.
    type.number.kind = NumberType::Real;
    cursor.skip(5);
    uint64_t exponent = cursor.take(1);
    cursor.skip(6);
    bool isVax = bits & 64;
    if (!isVax &&
        ((bytes == 2 && exponent == 5) || (bytes == 4 && exponent == 8) ||
         (bytes == 8 && exponent == 11)))
      type.kind = Hdf5Type::Number;
    break;
  }
  case String:
    type.kind = Hdf5Type::Text;
    break;
  case Compound:
    return readCompound(cursor, version, bits & 0xffff, bytes);
  case Enum: { // as h5py writes bools
    uint64_t names = bits & 0xffff;
    type = readType(cursor);
    type.isBool = names == 2;
    break;
  }
  case Long:
    if ((bits & 15) == 1)
      type.kind = Hdf5Type::LongText;
    break;
  default:
    break;
  }
  return type;
}

/// How many elements `sizes` are; false where that is no number, or a size is
/// none.
static bool countOf(const std::vector<int64_t> &sizes, int64_t &count) {
  count = 1;
  return std::all_of(sizes.begin(), sizes.end(), [&](int64_t size) {
    return size >= 0 && !__builtin_mul_overflow(count, size, &count);
  });
}

static void readLayout(Hdf5Cursor cursor, const Hdf5File &file,
                       Hdf5Object &object, uint64_t &address) {
  enum Class { Compact, Contiguous, Chunked };
  uint64_t version = cursor.take(1), kind = cursor.take(1);
  constexpr uint64_t common = 3, newest = 4;
  static constexpr char newChunks[] = "chunks as version 1.10 and later can "
                                      "have them (libver=\"latest\")";
  object.isDataset = true;
  if (version < common || version > newest) {
    object.lacks =
        version > newest ? newChunks : "a layout as before version 1.6.3";
  } else if (kind == Compact) {
    object.bytes = cursor.take(2);
    object.data = cursor.skip(object.bytes);
  } else if (kind == Contiguous) {
    address = cursor.takeAddress();
    object.bytes = cursor.takeLength();
  } else if (kind == Chunked && version == common) {
    object.isChunked = true;
    uint64_t rank = cursor.take(1);
    object.tree = cursor.takeAddress();
    if (rank == 0)
      file.failDamaged();
    for (uint64_t n = 0; n + 1 != rank; ++n)
      object.chunk.push_back(int64_t(cursor.take(4)));
  } else {
    object.lacks = kind == Chunked ? newChunks : "data in other files";
  }
}

/// The bytes of an element that was never written, or none where all are zero.
static std::string readFill(Hdf5Cursor cursor) {
  uint64_t version = cursor.take(1), flags = cursor.take(1);
  constexpr uint64_t isDefined = 32, oldVersions = 3;
  if (version < oldVersions) {
    cursor.skip(1);
    flags = cursor.take(1) || version == 1 ? isDefined : 0;
  }
  if (!(flags & isDefined))
    return "";
  uint64_t bytes = cursor.take(4);
  std::string value(cursor.skip(bytes), bytes);
  return value.find_first_not_of('\0') == value.npos ? "" : value;
}

static void readFilters(Hdf5Cursor cursor, Hdf5Object &object) {
  constexpr uint64_t firstNamed = 256;
  uint64_t version = cursor.take(1), count = cursor.take(1);
  if (version == 1)
    cursor.skip(6);
  for (; count != 0; --count) {
    Hdf5Filter filter;
    filter.id = uint32_t(cursor.take(2));
    bool isNamed = version == 1 || filter.id >= firstNamed;
    uint64_t name = isNamed ? cursor.take(2) : 0;
    cursor.skip(2);
    uint64_t parameters = cursor.take(2);
    cursor.skip(version == 1 ? (name + 7) / 8 * 8 : name);
    if (parameters != 0)
      filter.parameter = uint32_t(cursor.take(4));
    for (uint64_t n = 1; n < parameters; ++n)
      cursor.skip(4);
    if (version == 1 && parameters % 2 == 1)
      cursor.skip(4);
    object.filters.push_back(filter);
  }
}

static Hdf5Attribute readAttribute(Hdf5Cursor cursor, const Hdf5File &file) {
  Hdf5Attribute attribute;
  uint64_t version = cursor.take(1), flags = cursor.take(1);
  uint64_t nameBytes = cursor.take(2), typeBytes = cursor.take(2),
           spaceBytes = cursor.take(2);
  if (version == 3)
    cursor.skip(1); // in which letters its name is
  auto padded = [&](uint64_t bytes) {
    return version == 1 ? (bytes + 7) / 8 * 8 : bytes;
  };
  const char *name = cursor.skip(padded(nameBytes));
  attribute.name.assign(name, strnlen(name, nameBytes));
  const char *type = cursor.skip(padded(typeBytes)),
             *space = cursor.skip(padded(spaceBytes));
  bool isShared = flags & 3;
  if (isShared)
    return attribute; // of a type that stands elsewhere
  Hdf5Cursor ofType(file, type, type + typeBytes);
  attribute.type = readType(ofType);
  attribute.sizes = readSizes({file, space, space + spaceBytes});
  int64_t bytes = 0;
  if (!countOf(attribute.sizes, attribute.count) ||
      __builtin_mul_overflow(attribute.count, attribute.type.bytes, &bytes))
    file.failDamaged();
  attribute.data = cursor.skip(uint64_t(bytes));
  return attribute;
}

/// A member that stands in the group itself.
static void readLink(Hdf5Cursor cursor, Hdf5Object &object) {
  enum Flag : uint64_t { WidthOfName = 3, Order = 4, Kind = 8, Letters = 16 };
  cursor.skip(1);
  uint64_t flags = cursor.take(1);
  bool isHard = !(flags & Kind) || cursor.take(1) == 0;
  cursor.skip(((flags & Order) ? 8 : 0) + ((flags & Letters) ? 1 : 0));
  uint64_t length = cursor.take(1u << (flags & WidthOfName));
  std::string name(cursor.skip(length), length);
  if (isHard)
    object.members.emplace(std::move(name), cursor.takeAddress());
}

void Hdf5File::readMessage(uint32_t type, bool isShared, const char *begin,
                           const char *stop, Hdf5Object &object) const {
  Hdf5Cursor cursor(*this, begin, stop);
  switch (type) {
  case message::Dataspace:
    object.sizes = readSizes(cursor);
    break;
  case message::Datatype:
    if (isShared)
      object.lacks = "a type that has a name";
    else
      object.type = readType(cursor);
    break;
  case message::Layout: {
    uint64_t address = 0;
    readLayout(cursor, *this, object, address);
    bool isThere = !object.isChunked && !object.data && object.lacks.empty() &&
                   !isNowhere(address);
    if (isThere)
      object.data = at(address, object.bytes);
    break;
  }
  case message::FillValue:
    object.fill = readFill(cursor);
    break;
  case message::Filters:
    readFilters(cursor, object);
    break;
  case message::Attribute:
    if (!isShared)
      object.attributes.push_back(readAttribute(cursor, *this));
    break;
  case message::Link:
    readLink(cursor, object);
    break;
  case message::LinkInfo:
  case message::AttributeInfo: {
    // Version and flags, the most that there were, and where they are when
    // they are not among the messages.
    cursor.skip(1);
    bool isCounted = cursor.take(1) & 1;
    if (isCounted)
      cursor.skip(type == message::LinkInfo ? 8 : 2);
    if (!isNowhere(cursor.takeAddress()))
      object.lacks = type == message::LinkInfo ? "many members in a group"
                                               : "many attributes of an object";
    break;
  }
  case message::Symbols: {
    uint64_t tree = cursor.takeAddress();
    readSymbols(tree, cursor.takeAddress(), object);
    break;
  }
  default:
    break;
  }
}

/// Names stand in a heap, members in the leaves of a tree.
void Hdf5File::readSymbols(uint64_t tree, uint64_t heap,
                           Hdf5Object &object) const {
  constexpr uint64_t heapHeader = 8, leafHeader = 8, treeHeader = 8;
  Hdf5Cursor cursor(*this, at(heap, heapHeader), end);
  cursor.skip(heapHeader);
  uint64_t nameBytes = cursor.takeLength();
  cursor.takeLength();
  const char *names = at(cursor.takeAddress(), nameBytes);

  struct Node {
    uint64_t address, level;
  };
  std::vector<Node> nodes = {{tree, UINT64_MAX}};
  // Nodes that stand for each other would never end.
  uint64_t budget = uint64_t(end - base) / treeHeader;
  while (!nodes.empty()) {
    Node node = nodes.back();
    nodes.pop_back();
    if (budget-- == 0)
      failDamaged();
    Hdf5Cursor inside(*this, at(node.address, treeHeader), end);
    std::string_view mark(inside.skip(4), 4);
    if (mark == "TREE") {
      uint64_t kind = inside.take(1), level = inside.take(1);
      if (kind != 0 || level >= node.level)
        failDamaged();
      uint64_t used = inside.take(2);
      inside.takeAddress();
      inside.takeAddress();
      for (; used != 0; --used) {
        inside.takeLength(); // the first name, which the leaf has, too
        nodes.push_back({inside.takeAddress(), level});
      }
      continue;
    }
    if (mark != "SNOD")
      failDamaged();
    inside.skip(leafHeader - 4 - 2);
    for (uint64_t used = inside.take(2); used != 0; --used) {
      uint64_t name = inside.takeAddress(), address = inside.takeAddress();
      uint64_t kind = inside.take(4);
      inside.skip(20);
      constexpr uint64_t anotherName = 2;
      if (name >= nameBytes)
        failDamaged();
      if (kind != anotherName)
        object.members.emplace(
            Hdf5Cursor(*this, names + name, names + nameBytes).takeName(),
            address);
    }
  }
}

Hdf5Object Hdf5File::open(uint64_t address) const {
  Hdf5Object object;
  struct Block {
    const char *begin, *end;
  };
  std::vector<Block> blocks;
  constexpr uint64_t oldHeader = 16;
  constexpr size_t mostBlocks = 4096;
  Hdf5Cursor header(*this, at(address, 4), end);
  bool isNew = std::string_view(header.place(), 4) == "OHDR";
  uint64_t flags = 0;
  auto addBlock = [&](const char *begin, uint64_t bytes) {
    if (blocks.size() == mostBlocks || bytes > uint64_t(end - begin))
      failDamaged();
    blocks.push_back({begin, begin + bytes});
  };
  if (isNew) {
    enum Flag : uint64_t {
      WidthOfSize = 3,
      Order = 4,
      Limits = 16,
      Times = 32
    };
    header.skip(5);
    flags = header.take(1);
    header.skip(((flags & Times) ? 16 : 0) + ((flags & Limits) ? 4 : 0));
    uint64_t bytes = header.take(1u << (flags & WidthOfSize));
    addBlock(header.place(), bytes);
  } else {
    uint64_t version = header.take(1);
    if (version != 1)
      failDamaged();
    header.skip(7);
    uint64_t bytes = header.take(4);
    addBlock(at(address, oldHeader) + oldHeader, bytes);
  }
  bool isOrdered = isNew && (flags & 4);
  for (size_t n = 0; n != blocks.size(); ++n) {
    Hdf5Cursor cursor(*this, blocks[n].begin, blocks[n].end);
    uint64_t least = isNew ? (isOrdered ? 6 : 4) : 8;
    while (cursor.has(least)) {
      auto type = uint32_t(cursor.take(isNew ? 1 : 2));
      uint64_t bytes = cursor.take(2);
      bool isShared = cursor.take(1) & 2;
      cursor.skip(isNew ? (isOrdered ? 2 : 0) : 3);
      const char *begin = cursor.skip(bytes);
      if (type != message::Continuation) {
        readMessage(type, isShared, begin, begin + bytes, object);
        continue;
      }
      Hdf5Cursor there(*this, begin, begin + bytes);
      uint64_t next = there.takeAddress(), length = there.takeLength();
      constexpr uint64_t mark = 4, checksum = 4;
      if (isNew && length < mark + checksum)
        failDamaged();
      if (isNew)
        addBlock(at(next, length) + mark, length - mark - checksum);
      else
        addBlock(at(next, length), length);
    }
  }
  return object;
}

//===----------------------------------------------------------------------===//
// Texts
//===----------------------------------------------------------------------===//

std::string Hdf5File::text(const Hdf5Attribute &attribute) const {
  if (attribute.count != 1)
    return "";
  if (attribute.type.kind == Hdf5Type::Text)
    return std::string(attribute.data,
                       strnlen(attribute.data, size_t(attribute.type.bytes)));
  if (attribute.type.kind != Hdf5Type::LongText)
    return "";
  // A length, a heap, and the number of an object in it.
  Hdf5Cursor cursor(*this, attribute.data,
                    attribute.data + attribute.type.bytes);
  uint64_t length = cursor.take(4), heap = cursor.takeAddress();
  uint64_t number = cursor.take(4);
  constexpr uint64_t mark = 8;
  if (length == 0)
    return "";
  Hdf5Cursor objects(*this, at(heap, mark), end);
  if (std::string_view(objects.skip(mark), 4) != "GCOL")
    failDamaged();
  uint64_t heapBytes = objects.takeLength();
  if (heapBytes < mark + lengthBytes)
    failDamaged();
  Hdf5Cursor inside(*this, objects.place(), at(heap, heapBytes) + heapBytes);
  for (;;) {
    uint64_t index = inside.take(2);
    inside.skip(6);
    uint64_t bytes = inside.takeLength();
    if (index == 0)
      failDamaged();
    if (index == number)
      return std::string(inside.skip(length), length);
    inside.skip((bytes + 7) / 8 * 8);
  }
}

} // namespace encke::rt
