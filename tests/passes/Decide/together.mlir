// Diagonals are added up together where each only adds to elements in memory.
// RUN: encke-opt --cin-decide %s | FileCheck %s

#DIA = #ta.format<"C1-0 D0", 32>
#column = affine_map<(d0, d1)[s0] -> (d0 + d1 - s0 + 1)>

// CHECK-LABEL: func.func @strips
// CHECK: cin.forall %d in %{{.*}} together(9, 3) {
func.func @strips(%A: tensor<?x?xf64, #DIA>, %y: tensor<?xf64>, %strips: index, %diagonals: index, %n: index, %m: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #DIA>) outs(%c = %y : tensor<?xf64>) {
    cin.forall %ib in %strips {
      cin.forall %d in %diagonals {
        cin.forall %i in %n within %ib(64) {
          cin.forall %j in %m at #column(%d, %i)[%n] {
            %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #DIA>>
            cin.assign %c[%i] += %0 : !cin.place<tensor<?xf64>>
          }
        }
      }
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// What is written by hand stays.
// CHECK-LABEL: func.func @marked
// CHECK: cin.forall %d in %{{.*}} together(2) {
func.func @marked(%A: tensor<?x?xf64, #DIA>, %y: tensor<?xf64>, %diagonals: index, %n: index, %m: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #DIA>) outs(%c = %y : tensor<?xf64>) {
    cin.forall %d in %diagonals together(2) {
      cin.forall %i in %n {
        cin.forall %j in %m at #column(%d, %i)[%n] {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #DIA>>
          cin.assign %c[%i] += %0 : !cin.place<tensor<?xf64>>
        }
      }
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// A sum in a register, and two tensors with other diagonals.
// CHECK-LABEL: func.func @one_by_one
// CHECK-NOT: together
func.func @one_by_one(%A: tensor<?x?xf64, #DIA>, %B: tensor<?x?xf64, #DIA>, %y: tensor<?xf64>, %diagonals: index, %n: index, %m: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #DIA>, %b = %B : tensor<?x?xf64, #DIA>) outs(%c = %y : tensor<?xf64>) {
    cin.forall %d in %diagonals {
      cin.forall %i in %n {
        cin.forall %j in %m at #column(%d, %i)[%n] {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #DIA>>
          %1 = cin.access %b[%i, %j] : !cin.place<tensor<?x?xf64, #DIA>>
          %2 = arith.addf %0, %1 : f64
          cin.assign %c[%i] += %2 : !cin.place<tensor<?xf64>>
        }
      }
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}
