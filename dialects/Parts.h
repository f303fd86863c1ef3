//===- Parts.h - parts of expressions as text -------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A clause of a schedule (L32) may name a part of its statement's expression,
// as `temporary(A[i, j] * B[j, k], CSR)` does. Which part that is, a text tells
// that is the same in the program and in the text of the stages: operands that
// commute stand in the order of the alphabet, without parentheses that say
// nothing.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DIALECTS_PARTS_H
#define ENCKE_DIALECTS_PARTS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace encke {

class PartText {
public:
  /// Anything that is neither a sum nor a product.
  static PartText operand(std::string text) {
    return {Operand, {std::move(text)}};
  }
  static PartText element(llvm::StringRef tensor,
                          llvm::ArrayRef<llvm::StringRef> labels);
  static PartText number(double value);
  static PartText call(llvm::StringRef function,
                       llvm::ArrayRef<PartText> arguments);
  static PartText sum(const PartText &a, const PartText &b);
  static PartText product(const PartText &a, const PartText &b);
  static PartText quotient(const PartText &a, const PartText &b);
  static PartText negation(const PartText &a);

  /// `A[i, j]*B[j, k]`
  std::string toText() const;
  /// The text as a factor of a product.
  std::string toFactor() const { return toOperand(); }

private:
  enum Kind { Operand, Sum, Product };
  PartText(Kind kind, std::vector<std::string> operands)
      : kind(kind), operands(std::move(operands)) {}
  static PartText join(Kind kind, const PartText &a, const PartText &b);
  std::string toOperand() const;

  Kind kind;
  std::vector<std::string> operands; ///< In order.
};

/// The factors of a product's text; of any other one that text.
llvm::SmallVector<std::string> splitFactors(llvm::StringRef text);

/// Whether the argument of a clause is the text of a part, and no label or
/// word.
inline bool isPart(llvm::StringRef argument) { return argument.contains('['); }

} // namespace encke

#endif // ENCKE_DIALECTS_PARTS_H
