// The example of the pass's description (HoistInvariants.td): only x changes from round to round, so
// what C stores is made once.
// RUN: encke-opt --cin-hoist-invariants %s | FileCheck %s

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32 }>

// CHECK-LABEL: func.func @program(
// CHECK-SAME: %[[A:[^ ]*]]: tensor<?x?xf64, #{{[a-z]*}}>, %[[X:[^ ]*]]: tensor<?xf64>, %[[N:[^ ]*]]: index, %[[M:[^ ]*]]: index
// CHECK: %[[P:.*]] = call @kernel_once(%[[N]], %[[M]], %[[A]])
// CHECK-NEXT: %[[MADE:.*]] = call @encke_tensors_made()
// CHECK: scf.for {{.*}} iter_args(%[[Y:.*]] = %[[X]])
// CHECK: func.call @kernel(%[[A]], %[[Y]], %[[N]], %[[M]], %[[P]])
// CHECK: func.call @encke_tensors_free(%[[MADE]])
func.func private @encke_tensors_made() -> i64
func.func private @encke_tensors_free(i64)
func.func @program(%A: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>, %n: index, %m: index) -> tensor<?xf64> {
  %lo = arith.constant 0 : index
  %step = arith.constant 1 : index
  %made = call @encke_tensors_made() : () -> i64
  %hi = arith.constant 3 : index
  %r = scf.for %t = %lo to %hi step %step iter_args(%y = %x) -> (tensor<?xf64>) {
    %C = func.call @kernel(%A, %y, %n, %m) : (tensor<?x?xf64, #CSR>, tensor<?xf64>, index, index) -> tensor<?x?xf64, #CSR>
    %z = func.call @sums(%C, %y) : (tensor<?x?xf64, #CSR>, tensor<?xf64>) -> tensor<?xf64>
    func.call @encke_tensors_free(%made) : (i64) -> ()
    scf.yield %z : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}

// CHECK: func.func private @kernel_once(%[[N:.*]]: index, %[[M:.*]]: index, %[[A:.*]]: tensor<?x?xf64, #{{[a-z]*}}>) -> tensor<?x?xf64, #{{[a-z]*}}> attributes {encke.kernel} {
// CHECK-NEXT: %[[E:.*]] = tensor.empty(%[[N]], %[[M]]) : tensor<?x?xf64, #{{[a-z]*}}>
// CHECK-NEXT: %[[U:.*]] = cin.unknown : f64
// CHECK-NEXT: %[[P:.*]] = cin.kernel symbolic ins(%[[PA:.*]] = %[[A]] : tensor<?x?xf64, #{{[a-z]*}}>) outs(%[[PC:.*]] = %[[E]] : tensor<?x?xf64, #{{[a-z]*}}>) {
// CHECK: %[[V:.*]] = cin.access %[[PA]]
// CHECK: %[[W:.*]] = arith.mulf %[[V]], %[[U]]
// CHECK: cin.assign %[[PC]]
// CHECK: return %[[P]]
// CHECK: func.func private @kernel(%[[A:.*]]: tensor<?x?xf64, #{{[a-z]*}}>, %[[x:.*]]: tensor<?xf64>, %[[n:.*]]: index, %[[m:.*]]: index, %[[P:.*]]: tensor<?x?xf64, #{{[a-z]*}}>) ->
// CHECK: cin.kernel numeric ins(%{{.*}} = %[[A]] : tensor<?x?xf64, #{{[a-z]*}}>, %{{.*}} = %[[x]] : tensor<?xf64>) outs(%{{.*}} = %[[P]] : tensor<?x?xf64, #{{[a-z]*}}>) {
func.func private @kernel(%A: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>, %n: index, %m: index) -> tensor<?x?xf64, #CSR> attributes {encke.kernel} {
  %e = tensor.empty(%n, %m) : tensor<?x?xf64, #CSR>
  %C = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>, %b = %x : tensor<?xf64>) outs(%c = %e : tensor<?x?xf64, #CSR>) {
    cin.forall %i in %n {
      cin.forall %k in %m {
        %0 = cin.access %a[%i, %k] : !cin.place<tensor<?x?xf64, #CSR>>
        %1 = cin.access %b[%i] : !cin.place<tensor<?xf64>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %c[%i, %k] = %2 : !cin.place<tensor<?x?xf64, #CSR>>
      }
    }
  } -> tensor<?x?xf64, #CSR>
  return %C : tensor<?x?xf64, #CSR>
}

func.func private @sums(%C: tensor<?x?xf64, #CSR>, %y: tensor<?xf64>) -> tensor<?xf64> attributes {encke.kernel} {
  return %y : tensor<?xf64>
}
