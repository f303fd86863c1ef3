//===- invoke.cpp - functions of libraries are called ---------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a call has is its own, so that several threads may call at once: its
// context, its frame to return to, and its caller's encke_call, where errors
// go. Nothing of the process is changed.
//
//===----------------------------------------------------------------------===//

#include "calls/invocation.h"
#include "calls/processor.h"
#include "core/context.h"
#include "core/threads.h"
#include "encke/encke.h"
#include "encke/runtime.h"
#include "storage/tensor.h"

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <memory>
#include <optional>
#include <string>

namespace encke::rt {

/// A dense operand as MLIR's memory reference, which has two pointers, an
/// offset, the sizes, and the strides.
static std::unique_ptr<int64_t[]> makeReference(const encke_tensor &tensor) {
  size_t order = size_t(tensor.order);
  auto words = std::make_unique<int64_t[]>(3 + 2 * order);
  words[0] = words[1] = reinterpret_cast<int64_t>(tensor.values);
  words[2] = 0;
  int64_t stride = 1;
  for (size_t mode = order; mode-- != 0;) {
    words[3 + mode] = tensor.sizes[mode];
    words[3 + order + mode] = stride;
    stride *= tensor.sizes[mode];
  }
  return words;
}

namespace {
/// What the code takes: the addresses of scalars and memory references, and
/// tensors.
class Arguments {
public:
  explicit Arguments(const Invocation &invocation) {
    const encke_function &function = invocation.function;
    pointers.reserve(size_t(function.parameter_count));
    references.reserve(size_t(function.parameter_count));
    for (int32_t n = 0; n != function.parameter_count; ++n) {
      const encke_parameter &parameter = function.parameters[n];
      const void *argument = invocation.arguments[n];
      if (parameter.is_buffer) {
        references.push_back(makeReference(*invocation.operand(n)));
        argument = references.back().get();
      }
      pointers.push_back(const_cast<void *>(argument));
    }
  }
  void *const *data() const { return pointers.data(); }

private:
  std::vector<std::unique_ptr<int64_t[]>> references;
  std::vector<void *> pointers;
};
} // namespace

/// How many there are room for is asked when more than one is worth having.
static int32_t threadsOf(const encke_call &call) {
  static const int32_t usual = defaultThreads();
  return call.threads > 0 ? call.threads : usual;
}

static void checkCall(const Invocation &invocation) {
  const encke_call &call = invocation.call;
  if (call.communicator && !invocation.function.takes_communicator)
    throw identified(id::operandMismatch,
                     helped(Error(std::string("'") + invocation.function.name +
                                  "' was not compiled for several processes, "
                                  "but the call has a communicator"),
                            "compile the library with --processes=mpi"));
  constexpr int32_t known =
      ENCKE_ALIAS_OK | ENCKE_CHECK | ENCKE_ACCUMULATE | ENCKE_WIDE;
  if (call.flags & ~known)
    throw identified(id::operandMismatch,
                     Error("the call has a flag that is not known"));
  if (call.threads < 0 || call.threads > mostThreads)
    throw identified(id::operandMismatch,
                     Error("the call asks for " + std::to_string(call.threads) +
                           " threads, not for 0 to " +
                           std::to_string(mostThreads)));
  if (call.file_count < 0 || (call.file_count > 0 && !call.files) ||
      std::count(call.files, call.files + call.file_count, nullptr) != 0)
    throw identified(id::operandMismatch,
                     Error("the call has " + std::to_string(call.file_count) +
                           " data files, but not as many paths"));
  if (invocation.function.result.kind != ENCKE_NOTHING && !invocation.result)
    throw identified(id::operandMismatch,
                     Error(std::string("'") + invocation.function.name +
                           "' has a result, but the place for it is NULL"));
}

/// What ends a call before it computes is an error of its operands; so are
/// sizes that do not fit together.
static int statusOf(const encke_call &call) {
  for (const char *identifier :
       {id::operandMismatch, id::resultMismatch, id::sizesDisagree})
    if (std::strcmp(call.identifier, identifier) == 0)
      return ENCKE_OPERAND_ERROR;
  return ENCKE_RUN_TIME_ERROR;
}

/// The best code of the function that this processor runs, for indices of
/// `bytes`.
static void (*findCode(const encke_function &function,
                       int32_t bytes))(void *const *, void *) {
  static const int32_t level = processorLevel();
  for (int32_t n = 0; n != function.version_count; ++n)
    if (const encke_version &version = function.versions[n];
        version.level <= level && version.bodies[bytes == 8])
      return version.bodies[bytes == 8];
  bool isTooOld = std::any_of(
      function.versions, function.versions + function.version_count,
      [&](const encke_version &v) { return v.bodies[bytes == 8] != nullptr; });
  if (isTooOld)
    throw Error(std::string("'") + function.name +
                "' was compiled for a better processor (--mcpu)");
  throw identified(id::operandMismatch,
                   Error(std::string("'") + function.name +
                         "' was compiled for the other width of positions and "
                         "coordinates, not for " +
                         std::to_string(8 * bytes) + " bits"));
}

/// All processes make the same call, and have got as far as this.
static void meet(const Invocation &invocation) {
  encke_processes *table = Context::current().processes;
  if (!table)
    return;
  struct {
    char symbol[128];
  } own = {};
  std::strncpy(own.symbol, invocation.function.symbol, sizeof(own.symbol) - 1);
  auto all = gatherFromAll(*table, own);
  for (size_t p = 0; p != all.size(); ++p)
    if (std::strcmp(all[p].symbol, own.symbol) != 0)
      throw identified(id::operandMismatch,
                       Error("the processes make different calls: process " +
                             std::to_string(p) + " of '" + all[p].symbol +
                             "', process " + std::to_string(table->rank) +
                             " of '" + own.symbol + "'"));
}

/// Inside the frame of the call.
static void compute(void *data) {
  auto &invocation = *static_cast<Invocation *>(data);
  guarded(nullptr, [&] {
    checkCall(invocation);
    if (invocation.call.file_count != 0)
      Context::current().setArguments(invocation.call.files,
                                      invocation.call.file_count);
    int32_t width = checkOperands(invocation);
    invocation.sizes.assign(size_t(invocation.function.result.order), 0);
    for (int32_t mode = 0; mode != invocation.function.result.order; ++mode)
      invocation.sizes[size_t(mode)] =
          std::max<int64_t>(invocation.function.result.sizes[mode], 0);
    Context::current().scratch.push_back(
        std::make_shared<Arguments>(invocation));
    auto &arguments =
        *static_cast<Arguments *>(Context::current().scratch.back().get());
    invocation.code = findCode(invocation.function, width);
    invocation.codeArguments = arguments.data();
    meet(invocation);
  });
  invocation.code(invocation.codeArguments, nullptr);
  guarded(nullptr, [&] {
    Output &out = Context::current().out;
    if (!out.isUnused()) // the stream is the caller's, too
      out.flush();
    deliver(invocation);
    meet(invocation);
  });
}

/// Another process has failed when this one had its result.
static void takeBack(const Invocation &invocation, const encke_tensor *before) {
  if (invocation.function.result.kind != ENCKE_TENSOR || !invocation.result)
    return;
  auto &result = *static_cast<encke_tensor **>(invocation.result);
  if (result && !before) {
    encke_release(result);
    result = nullptr;
  }
}

static int invoke(Invocation &invocation) {
  encke_call &call = invocation.call;
  encke_options options;
  encke_options_default(&options);
  options.threads = threadsOf(call);
  std::optional<Communicator> communicator;
  if (call.communicator && invocation.function.takes_communicator)
    communicator.emplace(call.communicator);
  Context context(options, nullptr, 0,
                  communicator ? &communicator->table() : nullptr);
  context.call = &call;
  context.invocation = &invocation;
  const encke_tensor *before = invocation.given();
  if (runInFrame(context, compute, &invocation))
    return ENCKE_OK;
  if (communicator) {
    takeBack(invocation, before);
    if (!communicator->table().failure)
      communicator->fail(call.message);
  }
  return statusOf(call);
}

/// A struct of another version. Its texts are where they are here, if it is as
/// long as to have them.
static int refuseCall(encke_call &call) {
  if (call.struct_size < int32_t(offsetof(encke_call, reserved)))
    return ENCKE_OPERAND_ERROR;
  call.place[0] = '\0';
  std::strcpy(call.identifier, id::operandMismatch);
  std::snprintf(call.message, sizeof(call.message),
                "the encke_call was made with another version of "
                "encke/encke.h: its struct_size is %d, not %zu",
                call.struct_size, sizeof(encke_call));
  return ENCKE_OPERAND_ERROR;
}

} // namespace encke::rt

