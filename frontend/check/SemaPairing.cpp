//===- SemaPairing.cpp - labels that only one side of `=` has (L19, L40) --===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A label of the right side that the left lacks is summed over (L19), and one
// of the left that the right lacks repeats (L40). Both in one assignment are
// more likely two names for one dimension.
//
//===----------------------------------------------------------------------===//

#include "frontend/check/SemaInternal.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

#include <iterator>

using namespace encke;
using namespace encke::sema;
using llvm::StringRef;
using llvm::Twine;

using LabelList = std::vector<std::string>;

static bool isOnLeft(const ast::Assign &assign, StringRef label) {
  return llvm::is_contained(labelsOf(assign.indices), label);
}

/// Reported where the range is declared; no more is said of it.
static bool isWrong(const ast::Extent &range) {
  return range.kind == ast::Extent::Computed || range.step <= 0 ||
         range.hi <= range.lo;
}

/// `y[a] = x[b]` with two ranges of the same length looks as if it moved a
/// slice. True after a warning.
bool FunctionChecker::warnOfMovedSlice(const ast::Assign &assign,
                                       const LabelList &summed,
                                       const LabelList &repeated) {
  auto countOfRange = [&](StringRef label) -> std::optional<int64_t> {
    auto range = info.ranges.find(label);
    if (range == info.ranges.end())
      return std::nullopt;
    const ast::Extent &extent = range->second;
    if (isWrong(extent))
      return std::nullopt;
    return (extent.hi - extent.lo - 1) / extent.step + 1;
  };
  for (const std::string &index : repeated) {
    std::optional<int64_t> count = countOfRange(index);
    if (!count)
      continue;
    for (const std::string &label : summed)
      if (countOfRange(label) == count) {
        diagnostics
            .warning(diag::moved_slice, assign.range,
                     "'" + Twine(label) +
                         "' is summed over, and the sum repeats along '" +
                         index + "'")
            .help("only a label on both sides pairs coordinates, not ranges of "
                  "the same length; a slice cannot be moved to another place "
                  "yet");
        return true;
      }
  }
  return false;
}

/// Collects the uses of a label outside of reductions that bind it.
static void collectUses(const ast::Expr &expr, StringRef label,
                        llvm::SmallVectorImpl<llvm::SMRange> &uses) {
  if (!llvm::is_contained(freeLabels(expr), label))
    return;
  if (const auto *access = llvm::dyn_cast<ast::Access>(&expr))
    forEachLabel(access->indices, [&](const ast::Identifier &used) {
      if (used.name == label)
        uses.push_back(used.range);
    });
  if (const auto *name = llvm::dyn_cast<ast::Name>(&expr);
      name && name->isLabel && name->name == label)
    uses.push_back(name->range);
  if (const auto *transpose = llvm::dyn_cast<ast::Transpose>(&expr))
    for (const ast::Identifier &target : transpose->target)
      if (target.name == label)
        uses.push_back(target.range);
  forEachOperand(expr, [&](const ast::Expr &operand) {
    collectUses(operand, label, uses);
  });
}

/// The text of the right side with other names for labels: `to` for `from`.
static std::string withNames(const ast::Expr &value, const LabelList &from,
                             const LabelList &to) {
  struct Use {
    size_t offset, length;
    StringRef name;
  };
  llvm::SmallVector<Use> uses;
  for (const auto &[label, name] : llvm::zip(from, to)) {
    llvm::SmallVector<llvm::SMRange> ranges;
    collectUses(value, label, ranges);
    for (llvm::SMRange range : ranges)
      uses.push_back(
          {size_t(range.Start.getPointer() - value.range.Start.getPointer()),
           sourceText(range).size(), name});
  }
  llvm::sort(uses,
             [](const Use &a, const Use &b) { return a.offset > b.offset; });
  std::string text = sourceText(value.range).str();
  for (const Use &use : uses)
    text.replace(use.offset, use.length, use.name.str());
  return text;
}

