//===- launch.cpp - kernels run on devices --------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "core/context.h"
#include "core/error.h"
#include "device/device.h"
#include "encke/runtime.h"

#include <map>
#include <mutex>

using namespace encke::rt;

namespace {
/// A device that programs of this process use, with what it was given.
class OpenDevice {
public:
  explicit OpenDevice(std::unique_ptr<Device> device)
      : device(std::move(device)) {}

  void launch(std::string_view code, int64_t blocks, int64_t threads,
              const encke_device_array *arrays, int64_t count);

private:
  DeviceKernel &find(std::string_view code, int64_t count);

  std::unique_ptr<Device> device;
  /// By what they are made of: another program may have it at another place.
  std::map<std::string, std::unique_ptr<DeviceKernel>, std::less<>> kernels;
};
} // namespace

DeviceKernel &OpenDevice::find(std::string_view code, int64_t count) {
  auto known = kernels.find(code);
  if (known == kernels.end())
    known = kernels.emplace(code, device->load(code, count)).first;
  return *known->second;
}

void OpenDevice::launch(std::string_view code, int64_t blocks, int64_t threads,
                        const encke_device_array *arrays, int64_t count) {
  DeviceKernel &kernel = find(code, count);
  std::vector<std::unique_ptr<DeviceBuffer>> buffers;
  std::vector<Device::Argument> arguments;
  for (int64_t number = 0; number < count; ++number) {
    // There is no buffer of no bytes.
    int64_t bytes = std::max<int64_t>(arrays[number].bytes, 1);
    buffers.push_back(device->allocate(bytes));
    arguments.push_back({buffers.back().get(), bytes});
    // Also what is written: a kernel need not write all of it.
    buffers.back()->upload(arrays[number].data, arrays[number].bytes);
  }
  device->launch(kernel, blocks, threads, arguments);
  for (int64_t number = 0; number < count; ++number)
    if (arrays[number].is_written)
      buffers[size_t(number)]->download(arrays[number].data,
                                        arrays[number].bytes);
}

static std::unique_ptr<Device> open(int64_t kind) {
  return kind == ENCKE_DEVICE_CUDA ? openCUDA() : openVulkan();
}

static std::mutex mutex;

/// Devices stay open until the process ends, and drivers are not told of that:
/// their libraries may be gone by then.
static OpenDevice &getDevice(int64_t kind) {
  static auto *devices = new std::map<int64_t, OpenDevice>;
  auto known = devices->find(kind);
  if (known == devices->end()) {
    std::unique_ptr<Device> device = open(kind);
    std::string warning = device->getWarning();
    known = devices->emplace(kind, OpenDevice(std::move(device))).first;
    if (Context *context = Context::find(); context && !warning.empty())
      context->warn(id::runTimeError, warning);
  }
  return known->second;
}

void encke_device_launch(int64_t kind, const void *code, int64_t codeBytes,
                         int64_t blocks, int64_t threads,
                         const encke_device_array *arrays, int64_t count) {
  if (blocks == 0)
    return;
  guarded(nullptr, [&] {
    std::lock_guard lock(mutex);
    getDevice(kind).launch({static_cast<const char *>(code), size_t(codeBytes)},
                           blocks, threads, arrays, count);
  });
}

/// A device of the kind that is faster than the processor is there.
static bool isThere(int64_t kind) {
  try {
    return open(kind)->isFast();
  } catch (const std::exception &) {
    return false;
  }
}

int32_t encke_device_find() {
  for (int32_t kind : {ENCKE_DEVICE_CUDA, ENCKE_DEVICE_VULKAN})
    if (isThere(kind))
      return kind;
  return 0;
}
