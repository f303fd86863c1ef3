//===- device.h - what drivers of devices can do ----------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each kind of device is one file: it finds the library of its driver where the
// program runs, and nothing of it is needed to build Encke.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_DEVICE_DEVICE_H
#define ENCKE_RUNTIME_DEVICE_DEVICE_H

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace encke::rt {

/// Memory of a device.
class DeviceBuffer {
public:
  virtual ~DeviceBuffer() = default;
  /// Copy the first bytes there, and back. Kernels that are launched before
  /// have ended.
  virtual void upload(const void *from, int64_t bytes) = 0;
  virtual void download(void *to, int64_t bytes) = 0;
};

/// A function for a device.
class DeviceKernel {
public:
  virtual ~DeviceKernel() = default;
};

/// A device that was opened. Functions throw Error, or MemoryError where the
/// device has not as much memory.
class Device {
public:
  virtual ~Device() = default;

  /// Of one byte at least.
  virtual std::unique_ptr<DeviceBuffer> allocate(int64_t bytes) = 0;
  /// The function `run` of the code, which takes so many arrays.
  virtual std::unique_ptr<DeviceKernel> load(std::string_view code,
                                             int64_t arrays) = 0;
  /// Runs a kernel to its end. The bytes of each array are those of its buffer
  /// that the kernel sees.
  struct Argument {
    DeviceBuffer *buffer;
    int64_t bytes;
  };
  virtual void launch(DeviceKernel &kernel, int64_t blocks, int64_t threads,
                      const std::vector<Argument> &arguments) = 0;
  /// It is no processor that only looks like a device.
  virtual bool isFast() const = 0;
  /// What its user has to know; empty: nothing.
  virtual std::string getWarning() const { return ""; }
};

/// Throw an Error that says what was looked for where there is none.
std::unique_ptr<Device> openVulkan();
std::unique_ptr<Device> openCUDA();

} // namespace encke::rt

#endif // ENCKE_RUNTIME_DEVICE_DEVICE_H
