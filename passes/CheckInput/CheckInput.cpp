//===- CheckInput.cpp - what a module that somebody wrote may hold --------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR allows more than Encke can compile, and what a pass does not expect it
// may take for something else. So all that is known from types, names and the
// stage alone is told here, before the first pass.
//
//===----------------------------------------------------------------------===//

#include "passes/Support/RuntimeFunctions.h"
#include "passes/Support/TargetSpec.h"

#include "dialects/ProgramFunction.h"
#include "dialects/TA/Encoding.h"
#include "dialects/TA/TADialect.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/Pass/Pass.h"

namespace encke {
#define GEN_PASS_DECL
#define GEN_PASS_DEF_CHECKINPUT
#include "passes/CheckInput/CheckInput.h.inc"
} // namespace encke

using namespace mlir;
using namespace encke;

/// The stages, in order; "async" stands beside "omp".
static constexpr StringLiteral stages[] = {"ta",  "ta-opt", "linalg", "cin",
                                           "scf", "vector", "omp",    "llvm"};

static size_t numberOf(StringRef stage) {
  if (stage == "async")
    stage = "omp";
  return llvm::find(stages, stage) - std::begin(stages);
}

/// The last stage in which operations of a dialect may stand; empty where no
/// step lowers them.
static StringRef lastStageOf(StringRef dialect) {
  return llvm::StringSwitch<StringRef>(dialect)
      .Cases({"ta", "dist"}, "ta-opt")
      .Case("linalg", "linalg")
      .Cases({"cin", "sparse_tensor", "tensor", "bufferization"}, "cin")
      .Cases({"affine", "arith", "async", "cf", "complex", "func"}, "omp")
      .Cases({"index", "math", "memref", "scf", "ub", "vector"}, "omp")
      .Cases({"builtin", "llvm", "omp"}, "llvm")
      .Default("");
}

namespace {

class InputCheck {
public:
  InputCheck(ModuleOp module, StringRef stage) : module(module), stage(stage) {}

  /// False after an error. Independent errors are all reported.
  bool run();

private:
  bool checkOperation(Operation *op);
  void checkTypes(Operation *op);
  void checkType(Operation *op, RankedTensorType type);
  template <typename Function>
  void checkFunction(Function function, TypeRange arguments, TypeRange results,
                     bool hasInterface);
  InFlightDiagnostic fail(Operation *op) {
    isRight = false;
    return op->emitOpError();
  }

  ModuleOp module;
  StringRef stage;
  bool isRight = true;
  llvm::SmallPtrSet<Type, 8> seen;
};

struct CheckInput : encke::impl::CheckInputBase<CheckInput> {
  using CheckInputBase::CheckInputBase;

  void runOnOperation() override {
    bool isRight = InputCheck(getOperation(), stage).run();
    if (failed(checkTarget(getOperation())) || !isRight)
      signalPassFailure();
    markAllAnalysesPreserved();
  }
};

} // namespace

