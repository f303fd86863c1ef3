//===- Device.h - which kernels a device can run ----------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DIALECTS_CIN_DEVICE_H
#define ENCKE_DIALECTS_CIN_DEVICE_H

#include "dialects/CIN/CINDialect.h"

#include <string>

namespace encke::cin {

/// Why a device cannot run the kernel with a thread for each iteration of its
/// outermost loops; empty: it can. Which types and functions a device has is
/// not asked here.
std::string whyNotOnDevice(KernelOp kernel);

} // namespace encke::cin

#endif // ENCKE_DIALECTS_CIN_DEVICE_H
