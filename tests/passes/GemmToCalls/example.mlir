// The example of the pass's description, and a product: four words a label.
// RUN: encke-opt --convert-gemm-to-calls %s | FileCheck %s

// CHECK-DAG: llvm.mlir.global internal constant @encke_words_0(dense<[1, 0]> : tensor<2xi32>) {{.*}}: !llvm.array<2 x i32>
// CHECK-DAG: llvm.mlir.global internal constant @[[LABELS:encke_words_[0-9]+]](dense<[0, 0, -1, 0, 1, -1, 1, 1, 2, 1, 0, -1]> : tensor<12xi32>)
// CHECK-DAG: func.func private @encke_transpose_f64(memref<*xf64>, memref<*xf64>, !llvm.ptr) attributes {llvm.emit_c_interface}
// CHECK-DAG: func.func private @encke_gemm_f64(memref<*xf64>, memref<*xf64>, memref<*xf64>, !llvm.ptr, i64, f64, i64) attributes {llvm.emit_c_interface}

// CHECK-LABEL: func.func @transpose
// CHECK-SAME: (%[[A:.*]]: memref<8x9xf64>, %[[B:.*]]: memref<9x8xf64>)
// CHECK-NEXT: %[[UA:.*]] = memref.cast %[[A]] : memref<8x9xf64> to memref<*xf64>
// CHECK-NEXT: %[[UB:.*]] = memref.cast %[[B]] : memref<9x8xf64> to memref<*xf64>
// CHECK-NEXT: %[[W:.*]] = llvm.mlir.addressof @encke_words_0 : !llvm.ptr
// CHECK-NEXT: call @encke_transpose_f64(%[[UA]], %[[UB]], %[[W]]) : (memref<*xf64>, memref<*xf64>, !llvm.ptr) -> ()
func.func @transpose(%a: memref<8x9xf64>, %b: memref<9x8xf64>) {
  cin.transpose modes [1, 0] ins(%a : memref<8x9xf64>) outs(%b : memref<9x8xf64>)
  return
}

// CHECK-LABEL: func.func @gemm
// CHECK-SAME: %[[X:[^ ]*]]: f64)
// CHECK: %[[W:.*]] = llvm.mlir.addressof @[[LABELS]]
// CHECK: %[[COUNT:.*]] = arith.constant 3 : i64
// CHECK: %[[ADD:.*]] = arith.constant 1 : i64
// CHECK: call @encke_gemm_f64(%{{.*}}, %{{.*}}, %{{.*}}, %[[W]], %[[COUNT]], %[[X]], %[[ADD]])
func.func @gemm(%a: memref<8x9xf64>, %b: memref<9x7xf64>, %c: memref<8x7xf64>, %x: f64) {
  cin.gemm rows ["i"] columns ["j"] inner ["k"] loops []
    ins(%a ["i", "k"], %b ["k", "j"] : memref<8x9xf64>, memref<9x7xf64>)
    outs(%c ["i", "j"] : memref<8x7xf64>) scaled %x : f64 accumulate
  return
}

// A complex factor is two numbers.
// CHECK-LABEL: func.func @complex
// CHECK-SAME: %[[X:[^ ]*]]: complex<f64>)
// CHECK: %[[RE:.*]] = complex.re %[[X]]
// CHECK: %[[IM:.*]] = complex.im %[[X]]
// CHECK: call @encke_gemm_c128(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %[[RE]], %[[IM]], %{{.*}})
func.func @complex(%a: memref<8x9xcomplex<f64>>, %b: memref<9x7xcomplex<f64>>, %c: memref<8x7xcomplex<f64>>, %x: complex<f64>) {
  cin.gemm rows ["i"] columns ["j"] inner ["k"] loops []
    ins(%a ["i", "k"], %b ["k", "j"] : memref<8x9xcomplex<f64>>, memref<9x7xcomplex<f64>>)
    outs(%c ["i", "j"] : memref<8x7xcomplex<f64>>) scaled %x : complex<f64>
  return
}

