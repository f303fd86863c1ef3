// Reordering of wheres (Kjolstad et al., section 3.3).
// RUN: encke-opt --cin-rewrite=rule=nest-where-in-producer %s 2>/dev/null | FileCheck --check-prefix=NESTED %s
// RUN: encke-opt --cin-rewrite=rule=nest-where-in-producer %s 2>/dev/null | encke-opt --cin-rewrite=rule=nest-where-in-consumer 2>/dev/null | FileCheck --check-prefix=BACK %s
// RUN: encke-opt --cin-rewrite=rule=nest-where-in-producer %s 2>&1 | FileCheck --check-prefix=REFUSED %s
// RUN: encke-opt --cin-rewrite=rule=swap-producers %s 2>&1 | FileCheck --check-prefix=SWAPPED %s

// S1 uses v, S2 makes v of w, S3 makes w.
// NESTED-LABEL: func.func @chain(
// NESTED: cin.where %[[V:.*]] :
// NESTED-NEXT: %[[X:.*]] = cin.access %[[V]][]
// NESTED-NEXT: cin.assign %{{.*}}[] = %[[X]]
// NESTED-NEXT: } producer {
// NESTED-NEXT: cin.where %[[W:.*]] :
// NESTED-NEXT: %[[Y:.*]] = cin.access %[[W]][]
// NESTED-NEXT: cin.assign %[[V]][] = %[[Y]]
// NESTED-NEXT: } producer {
// NESTED-NEXT: %[[Z:.*]] = cin.access
// NESTED-NEXT: cin.assign %[[W]][] = %[[Z]]
// BACK-LABEL: func.func @chain(
// BACK: cin.where %[[W:.*]] :
// BACK-NEXT: cin.where %[[V:.*]] :
// BACK-NEXT: %[[X:.*]] = cin.access %[[V]][]
// SWAPPED: remark: not applied: its producer uses the workspace of the where around it
// SWAPPED-LABEL: func.func @chain(
func.func @chain(%A: tensor<f64>, %C: tensor<f64>) -> tensor<f64> {
  %r = cin.kernel ins(%a = %A : tensor<f64>) outs(%c = %C : tensor<f64>) {
    cin.where %w : !cin.place<tensor<f64>> sizes() {
      cin.where %v : !cin.place<tensor<f64>> sizes() {
        %0 = cin.access %v[] : !cin.place<tensor<f64>>
        cin.assign %c[] = %0 : !cin.place<tensor<f64>>
      } producer {
        %0 = cin.access %w[] : !cin.place<tensor<f64>>
        cin.assign %v[] = %0 : !cin.place<tensor<f64>>
      }
    } producer {
      %0 = cin.access %a[] : !cin.place<tensor<f64>>
      cin.assign %w[] = %0 : !cin.place<tensor<f64>>
    }
  } -> tensor<f64>
  return %r : tensor<f64>
}

// S1 uses both workspaces: their producers may change places, but not nest.
// NESTED-LABEL: func.func @both(
// NESTED: cin.where %[[W:.*]] :
// NESTED-NEXT: cin.where %[[V:.*]] :
// REFUSED: remark: not applied: its consumer uses the workspace of the where around it
// SWAPPED-LABEL: func.func @both(
// SWAPPED-SAME: %[[AA:[^ ]*]]: tensor<f64>, %[[BB:[^ ]*]]: tensor<f64>
// SWAPPED: ins(%[[A:.*]] = %[[AA]] : tensor<f64>, %[[B:.*]] = %[[BB]] : tensor<f64>)
// SWAPPED-NEXT: cin.where %[[V:.*]] :
// SWAPPED-NEXT: cin.where %[[W:.*]] :
// SWAPPED-NEXT: cin.access %[[V]][]
// SWAPPED-NEXT: cin.access %[[W]][]
// SWAPPED: } producer {
// SWAPPED-NEXT: %[[Y:.*]] = cin.access %[[A]][]
// SWAPPED-NEXT: cin.assign %[[W]][] = %[[Y]]
// SWAPPED: } producer {
// SWAPPED-NEXT: %[[Z:.*]] = cin.access %[[B]][]
// SWAPPED-NEXT: cin.assign %[[V]][] = %[[Z]]
func.func @both(%A: tensor<f64>, %B: tensor<f64>, %C: tensor<f64>) -> tensor<f64> {
  %r = cin.kernel ins(%a = %A : tensor<f64>, %b = %B : tensor<f64>) outs(%c = %C : tensor<f64>) {
    cin.where %w : !cin.place<tensor<f64>> sizes() {
      cin.where %v : !cin.place<tensor<f64>> sizes() {
        %0 = cin.access %v[] : !cin.place<tensor<f64>>
        %1 = cin.access %w[] : !cin.place<tensor<f64>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %c[] = %2 : !cin.place<tensor<f64>>
      } producer {
        %0 = cin.access %b[] : !cin.place<tensor<f64>>
        cin.assign %v[] = %0 : !cin.place<tensor<f64>>
      }
    } producer {
      %0 = cin.access %a[] : !cin.place<tensor<f64>>
      cin.assign %w[] = %0 : !cin.place<tensor<f64>>
    }
  } -> tensor<f64>
  return %r : tensor<f64>
}
