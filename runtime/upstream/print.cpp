//===- print.cpp - what upstream's runner prints with ---------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "core/context.h"
#include "encke/upstream.h"
#include "io/atomic_file.h"
#include "io/element.h"
#include "storage/walk.h"

#include <cinttypes>
#include <cstring>

using namespace encke::rt;

//===----------------------------------------------------------------------===//
// Element types
//===----------------------------------------------------------------------===//

namespace {
/// How an element is stored, and what is printed of it.
template <typename Stored>
struct Plain {
  using Type = Stored;
  static void put(Output &out, Stored value) { putSixDigits(out, value); }
};
/// A byte is a character.
struct Byte {
  using Type = int8_t;
  static void put(Output &out, int8_t value) { out << char(value); }
};
} // namespace

//===----------------------------------------------------------------------===//
// Memory references
//===----------------------------------------------------------------------===//

namespace {
/// An unranked memory reference: its descriptor has two pointers, the offset,
/// the sizes and the strides.
class Reference {
public:
  explicit Reference(const encke_unranked_memref &buffer)
      : rank(buffer.rank), pointers(static_cast<void **>(buffer.descriptor)),
        numbers(reinterpret_cast<int64_t *>(pointers + 2)) {}

  const void *base() const { return pointers[1]; }
  int64_t offset() const { return numbers[0]; }
  int64_t size(int64_t mode) const { return numbers[1 + mode]; }
  int64_t stride(int64_t mode) const { return numbers[1 + rank + mode]; }

  int64_t rank;

private:
  void **pointers;
  int64_t *numbers;
};
} // namespace

/// Calls put(n) with commas between.
template <typename Put>
static void putSeparated(Output &out, int64_t count, Put put) {
  for (int64_t n = 0; n != count; ++n) {
    if (n)
      out << ", ";
    put(n);
  }
}

template <typename At>
static void putList(Output &out, int64_t count, At at) {
  out << '[';
  putSeparated(out, count, [&](int64_t n) { out << at(n); });
  out << ']';
}

static void putSpaces(Output &out, int64_t count) {
  for (; count > 0; --count)
    out << ' ';
}

/// The elements from `mode` inward, whose first one is `at`. Rows of the modes
/// around stand on lines of their own, as deep as these are nested.
template <typename Element>
static void putElements(Output &out, const Reference &buffer, int64_t mode,
                        int64_t at) {
  if (mode == buffer.rank)
    return Element::put(
        out, static_cast<const typename Element::Type *>(buffer.base())[at]);
  bool isInnermost = mode + 1 == buffer.rank;
  out << '[';
  for (int64_t n = 0; n < buffer.size(mode); ++n) {
    if (n) {
      out << (isInnermost ? ", " : ", \n");
      putSpaces(out, mode + 1);
    }
    putElements<Element>(out, buffer, mode + 1, at + n * buffer.stride(mode));
  }
  out << ']';
}

template <typename Element>
static void printReference(const encke_unranked_memref &unranked) {
  guarded(nullptr, [&] {
    Output &out = Context::current().out;
    Reference buffer(unranked);
    char address[2 + 16 + 1];
    (void)std::snprintf(address, sizeof(address), "0x%" PRIxPTR,
                        reinterpret_cast<uintptr_t>(buffer.base()));
    out << "Unranked Memref base@ = " << address << " rank = " << buffer.rank
        << " offset = " << buffer.offset() << " sizes = ";
    putList(out, buffer.rank, [&](int64_t mode) { return buffer.size(mode); });
    out << " strides = ";
    putList(out, buffer.rank,
            [&](int64_t mode) { return buffer.stride(mode); });
    out << " data = \n";
    if (buffer.rank == 0)
      out << '[';
    putElements<Element>(out, buffer, 0, buffer.offset());
    out << (buffer.rank == 0 ? "]\n" : "\n");
    out.flush(); // what is printed stays, whatever comes
  });
}

#define DEFINE(SUFFIX, ...)                                                    \
  void _mlir_ciface_printMemref##SUFFIX(encke_unranked_memref *buffer) {       \
    printReference<__VA_ARGS__>(*buffer);                                      \
  }
DEFINE(I8, Byte)
DEFINE(I16, Plain<int16_t>)
DEFINE(I32, Plain<int32_t>)
DEFINE(I64, Plain<int64_t>)
DEFINE(Ind, Plain<int64_t>)
DEFINE(F16, Plain<Half>)
DEFINE(BF16, Plain<BFloat>)
DEFINE(F32, Plain<float>)
DEFINE(F64, Plain<double>)
DEFINE(C32, Plain<std::complex<float>>)
DEFINE(C64, Plain<std::complex<double>>)
#undef DEFINE

//===----------------------------------------------------------------------===//
// Single values
//===----------------------------------------------------------------------===//

/// Has `put` write to the standard output.
template <typename Put>
static void print(Put put) {
  guarded(nullptr, [&] { put(Context::current().out); });
}

void printI64(int64_t value) {
  print([&](Output &out) { out << value; });
}

