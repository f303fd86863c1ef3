// The workspace transformation (Kjolstad et al., section 4.1): part of a value, several
// loops, and what its preconditions refuse.
// RUN: encke-opt --cin-rewrite=rule=precompute -verify-diagnostics %s | FileCheck %s

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32 }>

// The paper's figure 3: the inner products of rows of B and C, B over j in a row.
// CHECK-LABEL: func.func @part(
// CHECK-SAME: %[[n:[^ ]*]]: index, %[[m:[^ ]*]]: index
// CHECK: cin.kernel ins(%[[B:.*]] = %{{.*}}, %[[C:.*]] = %{{.*}}) outs(%[[A:.*]] = %{{.*}}) {
// CHECK-NEXT: cin.forall %i in %[[n]] {
// CHECK-NEXT: cin.where %[[W:.*]] : !cin.place<tensor<?xf64, #{{.*}}>> sizes(%[[m]]) {
// CHECK-NEXT: cin.forall %j in %[[m]] {
// CHECK-NEXT: %[[X:.*]] = cin.access %[[W]][%j]
// CHECK-NEXT: %[[Y:.*]] = cin.access %[[C]][%i, %j]
// CHECK-NEXT: %[[Z:.*]] = arith.mulf %[[X]], %[[Y]]
// CHECK-NEXT: cin.assign %[[A]][%i] += %[[Z]]
// CHECK: } producer {
// CHECK-NEXT: cin.forall %j in %[[m]] {
// CHECK-NEXT: %[[X:.*]] = cin.access %[[B]][%i, %j]
// CHECK-NEXT: %[[S:.*]] = arith.negf %[[X]]
// CHECK-NEXT: cin.assign %[[W]][%j] += %[[S]]
func.func @part(%n: index, %m: index, %B: tensor<?x?xf64, #CSR>, %C: tensor<?x?xf64, #CSR>, %A: tensor<?xf64>) -> tensor<?xf64> {
  %r = cin.kernel ins(%b = %B : tensor<?x?xf64, #CSR>, %c = %C : tensor<?x?xf64, #CSR>) outs(%a = %A : tensor<?xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        %0 = cin.access %b[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        %1 = arith.negf %0 {encke.precompute = ["j"], encke.compressed} : f64
        %2 = cin.access %c[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        %3 = arith.mulf %1, %2 : f64
        cin.assign %a[%i] += %3 : !cin.place<tensor<?xf64>>
      }
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// Over two index variables: a workspace of order 2.
// CHECK-LABEL: func.func @two_indices(
// CHECK: cin.where %[[W:.*]] : !cin.place<tensor<?x4xf64>> sizes(%arg0) {
// CHECK-NEXT: cin.forall %i in
// CHECK-NEXT: cin.forall %k in
// CHECK-NEXT: cin.access %[[W]][%i, %k]
// CHECK: } producer {
// CHECK-NEXT: cin.forall %j in
// CHECK-NEXT: cin.forall %i in
// CHECK-NEXT: cin.forall %k in
// CHECK: cin.assign %[[W]][%i, %k] max=
func.func @two_indices(%n: index, %m: index, %T: tensor<?x?x4xf64>, %C: tensor<?x4xf64>) -> tensor<?x4xf64> {
  %four = arith.constant 4 : index
  %r = cin.kernel ins(%t = %T : tensor<?x?x4xf64>) outs(%c = %C : tensor<?x4xf64>) {
    cin.forall %j in %m {
      cin.forall %i in %n {
        cin.forall %k in %four {
          %0 = cin.access %t[%j, %i, %k] : !cin.place<tensor<?x?x4xf64>>
          cin.assign %c[%i, %k] max= %0 {encke.precompute = ["i", "k"]} : !cin.place<tensor<?x4xf64>>
        }
      }
    }
  } -> tensor<?x4xf64>
  return %r : tensor<?x4xf64>
}

// A compressed row, for what is on the way into a sparse tensor. What is taken away is added
// up first.
// CHECK-LABEL: func.func @compressed(
// CHECK: cin.where %[[W:.*]] : !cin.place<tensor<?xf64, #{{.*}}>> sizes(
// CHECK: cin.assign %{{.*}}[%j] -=
// CHECK: cin.assign %[[W]][%j] +=
func.func @compressed(%n: index, %m: index, %A: tensor<?x?xf64, #CSR>, %y: tensor<?xf64>) -> tensor<?xf64> {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>) outs(%c = %y : tensor<?xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        cin.assign %c[%j] -= %0 {encke.precompute = ["j"], encke.compressed} : !cin.place<tensor<?xf64>>
      }
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// max over j of b + c is not (max over j of b) + c for another c.
func.func @not_distributive(%n: index, %m: index, %B: tensor<?x?xf64>, %x: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  %r = cin.kernel ins(%b = %B : tensor<?x?xf64>, %c = %x : tensor<?xf64>) outs(%a = %y : tensor<?xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        %0 = cin.access %b[%i, %j] : !cin.place<tensor<?x?xf64>>
        %1 = math.absf %0 {encke.precompute = ["j"]} : f64
        %2 = cin.access %c[%i] : !cin.place<tensor<?xf64>>
        %3 = arith.mulf %1, %2 : f64
        // expected-remark @+1 {{not applied: what is done with the expression does not distribute over the operator of the increment}}
        cin.assign %a[%i] max= %3 : !cin.place<tensor<?xf64>>
      }
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

func.func @used_twice(%n: index, %A: tensor<?xf64>, %y: tensor<f64>) -> tensor<f64> {
  %r = cin.kernel ins(%a = %A : tensor<?xf64>) outs(%c = %y : tensor<f64>) {
    cin.forall %i in %n {
      %0 = cin.access %a[%i] : !cin.place<tensor<?xf64>>
      %1 = math.absf %0 {encke.precompute = []} : f64
      %2 = arith.mulf %1, %1 : f64
      // expected-remark @+1 {{not applied: what is done with the expression does not distribute}}
      cin.assign %c[] += %2 : !cin.place<tensor<f64>>
    }
  } -> tensor<f64>
  return %r : tensor<f64>
}

func.func @sequence(%n: index, %A: tensor<?xf64>, %y: tensor<f64>) -> tensor<f64> {
  %r = cin.kernel ins(%a = %A : tensor<?xf64>) outs(%c = %y : tensor<f64>) {
    cin.forall %i in %n {
      %0 = cin.access %a[%i] : !cin.place<tensor<?xf64>>
      // expected-remark @+1 {{not applied: it is part of a sequence}}
      cin.assign %c[] += %0 {encke.precompute = []} : !cin.place<tensor<f64>>
      cin.assign %c[] += %0 : !cin.place<tensor<f64>>
    }
  } -> tensor<f64>
  return %r : tensor<f64>
}

func.func @unknown_label(%n: index, %A: tensor<?xf64>, %y: tensor<f64>) -> tensor<f64> {
  %r = cin.kernel ins(%a = %A : tensor<?xf64>) outs(%c = %y : tensor<f64>) {
    cin.forall %i in %n {
      %0 = cin.access %a[%i] : !cin.place<tensor<?xf64>>
      // expected-remark @+1 {{not applied: the labels of its mark are not those of foralls around it}}
      cin.assign %c[] += %0 {encke.precompute = ["k"]} : !cin.place<tensor<f64>>
    }
  } -> tensor<f64>
  return %r : tensor<f64>
}

// The whole value, with no operator around it, whatever else uses it.
// CHECK-LABEL: func.func @constant(
// CHECK-SAME: %{{.*}}: index, %[[V:[^ ]*]]: f64
// CHECK: cin.assign %{{.*}}[] +=
// CHECK: } producer {
// CHECK-NEXT: cin.forall %i in
// CHECK-NEXT: cin.assign %{{.*}}[] += %[[V]]
func.func @constant(%n: index, %v: f64, %y: tensor<f64>) -> (tensor<f64>, f64) {
  %w = arith.addf %v, %v : f64
  %r = cin.kernel ins() outs(%c = %y : tensor<f64>) {
    cin.forall %i in %n {
      cin.assign %c[] += %v {encke.precompute = []} : !cin.place<tensor<f64>>
    }
  } -> tensor<f64>
  return %r, %w : tensor<f64>, f64
}

// A mask passes the sum on as it is.
// CHECK-LABEL: func.func @masked(
// CHECK: cin.where %[[W:.*]] : !cin.place<tensor<f64>> sizes() {
// CHECK: %[[S:.*]] = cin.access %[[W]][]
// CHECK: sparse_tensor.binary %[[S]], %{{.*}} : f64, f64 to f64
// CHECK: } producer {
// CHECK-NOT: sparse_tensor.binary
// CHECK: cin.assign %[[W]][] +=
func.func @masked(%n: index, %m: index, %B: tensor<?x?xf64, #CSR>, %M: tensor<?xf64>, %A: tensor<?xf64>) -> tensor<?xf64> {
  %r = cin.kernel ins(%b = %B : tensor<?x?xf64, #CSR>, %mask = %M : tensor<?xf64>) outs(%a = %A : tensor<?xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        %0 = cin.access %b[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        %1 = arith.negf %0 {encke.precompute = []} : f64
        %2 = cin.access %mask[%i] : !cin.place<tensor<?xf64>>
        %3 = sparse_tensor.binary %1, %2 : f64, f64 to f64
          overlap = {
          ^bb0(%l: f64, %x: f64):
            sparse_tensor.yield %l : f64
          }
          left = {}
          right = {}
        cin.assign %a[%i] += %3 : !cin.place<tensor<?xf64>>
      }
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// What changes it on the way is no mask.
func.func @no_mask(%n: index, %m: index, %B: tensor<?x?xf64, #CSR>, %M: tensor<?xf64>, %A: tensor<?xf64>) -> tensor<?xf64> {
  %r = cin.kernel ins(%b = %B : tensor<?x?xf64, #CSR>, %mask = %M : tensor<?xf64>) outs(%a = %A : tensor<?xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        %0 = cin.access %b[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        %1 = arith.negf %0 {encke.precompute = []} : f64
        %2 = cin.access %mask[%i] : !cin.place<tensor<?xf64>>
        %3 = sparse_tensor.binary %1, %2 : f64, f64 to f64
          overlap = {
          ^bb0(%l: f64, %x: f64):
            %root = math.sqrt %l : f64
            sparse_tensor.yield %root : f64
          }
          left = {}
          right = {}
        // expected-remark @+1 {{not applied: what is done with the expression does not distribute}}
        cin.assign %a[%i] += %3 : !cin.place<tensor<?xf64>>
      }
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// A dense row would be read where nothing was stored, times what may be infinite.
func.func @skipped(%n: index, %m: index, %B: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  %r = cin.kernel ins(%b = %B : tensor<?x?xf64, #CSR>, %c = %x : tensor<?xf64>) outs(%a = %y : tensor<?xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        %0 = cin.access %b[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        %1 = arith.negf %0 {encke.precompute = ["j"]} : f64
        %2 = cin.access %c[%j] : !cin.place<tensor<?xf64>>
        %3 = arith.mulf %1, %2 : f64
        // expected-remark @+1 {{not applied: elements that no sparse tensor stores would be read: the workspace must be compressed}}
        cin.assign %a[%i] += %3 : !cin.place<tensor<?xf64>>
      }
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}