using namespace encke::rt;

int encke_invoke(const encke_function *function, const void *const *arguments,
                 void *result, encke_call *call) {
  encke_call own = encke_call_default();
  if (call && call->struct_size != own.struct_size)
    return refuseCall(*call);
  if (!call)
    call = &own;
  call->identifier[0] = call->place[0] = call->message[0] = '\0';
  Invocation invocation(*function, arguments, result, *call);
  try {
    return invoke(invocation);
  } catch (const std::exception &error) { // no memory, or no communicator
    const auto *known = dynamic_cast<const Error *>(&error);
    std::strcpy(call->identifier, known ? id::runTimeError : id::outOfMemory);
    std::strncpy(call->message, error.what(), sizeof(call->message) - 1);
    return ENCKE_RUN_TIME_ERROR;
  }
}

static Invocation &current() {
  Invocation *invocation = Context::current().invocation;
  if (!invocation)
    throw Error("no function of a library is running");
  return *invocation;
}

void encke_give_size(int64_t mode, int64_t size) {
  guarded(nullptr, [&] { current().sizes.at(size_t(mode)) = size; });
}

void encke_give_values(encke_memref1 *result, int64_t type) {
  guarded(nullptr, [&] {
    int64_t count = 0;
    void *values = placeOfValues(current(), int32_t(type), count);
    *result = {values, values, 0, {count}, {1}};
  });
}

void encke_give_tensor(encke_tensor *tensor) {
  guarded(nullptr, [&] { current().tensor = tensor; });
}
