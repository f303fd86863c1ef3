// sparse_tensor.coiterate: what each case says is stored, and nothing else, at coordinates in order.
// RUN: %modes %s | FileCheck %s --match-full-lines

#SV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
#DV = #sparse_tensor.encoding<{ map = (d0) -> (d0 : dense) }>
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#DCSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton) }>

module {
  func.func @add(%a: tensor<7xf64, #SV>, %b: tensor<7xf64, #SV>) -> tensor<7xf64, #SV> {
    %s = sparse_tensor.extract_iteration_space %a lvls = 0 : tensor<7xf64, #SV> -> !sparse_tensor.iter_space<#SV, lvls = 0>
    %t = sparse_tensor.extract_iteration_space %b lvls = 0 : tensor<7xf64, #SV> -> !sparse_tensor.iter_space<#SV, lvls = 0>
    %e = tensor.empty() : tensor<7xf64, #SV>
    %r = sparse_tensor.coiterate (%s, %t) at(%c) iter_args(%x = %e) : (!sparse_tensor.iter_space<#SV, lvls = 0>, !sparse_tensor.iter_space<#SV, lvls = 0>) -> tensor<7xf64, #SV>
    case %i, _ {
      %v = sparse_tensor.extract_value %a at %i : tensor<7xf64, #SV>, !sparse_tensor.iterator<#SV, lvls = 0>
      %q = tensor.insert %v into %x[%c] : tensor<7xf64, #SV>
      sparse_tensor.yield %q : tensor<7xf64, #SV>
    }
    case _, %j {
      %v = sparse_tensor.extract_value %b at %j : tensor<7xf64, #SV>, !sparse_tensor.iterator<#SV, lvls = 0>
      %q = tensor.insert %v into %x[%c] : tensor<7xf64, #SV>
      sparse_tensor.yield %q : tensor<7xf64, #SV>
    }
    case %i, %j {
      %v = sparse_tensor.extract_value %a at %i : tensor<7xf64, #SV>, !sparse_tensor.iterator<#SV, lvls = 0>
      %w = sparse_tensor.extract_value %b at %j : tensor<7xf64, #SV>, !sparse_tensor.iterator<#SV, lvls = 0>
      %y = arith.addf %v, %w : f64
      %q = tensor.insert %y into %x[%c] : tensor<7xf64, #SV>
      sparse_tensor.yield %q : tensor<7xf64, #SV>
    }
    %l = sparse_tensor.load %r hasInserts : tensor<7xf64, #SV>
    return %l : tensor<7xf64, #SV>
  }

  func.func @main() {
    // A sum, element by element; the last coordinate is one of the first only.
    %zero = arith.constant 0.0 : f64
    %u_dense = arith.constant dense<[1.0, 0.0, 3.0, 4.0, 0.0, 0.0, -7.0]> : tensor<7xf64>
    %u = sparse_tensor.convert %u_dense : tensor<7xf64> to tensor<7xf64, #SV>
    %v_dense = arith.constant dense<[10.0, 20.0, 0.0, 40.0, 0.0, 60.0, 0.0]> : tensor<7xf64>
    %v = sparse_tensor.convert %v_dense : tensor<7xf64> to tensor<7xf64, #SV>
    %us = sparse_tensor.extract_iteration_space %u lvls = 0 to 1 : tensor<7xf64, #SV> -> !sparse_tensor.iter_space<#SV, lvls = 0 to 1>
    %vs = sparse_tensor.extract_iteration_space %v lvls = 0 to 1 : tensor<7xf64, #SV> -> !sparse_tensor.iter_space<#SV, lvls = 0 to 1>
    %r1 = sparse_tensor.coiterate (%us, %vs) at(%i) iter_args(%s = %zero) : (!sparse_tensor.iter_space<#SV, lvls = 0 to 1>, !sparse_tensor.iter_space<#SV, lvls = 0 to 1>) -> f64
    case %p, _ {
      %x1 = sparse_tensor.extract_value %u at %p : tensor<7xf64, #SV>, !sparse_tensor.iterator<#SV, lvls = 0 to 1>
      vector.print %i : index
      vector.print %x1 : f64
      %t1 = arith.addf %s, %x1 : f64
      sparse_tensor.yield %t1 : f64
    }
    case _, %q {
      %x2 = sparse_tensor.extract_value %v at %q : tensor<7xf64, #SV>, !sparse_tensor.iterator<#SV, lvls = 0 to 1>
      vector.print %i : index
      vector.print %x2 : f64
      sparse_tensor.yield %s : f64
    }
    case %p, %q {
      %x3 = sparse_tensor.extract_value %u at %p : tensor<7xf64, #SV>, !sparse_tensor.iterator<#SV, lvls = 0 to 1>
      %x4 = sparse_tensor.extract_value %v at %q : tensor<7xf64, #SV>, !sparse_tensor.iterator<#SV, lvls = 0 to 1>
      %x5 = arith.addf %x3, %x4 : f64
      vector.print %i : index
      vector.print %x5 : f64
      %t3 = arith.mulf %s, %x4 : f64
      sparse_tensor.yield %t3 : f64
    }
    vector.print %r1 : f64
    // What both have, without results.
    sparse_tensor.coiterate (%us, %vs) at(%i) : (!sparse_tensor.iter_space<#SV, lvls = 0 to 1>, !sparse_tensor.iter_space<#SV, lvls = 0 to 1>)
    case %p, %q {
      vector.print %i : index
    }
    // Three spaces, of which one has every coordinate.
    %w_dense = arith.constant dense<[5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0]> : tensor<7xf64>
    %w = sparse_tensor.convert %w_dense : tensor<7xf64> to tensor<7xf64, #DV>
    %ws = sparse_tensor.extract_iteration_space %w lvls = 0 to 1 : tensor<7xf64, #DV> -> !sparse_tensor.iter_space<#DV, lvls = 0 to 1>
    %r3 = sparse_tensor.coiterate (%us, %vs, %ws) at(%i) iter_args(%s = %zero) : (!sparse_tensor.iter_space<#SV, lvls = 0 to 1>, !sparse_tensor.iter_space<#SV, lvls = 0 to 1>, !sparse_tensor.iter_space<#DV, lvls = 0 to 1>) -> f64
    case %p, _, %r {
      %y1 = sparse_tensor.extract_value %u at %p : tensor<7xf64, #SV>, !sparse_tensor.iterator<#SV, lvls = 0 to 1>
      %y2 = sparse_tensor.extract_value %w at %r : tensor<7xf64, #DV>, !sparse_tensor.iterator<#DV, lvls = 0 to 1>
      %y3 = arith.mulf %y1, %y2 : f64
      %y4 = arith.addf %s, %y3 : f64
      sparse_tensor.yield %y4 : f64
    }
    case _, _, %r {
      %y5 = sparse_tensor.extract_value %w at %r : tensor<7xf64, #DV>, !sparse_tensor.iterator<#DV, lvls = 0 to 1>
      %y6 = arith.subf %s, %y5 : f64
      sparse_tensor.yield %y6 : f64
    }
    vector.print %r3 : f64
    // Rows that both matrices have, and in these all columns.
    %a_dense = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, -4.0, 0.0], [5.0, 0.0, 0.0, 0.0, 6.5]]> : tensor<4x5xf64>
    %a = sparse_tensor.convert %a_dense : tensor<4x5xf64> to tensor<4x5xf64, #CSR>
    %b_dense = arith.constant dense<[[0.0, 0.0, 10.0, 20.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [30.0, 40.0, 0.0, 0.0, 50.0]]> : tensor<4x5xf64>
    %b = sparse_tensor.convert %b_dense : tensor<4x5xf64> to tensor<4x5xf64, #DCSR>
    %ar = sparse_tensor.extract_iteration_space %a lvls = 0 to 1 : tensor<4x5xf64, #CSR> -> !sparse_tensor.iter_space<#CSR, lvls = 0 to 1>
    %br = sparse_tensor.extract_iteration_space %b lvls = 0 to 1 : tensor<4x5xf64, #DCSR> -> !sparse_tensor.iter_space<#DCSR, lvls = 0 to 1>
    %r4 = sparse_tensor.coiterate (%ar, %br) at(%i) iter_args(%s = %zero) : (!sparse_tensor.iter_space<#CSR, lvls = 0 to 1>, !sparse_tensor.iter_space<#DCSR, lvls = 0 to 1>) -> f64
    case %p, %q {
    %ac = sparse_tensor.extract_iteration_space %a at %p lvls = 1 to 2 : tensor<4x5xf64, #CSR>, !sparse_tensor.iterator<#CSR, lvls = 0 to 1> -> !sparse_tensor.iter_space<#CSR, lvls = 1 to 2>
    %bc = sparse_tensor.extract_iteration_space %b at %q lvls = 1 to 2 : tensor<4x5xf64, #DCSR>, !sparse_tensor.iterator<#DCSR, lvls = 0 to 1> -> !sparse_tensor.iter_space<#DCSR, lvls = 1 to 2>
      %r5 = sparse_tensor.coiterate (%ac, %bc) at(%j) iter_args(%t = %s) : (!sparse_tensor.iter_space<#CSR, lvls = 1 to 2>, !sparse_tensor.iter_space<#DCSR, lvls = 1 to 2>) -> f64
      case %pp, _ {
      vector.print %i : index
      vector.print %j : index
        sparse_tensor.yield %t : f64
      }
      case _, %qq {
      %z1 = sparse_tensor.extract_value %b at %qq : tensor<4x5xf64, #DCSR>, !sparse_tensor.iterator<#DCSR, lvls = 1 to 2>
        %z2 = arith.subf %t, %z1 : f64
        sparse_tensor.yield %z2 : f64
      }
      case %pp, %qq {
      %z3 = sparse_tensor.extract_value %a at %pp : tensor<4x5xf64, #CSR>, !sparse_tensor.iterator<#CSR, lvls = 1 to 2>
      %z4 = sparse_tensor.extract_value %b at %qq : tensor<4x5xf64, #DCSR>, !sparse_tensor.iterator<#DCSR, lvls = 1 to 2>
        %z5 = arith.mulf %z3, %z4 : f64
        %z6 = arith.addf %t, %z5 : f64
        sparse_tensor.yield %z6 : f64
      }
      sparse_tensor.yield %r5 : f64
    }
    vector.print %r4 : f64
    // Rows of coordinates: each once, with all its elements below it.
    %c_dense = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, -4.0, 0.0], [5.0, 0.0, 0.0, 0.0, 6.5]]> : tensor<4x5xf64>
    %c = sparse_tensor.convert %c_dense : tensor<4x5xf64> to tensor<4x5xf64, #COO>
    %cr = sparse_tensor.extract_iteration_space %c lvls = 0 to 1 : tensor<4x5xf64, #COO> -> !sparse_tensor.iter_space<#COO, lvls = 0 to 1>
    %r6 = sparse_tensor.coiterate (%cr, %br) at(%i) iter_args(%s = %zero) : (!sparse_tensor.iter_space<#COO, lvls = 0 to 1>, !sparse_tensor.iter_space<#DCSR, lvls = 0 to 1>) -> f64
    case %p, %q {
    %cc = sparse_tensor.extract_iteration_space %c at %p lvls = 1 to 2 : tensor<4x5xf64, #COO>, !sparse_tensor.iterator<#COO, lvls = 0 to 1> -> !sparse_tensor.iter_space<#COO, lvls = 1 to 2>
    %bc2 = sparse_tensor.extract_iteration_space %b at %q lvls = 1 to 2 : tensor<4x5xf64, #DCSR>, !sparse_tensor.iterator<#DCSR, lvls = 0 to 1> -> !sparse_tensor.iter_space<#DCSR, lvls = 1 to 2>
      %r7 = sparse_tensor.coiterate (%cc, %bc2) at(%j) iter_args(%t = %s) : (!sparse_tensor.iter_space<#COO, lvls = 1 to 2>, !sparse_tensor.iter_space<#DCSR, lvls = 1 to 2>) -> f64
      case %pp, %qq {
      %m1 = sparse_tensor.extract_value %c at %pp : tensor<4x5xf64, #COO>, !sparse_tensor.iterator<#COO, lvls = 1 to 2>
      %m2 = sparse_tensor.extract_value %b at %qq : tensor<4x5xf64, #DCSR>, !sparse_tensor.iterator<#DCSR, lvls = 1 to 2>
        %m3 = arith.mulf %m1, %m2 : f64
        %m4 = arith.addf %t, %m3 : f64
        sparse_tensor.yield %m4 : f64
      }
      sparse_tensor.yield %r7 : f64
    }
    case %p, _ {
    %cd = sparse_tensor.extract_iteration_space %c at %p lvls = 1 to 2 : tensor<4x5xf64, #COO>, !sparse_tensor.iterator<#COO, lvls = 0 to 1> -> !sparse_tensor.iter_space<#COO, lvls = 1 to 2>
      %r8 = sparse_tensor.iterate %pp in %cd at(%j) iter_args(%t = %s) : !sparse_tensor.iter_space<#COO, lvls = 1 to 2> -> f64 {
      vector.print %i : index
      vector.print %j : index
      %m5 = sparse_tensor.extract_value %c at %pp : tensor<4x5xf64, #COO>, !sparse_tensor.iterator<#COO, lvls = 1 to 2>
        %m6 = arith.addf %t, %m5 : f64
        sparse_tensor.yield %m6 : f64
      }
      sparse_tensor.yield %r8 : f64
    }
    vector.print %r6 : f64
    // A sum as a sparse tensor, put together element by element.
    %sum = call @add(%u, %v) : (tensor<7xf64, #SV>, tensor<7xf64, #SV>) -> tensor<7xf64, #SV>
    sparse_tensor.print %sum : tensor<7xf64, #SV>
    return
  }
}

// CHECK: 0
// CHECK-NEXT: 11
// CHECK-NEXT: 1
// CHECK-NEXT: 20
// CHECK-NEXT: 2
// CHECK-NEXT: 3
// CHECK-NEXT: 3
// CHECK-NEXT: 44
// CHECK-NEXT: 5
// CHECK-NEXT: 60
// CHECK-NEXT: 6
// CHECK-NEXT: -7
// CHECK-NEXT: 113
// CHECK-NEXT: 0
// CHECK-NEXT: 3
// CHECK-NEXT: -65
// CHECK-NEXT: 0
// CHECK-NEXT: 0
// CHECK-NEXT: 435
// CHECK-NEXT: 2
// CHECK-NEXT: 1
// CHECK-NEXT: 2
// CHECK-NEXT: 3
// CHECK-NEXT: 494
// CHECK-NEXT: ---- Sparse Tensor ----
// CHECK-NEXT: nse = 6
// CHECK-NEXT: dim = ( 7 )
// CHECK-NEXT: lvl = ( 7 )
// CHECK-NEXT: pos[0] : ( 0, 6 )
// CHECK-NEXT: crd[0] : ( 0, 1, 2, 3, 5, 6 )
// CHECK-NEXT: values : ( 11, 20, 3, 44, 60, -7 )
// CHECK-NEXT: ----