/// The smallest part of an expression that is summed over the label.
static const ast::Expr *findSum(const ast::Expr &expr, StringRef label) {
  if (llvm::is_contained(expr.summed, label))
    return &expr;
  const ast::Expr *found = nullptr;
  forEachOperand(expr, [&](const ast::Expr &operand) {
    if (!found)
      found = findSum(operand, label);
  });
  return found;
}

/// The reduction by the operator of an assignment `@(⊕)=`; "" where none has a
/// name.
static StringRef findReduction(const ast::Assign &assign) {
  if (!assign.accumulate)
    return "";
  return llvm::StringSwitch<StringRef>(assign.accumulate->name)
      .Case("max", "MAX")
      .Case("min", "MIN")
      .Case("*", "PROD")
      .Default("");
}

/// `P[i] @(max)= X[2*i + k]` sums over k first (L19), and people mean the
/// maximum.
bool FunctionChecker::warnOfSummedOperand(const ast::Assign &assign,
                                          const LabelList &lone) {
  StringRef reduction = findReduction(assign);
  const ast::Expr *sum =
      lone.empty() ? nullptr : findSum(*assign.value, lone.front());
  if (reduction.empty() || !sum || llvm::isa<ast::Semiring>(sum))
    return false;
  std::string labels = llvm::join(sum->summed, ", ");
  std::string text = sourceText(sum->range).str();
  diagnostics
      .warning(diag::summed_operand, sum->range,
               Twine(sum->summed.size() == 1 ? "label " : "labels ") +
                   quoteList(sum->summed) +
                   (sum->summed.size() == 1 ? " is" : " are") +
                   " not on the left: this is summed before '" +
                   sourceText(assign.opRange) + "' takes it")
      .help("write '" + reduction.str() + "[" + labels + "](" + text +
            ")', or 'SUM[" + labels + "](" + text +
            ")' to say that the sum is meant");
  return true;
}

void FunctionChecker::warnOfUnpairedLabels(const ast::Assign &assign) {
  const ast::Expr &value = *assign.value;
  LabelList free = freeLabels(value), summed, lone, repeated;
  for (const std::string &label : free) {
    if (isOnLeft(assign, label))
      continue;
    summed.push_back(label);
    // A product over it is meant to be summed.
    if (!isContracted(value, label))
      lone.push_back(label);
  }
  for (const std::string &label : labelsOf(assign.indices))
    if (!llvm::is_contained(free, label))
      repeated.push_back(label);
  auto isWrongRange = [&](StringRef label) {
    auto range = info.ranges.find(label);
    return range != info.ranges.end() && isWrong(range->second);
  };
  if (warnOfMovedSlice(assign, summed, repeated) ||
      warnOfSummedOperand(assign, lone) || lone.empty() || repeated.empty() ||
      llvm::any_of(lone, isWrongRange) || llvm::any_of(repeated, isWrongRange))
    return;
  const ast::Expr *sum = findSum(value, lone.front());
  if (!sum)
    return;
  // What is summed elsewhere is not what this says.
  LabelList here;
  llvm::copy_if(lone, std::back_inserter(here), [&](const std::string &label) {
    return llvm::is_contained(sum->summed, label);
  });
  bool isPlural = here.size() > 1;
  std::string help = "labels pair coordinates by their names: write ";
  if (lone.size() == repeated.size())
    help +=
        "'" + withNames(value, lone, repeated) + "' to take each element, or ";
  help += "'SUM[" + llvm::join(here, ", ") + "](" +
          sourceText(sum->range).str() + ")' to say that the sum is meant";
  diagnostics
      .warning(diag::unpaired_label, sum->range,
               Twine(isPlural ? "labels " : "label ") + quoteList(here) +
                   (isPlural ? " are" : " is") +
                   " not on the left: this is summed over " +
                   (isPlural ? "them" : "it") + ", and the sum repeats along " +
                   quoteList(repeated))
      .help(help);
}
