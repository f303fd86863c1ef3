//===- Sharing.cpp - how tasks share a parallel loop ----------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/CIN/Sharing.h"

#include "dialects/CIN/Fills.h"
#include "dialects/CIN/Patterns.h"
#include "dialects/CIN/Presence.h"
#include "dialects/CIN/Reductions.h"
#include "dialects/CIN/Rewrites.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/DialectImplementation.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

//===----------------------------------------------------------------------===//
// The attribute
//===----------------------------------------------------------------------===//

static SharingAttr toAttr(MLIRContext *context, const Sharing &sharing) {
  return SharingAttr::get(context, sharing.share, sharing.mode,
                          sharing.byElements, sharing.deal, sharing.chunks,
                          sharing.unit, sharing.extra);
}

static Sharing fromAttr(SharingAttr attr) {
  return {attr.getShare(), attr.getMode(),   attr.getByElements(),
          attr.getDeal(),  attr.getChunks(), attr.getUnit(),
          attr.getExtra()};
}

Sharing Sharing::of(ForallOp forall) {
  Sharing sharing;
  if (std::optional<SharingAttr> attr = forall.getSharing())
    sharing = fromAttr(*attr);
  if (sharing.share == Share::plain)
    sharing.share = findSharing(forall) ? Share::copy : Share::own;
  return sharing;
}

void Sharing::setOn(ForallOp forall) const {
  forall.setSharingAttr(toAttr(forall.getContext(), *this));
}

/// `pieces`, or `owner(0)`.
static ParseResult parseShare(AsmParser &parser, Sharing &sharing) {
  StringRef word;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&word))
    return failure();
  std::optional<Share> share = symbolizeShare(word);
  if (!share || *share == Share::plain)
    return parser.emitError(loc, "share is own, copy, owner or pieces");
  sharing.share = *share;
  if (*share != Share::owner)
    return success();
  return failure(parser.parseLParen() || parser.parseInteger(sharing.mode) ||
                 parser.parseRParen());
}

static ParseResult parseBy(AsmParser &parser, Sharing &sharing) {
  if (succeeded(parser.parseOptionalKeyword("nnz"))) {
    sharing.byElements = true;
    return success();
  }
  return parser.parseKeyword("count");
}

SharingAttr SharingAttr::parseWords(AsmParser &parser,
                                    AsmParser::Delimiter delimiter) {
  Sharing sharing;
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<StringRef> seen;
  auto parseWord = [&]() -> ParseResult {
    StringRef word;
    SMLoc at = parser.getCurrentLocation();
    if (parser.parseKeyword(&word))
      return failure();
    if (llvm::is_contained(seen, word))
      return parser.emitError(at, "says '") << word << "' twice";
    seen.push_back(word);
    if (word == "deal") {
      sharing.deal = true;
      return success();
    }
    if (parser.parseEqual())
      return failure();
    if (word == "share")
      return parseShare(parser, sharing);
    if (word == "by")
      return parseBy(parser, sharing);
    if (word == "chunks")
      return parser.parseInteger(sharing.chunks);
    if (word == "unit")
      return parser.parseInteger(sharing.unit);
    if (word == "extra")
      return parser.parseInteger(sharing.extra);
    return parser.emitError(at, "expected share, by, deal, chunks, unit or "
                                "extra");
  };
  if (parser.parseCommaSeparatedList(delimiter, parseWord))
    return {};
  return parser.getChecked<SharingAttr>(
      loc, parser.getContext(), sharing.share, sharing.mode, sharing.byElements,
      sharing.deal, sharing.chunks, sharing.unit, sharing.extra);
}

bool SharingAttr::isPlain() { return *this == toAttr(getContext(), {}); }

