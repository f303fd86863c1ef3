//===- shares.h - a text that several processes read ------------*- C++ -*-===//
//-*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each process parses a share of the lines. What is wrong in any of them is
// told by the process that has it: the first one in the order of the text, as
// one process that reads all would tell it.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_IO_SHARES_H
#define ENCKE_RUNTIME_IO_SHARES_H

#include "core/processes.h"
#include "io/data_file.h"

namespace encke::rt {

/// Whole lines of a text.
struct TextShare {
  const char *begin, *end;
};

/// The lines from `body` on that are this process's; all of them where it is
/// alone (null). Shares have about as many bytes each.
TextShare shareOf(const Mapping &text, const char *body,
                  const encke_processes *readers);

/// What a process has found in its share.
struct ShareFindings {
  int64_t lines = 0;             ///< with an entry, before what is wrong
  int64_t isWrong = 0;           ///< the line behind them
  int64_t hasLower = 0;          ///< entries below the diagonal
  int64_t slips[slipCount] = {}; ///< places in the text, or -1
};

/// The same of all of them.
class ShareReport {
public:
  /// All processes call it. Slips of others are noted as this one's, too.
  ShareReport(const encke_file &file, encke_processes &readers,
              const ShareFindings &own);

  /// The process that has to tell what is wrong, or -1; and how many lines
  /// with an entry there are before its share.
  int32_t teller(int64_t declared) const;
  int64_t linesBefore(int32_t process) const;
  int64_t lines() const { return linesBefore(int32_t(all.size())); }
  bool hasLower() const;

private:
  std::vector<ShareFindings> all; ///< by process
};

} // namespace encke::rt

#endif // ENCKE_RUNTIME_IO_SHARES_H
