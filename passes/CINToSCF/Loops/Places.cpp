//===- Places.cpp - tensors and workspaces in generated code --------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/CINToSCF/Loops/Places.h"

#include "dialects/CIN/Padding.h"
#include "dialects/CIN/Presence.h"
#include "dialects/CIN/Reductions.h"
#include "dialects/CIN/Rewrites.h"
#include "dialects/TA/Encoding.h"
#include "passes/Support/Buffers.h"
#include "runtime/format/levels.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;
using namespace encke::generator;

bool encke::generator::isSparseResult(Value place) {
  auto argument = dyn_cast<BlockArgument>(place);
  auto kernel = argument
                    ? dyn_cast<KernelOp>(argument.getOwner()->getParentOp())
                    : KernelOp();
  return kernel && argument.getArgNumber() >= kernel.getInputs().size() &&
         cast<PlaceType>(place.getType()).getTensor().getEncoding();
}

Value encke::generator::isZero(OpBuilder &builder, Location loc, Value value) {
  // Arithmetic takes no numbers without a sign.
  if (value.getType().isUnsignedInteger())
    value = UnrealizedConversionCastOp::create(
                builder, loc,
                builder.getIntegerType(value.getType().getIntOrFloatBitWidth()),
                value)
                .getResult(0);
  Type type = value.getType();
  Value zero = emitIdentity(builder, loc, Reduction::add, type);
  if (isa<ComplexType>(type))
    return complex::EqualOp::create(builder, loc, value, zero);
  if (isa<FloatType>(type))
    return arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OEQ, value,
                                 zero);
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, value,
                               zero);
}

//===----------------------------------------------------------------------===//
// What a kernel reads and writes
//===----------------------------------------------------------------------===//

LogicalResult Places::open() {
  for (BlockArgument place : kernel.getBlock().getArguments()) {
    RankedTensorType type = cast<PlaceType>(place.getType()).getTensor();
    Value operand = kernel.getOperandOf(place);
    if (type.getEncoding() && !isa<LLVM::LLVMPointerType>(operand.getType()))
      return kernel.emitOpError("must have its sparse tensors as handles");
    if (isSparseResult(place))
      continue;
    auto storage = std::make_unique<Storage>();
    if (type.getEncoding()) {
      if (failed(openSparse(*storage, operand, type)))
        return failure();
      if (llvm::any_of(place.getUsers(), [](Operation *user) {
            auto access = dyn_cast<AccessOp>(user);
            return access && asksForPadding(access);
          }))
        openZeros(*storage);
    } else if (isa<MemRefType>(operand.getType())) {
      storage->buffer = operand;
    } else {
      return kernel.emitOpError("must be bufferised first");
    }
    storages[place] = std::move(storage);
  }
  return success();
}

/// The number of coordinates of a level; inside of blocks it is known.
Value Places::sizeOf(Value handle, const Format &format, unsigned level) {
  Location loc = kernel.getLoc();
  if (std::optional<int64_t> known = format.map(level).getSize())
    return arith::ConstantIndexOp::create(builder, loc, *known);
  Value size =
      runtime.call(builder, loc, "encke_level_size", builder.getI64Type(),
                   {handle, RuntimeCalls::integer(builder, loc, level)});
  return arith::IndexCastOp::create(builder, loc, builder.getIndexType(), size);
}

/// Arrays that have as many elements for each of the batches.
void Places::setBatches(LevelArrays &arrays, Value batches) {
  Location loc = kernel.getLoc();
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  batches = arith::MaxUIOp::create(builder, loc, batches, one); // no batch
  auto each = [&](Value array) {
    Value length = memref::DimOp::create(builder, loc, array, 0);
    return arith::DivUIOp::create(builder, loc, length, batches);
  };
  arrays.parents =
      arith::SubIOp::create(builder, loc, each(arrays.positions), one);
  arrays.room = each(arrays.coordinates);
  if (arrays.stride)
    arrays.room =
        arith::DivUIOp::create(builder, loc, arrays.room, arrays.stride);
}

/// How far apart fields of records are, in elements of their type; those of a
/// level, or the values for the number of the levels.
Value Places::strideOf(RankedTensorType type, const Format &format,
                       unsigned level) {
  int64_t coordinate = getCoordinateWidth(type) / 8;
  int64_t value = getElementBytes(type.getElementType());
  std::vector<LevelType> types(format.levels.begin(), format.levels.end());
  int64_t bytes = format::findRecord(types, level, coordinate, value)->bytes;
  return arith::ConstantIndexOp::create(
      builder, kernel.getLoc(),
      bytes / (level == types.size() ? value : coordinate));
}

