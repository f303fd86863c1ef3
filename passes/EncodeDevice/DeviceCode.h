//===- DeviceCode.h - what code devices are given ---------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_ENCODEDEVICE_DEVICECODE_H
#define ENCKE_PASSES_ENCODEDEVICE_DEVICECODE_H

namespace encke {

/// SPIR-V, for Vulkan; PTX, for CUDA.
enum class DeviceCode { SPIRV, PTX };

} // namespace encke

#endif // ENCKE_PASSES_ENCODEDEVICE_DEVICECODE_H
