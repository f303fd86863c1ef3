//===- Threads.h - what parallel loops cost ---------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The runtime decides how many tasks a loop is worth. It is told what an
// element of the loop's leader costs, in a unit of about 0.06 ns: a step of an
// inner loop with vectors whose operands are in a cache (encke_loop_tasks).
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_COST_THREADS_H
#define ENCKE_PASSES_COST_THREADS_H

#include "passes/Cost/Assumed.h"
#include "passes/Cost/Blocks.h"

#include <cmath>
#include <cstdint>

namespace encke::cost {

/// An element of a sparse level that is only read.
/// Unit: steps. Measured by: rough medians over the kernels of bench/.
inline constexpr int64_t readCost = 4;
/// A value below it that no coordinate says where it is, as those in blocks.
/// Unit: steps. Measured by: rough medians over the kernels of bench/.
inline constexpr int64_t valueCost = 3;
/// A step where only dense tensors take part, which come from memory.
/// Unit: steps. Measured by: rough medians over the kernels of bench/.
inline constexpr int64_t streamCost = 8;
/// An element that is merged with another tensor's, against one that is read.
/// Unit: ratio. Measured by: rough medians over the kernels of bench/.
inline constexpr int64_t mergeFactor = 12;
/// One that is accumulated in memory, where a sparse level says.
/// Unit: steps. Measured by: rough medians over the kernels of bench/.
inline constexpr int64_t scatterCost = 20;
/// An element of a row there.
/// Unit: steps. Measured by: rough medians over the kernels of bench/.
inline constexpr int64_t scatteredRowCost = 4;
/// One of a row workspace: it is put in order, and cleared.
/// Unit: steps. Measured by: rough medians over the kernels of bench/.
inline constexpr int64_t rowElementCost = 64;
/// Far more than is worth a task, and no product of two overflows.
/// Unit: steps. Chosen, not measured.
inline constexpr int64_t greatestCost = int64_t(1) << 20;

/// What a loop does with an element, or at a step.
struct Step {
  bool hasLeader = true;    ///< a sparse tensor whose elements tasks share
  bool scatters = false;    ///< accumulates at coordinates of a sparse level
  bool hasValues = false;   ///< of the leader, without coordinates
  bool isLeaders = false;   ///< a level of the leader restricts the loop
  unsigned restricting = 0; ///< tensors that restrict the loop
};

/// A step of an innermost loop that visits every coordinate.
inline int64_t getStepCost(const Step &step) {
  return !step.hasLeader  ? streamCost
         : step.scatters  ? scatteredRowCost
         : step.hasValues ? valueCost
                          : 1;
}

/// The least that an element of a level costs that restricts a loop.
inline int64_t getElementCost(const Step &step) {
  return step.scatters ? scatterCost : readCost;
}

/// How many times an element's cost a loop has that tensors restrict.
inline int64_t getElementFactor(const Step &step) {
  return (step.restricting > 1 ? mergeFactor : 1) *
         (step.isLeaders || !step.hasLeader ? 1 : assumedFibre);
}

/// What a round with elements costs besides them, some 1.5 ns: the processor
/// guesses wrong where the loop over them ends, more often than not.
/// Unit: steps. Measured by: SpMV of a road network on two threads.
inline constexpr int64_t roundCost = 24;
/// An element of a copy, which is set and added, both in memory, and takes the
/// place of what would be in caches: some 4 ns. Whose an element is takes as
/// long: the processor guesses it.
/// Unit: steps. Measured by: rough medians over the kernels of bench/.
inline constexpr int64_t copiedCost = 64;

/// Steps that take a nanosecond: 1 / 0.061.
/// Unit: steps a nanosecond. Given by the unit.
inline constexpr double stepsOfNanosecond = 16.384;

/// What a task must have to do. (A thread that sleeps takes 0.01 to 0.03 ms
/// more.)
inline int64_t getLeastOfTask(const Target &target) {
  return std::llround(target.taskTime * stepsOfNanosecond);
}
/// Tasks that have copies, or parts of a result, wait for each other once or
/// twice more.
/// Unit: ratio. Chosen, not measured.
inline constexpr int64_t sharingWaits = 4;
inline int64_t getLeastOfSharingTask(const Target &target) {
  return sharingWaits * getLeastOfTask(target);
}

/// Chunks of so many rounds or more begin at multiples of that, where all
/// rounds are alike: elements of four bytes fill a line of a cache.
inline int64_t getRoundsOfLine(const Target &target) {
  return target.lineBytes / 4;
}

/// Chunks for each task: enough that the last one to end does not keep the
/// others waiting, few enough that taking one costs nothing.
/// Unit: chunks. Chosen, not measured.
inline constexpr int64_t chunksOfTask = 16;
/// Rounds of a chunk, at least, where all are alike.
inline constexpr int64_t roundsOfChunk = jammedRows;
/// Of a result that is put together from parts: so many that a part is still in
/// the caches when it is copied.
/// Unit: parts. Chosen, not measured.
inline constexpr int64_t partsOfTask = 64;
/// What such a result takes of each task besides, some 0.2 ms: memory of its
/// own, and two more times that tasks wait for each other.
/// Unit: copied elements. Measured by: small products and sums of sparse
/// matrices on two threads.
inline constexpr int64_t extraForParts = 50000;

/// Words between what two tasks write.
/// Unit: words of 8 bytes. Given by the processors: a line of a cache.
inline constexpr int64_t wordsOfTask = 8;

} // namespace encke::cost

#endif // ENCKE_PASSES_COST_THREADS_H
