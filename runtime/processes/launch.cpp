//===- launch.cpp - starts the processes of a program ---------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The process that the user has started computes nothing: it waits for those
// that do, its copies, and ends all when one of them dies or fails.
//
//===----------------------------------------------------------------------===//

#include "core/error.h"
#include "core/processes.h"
#include "core/report.h"
#include "processes/channels.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <filesystem>
#include <optional>
#include <string>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace encke::rt;

/// A copy of a process has only the thread that made it: what others were to do
/// would never be done.
static void checkThreads() {
  std::error_code error;
  std::filesystem::directory_iterator tasks("/proc/self/task", error), end;
  if (!error && std::distance(tasks, end) > 1)
    throw Error("processes cannot be started where threads are at work");
}

namespace {
/// The processes that were started, and what became of them.
class Children {
public:
  void add(pid_t process) { running.push_back(process); }
  /// Until all have ended, of which the first that fails ends the others.
  int wait(const Channels &channels);
  void kill() const;

private:
  void awaitFirst(const Channels &channels);
  size_t find(pid_t process) const;
  void tell(size_t rank, int state) const;

  std::vector<pid_t> running; ///< by rank; 0: it has ended
};
} // namespace

size_t Children::find(pid_t process) const {
  auto found = std::find(running.begin(), running.end(), process);
  return size_t(found - running.begin());
}

void Children::kill() const {
  for (pid_t process : running)
    if (process)
      ::kill(process, SIGKILL);
}

/// The first process prints for all. Where another one was sooner to fail, it
/// has a second to come to the same end, so that what was printed is not lost,
/// or to see that it cannot go on.
void Children::awaitFirst(const Channels &channels) {
  constexpr auto step = std::chrono::milliseconds(5);
  for (int steps = 0; steps != 200 && running.front() && !channels.isSettled();
       ++steps) {
    int state = 0;
    if (waitpid(running.front(), &state, WNOHANG) == running.front())
      running.front() = 0;
    else
      std::this_thread::sleep_for(step);
  }
}

/// A process that ends by itself has said why.
void Children::tell(size_t rank, int state) const {
  if (!WIFSIGNALED(state))
    return;
  int number = WTERMSIG(state);
  std::string reason = "process " + std::to_string(rank) + " of " +
                       std::to_string(running.size()) +
                       " was ended by signal " + std::to_string(number) + " (" +
                       strsignal(number) + ")";
  printMessage({"error", id::runTimeError, "", reason.c_str(), "", nullptr},
               /*asJSON=*/false);
}

int Children::wait(const Channels &channels) {
  int status = 0;
  for (size_t left = running.size(); left != 0;) {
    int state = 0;
    pid_t process = waitpid(-1, &state, 0);
    if (process < 0 && errno == EINTR)
      continue;
    if (process < 0)
      return 2;
    size_t rank = find(process);
    if (rank == running.size())
      continue; // another's child
    running[rank] = 0;
    --left;
    bool isGood = WIFEXITED(state) && WEXITSTATUS(state) == 0;
    if (isGood || status != 0)
      continue;
    status = 2;
    tell(rank, state);
    bool isTold = WIFEXITED(state);
    if (isTold && running.front()) {
      awaitFirst(channels);
      left -= running.front() == 0;
    }
    kill();
  }
  return status;
}

/// One that crashes ends at once, and is told of by the process that has
/// started it; what a compiler does then is not for its copies.
static void resetSignals() {
  for (int number : {SIGABRT, SIGFPE, SIGILL, SIGSEGV})
    std::signal(number, SIG_DFL);
}

/// A process whose parent goes must not stay.
static void endWithParent(pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent)
    std::_Exit(2);
}

static int forkAndRun(int32_t count, int (*run)(encke_processes *, void *),
                      void *data) {
  checkThreads();
  Channels channels(count);
  Children children;
  std::fflush(nullptr); // or each copy would write what waits
  pid_t parent = getpid();
  for (int32_t rank = 0; rank != count; ++rank) {
    pid_t process = fork();
    if (process < 0) {
      int code = errno;
      children.kill();
      throw Error("cannot start process " + std::to_string(rank) + " of " +
                  std::to_string(count) + ": " + std::strerror(code));
    }
    if (process == 0) {
      endWithParent(parent);
      resetSignals();
      encke_processes table = channels.makeTable(rank);
      int status = run(&table, data);
      std::fflush(nullptr);
      std::_Exit(status);
    }
    children.add(process);
  }
  return children.wait(channels);
}

//===----------------------------------------------------------------------===//
// MPI
//===----------------------------------------------------------------------===//

