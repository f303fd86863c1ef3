// Coordinates of an outermost level that are looked up in an inner loop: in a
// directory, made in front of all loops.
// RUN: encke-opt --cin-decide --convert-cin-to-scf --canonicalize --cse %s | FileCheck %s

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32 }>
#DCSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed), posWidth = 32, crdWidth = 32 }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton), posWidth = 64, crdWidth = 32 }>

// CHECK-LABEL: func.func @unique(
// CHECK-SAME: %[[A:[^ ]*]]: !llvm.ptr, %[[B:[^ ]*]]: !llvm.ptr
// CHECK: %[[SIZE:.*]] = call @encke_level_size(%[[B]], %c0{{.*}})
// CHECK: %[[J:.*]] = arith.index_cast %[[SIZE]] : i64 to index
// CHECK: %[[SHIFT64:.*]] = call @encke_directory_shift(%{{.*}}, %{{.*}}, %{{.*}}, %c8_i64)
// CHECK: %[[SHIFT:.*]] = arith.index_cast %[[SHIFT64]] : i64 to index
// CHECK: %[[LAST:.*]] = arith.shrui %{{.*}}, %[[SHIFT]]
// CHECK: %[[LENGTH:.*]] = arith.addi %[[LAST]], %c2
// CHECK: %[[SHELVES:.*]] = memref.alloc(%[[LENGTH]]) {{.*}}bufferization.manual_deallocation{{.*}} : memref<?xi32>
// CHECK: call @encke_directory_fill(
// CHECK: scf.for %{{.*}} {
// CHECK: scf.for %{{.*}} {
// CHECK: %[[C:.*]] = arith.index_castui %{{.*}} : i32 to index
// CHECK: %[[SHELF:.*]] = arith.shrui %[[C]], %[[SHIFT]]
// CHECK: memref.load %[[SHELVES]][%[[SHELF]]]
// CHECK: %[[NEXT:.*]] = arith.addi %[[SHELF]], %
// CHECK: memref.load %[[SHELVES]][%[[NEXT]]]
// CHECK: scf.while
// CHECK: memref.dealloc %[[SHELVES]] {bufferization.manual_deallocation}
func.func @unique(%A: !llvm.ptr, %B: !llvm.ptr, %y: memref<?x?xf64>, %n: index, %m: index, %l: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #CSR>, %b = %B : !llvm.ptr as tensor<?x?xf64, #DCSR>) outs(%c = %y : memref<?x?xf64> as tensor<?x?xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        cin.forall %k in %l {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
          %1 = cin.access %b[%j, %k] : !cin.place<tensor<?x?xf64, #DCSR>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%i, %k] += %2 : !cin.place<tensor<?x?xf64>>
        }
      }
    }
  }
  return
}

// Where each coordinate has a shelf of its own, that is a segment, which need not be searched
// for its end.
// CHECK-LABEL: func.func @repeated(
// CHECK: %[[SHIFT64:.*]] = call @encke_directory_shift(
// CHECK: %[[SHIFT:.*]] = arith.index_cast %[[SHIFT64]] : i64 to index
// CHECK: %[[SHELVES:.*]] = memref.alloc({{.*}} : memref<?xi64>
// CHECK: %[[LO64:.*]] = memref.load %[[SHELVES]]
// CHECK: %[[HI64:.*]] = memref.load %[[SHELVES]]
// CHECK: %[[HI:.*]] = arith.index_castui %[[HI64]]
// CHECK: %[[ALONE:.*]] = arith.cmpi eq, %[[SHIFT]], %c0
// CHECK: scf.if %[[ALONE]] -> (index) {
// CHECK-NEXT: scf.yield %[[HI]]
// CHECK-NEXT: } else {
// CHECK: scf.while
func.func @repeated(%A: !llvm.ptr, %B: !llvm.ptr, %y: memref<?x?xf64>, %n: index, %m: index, %l: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #CSR>, %b = %B : !llvm.ptr as tensor<?x?xf64, #COO>) outs(%c = %y : memref<?x?xf64> as tensor<?x?xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        cin.forall %k in %l {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
          %1 = cin.access %b[%j, %k] : !cin.place<tensor<?x?xf64, #COO>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%i, %k] += %2 : !cin.place<tensor<?x?xf64>>
        }
      }
    }
  }
  return
}

// How often a row workspace is read is not known in front of the loops, nor is anything
// looked up by the outermost one.
// CHECK-LABEL: func.func @outermost(
// CHECK-NOT: encke_directory
// CHECK: return
func.func @outermost(%A: !llvm.ptr, %B: !llvm.ptr, %y: memref<?xf64>, %n: index, %m: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #DCSR>, %b = %B : !llvm.ptr as tensor<?x?xf64, #DCSR>) outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %m {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #DCSR>>
        %1 = cin.access %b[%i, %j] : !cin.place<tensor<?x?xf64, #DCSR>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %c[%i] += %2 : !cin.place<tensor<?xf64>>
      }
    }
  }
  return
}
