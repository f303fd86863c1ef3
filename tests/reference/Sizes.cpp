//===- Sizes.cpp - how large labels and dimensions are --------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/reference/Sizes.h"

#include <algorithm>
#include <cstdlib>

using namespace encke;
using namespace encke::reference;

void SizeTable::declareLabel(const std::string &label,
                             const ast::LabelDecl &decl) {
  if (!labels.insert({label, &decl}).second)
    throw ProgramError("L48: " + label + " is declared twice");
  const ast::Extent &extent = decl.extent;
  if (extent.kind == ast::Extent::Size) {
    fix(label, extent.hi);
  } else if (extent.kind == ast::Extent::Range) {
    if (extent.step <= 0 || extent.lo < 0 || extent.hi <= extent.lo)
      throw ProgramError("L4: " + label + " is an empty range");
    fix(label, (extent.hi - extent.lo - 1) / extent.step + 1);
  }
}

void SizeTable::declareTensor(const ast::TensorDecl &decl, size_t order) {
  std::vector<Key> keys;
  for (size_t d = 0; d < order; ++d) {
    Key own = "#" + std::to_string(dimensions.size()) + "." + std::to_string(d);
    bool isDeclared = d < decl.dimensions.size();
    if (isDeclared && decl.dimensions[d].kind == ast::Dimension::Label)
      own = decl.dimensions[d].label;
    else if (isDeclared && decl.dimensions[d].kind == ast::Dimension::Size)
      fix(own, decl.dimensions[d].size);
    keys.push_back(own);
  }
  dimensions[&decl] = std::move(keys);
}

void SizeTable::setRange(const std::string &label, int64_t lo, int64_t hi,
                         int64_t step) {
  if (step == 0)
    throw DataError("L56: the step of " + label + " is 0");
  ast::Extent &extent = computed[label];
  extent.lo = lo;
  extent.hi = hi;
  extent.step = step;
  int64_t distance = step > 0 ? hi - lo : lo - hi, by = std::abs(step);
  Group &group = groups[rootOf(label)];
  group.size = distance <= 0 ? 0 : (distance - 1) / by + 1;
  group.isExact = true;
}

const ast::Extent *SizeTable::findRange(const std::string &label) const {
  if (auto found = computed.find(label); found != computed.end())
    return &found->second;
  auto decl = labels.find(label);
  bool isRange = decl != labels.end() && decl->second &&
                 (decl->second->extent.kind == ast::Extent::Range ||
                  decl->second->extent.kind == ast::Extent::Computed);
  return isRange ? &decl->second->extent : nullptr;
}

size_t SizeTable::orderOf(const ast::TensorDecl &decl) const {
  return dimensions.at(&decl).size();
}

SizeTable::Key SizeTable::dimensionOf(const ast::TensorDecl &decl,
                                      size_t dimension) const {
  return dimensions.at(&decl).at(dimension);
}

SizeTable::Key SizeTable::rootOf(const Key &key) const {
  auto parent = parents.find(key);
  return parent == parents.end() ? key : rootOf(parent->second);
}

/// Takes what `other` says about a group.
void SizeTable::fixGroup(Group &group, const Group &other, const Key &key) {
  if (other.size < 0)
    return;
  bool agrees = group.size == other.size ||
                (group.size < other.size && !group.isExact) ||
                (other.size < group.size && !other.isExact);
  if (!agrees) {
    std::string message = key + " has the sizes " + std::to_string(group.size) +
                          " and " + std::to_string(other.size);
    if (group.isData || other.isData)
      throw DataError(message);
    throw ProgramError(message);
  }
  if (other.isExact || (!group.isExact && other.size > group.size))
    group = other;
}

void SizeTable::unite(const Key &a, const Key &b) {
  Key rootA = rootOf(a), rootB = rootOf(b);
  if (rootA == rootB)
    return;
  parents[rootA] = rootB;
  fixGroup(groups[rootB], groups[rootA], a + " and " + b);
}

void SizeTable::fix(const Key &key, int64_t size, bool isData) {
  fixGroup(groups[rootOf(key)], {size, true, isData}, key);
}

void SizeTable::bound(const Key &key, int64_t size) {
  fixGroup(groups[rootOf(key)], {size, false, true}, key);
}

void SizeTable::adopt(const Key &a, const Key &b) {
  if ((find(a) < 0) != (find(b) < 0))
    unite(a, b);
}

int64_t SizeTable::find(const Key &key) const {
  auto group = groups.find(rootOf(key));
  return group == groups.end() ? -1 : group->second.size;
}

bool SizeTable::isExact(const Key &key) const {
  auto group = groups.find(rootOf(key));
  return group != groups.end() && group->second.isExact;
}

int64_t SizeTable::sizeOf(const Key &key) const {
  int64_t size = find(key);
  if (size < 0)
    throw ProgramError("L5: nothing fixes the size of " + key);
  return size;
}

int64_t SizeTable::sizeOfLabel(const std::string &label) const {
  if (!labels.count(label))
    throw ProgramError("label " + label + " is not declared");
  return sizeOf(label);
}

std::vector<int64_t> SizeTable::sizesOf(const ast::TensorDecl &decl) const {
  std::vector<int64_t> sizes;
  for (const Key &key : dimensions.at(&decl))
    sizes.push_back(sizeOf(key));
  return sizes;
}
