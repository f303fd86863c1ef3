//===- ReportStatements.cpp - one line for each statement -----------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Support/Estimates.h"
#include "passes/Support/Labels.h"
#include "passes/Support/Places.h"

#include "dialects/TA/TADialect.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

namespace encke {
#define GEN_PASS_DECL
#define GEN_PASS_DEF_REPORTSTATEMENTS
#include "passes/ReportStatements/ReportStatements.h.inc"
} // namespace encke

using namespace mlir;
using namespace encke;
using namespace encke::ta;

namespace {
/// What became of one statement of the program.
struct Summary {
  std::string order;
  double operations = 0, peak = 0;
  unsigned parts = 0, fromLibrary = 0, hoisted = 0;
};
} // namespace

static double getNumber(Operation *op, StringRef name) {
  auto number = op->getAttrOfType<IntegerAttr>(name);
  return number ? static_cast<double>(number.getInt()) : 0;
}

/// 1.2 k, 3.4 M, ...
static std::string toText(double number, StringRef unit) {
  StringRef prefixes[] = {"", "k", "M", "G", "T", "P", "E"};
  size_t prefix = 0;
  while (number >= 1000 && prefix + 1 < std::size(prefixes)) {
    number /= 1000;
    ++prefix;
  }
  std::string text;
  llvm::raw_string_ostream os(text);
  os << llvm::format(prefix ? "%.1f" : "%.0f", number) << " "
     << prefixes[prefix] << unit;
  return text;
}

static StringRef getMeans(const Summary &summary) {
  return summary.fromLibrary == 0               ? "loops"
         : summary.fromLibrary == summary.parts ? "library"
                                                : "library and loops";
}

/// A statement, or parts of it, may stand before the loop it was written in.
static StringRef getPosition(const Summary &summary) {
  return summary.hoisted == 0               ? ""
         : summary.hoisted == summary.parts ? ", before the loop"
                                            : ", in part before the loop";
}

namespace {
struct ReportStatements : encke::impl::ReportStatementsBase<ReportStatements> {
  void runOnOperation() override {
    llvm::MapVector<StringRef, Summary> statements;
    llvm::StringSet<> places;
    getOperation().walk([&](AssignOp op) {
      StringRef place = places.insert(getPlace(op.getLoc())).first->getKey();
      Summary &summary = statements[place];
      // The last one is the statement, those before are parts of it.
      if (auto order = op->getAttrOfType<StringAttr>(orderAttribute))
        summary.order = order.str();
      summary.operations += getNumber(op, flopsAttribute);
      summary.peak = std::max(summary.peak, getNumber(op, peakBytesAttribute));
      ++summary.parts;
      summary.fromLibrary += op->hasAttr("gemm");
      summary.hoisted += op->hasAttr(hoistedAttribute);
    });
    for (auto &[place, summary] : statements) {
      llvm::errs() << "encke: " << (place.empty() ? "?" : place) << ": ";
      if (!summary.order.empty())
        llvm::errs() << summary.order << ", ";
      llvm::errs() << toText(summary.operations, "flop") << ", "
                   << toText(summary.peak, "B") << " at most, "
                   << getMeans(summary) << getPosition(summary) << "\n";
    }
  }
};
} // namespace
