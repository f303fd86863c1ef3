// A loop of the program calls the kernel for one row after the other: threads are
// not worth starting for each.
// RUN: encke-opt --cin-schedule=parallel %s | FileCheck %s

#CSF = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed), posWidth = 32, crdWidth = 32 }>

// CHECK-LABEL: func.func @row
// CHECK: cin.forall %{{.*}} in %{{[^ ]*}} {
func.func @row(%A: tensor<?xf64, #CSF>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> attributes {encke.rows} {
  %r = cin.kernel ins(%a = %A : tensor<?xf64, #CSF>) outs(%c = %y : tensor<?xf64>) {
    cin.forall %i in %n {
      %0 = cin.access %a[%i] : !cin.place<tensor<?xf64, #CSF>>
      cin.assign %c[%i] += %0 : !cin.place<tensor<?xf64>>
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// CHECK-LABEL: func.func @vector
// CHECK: cin.forall %{{.*}} in %{{[^ ]*}} parallel {
func.func @vector(%A: tensor<?xf64, #CSF>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a = %A : tensor<?xf64, #CSF>) outs(%c = %y : tensor<?xf64>) {
    cin.forall %i in %n {
      %0 = cin.access %a[%i] : !cin.place<tensor<?xf64, #CSF>>
      cin.assign %c[%i] += %0 : !cin.place<tensor<?xf64>>
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}
