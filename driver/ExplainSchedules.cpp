//===- ExplainSchedules.cpp - the schedule that a statement has -----------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What kernels do is known as clauses, kernel by kernel. A program can say it
// where clauses about the statement are about the same loops.
//
//===----------------------------------------------------------------------===//

#include "driver/Explain.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace encke;
using namespace llvm;

using Clauses = std::vector<std::string>;

/// The arguments of `order(i, j)`.
static SmallVector<StringRef> getArguments(StringRef clause) {
  SmallVector<StringRef> arguments;
  auto [name, rest] = clause.split('(');
  if (rest.consume_back(")"))
    rest.split(arguments, ", ");
  return arguments;
}

static StringRef getName(StringRef clause) { return clause.split('(').first; }

/// The labels of a kernel's loops.
static SmallVector<StringRef> getLabels(const ExplainedKernel &kernel) {
  for (StringRef clause : kernel.clauses)
    if (getName(clause) == "order" || getName(clause) == "positions")
      return getArguments(clause);
  return {};
}

/// Of the clause's arguments those that are labels of the kernel.
static SmallVector<StringRef> getLabels(StringRef clause,
                                        const ExplainedKernel &kernel) {
  SmallVector<StringRef> labels = getArguments(clause),
                         known = getLabels(kernel);
  erase_if(labels,
           [&](StringRef label) { return !is_contained(known, label); });
  return labels;
}

/// One order of all loops, of which those of each kernel are in its own order;
/// empty where there is none.
static SmallVector<StringRef>
mergeOrders(ArrayRef<const ExplainedKernel *> kernels) {
  SmallVector<SmallVector<StringRef>> left;
  for (const ExplainedKernel *kernel : kernels)
    left.push_back(getLabels(*kernel));
  SmallVector<StringRef> merged;
  auto isLater = [&](StringRef label) {
    return any_of(left, [&](ArrayRef<StringRef> order) {
      return is_contained(order.drop_front(!order.empty()), label);
    });
  };
  while (any_of(left, [](const auto &order) { return !order.empty(); })) {
    auto *found = find_if(left, [&](ArrayRef<StringRef> order) {
      return !order.empty() && !isLater(order.front());
    });
    if (found == left.end())
      return {};
    StringRef next = found->front();
    merged.push_back(next);
    for (SmallVector<StringRef> &order : left)
      if (!order.empty() && order.front() == next)
        order.erase(order.begin());
  }
  return merged;
}

/// The clauses of one statement about the loops of several kernels: those that
/// hold for each kernel which has their labels. What they leave open is decided
/// as it was.
static Clauses mergeClauses(ArrayRef<const ExplainedKernel *> kernels) {
  SetVector<StringRef> found;
  SmallVector<StringRef> order = mergeOrders(kernels);
  std::string all = ("order(" + join(order, ", ") + ")");
  if (order.empty())
    return {};
  found.insert(all);
  for (const ExplainedKernel *kernel : kernels)
    for (StringRef clause : kernel->clauses) {
      SmallVector<StringRef> labels = getLabels(clause, *kernel);
      // About the last one alone is what no label tells.
      bool isWhole = labels.empty() && getName(clause) != "convert";
      if (getName(clause) == "order" || getName(clause) == "positions" ||
          getName(clause) == "serial" || (isWhole && kernel != kernels.back()))
        continue;
      bool holds = all_of(kernels, [&](const ExplainedKernel *other) {
        SmallVector<StringRef> known = getLabels(*other);
        return is_contained(other->clauses, clause) || labels.empty() ||
               !all_of(labels, [&](StringRef label) {
                 return is_contained(known, label);
               });
      });
      if (holds)
        found.insert(clause);
    }
  if (all_of(kernels, [](const ExplainedKernel *kernel) {
        return is_contained(kernel->clauses, "serial");
      }))
    found.insert("serial");
  return {found.begin(), found.end()};
}

static void explain(ExplainedStatement &statement) {
  SmallVector<const ExplainedKernel *> kernels;
  bool transposes = false, isElsewhere = false;
  for (const ExplainedKernel &kernel : statement.kernels) {
    if (kernel.isExact)
      continue;
    isElsewhere |=
        !kernel.fused.empty() && &kernel != &statement.kernels.back();
    transposes |= kernel.transposes;
    kernels.push_back(&kernel);
  }
  auto refuse = [&](StringRef why) { statement.inexpressible = why.str(); };
  if (kernels.empty())
    return refuse("it is computed where its result is read");
  if (all_of(kernels, [](const ExplainedKernel *kernel) {
        return kernel->clauses.empty();
      }))
    return refuse("it has no loops of its own");
  const ExplainedKernel &last = *kernels.back();
  for (const ExplainedKernel *kernel : kernels)
    if (!kernel->inexpressible.empty())
      return refuse(kernel->inexpressible);
  if (!statement.maySchedule)
    return refuse("what no assignment computes has no schedule");
  if (transposes)
    return refuse("a dense operand is transposed first, which no clause says");
  if (any_of(kernels,
             [](const ExplainedKernel *kernel) { return kernel->isOtherWay; }))
    return refuse("what is stored says which of two ways is taken");
  if (isElsewhere)
    return refuse("a part of it is computed in loops of another statement");
  // What each statement had before, nobody can tell.
  if (!last.fused.empty()) {
    statement.schedule = {"fused"};
    return;
  }
  if (kernels.size() == 1) {
    statement.schedule = last.clauses;
    return;
  }
  if (!statement.isProduct ||
      statement.temporaries.size() + 1 != kernels.size())
    return refuse("its parts have loops of their own");
  statement.schedule = statement.temporaries;
  append_range(statement.schedule, mergeClauses(kernels));
}

/// The schedule that says the same as the ways of one statement, of which the
/// last one is taken where the others are not.
static void joinWays(MutableArrayRef<ExplainedStatement> ways) {
  std::string last;
  Clauses joined;
  ExplainedStatement &whole = ways.back();
  for (ExplainedStatement &way : ways) {
    std::string question = way.question;
    // It is no to the last question, and to all before.
    if (question.empty())
      question = StringRef(last).starts_with("!") ? last.substr(1) : "!" + last;
    last = question;
    if (whole.inexpressible.empty())
      whole.inexpressible = way.inexpressible;
    joined.push_back("when(" + question + ", " + join(way.schedule, ", ") +
                     ")");
    way.schedule.clear();
  }
  if (whole.inexpressible.empty())
    whole.schedule = joined;
}

void encke::explainSchedules(Explanation &explanation) {
  for_each(explanation, explain);
  MutableArrayRef<ExplainedStatement> left = explanation;
  while (!left.empty()) {
    StringRef whole = left.front().whole;
    size_t ways = 1;
    while (!whole.empty() && ways != left.size() &&
           (left[ways].whole == whole || left[ways].place == whole))
      ++ways;
    if (!whole.empty())
      joinWays(left.take_front(ways));
    left = left.drop_front(ways);
  }
}
