//===- OutputFile.cpp - files that are whole or not there -----------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/OutputFile.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace encke;

/// True for what is there and is neither a file nor a folder.
static bool isSpecial(const Twine &path) {
  sys::fs::file_status status;
  return !sys::fs::status(path, status) && sys::fs::exists(status) &&
         !sys::fs::is_regular_file(status) && !sys::fs::is_directory(status);
}

Error encke::makeFile(StringRef path, function_ref<Error(StringRef)> make) {
  if (isSpecial(path))
    return make(path);
  SmallString<256> target;
  if (sys::fs::real_path(path, target))
    target = path; // there is none yet
  if (sys::fs::is_directory(target))
    return errorCodeToError(std::make_error_code(std::errc::is_a_directory));
  // The folder's permissions would let a protected file be replaced.
  if (sys::fs::exists(target) && !sys::fs::can_write(target))
    return errorCodeToError(std::make_error_code(std::errc::permission_denied));
  SmallString<256> folder(sys::path::parent_path(target)), temporary;
  sys::path::append(folder, ".encke-%%%%%%%%");
  sys::fs::createUniquePath(folder, temporary, /*MakeAbsolute=*/false);
  sys::RemoveFileOnSignal(temporary);
  scope_exit forget([&] {
    (void)sys::fs::remove(temporary);
    sys::DontRemoveFileOnSignal(temporary);
  });
  if (Error error = make(temporary))
    return error;
  return errorCodeToError(sys::fs::rename(temporary, target));
}

Error encke::writeFile(StringRef path,
                       function_ref<bool(raw_pwrite_stream &)> write) {
  bool isWhole = true;
  auto make = [&](StringRef temporary) -> Error {
    std::error_code error;
    raw_fd_ostream os(temporary, error);
    if (error)
      return errorCodeToError(error);
    if (os.supportsSeeking()) {
      isWhole = write(os);
    } else {
      buffer_ostream buffered(os);
      isWhole = write(buffered);
    }
    os.flush();
    error = os.error();
    os.clear_error();
    if (!error && !isWhole)
      error = std::make_error_code(std::errc::operation_canceled);
    return errorCodeToError(error);
  };
  Error error = path == "-" ? make(path) : makeFile(path, make);
  if (isWhole)
    return error;
  consumeError(std::move(error));
  return Error::success();
}

std::string encke::cannotWrite(StringRef path) {
  return path == "-" ? "cannot write the standard output: "
                     : ("cannot write '" + path + "': ").str();
}

Error encke::writeText(StringRef path, StringRef text) {
  Error error = writeFile(path, [&](raw_pwrite_stream &os) {
    os << text;
    return true;
  });
  return error
             ? createStringError(cannotWrite(path) + toString(std::move(error)))
             : Error::success();
}

static Error failTemporary(const char *action, std::error_code error) {
  SmallString<128> folder;
  sys::path::system_temp_directory(/*ErasedOnReboot=*/true, folder);
  return createStringError(
      Twine("cannot ") + action + " a temporary file in '" + folder +
      "': " + error.message() + "; TMPDIR names another folder");
}

Error encke::makeTemporary(StringRef suffix, int &descriptor,
                           SmallVectorImpl<char> &path) {
  std::error_code error =
      sys::fs::createTemporaryFile("encke", suffix, descriptor, path);
  if (!error) {
    sys::RemoveFileOnSignal(StringRef(path.data(), path.size()));
    return Error::success();
  }
  return failTemporary("make", error);
}

Error encke::writeTemporary(StringRef suffix, StringRef content,
                            SmallVectorImpl<char> &path) {
  int descriptor;
  if (Error error = makeTemporary(suffix, descriptor, path))
    return error;
  raw_fd_ostream os(descriptor, /*shouldClose=*/true);
  os << content;
  os.close();
  std::error_code error = os.error();
  os.clear_error();
  if (!error)
    return Error::success();
  StringRef name(path.data(), path.size());
  (void)sys::fs::remove(name);
  sys::DontRemoveFileOnSignal(name);
  return failTemporary("write", error);
}
