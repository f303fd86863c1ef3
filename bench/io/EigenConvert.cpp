//===- EigenConvert.cpp - Eigen converts a matrix -------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConversionPeer.h"

#if __has_include(<Eigen/SparseCore>)
#include <Eigen/SparseCore>
#include <optional>
#include <vector>

namespace encke::bench {

namespace {

template <int order>
using Matrix = Eigen::SparseMatrix<double, order, int32_t>;
using Triplets = std::vector<Eigen::Triplet<double, int32_t>>;

/// From Source into a Target.
template <typename Source, typename Target>
class Conversion : public ConversionPeer {
public:
  Conversion(const Source &from, int64_t rows, int64_t columns)
      : from(from), rows(rows), columns(columns) {}

  void run() override {
    result.reset();
    if constexpr (std::is_same_v<Source, Triplets>) {
      result.emplace(rows, columns);
      result->setFromTriplets(from.begin(), from.end());
    } else {
      result.emplace(from);
    }
  }

  Digest digest() const override {
    Digest digest;
    for (Eigen::Index outer = 0; outer != result->outerSize(); ++outer)
      for (typename Target::InnerIterator entry(*result, outer); entry; ++entry)
        digest.add(entry.value(), entry.row(), entry.col());
    return digest;
  }

private:
  Source from;
  int64_t rows, columns;
  std::optional<Target> result;
};

/// A copy of a tensor in CSR or CSC.
template <int order>
Matrix<order> compressed(const encke_tensor &tensor) {
  const encke_level &level = tensor.levels[1];
  return Eigen::Map<const Matrix<order>>(
      tensor.sizes[0], tensor.sizes[1], tensor.value_count,
      static_cast<const int32_t *>(level.pos),
      static_cast<const int32_t *>(level.crd),
      static_cast<const double *>(tensor.values));
}

Triplets triplets(const encke_tensor &tensor) {
  auto *rows = static_cast<const int32_t *>(tensor.levels[0].crd);
  auto *columns = static_cast<const int32_t *>(tensor.levels[1].crd);
  auto *values = static_cast<const double *>(tensor.values);
  Triplets triplets;
  for (int64_t n = 0; n != tensor.value_count; ++n)
    triplets.emplace_back(rows[n], columns[n], values[n]);
  return triplets;
}

template <typename Target, typename Source>
std::unique_ptr<ConversionPeer> make(const Source &from,
                                     const encke_tensor &tensor) {
  return std::make_unique<Conversion<Source, Target>>(from, tensor.sizes[0],
                                                      tensor.sizes[1]);
}

} // namespace

std::unique_ptr<ConversionPeer> makeEigenConversion(const std::string &name,
                                                    const encke_tensor &from) {
  constexpr int byRows = Eigen::RowMajor, byColumns = Eigen::ColMajor;
  if (name == "CSR->CSC")
    return make<Matrix<byColumns>>(compressed<byRows>(from), from);
  if (name == "CSC->CSR")
    return make<Matrix<byRows>>(compressed<byColumns>(from), from);
  if (name == "COO->CSR")
    return make<Matrix<byRows>>(triplets(from), from);
  return nullptr;
}

} // namespace encke::bench

#else

namespace encke::bench {
std::unique_ptr<ConversionPeer> makeEigenConversion(const std::string &,
                                                    const encke_tensor &) {
  return nullptr;
}
} // namespace encke::bench

#endif
