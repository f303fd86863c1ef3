// L59: parameters of the program, and lines of texts and values.
// RUN: encke-opt --convert-ta-to-linalg %s | FileCheck %s
// RUN: encke-opt --convert-ta-to-linalg=timing %s | FileCheck %s --check-prefix=TIMING

// CHECK-DAG: llvm.mlir.global internal constant @[[K:.*]]("k\00")
// CHECK-DAG: llvm.mlir.global internal constant @[[OUTPUT:.*]]("output\00")
// CHECK-DAG: llvm.mlir.global internal constant @[[PATH:.*]]("y.mtx\00")
// CHECK-DAG: llvm.mlir.global internal constant @[[TEXT:.*]]("k is\00")
// CHECK-DAG: llvm.mlir.global internal constant @[[AT:.*]]("a.ta:2:2\00")

// CHECK: func.func @encke_program() {
func.func @encke_program() {
  // CHECK: %[[NAME:.*]] = llvm.mlir.addressof @[[K]]
  // CHECK: %[[DEFAULT:.*]] = arith.constant -10 : i64
  // CHECK: %[[k:.*]] = call @encke_parameter_i64(%[[NAME]], %[[DEFAULT]]) : (!llvm.ptr, i64) -> i64
  %k = ta.parameter "k" default -10 : i64
  // CHECK: %[[t:.*]] = call @encke_parameter_f64(%{{.*}}, %{{.*}}) : (!llvm.ptr, f64) -> f64
  %t = ta.parameter "tol" default 1.0e-8 : f64
  // CHECK: %[[ONE:.*]] = arith.constant 1 : i64
  // CHECK: %[[B:.*]] = call @encke_parameter_bool(%{{.*}}, %[[ONE]]) : (!llvm.ptr, i64) -> i64
  // CHECK: %[[f:.*]] = arith.cmpi ne, %[[B]], %{{.*}} : i64
  %f = ta.parameter "fast" default true

  // CHECK: %[[pTEXT:.*]] = llvm.mlir.addressof @[[TEXT]]
  // CHECK: call @encke_line_text(%[[pTEXT]])
  // CHECK: call @encke_line_i64(%[[k]])
  // CHECK: call @encke_line_f64(%[[t]])
  // CHECK: %[[pOUTPUT:.*]] = llvm.mlir.addressof @[[OUTPUT]]
  // CHECK: %[[pPATH:.*]] = llvm.mlir.addressof @[[PATH]]
  // CHECK: %[[GIVEN:.*]] = call @encke_parameter_text(%[[pOUTPUT]], %[[pPATH]])
  // CHECK: call @encke_line_text(%[[GIVEN]])
  // CHECK: call @encke_line_print()
  // TIMING: call @encke_time_begin
  // TIMING: call @encke_line_text
  ta.print_line ["k is", unit, unit, #ta.text<"output", "y.mtx">](%k, %t) : i64, f64

  // CHECK: %[[WIDE:.*]] = arith.extui %[[f]] : i1 to i64
  // CHECK: call @encke_line_i64(%[[WIDE]])
  // CHECK: %[[pAT:.*]] = llvm.mlir.addressof @[[AT]]
  // CHECK: call @encke_line_fail(%[[pAT]])
  ta.fail [unit](%f) : i1 at "a.ta:2:2"
  return
}
