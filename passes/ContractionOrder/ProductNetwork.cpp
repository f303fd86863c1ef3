//===- ProductNetwork.cpp - products of tensors as networks ---------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/ContractionOrder/ProductNetwork.h"
#include "passes/ContractionOrder/Search.h"
#include "passes/Support/Expressions.h"
#include "passes/Support/Invariance.h"

#include "dialects/TA/TADialect.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace encke;
using namespace encke::ta;

/// That of an operand: what an operation does with absent elements.
static Place placeOfOperand(Operation *op, unsigned number, Place place,
                            Estimates &estimates) {
  auto mask = dyn_cast<MaskOp>(op);
  bool isMask = mask && number == 1, isDivisor = isa<DivOp>(op) && number == 1;
  // What a sum or a reduction leaves out is its identity.
  place.isDivided &= !isa<SumOp, ReduceOp>(op);
  place.isDivided |=
      isa<DivOp>(op) && !isFullButForReductions(op->getOperand(number));
  place.keepsPattern |= isMask || isDivisor || place.isDivided ||
                        isa<CombineOp, ReduceOp, StoredOp>(op);
  place.wanted = 1;
  if (mask && !isMask) {
    double stored = estimates.getDensity(mask.getMask());
    place.wanted = mask.getComplement() ? 1 - stored : stored;
  }
  return place;
}

Value encke::rewriteOperands(OpBuilder &builder, Value expr, Place place,
                             Estimates &estimates,
                             llvm::function_ref<Value(Value, Place)> rewrite) {
  Operation *op = expr.getDefiningOp();
  if (!op)
    return expr;
  IRMapping mapping;
  bool changed = false;
  for (OpOperand &operand : op->getOpOperands()) {
    Value value = operand.get();
    if (!isa<ExprType>(value.getType()))
      continue;
    Value rewritten =
        rewrite(value, placeOfOperand(op, operand.getOperandNumber(), place,
                                      estimates));
    changed |= rewritten != value;
    mapping.map(value, rewritten);
  }
  return changed ? cloneNode(builder, op, mapping) : expr;
}

/// The sizes of labels, by number: the least of what the factors say, as slices
/// may be longer than their label.
static SmallVector<double>
findSizes(const Product &product,
          const llvm::DenseMap<StringAttr, unsigned> &numbers,
          Estimates &estimates) {
  SmallVector<double> sizes(numbers.size(), 0);
  for (Value factor : product.factors)
    for (StringAttr label : labelsOf(factor)) {
      double own = estimates.getSize(factor, label);
      double &size = sizes[numbers.lookup(label)];
      size = size ? std::min(size, own) : own;
    }
  return sizes;
}

ProductNetwork encke::makeNetwork(const Product &product,
                                  ArrayRef<StringAttr> output,
                                  const Place &place, Estimates &estimates) {
  ProductNetwork result;
  llvm::SetVector<StringAttr> &labels = result.labels;
  for (Value factor : product.factors)
    labels.insert_range(labelsOf(factor));
  Network &network = result.network;
  llvm::DenseMap<StringAttr, unsigned> numbers;
  network.output.resize(labels.size());
  for (auto [number, label] : llvm::enumerate(labels)) {
    numbers[label] = number;
    network.output[number] = llvm::is_contained(output, label);
  }
  network.sizes = findSizes(product, numbers, estimates);
  for (Value value : product.factors) {
    Network::Factor factor;
    factor.labels.resize(labels.size());
    for (StringAttr label : labelsOf(value))
      factor.labels.set(numbers[label]);
    factor.density = estimates.getDensity(value);
    factor.isFull = isFull(value);
    factor.rounds = countRounds(value, place.statement);
    network.factors.push_back(factor);
  }
  network.wanted = place.wanted;
  network.isOutputSparse = place.isSparse;
  network.keepsPattern = place.keepsPattern || !product.algebra.isArithmetic();
  network.hasIdentity =
      !product.algebra.isArithmetic() && !product.closed.empty();
  return result;
}

double encke::estimateCost(const Product &product, ArrayRef<StringAttr> output,
                           const Place &place, Estimates &estimates) {
  return findOrder(makeNetwork(product, output, place, estimates).network)
      .cost.work;
}
