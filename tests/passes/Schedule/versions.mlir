// Whether rows of factors are added up before they are multiplied, what is stored says: calls
// get a guard, which asks for how much that is, and another kernel that looks the rows up.
// RUN: encke-opt --cin-schedule %s | FileCheck %s

#CSF = #sparse_tensor.encoding<{ map = (d0, d1, d2) -> (d0 : compressed, d1 : compressed, d2 : compressed) }>
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1, d2) -> (d0 : compressed(nonunique), d1 : singleton(nonunique), d2 : singleton) }>

// CHECK-LABEL: func.func @calls(
// CHECK: call @tensor({{.*}}) {encke.finite = @tensor_pays, encke.otherwise = @tensor_looked_up}
// CHECK: call @coordinates({{.*}}) :
func.func @calls(%T: tensor<?x?x?xf64, #CSF>, %U: tensor<?x?x?xf64, #COO>, %D: tensor<?x?xf64, #CSR>, %C: tensor<?x?xf64, #CSR>, %A: tensor<?x?xf64>, %n: index) -> (tensor<?x?xf64>, tensor<?x?xf64>) {
  %r = call @tensor(%T, %D, %C, %A, %n) : (tensor<?x?x?xf64, #CSF>, tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>, tensor<?x?xf64>, index) -> tensor<?x?xf64>
  %s = call @coordinates(%U, %D, %C, %A, %n) : (tensor<?x?x?xf64, #COO>, tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>, tensor<?x?xf64>, index) -> tensor<?x?xf64>
  return %r, %s : tensor<?x?xf64>, tensor<?x?xf64>
}

// CHECK-LABEL: func.func private @tensor(
// CHECK: cin.where
// CHECK: } producer {
// CHECK-NEXT: cin.forall %l in

// CHECK-LABEL: func.func private @tensor_looked_up(
// CHECK: cin.where
// CHECK-NEXT: cin.forall %l in
// CHECK: } producer {
// CHECK-NEXT: cin.forall %j in

// Elements a fibre, the share of the rows that are added up, and of those that multiply.
// CHECK-LABEL: func.func private @tensor_pays(
// CHECK-SAME: -> i1
// CHECK: %[[T:.*]] = builtin.unrealized_conversion_cast %arg0
// CHECK: %[[ALL:.*]] = call @encke_position_count(%[[T]], %c3_i64)
// CHECK: call @encke_position_count(%{{.*}}, %c2_i64
// CHECK: arith.divf
// CHECK: builtin.unrealized_conversion_cast %arg1
// CHECK: builtin.unrealized_conversion_cast %arg2
// CHECK: %[[PAYS:.*]] = arith.cmpf ogt
// CHECK: return %[[PAYS]] : i1
func.func private @tensor(%T: tensor<?x?x?xf64, #CSF>, %D: tensor<?x?xf64, #CSR>, %C: tensor<?x?xf64, #CSR>, %A: tensor<?x?xf64>, %n: index) -> tensor<?x?xf64> attributes {encke.kernel} {
  %r = cin.kernel ins(%t = %T : tensor<?x?x?xf64, #CSF>, %d = %D : tensor<?x?xf64, #CSR>, %c = %C : tensor<?x?xf64, #CSR>) outs(%a = %A : tensor<?x?xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %n {
        cin.forall %k in %n {
          cin.forall %l in %n {
            %0 = cin.access %t[%i, %k, %l] : !cin.place<tensor<?x?x?xf64, #CSF>>
            %1 = cin.access %d[%l, %j] : !cin.place<tensor<?x?xf64, #CSR>>
            %2 = cin.access %c[%k, %j] : !cin.place<tensor<?x?xf64, #CSR>>
            %3 = arith.mulf %0, %1 : f64
            %4 = arith.mulf %3, %2 : f64
            cin.assign %a[%i, %j] += %4 : !cin.place<tensor<?x?xf64>>
          }
        }
      }
    }
  } -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}

// What has no fibres is not asked for their lengths.
// CHECK-LABEL: func.func private @coordinates(
// CHECK-NOT: @coordinates_
func.func private @coordinates(%T: tensor<?x?x?xf64, #COO>, %D: tensor<?x?xf64, #CSR>, %C: tensor<?x?xf64, #CSR>, %A: tensor<?x?xf64>, %n: index) -> tensor<?x?xf64> attributes {encke.kernel} {
  %r = cin.kernel ins(%t = %T : tensor<?x?x?xf64, #COO>, %d = %D : tensor<?x?xf64, #CSR>, %c = %C : tensor<?x?xf64, #CSR>) outs(%a = %A : tensor<?x?xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %n {
        cin.forall %k in %n {
          cin.forall %l in %n {
            %0 = cin.access %t[%i, %k, %l] : !cin.place<tensor<?x?x?xf64, #COO>>
            %1 = cin.access %d[%l, %j] : !cin.place<tensor<?x?xf64, #CSR>>
            %2 = cin.access %c[%k, %j] : !cin.place<tensor<?x?xf64, #CSR>>
            %3 = arith.mulf %0, %1 : f64
            %4 = arith.mulf %3, %2 : f64
            cin.assign %a[%i, %j] += %4 : !cin.place<tensor<?x?xf64>>
          }
        }
      }
    }
  } -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}