void Places::openZeros(Storage &storage) {
  Location loc = kernel.getLoc();
  Value may = runtime.call(builder, loc, "encke_may_store_zeros",
                           builder.getI64Type(), storage.handle);
  storage.mayStoreZeros =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, may,
                            RuntimeCalls::integer(builder, loc, 0));
}

static Value emitNumber(OpBuilder &builder, Location loc, double value,
                        Type type) {
  if (auto complex = dyn_cast<ComplexType>(type)) {
    Type part = complex.getElementType();
    return complex::CreateOp::create(builder, loc, type,
                                     emitNumber(builder, loc, value, part),
                                     emitNumber(builder, loc, 0, part));
  }
  TypedAttr number =
      isa<FloatType>(type)
          ? TypedAttr(builder.getFloatAttr(type, value))
          : TypedAttr(builder.getIntegerAttr(type, int64_t(value)));
  return arith::ConstantOp::create(builder, loc, number);
}

/// A size for each level, and the arrays that the levels of the type have.
static LogicalResult verifyView(ViewOp view, const Format &format,
                                RankedTensorType type) {
  SmallVector<Type> wanted;
  auto add = [&](Type element) {
    wanted.push_back(MemRefType::get({ShapedType::kDynamic}, element));
  };
  auto integer = [&](unsigned width) {
    return IntegerType::get(type.getContext(), width);
  };
  bool isPlain = format.storesWholeModes();
  for (LevelType level : format.levels) {
    if (level.hasPositionArray())
      add(integer(getPositionWidth(type)));
    if (level.hasCoordinates())
      add(integer(getCoordinateWidth(type)));
  }
  add(type.getElementType());
  if (isPlain && view.getSizes().size() == format.levels.size() &&
      TypeRange(view.getArrays()) == TypeRange(wanted))
    return success();
  return view.emitOpError("does not have the sizes and arrays of ") << type;
}

/// Takes the level arrays out of the runtime's tensor.
LogicalResult Places::openSparse(Storage &storage, Value handle,
                                 RankedTensorType type) {
  Location loc = kernel.getLoc();
  auto view = handle.getDefiningOp<ViewOp>();
  if (view)
    storage.below = view.getBelow();
  else
    storage.handle = handle;
  std::optional<Format> format = getFormat(type);
  if (!format)
    return kernel.emitOpError("not supported yet: the storage of ") << type;
  if (view && failed(verifyView(view, *format, type)))
    return failure();
  unsigned posWidth = getPositionWidth(type);
  unsigned crdWidth = getCoordinateWidth(type);
  auto number = [&](int64_t value) {
    return RuntimeCalls::integer(builder, loc, value);
  };
  unsigned next = 0;
  auto array = [&](StringRef name, unsigned level, unsigned width) {
    return view ? view.getArrays()[next++]
                : runtime.array(builder, loc, name,
                                builder.getIntegerType(width),
                                {handle, number(level), number(width / 8)});
  };
  SmallVector<bool> unique = getUniqueLevels(*format);
  Value slots, batches;
  for (auto [level, levelType] : llvm::enumerate(format->levels)) {
    LevelArrays arrays;
    arrays.size =
        view ? view.getSizes()[level] : sizeOf(handle, *format, level);
    arrays.slots = std::exchange(slots, {});
    arrays.mayLack = format->mayLack(unsigned(level));
    // No loop of its own: the level below has so many positions a parent.
    if (format->isSlot(level)) {
      slots = arrays.size;
      continue;
    }
    if (int32_t count = levelType.fixedCount())
      arrays.slots = arith::ConstantIndexOp::create(builder, loc, count);
    if (levelType.hasPositionArray())
      arrays.positions = array("encke_get_positions", level, posWidth);
    if (levelType.hasCoordinates())
      arrays.coordinates = array("encke_get_coordinates", level, crdWidth);
    if (format->isInRecord(unsigned(level)))
      arrays.stride = strideOf(type, *format, unsigned(level));
    if (levelType.isBatch())
      batches = batches
                    ? arith::MulIOp::create(builder, loc, batches, arrays.size)
                    : arrays.size;
    if (batches && levelType.withLayout(0).hasPositions())
      setBatches(arrays, batches);
    LevelType inLoops = getTypeInLoops(*format, level);
    bool isInParts = format->isInParts(unsigned(level));
    storage.levels.push_back(
        makeLevel(isInParts ? inLoops : levelType, arrays, unique[level]));
    storage.format.levels.push_back(inLoops);
    storage.format.levelToMode.push_back(format->levelToMode[level]);
    storage.format.maps.push_back(format->map(level));
  }
  storage.values =
      view ? view.getArrays().back()
           : runtime.array(
                 builder, loc, "encke_get_values", type.getElementType(),
                 {handle, number(getRuntimeType(type.getElementType()))});
  if (format->value)
    storage.explicitValue =
        emitNumber(builder, loc, *format->value, type.getElementType());
  auto last = unsigned(format->levels.size());
  if (format->isInRecord(last))
    storage.valueStride = strideOf(type, *format, last);
  return success();
}

