// The example of the pass's description, and kernels that stay apart.
// RUN: encke-opt --cin-fuse-kernels --canonicalize --cse %s | FileCheck %s

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

// The tensor in between has no buffer any more.
// CHECK-LABEL: func.func @program
// CHECK-COUNT-1: bufferization.alloc_tensor
// CHECK-NOT: bufferization.alloc_tensor
// CHECK: call @kernel_1(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}})
func.func @program(%A: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %b = bufferization.alloc_tensor(%n) : tensor<?xf64>
  %t = call @kernel_0(%A, %x, %n, %b) : (tensor<?x?xf64, #CSR>, tensor<?xf64>, index, tensor<?xf64>) -> tensor<?xf64>
  %c0 = arith.constant 0 : index
  %d = tensor.dim %t, %c0 : tensor<?xf64>
  %c = bufferization.alloc_tensor(%d) : tensor<?xf64>
  %y = call @kernel_1(%t, %c) : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %y : tensor<?xf64>
}

func.func private @kernel_0(%A: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>, %n: index, %b: tensor<?xf64>) -> tensor<?xf64> attributes {encke.kernel} {
  %c1 = arith.constant 1 : index
  %m = tensor.dim %A, %c1 : tensor<?x?xf64, #CSR>
  %t = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>, %v = %x : tensor<?xf64>) outs(%c = %b : tensor<?xf64>) from identity {
    cin.forall %i in %n {
      cin.forall %j in %m {
        %1 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        %2 = cin.access %v[%j] : !cin.place<tensor<?xf64>>
        %3 = arith.mulf %1, %2 : f64
        cin.assign %c[%i] += %3 : !cin.place<tensor<?xf64>>
      }
    }
  } -> tensor<?xf64>
  return %t : tensor<?xf64>
}

// CHECK-LABEL: func.func private @kernel_1
// CHECK: cin.kernel ins(%[[A:.*]] = %{{.*}} : tensor<?x?xf64, #{{.*}}>, %[[V:.*]] = %{{.*}} : tensor<?xf64>) outs(%[[Y:.*]] = %{{.*}} : tensor<?xf64>)
// CHECK-NEXT: cin.forall %[[I:.*]] in %{{.*}} {
// CHECK-NEXT: cin.where %[[W:.*]] : !cin.place<tensor<f64>> sizes() filled {
// CHECK-NEXT: %[[T:.*]] = cin.access %[[W]][] : !cin.place<tensor<f64>>
// CHECK-NEXT: %[[P:.*]] = arith.mulf %[[T]], %[[T]] : f64
// CHECK-NEXT: cin.assign %[[Y]][%[[I]]] = %[[P]] : !cin.place<tensor<?xf64>>
// CHECK-NEXT: } producer {
// CHECK-NEXT: cin.forall %[[J:.*]] in %{{.*}} {
// CHECK-NEXT: %[[B:.*]] = cin.access %[[A]][%[[I]], %[[J]]] : !cin.place<tensor<?x?xf64, #{{.*}}>>
// CHECK-NEXT: %[[X:.*]] = cin.access %[[V]][%[[J]]] : !cin.place<tensor<?xf64>>
// CHECK-NEXT: %[[Q:.*]] = arith.mulf %[[B]], %[[X]] : f64
// CHECK-NEXT: cin.assign %[[W]][] += %[[Q]] : !cin.place<tensor<f64>>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
func.func private @kernel_1(%t: tensor<?xf64>, %c: tensor<?xf64>) -> tensor<?xf64> attributes {encke.kernel} {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %t, %c0 : tensor<?xf64>
  %y = cin.kernel ins(%a = %t : tensor<?xf64>) outs(%b = %c : tensor<?xf64>) {
    cin.forall %i in %n {
      %1 = cin.access %a[%i] : !cin.place<tensor<?xf64>>
      %2 = arith.mulf %1, %1 : f64
      cin.assign %b[%i] = %2 : !cin.place<tensor<?xf64>>
    }
  } -> tensor<?xf64>
  return %y : tensor<?xf64>
}

// Each element of s is read for every k: it is computed once, not again for each.
// CHECK-LABEL: func.func @apart
// CHECK: call @kernel_2
// CHECK: call @kernel_3
func.func @apart(%x: tensor<10xf64>) -> tensor<20x10xf64> {
  %b = bufferization.alloc_tensor() : tensor<10xf64>
  %s = call @kernel_2(%x, %b) : (tensor<10xf64>, tensor<10xf64>) -> tensor<10xf64>
  %c = bufferization.alloc_tensor() : tensor<20x10xf64>
  %y = call @kernel_3(%s, %c) : (tensor<10xf64>, tensor<20x10xf64>) -> tensor<20x10xf64>
  return %y : tensor<20x10xf64>
}
func.func private @kernel_2(%x: tensor<10xf64>, %b: tensor<10xf64>) -> tensor<10xf64> attributes {encke.kernel} {
  %c10 = arith.constant 10 : index
  %s = cin.kernel ins(%a = %x : tensor<10xf64>) outs(%c = %b : tensor<10xf64>) {
    cin.forall %i in %c10 {
      %1 = cin.access %a[%i] : !cin.place<tensor<10xf64>>
      %2 = arith.mulf %1, %1 : f64
      cin.assign %c[%i] = %2 : !cin.place<tensor<10xf64>>
    }
  } -> tensor<10xf64>
  return %s : tensor<10xf64>
}
func.func private @kernel_3(%s: tensor<10xf64>, %b: tensor<20x10xf64>) -> tensor<20x10xf64> attributes {encke.kernel} {
  %c10 = arith.constant 10 : index
  %c20 = arith.constant 20 : index
  %y = cin.kernel ins(%a = %s : tensor<10xf64>) outs(%c = %b : tensor<20x10xf64>) {
    cin.forall %k in %c20 {
      cin.forall %i in %c10 {
        %1 = cin.access %a[%i] : !cin.place<tensor<10xf64>>
        cin.assign %c[%k, %i] = %1 : !cin.place<tensor<20x10xf64>>
      }
    }
  } -> tensor<20x10xf64>
  return %y : tensor<20x10xf64>
}

