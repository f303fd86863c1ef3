// sparse_tensor.coiterate over several levels: all coordinates of the spaces in order, the last
// level's within those of the first.
// RUN: %modes %s | FileCheck %s --match-full-lines

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#DCSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton) }>
#DD = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : dense) }>
#CSF = #sparse_tensor.encoding<{ map = (d0, d1, d2) -> (d0 : dense, d1 : compressed, d2 : compressed) }>

module {
  func.func @main() {
    %zero = arith.constant 0.0 : f64
    %a_dense = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, -4.0, 0.0], [5.0, 0.0, 0.0, 0.0, 6.5]]> : tensor<4x5xf64>
    %a = sparse_tensor.convert %a_dense : tensor<4x5xf64> to tensor<4x5xf64, #CSR>
    %as = sparse_tensor.extract_iteration_space %a lvls = 0 to 2 : tensor<4x5xf64, #CSR> -> !sparse_tensor.iter_space<#CSR, lvls = 0 to 2>
    %b_dense = arith.constant dense<[[0.0, 0.0, 10.0, 20.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [30.0, 40.0, 0.0, 0.0, 50.0]]> : tensor<4x5xf64>
    %b = sparse_tensor.convert %b_dense : tensor<4x5xf64> to tensor<4x5xf64, #DCSR>
    %bs = sparse_tensor.extract_iteration_space %b lvls = 0 to 2 : tensor<4x5xf64, #DCSR> -> !sparse_tensor.iter_space<#DCSR, lvls = 0 to 2>
    %c_dense = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, -4.0, 0.0], [5.0, 0.0, 0.0, 0.0, 6.5]]> : tensor<4x5xf64>
    %c = sparse_tensor.convert %c_dense : tensor<4x5xf64> to tensor<4x5xf64, #COO>
    %cs = sparse_tensor.extract_iteration_space %c lvls = 0 to 2 : tensor<4x5xf64, #COO> -> !sparse_tensor.iter_space<#COO, lvls = 0 to 2>
    %d_dense = arith.constant dense<[[0.0, 1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0, 9.0], [10.0, 11.0, 12.0, 13.0, 14.0], [15.0, 16.0, 17.0, 18.0, 19.0]]> : tensor<4x5xf64>
    %d = sparse_tensor.convert %d_dense : tensor<4x5xf64> to tensor<4x5xf64, #DD>
    %ds = sparse_tensor.extract_iteration_space %d lvls = 0 to 2 : tensor<4x5xf64, #DD> -> !sparse_tensor.iter_space<#DD, lvls = 0 to 2>
    // What either has, and where both do their sum.
    sparse_tensor.coiterate (%as, %bs) at(%i, %j) : (!sparse_tensor.iter_space<#CSR, lvls = 0 to 2>, !sparse_tensor.iter_space<#DCSR, lvls = 0 to 2>)
    case %p, _ {
      %x1 = sparse_tensor.extract_value %a at %p : tensor<4x5xf64, #CSR>, !sparse_tensor.iterator<#CSR, lvls = 0 to 2>
      vector.print %i : index
      vector.print %j : index
      vector.print %x1 : f64
    }
    case _, %q {
      %x2 = sparse_tensor.extract_value %b at %q : tensor<4x5xf64, #DCSR>, !sparse_tensor.iterator<#DCSR, lvls = 0 to 2>
      vector.print %i : index
      vector.print %j : index
      vector.print %x2 : f64
    }
    case %p, %q {
      %x3 = sparse_tensor.extract_value %a at %p : tensor<4x5xf64, #CSR>, !sparse_tensor.iterator<#CSR, lvls = 0 to 2>
      %x4 = sparse_tensor.extract_value %b at %q : tensor<4x5xf64, #DCSR>, !sparse_tensor.iterator<#DCSR, lvls = 0 to 2>
      %x5 = arith.addf %x3, %x4 : f64
      vector.print %i : index
      vector.print %j : index
      vector.print %x5 : f64
    }
    // Rows that are lists of elements.
    %r2 = sparse_tensor.coiterate (%cs, %bs) at(%i, %j) iter_args(%s = %zero) : (!sparse_tensor.iter_space<#COO, lvls = 0 to 2>, !sparse_tensor.iter_space<#DCSR, lvls = 0 to 2>) -> f64
    case %p, %q {
      %y1 = sparse_tensor.extract_value %c at %p : tensor<4x5xf64, #COO>, !sparse_tensor.iterator<#COO, lvls = 0 to 2>
      %y2 = sparse_tensor.extract_value %b at %q : tensor<4x5xf64, #DCSR>, !sparse_tensor.iterator<#DCSR, lvls = 0 to 2>
      %y3 = arith.mulf %y1, %y2 : f64
      %y4 = arith.addf %s, %y3 : f64
      sparse_tensor.yield %y4 : f64
    }
    vector.print %r2 : f64
    // Only the first, and one of its coordinates.
    %r3 = sparse_tensor.coiterate (%cs, %bs) at(_, %j) iter_args(%s = %zero) : (!sparse_tensor.iter_space<#COO, lvls = 0 to 2>, !sparse_tensor.iter_space<#DCSR, lvls = 0 to 2>) -> f64
    case %p, _ {
      %z1 = sparse_tensor.extract_value %c at %p : tensor<4x5xf64, #COO>, !sparse_tensor.iterator<#COO, lvls = 0 to 2>
      vector.print %j : index
      %z2 = arith.addf %s, %z1 : f64
      sparse_tensor.yield %z2 : f64
    }
    vector.print %r3 : f64
    // One that has all coordinates, between two others.
    %r4 = sparse_tensor.coiterate (%as, %ds, %bs) at(%i, %j) iter_args(%s = %zero) : (!sparse_tensor.iter_space<#CSR, lvls = 0 to 2>, !sparse_tensor.iter_space<#DD, lvls = 0 to 2>, !sparse_tensor.iter_space<#DCSR, lvls = 0 to 2>) -> f64
    case %p, %q, _ {
      %u1 = sparse_tensor.extract_value %a at %p : tensor<4x5xf64, #CSR>, !sparse_tensor.iterator<#CSR, lvls = 0 to 2>
      %u2 = sparse_tensor.extract_value %d at %q : tensor<4x5xf64, #DD>, !sparse_tensor.iterator<#DD, lvls = 0 to 2>
      %u3 = arith.mulf %u1, %u2 : f64
      %u4 = arith.addf %s, %u3 : f64
      sparse_tensor.yield %u4 : f64
    }
    case %p, %q, %t {
      %w1 = sparse_tensor.extract_value %a at %p : tensor<4x5xf64, #CSR>, !sparse_tensor.iterator<#CSR, lvls = 0 to 2>
      %w2 = sparse_tensor.extract_value %d at %q : tensor<4x5xf64, #DD>, !sparse_tensor.iterator<#DD, lvls = 0 to 2>
      %w3 = arith.mulf %w1, %w2 : f64
      %w4 = arith.subf %s, %w3 : f64
      sparse_tensor.yield %w4 : f64
    }
    vector.print %r4 : f64
    // The lower levels, below each row.
    %e_dense = arith.constant dense<[[[0.0, 1.0], [0.0, 0.0], [2.0, 3.0]], [[0.0, 0.0], [0.0, 4.0], [0.0, 0.0]]]> : tensor<2x3x2xf64>
    %e = sparse_tensor.convert %e_dense : tensor<2x3x2xf64> to tensor<2x3x2xf64, #CSF>
    %f_dense = arith.constant dense<[[[5.0, 0.0], [6.0, 0.0], [0.0, 7.0]], [[8.0, 0.0], [0.0, 9.0], [0.0, 0.0]]]> : tensor<2x3x2xf64>
    %f = sparse_tensor.convert %f_dense : tensor<2x3x2xf64> to tensor<2x3x2xf64, #CSF>
    %er = sparse_tensor.extract_iteration_space %e lvls = 0 : tensor<2x3x2xf64, #CSF> -> !sparse_tensor.iter_space<#CSF, lvls = 0>
    %fr = sparse_tensor.extract_iteration_space %f lvls = 0 : tensor<2x3x2xf64, #CSF> -> !sparse_tensor.iter_space<#CSF, lvls = 0>
    %r5 = sparse_tensor.coiterate (%er, %fr) at(%h) iter_args(%s = %zero) : (!sparse_tensor.iter_space<#CSF, lvls = 0>, !sparse_tensor.iter_space<#CSF, lvls = 0>) -> f64
    case %p, %q {
      %el = sparse_tensor.extract_iteration_space %e at %p lvls = 1 to 3 : tensor<2x3x2xf64, #CSF>, !sparse_tensor.iterator<#CSF, lvls = 0> -> !sparse_tensor.iter_space<#CSF, lvls = 1 to 3>
      %fl = sparse_tensor.extract_iteration_space %f at %q lvls = 1 to 3 : tensor<2x3x2xf64, #CSF>, !sparse_tensor.iterator<#CSF, lvls = 0> -> !sparse_tensor.iter_space<#CSF, lvls = 1 to 3>
      %r6 = sparse_tensor.coiterate (%el, %fl) at(%i, %j) iter_args(%t = %s) : (!sparse_tensor.iter_space<#CSF, lvls = 1 to 3>, !sparse_tensor.iter_space<#CSF, lvls = 1 to 3>) -> f64
      case %pp, _ {
        vector.print %h : index
        vector.print %i : index
        vector.print %j : index
        sparse_tensor.yield %t : f64
      }
      case %pp, %qq {
        %v1 = sparse_tensor.extract_value %e at %pp : tensor<2x3x2xf64, #CSF>, !sparse_tensor.iterator<#CSF, lvls = 1 to 3>
        %v2 = sparse_tensor.extract_value %f at %qq : tensor<2x3x2xf64, #CSF>, !sparse_tensor.iterator<#CSF, lvls = 1 to 3>
        %v3 = arith.mulf %v1, %v2 : f64
        %v4 = arith.addf %t, %v3 : f64
        sparse_tensor.yield %v4 : f64
      }
      sparse_tensor.yield %r6 : f64
    }
    vector.print %r5 : f64
    return
  }
}

// CHECK: 0
// CHECK-NEXT: 0
// CHECK-NEXT: 1
// CHECK-NEXT: 0
// CHECK-NEXT: 2
// CHECK-NEXT: 12
// CHECK-NEXT: 0
// CHECK-NEXT: 3
// CHECK-NEXT: 20
// CHECK-NEXT: 2
// CHECK-NEXT: 1
// CHECK-NEXT: 3
// CHECK-NEXT: 2
// CHECK-NEXT: 3
// CHECK-NEXT: -4
// CHECK-NEXT: 3
// CHECK-NEXT: 0
// CHECK-NEXT: 35
// CHECK-NEXT: 3
// CHECK-NEXT: 1
// CHECK-NEXT: 40
// CHECK-NEXT: 3
// CHECK-NEXT: 4
// CHECK-NEXT: 56.5
// CHECK-NEXT: 495
// CHECK-NEXT: 0
// CHECK-NEXT: 1
// CHECK-NEXT: 3
// CHECK-NEXT: 0
// CHECK-NEXT: -221.5
// CHECK-NEXT: 0
// CHECK-NEXT: 0
// CHECK-NEXT: 1
// CHECK-NEXT: 0
// CHECK-NEXT: 2
// CHECK-NEXT: 0
// CHECK-NEXT: 57
