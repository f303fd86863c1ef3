//===- memory.cpp - how much memory there is ------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "core/memory.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <iterator>
#include <unistd.h>

namespace encke::rt {

namespace {

/// The lines of a small file of the system; none if it is not there.
class Lines {
public:
  explicit Lines(const std::string &path)
      : file(std::fopen(path.c_str(), "r")) {}
  ~Lines() {
    if (file)
      std::fclose(file);
  }
  Lines(const Lines &) = delete;
  Lines &operator=(const Lines &) = delete;

  bool next() { return file && std::fgets(text, sizeof(text), file); }
  const char *get() const { return text; }

private:
  std::FILE *file;
  char text[512] = "";
};

} // namespace

/// The number that a file consists of, or `otherwise`.
static uint64_t readNumber(const std::string &path, uint64_t otherwise) {
  Lines lines(path);
  unsigned long long number;
  return lines.next() && std::sscanf(lines.get(), "%llu", &number) == 1
             ? number
             : otherwise;
}

/// The number behind a word at the beginning of a line, or `otherwise`.
static uint64_t readField(const std::string &path, const char *word,
                          uint64_t otherwise) {
  unsigned long long number;
  for (Lines lines(path); lines.next();)
    if (std::strncmp(lines.get(), word, std::strlen(word)) == 0 &&
        std::sscanf(lines.get() + std::strlen(word), "%llu", &number) == 1)
      return number;
  return otherwise;
}

namespace {

/// A control group with a limit, by the names of version 1 or 2 of these.
struct Group {
  std::string folder;
  bool isFirst = false;
  uint64_t limit = UINT64_MAX;

  std::string file(const char *first, const char *second) const {
    return folder + (isFirst ? first : second);
  }
  uint64_t readLimit() const {
    constexpr uint64_t most = uint64_t(1) << 60; // version 1 has no word for it
    uint64_t bytes =
        readNumber(file("/memory.limit_in_bytes", "/memory.max"), UINT64_MAX);
    return bytes < most ? bytes : UINT64_MAX;
  }
  /// Pages of files are given up when memory is scarce.
  uint64_t readFree() const {
    uint64_t used = readNumber(
                 file("/memory.usage_in_bytes", "/memory.current"), 0),
             files = readField(
                 folder + "/memory.stat",
                 isFirst ? "total_inactive_file " : "inactive_file ", 0);
    used -= std::min(used, files);
    return limit - std::min(limit, used);
  }
};

} // namespace

/// Of the control groups that the process is in, the one with the least memory.
static const Group &controlGroup() {
  static const Group found = [] {
    Group best;
    for (Lines lines("/proc/self/cgroup"); lines.next();) {
      bool isFirst = std::strstr(lines.get(), ":memory:");
      if (!isFirst && std::strncmp(lines.get(), "0::", 3) != 0)
        continue;
      const char *begin = std::strrchr(lines.get(), ':') + 1;
      std::string path(begin, std::strcspn(begin, "\n"));
      for (size_t end = path.size(); end != std::string::npos;
           end = end ? path.rfind('/', end - 1) : std::string::npos) {
        Group group;
        group.isFirst = isFirst;
        group.folder = std::string("/sys/fs/cgroup") +
                       (isFirst ? "/memory" : "") + path.substr(0, end);
        group.limit = group.readLimit();
        if (group.limit < best.limit)
          best = group;
      }
    }
    return best;
  }();
  return found;
}

uint64_t memoryOfMachine() {
  static const uint64_t bytes = std::min(uint64_t(sysconf(_SC_PHYS_PAGES)) *
                                             uint64_t(sysconf(_SC_PAGE_SIZE)),
                                         controlGroup().limit);
  return bytes;
}

uint64_t freeMemory() {
  constexpr uint64_t kilo = 1024, unknown = UINT64_MAX / kilo;
  const char *system = "/proc/meminfo";
  uint64_t available = readField(system, "MemAvailable:", unknown),
           swap = readField(system, "SwapFree:", 0);
  if (available == unknown)
    return UINT64_MAX;
  uint64_t bytes = (available + swap) * kilo;
  bool isLimited = controlGroup().limit != UINT64_MAX;
  return isLimited ? std::min(bytes, controlGroup().readFree()) : bytes;
}

std::string bytesAsText(uint64_t bytes) {
  constexpr uint64_t kilo = 1024;
  const char *units[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  size_t unit = 0;
  auto number = double(bytes);
  for (; number >= kilo && unit + 1 < std::size(units); ++unit)
    number /= kilo;
  char text[64];
  std::snprintf(text, sizeof(text),
                unit && number < 100 ? "%.1f %s" : "%.0f %s", number,
                units[unit]);
  return text;
}

} // namespace encke::rt