void SharingAttr::printWords(AsmPrinter &printer) {
  const Sharing plain, sharing = fromAttr(*this);
  SmallVector<std::string> words;
  auto add = [&](const Twine &word) { words.push_back(word.str()); };
  if (sharing.share == Share::owner)
    add("share = owner(" + Twine(sharing.mode) + ")");
  else if (sharing.share != Share::plain)
    add("share = " + stringifyShare(sharing.share));
  if (sharing.byElements)
    add("by = nnz");
  if (sharing.deal)
    add("deal");
  if (sharing.chunks != plain.chunks)
    add("chunks = " + Twine(sharing.chunks));
  if (sharing.unit != plain.unit)
    add("unit = " + Twine(sharing.unit));
  if (sharing.extra != plain.extra)
    add("extra = " + Twine(sharing.extra));
  llvm::interleaveComma(words, printer);
}

Attribute SharingAttr::parse(AsmParser &parser, Type) {
  return parseWords(parser, AsmParser::Delimiter::LessGreater);
}

void SharingAttr::print(AsmPrinter &printer) const {
  printer << '<';
  SharingAttr(*this).printWords(printer);
  printer << '>';
}

LogicalResult SharingAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                  Share share, int64_t mode, bool byElements,
                                  bool deal, int64_t chunks, int64_t unit,
                                  int64_t extra) {
  if (mode < 0 || (mode != 0 && share != Share::owner))
    return emitError() << "an owner has coordinates of a mode";
  if (chunks < 1 || unit < 1)
    return emitError() << "there are a positive number of chunks, of "
                          "iterations";
  if (extra < 0)
    return emitError() << "extra elements are not fewer than none";
  if (deal && share == Share::pieces)
    return emitError() << "pieces are of chunks that are taken, not dealt out";
  if (deal && (share == Share::copy || share == Share::owner))
    return emitError() << "chunks that accumulate into copies are dealt out "
                          "anyway";
  if (extra != 0 && (share == Share::copy || share == Share::owner))
    return emitError() << "the elements that tasks copy are counted";
  return success();
}

//===----------------------------------------------------------------------===//
// By what loops are cut
//===----------------------------------------------------------------------===//

AccessOp cin::findLeader(ForallOp forall, const LoopPlan &plan,
                         const LoopPlanner &planner) {
  if (!plan.domain.isUniverse())
    return plan.streams[plan.getFirstVisited()].access;
  AccessOp leader;
  forall.walk([&](AccessOp access) {
    const PlaceLevels &levels = planner.levelsOf(access.getTensor());
    if (levels.size() == 0 ||
        variableOf(access, levels.format, 0) != forall.getIndex())
      return WalkResult::advance();
    leader = access;
    return WalkResult::interrupt();
  });
  return leader;
}

bool cin::hasRows(AccessOp leader, const LoopPlan &plan,
                  const LoopPlanner &planner) {
  if (!leader)
    return false;
  const PlaceLevels &levels = planner.levelsOf(leader.getTensor());
  // By coordinate, a position of the level is its coordinate only if all are
  // stored.
  return levels.size() > 1 && (!plan.domain.isUniverse() || levels.isFull(0)) &&
         levels.format.levels[1].hasPositions();
}

bool cin::isRestrictedBy(AccessOp access, ForallOp forall,
                         const LoopPlanner &planner) {
  const PlaceLevels &levels = planner.levelsOf(access.getTensor());
  for (unsigned level = 0; level < levels.size(); ++level)
    if (!levels.isFull(level) &&
        variableOf(access, levels.format, level) == forall.getIndex())
      return true;
  return false;
}

//===----------------------------------------------------------------------===//
// Rows in pieces
//===----------------------------------------------------------------------===//

