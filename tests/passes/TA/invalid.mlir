// Every rule that the dialect's verifiers enforce, broken once.
// RUN: encke-opt %s -split-input-file -verify-diagnostics

// Types.

// expected-error @+1 {{label 'i' appears twice}}
func.func private @f(!ta.expr<[i, j, i] f64>)

// -----

// expected-error @+1 {{element type 'index' is not one of the language's}}
func.func private @f(!ta.expr<[i] index>)

// -----

// Files and sizes.

func.func @f() {
  // expected-error @+1 {{the number of a data file cannot be negative}}
  %f = ta.file -1 at "a:1:1"
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{attribute 'source' failed to satisfy constraint}}
  %f = "ta.file"() <{source = 1.0 : f64, at = "a:1:1"}> : () -> !ta.file
  return
}

// -----

func.func @f(%f: !ta.file) {
  // expected-error @+1 {{needs one mode and one order for each file}}
  %n = ta.size "i" from (%f) modes [0, 1] orders [2] at ["a:1:1"]
  return
}

// -----

func.func @f(%f: !ta.file) {
  // expected-error @+1 {{needs one mode and one order for each file}}
  %n = ta.size "i" from (%f) modes [0] orders [] at ["a:1:1"]
  return
}

// -----

func.func @f(%f: !ta.file) {
  // expected-error @+1 {{needs one place for each source of the size}}
  %n = ta.size "i" static 4 from (%f) modes [0] orders [1] at ["a:1:1"]
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{has nothing that fixes the size}}
  %n = ta.size "i" from () modes [] orders [] at []
  return
}

// -----

func.func @f(%f: !ta.file) {
  // expected-error @+1 {{mode 2 is not one of 2}}
  %n = ta.size "i" from (%f) modes [2] orders [2] at ["a:1:1"]
  return
}

// -----

func.func @f(%f: !ta.file) {
  // expected-error @+1 {{mode -1 is not one of 2}}
  %n = ta.size "i" from (%f) modes [-1] orders [2] at ["a:1:1"]
  return
}

// -----

// Tensors from outside.

func.func @f(%f: !ta.file) {
  // expected-error @+1 {{unknown selector 'diagonal'}}
  %A = ta.read %f sizes() "diagonal" at "a:1:1" : tensor<4x4xf64>
  return
}

// -----

func.func @f(%f: !ta.file, %n: index) {
  // expected-error @+1 {{has 1 sizes, but 'tensor<?x?xf64>' has 2 dynamic dimensions}}
  %A = ta.read %f sizes(%n) "full" at "a:1:1" : tensor<?x?xf64>
  return
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @f() {
  // expected-error @+1 {{needs a density to fill a sparse tensor}}
  %A = ta.random seed 1 sizes() at "a.ta:9:3" : tensor<4x4xf64, #CSR>
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{has 1 sizes, but 'tensor<4x4xf64>' has 0 dynamic dimensions}}
  %A = ta.random seed 1 sizes(%n) at "a.ta:9:3" : tensor<4x4xf64>
  return
}

// -----

// Accesses and scalars.

func.func @f(%A: tensor<4x4xf64>) {
  // expected-error @+1 {{has 1 labels, but 'tensor<4x4xf64>' has 2 dimensions}}
  %0 = ta.access %A[i] : tensor<4x4xf64>
  return
}

// -----

func.func @f(%A: tensor<4x4xf64>) {
  // expected-error @+1 {{result type '!ta.expr<[i] f64>' does not have the labels that the operands imply: '!ta.expr<[i, j] f64>'}}
  %0 = "ta.access"(%A) <{indices = ["i", "j"]}> : (tensor<4x4xf64>) -> !ta.expr<[i] f64>
  return
}

// -----

func.func @f(%A: tensor<4x4xf64>) {
  // expected-error @+1 {{attribute 'indices' failed to satisfy constraint: labels, such as ["i", "j"]}}
  %0 = "ta.access"(%A) <{indices = ["i", 1]}> : (tensor<4x4xf64>) -> !ta.expr<[i, j] f64>
  return
}

