//===- Schedules.cpp - how the statements of a file are computed ----------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lsp/Schedules.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"

#include <chrono>
#include <csignal>
#include <thread>

using namespace llvm;

namespace encke::server {

std::string joinWords(StringRef text) {
  SmallVector<StringRef> words;
  SplitString(text, words);
  return join(words, " ");
}

Schedules readSchedules(StringRef json) {
  Schedules schedules;
  Expected<json::Value> parsed = json::parse(json);
  if (!parsed) {
    consumeError(parsed.takeError());
    return schedules;
  }
  const json::Array *statements = parsed->getAsArray();
  for (const json::Value &value : statements ? *statements : json::Array()) {
    const json::Object *statement = value.getAsObject();
    std::optional<StringRef> text =
        statement ? statement->getString("text") : std::nullopt;
    const json::Array *clauses =
        statement ? statement->getArray("schedule") : nullptr;
    // A fill has no choice worth reading.
    if (!text || !clauses || clauses->empty() ||
        statement->getNumber("operations").value_or(0) <= 0)
      continue;
    std::string schedule;
    for (const json::Value &clause : *clauses)
      schedule += (schedule.empty() ? "with " : ", ") +
                  clause.getAsString().value_or("").str();
    StringRef words = *text;
    words.consume_back(";");
    schedules[joinWords(words)] = schedule;
  }
  return schedules;
}

/// False when it failed, or was ended.
static bool waitFor(sys::ProcessInfo process, const std::atomic<bool> &ends) {
  constexpr auto step = std::chrono::milliseconds(10);
  constexpr int most = 2000; // 20 seconds
  for (int n = 0; n != most && !ends; ++n) {
    sys::ProcessInfo done =
        sys::Wait(process, /*SecondsToWait=*/0, nullptr, nullptr,
                  /*Polling=*/true);
    if (done.Pid == process.Pid)
      return done.ReturnCode == 0;
    std::this_thread::sleep_for(step);
  }
  kill(process.Pid, SIGKILL);
  sys::Wait(process, std::nullopt);
  return false;
}

Schedules explainFile(StringRef path, const std::atomic<bool> &ends) {
  SmallString<128> out;
  if (sys::fs::createTemporaryFile("encke-lsp", "json", out))
    return {};
  static int anchor;
  std::string self = sys::fs::getMainExecutable("encke-compiler", &anchor);
  std::optional<StringRef> redirects[] = {StringRef(""), StringRef(out),
                                          StringRef("")};
  StringRef words[] = {self, "explain", "--json", "--", path};
  bool hasFailed = false;
  sys::ProcessInfo process = sys::ExecuteNoWait(
      self, words, std::nullopt, redirects, 0, nullptr, &hasFailed);
  bool isDone = !hasFailed && process.Pid != sys::ProcessInfo::InvalidPid &&
                waitFor(process, ends);
  auto text = MemoryBuffer::getFile(out);
  (void)sys::fs::remove(out);
  return isDone && text ? readSchedules((*text)->getBuffer()) : Schedules();
}

} // namespace encke::server