/// What the assignment makes of a row it makes in pieces, too: it accumulates,
/// along the row, what the leader's elements contribute; or it takes that over
/// from a workspace. Returns how pieces are combined.
static std::optional<Reduction> howToSumPieces(AssignOp assign, AccessOp leader,
                                               ForallOp along) {
  Reduction collecting = getCollecting(assign.getReduction());
  if (along->isAncestor(assign)) {
    auto isLeader = [&](AccessOp access) { return access == leader; };
    return canCollectInParts(assign) &&
                   isRestrictedTo(assign.getValue(), isLeader)
               ? std::optional(collecting)
               : std::nullopt;
  }
  // Sums of floats are doubles until they are assigned.
  Value value = assign.getValue();
  if (auto rounded = value.getDefiningOp<arith::TruncFOp>())
    value = rounded.getIn();
  auto collected = value.getDefiningOp<AccessOp>();
  WhereOp where = collected ? whereOf(collected.getTensor()) : WhereOp();
  if (!where || where.getWorkspaceType().getTensor().getEncoding() ||
      collected.getTensor() != where.getConsumer().getArgument(0))
    return std::nullopt;
  std::optional<Reduction> inner;
  for (Operation *user : where.getProducer().getArgument(0).getUsers()) {
    auto producing = dyn_cast<AssignOp>(user);
    if (!producing || inner || !along->isAncestor(producing))
      return std::nullopt;
    inner = howToSumPieces(producing, leader, along);
    if (!inner)
      return std::nullopt;
  }
  bool agrees = assign.getReduction() == Reduction::none || inner == collecting;
  return agrees ? inner : std::nullopt;
}

/// The tensor whose rows the loop runs over, if they can be cut; else null.
static AccessOp findRows(ForallOp forall, const LoopPlan &plan,
                         const LoopPlanner &planner) {
  AccessOp leader = findLeader(forall, plan, planner);
  if (!hasRows(leader, plan, planner) ||
      !planner.levelsOf(leader.getTensor()).unique[1])
    return {};
  // Another access of the tensor would see the pieces' segments.
  WalkResult walk = forall.walk([&](AccessOp access) {
    return access.getTensor() != leader.getTensor() ||
                   planner.sameAs(access) == planner.sameAs(leader)
               ? WalkResult::advance()
               : WalkResult::interrupt();
  });
  return walk.wasInterrupted() ? AccessOp() : leader;
}

/// The assignment sets elements to zero before the loop's iteration does
/// anything else.
static bool beginsRow(AssignOp assign, ForallOp forall) {
  return setsToZero(assign) && forall.getBlock().front().isAncestor(assign);
}

/// The rows of a dense place stand one after the other in its memory.
static bool hasRowsInMemory(Value place) {
  RankedTensorType type = cast<PlaceType>(place.getType()).getTensor();
  if (type.getEncoding() || type.getRank() == 0)
    return false;
  auto kernel = dyn_cast<KernelOp>(place.getParentBlock()->getParentOp());
  auto buffer =
      kernel ? dyn_cast<MemRefType>(
                   kernel.getOperandOf(cast<BlockArgument>(place)).getType())
             : MemRefType();
  return !buffer || buffer.getLayout().isIdentity();
}

std::optional<Pieces> cin::findPieces(ForallOp forall, const LoopPlan &plan,
                                      const LoopPlanner &planner) {
  bool hasSparseResult = llvm::any_of(
      forall->getParentOfType<KernelOp>().getOutputArguments(), isSparsePlace);
  if (hasSparseResult || plan.isMerge())
    return std::nullopt;
  AccessOp leader = findRows(forall, plan, planner);
  if (!leader)
    return std::nullopt;
  const PlaceLevels &levels = planner.levelsOf(leader.getTensor());
  ForallOp along = forallOf(variableOf(leader, levels.format, 1));
  SmallVector<AssignOp> assigns;
  // A row that is set to zero before anything is added is where it lies.
  forall.walk([&](AssignOp assign) {
    Value place = assign.getTensor();
    if (!forall->isProperAncestor(place.getParentBlock()->getParentOp()) &&
        !beginsRow(assign, forall))
      assigns.push_back(assign);
  });
  if (assigns.size() != 1 || !forall->isProperAncestor(along) ||
      !hasRowsInMemory(assigns.front().getTensor()))
    return std::nullopt;
  AssignOp assign = assigns.front();
  OperandRange indices = assign.getIndices();
  std::optional<Reduction> collecting = howToSumPieces(assign, leader, along);
  if (!collecting || indices.front() != forall.getIndex() ||
      llvm::is_contained(indices.drop_front(), forall.getIndex()) ||
      along.moves(indices))
    return std::nullopt;
  return Pieces{leader, assign, *collecting};
}

//===----------------------------------------------------------------------===//
// Owners
//===----------------------------------------------------------------------===//

