//===- memory.h - how much memory there is ----------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_CORE_MEMORY_H
#define ENCKE_RUNTIME_CORE_MEMORY_H

#include <cstdint>
#include <string>

namespace encke::rt {

/// The bytes of the machine's memory, or of what the process may have of it
/// (its control group).
uint64_t memoryOfMachine();

/// The bytes that the system can still give the process: beyond them it would
/// end a process, this one or another one. UINT64_MAX where it does not say.
uint64_t freeMemory();

/// "1.5 GiB".
std::string bytesAsText(uint64_t bytes);

} // namespace encke::rt

#endif // ENCKE_RUNTIME_CORE_MEMORY_H
