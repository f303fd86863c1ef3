//===- error.h - what goes wrong in a running program -----------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Inside the runtime a failure is an Error that is thrown; `guarded` turns it,
// at the C ABI, into a message on stderr and a return to encke_main. No
// exception and no longjmp crosses a frame that has something to destroy.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_CORE_ERROR_H
#define ENCKE_RUNTIME_CORE_ERROR_H

#include <cstdint>
#include <exception>
#include <new>
#include <string>
#include <vector>

namespace encke::rt {

/// What kind of thing went wrong: the identifier of docs/diagnostics.md, for
/// `--diagnostics=json`.
namespace id {
constexpr const char *runTimeError = "run-time-error";
constexpr const char *programError = "program-error";
constexpr const char *noDataFile = "no-data-file";
constexpr const char *unreadFile = "unread-file"; // a warning
constexpr const char *unreadableFile = "unreadable-file";
constexpr const char *malformedFile = "malformed-file";
constexpr const char *foreignFile = "foreign-file";
constexpr const char *ambiguousFile = "ambiguous-file"; // also a warning
constexpr const char *sizesDisagree = "sizes-disagree";
constexpr const char *unwritableFile = "unwritable-file";
constexpr const char *outOfMemory = "out-of-memory";
constexpr const char *operandMismatch = "operand-mismatch";
constexpr const char *resultMismatch = "result-mismatch";
constexpr const char *cancelled = "cancelled";
} // namespace id

/// A run-time error. `place` is where it happened in the data
/// ("data.mtx:17:5"), or empty when only the statement is to blame.
class Error : public std::exception {
public:
  explicit Error(std::string reason) : reason(std::move(reason)) {}
  Error(std::string place, std::string reason)
      : place(std::move(place)), reason(std::move(reason)) {}
  Error(std::string place, std::string reason, std::string note)
      : place(std::move(place)), reason(std::move(reason)),
        note(std::move(note)) {}

  const char *what() const noexcept override { return reason.c_str(); }

  std::string place;
  std::string reason;
  std::string note;    ///< a whole further line, or empty
  std::string snippet; ///< the line at the place and a mark below, or empty
  std::string help;    ///< what to do or to write instead, or empty
  std::vector<Error> others; ///< further ones in the same file
  const char *identifier = id::runTimeError;
};

/// `error` under an identifier of its own: `throw identified(id, Error(...))`.
inline Error identified(const char *identifier, Error error) {
  error.identifier = identifier;
  return error;
}

/// `error` with what helps.
inline Error helped(Error error, std::string help) {
  error.help = std::move(help);
  return error;
}

/// More memory than there is was asked for; says how much.
class MemoryError : public std::bad_alloc {
public:
  /// 2^63 bytes or more.
  static constexpr uint64_t uncounted = UINT64_MAX;

  explicit MemoryError(uint64_t bytes) : bytes(bytes) {}
  const char *what() const noexcept override { return "out of memory"; }
  uint64_t bytes;
};

/// Something to say of a file when it is opened: what it could be as well as
/// what it is read as, or what was found out.
struct Remark {
  enum Severity { Note, Warning } severity;
  std::string place;
  std::string message;
};

/// Prints the message of the exception being handled on stderr, at `where` or,
/// when that is null, at the place of the statement that runs.
void reportCurrentException(const char *where) noexcept;

/// Leaves the running program for encke_main.
[[noreturn]] void leaveProgram() noexcept;

/// Runs `body`, which may throw, on behalf of a C function.
template <typename Body>
auto guarded(const char *where, Body &&body) -> decltype(body()) {
  try {
    return body();
  } catch (...) {
    reportCurrentException(where);
  }
  leaveProgram();
}

} // namespace encke::rt

#endif // ENCKE_RUNTIME_CORE_ERROR_H
