//===- RunPrograms.cpp - many programs, in copies of one process ----------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compiler and the reference interpreter in one process, which answers
// requests from its standard input. Each one runs in a forked copy, so that one
// that crashes or does not end takes no other with it; but what every process
// begins with, LLVM's tables and the first touch of memory, is there already.
//
// A request is a line `MILLISECONDS ENVIRONMENT ARGUMENTS` of three numbers,
// and as many lines `NAME=VALUE` and arguments as the last two say. The first
// argument is `encke` or `encke-reference`. The answer is a line
// `exit|signal|timeout NUMBER BYTES BYTES`, and what was written to stdout and
// stderr.
//
//===----------------------------------------------------------------------===//

#include "driver/Compiler.h"
#include "driver/NativeCode.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <poll.h>
#include <string>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

// The `main` of each tool; CMakeLists.txt renames them.
int runCompiler(int argc, char **argv);
int runReference(int argc, char **argv);

namespace {

struct Request {
  int milliseconds = 0;
  std::vector<std::string> environment, arguments;
};

struct Answer {
  const char *kind = "exit";
  int number = 0;
};

/// Uses once what a program needs; the copies find it in memory.
void warmUp() {
  using namespace encke;
  static constexpr char text[] =
      "def main() { IndexLabel [i, j] = [3]; Tensor<double> A([i, j], {CSR}); "
      "Tensor<double> D([i, j], {Dense}); Tensor<double> y([i], {Dense}); "
      "A[i, j] = read(0); D[i, j] = A[i, j] + 1; y[i] = MAX[j](D[i, j]); "
      "print(y); }";
  CodeOptions options;
  auto machine = createTargetMachine(options);
  if (!machine) {
    llvm::consumeError(machine.takeError());
    return;
  }
  Compiler compiler(DiagnosticStyle::Text);
  if (!compiler.loadText(text))
    return;
  PipelineOptions pipeline;
  pipeline.vectorBits = getVectorBits(**machine);
  pipeline.expandFunctions = hasFusedAdd(**machine);
  auto module = compiler.compile(Stage::LLVM, 32, pipeline);
  if (!module)
    return;
  llvm::LLVMContext context;
  auto translated =
      translateToLLVMIR(*module, context, **machine, options, Callers::Program);
  if (!translated) {
    llvm::consumeError(translated.takeError());
    return;
  }
  llvm::SmallString<0> object;
  llvm::raw_svector_ostream os(object);
  llvm::consumeError(
      emitMachineCode(**translated, **machine, /*assembly=*/false, os));
}

bool readLines(size_t count, std::vector<std::string> &lines) {
  lines.resize(count);
  for (std::string &line : lines)
    if (!std::getline(std::cin, line))
      return false;
  return true;
}

bool readRequest(Request &request) {
  size_t environment, arguments;
  if (!(std::cin >> request.milliseconds >> environment >> arguments))
    return false;
  std::cin.ignore();
  return readLines(environment, request.environment) &&
         readLines(arguments, request.arguments) && arguments > 0;
}

[[noreturn]] void runChild(Request &request, int out, int err) {
  // Nothing of a test is worth a core file.
  struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  rlim_t seconds = (request.milliseconds + 999) / 1000;
  struct rlimit processor = {seconds, seconds + 1};
  setrlimit(RLIMIT_CPU, &processor);
  if (dup2(out, STDOUT_FILENO) < 0 || dup2(err, STDERR_FILENO) < 0)
    std::_Exit(126);
  for (std::string &variable : request.environment)
    putenv(variable.data());
  std::vector<char *> arguments;
  for (std::string &argument : request.arguments)
    arguments.push_back(argument.data());
  int count = static_cast<int>(arguments.size());
  arguments.push_back(nullptr);
  bool isReference = request.arguments.front() == "encke-reference";
  int status =
      (isReference ? runReference : runCompiler)(count, arguments.data());
  llvm::outs().flush();
  std::cout.flush();
  std::fflush(nullptr);
  std::_Exit(status);
}

/// Of the time on the wall that a program may take for one of a processor: on a
/// busy machine it waits for one.
constexpr int patience = 10;

/// Waits for a copy, and ends it when it hangs. One that computes for too long
/// is ended by the system.
Answer waitFor(pid_t child, int milliseconds) {
  Answer answer;
  int handle = static_cast<int>(syscall(SYS_pidfd_open, child, 0));
  struct pollfd ready = {handle, POLLIN, 0};
  bool isOver = handle >= 0 && poll(&ready, 1, patience * milliseconds) == 0;
  if (isOver)
    kill(child, SIGKILL);
  int status;
  waitpid(child, &status, 0);
  if (handle >= 0)
    close(handle);
  bool isExhausted = WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU;
  if (isOver || isExhausted)
    answer.kind = "timeout";
  else if (WIFSIGNALED(status))
    answer.kind = "signal";
  answer.number = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
  return answer;
}

std::string contentsOf(int file) {
  std::string text(static_cast<size_t>(lseek(file, 0, SEEK_END)), '\0');
  size_t done = 0;
  while (done < text.size()) {
    ssize_t count =
        pread(file, &text[done], text.size() - done, static_cast<off_t>(done));
    if (count <= 0)
      break;
    done += static_cast<size_t>(count);
  }
  text.resize(done);
  return text;
}

} // namespace

int main() {
  warmUp();
  Request request;
  while (readRequest(request)) {
    int out = memfd_create("stdout", MFD_CLOEXEC);
    int err = memfd_create("stderr", MFD_CLOEXEC);
    if (out < 0 || err < 0)
      return 1;
    pid_t child = fork();
    if (child < 0)
      return 1;
    if (child == 0)
      runChild(request, out, err);
    Answer answer = waitFor(child, request.milliseconds);
    std::string output = contentsOf(out), messages = contentsOf(err);
    close(out);
    close(err);
    std::cout << answer.kind << ' ' << answer.number << ' ' << output.size()
              << ' ' << messages.size() << '\n'
              << output << messages << std::flush;
  }
  return 0;
}
