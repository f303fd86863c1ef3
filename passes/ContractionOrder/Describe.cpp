//===- Describe.cpp - factors as a reader knows them ----------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/ContractionOrder/Describe.h"
#include "passes/Support/Expressions.h"

#include "dialects/TA/TADialect.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace encke;
using namespace encke::ta;

/// Longer texts say less than none.
static constexpr size_t longest = 40;

namespace {

/// How tightly an operator binds.
enum class Binding { Sum, Product, Operand };

class Description {
public:
  explicit Description(llvm::function_ref<std::string(Value)> nameOf)
      : nameOf(nameOf) {}

  /// In parentheses where it binds less than what is around it.
  std::string get(Value expr, Binding around);
  bool failed = false;

private:
  std::string getOperator(Operation *op, StringRef sign, Binding binding,
                          Binding ofSecond);
  std::string getInner(Value expr, Binding &binding);

  llvm::function_ref<std::string(Value)> nameOf;
};

} // namespace

std::string Description::getOperator(Operation *op, StringRef sign,
                                     Binding binding, Binding ofSecond) {
  return get(op->getOperand(0), binding) + sign.str() +
         get(op->getOperand(1), ofSecond);
}

static std::string toText(double number) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << llvm::format("%g", number);
  return text;
}

std::string Description::getInner(Value expr, Binding &binding) {
  Operation *op = expr.getDefiningOp();
  binding = Binding::Operand;
  if (isa_and_present<AccessOp>(op))
    return nameOf(expr);
  if (std::optional<double> number = getNumber(expr))
    return toText(*number);
  if (isa_and_present<RepeatOp, CastOp, SumOp>(op))
    return getInner(op->getOperand(0), binding);
  if (auto apply = dyn_cast_if_present<ApplyOp>(op)) {
    std::string arguments;
    llvm::ListSeparator comma;
    for (Value operand : apply.getOperands())
      arguments += std::string(StringRef(comma)) + get(operand, Binding::Sum);
    return apply.getFunction().str() + "(" + arguments + ")";
  }
  if (isa_and_present<AddOp, SubOp>(op)) {
    binding = Binding::Sum;
    return isa<AddOp>(op)
               ? getOperator(op, " + ", Binding::Sum, Binding::Sum)
               : getOperator(op, " - ", Binding::Sum, Binding::Product);
  }
  if (isa_and_present<MulOp, DivOp>(op)) {
    binding = Binding::Product;
    return isa<MulOp>(op)
               ? getOperator(op, "*", Binding::Product, Binding::Product)
               : getOperator(op, "/", Binding::Product, Binding::Operand);
  }
  if (isa_and_present<NegOp>(op)) {
    binding = Binding::Sum;
    return "-" + get(op->getOperand(0), Binding::Product);
  }
  failed = true;
  return {};
}

std::string Description::get(Value expr, Binding around) {
  Binding binding;
  std::string text = failed ? std::string() : getInner(expr, binding);
  if (failed || text.size() > longest) {
    failed = true;
    return {};
  }
  return binding < around ? "(" + text + ")" : text;
}

std::string encke::describe(Value expr,
                            llvm::function_ref<std::string(Value)> nameOf) {
  Description description(nameOf);
  std::string text = description.get(expr, Binding::Operand);
  return description.failed ? "(...)" : text;
}
