//===- Forms.cpp - a tensor as a whole, as a part, with ghosts ------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each form of a value is made once, right behind the value, which may be
// outside of the loop that asks for it.
//
//===----------------------------------------------------------------------===//

#include "passes/Distribute/Distributor.h"

#include "dialects/Dist/DistDialect.h"
#include "dialects/TA/Encoding.h"
#include "passes/Support/Places.h"

using namespace mlir;
using namespace encke;
using namespace encke::distribute;

bool distribute::canRestrict(RankedTensorType type, unsigned mode) {
  std::optional<Format> format = getFormat(type);
  if (!format)
    return false;
  // Of levels that store parts of modes the outermost can be cut: what others
  // store depends on where it begins.
  return format->storesWholeModes() || format->levelToMode.front() == mode;
}

RankedTensorType distribute::getPartType(RankedTensorType type, unsigned mode) {
  SmallVector<int64_t> shape(type.getShape());
  shape[mode] = ShapedType::kDynamic;
  return RankedTensorType::get(shape, type.getElementType(),
                               type.getEncoding());
}

std::string distribute::placeOf(Location loc) {
  std::string place = getPlace(loc);
  return place.empty() ? "-" : place;
}

std::string distribute::placeOf(Operation *op) { return placeOf(op->getLoc()); }

std::optional<unsigned> Distributor::partMode(Value tensor) const {
  auto found = parts.find(tensor);
  return found == parts.end() ? std::nullopt
                              : std::optional(found->second.mode);
}

std::optional<unsigned> Distributor::findMode(Value tensor) {
  auto type = dyn_cast<RankedTensorType>(tensor.getType());
  std::optional<Format> format = type ? getFormat(type) : std::nullopt;
  if (!format)
    return std::nullopt;
  SmallVector<unsigned> modes(format->levelToMode);
  for (unsigned mode : modes)
    if (spaces.isSame(spaces.of(tensor, mode), space) &&
        canRestrict(type, mode))
      return mode;
  return std::nullopt;
}

std::optional<unsigned> Distributor::homeMode(Value tensor) {
  std::optional<unsigned> part = partMode(tensor);
  return part || !isSparse(tensor.getType()) ? part : findMode(tensor);
}

void Distributor::markPart(Value tensor, unsigned mode) {
  auto type = cast<RankedTensorType>(tensor.getType());
  parts[tensor] = {mode, type};
  tensor.setType(getPartType(type, mode));
}

namespace {
/// Behind an operation, or (null) at the beginning of a block.
struct Place {
  Block *block;
  Operation *after;

  bool isBefore(const Place &other) const {
    if (block == other.block)
      return !after || (other.after && after->isBeforeInBlock(other.after));
    return block->findAncestorOpInBlock(*other.block->getParentOp());
  }
};
} // namespace

/// Behind what defines both values, and behind the cut.
void Distributor::setAfter(OpBuilder &builder, Value a, Value b) const {
  Operation *cut = ownExtent.getDefiningOp();
  Place last = {cut->getBlock(), cut};
  for (Value value : {a, b}) {
    Place place = {value.getParentBlock(), value.getDefiningOp()};
    if (last.isBefore(place))
      last = place;
  }
  if (last.after)
    builder.setInsertionPointAfter(last.after);
  else
    builder.setInsertionPointToStart(last.block);
}

template <typename Op>
Value &Distributor::formOf(Value tensor, unsigned mode, Value by) {
  return forms[std::make_pair(
      std::make_pair(tensor.getAsOpaquePointer(), mode),
      std::make_pair(by.getAsOpaquePointer(), Op::getOperationName().str()))];
}

template <typename Op>
Value Distributor::move(Value tensor, unsigned mode, Value by,
                        RankedTensorType type) {
  Value &made = formOf<Op>(tensor, mode, by);
  if (made)
    return made;
  OpBuilder builder(program.getContext());
  setAfter(builder, by, tensor);
  made = Op::create(builder, asking->getLoc(), type, tensor, by,
                    builder.getI64IntegerAttr(mode),
                    builder.getStringAttr(placeOf(asking)));
  return made;
}

Value Distributor::getWhole(Value tensor) {
  auto found = parts.find(tensor);
  if (found == parts.end())
    return tensor;
  Part part = found->second;
  Value whole = move<dist::GatherOp>(tensor, part.mode, rows, part.whole);
  whole.getDefiningOp<dist::GatherOp>().setFirst(false);
  return whole;
}

/// What all ask for as well is gathered once, for all.
Value Distributor::getForFirst(Value tensor) {
  auto found = parts.find(tensor);
  if (found == parts.end())
    return tensor;
  Part part = found->second;
  size_t before = forms.size();
  Value whole = move<dist::GatherOp>(tensor, part.mode, rows, part.whole);
  if (forms.size() != before)
    whole.getDefiningOp<dist::GatherOp>().setFirst(true);
  return whole;
}

Value Distributor::getPart(Value tensor, unsigned mode) {
  std::optional<unsigned> own = partMode(tensor);
  if (own == mode)
    return tensor;
  Value whole = getWhole(tensor);
  return move<dist::RestrictOp>(
      whole, mode, rows,
      getPartType(cast<RankedTensorType>(whole.getType()), mode));
}

/// `by` has ghosts. What a process has as a whole it need not be sent.
Value Distributor::getWithGhosts(Value tensor, unsigned mode, Value by) {
  auto type = getPartType(cast<RankedTensorType>(tensor.getType()), mode);
  if (partMode(tensor) == mode && by == rows)
    return tensor; // no ghosts are asked for
  if (partMode(tensor) == mode)
    return move<dist::ExchangeOp>(tensor, mode, by, type);
  // A part along another mode that is restricted along this one as well stays
  // one.
  return move<dist::RestrictOp>(tensor, mode, by, type);
}

Value Distributor::getGhosts(Value part, unsigned mode) {
  auto key = std::make_pair(
      std::make_pair(part.getAsOpaquePointer(), mode),
      std::make_pair(rows.getAsOpaquePointer(), std::string("dist.ghosts")));
  Value &made = forms[key];
  if (made)
    return made;
  OpBuilder builder(program.getContext());
  setAfter(builder, rows, part);
  made = dist::GhostsOp::create(builder, asking->getLoc(), rows.getType(), rows,
                                part, builder.getI64IntegerAttr(mode),
                                builder.getStringAttr(placeOf(asking)));
  return made;
}

Value Distributor::getExtent(Value of) {
  if (of == rows)
    return ownExtent;
  Value &made = extents[of];
  if (made)
    return made;
  OpBuilder builder(program.getContext());
  builder.setInsertionPointAfterValue(of);
  made =
      dist::ExtentOp::create(builder, of.getLoc(), builder.getIndexType(), of);
  return made;
}

template Value &Distributor::formOf<dist::ExchangeOp>(Value, unsigned, Value);
template Value Distributor::move<dist::GatherOp>(Value, unsigned, Value,
                                                 RankedTensorType);
template Value Distributor::move<dist::RestrictOp>(Value, unsigned, Value,
                                                   RankedTensorType);
template Value Distributor::move<dist::ExchangeOp>(Value, unsigned, Value,
                                                   RankedTensorType);
