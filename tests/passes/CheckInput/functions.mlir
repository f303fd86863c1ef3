// A program begins without arguments; a function of the runtime is declared with
// its own type, or the call would find anything.
// RUN: encke-opt --check-input="stage=cin" %s -split-input-file -verify-diagnostics

// expected-error @+1 {{'func.func' op 'encke_program', with which a program begins, has no arguments and no results}}
func.func @encke_program(%x: f64) { return }

// -----

// expected-error @+1 {{'encke_program', with which a program begins, has no arguments and no results}}
llvm.func @encke_program() -> i32 {
  %0 = llvm.mlir.constant(0 : i32) : i32
  llvm.return %0 : i32
}

// -----

// expected-error @+1 {{'encke_program', with which a program begins, has no arguments and no results}}
llvm.func @encke_program(...) { llvm.return }

// -----

// expected-error @+1 {{'encke_print' of the runtime has the type (!llvm.ptr, !llvm.ptr) -> ()}}
func.func private @encke_print(i64, i64)
// expected-error @+1 {{'encke_print_f64' of the runtime has the type (f64) -> ()}}
func.func private @encke_print_f64(f64, f64)
// expected-error @+1 {{'encke_print_f32' of the runtime has the type (f32) -> ()}}
func.func private @encke_print_f32(f32) -> f32
// expected-error @+1 {{'encke_tensor_size' of the runtime has the type (!llvm.ptr, i64) -> i64}}
llvm.func @encke_tensor_size(!llvm.ptr, i32) -> i64
// expected-error @+1 {{'encke_main_default' of the runtime has the type (() -> ()) -> i32}}
func.func private @encke_main_default((f64) -> ()) -> i32
// expected-error @+1 {{'encke_values_bool' of the runtime has the type (!llvm.ptr) -> memref<?xi1>}}
func.func private @encke_values_bool(!llvm.ptr) -> memref<?xi8> attributes {llvm.emit_c_interface}
// expected-error @+1 {{'encke_values_c128' of the runtime has the type (!llvm.ptr) -> memref<?xcomplex<f64>>}}
func.func private @encke_values_c128(!llvm.ptr) -> memref<?xcomplex<f32>> attributes {llvm.emit_c_interface}
// expected-error @+1 {{'encke_view_f64' of the runtime has the type (memref<*xf64>) -> !llvm.ptr}}
func.func private @encke_view_f64(memref<?xf64>) -> !llvm.ptr attributes {llvm.emit_c_interface}
// expected-error @+1 {{'encke_view_f32' is called with the attribute llvm.emit_c_interface}}
func.func private @encke_view_f32(memref<*xf32>) -> !llvm.ptr
// expected-error @+1 {{'encke_print_i64' is called without the attribute llvm.emit_c_interface}}
func.func private @encke_print_i64(i64) attributes {llvm.emit_c_interface}
// expected-error @+1 {{'func.func' op has the name of a function of the runtime, 'encke_fail'}}
func.func @encke_fail(%a: !llvm.ptr, %b: !llvm.ptr) { return }
// expected-error @+1 {{'memref.global' op has the name of a function of the runtime, 'encke_read'}}
memref.global @encke_read : memref<3xf64>

// -----

// As the stages declare them; an index is as wide as an i64.

func.func private @encke_print(!llvm.ptr, !llvm.ptr)
func.func private @encke_tensor_size(!llvm.ptr, index) -> i64
func.func private @encke_main_default(() -> ()) -> i32
func.func private @encke_values_bool(!llvm.ptr) -> memref<?xi1> attributes {llvm.emit_c_interface}
func.func private @encke_positions_i32(!llvm.ptr, i64) -> memref<?xi32> attributes {llvm.emit_c_interface}
func.func private @encke_view_c128(memref<*xcomplex<f64>>) -> !llvm.ptr attributes {llvm.emit_c_interface}
func.func private @encke_get_values(!llvm.ptr, !llvm.ptr, i64)
llvm.func @_mlir_ciface_encke_view_f64(!llvm.ptr) -> !llvm.ptr
llvm.func @encke_view_f64(%rank: i64, %buffer: !llvm.ptr) -> !llvm.ptr {
  llvm.return %buffer : !llvm.ptr
}
func.func private @somebody_else(f64) -> f64
func.func @encke_program() { return }
