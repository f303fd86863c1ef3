// The example of the pass's description, and what is expanded. That the arithmetic is
// right, tests/programs/elementary_functions.py tells.
// RUN: encke-opt --expand-functions %s | FileCheck %s

// CHECK-LABEL: func.func @sin
func.func @sin(%x: vector<8xf64>) -> vector<8xf64> {
  // CHECK: %[[LARGE:.*]] = arith.cmpf ugt, %{{.*}}, %{{.*}} : vector<8xf64>
  // CHECK-NEXT: %[[ANY:.*]] = vector.reduction <or>, %[[LARGE]] : vector<8xi1> into i1
  // CHECK-NEXT: %[[R:.*]] = scf.if %[[ANY]] -> (vector<8xf64>) {
  // CHECK-NEXT: %[[S:.*]] = math.sin %{{.*}} : vector<8xf64>
  // CHECK-NEXT: %[[Z:.*]] = arith.select %[[LARGE]], %[[S]], %[[P:.*]] : vector<8xi1>, vector<8xf64>
  // CHECK-NEXT: scf.yield %[[Z]] : vector<8xf64>
  // CHECK-NEXT: } else {
  // CHECK-NEXT: scf.yield %[[P]] : vector<8xf64>
  // CHECK-NEXT: }
  // CHECK-NEXT: return %[[R]]
  %y = math.sin %x : vector<8xf64>
  return %y : vector<8xf64>
}

// Numbers, too, in the same way; nothing is reassociated.
// CHECK-LABEL: func.func @numbers
// CHECK-NOT: math.exp
// CHECK-NOT: fastmath
// CHECK: math.fma
// CHECK-NOT: fastmath
// CHECK: math.copysign
// CHECK: arith.cmpf ugt, %{{.*}} : f64
// CHECK-NEXT: scf.if
// CHECK: return
func.func @numbers(%x: f64) -> (f64, f64, f64, f64) {
  %a = math.exp %x fastmath<contract> : f64
  %b = math.log %x : f64
  %c = math.tanh %x : f64
  %d = math.cos %x : f64
  return %a, %b, %c, %d : f64, f64, f64, f64
}

// A float is rounded from a double.
// CHECK-LABEL: func.func @float
// CHECK: %[[X:.*]] = arith.extf %{{.*}} : vector<4xf32> to vector<4xf64>
// CHECK: %[[Y:.*]] = arith.truncf %{{.*}} : vector<4xf64> to vector<4xf32>
// CHECK-NEXT: return %[[Y]]
func.func @float(%x: vector<4xf32>) -> vector<4xf32> {
  %y = math.exp %x : vector<4xf32>
  return %y : vector<4xf32>
}

// Third and fourth powers are products.
// CHECK-LABEL: func.func @powers
// CHECK: %[[S:.*]] = arith.mulf %[[X:.*]], %[[X]] : vector<8xf64>
// CHECK-NEXT: %[[C:.*]] = arith.mulf %[[S]], %[[X]] : vector<8xf64>
// CHECK-NEXT: %[[T:.*]] = arith.mulf %{{.*}}, %{{.*}} : f64
// CHECK-NEXT: %[[F:.*]] = arith.mulf %[[T]], %[[T]] : f64
// CHECK: return %[[C]], %[[F]]
func.func @powers(%v: vector<8xf64>, %x: f64) -> (vector<8xf64>, f64) {
  %three = arith.constant dense<3.0> : vector<8xf64>
  %four = arith.constant 4.0 : f64
  %a = math.powf %v, %three : vector<8xf64>
  %b = math.powf %x, %four : f64
  return %a, %b : vector<8xf64>, f64
}

// Others stay: half precision, vectors of unknown length, other functions.
// CHECK-LABEL: func.func @others
// CHECK-NEXT: math.exp
// CHECK-NEXT: math.exp
// CHECK-NEXT: math.sqrt
// CHECK-NEXT: math.powf
// CHECK-NEXT: return
func.func @others(%x: f64, %h: f16, %v: vector<[4]xf64>) -> (f16, vector<[4]xf64>, f64, f64) {
  %a = math.exp %h : f16
  %b = math.exp %v : vector<[4]xf64>
  %c = math.sqrt %x : f64
  %d = math.powf %x, %x : f64
  return %a, %b, %c, %d : f16, vector<[4]xf64>, f64, f64
}
