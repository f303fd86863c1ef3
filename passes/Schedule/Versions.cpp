//===- Versions.cpp - kernels of which the data choose one ----------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls of a kernel that adds up rows before it multiplies them, or collects
// those of a product in a row or in one of blocks, get a guard, as those of a
// kernel over a format with padding (passes/GuardPadding): a function of the
// operands that says whether that pays, and another kernel.
//
//===----------------------------------------------------------------------===//

#include "passes/Schedule/Versions.h"
#include "passes/Cost/Blocks.h"
#include "passes/Cost/RowProducts.h"
#include "passes/Cost/SparseRows.h"
#include "passes/GuardPadding/Exact.h"
#include "passes/Support/RuntimeCalls.h"

#include "dialects/CIN/Schedule.h"
#include "dialects/TA/Encoding.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

//===----------------------------------------------------------------------===//
// The question
//===----------------------------------------------------------------------===//

namespace {

/// A number that the generated code computes.
struct Number {
  OpBuilder *builder;
  Value value;

  template <typename Op>
  Number with(Number other) const {
    return {builder, Op::create(*builder, value.getLoc(), value, other.value)};
  }
};

Number operator+(Number a, Number b) { return a.with<arith::AddFOp>(b); }
Number operator-(Number a, Number b) { return a.with<arith::SubFOp>(b); }
Number operator*(Number a, Number b) { return a.with<arith::MulFOp>(b); }
Number operator/(Number a, Number b) { return a.with<arith::DivFOp>(b); }
Number min(Number a, Number b) { return a.with<arith::MinNumFOp>(b); }

/// What tensors of the runtime store.
class Stored {
public:
  Stored(OpBuilder &builder, Location loc, ModuleOp module)
      : builder(builder), loc(loc), runtime(module) {}

  Number constant(double value) {
    return {&builder, arith::ConstantOp::create(
                          builder, loc, builder.getF64FloatAttr(value))};
  }
  Number countPositions(Value tensor, size_t levels) {
    return call("encke_position_count", tensor, int64_t(levels));
  }
  /// The share of the positions that are no padding.
  Number getElementShare(Value tensor) {
    size_t levels =
        getFormat(cast<RankedTensorType>(tensor.getType()))->levels.size();
    return call("encke_stored_count", tensor) / countPositions(tensor, levels);
  }
  /// The share of a matrix that is stored.
  Number getFill(Value matrix) {
    return countPositions(matrix, 2) / (call("encke_level_size", matrix, 0) *
                                        call("encke_level_size", matrix, 1));
  }

private:
  Number call(StringRef function, Value tensor,
              std::optional<int64_t> argument = std::nullopt) {
    Type pointer = LLVM::LLVMPointerType::get(builder.getContext());
    Value handle =
        UnrealizedConversionCastOp::create(builder, loc, pointer, tensor)
            .getResult(0);
    SmallVector<Value> arguments = {handle};
    if (argument)
      arguments.push_back(RuntimeCalls::integer(builder, loc, *argument));
    Value result =
        runtime.call(builder, loc, function, builder.getI64Type(), arguments);
    return {&builder, arith::SIToFPOp::create(builder, loc,
                                              builder.getF64Type(), result)};
  }

  OpBuilder &builder;
  Location loc;
  RuntimeCalls runtime;
};

} // namespace

/// The parameter of the function that a place of one of its kernels stands for;
/// null where it is made in the function. Kernels may be others than those that
/// were scheduled, and a place may be gone.
static BlockArgument findParameter(func::FuncOp function, Value place) {
  for (KernelOp kernel : function.front().getOps<KernelOp>())
    for (BlockArgument argument : kernel.getBlock().getArguments()) {
      if (argument != place)
        continue;
      auto parameter = dyn_cast<BlockArgument>(kernel.getOperandOf(argument));
      return parameter && parameter.getOwner() == &function.front()
                 ? parameter
                 : BlockArgument();
    }
  return {};
}

/// A function of the operands of the kernel's function whose answer is
/// `body`'s, of those that stand for the places; null where one stands for
/// none.
static func::FuncOp
makeQuestion(func::FuncOp function, ArrayRef<Value> places, StringRef suffix,
             llvm::function_ref<Value(OpBuilder &, ArrayRef<Value>)> body) {
  auto module = function->getParentOfType<ModuleOp>();
  SmallVector<unsigned> parameters;
  for (Value place : places) {
    BlockArgument parameter =
        place ? findParameter(function, place) : BlockArgument();
    if (!parameter)
      return {};
    parameters.push_back(parameter.getArgNumber());
  }
  OpBuilder builder(function.getContext());
  builder.setInsertionPointAfter(function);
  auto question =
      func::FuncOp::create(builder, function.getLoc(),
                           getFreeName(module, function.getName() + suffix),
                           builder.getFunctionType(function.getArgumentTypes(),
                                                   builder.getI1Type()));
  question.setPrivate();
  Block *block = question.addEntryBlock();
  builder.setInsertionPointToStart(block);
  SmallVector<Value> tensors;
  for (unsigned parameter : parameters)
    tensors.push_back(block->getArgument(parameter));
  func::ReturnOp::create(builder, function.getLoc(), body(builder, tensors));
  return question;
}

