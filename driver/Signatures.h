//===- Signatures.h - what functions of a library take ----------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DRIVER_SIGNATURES_H
#define ENCKE_DRIVER_SIGNATURES_H

#include "dialects/Format.h"

#include "llvm/Support/SMLoc.h"

#include <optional>
#include <string>
#include <vector>

namespace llvm {
class SourceMgr;
}

namespace encke {

struct CheckedProgram;

/// A parameter or the result of a function: a tensor if it has a format, else a
/// scalar.
struct ParameterSignature {
  std::string name; ///< empty for a result
  ElementType type = ElementType::Double;
  std::optional<Format> format;
  std::vector<std::string> labels; ///< by mode, as written
  std::vector<int64_t> sizes;      ///< by mode; -1: any
  /// On several processes: the mode of which each has a range; -1: none.
  int64_t part = -1;

  /// "f64 D0 C1" for a tensor, "f64" for a scalar: encke_parameter's format.
  std::string formatText() const;
  /// The same with widths, as the runtime reads it: "f64 4 4 D0 C1".
  std::string storageText() const;
  /// "A[i,k]: CSR double" for people; levels where a format has no name.
  std::string str() const;
};

/// A function that a library exports.
struct FunctionSignature {
  std::string name;
  llvm::SMRange range; ///< of the name, in the text
  std::string place;   ///< "kernels.ta:3:5"
  std::vector<ParameterSignature> parameters;
  std::optional<ParameterSignature> result;
  bool isDistributed = false; ///< Several processes may call it together.

  /// "product(A[i,k]: CSR double, x[k]: Dense double) -> [i]: Dense double"
  std::string str() const;
};

/// Those of a checked library, as they stand in the text.
std::vector<FunctionSignature> getSignatures(const CheckedProgram &program,
                                             const llvm::SourceMgr &sources);

} // namespace encke

#endif // ENCKE_DRIVER_SIGNATURES_H
