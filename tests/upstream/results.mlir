// linalg operations with several results, sparse and dense: each result is a kernel of its own.
// RUN: %modes %s | FileCheck %s --match-full-lines

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#DCSC = #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : compressed, d0 : compressed) }>
#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>

module {
  // What is greater than zero, a product, and what a dense tensor becomes.
  func.func @parts(%a: tensor<4x5xf64, #CSR>, %b: tensor<4x5xf64, #DCSC>, %d: tensor<4x5xf64>) -> (tensor<4x5xf64, #CSR>, tensor<4x5xf64, #DCSC>, tensor<4x5xf64>) {
    %zero = arith.constant 0.0 : f64
    %e = tensor.empty() : tensor<4x5xf64, #CSR>
    %f = tensor.empty() : tensor<4x5xf64, #DCSC>
    %r:3 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
        ins(%a, %b : tensor<4x5xf64, #CSR>, tensor<4x5xf64, #DCSC>) outs(%e, %f, %d : tensor<4x5xf64, #CSR>, tensor<4x5xf64, #DCSC>, tensor<4x5xf64>) {
    ^bb0(%x: f64, %y: f64, %o: f64, %p: f64, %q: f64):
      %s = sparse_tensor.select %x : f64 {
      ^bb0(%v: f64):
        %t = arith.cmpf ogt, %v, %zero : f64
        sparse_tensor.yield %t : i1
      }
      %m = arith.mulf %x, %y : f64
      %n = arith.subf %q, %m : f64
      linalg.yield %s, %m, %n : f64, f64, f64
    } -> (tensor<4x5xf64, #CSR>, tensor<4x5xf64, #DCSC>, tensor<4x5xf64>)
    return %r#0, %r#1, %r#2 : tensor<4x5xf64, #CSR>, tensor<4x5xf64, #DCSC>, tensor<4x5xf64>
  }

  // Two sums at once, one along rows, into dense and sparse vectors.
  func.func @sums(%a: tensor<4x5xf64, #CSR>, %x: tensor<4xf64>) -> (tensor<4xf64>, tensor<5xf64, #SV>) {
    %o = arith.constant dense<[10.0, 20.0, 30.0, 40.0]> : tensor<4xf64>
    %e = tensor.empty() : tensor<5xf64, #SV>
    %r:2 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (j)>],
      iterator_types = ["reduction", "reduction"]}
        ins(%a, %x : tensor<4x5xf64, #CSR>, tensor<4xf64>) outs(%o, %e : tensor<4xf64>, tensor<5xf64, #SV>) {
    ^bb0(%v: f64, %w: f64, %s: f64, %t: f64):
      %p = arith.mulf %v, %w : f64
      %q = arith.addf %s, %v : f64
      %u = arith.addf %t, %p : f64
      linalg.yield %q, %u : f64, f64
    } -> (tensor<4xf64>, tensor<5xf64, #SV>)
    return %r#0, %r#1 : tensor<4xf64>, tensor<5xf64, #SV>
  }

  func.func @main() {
    %c0 = arith.constant 0 : index
    %f0 = arith.constant 0.0 : f64
    %am = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, -4.0, 0.0], [5.0, 0.0, 0.0, 0.0, 6.5]]> : tensor<4x5xf64>
    %bm = arith.constant dense<[[2.0, 1.0, 0.0, 0.0, 3.0], [4.0, 0.0, 0.0, 7.0, 0.0], [0.0, -1.0, 0.0, 2.0, 0.0], [0.0, 0.0, 8.0, 0.0, 1.0]]> : tensor<4x5xf64>
    %d = arith.constant dense<[[1.0, 2.0, 3.0, 4.0, 5.0], [6.0, 7.0, 8.0, 9.0, 10.0], [11.0, 12.0, 13.0, 14.0, 15.0], [16.0, 17.0, 18.0, 19.0, 20.0]]> : tensor<4x5xf64>
    %x = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf64>
    %a = sparse_tensor.convert %am : tensor<4x5xf64> to tensor<4x5xf64, #CSR>
    %b = sparse_tensor.convert %bm : tensor<4x5xf64> to tensor<4x5xf64, #DCSC>
    %r:3 = call @parts(%a, %b, %d) : (tensor<4x5xf64, #CSR>, tensor<4x5xf64, #DCSC>, tensor<4x5xf64>) -> (tensor<4x5xf64, #CSR>, tensor<4x5xf64, #DCSC>, tensor<4x5xf64>)
    %p = sparse_tensor.convert %r#0 : tensor<4x5xf64, #CSR> to tensor<4x5xf64>
    %pv = vector.transfer_read %p[%c0, %c0], %f0 : tensor<4x5xf64>, vector<4x5xf64>
    vector.print %pv : vector<4x5xf64>
    %q = sparse_tensor.convert %r#1 : tensor<4x5xf64, #DCSC> to tensor<4x5xf64>
    %qv = vector.transfer_read %q[%c0, %c0], %f0 : tensor<4x5xf64>, vector<4x5xf64>
    vector.print %qv : vector<4x5xf64>
    %rv = vector.transfer_read %r#2[%c0, %c0], %f0 : tensor<4x5xf64>, vector<4x5xf64>
    vector.print %rv : vector<4x5xf64>
    %n = sparse_tensor.number_of_entries %r#0 : tensor<4x5xf64, #CSR>
    vector.print %n : index
    %s:2 = call @sums(%a, %x) : (tensor<4x5xf64, #CSR>, tensor<4xf64>) -> (tensor<4xf64>, tensor<5xf64, #SV>)
    %sv = vector.transfer_read %s#0[%c0], %f0 : tensor<4xf64>, vector<4xf64>
    vector.print %sv : vector<4xf64>
    %t = sparse_tensor.convert %s#1 : tensor<5xf64, #SV> to tensor<5xf64>
    %tv = vector.transfer_read %t[%c0], %f0 : tensor<5xf64>, vector<5xf64>
    vector.print %tv : vector<5xf64>
    return
  }
}

// CHECK: ( ( 1, 0, 2, 0, 0 ), ( 0, 0, 0, 0, 0 ), ( 0, 3, 0, 0, 0 ), ( 5, 0, 0, 0, 6.5 ) )
// CHECK-NEXT: ( ( 2, 0, 0, 0, 0 ), ( 0, 0, 0, 0, 0 ), ( 0, -3, 0, -8, 0 ), ( 0, 0, 0, 0, 6.5 ) )
// CHECK-NEXT: ( ( -1, 2, 3, 4, 5 ), ( 6, 7, 8, 9, 10 ), ( 11, 15, 13, 22, 15 ), ( 16, 17, 18, 19, 13.5 ) )
// CHECK-NEXT: 5
// CHECK-NEXT: ( 13, 20, 29, 51.5 )
// CHECK-NEXT: ( 21, 9, 2, -12, 26 )
