// Before stage 'scf', upstream says where memory is freed; it takes no other word for
// it than the mark.
// RUN: encke-opt --check-input="stage=cin" %s -verify-diagnostics

func.func @free(%a: memref<4xf64>, %b: memref<4xf64>) {
  // expected-error @+1 {{'memref.dealloc' op not supported yet: to free memory before stage 'scf', which says where that is done}}
  memref.dealloc %a : memref<4xf64>
  memref.dealloc %b {bufferization.manual_deallocation} : memref<4xf64>
  return
}
