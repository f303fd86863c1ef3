// RUN: encke-opt --ta-normalize --canonicalize --cse %s | FileCheck %s

// What `@(|)=` adds from sparse operands keeps its pattern: where nothing
// contributes, the identity would still turn an old 3 into 1.

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32 }>

// CHECK-LABEL: func.func @or
// CHECK: %[[R:.*]] = ta.reduce "or"
// CHECK: %[[T:.*]] = ta.assign %[[R]][i] {{.*}} -> tensor<?xf64, #{{.*}}>
// CHECK: %[[A:.*]] = ta.access %[[T]][i]
// CHECK: ta.combine "or" union %{{.*}}, %[[A]]
func.func @or(%s: tensor<?x?xf64, #CSR>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %a = ta.access %s[i, j] : tensor<?x?xf64, #CSR>
  %r = ta.reduce "or" %a over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  %o = ta.access %y[i] : tensor<?xf64>
  %v = ta.combine "or" union %o, %r : <[i] f64>, <[i] f64> -> <[i] f64>
  %z = ta.assign %v[i] sizes(%n) : !ta.expr<[i] f64> -> tensor<?xf64>
  return %z : tensor<?xf64>
}

// The identity of `min` changes nothing, so a dense temporary will do.
// CHECK-LABEL: func.func @min
// CHECK: %[[R:.*]] = ta.reduce "min"
// CHECK: ta.assign %[[R]][i] {{.*}} -> tensor<?xf64>{{$}}
func.func @min(%s: tensor<?x?xf64, #CSR>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %a = ta.access %s[i, j] : tensor<?x?xf64, #CSR>
  %r = ta.reduce "min" %a over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  %o = ta.access %y[i] : tensor<?xf64>
  %v = ta.combine "min" union %o, %r : <[i] f64>, <[i] f64> -> <[i] f64>
  %z = ta.assign %v[i] sizes(%n) : !ta.expr<[i] f64> -> tensor<?xf64>
  return %z : tensor<?xf64>
}