// -----

func.func @f(%s: f64) {
  // expected-error @+1 {{result must be a value of 'f64' over no label}}
  %0 = ta.scalar %s : f64 -> !ta.expr<[i] f64>
  return
}

// -----

func.func @f(%s: f64) {
  // expected-error @+1 {{result must be a value of 'f64' over no label}}
  %0 = ta.scalar %s : f64 -> !ta.expr<[] f32>
  return
}

// -----

// Arithmetic.

func.func @f(%a: !ta.expr<[i] f64>, %b: !ta.expr<[i, j] f64>) {
  // expected-error @+1 {{operands '!ta.expr<[i] f64>' and '!ta.expr<[i, j] f64>' must have the same labels (ta.repeat broadcasts)}}
  %0 = ta.add %a, %b : <[i] f64>, <[i, j] f64> -> <[i, j] f64>
  return
}

// -----

func.func @f(%a: !ta.expr<[i] f64>, %b: !ta.expr<[j] f64>) {
  // expected-error @+1 {{operands '!ta.expr<[i] f64>' and '!ta.expr<[j] f64>' must have the same labels (ta.repeat broadcasts)}}
  %0 = ta.sub %a, %b : <[i] f64>, <[j] f64> -> <[i] f64>
  return
}

// -----

func.func @f(%a: !ta.expr<[i] f64>, %b: !ta.expr<[i] f64>) {
  // expected-error @+1 {{result type '!ta.expr<[i, j] f64>' does not have the labels that the operands imply: '!ta.expr<[i] f64>'}}
  %0 = ta.add %a, %b : <[i] f64>, <[i] f64> -> <[i, j] f64>
  return
}

// -----

func.func @f(%a: !ta.expr<[i] f64>, %b: !ta.expr<[j] f64>) {
  // expected-error @+1 {{result type '!ta.expr<[i] f64>' does not have the labels that the operands imply: '!ta.expr<[i, j] f64>'}}
  %0 = ta.mul %a, %b : <[i] f64>, <[j] f64> -> <[i] f64>
  return
}

// -----

func.func @f(%a: !ta.expr<[i] f64>, %b: !ta.expr<[i] f32>) {
  // expected-error @+1 {{operand type '!ta.expr<[i] f32>' and result type '!ta.expr<[i] f64>' differ in element type}}
  %0 = ta.div %a, %b : <[i] f64>, <[i] f32> -> <[i] f64>
  return
}

// -----

func.func @f(%a: !ta.expr<[i] f64>) {
  // expected-error @+1 {{requires the same type for all operands and results}}
  %0 = "ta.neg"(%a) : (!ta.expr<[i] f64>) -> !ta.expr<[j] f64>
  return
}

// -----

func.func @f(%a: !ta.expr<[i] f64>) {
  // expected-error @+1 {{unknown function 'gamma'}}
  %0 = ta.apply "gamma"(%a) : !ta.expr<[i] f64> -> <[i] f64>
  return
}

// -----

func.func @f(%a: !ta.expr<[i] f64>) {
  // expected-error @+1 {{function 'max' takes 2 operands}}
  %0 = ta.apply "max"(%a) : !ta.expr<[i] f64> -> <[i] f64>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{function 'exp' takes 1 operands}}
  %0 = "ta.apply"() <{function = "exp"}> : () -> !ta.expr<[] f64>
  return
}

// -----

func.func @f(%a: !ta.expr<[i] f64>, %b: !ta.expr<[j] f64>) {
  // expected-error @+1 {{does not have the labels that the operands imply: '!ta.expr<[i, j] f64>'}}
  %0 = ta.apply "min"(%a, %b) : !ta.expr<[i] f64>, !ta.expr<[j] f64> -> <[i] f64>
  return
}

// -----

// Sums and repetitions.

