//===- channels.h - messages through shared memory --------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_PROCESSES_CHANNELS_H
#define ENCKE_RUNTIME_PROCESSES_CHANNELS_H

#include "core/processes.h"

#include <atomic>
#include <cstddef>
#include <vector>

namespace encke::rt {

/// Memory that processes share: a channel from each to each other one. It is
/// made before they are, has no name, and goes with the last of them.
class Channels {
public:
  /// Throws an Error where there is no such memory.
  explicit Channels(int32_t count);
  ~Channels();
  Channels(const Channels &) = delete;
  Channels &operator=(const Channels &) = delete;

  /// The table of the process `rank`, which uses these channels.
  encke_processes makeTable(int32_t rank);

  /// Moves bytes between the process `rank` and all others, itself too, as
  /// all_to_all of the table does.
  void move(int32_t rank, const void *const *send, const int64_t *sent,
            void *const *receive, const int64_t *received);
  /// Bytes that are being moved so, with what is done of them.
  struct Moving {
    std::vector<const void *> send;
    std::vector<void *> receive;
    std::vector<int64_t> sent, received, out, in;
  };
  Moving begin(int32_t rank, const void *const *send, const int64_t *sent,
               void *const *receive, const int64_t *received);
  /// Moves what can be without waiting. True where all is done.
  bool advance(int32_t rank, Moving &moving, bool &isAny);
  void finish(int32_t rank, Moving &moving);
  /// The first process that asks gets true.
  bool claimFailure();
  /// The first process, which prints for all, says that it has written what it
  /// has to, and waits for its end; and whether it has.
  void settle();
  bool isSettled() const;

private:
  /// What is said of the end.
  struct Ending {
    alignas(64) std::atomic<int32_t> isClaimed, isSettled;
  };
  Ending &ending() const { return *reinterpret_cast<Ending *>(memory); }
  /// A ring of bytes with one writer and one reader. The counts only grow.
  struct Channel {
    alignas(64) std::atomic<uint64_t> written;
    alignas(64) std::atomic<uint64_t> read;
  };
  static constexpr size_t lineBytes = sizeof(Ending);

  Channel &channel(int32_t from, int32_t to) const;
  char *room(int32_t from, int32_t to) const;
  int64_t push(int32_t from, int32_t to, const char *data, int64_t bytes);
  int64_t pull(int32_t from, int32_t to, char *data, int64_t bytes);

  int32_t count;
  size_t capacity; ///< bytes of a channel
  size_t bytes;    ///< of all
  char *memory;
};

} // namespace encke::rt

#endif // ENCKE_RUNTIME_PROCESSES_CHANNELS_H
