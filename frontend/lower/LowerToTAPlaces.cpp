//===- LowerToTAPlaces.cpp - where accesses go ----------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/lower/LowerToTAImpl.h"

#include "dialects/TA/Encoding.h"
#include "dialects/TA/Operators.h"
#include "dialects/TA/TADialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace encke;
using namespace encke::ta;

using ast::BinaryOp;

namespace {

/// Collects what the indices of one access say. Tables are symbols from
/// `firstTable` on, until it is known how many scalars there are.
constexpr unsigned firstTable = 1 << 16;

} // namespace

Value FunctionLowering::toCoordinate(const ast::Expr &value) {
  Location where = loc(value.range);
  Value number = lowerToScalarAs(value, ElementType::Int64);
  return arith::IndexCastOp::create(builder, where, builder.getIndexType(),
                                    number);
}

AffineExpr FunctionLowering::addScalar(Places &places, Value scalar) {
  places.scalars.push_back(scalar);
  return builder.getAffineSymbolExpr(places.scalars.size() - 1);
}

/// The mode of the part that goes along a label.
AffineExpr FunctionLowering::modeOf(Places &places, StringAttr label) {
  auto *found = llvm::find(places.labels, label);
  unsigned mode = found - places.labels.begin();
  if (found == places.labels.end()) {
    places.labels.push_back(label);
    places.groups.push_back(info.labelGroup.lookup(label.getValue()));
  }
  return builder.getAffineDimExpr(mode);
}

OpFoldResult FunctionLowering::foldedSize(unsigned group) {
  Value size = sizeOfGroup(group); // also of a static one: files are checked
  if (std::optional<int64_t> known = info.groups[group].staticSize)
    return builder.getIndexAttr(*known);
  return size;
}

/// The coordinate that a range has at a number from 0 on.
AffineExpr FunctionLowering::inRange(Places &places, StringRef label,
                                     AffineExpr number) {
  const ast::Extent &range = info.ranges.find(label)->second;
  if (range.kind != ast::Extent::Computed)
    return number * range.step + range.lo;
  const ComputedRange &computed = ranges.find(label)->second;
  AffineExpr offset = addScalar(places, computed.lo);
  if (!computed.step)
    return number + offset;
  return number * addScalar(places, computed.step) + offset;
}

/// L53: a sum of labels, each times a single value.
AffineExpr FunctionLowering::lowerAffine(Places &places,
                                         const ast::Expr &value) {
  if (auto *name = dyn_cast<ast::Name>(&value); name && name->isLabel) {
    AffineExpr number = modeOf(places, label(name->name));
    return info.ranges.count(name->name) ? inRange(places, name->name, number)
                                         : number;
  }
  if (auto *number = dyn_cast<ast::Number>(&value))
    return builder.getAffineConstantExpr(number->integer);
  if (value.labels.empty())
    return addScalar(places, toCoordinate(value));
  if (auto *unary = dyn_cast<ast::Unary>(&value))
    return -lowerAffine(places, *unary->operand);
  const auto &binary = cast<ast::Binary>(value);
  AffineExpr lhs = lowerAffine(places, *binary.lhs);
  AffineExpr rhs = lowerAffine(places, *binary.rhs);
  if (binary.op == BinaryOp::Add)
    return lhs + rhs;
  if (binary.op == BinaryOp::Sub)
    return lhs - rhs;
  return binary.lhs->labels.empty() ? rhs * lhs : lhs * rhs;
}

/// L63: what is looked up is in a tensor over its labels.
AffineExpr FunctionLowering::lowerLookup(Places &places,
                                         const ast::Expr &value) {
  Location where = loc(value.range);
  SmallVector<OpFoldResult> sizes;
  SmallVector<StringAttr> names;
  SmallVector<AffineExpr> modes;
  for (const std::string &name : value.labels) {
    AffineExpr mode = modeOf(places, label(name));
    modes.push_back(mode);
    names.push_back(label(name));
    sizes.push_back(
        foldedSize(places.groups[cast<AffineDimExpr>(mode).getPosition()]));
  }
  auto [shape, dynamic] = decomposeMixedValues(sizes);
  Type type = builder.getI64Type();
  places.tables.push_back(
      AssignOp::create(builder, where, RankedTensorType::get(shape, type),
                       widen(lowerExpr(value), type, where), names, dynamic));
  places.tableModes.push_back(modes);
  return builder.getAffineSymbolExpr(firstTable + places.tables.size() - 1);
}