// What a loop copies (passes/SeparateBuffers).
// CHECK-LABEL: func.func @copy
// CHECK: memref.copy %{{.*}}, %{{.*}} : memref<8xf64> to memref<8xf64>
func.func @copy(%a: memref<8xf64>, %b: memref<8xf64>) {
  linalg.copy ins(%a : memref<8xf64>) outs(%b : memref<8xf64>)
  return
}

// Of a sparse tensor the runtime knows the type of the elements.
// CHECK-LABEL: func.func @largest
// CHECK-SAME: (%[[A:.*]]: memref<8x9xf64>, %{{.*}}: memref<?xcomplex<f64>>, %[[S:.*]]: !llvm.ptr)
// CHECK-NEXT: %[[UA:.*]] = memref.cast %[[A]] : memref<8x9xf64> to memref<*xf64>
// CHECK-NEXT: call @encke_largest_f64(%[[UA]]) : (memref<*xf64>) -> f64
// CHECK: call @encke_largest_c128(%{{.*}}) : (memref<*xcomplex<f64>>) -> f64
// CHECK: call @encke_largest_stored(%[[S]]) : (!llvm.ptr) -> f64
func.func @largest(%a: memref<8x9xf64>, %c: memref<?xcomplex<f64>>, %s: !llvm.ptr) -> (f64, f64, f64) {
  %0 = cin.largest %a : memref<8x9xf64>
  %1 = cin.largest %c : memref<?xcomplex<f64>>
  %2 = cin.largest %s : !llvm.ptr
  return %0, %1, %2 : f64, f64, f64
}

// The runtime sees buffers as tensors, for this call.
// CHECK-LABEL: func.func @scatter
// CHECK-SAME: (%[[U:.*]]: memref<9xf64>, %[[P:.*]]: memref<9xi64>, %[[W:.*]]: memref<5xf64>, %[[A:.*]]: i64)
// CHECK: %[[ONE:.*]] = arith.constant 1 : i64
// CHECK: %[[VP:.*]] = call @encke_view_i64
// CHECK: %[[MODE:.*]] = arith.constant 0 : i64
// CHECK: %[[VU:.*]] = call @encke_view_f64
// CHECK: %[[VW:.*]] = call @encke_view_f64
// CHECK: %[[COUNT:.*]] = arith.constant 7 : i64
// CHECK: llvm.call @encke_insert(%[[VW]], %[[VW]], %[[VU]], %{{.*}}, %{{.*}}, %[[COUNT]], %[[ONE]], %[[A]], %[[A]], %[[A]], %[[A]], %[[VP]], %[[MODE]])
// CHECK: call @encke_tensor_free(%[[VP]])
// CHECK: call @encke_tensor_free(%[[VU]])
// CHECK: call @encke_tensor_free(%[[VW]])
func.func @scatter(%u: memref<9xf64>, %p: memref<9xi64>, %w: memref<5xf64>, %a: i64) {
  cin.scatter "add" ins(%u : memref<9xf64>) tables(%p : memref<9xi64>)
    maps [affine_map<(d0) -> (d0)>] at(%a, %a, %a, %a)
    outs(%w : memref<5xf64>) place "f.ta:1:1"
  return
}

// A part of another buffer is updated by way of a copy.
// CHECK-LABEL: func.func @gaps
// CHECK-SAME: %[[W:[^ ]*]]: memref<5x?xf64, strided<[?, 1]>>, %{{.*}}: i64)
// CHECK: %[[SIZE:.*]] = memref.dim %[[W]]
// CHECK: %[[COPY:.*]] = memref.alloc(%[[SIZE]]) : memref<5x?xf64>
// CHECK: memref.copy %[[W]], %[[COPY]]
// CHECK: llvm.call @encke_insert
// CHECK: memref.copy %[[COPY]], %[[W]]
func.func @gaps(%u: memref<9xf64>, %w: memref<5x?xf64, strided<[?, 1]>>, %a: i64) {
  cin.scatter "" ins(%u : memref<9xf64>) tables() maps []
    at(%a, %a, %a, %a, %a, %a)
    outs(%w : memref<5x?xf64, strided<[?, 1]>>) place "f.ta:1:1"
  return
}
