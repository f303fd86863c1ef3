// Numbers of all kinds are words of one array, constants are inside, and what only
// says something of a buffer is none.
// RUN: encke-opt --outline-device --canonicalize --cse %s | FileCheck %s

// CHECK-LABEL: func.func @numbers
// CHECK-DAG: arith.bitcast %arg2 : f64 to i64
// CHECK-DAG: arith.bitcast %arg3 : f32 to i32
// CHECK-DAG: arith.extui %arg4 : i1 to i64
// CHECK-DAG: arith.extui %arg5 : i32 to i64
// CHECK: gpu.launch_func {{.*}} args(%arg0 : memref<?xf64>, %arg1 : memref<?xf64>, %{{.*}} : memref<?xi64>)
func.func @numbers(%x: memref<?xf64>, %y: memref<?xf64>, %a: f64, %b: f32, %c: i1, %d: i32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %two = arith.constant 2.0 : f64
  %z:2 = memref.distinct_objects %y, %x : memref<?xf64>, memref<?xf64>
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %0 = memref.load %z#1[%i] : memref<?xf64>
    %1 = arith.mulf %0, %a : f64
    %2 = arith.extf %b : f32 to f64
    %3 = arith.select %c, %1, %2 : f64
    %4 = arith.sitofp %d : i32 to f64
    %5 = arith.addf %3, %4 : f64
    %6 = arith.mulf %5, %two : f64
    memref.store %6, %z#0[%i] : memref<?xf64>
    scf.reduce
  } {encke.device}
  return
}

// A scalar's buffer has one dimension there, too.
// CHECK-LABEL: func.func @scalar
// CHECK: memref.expand_shape %arg0 [] output_shape [1] : memref<f64> into memref<1xf64>
func.func @scalar(%x: memref<f64>, %y: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %0 = memref.load %x[] : memref<f64>
    memref.store %0, %y[%i] : memref<?xf64>
    scf.reduce
  } {encke.device}
  return
}

// CHECK: gpu.module @numbers_device_0
// CHECK-DAG: arith.constant 2.000000e+00 : f64
// CHECK-DAG: arith.bitcast %{{.*}} : i64 to f64
// CHECK-DAG: arith.bitcast %{{.*}} : i32 to f32
// CHECK-DAG: arith.cmpi ne, %{{.*}}, %c0_i64 : i64
// CHECK-DAG: arith.trunci %{{.*}} : i64 to i32
// CHECK: gpu.module @scalar_device_0
