// Loops of the program: where a kernel's result goes, and what is freed.
// RUN: encke-opt --convert-ta-to-linalg --canonicalize %s | FileCheck %s

#CU = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32 }>

func.func private @kernel_0(%x: tensor<?xf64>, %n: index) -> tensor<?xf64> attributes {encke.kernel} {
  %a = ta.access %x[i] : tensor<?xf64>
  %b = ta.neg %a : !ta.expr<[i] f64>
  %y = ta.assign %b[i] sizes(%n) : !ta.expr<[i] f64> -> tensor<?xf64>
  return %y : tensor<?xf64>
}

// The kernel that gives what the loop carries fills the buffer of the value
// before; another one gets a buffer of its own.
// CHECK-LABEL: func.func @carried
// CHECK: scf.for {{.*}} iter_args(%[[X:.*]] = %{{.*}}) -> (tensor<?xf64>)
// CHECK: %[[T:.*]] = bufferization.alloc_tensor
// CHECK: %[[Y:.*]] = func.call @kernel_0(%[[X]], %{{.*}}, %[[T]])
// CHECK: %[[Z:.*]] = func.call @kernel_0(%[[Y]], %{{.*}}, %[[X]])
// CHECK: scf.yield %[[Z]]
func.func @carried(%x0: tensor<?xf64>, %n: index, %lo: i64, %hi: i64, %step: i64) -> tensor<?xf64> {
  %r = scf.for %t = %lo to %hi step %step iter_args(%x = %x0) -> (tensor<?xf64>) : i64 {
    %y = func.call @kernel_0(%x, %n) : (tensor<?xf64>, index) -> tensor<?xf64>
    %z = func.call @kernel_0(%y, %n) : (tensor<?xf64>, index) -> tensor<?xf64>
    scf.yield %z : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}

// Also through a branch, and from the second half of a while loop.
// CHECK-LABEL: func.func @through
// CHECK: ^bb0(%[[X:.*]]: tensor<?xf64>):
// CHECK: scf.if
// CHECK: func.call @kernel_0(%[[X]], %{{.*}}, %[[X]])
func.func @through(%x0: tensor<?xf64>, %n: index, %c: i1) -> tensor<?xf64> {
  %r = scf.while (%x = %x0) : (tensor<?xf64>) -> tensor<?xf64> {
    scf.condition(%c) %x : tensor<?xf64>
  } do {
  ^bb0(%x: tensor<?xf64>):
    %y = scf.if %c -> tensor<?xf64> {
      %z = func.call @kernel_0(%x, %n) : (tensor<?xf64>, index) -> tensor<?xf64>
      scf.yield %z : tensor<?xf64>
    } else {
      scf.yield %x : tensor<?xf64>
    }
    scf.yield %y : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}

// CHECK-LABEL: func.func @freed
// CHECK: %[[START:.*]] = call @encke_tensors_made()
// CHECK: scf.for
// CHECK: %[[NEW:.*]] = func.call @encke_tensor_new
// CHECK: %[[A:.*]] = builtin.unrealized_conversion_cast {{.*}} to tensor<4x4xf64, #{{.*}}>
// CHECK: func.call @view_f64_1
// CHECK: %[[KEPT:.*]] = builtin.unrealized_conversion_cast %[[A]] : tensor<4x4xf64, #{{.*}}> to !llvm.ptr
// CHECK: func.call @encke_tensor_keep(%[[KEPT]])
// CHECK: func.call @encke_tensors_free(%[[START]])
// CHECK: scf.yield %[[A]]
func.func @freed(%A0: tensor<4x4xf64, #CSR>, %lo: i64, %hi: i64, %step: i64, %v: tensor<4xf64>) -> tensor<4x4xf64, #CSR> {
  %r = scf.for %t = %lo to %hi step %step iter_args(%A = %A0) -> (tensor<4x4xf64, #CSR>) : i64 {
    %f = ta.file 0 at ""
    %B = ta.read %f sizes() "full" at "" : tensor<4x4xf64, #CSR>
    ta.print %v as "v" : tensor<4xf64>
    scf.yield %B : tensor<4x4xf64, #CSR>
  }
  return %r : tensor<4x4xf64, #CSR>
}

// CHECK-LABEL: func.func @slices
// CHECK: call @encke_check_range
// CHECK: tensor.extract_slice %{{.*}}[2, 0] [3, 8] [3, 1]
// CHECK: tensor.insert_slice
// CHECK: call @encke_tensor_new
// CHECK: call @encke_slice
func.func @slices(%D: tensor<?x8xf64>, %A: tensor<?x8xf64, #CSR>) -> (tensor<?x8xf64>, tensor<3x8xf64, #CSR>) {
  %s = ta.slice %D by affine_map<(d0, d1) -> (d0 * 3 + 2, d1)> sizes() at "a.ta:9:3" : tensor<?x8xf64> -> tensor<3x8xf64>
  %i = ta.insert %s into %D by affine_map<(d0, d1) -> (d0, d1)> at "a.ta:9:3" : tensor<3x8xf64> into tensor<?x8xf64>
  %t = ta.slice %A by affine_map<(d0, d1) -> (d0 * 3 + 2, d1)> sizes() at "a.ta:9:3" : tensor<?x8xf64, #CSR> -> tensor<3x8xf64, #CSR>
  return %i, %t : tensor<?x8xf64>, tensor<3x8xf64, #CSR>
}

// An element and a row are slices, with checks that call nothing where the
// coordinate is right; a row of a sparse tensor is the runtime's.
// CHECK-LABEL: func.func @places
// CHECK-SAME: %[[D:[^:]*]]: tensor<?x8xf64>
// CHECK: %[[OUT:.*]] = arith.cmpi uge
// CHECK: scf.if %[[OUT]]
// CHECK: call @encke_check_place
// CHECK: tensor.extract_slice %[[D]][%{{.*}}, 0] [1, 8] [1, 1] : tensor<?x8xf64> to tensor<8xf64>
// CHECK: tensor.insert_slice %{{.*}} into %[[D]][%{{.*}}, 3] [1, 1] [1, 1] : tensor<f64> into tensor<?x8xf64>
// CHECK: call @encke_tensor_new
// CHECK: llvm.call @encke_select
// CHECK: call @encke_check_block
func.func @places(%D: tensor<?x8xf64>, %A: tensor<?x8xf64, #CSR>, %t: index, %e: tensor<f64>) -> (tensor<8xf64>, tensor<?x8xf64>, tensor<8xf64, #CU>, tensor<?x8xf64>) {
  %r = ta.slice %D by affine_map<(d0)[s0] -> (s0, d0)> scalars(%t) sizes() at "a.ta:9:3" : tensor<?x8xf64> -> tensor<8xf64>
  %i = ta.insert %e into %D by affine_map<()[s0] -> (s0, 3)> scalars(%t) at "a.ta:9:3" : tensor<f64> into tensor<?x8xf64>
  %s = ta.slice %A by affine_map<(d0)[s0] -> (s0, d0)> scalars(%t) sizes() at "a.ta:9:3" : tensor<?x8xf64, #CSR> -> tensor<8xf64, #CU>
  %b = ta.slice %D by affine_map<(d0, d1)[s0] -> (d0 + s0, d1)> scalars(%t) sizes(%t) at "a.ta:9:3" : tensor<?x8xf64> -> tensor<?x8xf64>
  return %r, %i, %s, %b : tensor<8xf64>, tensor<?x8xf64>, tensor<8xf64, #CU>, tensor<?x8xf64>
}

// CHECK-LABEL: func.func @ask
// CHECK: %[[YES:.*]] = call @encke_ask_stored(%{{.*}}, %c7_i64) : (!llvm.ptr, i64) -> i64
// CHECK: %[[ANSWER:.*]] = arith.cmpi ne, %[[YES]], %c0_i64
// CHECK: return %[[ANSWER]]
func.func @ask(%A: tensor<?x8xf64, #CSR>) -> i1 {
  %q = ta.ask "stored" %A least 7 : tensor<?x8xf64, #CSR>
  return %q : i1
}

// CHECK-LABEL: func.func @decompose
// CHECK: %[[DIA:.*]] = call @encke_tensor_new
// CHECK: %[[CSR:.*]] = call @encke_tensor_new
// CHECK: llvm.call @encke_decompose(%{{.*}}, %{{.*}}, %{{.*}}, %c2_i64, %[[DIA]], %[[CSR]]) vararg
// CHECK-NOT: encke_tensor_clear
func.func @decompose(%A: tensor<?x8xf64, #CSR>) -> (tensor<?x8xf64, #ta.format<"C1-0 D0", 64>>, tensor<?x8xf64, #CSR>) {
  %p:2 = ta.decompose %A by ["count(d0)>=2"] at "a.ta:9:3" : tensor<?x8xf64, #CSR> -> tensor<?x8xf64, #ta.format<"C1-0 D0", 64>>, tensor<?x8xf64, #CSR>
  return %p#0, %p#1 : tensor<?x8xf64, #ta.format<"C1-0 D0", 64>>, tensor<?x8xf64, #CSR>
}

// What was read is freed where only its parts are used.
// CHECK-LABEL: func.func @read_parts
// CHECK: call @encke_read(%[[WHOLE:.*]], %
// CHECK: llvm.call @encke_decompose
// CHECK: call @encke_tensor_clear
// CHECK-LABEL: func.func @read_whole
// CHECK: llvm.call @encke_decompose
// CHECK-NOT: call @encke_tensor_clear
func.func @read_parts(%n: index) -> (tensor<?x8xf64, #CSR>, tensor<?x8xf64, #CSR>, index) {
  %c0 = arith.constant 0 : index
  %f = ta.file 0 at "a.ta:1:1"
  %A = ta.read %f sizes(%n) "full" at "a.ta:1:1" : tensor<?x8xf64, #CSR>
  %p:2 = ta.decompose %A by ["d0<3"] at "a.ta:9:3" : tensor<?x8xf64, #CSR> -> tensor<?x8xf64, #CSR>, tensor<?x8xf64, #CSR>
  %m = tensor.dim %A, %c0 : tensor<?x8xf64, #CSR>
  return %p#0, %p#1, %m : tensor<?x8xf64, #CSR>, tensor<?x8xf64, #CSR>, index
}
func.func @read_whole(%n: index) -> (tensor<?x8xf64, #CSR>, tensor<?x8xf64, #CSR>, tensor<?x8xf64, #CSR>) {
  %f = ta.file 0 at "a.ta:1:1"
  %A = ta.read %f sizes(%n) "full" at "a.ta:1:1" : tensor<?x8xf64, #CSR>
  %p:2 = ta.decompose %A by ["d0<3"] at "a.ta:9:3" : tensor<?x8xf64, #CSR> -> tensor<?x8xf64, #CSR>, tensor<?x8xf64, #CSR>
  return %A, %p#0, %p#1 : tensor<?x8xf64, #CSR>, tensor<?x8xf64, #CSR>, tensor<?x8xf64, #CSR>
}

// CHECK-LABEL: func.func @sizes
// CHECK: call @encke_size_begin
// CHECK: call @encke_size_given
// CHECK: call @encke_loop_rounds
func.func @sizes(%a: index, %b: index, %lo: i64, %hi: i64) -> (index, i64) {
  %n = ta.size "i" from() modes [] orders [] given(%a, %b) as ["one", "other"] at ["a.ta:1:1", "a.ta:1:2"]
  %r = ta.rounds %lo to %hi step %lo at "a.ta:2:1"
  return %n, %r : index, i64
}

// What a loop carries and only the kernel reads, element by element, is updated in place;
// not where the value before is needed afterwards, or read elsewhere, too.
func.func private @scale_and_add(%p: tensor<?xf64>, %r: tensor<?xf64>, %n: index) -> tensor<?xf64> attributes {encke.kernel} {
  %a = ta.access %p[i] : tensor<?xf64>
  %b = ta.access %r[i] : tensor<?xf64>
  %s = ta.mul %a, %a : <[i] f64>, <[i] f64> -> <[i] f64>
  %c = ta.add %b, %s : <[i] f64>, <[i] f64> -> <[i] f64>
  %y = ta.assign %c[i] sizes(%n) : !ta.expr<[i] f64> -> tensor<?xf64>
  return %y : tensor<?xf64>
}
// CHECK-LABEL: func.func private @scale_and_add(
// CHECK-SAME: %[[P:.*]]: tensor<?xf64>, %[[R:.*]]: tensor<?xf64>, %{{.*}}: index)
// CHECK: linalg.generic {{.*}} ins(%[[R]] : tensor<?xf64>) outs(%[[P]] : tensor<?xf64>)
// CHECK: ^bb0(%[[RI:.*]]: f64, %[[PI:.*]]: f64):
// CHECK: arith.mulf %[[PI]], %[[PI]]

func.func private @still_needed(%p: tensor<?xf64>, %n: index) -> tensor<?xf64> attributes {encke.kernel} {
  %a = ta.access %p[i] : tensor<?xf64>
  %b = ta.neg %a : !ta.expr<[i] f64>
  %y = ta.assign %b[i] sizes(%n) : !ta.expr<[i] f64> -> tensor<?xf64>
  return %y : tensor<?xf64>
}
// CHECK-LABEL: func.func private @still_needed(
// CHECK-SAME: %[[P:.*]]: tensor<?xf64>, %{{.*}}: index, %[[Y:.*]]: tensor<?xf64>)
// CHECK: linalg.generic {{.*}} ins(%[[P]] : tensor<?xf64>) outs(%[[Y]] : tensor<?xf64>)

func.func private @transposed(%p: tensor<?x?xf64>, %n: index) -> tensor<?x?xf64> attributes {encke.kernel} {
  %a = ta.access %p[i, j] : tensor<?x?xf64>
  %b = ta.access %p[j, i] : tensor<?x?xf64>
  %c = ta.add %a, %b : <[i, j] f64>, <[j, i] f64> -> <[i, j] f64>
  %y = ta.assign %c[i, j] sizes(%n, %n) : !ta.expr<[i, j] f64> -> tensor<?x?xf64>
  return %y : tensor<?x?xf64>
}
// CHECK-LABEL: func.func private @transposed(
// CHECK-SAME: %[[P:.*]]: tensor<?x?xf64>, %{{.*}}: index, %[[Y:.*]]: tensor<?x?xf64>)
// CHECK: linalg.generic {{.*}} ins(%[[P]], %[[P]] : {{.*}}) outs(%[[Y]] : tensor<?x?xf64>)

// CHECK-LABEL: func.func @updates
// CHECK: scf.for {{.*}} iter_args(%[[P:.*]] = %{{.*}}, %[[Q:.*]] = %{{.*}}, %[[W:.*]] = %{{.*}}) ->
// CHECK: func.call @still_needed(%[[Q]], %{{.*}}, %{{.*}}) :
// CHECK: func.call @scale_and_add(%[[P]], %[[Q]], %{{[^,]*}}) :
// CHECK: func.call @transposed(%[[W]], %{{.*}}, %[[W]]) :
func.func @updates(%p0: tensor<?xf64>, %q0: tensor<?xf64>, %w0: tensor<?x?xf64>, %n: index, %lo: i64, %hi: i64, %step: i64) -> (tensor<?xf64>, tensor<?xf64>, tensor<?x?xf64>) {
  %r:3 = scf.for %t = %lo to %hi step %step iter_args(%p = %p0, %q = %q0, %w = %w0) -> (tensor<?xf64>, tensor<?xf64>, tensor<?x?xf64>) : i64 {
    %2 = func.call @still_needed(%q, %n) : (tensor<?xf64>, index) -> tensor<?xf64>
    %1 = func.call @scale_and_add(%p, %q, %n) : (tensor<?xf64>, tensor<?xf64>, index) -> tensor<?xf64>
    %3 = func.call @transposed(%w, %n) : (tensor<?x?xf64>, index) -> tensor<?x?xf64>
    scf.yield %1, %2, %3 : tensor<?xf64>, tensor<?xf64>, tensor<?x?xf64>
  }
  return %r#0, %r#1, %r#2 : tensor<?xf64>, tensor<?xf64>, tensor<?x?xf64>
}

// What is made before a loop has no place in it, though the loop yields it.
// CHECK-LABEL: func.func @made_before
// CHECK: %[[T:.*]] = bufferization.alloc_tensor
// CHECK: %[[Y:.*]] = call @kernel_0(%{{.*}}, %{{.*}}, %[[T]])
// CHECK: scf.yield %[[Y]]
func.func @made_before(%x0: tensor<?xf64>, %n: index, %lo: i64, %hi: i64, %step: i64) -> tensor<?xf64> {
  %y = func.call @kernel_0(%x0, %n) : (tensor<?xf64>, index) -> tensor<?xf64>
  %r = scf.for %t = %lo to %hi step %step iter_args(%x = %x0) -> (tensor<?xf64>) : i64 {
    scf.yield %y : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}

// Nor does it if the loop carries it with its modes expanded.
// CHECK-LABEL: func.func @made_before_expanded
// CHECK: %[[T:.*]] = bufferization.alloc_tensor
// CHECK: %[[Y:.*]] = call @kernel_0(%{{.*}}, %{{.*}}, %[[T]])
// CHECK: scf.for
// CHECK: %[[E:.*]] = tensor.expand_shape %[[Y]]
// CHECK: scf.yield %[[E]]
func.func @made_before_expanded(%x0: tensor<?xf64>, %z0: tensor<?x1xf64>, %n: index, %lo: i64, %hi: i64, %step: i64) -> tensor<?x1xf64> {
  %y = func.call @kernel_0(%x0, %n) : (tensor<?xf64>, index) -> tensor<?xf64>
  %r = scf.for %t = %lo to %hi step %step iter_args(%z = %z0) -> (tensor<?x1xf64>) : i64 {
    %e = tensor.expand_shape %y [[0, 1]] output_shape [%n, 1] : tensor<?xf64> into tensor<?x1xf64>
    scf.yield %e : tensor<?x1xf64>
  }
  return %r : tensor<?x1xf64>
}

// Elements that a table tells are read by a kernel of their own, after the
// runtime has checked the places.
// CHECK-LABEL: func.func @gather
// CHECK-SAME: %[[D:[^:]*]]: tensor<?x8xf64>, %[[P:[^:]*]]: tensor<?xi64>
// CHECK: llvm.call @encke_check_places
// CHECK: %[[OUT:.*]] = bufferization.alloc_tensor(%{{.*}}) : tensor<?x8xf64>
// CHECK: call @[[KERNEL:.*]](%[[D]], %[[P]], %{{.*}}, %[[OUT]])
// CHECK: func.func private @[[KERNEL]](%[[FROM:[^:]*]]: tensor<?x8xf64>, %{{[^:]*}}: tensor<?xi64>, %[[T:[^:]*]]: i64
// CHECK: ^bb0(%[[AT:.*]]: i64,
// CHECK: %[[TWICE:.*]] = arith.muli %[[AT]], %{{.*}}
// CHECK: %[[SUM:.*]] = arith.addi %[[T]], %[[TWICE]]
// CHECK: %[[ROW:.*]] = arith.index_cast %[[SUM]]
// CHECK: %[[COLUMN:.*]] = linalg.index 1
// CHECK: tensor.extract %[[FROM]][%[[ROW]], %[[COLUMN]]]
func.func @gather(%D: tensor<?x8xf64>, %p: tensor<?xi64>, %t: index, %n: index) -> tensor<?x8xf64> {
  %g = ta.slice %D by affine_map<(d0, d1)[s0, s1] -> (s1 * 2 + s0, d1)> scalars(%t) tables(%p at [affine_map<(d0, d1) -> (d0)>] : tensor<?xi64>) sizes(%n) at "a.ta:9:3" : tensor<?x8xf64> -> tensor<?x8xf64>
  return %g : tensor<?x8xf64>
}