/// L6, L39: on the dimension that it declares, a range label counts 0 ... n-1.
AffineExpr FunctionLowering::lowerLabel(Places &places,
                                        const ast::TensorDecl *decl,
                                        unsigned mode, StringAttr name,
                                        bool isTarget) {
  const ast::Dimension &dimension = decl->dimensions[mode];
  bool isOwn = dimension.kind == ast::Dimension::Label &&
               dimension.label == name.getValue();
  auto range = info.ranges.find(name.getValue());
  bool picks = !isOwn && range != info.ranges.end();
  places.isWhole &= !picks;
  unsigned group = picks ? info.labelGroup.lookup(name.getValue())
                         : info.tensorGroups.lookup(decl)[mode];
  auto *found = llvm::find(places.labels, name);
  unsigned place = found - places.labels.begin();
  bool isRepeated = llvm::is_contained(places.alone, name);
  places.alone.push_back(name);
  if (isTarget && found != places.labels.end()) {
    places.isWhole = false;
    places.isDiagonal |= isRepeated;
  } else {
    place = places.labels.size();
    places.labels.push_back(name);
    places.groups.push_back(group);
  }
  AffineExpr number = builder.getAffineDimExpr(place);
  return picks ? inRange(places, name.getValue(), number) : number;
}

/// The part has one mode for each label, so that no element of it is computed
/// which nobody reads.
void FunctionLowering::mergeRepeated(Places &places,
                                     SmallVectorImpl<AffineExpr> &modes) {
  SmallVector<AffineExpr> merged;
  SmallVector<StringAttr> labels;
  SmallVector<unsigned> groups;
  for (auto [label, group] : llvm::zip(places.labels, places.groups)) {
    auto *found = llvm::find(labels, label);
    merged.push_back(builder.getAffineDimExpr(found - labels.begin()));
    if (found != labels.end())
      continue;
    labels.push_back(label);
    groups.push_back(group);
  }
  auto merge = [&](AffineExpr &expr) { expr = expr.replaceDims(merged); };
  llvm::for_each(modes, merge);
  for (SmallVector<AffineExpr> &table : places.tableModes)
    llvm::for_each(table, merge);
  places.labels = labels;
  places.groups = groups;
}

FunctionLowering::Places
FunctionLowering::placesOf(const ast::TensorDecl *decl,
                           ArrayRef<ast::Index> indices, bool isTarget) {
  Places places;
  SmallVector<AffineExpr> modes;
  for (auto [mode, index] : llvm::enumerate(indices)) {
    if (index.isLabel()) {
      modes.push_back(
          lowerLabel(places, decl, mode, label(index.name), isTarget));
      continue;
    }
    places.isWhole = false;
    if (index.kind == ast::Index::LookedUp) {
      modes.push_back(lowerLookup(places, *index.value));
      continue;
    }
    modes.push_back(lowerAffine(places, *index.value));
    if (index.kind == ast::Index::Affine)
      places.clipped.push_back(mode);
  }
  // A block is seen where it is, and its diagonal read.
  if (places.mayMeet())
    mergeRepeated(places, modes);
  // A whole tensor has its sizes, which need not be known here.
  if (!places.isWhole)
    for (unsigned group : places.groups)
      places.sizes.push_back(foldedSize(group));
  unsigned scalars = places.scalars.size(), tables = places.tables.size();
  DenseMap<AffineExpr, AffineExpr> numbers;
  for (unsigned table = 0; table != tables; ++table)
    numbers[builder.getAffineSymbolExpr(firstTable + table)] =
        builder.getAffineSymbolExpr(scalars + table);
  for (AffineExpr &mode : modes)
    mode = mode.replace(numbers);
  places.map = AffineMap::get(places.labels.size(), scalars + tables, modes,
                              builder.getContext());
  return places;
}

