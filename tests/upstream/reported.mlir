// What others have had trouble with: a result that the body reads, indices that are constants, coordinates that
// repeat above a dense level, products sampled in blocks, and arithmetic on whole tensors.
// RUN: %modes %s | FileCheck %s --match-full-lines

#DCSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed) }>
#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
#Rows = #sparse_tensor.encoding<{ map = (i, j) -> (i : compressed(nonunique), j : dense) }>
#BSR = #sparse_tensor.encoding<{ map = (i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense) }>
#DSDD = #sparse_tensor.encoding<{ map = (i, j, k, l) -> (i : dense, j : compressed, k : dense, l : dense) }>

module {
  // The lesser of an element and a zero that is there already.
  func.func @negative(%s: tensor<3x4xi32, #DCSR>) -> tensor<3x4xi32> {
    %z = arith.constant 0 : i32
    %e = tensor.empty() : tensor<3x4xi32>
    %f = linalg.fill ins(%z : i32) outs(%e : tensor<3x4xi32>) -> tensor<3x4xi32>
    %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
        ins(%s : tensor<3x4xi32, #DCSR>) outs(%f : tensor<3x4xi32>) {
    ^bb0(%x: i32, %o: i32):
      %a = arith.minsi %x, %o : i32
      linalg.yield %a : i32
    } -> tensor<3x4xi32>
    return %r : tensor<3x4xi32>
  }

  // The first row of each.
  func.func @differ(%a: tensor<1x6xi1>, %b: tensor<1x6xi1>) -> tensor<6xi1, #SV> {
    %e = tensor.empty() : tensor<6xi1, #SV>
    %r = linalg.generic {indexing_maps = [affine_map<(i) -> (0, i)>, affine_map<(i) -> (0, i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%a, %b : tensor<1x6xi1>, tensor<1x6xi1>) outs(%e : tensor<6xi1, #SV>) {
    ^bb0(%x: i1, %y: i1, %o: i1):
      %s = arith.addi %x, %y : i1
      linalg.yield %s : i1
    } -> tensor<6xi1, #SV>
    return %r : tensor<6xi1, #SV>
  }

  // How many elements the rows that are stored have.
  func.func @count(%s: tensor<3x3xf64, #Rows>) -> index {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %l = sparse_tensor.extract_iteration_space %s lvls = 0 : tensor<3x3xf64, #Rows> -> !sparse_tensor.iter_space<#Rows, lvls = 0>
    %r = sparse_tensor.iterate %p in %l iter_args(%o = %c0) : !sparse_tensor.iter_space<#Rows, lvls = 0 to 1> -> index {
      %k = sparse_tensor.extract_iteration_space %s at %p lvls = 1 : tensor<3x3xf64, #Rows>, !sparse_tensor.iterator<#Rows, lvls = 0 to 1> -> !sparse_tensor.iter_space<#Rows, lvls = 1>
      %q = sparse_tensor.iterate %w in %k iter_args(%n = %o) : !sparse_tensor.iter_space<#Rows, lvls = 1 to 2> -> index {
        %t = arith.addi %n, %c1 : index
        sparse_tensor.yield %t : index
      }
      sparse_tensor.yield %q : index
    }
    return %r : index
  }

  // S += the product of A and B where S has a block.
  func.func @sampled(%s: tensor<?x?xf64, #BSR>, %a: tensor<?x?xf64>, %b: tensor<?x?xf64>) -> tensor<?x?xf64, #BSR> {
    %zero = arith.constant 0.0 : f64
    %t = sparse_tensor.reinterpret_map %s : tensor<?x?xf64, #BSR> to tensor<?x?x2x2xf64, #DSDD>
    %r = linalg.generic {indexing_maps = [affine_map<(i, j, k, l, m) -> (i * 2 + k, m)>, affine_map<(i, j, k, l, m) -> (m, j * 2 + l)>, affine_map<(i, j, k, l, m) -> (i, j, k, l)>],
        iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
        ins(%a, %b : tensor<?x?xf64>, tensor<?x?xf64>) outs(%t : tensor<?x?x2x2xf64, #DSDD>) {
    ^bb0(%x: f64, %y: f64, %o: f64):
      %p = arith.mulf %x, %y : f64
      %q = sparse_tensor.unary %o : f64 to f64
        present = {
        ^bb0(%u: f64):
          sparse_tensor.yield %p : f64
        }
        absent = {}
      %n = sparse_tensor.reduce %o, %q, %zero : f64 {
      ^bb0(%u: f64, %v: f64):
        %w = arith.addf %u, %v : f64
        sparse_tensor.yield %w : f64
      }
      linalg.yield %n : f64
    } -> tensor<?x?x2x2xf64, #DSDD>
    %z = sparse_tensor.reinterpret_map %r : tensor<?x?x2x2xf64, #DSDD> to tensor<?x?xf64, #BSR>
    return %z : tensor<?x?xf64, #BSR>
  }

  // Without linalg: dense and sparse tensors, and a choice between two.
  func.func @whole(%u: tensor<2x3xf64>, %v: tensor<2x3xf64, #DCSR>) -> (tensor<2x3xf64>, tensor<2x3xf64, #DCSR>) {
    %a = math.absf %u : tensor<2x3xf64>
    %t = arith.constant dense<[[true, false, true], [true, true, false]]> : tensor<2x3xi1>
    %s = arith.select %t, %a, %u : tensor<2x3xi1>, tensor<2x3xf64>
    %p = arith.addf %s, %u : tensor<2x3xf64>
    %q = arith.mulf %v, %v : tensor<2x3xf64, #DCSR>
    return %p, %q : tensor<2x3xf64>, tensor<2x3xf64, #DCSR>
  }

  func.func @main() {
    %c0 = arith.constant 0 : index
    %f0 = arith.constant 0.0 : f64
    %i0 = arith.constant 0 : i32
    %m = arith.constant dense<[[5, 0, -8, 1], [0, 0, 0, 2], [-3, 7, 0, 0]]> : tensor<3x4xi32>
    %ms = sparse_tensor.convert %m : tensor<3x4xi32> to tensor<3x4xi32, #DCSR>
    %n = call @negative(%ms) : (tensor<3x4xi32, #DCSR>) -> tensor<3x4xi32>
    %nv = vector.transfer_read %n[%c0, %c0], %i0 : tensor<3x4xi32>, vector<3x4xi32>
    vector.print %nv : vector<3x4xi32>

    %x = arith.constant dense<[[true, false, true, false, true, true]]> : tensor<1x6xi1>
    %y = arith.constant dense<[[true, true, false, false, true, false]]> : tensor<1x6xi1>
    %d = call @differ(%x, %y) : (tensor<1x6xi1>, tensor<1x6xi1>) -> tensor<6xi1, #SV>
    sparse_tensor.print %d : tensor<6xi1, #SV>

    %c = arith.constant dense<[[1.0, 0.0, 2.0], [0.0, 0.0, 0.0], [0.0, 3.0, 4.0]]> : tensor<3x3xf64>
    %cs = sparse_tensor.convert %c : tensor<3x3xf64> to tensor<3x3xf64, #Rows>
    %k = call @count(%cs) : (tensor<3x3xf64, #Rows>) -> index
    vector.print %k : index

    %s = arith.constant dense<[[1.0, -1.0, 0.0, 0.0], [5.0, 2.0, 0.0, 0.0], [0.0, 0.0, 7.0, -2.0], [0.0, 0.0, 3.0, 4.0]]> : tensor<4x4xf64>
    %sd = tensor.cast %s : tensor<4x4xf64> to tensor<?x?xf64>
    %sb = sparse_tensor.convert %sd : tensor<?x?xf64> to tensor<?x?xf64, #BSR>
    %a = arith.constant dense<[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [9.0, 10.0, 11.0, 12.0], [13.0, 14.0, 15.0, 16.0]]> : tensor<4x4xf64>
    %b = arith.constant dense<[[-3.0, -2.0, -1.0, 0.0], [1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [9.0, 10.0, 11.0, 12.0]]> : tensor<4x4xf64>
    %ad = tensor.cast %a : tensor<4x4xf64> to tensor<?x?xf64>
    %bd = tensor.cast %b : tensor<4x4xf64> to tensor<?x?xf64>
    %p = call @sampled(%sb, %ad, %bd) : (tensor<?x?xf64, #BSR>, tensor<?x?xf64>, tensor<?x?xf64>) -> tensor<?x?xf64, #BSR>
    %pn = sparse_tensor.number_of_entries %p : tensor<?x?xf64, #BSR>
    vector.print %pn : index
    %pd = sparse_tensor.convert %p : tensor<?x?xf64, #BSR> to tensor<?x?xf64>
    %pv = vector.transfer_read %pd[%c0, %c0], %f0 : tensor<?x?xf64>, vector<4x4xf64>
    vector.print %pv : vector<4x4xf64>

    %u = arith.constant dense<[[1.0, 0.0, 2.0], [0.0, -3.0, 0.0]]> : tensor<2x3xf64>
    %v = arith.constant dense<[[0.0, 4.0, 5.0], [0.0, 6.0, 0.0]]> : tensor<2x3xf64>
    %vs = sparse_tensor.convert %v : tensor<2x3xf64> to tensor<2x3xf64, #DCSR>
    %w:2 = call @whole(%u, %vs) : (tensor<2x3xf64>, tensor<2x3xf64, #DCSR>) -> (tensor<2x3xf64>, tensor<2x3xf64, #DCSR>)
    %wv = vector.transfer_read %w#0[%c0, %c0], %f0 : tensor<2x3xf64>, vector<2x3xf64>
    vector.print %wv : vector<2x3xf64>
    %e = sparse_tensor.number_of_entries %w#1 : tensor<2x3xf64, #DCSR>
    vector.print %e : index
    %q = sparse_tensor.convert %w#1 : tensor<2x3xf64, #DCSR> to tensor<2x3xf64>
    %qv = vector.transfer_read %q[%c0, %c0], %f0 : tensor<2x3xf64>, vector<2x3xf64>
    vector.print %qv : vector<2x3xf64>
    return
  }
}

// CHECK: ( ( 0, 0, -8, 0 ), ( 0, 0, 0, 0 ), ( -3, 0, 0, 0 ) )
// CHECK-NEXT: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 3
// CHECK-NEXT: dim = ( 6 )
// CHECK-NEXT: lvl = ( 6 )
// CHECK-NEXT: pos[0] : ( 0, 3 )
// CHECK-NEXT: crd[0] : ( 1, 2, 5 )
// CHECK-NEXT: values : ( 1, 1, 1 )
// CHECK-NEXT: ----
// CHECK-NEXT: 6
// CHECK-NEXT: 8
// CHECK-NEXT: ( ( 51, 59, 0, 0 ), ( 103, 126, 0, 0 ), ( 0, 0, 237, 270 ), ( 0, 0, 313, 372 ) )
// CHECK-NEXT: ( ( 2, 0, 4 ), ( 0, 0, 0 ) )
// CHECK-NEXT: 3
// CHECK-NEXT: ( ( 0, 16, 25 ), ( 0, 36, 0 ) )