func.func @f(%a: !ta.expr<[i] f64>) {
  // expected-error @+1 {{reduces over no label}}
  %0 = ta.sum %a over [] : !ta.expr<[i] f64> -> !ta.expr<[i] f64>
  return
}

// -----

func.func @f(%a: !ta.expr<[i] f64>) {
  // expected-error @+1 {{the operand does not vary over label 'j'}}
  %0 = ta.sum %a over [j] : !ta.expr<[i] f64> -> !ta.expr<[i] f64>
  return
}

// -----

func.func @f(%a: !ta.expr<[i, j] f64>) {
  // expected-error @+1 {{does not have the labels that the operands imply: '!ta.expr<[i] f64>'}}
  %0 = ta.sum %a over [j] : !ta.expr<[i, j] f64> -> !ta.expr<[j] f64>
  return
}

// -----

func.func @f(%a: !ta.expr<[i] f64>, %n: index) {
  // expected-error @+1 {{the operand already varies over label 'i'}}
  %0 = ta.repeat %a along [i](%n) : !ta.expr<[i] f64> -> !ta.expr<[i] f64>
  return
}

// -----

func.func @f(%a: !ta.expr<[i] f64>, %n: index) {
  // expected-error @+1 {{the operand already varies over label 'j'}}
  %0 = ta.repeat %a along [j, j](%n, %n) : !ta.expr<[i] f64> -> !ta.expr<[i, j] f64>
  return
}

// -----

func.func @f(%a: !ta.expr<[i] f64>) {
  // expected-error @+1 {{needs one size for each new label}}
  %0 = ta.repeat %a along [j]() : !ta.expr<[i] f64> -> !ta.expr<[i, j] f64>
  return
}

// -----

func.func @f(%a: !ta.expr<[i] f64>, %n: index) {
  // expected-error @+1 {{does not have the labels that the operands imply: '!ta.expr<[i, j] f64>'}}
  %0 = ta.repeat %a along [j](%n) : !ta.expr<[i] f64> -> !ta.expr<[i, k] f64>
  return
}

// -----

// Element types.

// expected-error @+1 {{element type 'i4' is not one of the language's}}
func.func private @f(!ta.expr<[i] i4>)

// -----

func.func @f(%a: !ta.expr<[i] f64>) {
  // expected-error @+1 {{a value of 'f64' does not become 'i64'}}
  %0 = ta.cast %a : <[i] f64> -> <[i] i64>
  return
}

// -----

func.func @f(%a: !ta.expr<[i] i32>) {
  // expected-error @+1 {{does not have the labels that the operands imply: '!ta.expr<[i] f64>'}}
  %0 = ta.cast %a : <[i] i32> -> <[j] f64>
  return
}

// -----

func.func @f(%a: !ta.expr<[i] i32>) {
  // expected-error @+1 {{function 'exp' does not take operands of 'i32'}}
  %0 = ta.apply "exp"(%a) : !ta.expr<[i] i32> -> <[i] i32>
  return
}

// -----

func.func @f(%a: !ta.expr<[i] complex<f64>>) {
  // expected-error @+1 {{function 'lt' does not take operands of 'complex<f64>'}}
  %0 = ta.apply "lt"(%a, %a) : !ta.expr<[i] complex<f64>>, !ta.expr<[i] complex<f64>> -> <[i] i1>
  return
}

// -----

func.func @f(%a: !ta.expr<[i] i32>, %b: !ta.expr<[i] f64>) {
  // expected-error @+1 {{differ in element type}}
  %0 = ta.apply "lt"(%a, %b) : !ta.expr<[i] i32>, !ta.expr<[i] f64> -> <[i] i1>
  return
}

// -----

func.func @f(%a: !ta.expr<[i] f64>) {
  // expected-error @+1 {{must have element type 'i1'}}
  %0 = ta.apply "lt"(%a, %a) : !ta.expr<[i] f64>, !ta.expr<[i] f64> -> <[i] f64>
  return
}

// -----

// Reductions, semirings and masks.

