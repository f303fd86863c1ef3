//===- ElementOps.cpp - elements of tensors, read and assigned ------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/CIN/Derived.h"
#include "dialects/CIN/Marks.h"
#include "dialects/CIN/Padding.h"
#include "dialects/CIN/Reductions.h"
#include "dialects/TA/Encoding.h"
#include "dialects/TA/Operators.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace encke::cin;

using Effects =
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>;

static LogicalResult verifyElement(Operation *op, PlaceType type,
                                   ValueRange indices, Type element) {
  RankedTensorType tensor = type.getTensor();
  if (static_cast<int64_t>(indices.size()) != tensor.getRank())
    return op->emitOpError("has ")
           << indices.size() << " indices, but " << tensor << " has "
           << tensor.getRank() << " dimensions";
  if (element != tensor.getElementType())
    return op->emitOpError("element type ")
           << element << " is not that of " << tensor;
  auto isOf = [](Value value, auto isOwner) {
    auto argument = dyn_cast<BlockArgument>(value);
    Operation *owner = argument ? argument.getOwner()->getParentOp() : nullptr;
    return owner && isOwner(owner);
  };
  if (!isOf(op->getOperand(0),
            [](Operation *owner) { return isa<KernelOp, WhereOp>(owner); }))
    return op->emitOpError(
        "the place must be an argument of a cin.kernel or a cin.where");
  for (auto [mode, index] : llvm::enumerate(indices)) {
    if (!isOf(index, [](Operation *owner) { return isa<ForallOp>(owner); }))
      return op->emitOpError("indices must be index variables of a cin.forall");
    auto forall = cast<ForallOp>(index.getParentBlock()->getParentOp());
    std::optional<int64_t> extent = getConstantIntValue(forall.getExtent());
    if (extent && !tensor.isDynamicDim(mode) &&
        *extent != tensor.getDimSize(mode))
      return op->emitOpError("index variable of ")
             << *extent << " coordinates accesses a dimension of "
             << tensor.getDimSize(mode);
  }
  return success();
}

void AccessOp::build(OpBuilder &builder, OperationState &state, Value tensor,
                     ValueRange indices) {
  auto type = cast<PlaceType>(tensor.getType());
  build(builder, state, type.getTensor().getElementType(), tensor, indices,
        /*levels=*/{}, /*prefetch=*/{}, /*next=*/{});
}

void AccessOp::getEffects(Effects &effects) {
  effects.emplace_back(MemoryEffects::Read::get(), &getTensorMutable());
}

ParseResult AccessOp::parse(OpAsmParser &parser, OperationState &result) {
  OpAsmParser::UnresolvedOperand tensor;
  SmallVector<OpAsmParser::UnresolvedOperand> indices, levels;
  PlaceType type;
  if (parser.parseOperand(tensor) ||
      parser.parseOperandList(indices, AsmParser::Delimiter::Square))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("levels")) &&
      failed(parser.parseOperandList(levels, AsmParser::Delimiter::Paren)))
    return failure();
  if (succeeded(parser.parseOptionalKeyword(storedAttribute)))
    result.addAttribute(storedAttribute, parser.getBuilder().getUnitAttr());
  if (parseMarks(parser, {"prefetch", "next"}, result) ||
      parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseColonType(type) ||
      parser.resolveOperand(tensor, type, result.operands) ||
      parser.resolveOperands(indices, parser.getBuilder().getIndexType(),
                             result.operands) ||
      parser.resolveOperands(levels, parser.getBuilder().getIndexType(),
                             result.operands))
    return failure();
  auto &segments =
      result.getOrAddProperties<AccessOp::Properties>().operandSegmentSizes;
  llvm::copy(std::array<int32_t, 3>{1, static_cast<int32_t>(indices.size()),
                                    static_cast<int32_t>(levels.size())},
             segments.begin());
  result.addTypes(type.getTensor().getElementType());
  return success();
}

void AccessOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getTensor() << '[' << getIndices() << ']';
  if (!getLevels().empty())
    printer << " levels(" << getLevels() << ')';
  if (asksForPadding(*this))
    printer << ' ' << storedAttribute;
  printMarks(printer, {"prefetch", "next"}, *this);
  printer.printOptionalAttrDict(
      (*this)->getAttrs(),
      {"prefetch", "next", storedAttribute, getOperandSegmentSizeAttr()});
  printer << " : " << getTensor().getType();
}

/// What is asked has padding, and all that read the element ask.
static LogicalResult verifyStored(AccessOp access) {
  RankedTensorType type = access.getTensor().getType().getTensor();
  std::optional<encke::Format> format = encke::getFormat(type);
  if (asksForPadding(access) &&
      !(type.getEncoding() && format && format->hasPadding()))
    return access.emitOpError("asks for padding, but has none: ") << type;
  for (Operation *user : access.getTensor().getUsers())
    if (auto other = dyn_cast<AccessOp>(user);
        other && other.getIndices() == access.getIndices() &&
        asksForPadding(other) != asksForPadding(access))
      return access.emitOpError("and another access of the same element must "
                                "both be 'stored'");
  return success();
}

