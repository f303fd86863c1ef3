// Operands that store the same places, as kernels before say, are read at the same position.
// RUN: encke-opt --cin-merge-levels %s | FileCheck %s
// In the nest that reads the result the loops would find equal coordinates again: the kernels stay apart.
// RUN: encke-opt --cin-fuse-kernels %s | FileCheck %s --check-prefix=FUSE

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32 }>

// FUSE-LABEL: func.func @program
// FUSE: call @scale
// FUSE: call @twins
// FUSE: call @product
// FUSE: call @strangers
func.func @program(%S: tensor<?x?xf64, #CSR>, %U: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>, %n: index, %y: tensor<?xf64>) -> (tensor<?xf64>, tensor<?x?xf64, #CSR>) {
  %T = call @scale(%S, %x) : (tensor<?x?xf64, #CSR>, tensor<?xf64>) -> tensor<?x?xf64, #CSR>
  %P = call @twins(%S, %T, %n) : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>, index) -> tensor<?x?xf64, #CSR>
  %r = call @product(%P, %x, %y) : (tensor<?x?xf64, #CSR>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  %Q = call @strangers(%U, %T, %n) : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>, index) -> tensor<?x?xf64, #CSR>
  return %r, %Q : tensor<?xf64>, tensor<?x?xf64, #CSR>
}

// A result with the pattern of S.
// CHECK-LABEL: func.func private @scale
// CHECK: cin.kernel numeric
func.func private @scale(%S: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>) -> tensor<?x?xf64, #CSR> attributes {encke.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %S, %c0 : tensor<?x?xf64, #CSR>
  %m = tensor.dim %S, %c1 : tensor<?x?xf64, #CSR>
  %e = tensor.empty(%n, %m) : tensor<?x?xf64, #CSR>
  %T = cin.kernel ins(%a = %S : tensor<?x?xf64, #CSR>, %b = %x : tensor<?xf64>) outs(%c = %e : tensor<?x?xf64, #CSR>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        %1 = cin.access %b[%i] : !cin.place<tensor<?xf64>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %c[%i, %j] = %2 : !cin.place<tensor<?x?xf64, #CSR>>
      }
    }
  } -> tensor<?x?xf64, #CSR>
  return %T : tensor<?x?xf64, #CSR>
}

// CHECK-LABEL: func.func private @twins
// CHECK-SAME: %[[S:[^ ]*]]: tensor<?x?xf64, #{{[^ ]*}}>, %[[T:[^ ]*]]: tensor
// CHECK: %[[A:.*]] = cin.merge_levels 2 of %[[S]] : {{.*}} -> tensor<?xf64>
// CHECK: %[[E:.*]], %[[V:.*]] = cin.share_levels 2 of %[[S]]
// CHECK: %[[B:.*]] = cin.merge_levels 2 of %[[T]] : {{.*}} -> tensor<?xf64>
// CHECK: cin.kernel ins(%[[a:.*]] = %[[A]] : tensor<?xf64>, %[[b:.*]] = %[[B]] : tensor<?xf64>) outs(%{{.*}} = %[[V]] : tensor<?xf64>)
// CHECK-NEXT: cin.forall %[[P:.*]] in
// CHECK-NEXT: cin.access %[[a]][%[[P]]]
// CHECK-NEXT: cin.access %[[b]][%[[P]]]
func.func private @twins(%S: tensor<?x?xf64, #CSR>, %T: tensor<?x?xf64, #CSR>, %n: index) -> tensor<?x?xf64, #CSR> attributes {encke.kernel} {
  %e = tensor.empty(%n, %n) : tensor<?x?xf64, #CSR>
  %P = cin.kernel ins(%a = %S : tensor<?x?xf64, #CSR>, %b = %T : tensor<?x?xf64, #CSR>) outs(%c = %e : tensor<?x?xf64, #CSR>) {
    cin.forall %i in %n {
      cin.forall %j in %n {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        %1 = cin.access %b[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %c[%i, %j] = %2 : !cin.place<tensor<?x?xf64, #CSR>>
      }
    }
  } -> tensor<?x?xf64, #CSR>
  return %P : tensor<?x?xf64, #CSR>
}

func.func private @product(%P: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> attributes {encke.kernel} {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %P, %c0 : tensor<?x?xf64, #CSR>
  %r = cin.kernel ins(%a = %P : tensor<?x?xf64, #CSR>, %b = %x : tensor<?xf64>) outs(%c = %y : tensor<?xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %n {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        %1 = cin.access %b[%j] : !cin.place<tensor<?xf64>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %c[%i] += %2 : !cin.place<tensor<?xf64>>
      }
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// U may store other places than S.
// CHECK-LABEL: func.func private @strangers
// CHECK-NOT: cin.merge_levels
func.func private @strangers(%U: tensor<?x?xf64, #CSR>, %T: tensor<?x?xf64, #CSR>, %n: index) -> tensor<?x?xf64, #CSR> attributes {encke.kernel} {
  %e = tensor.empty(%n, %n) : tensor<?x?xf64, #CSR>
  %P = cin.kernel ins(%a = %U : tensor<?x?xf64, #CSR>, %b = %T : tensor<?x?xf64, #CSR>) outs(%c = %e : tensor<?x?xf64, #CSR>) {
    cin.forall %i in %n {
      cin.forall %j in %n {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        %1 = cin.access %b[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %c[%i, %j] = %2 : !cin.place<tensor<?x?xf64, #CSR>>
      }
    }
  } -> tensor<?x?xf64, #CSR>
  return %P : tensor<?x?xf64, #CSR>
}