Storage &Places::openBuffer(Value place, Value buffer) {
  std::unique_ptr<Storage> &storage = storages[place];
  storage = std::make_unique<Storage>();
  storage->buffer = buffer;
  return *storage;
}

Storage &Places::openList(Value place, Value values,
                          std::unique_ptr<Level> level) {
  Storage &storage = openBuffer(place, values);
  storage.format.levels.push_back(LevelType::compressed());
  storage.format.levelToMode.push_back(0);
  storage.levels.push_back(std::move(level));
  return storage;
}

const Storage *Places::find(Value place) const {
  auto found = storages.find(place);
  return found == storages.end() ? nullptr : found->second.get();
}

bool Places::isOpen(Value place, const Scope &scope) const {
  if (WhereOp where = registerOf(place))
    return scope.state.count({where, Variable::value});
  return storages.contains(place) ||
         (isSparseResult(place) &&
          place.getParentBlock() == &context.kernel.getBlock());
}

//===----------------------------------------------------------------------===//
// Aliasing
//===----------------------------------------------------------------------===//

void Places::declareDistinct() {
  if (isSparseResult(kernel.getOutputArguments().front()))
    return;
  for (BlockArgument output : kernel.getOutputArguments())
    for (BlockArgument input : kernel.getInputArguments()) {
      Value &a = storageOf(output).getElements();
      Value &b = storageOf(input).getElements();
      declareDistinct(a, b, kernel.getLoc());
    }
}

void Places::declareDistinct(Value &a, Value &b, Location loc) {
  auto distinct =
      memref::DistinctObjectsOp::create(builder, loc, ValueRange({a, b}));
  a = distinct.getResult(0);
  b = distinct.getResult(1);
}

void Places::declareDistinctInside(Value &buffer, KnownOutside &outside,
                                   Location loc) {
  outside.push_back({&buffer, buffer});
  for (BlockArgument input : kernel.getInputArguments()) {
    Value &elements = storageOf(input).getElements();
    outside.push_back({&elements, elements});
    declareDistinct(buffer, elements, loc);
  }
}

void Places::leaveInside(const KnownOutside &outside) {
  for (auto [value, before] : llvm::reverse(outside))
    *value = before;
}

//===----------------------------------------------------------------------===//
// Where accesses stand
//===----------------------------------------------------------------------===//

Segment Places::parentPosition(AccessOp access, const Scope &scope) {
  SmallVector<Segment> positions =
      scope.positions.lookup(context.planner.sameAs(access));
  if (!positions.empty())
    return positions.back();
  if (const Storage *storage = find(access.getTensor());
      storage && storage->below)
    return {storage->below, {}};
  return {arith::ConstantIndexOp::create(builder, access.getLoc(), 0), {}};
}

Value Places::firstOfBlock(ForallOp forall, const Scope &scope) {
  Location loc = forall.getLoc();
  Value width = arith::ConstantIndexOp::create(
      builder, loc, static_cast<int64_t>(*forall.getWidth()));
  return arith::MulIOp::create(builder, loc,
                               scope.values.lookup(forall.getWithin()), width);
}

Value Places::coordinateOf(Value variable, const LevelMap &map,
                           const Scope &scope) {
  Value coordinate = scope.values.lookup(variable);
  if (!map.getSize() || !forallOf(variable).getWithin())
    return coordinate;
  return arith::SubIOp::create(builder, variable.getLoc(), coordinate,
                               firstOfBlock(forallOf(variable), scope));
}

Value Places::coordinateOf(AccessOp access, const Storage &storage,
                           size_t level, const Scope &scope) {
  return coordinateOf(variableOf(access, storage, level),
                      storage.format.map(level), scope);
}

bool Places::dependsOnLoops(AccessOp access, const Scope &scope) const {
  const Storage *storage = find(access.getTensor());
  AccessOp same = context.planner.sameAs(access);
  if (!storage || scope.absent.contains(same))
    return false;
  if (asksForPadding(access) && !scope.asked.contains(same))
    return true;
  ArrayRef<std::unique_ptr<Level>> levels = storage->levels;
  return llvm::any_of(
      levels.drop_front(scope.positions.lookup(same).size()),
      [](const std::unique_ptr<Level> &level) { return !level->isFull(); });
}

