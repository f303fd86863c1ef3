// sparse_tensor.iterate over levels of every type, and over coordinates that repeat.
// RUN: %modes %s | FileCheck %s --match-full-lines

#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton) }>
#COO3 = #sparse_tensor.encoding<{ map = (d0, d1, d2) -> (d0 : compressed(nonunique), d1 : singleton(nonunique), d2 : singleton) }>
#Loose = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : loose_compressed) }>
#NM = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j floordiv 4 : dense, j mod 4 : structured[2, 4]) }>
#Batch = #sparse_tensor.encoding<{ map = (d0, d1, d2) -> (d0 : batch, d1 : dense, d2 : compressed) }>

module {
  func.func @main() {
    %zero = arith.constant 0.0 : f64
    // Coordinates that repeat: the rows, and in each its columns.
    %c_dense = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, -4.0, 0.0], [5.0, 0.0, 0.0, 0.0, 6.5]]> : tensor<4x5xf64>
    %c = sparse_tensor.convert %c_dense : tensor<4x5xf64> to tensor<4x5xf64, #COO>
    %cr = sparse_tensor.extract_iteration_space %c lvls = 0 to 1 : tensor<4x5xf64, #COO> -> !sparse_tensor.iter_space<#COO, lvls = 0 to 1>
    sparse_tensor.iterate %p in %cr at(%i) : !sparse_tensor.iter_space<#COO, lvls = 0 to 1> {
    %cc = sparse_tensor.extract_iteration_space %c at %p lvls = 1 to 2 : tensor<4x5xf64, #COO>, !sparse_tensor.iterator<#COO, lvls = 0 to 1> -> !sparse_tensor.iter_space<#COO, lvls = 1 to 2>
      %r1 = sparse_tensor.iterate %q in %cc at(%j) iter_args(%s = %zero) : !sparse_tensor.iter_space<#COO, lvls = 1 to 2> -> f64 {
      vector.print %j : index
      %x1 = sparse_tensor.extract_value %c at %q : tensor<4x5xf64, #COO>, !sparse_tensor.iterator<#COO, lvls = 1 to 2>
        %y1 = arith.addf %s, %x1 : f64
        sparse_tensor.yield %y1 : f64
      }
      vector.print %i : index
      vector.print %r1 : f64
    }
    // Pairs of coordinates that repeat, and the third one of each.
    %t_dense = arith.constant dense<[[[0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0, -2.0], [0.0, 0.0, 0.0, 0.0, 0.0], [3.0, 0.0, 0.0, 0.0, 0.0]], [[0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0]], [[4.0, 0.0, 0.0, 5.5, 6.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0]]]> : tensor<3x4x5xf64>
    %t = sparse_tensor.convert %t_dense : tensor<3x4x5xf64> to tensor<3x4x5xf64, #COO3>
    %tp = sparse_tensor.extract_iteration_space %t lvls = 0 to 2 : tensor<3x4x5xf64, #COO3> -> !sparse_tensor.iter_space<#COO3, lvls = 0 to 2>
    %r2 = sparse_tensor.iterate %p in %tp at(%i, %j) iter_args(%n = %zero) : !sparse_tensor.iter_space<#COO3, lvls = 0 to 2> -> f64 {
    %tk = sparse_tensor.extract_iteration_space %t at %p lvls = 2 to 3 : tensor<3x4x5xf64, #COO3>, !sparse_tensor.iterator<#COO3, lvls = 0 to 2> -> !sparse_tensor.iter_space<#COO3, lvls = 2 to 3>
      %r3 = sparse_tensor.iterate %q in %tk at(%k) iter_args(%s = %zero) : !sparse_tensor.iter_space<#COO3, lvls = 2 to 3> -> f64 {
      %x2 = sparse_tensor.extract_value %t at %q : tensor<3x4x5xf64, #COO3>, !sparse_tensor.iterator<#COO3, lvls = 2 to 3>
      vector.print %k : index
        %y2 = arith.addf %s, %x2 : f64
        sparse_tensor.yield %y2 : f64
      }
      vector.print %i : index
      vector.print %j : index
      vector.print %r3 : f64
      %m2 = arith.maximumf %n, %r3 : f64
      sparse_tensor.yield %m2 : f64
    }
    vector.print %r2 : f64
    // The same three levels one by one.
    %t0 = sparse_tensor.extract_iteration_space %t lvls = 0 to 1 : tensor<3x4x5xf64, #COO3> -> !sparse_tensor.iter_space<#COO3, lvls = 0 to 1>
    sparse_tensor.iterate %p in %t0 at(%i) : !sparse_tensor.iter_space<#COO3, lvls = 0 to 1> {
      vector.print %i : index
    %t1 = sparse_tensor.extract_iteration_space %t at %p lvls = 1 to 2 : tensor<3x4x5xf64, #COO3>, !sparse_tensor.iterator<#COO3, lvls = 0 to 1> -> !sparse_tensor.iter_space<#COO3, lvls = 1 to 2>
      sparse_tensor.iterate %q in %t1 at(%j) : !sparse_tensor.iter_space<#COO3, lvls = 1 to 2> {
      vector.print %j : index
    %t2 = sparse_tensor.extract_iteration_space %t at %q lvls = 2 to 3 : tensor<3x4x5xf64, #COO3>, !sparse_tensor.iterator<#COO3, lvls = 1 to 2> -> !sparse_tensor.iter_space<#COO3, lvls = 2 to 3>
        sparse_tensor.iterate %r in %t2 at(%k) : !sparse_tensor.iter_space<#COO3, lvls = 2 to 3> {
      vector.print %k : index
      %x3 = sparse_tensor.extract_value %t at %r : tensor<3x4x5xf64, #COO3>, !sparse_tensor.iterator<#COO3, lvls = 2 to 3>
      vector.print %x3 : f64
        }
      }
    }
    // Rows of which each says where it begins and where it ends.
    %l_dense = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, -4.0, 0.0], [5.0, 0.0, 0.0, 0.0, 6.5]]> : tensor<4x5xf64>
    %l = sparse_tensor.convert %l_dense : tensor<4x5xf64> to tensor<4x5xf64, #Loose>
    %lr = sparse_tensor.extract_iteration_space %l lvls = 0 to 1 : tensor<4x5xf64, #Loose> -> !sparse_tensor.iter_space<#Loose, lvls = 0 to 1>
    sparse_tensor.iterate %p in %lr at(%i) : !sparse_tensor.iter_space<#Loose, lvls = 0 to 1> {
    %lc = sparse_tensor.extract_iteration_space %l at %p lvls = 1 to 2 : tensor<4x5xf64, #Loose>, !sparse_tensor.iterator<#Loose, lvls = 0 to 1> -> !sparse_tensor.iter_space<#Loose, lvls = 1 to 2>
      sparse_tensor.iterate %q in %lc at(%j) : !sparse_tensor.iter_space<#Loose, lvls = 1 to 2> {
      vector.print %i : index
      vector.print %j : index
      %x4 = sparse_tensor.extract_value %l at %q : tensor<4x5xf64, #Loose>, !sparse_tensor.iterator<#Loose, lvls = 1 to 2>
      vector.print %x4 : f64
      }
    }
    // Two of four: all positions have elements.
    %n_dense = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0, 0.0, 3.0, 4.0], [0.0, 5.0, 0.0, 6.0, -7.0, 8.0, 0.0, 0.0], [0.0, 0.0, 9.0, 10.0, 0.0, 11.0, 12.0, 0.0]]> : tensor<3x8xf64>
    %n = sparse_tensor.convert %n_dense : tensor<3x8xf64> to tensor<3x8xf64, #NM>
    %ns = sparse_tensor.extract_iteration_space %n lvls = 0 to 3 : tensor<3x8xf64, #NM> -> !sparse_tensor.iter_space<#NM, lvls = 0 to 3>
    sparse_tensor.iterate %p in %ns at(%i, %b, %k) : !sparse_tensor.iter_space<#NM, lvls = 0 to 3> {
      vector.print %i : index
      vector.print %b : index
      vector.print %k : index
      %x5 = sparse_tensor.extract_value %n at %p : tensor<3x8xf64, #NM>, !sparse_tensor.iterator<#NM, lvls = 0 to 3>
      vector.print %x5 : f64
    }
    // Batches, of which each has arrays of its own.
    %b_dense = arith.constant dense<[[[0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 2.0]], [[3.0, 0.0, 0.0, 0.0], [0.0, 0.0, -4.0, 5.0], [0.0, 0.0, 0.0, 0.0]]]> : tensor<2x3x4xf64>
    %b = sparse_tensor.convert %b_dense : tensor<2x3x4xf64> to tensor<2x3x4xf64, #Batch>
    %bs = sparse_tensor.extract_iteration_space %b lvls = 0 to 3 : tensor<2x3x4xf64, #Batch> -> !sparse_tensor.iter_space<#Batch, lvls = 0 to 3>
    sparse_tensor.iterate %p in %bs at(%i, %j, %k) : !sparse_tensor.iter_space<#Batch, lvls = 0 to 3> {
      %x6 = sparse_tensor.extract_value %b at %p : tensor<2x3x4xf64, #Batch>, !sparse_tensor.iterator<#Batch, lvls = 0 to 3>
      %some = arith.cmpf une, %x6, %zero : f64
      scf.if %some {
      vector.print %i : index
      vector.print %j : index
      vector.print %k : index
      vector.print %x6 : f64
      }
    }
    return
  }
}

