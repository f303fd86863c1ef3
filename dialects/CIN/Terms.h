//===- Terms.h - how many terms of a sum are merged -------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DIALECTS_CIN_TERMS_H
#define ENCKE_DIALECTS_CIN_TERMS_H

namespace encke {

/// A sum of so many sparse terms is not merged, since each further one would
/// double the cases: the terms are collected in a row one after the other.
inline constexpr unsigned minCollectedTerms = 5;

} // namespace encke

#endif // ENCKE_DIALECTS_CIN_TERMS_H
