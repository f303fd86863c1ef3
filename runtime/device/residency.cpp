//===- residency.cpp - where the newest version of an array is ------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/residency.h"

#include <algorithm>
#include <utility>

using namespace encke::rt;

/// Arrays do not overlap, so that those that end behind the beginning are in
/// order.
Residency::Copies::iterator Residency::findFirst(const char *begin,
                                                 const char *end) {
  auto first = copies.upper_bound(begin);
  return first != copies.end() &&
                 static_cast<const char *>(first->second.data) < end
             ? first
             : copies.end();
}

std::unique_ptr<DeviceBuffer>
Residency::upload(const encke_device_array &array) {
  // There is no buffer of no bytes.
  std::unique_ptr<DeviceBuffer> buffer =
      device.allocate(std::max<int64_t>(array.bytes, 1));
  buffer->upload(array.data, array.bytes);
  traffic.uploaded += array.bytes;
  ++traffic.uploads;
  return buffer;
}

void Residency::bringBack(Copy &copy) {
  if (!copy.isNewest)
    return;
  copy.buffer->download(copy.data, copy.bytes);
  copy.isNewest = false;
  traffic.downloaded += copy.bytes;
  ++traffic.downloads;
}

DeviceBuffer &Residency::open(const encke_device_array &array) {
  const auto *begin = static_cast<const char *>(array.data);
  const char *end = begin + array.bytes;
  if (array.use == ENCKE_DEVICE_ONCE || array.bytes == 0) {
    once.push_back(upload(array));
    return *once.back();
  }
  auto known = copies.find(end);
  if (known == copies.end() || known->second.data != array.data) {
    // Parts of it, or what it is a part of.
    for (auto at = findFirst(begin, end); at != copies.end();
         at = findFirst(begin, end)) {
      bringBack(at->second);
      copies.erase(at);
    }
    known = copies
                .insert_or_assign(
                    end, Copy{upload(array), array.data, array.bytes, false})
                .first;
  }
  known->second.isNewest |= array.use == ENCKE_DEVICE_WRITTEN;
  return *known->second.buffer;
}

void Residency::forget(const void *data, int64_t bytes) {
  const auto *begin = static_cast<const char *>(data), *end = begin + bytes;
  for (auto at = copies.upper_bound(begin);
       at != copies.end() && static_cast<const char *>(at->second.data) < end;)
    at = copies.erase(at);
}

void Residency::touch(const void *data, int64_t bytes, bool writes) {
  const auto *begin = static_cast<const char *>(data), *end = begin + bytes;
  for (auto at = copies.upper_bound(begin);
       at != copies.end() && static_cast<const char *>(at->second.data) < end;
       at = writes ? copies.erase(at) : std::next(at))
    bringBack(at->second);
}

Residency::Traffic Residency::clear() {
  copies.clear();
  once.clear();
  return std::exchange(traffic, {});
}
