//===- FormatCommand.cpp - encke fmt --------------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/FormatCommand.h"

#include "driver/OutputFile.h"
#include "driver/Report.h"
#include "frontend/format/Formatter.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace encke;

Error encke::replaceFile(StringRef path, StringRef text) {
  SmallString<256> target;
  if (std::error_code error = sys::fs::real_path(path, target))
    return errorCodeToError(error);
  // The folder's permissions would let a protected file be replaced.
  if (!sys::fs::is_regular_file(target) || !sys::fs::can_write(target))
    return errorCodeToError(std::make_error_code(std::errc::permission_denied));
  ErrorOr<sys::fs::perms> permissions = sys::fs::getPermissions(target);
  if (!permissions)
    return errorCodeToError(permissions.getError());
  Expected<sys::fs::TempFile> file =
      sys::fs::TempFile::create(target + ".%%%%%%", *permissions);
  if (!file)
    return file.takeError();
  raw_fd_ostream os(file->FD, /*shouldClose=*/false);
  os << text;
  os.flush();
  std::error_code error = os.error();
  os.clear_error();
  // The mode that a file is created with is subject to the umask.
  if (!error)
    error = sys::fs::setPermissions(file->FD, *permissions);
  if (error)
    return joinErrors(errorCodeToError(error), file->discard());
  return file->keep(target);
}

/// The number of the first line in which two texts differ.
static unsigned firstDifference(StringRef a, StringRef b) {
  unsigned line = 1;
  for (size_t i = 0; i < a.size() && i < b.size() && a[i] == b[i]; ++i)
    line += a[i] == '\n';
  return line;
}

/// Returns false when the exit status is to be 1.
static bool formatFile(StringRef path, FormatMode mode, DiagnosticStyle style) {
  auto cannotWrite = [&](StringRef path, const Twine &why) {
    reportFailure(style, diag::unwritable_output,
                  encke::cannotWrite(path) + why);
    return false;
  };
  auto buffer = MemoryBuffer::getFileOrSTDIN(path, /*IsText=*/false,
                                             /*RequiresNullTerminator=*/true);
  if (!buffer) {
    reportFailure(style, diag::unreadable_program,
                  "cannot read '" + path + "': " + buffer.getError().message());
    return false;
  }
  StringRef source = (*buffer)->getBuffer();
  SourceMgr sources;
  unsigned id = sources.AddNewSourceBuffer(std::move(*buffer), SMLoc());
  Diagnostics diagnostics(sources);
  std::optional<std::string> text = formatProgram(diagnostics, id);
  diagnostics.flush(errs(), style);
  if (!text)
    return false;
  switch (mode) {
  case FormatMode::Print:
    outs() << *text;
    outs().flush();
    if (std::error_code error = outs().error()) {
      outs().clear_error();
      return cannotWrite("-", error.message());
    }
    return true;
  case FormatMode::Check:
    if (*text != source)
      errs() << path << ":" << firstDifference(*text, source)
             << ": not formatted\n";
    return *text == source;
  case FormatMode::InPlace:
    if (*text == source)
      return true;
    if (Error error = replaceFile(path, *text))
      return cannotWrite(path, llvm::toString(std::move(error)));
    return true;
  }
  return false;
}

int encke::formatFiles(ArrayRef<std::string> paths, FormatMode mode,
                       DiagnosticStyle style) {
  bool success = true;
  for (const std::string &path : paths)
    success &= formatFile(path, mode, style);
  return success ? 0 : 1;
}
