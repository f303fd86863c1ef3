//===- ChildProcess.h - work that may hang or crash -------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DRIVER_CHILDPROCESS_H
#define ENCKE_DRIVER_CHILDPROCESS_H

#include <functional>
#include <string>

namespace encke {

/// What a child process leaves.
struct ChildEnd {
  std::string found;   ///< What it has written, whole lines.
  std::string errors;  ///< What it has said on stderr.
  bool isLate = false; ///< It was ended when its time was over.
  int signal = 0;      ///< It was ended by this signal, of its own.
  int status = 0;      ///< Else its exit status.

  bool isRight() const { return !isLate && signal == 0 && status == 0; }
};

/// Runs `work` in a copy of this process, which must have one thread, and waits
/// for it for `seconds` at most. It writes what it finds to the descriptor that
/// it gets, and returns its exit status. What it prints on stdout is lost.
ChildEnd runInChild(double seconds, const std::function<int(int found)> &work);

/// The first message of what a compiler says on stderr: without the place, the
/// kind and the line of the program.
std::string getFirstMessage(const std::string &errors);

} // namespace encke

#endif // ENCKE_DRIVER_CHILDPROCESS_H
