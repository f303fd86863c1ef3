//===- Teams.cpp - OpenMP's teams in LLVM IR ------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   call @__kmpc_push_num_threads(loc, number, n)
//   call @__kmpc_fork_call(loc, count, body, arguments...)
//
// becomes
//
//   if (n == 1 && !omp_in_parallel())
//     call body(&zero, &zero, arguments...)
//   else
//     both
//
// where the second one is a call of the runtime,
//
//   call @encke_fork_call(@__kmpc_fork_call, loc, body, argument)
//
// The bodies of Encke's loops ask OpenMP for their thread's number and the size
// of the team, which are 0 and 1 where there is no team; inside of another team
// they would be that one's.
//
//===----------------------------------------------------------------------===//

#include "driver/Teams.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#include <utility>

using namespace llvm;

namespace {
/// A team, and the call that says how many threads it is to have.
struct Team {
  CallInst *size, *fork;
};
} // namespace

static bool calls(const CallInst &call, StringRef name) {
  const Function *callee = call.getCalledFunction();
  return callee && callee->getName() == name;
}

/// The teams of a function that are told their size, which stands in front of
/// them.
static SmallVector<Team> findTeams(Function &function) {
  SmallVector<Team> teams;
  CallInst *size = nullptr;
  for (Instruction &instruction : instructions(function)) {
    auto *call = dyn_cast<CallInst>(&instruction);
    if (!call)
      continue;
    if (calls(*call, "__kmpc_push_num_threads"))
      size = call;
    if (calls(*call, "__kmpc_fork_call") && size)
      teams.push_back({std::exchange(size, nullptr), call});
  }
  return teams;
}

static void callIfSmall(const Team &team) {
  constexpr unsigned threads = 2, body = 2, firstArgument = 3;
  auto *outlined = dyn_cast<Function>(team.fork->getArgOperand(body));
  if (!outlined || outlined->isVarArg())
    return;
  IRBuilder<> builder(team.fork);
  Value *isOne = builder.CreateICmpEQ(team.size->getArgOperand(threads),
                                      builder.getInt32(1));
  FunctionCallee inParallel = team.fork->getModule()->getOrInsertFunction(
      "omp_in_parallel", builder.getInt32Ty());
  Value *isSmall = builder.CreateAnd(
      isOne, builder.CreateIsNull(builder.CreateCall(inParallel)));
  Instruction *small, *large;
  SplitBlockAndInsertIfThenElse(isSmall, team.fork->getIterator(), &small,
                                &large);
  team.size->moveBefore(large->getIterator());
  team.fork->moveBefore(large->getIterator());

  BasicBlock &entry = team.fork->getFunction()->getEntryBlock();
  builder.SetInsertPoint(&entry, entry.begin());
  Value *zero = builder.CreateAlloca(builder.getInt32Ty());
  builder.CreateStore(builder.getInt32(0), zero);
  SmallVector<Value *> arguments = {zero, zero};
  for (unsigned n = firstArgument; n < team.fork->arg_size(); ++n)
    arguments.push_back(team.fork->getArgOperand(n));
  builder.SetInsertPoint(small);
  // Its code is there once already.
  builder.CreateCall(outlined, arguments)->setIsNoInline();
}

/// A team that the runtime starts knows which program its threads work for, and
/// what to do when one of them fails.
static void startByRuntime(Module &module, CallInst &fork) {
  constexpr unsigned where = 0, body = 2, argument = 3, argumentsOfOne = 4;
  if (fork.arg_size() > argumentsOfOne)
    return;
  LLVMContext &context = module.getContext();
  auto *pointer = PointerType::get(context, 0);
  FunctionCallee start = module.getOrInsertFunction(
      "encke_fork_call",
      FunctionType::get(Type::getVoidTy(context),
                        {pointer, pointer, pointer, pointer}, false));
  auto *function = cast<Function>(start.getCallee());
  if (!function->hasMetadata(LLVMContext::MD_callback))
    function->setMetadata(
        LLVMContext::MD_callback,
        MDNode::get(context, {MDBuilder(context).createCallbackEncoding(
                                 body, {-1, -1, argument}, false)}));
  Value *data = fork.arg_size() == argumentsOfOne
                    ? fork.getArgOperand(argument)
                    : ConstantPointerNull::get(pointer);
  IRBuilder<> builder(&fork);
  builder.CreateCall(start, {fork.getCalledOperand(), fork.getArgOperand(where),
                             fork.getArgOperand(body), data});
  fork.eraseFromParent();
}

void encke::guardTeams(Module &module) {
  Function *fork = module.getFunction("__kmpc_fork_call");
  if (!fork)
    return;
  for (User *user : make_early_inc_range(fork->users()))
    if (auto *call = dyn_cast<CallInst>(user);
        call && call->getCalledOperand() == fork)
      startByRuntime(module, *call);
}

void encke::callSmallTeams(Module &module) {
  if (!module.getFunction("__kmpc_push_num_threads"))
    return;
  for (Function &function : module)
    for (const Team &team : findTeams(function))
      callIfSmall(team);
}
