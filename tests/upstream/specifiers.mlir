// Storage specifiers: what is set is got, through loops, calls and branches.
// RUN: %modes %s | FileCheck %s --match-full-lines

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#Slice = #sparse_tensor.encoding<{ map = (d0 : #sparse_tensor<slice(1, 4, 1)>, d1 : #sparse_tensor<slice(1, 4, 2)>) -> (d0 : dense, d1 : compressed) }>

module {
  func.func @longer(%s: !sparse_tensor.storage_specifier<#CSR>, %n: index) -> !sparse_tensor.storage_specifier<#CSR> {
    %old = sparse_tensor.storage_specifier.get %s crd_mem_sz at 1 : !sparse_tensor.storage_specifier<#CSR>
    %new = arith.addi %old, %n : index
    %r = sparse_tensor.storage_specifier.set %s crd_mem_sz at 1 with %new : !sparse_tensor.storage_specifier<#CSR>
    return %r : !sparse_tensor.storage_specifier<#CSR>
  }

  func.func @main() {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c5 = arith.constant 5 : index
    %c40 = arith.constant 40 : index
    %m = arith.constant dense<[[1.0, 0.0], [2.0, 3.0]]> : tensor<2x2xf64>
    %t = sparse_tensor.convert %m : tensor<2x2xf64> to tensor<2x2xf64, #CSR>
    %n = sparse_tensor.number_of_entries %t : tensor<2x2xf64, #CSR>
    %i = sparse_tensor.storage_specifier.init : !sparse_tensor.storage_specifier<#CSR>
    %a = sparse_tensor.storage_specifier.set %i lvl_sz at 0 with %c40 : !sparse_tensor.storage_specifier<#CSR>
    %b = sparse_tensor.storage_specifier.set %a lvl_sz at 1 with %c5 : !sparse_tensor.storage_specifier<#CSR>
    %c = sparse_tensor.storage_specifier.set %b val_mem_sz with %n : !sparse_tensor.storage_specifier<#CSR>
    %d = sparse_tensor.storage_specifier.set %c crd_mem_sz at 1 with %c1 : !sparse_tensor.storage_specifier<#CSR>
    %f = scf.for %k = %c0 to %c5 step %c1 iter_args(%x = %d) -> !sparse_tensor.storage_specifier<#CSR> {
      %q = func.call @longer(%x, %k) : (!sparse_tensor.storage_specifier<#CSR>, index) -> !sparse_tensor.storage_specifier<#CSR>
      scf.yield %q : !sparse_tensor.storage_specifier<#CSR>
    }
    %l0 = sparse_tensor.storage_specifier.get %f lvl_sz at 0 : !sparse_tensor.storage_specifier<#CSR>
    %l1 = sparse_tensor.storage_specifier.get %f lvl_sz at 1 : !sparse_tensor.storage_specifier<#CSR>
    %v = sparse_tensor.storage_specifier.get %f val_mem_sz : !sparse_tensor.storage_specifier<#CSR>
    %w = sparse_tensor.storage_specifier.get %f crd_mem_sz at 1 : !sparse_tensor.storage_specifier<#CSR>
    vector.print %l0 : index
    vector.print %l1 : index
    vector.print %v : index
    vector.print %w : index
    // One of a slice has what that of the whole tensor has, and more.
    %s = sparse_tensor.storage_specifier.init with %f : from !sparse_tensor.storage_specifier<#CSR> to !sparse_tensor.storage_specifier<#Slice>
    %o = sparse_tensor.storage_specifier.set %s dim_offset at 1 with %c5 : !sparse_tensor.storage_specifier<#Slice>
    %p = sparse_tensor.storage_specifier.get %o dim_offset at 1 : !sparse_tensor.storage_specifier<#Slice>
    %y = sparse_tensor.storage_specifier.get %o lvl_sz at 0 : !sparse_tensor.storage_specifier<#Slice>
    vector.print %p : index
    vector.print %y : index
    return
  }
}

// CHECK: 40
// CHECK-NEXT: 5
// CHECK-NEXT: 3
// CHECK-NEXT: 11
// CHECK-NEXT: 5
// CHECK-NEXT: 40