func.func @f(%a: !ta.expr<[i] f64>) {
  // expected-error @+1 {{unknown operator 'most'}}
  %0 = ta.reduce "most" %a over [i] : !ta.expr<[i] f64> -> !ta.expr<[] f64>
  return
}

// -----

func.func @f(%a: !ta.expr<[i] f64>) {
  // expected-error @+1 {{is a sum: use ta.sum}}
  %0 = ta.reduce "add" %a over [i] : !ta.expr<[i] f64> -> !ta.expr<[] f64>
  return
}

// -----

func.func @f(%a: !ta.expr<[i] f64>) {
  // expected-error @+1 {{operator 'first' cannot reduce}}
  %0 = ta.reduce "first" %a over [i] : !ta.expr<[i] f64> -> !ta.expr<[] f64>
  return
}

// -----

func.func @f(%a: !ta.expr<[i] complex<f64>>) {
  // expected-error @+1 {{operator 'max' does not take operands of 'complex<f64>'}}
  %0 = ta.reduce "max" %a over [i] : !ta.expr<[i] complex<f64>> -> !ta.expr<[] complex<f64>>
  return
}

// -----

func.func @f(%a: !ta.expr<[i] f64>) {
  // expected-error @+1 {{the operand does not vary over label 'j'}}
  %0 = ta.reduce "max" %a over [j] : !ta.expr<[i] f64> -> !ta.expr<[i] f64>
  return
}

// -----

func.func @f(%a: !ta.expr<[i] f64>) {
  // expected-error @+1 {{unknown operator 'plus'}}
  %0 = ta.combine "plus" union %a, %a : <[i] f64>, <[i] f64> -> <[i] f64>
  return
}

// -----

func.func @f(%a: !ta.expr<[i] f64>, %b: !ta.expr<[i] i64>) {
  // expected-error @+1 {{differ in element type}}
  %0 = ta.combine "min" union %a, %b : <[i] f64>, <[i] i64> -> <[i] f64>
  return
}

// -----

func.func @f(%a: !ta.expr<[i] f64>, %m: !ta.expr<[j] f64>) {
  // expected-error @+1 {{the value does not vary over label 'j' of the mask}}
  %0 = ta.mask %a by %m : <[i] f64>, <[j] f64> -> <[i] f64>
  return
}

// -----

func.func @f(%a: !ta.expr<[i] f64>) {
  // expected-error @+1 {{does not have the labels that the operands imply: '!ta.expr<[i] i64>'}}
  %0 = ta.stored %a : <[i] f64> -> <[] i64>
  return
}

// -----

// Statements.

func.func @f(%a: !ta.expr<[i] f64>) {
  // expected-error @+1 {{the same label twice on the left}}
  %0 = ta.assign %a[i, i] sizes() : !ta.expr<[i] f64> -> tensor<4x4xf64>
  return
}

// -----

func.func @f(%a: !ta.expr<[i] f64>) {
  // expected-error @+1 {{has 1 labels, but 'tensor<4x4xf64>' has 2 dimensions}}
  %0 = ta.assign %a[i] sizes() : !ta.expr<[i] f64> -> tensor<4x4xf64>
  return
}

// -----

func.func @f(%a: !ta.expr<[i] f64>) {
  // expected-error @+1 {{value and result differ in element type}}
  %0 = ta.assign %a[i] sizes() : !ta.expr<[i] f64> -> tensor<4xf32>
  return
}

// -----

func.func @f(%a: !ta.expr<[i, j] f64>) {
  // expected-error @+1 {{value of type '!ta.expr<[i, j] f64>' does not vary over exactly the result's labels}}
  %0 = ta.assign %a[i] sizes() : !ta.expr<[i, j] f64> -> tensor<4xf64>
  return
}

// -----

func.func @f(%a: !ta.expr<[i] f64>, %n: index) {
  // expected-error @+1 {{has 2 sizes, but 'tensor<?xf64>' has 1 dynamic dimensions}}
  %0 = ta.assign %a[i] sizes(%n, %n) : !ta.expr<[i] f64> -> tensor<?xf64>
  return
}

