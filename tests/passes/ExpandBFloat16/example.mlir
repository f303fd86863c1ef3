// RUN: encke-opt --expand-bfloat16 --split-input-file %s | FileCheck %s

// CHECK-LABEL: func @number
// CHECK: arith.bitcast %{{.*}} : f32 to i32
// CHECK: arith.shrui
// CHECK: arith.bitcast %{{.*}} : i16 to bf16
// CHECK-NOT: arith.truncf
func.func @number(%x: f32) -> bf16 {
  %y = arith.truncf %x : f32 to bf16
  return %y : bf16
}

// -----

// CHECK-LABEL: func @vector
// CHECK-NOT: arith.truncf
// CHECK: arith.bitcast %{{.*}} : vector<8xi16> to vector<8xbf16>
func.func @vector(%x: vector<8xf32>) -> vector<8xbf16> {
  %y = arith.truncf %x : vector<8xf32> to vector<8xbf16>
  return %y : vector<8xbf16>
}

// -----

// CHECK-LABEL: func @double
// CHECK: arith.truncf %{{.*}} : f64 to f32
// CHECK: arith.bitcast %{{.*}} : i16 to bf16
func.func @double(%x: f64) -> bf16 {
  %y = arith.truncf %x : f64 to bf16
  return %y : bf16
}

// -----

// Others stay.
// CHECK-LABEL: func @half
// CHECK: arith.truncf %{{.*}} : f32 to f16
func.func @half(%x: f32) -> f16 {
  %y = arith.truncf %x : f32 to f16
  return %y : f16
}