bool Places::isBelowStored(AccessOp access, const Scope &scope) {
  size_t above = scope.positions.lookup(access).size();
  return above != 0 &&
         !storageOf(access.getTensor()).levels[above - 1]->isFull();
}

AccessOp Places::findLocatable(ForallOp forall, const Scope &scope) const {
  AccessOp result;
  forall.walk([&](AccessOp access) {
    const Storage *storage = find(access.getTensor());
    AccessOp same = context.planner.sameAs(access);
    if (!storage || !storage->isSparse() || scope.absent.contains(same))
      return WalkResult::advance();
    size_t next = scope.positions.lookup(same).size();
    if (next == storage->levels.size() ||
        !scope.values.lookupOrNull(variableOf(access, *storage, next)))
      return WalkResult::advance();
    result = same;
    return WalkResult::interrupt();
  });
  return result;
}

AccessOp Places::findRuns(ForallOp forall, const Scope &scope) const {
  AccessOp result;
  forall.walk([&](AccessOp access) {
    const Storage *storage = find(access.getTensor());
    AccessOp same = context.planner.sameAs(access);
    if (!storage || !storage->isSparse() || scope.absent.contains(same) ||
        !storage->levels.back()->hasRuns())
      return WalkResult::advance();
    size_t last = storage->levels.size() - 1;
    if (scope.positions.lookup(same).size() != last ||
        variableOf(access, *storage, last) != forall.getIndex())
      return WalkResult::advance();
    result = same;
    return WalkResult::interrupt();
  });
  return result;
}

//===----------------------------------------------------------------------===//
// Padding
//===----------------------------------------------------------------------===//

AccessOp Places::findUnasked(ForallOp forall, const Scope &scope) const {
  AccessOp result;
  forall.walk([&](AccessOp access) {
    AccessOp same = context.planner.sameAs(access);
    const Storage *storage = find(access.getTensor());
    if (!asksForPadding(access) || !storage || scope.absent.contains(same) ||
        scope.asked.contains(same) ||
        scope.positions.lookup(same).size() != storage->levels.size())
      return WalkResult::advance();
    result = same;
    return WalkResult::interrupt();
  });
  return result;
}

/// What is not zero is one (L47); of a zero the runtime knows.
Value Places::isElement(AccessOp access, const Scope &scope) {
  Location loc = access.getLoc();
  const Storage &storage = storageOf(access.getTensor());
  Value position = scope.positions.lookup(access).back().lo, at = position;
  if (storage.marks) {
    Value mark = memref::LoadOp::create(builder, loc, storage.marks, position);
    return arith::TruncIOp::create(builder, loc, builder.getI1Type(), mark);
  }
  if (storage.valueStride)
    at = arith::MulIOp::create(builder, loc, position, storage.valueStride);
  Value value = memref::LoadOp::create(builder, loc, storage.values, at);
  Value zero = isZero(builder, loc, value);
  if (scope.storesNoZeros) {
    Value yes =
        arith::ConstantOp::create(builder, loc, builder.getBoolAttr(true));
    return arith::XOrIOp::create(builder, loc, zero, yes);
  }
  Value isUnknown =
      arith::AndIOp::create(builder, loc, zero, storage.mayStoreZeros);
  auto branch = scf::IfOp::create(
      builder, loc, isUnknown,
      [&](OpBuilder &inside, Location) {
        Value stored = runtime.call(
            inside, loc, "encke_is_stored_zero", inside.getI64Type(),
            {storage.handle, RuntimeCalls::toInteger(inside, loc, position)});
        Value is =
            arith::CmpIOp::create(inside, loc, arith::CmpIPredicate::ne, stored,
                                  RuntimeCalls::integer(inside, loc, 0));
        scf::YieldOp::create(inside, loc, is);
      },
      [&](OpBuilder &inside, Location) {
        Value yes =
            arith::ConstantOp::create(inside, loc, inside.getBoolAttr(true));
        Value is = arith::XOrIOp::create(inside, loc, zero, yes);
        scf::YieldOp::create(inside, loc, is);
      });
  return branch.getResult(0);
}

Value Places::mayStoreZeros(Region &region) {
  Value may;
  llvm::SmallPtrSet<const Storage *, 4> seen;
  region.walk([&](AccessOp access) {
    const Storage *storage = find(access.getTensor());
    if (!storage || !storage->mayStoreZeros || !asksForPadding(access) ||
        !seen.insert(storage).second)
      return;
    may = may ? arith::OrIOp::create(builder, access.getLoc(), may,
                                     storage->mayStoreZeros)
              : storage->mayStoreZeros;
  });
  return may;
}
