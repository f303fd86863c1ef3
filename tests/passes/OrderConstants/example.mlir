// RUN: encke-opt --order-constants %s | FileCheck %s

// CHECK: memref.global "private" constant @__constant_2xf64 : memref<2xf64> = dense<[1.0{{.*}}, 2.0{{.*}}]>
// CHECK-NEXT: memref.global "private" constant @__constant_2xf64_0 : memref<2xf64> = dense<[3.0{{.*}}, 4.0{{.*}}]>
// CHECK-NEXT: func.func @first() -> memref<2xf64> {
// CHECK-NEXT:   %{{.*}} = memref.get_global @__constant_2xf64 : memref<2xf64>
// CHECK-NEXT:   return %{{.*}} : memref<2xf64>
// CHECK-NEXT: }
// CHECK-NEXT: func.func @second() -> memref<2xf64> {
// CHECK-NEXT:   %{{.*}} = memref.get_global @__constant_2xf64_0 : memref<2xf64>
// CHECK-NEXT:   return %{{.*}} : memref<2xf64>
// CHECK-NEXT: }
memref.global "private" constant @__constant_2xf64 : memref<2xf64> = dense<[3.0, 4.0]>
memref.global "private" constant @__constant_2xf64_0 : memref<2xf64> = dense<[1.0, 2.0]>
func.func @first() -> memref<2xf64> {
  %0 = memref.get_global @__constant_2xf64_0 : memref<2xf64>
  return %0 : memref<2xf64>
}
func.func @second() -> memref<2xf64> {
  %0 = memref.get_global @__constant_2xf64 : memref<2xf64>
  return %0 : memref<2xf64>
}
