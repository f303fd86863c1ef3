// Along levels of other expressions than blocks and diagonals, each level has a
// loop, and the modes that these tell are derived.
// RUN: encke-opt --cin-schedule=parallel %s | FileCheck %s

#Skew = #ta.format<"D(d0+d1) C1", 32>
#Columns = #ta.format<"D1/4 C1-0 D1%4", 32>
#Slots = #ta.format<"D(enumerate([d0],d1)) D0 S1", 32>
#CSR = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed), posWidth = 32, crdWidth = 32 }>

// A row is told by its skew and its column. Different rows are in a skew, and so
// the result is shared.
// CHECK-DAG: #[[ROW:.*]] = affine_map<(d0, d1) -> (d0 - d1)>
// CHECK-DAG: #[[COLUMN:.*]] = affine_map<(d0, d1) -> (d0 * 4 + d1)>
// CHECK-DAG: #[[OF:.*]] = affine_map<(d0, d1, d2)[s0] -> (d0 * 4 + d2 - (d1 + s0))>
// CHECK-LABEL: func.func @skew
// CHECK-NOT: sparse_tensor.convert
// CHECK: %[[SKEWS:.*]] = cin.level_size 0 of %arg0
// CHECK: cin.forall %[[L:.*]] in %[[SKEWS]]
// CHECK-NEXT: cin.forall %[[J:.*]] in %{{.*}} {
// CHECK-NEXT: cin.forall %[[I:.*]] in %{{.*}} at #[[ROW]](%[[L]], %[[J]]) {
// CHECK-NEXT: cin.access %{{.*}}[%[[I]], %[[J]]] levels(%[[L]], %[[J]])
// CHECK-NEXT: cin.access %{{.*}}[%[[J]]]
func.func @skew(%A: tensor<?x?xf64, #Skew>, %x: tensor<?xf64>, %y: tensor<?xf64>, %n: index, %m: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #Skew>, %b = %x : tensor<?xf64>) outs(%c = %y : tensor<?xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #Skew>>
        %1 = cin.access %b[%j] : !cin.place<tensor<?xf64>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %c[%i] += %2 : !cin.place<tensor<?xf64>>
      }
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// Both modes are told; a column as soon as its two levels are there.
// CHECK-LABEL: func.func @columns
// CHECK: %[[LEAST:.*]] = cin.level_least 1 of %arg0
// CHECK: cin.forall %[[L0:.*]] in %{{.*}}
// CHECK-NEXT: cin.forall %[[L1:.*]] in %{{.*}} {
// CHECK-NEXT: cin.forall %[[L2:.*]] in %c4 {
// CHECK-NEXT: cin.forall %[[I:.*]] in %{{.*}} at #[[OF]](%[[L0]], %[[L1]], %[[L2]])[%[[LEAST]]] {
// CHECK-NEXT: cin.forall %[[J:.*]] in %{{.*}} at #[[COLUMN]](%[[L0]], %[[L2]]) {
// CHECK-NEXT: cin.access %{{.*}}[%[[I]], %[[J]]] levels(%[[L0]], %[[L1]], %[[L2]])
func.func @columns(%A: tensor<?x?xf64, #Columns>, %y: tensor<?xf64>, %n: index, %m: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #Columns>) outs(%c = %y : tensor<?xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #Columns>>
        cin.assign %c[%i] += %0 : !cin.place<tensor<?xf64>>
      }
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// A sparse result is appended to along its own levels.
// CHECK-LABEL: func.func @appended
// CHECK: sparse_tensor.convert %arg0
// CHECK-NOT: levels(
func.func @appended(%A: tensor<?x?xf64, #Skew>, %n: index, %m: index) -> tensor<?x?xf64, #CSR> {
  %e = tensor.empty(%n, %m) : tensor<?x?xf64, #CSR>
  %two = arith.constant 2.0 : f64
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #Skew>) outs(%c = %e : tensor<?x?xf64, #CSR>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #Skew>>
        %1 = arith.mulf %0, %two : f64
        cin.assign %c[%i, %j] = %1 : !cin.place<tensor<?x?xf64, #CSR>>
      }
    }
  } -> tensor<?x?xf64, #CSR>
  return %r : tensor<?x?xf64, #CSR>
}

// What is not stored has no slot, so a sum that reads something else there has
// no loops along slots; a product has.
// CHECK-LABEL: func.func @union
// CHECK: sparse_tensor.convert %arg0
// CHECK-LABEL: func.func @product
// CHECK-NOT: sparse_tensor.convert
// CHECK: levels(
func.func @union(%A: tensor<?x?xf64, #Slots>, %G: tensor<?x?xf64>, %y: tensor<?xf64>, %n: index, %m: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #Slots>, %g = %G : tensor<?x?xf64>) outs(%c = %y : tensor<?xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #Slots>>
        %1 = cin.access %g[%i, %j] : !cin.place<tensor<?x?xf64>>
        %2 = arith.addf %0, %1 : f64
        cin.assign %c[%i] += %2 : !cin.place<tensor<?xf64>>
      }
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}
func.func @product(%A: tensor<?x?xf64, #Slots>, %G: tensor<?x?xf64>, %y: tensor<?xf64>, %n: index, %m: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #Slots>, %g = %G : tensor<?x?xf64>) outs(%c = %y : tensor<?xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #Slots>>
        %1 = cin.access %g[%i, %j] : !cin.place<tensor<?x?xf64>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %c[%i] += %2 : !cin.place<tensor<?xf64>>
      }
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// Two operands in one format have the same levels.
// CHECK-LABEL: func.func @alike
// CHECK-NOT: sparse_tensor.convert
// CHECK: cin.access %{{.*}}[%[[I:.*]], %[[J:.*]]] levels(%[[L:.*]], %[[J]])
// CHECK-NEXT: cin.access %{{.*}}[%[[I]], %[[J]]] levels(%[[L]], %[[J]])
func.func @alike(%A: tensor<?x?xf64, #Skew>, %B: tensor<?x?xf64, #Skew>, %y: tensor<?xf64>, %n: index, %m: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #Skew>, %b = %B : tensor<?x?xf64, #Skew>) outs(%c = %y : tensor<?xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #Skew>>
        %1 = cin.access %b[%i, %j] : !cin.place<tensor<?x?xf64, #Skew>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %c[%i] += %2 : !cin.place<tensor<?xf64>>
      }
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// Diagonals whose rows have coordinates: not all of them have a place there.
// CHECK-LABEL: func.func @rows_of_diagonals
// CHECK-NOT: sparse_tensor.convert
// CHECK: cin.access %{{.*}}[%{{.*}}, %{{.*}}] levels(%{{.*}}, %{{.*}}, %{{.*}})
func.func @rows_of_diagonals(%A: tensor<?x?xf64, #ta.format<"D0-1 D1/2 C1%2", 32>>, %y: tensor<?xf64>, %n: index, %m: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #ta.format<"D0-1 D1/2 C1%2", 32>>) outs(%c = %y : tensor<?xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #ta.format<"D0-1 D1/2 C1%2", 32>>>
        cin.assign %c[%i] += %0 : !cin.place<tensor<?xf64>>
      }
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}
