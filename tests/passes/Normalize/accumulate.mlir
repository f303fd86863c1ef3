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

// `+` changes nothing where a sum is absent, so it is a plain sum of terms; the
// identity of another reduction would change what is there.
// CHECK-LABEL: func.func @plus_sum
// CHECK-NOT: ta.combine
// CHECK: ta.add
func.func @plus_sum(%s: tensor<?x?xf64, #CSR>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %a = ta.access %s[i, j] : tensor<?x?xf64, #CSR>
  %r = ta.sum %a over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  %o = ta.access %y[i] : tensor<?xf64>
  %v = ta.combine "add" union %o, %r : <[i] f64>, <[i] f64> -> <[i] f64>
  %z = ta.assign %v[i] sizes(%n) : !ta.expr<[i] f64> -> tensor<?xf64>
  return %z : tensor<?xf64>
}

// CHECK-LABEL: func.func @plus_min
// CHECK: %[[R:.*]] = ta.reduce "min"
// CHECK: %[[T:.*]] = ta.assign %[[R]][i] {{.*}} -> tensor<?xf64, #{{.*}}>
// CHECK: %[[A:.*]] = ta.access %[[T]][i]
// CHECK: ta.combine "add" union %{{.*}}, %[[A]]
func.func @plus_min(%s: tensor<?x?xf64, #CSR>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %a = ta.access %s[i, j] : tensor<?x?xf64, #CSR>
  %r = ta.reduce "min" %a over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[i] f64>
  %o = ta.access %y[i] : tensor<?xf64>
  %v = ta.combine "add" union %o, %r : <[i] f64>, <[i] f64> -> <[i] f64>
  %z = ta.assign %v[i] sizes(%n) : !ta.expr<[i] f64> -> tensor<?xf64>
  return %z : tensor<?xf64>
}

// A temporary has its labels in the order of the result, and so has its negative.
// CHECK-LABEL: func.func @negative
// CHECK: %[[T:.*]] = ta.assign %{{.*}}[i, j]
// CHECK: %[[N:.*]] = ta.access %[[T]][i, j]
// CHECK: ta.neg %[[N]] : <[i, j] i64>
func.func @negative(%s: tensor<?x?x?xi64>, %y: tensor<?x?xi64>, %n: index) -> tensor<?x?xi64> {
  %a = ta.access %s[j, i, k] : tensor<?x?x?xi64>
  %r = ta.sum %a over [k] : !ta.expr<[j, i, k] i64> -> !ta.expr<[j, i] i64>
  %m = ta.neg %r : <[j, i] i64>
  %o = ta.access %y[i, j] : tensor<?x?xi64>
  %v = ta.combine "and" union %o, %m : <[i, j] i64>, <[j, i] i64> -> <[i, j] i64>
  %z = ta.assign %v[i, j] sizes(%n, %n) : !ta.expr<[i, j] i64> -> tensor<?x?xi64>
  return %z : tensor<?x?xi64>
}