// What accumulates onto ones starts as none in a workspace (starts.mlir); and a
// tensor that is printed is made.
// CHECK-LABEL: func.func @needed
// CHECK-NOT: call @kernel_4
// CHECK: call @kernel_5
// CHECK: call @kernel_6
// CHECK: call @kernel_7
func.func @needed(%x: tensor<10xf64>) -> (tensor<10xf64>, tensor<10xf64>, tensor<10xf64>) {
  %b = bufferization.alloc_tensor() : tensor<10xf64>
  %s = call @kernel_4(%x, %b) : (tensor<10xf64>, tensor<10xf64>) -> tensor<10xf64>
  %c = bufferization.alloc_tensor() : tensor<10xf64>
  %y = call @kernel_5(%s, %c) : (tensor<10xf64>, tensor<10xf64>) -> tensor<10xf64>
  %d = bufferization.alloc_tensor() : tensor<10xf64>
  %u = call @kernel_6(%x, %d) : (tensor<10xf64>, tensor<10xf64>) -> tensor<10xf64>
  %e = bufferization.alloc_tensor() : tensor<10xf64>
  %v = call @kernel_7(%u, %e) : (tensor<10xf64>, tensor<10xf64>) -> tensor<10xf64>
  return %y, %u, %v : tensor<10xf64>, tensor<10xf64>, tensor<10xf64>
}
func.func private @kernel_4(%x: tensor<10xf64>, %b: tensor<10xf64>) -> tensor<10xf64> attributes {encke.kernel} {
  %c10 = arith.constant 10 : index
  %one = arith.constant 1.0 : f64
  %0 = cin.kernel ins() outs(%c = %b : tensor<10xf64>) {
    cin.forall %i in %c10 {
      cin.assign %c[%i] = %one : !cin.place<tensor<10xf64>>
    }
  } -> tensor<10xf64>
  %s = cin.kernel ins(%a = %x : tensor<10xf64>) outs(%c = %0 : tensor<10xf64>) {
    cin.forall %i in %c10 {
      %1 = cin.access %a[%i] : !cin.place<tensor<10xf64>>
      cin.assign %c[%i] += %1 : !cin.place<tensor<10xf64>>
    }
  } -> tensor<10xf64>
  return %s : tensor<10xf64>
}
func.func private @kernel_5(%s: tensor<10xf64>, %b: tensor<10xf64>) -> tensor<10xf64> attributes {encke.kernel} {
  %c10 = arith.constant 10 : index
  %y = cin.kernel ins(%a = %s : tensor<10xf64>) outs(%c = %b : tensor<10xf64>) {
    cin.forall %i in %c10 {
      %1 = cin.access %a[%i] : !cin.place<tensor<10xf64>>
      cin.assign %c[%i] = %1 : !cin.place<tensor<10xf64>>
    }
  } -> tensor<10xf64>
  return %y : tensor<10xf64>
}
func.func private @kernel_6(%x: tensor<10xf64>, %b: tensor<10xf64>) -> tensor<10xf64> attributes {encke.kernel} {
  %c10 = arith.constant 10 : index
  %s = cin.kernel ins(%a = %x : tensor<10xf64>) outs(%c = %b : tensor<10xf64>) {
    cin.forall %i in %c10 {
      %1 = cin.access %a[%i] : !cin.place<tensor<10xf64>>
      cin.assign %c[%i] = %1 : !cin.place<tensor<10xf64>>
    }
  } -> tensor<10xf64>
  return %s : tensor<10xf64>
}
func.func private @kernel_7(%s: tensor<10xf64>, %b: tensor<10xf64>) -> tensor<10xf64> attributes {encke.kernel} {
  %c10 = arith.constant 10 : index
  %y = cin.kernel ins(%a = %s : tensor<10xf64>) outs(%c = %b : tensor<10xf64>) {
    cin.forall %i in %c10 {
      %1 = cin.access %a[%i] : !cin.place<tensor<10xf64>>
      cin.assign %c[%i] = %1 : !cin.place<tensor<10xf64>>
    }
  } -> tensor<10xf64>
  return %y : tensor<10xf64>
}
