//===- block_rows.cpp - the rows of blocks without padding ----------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which values are padding cannot be foreseen: each is written where the next
// element goes, and only an element moves that place on. With AVX2 four of them
// are moved together, by a table of which of the four stay.
//
//===----------------------------------------------------------------------===//

#include "storage/block_rows.h"
#include "storage/narrow.h"

#include <array>
#include <complex>

#ifdef __x86_64__
#include <immintrin.h>
#endif

namespace encke::rt {

template <typename T>
static void countPlain(const T *values, int64_t blocks, int64_t height,
                       int64_t width, int64_t *counts) {
  for (int64_t q = 0; q != blocks; ++q)
    for (int64_t row = 0; row != height; ++row)
      for (int64_t n = 0; n != width; ++n)
        counts[row] += *values++ != T(0);
}

template <typename Index, typename T>
static void copyPlain(const T *values, const Index *coordinates, int64_t blocks,
                      int64_t size, int64_t width, Index *columns, T *copied,
                      int64_t room) {
  int64_t at = 0;
  for (int64_t q = 0; q != blocks; ++q, values += size)
    for (int64_t n = 0; n != width; ++n) {
      if (at == room)
        return;
      columns[at] = Index(int64_t(coordinates[q]) * width + n);
      copied[at] = values[n];
      at += values[n] != T(0);
    }
}

#ifdef __x86_64__

namespace {
/// By which of four values stay: their places, in order, then any.
struct Selections {
  constexpr Selections() {
    for (unsigned mask = 0; mask != 16; ++mask)
      for (unsigned n = 0, at = 0; n != 4; ++n)
        if (mask >> n & 1) {
          words[mask][at] = int32_t(n);
          pairs[mask][2 * at] = int32_t(2 * n);
          pairs[mask][2 * at + 1] = int32_t(2 * n + 1);
          ++at;
        }
  }
  alignas(32) std::array<std::array<int32_t, 8>, 16> pairs{};
  alignas(16) std::array<std::array<int32_t, 4>, 16> words{};
};
constexpr Selections selections;
} // namespace

#define ENCKE_AVX2 __attribute__((target("avx2,popcnt")))

/// Four values of 64 bits.
ENCKE_AVX2 static inline __m256i load(const void *values) {
  return _mm256_loadu_si256(static_cast<const __m256i *>(values));
}

/// A bit for each that is not zero; the sign of a zero does not count.
ENCKE_AVX2 static inline unsigned findNonzero(__m256i four, double) {
  return unsigned(_mm256_movemask_pd(_mm256_cmp_pd(
      _mm256_castsi256_pd(four), _mm256_setzero_pd(), _CMP_NEQ_UQ)));
}
ENCKE_AVX2 static inline unsigned findNonzero(__m256i four, int64_t) {
  return 15 ^ unsigned(_mm256_movemask_pd(_mm256_castsi256_pd(
                  _mm256_cmpeq_epi64(four, _mm256_setzero_si256()))));
}

/// `known` is the width where it is known when this is compiled, or 0.
template <int64_t known, typename T>
ENCKE_AVX2 static inline void countRows(const T *values, int64_t blocks,
                                        int64_t height, int64_t width,
                                        int64_t *counts) {
  if (known)
    width = known;
  for (int64_t q = 0; q != blocks; ++q)
    for (int64_t row = 0; row != height; ++row, values += width) {
      int64_t n = 0, count = 0;
      for (; n + 4 <= width; n += 4)
        count += __builtin_popcount(findNonzero(load(values + n), T(0)));
      for (; n != width; ++n)
        count += values[n] != T(0);
      counts[row] += count;
    }
}

template <typename T>
ENCKE_AVX2 static void countWide(const T *values, int64_t blocks,
                                 int64_t height, int64_t width,
                                 int64_t *counts) {
  if (width != 4)
    return countRows<0>(values, blocks, height, width, counts);
  if (height != 4)
    return countRows<4>(values, blocks, height, width, counts);
  int64_t own[4] = {};
  countRows<4>(values, blocks, 4, 4, own);
  for (int row = 0; row != 4; ++row)
    counts[row] += own[row];
}

/// Returns how many blocks are done: what is written at once must not be more
/// than there is room for.
template <int64_t known, typename T>
ENCKE_AVX2 static inline int64_t
copyRow(const T *values, const int32_t *coordinates, int64_t blocks,
        int64_t size, int64_t width, int32_t *columns, T *copied, int64_t room,
        int64_t &copies) {
  if (known)
    width = known;
  int64_t at = 0, q = 0;
  for (; q != blocks && at + width + 4 <= room; ++q, values += size) {
    auto first = int32_t(coordinates[q] * width);
    int64_t n = 0;
    for (; n + 4 <= width; n += 4) {
      __m256i four = load(values + n);
      unsigned mask = findNonzero(four, T(0));
      __m256i pairs = load(selections.pairs[mask].data());
      __m128i words = _mm_load_si128(
          reinterpret_cast<const __m128i *>(selections.words[mask].data()));
      _mm256_storeu_si256(reinterpret_cast<__m256i *>(copied + at),
                          _mm256_permutevar8x32_epi32(four, pairs));
      _mm_storeu_si128(
          reinterpret_cast<__m128i *>(columns + at),
          _mm_add_epi32(_mm_set1_epi32(first + int32_t(n)), words));
      at += __builtin_popcount(mask);
    }
    for (; n != width; ++n) {
      columns[at] = first + int32_t(n);
      copied[at] = values[n];
      at += values[n] != T(0);
    }
  }
  copies = at;
  return q;
}

template <typename T>
ENCKE_AVX2 static void copyWide(const T *values, const int32_t *coordinates,
                                int64_t blocks, int64_t size, int64_t width,
                                int32_t *columns, T *copied, int64_t room) {
  int64_t at = 0;
  auto copy = width == 4 ? copyRow<4, T> : copyRow<0, T>;
  int64_t q =
      copy(values, coordinates, blocks, size, width, columns, copied, room, at);
  copyPlain(values + q * size, coordinates + q, blocks - q, size, width,
            columns + at, copied + at, room - at);
}

static bool hasAvx2() {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt");
}

template <typename T>
static const BlockRows<int32_t, T> &chooseWide() {
  static const BlockRows<int32_t, T> rows =
      hasAvx2() ? BlockRows<int32_t, T>{countWide<T>, copyWide<T>}
                : BlockRows<int32_t, T>{countPlain<T>, copyPlain<int32_t, T>};
  return rows;
}

template <>
const BlockRows<int32_t, double> &blockRowsFor() {
  return chooseWide<double>();
}
template <>
const BlockRows<int32_t, int64_t> &blockRowsFor() {
  return chooseWide<int64_t>();
}
#endif

template <typename Index, typename T>
const BlockRows<Index, T> &blockRowsFor() {
  static constexpr BlockRows<Index, T> rows{countPlain<T>, copyPlain<Index, T>};
  return rows;
}

#ifndef __x86_64__
template const BlockRows<int32_t, double> &blockRowsFor();
template const BlockRows<int32_t, int64_t> &blockRowsFor();
#endif
template const BlockRows<int32_t, float> &blockRowsFor();
template const BlockRows<int32_t, int32_t> &blockRowsFor();
template const BlockRows<int32_t, std::complex<double>> &blockRowsFor();
template const BlockRows<int32_t, uint8_t> &blockRowsFor();
template const BlockRows<int64_t, double> &blockRowsFor();
template const BlockRows<int64_t, int64_t> &blockRowsFor();
template const BlockRows<int64_t, float> &blockRowsFor();
template const BlockRows<int64_t, int32_t> &blockRowsFor();
template const BlockRows<int64_t, std::complex<double>> &blockRowsFor();
template const BlockRows<int64_t, uint8_t> &blockRowsFor();
template const BlockRows<int32_t, Half> &blockRowsFor();
template const BlockRows<int32_t, BFloat> &blockRowsFor();
template const BlockRows<int32_t, int8_t> &blockRowsFor();
template const BlockRows<int32_t, int16_t> &blockRowsFor();
template const BlockRows<int32_t, UInt8> &blockRowsFor();
template const BlockRows<int32_t, std::complex<float>> &blockRowsFor();
template const BlockRows<int64_t, Half> &blockRowsFor();
template const BlockRows<int64_t, BFloat> &blockRowsFor();
template const BlockRows<int64_t, int8_t> &blockRowsFor();
template const BlockRows<int64_t, int16_t> &blockRowsFor();
template const BlockRows<int64_t, UInt8> &blockRowsFor();
template const BlockRows<int64_t, std::complex<float>> &blockRowsFor();

} // namespace encke::rt
