//===- Run.cpp - statements, one after the other --------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "tests/reference/Assign.h"
#include "tests/reference/Labels.h"
#include "tests/reference/Output.h"

using namespace encke;
using namespace encke::reference;
using llvm::dyn_cast;
using llvm::isa;

namespace {

constexpr int mostCalls = 200;

/// One of the values that a function gives back: either of the two.
struct Given {
  std::optional<Tensor> tensor;
  std::optional<Value> scalar;
};

/// How a block ends.
struct Result {
  bool hasReturned = false;
  /// A `break` or `continue` ends the round of the loop around (L64).
  const ast::Jump *jump = nullptr;
  std::vector<Given> values;
};

class Interpreter {
public:
  Interpreter(const ast::Function &function, Frame &frame)
      : function(function), frame(frame), session(frame.session) {}

  /// Runs statements until one returns.
  Result run(const ast::Block &block);

private:
  Result run(const ast::Stmt &stmt);
  void assign(const ast::Assign &assign);
  void setScalar(const ast::Assign &assign, Value &scalar);
  void setFromCall(const ast::Assign &assign, const ast::Call &call,
                   const ast::Function &called);
  void setTensor(const std::string &target, const Tensor &value);
  void unpack(const ast::Unpack &unpack);
  std::string lineOf(const ast::Call &call);
  void runCall(const ast::Expr &expr);
  void print(const ast::Expr &expr);
  void computeRange(const ast::LabelDecl &decl);
  Result runFor(const ast::For &loop);
  Result runWhile(const ast::While &loop);
  Result runReturn(const ast::Return &statement);
  Given returned(const ast::Expr &value, const ast::Result &declared);
  bool isTrue(const ast::Expr &condition);

