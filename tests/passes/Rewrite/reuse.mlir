// Result reuse (Kjolstad et al., section 4.2), and increments that are assignments.
// RUN: encke-opt --cin-rewrite=rule=reuse-result -verify-diagnostics %s | FileCheck %s
// RUN: encke-opt --cin-rewrite=rule=assign-once %s 2>/dev/null | FileCheck --check-prefix=ONCE %s

#V = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed), posWidth = 32, crdWidth = 32 }>

// a = b + c, with b in a workspace: a = b; a += c.
// CHECK-LABEL: func.func @sum(
// CHECK: cin.kernel ins(%[[B:.*]] = %{{.*}}, %[[C:.*]] = %{{.*}}) outs(%[[A:.*]] = %{{.*}}) {
// CHECK-NEXT: cin.forall %i in
// CHECK-NEXT: %[[X:.*]] = cin.access %[[B]][%i]
// CHECK-NEXT: cin.assign %[[A]][%i] = %[[X]]
// CHECK-NEXT: }
// CHECK-NEXT: cin.forall %i in
// CHECK-NEXT: %[[Y:.*]] = cin.access %[[C]][%i]
// CHECK-NEXT: cin.assign %[[A]][%i] += %[[Y]]
// CHECK-NEXT: }
// CHECK-NEXT: }
func.func @sum(%n: index, %B: tensor<?xf64, #V>, %C: tensor<?xf64, #V>, %A: tensor<?xf64>) -> tensor<?xf64> {
  %r = cin.kernel ins(%b = %B : tensor<?xf64, #V>, %c = %C : tensor<?xf64, #V>) outs(%a = %A : tensor<?xf64>) {
    cin.where %w : !cin.place<tensor<?xf64>> sizes(%n) filled {
      cin.forall %i in %n {
        %0 = cin.access %w[%i] : !cin.place<tensor<?xf64>>
        %1 = cin.access %c[%i] : !cin.place<tensor<?xf64, #V>>
        %2 = arith.addf %0, %1 : f64
        cin.assign %a[%i] = %2 : !cin.place<tensor<?xf64>>
      }
    } producer {
      cin.forall %i in %n {
        %0 = cin.access %b[%i] : !cin.place<tensor<?xf64, #V>>
        cin.assign %w[%i] = %0 : !cin.place<tensor<?xf64>>
      }
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// Figure 4: the second workspace of a sum on its way into a sparse tensor is the first one.
// CHECK-LABEL: func.func @row(
// CHECK: cin.where %[[W:.*]] : !cin.place<tensor<?xf64, #{{.*}}>> sizes(
// CHECK: } producer {
// CHECK-NEXT: cin.forall %i in
// CHECK-NEXT: cin.access
// CHECK-NEXT: cin.assign %[[W]][%i] =
// CHECK-NEXT: }
// CHECK-NEXT: cin.forall %i in
// CHECK-NEXT: cin.access
// CHECK-NEXT: cin.assign %[[W]][%i] +=
func.func @row(%n: index, %B: tensor<?xf64, #V>, %C: tensor<?xf64, #V>) -> tensor<?xf64, #V> {
  %A = tensor.empty(%n) : tensor<?xf64, #V>
  %r = cin.kernel ins(%b = %B : tensor<?xf64, #V>, %c = %C : tensor<?xf64, #V>) outs(%a = %A : tensor<?xf64, #V>) {
    // expected-remark @+1 {{not applied: the foralls of its sides are not the same}}
    cin.where %w : !cin.place<tensor<?xf64, #V>> sizes(%n) {
      cin.forall %i in %n {
        %0 = cin.access %w[%i] : !cin.place<tensor<?xf64, #V>>
        cin.assign %a[%i] = %0 : !cin.place<tensor<?xf64, #V>>
      }
    } producer {
      cin.where %v : !cin.place<tensor<?xf64, #V>> sizes(%n) {
        cin.forall %i in %n {
          %0 = cin.access %v[%i] : !cin.place<tensor<?xf64, #V>>
          %1 = cin.access %c[%i] : !cin.place<tensor<?xf64, #V>>
          %2 = arith.addf %0, %1 : f64
          cin.assign %w[%i] = %2 : !cin.place<tensor<?xf64, #V>>
        }
      } producer {
        cin.forall %i in %n {
          %0 = cin.access %b[%i] : !cin.place<tensor<?xf64, #V>>
          cin.assign %v[%i] = %0 : !cin.place<tensor<?xf64, #V>>
        }
      }
    }
  } -> tensor<?xf64, #V>
  return %r : tensor<?xf64, #V>
}

// Reuse would hoist nothing, but here the workspace is under two operators.
func.func @two_operators(%n: index, %B: tensor<?xf64>, %C: tensor<?xf64>, %A: tensor<?xf64>) -> tensor<?xf64> {
  %r = cin.kernel ins(%b = %B : tensor<?xf64>, %c = %C : tensor<?xf64>) outs(%a = %A : tensor<?xf64>) {
    cin.where %w : !cin.place<tensor<?xf64>> sizes(%n) {
      cin.forall %i in %n {
        %0 = cin.access %w[%i] : !cin.place<tensor<?xf64>>
        %1 = cin.access %c[%i] : !cin.place<tensor<?xf64>>
        %2 = arith.addf %0, %1 : f64
        %3 = arith.mulf %2, %1 : f64
        // expected-remark @+1 {{not applied: the workspace is not under one operator that increments}}
        cin.assign %a[%i] = %3 : !cin.place<tensor<?xf64>>
      }
    } producer {
      cin.forall %i in %n {
        %0 = cin.access %b[%i] : !cin.place<tensor<?xf64>>
        cin.assign %w[%i] = %0 : !cin.place<tensor<?xf64>>
      }
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// c - w is no increment of a tensor that holds w.
func.func @subtrahend(%n: index, %B: tensor<?xf64>, %C: tensor<?xf64>, %A: tensor<?xf64>) -> tensor<?xf64> {
  %r = cin.kernel ins(%b = %B : tensor<?xf64>, %c = %C : tensor<?xf64>) outs(%a = %A : tensor<?xf64>) {
    cin.where %w : !cin.place<tensor<?xf64>> sizes(%n) {
      cin.forall %i in %n {
        %0 = cin.access %w[%i] : !cin.place<tensor<?xf64>>
        %1 = cin.access %c[%i] : !cin.place<tensor<?xf64>>
        %2 = arith.subf %1, %0 : f64
        // expected-remark @+1 {{not applied: the workspace is not under one operator that increments}}
        cin.assign %a[%i] = %2 : !cin.place<tensor<?xf64>>
      }
    } producer {
      cin.forall %i in %n {
        %0 = cin.access %b[%i] : !cin.place<tensor<?xf64>>
        cin.assign %w[%i] = %0 : !cin.place<tensor<?xf64>>
      }
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// Elements are appended to a sparse output. Its increments, one for each element, are
// assignments.
// ONCE-LABEL: func.func @sparse(
// ONCE: cin.assign %{{.*}}[%i] = %{{.*}} : !cin.place<tensor<?xf64, #{{.*}}>>
func.func @sparse(%n: index, %B: tensor<?xf64, #V>) -> tensor<?xf64, #V> {
  %A = tensor.empty(%n) : tensor<?xf64, #V>
  %r = cin.kernel ins(%b = %B : tensor<?xf64, #V>) outs(%a = %A : tensor<?xf64, #V>) {
    cin.where %w : !cin.place<tensor<?xf64>> sizes(%n) filled {
      cin.forall %i in %n {
        %0 = cin.access %w[%i] : !cin.place<tensor<?xf64>>
        // expected-remark @+1 {{not applied: the result is sparse: it cannot be incremented}}
        cin.assign %a[%i] += %0 : !cin.place<tensor<?xf64, #V>>
      }
    } producer {
      cin.forall %i in %n {
        %0 = cin.access %b[%i] : !cin.place<tensor<?xf64, #V>>
        cin.assign %w[%i] += %0 : !cin.place<tensor<?xf64>>
      }
    }
  } -> tensor<?xf64, #V>
  return %r : tensor<?xf64, #V>
}

// A product is absent where a factor is; an increment by what is absent is none.
func.func @product(%n: index, %B: tensor<?xf64, #V>, %C: tensor<?xf64, #V>, %A: tensor<?xf64>) -> tensor<?xf64> {
  %r = cin.kernel ins(%b = %B : tensor<?xf64, #V>, %c = %C : tensor<?xf64, #V>) outs(%a = %A : tensor<?xf64>) {
    cin.where %w : !cin.place<tensor<?xf64>> sizes(%n) filled {
      cin.forall %i in %n {
        %0 = cin.access %w[%i] : !cin.place<tensor<?xf64>>
        %1 = cin.access %c[%i] : !cin.place<tensor<?xf64, #V>>
        %2 = arith.mulf %0, %1 : f64
        // expected-remark @+1 {{not applied: its operator is no sum, and a sparse tensor takes part}}
        cin.assign %a[%i] = %2 : !cin.place<tensor<?xf64>>
      }
    } producer {
      cin.forall %i in %n {
        %0 = cin.access %b[%i] : !cin.place<tensor<?xf64, #V>>
        cin.assign %w[%i] = %0 : !cin.place<tensor<?xf64>>
      }
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}
