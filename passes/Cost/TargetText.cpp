//===- TargetText.cpp - targets as text -----------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Cost/TargetText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/Format.h"

#include <cmath>

using namespace llvm;
using namespace encke::cost;

static constexpr double kilo = 1024, tera = kilo * kilo * kilo * kilo;

static constexpr TargetEntry entries[] = {
    {"L1_cache_size_in_bytes", "data cache of one core", &Target::l1Bytes,
     nullptr, kilo, tera},
    {"L2_cache_size_in_bytes", "of one core", &Target::l2Bytes, nullptr, kilo,
     tera},
    {"L3_cache_size_in_bytes", "shared by cores", &Target::l3Bytes, nullptr,
     kilo, tera},
    {"cache_line_size_in_bytes", "", &Target::lineBytes, nullptr, 16, kilo,
     /*isPowerOfTwo=*/true},
    {"vector_size_in_bits", "of a SIMD register", &Target::vectorBits, nullptr,
     64, 2048, /*isPowerOfTwo=*/true},
    {"vector_registers", "", &Target::vectorRegisters, nullptr, 8, kilo},
    {"cores", "", &Target::cores, nullptr, 0, kilo * kilo},
    {"L1_rate_in_bytes_per_ns", "read by one core", nullptr, &Target::l1Rate, 0,
     kilo * kilo},
    {"L2_rate_in_bytes_per_ns", "", nullptr, &Target::l2Rate, 0, kilo * kilo},
    {"L3_rate_in_bytes_per_ns", "", nullptr, &Target::l3Rate, 0, kilo * kilo},
    {"memory_rate_in_bytes_per_ns", "", nullptr, &Target::memoryRate, 0,
     kilo * kilo},
    {"least_task_in_ns", "what a thread must have to do", nullptr,
     &Target::taskTime, 1, 1e9}};

ArrayRef<TargetEntry> encke::cost::getTargetEntries() { return entries; }

const TargetEntry *encke::cost::findTargetEntry(StringRef name) {
  const auto *found = find_if(
      entries, [&](const TargetEntry &entry) { return entry.name == name; });
  return found == std::end(entries) ? nullptr : found;
}

bool Target::operator==(const Target &other) const {
  return all_of(entries, [&](const TargetEntry &entry) {
    return entry.get(*this) == entry.get(other);
  });
}

/// As short as it can be read back.
static std::string toText(double value) {
  std::string text;
  raw_string_ostream os(text);
  if (value == std::floor(value) && std::fabs(value) < 1e15)
    os << int64_t(value);
  else
    os << format("%.4g", value);
  return text;
}

std::string TargetEntry::set(Target &target, double value) const {
  bool isPossible = value >= least && value <= most; // what is no number is not
  if (!isPossible)
    return "'" + name.str() + "' is at least " + toText(least) +
           " and at most " + toText(most);
  if (count && value != std::floor(value))
    return "'" + name.str() + "' is a whole number";
  if (isPowerOfTwo && !has_single_bit(uint64_t(value)))
    return "'" + name.str() + "' is a power of two";
  if (count)
    target.*count = int64_t(value);
  else
    target.*measure = value;
  return "";
}

std::string encke::cost::checkTarget(const Target &target) {
  if (target.l1Bytes > target.l2Bytes || target.l2Bytes > target.l3Bytes)
    return "a cache is no smaller than the one before: L1 has " +
           toText(double(target.l1Bytes)) + " bytes, L2 " +
           toText(double(target.l2Bytes)) + ", L3 " +
           toText(double(target.l3Bytes));
  return "";
}

void encke::cost::printTarget(raw_ostream &os, const Target &target) {
  for (const TargetEntry &entry : entries) {
    double value = entry.get(target);
    if (value == 0)
      continue;
    os << entry.name << " = " << toText(value);
    if (!entry.meaning.empty())
      os << " # " << entry.meaning;
    os << '\n';
  }
}

void encke::cost::parseTarget(
    StringRef text, Target &target,
    function_ref<void(StringRef where, const std::string &message)> error) {
  StringRef whole = text;
  SmallVector<StringRef> seen;
  bool isRight = true;
  auto fail = [&](StringRef where, const std::string &message) {
    isRight = false;
    error(where, message);
  };
  while (!text.empty()) {
    auto [line, rest] = text.split('\n');
    text = rest;
    line = line.take_until([](char c) { return c == '#'; }).trim();
    if (line.empty())
      continue;
    auto [name, number] = line.split('=');
    name = name.rtrim();
    number = number.ltrim();
    const TargetEntry *entry = findTargetEntry(name);
    double value;
    if (!line.contains('=') || name.empty() || number.empty())
      fail(line, "a line is 'name = number'");
    else if (!entry)
      fail(name, "a target has no '" + name.str() +
                     "'; encke --print-target shows what it has");
    else if (is_contained(seen, name))
      fail(name, "'" + name.str() + "' is said twice");
    else if (number.getAsDouble(value))
      fail(number, "'" + number.str() + "' is not a number");
    else if (std::string wrong = entry->set(target, value); !wrong.empty())
      fail(number, wrong);
    seen.push_back(name);
  }
  if (std::string wrong = checkTarget(target); isRight && !wrong.empty())
    fail(whole.take_front(0), wrong);
}
