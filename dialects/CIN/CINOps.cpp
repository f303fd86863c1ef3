//===- CINOps.cpp - syntax and rules of the cin operations ----------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/CIN/CINDialect.h"
#include "dialects/CIN/Derived.h"
#include "dialects/CIN/Fills.h"
#include "dialects/CIN/Gather.h"
#include "dialects/CIN/Lengths.h"
#include "dialects/CIN/LoopMarks.h"
#include "dialects/CIN/Marks.h"
#include "dialects/CIN/Presence.h"
#include "dialects/CIN/Reductions.h"

#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace encke::cin;

#define GET_OP_CLASSES
#include "dialects/CIN/CINOps.cpp.inc"

using Effects =
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>;

//===----------------------------------------------------------------------===//
// KernelOp
//===----------------------------------------------------------------------===//

Block::BlockArgListType KernelOp::getInputArguments() {
  return getBlock().getArguments().take_front(getInputs().size());
}

Block::BlockArgListType KernelOp::getOutputArguments() {
  return getBlock().getArguments().drop_front(getInputs().size());
}

MutableOperandRange KernelOp::getDpsInitsMutable() {
  auto isHandle = [](Type type) {
    return !isa<BaseMemRefType, TensorType>(type);
  };
  if (llvm::any_of(getOutputs().getTypes(), isHandle))
    return MutableOperandRange(getOperation(), getNumOperands(), 0);
  return getOutputsMutable();
}

/// Inputs A, B, ...; then the outputs. Labels are index variables' names.
void KernelOp::getAsmBlockArgumentNames(Region &region,
                                        OpAsmSetValueNameFn setName) {
  for (auto [number, argument] : llvm::enumerate(region.getArguments()))
    setName(argument, std::string(1, static_cast<char>('A' + number % 26)));
}

void KernelOp::build(OpBuilder &builder, OperationState &state,
                     ValueRange inputs, ValueRange outputs) {
  state.addOperands(inputs);
  state.addOperands(outputs);
  llvm::copy(
      ArrayRef<int32_t>({static_cast<int32_t>(inputs.size()),
                         static_cast<int32_t>(outputs.size())}),
      state.getOrAddProperties<Properties>().operandSegmentSizes.begin());
  Block *block = new Block();
  state.addRegion()->push_back(block);
  for (Value output : outputs)
    if (isa<RankedTensorType>(output.getType()))
      state.addTypes(output.getType());
  for (ValueRange operands : {inputs, outputs})
    for (Value operand : operands)
      if (auto type = dyn_cast<RankedTensorType>(operand.getType()))
        block->addArgument(PlaceType::get(builder.getContext(), type),
                           operand.getLoc());
}

void KernelOp::getEffects(Effects &effects) {
  for (OpOperand &operand : getInputsMutable())
    if (isa<BaseMemRefType>(operand.get().getType()))
      effects.emplace_back(MemoryEffects::Read::get(), &operand);
  for (OpOperand &operand : getOutputsMutable())
    if (isa<BaseMemRefType>(operand.get().getType())) {
      effects.emplace_back(MemoryEffects::Read::get(), &operand);
      effects.emplace_back(MemoryEffects::Write::get(), &operand);
    }
  // A sparse result is assembled in the runtime's tensor, behind its handle.
  for (Value output : getOutputs())
    if (!isa<BaseMemRefType, TensorType>(output.getType()))
      effects.emplace_back(MemoryEffects::Write::get());
}

namespace {
/// The `%arg = %operand : type` entries of ins and outs, as parsed.
struct Bindings {
  SmallVector<OpAsmParser::Argument> arguments;
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  SmallVector<Type> types;
};
} // namespace

/// `word(name)`, or nothing: one of the names of an enumeration.
template <typename Choice>
static ParseResult parseChoice(OpAsmParser &parser, StringRef word,
                               StringAttr name, OperationState &result) {
  if (failed(parser.parseOptionalKeyword(word)))
    return success();
  if (parser.parseLParen())
    return failure();
  FailureOr<Choice> choice = FieldParser<Choice, Choice>::parse(parser);
  if (failed(choice) || parser.parseRParen())
    return failure();
  auto number = parser.getBuilder().getI32IntegerAttr(int32_t(*choice));
  result.addAttribute(name, number);
  return success();
}