/// Whether the product of rows pays.
static func::FuncOp askWhetherItPays(func::FuncOp function,
                                     const RowProduct &product) {
  auto module = function->getParentOfType<ModuleOp>();
  Location loc = function.getLoc();
  return makeQuestion(
      function, {product.tensor, product.added, product.row}, "_pays",
      [&](OpBuilder &builder, ArrayRef<Value> tensors) -> Value {
        Stored stored(builder, loc, module);
        size_t levels = getFormat(cast<RankedTensorType>(tensors[0].getType()))
                            ->levels.size();
        Number length = stored.countPositions(tensors[0], levels) /
                        stored.countPositions(tensors[0], levels - 1);
        Number gain = cost::getGainOfSumming(
            length * stored.getFill(tensors[1]), stored.getFill(tensors[2]),
            [&](double value) { return stored.constant(value); });
        return arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OGT,
                                     gain.value, stored.constant(0).value);
      });
}

/// Whether its blocks are full enough for a product.
static func::FuncOp askForBlocks(func::FuncOp function,
                                 const BlockProduct &product) {
  auto module = function->getParentOfType<ModuleOp>();
  Location loc = function.getLoc();
  return makeQuestion(
      function, product.padded, "_has_full_blocks",
      [&](OpBuilder &builder, ArrayRef<Value> tensors) -> Value {
        Stored stored(builder, loc, module);
        auto constant = [&](double value) { return stored.constant(value); };
        Number fill = constant(1);
        for (Value tensor : tensors)
          fill = fill * stored.getElementShare(tensor);
        Number least = constant(cost::getLeastOfBlocks(product.products));
        return arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OGT,
                                     fill.value, least.value);
      });
}

/// Whether rows of the product are collected in a row.
static func::FuncOp askForRow(func::FuncOp function,
                              const SparseProduct &product) {
  RuntimeCalls runtime(function->getParentOfType<ModuleOp>());
  Location loc = function.getLoc();
  return makeQuestion(
      function, {product.left, product.right}, "_has_rows",
      [&](OpBuilder &builder, ArrayRef<Value> tensors) -> Value {
        SmallVector<Value> arguments;
        for (Value tensor : tensors)
          arguments.push_back(
              UnrealizedConversionCastOp::create(
                  builder, loc,
                  LLVM::LLVMPointerType::get(builder.getContext()), tensor)
                  .getResult(0));
        for (int64_t number :
             {cost::keyedMode, cost::fewestKeyed, cost::mostKeyed})
          arguments.push_back(RuntimeCalls::integer(builder, loc, number));
        Value isShort = runtime.call(builder, loc, "encke_ask_short_rows",
                                     builder.getI64Type(), arguments);
        return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                     isShort,
                                     RuntimeCalls::integer(builder, loc, 0));
      });
}

//===----------------------------------------------------------------------===//
// The other kernel
//===----------------------------------------------------------------------===//

/// A nest in a function of its own, about which the program says nothing: of a
/// tensor of order three or more, or a product of sparse matrices.
static bool mayHaveVersions(KernelOp kernel, func::FuncOp function) {
  if (!function || !function->hasAttr("encke.kernel") ||
      isSeldomCalled(kernel) || getSchedule(kernel) ||
      !llvm::hasSingleElement(function.front().getOps<KernelOp>()))
    return false;
  auto sparse = llvm::count_if(kernel.getInputs().getTypes(), isSparse);
  return sparse > 2 ||
         (sparse > 0 && llvm::all_of(kernel.getResultTypes(), isSparse));
}

Versions::Versions(KernelOp kernel)
    : function(kernel->getParentOfType<func::FuncOp>()) {
  if (mayHaveVersions(kernel, function))
    before = function.clone();
}

KernelOp Versions::addOther(func::FuncOp question, ArrayRef<func::CallOp> calls,
                            const Twine &suffix, StringRef when) {
  auto module = function->getParentOfType<ModuleOp>();
  func::FuncOp other = before.release();
  other.setName(getFreeName(module, function.getName() + suffix));
  other.setPrivate();
  other->removeAttr(LLVM::LLVMDialect::getEmitCWrapperAttrName());
  OpBuilder builder(function.getContext());
  other->setAttr(otherWayAttribute, builder.getStringAttr(when));
  builder.setInsertionPointAfter(function);
  builder.insert(other);
  for (func::CallOp call : calls)
    setGuard(call, {question, other});
  return *other.front().getOps<KernelOp>().begin();
}

KernelOp Versions::make(const ScheduleCounts &scheduled,
                        const SymbolUserMap &users, ScheduleWay &way) {
  if (!before)
    return {};
  SmallVector<func::CallOp> calls = getCalls(function, users);
  if (calls.empty() || llvm::any_of(calls, getGuard))
    return {};
  if (scheduled.rowProducts.size() == 1) {
    func::FuncOp question =
        askWhetherItPays(function, scheduled.rowProducts.front());
    way.multipliesRows = false;
    return question ? addOther(question, calls, "_looked_up",
                               "or, where next to nothing is multiplied by "
                               "what is added up:")
                    : KernelOp();
  }
  if (scheduled.blockProduct) {
    func::FuncOp question = askForBlocks(function, *scheduled.blockProduct);
    way.goesAlongBlocks = false;
    std::string when;
    llvm::raw_string_ostream(when)
        << "or, where less than "
        << llvm::format("%.1f", 100 * cost::getLeastOfBlocks(
                                          scheduled.blockProduct->products))
        << " % of the products in pairs of blocks are of elements:";
    return question ? addOther(question, calls, "_converted", when)
                    : KernelOp();
  }
  if (!scheduled.product)
    return {};
  func::FuncOp question = askForRow(function, *scheduled.product);
  way.keys = ListMarks::hash;
  return question ? addOther(question, calls, "_hashed",
                             "or, where rows are wide and scattered, and few "
                             "elements are added to each:")
                  : KernelOp();
}
