// sparse_tensor.reduce with any region: of one sparse tensor, in the order in which it is stored.
// RUN: %modes %s | FileCheck %s --match-full-lines

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#CSC = #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : dense, d0 : compressed) }>

module {
  // Several operations, on products with a dense vector.
  func.func @rows(%a: tensor<4x5xf64, #CSR>, %x: tensor<5xf64>, %o: tensor<4xf64>) -> tensor<4xf64> {
    %id = arith.constant 0.0 : f64
    %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
        ins(%a, %x : tensor<4x5xf64, #CSR>, tensor<5xf64>) outs(%o : tensor<4xf64>) {
    ^bb0(%v: f64, %w: f64, %y: f64):
      %m = arith.mulf %v, %w : f64
      %s = sparse_tensor.reduce %m, %y, %id : f64 {
      ^bb0(%p: f64, %q: f64):
        %h = arith.mulf %p, %q : f64
        %t = arith.addf %h, %q : f64
        sparse_tensor.yield %t : f64
      }
      linalg.yield %s : f64
    } -> tensor<4xf64>
    return %r : tensor<4xf64>
  }

  // What depends on the order, with a coordinate in it.
  func.func @digits(%a: tensor<3x4xi32, #CSC>) -> tensor<4xi32> {
    %id = arith.constant 0 : i32
    %ten = arith.constant 10 : i32
    %o = arith.constant dense<0> : tensor<4xi32>
    %r = linalg.generic {indexing_maps = [affine_map<(j, i) -> (i, j)>, affine_map<(j, i) -> (j)>], iterator_types = ["parallel", "reduction"]}
        ins(%a : tensor<3x4xi32, #CSC>) outs(%o : tensor<4xi32>) {
    ^bb0(%v: i32, %y: i32):
      %k = linalg.index 1 : index
      %l = arith.index_cast %k : index to i32
      %m = arith.addi %v, %l : i32
      %n = arith.remsi %m, %ten : i32
      %s = sparse_tensor.reduce %y, %n, %id : i32 {
      ^bb0(%p: i32, %q: i32):
        %h = arith.muli %p, %ten : i32
        %t = arith.addi %h, %q : i32
        sparse_tensor.yield %t : i32
      }
      linalg.yield %s : i32
    } -> tensor<4xi32>
    return %r : tensor<4xi32>
  }

  // A choice, into one number.
  func.func @alternating(%a: tensor<4x5xf64, #CSR>) -> tensor<f64> {
    %two = arith.constant 2.0 : f64
    %o = arith.constant dense<0.5> : tensor<f64>
    %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]}
        ins(%a : tensor<4x5xf64, #CSR>) outs(%o : tensor<f64>) {
    ^bb0(%v: f64, %y: f64):
      %s = sparse_tensor.reduce %v, %y, %two : f64 {
      ^bb0(%p: f64, %q: f64):
        %g = arith.cmpf ogt, %p, %two : f64
        %d = arith.subf %p, %q : f64
        %t = arith.select %g, %d, %q : f64
        sparse_tensor.yield %t : f64
      }
      linalg.yield %s : f64
    } -> tensor<f64>
    return %r : tensor<f64>
  }

  func.func @main() {
    %c0 = arith.constant 0 : index
    %f0 = arith.constant 0.0 : f64
    %i0 = arith.constant 0 : i32
    %am = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, -4.0, 0.0], [5.0, 0.0, 1.0, 0.0, 6.5]]> : tensor<4x5xf64>
    %a = sparse_tensor.convert %am : tensor<4x5xf64> to tensor<4x5xf64, #CSR>
    %x = arith.constant dense<[2.0, 1.0, -1.0, 3.0, 0.5]> : tensor<5xf64>
    %o = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf64>
    %r = call @rows(%a, %x, %o) : (tensor<4x5xf64, #CSR>, tensor<5xf64>, tensor<4xf64>) -> tensor<4xf64>
    %rv = vector.transfer_read %r[%c0], %f0 : tensor<4xf64>, vector<4xf64>
    vector.print %rv : vector<4xf64>
    // What it began with is as it was.
    %ov = vector.transfer_read %o[%c0], %f0 : tensor<4xf64>, vector<4xf64>
    vector.print %ov : vector<4xf64>
    %km = arith.constant dense<[[7, 0, 0, 3], [0, 0, 9, 1], [5, 5, 0, 2]]> : tensor<3x4xi32>
    %k = sparse_tensor.convert %km : tensor<3x4xi32> to tensor<3x4xi32, #CSC>
    %d = call @digits(%k) : (tensor<3x4xi32, #CSC>) -> tensor<4xi32>
    %dv = vector.transfer_read %d[%c0], %i0 : tensor<4xi32>, vector<4xi32>
    vector.print %dv : vector<4xi32>
    %s = call @alternating(%a) : (tensor<4x5xf64, #CSR>) -> tensor<f64>
    %e = tensor.extract %s[] : tensor<f64>
    vector.print %e : f64
    return
  }
}

// CHECK: ( -3, 2, -132, 0 )
// CHECK-NEXT: ( 1, 2, 3, 4 )
// CHECK-NEXT: ( 77, 7, 0, 324 )
// CHECK-NEXT: 4
