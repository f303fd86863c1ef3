// Products of blocks are made in blocks where these are full enough: calls ask how many
// elements the operands have beside the positions, and another kernel converts them.
// RUN: encke-opt --cin-schedule %s | FileCheck %s

#BCSR = #sparse_tensor.encoding<{ map = (i, j) -> (i floordiv 2 : dense, j floordiv 4 : compressed, i mod 2 : dense, j mod 4 : dense) }>
#BLOCKS = #sparse_tensor.encoding<{ map = (i, j) -> (i floordiv 4 : dense, j floordiv 2 : compressed, i mod 4 : dense, j mod 2 : dense) }>
#RESULT = #sparse_tensor.encoding<{ map = (i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense) }>

// CHECK-LABEL: func.func @calls(
// CHECK: call @product({{.*}}) {encke.finite = @product_has_full_blocks, encke.otherwise = @product_converted}
func.func @calls(%A: tensor<?x?xf64, #BCSR>, %B: tensor<?x?xf64, #BLOCKS>, %C: tensor<?x?xf64, #RESULT>, %n: index) -> tensor<?x?xf64, #RESULT> {
  %r = call @product(%A, %B, %C, %n) : (tensor<?x?xf64, #BCSR>, tensor<?x?xf64, #BLOCKS>, tensor<?x?xf64, #RESULT>, index) -> tensor<?x?xf64, #RESULT>
  return %r : tensor<?x?xf64, #RESULT>
}

// CHECK-LABEL: func.func private @product(
// CHECK-NOT: sparse_tensor.convert
// CHECK: cin.where {{.*}} sizes(
// CHECK-NOT: sparse_tensor.convert
// CHECK: return

// CHECK-LABEL: func.func private @product_converted(
// CHECK: sparse_tensor.convert %arg0
// CHECK: sparse_tensor.convert %arg1
// CHECK-NOT: within
// CHECK: sparse_tensor.convert
// CHECK: return

// A pair has 2 x 4 x 2 products: 1/16 for itself, 1/64 for what is in it.
// CHECK-LABEL: func.func private @product_has_full_blocks(
// CHECK: %[[A:.*]] = call @encke_stored_count(
// CHECK: call @encke_position_count({{.*}}, %c4_i64
// CHECK: arith.divf
// CHECK: call @encke_stored_count(
// CHECK: call @encke_position_count(
// CHECK: %[[LEAST:.*]] = arith.constant 7.812500e-02 : f64
// CHECK: %[[YES:.*]] = arith.cmpf ogt, %{{.*}}, %[[LEAST]]
// CHECK: return %[[YES]] : i1
func.func private @product(%A: tensor<?x?xf64, #BCSR>, %B: tensor<?x?xf64, #BLOCKS>, %C: tensor<?x?xf64, #RESULT>, %n: index) -> tensor<?x?xf64, #RESULT> attributes {encke.kernel} {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #BCSR>, %b = %B : tensor<?x?xf64, #BLOCKS>) outs(%c = %C : tensor<?x?xf64, #RESULT>) {
    cin.forall %i in %n {
      cin.forall %j in %n {
        cin.forall %k in %n {
          %0 = cin.access %a[%i, %k] : !cin.place<tensor<?x?xf64, #BCSR>>
          %1 = cin.access %b[%k, %j] : !cin.place<tensor<?x?xf64, #BLOCKS>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %c[%i, %j] += %2 : !cin.place<tensor<?x?xf64, #RESULT>>
        }
      }
    }
  } -> tensor<?x?xf64, #RESULT>
  return %r : tensor<?x?xf64, #RESULT>
}
