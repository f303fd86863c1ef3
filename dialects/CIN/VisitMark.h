//===- VisitMark.h - how a loop goes along streams --------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The mark `visit(...)` of a forall (VisitMark.td says what its parts mean).
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DIALECTS_CIN_VISITMARK_H
#define ENCKE_DIALECTS_CIN_VISITMARK_H

#include "mlir/IR/OpImplementation.h"
#include "llvm/ADT/Hashing.h"

#include <string>

namespace encke::cin {

class KernelOp;
class VisitAttr;
struct LoopPlan;
struct Stream;

/// A stream that is not visited, and how its coordinates are looked up.
struct Lookup {
  enum How : int64_t { marks, search, directory };

  int64_t stream = 0;
  How how = search;
  int64_t places = 0; ///< Of a directory, for each coordinate looked up.

  bool operator==(const Lookup &other) const {
    return stream == other.stream && how == other.how && places == other.places;
  }
};

// Found by this name, as LLVM's are.
// NOLINTNEXTLINE(readability-identifier-naming)
inline llvm::hash_code hash_value(const Lookup &lookup) {
  return llvm::hash_combine(lookup.stream, int64_t(lookup.how), lookup.places);
}

/// What stands between the brackets of a mark. Null after an error.
VisitAttr parseVisit(mlir::AsmParser &parser);
void printVisit(mlir::AsmPrinter &printer, VisitAttr mark);

/// Says at a loop why its mark cannot be, as far as concrete index notation
/// tells.
mlir::LogicalResult verifyVisits(KernelOp kernel);

/// Why no directory can be made for a stream that is looked up; empty if one
/// can.
std::string whyNoDirectory(const LoopPlan &plan, const Stream &stream);

} // namespace encke::cin

#endif // ENCKE_DIALECTS_CIN_VISITMARK_H