// -----

// Parts of tensors.

func.func @f(%A: tensor<4x?xf64>) {
  // expected-error @+1 {{needs a map from 1 coordinates to 2}}
  %s = ta.slice %A by affine_map<(d0) -> (d0)> sizes() at "" : tensor<4x?xf64> -> tensor<2xf64>
  return
}

// -----

func.func @f(%A: tensor<4x?xf64>) {
  // expected-error @+1 {{needs a symbol for each scalar and each table}}
  %s = ta.slice %A by affine_map<(d0)[s0] -> (d0, s0)> sizes() at "" : tensor<4x?xf64> -> tensor<2xf64>
  return
}

// -----

func.func @f(%A: tensor<4x?xf64>) {
  // expected-error @+1 {{has 0 sizes, but 'tensor<?x2xf64>' has 1 dynamic dimensions}}
  %s = ta.slice %A by affine_map<(d0, d1) -> (d0, d1)> sizes() at "" : tensor<4x?xf64> -> tensor<?x2xf64>
  return
}

// -----

func.func @f(%A: tensor<4xf64>) {
  // expected-error @+1 {{changes the type of the elements}}
  %s = ta.slice %A by affine_map<(d0) -> (d0)> sizes() at "" : tensor<4xf64> -> tensor<2xf32>
  return
}

// -----

func.func @f(%A: tensor<4xf64>, %p: tensor<2xi64>) {
  // expected-error @+1 {{needs a map for each table}}
  %s = ta.slice %A by affine_map<(d0)[s0] -> (s0)> tables(%p at [] : tensor<2xi64>) sizes() at "" : tensor<4xf64> -> tensor<2xf64>
  return
}

// -----

func.func @f(%A: tensor<4xf64>, %p: tensor<2xi32>) {
  // expected-error @+1 {{a table is a dense tensor of i64}}
  %s = ta.slice %A by affine_map<(d0)[s0] -> (s0)> tables(%p at [affine_map<(d0) -> (d0)>] : tensor<2xi32>) sizes() at "" : tensor<4xf64> -> tensor<2xf64>
  return
}

// -----

func.func @f(%A: tensor<4xf64>, %p: tensor<2xi64>) {
  // expected-error @+1 {{looks a table up at coordinates of the part}}
  %s = ta.slice %A by affine_map<(d0)[s0] -> (s0)> tables(%p at [affine_map<(d0) -> (d0 + 1)>] : tensor<2xi64>) sizes() at "" : tensor<4xf64> -> tensor<2xf64>
  return
}

// -----

func.func @f(%A: tensor<4xf64>) {
  // expected-error @+1 {{clips mode 1 of a tensor of order 1}}
  %s = ta.slice %A by affine_map<(d0) -> (d0)> sizes() clipped [1] at "" : tensor<4xf64> -> tensor<2xf64>
  return
}

// -----

func.func @f(%A: tensor<4xf64>, %v: tensor<2xf64>) {
  // expected-error @+1 {{cannot combine by 'div'}}
  %s = ta.insert %v into %A by affine_map<(d0) -> (d0)> combine "div" at "" : tensor<2xf64> into tensor<4xf64>
  return
}

// -----

func.func @f(%n: index, %v: tensor<4xf64>) {
  // expected-error @+1 {{unknown function 'reverse'}}
  %s = ta.whole "reverse"(%v) sizes() at "" : tensor<4xf64> -> tensor<4xf64>
  return
}

// -----

func.func @f(%v: tensor<4xf64>) {
  // expected-error @+1 {{'elements' of 2 tensors gives 1}}
  %s = ta.whole "elements"(%v) sizes() at "" : tensor<4xf64> -> tensor<4xf64>
  return
}

// -----

