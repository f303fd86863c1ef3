//===- ForallOp.cpp - syntax and rules of loops ---------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/CIN/CINDialect.h"
#include "dialects/CIN/Derived.h"
#include "dialects/CIN/LoopMarks.h"
#include "dialects/CIN/Marks.h"
#include "dialects/CIN/OneTensor.h"
#include "dialects/CIN/Presence.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace encke::cin;

void ForallOp::getAsmBlockArgumentNames(Region &region,
                                        OpAsmSetValueNameFn setName) {
  if (std::optional<StringRef> label = getLabel())
    setName(region.getArgument(0), *label);
}

/// Which operands there are beside the extent.
static void setOperandGroups(OperationState &state, bool isWithin,
                             size_t given) {
  auto &segments =
      state.getOrAddProperties<ForallOp::Properties>().operandSegmentSizes;
  llvm::copy(std::array<int32_t, 3>{1, isWithin, static_cast<int32_t>(given)},
             segments.begin());
}

void ForallOp::build(OpBuilder &builder, OperationState &state, Value extent,
                     StringAttr label) {
  state.addOperands(extent);
  setOperandGroups(state, false, 0);
  if (label)
    state.addAttribute("label", label);
  Block *block = new Block();
  block->addArgument(builder.getIndexType(), state.location);
  state.addRegion()->push_back(block);
}

ForallOp ForallOp::createAlong(OpBuilder &builder, ForallOp forall) {
  auto other = ForallOp::create(builder, forall.getLoc(), forall.getExtent(),
                                forall.getLabelAttr());
  if (Value blocks = forall.getWithin()) {
    other.getWithinMutable().assign(blocks);
    other.setWidthAttr(forall.getWidthAttr());
  }
  if (std::optional<AffineMap> map = forall.getAt())
    other.setPlace(*map, forall.getGiven());
  return other;
}

OperandRange ForallOp::getGivenIndices() {
  return getGiven().take_front(getAt() ? getAt()->getNumDims() : 0);
}

OperandRange ForallOp::getGivenNumbers() {
  return getGiven().drop_front(getAt() ? getAt()->getNumDims() : 0);
}

void ForallOp::setPlace(AffineMap map, ValueRange given) {
  setAt(map);
  getGivenMutable().assign(given);
}

/// Of diagonal d0 and row d1 of s0 rows, the column.
static AffineMap getColumnOfDiagonal(MLIRContext *context) {
  AffineExpr diagonal = getAffineDimExpr(0, context);
  AffineExpr row = getAffineDimExpr(1, context);
  return AffineMap::get(2, 1,
                        diagonal + row - getAffineSymbolExpr(0, context) + 1);
}

/// The forall that binds a value; null where none does.
static ForallOp getLoopOf(Value index) {
  auto argument = dyn_cast<BlockArgument>(index);
  return argument ? dyn_cast<ForallOp>(argument.getOwner()->getParentOp())
                  : ForallOp();
}

void ForallOp::setOnDiagonal(ForallOp diagonals, ForallOp rows) {
  setPlace(getColumnOfDiagonal(getContext()),
           {diagonals.getIndex(), rows.getIndex(), rows.getExtent()});
}

Value ForallOp::getRow() {
  if (!getAt() || *getAt() != getColumnOfDiagonal(getContext()))
    return {};
  Value row = getGiven()[1];
  ForallOp rows = getLoopOf(row);
  return rows && isEqualConstantIntOrValue(rows.getExtent(), getGiven()[2])
             ? row
             : Value();
}

Value ForallOp::getDiagonal() { return getRow() ? getGiven()[0] : Value(); }

bool ForallOp::isMarked() {
  return getVisit() || getParallel() || getTogether() ||
         !LoopMarks::of(*this).empty();
}

bool ForallOp::moves(ValueRange indices) {
  // On a given diagonal, the row says which place it is.
  if (getRow() && llvm::is_contained(indices, getRow()))
    return true;
  // One coordinate at most: there are no other iterations.
  if (getAt() || levelMoves(*this, indices))
    return true;
  return llvm::any_of(indices, [&](Value index) {
    ForallOp forall = getLoopOf(index);
    return forall == *this ||
           (forall && (forall.getWithin() == getIndex() ||
                       (forall.getDiagonal() == getIndex() &&
                        llvm::is_contained(indices, forall.getRow()))));
  });
}

