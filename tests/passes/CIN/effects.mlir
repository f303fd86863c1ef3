// Reads of one element between which nothing is written are one read; a read
// after a write stays, and so does a write.
// RUN: encke-opt --cse --canonicalize %s | FileCheck %s

// CHECK-LABEL: func.func @reads
func.func @reads(%x: memref<?xf64>, %y: memref<?xf64>, %n: index) {
  cin.kernel ins(%a = %x : memref<?xf64> as tensor<?xf64>)
             outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    // CHECK: cin.forall %[[i:.*]] in
    cin.forall %i in %n {
      // CHECK-NEXT: %[[v:.*]] = cin.access
      // CHECK-NEXT: cin.assign %[[c:.*]][%[[i]]] = %[[v]]
      // CHECK-NEXT: cin.assign %[[c]][%[[i]]] += %[[v]]
      // CHECK-NEXT: %[[s:.*]] = cin.access %[[c]][%[[i]]]
      // CHECK-NEXT: cin.assign %[[c]][%[[i]]] += %[[s]]
      // CHECK-NEXT: }
      %0 = cin.access %a[%i] : !cin.place<tensor<?xf64>>
      %1 = cin.access %a[%i] : !cin.place<tensor<?xf64>>
      %unused = cin.access %a[%i] : !cin.place<tensor<?xf64>>
      cin.assign %c[%i] = %0 : !cin.place<tensor<?xf64>>
      cin.assign %c[%i] += %1 : !cin.place<tensor<?xf64>>
      %2 = cin.access %c[%i] : !cin.place<tensor<?xf64>>
      cin.assign %c[%i] += %2 : !cin.place<tensor<?xf64>>
    }
  }
  return
}

// A kernel over tensors is a value: unused, it disappears.
// CHECK-LABEL: func.func @unused
// CHECK-NEXT: return
func.func @unused(%y: tensor<4xf64>, %v: f64, %n: index) {
  %0 = cin.kernel ins() outs(%c = %y : tensor<4xf64>) {
    cin.forall %i in %n {
      cin.assign %c[%i] = %v : !cin.place<tensor<4xf64>>
    }
  } -> tensor<4xf64>
  return
}
