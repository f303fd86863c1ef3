//===- pages.h - the system's pages behind new memory -----------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// To be given a page for the first time costs as much as to fill it, and which
// pages cost less differs. Mostly huge ones do: the system clears 2 MB in a
// fifth of the time that 512 small pages take, and where a machine is virtual
// twice in far less. But a host that takes free memory of its guest back does
// so in pieces of 2 MB, which then cost ten times as much as small pages, of
// which the guest has some left. So new memory asks for its pages at once, and
// how long the first ones take decides about the next.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_CORE_PAGES_H
#define ENCKE_RUNTIME_CORE_PAGES_H

#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>

namespace encke::rt {

/// What a huge page covers.
constexpr uint64_t hugePage = uint64_t(1) << 21;

/// Whether huge pages are worth asking for, by what pages have cost. Several
/// threads may tell and ask at once.
class PageCosts {
public:
  using Duration = std::chrono::steady_clock::duration;
  using Time = std::chrono::steady_clock::time_point;

  /// Small pages for `bytes` took `time`.
  void tellSmall(uint64_t bytes, Duration time);
  /// A huge page took `time`, and was there at `now`.
  void tellHuge(Duration time, Time now);
  /// Whether it is known what small pages take.
  bool knowsSmall() const { return smallForHuge != unknown; }
  /// Not for a second after one has taken far longer than as many small ones.
  bool hugeIsWorthIt(Time now) const;

private:
  using Ticks = Duration::rep;
  static constexpr Ticks unknown = std::numeric_limits<Ticks>::max() / 2;

  /// The least that small pages instead of a huge one would have taken.
  std::atomic<Ticks> smallForHuge{unknown};
  /// Since Time's epoch.
  std::atomic<Ticks> smallUntil{std::numeric_limits<Ticks>::min()};
};

/// Asks for the pages of `bytes` at `memory`, which are new, if these are many:
/// of what will be filled at once, by as many threads as that is worth. Of what
/// may not be, large blocks get huge pages when they are touched, where these
/// cost little; to give back a part of one would be slow.
void preparePages(void *memory, uint64_t bytes, bool willFill);

} // namespace encke::rt

#endif // ENCKE_RUNTIME_CORE_PAGES_H
