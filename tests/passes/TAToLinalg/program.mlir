// Everything around the kernels becomes calls of the runtime.
// RUN: encke-opt --convert-ta-to-linalg --canonicalize %s | FileCheck %s
// RUN: encke-opt --convert-ta-to-linalg=timing --canonicalize %s | FileCheck %s --check-prefix=TIMING

#CSC = #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : dense, d0 : compressed), posWidth = 32, crdWidth = 32 }>

// CHECK-DAG: llvm.mlir.global internal constant @[[FORMAT:.*]]("f64 4 4 D1 C0\00")
// CHECK-DAG: llvm.mlir.global internal constant @[[AT1:.*]]("a.ta:1:1\00")
// CHECK-DAG: llvm.mlir.global internal constant @[[AT2:.*]]("a.ta:2:1\00")
// CHECK-DAG: llvm.mlir.global internal constant @[[PATH:.*]]("b.mtx\00")
// CHECK-DAG: func.func private @encke_view_f64(memref<*xf64>) -> !llvm.ptr attributes {llvm.emit_c_interface}

// CHECK: func.func @encke_program() {
func.func @encke_program() {
  // CHECK-DAG: %[[pFORMAT:.*]] = llvm.mlir.addressof @[[FORMAT]]
  // CHECK-DAG: %[[pAT1:.*]] = llvm.mlir.addressof @[[AT1]]
  // CHECK-DAG: %[[pAT2:.*]] = llvm.mlir.addressof @[[AT2]]
  // CHECK-DAG: %[[pPATH:.*]] = llvm.mlir.addressof @[[PATH]]
  // CHECK-DAG: %[[c0:.*]] = arith.constant 0 : i64
  // CHECK-DAG: %[[c1:.*]] = arith.constant 1 : i64
  // CHECK-DAG: %[[c2:.*]] = arith.constant 2 : i64
  // CHECK-DAG: %[[c6:.*]] = arith.constant 6 : i64
  // CHECK-DAG: %[[c7:.*]] = arith.constant 7 : i64
  // CHECK-DAG: %[[c8:.*]] = arith.constant 8 : i64

  // CHECK: %[[F:.*]] = call @encke_file_argument(%[[c0]], %[[pAT1]])
  // CHECK: %[[G:.*]] = call @encke_file_path(%[[pPATH]], %[[pAT2]])
  %f = ta.file 0 at "a.ta:1:1"
  %g = ta.file "b.mtx" at "a.ta:2:1"

  // The static size first, then the files.
  // CHECK: %[[SIZE:.*]] = call @encke_size_begin
  // CHECK: call @encke_size_static(%[[SIZE]], %[[c8]], %{{.*}})
  // CHECK: call @encke_size_file(%[[SIZE]], %[[F]], %[[c0]], %[[c2]], %[[pAT1]])
  // CHECK: %[[N:.*]] = call @encke_size_end(%[[SIZE]])
  %n = ta.size "i" static 8 from (%f) modes [0] orders [2] at ["a.ta:9:1", "a.ta:1:1"]

  // A sparse tensor: its format and sizes, the file's part 2 (lower), and the
  // parts of the storage in upstream's order.
  // CHECK: %[[A:.*]] = call @encke_tensor_new(%[[pFORMAT]])
  // CHECK: call @encke_tensor_set_size(%[[A]], %[[c0]], %[[N]])
  // CHECK: call @encke_tensor_set_size(%[[A]], %[[c1]], %[[c6]])
  // CHECK: call @encke_read(%[[A]], %[[F]], %[[c2]], %[[pAT1]])
  // CHECK: %[[POS:.*]] = call @encke_positions_i32(%[[A]], %[[c1]])
  // CHECK: %[[CRD:.*]] = call @encke_coordinates_i32(%[[A]], %[[c1]])
  // CHECK: %[[VAL:.*]] = call @encke_values_f64(%[[A]])
  // CHECK: builtin.unrealized_conversion_cast %[[POS]], %[[CRD]], %[[VAL]], %{{.*}} to tensor<?x6xf64, #{{.*}}>
  %A = ta.read %f sizes(%n) "lower" at "a.ta:1:1" : tensor<?x6xf64, #CSC>
  call @use(%A) : (tensor<?x6xf64, #CSC>) -> ()

  // A dense tensor: a buffer of the program's own, seen by the runtime.
  // CHECK: %[[X:.*]] = memref.alloc() {{.*}} : memref<6xf32>
  // CHECK: %[[XCAST:.*]] = memref.cast %[[X]] : memref<6xf32> to memref<*xf32>
  // CHECK: %[[XVIEW:.*]] = call @encke_view_f32(%[[XCAST]])
  // CHECK: call @encke_read(%[[XVIEW]], %[[G]], %[[c0]], %[[pAT2]])
  %x = ta.read %g sizes() "full" at "a.ta:2:1" : tensor<6xf32>

  // CHECK: %[[R:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?xf64>
  // CHECK: call @encke_random(%{{.*}}, %[[c7]])
  %r = ta.random seed 7 sizes(%n) at "a.ta:9:3" : tensor<?xf64>

  // A tensor that was read is printed from where it is.
  // CHECK: call @encke_print(%[[A]], %{{.*}})
  // CHECK: call @encke_view_f64
  // CHECK: call @encke_print
  // CHECK: call @encke_write(%[[A]], %{{.*}}, %{{.*}})
  ta.print %A as "A" : tensor<?x6xf64, #CSC>
  ta.print %r as "r" : tensor<?xf64>
  ta.write %A to "out.mtx" at "a.ta:5:1" : tensor<?x6xf64, #CSC>

  // CHECK: call @encke_print_f64
  // CHECK: call @encke_print_i64
  %s = arith.constant 1.0 : f64
  %k = arith.constant 1 : i64
  ta.print %s as "s" : f64
  ta.print %k as "k" : i64

  // CHECK: %[[T:.*]] = call @encke_get_time() : () -> f64
  // CHECK: call @encke_print_elapsed(%[[T]], %[[T]])
  %t = ta.time
  ta.print_elapsed %t to %t
  // CHECK-NEXT: return
  return
}

func.func private @use(tensor<?x6xf64, #CSC>)

// CHECK: func.func @main() -> i32 {
// CHECK: %[[PROGRAM:.*]] = constant @encke_program : () -> ()
// CHECK: %[[STATUS:.*]] = call @encke_main_default(%[[PROGRAM]]) : (() -> ()) -> i32
// CHECK: return %[[STATUS]]

// With timing, each read, call and output says that it begins.
// TIMING: func.func @encke_program
// TIMING: call @encke_time_begin
// TIMING: call @encke_read
// TIMING: call @encke_time_begin
// TIMING: call @use
// TIMING: call @encke_time_begin
// TIMING: call @encke_read
// TIMING: call @encke_time_begin
// TIMING: call @encke_random
// TIMING: call @encke_time_begin
// TIMING: call @encke_print
// TIMING: call @encke_time_begin
// TIMING: call @encke_print
// TIMING: call @encke_time_begin
// TIMING: call @encke_write
