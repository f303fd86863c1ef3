//===- ReaderFuzzer.cpp - no data file breaks the readers -----------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A libFuzzer target: whatever a file holds, it is read or refused with a
// place and a reason. Several threads with short chunks read the same as one
// thread, or refuse it with the same message; what was read lies within the
// sizes and survives being written and read again.
//
// The first three bytes of an input choose the kind of the file and how it is
// read; the others are the text of the file. The forms of other programs, texts
// and others, are one kind, of which the bytes tell which one they are.
// Archives of arrays are another one: a zip file is made of what the bytes say,
// since its checksums would hardly ever be right.
//
//===----------------------------------------------------------------------===//

#include "core/error.h"
#include "encke/runtime.h"
#include "io/chunks.h"
#include "io/data_file.h"
#include "tests/fuzz/Fuzzing.h"

#include <cctype>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <unistd.h>
#include <zlib.h>

using namespace encke::rt;
using namespace encke::test;

/// The search for leaks needs ptrace, which containers forbid.
extern "C" const char *__asan_default_options() { return "detect_leaks=0"; }

namespace {

struct Way {
  bool matrixMarket;
  enum { Plain, Gzip, Archive, Foreign, Arrays } packing;
  const char *name; ///< of the file
  Wanted wanted;
  bool again; ///< written and read once more
  bool lenient;
  int32_t dialect;
  int32_t threads;
  int64_t chunk;
};

int64_t bitsOf(double number) {
  int64_t bits;
  std::memcpy(&bits, &number, sizeof(bits));
  return bits;
}

struct Element {
  std::vector<int64_t> at;
  int64_t bits; ///< of the value
  double imaginary;

  bool operator==(const Element &other) const {
    return at == other.at && bits == other.bits &&
           bitsOf(imaginary) == bitsOf(other.imaginary);
  }
};

/// What reading a file gave.
struct Reading {
  std::string place, reason; ///< of the error
  std::vector<int64_t> sizes;
  std::vector<Element> elements; ///< in the order of the file
  int32_t naturalType = 0;       ///< of the values that `encke convert` reads
  bool isArray = false;

  bool operator==(const Reading &other) const {
    return place == other.place && reason == other.reason &&
           sizes == other.sizes && elements == other.elements;
  }
};

/// A folder that is gone when the fuzzer ends as it should.
struct Folder {
  Folder() : path("/dev/shm/encke-fuzz-" + std::to_string(getpid())) {
    std::filesystem::create_directories(path);
  }
  ~Folder() { std::filesystem::remove_all(path); }
  std::string path;
};

} // namespace

