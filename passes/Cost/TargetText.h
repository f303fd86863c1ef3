//===- TargetText.h - targets as text ---------------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A target is written as lines "name = number", in any order; what begins with
// '#' is a comment. What is not named is as it was. The same names stand in the
// attribute on the module (passes/Support/TargetSpec.h).
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_COST_TARGETTEXT_H
#define ENCKE_PASSES_COST_TARGETTEXT_H

#include "passes/Cost/Target.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

namespace encke::cost {

/// One number of a target.
struct TargetEntry {
  llvm::StringLiteral name;
  llvm::StringLiteral meaning;
  /// One of these is where it is kept.
  int64_t Target::*count;
  double Target::*measure;
  double least, most;
  bool isPowerOfTwo = false;

  double get(const Target &target) const {
    return count ? double(target.*count) : target.*measure;
  }
  /// Sets it. Returns what is wrong with the value, in words, or nothing.
  std::string set(Target &target, double value) const;
};

llvm::ArrayRef<TargetEntry> getTargetEntries();

/// Null where there is none of this name.
const TargetEntry *findTargetEntry(llvm::StringRef name);

/// What is wrong with the target as a whole, in words, or nothing.
std::string checkTarget(const Target &target);

/// Writes all that is known.
void printTarget(llvm::raw_ostream &os, const Target &target);

/// Reads what the text says into the target. `error` is called with the part of
/// the text that is wrong, for each mistake.
void parseTarget(
    llvm::StringRef text, Target &target,
    llvm::function_ref<void(llvm::StringRef where, const std::string &message)>
        error);

} // namespace encke::cost

#endif // ENCKE_PASSES_COST_TARGETTEXT_H
