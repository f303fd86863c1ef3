// Where control may come from several statements the place is said again;
// kernels say none.
// RUN: encke-opt --mark-places --mlir-print-op-generic=false %s | FileCheck %s

func.func private @encke_read(index)

// What a kernel allocates belongs to the statement that calls it.
// CHECK-LABEL: func.func private @kernel
// CHECK-NOT: encke_mark_place
func.func private @kernel() attributes {encke.kernel} {
  %0 = memref.alloc() : memref<9xf64> loc("p.ta":9:9)
  memref.dealloc %0 : memref<9xf64>
  return
}

// A round may follow another.
// CHECK-LABEL: func.func @loop
// CHECK: call @encke_mark_place
// CHECK-NEXT: call @kernel
// CHECK-NEXT: scf.for
// CHECK: func.call @encke_mark_place
// CHECK-NEXT: func.call @kernel
// CHECK: func.call @encke_mark_place
// CHECK-NEXT: func.call @kernel
// CHECK-NEXT: }
// CHECK: call @encke_mark_place
// CHECK-NEXT: call @kernel
func.func @loop(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  call @kernel() : () -> () loc("p.ta":4:3)
  scf.for %i = %c0 to %n step %c1 {
    func.call @kernel() : () -> () loc("p.ta":4:3)
    func.call @kernel() : () -> () loc("p.ta":5:3)
  }
  call @kernel() : () -> () loc("p.ta":5:3)
  return
}

// A branch begins where the statement before it ended; behind branches that end
// elsewhere the place is said again, behind one that says none it is not.
// CHECK-LABEL: func.func @branch
// CHECK: call @encke_mark_place
// CHECK-NEXT: call @kernel
// CHECK-NEXT: scf.if
// CHECK-NEXT: func.call @kernel
// CHECK-NEXT: }
// CHECK-NEXT: call @kernel
// CHECK-NEXT: scf.if
// CHECK: func.call @encke_mark_place
// CHECK-NEXT: func.call @kernel
// CHECK-NEXT: }
// CHECK: call @encke_mark_place
// CHECK-NEXT: call @kernel
func.func @branch(%is: i1) {
  call @kernel() : () -> () loc("p.ta":4:3)
  scf.if %is {
    func.call @kernel() : () -> () loc("p.ta":4:3)
  }
  call @kernel() : () -> () loc("p.ta":4:3)
  scf.if %is {
    func.call @kernel() : () -> () loc("p.ta":6:3)
  }
  call @kernel() : () -> () loc("p.ta":4:3)
  return
}

// A function has statements of its own; its call is none of them. An operation
// without a place leaves the one before.
// CHECK-LABEL: func.func @calls
// CHECK: call @encke_mark_place
// CHECK-NEXT: call @encke_read
// CHECK-NEXT: call @kernel
// CHECK-NEXT: call @loop
// CHECK: call @encke_mark_place
// CHECK-NEXT: call @encke_read
func.func @calls(%n: index) {
  call @encke_read(%n) : (index) -> () loc("p.ta":4:3)
  call @kernel() : () -> () loc(unknown)
  call @loop(%n) : (index) -> () loc("p.ta":5:3)
  call @encke_read(%n) : (index) -> () loc("p.ta":4:3)
  return
}
