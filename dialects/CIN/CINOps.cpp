//===- CINOps.cpp - syntax and rules of the cin operations ----------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/CIN/CINDialect.h"
#include "dialects/CIN/Device.h"
#include "dialects/CIN/Fills.h"
#include "dialects/CIN/Gather.h"
#include "dialects/CIN/Lengths.h"
#include "dialects/CIN/LoopMarks.h"
#include "dialects/CIN/Marks.h"
#include "dialects/CIN/OneTensor.h"
#include "dialects/CIN/Padding.h"
#include "dialects/CIN/Presence.h"
#include "dialects/CIN/Reductions.h"
#include "dialects/TA/Encoding.h"

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
  for (StringRef phase : {"symbolic", "numeric", "device"})
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
  if (getDevice())
    printer << " device";
  printBindings(printer, "ins", getInputArguments(), getInputs());
  printBindings(printer, "outs", getOutputArguments(), getOutputs());
  if (getFromIdentity())
    printer << " from identity";
  printChoice(printer, "assemble", getAssemble(), Assemble::count);
  printer.printOptionalAttrDictWithKeyword(
      (*this)->getAttrs(),
      {"operandSegmentSizes", "symbolic", "numeric", "device",
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
  if (getDevice())
    if (std::string why = whyNotOnDevice(*this); !why.empty())
      return emitOpError("cannot run on a device: ") << why;
  StringRef why =
      getAssemble() == Assemble::bound ? whyNotBounded(*this) : StringRef();
  return why.empty()
             ? success()
             : emitOpError("cannot bound what its result stores: ") << why;
}

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

/// What BlockRow::find asks more is about the loops.
static bool isInBlocks(RankedTensorType type) {
  std::optional<encke::Format> format = encke::getFormat(type);
  return format && isAppendableInBlocks(*format);
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
  if (tensor.getEncoding() && !isKeyed() && !isRowWorkspace(tensor) &&
      !isInBlocks(tensor))
    return emitOpError("the workspace must be dense, of order 1 and "
                       "compressed, or in blocks");
  if (getFull() && (tensor.getEncoding() || tensor.getRank() == 0))
    return emitOpError("only a dense workspace in memory can be full");
  if (getFilled() && (tensor.getEncoding() || getFull()))
    return emitOpError("only a dense workspace can be filled, and a full one "
                       "is absent where nothing was assigned");
  if (static_cast<int64_t>(getSizes().size()) !=
      static_cast<int64_t>(tensor.getNumDynamicDims()))
    return emitOpError("needs one size for each dynamic dimension");
  if (getMarks() != ListMarks::branch &&
      (!tensor.getEncoding() || isInBlocks(tensor)))
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