  const ast::Function &function;
  Frame &frame;
  Session &session;
};

/// The tensor that an argument or a returned value names as a whole, or "".
std::string wholeTensor(const ast::Expr &expr, Frame &frame) {
  if (auto *name = dyn_cast<ast::Name>(&expr))
    return frame.isTensor(name->name) ? name->name : "";
  if (auto *access = dyn_cast<ast::Access>(&expr)) {
    if (freeLabels(expr, frame).empty() && !access->indices.empty())
      return "";
    size_t order = frame.tensor(access->name.name).getOrder();
    if (access->indices.size() != order)
      throw ProgramError("a wrong number of labels on " + access->name.name);
    return access->name.name;
  }
  return "";
}

/// The argument as a parameter of its own: in the parameter's format, if it has
/// one.
Tensor argumentTensor(const Tensor &given, const ast::TensorDecl &parameter,
                      const ast::Program &program) {
  bool hasShape =
      !parameter.dimensions.empty() || !parameter.spec.parts.empty();
  if (given.getStoredType() != parameter.type)
    throw ProgramError("parameter " + parameter.name.name +
                       " has another element type");
  if (!hasShape)
    return given;
  if (parameter.dimensions.size() != given.getOrder())
    throw ProgramError("parameter " + parameter.name.name +
                       " has another order");
  if (parameter.spec.parts.empty())
    return given;
  Tensor copy(parameter.type, given.getSizes(),
              layoutOf(parameter.spec, given.getOrder(), program));
  copyTensor(given, copy);
  return copy;
}

/// Runs a function of the program on the arguments of a call (L31, L48).
Result callFunction(const ast::Call &call, const ast::Function &function,
                    Frame &caller) {
  if (call.arguments.size() != function.parameters.size())
    throw ProgramError("a wrong number of arguments of " + function.name.name);
  if (++caller.session.callDepth > mostCalls)
    throw NotSupported("more than " + std::to_string(mostCalls) +
                       " calls inside each other");
  Frame frame(caller.session, function.file);
  for (size_t p = 0; p < function.parameters.size(); ++p) {
    const ast::Parameter &parameter = function.parameters[p];
    const ast::Expr &argument = *call.arguments[p];
    if (parameter.scalar) {
      Symbol symbol;
      symbol.scalar = scalarValue(argument, caller, parameter.scalar->type);
      frame.declare(parameter.scalar->name.name, symbol);
      continue;
    }
    std::string name = wholeTensor(argument, caller);
    if (name.empty())
      throw ProgramError("L48: argument " + std::to_string(p + 1) + " of " +
                         function.name.name + " must be a tensor");
    const ast::TensorDecl &decl = *parameter.tensor;
    frame.tensors.emplace(&decl, argumentTensor(caller.tensor(name), decl,
                                                frame.session.program));
    frame.declare(decl.name.name, {&decl, {}});
  }
  resolveSizes(function, frame);
  Result result = Interpreter(function, frame).run(function.body);
  --caller.session.callDepth;
  if (result.values.size() != function.results.size())
    throw ProgramError(function.name.name + " returns nothing");
  return result;
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

Result Interpreter::run(const ast::Block &block) {
  frame.enterBlock();
  Result result;
  for (const ast::StmtPtr &stmt : block) {
    result = run(*stmt);
    if (result.hasReturned || result.jump)
      break;
  }
  frame.leaveBlock();
  return result;
}

Result Interpreter::run(const ast::Stmt &stmt) {
  if (auto *decl = dyn_cast<ast::LabelDecl>(&stmt)) {
    if (decl->extent.kind == ast::Extent::Computed)
      computeRange(*decl);
    return {}; // resolveSizes has seen the others.
  }
  if (isa<ast::Reorder, ast::Distribute>(stmt))
    return {}; // L36, L61: no result depends on it.
  if (auto *decl = dyn_cast<ast::TensorDecl>(&stmt)) {
    layoutOf(decl->spec, decl->dimensions.size(), session.program);
    frame.tensors.erase(decl); // In a loop it starts empty each time.
    frame.declare(decl->name.name, {decl, {}});
    return {};
  }
  if (auto *decl = dyn_cast<ast::ScalarDecl>(&stmt)) {
    // L48: the left side has no labels, so all labels are summed.
    NodePtr node = buildExpression(*decl->init, frame, {});
    Environment nowhere;
    Symbol symbol;
    symbol.scalar = convert(evaluate(*node, nowhere).value, node->type);
    frame.declare(decl->name.name, symbol);
    return {};
  }
  if (auto *statement = dyn_cast<ast::Assign>(&stmt)) {
    assign(*statement);
    return {};
  }
  if (auto *statement = dyn_cast<ast::Unpack>(&stmt)) {
    unpack(*statement);
    return {};
  }
  if (auto *loop = dyn_cast<ast::For>(&stmt))
    return runFor(*loop);
  if (auto *loop = dyn_cast<ast::While>(&stmt))
    return runWhile(*loop);
  if (auto *branch = dyn_cast<ast::If>(&stmt))
    return run(isTrue(*branch->condition) ? branch->thenBody
                                          : branch->elseBody);
  if (auto *statement = dyn_cast<ast::Return>(&stmt))
    return runReturn(*statement);
  if (auto *jump = dyn_cast<ast::Jump>(&stmt)) {
    Result result;
    result.jump = jump;
    return result;
  }
  if (auto *statement = dyn_cast<ast::ExprStmt>(&stmt)) {
    runCall(*statement->expr);
    return {};
  }
  throw NotSupported("this kind of statement");
}

Result Interpreter::runReturn(const ast::Return &statement) {
  Result result;
  result.hasReturned = true;
  if (statement.values.size() != function.results.size())
    throw ProgramError(function.name.name + " gives " +
                       std::to_string(function.results.size()) + " values");
  for (size_t n = 0; n < statement.values.size(); ++n)
    result.values.push_back(
        returned(*statement.values[n], function.results[n]));
  return result;
}

Given Interpreter::returned(const ast::Expr &value,
                            const ast::Result &declared) {
  if (declared.scalar) {
    // L64: as for `var`, all labels are summed.
    ElementType type = *declared.scalar;
    NodePtr node = buildExpression(value, frame, {}, type);
    requireWidening(node->type, type, "the result");
    Environment nowhere;
    return {std::nullopt, convert(evaluate(*node, nowhere).value, type)};
  }
  std::string name = wholeTensor(value, frame);
  if (name.empty())
    throw ProgramError("a tensor without labels is needed here");
  const ast::TensorDecl &decl = *declared.tensor;
  for (size_t d = 0;
       d < decl.dimensions.size() && d < frame.tensor(name).getOrder(); ++d)
    if (decl.dimensions[d].kind != ast::Dimension::Dynamic)
      frame.sizes.fix(frame.sizes.dimensionOf(decl, d),
                      frame.tensor(name).getSizes()[d], /*isData=*/true);
  return {argumentTensor(frame.tensor(name), decl, frame.session.program),
          std::nullopt};
}

/// L59: texts and single values.
std::string Interpreter::lineOf(const ast::Call &call) {
  std::string line;
  for (const ast::ExprPtr &argument : call.arguments) {
    if (argument != call.arguments.front())
      line += ' ';
    if (const std::string *text = session.findText(*argument)) {
      line += *text;
      continue;
    }
    Value value = scalarValue(*argument, frame);
    bool isStorage = session.printForm == PrintForm::Storage;
    line += isStorage ? sixDigits(value) : shortest(value);
  }
  return line;
}

void Interpreter::runCall(const ast::Expr &expr) {
  auto *call = dyn_cast<ast::Call>(&expr);
  if (!call)
    throw ProgramError("the value is not used");
  const std::string &name = call->name.name;
  size_t count = call->arguments.size();
  if (const ast::Function *called = session.findFunction(name)) {
    callFunction(*call, *called, frame);
  } else if (name == "print" &&
             (count > 1 ||
              (count == 1 && session.findText(*call->arguments[0])))) {
    session.output << lineOf(*call) << '\n';
  } else if (name == "error" && count > 0) {
    throw DataError(lineOf(*call));
  } else if (name == "print" && count == 1) {
    print(*call->arguments[0]);
  } else if (name == "write" && count == 2) {
    const std::string *path = session.findText(*call->arguments[1]);
    std::string tensor = wholeTensor(*call->arguments[0], frame);
    if (!path || tensor.empty())
      throw ProgramError("L14: write needs a tensor and a path");
    writeTensor(*path, frame.tensor(tensor));
    session.forgetFiles();
  } else if (name == "printElapsedTime" && count == 2) {
    for (const ast::ExprPtr &argument : call->arguments)
      scalarValue(*argument, frame, ElementType::Double);
    session.output << "ELAPSED_TIME = 0.000000\n";
  } else {
    throw ProgramError("no statement is called " + name);
  }
}

void Interpreter::print(const ast::Expr &expr) {
  bool isStorage = session.printForm == PrintForm::Storage;
  std::string name = wholeTensor(expr, frame);
  if (name.empty()) {
    Value value = scalarValue(expr, frame);
    session.output << (isStorage ? sixDigits(value) : shortest(value)) << '\n';
  } else if (isStorage) {
    printStorage(session.output, frame.tensor(name));
  } else {
    printPlain(session.output, name, frame.tensor(name));
  }
}

//===----------------------------------------------------------------------===//
// Assignments
//===----------------------------------------------------------------------===//

void Interpreter::setScalar(const ast::Assign &assign, Value &scalar) {
  if (assign.hasIndices || assign.mask)
    throw ProgramError("a scalar variable has no labels and no mask");
  NodePtr node = buildExpression(*assign.value, frame, {}, scalar.type);
  requireWidening(node->type, scalar.type, assign.target.name);
  Environment nowhere;
  Value value = convert(evaluate(*node, nowhere).value, scalar.type);
  std::string op;
  switch (assign.op) {
  case ast::AssignOp::Set:
    scalar = value;
    return;
  case ast::AssignOp::Add:
    op = "+";
    break;
  case ast::AssignOp::Sub:
    op = "-";
    break;
  case ast::AssignOp::Accumulate:
    op = assign.accumulate->name;
    reducerOn(op, scalar.type); // It must be one that reduces.
    break;
  }
  // Only the sum of two bools is of another type, and a bool again.
  scalar =
      convert(operatorOn(op, scalar.type).apply({scalar, value}), scalar.type);
}

/// `y[i] = f(A, 2.0);`
void Interpreter::setFromCall(const ast::Assign &assign, const ast::Call &call,
                              const ast::Function &called) {
  if (assign.op != ast::AssignOp::Set || assign.mask)
    throw ProgramError("a call's result needs a plain `=`");
  Result result = callFunction(call, called, frame);
  setTensor(assign.target.name, *result.values.front().tensor);
}

void Interpreter::setTensor(const std::string &target, const Tensor &value) {
  const ast::TensorDecl &decl = frame.declarationOf(target);
  if (value.getOrder() != frame.sizes.orderOf(decl))
    throw ProgramError("a result of another order than its target");
  for (size_t d = 0; d < value.getOrder(); ++d)
    frame.sizes.fix(frame.sizes.dimensionOf(decl, d), value.getSizes()[d],
                    /*isData=*/true);
  copyTensor(value, frame.tensor(target));
}

/// `Q, s = f(A);`
void Interpreter::unpack(const ast::Unpack &unpack) {
  const ast::Function *called = nullptr;
  const ast::Call *call = programCall(*unpack.value, session, called);
  std::vector<Given> values;
  if (call) {
    values = callFunction(*call, *called, frame).values;
  } else {
    for (Tensor &factor : factorise(*unpack.value, frame))
      values.push_back({std::move(factor), std::nullopt});
  }
  if (values.size() != unpack.targets.size())
    throw ProgramError("L64: another number of results than of targets");
  for (size_t n = 0; n < values.size(); ++n) {
    const std::string &target = unpack.targets[n]->target.name;
    Symbol *symbol = frame.find(target);
    if (!symbol || !symbol->tensor != !values[n].tensor)
      throw ProgramError("L64: " + target + " does not take the result");
    if (symbol->tensor) {
      setTensor(target, *values[n].tensor);
      continue;
    }
    requireWidening(values[n].scalar->type, symbol->scalar.type, target);
    symbol->scalar = convert(*values[n].scalar, symbol->scalar.type);
  }
}

void Interpreter::assign(const ast::Assign &assign) {
  Symbol *symbol = frame.find(assign.target.name);
  if (!symbol)
    throw ProgramError("nothing is called " + assign.target.name);
  if (!symbol->tensor)
    return setScalar(assign, symbol->scalar);
  const ast::Function *called = nullptr;
  const ast::Call *call = programCall(*assign.value, session, called);
  if (call && called->tensorResult())
    return setFromCall(assign, *call, *called);
  assignTensor(assign, frame);
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

bool Interpreter::isTrue(const ast::Expr &condition) {
  Value value = scalarValue(condition, frame);
  if (value.type != ElementType::Bool)
    throw ProgramError("a condition must be bool");
  return !isZero(value);
}

void Interpreter::computeRange(const ast::LabelDecl &decl) {
  auto bound = [&](const ast::ExprPtr &expr) {
    return expr ? scalarValue(*expr, frame, ElementType::Int64).integer : 1;
  };
  int64_t lo = bound(decl.lo), hi = bound(decl.hi), step = bound(decl.step);
  for (const ast::Identifier &name : decl.names)
    frame.sizes.setRange(name.name, lo, hi, step);
}

Result Interpreter::runFor(const ast::For &loop) {
  auto bound = [&](const ast::ExprPtr &expr, int64_t otherwise) {
    return expr ? scalarValue(*expr, frame, ElementType::Int64).integer
                : otherwise;
  };
  int64_t lo = bound(loop.lo, 0), hi = bound(loop.hi, 0);
  int64_t step = bound(loop.step, 1);
  if (step == 0)
    throw ProgramError("L30: the step of a loop is 0");
  for (int64_t t = lo; step > 0 ? t < hi : t > hi; t += step) {
    frame.enterBlock();
    Symbol symbol;
    symbol.scalar = makeInteger(ElementType::Int64, t);
    frame.declare(loop.variable.name, symbol);
    Result result = run(loop.body);
    frame.leaveBlock();
    if (result.hasReturned)
      return result;
    if (result.jump && result.jump->isBreak)
      break;
  }
  return {};
}

Result Interpreter::runWhile(const ast::While &loop) {
  while (isTrue(*loop.condition)) {
    Result result = run(loop.body);
    if (result.hasReturned)
      return result;
    if (result.jump && result.jump->isBreak)
      break;
  }
  return {};
}

} // namespace

void encke::reference::requireWidening(ElementType from, ElementType to,
                                       const std::string &what) {
  if (!widensTo(from, to))
    throw ProgramError("L8: a value of type " + toString(from).str() +
                       " does not fit " + what + " of type " +
                       toString(to).str());
}

Value encke::reference::scalarValue(const ast::Expr &expr, Frame &frame,
                                    std::optional<ElementType> type) {
  if (!isSingleValue(expr, frame))
    throw ProgramError("a single value is needed here");
  NodePtr node = buildExpression(expr, frame, {}, type);
  if (type)
    requireWidening(node->type, *type, "its place");
  Environment nowhere;
  Value value = evaluate(*node, nowhere).value;
  return type ? convert(value, *type) : value;
}

Value encke::reference::callForScalar(const ast::Call &call,
                                      const ast::Function &function,
                                      Frame &frame) {
  Result result = callFunction(call, function, frame);
  if (result.values.size() != 1 || !result.values.front().scalar)
    throw ProgramError(function.name.name + " gives no single value");
  return *result.values.front().scalar;
}

void encke::reference::runProgram(Session &session) {
  const ast::Function *main = session.findFunction("main");
  if (!main || !main->parameters.empty())
    throw ProgramError("the program has no function main without parameters");
  Frame frame(session, main->file);
  resolveSizes(*main, frame);
  Interpreter(*main, frame).run(main->body);
}