template <typename Choice>
static void printChoice(OpAsmPrinter &printer, StringRef word, Choice choice,
                        Choice plain) {
  if (choice != plain)
    printer << ' ' << word << '(' << stringifyEnum(choice) << ')';
}

/// `(%a = %A : T, %b = %B : T as U)`: `as` gives the place's tensor type when
/// the operand is a buffer.
static ParseResult parseBindings(OpAsmParser &parser, Bindings &bindings) {
  auto parseOne = [&]() -> ParseResult {
    Type type;
    if (parser.parseArgument(bindings.arguments.emplace_back()) ||
        parser.parseEqual() ||
        parser.parseOperand(bindings.operands.emplace_back()) ||
        parser.parseColonType(type))
      return failure();
    bindings.types.push_back(type);
    RankedTensorType tensor = dyn_cast<RankedTensorType>(type);
    if (succeeded(parser.parseOptionalKeyword("as"))) {
      if (parser.parseType(tensor))
        return failure();
    } else if (!tensor) {
      return parser.emitError(parser.getCurrentLocation(),
                              "an operand that is not a tensor needs 'as' and "
                              "the tensor type");
    }
    bindings.arguments.back().type =
        PlaceType::get(parser.getContext(), tensor);
    return success();
  };
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, parseOne);
}

/// `from identity`, or nothing.
static ParseResult parseStart(OpAsmParser &parser, OperationState &result) {
  if (failed(parser.parseOptionalKeyword("from")))
    return success();
  result.addAttribute(KernelOp::getFromIdentityAttrName(result.name),
                      parser.getBuilder().getUnitAttr());
  return parser.parseKeyword("identity");
}

ParseResult KernelOp::parse(OpAsmParser &parser, OperationState &result) {
  Bindings inputs, outputs;
  for (StringRef phase : {"symbolic", "numeric"})
    if (succeeded(parser.parseOptionalKeyword(phase)))
      result.addAttribute(phase, parser.getBuilder().getUnitAttr());
  if (parser.parseKeyword("ins") || parseBindings(parser, inputs) ||
      parser.parseKeyword("outs") || parseBindings(parser, outputs) ||
      parseStart(parser, result) ||
      parseChoice<Assemble>(parser, "assemble",
                            getAssembleAttrName(result.name), result))
    return failure();
  SmallVector<OpAsmParser::Argument> arguments(inputs.arguments);
  arguments.append(outputs.arguments);
  SmallVector<Type> resultTypes;
  if (parser.parseOptionalAttrDictWithKeyword(result.attributes) ||
      parser.parseRegion(*result.addRegion(), arguments) ||
      parser.parseOptionalArrowTypeList(resultTypes) ||
      parser.resolveOperands(inputs.operands, inputs.types,
                             parser.getCurrentLocation(), result.operands) ||
      parser.resolveOperands(outputs.operands, outputs.types,
                             parser.getCurrentLocation(), result.operands))
    return failure();
  if (result.regions.front()->empty())
    result.regions.front()->emplaceBlock();
  result.addTypes(resultTypes);
  llvm::copy(
      ArrayRef<int32_t>({static_cast<int32_t>(inputs.operands.size()),
                         static_cast<int32_t>(outputs.operands.size())}),
      result.getOrAddProperties<Properties>().operandSegmentSizes.begin());
  return success();
}

static void printBindings(OpAsmPrinter &printer, StringRef keyword,
                          Block::BlockArgListType arguments,
                          OperandRange operands) {
  printer << ' ' << keyword << '(';
  llvm::interleaveComma(
      llvm::zip(arguments, operands), printer, [&](auto pair) {
        auto [argument, operand] = pair;
        printer << argument << " = " << operand << " : " << operand.getType();
        if (!isa<RankedTensorType>(operand.getType()))
          printer << " as " << cast<PlaceType>(argument.getType()).getTensor();
      });
  printer << ')';
}

