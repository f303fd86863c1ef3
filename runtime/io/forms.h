//===- forms.h - what a data file is by its first bytes ---------*- C++ -*-===//
//-*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_IO_FORMS_H
#define ENCKE_RUNTIME_IO_FORMS_H

#include "io/stored.h"

#include <memory>
#include <string>

namespace encke::rt {

/// The name that tells what the file holds: that of the member of an archive,
/// without what says that it is compressed.
std::string nameOf(const encke_file &file);

/// The tensor of a file that has arrays of numbers, or is read into some; null
/// for a text of entries, line by line.
std::shared_ptr<StoredTensor> readStoredForm(const encke_file &file);

/// Fails, naming what the file is and what converts it, when it is in a form of
/// other programs that is known and not read.
void refuseForeignForm(const encke_file &file);

} // namespace encke::rt

#endif // ENCKE_RUNTIME_IO_FORMS_H