/// The folder of the file that this code is in: a library or an executable.
static std::string ownFolder() {
  Dl_info info;
  if (!dladdr(reinterpret_cast<void *>(ownFolder), &info) || !info.dli_fname)
    return "";
  std::error_code error;
  auto path = std::filesystem::canonical(info.dli_fname, error);
  return error ? "" : path.parent_path().string();
}

/// Of programs and libraries that were compiled to run on several processes:
/// the folder of Encke's libraries then.
extern "C" __attribute__((weak)) const char encke_libraries_folder[];

/// An implementation of MPI: what its library is called, and what its launcher
/// tells its processes.
struct Implementation {
  const char *name;
  std::vector<const char *> libraries, variables;
};

static const std::vector<Implementation> &implementations() {
  static const std::vector<Implementation> all = {
      {"openmpi", {"libmpi.so.40"}, {"OMPI_COMM_WORLD_RANK"}},
      {"mpich", {"libmpich.so.12", "libmpi.so.12"}, {"PMI_RANK"}}};
  return all;
}

/// The one whose launcher has started this process, or null.
static const Implementation *findLauncher() {
  for (const Implementation &one : implementations())
    for (const char *variable : one.variables)
      if (std::getenv(variable))
        return &one;
  return nullptr;
}

/// The one that this process has loaded, or that has started it; null where
/// nobody says.
static const Implementation *findImplementation() {
  for (const Implementation &one : implementations())
    for (const char *library : one.libraries)
      if (void *loaded = dlopen(library, RTLD_LAZY | RTLD_NOLOAD)) {
        dlclose(loaded);
        return &one;
      }
  return findLauncher();
}

bool encke::rt::isLaunched() { return findLauncher(); }

/// Where the library may be that speaks MPI: where a variable says, beside this
/// code, in the folder of libraries beside it, where Encke was when this was
/// compiled, or where the system looks. One for the implementation is better
/// than one for any.
static std::vector<std::string> libraryPaths() {
  const char *named = std::getenv("ENCKE_MPI");
  if (named && *named)
    return {named};
  std::vector<std::string> names, folders, paths;
  if (const Implementation *found = findImplementation())
    names.push_back(std::string("libencke_mpi_") + found->name + ".so");
  names.emplace_back("libencke_mpi.so");
  if (std::string folder = ownFolder(); !folder.empty())
    folders = {folder + "/", folder + "/../lib/"};
  if (const char *folder = encke_libraries_folder)
    folders.push_back(std::string(folder) + "/");
  folders.emplace_back("");
  for (const std::string &name : names)
    for (const std::string &folder : folders)
      paths.push_back(folder + name);
  return paths;
}

static void *loadMPI() {
  std::string why;
  for (const std::string &path : libraryPaths()) {
    // What MPI loads itself looks for it.
    if (void *library = dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL))
      return library;
    // A file that is there says more than one that is not.
    bool isThere =
        path.find('/') != std::string::npos && access(path.c_str(), F_OK) == 0;
    if (const char *reason = dlerror(); why.empty() || isThere)
      why = reason;
  }
  throw helped(Error("cannot load libencke_mpi.so: " + why),
               "it is built with Encke where mpicxx is installed; ENCKE_MPI "
               "names another one");
}

/// A function of that library.
template <typename Function>
static Function *findFunction(void *library, const char *name) {
  void *found = dlsym(library, name);
  if (!found)
    throw Error("libencke_mpi.so is of another version");
  return reinterpret_cast<Function *>(found);
}

static int runOnMPI(int (*run)(encke_processes *, void *), void *data) {
  void *library = loadMPI();
  auto *begin = findFunction<int(encke_processes *, char *, size_t)>(
      library, "encke_mpi_begin");
  auto *end = findFunction<void()>(library, "encke_mpi_end");
  encke_processes table;
  char message[256];
  if (begin(&table, message, sizeof(message)) != 0)
    throw Error(message);
  int status = run(&table, data);
  if (status != 0)
    table.abort(&table, status);
  end();
  return status;
}

Communicator::Communicator(const void *communicator) : library(loadMPI()) {
  auto *join =
      findFunction<int(const void *, encke_processes *, char *, size_t)>(
          library, "encke_mpi_join");
  char message[256];
  if (join(communicator, &processes, message, sizeof(message)) != 0)
    throw Error(message);
}

void Communicator::fail(const char *reason) {
  auto *tell = findFunction<void(encke_processes *, const char *)>(
      library, "encke_mpi_fail");
  tell(&processes, reason);
}

void encke::rt::checkOthers(const encke_processes &table) {
  if (table.failure)
    throw Error("process " + std::to_string(table.failed) + " of " +
                std::to_string(table.count) + " has failed: " + table.failure);
}

int encke::rt::runOnProcesses(int32_t count,
                              int (*run)(encke_processes *, void *),
                              void *data) {
  return count == allMPI ? runOnMPI(run, data) : forkAndRun(count, run, data);
}