void printU64(uint64_t value) {
  print([&](Output &out) { out << std::to_string(value); });
}

void printF32(float value) {
  print([&](Output &out) { out.sixDigits(value); });
}

void printF64(double value) {
  print([&](Output &out) { out.sixDigits(value); });
}

void printF16(uint16_t bits) {
  print([&](Output &out) { putSixDigits(out, Half::ofBits(bits)); });
}

void printBF16(uint16_t bits) {
  print([&](Output &out) { putSixDigits(out, BFloat::ofBits(bits)); });
}

void printString(const char *text) {
  print([&](Output &out) { out << text; });
}

void printOpen(void) {
  print([](Output &out) { out << "( "; });
}

void printClose(void) {
  print([](Output &out) { out << " )"; });
}

void printComma(void) {
  print([](Output &out) { out << ", "; });
}

void printNewline(void) {
  print([](Output &out) { out << '\n'; });
}

double rtclock(void) { return encke_get_time(); }

//===----------------------------------------------------------------------===//
// The arrays of a tensor
//===----------------------------------------------------------------------===//

/// "( 1, 2, 3 )"
template <typename Put>
static void putVector(Output &out, int64_t count, Put put) {
  out << "( ";
  putSeparated(out, count, put);
  out << " )\n";
}

/// `count` integers of 4 or 8 bytes.
static void putArray(Output &out, const char *name, int32_t level,
                     const void *array, int64_t count, int32_t bytes) {
  out << name << '[' << int64_t(level) << "] : ";
  putVector(out, count, [&](int64_t n) { out << integerAt(array, bytes, n); });
}

/// A number, or ( real, imaginary ).
template <typename T>
static void putValue(Output &out, T value) {
  if constexpr (isComplexNumber<T>) {
    out << "( ";
    out.sixDigits(value.real());
    out << ", ";
    out.sixDigits(value.imag());
    out << " )";
  } else {
    putSixDigits(out, value);
  }
}

/// The coordinates of the levels from `first` on, those of one element after
/// the other.
static void putTogether(Output &out, const encke_tensor &tensor,
                        int32_t first) {
  int64_t levels = tensor.level_count - first;
  out << "crd[" << int64_t(first) << "] : ";
  putVector(out, tensor.levels[first].crd_count * levels, [&](int64_t n) {
    const encke_level &level = tensor.levels[first + n % levels];
    out << integerAt(level.crd, tensor.crd_bytes, n / levels);
  });
}

static void printArrays(const encke_tensor &tensor, int64_t together,
                        Output &out) {
  out << "---- Sparse Tensor ----\nnse = " << tensor.value_count << "\ndim = ";
  putVector(out, tensor.order, [&](int64_t n) { out << tensor.sizes[n]; });
  out << "lvl = ";
  putVector(out, tensor.level_count,
            [&](int64_t n) { out << tensor.levels[n].size; });
  for (int32_t l = 0; l != tensor.level_count; ++l) {
    const encke_level &level = tensor.levels[l];
    if (level.pos)
      putArray(out, "pos", l, level.pos, level.pos_count, tensor.pos_bytes);
    if (l == together)
      putTogether(out, tensor, l);
    else if (level.crd && l < together)
      putArray(out, "crd", l, level.crd, level.crd_count, tensor.crd_bytes);
  }
  out << "values : ";
  withElement(tensor.type, [&](auto element) {
    using T = decltype(element);
    putVector(out, tensor.value_count,
              [&](int64_t n) { putValue(out, valueAt<T>(tensor, n)); });
  });
  out << "----\n";
}

void encke_print_arrays(const encke_tensor *tensor, int64_t together) {
  print([&](Output &out) { printArrays(*tensor, together, out); });
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

/// Coordinates count from 1.
static void putFrostt(const encke_tensor &tensor, Output &out) {
  out << "; extended FROSTT format\n"
      << int64_t(tensor.order) << ' ' << countStored(tensor) << '\n';
  for (int32_t mode = 0; mode != tensor.order; ++mode) {
    if (mode)
      out << ' ';
    out << tensor.sizes[mode];
  }
  out << '\n';
  withElement(tensor.type, [&](auto element) {
    using T = decltype(element);
    walkStored(tensor, [&](const int64_t *at, int64_t position) {
      for (int32_t mode = 0; mode != tensor.order; ++mode)
        out << at[mode] + 1 << ' ';
      if constexpr (isComplexNumber<T>) {
        T value = valueAt<T>(tensor, position);
        out.shortest(value.real());
        out << ' ';
        out.shortest(value.imag());
      } else {
        putShortest(out, valueAt<T>(tensor, position));
      }
      out << '\n';
    });
  });
}

void encke_out(const encke_tensor *tensor, const char *path,
               const char *where) {
  guarded(where, [&] {
    if (!*path)
      return putFrostt(*tensor, Context::current().out);
    AtomicFile file(path);
    StreamSink sink(file.stream());
    Output out(sink, path);
    putFrostt(*tensor, out);
    out.flush();
    file.commit();
  });
}
