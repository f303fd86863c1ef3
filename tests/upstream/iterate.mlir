// sparse_tensor.iterate over the levels of a tensor, one after the other or several at once, and extract_value.
// RUN: %modes %s | FileCheck %s --match-full-lines

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton) }>
#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
#DCSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed) }>

module {
  func.func @main() {
    %c1 = arith.constant dense<[0.0, 3.0, 0.0, -2.0, 0.5]> : tensor<5xf64>
    %s2 = sparse_tensor.convert %c1 : tensor<5xf64> to tensor<5xf64, #SV>
    %z3 = arith.constant 0.0 : f64
    %s4 = sparse_tensor.extract_iteration_space %s2 lvls = 0 : tensor<5xf64, #SV> -> !sparse_tensor.iter_space<#SV, lvls = 0>
    %r5 = sparse_tensor.iterate %it1 in %s4 at(%crd1) iter_args(%acc1 = %z3) : !sparse_tensor.iter_space<#SV, lvls = 0> -> f64 {
      %val1 = sparse_tensor.extract_value %s2 at %it1 : tensor<5xf64, #SV>, !sparse_tensor.iterator<#SV, lvls = 0>
      %k1 = arith.index_cast %crd1 : index to i64
      %f1 = arith.sitofp %k1 : i64 to f64
      %p1 = arith.mulf %val1, %f1 : f64
      %q1 = arith.addf %acc1, %p1 : f64
      sparse_tensor.yield %q1 : f64
    }
    vector.print %r5 : f64
    %c6 = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, -4.0, 0.0], [5.0, 0.0, 0.0, 0.0, 6.5]]> : tensor<4x5xf64>
    %s7 = sparse_tensor.convert %c6 : tensor<4x5xf64> to tensor<4x5xf64, #COO>
    %s8 = sparse_tensor.extract_iteration_space %s7 lvls = 0 to 2 : tensor<4x5xf64, #COO> -> !sparse_tensor.iter_space<#COO, lvls = 0 to 2>
    sparse_tensor.iterate %pos0 in %s8 at(%row0, %col0) : !sparse_tensor.iter_space<#COO, lvls = 0 to 2> {
      %val0_ = sparse_tensor.extract_value %s7 at %pos0 : tensor<4x5xf64, #COO>, !sparse_tensor.iterator<#COO, lvls = 0 to 2>
      vector.print %row0 : index
      vector.print %col0 : index
      vector.print %val0_ : f64
    }
    %c9 = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, -4.0, 0.0], [5.0, 0.0, 0.0, 0.0, 6.5]]> : tensor<4x5xf64>
    %s10 = sparse_tensor.convert %c9 : tensor<4x5xf64> to tensor<4x5xf64, #CSR>
    %s11 = sparse_tensor.extract_iteration_space %s10 lvls = 0 to 2 : tensor<4x5xf64, #CSR> -> !sparse_tensor.iter_space<#CSR, lvls = 0 to 2>
    sparse_tensor.iterate %pos1 in %s11 at(%row1, %col1) : !sparse_tensor.iter_space<#CSR, lvls = 0 to 2> {
      %val1_ = sparse_tensor.extract_value %s10 at %pos1 : tensor<4x5xf64, #CSR>, !sparse_tensor.iterator<#CSR, lvls = 0 to 2>
      vector.print %row1 : index
      vector.print %col1 : index
      vector.print %val1_ : f64
    }
    %c12 = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, -4.0, 0.0], [5.0, 0.0, 0.0, 0.0, 6.5]]> : tensor<4x5xf64>
    %s13 = sparse_tensor.convert %c12 : tensor<4x5xf64> to tensor<4x5xf64, #DCSR>
    %s14 = sparse_tensor.extract_iteration_space %s13 lvls = 0 to 2 : tensor<4x5xf64, #DCSR> -> !sparse_tensor.iter_space<#DCSR, lvls = 0 to 2>
    sparse_tensor.iterate %pos2 in %s14 at(%row2, %col2) : !sparse_tensor.iter_space<#DCSR, lvls = 0 to 2> {
      %val2_ = sparse_tensor.extract_value %s13 at %pos2 : tensor<4x5xf64, #DCSR>, !sparse_tensor.iterator<#DCSR, lvls = 0 to 2>
      vector.print %row2 : index
      vector.print %col2 : index
      vector.print %val2_ : f64
    }
    %c15 = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, -4.0, 0.0], [5.0, 0.0, 0.0, 0.0, 6.5]]> : tensor<4x5xf64>
    %s16 = sparse_tensor.convert %c15 : tensor<4x5xf64> to tensor<4x5xf64, #CSR>
    %s17 = sparse_tensor.extract_iteration_space %s16 lvls = 0 : tensor<4x5xf64, #CSR> -> !sparse_tensor.iter_space<#CSR, lvls = 0 to 1>
    %r18 = sparse_tensor.iterate %o in %s17 at(%row) iter_args(%best = %z3) : !sparse_tensor.iter_space<#CSR, lvls = 0 to 1> -> f64 {
      %in = sparse_tensor.extract_iteration_space %s16 at %o lvls = 1 : tensor<4x5xf64, #CSR>, !sparse_tensor.iterator<#CSR, lvls = 0 to 1> -> !sparse_tensor.iter_space<#CSR, lvls = 1 to 2>
      %sum = sparse_tensor.iterate %w in %in iter_args(%t = %z3) : !sparse_tensor.iter_space<#CSR, lvls = 1 to 2> -> f64 {
        %x = sparse_tensor.extract_value %s16 at %w : tensor<4x5xf64, #CSR>, !sparse_tensor.iterator<#CSR, lvls = 1 to 2>
        %u = arith.addf %t, %x : f64
        sparse_tensor.yield %u : f64
      }
      vector.print %sum : f64
      %m = arith.maximumf %best, %sum : f64
      sparse_tensor.yield %m : f64
    }
    vector.print %r18 : f64
    return
  }
}

// CHECK: -1
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
// CHECK-NEXT: 3
// CHECK-NEXT: 0
// CHECK-NEXT: -1
// CHECK-NEXT: 11.5
// CHECK-NEXT: 11.5