ForallOp ForallOp::getOnDiagonal() {
  if (!llvm::hasSingleElement(getBlock()))
    return {};
  auto inner = dyn_cast<ForallOp>(getBlock().front());
  return inner && inner.getRow() == getIndex() ? inner : ForallOp();
}

bool ForallOp::shares(AssignOp assign) {
  return !(*this)->isProperAncestor(ownerOf(assign.getTensor())) &&
         !moves(assign.getIndices());
}

/// `within %b(4)`.
static ParseResult parseWithin(OpAsmParser &parser, OperationState &result) {
  OpAsmParser::UnresolvedOperand blocks;
  int64_t width = 0;
  if (parser.parseOperand(blocks) || parser.parseLParen() ||
      parser.parseInteger(width) || parser.parseRParen())
    return failure();
  result.addAttribute("width", parser.getBuilder().getI64IntegerAttr(width));
  return parser.resolveOperand(blocks, parser.getBuilder().getIndexType(),
                               result.operands);
}

/// `at affine_map<(d0)[s0] -> (d0 + s0)>(%l)[%n]`.
static ParseResult parseAt(OpAsmParser &parser, OperationState &result,
                           size_t &count) {
  AffineMapAttr map;
  SmallVector<OpAsmParser::UnresolvedOperand> given, numbers;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseAttribute(map, "at", result.attributes) ||
      parser.parseOperandList(given, AsmParser::Delimiter::Paren) ||
      parser.parseOperandList(numbers, AsmParser::Delimiter::OptionalSquare))
    return failure();
  if (map.getValue().getNumDims() != given.size() ||
      map.getValue().getNumSymbols() != numbers.size() ||
      map.getValue().getNumResults() != 1)
    return parser.emitError(loc, "the map must yield one number of ")
           << given.size() << " index variables and " << numbers.size()
           << " numbers";
  llvm::append_range(given, numbers);
  count = given.size();
  return parser.resolveOperands(given, parser.getBuilder().getIndexType(),
                                result.operands);
}

/// The name of an index variable, without '%', is its label, unless it is one
/// that the printer makes up.
static bool isLabel(StringRef name) {
  if (name.empty() || llvm::isDigit(name.front()))
    return false;
  bool isArgument = name.consume_front("arg") && !name.empty() &&
                    llvm::all_of(name, llvm::isDigit);
  return !isArgument;
}

/// Where the variable has another name than its label, since something around
/// has that already, the label is printed, too.
static bool isNamedByLabel(ForallOp forall, OpAsmPrinter &printer) {
  std::string name;
  llvm::raw_string_ostream os(name);
  printer.printOperand(forall.getIndex(), os);
  StringRef printed = StringRef(name).drop_front();
  return isLabel(printed) ? printed == forall.getLabel() : !forall.getLabel();
}

/// `parallel`, or `parallel(share = own, …)`.
static ParseResult parseParallel(OpAsmParser &parser, OperationState &result) {
  if (failed(parser.parseOptionalKeyword("parallel")))
    return success();
  result.addAttribute("parallel", parser.getBuilder().getUnitAttr());
  SharingAttr sharing =
      SharingAttr::parseWords(parser, AsmParser::Delimiter::OptionalParen);
  if (!sharing)
    return failure();
  if (!sharing.isPlain())
    result.addAttribute("sharing", sharing);
  return success();
}

ParseResult ForallOp::parse(OpAsmParser &parser, OperationState &result) {
  OpAsmParser::Argument index;
  OpAsmParser::UnresolvedOperand extent;
  Type indexType = parser.getBuilder().getIndexType();
  index.type = indexType;
  if (parser.parseArgument(index) || parser.parseKeyword("in") ||
      parser.parseOperand(extent) ||
      parser.resolveOperand(extent, indexType, result.operands))
    return failure();
  bool isWithin = succeeded(parser.parseOptionalKeyword("within"));
  if (isWithin && failed(parseWithin(parser, result)))
    return failure();
  size_t given = 0;
  if (succeeded(parser.parseOptionalKeyword("at")) &&
      failed(parseAt(parser, result, given)))
    return failure();
  setOperandGroups(result, isWithin, given);
  if (succeeded(parser.parseOptionalKeyword("visit"))) {
    if (parser.parseLParen())
      return failure();
    VisitAttr visit = parseVisit(parser);
    if (!visit || parser.parseRParen())
      return failure();
    result.addAttribute("visit", visit);
  }
  if (parseParallel(parser, result) ||
      parseMarks(parser, getMarksOfLoops(), result) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes))
    return failure();
  StringRef name = index.ssaName.name.drop_front();
  if (isLabel(name) && !result.attributes.get("label"))
    result.addAttribute("label", parser.getBuilder().getStringAttr(name));
  return parser.parseRegion(*result.addRegion(), {index});
}

void ForallOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getIndex() << " in " << getExtent();
  if (getWithin())
    printer << " within " << getWithin() << '(' << *getWidth() << ')';
  if (getAt()) {
    printer << " at " << getAtAttr() << '(' << getGivenIndices() << ')';
    if (!getGivenNumbers().empty())
      printer << '[' << getGivenNumbers() << ']';
  }
  if (std::optional<VisitAttr> visit = getVisit()) {
    printer << " visit(";
    printVisit(printer, *visit);
    printer << ')';
  }
  if (getParallel())
    printer << " parallel";
  if (std::optional<SharingAttr> sharing = getSharing()) {
    printer << '(';
    sharing->printWords(printer);
    printer << ')';
  }
  printMarks(printer, getMarksOfLoops(), *this);
  SmallVector<StringRef> elided = {"width",
                                   "at",
                                   "visit",
                                   "parallel",
                                   "sharing",
                                   "overlap",
                                   getOperandSegmentSizeAttr()};
  llvm::append_range(elided, getMarksOfLoops());
  if (isNamedByLabel(*this, printer))
    elided.push_back("label");
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs(), elided);
  printer << ' ';
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

static LogicalResult verifyWithin(ForallOp forall) {
  if (bool(forall.getWithin()) != forall.getWidth().has_value())
    return forall.emitOpError("within blocks needs their variable and width");
  if (!forall.getWithin())
    return success();
  if (!getLoopOf(forall.getWithin()))
    return forall.emitOpError("the blocks must be the index variable of a "
                              "cin.forall");
  if (*forall.getWidth() < 1)
    return forall.emitOpError("the width of blocks must be positive");
  if (forall.getParallel())
    return forall.emitOpError("within a block cannot be parallel");
  return success();
}

static LogicalResult verifyAt(ForallOp forall) {
  if (bool(forall.getAt()) != !forall.getGiven().empty())
    return forall.emitOpError("at what is given needs a map, and operands");
  if (!forall.getAt())
    return success();
  AffineMap map = *forall.getAt();
  if (map.getNumInputs() != forall.getGiven().size() ||
      map.getNumResults() != 1 || map.getNumDims() == 0)
    return forall.emitOpError("the map must yield one number, of index "
                              "variables at least");
  if (!map.getResult(0).isPureAffine())
    return forall.emitOpError("multiplies and divides by constants only");
  for (Value index : forall.getGivenIndices())
    if (ForallOp loop = getLoopOf(index);
        !loop || !loop->isProperAncestor(forall))
      return forall.emitOpError("is at what index variables of cin.foralls "
                                "around it tell, and of no others");
  auto kernel = forall->getParentOfType<KernelOp>();
  for (Value number : forall.getGivenNumbers())
    if (kernel && kernel.getBody().isAncestor(number.getParentRegion()))
      return forall.emitOpError("takes numbers from outside of the kernel");
  if (forall.getWithin() || forall.isMarked())
    return forall.emitOpError("visits one coordinate: it can neither be within "
                              "a block nor have marks");
  return success();
}

LogicalResult ForallOp::verify() {
  if (getBlock().getNumArguments() != 1 || !getIndex().getType().isIndex())
    return emitOpError("binds exactly one index variable");
  if (failed(verifyModifiesOne(*this, getBody())))
    return failure();
  return failure(failed(verifyWithin(*this)) || failed(verifyAt(*this)));
}

/// Marks are about what the loop holds.
LogicalResult ForallOp::verifyRegions() { return verifyMarks(*this); }
