//===- VisitMark.cpp - how a loop goes along streams ----------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/CIN/VisitMark.h"

#include "dialects/CIN/Plan.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static constexpr StringLiteral waysToLookUp[] = {"marks", "search",
                                                 "directory"};

static ParseResult parseNumber(AsmParser &parser, int64_t &number) {
  return failure(parser.parseLParen() || parser.parseInteger(number) ||
                 parser.parseRParen());
}

/// `(16)` or `(16, most = 100, short = 32)`.
static ParseResult parseNumbers(AsmParser &parser, int64_t &ratio,
                                int64_t &most, int64_t &shortRows) {
  if (parser.parseLParen() || parser.parseInteger(ratio))
    return failure();
  while (succeeded(parser.parseOptionalComma())) {
    StringRef name;
    SMLoc loc = parser.getCurrentLocation();
    if (parser.parseKeyword(&name) || parser.parseEqual())
      return failure();
    if (name != "most" && name != "short")
      return parser.emitError(loc, "a form has 'most' and 'short' besides");
    if (parser.parseInteger(name == "most" ? most : shortRows))
      return failure();
  }
  return parser.parseRParen();
}

/// `1 by directory(8)`.
static ParseResult parseLookup(AsmParser &parser,
                               SmallVectorImpl<Lookup> &lookups) {
  Lookup &lookup = lookups.emplace_back();
  StringRef way;
  if (parser.parseInteger(lookup.stream) || parser.parseKeyword("by"))
    return failure();
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&way))
    return failure();
  const auto *found = llvm::find(waysToLookUp, way);
  if (found == std::end(waysToLookUp))
    return parser.emitError(loc, "coordinates are looked up by 'marks', "
                                 "'search' or 'directory'");
  lookup.how = Lookup::How(found - std::begin(waysToLookUp));
  return lookup.how == Lookup::directory ? parseNumber(parser, lookup.places)
                                         : ParseResult(success());
}

VisitAttr cin::parseVisit(AsmParser &parser) {
  SmallVector<Lookup> lookups;
  bool branches = false;
  std::string form;
  int64_t ratio = 0, most = 0, shortRows = 0;
  SMLoc start = parser.getCurrentLocation();
  auto parsePart = [&]() -> ParseResult {
    SMLoc loc = parser.getCurrentLocation();
    StringRef word;
    if (parser.parseKeyword(&word))
      return failure();
    if (word == "lookup")
      return failure(
          parser.parseEqual() ||
          parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
            return parseLookup(parser, lookups);
          }));
    if (word == "merge") {
      branches = true;
      return failure(parser.parseEqual() || parser.parseKeyword("branch"));
    }
    if (!form.empty())
      return parser.emitError(loc, "a merge has one second form");
    form = word.str();
    return parseNumbers(parser, ratio, most, shortRows);
  };
  if (parser.parseCommaSeparatedList(parsePart))
    return {};
  return parser.getChecked<VisitAttr>(start, parser.getContext(),
                                      ArrayRef(lookups), branches,
                                      StringRef(form), ratio, most, shortRows);
}

void cin::printVisit(AsmPrinter &printer, VisitAttr mark) {
  llvm::ListSeparator separator;
  auto &os = printer.getStream();
  auto printLookup = [&](const Lookup &lookup) {
    printer << lookup.stream << " by " << waysToLookUp[lookup.how];
    if (lookup.how == Lookup::directory)
      printer << '(' << lookup.places << ')';
  };
  if (!mark.getLookups().empty()) {
    os << separator << "lookup = [";
    llvm::interleaveComma(mark.getLookups(), os, printLookup);
    os << ']';
  }
  if (mark.getBranches())
    os << separator << "merge = branch";
  if (!mark.getForm().empty())
    os << separator << mark.getForm() << '(' << mark.getRatio();
  if (mark.getMost() != 0)
    os << ", most = " << mark.getMost();
  if (mark.getShortRows() != 0)
    os << ", short = " << mark.getShortRows();
  if (!mark.getForm().empty())
    os << ')';
}

Attribute VisitAttr::parse(AsmParser &parser, Type) {
  if (parser.parseLess())
    return {};
  VisitAttr mark = parseVisit(parser);
  if (!mark || parser.parseGreater())
    return {};
  return mark;
}

