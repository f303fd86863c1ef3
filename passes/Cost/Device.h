//===- Device.h - how much of a device is used ------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_COST_DEVICE_H
#define ENCKE_PASSES_COST_DEVICE_H

#include <cstdint>

namespace encke::cost {

/// How many threads a block has: four warps of NVIDIA's, two of the largest
/// ones of others; any device of Vulkan's has as many. Unit: threads. Chosen,
/// not measured.
inline constexpr int64_t threadsOfBlock = 128;

/// How many blocks are started at most: no device of Vulkan's need start more
/// in one direction. Unit: blocks. Given by Vulkan's limits.
inline constexpr int64_t mostBlocks = 65535;

/// The narrowest elements that every device has in its memory.
/// Unit: bits. Given by Vulkan, where narrower ones are an extension.
inline constexpr unsigned leastBits = 32;

} // namespace encke::cost

#endif // ENCKE_PASSES_COST_DEVICE_H
