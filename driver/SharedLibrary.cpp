//===- SharedLibrary.cpp - libraries that programs load -------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A shared library needs no start files: its initialisers are found in it, and
// what C++ wants of crtbegin.o, the address __dso_handle, the module of exports
// has (Library.cpp). The C library and libm are those that this process runs
// with. What else the runtime needs is in libencke_rt.o, which the build has
// linked with libstdc++, libgcc and zlib.
//
//===----------------------------------------------------------------------===//

#include "driver/SharedLibrary.h"
#include "driver/Executable.h"
#include "driver/OutputFile.h"

#include "lld/Common/Driver.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Plugins/PassPlugin.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <dlfcn.h>
#include <fcntl.h>
#include <thread>
#include <unistd.h>

LLD_HAS_DRIVER(elf)

using namespace llvm;
using namespace encke;

/// lld names this for optimising when it links, which is never asked for here.
// NOLINTNEXTLINE(misc-use-internal-linkage): it is declared in LLVM
PassPluginLibraryInfo getPollyPluginInfo() { return {}; }

/// The file that a function of this process comes from.
static std::string fileOf(void *function) {
  Dl_info info;
  return dladdr(function, &info) && info.dli_fname ? info.dli_fname : "";
}

/// Tells lld what is seen from outside.
static Error writeVersionScript(ArrayRef<std::string> exported,
                                SmallVectorImpl<char> &path) {
  return writeTemporary(
      "map", "{ global: " + join(exported, "; ") + "; local: *; };\n", path);
}

/// That of the LLVM that Encke was built with, or the one that a wheel carries;
/// else the system's, which programs find by themselves.
static Error addOpenMP(StringRef folder, std::vector<std::string> &arguments) {
  constexpr const char *name = "libomp.so.5";
  for (StringRef place : {StringRef(ENCKE_LLVM_LIBRARIES), folder}) {
    std::string path = (place + "/" + name).str();
    if (!sys::fs::exists(path))
      continue;
    arguments.insert(arguments.end(), {path, ("-rpath=" + place).str()});
    return Error::success();
  }
  void *library = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
  void *function = library ? dlsym(library, "__kmpc_fork_call") : nullptr;
  if (!function)
    return createStringError(
        "linking failed: threads need OpenMP's library, libomp.so.5, which "
        "Debian's package libomp5-19 has; --parallel=none does without");
  arguments.push_back(fileOf(function));
  return Error::success();
}

/// Returns an error where one of the files is missing.
static Error addLibraries(const SharedLibrary &library,
                          std::vector<std::string> &arguments) {
  std::string folder = findLibraries();
  if (library.sharesRuntime)
    arguments.insert(arguments.end(),
                     {folder + "/" ENCKE_RUNTIME, "-rpath=" + folder});
  else
    arguments.push_back(folder + "/libencke_rt.o");
  if (library.threading == Threading::OpenMP)
    if (Error error = addOpenMP(folder, arguments))
      return error;
  for (void *function :
       {dlsym(RTLD_DEFAULT, "expm1"), dlsym(RTLD_DEFAULT, "malloc")})
    arguments.push_back(fileOf(function));
  for (const std::string &argument : arguments)
    if (!StringRef(argument).starts_with("-") && !sys::fs::exists(argument))
      return createStringError("linking failed: there is no " + argument);
  return Error::success();
}

/// Lets lld link what is called `output`. It maps a file that it writes, where
/// a full disk is a signal; what is no file it keeps in memory before it
/// writes. So it has a pipe, from which a thread reads.
static Error collect(function_ref<Error(StringRef)> link,
                     std::string &content) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    return errorCodeToError(std::error_code(errno, std::generic_category()));
  std::thread reader([&] {
    char buffer[1 << 16];
    ssize_t got;
    while ((got = read(ends[0], buffer, sizeof(buffer))) != 0)
      if (got > 0)
        content.append(buffer, size_t(got));
      else if (errno != EINTR)
        break;
  });
  Error error = link("/proc/self/fd/" + std::to_string(ends[1]));
  close(ends[1]);
  reader.join();
  close(ends[0]);
  return error;
}

/// Links `output`, onto the file `made`.
static Error link(const SharedLibrary &library, StringRef output,
                  StringRef made, bool verbose) {
  SmallString<128> script;
  if (Error error = writeVersionScript(library.exported, script))
    return error;
  FileRemover remover(script);
  // Without a name, who links with the library by its path looks for it at that
  // path only.
  std::vector<std::string> arguments = {"ld.lld",
                                        "-shared",
                                        "-o",
                                        made.str(),
                                        "-soname",
                                        sys::path::filename(output).str(),
                                        "--gc-sections",
                                        "-Bsymbolic",
                                        "--eh-frame-hdr",
                                        "--hash-style=gnu",
                                        "-z",
                                        "relro",
                                        "-z",
                                        "noexecstack",
                                        "--version-script=" +
                                            script.str().str()};
  arguments.insert(arguments.end(), library.objects.begin(),
                   library.objects.end());
  std::vector<std::string> libraries;
  if (Error error = addLibraries(library, libraries))
    return error;
  arguments.insert(arguments.end(), libraries.begin(), libraries.end());
  if (verbose)
    errs() << join(arguments, " ") << "\n";
  SmallVector<const char *> pointers;
  for (const std::string &argument : arguments)
    pointers.push_back(argument.c_str());
  std::string said;
  raw_string_ostream os(said);
  if (lld::elf::link(pointers, nulls(), os, /*exitEarly=*/false,
                     /*disableOutput=*/false))
    return Error::success();
  return createStringError("linking failed: " + StringRef(said).rtrim());
}

Error encke::linkSharedLibrary(const SharedLibrary &library, StringRef output,
                               bool verbose) {
  std::string content;
  if (Error error = collect(
          [&](StringRef made) { return link(library, output, made, verbose); },
          content))
    return error;
  if (Error error = writeText(output, content))
    return error;
  // As linkers leave it.
  auto mode = sys::fs::perms(sys::fs::all_all & ~sys::fs::getUmask());
  return errorCodeToError(sys::fs::setPermissions(output, mode));
}
