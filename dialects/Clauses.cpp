//===- Clauses.cpp - the clauses of schedules -----------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/Clauses.h"

#include "llvm/ADT/STLExtras.h"

#include <utility>

using namespace encke;
using llvm::ArrayRef;
using llvm::StringLiteral;

using Kind = ClauseForm::Kind;

static constexpr Kind label[] = {Kind::Label};
static constexpr Kind labels[] = {Kind::Labels};
static constexpr Kind labelsAndWord[] = {Kind::Labels, Kind::Word};
static constexpr Kind labelAndNumber[] = {Kind::Label, Kind::Number};
static constexpr Kind labelAndWord[] = {Kind::Label, Kind::Word};
static constexpr Kind word[] = {Kind::Word};
static constexpr Kind tensor[] = {Kind::Tensor};
static constexpr Kind tensorAndFormat[] = {Kind::Tensor, Kind::Format};

static constexpr StringLiteral rows[] = {"dense", "hash", "sorted"};
static constexpr StringLiteral rowsToCome[] = {"hash", "sorted"};
static constexpr StringLiteral dealing[] = {"static", "dynamic", "nnz"};
static constexpr StringLiteral searches[] = {"merge", "gallop", "runs",
                                             "scatter", "lookup"};
static constexpr StringLiteral assemblies[] = {"bound", "count"};

static constexpr ClauseForm forms[] = {
    {"grouped", {}, 0, {}, "grouped", false},
    {"convert", tensorAndFormat, 2, {}, "convert(A, CSC)", false},
    {"symmetric", tensor, 1, {}, "symmetric(A)", true},
    {"tile", labelAndNumber, 2, {}, "tile(i, 64)", true},
    {"order", labels, 1, {}, "order(i, j, k)", true},
    {"workspace", labelsAndWord, 1, rows, "workspace(k, dense)", true, true,
     rowsToCome},
    {"fused", {}, 0, {}, "fused", false},
    {"separate", {}, 0, {}, "separate", false},
    {"positions", labels, 1, {}, "positions(i, j)", true, false},
    {"renumber", label, 1, {}, "renumber(k)", true, false},
    {"serial", {}, 0, {}, "serial", true},
    {"parallel", labelAndWord, 1, dealing, "parallel(i, nnz)", true},
    {"vectorize", labelAndNumber, 1, {}, "vectorize(k, 8)", true},
    {"registers", labelAndNumber, 2, {}, "registers(k, 8)", true},
    {"sums", labelAndNumber, 2, {}, "sums(k, 4)", true},
    {"unroll", labelAndNumber, 2, {}, "unroll(j, 4)", true},
    {"jam", labelAndNumber, 2, {}, "jam(i, 4)", true},
    {"search", labelAndWord, 2, searches, "search(j, gallop)", true},
    {"assemble", word, 1, assemblies, "assemble(bound)", true},
    {"prefetch", labelAndNumber, 2, {}, "prefetch(j, 16)", true},
};

ArrayRef<ClauseForm> encke::getClauseForms() { return forms; }

const ClauseForm *encke::findClauseForm(llvm::StringRef name) {
  const ClauseForm *found = llvm::find_if(
      forms, [&](const ClauseForm &form) { return form.name == name; });
  return found == std::end(forms) ? nullptr : found;
}

bool encke::isSaidOnce(const ClauseForm &form) {
  return form.arguments.empty() || form.name == "order" ||
         form.name == "assemble" || form.name == "workspace";
}

bool encke::exclude(llvm::StringRef one, llvm::StringRef other) {
  static constexpr std::pair<StringLiteral, StringLiteral> pairs[] = {
      {"serial", "parallel"}, {"fused", "separate"}};
  return llvm::any_of(pairs, [&](const auto &pair) {
    return (pair.first == one && pair.second == other) ||
           (pair.first == other && pair.second == one);
  });
}
