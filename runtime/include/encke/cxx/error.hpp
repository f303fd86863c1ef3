//===- encke/cxx/error.hpp - what a call throws -----------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_CXX_ERROR_HPP
#define ENCKE_CXX_ERROR_HPP

#include "encke/encke.h"

#include <memory>
#include <stdexcept>
#include <string>

namespace encke {

/// A call has failed, or an operand cannot be what it was taken for.
class Error : public std::runtime_error {
public:
  Error(int status, const std::string &identifier, const std::string &place,
        const std::string &message)
      : std::runtime_error(place.empty() ? message : place + ": " + message),
        parts(std::make_shared<const Parts>(
            Parts{status, identifier, place, message})) {}

  /// ENCKE_RUN_TIME_ERROR, or ENCKE_OPERAND_ERROR: then nothing was computed.
  int status() const noexcept { return parts->status; }
  /// What kind of error it is, such as "operand-mismatch"
  /// (docs/diagnostics.md).
  const std::string &identifier() const noexcept { return parts->identifier; }
  /// "kernels.ta:3:5", or empty.
  const std::string &place() const noexcept { return parts->place; }
  /// The message without the place; what() has both.
  const std::string &message() const noexcept { return parts->message; }

private:
  struct Parts {
    int status;
    std::string identifier, place, message;
  };
  // Shared, as copies of exceptions must not throw.
  std::shared_ptr<const Parts> parts;
};

namespace detail {

/// Throws where arrays do not make the operand that they are to make.
inline void requireOperand(bool holds, const char *message) {
  if (!holds)
    throw Error(ENCKE_OPERAND_ERROR, "operand-mismatch", "", message);
}

/// Throws where a result is not what the caller takes it for.
inline void requireResult(bool holds, const char *message) {
  if (!holds)
    throw Error(ENCKE_OPERAND_ERROR, "result-mismatch", "", message);
}

} // namespace detail
} // namespace encke

#endif // ENCKE_CXX_ERROR_HPP
