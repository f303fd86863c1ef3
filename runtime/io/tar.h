//===- tar.h - archives of the SuiteSparse matrix collection ----*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_IO_TAR_H
#define ENCKE_RUNTIME_IO_TAR_H

#include "io/gzip.h"

namespace encke::rt {

constexpr size_t tarBlock = 512; ///< everything in an archive has whole blocks

/// True when the block begins an archive (POSIX ustar, also as GNU writes it).
bool isTarHeader(const char *block);

/// A file in an archive.
struct TarMember {
  std::string name;
  int64_t size = 0;
};

/// Reads on to the matrix of a SuiteSparse archive, the member "name/name.mtx";
/// `block` is the archive's first block, which has been read. After it, the
/// member's content comes next. Fails, naming the matrices that there are, when
/// there is no such member.
TarMember findMatrix(GzipReader &archive, const char *block,
                     const std::string &path);

} // namespace encke::rt

#endif // ENCKE_RUNTIME_IO_TAR_H
