//===- cuda_api.h - the part of CUDA's driver that is used ------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_DEVICE_CUDA_API_H
#define ENCKE_RUNTIME_DEVICE_CUDA_API_H

#include <cstddef>
#include <cstdint>
#include <memory>

namespace encke::rt {

class Device;

namespace cuda {

using Result = int;
constexpr Result success = 0;
using DeviceNumber = int;
using Address = unsigned long long;
using Context = struct ContextObject *;
using Module = struct ModuleObject *;
using Function = struct FunctionObject *;
using Stream = struct StreamObject *;

/// All functions: name, what the library calls it, arguments.
#define ENCKE_CUDA_FUNCTIONS(X)                                                \
  X(Init, "cuInit", (unsigned))                                                \
  X(GetErrorString, "cuGetErrorString", (Result, const char **))               \
  X(DeviceGetCount, "cuDeviceGetCount", (int *))                               \
  X(DeviceGet, "cuDeviceGet", (DeviceNumber *, int))                           \
  X(DevicePrimaryCtxRetain, "cuDevicePrimaryCtxRetain",                        \
    (Context *, DeviceNumber))                                                 \
  X(CtxSetCurrent, "cuCtxSetCurrent", (Context))                               \
  X(CtxSynchronize, "cuCtxSynchronize", ())                                    \
  X(MemAlloc, "cuMemAlloc_v2", (Address *, size_t))                            \
  X(MemFree, "cuMemFree_v2", (Address))                                        \
  X(MemcpyHtoD, "cuMemcpyHtoD_v2", (Address, const void *, size_t))            \
  X(MemcpyDtoH, "cuMemcpyDtoH_v2", (void *, Address, size_t))                  \
  X(ModuleLoadData, "cuModuleLoadData", (Module *, const void *))              \
  X(ModuleUnload, "cuModuleUnload", (Module))                                  \
  X(ModuleGetFunction, "cuModuleGetFunction",                                  \
    (Function *, Module, const char *))                                        \
  X(LaunchKernel, "cuLaunchKernel",                                            \
    (Function, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,     \
     unsigned, Stream, void **, void **))

struct Functions {
// NOLINTBEGIN(bugprone-macro-parentheses): types and names
#define ENCKE_DECLARE_FUNCTION(NAME, SYMBOL, ARGUMENTS)                        \
  Result(*NAME) ARGUMENTS = nullptr;
  ENCKE_CUDA_FUNCTIONS(ENCKE_DECLARE_FUNCTION)
#undef ENCKE_DECLARE_FUNCTION
  // NOLINTEND(bugprone-macro-parentheses)
};

} // namespace cuda

/// With functions of somebody else's, in tests.
std::unique_ptr<Device> openCUDA(const cuda::Functions &functions);

} // namespace encke::rt

#endif // ENCKE_RUNTIME_DEVICE_CUDA_API_H