// CHECK: 0
// CHECK-NEXT: 2
// CHECK-NEXT: 0
// CHECK-NEXT: 3
// CHECK-NEXT: 1
// CHECK-NEXT: 3
// CHECK-NEXT: 2
// CHECK-NEXT: -1
// CHECK-NEXT: 0
// CHECK-NEXT: 4
// CHECK-NEXT: 3
// CHECK-NEXT: 11.5
// CHECK-NEXT: 2
// CHECK-NEXT: 4
// CHECK-NEXT: 0
// CHECK-NEXT: 1
// CHECK-NEXT: -1
// CHECK-NEXT: 0
// CHECK-NEXT: 0
// CHECK-NEXT: 3
// CHECK-NEXT: 3
// CHECK-NEXT: 0
// CHECK-NEXT: 3
// CHECK-NEXT: 4
// CHECK-NEXT: 2
// CHECK-NEXT: 0
// CHECK-NEXT: 15.5
// CHECK-NEXT: 15.5
// CHECK-NEXT: 0
// CHECK-NEXT: 1
// CHECK-NEXT: 2
// CHECK-NEXT: 1
// CHECK-NEXT: 4
// CHECK-NEXT: -2
// CHECK-NEXT: 3
// CHECK-NEXT: 0
// CHECK-NEXT: 3
// CHECK-NEXT: 2
// CHECK-NEXT: 0
// CHECK-NEXT: 0
// CHECK-NEXT: 4
// CHECK-NEXT: 3
// CHECK-NEXT: 5.5
// CHECK-NEXT: 4
// CHECK-NEXT: 6
// CHECK-NEXT: 0
// CHECK-NEXT: 0
// CHECK-NEXT: 1
// CHECK-NEXT: 0
// CHECK-NEXT: 2
// CHECK-NEXT: 2
// CHECK-NEXT: 2
// CHECK-NEXT: 1
// CHECK-NEXT: 3
// CHECK-NEXT: 2
// CHECK-NEXT: 3
// CHECK-NEXT: -4
// CHECK-NEXT: 3
// CHECK-NEXT: 0
// CHECK-NEXT: 5
// CHECK-NEXT: 3
// CHECK-NEXT: 4
// CHECK-NEXT: 6.5
// CHECK-NEXT: 0
// CHECK-NEXT: 0
// CHECK-NEXT: 0
// CHECK-NEXT: 1
// CHECK-NEXT: 0
// CHECK-NEXT: 0
// CHECK-NEXT: 2
// CHECK-NEXT: 2
// CHECK-NEXT: 0
// CHECK-NEXT: 1
// CHECK-NEXT: 2
// CHECK-NEXT: 3
// CHECK-NEXT: 0
// CHECK-NEXT: 1
// CHECK-NEXT: 3
// CHECK-NEXT: 4
// CHECK-NEXT: 1
// CHECK-NEXT: 0
// CHECK-NEXT: 1
// CHECK-NEXT: 5
// CHECK-NEXT: 1
// CHECK-NEXT: 0
// CHECK-NEXT: 3
// CHECK-NEXT: 6
// CHECK-NEXT: 1
// CHECK-NEXT: 1
// CHECK-NEXT: 0
// CHECK-NEXT: -7
// CHECK-NEXT: 1
// CHECK-NEXT: 1
// CHECK-NEXT: 1
// CHECK-NEXT: 8
// CHECK-NEXT: 2
// CHECK-NEXT: 0
// CHECK-NEXT: 2
// CHECK-NEXT: 9
// CHECK-NEXT: 2
// CHECK-NEXT: 0
// CHECK-NEXT: 3
// CHECK-NEXT: 10
// CHECK-NEXT: 2
// CHECK-NEXT: 1
// CHECK-NEXT: 1
// CHECK-NEXT: 11
// CHECK-NEXT: 2
// CHECK-NEXT: 1
// CHECK-NEXT: 2
// CHECK-NEXT: 12
// CHECK-NEXT: 0
// CHECK-NEXT: 0
// CHECK-NEXT: 1
// CHECK-NEXT: 1
// CHECK-NEXT: 0
// CHECK-NEXT: 2
// CHECK-NEXT: 3
// CHECK-NEXT: 2
// CHECK-NEXT: 1
// CHECK-NEXT: 0
// CHECK-NEXT: 0
// CHECK-NEXT: 3
// CHECK-NEXT: 1
// CHECK-NEXT: 1
// CHECK-NEXT: 2
// CHECK-NEXT: -4
// CHECK-NEXT: 1
// CHECK-NEXT: 1
// CHECK-NEXT: 3
// CHECK-NEXT: 5
