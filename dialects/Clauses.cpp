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
static constexpr Kind partAndFormat[] = {Kind::Part, Kind::Format};

static constexpr StringLiteral rows[] = {"dense", "hash", "sorted"};
static constexpr StringLiteral dealing[] = {"static", "dynamic", "nnz"};
static constexpr StringLiteral searches[] = {"merge", "gallop", "runs",
                                             "scatter", "lookup"};
static constexpr StringLiteral assemblies[] = {"bound", "count"};

static constexpr StringLiteral tails[] = {"mask", "overlap"};
static constexpr StringLiteral shares[] = {"plain", "copy", "owner", "pieces"};

static constexpr ClauseForm::Named ofParallel[] = {{"share", shares},
                                                   {"chunks"}};
static constexpr ClauseForm::Named ofVectorize[] = {{"short", {}, 0},
                                                    {"far", {}, 0}};
static constexpr ClauseForm::Named ofRegisters[] = {{"then"}, {"tail", tails}};
static constexpr ClauseForm::Named ofSearch[] = {
    {"ratio"}, {"most"}, {"short", {}, 0}};
static constexpr ClauseForm::Named ofJam[] = {{"block"}};
static constexpr ClauseForm::Named ofRenumber[] = {{"size"}, {"ratio"}};
static constexpr ClauseForm::Named ofPrefetch[] = {{"lines"}};

static constexpr ClauseForm forms[] = {
    {"grouped", {}, 0, {}, {}, "grouped", false},
    {"temporary",
     partAndFormat,
     2,
     {},
     {},
     "temporary(A[i, j] * B[j, k], CSR)",
     false},
    {"convert", tensorAndFormat, 2, {}, {}, "convert(A, CSC)", false},
    {"symmetric", tensor, 1, {}, {}, "symmetric(A)", true},
    {"tile", labelAndNumber, 2, {}, {}, "tile(i, 64)", true},
    {"order", labels, 1, {}, {}, "order(i, j, k)", true},
    {"workspace",
     labelsAndWord,
     1,
     rows,
     {},
     "workspace(k, dense)",
     true,
     true},
    {"fused", {}, 0, {}, {}, "fused", false},
    {"separate", {}, 0, {}, {}, "separate", false},
    {"positions", labels, 1, {}, {}, "positions(i, j)", true},
    {"renumber", label, 1, {}, ofRenumber, "renumber(k)", true},
    {"when",
     {},
     0,
     {},
     {},
     "when(uneven(A), parallel(i, dynamic))",
     false,
     false,
     true},
    {"serial", {}, 0, {}, {}, "serial", true},
    {"parallel", labelAndWord, 1, dealing, ofParallel, "parallel(i, nnz)",
     true},
    {"vectorize", labelAndNumber, 1, {}, ofVectorize, "vectorize(k, 8)", true},
    {"registers", labelAndNumber, 2, {}, ofRegisters, "registers(k, 8)", true},
    {"sums", labelAndNumber, 2, {}, {}, "sums(k, 4)", true},
    {"unroll", labelAndNumber, 2, {}, {}, "unroll(j, 4)", true},
    {"jam", labelAndNumber, 2, {}, ofJam, "jam(i, 4)", true},
    {"search", labelAndWord, 2, searches, ofSearch, "search(j, gallop)", true},
    {"assemble", word, 1, assemblies, {}, "assemble(bound)", true},
    {"prefetch", labelAndNumber, 2, {}, ofPrefetch, "prefetch(j, 16)", true},
};

static constexpr QuestionForm questions[] = {
    {"uneven", 1, false, true, "uneven(A)"},
    {"scattered", 1, false, true, "scattered(A)"},
    {"alike", 2, false, true, "alike(A, B)"},
    {"stored", 1, true, false, "stored(A, 1000)"},
};

ArrayRef<QuestionForm> encke::getQuestionForms() { return questions; }

const QuestionForm *encke::findQuestionForm(llvm::StringRef name) {
  const QuestionForm *found = llvm::find_if(
      questions, [&](const QuestionForm &form) { return form.name == name; });
  return found == std::end(questions) ? nullptr : found;
}

ArrayRef<ClauseForm> encke::getClauseForms() { return forms; }

const ClauseForm *encke::findClauseForm(llvm::StringRef name) {
  const ClauseForm *found = llvm::find_if(
      forms, [&](const ClauseForm &form) { return form.name == name; });
  return found == std::end(forms) ? nullptr : found;
}

bool encke::isSaidOnce(const ClauseForm &form) {
  return (form.arguments.empty() && !form.isQuestion) || form.name == "order" ||
         form.name == "assemble" || form.name == "workspace";
}

bool encke::exclude(llvm::StringRef one, llvm::StringRef other) {
  static constexpr std::pair<StringLiteral, StringLiteral> pairs[] = {
      {"serial", "parallel"}, {"fused", "separate"}, {"fused", "when"}};
  return llvm::any_of(pairs, [&](const auto &pair) {
    return (pair.first == one && pair.second == other) ||
           (pair.first == other && pair.second == one);
  });
}

const ClauseForm::Named *ClauseForm::findNamed(llvm::StringRef argument) const {
  const Named *found = llvm::find_if(
      named, [&](const Named &known) { return known.name == argument; });
  return found == named.end() ? nullptr : found;
}
