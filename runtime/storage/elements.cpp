//===- elements.cpp - values of one element type --------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "storage/elements.h"
#include "core/past_caches.h"
#include "core/threads.h"

namespace encke::rt {

template <typename To, typename From>
static To convertElement(From value) {
  if constexpr (isComplexNumber<From>) {
    if constexpr (isComplexNumber<To>)
      return To(value);
    else
      return convertElement<To>(value.real());
  } else if constexpr (isComplexNumber<To>) {
    return To(typename To::value_type(value));
  } else if constexpr (std::is_same_v<To, uint8_t>) {
    return value != 0;
  } else if constexpr (isReal<From>) {
    return To(double(value));
  } else if constexpr (std::is_same_v<From, UInt8>) {
    return To(int32_t(value));
  } else {
    return To(value);
  }
}

Elements Elements::as(int32_t type) const {
  Elements result(type, count);
  if (type == valueType) {
    copyArray(result.memory, memory, count * width());
    return result;
  }
  withElement(type, [&](auto to) {
    withElement(valueType, [&](auto from) {
      using To = decltype(to);
      const auto *source = data<decltype(from)>();
      To *target = result.data<To>();
      parallelCopy(count, [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i != end; ++i)
          target[i] = convertElement<To>(source[i]);
      });
    });
  });
  return result;
}

} // namespace encke::rt
