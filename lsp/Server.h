//===- Server.h - a program's side of an editor -----------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_LSP_SERVER_H
#define ENCKE_LSP_SERVER_H

namespace encke::server {

/// Speaks the Language Server Protocol on stdin and stdout until the editor
/// ends. Returns the exit status.
int serve(const char *version);

} // namespace encke::server

#endif // ENCKE_LSP_SERVER_H
