// The storage of a tensor, in the words of the runtime: element type, bytes of
// positions and coordinates, then level type and mode of each level.
// RUN: encke-opt --convert-ta-to-linalg %s | FileCheck %s

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32 }>
#CSR64 = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#DCSC = #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : compressed, d0 : compressed), posWidth = 64, crdWidth = 32 }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton) }>
#CSF = #sparse_tensor.encoding<{ map = (d0, d1, d2) -> (d2 : compressed, d0 : compressed, d1 : compressed) }>
#BCSR = #sparse_tensor.encoding<{ map = (i, j) -> (i floordiv 2 : dense, j floordiv 3 : compressed, i mod 2 : dense, j mod 3 : dense), posWidth = 32, crdWidth = 32 }>
#ELL = #ta.format<"D0 D# S1", 32>

// CHECK-DAG: "f64 4 4 D0 C1\00"
// CHECK-DAG: "f32 8 8 D0 C1\00"
// CHECK-DAG: "f64 8 4 C1 C0\00"
// CHECK-DAG: "i64 8 8 N0 S1\00"
// CHECK-DAG: "i32 8 8 C2 C0 C1\00"
// CHECK-DAG: "f64 4 4 D0/2 C1/3 D0%2 D1%3\00"
// CHECK-DAG: "f64 4 4 D0 D# S1\00"

func.func @formats() {
  %f = ta.file 0 at "a.ta:1:1"
  %0 = ta.read %f sizes() "full" at "a.ta:1:1" : tensor<4x4xf64, #CSR>
  %1 = ta.read %f sizes() "full" at "a.ta:1:1" : tensor<4x4xf32, #CSR64>
  %2 = ta.read %f sizes() "full" at "a.ta:1:1" : tensor<4x4xf64, #DCSC>
  %3 = ta.read %f sizes() "full" at "a.ta:1:1" : tensor<4x4xi64, #COO>
  %4 = ta.read %f sizes() "full" at "a.ta:1:1" : tensor<4x4x4xi32, #CSF>
  %5 = ta.read %f sizes() "full" at "a.ta:1:1" : tensor<4x4xf64, #BCSR>
  %6 = ta.read %f sizes() "full" at "a.ta:1:1" : tensor<4x4xf64, #ELL>
  return
}

// No coordinate array for a dense level, no position array for a singleton.
// CHECK-LABEL: func.func @formats
// CHECK: builtin.unrealized_conversion_cast %{{[^,]*}}, %{{[^,]*}}, %{{[^,]*}}, %{{[^,]*}} : memref<?xi32>, memref<?xi32>, memref<?xf64>, !sparse_tensor.storage_specifier
// CHECK: builtin.unrealized_conversion_cast {{.*}} : memref<?xi64>, memref<?xi64>, memref<?xf32>, !sparse_tensor.storage_specifier
// CHECK: builtin.unrealized_conversion_cast {{.*}} : memref<?xi64>, memref<?xi32>, memref<?xi64>, memref<?xi32>, memref<?xf64>, !sparse_tensor.storage_specifier
// CHECK: builtin.unrealized_conversion_cast {{.*}} : memref<?xi64>, memref<?xi64>, memref<?xi64>, memref<?xi64>, !sparse_tensor.storage_specifier
// CHECK: builtin.unrealized_conversion_cast {{.*}} : memref<?xi32>, memref<?xi32>, memref<?xf64>, !sparse_tensor.storage_specifier
// CHECK: builtin.unrealized_conversion_cast %{{[^,]*}} : !llvm.ptr to tensor<4x4xf64, #ta.format<"D0 D# S1", 32>>
