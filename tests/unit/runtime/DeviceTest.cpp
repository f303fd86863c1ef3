//===- DeviceTest.cpp - kernels by the driver of CUDA ---------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The driver is a table of functions with the signatures of CUDA's. Its memory
// is the host's, at addresses that are none there, so that nobody looks at it.
//
//===----------------------------------------------------------------------===//

#include "device/device.h"
#include "core/error.h"
#include "device/cuda_api.h"

#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <vector>

using namespace encke::rt;

namespace {

constexpr cuda::Result outOfMemory = 2, lost = 719;

/// What the driver was asked for, and how it is to answer.
struct Driver {
  int devices = 1;
  bool isLost = false;
  size_t memory = 1000;
  std::map<cuda::Address, std::vector<char>> buffers;
  cuda::Address next = 64;
  int modules = 0;
  bool hasContext = false;
  std::string code;
  unsigned blocks = 0, threads = 0;
};
Driver driver;

char contextObject, moduleObject, functionObject;

/// Adds one to each byte of the first array, by the arguments of its function.
cuda::Result launch(cuda::Function, unsigned x, unsigned y, unsigned z,
                    unsigned threads, unsigned, unsigned, unsigned,
                    cuda::Stream, void **arguments, void **) {
  if (driver.isLost)
    return lost;
  EXPECT_EQ(y * z, 1U);
  EXPECT_TRUE(driver.hasContext);
  driver.blocks = x;
  driver.threads = threads;
  auto at = *static_cast<cuda::Address *>(arguments[1]);
  EXPECT_EQ(*static_cast<cuda::Address *>(arguments[0]), at);
  EXPECT_EQ(*static_cast<int64_t *>(arguments[2]), 0);
  EXPECT_EQ(*static_cast<int64_t *>(arguments[4]), 1);
  auto second = *static_cast<cuda::Address *>(arguments[6]);
  EXPECT_EQ(driver.buffers.count(second), 1U);
  for (char &byte : driver.buffers.at(at))
    ++byte;
  return cuda::success;
}

cuda::Functions makeFunctions() {
  driver = Driver();
  cuda::Functions call;
  call.Init = [](unsigned) { return cuda::success; };
  call.GetErrorString = [](cuda::Result result, const char **text) {
    *text = result == outOfMemory ? "out of memory" : "launch failed";
    return cuda::success;
  };
  call.DeviceGetCount = [](int *count) {
    *count = driver.devices;
    return cuda::success;
  };
  call.DeviceGet = [](cuda::DeviceNumber *device, int number) {
    *device = number;
    return cuda::success;
  };
  call.DevicePrimaryCtxRetain = [](cuda::Context *context, cuda::DeviceNumber) {
    *context = reinterpret_cast<cuda::Context>(&contextObject);
    return cuda::success;
  };
  call.CtxSetCurrent = [](cuda::Context context) {
    driver.hasContext = context != nullptr;
    return cuda::success;
  };
  call.CtxSynchronize = [] { return cuda::success; };
  call.MemAlloc = [](cuda::Address *address, size_t bytes) {
    if (bytes > driver.memory)
      return outOfMemory;
    *address = driver.next;
    driver.next += 64;
    driver.buffers[*address].resize(bytes);
    return cuda::success;
  };
  call.MemFree = [](cuda::Address address) {
    EXPECT_EQ(driver.buffers.erase(address), 1U);
    return cuda::success;
  };
  call.MemcpyHtoD = [](cuda::Address to, const void *from, size_t bytes) {
    EXPECT_LE(bytes, driver.buffers.at(to).size());
    std::memcpy(driver.buffers.at(to).data(), from, bytes);
    return cuda::success;
  };
  call.MemcpyDtoH = [](void *to, cuda::Address from, size_t bytes) {
    EXPECT_LE(bytes, driver.buffers.at(from).size());
    std::memcpy(to, driver.buffers.at(from).data(), bytes);
    return cuda::success;
  };
  call.ModuleLoadData = [](cuda::Module *module, const void *code) {
    driver.code = static_cast<const char *>(code);
    ++driver.modules;
    *module = reinterpret_cast<cuda::Module>(&moduleObject);
    return cuda::success;
  };
  call.ModuleUnload = [](cuda::Module) {
    --driver.modules;
    return cuda::success;
  };
  call.ModuleGetFunction = [](cuda::Function *function, cuda::Module,
                              const char *name) {
    EXPECT_STREQ(name, "run");
    *function = reinterpret_cast<cuda::Function>(&functionObject);
    return cuda::success;
  };
  call.LaunchKernel = launch;
  return call;
}

/// What the body throws.
template <typename Body>
std::string errorOf(Body &&body) {
  try {
    body();
  } catch (const Error &error) {
    return error.reason;
  }
  return "";
}

TEST(CudaDevice, RunsAKernelOnArrays) {
  std::unique_ptr<Device> device = openCUDA(makeFunctions());
  {
    std::unique_ptr<DeviceKernel> kernel = device->load("code\0", 2);
    EXPECT_EQ(driver.code, "code");
    std::unique_ptr<DeviceBuffer> one = device->allocate(3),
                                  other = device->allocate(5);
    const char before[] = {1, 2, 3};
    one->upload(before, 3);
    device->launch(*kernel, 7, 128, {{one.get(), 3}, {other.get(), 5}});
    EXPECT_EQ(driver.blocks, 7U);
    EXPECT_EQ(driver.threads, 128U);
    char after[3] = {};
    one->download(after, 3);
    EXPECT_EQ(std::string(after, 3), "\2\3\4");
  }
  EXPECT_TRUE(driver.buffers.empty());
  EXPECT_EQ(driver.modules, 0);
}

TEST(CudaDevice, SaysWhatTheDriverRefuses) {
  std::unique_ptr<Device> device = openCUDA(makeFunctions());
  EXPECT_EQ(errorOf([&] { device->allocate(1001); }),
            "CUDA cannot get 1001 bytes of memory: out of memory");
  std::unique_ptr<DeviceKernel> kernel = device->load("code\0", 2);
  std::unique_ptr<DeviceBuffer> one = device->allocate(1),
                                other = device->allocate(1);
  driver.isLost = true;
  EXPECT_EQ(errorOf([&] {
              device->launch(*kernel, 1, 128,
                             {{one.get(), 1}, {other.get(), 1}});
            }),
            "CUDA cannot start a kernel: launch failed");
}

TEST(CudaDevice, IsNotThere) {
  cuda::Functions functions = makeFunctions();
  driver.devices = 0;
  EXPECT_EQ(errorOf([&] { openCUDA(functions); }),
            "no CUDA device: the driver has none");
}

} // namespace
