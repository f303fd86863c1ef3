// A guard of a call stays with the fused one: both are asked, and both are called one
// after the other otherwise. Where the second one asks about the tensor in between,
// the two stay apart.
// RUN: encke-opt --cin-fuse-kernels --canonicalize --cse %s | FileCheck %s

#ELL = #ta.format<"D0 D# S1", 32>

// CHECK-LABEL: func.func @program
// CHECK-SAME: (%[[A:[^:]*]]: tensor<?x?xf64, #{{[^:]*}}>, %[[X:[^:]*]]: tensor<?xf64>, %[[N:[^:]*]]: index)
// CHECK: %[[B:.*]] = bufferization.alloc_tensor(%[[N]])
// CHECK-NOT: bufferization.alloc_tensor
// CHECK: call @kernel_1(%[[A]], %[[X]], %[[N]], %[[N]], %[[B]]) {encke.finite = @kernel_1_finite, encke.otherwise = @kernel_1_exact}
func.func @program(%A: tensor<?x?xf64, #ELL>, %x: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %b = bufferization.alloc_tensor(%n) : tensor<?xf64>
  %t = call @kernel_0(%A, %x, %n, %b) {encke.finite = @kernel_0_finite, encke.otherwise = @kernel_0_exact} : (tensor<?x?xf64, #ELL>, tensor<?xf64>, index, tensor<?xf64>) -> tensor<?xf64>
  %c = bufferization.alloc_tensor(%n) : tensor<?xf64>
  %y = call @kernel_1(%t, %c) : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %y : tensor<?xf64>
}

// CHECK-LABEL: func.func @apart
// CHECK: call @kernel_2({{.*}}) {encke.finite = @kernel_2_finite
// CHECK: call @kernel_3({{.*}}) {encke.finite = @kernel_3_finite
func.func @apart(%A: tensor<?x?xf64, #ELL>, %x: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %b = bufferization.alloc_tensor(%n) : tensor<?xf64>
  %t = call @kernel_2(%A, %x, %n, %b) {encke.finite = @kernel_2_finite, encke.otherwise = @kernel_2_exact} : (tensor<?x?xf64, #ELL>, tensor<?xf64>, index, tensor<?xf64>) -> tensor<?xf64>
  %c = bufferization.alloc_tensor(%n) : tensor<?xf64>
  %y = call @kernel_3(%t, %c) {encke.finite = @kernel_3_finite, encke.otherwise = @kernel_3_exact} : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %y : tensor<?xf64>
}

// CHECK: func.func private @kernel_1_apart(
// CHECK-SAME: encke.seldom
// CHECK: cin.forall %{{.*}} in %{{.*}} {
// CHECK: func.func private @kernel_1(
// CHECK: cin.where
// CHECK: func.func private @kernel_1_exact(%[[A:[^:]*]]: tensor<?x?xf64, #{{[^:]*}}>, %[[X:[^:]*]]: tensor<?xf64>, %[[N:[^:]*]]: index, %[[M:[^:]*]]: index, %[[B:[^:]*]]: tensor<?xf64>) -> tensor<?xf64>
// CHECK-NEXT: %[[C:.*]] = bufferization.alloc_tensor(%[[N]])
// CHECK-NEXT: %[[T:.*]] = call @kernel_0_exact(%[[A]], %[[X]], %[[N]], %[[C]])
// CHECK-NEXT: %[[Y:.*]] = call @kernel_1_apart(%[[T]], %[[B]])
// CHECK-NEXT: return %[[Y]]
// CHECK: func.func private @kernel_1_finite(%{{[^:]*}}: tensor<?x?xf64, #{{[^:]*}}>, %[[X:[^:]*]]: tensor<?xf64>
// CHECK-NEXT: %[[MOST:.*]] = arith.constant
// CHECK-NEXT: %[[L:.*]] = cin.largest %[[X]]
// CHECK-NEXT: %[[F:.*]] = arith.cmpf ole, %[[L]], %[[MOST]]
// CHECK-NEXT: return %[[F]]
// CHECK-NOT: @kernel_0_finite
func.func private @kernel_0(%A: tensor<?x?xf64, #ELL>, %x: tensor<?xf64>, %n: index, %b: tensor<?xf64>) -> tensor<?xf64> attributes {encke.kernel} {
  %c1 = arith.constant 1 : index
  %m = tensor.dim %A, %c1 : tensor<?x?xf64, #ELL>
  %t = cin.kernel ins(%a = %A : tensor<?x?xf64, #ELL>, %v = %x : tensor<?xf64>) outs(%c = %b : tensor<?xf64>) {
    cin.forall %i in %n parallel {
      cin.where %w : !cin.place<tensor<f64>> sizes() {
        %s = cin.access %w[] : !cin.place<tensor<f64>>
        cin.assign %c[%i] = %s : !cin.place<tensor<?xf64>>
      } producer {
        cin.forall %j in %m {
          %1 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #ELL>>
          %2 = cin.access %v[%j] : !cin.place<tensor<?xf64>>
          %3 = arith.mulf %1, %2 : f64
          cin.assign %w[] += %3 : !cin.place<tensor<f64>>
        }
      }
    }
  } -> tensor<?xf64>
  return %t : tensor<?xf64>
}
func.func private @kernel_0_exact(tensor<?x?xf64, #ELL>, tensor<?xf64>, index, tensor<?xf64>) -> tensor<?xf64>
func.func private @kernel_0_finite(%A: tensor<?x?xf64, #ELL>, %x: tensor<?xf64>, %n: index, %b: tensor<?xf64>) -> i1 {
  %m = cin.largest %x : tensor<?xf64>
  %most = arith.constant 1.7976931348623157E+308 : f64
  %finite = arith.cmpf ole, %m, %most : f64
  return %finite : i1
}
func.func private @kernel_1(%t: tensor<?xf64>, %c: tensor<?xf64>) -> tensor<?xf64> attributes {encke.kernel} {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %t, %c0 : tensor<?xf64>
  %y = cin.kernel ins(%a = %t : tensor<?xf64>) outs(%b = %c : tensor<?xf64>) {
    cin.forall %i in %n parallel {
      %0 = cin.access %a[%i] : !cin.place<tensor<?xf64>>
      %1 = arith.mulf %0, %0 : f64
      cin.assign %b[%i] = %1 : !cin.place<tensor<?xf64>>
    }
  } -> tensor<?xf64>
  return %y : tensor<?xf64>
}

func.func private @kernel_2(%A: tensor<?x?xf64, #ELL>, %x: tensor<?xf64>, %n: index, %b: tensor<?xf64>) -> tensor<?xf64> attributes {encke.kernel} {
  %c1 = arith.constant 1 : index
  %m = tensor.dim %A, %c1 : tensor<?x?xf64, #ELL>
  %t = cin.kernel ins(%a = %A : tensor<?x?xf64, #ELL>, %v = %x : tensor<?xf64>) outs(%c = %b : tensor<?xf64>) {
    cin.forall %i in %n parallel {
      cin.where %w : !cin.place<tensor<f64>> sizes() {
        %s = cin.access %w[] : !cin.place<tensor<f64>>
        cin.assign %c[%i] = %s : !cin.place<tensor<?xf64>>
      } producer {
        cin.forall %j in %m {
          %1 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #ELL>>
          %2 = cin.access %v[%j] : !cin.place<tensor<?xf64>>
          %3 = arith.mulf %1, %2 : f64
          cin.assign %w[] += %3 : !cin.place<tensor<f64>>
        }
      }
    }
  } -> tensor<?xf64>
  return %t : tensor<?xf64>
}
func.func private @kernel_2_exact(tensor<?x?xf64, #ELL>, tensor<?xf64>, index, tensor<?xf64>) -> tensor<?xf64>
func.func private @kernel_2_finite(%A: tensor<?x?xf64, #ELL>, %x: tensor<?xf64>, %n: index, %b: tensor<?xf64>) -> i1 {
  %m = cin.largest %x : tensor<?xf64>
  %most = arith.constant 1.7976931348623157E+308 : f64
  %finite = arith.cmpf ole, %m, %most : f64
  return %finite : i1
}
func.func private @kernel_3(%t: tensor<?xf64>, %c: tensor<?xf64>) -> tensor<?xf64> attributes {encke.kernel} {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %t, %c0 : tensor<?xf64>
  %y = cin.kernel ins(%a = %t : tensor<?xf64>) outs(%b = %c : tensor<?xf64>) {
    cin.forall %i in %n parallel {
      %0 = cin.access %a[%i] : !cin.place<tensor<?xf64>>
      %1 = arith.mulf %0, %0 : f64
      cin.assign %b[%i] = %1 : !cin.place<tensor<?xf64>>
    }
  } -> tensor<?xf64>
  return %y : tensor<?xf64>
}
func.func private @kernel_3_exact(tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
func.func private @kernel_3_finite(%t: tensor<?xf64>, %c: tensor<?xf64>) -> i1 {
  %m = cin.largest %t : tensor<?xf64>
  %most = arith.constant 1.7976931348623157E+308 : f64
  %finite = arith.cmpf ole, %m, %most : f64
  return %finite : i1
}