static Way wayOf(Bytes &bytes) {
  int kind = bytes.take(), threading = bytes.take(), reading = bytes.take();
  Way way;
  way.matrixMarket = kind & 1;
  int packing = kind >> 1 & 7;
  way.packing = packing == 1   ? Way::Gzip
                : packing == 2 ? Way::Archive
                : packing == 3 ? Way::Foreign
                : packing == 4 ? Way::Arrays
                               : Way::Plain;
  way.wanted.type = (kind >> 4) % 6;
  way.wanted.selector = Selector(way.matrixMarket ? reading % 5 : 0);
  way.wanted.arrayZeros = reading & 32;
  way.again = reading & 64;
  way.dialect = reading % 8;
  // The forms of other programs are known by names or by first bytes.
  static constexpr const char *names[] = {"/a", "/a.csv", "/a.graph", "/a.npz"};
  way.name = way.packing == Way::Foreign  ? names[threading % 4]
             : way.packing == Way::Arrays ? "/a.npz"
             : way.matrixMarket           ? "/a.mtx"
                                          : "/a.tns";
  way.lenient = reading & 128;
  way.threads = 2 + (threading >> 6);
  way.chunk = 1 + threading % 64;
  return way;
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

static std::string compress(const std::string &text) {
  std::string out(compressBound(text.size()) + 32, 0);
  z_stream stream = {};
  require(deflateInit2(&stream, 1, Z_DEFLATED, 15 + 16, 8,
                       Z_DEFAULT_STRATEGY) == Z_OK,
          "zlib does not start");
  stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(text.data()));
  stream.avail_in = uInt(text.size());
  stream.next_out = reinterpret_cast<Bytef *>(out.data());
  stream.avail_out = uInt(out.size());
  require(deflate(&stream, Z_FINISH) == Z_STREAM_END, "zlib has no room");
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

/// An archive as the SuiteSparse collection has them.
static std::string archive(const std::string &text) {
  std::string header(512, 0);
  auto put = [&](size_t at, const std::string &field) {
    header.replace(at, field.size(), field);
  };
  char size[16], checksum[16];
  std::snprintf(size, sizeof(size), "%011zo", text.size());
  put(0, "m/m.mtx");
  put(124, size);
  put(148, "        ");
  put(156, "0");
  put(257, "ustar");
  unsigned sum = 0;
  for (unsigned char c : header)
    sum += c;
  std::snprintf(checksum, sizeof(checksum), "%06o", sum);
  put(148, checksum);
  return header + text + std::string((512 - text.size() % 512) % 512 + 1024, 0);
}

template <typename T>
static std::string bytesOf(T number) {
  return std::string(reinterpret_cast<const char *>(&number), sizeof(T));
}

/// NumPy's arrays, each of four bytes for its name, its type, how many sizes
/// there are and how many bytes it has, and of those sizes and bytes.
static std::vector<std::pair<std::string, std::string>> arraysOf(Bytes bytes) {
  static constexpr const char *names[] = {
      "format", "shape",  "data",       "indptr",  "indices", "row",
      "col",    "coords", "fill_value", "offsets", "x"};
  static constexpr const char *types[] = {"<i8", "<f8", ">i4", "|u1", "<c16",
                                          "|b1", "<f2", ">c8", "|S3", "<u8"};
  std::vector<std::pair<std::string, std::string>> arrays;
  while (!bytes.isEmpty() && arrays.size() != 12) {
    std::string name = names[bytes.below(11)], type = types[bytes.below(10)];
    int order = bytes.below(4), length = bytes.take();
    std::string shape, content;
    for (int mode = 0; mode != order; ++mode) {
      int size = bytes.take();
      // The last ones are as large as sizes can be.
      shape += std::to_string(size < 250 ? int64_t(size)
                                         : INT64_MAX >> 8 * (255 - size)) +
               ", ";
    }
    for (int n = 0; n != length; ++n)
      content += char(bytes.take());
    std::string header = "{'descr': '" + type + "', 'fortran_order': " +
                         (length & 1 ? "True" : "False") + ", 'shape': (" +
                         shape + "), }\n";
    arrays.emplace_back(name + ".npy", std::string("\x93NUMPY\1\0", 8) +
                                           bytesOf(uint16_t(header.size())) +
                                           header + content);
  }
  return arrays;
}

/// A zip archive of arrays that are not compressed.
static std::string zip(const std::string &text) {
  std::string files, directory;
  uint16_t count = 0;
  Bytes bytes(reinterpret_cast<const uint8_t *>(text.data()), text.size());
  for (const auto &[name, content] : arraysOf(bytes)) {
    auto checksum =
        uint32_t(crc32(0, reinterpret_cast<const Bytef *>(content.data()),
                       uInt(content.size())));
    std::string common = std::string(10, '\0') + bytesOf(checksum) +
                         bytesOf(uint32_t(content.size())) +
                         bytesOf(uint32_t(content.size())) +
                         bytesOf(uint32_t(name.size()));
    directory += "PK\1\2" + std::string(2, '\0') + common +
                 std::string(10, '\0') + bytesOf(uint32_t(files.size())) + name;
    files += "PK\3\4" + common + name + content;
    ++count;
  }
  return files + directory + "PK\5\6" + std::string(4, '\0') + bytesOf(count) +
         bytesOf(count) + bytesOf(uint32_t(directory.size())) +
         bytesOf(uint32_t(files.size())) + std::string(2, '\0');
}

static std::string writeFile(const Folder &folder, const Way &way,
                             std::string text) {
  if (way.packing == Way::Archive)
    text = archive(text);
  if (way.packing == Way::Gzip || way.packing == Way::Archive)
    text = compress(text);
  if (way.packing == Way::Arrays)
    text = zip(text);
  std::string path = folder.path + way.name;
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// `type` is the one that was asked for: the values may still be the doubles
/// from which a .tns file's sizes were found.
template <typename Index>
static void collect(const Entries<Index> &entries, int32_t type,
                    Reading &reading) {
  bool toIntegers =
      readsIntegers(type) && !readsIntegers(entries.values.type());
  for (int64_t e = 0; e != entries.size(); ++e) {
    Value value = entries.values[e];
    Element element = {{}, toIntegers ? int64_t(value.real) : value.integer, 0};
    for (const auto &mode : entries.coordinates)
      element.at.push_back(mode[e]);
    if (entries.imaginary.size())
      element.imaginary = entries.imaginary[e];
    reading.elements.push_back(element);
  }
}

static int32_t naturalType(const encke_file &file) {
  Field field = file.header().field;
  if (field == Field::Complex)
    return ENCKE_C128;
  bool isReal = field == Field::Real && !file.holdsLongIntegers();
  return isReal ? ENCKE_F64 : ENCKE_I64;
}

static Reading read(const std::string &path, const Way &way, int32_t threads,
                    int64_t chunk) {
  chunkSize = chunk;
  encke_options options;
  encke_options_default(&options);
  options.tns_dialect = way.dialect;
  options.threads = threads;
  options.lenient = way.lenient;
  Reading reading;
  try {
    encke_file file(path, options);
    reading.naturalType = naturalType(file);
    reading.sizes = file.header().sizes;
    reading.isArray = file.header().layout == Layout::Array;
    std::visit(
        [&](const auto &list) { collect(list, way.wanted.type, reading); },
        file.read(way.wanted));
  } catch (const Error &error) {
    reading = Reading();
    reading.place = error.place;
    reading.reason = error.reason;
  } catch (const MemoryError &) {
    reading = Reading();
    reading.reason = "out of memory";
  }
  return reading;
}

//===----------------------------------------------------------------------===//
// What must hold
//===----------------------------------------------------------------------===//

static void checkError(const Reading &reading, const std::string &path,
                       const Way &way, const std::string &text) {
  if (reading.reason == "out of memory")
    return;
  require(reading.place.compare(0, path.size(), path) == 0,
          "an error without its file: " + reading.reason);
  std::string numbers = reading.place.substr(path.size());
  // What is no text has no lines, and neither has what is not read at all.
  bool isTar = text.size() > 512 && text.compare(257, 5, "ustar") == 0;
  bool isMatlab = text.size() >= 128 && (text.compare(126, 2, "IM") == 0 ||
                                         text.compare(126, 2, "MI") == 0);
  bool isForeign = way.packing == Way::Foreign || way.packing == Way::Arrays ||
                   reading.reason.compare(0, 12, "the file is ") == 0 ||
                   reading.reason.compare(0, 14, "the HDF5 file ") == 0 ||
                   (text.size() > 1 && !std::isprint(uint8_t(text[0]))) ||
                   text.compare(0, 2, "PK") == 0 ||
                   text.compare(0, 3, "BZh") == 0 ||
                   text.compare(0, 4, "(\xb5/\xfd") == 0 || isTar || isMatlab;
  if (numbers.empty() || numbers.find_first_of("0123456789") == numbers.npos)
    return require(isForeign, "no line");
  long line = 0, column = 0;
  if (size_t at = numbers.rfind(':', numbers.rfind(':') - 1);
      at != std::string::npos) {
    char *end;
    line = std::strtol(&numbers[at + 1], &end, 10);
    column = *end == ':' ? std::strtol(end + 1, nullptr, 10) : 0;
  }
  if (isForeign)
    return;
  require(line >= 1 && column >= 1, "no line and column: " + reading.place);
}

static void checkElements(const Reading &reading) {
  for (const Element &element : reading.elements) {
    require(element.at.size() == reading.sizes.size(), "another order");
    for (size_t mode = 0; mode != element.at.size(); ++mode)
      require(element.at[mode] >= 0 && element.at[mode] < reading.sizes[mode],
              "a coordinate past the size");
  }
}

namespace {

struct Sum {
  double real = 0, imaginary = 0;
  int64_t integer = 0;
};

} // namespace

/// The elements with duplicates summed; false where a sum overflows.
static bool sumUp(const Reading &reading, int32_t type,
                  std::map<std::vector<int64_t>, Sum> &sums) {
  for (const Element &element : reading.elements) {
    auto [sum, isNew] = sums.try_emplace(element.at);
    double real;
    std::memcpy(&real, &element.bits, sizeof(real));
    if (type == ENCKE_I64) {
      if (__builtin_add_overflow(sum->second.integer, element.bits,
                                 &sum->second.integer))
        return false;
      continue;
    }
    sum->second.real = isNew ? real : sum->second.real + real;
    sum->second.imaginary =
        isNew ? element.imaginary : sum->second.imaginary + element.imaginary;
  }
  return true;
}

static bool same(double a, double b) {
  return a == b || (std::isnan(a) && std::isnan(b));
}

/// What `encke convert` writes reads back as the same elements.
static void checkWriting(const Folder &folder, const std::string &path,
                         Way way) {
  way.wanted = {ENCKE_F64, Selector::Full, true};
  way.wanted.type = read(path, way, 1, 1 << 18).naturalType;
  Reading before = read(path, way, 1, 1 << 18);
  std::map<std::vector<int64_t>, Sum> expected, found;
  // A single value has no coordinates, which no text would have either.
  bool isScalar = before.sizes.empty();
  constexpr size_t most = 1 << 14; // of what seconds are enough for
  if (!before.reason.empty() || isScalar || before.elements.size() > most ||
      (before.isArray && before.elements.empty()) ||
      !sumUp(before, way.wanted.type, expected))
    return;
  bool asMatrix = before.sizes.size() == 2 &&
                  (way.wanted.type == ENCKE_C128 || way.matrixMarket);
  std::string target = folder.path + (asMatrix ? "/b.mtx" : "/b.tns.gz");
  encke_options options;
  encke_options_default(&options);
  options.tns_dialect = way.dialect;
  require(encke_convert_file(path.c_str(), target.c_str(), &options) == 0,
          "a file is read, but not converted");
  way.dialect = 0;
  Reading after = read(target, way, 1, 1 << 18);
  require(after.reason.empty(), "what was written is refused");
  require(before.sizes == after.sizes, "other sizes were written");
  require(sumUp(after, way.wanted.type, found), "other sums were written");
  if (before.isArray) // also the diagonal of a skew-symmetric one
    for (const auto &element : found)
      expected.try_emplace(element.first);
  require(expected.size() == found.size(), "another number was written");
  for (auto e = expected.begin(), f = found.begin(); e != expected.end();
       ++e, ++f)
    require(e->first == f->first && e->second.integer == f->second.integer &&
                same(e->second.real, f->second.real) &&
                same(e->second.imaginary, f->second.imaginary),
            "other elements were written");
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const Folder folder;
  Bytes bytes(data, size);
  Way way = wayOf(bytes);
  std::string text = bytes.rest();
  std::string path = writeFile(folder, way, text);
  Reading whole = read(path, way, 1, 1 << 18);
  if (whole.reason.empty())
    checkElements(whole);
  else
    checkError(whole, path, way,
               way.packing == Way::Plain || way.packing == Way::Foreign
                   ? text
                   : "\x1f\x8b");
  require(read(path, way, way.threads, way.chunk) == whole,
          "several threads read something else");
  if (way.again && way.packing != Way::Foreign && !way.lenient)
    checkWriting(folder, path, way);
  return 0;
}