/// Two elements of the part may have one place in the tensor.
bool FunctionLowering::Places::mayMeet() const {
  return !tables.empty() || !clipped.empty();
}

/// The format of the part: that of the tensor where it is a block of it.
RankedTensorType FunctionLowering::partType(RankedTensorType tensor,
                                            const Places &places,
                                            bool isSparse) {
  auto [shape, dynamic] = decomposeMixedValues(places.sizes);
  Type element = tensor.getElementType();
  int64_t rank = shape.size();
  if (!isSparse || rank == 0)
    return RankedTensorType::get(shape, element);
  bool isBlock =
      tensor.getEncoding() && rank == tensor.getRank() && !places.mayMeet();
  for (auto [mode, expr] : llvm::enumerate(places.map.getResults()))
    isBlock &= expr.isFunctionOfDim(mode);
  if (isBlock)
    return RankedTensorType::get(shape, element, tensor.getEncoding());
  std::optional<Format> whole;
  if (tensor.getEncoding())
    whole = getFormat(tensor);
  bool hasRows = rank == 2 && whole && whole->levels.front().isDense();
  Format format = *Format::named(rank == 1   ? "CSF"
                                 : hasRows   ? "CSR"
                                 : rank == 2 ? "DCSR"
                                             : "CSF",
                                 rank, {});
  return getTensorType(format, shape, element, indexWidth);
}

SmallVector<Value> FunctionLowering::dynamicOf(const Places &places) {
  return decomposeMixedValues(places.sizes).second;
}

ArrayAttr FunctionLowering::tableMaps(const Places &places) {
  if (places.tables.empty())
    return {};
  SmallVector<AffineMap> maps;
  for (ArrayRef<AffineExpr> modes : places.tableModes)
    maps.push_back(
        AffineMap::get(places.labels.size(), 0, modes, builder.getContext()));
  return builder.getAffineMapArrayAttr(maps);
}

DenseI64ArrayAttr FunctionLowering::clipped(const Places &places) {
  return places.clipped.empty() ? DenseI64ArrayAttr()
                                : builder.getDenseI64ArrayAttr(places.clipped);
}

Value FunctionLowering::sliceAt(Value tensor, const Places &places,
                                llvm::SMRange range) {
  auto type = cast<RankedTensorType>(tensor.getType());
  return SliceOp::create(
      builder, loc(range),
      partType(type, places,
               type.getEncoding() || (!places.clipped.empty() && seesGaps)),
      tensor, AffineMapAttr::get(places.map), places.scalars, places.tables,
      tableMaps(places), dynamicOf(places), clipped(places), place(range));
}

Value FunctionLowering::accessAt(Value tensor, const Places &places,
                                 ArrayRef<StringAttr> indices,
                                 llvm::SMRange range) {
  Location where = loc(range);
  if (places.isWhole)
    return widenStored(AccessOp::create(builder, where, tensor, indices));
  Value part = sliceAt(tensor, places, range);
  if (!indices.empty())
    return widenStored(AccessOp::create(builder, where, part, indices));
  // L56: an element is a single value.
  Value element = tensor::ExtractOp::create(builder, where, part, ValueRange());
  return ScalarOp::create(builder, where, widenStored(element));
}

