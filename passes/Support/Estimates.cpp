//===- Estimates.cpp - how large tensors will be --------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Support/Estimates.h"
#include "passes/Cost/Operations.h"
#include "passes/Support/Labels.h"

#include "dialects/Dist/DistDialect.h"
#include "dialects/TA/Encoding.h"
#include "dialects/TA/Functions.h"
#include "dialects/TA/TADialect.h"
#include "passes/Support/Expressions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/TypeSwitch.h"

#include <algorithm>
#include <cmath>

using namespace mlir;
using namespace encke;
using namespace encke::ta;

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

/// The size of a mode of a file that is read with some order: a vector's file
/// may be n x 1 or 1 x n (L38).
static std::optional<double> findInHeader(Value file, int64_t mode,
                                          int64_t order) {
  auto sizes = file.getDefiningOp()->getAttrOfType<DenseI64ArrayAttr>(
      fileSizesAttribute);
  if (!sizes || sizes.empty())
    return std::nullopt;
  if (order == sizes.size())
    return sizes[mode];
  if (order == 1)
    return *llvm::max_element(sizes.asArrayRef());
  return std::nullopt;
}

/// What an scf.while carries through one of its regions, or results in.
static Value getInitial(scf::WhileOp loop, Value tensor) {
  auto argument = dyn_cast<BlockArgument>(tensor);
  if (argument && argument.getOwner() == loop.getBeforeBody())
    return loop.getInits()[argument.getArgNumber()];
  unsigned number = argument ? argument.getArgNumber()
                             : cast<OpResult>(tensor).getResultNumber();
  return loop.getConditionOp().getArgs()[number];
}

/// What a loop carries has the sizes of what it starts with, and a tensor with
/// its coordinates renumbered, or a part of it, those that it had.
static Value getInitial(Value tensor) {
  if (auto permute = tensor.getDefiningOp<PermuteOp>())
    return permute.getTensor();
  if (auto part = tensor.getDefiningOp<DecomposeOp>())
    return part.getTensor();
  auto argument = dyn_cast<BlockArgument>(tensor);
  Operation *op =
      argument ? argument.getOwner()->getParentOp() : tensor.getDefiningOp();
  if (auto loop = dyn_cast_if_present<scf::WhileOp>(op))
    return getInitial(loop, tensor);
  auto loop = dyn_cast_if_present<scf::ForOp>(op);
  if (!loop)
    return {};
  if (!argument)
    return loop.getInitArgs()[cast<OpResult>(tensor).getResultNumber()];
  return argument.getArgNumber() ? loop.getTiedLoopInit(argument)->get()
                                 : Value();
}

