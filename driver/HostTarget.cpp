//===- HostTarget.cpp - the machine that code is for ----------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/HostTarget.h"
#include "driver/NativeCode.h"
#include "driver/Report.h"
#include "passes/Cost/TargetText.h"

#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/Threading.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;
using namespace encke;

/// What the system says of a cache of the first processor: one line; empty
/// where it does not.
static std::string readCache(unsigned cache, StringRef what) {
  std::string path =
      ("/sys/devices/system/cpu/cpu0/cache/index" + Twine(cache) + "/" + what)
          .str();
  auto buffer = MemoryBuffer::getFileAsStream(path);
  return buffer ? (*buffer)->getBuffer().trim().str() : "";
}

/// Bytes, from "512K".
static std::optional<double> parseBytes(StringRef text) {
  double unit = text.consume_back("K")   ? 1024
                : text.consume_back("M") ? 1024 * 1024
                                         : 1;
  uint64_t number;
  if (text.getAsInteger(10, number))
    return std::nullopt;
  return double(number) * unit;
}

static void set(cost::Target &target, StringRef name,
                std::optional<double> value) {
  // What cannot be is not known.
  if (value)
    (void)cost::findTargetEntry(name)->set(target, *value);
}

/// The caches, where the system knows them all.
static void readCaches(cost::Target &target) {
  cost::Target read = target;
  bool hasSecond = false, hasThird = false;
  for (unsigned cache = 0;; ++cache) {
    std::string level = readCache(cache, "level");
    if (level.empty())
      break;
    if (readCache(cache, "type") == "Instruction")
      continue;
    hasSecond |= level == "2";
    hasThird |= level == "3";
    std::string name = "L" + level + "_cache_size_in_bytes";
    if (cost::findTargetEntry(name))
      set(read, name, parseBytes(readCache(cache, "size")));
    set(read, "cache_line_size_in_bytes",
        parseBytes(readCache(cache, "coherency_line_size")));
  }
  // Without a third one, what the second one does not hold is far away.
  if (hasSecond && !hasThird)
    read.l3Bytes = int64_t(double(read.l2Bytes) / cost::farShare);
  if (hasSecond && cost::checkTarget(read).empty())
    target = read;
}

static void setRegisters(cost::Target &target, const TargetMachine &machine) {
  target.vectorBits = getVectorBits(machine);
  target.vectorRegisters = countVectorRegisters(machine);
}

cost::Target encke::readMachine(const CodeOptions &code,
                                const TargetMachine &machine) {
  cost::Target target;
  setRegisters(target, machine);
  if (code.isForThisMachine()) {
    readCaches(target);
    set(target, "cores", double(get_physical_cores()));
  }
  return target;
}

std::optional<cost::Target> encke::chooseTarget(const std::string &file,
                                                const CodeOptions &code,
                                                const TargetMachine &machine,
                                                DiagnosticStyle style) {
  cost::Target target = readMachine(code, machine);
  if (file.empty())
    return target;
  auto buffer = MemoryBuffer::getFile(file, /*IsText=*/true);
  if (!buffer) {
    reportFailure(style, diag::unreadable_target,
                  "cannot read the target '" + Twine(file) +
                      "': " + buffer.getError().message());
    return std::nullopt;
  }
  StringRef text = (*buffer)->getBuffer();
  SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(*buffer), SMLoc());
  Diagnostics diagnostics(sources);
  cost::parseTarget(
      text, target, [&](StringRef where, const std::string &message) {
        auto at = [](const char *place) {
          return SMLoc::getFromPointer(place);
        };
        diagnostics.error(diag::wrong_target,
                          {at(where.begin()), at(where.end())}, message);
      });
  bool isRight = !diagnostics.hasErrors();
  diagnostics.flush(errs(), style);
  if (!isRight)
    return std::nullopt;
  if (!code.isForThisMachine())
    setRegisters(target, machine);
  // Wider vectors than the processor has would be taken apart.
  target.vectorBits =
      std::min<int64_t>(target.vectorBits, getVectorBits(machine));
  return target;
}
