// Foralls out of wheres and into them (Kjolstad et al., section 3.3).
// RUN: split-file %s %t
// RUN: encke-opt --cin-rewrite="rule=sink-forall-into-consumer at=j" -verify-diagnostics %t/consumer.mlir | FileCheck --check-prefix=SUNK %s
// RUN: encke-opt --cin-rewrite="rule=sink-forall-into-consumer at=j" %t/consumer.mlir 2>/dev/null | encke-opt --cin-rewrite=rule=hoist-forall-of-consumer 2>/dev/null | FileCheck --check-prefix=HOISTED %s
// RUN: encke-opt --cin-rewrite="rule=sink-forall-into-both at=j" -verify-diagnostics %t/both.mlir | FileCheck --check-prefix=BOTH %s
// RUN: encke-opt --cin-rewrite="rule=sink-forall-into-both at=j" %t/both.mlir 2>/dev/null | encke-opt --cin-rewrite=rule=hoist-forall-of-both 2>/dev/null | FileCheck --check-prefix=UNDONE %s
// RUN: encke-opt --cin-rewrite=rule=hoist-forall-of-both -verify-diagnostics %t/apart.mlir

//--- consumer.mlir

// The sum over k is the same for each j: it is computed once.
// SUNK-LABEL: func.func @invariant(
// SUNK: cin.forall %i in
// SUNK-NEXT: cin.where
// SUNK-NEXT: cin.forall %j in
// SUNK-NEXT: cin.access
// SUNK-NEXT: cin.assign %{{.*}}[%i, %j] =
// SUNK-NEXT: }
// SUNK-NEXT: } producer {
// SUNK-NEXT: cin.forall %k in
// HOISTED-LABEL: func.func @invariant(
// HOISTED: cin.forall %i in
// HOISTED-NEXT: cin.forall %j in
// HOISTED-NEXT: cin.where
func.func @invariant(%n: index, %m: index, %l: index, %A: tensor<?x?xf64>, %C: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64>) outs(%c = %C : tensor<?x?xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        cin.where %w : !cin.place<tensor<f64>> sizes() {
          %0 = cin.access %w[] : !cin.place<tensor<f64>>
          cin.assign %c[%i, %j] = %0 : !cin.place<tensor<?x?xf64>>
        } producer {
          cin.forall %k in %l {
            %0 = cin.access %a[%i, %k] : !cin.place<tensor<?x?xf64>>
            cin.assign %w[] += %0 : !cin.place<tensor<f64>>
          }
        }
      }
    }
  } -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}

// SUNK-LABEL: func.func @variant(
// SUNK: cin.forall %j in
// SUNK-NEXT: cin.where
func.func @variant(%n: index, %A: tensor<?xf64>, %C: tensor<?xf64>) -> tensor<?xf64> {
  %r = cin.kernel ins(%a = %A : tensor<?xf64>) outs(%c = %C : tensor<?xf64>) {
    cin.forall %j in %n {
      // expected-remark @+1 {{not applied: its producer uses the index variable}}
      cin.where %w : !cin.place<tensor<f64>> sizes() {
        %0 = cin.access %w[] : !cin.place<tensor<f64>>
        cin.assign %c[%j] = %0 : !cin.place<tensor<?xf64>>
      } producer {
        %0 = cin.access %a[%j] : !cin.place<tensor<?xf64>>
        cin.assign %w[] = %0 : !cin.place<tensor<f64>>
      }
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

//--- both.mlir

// BOTH-LABEL: func.func @indexed(
// BOTH: cin.kernel
// BOTH-NEXT: cin.where %[[W:.*]] :
// BOTH-NEXT: cin.forall %j in
// BOTH-NEXT: cin.access %[[W]][%j]
// BOTH: } producer {
// BOTH-NEXT: cin.forall %j in
// BOTH: cin.assign %[[W]][%j] =
// UNDONE-LABEL: func.func @indexed(
// UNDONE: cin.forall %j in
// UNDONE-NEXT: cin.where %[[W:.*]] :
// UNDONE-NEXT: cin.access %[[W]][%j]
// UNDONE: } producer {
// UNDONE-NOT: cin.forall
// UNDONE: cin.assign %[[W]][%j] =
func.func @indexed(%n: index, %A: tensor<?xf64>, %C: tensor<?xf64>) -> tensor<?xf64> {
  %r = cin.kernel ins(%a = %A : tensor<?xf64>) outs(%c = %C : tensor<?xf64>) {
    cin.forall %j in %n {
      cin.where %w : !cin.place<tensor<?xf64>> sizes(%n) {
        %0 = cin.access %w[%j] : !cin.place<tensor<?xf64>>
        cin.assign %c[%j] = %0 : !cin.place<tensor<?xf64>>
      } producer {
        %0 = cin.access %a[%j] : !cin.place<tensor<?xf64>>
        cin.assign %w[%j] = %0 : !cin.place<tensor<?xf64>>
      }
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// The register of one iteration is not that of another.
// BOTH-LABEL: func.func @register(
// BOTH: cin.forall %j in
// BOTH-NEXT: cin.where
func.func @register(%n: index, %A: tensor<?xf64>, %C: tensor<?xf64>) -> tensor<?xf64> {
  %r = cin.kernel ins(%a = %A : tensor<?xf64>) outs(%c = %C : tensor<?xf64>) {
    cin.forall %j in %n {
      // expected-remark @+1 {{not applied: the index variable is no index of the workspace}}
      cin.where %w : !cin.place<tensor<f64>> sizes() {
        %0 = cin.access %w[] : !cin.place<tensor<f64>>
        cin.assign %c[%j] = %0 : !cin.place<tensor<?xf64>>
      } producer {
        %0 = cin.access %a[%j] : !cin.place<tensor<?xf64>>
        cin.assign %w[] = %0 : !cin.place<tensor<f64>>
      }
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

//--- apart.mlir

// An increment of one element by all of S2's iterations: not those of one forall.
func.func @accumulated(%n: index, %A: tensor<?xf64>, %C: tensor<?xf64>) -> tensor<?xf64> {
  %r = cin.kernel ins(%a = %A : tensor<?xf64>) outs(%c = %C : tensor<?xf64>) {
    // expected-remark @+1 {{not applied: the index variable is no index of the workspace}}
    cin.where %w : !cin.place<tensor<f64>> sizes() {
      cin.forall %j in %n {
        %0 = cin.access %w[] : !cin.place<tensor<f64>>
        cin.assign %c[%j] = %0 : !cin.place<tensor<?xf64>>
      }
    } producer {
      cin.forall %j in %n {
        %0 = cin.access %a[%j] : !cin.place<tensor<?xf64>>
        cin.assign %w[] += %0 : !cin.place<tensor<f64>>
      }
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

func.func @other_dimension(%n: index, %m: index, %A: tensor<?xf64>, %C: tensor<?xf64>) -> tensor<?xf64> {
  %r = cin.kernel ins(%a = %A : tensor<?xf64>) outs(%c = %C : tensor<?xf64>) {
    // expected-remark @+1 {{not applied: the foralls of its sides run over different dimensions}}
    cin.where %w : !cin.place<tensor<?xf64>> sizes(%n) {
      cin.forall %j in %n {
        %0 = cin.access %w[%j] : !cin.place<tensor<?xf64>>
        cin.assign %c[%j] = %0 : !cin.place<tensor<?xf64>>
      }
    } producer {
      cin.forall %j in %m {
        %0 = cin.access %a[%j] : !cin.place<tensor<?xf64>>
        cin.assign %w[%j] = %0 : !cin.place<tensor<?xf64>>
      }
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}
