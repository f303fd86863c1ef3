//===- numbers.h - numbers as a file has them in bytes ----------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_IO_NUMBERS_H
#define ENCKE_RUNTIME_IO_NUMBERS_H

#include <cstdint>
#include <string>

namespace encke::rt {

/// How one number is stored.
struct NumberType {
  enum Kind { Integer, Unsigned, Real, Complex } kind = Integer;
  uint32_t bytes = 8;   ///< of a complex one: of both parts
  bool swapped = false; ///< the bytes are in the other order than here

  bool isWhole() const { return kind == Integer || kind == Unsigned; }
};

/// Numbers in memory of somebody else, aligned or not.
class Numbers {
public:
  Numbers() = default;
  /// `step` is how many numbers further the next one stands.
  Numbers(NumberType type, const char *data, int64_t count, int64_t step = 1)
      : numberType(type), data(data), count(count), step(step) {}

  const NumberType &type() const { return numberType; }
  int64_t size() const { return count; }
  bool empty() const { return count == 0; }
  /// Those from `first` on, each `every`-th of them.
  Numbers part(int64_t first, int64_t length, int64_t every = 1) const {
    return Numbers(numberType, data + first * step * numberType.bytes, length,
                   step * every);
  }

  /// Two each as a complex number.
  Numbers pairs() const {
    return Numbers(
        {NumberType::Complex, 2 * numberType.bytes, numberType.swapped}, data,
        count / 2, step);
  }
  /// The first one so many times.
  Numbers repeated(int64_t times) const {
    return Numbers(numberType, data, times, 0);
  }

  /// The `many` numbers from `first` on as doubles; of complex ones the real
  /// parts.
  void reals(int64_t first, int64_t many, double *into) const;
  /// The same as integers; false where one of them is none of 64 bits.
  bool integers(int64_t first, int64_t many, int64_t *into) const;
  /// Where number n is, if all of them lie one behind another as this machine
  /// has numbers of that kind and width; else null.
  const char *placeOf(int64_t n, NumberType::Kind kind, uint32_t bytes) const;

  double real(int64_t n) const;
  double imaginary(int64_t n) const; ///< of a complex number
  /// False where number `n` is no integer of 64 bits.
  bool toInteger(int64_t n, int64_t &value) const;
  /// Number `n` as people write it.
  std::string text(int64_t n) const;

private:
  uint64_t bits(int64_t n, uint32_t bytes, uint32_t offset) const;
  double realAt(int64_t n, uint32_t bytes, uint32_t offset) const;
  int64_t signedAt(int64_t n) const;

  NumberType numberType;
  const char *data = nullptr;
  int64_t count = 0, step = 1;
};

} // namespace encke::rt

#endif // ENCKE_RUNTIME_IO_NUMBERS_H