/// All that the parallel loop does it does inside of `loop`, to elements of the
/// place that `loop` moves, or in workspaces of its own.
static bool isOwnable(ForallOp forall, ForallOp loop, Value place,
                      unsigned mode) {
  WalkResult walk = forall.walk([&](AssignOp assign) {
    Value to = assign.getTensor();
    if (to == place)
      return loop->isProperAncestor(assign) &&
                     assign.getIndices()[mode] == loop.getIndex()
                 ? WalkResult::advance()
                 : WalkResult::interrupt();
    // What is set outside of the loop is set by every task.
    WhereOp where = whereOf(to);
    Operation *around = loop->isProperAncestor(assign) ? loop : forall;
    return where && around->isProperAncestor(where) ? WalkResult::advance()
                                                    : WalkResult::interrupt();
  });
  return !walk.wasInterrupted();
}

/// The loop is one over coordinates, and what it runs along has them in order.
static bool canBeNarrowed(ForallOp loop, const LoopPlanner &planner) {
  if (loop.getWithin() || loop.isDerived() || loop.getOnDiagonal())
    return false;
  WalkResult walk = loop.walk([&](AccessOp access) {
    bool isList =
        whereOf(access.getTensor()) && isRestrictedBy(access, loop, planner);
    return isList ? WalkResult::interrupt() : WalkResult::advance();
  });
  return !walk.wasInterrupted();
}

ForallOp cin::findOwnable(ForallOp forall, unsigned mode,
                          const LoopPlanner &planner) {
  AssignOp assign = findSharing(forall);
  if (!assign || mode >= assign.getIndices().size())
    return {};
  ForallOp loop = forallOf(assign.getIndices()[mode]);
  bool isRight = forall->isProperAncestor(loop) &&
                 canBeNarrowed(loop, planner) &&
                 isOwnable(forall, loop, assign.getTensor(), mode);
  return isRight ? loop : ForallOp();
}

//===----------------------------------------------------------------------===//
// What a loop can have
//===----------------------------------------------------------------------===//

bool cin::appendsToResult(ForallOp forall) {
  WalkResult walk = forall.walk([](AssignOp assign) {
    Value place = assign.getTensor();
    bool isResult = isa<KernelOp>(ownerOf(place)) && isSparsePlace(place);
    return isResult ? WalkResult::interrupt() : WalkResult::advance();
  });
  return walk.wasInterrupted();
}

FailureOr<std::string> cin::whyNotShared(ForallOp forall,
                                         const LoopPlanner &planner) {
  Sharing sharing = Sharing::of(forall);
  bool shares = bool(findSharing(forall));
  if (shares && (sharing.share == Share::own || sharing.share == Share::pieces))
    return std::string("iterations accumulate into the same elements, of which "
                       "tasks have copies");
  if (!shares &&
      (sharing.share == Share::copy || sharing.share == Share::owner))
    return std::string("each iteration writes elements of its own: there is "
                       "nothing to copy");
  if (sharing.share == Share::owner &&
      !findOwnable(forall, sharing.mode, planner))
    return "no loop inside, in which all is done, goes along mode " +
           std::to_string(sharing.mode) + " of the result";
  if (sharing.deal && appendsToResult(forall))
    return std::string("iterations append to a sparse result, so that chunks "
                       "are taken in order");
  if (!sharing.byElements && sharing.share != Share::pieces)
    return std::string();
  FailureOr<LoopPlan> plan = planner.plan(forall);
  if (failed(plan))
    return failure();
  if (plan->domain.isEmpty())
    return std::string();
  if (sharing.byElements &&
      !hasRows(findLeader(forall, *plan, planner), *plan, planner))
    return std::string("the loop does not run over rows of a sparse tensor, "
                       "whose elements could be counted");
  if (sharing.share != Share::pieces)
    return std::string();
  if (!sharing.byElements)
    return std::string("rows are cut by their elements: 'by = nnz'");
  if (!findPieces(forall, *plan, planner))
    return std::string("the loop does not sum rows of a sparse tensor, each "
                       "into a row of the result");
  return std::string();
}
