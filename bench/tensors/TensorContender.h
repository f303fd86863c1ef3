//===- TensorContender.h - products with a sparse tensor --------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All contenders compute with the same tensor: CSF (one compressed level for
// each mode, in the order of the modes) with 32-bit positions and coordinates,
// or what their library makes of it.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_BENCH_TENSORS_TENSORCONTENDER_H
#define ENCKE_BENCH_TENSORS_TENSORCONTENDER_H

#include "Contender.h"

#include "encke/tensor.h"

#include <memory>
#include <string>
#include <vector>

namespace encke::bench {

/// Columns of every dense matrix; contenders are compiled for it.
constexpr int kColumns = 32;

enum class TensorOperation {
  mttkrp,      // M[i,r] = X[i,j,k] * B[j,r] * C[k,r], along any mode
  timesVector, // Y[i,j] = X[i,j,k] * v[k]
  timesMatrix, // Y[i,j,r] = X[i,j,k] * U[k,r]
};

/// The coordinates of a level's positions, and where the segments of its
/// parents begin.
struct LevelArrays {
  const int32_t *positions;
  const int32_t *coordinates;
  int64_t parents; // positions has one more
};

/// A CSF tensor; arrays are borrowed.
struct CsfArrays {
  explicit CsfArrays(const encke_tensor &tensor);

  int order() const { return static_cast<int>(levels.size()); }
  /// Positions of a level.
  int64_t count(int level) const {
    return levels[level].positions[levels[level].parents];
  }

  std::vector<int64_t> sizes;
  std::vector<LevelArrays> levels;
  const double *values;
};

struct TensorProblem {
  std::string program; // in programs/
  TensorOperation operation;
  int mode; // of the result of an MTTKRP
  const encke_tensor *tensor;
  CsfArrays X;
  /// For each mode a matrix, row-major (unused for the mode of an MTTKRP's
  /// result); for a vector only the last one, with one column.
  std::vector<AlignedArray<double>> factors;
};

/// What a contender has computed. A sparse result has the outer levels of X
/// and below them one value, or a row of them; a dense one has no levels.
struct TensorResult {
  std::vector<LevelArrays> levels;
  const double *values;
};

class TensorContender : public Contender {
public:
  /// As DenseContender's; a sparse result is allocated by `run`, which also
  /// frees that of the run before.
  virtual bool prepare(const TensorProblem &problem, std::string &whyNot) = 0;

  /// What the last `run` computed; nothing after `forget`.
  virtual TensorResult result() = 0;
};

std::unique_ptr<TensorContender> makeEnckeTensorContender();
std::unique_ptr<TensorContender> makeHandWrittenContender();
// Null where the library is not installed.
std::unique_ptr<TensorContender> makeSplattContender();
std::unique_ptr<TensorContender> makeTacoTensorContender();

//===----------------------------------------------------------------------===//
// What is right
//===----------------------------------------------------------------------===//

/// The values of the result by the definition of the operation.
AlignedArray<double> computeReference(const TensorProblem &problem);

/// Whether a result has the levels it should and values close to `expected`:
/// all terms are positive, so different orders of summation agree closely.
bool agrees(const TensorProblem &problem, const TensorResult &result,
            const AlignedArray<double> &expected);

/// Additions and multiplications of the definition, factor by factor.
double countOperations(const TensorProblem &problem);

/// What has to cross the memory bus at least once: operands and result.
double countBytes(const TensorProblem &problem,
                  const AlignedArray<double> &result);

} // namespace encke::bench

#endif // ENCKE_BENCH_TENSORS_TENSORCONTENDER_H