func.func @f(%n: index, %v: tensor<4xf64>) {
  // expected-error @+1 {{has 0 sizes, but its results have 1 dynamic dimensions}}
  %s = ta.whole "sort"(%v) sizes() at "" : tensor<4xf64> -> tensor<?xf64>
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{needs one origin for each given size}}
  %m = "ta.size"(%n) <{label = "i", modes = array<i64>, orders = array<i64>, at = ["a:1:1"], operandSegmentSizes = array<i32: 0, 1>}> : (index) -> index
  return
}

// -----

func.func @f(%A: tensor<8x8xf64>) -> tensor<8x8xf64> {
  %a = ta.access %A[i, j] : tensor<8x8xf64>
  // expected-error @+1 {{'gemm' must list the labels of rows, columns, inner and loops, each label once}}
  %r = ta.assign %a[i, j] sizes() {gemm = {columns = ["j"], inner = ["j"], loops = [], rows = ["i"]}} : !ta.expr<[i, j] f64> -> tensor<8x8xf64>
  return %r : tensor<8x8xf64>
}

// -----

// Orderings.

func.func @f(%A: tensor<4x8xf64>, %n: index) {
  %i = ta.ordering "i"
  // expected-error @+1 {{weighs what is used beside the tensor, which only 'auto' does}}
  ta.reorder %i by "lexi" 0 of %A modes [0] beside %n at "a:1:1" : tensor<4x8xf64>
  return
}

// -----

func.func @f(%A: tensor<4x8xf64>) {
  %i = ta.ordering "i"
  // expected-error @+1 {{unknown reordering 'lexy'}}
  ta.reorder %i by "lexy" 0 of %A modes [0] at "a:1:1" : tensor<4x8xf64>
  return
}

// -----

func.func @f(%A: tensor<4x8xf64>) {
  %i = ta.ordering "i"
  // expected-error @+1 {{names mode 2 of a tensor of order 2}}
  ta.reorder %i by "lexi" 0 of %A modes [2] at "a:1:1" : tensor<4x8xf64>
  return
}

// -----

func.func @f(%A: tensor<4x8xf64>) {
  %i = ta.ordering "i"
  // expected-error @+1 {{unknown direction 'inside'}}
  %B = ta.permute %A "inside" by %i modes [0] at "a:1:1" : tensor<4x8xf64>
  return
}

// -----

func.func @f(%A: tensor<4x8xf64>) {
  %i = ta.ordering "i"
  // expected-error @+1 {{names mode 0 twice}}
  %B = ta.permute %A "in" by %i, %i modes [0, 0] at "a:1:1" : tensor<4x8xf64>
  return
}

// -----

func.func @f(%A: tensor<4x8xf64>) {
  %i = ta.ordering "i"
  // expected-error @+1 {{needs a mode for each ordering}}
  %B = ta.permute %A "in" by %i, %i modes [0] at "a:1:1" : tensor<4x8xf64>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{makes a dense vector of i64}}
  %p = ta.coordinates sizes() : tensor<4xf64>
  return
}

// -----

#CSR = #sparse_tensor.encoding<{map = (d0, d1) -> (d0 : dense, d1 : compressed)}>
func.func @f(%A: tensor<4x8xf64, #CSR>) {
  // expected-error @+1 {{has a part for each condition, and one for the rest}}
  %B = ta.decompose %A by ["d0<3"] at "a:1:1" : tensor<4x8xf64, #CSR> -> tensor<4x8xf64, #CSR>
  return
}

// -----

#CSR = #sparse_tensor.encoding<{map = (d0, d1) -> (d0 : dense, d1 : compressed)}>
func.func @f(%A: tensor<4x8xf64, #CSR>) {
  // expected-error @+1 {{has a wrong condition 'd0<': a mode, a number or a query is expected here}}
  %B:2 = ta.decompose %A by ["d0<"] at "a:1:1" : tensor<4x8xf64, #CSR> -> tensor<4x8xf64, #CSR>, tensor<4x8xf64, #CSR>
  return
}

// -----