void KernelOp::print(OpAsmPrinter &printer) {
  if (getSymbolic())
    printer << " symbolic";
  if (getNumeric())
    printer << " numeric";
  printBindings(printer, "ins", getInputArguments(), getInputs());
  printBindings(printer, "outs", getOutputArguments(), getOutputs());
  if (getFromIdentity())
    printer << " from identity";
  printChoice(printer, "assemble", getAssemble(), Assemble::count);
  printer.printOptionalAttrDictWithKeyword(
      (*this)->getAttrs(), {"operandSegmentSizes", "symbolic", "numeric",
                            getFromIdentityAttrName(), getAssembleAttrName()});
  printer << ' ';
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
  printer.printOptionalArrowTypeList(getResultTypes());
}

/// One phase of the assembly of one sparse result.
static LogicalResult verifyPhase(KernelOp kernel) {
  if (!kernel.isOnePhase())
    return success();
  if (kernel.getSymbolic() && kernel.getNumeric())
    return kernel.emitOpError("is either symbolic or numeric");
  auto outputs = kernel.getOutputArguments();
  auto place = outputs.size() == 1
                   ? dyn_cast<PlaceType>(outputs.front().getType())
                   : PlaceType();
  if (!place || !place.getTensor().getEncoding())
    return kernel.emitOpError("of one phase needs one sparse output");
  WalkResult result = kernel.walk([](WhereOp where) {
    RankedTensorType type = where.getWorkspaceType().getTensor();
    if (type.getRank() == 0 || type.getEncoding())
      return WalkResult::advance();
    where.emitOpError("has a dense workspace in a kernel of one phase: it "
                      "cannot tell which elements the result stores");
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

LogicalResult KernelOp::verify() {
  if (getBlock().getNumArguments() != getNumOperands())
    return emitOpError("needs one body argument for each operand");
  for (auto [argument, operand] :
       llvm::zip(getBlock().getArguments(), getOperands())) {
    auto place = dyn_cast<PlaceType>(argument.getType());
    if (!place)
      return emitOpError("body arguments must be !cin.place");
    auto tensor = dyn_cast<RankedTensorType>(operand.getType());
    if (tensor && tensor != place.getTensor())
      return emitOpError("operand of type ")
             << tensor << " is seen as " << place.getTensor();
    if (auto buffer = dyn_cast<MemRefType>(operand.getType()))
      if (buffer.getElementType() != place.getTensor().getElementType() ||
          buffer.getRank() != place.getTensor().getRank())
        return emitOpError("buffer of type ")
               << buffer << " cannot hold " << place.getTensor();
  }
  for (BlockArgument argument : getInputArguments())
    for (Operation *user : argument.getUsers())
      if (isa<AssignOp>(user))
        return user->emitOpError("assigns to an input of the kernel");
  return success();
}

LogicalResult KernelOp::verifyRegions() {
  if (failed(verifyPhase(*this)) || failed(verifyVisits(*this)))
    return failure();
  if (failed(verifySharing(*this)) || failed(verifyTogether(*this)) ||
      failed(verifyRenumbering(*this)))
    return failure();
  if (getFromIdentity() && !getStart(*this))
    return emitOpError("has no identity to start from: it is not one dense "
                       "output, or is accumulated into in several ways");
  StringRef why =
      getAssemble() == Assemble::bound ? whyNotBounded(*this) : StringRef();
  return why.empty()
             ? success()
             : emitOpError("cannot bound what its result stores: ") << why;
}

//===----------------------------------------------------------------------===//
// ForallOp
//===----------------------------------------------------------------------===//

void ForallOp::getAsmBlockArgumentNames(Region &region,
                                        OpAsmSetValueNameFn setName) {
  if (std::optional<StringRef> label = getLabel())
    setName(region.getArgument(0), *label);
}

/// Which operands there are beside the extent.
static void setOperandGroups(OperationState &state, bool isWithin,
                             bool isOnDiagonal, size_t given) {
  auto &segments =
      state.getOrAddProperties<ForallOp::Properties>().operandSegmentSizes;
  llvm::copy(std::array<int32_t, 5>{1, isWithin, isOnDiagonal, isOnDiagonal,
                                    static_cast<int32_t>(given)},
             segments.begin());
}

void ForallOp::build(OpBuilder &builder, OperationState &state, Value extent,
                     StringAttr label) {
  state.addOperands(extent);
  setOperandGroups(state, false, false, 0);
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
  if (Value diagonal = forall.getDiagonal()) {
    other.getDiagonalMutable().assign(diagonal);
    other.getRowMutable().assign(forall.getRow());
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

/// The forall that binds a value; null where none does.
static ForallOp getLoopOf(Value index) {
  auto argument = dyn_cast<BlockArgument>(index);
  return argument ? dyn_cast<ForallOp>(argument.getOwner()->getParentOp())
                  : ForallOp();
}

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

/// `on %d of %i`.
static ParseResult parseOnDiagonal(OpAsmParser &parser,
                                   OperationState &result) {
  OpAsmParser::UnresolvedOperand diagonal, row;
  Type type = parser.getBuilder().getIndexType();
  return failure(parser.parseOperand(diagonal) || parser.parseKeyword("of") ||
                 parser.parseOperand(row) ||
                 parser.resolveOperand(diagonal, type, result.operands) ||
                 parser.resolveOperand(row, type, result.operands));
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
  bool isOnDiagonal = succeeded(parser.parseOptionalKeyword("on"));
  if (isOnDiagonal && failed(parseOnDiagonal(parser, result)))
    return failure();
  size_t given = 0;
  if (succeeded(parser.parseOptionalKeyword("at")) &&
      failed(parseAt(parser, result, given)))
    return failure();
  setOperandGroups(result, isWithin, isOnDiagonal, given);
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
  if (getDiagonal())
    printer << " on " << getDiagonal() << " of " << getRow();
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

/// What a producer does beside a register: it increments something by the
/// operator by which alone the consumer does, so that the order does not
/// matter.
static bool isIncrementBeside(WhereOp where, AssignOp assign) {
  if (where.getWorkspaceType().getTensor().getRank() != 0 ||
      assign.getReduction() == Reduction::none)
    return false;
  bool isShared = false;
  for (Operation *user : assign.getTensor().getUsers()) {
    auto other = dyn_cast<AssignOp>(user);
    if (!other || !where.getConsumer().isAncestor(other->getParentRegion()))
      continue;
    if (other.getReduction() != assign.getReduction())
      return false;
    isShared = true;
  }
  return isShared;
}

/// The same of the producer that an assignment is in, if it is in one.
static bool isIncrementBeside(AssignOp assign) {
  auto where = assign->getParentOfType<WhereOp>();
  return where && where.getProducer().isAncestor(assign->getParentRegion()) &&
         assign.getTensor() != where.getProducer().getArgument(0) &&
         isIncrementBeside(where, assign);
}

/// A statement modifies one tensor (the paper's section 3.1), not counting the
/// workspaces inside of it, and what is incremented beside a register. Says so
/// at a second one.
static LogicalResult verifyModifiesOne(Operation *op, Region &region) {
  AssignOp first;
  WalkResult result = region.walk([&](AssignOp assign) {
    if (region.isAncestor(assign.getTensor().getParentRegion()) &&
        assign.getTensor().getParentRegion() != &region)
      return WalkResult::advance();
    if (isIncrementBeside(assign))
      return WalkResult::advance();
    if (!first)
      first = assign;
    if (first.getTensor() == assign.getTensor())
      return WalkResult::advance();
    assign.emitOpError("modifies a second tensor in one statement")
            .attachNote(first.getLoc())
        << "the first one is modified here";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
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

static LogicalResult verifyOnDiagonal(ForallOp forall) {
  if (bool(forall.getDiagonal()) != bool(forall.getRow()))
    return forall.emitOpError("on a diagonal needs the diagonal and the row");
  if (!forall.getDiagonal())
    return success();
  ForallOp diagonals = getLoopOf(forall.getDiagonal());
  ForallOp rows = getLoopOf(forall.getRow());
  if (!diagonals || !rows || diagonals == rows)
    return forall.emitOpError("the diagonal and the row must be the index "
                              "variables of two cin.foralls");
  if (rows.getOnDiagonal() != forall || !diagonals->isAncestor(rows))
    return forall.emitOpError("on a diagonal must be all that the loop over "
                              "the rows holds, inside of that over the "
                              "diagonals");
  if (forall.getWithin() || forall.getParallel() || forall.getVector())
    return forall.emitOpError("on a diagonal visits one coordinate: it can "
                              "neither be within a block nor have marks");
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
  if (forall.getWithin() || forall.getDiagonal() || forall.isMarked())
    return forall.emitOpError("visits one coordinate: it can neither be within "
                              "a block nor have marks");
  return success();
}

LogicalResult ForallOp::verify() {
  if (getBlock().getNumArguments() != 1 || !getIndex().getType().isIndex())
    return emitOpError("binds exactly one index variable");
  if (failed(verifyModifiesOne(*this, getBody())))
    return failure();
  return failure(failed(verifyWithin(*this)) ||
                 failed(verifyOnDiagonal(*this)) || failed(verifyAt(*this)));
}

/// Marks are about what the loop holds.
LogicalResult ForallOp::verifyRegions() { return verifyMarks(*this); }

//===----------------------------------------------------------------------===//
// WhereOp
//===----------------------------------------------------------------------===//

/// One compressed level: a dense row that knows which of its elements are
/// stored.
static bool isRowWorkspace(RankedTensorType type) {
  auto encoding = mlir::sparse_tensor::getSparseTensorEncoding(type);
  return encoding && encoding.getLvlRank() == 1 &&
         mlir::sparse_tensor::isCompressedLT(encoding.getLvlType(0)) &&
         mlir::sparse_tensor::isUniqueLT(encoding.getLvlType(0));
}

/// All levels are compressed, of modes in order.
static bool isTable(RankedTensorType type) {
  auto encoding = mlir::sparse_tensor::getSparseTensorEncoding(type);
  return encoding && type.getRank() != 0 && encoding.isIdentity() &&
         llvm::all_of(encoding.getLvlTypes(),
                      [](mlir::sparse_tensor::LevelType level) {
                        return mlir::sparse_tensor::isCompressedLT(level) &&
                               mlir::sparse_tensor::isUniqueLT(level);
                      });
}

PlaceType WhereOp::getWorkspaceType() {
  return cast<PlaceType>(getConsumer().getArgument(0).getType());
}

void WhereOp::build(OpBuilder &builder, OperationState &state,
                    RankedTensorType workspace, ValueRange sizes) {
  state.addOperands(sizes);
  auto type = PlaceType::get(builder.getContext(), workspace);
  for (int region = 0; region < 2; ++region) {
    Block *block = new Block();
    block->addArgument(type, state.location);
    state.addRegion()->push_back(block);
  }
}

ParseResult WhereOp::parse(OpAsmParser &parser, OperationState &result) {
  OpAsmParser::Argument workspace;
  SmallVector<OpAsmParser::UnresolvedOperand> sizes;
  if (parser.parseArgument(workspace, /*allowType=*/true) ||
      parser.parseKeyword("sizes") ||
      parser.parseOperandList(sizes, AsmParser::Delimiter::Paren) ||
      parser.resolveOperands(sizes, parser.getBuilder().getIndexType(),
                             result.operands))
    return failure();
  for (StringAttr word :
       {getFullAttrName(result.name), getFilledAttrName(result.name),
        getUnsortedAttrName(result.name)})
    if (succeeded(parser.parseOptionalKeyword(word)))
      result.addAttribute(word, parser.getBuilder().getUnitAttr());
  if (parseChoice<ListMarks>(parser, "marks", getMarksAttrName(result.name),
                             result) ||
      parseMarks(parser, {"renumber"}, result) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes) ||
      parser.parseRegion(*result.addRegion(), {workspace}) ||
      parser.parseKeyword("producer") ||
      parser.parseRegion(*result.addRegion(), {workspace}))
    return failure();
  return success();
}

/// Both regions name the workspace alike, so the producer's argument is
/// printed as the consumer's.
void WhereOp::print(OpAsmPrinter &printer) {
  Value workspace = getConsumer().getArgument(0);
  printer << ' ' << workspace << " : " << workspace.getType() << " sizes("
          << getSizes() << ')' << (getFull() ? " full" : "")
          << (getFilled() ? " filled" : "")
          << (getUnsorted() ? " unsorted" : "");
  printChoice(printer, "marks", getMarks(), ListMarks::branch);
  printMarks(printer, {"renumber"}, *this);
  printer.printOptionalAttrDictWithKeyword(
      (*this)->getAttrs(),
      {getFullAttrName(), getFilledAttrName(), getUnsortedAttrName(),
       getMarksAttrName(), getRenumberAttrName()});
  printer << ' ';
  printer.printRegion(getConsumer(), /*printEntryBlockArgs=*/false);
  printer << " producer ";
  printer.shadowRegionArgs(getProducer(), workspace);
  printer.printRegion(getProducer(), /*printEntryBlockArgs=*/false);
}

/// The producer fills the workspace and nothing else, by one operator, from
/// whose identity it starts; what the consumer modifies is not there yet.
static LogicalResult verifyProducer(WhereOp where) {
  Value workspace = where.getProducer().getArgument(0);
  AssignOp first;
  WalkResult result = where.getProducer().walk([&](Operation *op) {
    if (auto access = dyn_cast<AccessOp>(op)) {
      bool isModified =
          llvm::any_of(access.getTensor().getUsers(), [&](Operation *user) {
            return isa<AssignOp>(user) &&
                   where.getConsumer().isAncestor(user->getParentRegion());
          });
      if (!isModified)
        return WalkResult::advance();
      access.emitOpError("reads, in a producer, what the consumer modifies");
      return WalkResult::interrupt();
    }
    auto assign = dyn_cast<AssignOp>(op);
    if (!assign || where->isProperAncestor(ownerOf(assign.getTensor())))
      return WalkResult::advance();
    if (assign.getTensor() != workspace) {
      if (isIncrementBeside(where, assign))
        return WalkResult::advance();
      assign.emitOpError("modifies something else than the workspace in its "
                         "producer");
      return WalkResult::interrupt();
    }
    if (assign.getReduction() == Reduction::none)
      return WalkResult::advance();
    if (!first)
      first = assign;
    if (first.getReduction() == assign.getReduction())
      return WalkResult::advance();
    assign.emitOpError("increments the workspace by another operator")
            .attachNote(first.getLoc())
        << "the first one is here";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

LogicalResult WhereOp::verify() {
  auto single = [](Region &region) { return region.getNumArguments() == 1; };
  if (!single(getConsumer()) || !single(getProducer()))
    return emitOpError("each region has one argument, the workspace");
  auto type = dyn_cast<PlaceType>(getConsumer().getArgument(0).getType());
  if (!type || getProducer().getArgument(0).getType() != type)
    return emitOpError("both regions see the same workspace, a !cin.place");
  RankedTensorType tensor = type.getTensor();
  if (isKeyed() && !isTable(tensor))
    return emitOpError("a workspace that has keys has compressed levels");
  if (tensor.getEncoding() && !isKeyed() && !isRowWorkspace(tensor))
    return emitOpError("the workspace must be dense, or of order 1 and "
                       "compressed");
  if (getFull() && (tensor.getEncoding() || tensor.getRank() == 0))
    return emitOpError("only a dense workspace in memory can be full");
  if (getFilled() && (tensor.getEncoding() || getFull()))
    return emitOpError("only a dense workspace can be filled, and a full one "
                       "is absent where nothing was assigned");
  if (static_cast<int64_t>(getSizes().size()) !=
      static_cast<int64_t>(tensor.getNumDynamicDims()))
    return emitOpError("needs one size for each dynamic dimension");
  if (getMarks() != ListMarks::branch && !tensor.getEncoding())
    return emitOpError("only a compressed workspace has a list with marks");
  if (getUnsorted() && (tensor.getRank() != 1 || !tensor.getEncoding()))
    return emitOpError("only a compressed workspace of order 1 is sorted");
  if (getMarks() == ListMarks::gather)
    if (StringRef why = whyNotGathered(*this); !why.empty())
      return emitOpError("cannot be gathered: ") << why;
  for (Operation *user : getConsumer().getArgument(0).getUsers())
    if (isa<AssignOp>(user))
      return user->emitOpError("assigns to the workspace in the consumer");
  return success(succeeded(verifyModifiesOne(*this, getConsumer())) &&
                 succeeded(verifyProducer(*this)));
}

LogicalResult WhereOp::verifyRegions() { return verifyReads(*this); }