bool InputCheck::run() {
  module->walk<WalkOrder::PreOrder>([&](Operation *op) {
    checkTypes(op);
    // What is inside of an operation that is wrong goes with it.
    return checkOperation(op) ? WalkResult::advance() : WalkResult::skip();
  });
  return isRight;
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// What a step makes of an operation that it has no rule for ends the process,
/// or calls what nobody has.
static StringRef sayWhyNot(Operation *op, StringRef stage) {
  // Those of the async stage are upstream's own.
  if (isa<cf::AssertOp>(op) && numberOf(stage) < numberOf("omp"))
    return "an assertion, which ends the process";
  if (isa<memref::DeallocOp>(op) && numberOf(stage) <= numberOf("cin") &&
      !op->hasAttr(bufferization::BufferizationDialect::kManualDeallocation))
    return "to free memory before stage 'scf', which says where that is done";
  return "";
}

bool InputCheck::checkOperation(Operation *op) {
  StringRef last = lastStageOf(op->getName().getDialectNamespace());
  // Of the step before, where it is left; a linalg operation with loops of
  // upstream's.
  auto linalg = op->getParentOfType<linalg::LinalgOp>();
  bool isLoops = op->hasAttr(loopsAttribute) ||
                 (linalg && linalg->hasAttr(loopsAttribute));
  if (isa<linalg::CopyOp, ta::CheckOp>(op) || isLoops)
    last = "cin";
  if (last.empty()) {
    fail(op) << "not supported yet: no step lowers '" << op->getName() << "'";
    return false;
  }
  if (numberOf(last) < numberOf(stage)) {
    fail(op) << "is of stage '" << last << "' at the latest, but the module's "
             << "encke.stage is '" << stage << "'";
    return false;
  }
  if (StringRef why = sayWhyNot(op, stage); !why.empty()) {
    fail(op) << "not supported yet: " << why;
    return false;
  }
  if (auto function = dyn_cast<func::FuncOp>(op))
    checkFunction(
        function, function.getArgumentTypes(), function.getResultTypes(),
        function->hasAttr(LLVM::LLVMDialect::getEmitCWrapperAttrName()));
  else if (auto function = dyn_cast<LLVM::LLVMFuncOp>(op))
    checkFunction(function, function.getArgumentTypes(),
                  function.getResultTypes(), false);
  else if (auto symbol = dyn_cast<SymbolOpInterface>(op);
           symbol && findRuntimeFunction(symbol.getName()))
    fail(op) << "has the name of a function of the runtime, '"
             << symbol.getName() << "'";
  return true;
}

/// `hasInterface`: calls go to the function's C interface.
template <typename Function>
void InputCheck::checkFunction(Function function, TypeRange arguments,
                               TypeRange results, bool hasInterface) {
  StringRef name = function.getName();
  if (name == programFunctionName) {
    bool isVariadic = false;
    if constexpr (std::is_same_v<Function, LLVM::LLVMFuncOp>)
      isVariadic = function.isVarArg();
    if (isVariadic || !arguments.empty() || !results.empty())
      fail(function) << "'" << name
                     << "', with which a program begins, has no arguments and "
                        "no results";
    return;
  }
  std::optional<RuntimeFunction> known = findRuntimeFunction(name);
  if (!known)
    return;
  bool isInLLVM = std::is_same_v<Function, LLVM::LLVMFuncOp>;
  if (!function.isExternal()) {
    // What calls a C interface has the name of the function itself.
    if (!(isInLLVM && known->isInterface))
      fail(function) << "has the name of a function of the runtime, '" << name
                     << "'";
    return;
  }
  if (known->isInterface != hasInterface && !isInLLVM)
    fail(function) << "'" << name << "' is called "
                   << (known->isInterface ? "with" : "without")
                   << " the attribute llvm.emit_c_interface";
  else if (!known->matches(arguments, results))
    fail(function) << "'" << name << "' of the runtime has the type "
                   << known->str();
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

void InputCheck::checkType(Operation *op, RankedTensorType type) {
  if (std::string why = sayWhyUnsupported(type); !why.empty())
    fail(op) << "not supported yet: " << why << ", in " << type;
}

/// Each type once, where it occurs first.
void InputCheck::checkTypes(Operation *op) {
  AttrTypeWalker walker;
  walker.addWalk([&](Type type) {
    if (!seen.insert(type).second)
      return WalkResult::skip();
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      checkType(op, tensor);
    else if (isa<UnrankedTensorType>(type))
      fail(op) << "not supported yet: a tensor without an order, " << type;
    return WalkResult::advance();
  });
  for (Type type : op->getResultTypes())
    walker.walk(type);
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (Type type : block.getArgumentTypes())
        walker.walk(type);
  for (NamedAttribute attribute : op->getAttrs())
    walker.walk(attribute.getValue());
}