LogicalResult AccessOp::verify() {
  if (failed(verifyElement(*this, getTensor().getType(), getIndices(),
                           getResult().getType())) ||
      failed(verifyLevels(*this)) || failed(verifyStored(*this)))
    return failure();
  return verifyMarks(*this);
}

void AssignOp::getEffects(Effects &effects) {
  if (getReduction() != Reduction::none)
    effects.emplace_back(MemoryEffects::Read::get(), &getTensorMutable());
  effects.emplace_back(MemoryEffects::Write::get(), &getTensorMutable());
}

/// The enumeration's spellings end in `=`; a word or a sign stands before it.
static ParseResult parseReduction(OpAsmParser &parser, Reduction &reduction) {
  std::string sign;
  StringRef word;
  if (succeeded(parser.parseOptionalPlus()))
    sign = "+";
  else if (succeeded(parser.parseOptionalMinus()))
    sign = "-";
  else if (succeeded(parser.parseOptionalStar()))
    sign = "*";
  else if (succeeded(parser.parseOptionalKeyword(&word)))
    sign = word.str();
  std::optional<Reduction> known = symbolizeReduction(sign + "=");
  if (!known)
    return parser.emitError(parser.getCurrentLocation(), "no reduction '")
           << sign << "='";
  reduction = *known;
  return parser.parseEqual();
}

ParseResult AssignOp::parse(OpAsmParser &parser, OperationState &result) {
  OpAsmParser::UnresolvedOperand tensor, value;
  SmallVector<OpAsmParser::UnresolvedOperand> indices;
  Reduction reduction = Reduction::none;
  PlaceType type;
  if (parser.parseOperand(tensor) ||
      parser.parseOperandList(indices, AsmParser::Delimiter::Square) ||
      parseReduction(parser, reduction) || parser.parseOperand(value) ||
      parseMarks(parser, {"prefetch"}, result) ||
      parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseColonType(type) ||
      parser.resolveOperand(tensor, type, result.operands) ||
      parser.resolveOperands(indices, parser.getBuilder().getIndexType(),
                             result.operands) ||
      parser.resolveOperand(value, type.getTensor().getElementType(),
                            result.operands))
    return failure();
  result.addAttribute("reduction",
                      ReductionAttr::get(parser.getContext(), reduction));
  return success();
}

void AssignOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getTensor() << '[' << getIndices() << "] "
          << stringifyReduction(getReduction()) << ' ' << getValue();
  printMarks(printer, {"prefetch"}, *this);
  printer.printOptionalAttrDict((*this)->getAttrs(), {"reduction", "prefetch"});
  printer << " : " << getTensor().getType();
}

namespace {
/// What the value of an assignment reads of its own tensor.
struct OwnReads {
  bool element = false;
  AccessOp other;
};
} // namespace

static OwnReads findOwnReads(AssignOp assign) {
  OwnReads reads;
  llvm::SmallPtrSet<Operation *, 8> seen;
  SmallVector<Value> values = {assign.getValue()};
  while (!values.empty()) {
    Operation *op = values.pop_back_val().getDefiningOp();
    if (!op || op->getBlock() != assign->getBlock() || !seen.insert(op).second)
      continue;
    auto access = dyn_cast<AccessOp>(op);
    if (!access)
      llvm::append_range(values, op->getOperands());
    else if (access.getTensor() != assign.getTensor())
      continue;
    else if (access.getIndices() == assign.getIndices())
      reads.element = true;
    else
      reads.other = access;
  }
  return reads;
}

/// The paper's rules of assignments (section 3.1): distinct index variables; no
/// reading of the tensor that is modified, except that an element may be
/// combined with its old value by what no reduction is; and what sets an
/// element is not in a forall that does not move it.
LogicalResult AssignOp::verify() {
  if (failed(verifyElement(*this, getTensor().getType(), getIndices(),
                           getValue().getType())) ||
      failed(verifyMarks(*this)))
    return failure();
  const ta::SemiringOperator *reduction =
      ta::lookupOperator(getOperatorName(getReduction()));
  if (reduction && !reduction->takes(getValue().getType()))
    return emitOpError("needs elements that ")
           << (reduction->operands == ta::Operands::Integers ? "are integers"
                                                             : "have an order");
  llvm::SmallPtrSet<void *, 4> seen;
  for (Value index : getIndices())
    if (!seen.insert(index.getAsOpaquePointer()).second)
      return emitOpError("has an index variable twice");
  OwnReads reads = findOwnReads(*this);
  if (reads.other)
    return emitOpError("reads other elements of the tensor that it modifies");
  if (reads.element || getReduction() != Reduction::none)
    return success();
  Operation *owner = getTensor().getParentBlock()->getParentOp();
  for (Operation *around = (*this)->getParentOp(); around && around != owner;
       around = around->getParentOp())
    if (auto forall = dyn_cast<ForallOp>(around);
        forall && !forall.moves(getIndices()))
      return emitOpError("sets an element in a forall that does not move it")
                 .attachNote(forall.getLoc())
             << "the forall";
  return success();
}
