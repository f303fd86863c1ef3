// The examples of the pass's description.
// RUN: encke-opt --finish-llvm %s | FileCheck %s

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

#unroll = #llvm.loop_unroll<disable = true>
#annotation = #llvm.loop_annotation<unroll = #unroll>

// CHECK-LABEL: llvm.func @loop
// CHECK: ^bb1(
// CHECK: llvm.br ^bb1(%[[next:.*]] : i64) {loop_annotation = #{{.*}}}
llvm.func @loop(%n: i64) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  llvm.br ^bb1(%zero : i64)
^bb1(%at: i64):
  %going = llvm.icmp "slt" %at, %n : i64
  llvm.cond_br %going, ^bb2, ^bb3
^bb2:
  %next = llvm.add %at, %one : i64
  llvm.br ^bb1(%next : i64) {llvm.loop_annotation = #annotation}
^bb3:
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

// Each round would leave a memory reference on the stack, but not what is meant to
// last, or has a size that is known in the loop only.
// CHECK-LABEL: llvm.func @slots
// CHECK-NEXT: %[[ONE:.*]] = llvm.mlir.constant(1 : i64) : i64
// CHECK-NEXT: llvm.alloca %[[ONE]] x !llvm.struct<(ptr, ptr, i64)> : (i64) -> !llvm.ptr
// CHECK: ^bb2:
// CHECK-NEXT: llvm.call @use
// CHECK-NEXT: llvm.alloca %{{.*}} x f64
// CHECK-NEXT: llvm.alloca %{{.*}} x !llvm.struct<(ptr, ptr, i64)>
llvm.func @use(!llvm.ptr)
llvm.func @slots(%n: i64) {
  %one = llvm.mlir.constant(1 : i64) : i64
  llvm.br ^bb1(%n : i64)
^bb1(%at: i64):
  %going = llvm.icmp "sgt" %at, %one : i64
  llvm.cond_br %going, ^bb2, ^bb3
^bb2:
  %slot = llvm.alloca %one x !llvm.struct<(ptr, ptr, i64)> : (i64) -> !llvm.ptr
  llvm.call @use(%slot) : (!llvm.ptr) -> ()
  %node = llvm.alloca %one x f64 : (i64) -> !llvm.ptr
  %some = llvm.alloca %at x !llvm.struct<(ptr, ptr, i64)> : (i64) -> !llvm.ptr
  %next = llvm.sub %at, %one : i64
  llvm.br ^bb1(%next : i64)
^bb3:
  llvm.return
}

// What is hardly ever called is small.
// CHECK-LABEL: llvm.func @seldom
// CHECK-SAME: no_inline
// CHECK-SAME: passthrough = ["cold", "minsize", "optsize"]
llvm.func @seldom(%p: !llvm.ptr) attributes {encke.seldom} {
  llvm.return
}
