// Reductions to which zeros that are not stored count: what is stored is reduced, and counted.
// RUN: %modes %s | FileCheck %s --match-full-lines

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#DCSC = #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : compressed, d0 : compressed) }>

module {
  // Of 200000 x 200000 elements nearly all are zero: no loop visits them.
  func.func @large(%n: index) -> f64 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %last = arith.subi %n, %c1 : index
    %f = arith.constant 4.5 : f64
    %g = arith.constant -2.5 : f64
    %zero = arith.constant 100.0 : f64
    %e = tensor.empty(%n, %n) : tensor<?x?xf64, #DCSC>
    %s = tensor.insert %f into %e[%c1, %last] : tensor<?x?xf64, #DCSC>
    %t = tensor.insert %g into %s[%last, %c0] : tensor<?x?xf64, #DCSC>
    %a = sparse_tensor.load %t hasInserts : tensor<?x?xf64, #DCSC>
    %o = arith.constant dense<100.0> : tensor<f64>
    %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]}
        ins(%a : tensor<?x?xf64, #DCSC>) outs(%o : tensor<f64>) {
    ^bb0(%x: f64, %y: f64):
      %b = math.absf %x : f64
      %m = arith.minimumf %b, %y : f64
      linalg.yield %m : f64
    } -> tensor<f64>
    %v = tensor.extract %r[] : tensor<f64>
    return %v : f64
  }

  func.func @main() {
    %c0 = arith.constant 0 : index
    %f0 = arith.constant 0.0 : f64
    %i0 = arith.constant 0 : i32
    %am = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [3.0, 3.0, 1.0, 4.0, 7.0], [-5.0, 0.0, 0.0, 0.0, -6.5], [-1.0, -2.0, -3.0, -4.0, -1.0]]> : tensor<5x5xf64>
    %a = sparse_tensor.convert %am : tensor<5x5xf64> to tensor<5x5xf64, #CSR>
    %bm = arith.constant dense<[[0.0, 2.0, 0.0, 1.0, 0.0], [1.0, 1.0, 1.0, 1.0, 1.0], [0.0, 0.0, 0.0, 0.0, 0.0], [2.0, 0.0, 2.0, 2.0, 2.0], [1.0, 0.0, 3.0, 0.0, -1.0]]> : tensor<5x5xf64>
    %b = sparse_tensor.convert %bm : tensor<5x5xf64> to tensor<5x5xf64, #DCSC>
    %km = arith.constant dense<[[1, 0, 2, 0, 0], [0, 0, 0, 0, 0], [3, 3, 1, 4, 7], [-5, 0, 0, 0, -6], [-1, -2, -3, -4, -1]]> : tensor<5x5xi32>
    %k = sparse_tensor.convert %km : tensor<5x5xi32> to tensor<5x5xi32, #CSR>
    %x = arith.constant dense<[2.0, -1.0, 3.0, 5.0, -4.0]> : tensor<5xf64>
    %least_0 = arith.constant dense<10.0> : tensor<5xf64>
    %least = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
        ins(%a : tensor<5x5xf64, #CSR>) outs(%least_0 : tensor<5xf64>) {
    ^bb0(%x0: f64, %o: f64):
      %m = arith.minimumf %o, %x0 : f64
      linalg.yield %m : f64
    } -> tensor<5xf64>
    %v_least = vector.transfer_read %least[%c0], %f0 : tensor<5xf64>, vector<5xf64>
    vector.print %v_least : vector<5xf64>
    // By columns, and the other way round.
    %most_0 = arith.constant dense<-10.0> : tensor<5xf64>
    %most = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>], iterator_types = ["reduction", "parallel"]}
        ins(%a : tensor<5x5xf64, #CSR>) outs(%most_0 : tensor<5xf64>) {
    ^bb0(%x0: f64, %o: f64):
      %m = arith.maximumf %x0, %o : f64
      linalg.yield %m : f64
    } -> tensor<5xf64>
    %v_most = vector.transfer_read %most[%c0], %f0 : tensor<5xf64>, vector<5xf64>
    vector.print %v_most : vector<5xf64>
    // A value that a zero has, too.
    %root_0 = arith.constant dense<-100.0> : tensor<5xf64>
    %root = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
        ins(%b : tensor<5x5xf64, #DCSC>) outs(%root_0 : tensor<5xf64>) {
    ^bb0(%x0: f64, %o: f64):
      %c = arith.constant 3.0 : f64
      %d = arith.subf %c, %x0 : f64
      %e = arith.mulf %d, %d : f64
      %m = arith.maximumf %o, %e : f64
      linalg.yield %m : f64
    } -> tensor<5xf64>
    %v_root = vector.transfer_read %root[%c0], %f0 : tensor<5xf64>, vector<5xf64>
    vector.print %v_root : vector<5xf64>
    // Products, of one and of two sparse matrices, and with a dense vector.
    %product_0 = arith.constant dense<2.0> : tensor<5xf64>
    %product = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
        ins(%a : tensor<5x5xf64, #CSR>) outs(%product_0 : tensor<5xf64>) {
    ^bb0(%x0: f64, %o: f64):
      %m = arith.mulf %o, %x0 : f64
      linalg.yield %m : f64
    } -> tensor<5xf64>
    %v_product = vector.transfer_read %product[%c0], %f0 : tensor<5xf64>, vector<5xf64>
    vector.print %v_product : vector<5xf64>
    %both_0 = arith.constant dense<-20.0> : tensor<5xf64>
    %both = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
        ins(%a, %b : tensor<5x5xf64, #CSR>, tensor<5x5xf64, #DCSC>) outs(%both_0 : tensor<5xf64>) {
    ^bb0(%x0: f64, %x1: f64, %o: f64):
      %p = arith.mulf %x0, %x1 : f64
      %m = arith.maximumf %o, %p : f64
      linalg.yield %m : f64
    } -> tensor<5xf64>
    %v_both = vector.transfer_read %both[%c0], %f0 : tensor<5xf64>, vector<5xf64>
    vector.print %v_both : vector<5xf64>
    %scaled_0 = arith.constant dense<50.0> : tensor<5xf64>
    %scaled = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
        ins(%a, %x : tensor<5x5xf64, #CSR>, tensor<5xf64>) outs(%scaled_0 : tensor<5xf64>) {
    ^bb0(%x0: f64, %x1: f64, %o: f64):
      %p = arith.mulf %x0, %x1 : f64
      %m = arith.minimumf %o, %p : f64
      linalg.yield %m : f64
    } -> tensor<5xf64>
    %v_scaled = vector.transfer_read %scaled[%c0], %f0 : tensor<5xf64>, vector<5xf64>
    vector.print %v_scaled : vector<5xf64>
    // What is no product, over all elements one by one.
    %plus_0 = arith.constant dense<-50.0> : tensor<5xf64>
    %plus = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
        ins(%a, %x : tensor<5x5xf64, #CSR>, tensor<5xf64>) outs(%plus_0 : tensor<5xf64>) {
    ^bb0(%x0: f64, %x1: f64, %o: f64):
      %p = arith.addf %x0, %x1 : f64
      %m = arith.maximumf %o, %p : f64
      linalg.yield %m : f64
    } -> tensor<5xf64>
    %v_plus = vector.transfer_read %plus[%c0], %f0 : tensor<5xf64>, vector<5xf64>
    vector.print %v_plus : vector<5xf64>
    // Whole numbers.
    %whole_0 = arith.constant dense<100> : tensor<5xi32>
    %whole = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
        ins(%k : tensor<5x5xi32, #CSR>) outs(%whole_0 : tensor<5xi32>) {
    ^bb0(%x0: i32, %o: i32):
      %m = arith.minsi %o, %x0 : i32
      linalg.yield %m : i32
    } -> tensor<5xi32>
    %v_whole = vector.transfer_read %whole[%c0], %i0 : tensor<5xi32>, vector<5xi32>
    vector.print %v_whole : vector<5xi32>
    %n = arith.constant 200000 : index
    %large = call @large(%n) : (index) -> f64
    vector.print %large : f64
    return
  }
}

// CHECK: ( 0, 0, 1, -6.5, -4 )
// CHECK-NEXT: ( 3, 3, 2, 4, 7 )
// CHECK-NEXT: ( 9, 4, 9, 9, 16 )
// CHECK-NEXT: ( 0, 0, 504, 0, -48 )
// CHECK-NEXT: ( 0, 0, 0, 0, 1 )
// CHECK-NEXT: ( 0, 0, -28, -10, -20 )
// CHECK-NEXT: ( 5, 5, 9, 5, 1 )
// CHECK-NEXT: ( 0, 0, 1, -6, -4 )
// CHECK-NEXT: 0