std::optional<double> Estimates::findDimension(Value tensor, unsigned mode) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (!type.isDynamicDim(mode))
    return type.getDimSize(mode);
  if (Value initial = getInitial(tensor))
    return findDimension(initial, mode);
  Operation *producer = tensor.getDefiningOp();
  if (!producer)
    return std::nullopt;
  auto fromSizes = [&](ValueRange sizes) {
    return findValue(sizes[type.getDynamicDimIndex(mode)]);
  };
  return llvm::TypeSwitch<Operation *, std::optional<double>>(producer)
      .Case<ReadOp, RandomOp, ta::AssignOp, SliceOp>(
          [&](auto op) { return fromSizes(op.getSizes()); })
      .Case([&](InsertOp insert) {
        return findDimension(insert.getTensor(), mode);
      })
      .Case([&](tensor::CastOp cast) {
        return findDimension(cast.getSource(), mode);
      })
      .Case([&](tensor::CollapseShapeOp collapse) {
        ReassociationIndices parts = collapse.getReassociationIndices()[mode];
        std::optional<double> size = 1;
        for (int64_t part : parts) {
          std::optional<double> found = findDimension(collapse.getSrc(), part);
          size = size && found ? std::optional(*size * *found) : std::nullopt;
        }
        return size;
      })
      .Case([&](tensor::ExpandShapeOp expand) {
        return fromSizes(expand.getOutputShape());
      })
      .Case([&](func::CallOp call) {
        unsigned number = cast<OpResult>(tensor).getResultNumber();
        return findInKernel(call, number, mode);
      })
      // A part is at most the whole: how many processes there are is not known.
      .Case<dist::RestrictOp, dist::GatherOp, dist::ExchangeOp>(
          [&](auto move) { return findDimension(move.getTensor(), mode); })
      .Case([&](dist::StackOp stack) -> std::optional<double> {
        if (mode != stack.getMode())
          return findDimension(stack.getTensors().front(), mode);
        std::optional<double> size = 0;
        for (Value part : stack.getTensors()) {
          std::optional<double> found = findDimension(part, mode);
          size = size && found ? std::optional(*size + *found) : std::nullopt;
        }
        return size;
      })
      .Case([&](dist::AllReduceOp reduce) {
        return findDimension(reduce.getTensor(), mode);
      })
      .Case([&](dist::ReadPartOp read) {
        if (mode == read.getMode())
          return findTotal(read.getRows());
        unsigned number = type.getDynamicDimIndex(mode);
        unsigned own = type.getDynamicDimIndex(unsigned(read.getMode()));
        return findValue(read.getSizes()[number - (number > own)]);
      })
      .Default(std::optional<double>());
}

/// A size of what a kernel makes, which its caller has told it.
std::optional<double> Estimates::findInKernel(func::CallOp call,
                                              unsigned number, unsigned mode) {
  auto kernel = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      call, call.getCalleeAttr());
  if (!kernel || !kernel.getBody().hasOneBlock())
    return std::nullopt;
  Block &body = kernel.getBody().front();
  auto made =
      body.getTerminator()->getOperand(number).getDefiningOp<ta::AssignOp>();
  if (!made)
    return std::nullopt;
  Value size = made.getSizes()[made.getType().getDynamicDimIndex(mode)];
  auto argument = dyn_cast<BlockArgument>(size);
  if (argument && argument.getOwner() == &body)
    return findValue(call.getOperand(argument.getArgNumber()));
  return findValue(size);
}

std::optional<double> Estimates::findTotal(Value rows) {
  Operation *op = rows.getDefiningOp();
  if (auto ghosts = dyn_cast_if_present<dist::GhostsOp>(op))
    return findTotal(ghosts.getRows());
  if (auto file = dyn_cast_if_present<dist::CutFileOp>(op))
    return findValue(file.getSize());
  if (auto inner = dyn_cast_if_present<dist::InnerOp>(op))
    return findTotal(inner.getRows());
  if (auto join = dyn_cast_if_present<dist::JoinOp>(op))
    return findValue(join.getSizes().front());
  if (auto cut = dyn_cast_if_present<dist::CutOp>(op))
    return findDimension(cut.getTensor(), unsigned(cut.getMode()));
  return std::nullopt;
}

/// A size that is a parameter of the program (L59): what it is by default.
static std::optional<double> findParameter(Value index) {
  auto cast = index.getDefiningOp<arith::IndexCastOp>();
  auto check = cast ? cast.getIn().getDefiningOp<CheckOp>() : CheckOp();
  auto parameter =
      check ? check.getValue().getDefiningOp<ParameterOp>() : ParameterOp();
  auto value =
      parameter ? dyn_cast<IntegerAttr>(parameter.getValue()) : IntegerAttr();
  return value ? std::optional<double>(value.getInt()) : std::nullopt;
}

