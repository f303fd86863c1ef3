//===- shares.cpp - a text that several processes read --------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "io/shares.h"

#include <algorithm>

namespace encke::rt {

TextShare shareOf(const Mapping &text, const char *body,
                  const encke_processes *readers) {
  if (!readers)
    return {body, text.end()};
  int64_t bytes = text.end() - body;
  auto beginOf = [&](int32_t process) {
    if (process == 0)
      return body;
    if (process == readers->count)
      return text.end();
    // bytes * process / count, without a product that is too large.
    int64_t count = readers->count;
    return text.behindLine(body + bytes / count * process +
                           bytes % count * process / count);
  };
  return {beginOf(readers->rank), beginOf(readers->rank + 1)};
}

ShareReport::ShareReport(const encke_file &file, encke_processes &readers,
                         const ShareFindings &own) {
  ShareFindings mine = own;
  for (size_t slip = 0; slip != slipCount; ++slip)
    mine.slips[slip] = file.slipAt(Slip(slip));
  all = gatherFromAll(readers, mine);
  for (size_t slip = 0; slip != slipCount; ++slip) {
    int64_t first = -1;
    for (const ShareFindings &one : all)
      if (first < 0 && one.slips[slip] >= 0)
        first = one.slips[slip];
    file.setSlip(Slip(slip), first);
  }
}

int64_t ShareReport::linesBefore(int32_t process) const {
  int64_t lines = 0;
  for (int32_t p = 0; p != process; ++p)
    lines += all[size_t(p)].lines;
  return lines;
}

bool ShareReport::hasLower() const {
  return std::any_of(all.begin(), all.end(),
                     [](const ShareFindings &one) { return one.hasLower; });
}

int32_t ShareReport::teller(int64_t declared) const {
  for (int32_t p = 0; p != int32_t(all.size()); ++p)
    if (all[size_t(p)].isWrong || linesBefore(p + 1) > declared)
      return p;
  return -1;
}

} // namespace encke::rt
