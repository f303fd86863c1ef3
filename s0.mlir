#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#CSR_i32 = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32 }>
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"L1_cache_size_in_bytes" = 32768 : i64, "L2_cache_size_in_bytes" = 524288 : i64, "L3_cache_size_in_bytes" = 33554432 : i64, "cache_line_size_in_bytes" = 64 : i64, "vector_size_in_bits" = 256 : i64, "vector_registers" = 16 : i64, "cores" = 2 : i64, "least_task_in_ns" = 1.600000e+04 : f64>>, encke.stage = "cin"} {
  func.func private @encke_main_default(() -> ()) -> i32
  func.func private @encke_print(!llvm.ptr, !llvm.ptr)
  llvm.mlir.global internal constant @encke_text_4("y\00") {addr_space = 0 : i32}
  func.func private @encke_view_f64(memref<*xf64>) -> !llvm.ptr attributes {llvm.emit_c_interface}
  func.func private @encke_values_f64(!llvm.ptr) -> memref<?xf64> attributes {llvm.emit_c_interface}
  func.func private @encke_coordinates_i32(!llvm.ptr, i64) -> memref<?xi32> attributes {llvm.emit_c_interface}
  func.func private @encke_positions_i32(!llvm.ptr, i64) -> memref<?xi32> attributes {llvm.emit_c_interface}
  func.func private @encke_level_size(!llvm.ptr, i64) -> i64
  func.func private @encke_read(!llvm.ptr, !llvm.ptr, i64, !llvm.ptr)
  func.func private @encke_tensor_set_size(!llvm.ptr, i64, i64)
  func.func private @encke_tensor_new(!llvm.ptr) -> !llvm.ptr
  llvm.mlir.global internal constant @encke_text_3("f64 4 4 D0 C1\00") {addr_space = 0 : i32}
  llvm.mlir.global internal constant @encke_text_2("j\00") {addr_space = 0 : i32}
  func.func private @encke_size_end(!llvm.ptr) -> i64
  func.func private @encke_size_file(!llvm.ptr, !llvm.ptr, i64, i64, !llvm.ptr)
  func.func private @encke_size_begin(!llvm.ptr) -> !llvm.ptr
  llvm.mlir.global internal constant @encke_text_1("i\00") {addr_space = 0 : i32}
  func.func private @encke_file_argument(i64, !llvm.ptr) -> !llvm.ptr
  llvm.mlir.global internal constant @encke_text_0("/tmp/ku/spmv.ta:6:3\00") {addr_space = 0 : i32}
  func.func @encke_program() {
    %0 = llvm.mlir.addressof @encke_text_4 : !llvm.ptr
    %c0 = arith.constant 0 : index
    %1 = llvm.mlir.addressof @encke_text_3 : !llvm.ptr
    %c1_i64 = arith.constant 1 : i64
    %2 = llvm.mlir.addressof @encke_text_2 : !llvm.ptr
    %c2_i64 = arith.constant 2 : i64
    %3 = llvm.mlir.addressof @encke_text_1 : !llvm.ptr
    %4 = llvm.mlir.addressof @encke_text_0 : !llvm.ptr
    %c0_i64 = arith.constant 0 : i64
    %5 = call @encke_file_argument(%c0_i64, %4) : (i64, !llvm.ptr) -> !llvm.ptr
    %6 = call @encke_size_begin(%3) : (!llvm.ptr) -> !llvm.ptr
    call @encke_size_file(%6, %5, %c0_i64, %c2_i64, %4) : (!llvm.ptr, !llvm.ptr, i64, i64, !llvm.ptr) -> ()
    %7 = call @encke_size_end(%6) : (!llvm.ptr) -> i64
    %8 = arith.index_cast %7 : i64 to index
    %9 = call @encke_size_begin(%2) : (!llvm.ptr) -> !llvm.ptr
    call @encke_size_file(%9, %5, %c1_i64, %c2_i64, %4) : (!llvm.ptr, !llvm.ptr, i64, i64, !llvm.ptr) -> ()
    %10 = call @encke_size_end(%9) : (!llvm.ptr) -> i64
    %11 = arith.index_cast %10 : i64 to index
    %12 = call @encke_tensor_new(%1) : (!llvm.ptr) -> !llvm.ptr
    call @encke_tensor_set_size(%12, %c0_i64, %7) : (!llvm.ptr, i64, i64) -> ()
    call @encke_tensor_set_size(%12, %c1_i64, %10) : (!llvm.ptr, i64, i64) -> ()
    call @encke_read(%12, %5, %c0_i64, %4) : (!llvm.ptr, !llvm.ptr, i64, !llvm.ptr) -> ()
    %13 = sparse_tensor.storage_specifier.init : !sparse_tensor.storage_specifier<#CSR>
    %14 = call @encke_level_size(%12, %c0_i64) : (!llvm.ptr, i64) -> i64
    %15 = arith.index_cast %14 : i64 to index
    %16 = sparse_tensor.storage_specifier.set %13  lvl_sz at 0 with %15 : !sparse_tensor.storage_specifier<#CSR>
    %17 = call @encke_level_size(%12, %c1_i64) : (!llvm.ptr, i64) -> i64
    %18 = arith.index_cast %17 : i64 to index
    %19 = sparse_tensor.storage_specifier.set %16  lvl_sz at 1 with %18 : !sparse_tensor.storage_specifier<#CSR>
    %20 = call @encke_positions_i32(%12, %c1_i64) : (!llvm.ptr, i64) -> memref<?xi32>
    %dim = memref.dim %20, %c0 : memref<?xi32>
    %21 = sparse_tensor.storage_specifier.set %19  pos_mem_sz at 1 with %dim : !sparse_tensor.storage_specifier<#CSR>
    %22 = call @encke_coordinates_i32(%12, %c1_i64) : (!llvm.ptr, i64) -> memref<?xi32>
    %dim_0 = memref.dim %22, %c0 : memref<?xi32>
    %23 = sparse_tensor.storage_specifier.set %21  crd_mem_sz at 1 with %dim_0 : !sparse_tensor.storage_specifier<#CSR>
    %24 = call @encke_values_f64(%12) : (!llvm.ptr) -> memref<?xf64>
    %dim_1 = memref.dim %24, %c0 : memref<?xf64>
    %25 = sparse_tensor.storage_specifier.set %23  val_mem_sz with %dim_1 : !sparse_tensor.storage_specifier<#CSR>
    %26 = builtin.unrealized_conversion_cast %20, %22, %24, %25 : memref<?xi32>, memref<?xi32>, memref<?xf64>, !sparse_tensor.storage_specifier<#CSR> to tensor<?x?xf64, #CSR_i32>
    %27 = bufferization.alloc_tensor(%11) : tensor<?xf64>
    %28 = call @kernel_0(%11, %27) : (index, tensor<?xf64>) -> tensor<?xf64>
    %29 = bufferization.alloc_tensor(%8) : tensor<?xf64>
    %30 = call @kernel_1(%26, %28, %8, %29) : (tensor<?x?xf64, #CSR_i32>, tensor<?xf64>, index, tensor<?xf64>) -> tensor<?xf64>
    %31 = bufferization.to_buffer %30 read_only {encke.use = 0 : i64} : tensor<?xf64> to memref<?xf64>
    %cast = memref.cast %31 : memref<?xf64> to memref<*xf64>
    %32 = call @encke_view_f64(%cast) : (memref<*xf64>) -> !llvm.ptr
    call @encke_print(%32, %0) : (!llvm.ptr, !llvm.ptr) -> ()
    return
  }
  func.func private @kernel_0(%arg0: index, %arg1: tensor<?xf64>) -> tensor<?xf64> attributes {encke.kernel, llvm.emit_c_interface} {
    %cst = arith.constant 1.000000e+00 : f64
    %c0 = arith.constant 0 : index
    %dim = tensor.dim %arg1, %c0 : tensor<?xf64>
    %0 = cin.kernel ins() outs(%A = %arg1 : tensor<?xf64>) {
      cin.forall %j in %dim parallel(share = own) vector(4) {
        cin.assign %A[%j] = %cst : !cin.place<tensor<?xf64>>
      }
    } -> tensor<?xf64>
    return %0 : tensor<?xf64>
  }
  func.func private @kernel_1(%arg0: tensor<?x?xf64, #CSR_i32>, %arg1: tensor<?xf64>, %arg2: index, %arg3: tensor<?xf64>) -> tensor<?xf64> attributes {encke.kernel, llvm.emit_c_interface} {
    %c0 = arith.constant 0 : index
    %dim = tensor.dim %arg1, %c0 : tensor<?xf64>
    %dim_0 = tensor.dim %arg3, %c0 : tensor<?xf64>
    %0 = cin.kernel ins(%A = %arg0 : tensor<?x?xf64, #CSR_i32>, %B = %arg1 : tensor<?xf64>) outs(%C = %arg3 : tensor<?xf64>) {
      cin.forall %i in %dim_0 parallel(share = pieces, by = nnz) {
        cin.where %arg4 : !cin.place<tensor<f64>> sizes() {
          %1 = cin.access %arg4[] : !cin.place<tensor<f64>>
          cin.assign %C[%i] = %1 : !cin.place<tensor<?xf64>>
        } producer {
          cin.forall %j in %dim vector(4) few(8) far(row = 128, all = 1048576, vectors = 2, ahead = 128) uneven(rows = 1000, length = 16, lanes = 4) {
            %1 = cin.access %A[%i, %j] : !cin.place<tensor<?x?xf64, #CSR_i32>>
            %2 = cin.access %B[%j] : !cin.place<tensor<?xf64>>
            %3 = arith.mulf %1, %2 : f64
            cin.assign %arg4[] += %3 : !cin.place<tensor<f64>>
          }
        }
      }
    } -> tensor<?xf64>
    return %0 : tensor<?xf64>
  }
  func.func @main() -> i32 {
    %f = constant @encke_program : () -> ()
    %0 = call @encke_main_default(%f) : (() -> ()) -> i32
    return %0 : i32
  }
}