std::optional<double> Estimates::findValue(Value index) {
  if (std::optional<int64_t> constant = getConstantIntValue(index))
    return *constant;
  if (std::optional<double> value = findParameter(index))
    return value;
  if (auto dim = index.getDefiningOp<tensor::DimOp>()) {
    std::optional<int64_t> mode = dim.getConstantIndex();
    if (mode && isa<RankedTensorType>(dim.getSource().getType()))
      return findDimension(dim.getSource(), *mode);
  }
  if (auto extent = index.getDefiningOp<dist::ExtentOp>())
    return findTotal(extent.getRows());
  if (auto total = index.getDefiningOp<dist::TotalOp>())
    return findTotal(total.getRows());
  auto size = index.getDefiningOp<SizeOp>();
  if (!size)
    return std::nullopt;
  if (std::optional<uint64_t> value = size.getValue())
    return *value;
  for (auto [file, mode, order] :
       llvm::zip(size.getFiles(), size.getModes(), size.getOrders()))
    if (auto found = findInHeader(file, mode, order))
      return found;
  for (Value given : size.getGiven())
    if (auto found = findValue(given))
      return found;
  return std::nullopt;
}

double Estimates::getDimension(Value tensor, unsigned mode) {
  return std::max(findDimension(tensor, mode).value_or(cost::assumedSize), 1.0);
}

double Estimates::getSize(Value expr, StringAttr label) {
  std::optional<double> size;
  walkExpression(expr, [&](Operation *op) {
    if (size)
      return;
    if (auto access = dyn_cast<AccessOp>(op)) {
      for (auto [mode, index] : llvm::enumerate(access.getIndices()))
        if (index == label && !size)
          size = findDimension(access.getTensor(), mode);
    } else if (auto repeat = dyn_cast<RepeatOp>(op)) {
      for (auto [along, value] :
           llvm::zip(repeat.getAlong(), repeat.getSizes()))
        if (along == label && !size)
          size = findValue(value);
    }
  });
  return std::max(size.value_or(cost::assumedSize), 1.0);
}

