// What else loops may leave in one buffer, and what is left alone.
// RUN: encke-opt --separate-buffers --split-input-file %s | FileCheck %s

// A copy under a condition is made where it holds. What changes in place stays in
// its buffer, also where it stands last.
// CHECK-LABEL: func.func @condition
// CHECK: scf.for {{.*}} iter_args(%[[D:.*]] = %{{.*}}, %[[A:.*]] = %{{.*}})
// CHECK: %[[A1:.*]] = func.call @kernel
// CHECK: %[[D1:.*]] = scf.if
// CHECK-NEXT: %[[copy:.*]] = linalg.copy ins(%[[A1]] : tensor<8xf64>) outs(%[[D]] : tensor<8xf64>)
// CHECK-NEXT: scf.yield %[[copy]]
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %[[D]]
// CHECK: scf.yield %[[D1]], %[[A1]]
func.func private @kernel(%out: tensor<8xf64>) -> tensor<8xf64> {
  %one = arith.constant 1.0 : f64
  %0 = linalg.fill ins(%one : f64) outs(%out : tensor<8xf64>) -> tensor<8xf64>
  return %0 : tensor<8xf64>
}
func.func @condition(%d: tensor<8xf64>, %a: tensor<8xf64>, %n: index) -> (tensor<8xf64>, tensor<8xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %t = %c0 to %n step %c1 iter_args(%D = %d, %A = %a) -> (tensor<8xf64>, tensor<8xf64>) {
    %A1 = func.call @kernel(%A) : (tensor<8xf64>) -> tensor<8xf64>
    %is = arith.cmpi eq, %t, %c1 : index
    %D1 = scf.if %is -> tensor<8xf64> {
      scf.yield %A1 : tensor<8xf64>
    } else {
      scf.yield %D : tensor<8xf64>
    }
    scf.yield %D1, %A1 : tensor<8xf64>, tensor<8xf64>
  }
  return %r#0, %r#1 : tensor<8xf64>, tensor<8xf64>
}

// -----

