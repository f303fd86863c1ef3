//===- FileOutcome.cpp - what a data file holds, as text ------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FileOutcome.h"
#include "Support.h"

#include "io/data_file.h"

#include <charconv>
#include <map>
#include <variant>
#include <vector>

using namespace encke::rt;

namespace encke::test {

namespace {

/// A sum of values.
struct Sum {
  double real = 0, imaginary = 0;
  int64_t integer = 0;
};

using Contents = std::map<std::vector<int64_t>, Sum>;

} // namespace

static std::string shortest(double value) {
  char text[32];
  return std::string(text, std::to_chars(text, text + 32, value).ptr);
}

static std::string textOf(const Sum &sum, int32_t type) {
  if (type == ENCKE_I64)
    return std::to_string(sum.integer);
  std::string text = shortest(sum.real);
  if (type == ENCKE_C128)
    text += (sum.imaginary < 0 ? "" : "+") + shortest(sum.imaginary) + "i";
  return text;
}

template <typename Index>
static Contents collect(const Entries<Index> &entries, int32_t type) {
  Contents contents;
  for (int64_t e = 0; e != entries.size(); ++e) {
    std::vector<int64_t> at;
    for (const auto &mode : entries.coordinates)
      at.push_back(mode[e]);
    Value value = entries.values[e];
    auto [sum, isNew] = contents.try_emplace(at);
    if (type == ENCKE_I64)
      sum->second.integer += value.integer;
    else // the first one as it is: 0 + -0 is 0
      sum->second.real = isNew ? value.real : sum->second.real + value.real;
    if (entries.imaginary.size() != 0)
      sum->second.imaginary += entries.imaginary[e];
  }
  return contents;
}

static int32_t typeFor(const Header &header) {
  switch (header.field) {
  case Field::Integer:
    return ENCKE_I64;
  case Field::Complex:
    return ENCKE_C128;
  default:
    return ENCKE_F64;
  }
}

FileOutcome readOutcome(const std::string &path, int32_t threads) {
  encke_options options = defaultOptions();
  options.threads = threads;
  return readOutcome(path, options);
}

FileOutcome readOutcome(const std::string &path, const encke_options &options) {
  FileOutcome outcome;
  try {
    encke_file file(path, options);
    int32_t type = typeFor(file.header());
    AnyEntries entries = file.read({type, Selector::Full, true});
    Contents contents = std::visit(
        [&](const auto &list) { return collect(list, type); }, entries);
    outcome.sizes = sizesText(file.header().sizes);
    outcome.count = int64_t(contents.size());
    for (const auto &[at, sum] : contents) {
      outcome.contents += outcome.contents.empty() ? "" : "; ";
      for (int64_t coordinate : at)
        outcome.contents += std::to_string(coordinate) + " ";
      outcome.contents += textOf(sum, type);
    }
  } catch (const Error &error) {
    outcome.error = error.place + ": " + error.reason;
  }
  return outcome;
}

} // namespace encke::test
