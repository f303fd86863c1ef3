// Without the mark, upstream's deallocation frees the buffer a second time.
// RUN: encke-opt --mark-freed-buffers %s | FileCheck %s

// CHECK-LABEL: func.func @kernel
// CHECK-NEXT: %[[A:.*]] = memref.alloc() {bufferization.manual_deallocation} : memref<4xf64>
// CHECK-NEXT: memref.store %{{.*}}, %[[A]][%{{.*}}] : memref<4xf64>
// CHECK-NEXT: memref.dealloc %[[A]] {bufferization.manual_deallocation} : memref<4xf64>
func.func @kernel(%x: f64, %i: index) {
  %alloc = memref.alloc() : memref<4xf64>
  memref.store %x, %alloc[%i] : memref<4xf64>
  memref.dealloc %alloc {bufferization.manual_deallocation} : memref<4xf64>
  return
}

// The other type is a cast.
// CHECK-LABEL: func.func @cast
// CHECK-NEXT: memref.alloc() {bufferization.manual_deallocation} : memref<4xf64>
func.func @cast() {
  %alloc = memref.alloc() : memref<4xf64>
  %cast = memref.cast %alloc : memref<4xf64> to memref<?xf64>
  memref.dealloc %cast {bufferization.manual_deallocation} : memref<?xf64>
  return
}

// Nobody frees this one.
// CHECK-LABEL: func.func @open
// CHECK-NEXT: memref.alloc() : memref<4xf64>
func.func @open() -> memref<4xf64> {
  %alloc = memref.alloc() : memref<4xf64>
  return %alloc : memref<4xf64>
}
