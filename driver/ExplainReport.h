//===- ExplainReport.h - an explanation as a page ---------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DRIVER_EXPLAINREPORT_H
#define ENCKE_DRIVER_EXPLAINREPORT_H

#include "driver/Explain.h"
#include "passes/Cost/Target.h"

#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace encke {

/// Where the time of a run went, a line of `--time`.
struct MeasuredTime {
  double milliseconds = 0;
  unsigned runs = 0;
  std::string place; ///< "p.ta:7:3"; empty of a part of the line before.
  std::string what;
};

/// The lines of the table that `--time` writes on stderr.
std::vector<MeasuredTime> readTimes(llvm::StringRef text);

/// Where a data file has elements, as SVG.
struct PatternPicture {
  std::string file, svg;
};

/// What a page is made of.
struct Report {
  std::string program, text;
  std::vector<std::string> dataFiles;
  std::string processor;
  cost::Target target;
  std::vector<MeasuredTime> times; ///< Empty where it was not run.
  std::vector<PatternPicture> patterns;
};

/// One page of HTML that needs no other file and no script.
void printReport(const Report &report, const Explanation &explanation,
                 llvm::raw_ostream &os);

/// Numbers as people say them: "1.5 million", "3.2 MB".
std::string sayNumber(double number);
std::string sayBytes(double bytes);

} // namespace encke

#endif // ENCKE_DRIVER_EXPLAINREPORT_H
