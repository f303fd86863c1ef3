// Arithmetic is that of the element type, and a cast says what becomes what.
// RUN: encke-opt --convert-ta-to-linalg %s | FileCheck %s

// CHECK-LABEL: func.func @integers
// CHECK: %[[X:.*]] = arith.extsi %in : i32 to i64
// CHECK: %[[P:.*]] = arith.muli %[[X]], %in_{{[0-9]+}} : i64
// CHECK: arith.addi %out, %[[P]] : i64
func.func @integers(%A: tensor<4x4xi32>, %x: tensor<4xi64>) -> tensor<4xi64> {
  %0 = ta.access %A[i, j] : tensor<4x4xi32>
  %1 = ta.cast %0 : <[i, j] i32> -> <[i, j] i64>
  %2 = ta.access %x[j] : tensor<4xi64>
  %3 = ta.mul %1, %2 : <[i, j] i64>, <[j] i64> -> <[i, j] i64>
  %4 = ta.sum %3 over [j] : !ta.expr<[i, j] i64> -> !ta.expr<[i] i64>
  %y = ta.assign %4[i] sizes() : !ta.expr<[i] i64> -> tensor<4xi64>
  return %y : tensor<4xi64>
}

// CHECK-LABEL: func.func @complex
// CHECK: complex.constant [0.000000e+00, 0.000000e+00]
// CHECK: %[[F:.*]] = arith.uitofp %in : i1 to f64
// CHECK: %[[Z:.*]] = complex.create %[[F]], %{{.*}}
// CHECK: %[[P:.*]] = complex.mul %[[Z]], %in_{{[0-9]+}}
// CHECK: complex.add %out, %[[P]]
func.func @complex(%A: tensor<4x4xi1>, %x: tensor<4xcomplex<f64>>) -> tensor<4xcomplex<f64>> {
  %0 = ta.access %A[i, j] : tensor<4x4xi1>
  %1 = ta.cast %0 : <[i, j] i1> -> <[i, j] complex<f64>>
  %2 = ta.access %x[j] : tensor<4xcomplex<f64>>
  %3 = ta.mul %1, %2 : <[i, j] complex<f64>>, <[j] complex<f64>> -> <[i, j] complex<f64>>
  %4 = ta.sum %3 over [j] : !ta.expr<[i, j] complex<f64>> -> !ta.expr<[i] complex<f64>>
  %y = ta.assign %4[i] sizes() : !ta.expr<[i] complex<f64>> -> tensor<4xcomplex<f64>>
  return %y : tensor<4xcomplex<f64>>
}

// CHECK-LABEL: func.func @truth
// CHECK: %[[L:.*]] = arith.cmpf olt, %in, %in_{{[0-9]+}} : f32
// CHECK: %[[N:.*]] = arith.xori %[[L]], %{{.*}} : i1
// CHECK: linalg.yield %[[N]] : i1
func.func @truth(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xi1> {
  %0 = ta.access %a[i] : tensor<4xf32>
  %1 = ta.access %b[i] : tensor<4xf32>
  %2 = ta.apply "lt"(%0, %1) : !ta.expr<[i] f32>, !ta.expr<[i] f32> -> <[i] i1>
  %3 = ta.apply "not"(%2) : !ta.expr<[i] i1> -> <[i] i1>
  %y = ta.assign %3[i] sizes() : !ta.expr<[i] i1> -> tensor<4xi1>
  return %y : tensor<4xi1>
}

// Scalars print by their type.
// CHECK-LABEL: func.func @scalars
// CHECK: call @encke_print_f32(%{{.*}}) : (f32) -> ()
// CHECK: arith.extsi %{{.*}} : i32 to i64
// CHECK: call @encke_print_i64
// CHECK: arith.extui %{{.*}} : i1 to i64
// CHECK: call @encke_print_i64
// CHECK: complex.re
// CHECK: complex.im
// CHECK: call @encke_print_c128(%{{.*}}, %{{.*}}) : (f64, f64) -> ()
func.func @scalars(%f: f32, %n: i32, %b: i1, %z: complex<f64>) {
  ta.print %f as "" : f32
  ta.print %n as "" : i32
  ta.print %b as "" : i1
  ta.print %z as "" : complex<f64>
  return
}
