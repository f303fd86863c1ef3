//===- SemaSizes.cpp - which dimensions share a size ----------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/check/SemaSizes.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

using namespace encke;
using namespace encke::sema;
using llvm::Twine;

bool SizeGroup::dependsOnWritten() const {
  return !staticSize && arguments.empty() && parameters.empty() &&
         !files.empty() && llvm::all_of(files, [](const FileSize &file) {
           return file.isWritten;
         });
}

SizeTable::Node SizeTable::add(std::string name) {
  Set set;
  set.parent = sets.size();
  set.group.name = std::move(name);
  sets.push_back(std::move(set));
  return sets.size() - 1;
}

SizeTable::Node SizeTable::find(Node node) {
  while (sets[node].parent != node) {
    sets[node].parent = sets[sets[node].parent].parent;
    node = sets[node].parent;
  }
  return node;
}

bool SizeTable::isSized(Node node) {
  const Set &set = root(node);
  return set.known || set.group.staticSize || !set.group.files.empty();
}

void SizeTable::fix(Node node, int64_t size, llvm::SMRange where,
                    const Twine &what) {
  SizeGroup &group = root(node).group;
  if (!group.staticSize) {
    group.staticSize = size;
    group.staticWhere = where;
    return;
  }
  if (*group.staticSize != size)
    diagnostics
        .error(diag::size_mismatch, where,
               what + " has size " + Twine(*group.staticSize) +
                   ", but this makes it " + Twine(size))
        .note(group.staticWhere,
              "size " + Twine(*group.staticSize) + " is given here");
}

void SizeTable::addFile(Node node, FileSize file) {
  root(node).group.files.push_back(std::move(file));
}

void SizeTable::addArgument(Node node, ArgumentSize argument) {
  Set &set = root(node);
  set.group.arguments.push_back(argument);
  set.known = true;
}

void SizeTable::addParameter(Node node, ParameterSize parameter) {
  Set &set = root(node);
  set.group.parameters.push_back(parameter);
  set.known = true;
}

void SizeTable::setKnown(Node node) { root(node).known = true; }

/// Joins two sets; the earlier node, declared first, names the result.
void SizeTable::join(Node a, Node b) {
  a = find(a);
  b = find(b);
  if (a == b)
    return;
  Node winner = std::min(a, b), loser = std::max(a, b);
  SizeGroup &into = sets[winner].group, &from = sets[loser].group;
  if (!into.staticSize && from.staticSize) {
    into.staticSize = from.staticSize;
    into.staticWhere = from.staticWhere;
  }
  llvm::append_range(into.files, from.files);
  llvm::append_range(into.arguments, from.arguments);
  for (const ParameterSize &size : from.parameters)
    if (llvm::none_of(into.parameters, [&](const ParameterSize &other) {
          return other.parameter == size.parameter;
        }))
      into.parameters.push_back(size);
  sets[winner].known |= sets[loser].known;
  sets[winner].needed |= sets[loser].needed;
  sets[loser].parent = winner;
}

void SizeTable::unite(Node label, const Twine &labelText, Node dimension,
                      const Twine &dimensionText, llvm::SMRange where) {
  const SizeGroup &a = root(label).group, &b = root(dimension).group;
  if (!a.staticSize || !b.staticSize || a.staticSize == b.staticSize) {
    join(label, dimension);
    return;
  }
  if (!reportedPairs
           .insert({a.staticWhere.Start.getPointer(),
                    b.staticWhere.Start.getPointer()})
           .second)
    return;
  diagnostics
      .error(diag::size_mismatch, where,
             labelText + " has size " + Twine(*a.staticSize) + ", but " +
                 dimensionText + " has size " + Twine(*b.staticSize))
      .note(a.staticWhere, "size " + Twine(*a.staticSize) + " is given here")
      .note(b.staticWhere, "size " + Twine(*b.staticSize) + " is given here");
}

void SizeTable::uniteIfUnsized(Node label, std::string labelText,
                               Node dimension, std::string dimensionText,
                               llvm::SMRange where) {
  weaks.push_back({label, dimension, std::move(labelText),
                   std::move(dimensionText), where});
}

void SizeTable::requireCoordinate(Node dimension, int64_t last,
                                  std::string what, llvm::SMRange where) {
  bounds.push_back({dimension, std::move(what), where, last});
}