#CSR = #sparse_tensor.encoding<{map = (d0, d1) -> (d0 : dense, d1 : compressed)}>
func.func @f(%A: tensor<4x8xf64, #CSR>) {
  // expected-error @+1 {{has parts of the sizes and elements of its tensor}}
  %B:2 = ta.decompose %A by ["d0<3"] at "a:1:1" : tensor<4x8xf64, #CSR> -> tensor<4x8xf64, #CSR>, tensor<4x8xf32, #CSR>
  return
}

// -----

#CSR = #sparse_tensor.encoding<{map = (d0, d1) -> (d0 : dense, d1 : compressed)}>
func.func @f(%A: tensor<4x8xf64, #CSR>) {
  // expected-error @+1 {{is of sparse tensors}}
  %B:2 = ta.decompose %A by ["d0<3"] at "a:1:1" : tensor<4x8xf64, #CSR> -> tensor<4x8xf64, #CSR>, tensor<4x8xf64>
  return
}

// -----

#CSR = #sparse_tensor.encoding<{map = (d0, d1) -> (d0 : dense, d1 : compressed)}>
func.func @f(%A: tensor<4x8xf64, #CSR>) {
  // expected-error @+1 {{has a condition over more modes than its tensor: 'count(d7)<3'}}
  %B:2 = ta.decompose %A by ["count(d7)<3"] at "a:1:1" : tensor<4x8xf64, #CSR> -> tensor<4x8xf64, #CSR>, tensor<4x8xf64, #CSR>
  return
}

// -----

#CSR = #sparse_tensor.encoding<{map = (d0, d1) -> (d0 : dense, d1 : compressed)}>
func.func @f(%A: tensor<4x8xf64, #CSR>) {
  // expected-error @+1 {{asks an unknown question, 'large'}}
  %q = ta.ask "large" %A : tensor<4x8xf64, #CSR>
  return
}

// -----

#CSR = #sparse_tensor.encoding<{map = (d0, d1) -> (d0 : dense, d1 : compressed)}>
func.func @f(%A: tensor<4x8xf64, #CSR>) {
  // expected-error @+1 {{'alike' is asked of 2 tensors}}
  %q = ta.ask "alike" %A : tensor<4x8xf64, #CSR>
  return
}

// -----

func.func @f(%A: tensor<4x8xf64>) {
  // expected-error @+1 {{is about sparse tensors}}
  %q = ta.ask "stored" %A least 4 : tensor<4x8xf64>
  return
}

// -----

func.func @line(%x: f64) {
  // expected-error @+1 {{has a part that is neither a text nor 'unit'}}
  ta.print_line ["x is", 1 : i64](%x) : f64
  return
}

// -----

func.func @line_values(%x: f64) {
  // expected-error @+1 {{has 1 values, but its line has 2}}
  ta.fail ["x is", unit, unit](%x) : f64 at "a:1:1"
  return
}

// -----

func.func @f(%a: !ta.expr<[i] f64>) {
  // expected-error @+1 {{operator 'mod' does not take operands of 'f64'}}
  %0 = ta.combine "mod" intersection %a, %a : <[i] f64>, <[i] f64> -> <[i] f64>
  return
}

// -----

func.func @f(%a: !ta.expr<[i] f64>) {
  // expected-error @+1 {{operator 'minu' does not take operands of 'f64'}}
  %0 = ta.reduce "minu" %a over [i] : !ta.expr<[i] f64> -> !ta.expr<[] f64>
  return
}

// -----

// Conditions.

func.func @f(%a: !ta.expr<[i] f64>) {
  // expected-error @+1 {{the condition is no truth value}}
  %0 = ta.filter %a if %a : <[i] f64>, <[i] f64> -> <[i] f64>
  return
}

// -----

func.func @f(%a: !ta.expr<[i] f64>, %b: !ta.expr<[j] i1>) {
  // expected-error @+1 {{the value does not vary over label 'j' of the condition}}
  %0 = ta.filter %a if %b : <[i] f64>, <[j] i1> -> <[i] f64>
  return
}
