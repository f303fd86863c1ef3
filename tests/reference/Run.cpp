//===- Run.cpp - statements, one after the other --------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "tests/reference/Assign.h"

using namespace encke;
using namespace encke::reference;
using llvm::dyn_cast;
using llvm::isa;

namespace {

/// What a function gives back.
struct Result {
  bool hasReturned = false;
  std::optional<Tensor> tensor;
  double scalar = 0;
};

class Interpreter {
public:
  Interpreter(Session &session, Frame &frame)
      : session(session), frame(frame) {}

  /// Runs statements until one returns.
  Result run(const ast::Block &block);

private:
  Result run(const ast::Stmt &stmt);
  void assign(const ast::Assign &assign);
  double scalarValue(const ast::Expr &expr);
  void setScalar(const ast::Assign &assign);
  void print(const ast::Expr &expr);
  Result runFor(const ast::For &loop);
  Result runWhile(const ast::While &loop);
  Result call(const ast::Function &function, const ast::Call &call);
  const ast::Function *calledFunction(const ast::Expr &expr) const;

  Session &session;
  Frame &frame;
};

/// The tensor that an argument or a returned value names as a whole, or "".
std::string wholeTensor(const ast::Expr &expr, const Frame &frame) {
  if (auto *name = dyn_cast<ast::Name>(&expr))
    return frame.isTensor(name->name) ? name->name : "";
  if (auto *access = dyn_cast<ast::Access>(&expr))
    return access->name.name;
  return "";
}

const ast::Function *Interpreter::calledFunction(const ast::Expr &expr) const {
  auto *call = dyn_cast<ast::Call>(&expr);
  return call ? session.findFunction(call->name.name) : nullptr;
}

Result Interpreter::run(const ast::Block &block) {
  for (const ast::StmtPtr &stmt : block) {
    Result result = run(*stmt);
    if (result.hasReturned)
      return result;
  }
  return {};
}

Result Interpreter::run(const ast::Stmt &stmt) {
  if (isa<ast::LabelDecl>(stmt) || isa<ast::TensorDecl>(stmt))
    return {}; // resolveSizes has seen them all.
  if (auto *decl = dyn_cast<ast::ScalarDecl>(&stmt)) {
    frame.scalars[decl->name.name] = scalarValue(*decl->init);
    return {};
  }
  if (auto *statement = dyn_cast<ast::Assign>(&stmt)) {
    assign(*statement);
    return {};
  }
  if (auto *loop = dyn_cast<ast::For>(&stmt))
    return runFor(*loop);
  if (auto *loop = dyn_cast<ast::While>(&stmt))
    return runWhile(*loop);
  if (auto *branch = dyn_cast<ast::If>(&stmt))
    return run(scalarValue(*branch->condition) != 0 ? branch->thenBody
                                                    : branch->elseBody);
  if (auto *statement = dyn_cast<ast::Return>(&stmt)) {
    Result result;
    result.hasReturned = true;
    if (!statement->value)
      return result;
    std::string name = wholeTensor(*statement->value, frame);
    if (name.empty())
      result.scalar = scalarValue(*statement->value);
    else
      result.tensor = frame.tensor(name);
    return result;
  }
  if (auto *statement = dyn_cast<ast::ExprStmt>(&stmt)) {
    auto *call = dyn_cast<ast::Call>(statement->expr.get());
    if (call && call->name.name == "print" && call->arguments.size() == 1) {
      print(*call->arguments[0]);
      return {};
    }
  }
  throw NotSupported("this kind of statement");
}

void Interpreter::print(const ast::Expr &expr) {
  std::string name = wholeTensor(expr, frame);
  if (name.empty())
    session.output << formatNumber(scalarValue(expr)) << '\n';
  else
    frame.tensor(name).print(session.output, name);
}

double Interpreter::scalarValue(const ast::Expr &expr) {
  if (const ast::Function *function = calledFunction(expr)) {
    Result result = call(*function, *dyn_cast<ast::Call>(&expr));
    if (result.tensor)
      throw ProgramError("a tensor where a scalar is expected");
    return result.scalar;
  }
  NodePtr node = buildExpression(expr, frame, {});
  Environment nowhere;
  return evaluate(*node, nowhere).value_or(0);
}

void Interpreter::setScalar(const ast::Assign &assign) {
  auto scalar = frame.scalars.find(assign.target.name);
  if (scalar == frame.scalars.end())
    throw ProgramError("no variable is called " + assign.target.name);
  double value = scalarValue(*assign.value);
  switch (assign.op) {
  case ast::AssignOp::Set:
    scalar->second = value;
    break;
  case ast::AssignOp::Add:
    scalar->second += value;
    break;
  case ast::AssignOp::Sub:
    scalar->second -= value;
    break;
  case ast::AssignOp::Accumulate:
    throw NotSupported("accumulating into a scalar");
  }
}

void Interpreter::assign(const ast::Assign &assign) {
  if (!frame.isTensor(assign.target.name))
    return setScalar(assign);
  const ast::Function *function = calledFunction(*assign.value);
  if (!function)
    return assignTensor(assign, session, frame);
  if (assign.op != ast::AssignOp::Set || assign.mask)
    throw NotSupported("anything but `=` on a call's result");
  Result result = call(*function, *dyn_cast<ast::Call>(assign.value.get()));
  if (!result.tensor)
    throw ProgramError("a scalar where a tensor is expected");
  for (size_t d = 0; d < result.tensor->getOrder(); ++d)
    if (frame.tensorSizes[assign.target.name][d] < 0)
      frame.tensorSizes[assign.target.name][d] = result.tensor->getSizes()[d];
  copyTensor(*result.tensor, frame.tensor(assign.target.name));
}

Result Interpreter::runFor(const ast::For &loop) {
  int64_t lo = loop.lo ? scalarValue(*loop.lo) : 0;
  int64_t hi = scalarValue(*loop.hi);
  int64_t step = loop.step ? scalarValue(*loop.step) : 1;
  if (step == 0)
    throw ProgramError("a loop's step is 0");
  for (int64_t t = lo; step > 0 ? t < hi : t > hi; t += step) {
    frame.scalars[loop.variable.name] = t;
    Result result = run(loop.body);
    if (result.hasReturned)
      return result;
  }
  return {};
}

Result Interpreter::runWhile(const ast::While &loop) {
  while (scalarValue(*loop.condition) != 0) {
    Result result = run(loop.body);
    if (result.hasReturned)
      return result;
  }
  return {};
}

Result Interpreter::call(const ast::Function &function, const ast::Call &call) {
  if (call.arguments.size() != function.parameters.size())
    throw ProgramError("a wrong number of arguments of " + function.name.name);
  Frame callee;
  for (size_t p = 0; p < function.parameters.size(); ++p) {
    const ast::Parameter &parameter = function.parameters[p];
    if (parameter.scalar) {
      callee.scalars[parameter.scalar->name.name] =
          scalarValue(*call.arguments[p]);
      continue;
    }
    std::string name = wholeTensor(*call.arguments[p], frame);
    if (name.empty())
      throw ProgramError("argument " + std::to_string(p + 1) + " of " +
                         function.name.name + " must be a tensor");
    callee.tensors[parameter.tensor->name.name] = frame.tensor(name);
  }
  resolveSizes(function, session, callee);
  return Interpreter(session, callee).run(function.body);
}

} // namespace

void encke::reference::runProgram(Session &session) {
  const ast::Function *main = session.findFunction("main");
  if (!main)
    throw ProgramError("the program has no function main");
  Frame frame;
  resolveSizes(*main, session, frame);
  Interpreter(session, frame).run(main->body);
}
