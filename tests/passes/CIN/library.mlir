// The library operations are read back as they were printed, with the examples of
// their descriptions.
// RUN: encke-opt %s | encke-opt | FileCheck %s
// RUN: encke-opt -mlir-print-op-generic %s | encke-opt | FileCheck %s

// CHECK-LABEL: func.func @library
func.func @library(%a: tensor<8x9x7xf64>, %b: tensor<6x7xf64>, %c: tensor<8x9x6xf64>, %one: f64) -> tensor<8x9x6xf64> {
  // CHECK: %[[C:.*]] = cin.gemm rows ["a", "b"] columns ["d"] inner ["e"] loops [] ins(%{{.*}} ["a", "b", "e"], %{{.*}} ["d", "e"] : tensor<8x9x7xf64>, tensor<6x7xf64>) outs(%{{.*}} ["a", "b", "d"] : tensor<8x9x6xf64>) scaled %{{.*}} : f64 -> tensor<8x9x6xf64>
  %c1 = cin.gemm rows ["a", "b"] columns ["d"] inner ["e"] loops []
    ins(%a ["a", "b", "e"], %b ["d", "e"] : tensor<8x9x7xf64>, tensor<6x7xf64>)
    outs(%c ["a", "b", "d"] : tensor<8x9x6xf64>) scaled %one : f64
    -> tensor<8x9x6xf64>
  // CHECK: cin.gemm rows ["a"] columns ["d"] inner ["e"] loops ["b"] {{.*}} accumulate -> tensor<8x9x6xf64>
  %c2 = cin.gemm rows ["a"] columns ["d"] inner ["e"] loops ["b"]
    ins(%a ["a", "b", "e"], %b ["d", "e"] : tensor<8x9x7xf64>, tensor<6x7xf64>)
    outs(%c1 ["a", "b", "d"] : tensor<8x9x6xf64>) scaled %one : f64 accumulate
    -> tensor<8x9x6xf64>
  return %c2 : tensor<8x9x6xf64>
}

// CHECK-LABEL: func.func @transposition
func.func @transposition(%a: tensor<8x9xf64>, %b: tensor<9x8xf64>, %x: memref<8x9xf64>, %y: memref<9x8xf64>) -> tensor<9x8xf64> {
  // CHECK: cin.transpose modes [1, 0] ins(%{{.*}} : tensor<8x9xf64>) outs(%{{.*}} : tensor<9x8xf64>) -> tensor<9x8xf64>
  %b1 = cin.transpose modes [1, 0] ins(%a : tensor<8x9xf64>)
    outs(%b : tensor<9x8xf64>) -> tensor<9x8xf64>
  // CHECK: cin.transpose modes [1, 0] ins(%{{.*}} : memref<8x9xf64>) outs(%{{.*}} : memref<9x8xf64>)
  cin.transpose modes [1, 0] ins(%x : memref<8x9xf64>) outs(%y : memref<9x8xf64>)
  return %b1 : tensor<9x8xf64>
}

// Tables tell the rows, the values' second mode the columns.
// CHECK-LABEL: func.func @scatter
func.func @scatter(%u: tensor<9x4xf64>, %p: tensor<9xi64>, %w: tensor<?x4xf64>, %a: i64, %b: i64, %v: memref<3xi64>, %x: memref<5xi64>) -> tensor<?x4xf64> {
  // CHECK: cin.scatter "add" ins(%{{.*}} : tensor<9x4xf64>) tables(%{{.*}} : tensor<9xi64>) maps [#{{.*}}] at({{.*}}) outs(%{{.*}} : tensor<?x4xf64>) place "f.ta:3:3" -> tensor<?x4xf64>
  %r = cin.scatter "add" ins(%u : tensor<9x4xf64>) tables(%p : tensor<9xi64>)
    maps [affine_map<(d0, d1) -> (d0)>] at(%a, %a, %a, %a, %b, %a, %a, %a, %b, %a)
    outs(%w : tensor<?x4xf64>) place "f.ta:3:3" -> tensor<?x4xf64>
  // CHECK: cin.scatter "" ins(%{{.*}} : memref<3xi64>) tables() maps [] at(%{{.*}}, %{{.*}}, %{{.*}}) outs(%{{.*}} : memref<5xi64>) place ""
  cin.scatter "" ins(%v : memref<3xi64>) tables() maps [] at(%a, %a, %b)
    outs(%x : memref<5xi64>) place ""
  return %r : tensor<?x4xf64>
}

// CHECK-LABEL: func.func @largest
// CHECK: cin.largest %{{.*}} : tensor<?xf64>
// CHECK: cin.largest %{{.*}} : tensor<?x?xf64, #{{.*}}>
// CHECK: cin.largest %{{.*}} : memref<?xcomplex<f64>>
func.func @largest(%x: tensor<?xf64>, %A: tensor<?x?xf64, #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed) }>>, %c: memref<?xcomplex<f64>>) -> (f64, f64, f64) {
  %m = cin.largest %x : tensor<?xf64>
  %n = cin.largest %A : tensor<?x?xf64, #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed) }>>
  %o = cin.largest %c : memref<?xcomplex<f64>>
  return %m, %n, %o : f64, f64, f64
}
