// The operations that reduce, of dense and of sparse operands.
// RUN: encke-opt --convert-linalg-to-cin %s | FileCheck %s

#V = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
#i = affine_map<(i) -> (i)>
#none = affine_map<(i) -> ()>

// CHECK-LABEL: func.func @add(
// CHECK: %[[V:.*]] = cin.access %{{.*}}[%{{.*}}]
// CHECK-NEXT: cin.assign %{{.*}}[] += %[[V]]
func.func @add(%x: tensor<4xf64>, %y: tensor<f64>) -> tensor<f64> {
  %r = linalg.generic {indexing_maps = [#i, #none], iterator_types = ["reduction"]}
      ins(%x : tensor<4xf64>) outs(%y : tensor<f64>) {
  ^bb0(%a: f64, %out: f64):
    %s = arith.addf %out, %a : f64
    linalg.yield %s : f64
  } -> tensor<f64>
  return %r : tensor<f64>
}

// CHECK-LABEL: func.func @sub(
// CHECK: %[[V:.*]] = cin.access %{{.*}}[%{{.*}}]
// CHECK-NEXT: cin.assign %{{.*}}[] -= %[[V]]
func.func @sub(%x: tensor<4xf64>, %y: tensor<f64>) -> tensor<f64> {
  %r = linalg.generic {indexing_maps = [#i, #none], iterator_types = ["reduction"]}
      ins(%x : tensor<4xf64>) outs(%y : tensor<f64>) {
  ^bb0(%a: f64, %out: f64):
    %s = arith.subf %out, %a : f64
    linalg.yield %s : f64
  } -> tensor<f64>
  return %r : tensor<f64>
}

// CHECK-LABEL: func.func @mul(
// CHECK: %[[V:.*]] = cin.access %{{.*}}[%{{.*}}]
// CHECK-NEXT: cin.assign %{{.*}}[] *= %[[V]]
func.func @mul(%x: tensor<4xf64>, %y: tensor<f64>) -> tensor<f64> {
  %r = linalg.generic {indexing_maps = [#i, #none], iterator_types = ["reduction"]}
      ins(%x : tensor<4xf64>) outs(%y : tensor<f64>) {
  ^bb0(%a: f64, %out: f64):
    %s = arith.mulf %out, %a : f64
    linalg.yield %s : f64
  } -> tensor<f64>
  return %r : tensor<f64>
}

// CHECK-LABEL: func.func @min(
// CHECK: %[[V:.*]] = cin.access %{{.*}}[%{{.*}}]
// CHECK-NEXT: cin.assign %{{.*}}[] min= %[[V]]
func.func @min(%x: tensor<4xf64>, %y: tensor<f64>) -> tensor<f64> {
  %r = linalg.generic {indexing_maps = [#i, #none], iterator_types = ["reduction"]}
      ins(%x : tensor<4xf64>) outs(%y : tensor<f64>) {
  ^bb0(%a: f64, %out: f64):
    %s = arith.minimumf %out, %a : f64
    linalg.yield %s : f64
  } -> tensor<f64>
  return %r : tensor<f64>
}

// CHECK-LABEL: func.func @minnum(
// CHECK: %[[V:.*]] = cin.access %{{.*}}[%{{.*}}]
// CHECK-NEXT: cin.assign %{{.*}}[] min= %[[V]]
func.func @minnum(%x: tensor<4xf64>, %y: tensor<f64>) -> tensor<f64> {
  %r = linalg.generic {indexing_maps = [#i, #none], iterator_types = ["reduction"]}
      ins(%x : tensor<4xf64>) outs(%y : tensor<f64>) {
  ^bb0(%a: f64, %out: f64):
    %s = arith.minnumf %out, %a : f64
    linalg.yield %s : f64
  } -> tensor<f64>
  return %r : tensor<f64>
}

// CHECK-LABEL: func.func @max(
// CHECK: %[[V:.*]] = cin.access %{{.*}}[%{{.*}}]
// CHECK-NEXT: cin.assign %{{.*}}[] max= %[[V]]
func.func @max(%x: tensor<4xf64>, %y: tensor<f64>) -> tensor<f64> {
  %r = linalg.generic {indexing_maps = [#i, #none], iterator_types = ["reduction"]}
      ins(%x : tensor<4xf64>) outs(%y : tensor<f64>) {
  ^bb0(%a: f64, %out: f64):
    %s = arith.maximumf %out, %a : f64
    linalg.yield %s : f64
  } -> tensor<f64>
  return %r : tensor<f64>
}

// CHECK-LABEL: func.func @maxnum(
// CHECK: %[[V:.*]] = cin.access %{{.*}}[%{{.*}}]
// CHECK-NEXT: cin.assign %{{.*}}[] max= %[[V]]
func.func @maxnum(%x: tensor<4xf64>, %y: tensor<f64>) -> tensor<f64> {
  %r = linalg.generic {indexing_maps = [#i, #none], iterator_types = ["reduction"]}
      ins(%x : tensor<4xf64>) outs(%y : tensor<f64>) {
  ^bb0(%a: f64, %out: f64):
    %s = arith.maxnumf %out, %a : f64
    linalg.yield %s : f64
  } -> tensor<f64>
  return %r : tensor<f64>
}

// CHECK-LABEL: func.func @addi(
// CHECK: %[[V:.*]] = cin.access %{{.*}}[%{{.*}}]
// CHECK-NEXT: cin.assign %{{.*}}[] += %[[V]]
func.func @addi(%x: tensor<4xi64>, %y: tensor<i64>) -> tensor<i64> {
  %r = linalg.generic {indexing_maps = [#i, #none], iterator_types = ["reduction"]}
      ins(%x : tensor<4xi64>) outs(%y : tensor<i64>) {
  ^bb0(%a: i64, %out: i64):
    %s = arith.addi %out, %a : i64
    linalg.yield %s : i64
  } -> tensor<i64>
  return %r : tensor<i64>
}

// CHECK-LABEL: func.func @subi(
// CHECK: %[[V:.*]] = cin.access %{{.*}}[%{{.*}}]
// CHECK-NEXT: cin.assign %{{.*}}[] -= %[[V]]
func.func @subi(%x: tensor<4xi64>, %y: tensor<i64>) -> tensor<i64> {
  %r = linalg.generic {indexing_maps = [#i, #none], iterator_types = ["reduction"]}
      ins(%x : tensor<4xi64>) outs(%y : tensor<i64>) {
  ^bb0(%a: i64, %out: i64):
    %s = arith.subi %out, %a : i64
    linalg.yield %s : i64
  } -> tensor<i64>
  return %r : tensor<i64>
}

// CHECK-LABEL: func.func @muli(
// CHECK: %[[V:.*]] = cin.access %{{.*}}[%{{.*}}]
// CHECK-NEXT: cin.assign %{{.*}}[] *= %[[V]]
func.func @muli(%x: tensor<4xi64>, %y: tensor<i64>) -> tensor<i64> {
  %r = linalg.generic {indexing_maps = [#i, #none], iterator_types = ["reduction"]}
      ins(%x : tensor<4xi64>) outs(%y : tensor<i64>) {
  ^bb0(%a: i64, %out: i64):
    %s = arith.muli %out, %a : i64
    linalg.yield %s : i64
  } -> tensor<i64>
  return %r : tensor<i64>
}

// CHECK-LABEL: func.func @minsi(
// CHECK: %[[V:.*]] = cin.access %{{.*}}[%{{.*}}]
// CHECK-NEXT: cin.assign %{{.*}}[] min= %[[V]]
func.func @minsi(%x: tensor<4xi64>, %y: tensor<i64>) -> tensor<i64> {
  %r = linalg.generic {indexing_maps = [#i, #none], iterator_types = ["reduction"]}
      ins(%x : tensor<4xi64>) outs(%y : tensor<i64>) {
  ^bb0(%a: i64, %out: i64):
    %s = arith.minsi %out, %a : i64
    linalg.yield %s : i64
  } -> tensor<i64>
  return %r : tensor<i64>
}

// CHECK-LABEL: func.func @maxsi(
// CHECK: %[[V:.*]] = cin.access %{{.*}}[%{{.*}}]
// CHECK-NEXT: cin.assign %{{.*}}[] max= %[[V]]
func.func @maxsi(%x: tensor<4xi64>, %y: tensor<i64>) -> tensor<i64> {
  %r = linalg.generic {indexing_maps = [#i, #none], iterator_types = ["reduction"]}
      ins(%x : tensor<4xi64>) outs(%y : tensor<i64>) {
  ^bb0(%a: i64, %out: i64):
    %s = arith.maxsi %out, %a : i64
    linalg.yield %s : i64
  } -> tensor<i64>
  return %r : tensor<i64>
}

// CHECK-LABEL: func.func @ori(
// CHECK: %[[V:.*]] = cin.access %{{.*}}[%{{.*}}]
// CHECK-NEXT: cin.assign %{{.*}}[] or= %[[V]]
func.func @ori(%x: tensor<4xi1>, %y: tensor<i1>) -> tensor<i1> {
  %r = linalg.generic {indexing_maps = [#i, #none], iterator_types = ["reduction"]}
      ins(%x : tensor<4xi1>) outs(%y : tensor<i1>) {
  ^bb0(%a: i1, %out: i1):
    %s = arith.ori %out, %a : i1
    linalg.yield %s : i1
  } -> tensor<i1>
  return %r : tensor<i1>
}

// CHECK-LABEL: func.func @andi(
// CHECK: %[[V:.*]] = cin.access %{{.*}}[%{{.*}}]
// CHECK-NEXT: cin.assign %{{.*}}[] and= %[[V]]
func.func @andi(%x: tensor<4xi1>, %y: tensor<i1>) -> tensor<i1> {
  %r = linalg.generic {indexing_maps = [#i, #none], iterator_types = ["reduction"]}
      ins(%x : tensor<4xi1>) outs(%y : tensor<i1>) {
  ^bb0(%a: i1, %out: i1):
    %s = arith.andi %out, %a : i1
    linalg.yield %s : i1
  } -> tensor<i1>
  return %r : tensor<i1>
}

// CHECK-LABEL: func.func @addc(
// CHECK: %[[V:.*]] = cin.access %{{.*}}[%{{.*}}]
// CHECK-NEXT: cin.assign %{{.*}}[] += %[[V]]
func.func @addc(%x: tensor<4xcomplex<f64>>, %y: tensor<complex<f64>>) -> tensor<complex<f64>> {
  %r = linalg.generic {indexing_maps = [#i, #none], iterator_types = ["reduction"]}
      ins(%x : tensor<4xcomplex<f64>>) outs(%y : tensor<complex<f64>>) {
  ^bb0(%a: complex<f64>, %out: complex<f64>):
    %s = complex.add %out, %a : complex<f64>
    linalg.yield %s : complex<f64>
  } -> tensor<complex<f64>>
  return %r : tensor<complex<f64>>
}

// CHECK-LABEL: func.func @subc(
// CHECK: %[[V:.*]] = cin.access %{{.*}}[%{{.*}}]
// CHECK-NEXT: cin.assign %{{.*}}[] -= %[[V]]
func.func @subc(%x: tensor<4xcomplex<f64>>, %y: tensor<complex<f64>>) -> tensor<complex<f64>> {
  %r = linalg.generic {indexing_maps = [#i, #none], iterator_types = ["reduction"]}
      ins(%x : tensor<4xcomplex<f64>>) outs(%y : tensor<complex<f64>>) {
  ^bb0(%a: complex<f64>, %out: complex<f64>):
    %s = complex.sub %out, %a : complex<f64>
    linalg.yield %s : complex<f64>
  } -> tensor<complex<f64>>
  return %r : tensor<complex<f64>>
}

// CHECK-LABEL: func.func @mulc(
// CHECK: %[[V:.*]] = cin.access %{{.*}}[%{{.*}}]
// CHECK-NEXT: cin.assign %{{.*}}[] *= %[[V]]
func.func @mulc(%x: tensor<4xcomplex<f64>>, %y: tensor<complex<f64>>) -> tensor<complex<f64>> {
  %r = linalg.generic {indexing_maps = [#i, #none], iterator_types = ["reduction"]}
      ins(%x : tensor<4xcomplex<f64>>) outs(%y : tensor<complex<f64>>) {
  ^bb0(%a: complex<f64>, %out: complex<f64>):
    %s = complex.mul %out, %a : complex<f64>
    linalg.yield %s : complex<f64>
  } -> tensor<complex<f64>>
  return %r : tensor<complex<f64>>
}

// The value may be the first operand, where the operation commutes.
// CHECK-LABEL: func.func @flipped(
// CHECK: %[[V:.*]] = cin.access %{{.*}}[%{{.*}}]
// CHECK-NEXT: cin.assign %{{.*}}[] max= %[[V]]
func.func @flipped(%x: tensor<4xf64>, %y: tensor<f64>) -> tensor<f64> {
  %r = linalg.generic {indexing_maps = [#i, #none], iterator_types = ["reduction"]}
      ins(%x : tensor<4xf64>) outs(%y : tensor<f64>) {
  ^bb0(%a: f64, %out: f64):
    %s = arith.maximumf %a, %out : f64
    linalg.yield %s : f64
  } -> tensor<f64>
  return %r : tensor<f64>
}

// Bit by bit is no reduction of the language.
// CHECK-LABEL: func.func @bits(
// CHECK: %[[V:.*]] = cin.access
// CHECK: %[[OLD:.*]] = cin.access
// CHECK: %[[S:.*]] = arith.ori %[[OLD]], %[[V]]
// CHECK: cin.assign %{{.*}}[] = %[[S]]
func.func @bits(%x: tensor<4xi8>, %y: tensor<i8>) -> tensor<i8> {
  %r = linalg.generic {indexing_maps = [#i, #none], iterator_types = ["reduction"]}
      ins(%x : tensor<4xi8>) outs(%y : tensor<i8>) {
  ^bb0(%a: i8, %out: i8):
    %s = arith.ori %out, %a : i8
    linalg.yield %s : i8
  } -> tensor<i8>
  return %r : tensor<i8>
}

// What a sparse operand does not store adds nothing.
// CHECK-LABEL: func.func @sparse_add(
// CHECK: %[[V:.*]] = cin.access %{{.*}}[%{{.*}}]
// CHECK-NEXT: cin.assign %{{.*}}[] += %[[V]]
func.func @sparse_add(%x: tensor<?xf64, #V>, %y: tensor<f64>) -> tensor<f64> {
  %r = linalg.generic {indexing_maps = [#i, #none], iterator_types = ["reduction"]}
      ins(%x : tensor<?xf64, #V>) outs(%y : tensor<f64>) {
  ^bb0(%a: f64, %out: f64):
    %s = arith.addf %out, %a : f64
    linalg.yield %s : f64
  } -> tensor<f64>
  return %r : tensor<f64>
}

// But it is a zero for any other operation.
// CHECK-LABEL: func.func @sparse_max(
// CHECK: %[[V:.*]] = cin.access
// CHECK: %[[OLD:.*]] = cin.access
// CHECK: %[[S:.*]] = arith.maximumf %[[OLD]], %[[V]]
// CHECK: cin.assign %{{.*}}[] = %[[S]]
func.func @sparse_max(%x: tensor<?xf64, #V>, %y: tensor<f64>) -> tensor<f64> {
  %r = linalg.generic {indexing_maps = [#i, #none], iterator_types = ["reduction"]}
      ins(%x : tensor<?xf64, #V>) outs(%y : tensor<f64>) {
  ^bb0(%a: f64, %out: f64):
    %s = arith.maximumf %out, %a : f64
    linalg.yield %s : f64
  } -> tensor<f64>
  return %r : tensor<f64>
}

// sparse_tensor.reduce is over what is stored.
// CHECK-LABEL: func.func @reduce(
// CHECK: cin.access
// CHECK-NOT: sparse_tensor.reduce
// CHECK: cin.assign %{{.*}}[] max=
func.func @reduce(%x: tensor<?xf64, #V>, %y: tensor<f64>) -> tensor<f64> {
  %r = linalg.generic {indexing_maps = [#i, #none], iterator_types = ["reduction"]}
      ins(%x : tensor<?xf64, #V>) outs(%y : tensor<f64>) {
  ^bb0(%a: f64, %out: f64):
    %one = arith.constant 1.0 : f64
    %s = sparse_tensor.reduce %out, %a, %one : f64 {
      ^bb0(%l: f64, %r: f64):
        %m = arith.maximumf %l, %r : f64
        sparse_tensor.yield %m : f64
    }
    linalg.yield %s : f64
  } -> tensor<f64>
  return %r : tensor<f64>
}

// Either value will do.
// CHECK-LABEL: func.func @reduce_any(
// CHECK: cin.access
// CHECK-NOT: sparse_tensor.reduce
// CHECK: cin.assign %{{.*}}[] any=
func.func @reduce_any(%x: tensor<?xf64, #V>, %y: tensor<f64>) -> tensor<f64> {
  %r = linalg.generic {indexing_maps = [#i, #none], iterator_types = ["reduction"]}
      ins(%x : tensor<?xf64, #V>) outs(%y : tensor<f64>) {
  ^bb0(%a: f64, %out: f64):
    %one = arith.constant 1.0 : f64
    %s = sparse_tensor.reduce %out, %a, %one : f64 {
      ^bb0(%l: f64, %r: f64):
        sparse_tensor.yield %r : f64
    }
    linalg.yield %s : f64
  } -> tensor<f64>
  return %r : tensor<f64>
}

// What a region does may be said by name.
// CHECK-LABEL: func.func @reduce_named(
// CHECK: cin.access
// CHECK-NOT: sparse_tensor.reduce
// CHECK: cin.assign %{{.*}}[] or=
func.func @reduce_named(%x: tensor<?xf64, #V>, %y: tensor<f64>) -> tensor<f64> {
  %r = linalg.generic {indexing_maps = [#i, #none], iterator_types = ["reduction"]}
      ins(%x : tensor<?xf64, #V>) outs(%y : tensor<f64>) {
  ^bb0(%a: f64, %out: f64):
    %one = arith.constant 1.0 : f64
    %s = sparse_tensor.reduce %out, %a, %one {encke.operator = "or"} : f64 {
      ^bb0(%l: f64, %r: f64):
        %zero = arith.constant 0.0 : f64
        %p = arith.cmpf une, %l, %zero : f64
        %q = arith.cmpf une, %r, %zero : f64
        %o = arith.ori %p, %q : i1
        %m = arith.uitofp %o : i1 to f64
        sparse_tensor.yield %m : f64
    }
    linalg.yield %s : f64
  } -> tensor<f64>
  return %r : tensor<f64>
}
