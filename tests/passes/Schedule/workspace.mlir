// The sum of innermost loops that only reduce goes through a register.
// RUN: encke-opt --cin-schedule %s | FileCheck %s

#CSF = #sparse_tensor.encoding<{ map = (d0, d1, d2) -> (d0 : compressed, d1 : compressed, d2 : compressed) }>

// Two loops reduce: one register for both.
// CHECK-LABEL: func.func @two_loops
// CHECK: cin.forall %[[I:.*]] in %{{.*}} {
// CHECK-NEXT: cin.where %[[W:.*]] : !cin.place<tensor<f64>> sizes() {
// CHECK-NEXT: %[[S:.*]] = cin.access %[[W]][]
// CHECK-NEXT: cin.assign %{{.*}}[%[[I]]] += %[[S]]
// CHECK-NEXT: } producer {
// CHECK-NEXT: cin.forall
// CHECK-NEXT: cin.forall
// CHECK-NEXT: cin.access
// CHECK-NEXT: cin.assign %[[W]][] +=
// CHECK-NOT: cin.where
func.func @two_loops(%T: tensor<4x4x4xf64, #CSF>, %y: tensor<4xf64>, %n: index) -> tensor<4xf64> {
  %r = cin.kernel ins(%t = %T : tensor<4x4x4xf64, #CSF>) outs(%c = %y : tensor<4xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %n {
        cin.forall %k in %n {
          %0 = cin.access %t[%i, %j, %k] : !cin.place<tensor<4x4x4xf64, #CSF>>
          cin.assign %c[%i] += %0 : !cin.place<tensor<4xf64>>
        }
      }
    }
  } -> tensor<4xf64>
  return %r : tensor<4xf64>
}

// Everything reduces. What is subtracted is summed up first.
// CHECK-LABEL: func.func @all_loops
// CHECK: cin.kernel
// CHECK-NEXT: cin.where %[[W:.*]] : !cin.place<tensor<f32>> sizes() {
// CHECK-NEXT: %[[S:.*]] = cin.access %[[W]][]
// CHECK-NEXT: cin.assign %{{.*}}[] -= %[[S]]
// CHECK-NEXT: } producer {
// CHECK-NEXT: cin.forall
// CHECK: cin.assign %[[W]][] += %{{.*}}
func.func @all_loops(%x: tensor<4xf32>, %y: tensor<f32>, %n: index) -> tensor<f32> {
  %r = cin.kernel ins(%a = %x : tensor<4xf32>) outs(%c = %y : tensor<f32>) {
    cin.forall %i in %n {
      %0 = cin.access %a[%i] : !cin.place<tensor<4xf32>>
      cin.assign %c[] -= %0 : !cin.place<tensor<f32>>
    }
  } -> tensor<f32>
  return %r : tensor<f32>
}

// Nothing reduces.
// CHECK-LABEL: func.func @no_loop
// CHECK-NOT: cin.where
// CHECK: return
func.func @no_loop(%x: tensor<4xf64>, %y: tensor<4xf64>, %n: index) -> tensor<4xf64> {
  %r = cin.kernel ins(%a = %x : tensor<4xf64>) outs(%c = %y : tensor<4xf64>) {
    cin.forall %i in %n {
      %0 = cin.access %a[%i] : !cin.place<tensor<4xf64>>
      cin.assign %c[%i] += %0 : !cin.place<tensor<4xf64>>
    }
  } -> tensor<4xf64>
  return %r : tensor<4xf64>
}

// `=` is no sum, even in a loop that does not move the element.
// CHECK-LABEL: func.func @no_sum
// CHECK-NOT: cin.where
// CHECK: cin.assign %{{.*}}[] =
func.func @no_sum(%x: tensor<4xf64>, %y: tensor<f64>, %n: index) -> tensor<f64> {
  %r = cin.kernel ins(%a = %x : tensor<4xf64>) outs(%c = %y : tensor<f64>) {
    cin.forall %i in %n {
      %0 = cin.access %a[%i] : !cin.place<tensor<4xf64>>
      %1 = cin.access %c[] : !cin.place<tensor<f64>>
      %2 = arith.maximumf %0, %1 : f64
      cin.assign %c[] = %2 : !cin.place<tensor<f64>>
    }
  } -> tensor<f64>
  return %r : tensor<f64>
}
