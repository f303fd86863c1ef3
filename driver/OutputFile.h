//===- OutputFile.h - files that are whole or not there ---------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DRIVER_OUTPUTFILE_H
#define ENCKE_DRIVER_OUTPUTFILE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace llvm {
class raw_pwrite_stream;
}

namespace encke {

/// Lets `make` write a file beside `path`, and moves it there when it is whole:
/// an error or a signal leaves what was there before. A link stays a link; what
/// is no file, as a pipe is not, is written as it is.
llvm::Error makeFile(llvm::StringRef path,
                     llvm::function_ref<llvm::Error(llvm::StringRef)> make);

/// The same of what is written onto a stream; "-" is stdout. `write` returns
/// false after an error that was reported: nothing is moved then.
llvm::Error
writeFile(llvm::StringRef path,
          llvm::function_ref<bool(llvm::raw_pwrite_stream &)> write);

/// "cannot write 'a.ll': ", with what "-" is.
std::string cannotWrite(llvm::StringRef path);

/// The same of a text; the error names the file.
llvm::Error writeText(llvm::StringRef path, llvm::StringRef text);

/// A file in the folder for temporary files that is gone when the process is,
/// open for writing as `descriptor`. The error names the folder.
llvm::Error makeTemporary(llvm::StringRef suffix, int &descriptor,
                          llvm::SmallVectorImpl<char> &path);

/// Such a file with `content`, closed; none after an error.
llvm::Error writeTemporary(llvm::StringRef suffix, llvm::StringRef content,
                           llvm::SmallVectorImpl<char> &path);

} // namespace encke

#endif // ENCKE_DRIVER_OUTPUTFILE_H
