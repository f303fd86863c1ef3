//===- Format.cpp - level types and named formats -------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Format.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/raw_ostream.h"

using namespace encke;

llvm::StringRef encke::toString(ElementType type) {
  switch (type) {
  case ElementType::Double:
    return "double";
  case ElementType::Float:
    return "float";
  case ElementType::Int64:
    return "int";
  case ElementType::Int32:
    return "int32";
  case ElementType::Bool:
    return "bool";
  case ElementType::Complex:
    return "complex";
  }
  return "";
}

llvm::StringRef encke::toString(LevelType type) {
  switch (type) {
  case LevelType::Dense:
    return "D";
  case LevelType::CompressedUnique:
    return "CU";
  case LevelType::CompressedNonunique:
    return "CN";
  case LevelType::Singleton:
    return "S";
  }
  return "";
}

/// A format whose level l stores mode l.
static Format inModeOrder(llvm::ArrayRef<LevelType> levels) {
  Format format;
  format.levels.assign(levels.begin(), levels.end());
  for (unsigned mode = 0; mode < levels.size(); ++mode)
    format.levelToMode.push_back(mode);
  return format;
}

/// A matrix format with the columns outermost.
static Format byColumns(LevelType outer, LevelType inner) {
  Format format;
  format.levels = {outer, inner};
  format.levelToMode = {1, 0};
  return format;
}

Format Format::dense(unsigned order) {
  return inModeOrder(llvm::SmallVector<LevelType>(order, LevelType::Dense));
}

std::optional<Format> Format::named(llvm::StringRef name, unsigned order) {
  using L = LevelType;
  if (name == "Dense")
    return dense(order);
  if (name == "CSR" && order == 2)
    return inModeOrder({L::Dense, L::CompressedUnique});
  if (name == "CSC" && order == 2)
    return byColumns(L::Dense, L::CompressedUnique);
  if (name == "DCSR" && order == 2)
    return inModeOrder({L::CompressedUnique, L::CompressedUnique});
  if (name == "DCSC" && order == 2)
    return byColumns(L::CompressedUnique, L::CompressedUnique);
  if (name == "CSF" && order >= 1)
    return inModeOrder(llvm::SmallVector<L>(order, L::CompressedUnique));
  if (name == "COO" && order >= 1) {
    llvm::SmallVector<L> levels(order, L::Singleton);
    levels.front() = L::CompressedNonunique;
    return inModeOrder(levels);
  }
  return std::nullopt;
}

bool Format::isDense() const {
  return llvm::all_of(levels,
                      [](LevelType l) { return l == LevelType::Dense; });
}

bool Format::hasIdentityOrder() const {
  for (unsigned level = 0; level < levelToMode.size(); ++level)
    if (levelToMode[level] != level)
      return false;
  return true;
}

std::string Format::str() const {
  for (llvm::StringRef name :
       {"Dense", "CSR", "CSC", "DCSR", "DCSC", "CSF", "COO"})
    if (named(name, order()) == *this)
      return name.str();

  std::string text;
  llvm::raw_string_ostream os(text);
  os << '{';
  llvm::interleaveComma(levels, os, [&](LevelType l) { os << toString(l); });
  os << '}';
  if (!hasIdentityOrder()) {
    os << " in mode order (";
    llvm::interleaveComma(levelToMode, os);
    os << ')';
  }
  return text;
}
