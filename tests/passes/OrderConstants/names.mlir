// Each type is numbered on its own, in the order of the first uses.
// RUN: encke-opt --order-constants %s | FileCheck %s

// CHECK: memref.global "private" constant @__constant_1xi64 :
// CHECK-NEXT: memref.global "private" constant @__constant_2xf64 : memref<2xf64> = dense<[1.0
// CHECK-NEXT: memref.global "private" constant @__constant_2xf64_0 : memref<2xf64> = dense<[3.0
// CHECK-NEXT: memref.global "private" constant @mine :
// CHECK-NOT: memref.global
memref.global "private" constant @__constant_2xf64 : memref<2xf64> = dense<[3.0, 4.0]>
memref.global "private" constant @mine : memref<2xf64> = dense<[5.0, 6.0]>
memref.global "private" constant @__constant_4xf64 : memref<4xf64> = dense<0.0>
memref.global "private" constant @__constant_1xi64_3 : memref<1xi64> = dense<7>
memref.global "private" constant @__constant_2xf64_0 : memref<2xf64> = dense<[1.0, 2.0]>

// CHECK-LABEL: func.func @first
// CHECK: memref.get_global @__constant_1xi64 :
// CHECK: memref.get_global @__constant_2xf64 :
func.func @first() -> (memref<1xi64>, memref<2xf64>) {
  %0 = memref.get_global @__constant_1xi64_3 : memref<1xi64>
  %1 = memref.get_global @__constant_2xf64_0 : memref<2xf64>
  return %0, %1 : memref<1xi64>, memref<2xf64>
}

// Other names are somebody's; a constant without uses goes,
// so that none keeps a name that is another one's.
// CHECK-LABEL: func.func @second
// CHECK: memref.get_global @__constant_2xf64_0 :
// CHECK: memref.get_global @__constant_2xf64 :
// CHECK: memref.get_global @mine :
func.func @second() -> (memref<2xf64>, memref<2xf64>, memref<2xf64>) {
  %0 = memref.get_global @__constant_2xf64 : memref<2xf64>
  %1 = memref.get_global @__constant_2xf64_0 : memref<2xf64>
  %2 = memref.get_global @mine : memref<2xf64>
  return %0, %1, %2 : memref<2xf64>, memref<2xf64>, memref<2xf64>
}
