//===- array.h - aligned, uninitialised, growing memory ---------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_CORE_ARRAY_H
#define ENCKE_RUNTIME_CORE_ARRAY_H

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <type_traits>
#include <utility>

namespace encke::rt {

/// 64-byte aligned memory for `count` elements of `bytes` each, to be given
/// back with deallocate, or with std::free. Throws MemoryError when there is
/// not that much; a request beyond what the machine has left is refused at
/// once, because it could only be found out later, by the system ending the
/// process. Of what will not all be filled, the system is asked for memory when
/// it is.
void *allocate(int64_t count, int64_t bytes, bool willFill = true);

/// The same, zeroed.
void *allocateZeroed(int64_t count, int64_t bytes);

/// Whether there is memory for a block of so many bytes, all of it filled.
/// Where that is not so, to allocate it would fail, or let the system end the
/// process.
bool mayAllocate(uint64_t bytes);

/// From this size on a block is large.
constexpr int64_t largeBlock = int64_t(8) << 20;

/// From this size on a block is kept: smaller ones together may still be what
/// malloc gives back to the system when they are freed.
constexpr int64_t leastKept = int64_t(1) << 14;

/// Gives back what `allocate` has returned, or null. A block of leastKept bytes
/// is kept for the next request that it fits, so that a program that makes a
/// tensor again and again does not have the system clear the same pages each
/// time. A large request that no kept block fits first frees as much of them;
/// others do when they are together as much as one of them. So the most memory
/// that is ever in use is what it would be without, or less than a block more.
void deallocate(void *memory);

/// The same as `allocate`, for elements of which few will be written: no block
/// that is kept, whose memory would be lost for results, and to be given back
/// with `giveBack`.
void *reserve(int64_t count, int64_t bytes);

/// Gives back what `reserve` has returned, or null, of which the first `used`
/// bytes at most were written to. With some of its memory it is kept for the
/// next request of that kind.
void giveBack(void *memory, int64_t used);

/// Whether so many bytes may be asked for although few of them may be used:
/// where memory is given out page by page, when it is written to, and there is
/// far more of it.
bool mayReserve(int64_t bytes);

/// Gives back, once the system needs it, what an array of `all` bytes occupies
/// behind the first `used` ones, if that is much.
void releaseTail(void *memory, int64_t used, int64_t all);

/// Frees all blocks that are kept: before memory comes from elsewhere.
void freeKeptBlocks();

/// An owned 64-byte aligned array of plain data that does not initialise its
/// elements: the readers and the packer write every element exactly once.
template <typename T>
class Array {
  static_assert(std::is_trivially_copyable_v<T>, "Array holds plain data");

public:
  Array() = default;
  explicit Array(int64_t count)
      : elements(static_cast<T *>(allocate(count, sizeof(T)))), count(count),
        room(count) {}
  /// A view of elements that stay another's, to be read only.
  static Array borrow(const T *elements, int64_t count) {
    Array array;
    array.elements = const_cast<T *>(elements);
    array.count = count;
    array.owner = false;
    return array;
  }
  Array(Array &&other) noexcept { swap(other); }
  Array &operator=(Array &&other) noexcept {
    swap(other);
    return *this;
  }
  ~Array() {
    if (owner)
      deallocate(elements);
  }

  bool owns() const { return owner; }

  int64_t size() const { return count; }
  int64_t capacity() const { return room; }
  T *data() { return elements; }
  const T *data() const { return elements; }
  T &operator[](int64_t i) { return elements[i]; }
  const T &operator[](int64_t i) const { return elements[i]; }
  T *begin() { return elements; }
  T *end() { return elements + count; }

  /// Makes room for `newRoom` elements; the first size() ones are kept.
  void reserve(int64_t newRoom) {
    if (newRoom <= room)
      return;
    auto *moved = static_cast<T *>(allocate(newRoom, sizeof(T)));
    if (count)
      std::memcpy(moved, elements, count * sizeof(T));
    if (owner)
      deallocate(elements);
    owner = true;
    elements = moved;
    room = newRoom;
  }
  /// Gives up the room that is left, and the memory behind it if it is much.
  void trim() {
    if (owner)
      releaseTail(elements, count * int64_t(sizeof(T)),
                  room * int64_t(sizeof(T)));
    room = count;
  }
  /// Declares the first `newCount` elements, for which there is room, written.
  void setSize(int64_t newCount) { count = newCount; }
  /// Appends `more` elements; room grows at least by half.
  void append(const T *from, int64_t more) {
    if (more > room - count)
      reserve(std::max(count + more, room + room / 2));
    if (more)
      std::memcpy(elements + count, from, size_t(more) * sizeof(T));
    count += more;
  }
  /// Drops the first element.
  void dropFirst() {
    if (--count)
      std::memmove(elements, elements + 1, count * sizeof(T));
  }
  /// Gives the memory, which the array owns, away, for `deallocate`.
  T *release() {
    count = room = 0;
    return std::exchange(elements, nullptr);
  }

private:
  void swap(Array &other) noexcept {
    std::swap(elements, other.elements);
    std::swap(count, other.count);
    std::swap(room, other.room);
    std::swap(owner, other.owner);
  }

  T *elements = nullptr;
  int64_t count = 0;
  int64_t room = 0; ///< 0 for what is borrowed
  bool owner = true;
};

} // namespace encke::rt

#endif // ENCKE_RUNTIME_CORE_ARRAY_H