void SizeTable::need(Node node, std::string what, llvm::SMRange where) {
  needs.push_back({node, std::move(what), where});
}

/// Joins what stands at one position of a fill, read or print, if one side can
/// learn from the other; true when it did.
bool SizeTable::joinWeak(const Weak &weak, bool bothUnsized) {
  bool label = isSized(weak.label), dimension = isSized(weak.dimension);
  if (find(weak.label) == find(weak.dimension) || (label && dimension))
    return false;
  // A label that only marks positions says nothing from one tensor to another.
  if (!label && dimension && !root(weak.label).needed)
    return false;
  if (!label && !dimension && !bothUnsized)
    return false;
  join(weak.label, weak.dimension);
  return true;
}

/// Joins until no position can learn from another, the earliest first; sizes
/// that are known spread before those that are not.
void SizeTable::joinWeaks() {
  for (const Use &use : needs)
    root(use.node).needed = true;
  // The positions of each set, and those that a change may have made joinable.
  std::vector<std::vector<unsigned>> positions(sets.size());
  std::set<unsigned> candidates;
  for (unsigned i = 0; i < weaks.size(); ++i) {
    positions[find(weaks[i].label)].push_back(i);
    positions[find(weaks[i].dimension)].push_back(i);
    candidates.insert(i);
  }
  auto joinOne = [&](unsigned i, bool bothUnsized) {
    Node a = find(weaks[i].label), b = find(weaks[i].dimension);
    bool sized = isSized(a), needed = root(a).needed;
    bool changesSize = sized != isSized(b);
    bool changesNeed = needed != root(b).needed;
    if (!joinWeak(weaks[i], bothUnsized))
      return;
    // Only the positions of the side that learns something can follow.
    if (changesSize || changesNeed) {
      auto &learners = positions[(changesSize ? sized : needed) ? b : a];
      candidates.insert(learners.begin(), learners.end());
    }
    auto &into = positions[find(a)], &from = positions[find(a) == a ? b : a];
    if (into.size() < from.size())
      std::swap(into, from);
    into.insert(into.end(), from.begin(), from.end());
  };
  for (unsigned next = 0; next <= weaks.size(); ++next) {
    while (!candidates.empty()) {
      unsigned i = *candidates.begin();
      candidates.erase(candidates.begin());
      joinOne(i, /*bothUnsized=*/false);
    }
    if (next < weaks.size())
      joinOne(next, /*bothUnsized=*/true);
  }
}

void SizeTable::finish() {
  joinWeaks();
  for (const Weak &weak : weaks) {
    const SizeGroup &a = root(weak.label).group,
                    &b = root(weak.dimension).group;
    if (a.staticSize && b.staticSize && a.staticSize != b.staticSize)
      diagnostics
          .warning(diag::position_size_mismatch, weak.where,
                   Twine(weak.labelText) + " has size " + Twine(*a.staticSize) +
                       ", but " + weak.dimensionText + " has size " +
                       Twine(*b.staticSize))
          .help("in a fill, a read or a print labels are positions only");
  }

  if (complete)
    reportUnsized();

  for (const Use &use : bounds) {
    const SizeGroup &group = root(use.node).group;
    if (group.staticSize && *group.staticSize <= use.last)
      diagnostics
          .error(diag::range_too_long, use.where,
                 Twine(use.what) + " has size " + Twine(*group.staticSize) +
                     ", but the range goes on to " + Twine(use.last))
          .note(group.staticWhere,
                "size " + Twine(*group.staticSize) + " is given here");
  }
}

void SizeTable::reportUnsized() {
  for (const Use &use : needs) {
    Set &set = root(use.node);
    if (isSized(use.node) || set.reported)
      continue;
    set.reported = true;
    diagnostics
        .error(diag::unknown_size, use.where,
               "the size of " + Twine(use.what) + " is not known")
        .help("give it a number where it is declared, or read a file into a "
              "tensor that has it");
  }
}

unsigned SizeTable::groupOf(Node node, std::vector<SizeGroup> &groups) {
  Set &set = root(node);
  if (set.number < 0) {
    set.number = groups.size();
    llvm::stable_sort(
        set.group.files, [](const FileSize &a, const FileSize &b) {
          return a.where.Start.getPointer() < b.where.Start.getPointer();
        });
    groups.push_back(set.group);
  }
  return set.number;
}
