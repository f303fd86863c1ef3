//===- InvokeTest.cpp - functions of libraries are called -----------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The code of a library's function is here a function of C++; programs that
// call compiled code are in tests/interop.
//
//===----------------------------------------------------------------------===//

#include "Support.h"

#include "encke/encke.h"
#include "encke/runtime.h"
#include "io/data_file.h"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdarg>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

using namespace encke::test;

namespace {

using Body = void (*)(void *const *, void *);

void abortCode(void *const *, void *) { std::abort(); }

/// A function without parameters that gives a double. There is code for another
/// processor that must not be chosen.
encke_function makeFunction(Body body) {
  static encke_version versions[2];
  versions[0] = {99, 0, {abortCode, abortCode}};
  versions[1] = {0, 0, {body, body}};
  encke_function function = {};
  function.name = "f";
  function.result.kind = ENCKE_SCALAR;
  function.result.type = ENCKE_F64;
  function.versions = versions;
  function.version_count = 2;
  return function;
}

struct Outcome {
  int status;
  double result;
  encke_call call;
};

Outcome invoke(Body body) {
  encke_function function = makeFunction(body);
  Outcome outcome = {0, 0, encke_call_default()};
  outcome.status =
      encke_invoke(&function, nullptr, &outcome.result, &outcome.call);
  return outcome;
}

void give(double value) {
  encke_memref1 memory;
  encke_give_values(&memory, ENCKE_F64);
  *static_cast<double *>(memory.aligned) = value;
}

/// Runs a team as OpenMP does, on three threads.
void fork(void *, int32_t, encke_team_body body, ...) {
  va_list arguments;
  va_start(arguments, body);
  void *argument = va_arg(arguments, void *);
  va_end(arguments);
  auto run = [&](int32_t number) { body(&number, &number, argument); };
  std::vector<std::thread> others;
  for (int32_t t = 1; t != 3; ++t)
    others.emplace_back(run, t);
  run(0);
  for (std::thread &other : others)
    other.join();
}

TEST(Invoke, GivesAScalar) {
  Outcome outcome = invoke([](void *const *, void *) { give(2.5); });
  EXPECT_EQ(outcome.status, ENCKE_OK);
  EXPECT_EQ(outcome.result, 2.5);
}

TEST(Invoke, TellsOfErrorsInTheCall) {
  testing::internal::CaptureStderr();
  Outcome outcome = invoke([](void *const *, void *) {
    encke_mark_place("f.ta:3:4");
    encke_fail(nullptr, "no way");
  });
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  EXPECT_EQ(outcome.status, ENCKE_RUN_TIME_ERROR);
  EXPECT_STREQ(outcome.call.identifier, "run-time-error");
  EXPECT_STREQ(outcome.call.place, "f.ta:3:4");
  EXPECT_STREQ(outcome.call.message, "no way");
}

TEST(Invoke, CutsLongMessagesBetweenCharacters) {
  Outcome outcome = invoke([](void *const *, void *) {
    std::string text = "a";
    for (int n = 0; n != 1000; ++n)
      text += "\u00e4";
    encke_fail(nullptr, text.c_str());
  });
  EXPECT_EQ(std::strlen(outcome.call.message), 1023u);
  EXPECT_EQ(outcome.call.message[1021], '\xc3');
}

/// Each thread of a team works for the call, and one that fails ends it. What
/// its threads have allocated is the call's to free; tensors they do not make.
void failOnOneThread(int32_t *number, int32_t *, ...) {
  void *buffer = _mlir_memref_to_llvm_alloc(64);
  if (*number == 2)
    _mlir_memref_to_llvm_free(buffer);
  if (*number == 1)
    encke_fail("f.ta:5:6", "on a thread");
}

TEST(Invoke, EndsWithAnErrorOfAnotherThread) {
  for (int n = 0; n != 20; ++n) {
    Outcome outcome = invoke([](void *const *, void *) {
      encke_fork_call(fork, nullptr, failOnOneThread, nullptr);
      give(1); // not reached
    });
    EXPECT_EQ(outcome.status, ENCKE_RUN_TIME_ERROR);
    EXPECT_EQ(outcome.result, 0);
    EXPECT_STREQ(outcome.call.message, "on a thread");
  }
}

TEST(Invoke, RunsBesideOthers) {
  auto body = [](void *const *, void *) {
    encke_size *size = encke_size_begin("i");
    encke_size_given(size, 3, "a", "f.ta:1:1");
    encke_tensor *tensor = encke_tensor_new("f64 4 4 D0");
    encke_tensor_set_size(tensor, 0, encke_size_end(size));
    encke_random(tensor, 1);
    give(double(encke_tensor_size(tensor, 0)));
  };
  std::vector<std::thread> threads;
  std::vector<int> wrong(8, 0);
  for (int &count : wrong)
    threads.emplace_back([&count, body] {
      for (int n = 0; n != 200; ++n)
        count += invoke(body).result != 3;
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(wrong, std::vector<int>(8, 0));
}

TEST(Invoke, MayBeCancelled) {
  encke_function function = makeFunction([](void *const *, void *) {
    encke_mark_place("f.ta:1:1");
    give(1);
  });
  double result = 0;
  encke_call call = encke_call_default();
  call.cancel = 1;
  EXPECT_EQ(encke_invoke(&function, nullptr, &result, &call),
            ENCKE_RUN_TIME_ERROR);
  EXPECT_STREQ(call.identifier, "cancelled");
  EXPECT_EQ(result, 0);
}

/// Another thread cancels the call while a loop runs, on each thread of a team.
void loopUntilCancelled(int32_t *, int32_t *, ...) {
  for (;;)
    encke_look_for_cancel();
}

TEST(Invoke, LoopsSeeThatTheyAreCancelled) {
  encke_function function = makeFunction([](void *const *, void *) {
    encke_mark_place("f.ta:1:1");
    encke_fork_call(fork, nullptr, loopUntilCancelled, nullptr);
  });
  double result = 0;
  encke_call call = encke_call_default();
  std::thread other([&] { call.cancel = 1; });
  EXPECT_EQ(encke_invoke(&function, nullptr, &result, &call),
            ENCKE_RUN_TIME_ERROR);
  other.join();
  EXPECT_STREQ(call.identifier, "cancelled");
  EXPECT_STREQ(call.place, "f.ta:1:1");
}

TEST(Invoke, ReadingSeesThatItIsCancelled) {
  Directory directory;
  std::string path = directory.write("a.tns", "1 1 1\n2 2 1\n");
  encke_function function = makeFunction([](void *const *, void *) {
    encke_file_argument(0, "f.ta:1:1");
    give(1);
  });
  const char *files[] = {path.c_str()};
  double result = 0;
  encke_call call = encke_call_default();
  call.files = files;
  call.file_count = 1;
  EXPECT_EQ(encke_invoke(&function, nullptr, &result, &call), ENCKE_OK);
  call.cancel = 1;
  EXPECT_EQ(encke_invoke(&function, nullptr, &result, &call),
            ENCKE_RUN_TIME_ERROR);
  EXPECT_STREQ(call.identifier, "cancelled");
}

/// The handler of SIGBUS while a function reads its first data file.
void (*handlerInRead)(int);

TEST(Invoke, ReadsTheFilesOfItsCall) {
  Directory directory;
  std::string path =
      directory.write("a.mtx", "%%MatrixMarket matrix coordinate real general\n"
                               "3 4 1\n2 2 5\n");
  encke_function function = makeFunction([](void *const *, void *) {
    encke_file *file = encke_file_argument(0, "f.ta:1:1");
    file->whileWhole([] {
      struct sigaction now;
      sigaction(SIGBUS, nullptr, &now);
      handlerInRead = now.sa_handler;
    });
    encke_file_argument(1, "f.ta:2:1");
    give(double(file->header().sizes[1]));
  });
  const char *files[] = {path.c_str(), path.c_str()};
  double result = 0;
  encke_call call = encke_call_default();
  call.files = files;
  call.file_count = 2;
  EXPECT_EQ(encke_invoke(&function, nullptr, &result, &call), ENCKE_OK);
  EXPECT_EQ(result, 4);
  struct sigaction after;
  sigaction(SIGBUS, nullptr, &after);
  EXPECT_TRUE(handlerInRead == after.sa_handler);
  call.file_count = 1;
  EXPECT_EQ(encke_invoke(&function, nullptr, &result, &call),
            ENCKE_RUN_TIME_ERROR);
  EXPECT_STREQ(call.identifier, "no-data-file");
  EXPECT_STREQ(call.place, "f.ta:2:1");
  EXPECT_STREQ(call.message,
               "no data file for read(1): name it in the call's 'files' (1 "
               "given), or set SPARSE_FILE_NAME1");
}

TEST(Invoke, RefusesFilesWithoutPaths) {
  encke_function function =
      makeFunction([](void *const *, void *) { give(1); });
  const char *files[] = {"a.mtx", nullptr};
  double result = 0;
  encke_call call = encke_call_default();
  auto refuses = [&](const char *const *paths, int32_t count) {
    call.files = paths;
    call.file_count = count;
    EXPECT_EQ(encke_invoke(&function, nullptr, &result, &call),
              ENCKE_OPERAND_ERROR);
    EXPECT_STREQ(call.identifier, "operand-mismatch");
  };
  refuses(files, 2);
  refuses(files, -1);
  refuses(nullptr, 1);
  EXPECT_STREQ(call.message,
               "the call has 1 data files, but not as many paths");
}

TEST(Invoke, LeavesACallOfAnotherVersionAlone) {
  encke_function function =
      makeFunction([](void *const *, void *) { give(1); });
  double result = 0;
  encke_call call = encke_call_default(), before;
  call.struct_size = 8;
  before = call;
  EXPECT_EQ(encke_invoke(&function, nullptr, &result, &call),
            ENCKE_OPERAND_ERROR);
  EXPECT_EQ(std::memcmp(&call, &before, sizeof(call)), 0);
}

TEST(Invoke, TellsALongerCallOfAnotherVersion) {
  encke_function function =
      makeFunction([](void *const *, void *) { give(1); });
  double result = 0;
  encke_call call = encke_call_default();
  call.struct_size = int32_t(sizeof(call)) + 8;
  EXPECT_EQ(encke_invoke(&function, nullptr, &result, &call),
            ENCKE_OPERAND_ERROR);
  EXPECT_STREQ(call.identifier, "operand-mismatch");
  EXPECT_NE(std::strstr(call.message, "another version of encke/encke.h"),
            nullptr);
  EXPECT_EQ(result, 0);
}

} // namespace
