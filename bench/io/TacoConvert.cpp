//===- TacoConvert.cpp - TACO converts a matrix ---------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A copy of a tensor to another format, with the loops in the source's order.
// Where the result has another order, it is assembled by insertion: TACO then
// counts the elements of each column first (Chou, Kjolstad and Amarasinghe,
// Automatic Generation of Efficient Sparse Tensor Format Conversion Routines,
// PLDI 2020).
//
//===----------------------------------------------------------------------===//

#include "ConversionPeer.h"

#ifndef ENCKE_BENCH_TACO

std::unique_ptr<encke::bench::ConversionPeer>
encke::bench::makeTacoConversion(const std::string &, const encke_tensor &) {
  return nullptr;
}

#else

#include "Taco.h"

namespace encke::bench {

namespace {

using Order = std::vector<int>;

const Order kRows = {0, 1}, kColumns = {1, 0};

/// The levels of a format, and the mode of each.
struct TacoFormat {
  std::vector<taco::ModeFormat> levels;
  Order order;

  taco::Format format() const {
    return {{levels.begin(), levels.end()}, order};
  }
};

const taco::ModeFormat kNotUnique =
    taco::ModeFormat::Sparse({taco::ModeFormat::NOT_UNIQUE});
const TacoFormat kCsr{{taco::Dense, taco::Sparse}, kRows},
    kCsc{{taco::Dense, taco::Sparse}, kColumns},
    kDcsr{{taco::Sparse, taco::Sparse}, kRows},
    kCoo{{kNotUnique, taco::Singleton}, kRows};

struct Known {
  const char *name;
  const TacoFormat &from, &to;
};

const Known kKnown[] = {{"CSR->CSC", kCsr, kCsc},
                        {"CSC->CSR", kCsc, kCsr},
                        {"COO->CSR", kCoo, kCsr},
                        {"CSR->DCSR", kCsr, kDcsr}};

taco::Array arrayOver(void *data, int64_t count) {
  return taco::makeArray(static_cast<int *>(data), size_t(count));
}

/// A tensor of the sizes of another, over its arrays or, yet, none. Encke's
/// arrays are TACO's.
taco::TensorStorage storageOf(const encke_tensor &tensor,
                              const TacoFormat &format, bool hasArrays) {
  std::vector<int> sizes = {int(tensor.sizes[0]), int(tensor.sizes[1])};
  std::vector<taco::ModeIndex> indices;
  for (size_t l = 0; l != format.levels.size(); ++l) {
    const encke_level &level = tensor.levels[l];
    std::vector<taco::Array> arrays;
    if (format.levels[l] == taco::Dense)
      arrays = {taco::makeArray({sizes[size_t(format.order[l])]})};
    else if (hasArrays) // a singleton has no positions
      arrays = {arrayOver(level.pos, level.pos_count),
                arrayOver(level.crd, level.crd_count)};
    indices.emplace_back(arrays);
  }
  taco::TensorStorage storage(taco::type<double>(), sizes, format.format(),
                              taco::Literal(0.0));
  storage.setIndex(taco::Index(format.format(), indices));
  if (hasArrays)
    storage.setValues(taco::makeArray(static_cast<double *>(tensor.values),
                                      size_t(tensor.value_count)));
  return storage;
}

class TacoConversion : public ConversionPeer {
public:
  TacoConversion(const Known &known, const encke_tensor &from)
      : to(known.to), rows(from.sizes[0]), columns(from.sizes[1]),
        arguments{storageOf(from, to, false),
                  storageOf(from, known.from, true)} {
    taco::Type type(taco::type<double>(),
                    taco::Shape({taco::Dimension(), taco::Dimension()}));
    taco::TensorVar A("A", type, known.from.format()),
        B("B", type, to.format());
    std::vector<taco::IndexVar> ij(2);
    taco::IndexStmt copy = B(ij) = A(ij);
    for (size_t level = 2; level--;)
      copy = taco::forall(ij[size_t(known.from.order[level])], copy);
    if (known.from.order != to.order)
      copy = copy.assemble(B, taco::AssembleStrategy::Insert, false);
    tacoFlags();
    kernel = taco::compile(copy);
  }

  ~TacoConversion() override { forget(); }

  void run() override {
    forget();
    kernel(arguments);
    isMade = true;
  }

  Digest digest() const override {
    Digest digest;
    const taco_tensor_t *made = result();
    auto array = [&](int level, int number) {
      return reinterpret_cast<const int32_t *>(made->indices[level][number]);
    };
    auto *values = reinterpret_cast<const double *>(made->vals);
    bool isDense = to.levels.front() == taco::Dense;
    int64_t outerSize = to.order == kRows ? rows : columns;
    int64_t count = isDense ? outerSize : array(0, 0)[1];
    for (int64_t outer = 0; outer != count; ++outer) {
      int64_t at = isDense ? outer : array(0, 1)[outer];
      for (int32_t p = array(1, 0)[outer]; p != array(1, 0)[outer + 1]; ++p)
        if (to.order == kRows)
          digest.add(values[p], at, array(1, 1)[p]);
        else
          digest.add(values[p], array(1, 1)[p], at);
    }
    return digest;
  }

private:
  taco_tensor_t *result() const {
    taco::TensorStorage storage = arguments.front();
    return storage;
  }

  /// A result's coordinates and positions are the caller's to free; its values
  /// go when the next ones come.
  void forget() {
    if (!isMade)
      return;
    taco_tensor_t *made = result();
    for (int level = 0; level != 2; ++level)
      if (to.levels[size_t(level)] != taco::Dense)
        for (int number = 0; number != 2; ++number)
          free(made->indices[level][number]);
    isMade = false;
  }

  const TacoFormat &to;
  int64_t rows, columns;
  std::vector<taco::TensorStorage> arguments;
  taco::Kernel kernel;
  bool isMade = false;
};

} // namespace

std::unique_ptr<ConversionPeer> makeTacoConversion(const std::string &name,
                                                   const encke_tensor &from) {
  for (const Known &known : kKnown)
    if (name == known.name)
      return std::make_unique<TacoConversion>(known, from);
  return nullptr;
}

} // namespace encke::bench

#endif // ENCKE_BENCH_TACO