/// They are made where the tensor is, so that all uses of it share them, also
/// those in loops.
SmallVector<Value> FunctionLowering::partsOf(const ast::TensorDecl *decl) {
  Value whole = tensors.lookup(decl);
  if (decl->hybrid.empty() || !whole)
    return {whole};
  DecomposeOp &op = decomposed[{whole, decl}];
  if (op)
    return SmallVector<Value>(op.getParts());
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointAfterValue(whole);
  RankedTensorType type = typeOf(decl);
  SmallVector<StringRef> conditions;
  SmallVector<Type> types;
  for (const ast::TensorDecl::HybridPart &part : decl->hybrid) {
    if (!part.condition.empty())
      conditions.push_back(part.condition);
    types.push_back(getTensorType(part.format, type.getShape(),
                                  type.getElementType(), indexWidth));
  }
  op = DecomposeOp::create(builder, nameLoc(decl, decl->range), types, whole,
                           builder.getStrArrayAttr(conditions),
                           place(decl->range));
  return SmallVector<Value>(op.getParts());
}

/// Of a hybrid, the sum of its parts: an element is in one of them. The
/// tensor's name is kept, for who reads what became of the statement.
Value FunctionLowering::lowerAccess(const ast::Access &access) {
  Places places = placesOf(access.tensor, access.indices, /*isTarget=*/false);
  Location where = nameLoc(access.tensor, access.range);
  Value sum;
  for (Value part : partsOf(access.tensor)) {
    Value value = accessAt(part, places, places.labels, access.range);
    value.setLoc(where);
    if (!sum)
      sum = value;
    else if (access.tensor->type == ElementType::Bool)
      sum =
          CombineOp::create(builder, where, "or", /*isUnion=*/true, sum, value);
    else
      sum = AddOp::create(builder, where, sum, value);
  }
  return sum;
}

/// The operator with which a value is put in its place, or "". Dense values
/// that do not meet are combined before.
StringRef FunctionLowering::combineOf(const ast::Assign &assign,
                                      const Places &places) {
  bool isDense = assign.tensor->format->isDense();
  if (!isDense && places.labels.empty() && assign.empties())
    return "erase"; // L44
  if (places.isWhole || assign.op == ast::AssignOp::Set ||
      (isDense && !places.mayMeet()))
    return "";
  if (assign.op == ast::AssignOp::Accumulate)
    return lookupOperatorBySpelling(assign.accumulate->name)->name;
  return assign.op == ast::AssignOp::Add ? "add" : "sub";
}

/// What is absent in the value is absent in the part that it makes.
bool FunctionLowering::keepsGaps(const ast::Assign &assign, StringRef combine) {
  if (assign.tensor->format->isDense())
    return !combine.empty() && assign.op == ast::AssignOp::Accumulate &&
           !assign.isFull;
  return !assign.isFull || assign.copies() || assign.empties() ||
         assign.fillsBlock();
}

/// The target's new value. Of a part, the rest stays as it was (L39), but of a
/// diagonal (L57).
Value FunctionLowering::assignAt(const ast::Assign &assign,
                                 const Places &places, Value old, Value value,
                                 ArrayRef<StringAttr> indices) {
  const ast::TensorDecl *decl = assign.tensor;
  // Each of the ways to compute it has a place of its own, for reports.
  llvm::SMRange range = answered ? answered->range : assign.range;
  Location where = nameLoc(decl, range);
  value = widen(value, toType(decl->type, builder.getContext()), where);
  if (places.isWhole) {
    auto whole = AssignOp::create(builder, where, typeOf(decl), value, indices,
                                  dynamicSizes(decl));
    whole.setZeros(assign.mask && !assign.copies() && !decl->format->isDense());
    giveSchedule(assign, whole);
    return whole;
  }
  if (!old || (places.isDiagonal && assign.op == ast::AssignOp::Set))
    old = zeroTensor(decl, assign.range);
  StringRef combine = combineOf(assign, places);
  RankedTensorType type = partType(cast<RankedTensorType>(old.getType()),
                                   places, keepsGaps(assign, combine));
  where = loc(range);
  auto part =
      AssignOp::create(builder, where, type, value, indices, dynamicOf(places));
  giveSchedule(assign, part);
  return InsertOp::create(
      builder, where, old.getType(), part, old, AffineMapAttr::get(places.map),
      places.scalars, places.tables, tableMaps(places), clipped(places),
      combine.empty() ? StringAttr() : builder.getStringAttr(combine),
      place(assign.target.range));
}
