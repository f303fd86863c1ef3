//===- cuda.cpp - NVIDIA's devices by CUDA's driver -----------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The driver alone is needed: it compiles PTX. Its functions are found by the
// names that its library gives them, of which some have a version.
//
//===----------------------------------------------------------------------===//

#include "core/error.h"
#include "device/cuda_api.h"
#include "device/device.h"

#include <array>
#include <dlfcn.h>
#include <string>

using namespace encke::rt;

namespace {

class CudaBuffer : public DeviceBuffer {
public:
  CudaBuffer(const cuda::Functions &call, int64_t bytes);
  ~CudaBuffer() override { call.MemFree(address); }
  void upload(const void *from, int64_t bytes) override;
  void download(void *to, int64_t bytes) override;

  cuda::Address address = 0;
  int64_t bytes;

private:
  const cuda::Functions &call;
};

class CudaKernel : public DeviceKernel {
public:
  CudaKernel(const cuda::Functions &call, std::string_view code);
  ~CudaKernel() override { call.ModuleUnload(module); }

  cuda::Function function = nullptr;

private:
  const cuda::Functions &call;
  cuda::Module module = nullptr;
};

class CudaDevice : public Device {
public:
  explicit CudaDevice(const cuda::Functions &call);
  std::unique_ptr<DeviceBuffer> allocate(int64_t bytes) override {
    enter();
    return std::make_unique<CudaBuffer>(call, bytes);
  }
  std::unique_ptr<DeviceKernel> load(std::string_view code, int64_t) override {
    enter();
    return std::make_unique<CudaKernel>(call, code);
  }
  void launch(DeviceKernel &kernel, int64_t blocks, int64_t threads,
              const std::vector<Argument> &arguments) override;
  bool isFast() const override { return true; }

private:
  /// The context is one for each thread, and this may be another one.
  void enter();

  const cuda::Functions call;
  cuda::Context context = nullptr;
};

} // namespace

/// Throws where a function has failed.
static void check(const cuda::Functions &call, cuda::Result result,
                  const std::string &what) {
  if (result == cuda::success)
    return;
  const char *text = nullptr;
  if (call.GetErrorString(result, &text) != cuda::success || !text)
    text = "unknown error";
  throw Error("CUDA cannot " + what + ": " + text);
}

//===----------------------------------------------------------------------===//
// Buffers and kernels
//===----------------------------------------------------------------------===//

CudaBuffer::CudaBuffer(const cuda::Functions &call, int64_t bytes)
    : bytes(bytes), call(call) {
  check(call, call.MemAlloc(&address, size_t(bytes)),
        "get " + std::to_string(bytes) + " bytes of memory");
}

void CudaBuffer::upload(const void *from, int64_t bytes) {
  if (bytes != 0)
    check(call, call.MemcpyHtoD(address, from, size_t(bytes)),
          "copy an array to the device");
}

void CudaBuffer::download(void *to, int64_t bytes) {
  if (bytes != 0)
    check(call, call.MemcpyDtoH(to, address, size_t(bytes)),
          "copy an array from the device");
}

CudaKernel::CudaKernel(const cuda::Functions &call, std::string_view code)
    : call(call) {
  check(call, call.ModuleLoadData(&module, code.data()), "compile a kernel");
  cuda::Result result = call.ModuleGetFunction(&function, module, "run");
  if (result != cuda::success)
    call.ModuleUnload(module);
  check(call, result, "find a kernel");
}

//===----------------------------------------------------------------------===//
// The device
//===----------------------------------------------------------------------===//

CudaDevice::CudaDevice(const cuda::Functions &functions) : call(functions) {
  check(call, call.Init(0), "start");
  int count = 0;
  check(call, call.DeviceGetCount(&count), "count devices");
  if (count == 0)
    throw Error("no CUDA device: the driver has none");
  // The first one, as its driver numbers them. The context that all libraries
  // of a process share.
  cuda::DeviceNumber number;
  check(call, call.DeviceGet(&number, 0), "find a device");
  check(call, call.DevicePrimaryCtxRetain(&context, number), "open the device");
}

void CudaDevice::enter() {
  check(call, call.CtxSetCurrent(context), "open the device");
}

/// An array as LLVM passes a memref of one dimension: where it was allocated,
/// where it begins, its offset, its length, its stride.
struct PassedArray {
  cuda::Address allocated, aligned;
  int64_t offset, length, stride;
};

void CudaDevice::launch(DeviceKernel &kernel, int64_t blocks, int64_t threads,
                        const std::vector<Argument> &arguments) {
  enter();
  std::vector<PassedArray> arrays;
  for (const Argument &argument : arguments) {
    cuda::Address at = static_cast<CudaBuffer &>(*argument.buffer).address;
    // Nothing asks how long it is.
    arrays.push_back({at, at, 0, argument.bytes, 1});
  }
  std::vector<void *> places;
  for (PassedArray &array : arrays)
    for (void *place : std::initializer_list<void *>{
             &array.allocated, &array.aligned, &array.offset, &array.length,
             &array.stride})
      places.push_back(place);
  check(call,
        call.LaunchKernel(static_cast<CudaKernel &>(kernel).function,
                          unsigned(blocks), 1, 1, unsigned(threads), 1, 1,
                          /*shared memory=*/0, /*stream=*/nullptr,
                          places.data(), nullptr),
        "start a kernel");
  check(call, call.CtxSynchronize(), "run a kernel");
}

std::unique_ptr<Device> encke::rt::openCUDA(const cuda::Functions &functions) {
  return std::make_unique<CudaDevice>(functions);
}

std::unique_ptr<Device> encke::rt::openCUDA() {
  constexpr const char *name = "libcuda.so.1";
  void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (!library)
    throw helped(
        Error("no CUDA device: " + std::string(name) + " is not there"),
        "install NVIDIA's driver, or run without --device=cuda");
  cuda::Functions functions;
#define ENCKE_FIND(NAME, SYMBOL, ARGUMENTS)                                    \
  functions.NAME =                                                             \
      reinterpret_cast<decltype(functions.NAME)>(dlsym(library, SYMBOL));      \
  if (!functions.NAME)                                                         \
    throw Error("no CUDA device: " + std::string(name) +                       \
                " has no function " SYMBOL);
  ENCKE_CUDA_FUNCTIONS(ENCKE_FIND)
#undef ENCKE_FIND
  return openCUDA(functions);
}
