// Reordering of foralls (Kjolstad et al., section 3.3), where it is legal and where not.
// RUN: encke-opt --cin-rewrite="rule=reorder-foralls at=i" -verify-diagnostics %s | FileCheck %s

// An increment by an associative operator.
// CHECK-LABEL: func.func @increment(
// CHECK: cin.forall %j in %arg1 {
// CHECK-NEXT: cin.forall %i in %arg0 {
// CHECK: cin.assign %{{.*}}[%i] +=
func.func @increment(%n: index, %m: index, %A: tensor<?x?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64>) outs(%c = %y : tensor<?xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64>>
        cin.assign %c[%i] += %0 : !cin.place<tensor<?xf64>>
      }
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// An assignment, each element once; it may read that.
// CHECK-LABEL: func.func @assignment(
// CHECK: cin.forall %j in %arg1 {
// CHECK-NEXT: cin.forall %i in %arg0 {
func.func @assignment(%n: index, %m: index, %A: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %r = cin.kernel ins() outs(%c = %A : tensor<?x?xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        %0 = cin.access %c[%i, %j] : !cin.place<tensor<?x?xf64>>
        %1 = math.exp %0 : f64
        cin.assign %c[%i, %j] = %1 : !cin.place<tensor<?x?xf64>>
      }
    }
  } -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}

// Through a where: what modifies the tensor is its consumer.
// CHECK-LABEL: func.func @around_where(
// CHECK: cin.forall %j in %arg1 {
// CHECK-NEXT: cin.forall %i in %arg0 {
// CHECK-NEXT: cin.where
func.func @around_where(%n: index, %m: index, %A: tensor<?x?xf64>, %C: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64>) outs(%c = %C : tensor<?x?xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        cin.where %w : !cin.place<tensor<f64>> sizes() {
          %0 = cin.access %w[] : !cin.place<tensor<f64>>
          cin.assign %c[%i, %j] = %0 : !cin.place<tensor<?x?xf64>>
        } producer {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64>>
          cin.assign %w[] = %0 : !cin.place<tensor<f64>>
        }
      }
    }
  } -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}

// Combined by what is no reduction: the order matters.
// CHECK-LABEL: func.func @no_reduction(
// CHECK: cin.forall %i in
// CHECK-NEXT: cin.forall %j in
func.func @no_reduction(%n: index, %m: index, %A: tensor<?x?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64>) outs(%c = %y : tensor<?xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64>>
        %1 = cin.access %c[%i] : !cin.place<tensor<?xf64>>
        %2 = arith.divf %0, %1 : f64
        // expected-remark @+1 {{not applied: it combines elements by no operator that is known}}
        cin.assign %c[%i] = %2 : !cin.place<tensor<?xf64>>
      }
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// CHECK-LABEL: func.func @sequence(
// CHECK: cin.forall %i in
// CHECK-NEXT: cin.forall %j in
func.func @sequence(%n: index, %m: index, %v: f64, %A: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %r = cin.kernel ins() outs(%c = %A : tensor<?x?xf64>) {
    // expected-remark @+1 {{not applied: it contains a sequence}}
    cin.forall %i in %n {
      cin.forall %j in %m {
        cin.assign %c[%i, %j] = %v : !cin.place<tensor<?x?xf64>>
        cin.assign %c[%i, %j] *= %v : !cin.place<tensor<?x?xf64>>
      }
    }
  } -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}

// What a mark says of a loop, it says of the loop where it stands.
// CHECK-LABEL: func.func @marks(
// CHECK: cin.forall %i in
// CHECK-NEXT: cin.forall %j in
func.func @marks(%n: index, %m: index, %v: f64, %A: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %r = cin.kernel ins() outs(%c = %A : tensor<?x?xf64>) {
    // expected-remark @+1 {{not applied: the loops have marks}}
    cin.forall %i in %n parallel {
      cin.forall %j in %m {
        cin.assign %c[%i, %j] = %v : !cin.place<tensor<?x?xf64>>
      }
    }
  } -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}

// CHECK-LABEL: func.func @one_forall(
func.func @one_forall(%n: index, %v: f64, %y: tensor<?xf64>) -> tensor<?xf64> {
  %r = cin.kernel ins() outs(%c = %y : tensor<?xf64>) {
    // expected-remark @+1 {{not applied: it holds more than a forall}}
    cin.forall %i in %n {
      cin.assign %c[%i] = %v : !cin.place<tensor<?xf64>>
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// A loop within the blocks of another one stays inside of it.
// CHECK-LABEL: func.func @within_blocks(
// CHECK: cin.forall %i in
// CHECK-NEXT: cin.forall %k in %{{.*}} within %i(4) {
func.func @within_blocks(%n: index, %m: index, %A: tensor<?xf64>, %y: tensor<f64>) -> tensor<f64> {
  %r = cin.kernel ins(%a = %A : tensor<?xf64>) outs(%c = %y : tensor<f64>) {
    // expected-remark @+1 {{not applied: the inner one runs within the blocks of the outer one}}
    cin.forall %i in %n {
      cin.forall %k in %m within %i(4) {
        %0 = cin.access %a[%k] : !cin.place<tensor<?xf64>>
        cin.assign %c[] += %0 : !cin.place<tensor<f64>>
      }
    }
  } -> tensor<f64>
  return %r : tensor<f64>
}
