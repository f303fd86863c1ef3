//===- Functions.h - the elementwise functions of the language --*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One table says what each function is for every stage: which types it takes
// and gives, and where its value is absent (L26). What it computes is in
// TA/Functions.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DIALECTS_FUNCTIONS_H
#define ENCKE_DIALECTS_FUNCTIONS_H

#include "dialects/Format.h"

namespace encke {

/// An elementwise function (L17, L26, L54), or a comparison or connective,
/// which are functions to bool.
struct ElementwiseFunction {
  /// What it computes in: the type that its arguments are taken to. An integer
  /// becomes a double where a floating-point number is needed.
  enum Operands {
    Any,          ///< the promotion of the arguments
    Ordered,      ///< likewise, but no complex numbers, which have no order
    Real,         ///< likewise, but no complex numbers
    RealFloating, ///< float or double
    Floating,     ///< float, double or complex
    Whole,        ///< int32 or int
    Double,
    Complex,
    Bool,
  };
  enum Result {
    Same,      ///< the type that it computes in
    Magnitude, ///< the same, of a complex number double
    ToBool,
    ToInt32,
    ToInt64,
    ToFloat,
    ToDouble,
    ToComplex,
  };
  /// How a program calls it: not at all, by a name that is the language's, or
  /// by one that gives way to the program's own functions.
  enum Spelling { Internal, Reserved, GivesWay };

  llvm::StringRef name;
  unsigned arity;
  /// f(0) = 0 (for two operands f(0, 0) = 0): it keeps sparsity.
  bool keepsZero;
  Operands operands;
  Result result = Same;
  Spelling spelling = Internal;
  /// Of two arguments: its value at two numbers, which says whether it keeps
  /// sparsity where a program spells one of them out.
  double (*atNumbers)(double, double) = nullptr;
  /// L45: it exists only where a sparse divisor stores an element. It is an
  /// operator (TA/Operators.cpp).
  bool isQuotient = false;

  /// The type that it computes in for arguments whose promotion is `type`; none
  /// when it does not take them.
  std::optional<ElementType> computesIn(ElementType type) const;
  /// The type of its result when it computes in `type`.
  ElementType resultOf(ElementType type) const;
  /// Where one argument of two is `number`, the first or the second: it is 0
  /// where the other one is.
  bool keepsZeroWith(double number, bool isFirst) const;
};

/// That of `c ? a : b` (L64).
constexpr llvm::StringLiteral choiceName = "?:";

llvm::ArrayRef<ElementwiseFunction> allFunctions();

/// The function of that name, or null.
const ElementwiseFunction *lookupFunction(llvm::StringRef name);

} // namespace encke

#endif // ENCKE_DIALECTS_FUNCTIONS_H
