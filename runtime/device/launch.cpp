//===- launch.cpp - kernels run on devices --------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "core/at_free.h"
#include "core/context.h"
#include "core/error.h"
#include "device/residency.h"
#include "encke/runtime.h"
#include "storage/tensor.h"

#include <atomic>
#include <cstdio>
#include <map>
#include <mutex>

using namespace encke::rt;

namespace {
/// A device that programs of this process use, with what it was given.
class OpenDevice {
public:
  explicit OpenDevice(std::unique_ptr<Device> opened)
      : device(std::move(opened)), arrays(*device) {}

  void launch(std::string_view code, int64_t blocks, int64_t threads,
              const encke_device_array *given, int64_t count);
  Residency &getArrays() { return arrays; }

private:
  DeviceKernel &find(std::string_view code, int64_t count);

  std::unique_ptr<Device> device;
  Residency arrays;
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
                        const encke_device_array *given, int64_t count) {
  DeviceKernel &kernel = find(code, count);
  std::vector<Device::Argument> arguments;
  for (int64_t number = 0; number < count; ++number)
    arguments.push_back({&arrays.open(given[number]),
                         std::max<int64_t>(given[number].bytes, 1)});
  device->launch(kernel, blocks, threads, arguments);
  arrays.close();
}

static std::unique_ptr<Device> open(int64_t kind) {
  return kind == ENCKE_DEVICE_CUDA ? openCUDA() : openVulkan();
}

//===----------------------------------------------------------------------===//
// The device of the process
//===----------------------------------------------------------------------===//

/// A driver may give memory of the runtime's back while it is called.
static std::recursive_mutex mutex;
/// A program has one kind. It stays open until the process ends, and drivers
/// are not told of that: their libraries may be gone by then.
static std::atomic<OpenDevice *> opened = nullptr;
/// The program whose arrays have copies there.
static const Context *owner = nullptr;

static void forget(void *memory, uint64_t bytes) {
  std::lock_guard lock(mutex);
  opened.load()->getArrays().forget(memory, int64_t(bytes));
}

static void endProgram(const Context &context) {
  std::lock_guard lock(mutex);
  Residency &arrays = opened.load()->getArrays();
  Residency::Traffic traffic = arrays.clear();
  owner = nullptr;
  if (context.options.verbose || context.options.time)
    std::fprintf(stderr,
                 "encke: %lld bytes to the device in %lld copies, %lld bytes "
                 "back in %lld\n",
                 (long long)traffic.uploaded, (long long)traffic.uploads,
                 (long long)traffic.downloaded, (long long)traffic.downloads);
}

static void beginProgram(Context &context) {
  owner = &context;
  context.scratch.push_back(std::shared_ptr<void>(&context, [](void *ended) {
    endProgram(*static_cast<Context *>(ended));
  }));
}

static OpenDevice &getDevice(int64_t kind) {
  Context &context = Context::current();
  if (!opened) {
    std::unique_ptr<Device> device = open(kind);
    std::string warning = device->getWarning();
    opened = new OpenDevice(std::move(device));
    atFree = forget;
    if (!warning.empty())
      context.warn(id::runTimeError, warning);
  }
  if (owner != &context)
    beginProgram(context);
  return *opened;
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

//===----------------------------------------------------------------------===//
// What the host asks for
//===----------------------------------------------------------------------===//

/// The arrays of a tensor.
static void touch(Residency &arrays, const encke_tensor &tensor, bool writes) {
  for (int32_t number = 0; number < tensor.level_count; ++number) {
    const encke_level &level = tensor.levels[number];
    int64_t stride = level.stride ? level.stride : 1;
    arrays.touch(level.pos, level.pos_count * tensor.pos_bytes, writes);
    arrays.touch(level.crd, level.crd_count * stride * tensor.crd_bytes,
                 writes);
  }
  int64_t stride = tensor.value_stride ? tensor.value_stride : 1;
  arrays.touch(tensor.values,
               tensor.value_count * stride * elementBytes(tensor.type), writes);
}

void encke_device_touch(const void *what, int64_t bytes, int64_t writes) {
  if (!opened)
    return;
  guarded(nullptr, [&] {
    std::lock_guard lock(mutex);
    Residency &arrays = opened.load()->getArrays();
    if (bytes >= 0)
      return arrays.touch(what, bytes, writes);
    const auto &tensors = Context::current().tensors;
    auto tensor =
        tensors.find(static_cast<encke_tensor *>(const_cast<void *>(what)));
    if (tensor != tensors.end())
      return touch(arrays, *tensor->first, writes);
    arrays.touch(what, 1, writes);
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
