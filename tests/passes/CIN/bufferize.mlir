// Bufferisation swaps the operands of a kernel and leaves its body alone.
// RUN: encke-opt --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" %s | FileCheck %s

// An output that is dead after the kernel is updated in place.
// CHECK-LABEL: func.func @in_place
// CHECK-SAME: (%[[X:.*]]: memref<?xf64>, %[[N:.*]]: index) -> memref<?xf64>
func.func @in_place(%x: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  // CHECK: %[[Y:.*]] = memref.alloc(%[[N]])
  // CHECK-NOT: memref.copy
  // CHECK: cin.kernel ins(%[[a:.*]] = %[[X]] : memref<?xf64> as tensor<?xf64>) outs(%[[c:.*]] = %[[Y]] : memref<?xf64> as tensor<?xf64>) {
  // CHECK-NEXT: cin.forall %[[i:.*]] in %[[N]] vector(4) {
  // CHECK-NEXT: %[[v:.*]] = cin.access %[[a]][%[[i]]] : !cin.place<tensor<?xf64>>
  // CHECK-NEXT: cin.assign %[[c]][%[[i]]] = %[[v]] : !cin.place<tensor<?xf64>>
  // CHECK: return %[[Y]]
  %e = bufferization.alloc_tensor(%n) : tensor<?xf64>
  %r = cin.kernel ins(%a = %x : tensor<?xf64>) outs(%c = %e : tensor<?xf64>) {
    cin.forall %i in %n vector(4) {
      %0 = cin.access %a[%i] : !cin.place<tensor<?xf64>>
      cin.assign %c[%i] = %0 : !cin.place<tensor<?xf64>>
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// The old value is used later, so the kernel writes a copy.
// CHECK-LABEL: func.func @old_value_lives
// CHECK-SAME: (%[[Y:.*]]: memref<4xf64>, %[[V:.*]]: f64, %[[N:.*]]: index)
func.func @old_value_lives(%y: tensor<4xf64>, %v: f64, %n: index) -> (tensor<4xf64>, tensor<4xf64>) {
  // CHECK: %[[Z:.*]] = memref.alloc()
  // CHECK: memref.copy %[[Y]], %[[Z]]
  // CHECK: cin.kernel ins() outs(%{{.*}} = %[[Z]] : memref<4xf64> as tensor<4xf64>)
  // CHECK: return %[[Y]], %[[Z]]
  %r = cin.kernel ins() outs(%c = %y : tensor<4xf64>) {
    cin.forall %i in %n {
      cin.assign %c[%i] += %v : !cin.place<tensor<4xf64>>
    }
  } -> tensor<4xf64>
  return %y, %r : tensor<4xf64>, tensor<4xf64>
}

// A tensor that is read at other elements than it is written at has two
// buffers: `y[i] += A[i, j] * y[j]` sees the old y.
// CHECK-LABEL: func.func @reads_itself
// CHECK-SAME: (%[[Y:.*]]: memref<4xf64>, %[[N:.*]]: index)
func.func @reads_itself(%y: tensor<4xf64>, %n: index) -> tensor<4xf64> {
  // CHECK: %[[Z:.*]] = memref.alloc()
  // CHECK: memref.copy %[[Y]], %[[Z]]
  // CHECK: cin.kernel ins(%{{.*}} = %[[Y]] : memref<4xf64> as tensor<4xf64>) outs(%{{.*}} = %[[Z]] : memref<4xf64> as tensor<4xf64>)
  // CHECK: return %[[Z]]
  %r = cin.kernel ins(%a = %y : tensor<4xf64>) outs(%c = %y : tensor<4xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %n {
        %0 = cin.access %a[%j] : !cin.place<tensor<4xf64>>
        cin.assign %c[%i] += %0 : !cin.place<tensor<4xf64>>
      }
    }
  } -> tensor<4xf64>
  return %r : tensor<4xf64>
}

// What is only written is not copied first; what is added to is, where the old
// value is used later.
// CHECK-LABEL: func.func @library
// CHECK: %[[T:.*]] = memref.alloc
// CHECK-NOT: memref.copy
// CHECK: cin.transpose modes [1, 0] ins(%{{.*}} : memref<8x9xf64>) outs(%[[T]] : memref<9x8xf64>)
// CHECK: %[[COPY:.*]] = memref.alloc
// CHECK: memref.copy %{{.*}}, %[[COPY]]
// CHECK: cin.gemm {{.*}} outs(%[[COPY]] ["i", "j"] : memref<9x9xf64>) scaled %{{.*}} : f64 accumulate
func.func @library(%a: tensor<8x9xf64>, %c: tensor<9x9xf64>, %x: f64) -> (tensor<9x9xf64>, tensor<9x9xf64>) {
  %e = bufferization.alloc_tensor() : tensor<9x8xf64>
  %t = cin.transpose modes [1, 0] ins(%a : tensor<8x9xf64>) outs(%e : tensor<9x8xf64>) -> tensor<9x8xf64>
  %r = cin.gemm rows ["i"] columns ["j"] inner ["k"] loops []
    ins(%t ["i", "k"], %a ["k", "j"] : tensor<9x8xf64>, tensor<8x9xf64>)
    outs(%c ["i", "j"] : tensor<9x9xf64>) scaled %x : f64 accumulate
    -> tensor<9x9xf64>
  return %r, %c : tensor<9x9xf64>, tensor<9x9xf64>
}

// The largest magnitude is that from before the tensor is written to, where it is.
// CHECK-LABEL: func.func @largest
// CHECK-SAME: (%[[A:.*]]: memref<9x8xf64
// CHECK-NOT: alloc
// CHECK: cin.largest %[[A]] : memref<9x8xf64
// CHECK: cin.transpose {{.*}} outs(%[[A]] :
func.func @largest(%a: tensor<9x8xf64> {bufferization.writable = true}, %b: tensor<8x9xf64>) -> (f64, tensor<9x8xf64>) {
  %m = cin.largest %a : tensor<9x8xf64>
  %t = cin.transpose modes [1, 0] ins(%b : tensor<8x9xf64>) outs(%a : tensor<9x8xf64>) -> tensor<9x8xf64>
  return %m, %t : f64, tensor<9x8xf64>
}

// A tensor is updated where it is, but not one that is read besides.
// CHECK-LABEL: func.func @scatter
// CHECK-SAME: (%[[W:[^:]*]]: memref<9xi64
// CHECK-NOT: alloc
// CHECK: cin.scatter "add" {{.*}} outs(%[[W]] :
// CHECK: %[[COPY:.*]] = memref.alloc
// CHECK: memref.copy %[[W]], %[[COPY]]
// CHECK: cin.scatter "add" ins(%[[W]] {{.*}} tables(%[[W]] {{.*}} outs(%[[COPY]] :
func.func @scatter(%w: tensor<9xi64> {bufferization.writable = true}, %p: tensor<9xi64>, %a: i64, %b: i64) -> tensor<9xi64> {
  %0 = cin.scatter "add" ins(%p : tensor<9xi64>) tables(%p : tensor<9xi64>)
    maps [affine_map<(d0) -> (d0)>] at(%a, %a, %a, %b)
    outs(%w : tensor<9xi64>) place "" -> tensor<9xi64>
  %1 = cin.scatter "add" ins(%0 : tensor<9xi64>) tables(%0 : tensor<9xi64>)
    maps [affine_map<(d0) -> (d0)>] at(%a, %a, %a, %b)
    outs(%0 : tensor<9xi64>) place "" -> tensor<9xi64>
  return %1 : tensor<9xi64>
}