// Tensors that change places have two buffers. A kernel that is somewhere else may
// return any argument's.
// CHECK-LABEL: func.func @swap
// CHECK-NOT: linalg.copy
// CHECK-NOT: alloc_tensor
// CHECK-LABEL: func.func @unknown
// CHECK: %[[B1:.*]] = func.call @mix
// CHECK: %[[copy:.*]] = linalg.copy ins(%[[B1]] : tensor<8xf64>)
// CHECK: scf.yield %{{.*}}, %[[copy]]
func.func @swap(%a: tensor<8xf64>, %b: tensor<8xf64>, %n: index) -> (tensor<8xf64>, tensor<8xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %t = %c0 to %n step %c1 iter_args(%A = %a, %B = %b) -> (tensor<8xf64>, tensor<8xf64>) {
    scf.yield %B, %A : tensor<8xf64>, tensor<8xf64>
  }
  return %r#0, %r#1 : tensor<8xf64>, tensor<8xf64>
}
func.func private @mix(tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
func.func @unknown(%a: tensor<8xf64>, %b: tensor<8xf64>, %n: index) -> (tensor<8xf64>, tensor<8xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %t = %c0 to %n step %c1 iter_args(%A = %a, %B = %b) -> (tensor<8xf64>, tensor<8xf64>) {
    %B1 = func.call @mix(%A, %B) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
    scf.yield %A, %B1 : tensor<8xf64>, tensor<8xf64>
  }
  return %r#0, %r#1 : tensor<8xf64>, tensor<8xf64>
}

// -----

// Where the loop's buffer is another tensor's next one, there is a new buffer.
// CHECK-LABEL: func.func @rotation
// CHECK: iter_args(%[[A:.*]] = %{{.*}}, %[[B:.*]] = %{{.*}}, %[[C:.*]] = %{{.*}})
// CHECK: %[[copy:.*]] = bufferization.alloc_tensor() copy(%[[A]]) : tensor<8xf64>
// CHECK: scf.yield %[[A]], %[[copy]], %[[B]]
func.func @rotation(%a: tensor<8xf64>, %b: tensor<8xf64>, %c: tensor<8xf64>, %n: index) -> (tensor<8xf64>, tensor<8xf64>, tensor<8xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:3 = scf.for %t = %c0 to %n step %c1 iter_args(%A = %a, %B = %b, %C = %c) -> (tensor<8xf64>, tensor<8xf64>, tensor<8xf64>) {
    scf.yield %A, %A, %B : tensor<8xf64>, tensor<8xf64>, tensor<8xf64>
  }
  return %r#0, %r#1, %r#2 : tensor<8xf64>, tensor<8xf64>, tensor<8xf64>
}

// -----

// Loops with a condition, which hands the tensors on to the body.
// CHECK-LABEL: func.func @while
// CHECK: scf.condition(%{{.*}}) %[[A0:.*]], %[[D0:.*]] :
// CHECK: ^bb0(%[[A:.*]]: tensor<8xf64>, %[[D:.*]]: tensor<8xf64>):
// CHECK-NEXT: %[[copy:.*]] = linalg.copy ins(%[[A]] : tensor<8xf64>) outs(%[[D]] : tensor<8xf64>)
// CHECK-NEXT: scf.yield %[[A]], %[[copy]]
func.func private @more() -> i1
func.func @while(%a: tensor<8xf64>, %d: tensor<8xf64>) -> (tensor<8xf64>, tensor<8xf64>) {
  %r:2 = scf.while (%A = %a, %D = %d) : (tensor<8xf64>, tensor<8xf64>) -> (tensor<8xf64>, tensor<8xf64>) {
    %more = func.call @more() : () -> i1
    scf.condition(%more) %A, %D : tensor<8xf64>, tensor<8xf64>
  } do {
  ^bb0(%A: tensor<8xf64>, %D: tensor<8xf64>):
    scf.yield %A, %A : tensor<8xf64>, tensor<8xf64>
  }
  return %r#0, %r#1 : tensor<8xf64>, tensor<8xf64>
}

// -----

// What was there before the loop is copied: a function may return it as it was
// given, which upstream does not see.
// CHECK-LABEL: func.func @outside
// CHECK: %[[E:.*]] = call @same
// CHECK: scf.for {{.*}} iter_args(%[[D:.*]] = %{{.*}})
// CHECK: %[[copy:.*]] = linalg.copy ins(%[[E]] : tensor<8xf64>) outs(%[[D]] : tensor<8xf64>)
// CHECK-NEXT: scf.yield %[[copy]]
func.func private @same(%b: tensor<8xf64>) -> tensor<8xf64> {
  return %b : tensor<8xf64>
}
func.func private @kernel(tensor<8xf64>) -> tensor<8xf64>
func.func @outside(%b: tensor<8xf64>, %d: tensor<8xf64>, %n: index) -> (tensor<8xf64>, tensor<8xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = call @same(%b) : (tensor<8xf64>) -> tensor<8xf64>
  %r = scf.for %t = %c0 to %n step %c1 iter_args(%D = %d) -> tensor<8xf64> {
    %D1 = func.call @kernel(%D) : (tensor<8xf64>) -> tensor<8xf64>
    scf.yield %e : tensor<8xf64>
  }
  return %r, %e : tensor<8xf64>, tensor<8xf64>
}

// -----

// A choice that is made before the loop is copied in it.
// CHECK-LABEL: func @before_the_loop
// CHECK: %[[CHOICE:.*]] = scf.if
// CHECK-NOT: linalg.copy
// CHECK: scf.while
// CHECK: %[[COPY:.*]] = linalg.copy ins(%[[CHOICE]]
// CHECK: scf.yield %[[COPY]]
func.func @before_the_loop(%x: tensor<4xf64>, %q: i1, %c: i1) -> tensor<4xf64> {
  %a = bufferization.alloc_tensor() : tensor<4xf64>
  %b = bufferization.alloc_tensor() : tensor<4xf64>
  %choice = scf.if %q -> tensor<4xf64> {
    scf.yield %a : tensor<4xf64>
  } else {
    scf.yield %b : tensor<4xf64>
  }
  %r = scf.while (%t = %x) : (tensor<4xf64>) -> tensor<4xf64> {
    scf.condition(%c) %t : tensor<4xf64>
  } do {
  ^bb0(%t: tensor<4xf64>):
    scf.yield %choice : tensor<4xf64>
  }
  return %r : tensor<4xf64>
}
