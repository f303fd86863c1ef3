//===- sizes.cpp - what fixes the size of a label (L5) --------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "io/sizes.h"
#include "core/context.h"
#include "io/data_file.h"

#include <algorithm>

using namespace encke::rt;

void encke_size::add(int64_t value, const char *where, const char *origin) {
  sources.push_back({value, false, where ? where : "", origin, {}});
}

void encke_size::addOfFile(int64_t value, bool bound, const char *where,
                           std::string origin) {
  sources.push_back(
      {value, bound, where ? where : "", nullptr, std::move(origin)});
}

std::string encke_size::describe(const Source &source) const {
  std::string origin = source.origin ? source.origin : source.ofFile;
  return std::string("label '") + label + "' has size " +
         (source.bound ? "at least " : "") + std::to_string(source.value) +
         (origin.empty() ? "" : " by " + origin);
}

// At the later source, with a note at the earlier one.
void encke_size::failDisagreement(const Source &one,
                                  const Source &other) const {
  std::string noteAt = *one.where ? std::string(one.where) + ": " : "";
  throw identified(id::sizesDisagree,
                   Error(other.where,
                         describe(other) + ", not " + std::to_string(one.value),
                         noteAt + "note: " + describe(one)));
}

int64_t encke_size::decide() const {
  const Source *exact = nullptr, *bound = nullptr;
  for (const Source &source : sources) {
    if (source.bound) {
      if (!bound || source.value > bound->value)
        bound = &source;
      continue;
    }
    if (exact && exact->value != source.value)
      failDisagreement(*exact, source);
    if (!exact)
      exact = &source;
  }
  if (exact && bound && bound->value > exact->value)
    failDisagreement(*exact, *bound);
  if (!exact && !bound)
    throw Error(std::string("nothing tells the size of label '") + label + "'");
  return exact ? exact->value : bound->value;
}

//===----------------------------------------------------------------------===//
// The C ABI
//===----------------------------------------------------------------------===//

encke_size *encke_size_begin(const char *label) {
  return guarded(nullptr, [&] {
    auto &sizes = Context::current().sizes;
    sizes.push_back(std::make_shared<encke_size>(label));
    return sizes.back().get();
  });
}

void encke_size_static(encke_size *size, int64_t value, const char *where) {
  guarded(where, [&] {
    if (value < 0)
      throw Error("a size of " + std::to_string(value));
    size->add(value, where, nullptr);
  });
}

void encke_size_file(encke_size *size, encke_file *file, int64_t mode,
                     int64_t order, const char *where) {
  guarded(where, [&] {
    file = &openFile(file->path());
    std::vector<int64_t> sizes = file->sizesAs(order);
    if (mode < 0 || mode >= order)
      throw Error("a tensor of order " + std::to_string(order) +
                  " has no mode " + std::to_string(mode));
    size->addOfFile(sizes[size_t(mode)], !file->header().exact, where,
                    "dimension " + std::to_string(mode + 1) + " of '" +
                        file->path() + "'");
  });
}

void encke_size_given(encke_size *size, int64_t value, const char *origin,
                      const char *where) {
  guarded(where, [&] { size->add(value, where, origin); });
}

int64_t encke_size_end(encke_size *size) {
  return guarded(nullptr, [&] {
    int64_t decided = size->decide();
    auto &sizes = Context::current().sizes;
    sizes.erase(std::find_if(sizes.begin(), sizes.end(),
                             [&](auto &owned) { return owned.get() == size; }));
    return decided;
  });
}
