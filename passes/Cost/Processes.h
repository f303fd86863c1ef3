//===- Processes.h - what processes have to send each other -----*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_COST_PROCESSES_H
#define ENCKE_PASSES_COST_PROCESSES_H

namespace encke::cost {

// What an operand weighs when the label is chosen of which each process has a
// part: that of a heavy one is better where it is than those of light ones.

/// A sparse tensor, which is seldom moved.
/// Unit: vectors. Chosen, not measured.
inline constexpr double sparseOperand = 1000;
/// A dense tensor of more than one dimension.
/// Unit: vectors. Chosen, not measured.
inline constexpr double matrixOperand = 30;
/// Unit: vectors. Chosen, not measured.
inline constexpr double vectorOperand = 1;

/// What a program on several processes may grow to when calls become the bodies
/// of functions. Unit: operations. Chosen, not measured.
inline constexpr unsigned mostInlined = 20000;

} // namespace encke::cost

#endif // ENCKE_PASSES_COST_PROCESSES_H
