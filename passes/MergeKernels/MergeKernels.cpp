//===- MergeKernels.cpp - one kernel for several that are alike -----------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel is spelled as a sequence of numbers: its operations in order, with
// operands by the number of their definition. What does not matter is left out:
// names, labels, places, and the values of constants that may be parameters.
// Kernels are alike if they are spelled alike.
//
//===----------------------------------------------------------------------===//

#include "passes/Support/FunctionCalls.h"

#include "dialects/CIN/Presence.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Pass/Pass.h"
#include "llvm/ADT/Hashing.h"

#include <unordered_map>

namespace encke {
#define GEN_PASS_DECL
#define GEN_PASS_DEF_MERGEKERNELS
#include "passes/MergeKernels/MergeKernels.h.inc"
} // namespace encke

using namespace mlir;
using namespace encke;

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

/// 0, 1, -1, infinity and NaN: passes tell them from other values.
static bool isSpecial(Attribute value) {
  if (auto number = dyn_cast<FloatAttr>(value)) {
    llvm::APFloat magnitude = llvm::abs(number.getValue());
    return !magnitude.isFiniteNonZero() || magnitude.isExactlyValue(1);
  }
  llvm::APInt number = cast<IntegerAttr>(value).getValue();
  return number.isZero() || number.isOne() || number.isAllOnes();
}

/// Code for one value of the constant is code for the others.
static bool mayBePassed(arith::ConstantOp constant) {
  Type type = constant.getType();
  if (!type.isIntOrFloat() || type.isInteger(1) ||
      isSpecial(constant.getValue()))
    return false;
  return llvm::all_of(constant->getUsers(), [](Operation *user) {
    // What a sparse result stores may depend on what is assigned, and whether a
    // minimum or maximum of something absent is stored, on the other operand.
    if (auto assign = dyn_cast<cin::AssignOp>(user))
      return !cin::isSparsePlace(assign.getTensor());
    return isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::DivFOp,
               arith::AddIOp, arith::SubIOp, arith::MulIOp>(user);
  });
}

//===----------------------------------------------------------------------===//
// Spelling
//===----------------------------------------------------------------------===//

namespace {

using Spelling = std::vector<uintptr_t>;

struct SpellingHash {
  size_t operator()(const Spelling &spelling) const {
    return llvm::hash_combine_range(spelling);
  }
};

/// A kernel, and what of it may become parameters, in order.
struct Candidate {
  func::FuncOp kernel;
  SmallVector<arith::ConstantOp> constants;
};

class Speller {
public:
  Spelling spell(Candidate &candidate) {
    add(candidate.kernel, candidate.constants);
    return std::move(spelling);
  }

private:
  void add(uintptr_t number) { spelling.push_back(number); }
  void add(const void *pointer) { add(reinterpret_cast<uintptr_t>(pointer)); }
  void define(ValueRange values) {
    add(values.size());
    for (Value value : values) {
      numbers.try_emplace(value, numbers.size() + 1);
      add(value.getType().getAsOpaquePointer());
    }
  }

  void addAttributes(Operation *op) {
    bool isFunction = isa<func::FuncOp>(op);
    for (NamedAttribute attribute : op->getAttrDictionary()) {
      StringRef name = attribute.getName();
      bool isName = name == "label" || (isFunction && name == "sym_name");
      if (isName)
        continue;
      add(attribute.getName().getAsOpaquePointer());
      add(attribute.getValue().getAsOpaquePointer());
    }
  }

  void add(Operation *op, SmallVectorImpl<arith::ConstantOp> &constants) {
    add(op->getName().getAsOpaquePointer());
    add(op->getNumOperands());
    for (Value operand : op->getOperands())
      add(numbers.lookup(operand));
    define(op->getResults());
    auto constant = dyn_cast<arith::ConstantOp>(op);
    if (constant && mayBePassed(constant))
      constants.push_back(constant);
    else
      addAttributes(op);
    add(op->getNumRegions());
    for (Region &region : op->getRegions()) {
      add(std::distance(region.begin(), region.end()));
      for (Block &block : region) {
        define(block.getArguments());
        for (Operation &inner : block)
          add(&inner, constants);
        add(uintptr_t(0)); // no operation has this name
      }
    }
  }

  Spelling spelling;
  llvm::DenseMap<Value, uintptr_t> numbers; // from 1
};

//===----------------------------------------------------------------------===//
// Merging
//===----------------------------------------------------------------------===//

/// Nobody but its calls knows the kernel.
static bool mayBeMerged(func::FuncOp kernel, const FunctionCalls &calls) {
  return kernel->hasAttr("encke.kernel") && kernel.isPrivate() &&
         llvm::hasSingleElement(kernel.getBody()) && calls.of(kernel);
}

struct MergeKernels : encke::impl::MergeKernelsBase<MergeKernels> {
  void runOnOperation() override {
    FunctionCalls calls(getOperation());
    std::unordered_map<Spelling, size_t, SpellingHash> found;
    std::vector<SmallVector<Candidate>> groups;
    for (auto kernel : getOperation().getOps<func::FuncOp>()) {
      if (!mayBeMerged(kernel, calls))
        continue;
      Candidate candidate{kernel, {}};
      Spelling spelling = Speller().spell(candidate);
      auto [place, isNew] =
          found.try_emplace(std::move(spelling), groups.size());
      if (isNew)
        groups.emplace_back();
      groups[place->second].push_back(std::move(candidate));
    }
    for (SmallVector<Candidate> &group : groups)
      if (group.size() > 1)
        merge(group, calls);
  }

private:
  void merge(ArrayRef<Candidate> group, const FunctionCalls &calls);
};

} // namespace

void MergeKernels::merge(ArrayRef<Candidate> group,
                         const FunctionCalls &calls) {
  Candidate first = group.front();
  SmallVector<unsigned> passed; // the constants that are not all equal
  for (unsigned number = 0; number < first.constants.size(); ++number)
    if (llvm::any_of(group, [&](Candidate other) {
          return other.constants[number].getValue() !=
                 first.constants[number].getValue();
        }))
      passed.push_back(number);

  for (Candidate candidate : group) {
    ArrayRef<func::CallOp> users = *calls.of(candidate.kernel);
    for (func::CallOp call : users) {
      OpBuilder builder(call);
      call.setCallee(first.kernel.getName());
      SmallVector<Value> values;
      for (unsigned number : passed)
        values.push_back(
            builder.clone(*candidate.constants[number])->getResult(0));
      call->insertOperands(call.getNumOperands(), values);
    }
  }

  for (unsigned number : passed) {
    arith::ConstantOp constant = first.constants[number];
    unsigned last = first.kernel.getNumArguments();
    (void)first.kernel.insertArgument(last, constant.getType(), {},
                                      constant.getLoc());
    constant.replaceAllUsesWith(Value(first.kernel.getArgument(last)));
    constant.erase();
  }
  for (Candidate other : group.drop_front())
    other.kernel.erase();
  numMerged += group.size() - 1;
  numParameters += passed.size();
}