void VisitAttr::print(AsmPrinter &printer) const {
  printer << '<';
  printVisit(printer, *this);
  printer << '>';
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

LogicalResult VisitAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                ArrayRef<Lookup> lookups, bool branches,
                                StringRef form, int64_t ratio, int64_t most,
                                int64_t shortRows) {
  llvm::SmallDenseSet<int64_t> streams;
  for (const Lookup &lookup : lookups) {
    if (lookup.stream < 0 || !streams.insert(lookup.stream).second)
      return emitError()
             << "a stream is looked up in one way, and has a number "
                "from 0 on";
    if ((lookup.how == Lookup::directory) != (lookup.places > 0))
      return emitError() << "a directory has a positive number of places";
  }
  if (!form.empty() && (ratio < 2 || !llvm::isPowerOf2_64(uint64_t(ratio))))
    return emitError() << "'" << form << "' needs a power of two";
  if (most < 0 || (most != 0 && form.empty()))
    return emitError() << "a form has at most a positive number of coordinates";
  if (shortRows < 0 || (shortRows != 0 && form.empty()))
    return emitError() << "rows of a form are short by a positive number";
  if (lookups.empty() && !branches && form.empty())
    return emitError() << "nothing is said about the loop";
  return success();
}

std::string cin::whyNoDirectory(const LoopPlan &plan, const Stream &stream) {
  if (stream.level != 0 || !stream.type.hasPositions())
    return "a directory is of the outermost level of a tensor, a compressed "
           "one";
  if (plan.domain.isUniverse() || plan.getVisited() == 0 ||
      plan.streams[plan.getFirstVisited()].isList)
    return "how often it is looked up is not known in front of the loops, "
           "which a directory is made for";
  if (stream.isInRecords() ||
      plan.streams[plan.getFirstVisited()].isInRecords())
    return "a directory is made of arrays of coordinates, and these are fields "
           "of records";
  return "";
}

/// One look, or a search, has to be possible.
static LogicalResult verifyLookup(ForallOp forall, const LoopPlan &plan,
                                  const Lookup &lookup) {
  auto refuse = [&](const Twine &why) {
    return forall.emitOpError("cannot look stream ")
           << lookup.stream << " up: " << why;
  };
  SmallVector<unsigned> order = plan.inTextOrder();
  if (uint64_t(lookup.stream) >= order.size())
    return refuse("there are " + Twine(order.size()) + " along the loop");
  const Stream &stream = plan.streams[order[lookup.stream]];
  if (stream.isList != (lookup.how == Lookup::marks))
    return refuse(stream.isList ? "a row workspace has marks for that"
                                : "only a row workspace has marks");
  if (lookup.how != Lookup::directory)
    return success();
  std::string why = whyNoDirectory(plan, stream);
  return why.empty() ? success() : LogicalResult(refuse(why));
}

static LogicalResult verifyVisit(ForallOp forall, const LoopPlanner &planner) {
  FailureOr<LoopPlan> plan = planner.plan(forall);
  if (failed(plan))
    return failure();
  VisitAttr mark = *forall.getVisit();
  for (const Lookup &lookup : mark.getLookups())
    if (failed(verifyLookup(forall, *plan, lookup)))
      return failure();
  if (uint64_t(llvm::popcount(plan->lookedUp)) != mark.getLookups().size())
    return forall.emitOpError("looks everything up that it would visit");
  if (!mark.getBranches() && mark.getForm().empty())
    return success();
  if (!plan->isMerge())
    return forall.emitOpError("merges nothing, and has no other form for that");
  if (mark.getBranches() && !plan->mayBranch())
    return forall.emitOpError("has no cases that tell which streams go on");
  return success();
}

LogicalResult cin::verifyVisits(KernelOp kernel) {
  std::optional<LoopPlanner> planner;
  WalkResult result = kernel.walk([&](ForallOp forall) {
    if (!forall.getVisit())
      return WalkResult::advance();
    if (!planner)
      planner.emplace(kernel);
    return WalkResult(verifyVisit(forall, *planner));
  });
  return failure(result.wasInterrupted());
}
