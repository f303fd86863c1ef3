//===- residency.h - where the newest version of an array is ----*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An array of the host may have a copy on a device. Either is the newest
// version, or both are the same. Kernels are the only ones that change the
// copy, and the host says what it is about to look at or to change (`touch`),
// so both are only copied when they have to be.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_DEVICE_RESIDENCY_H
#define ENCKE_RUNTIME_DEVICE_RESIDENCY_H

#include "device/device.h"
#include "encke/device.h"

#include <map>

namespace encke::rt {

/// The copies on one device of arrays of a running program.
class Residency {
public:
  explicit Residency(Device &device) : device(device) {}

  /// The newest version, on the device; it stays there, unless the array is
  /// used once. A kernel that writes there makes it newer than that of the
  /// host.
  DeviceBuffer &open(const encke_device_array &array);
  /// What was opened since and is used once, is not needed any more.
  void close() { once.clear(); }

  /// The host is about to look at memory, or also to write there or to free it.
  void touch(const void *data, int64_t bytes, bool writes);
  /// The memory is not the host's any more.
  void forget(const void *data, int64_t bytes);

  /// What went over, in bytes and copies, to the device and back.
  struct Traffic {
    int64_t uploaded = 0, uploads = 0, downloaded = 0, downloads = 0;
  };
  /// The program has ended; what went over for it.
  Traffic clear();

private:
  struct Copy {
    std::unique_ptr<DeviceBuffer> buffer;
    void *data;
    int64_t bytes;
    bool isNewest; ///< and the host's is older
  };
  using Copies = std::map<const char *, Copy>; // by the end of the array

  std::unique_ptr<DeviceBuffer> upload(const encke_device_array &array);
  void bringBack(Copy &copy);
  /// Those that have something in common with the bytes.
  Copies::iterator findFirst(const char *begin, const char *end);

  Device &device;
  Copies copies;
  std::vector<std::unique_ptr<DeviceBuffer>> once;
  Traffic traffic;
};

} // namespace encke::rt

#endif // ENCKE_RUNTIME_DEVICE_RESIDENCY_H