double Estimates::getSpace(Value expr, ArrayRef<StringAttr> labels) {
  double space = 1;
  for (StringAttr label : labels)
    space *= getSize(expr, label);
  return space;
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

double Estimates::getStored(Value tensor) {
  auto known = stored.find(tensor);
  if (known != stored.end())
    return known->second;
  double result = computeStored(tensor);
  return stored[tensor] = result;
}

/// Half of a square matrix's entries, where a triangle of it is read.
template <typename Op>
static double getSelected(Op read) {
  return read.getSelector() == "full" ? 1 : 0.5;
}

/// What a file has, for what reads it; nothing for another operation.
static std::optional<double> findEntries(Operation *op) {
  auto of = [](auto read) -> std::optional<double> {
    auto entries =
        read.getFile().getDefiningOp()->template getAttrOfType<IntegerAttr>(
            fileEntriesAttribute);
    if (!entries)
      return std::nullopt;
    return double(entries.getInt()) * getSelected(read);
  };
  if (auto read = dyn_cast_if_present<ReadOp>(op))
    return of(read);
  if (auto part = dyn_cast_if_present<dist::ReadPartOp>(op))
    return of(part);
  return std::nullopt;
}

double Estimates::computeStored(Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  double space = 1, longest = 1;
  for (int64_t mode = 0; mode < type.getRank(); ++mode) {
    double size = getDimension(tensor, mode);
    space *= size;
    longest = std::max(longest, size);
  }
  std::optional<Format> format = getFormat(type);
  if (format && format->isDense())
    return space;
  if (Value initial = getInitial(tensor))
    return getStored(initial);
  if (std::optional<double> entries = findEntries(tensor.getDefiningOp()))
    return std::min(space, *entries);
  if (auto part = tensor.getDefiningOp<dist::RestrictOp>())
    return std::min(space, getStored(part.getTensor()));
  if (auto assign = tensor.getDefiningOp<ta::AssignOp>()) {
    if (getNumber(assign.getValue()) == 0.0) // of which nothing is stored
      return 0;
    return space * getDensity(assign.getValue());
  }
  if (auto slice = tensor.getDefiningOp<SliceOp>()) {
    double whole = 1;
    int64_t rank = slice.getTensor().getType().getRank();
    for (int64_t mode = 0; mode < rank; ++mode)
      whole *= getDimension(slice.getTensor(), mode);
    return space * getStored(slice.getTensor()) / whole;
  }
  return std::min(space, cost::assumedSegment * longest);
}

double Estimates::getDensity(Value expr) {
  auto known = densities.find(expr);
  if (known != densities.end())
    return known->second;
  double result = std::clamp(computeDensity(expr), 0.0, 1.0);
  return densities[expr] = result;
}

static bool isFullFunction(ApplyOp apply) {
  return !lookupFunction(apply.getFunction())->keepsZero;
}

/// What a product has elements where all of them have: its factors that are not
/// full.
static void collectPatterns(Value expr, SmallVectorImpl<Value> &patterns) {
  Operation *op = expr.getDefiningOp();
  auto mask = dyn_cast_if_present<MaskOp>(op);
  bool isProduct =
      isa_and_present<MulOp>(op) && op->getOperand(0) != op->getOperand(1);
  if (isProduct || (mask && !mask.getComplement())) {
    collectPatterns(op->getOperand(0), patterns);
    collectPatterns(op->getOperand(1), patterns);
  } else if (!isFull(expr)) {
    patterns.push_back(expr);
  }
}

/// Of a sum: a point has an element with the probability 1 - (1 - p)^m if m
/// points are summed there that have one with the probability p. Factors that
/// do not vary along the labels that are summed have the same one at all m.
double Estimates::computeReducedDensity(Operation *reduction) {
  ArrayRef<StringAttr> kept = labelsOf(reduction->getResult(0));
  auto isSummed = [&](StringAttr label) {
    return !llvm::is_contained(kept, label);
  };
  SmallVector<Value> patterns;
  collectPatterns(reduction->getOperand(0), patterns);
  double fixed = 1, varying = 1, points = 1;
  llvm::DenseSet<StringAttr> counted;
  for (Value pattern : patterns) {
    ArrayRef<StringAttr> labels = labelsOf(pattern);
    (llvm::any_of(labels, isSummed) ? varying : fixed) *= getDensity(pattern);
    for (StringAttr label : labels)
      if (isSummed(label) && counted.insert(label).second)
        points *= getSize(reduction->getOperand(0), label);
  }
  return fixed *
         -std::expm1(points * std::log1p(-std::min(varying, 1 - 1e-12)));
}

/// Patterns are taken to be independent of each other.
double Estimates::computeDensity(Value expr) {
  Operation *op = expr.getDefiningOp();
  if (!op || isFull(expr))
    return 1;
  auto operand = [&](unsigned k) { return getDensity(op->getOperand(k)); };
  auto either = [](double a, double b) { return a + b - a * b; };
  if (auto access = dyn_cast<AccessOp>(op)) {
    Value tensor = access.getTensor();
    double space = 1;
    for (int64_t mode = 0; mode < access.getTensor().getType().getRank();
         ++mode)
      space *= getDimension(tensor, mode);
    return getStored(tensor) / space;
  }
  if (isa<AddOp, SubOp>(op))
    return either(operand(0), operand(1));
  if (auto combine = dyn_cast<CombineOp>(op))
    return combine.getIsUnion() ? either(operand(0), operand(1))
                                : operand(0) * operand(1);
  if (isa<MulOp, DivOp>(op))
    return op->getOperand(0) == op->getOperand(1) ? operand(0)
                                                  : operand(0) * operand(1);
  if (auto mask = dyn_cast<MaskOp>(op))
    return operand(0) * (mask.getComplement() ? 1 - operand(1) : operand(1));
  if (isa<SumOp, ReduceOp>(op))
    return computeReducedDensity(op);
  if (auto apply = dyn_cast<ApplyOp>(op)) {
    double density = isFullFunction(apply) ? 1 : 0;
    for (Value argument : apply.getOperands())
      density = either(density, getDensity(argument));
    return density;
  }
  if (isa<NegOp, CastOp, FilterOp, RepeatOp, StoredOp>(op))
    return operand(0);
  return 0; // the scalar zero
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// What is computed at one point of a tree.
static double countAtPoint(Value tree) {
  double count = 0;
  walkExpression(tree, [&](Operation *op) {
    if (isa<AddOp, SubOp, MulOp, DivOp, NegOp, CombineOp>(op))
      ++count;
    else if (isa<ApplyOp>(op))
      count += cost::functionCost;
  });
  return count;
}

/// The terms of a sum are loops of their own when one of them sums or is
/// sparse, and then each but the first is added to those before it.
double Estimates::countTerms(Value expr, bool isFirst) {
  Operation *op = expr.getDefiningOp();
  if (needsSplit(expr) && isa<AddOp, SubOp>(op))
    return countTerms(op->getOperand(0), isFirst) +
           countTerms(op->getOperand(1), /*isFirst=*/false);
  if (needsSplit(expr) && isa<NegOp>(op))
    return countTerms(op->getOperand(0), isFirst);
  bool reduces = isa<SumOp, ReduceOp>(op);
  Value tree = reduces ? op->getOperand(0) : expr;
  double points = getSpace(tree, labelsOf(tree)) * getDensity(tree);
  return points * (countAtPoint(tree) + (reduces || !isFirst));
}

double Estimates::getOperations(ta::AssignOp statement) {
  return countTerms(statement.getValue(), /*isFirst=*/true);
}

bool Estimates::knowsSizes(ta::AssignOp statement) {
  bool knowsAll = true;
  auto visit = [&](Value tensor) {
    auto type = cast<RankedTensorType>(tensor.getType());
    for (int64_t mode = 0; mode < type.getRank(); ++mode)
      knowsAll &= findDimension(tensor, mode).has_value();
  };
  visit(statement);
  walkExpression(statement.getValue(), [&](Operation *op) {
    if (auto access = dyn_cast<AccessOp>(op))
      visit(access.getTensor());
  });
  return knowsAll;
}

bool Estimates::isWorthKeeping(Value expr) {
  double largest = 0;
  walkExpression(expr, [&](Operation *op) {
    if (auto access = dyn_cast<AccessOp>(op))
      largest = std::max(largest, getStored(access.getTensor()));
  });
  double elements = getSpace(expr, labelsOf(expr)) * getDensity(expr);
  return cost::isWorthKeeping(elements, largest,
                              countTerms(expr, /*isFirst=*/true));
}

double Estimates::getBytes(Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  Type element = type.getElementType();
  if (auto complex = dyn_cast<ComplexType>(element))
    element = complex.getElementType();
  unsigned bits = element.getIntOrFloatBitWidth();
  double bytes = std::max(bits / 8, 1u);
  if (isa<ComplexType>(type.getElementType()))
    bytes *= 2;
  if (type.getEncoding()) {
    unsigned coordinateBytes = getCoordinateWidth(type) / 8;
    bytes += coordinateBytes;
  }
  return getStored(tensor) * bytes;
}

/// Where it is read, through the loops that carry it.
static ReadOp findRead(Value tensor) {
  while (Value initial = getInitial(tensor))
    tensor = initial;
  return tensor.getDefiningOp<ReadOp>();
}

std::optional<TensorData> Estimates::findData(Value tensor) {
  TensorData data;
  auto type = cast<RankedTensorType>(tensor.getType());
  for (int64_t mode = 0; mode < type.getRank(); ++mode) {
    std::optional<double> size = findDimension(tensor, mode);
    if (!size)
      return std::nullopt;
    data.sizes.push_back(*size);
  }
  data.stored = getStored(tensor);
  data.bytes = getBytes(tensor);
  data.isExact = !type.getEncoding();
  if (ReadOp read = findRead(tensor)) {
    Operation *file = read.getFile().getDefiningOp();
    bool isWhole = getSelected(read) == 1;
    data.isExact |= isWhole && file->hasAttr(fileEntriesAttribute);
    if (isWhole)
      data.file = cast<FileOp>(file).getSource();
  }
  return data;
}
