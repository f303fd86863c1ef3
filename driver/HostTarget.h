//===- HostTarget.h - the machine that code is for --------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DRIVER_HOSTTARGET_H
#define ENCKE_DRIVER_HOSTTARGET_H

#include "driver/CodeOptions.h"
#include "frontend/diagnostics/Diagnostics.h"
#include "passes/Cost/Target.h"

#include <optional>

namespace llvm {
class TargetMachine;
}

namespace encke {

/// This machine, as far as the system says what it is. Of a processor that the
/// user named nothing but its registers is known.
cost::Target readMachine(const CodeOptions &code,
                         const llvm::TargetMachine &machine);

/// The same, but for what a file says (`--target`); an empty name is none. Of a
/// processor that the user named the registers count all the same. None after
/// an error.
std::optional<cost::Target> chooseTarget(const std::string &file,
                                         const CodeOptions &code,
                                         const llvm::TargetMachine &machine,
                                         DiagnosticStyle style);

} // namespace encke

#endif // ENCKE_DRIVER_HOSTTARGET_H
