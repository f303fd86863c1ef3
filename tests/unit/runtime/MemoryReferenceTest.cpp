//===- MemoryReferenceTest.cpp - tensors as generated code sees them ------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"

#include <gtest/gtest.h>

using namespace encke::test;

namespace {

TEST(MemoryReference, ArraysOfALevel) {
  Directory directory;
  std::string path = directory.write("a.tns", "1 2 5\n3 1 7\n");
  Outcome outcome = runProgram([&] {
    encke_tensor *tensor = readTensor("f64 8 4 D0 C1", path.c_str());
    encke_memref1 positions, coordinates, values;
    _mlir_ciface_encke_positions_i64(&positions, tensor, 1);
    _mlir_ciface_encke_coordinates_i32(&coordinates, tensor, 1);
    _mlir_ciface_encke_values_f64(&values, tensor);
    EXPECT_EQ(positions.sizes[0], 4);
    EXPECT_EQ(positions.strides[0], 1);
    EXPECT_EQ(static_cast<int64_t *>(positions.aligned)[3], 2);
    EXPECT_EQ(coordinates.sizes[0], 2);
    EXPECT_EQ(static_cast<int32_t *>(coordinates.aligned)[0], 1);
    EXPECT_EQ(values.sizes[0], 2);
    EXPECT_EQ(static_cast<double *>(values.aligned)[1], 7);
    EXPECT_EQ(encke_tensor_size(tensor, 0), 3);
  });
  EXPECT_EQ(outcome.status, 0) << outcome.err;
}

TEST(MemoryReference, WidthsAndTypesAreChecked) {
  encke_memref1 result;
  auto error = [&](void (*get)(encke_memref1 *, encke_tensor *)) {
    return runProgram([&] { get(&result, encke_tensor_new("f64 8 4 D0 C1")); })
        .err;
  };
  EXPECT_EQ(error([](encke_memref1 *result, encke_tensor *tensor) {
              _mlir_ciface_encke_positions_i32(result, tensor, 1);
            }),
            "error: the tensor's positions have 64 bits, the program was "
            "compiled for 32\n");
  EXPECT_EQ(error([](encke_memref1 *result, encke_tensor *tensor) {
              _mlir_ciface_encke_coordinates_i64(result, tensor, 1);
            }),
            "error: the tensor's coordinates have 32 bits, the program was "
            "compiled for 64\n");
  EXPECT_EQ(error([](encke_memref1 *result, encke_tensor *tensor) {
              _mlir_ciface_encke_values_f32(result, tensor);
            }),
            "error: the tensor holds double, the program was compiled for "
            "float\n");
  EXPECT_EQ(error([](encke_memref1 *result, encke_tensor *tensor) {
              _mlir_ciface_encke_positions_i64(result, tensor, 2);
            }),
            "error: a tensor of 2 levels has no level 2\n");
}

TEST(MemoryReference, AViewBorrowsItsBuffer) {
  float values[8] = {0, 0, 1, 2, 3, 4, 5, 6};
  struct {
    void *allocated, *aligned;
    int64_t offset, sizes[2], strides[2];
  } descriptor = {values, values, 2, {2, 3}, {3, 1}};
  encke_unranked_memref buffer = {2, &descriptor};
  Outcome outcome = runProgram([&] {
    encke_tensor *view = _mlir_ciface_encke_view_f32(&buffer);
    EXPECT_EQ(view->values, values + 2);
    EXPECT_EQ(view->value_count, 6);
    EXPECT_EQ(view->owns_values, 0);
    encke_print(view, "V");
    encke_tensor_free(view);
  });
  EXPECT_EQ(outcome.out, "# V: 2 x 3 float\n1 2 3\n4 5 6\n");
}

TEST(MemoryReference, AViewOfABufferWithGapsIsACopy) {
  float values[9] = {0, 0, 1, 2, 3, 4, 5, 6, 7};
  struct {
    void *allocated, *aligned;
    int64_t offset, sizes[2], strides[2];
  } descriptor = {values, values, 2, {2, 3}, {4, 1}};
  encke_unranked_memref buffer = {2, &descriptor};
  auto print = [&] {
    return runProgram([&] {
             encke_tensor *view = _mlir_ciface_encke_view_f32(&buffer);
             encke_print(view, "V");
             encke_tensor_free(view);
           })
        .out;
  };
  EXPECT_EQ(print(), "# V: 2 x 3 float\n1 2 3\n5 6 7\n");
  // Transposed.
  descriptor = {values, values, 2, {2, 3}, {1, 2}};
  EXPECT_EQ(print(), "# V: 2 x 3 float\n1 3 5\n2 4 6\n");
  // Empty: nothing is read.
  descriptor = {values, values, 0, {2, 0}, {4, 1}};
  EXPECT_EQ(print(), "# V: 2 x 0 float\n");
}

TEST(MemoryReference, ACopyIsNotUpdatedInPlaceOfTheBuffer) {
  float values[9] = {};
  struct {
    void *allocated, *aligned;
    int64_t offset, size, stride;
  } descriptor = {values, values, 0, 4, 2};
  encke_unranked_memref buffer = {1, &descriptor};
  Outcome outcome = runProgram([&] {
    encke_tensor *view = _mlir_ciface_encke_view_f32(&buffer);
    int64_t zero = 0, one = 1;
    encke_insert(view, view, view, "add", "f.ta:1:1", /*count=*/4, zero, zero,
                 zero, one);
  });
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.err, "f.ta:1:1: error: elements of a buffer with gaps "
                         "cannot be updated where they are\n");
}

TEST(MemoryReference, ComplexNumbersAreTwoDoubles) {
  double values[4] = {1, 2, -3, 0.5};
  struct {
    void *allocated, *aligned;
    int64_t offset, sizes[1], strides[1];
  } descriptor = {values, values, 0, {2}, {1}};
  encke_unranked_memref buffer = {1, &descriptor};
  Outcome outcome = runProgram([&] {
    encke_tensor *view = _mlir_ciface_encke_view_c128(&buffer);
    encke_memref1 reference;
    _mlir_ciface_encke_values_c128(&reference, view);
    EXPECT_EQ(reference.aligned, values);
    EXPECT_EQ(reference.sizes[0], 2);
    encke_print(view, "z");
  });
  EXPECT_EQ(outcome.out, "# z: 2 complex\n1+2j\n-3+0.5j\n");
  EXPECT_EQ(runProgram([&] {
              encke_memref1 reference;
              _mlir_ciface_encke_values_c128(&reference,
                                             encke_tensor_new("f64 4 4 D0"));
            }).err,
            "error: the tensor holds double, the program was compiled for "
            "complex\n");
}

} // namespace
