// Sparse tensors read at sums of indices: windows with few elements, and with none.
// RUN: %modes %s | FileCheck %s --match-full-lines

#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
#DCSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed) }>
#T4 = #sparse_tensor.encoding<{ map = (d0, d1, d2, d3) -> (d0 : compressed, d1 : compressed, d2 : compressed, d3 : compressed) }>

module {
  // The sum of a matrix, and that of its elements times 100 i + j.
  func.func @any_sums(%a: tensor<?x?xf64>) -> tensor<2xf64> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c100 = arith.constant 100 : index
    %f0 = arith.constant 0.0 : f64
    %n = tensor.dim %a, %c0 : tensor<?x?xf64>
    %m = tensor.dim %a, %c1 : tensor<?x?xf64>
    %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %f0, %t = %f0) -> (f64, f64) {
      %q:2 = scf.for %j = %c0 to %m step %c1 iter_args(%u = %s, %v = %t) -> (f64, f64) {
        %x = tensor.extract %a[%i, %j] : tensor<?x?xf64>
        %row = arith.muli %i, %c100 : index
        %k = arith.addi %row, %j : index
        %l = arith.index_cast %k : index to i64
        %f = arith.sitofp %l : i64 to f64
        %p = arith.mulf %x, %f : f64
        %y = arith.addf %u, %x : f64
        %z = arith.addf %v, %p : f64
        scf.yield %y, %z : f64, f64
      }
      scf.yield %q#0, %q#1 : f64, f64
    }
    %both = tensor.from_elements %r#0, %r#1 : tensor<2xf64>
    return %both : tensor<2xf64>
  }

  func.func @sums(%a: tensor<58x68xf64>) -> tensor<2xf64> {
    %b = tensor.cast %a : tensor<58x68xf64> to tensor<?x?xf64>
    %s = call @any_sums(%b) : (tensor<?x?xf64>) -> tensor<2xf64>
    return %s : tensor<2xf64>
  }

  func.func @main() {
    %c0 = arith.constant 0 : index
    %f0 = arith.constant 0.0 : f64
    // A convolution; the sum of what comes out, and of it times its place.
    %a_all = arith.constant sparse<[[0, 0], [1, 25], [28, 9], [40, 14], [48, 18], [48, 32], [59, 69]], [-2.0, 4.0, 5.0, 4.0, 3.0, 1.0, 4.0]> : tensor<60x70xf64>
    %a = sparse_tensor.convert %a_all : tensor<60x70xf64> to tensor<60x70xf64, #DCSR>
    %w = arith.constant dense<[[1.0, 2.0, 1.0], [0.0, 3.0, 0.0], [-1.0, -2.0, -1.0]]> : tensor<3x3xf64>
    %o = arith.constant dense<0.0> : tensor<58x68xf64>
    %conv = linalg.conv_2d ins(%a, %w : tensor<60x70xf64, #DCSR>, tensor<3x3xf64>) outs(%o : tensor<58x68xf64>) -> tensor<58x68xf64>
    %sum = func.call @sums(%conv) : (tensor<58x68xf64>) -> tensor<2xf64>
    %v_sum = vector.transfer_read %sum[%c0], %f0 : tensor<2xf64>, vector<2xf64>
    vector.print %v_sum : vector<2xf64>
    // With strides, into a sparse vector.
    %b_all = arith.constant sparse<[[1], [45], [48], [130], [999]], [2.0, 6.0, 7.0, 3.0, 3.0]> : tensor<1000xf64>
    %b = sparse_tensor.convert %b_all : tensor<1000xf64> to tensor<1000xf64, #SV>
    %u = arith.constant dense<[2.0, -1.0, 5.0]> : tensor<3xf64>
    %e = tensor.empty() : tensor<497xf64, #SV>
    %strided = linalg.generic {indexing_maps = [affine_map<(i, k) -> (i * 2 + k * 3)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"]}
        ins(%b, %u : tensor<1000xf64, #SV>, tensor<3xf64>) outs(%e : tensor<497xf64, #SV>) {
    ^bb0(%x: f64, %y: f64, %z: f64):
      %p = arith.mulf %x, %y : f64
      %q = arith.addf %z, %p : f64
      linalg.yield %q : f64
    } -> tensor<497xf64, #SV>
    sparse_tensor.print %strided : tensor<497xf64, #SV>
    // The greatest and the least of windows, where what is not stored is a zero.
    %p_all = arith.constant sparse<[[0, 4, 31, 0], [0, 7, 5, 0], [0, 10, 25, 1], [0, 17, 18, 0], [0, 31, 44, 1], [0, 33, 38, 0], [0, 35, 44, 0], [0, 38, 45, 1]], [-3.0, -8.0, 7.0, 1.0, -5.0, 8.0, -6.0, 6.0]> : tensor<1x40x50x2xf64>
    %p = sparse_tensor.convert %p_all : tensor<1x40x50x2xf64> to tensor<1x40x50x2xf64, #T4>
    %win = tensor.empty() : tensor<3x3xf64>
    %b_max = arith.constant dense<-100.0> : tensor<1x19x24x2xf64>
    %max = linalg.pooling_nhwc_max {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%p, %win : tensor<1x40x50x2xf64, #T4>, tensor<3x3xf64>) outs(%b_max : tensor<1x19x24x2xf64>) -> tensor<1x19x24x2xf64>
    %f_max = tensor.collapse_shape %max [[0, 1], [2, 3]] : tensor<1x19x24x2xf64> into tensor<19x48xf64>
    %c_max = tensor.cast %f_max : tensor<19x48xf64> to tensor<?x?xf64>
    %s_max = func.call @any_sums(%c_max) : (tensor<?x?xf64>) -> tensor<2xf64>
    %v_s_max = vector.transfer_read %s_max[%c0], %f0 : tensor<2xf64>, vector<2xf64>
    vector.print %v_s_max : vector<2xf64>
    %b_min = arith.constant dense<100.0> : tensor<1x19x24x2xf64>
    %min = linalg.pooling_nhwc_min {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%p, %win : tensor<1x40x50x2xf64, #T4>, tensor<3x3xf64>) outs(%b_min : tensor<1x19x24x2xf64>) -> tensor<1x19x24x2xf64>
    %f_min = tensor.collapse_shape %min [[0, 1], [2, 3]] : tensor<1x19x24x2xf64> into tensor<19x48xf64>
    %c_min = tensor.cast %f_min : tensor<19x48xf64> to tensor<?x?xf64>
    %s_min = func.call @any_sums(%c_min) : (tensor<?x?xf64>) -> tensor<2xf64>
    %v_s_min = vector.transfer_read %s_min[%c0], %f0 : tensor<2xf64>, vector<2xf64>
    vector.print %v_s_min : vector<2xf64>
    // How many elements a window has.
    %c_all = arith.constant sparse<[[3], [10], [19], [26]], [8.0, 7.0, 3.0, 8.0]> : tensor<30xf64>
    %c = sparse_tensor.convert %c_all : tensor<30xf64> to tensor<30xf64, #SV>
    %four = tensor.empty() : tensor<4xf64>
    %n0 = arith.constant dense<0.0> : tensor<27xf64>
    %counts = linalg.generic {indexing_maps = [affine_map<(i, k) -> (i + k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"]}
        ins(%c, %four : tensor<30xf64, #SV>, tensor<4xf64>) outs(%n0 : tensor<27xf64>) {
    ^bb0(%x: f64, %y: f64, %z: f64):
      %one = sparse_tensor.unary %x : f64 to f64
        present = {
        ^bb0(%v: f64):
          %w1 = arith.constant 1.0 : f64
          sparse_tensor.yield %w1 : f64
        }
        absent = {}
      %q = arith.addf %z, %one : f64
      linalg.yield %q : f64
    } -> tensor<27xf64>
    %v_counts = vector.transfer_read %counts[%c0], %f0 : tensor<27xf64>, vector<27xf64>
    vector.print %v_counts : vector<27xf64>
    // The diagonal of a matrix.
    %d_all = arith.constant sparse<[[0, 0], [0, 1], [1, 2], [2, 0], [2, 2]], [1.0, 2.0, 3.0, 4.0, 5.0]> : tensor<3x3xf64>
    %d = sparse_tensor.convert %d_all : tensor<3x3xf64> to tensor<3x3xf64, #DCSR>
    %d0 = arith.constant dense<[10.0, 20.0, 30.0]> : tensor<3xf64>
    %diagonal = linalg.generic {indexing_maps = [affine_map<(i) -> (i, i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%d : tensor<3x3xf64, #DCSR>) outs(%d0 : tensor<3xf64>) {
    ^bb0(%x: f64, %z: f64):
      %q = arith.addf %z, %x : f64
      linalg.yield %q : f64
    } -> tensor<3xf64>
    %v_diagonal = vector.transfer_read %diagonal[%c0], %f0 : tensor<3xf64>, vector<3xf64>
    vector.print %v_diagonal : vector<3xf64>
    return
  }
}

// CHECK: ( 61, 133826 )
// CHECK-NEXT: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 4
// CHECK-NEXT: dim = ( 497 )
// CHECK-NEXT: lvl = ( 497 )
// CHECK-NEXT: pos[0] : ( 0, 4 )
// CHECK-NEXT: crd[0] : ( 21, 24, 62, 65 )
// CHECK-NEXT: values : ( 29, 14, 15, 6 )
// CHECK-NEXT: ----
// CHECK-NEXT: ( 38, 45546 )
// CHECK-NEXT: ( -36, -39868 )
// CHECK-NEXT: ( 1, 1, 1, 1, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 1, 1, 1, 1 )
// CHECK-NEXT: ( 11, 20, 35 )
