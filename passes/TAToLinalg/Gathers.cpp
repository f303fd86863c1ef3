//===- Gathers.cpp - elements of dense tensors that tables tell -----------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Such a part is made by a kernel, which becomes one with those that read it.
// The runtime says before whether all places are in the tensor.
//
//===----------------------------------------------------------------------===//

#include "passes/Support/KernelFunctions.h"
#include "passes/TAToLinalg/Program.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace encke;
using namespace encke::ta;

static bool isDense(Value tensor) {
  return !cast<RankedTensorType>(tensor.getType()).getEncoding();
}

bool ProgramLowering::areDenseTables(ValueRange tables) {
  return llvm::all_of(tables, [](Value table) {
    return isDense(table) && getElementTypeOrSelf(table).isInteger(64);
  });
}

bool ProgramLowering::isGather(SliceOp op) {
  return !op.getTables().empty() && !op.getClipped() &&
         op.getType().getRank() != 0 && isDense(op.getTensor()) &&
         isDense(op.getResult()) && areDenseTables(op.getTables());
}

namespace {

/// The body of the kernel: the coordinates, and the element there.
class GatherBody {
public:
  /// `scalars`: what stands in the kernel for numbers of the program.
  GatherBody(OpBuilder &builder, Location loc, ValueRange tables,
             const llvm::DenseMap<Value, Value> &scalars)
      : builder(builder), loc(loc), tables(tables), scalars(scalars) {}

  /// `factors`: of the coordinates of the part, then of the tables; null for 0.
  Value coordinate(Value offset, ArrayRef<Value> byPart,
                   ArrayRef<Value> byTable);

private:
  /// factor times what `make` makes, unless the factor is null.
  void add(Value factor, llvm::function_ref<Value()> make);
  Value scalar(Value value) {
    if (std::optional<int64_t> number = getConstantIntValue(value))
      return RuntimeCalls::integer(builder, loc, *number);
    return scalars.lookup(value);
  }

  OpBuilder &builder;
  Location loc;
  ValueRange tables;
  const llvm::DenseMap<Value, Value> &scalars;
  Value sum;
};

} // namespace

void GatherBody::add(Value factor, llvm::function_ref<Value()> make) {
  if (!factor)
    return;
  Value term = make();
  if (getConstantIntValue(factor) != 1)
    term = arith::MulIOp::create(builder, loc, scalar(factor), term);
  sum = sum ? arith::AddIOp::create(builder, loc, sum, term) : term;
}

Value GatherBody::coordinate(Value offset, ArrayRef<Value> byPart,
                             ArrayRef<Value> byTable) {
  sum = offset ? scalar(offset) : Value();
  const auto *alone = llvm::find_if(byPart, [](Value v) { return v; });
  bool isPlain = !sum && alone != byPart.end() &&
                 getConstantIntValue(*alone) == 1 &&
                 llvm::count_if(byPart, [](Value v) { return v; }) == 1 &&
                 llvm::none_of(byTable, [](Value v) { return v; });
  if (isPlain)
    return linalg::IndexOp::create(builder, loc, alone - byPart.begin());
  for (auto [mode, factor] : llvm::enumerate(byPart))
    add(factor, [&, mode = mode] {
      return RuntimeCalls::toInteger(
          builder, loc, linalg::IndexOp::create(builder, loc, mode));
    });
  for (auto [table, factor] : llvm::zip(tables, byTable))
    add(factor, [&, table = table] { return table; });
  return RuntimeCalls::toIndex(
      builder, loc, sum ? sum : RuntimeCalls::integer(builder, loc, 0));
}

/// The kernel has the tensor, the tables, the numbers that are not known, and
/// the result as arguments.
func::FuncOp ProgramLowering::makeGather(SliceOp op,
                                         ArrayRef<Coordinate> coordinates,
                                         ValueRange numbers) {
  Location loc = op.getLoc();
  OpBuilder::InsertionGuard guard(builder);
  SmallVector<Value> values = {op.getTensor()};
  llvm::append_range(values, op.getTables());
  llvm::append_range(values, numbers);
  SmallVector<Type> types(ValueRange(values).getTypes());
  types.push_back(op.getType());
  SymbolTable symbols(module);
  func::FuncOp kernel = makeKernel(loc, symbols, types, op.getType());
  Block *entry = kernel.addEntryBlock();
  builder.setInsertionPointToStart(entry);
  unsigned tables = op.getTables().size();
  llvm::DenseMap<Value, Value> scalars;
  for (auto [number, argument] :
       llvm::zip(numbers, entry->getArguments().drop_front(1 + tables)))
    scalars[number] = argument;
  SmallVector<AffineMap> maps;
  if (op.getTableMaps())
    llvm::append_range(maps,
                       op.getTableMaps()->getAsValueRange<AffineMapAttr>());
  unsigned rank = op.getType().getRank();
  maps.push_back(builder.getMultiDimIdentityMap(rank));
  auto gather = linalg::GenericOp::create(
      builder, loc, op.getType(), entry->getArguments().slice(1, tables),
      entry->getArguments().back(), maps,
      SmallVector<utils::IteratorType>(rank, utils::IteratorType::parallel),
      [&](OpBuilder &inside, Location, ValueRange elements) {
        GatherBody body(inside, loc, elements.drop_back(), scalars);
        SmallVector<Value> indices;
        for (const Coordinate &mode : coordinates)
          indices.push_back(
              body.coordinate(mode.offset, mode.byPart, mode.byTable));
        Value element = tensor::ExtractOp::create(
            inside, loc, entry->getArgument(0), indices);
        linalg::YieldOp::create(inside, loc, element);
      });
  func::ReturnOp::create(builder, loc, gather.getResults());
  return kernel;
}

LogicalResult ProgramLowering::lowerGather(SliceOp op) {
  Location loc = op.getLoc();
  SmallVector<Coordinate> coordinates = getCoordinates(op);
  llvm::SetVector<Value> numbers;
  auto collect = [&](Value value) {
    if (value && !getConstantIntValue(value))
      numbers.insert(value);
  };
  for (const Coordinate &mode : coordinates) {
    collect(mode.offset);
    llvm::for_each(mode.byPart, collect);
    llvm::for_each(mode.byTable, collect);
  }
  FailureOr<Value> source = handleOf(op, op.getTensor());
  FailureOr<SmallVector<Value>> list = listPlaces(op, coordinates);
  if (failed(source) || failed(list))
    return failure();
  SmallVector<Value> sizes;
  for (int64_t mode = 0, next = 0; mode < op.getType().getRank(); ++mode)
    sizes.push_back(op.getType().isDynamicDim(mode)
                        ? toInteger(loc, op.getSizes()[next++])
                        : RuntimeCalls::integer(builder, loc,
                                                op.getType().getDimSize(mode)));
  sizes.insert(sizes.begin(),
               RuntimeCalls::integer(builder, loc, sizes.size()));
  sizes.append(*list);
  runtime.callWithList(builder, loc, "encke_check_places",
                       {*source, runtime.string(builder, loc, op.getAt())},
                       sizes);
  func::FuncOp kernel = makeGather(op, coordinates, numbers.getArrayRef());
  SmallVector<Value> arguments = {op.getTensor()};
  llvm::append_range(arguments, op.getTables());
  llvm::append_range(arguments, numbers);
  arguments.push_back(bufferization::AllocTensorOp::create(
      builder, loc, op.getType(), op.getSizes()));
  op.replaceAllUsesWith(
      func::CallOp::create(builder, loc, kernel, arguments).getResult(0));
  return success();
}
