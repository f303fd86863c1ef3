//===- dense.cpp - what generated code calls on dense tensors -------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "core/error.h"
#include "dense/largest.h"
#include "dense/product.h"
#include "dense/transpose.h"
#include "encke/runtime.h"
#include "storage/tensor.h"

using namespace encke::rt;

namespace {

/// A memory reference of any order.
struct Buffer {
  explicit Buffer(const encke_unranked_memref &reference)
      : order(reference.rank) {
    auto *pointers = static_cast<void **>(reference.descriptor);
    auto *numbers = reinterpret_cast<int64_t *>(pointers + 2);
    data = pointers[1];
    offset = numbers[0];
    sizes = numbers + 1;
    strides = sizes + order;
  }

  /// The first element, when elements have `bytes` bytes.
  char *at(int64_t bytes) const {
    return static_cast<char *>(data) + offset * bytes;
  }

  int64_t order;
  void *data;
  int64_t offset;
  const int64_t *sizes, *strides;
};

} // namespace

static void transpose(int64_t bytes, const encke_unranked_memref &source,
                      const encke_unranked_memref &target,
                      const int32_t *modes) {
  guarded(nullptr, [&] {
    Buffer from(source), to(target);
    std::vector<SourceMode> all;
    for (int64_t mode = 0; mode != to.order; ++mode)
      all.push_back({to.sizes[mode], from.strides[modes[mode]]});
    encke::rt::transpose(from.at(bytes), to.at(bytes), bytes, all);
  });
}

/// Adds a label to a group of which neighbours are neighbours in every tensor.
static void fuse(ProductLoop &group, const ProductLoop &label) {
  int64_t size = group.size * label.size;
  group = label;
  group.size = size;
}

template <typename T>
static void multiply(const encke_unranked_memref &a,
                     const encke_unranked_memref &b, encke_unranked_memref &c,
                     const int32_t *labels, int64_t count, T alpha,
                     int64_t accumulate) {
  guarded(nullptr, [&] {
    Buffer tensors[] = {Buffer(a), Buffer(b), Buffer(c)};
    auto begin = [&](size_t t) {
      return reinterpret_cast<T *>(tensors[t].at(sizeof(T)));
    };
    ProductLoop single = {1, 0, 0, 0};
    Product<T> product = {begin(0), begin(1), begin(2), single,         single,
                          single,   {},       alpha,    accumulate != 0};
    for (int64_t label = 0; label != count; ++label) {
      const int32_t *words = labels + 4 * label;
      ProductLoop loop = {0, 0, 0, 0};
      int64_t *strides[] = {&loop.a, &loop.b, &loop.c};
      for (size_t t = 0; t != 3; ++t)
        if (int32_t mode = words[1 + t]; mode >= 0) {
          loop.size = tensors[t].sizes[mode];
          *strides[t] = tensors[t].strides[mode];
        }
      switch (words[0]) {
      case ENCKE_ROWS:
        fuse(product.rows, loop);
        break;
      case ENCKE_COLUMNS:
        fuse(product.columns, loop);
        break;
      case ENCKE_INNER:
        fuse(product.inner, loop);
        break;
      default:
        product.loops.push_back(loop);
      }
    }
    encke::rt::multiply(product);
  });
}

template <typename T>
static double largestOf(const encke_unranked_memref &tensor, int64_t parts) {
  return guarded(nullptr, [&] {
    Buffer buffer(tensor);
    std::vector<int64_t> sizes(buffer.sizes, buffer.sizes + buffer.order);
    std::vector<int64_t> strides(buffer.strides, buffer.strides + buffer.order);
    const char *begin = buffer.at(int64_t(sizeof(T)) * parts);
    return largest(reinterpret_cast<const T *>(begin), sizes, strides, parts);
  });
}

#define DEFINE(SUFFIX, TYPE)                                                   \
  void _mlir_ciface_encke_transpose_##SUFFIX(encke_unranked_memref *source,    \
                                             encke_unranked_memref *target,    \
                                             const int32_t *modes) {           \
    transpose(elementBytes(TYPE), *source, *target, modes);                    \
  }
ENCKE_FOR_EACH_TYPE(DEFINE)
#undef DEFINE

void _mlir_ciface_encke_gemm_f64(encke_unranked_memref *a,
                                 encke_unranked_memref *b,
                                 encke_unranked_memref *c,
                                 const int32_t *labels, int64_t count,
                                 double alpha, int64_t accumulate) {
  multiply(*a, *b, *c, labels, count, alpha, accumulate);
}
void _mlir_ciface_encke_gemm_f32(encke_unranked_memref *a,
                                 encke_unranked_memref *b,
                                 encke_unranked_memref *c,
                                 const int32_t *labels, int64_t count,
                                 float alpha, int64_t accumulate) {
  multiply(*a, *b, *c, labels, count, alpha, accumulate);
}
void _mlir_ciface_encke_gemm_c128(encke_unranked_memref *a,
                                  encke_unranked_memref *b,
                                  encke_unranked_memref *c,
                                  const int32_t *labels, int64_t count,
                                  double real, double imaginary,
                                  int64_t accumulate) {
  multiply(*a, *b, *c, labels, count, std::complex<double>(real, imaginary),
           accumulate);
}

double _mlir_ciface_encke_largest_f64(encke_unranked_memref *tensor) {
  return largestOf<double>(*tensor, 1);
}
double _mlir_ciface_encke_largest_f32(encke_unranked_memref *tensor) {
  return largestOf<float>(*tensor, 1);
}
double _mlir_ciface_encke_largest_c128(encke_unranked_memref *tensor) {
  return largestOf<double>(*tensor, 2);
}

double encke_largest_stored(const encke_tensor *tensor) {
  return guarded(nullptr, [&] {
    const void *values = tensor->values;
    int64_t count = tensor->value_count;
    // One value of all is looked at once; others may be fields of records.
    if (tensor->explicit_value) {
      values = tensor->explicit_value;
      count = std::min<int64_t>(count, 1);
    }
    int64_t stride = std::max<int64_t>(tensor->value_stride, 1);
    int64_t parts = tensor->type == ENCKE_C128 ? 2 : 1;
    if (tensor->type == ENCKE_F32)
      return largest(static_cast<const float *>(values), {count}, {stride}, 1);
    return largest(static_cast<const double *>(values), {count}, {stride},
                   parts);
  });
}
