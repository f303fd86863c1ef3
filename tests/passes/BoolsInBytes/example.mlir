// The example of the pass's description.
// RUN: encke-opt --store-bools-in-bytes %s | FileCheck %s

// CHECK-LABEL: llvm.func @f
// CHECK-SAME: %[[p:.*]]: !llvm.ptr, %[[q:.*]]: !llvm.ptr
// CHECK-NEXT: %[[byte:.*]] = llvm.load %[[p]] : !llvm.ptr -> i8
// CHECK-NEXT: %[[mark:.*]] = llvm.trunc %[[byte]] : i8 to i1
// CHECK-NEXT: %[[stored:.*]] = llvm.zext %[[mark]] : i1 to i8
// CHECK-NEXT: llvm.store %[[stored]], %[[q]] : i8, !llvm.ptr
llvm.func @f(%p: !llvm.ptr, %q: !llvm.ptr) {
  %mark = llvm.load %p : !llvm.ptr -> i1
  llvm.store %mark, %q : i1, !llvm.ptr
  llvm.return
}

// What is wider is left alone.
// CHECK-LABEL: llvm.func @others
// CHECK-NOT: llvm.trunc
// CHECK-NOT: llvm.zext
// CHECK: llvm.return
llvm.func @others(%p: !llvm.ptr, %q: !llvm.ptr) {
  %x = llvm.load %p : !llvm.ptr -> i32
  llvm.store %x, %q : i32, !llvm.ptr
  %v = llvm.load %p : !llvm.ptr -> vector<8xi1>
  llvm.store %v, %q : vector<8xi1>, !llvm.ptr
  llvm.return
}
