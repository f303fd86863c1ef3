// Loops at the coordinate that the levels around tell.
// RUN: encke-opt --convert-cin-to-scf --canonicalize %s | FileCheck %s

#Skew = #ta.format<"D(d0+d1) C1", 32>
#Diagonals = #ta.format<"C1-0 D1", 32>
#Lacking = #ta.format<"D0/4 C(enumerate([d0],d1)) D0%4 S1", 32>

// What is stored in a format without padding is an element: nobody asks.
// CHECK-LABEL: func.func @elements
// CHECK: scf.for %[[L:.*]] =
// CHECK: scf.for %[[P:.*]] =
// CHECK: %[[J:.*]] = arith.index_castui
// CHECK: %[[I:.*]] = arith.subi %[[L]], %[[J]]
// CHECK-NOT: scf.if
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[I]]]
func.func @elements(%A: !llvm.ptr, %y: memref<?xf64>, %skews: index, %n: index, %m: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #Skew>) outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %l in %skews {
      cin.forall %j in %m {
        cin.forall %i in %n at affine_map<(d0, d1) -> (d0 - d1)>(%l, %j) {
          %0 = cin.access %a[%i, %j] levels(%l, %j) : !cin.place<tensor<?x?xf64, #Skew>>
          cin.assign %c[%i] += %0 : !cin.place<tensor<?xf64>>
        }
      }
    }
  }
  return
}

// The loop around begins and ends where the mode does, so that nobody asks.
// CHECK-LABEL: func.func @clipped
// CHECK-SAME: %[[A:[^ ]*]]: !llvm.ptr, %[[Y:[^ ]*]]: memref<?xf64>, %{{.*}}: index, %[[LEAST:[^ ]*]]: index, %[[N:[^ ]*]]: index, %[[M:[^ ]*]]: index
// CHECK: scf.for
// CHECK: %[[LO:.*]] = arith.maxsi
// CHECK: %[[HI:.*]] = arith.minsi
// CHECK: scf.for %[[J:.*]] = %[[LO]] to %[[HI]] step
// CHECK-NOT: scf.if
// CHECK: memref.store
func.func @clipped(%A: !llvm.ptr, %y: memref<?xf64>, %diagonals: index, %least: index, %n: index, %m: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #Diagonals>) outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %d in %diagonals {
      cin.forall %j in %m {
        cin.forall %i in %n at affine_map<(d0, d1)[s0] -> (d1 - d0 - s0)>(%d, %j)[%least] {
          %0 = cin.access %a[%i, %j] levels(%d, %j) : !cin.place<tensor<?x?xf64, #Diagonals>>
          cin.assign %c[%i] += %0 : !cin.place<tensor<?xf64>>
        }
      }
    }
  }
  return
}

// Else it is asked.
// CHECK-LABEL: func.func @asked
// CHECK: %[[INSIDE:.*]] = arith.cmpi ult, %[[I:.*]], %arg3
// CHECK: scf.if %[[INSIDE]] {
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[I]]]
func.func @asked(%x: memref<?xf64>, %y: memref<?xf64>, %l: index, %n: index) {
  cin.kernel ins(%a = %x : memref<?xf64> as tensor<?xf64>) outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %j in %l {
      cin.forall %i in %n at affine_map<(d0) -> (d0 * 2)>(%j) {
        %0 = cin.access %a[%i] : !cin.place<tensor<?xf64>>
        cin.assign %c[%i] += %0 : !cin.place<tensor<?xf64>>
      }
    }
  }
  return
}

// Padding may have -1 for a coordinate: it is a zero at coordinate 0.
// CHECK-LABEL: func.func @lacking
// CHECK: scf.for
// CHECK: scf.for
// CHECK: scf.for
// CHECK: %[[STORED:.*]] = memref.load %{{.*}} : memref<?xi32>
// CHECK: %[[J:.*]] = arith.index_castui %[[STORED]] : i32 to index
// CHECK: %[[IS:.*]] = arith.cmpi ult, %[[J]], %{{.*}} : index
// CHECK: arith.select %[[IS]], %[[J]], %c0 : index
func.func @lacking(%A: !llvm.ptr, %x: memref<?xf64>, %y: memref<?xf64>, %l: index, %slots: index, %n: index, %m: index) {
  %c4 = arith.constant 4 : index
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #Lacking>, %b = %x : memref<?xf64> as tensor<?xf64>) outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %l0 in %l {
      cin.forall %l1 in %slots {
        cin.forall %l2 in %c4 {
          cin.forall %i in %n at affine_map<(d0, d1) -> (d0 * 4 + d1)>(%l0, %l2) {
            cin.forall %j in %m {
              %0 = cin.access %a[%i, %j] levels(%l0, %l1, %l2, %j) : !cin.place<tensor<?x?xf64, #Lacking>>
              %1 = cin.access %b[%j] : !cin.place<tensor<?xf64>>
              %2 = arith.mulf %0, %1 : f64
              cin.assign %c[%i] += %2 : !cin.place<tensor<?xf64>>
            }
          }
        }
      }
    }
  }
  return
}
