// Marks print behind what they are marks of, and are read back.
// RUN: encke-opt %s | encke-opt | FileCheck %s
// RUN: encke-opt %s -mlir-print-op-generic | encke-opt | FileCheck %s

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

// CHECK-LABEL: func.func @sparse_sum
func.func @sparse_sum(%A: memref<?x?xf64>, %x: tensor<?xf64>, %B: tensor<?x?xf64, #CSR>, %y: tensor<?xf64>, %n: index, %m: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a = %B : tensor<?x?xf64, #CSR>, %b = %x : tensor<?xf64>) outs(%c = %y : tensor<?xf64>) {
    cin.forall %i in %n parallel {
      cin.where %s : !cin.place<tensor<f64>> sizes() {
        %0 = cin.access %s[] : !cin.place<tensor<f64>>
        cin.assign %c[%i] += %0 : !cin.place<tensor<?xf64>>
      } producer {
        // CHECK: cin.forall %j in %{{.*}} vector(4) few(8) far(row = 128, all = 1000, vectors = 2, ahead = 64) uneven(rows = 10, length = 16, lanes = 2) {
        cin.forall %j in %m vector(4) few(8) far(row = 128, all = 1000, vectors = 2, ahead = 64) uneven(rows = 10, length = 16, lanes = 2) {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
          %1 = cin.access %b[%j] : !cin.place<tensor<?xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %s[] += %2 : !cin.place<tensor<f64>>
        }
      }
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// CHECK-LABEL: func.func @rows
func.func @rows(%A: tensor<12x?xf64>, %x: tensor<12xf64>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %c12 = arith.constant 12 : index
  // CHECK: cin.kernel
  %r = cin.kernel ins(%a = %A : tensor<12x?xf64>, %b = %x : tensor<12xf64>) outs(%c = %y : tensor<?xf64>) {
    cin.forall %i in %c12 {
      // CHECK: cin.forall %k in %{{.*}} vector(4) registers(8) sums(4) {
      cin.forall %k in %n vector(4) registers(8) sums(4) {
        // CHECK: cin.access %{{.*}}[%i, %k] prefetch(ahead = 16, lines = 8, few = 5, near = 100, far = 1000) :
        %0 = cin.access %a[%i, %k] prefetch(ahead = 16, lines = 8, few = 5, near = 100, far = 1000) : !cin.place<tensor<12x?xf64>>
        %1 = cin.access %b[%i] : !cin.place<tensor<12xf64>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %c[%k] += %2 : !cin.place<tensor<?xf64>>
      }
    }
  } -> tensor<?xf64>
  // CHECK: cin.kernel
  %q = cin.kernel ins(%a = %A : tensor<12x?xf64>) outs(%c = %r : tensor<?xf64>) {
    // CHECK: cin.forall %i in %{{.*}} unroll(4) twice {
    cin.forall %i in %c12 unroll(4) twice {
      cin.forall %k in %n vector(4) {
        // CHECK: cin.access %{{.*}}[%i, %k] next(cache = 1) :
        %0 = cin.access %a[%i, %k] next(cache = 1) : !cin.place<tensor<12x?xf64>>
        cin.assign %c[%k] += %0 : !cin.place<tensor<?xf64>>
      }
    }
  } -> tensor<?xf64>
  return %q : tensor<?xf64>
}

// CHECK-LABEL: func.func @products
func.func @products(%A: tensor<?x?xf32>, %B: tensor<?x?xf32>, %C: tensor<?x30xf32>, %y: tensor<?x?xf32>, %z: tensor<30xf32>, %n: index, %m: index, %p: index) -> (tensor<?x?xf32>, tensor<30xf32>) {
  %c30 = arith.constant 30 : index
  // CHECK: cin.kernel
  %r = cin.kernel ins(%a = %A : tensor<?x?xf32>, %b = %B : tensor<?x?xf32>) outs(%c = %y : tensor<?x?xf32>) {
    // CHECK: cin.forall %i in %{{.*}} jam(rows = 4, block = 64, kept = 100) {
    cin.forall %i in %n jam(rows = 4, block = 64, kept = 100) {
      cin.forall %k in %m {
        // CHECK: cin.forall %l in %{{.*}} vector(8) registers(8) then(2) terms(16) product(registers = 8, elements = 64, width = 8, most = 3) {
        cin.forall %l in %p vector(8, tail = scalar) registers(8) then(2) terms(16) product(registers = 8, elements = 64, width = 8, most = 3) {
          %0 = cin.access %a[%i, %k] : !cin.place<tensor<?x?xf32>>
          %1 = cin.access %b[%k, %l] : !cin.place<tensor<?x?xf32>>
          %2 = arith.mulf %0, %1 : f32
          cin.assign %c[%i, %l] += %2 : !cin.place<tensor<?x?xf32>>
        }
      }
    }
  } -> tensor<?x?xf32>
  // CHECK: cin.kernel
  %s = cin.kernel ins(%a = %A : tensor<?x?xf32>, %b = %C : tensor<?x30xf32>) outs(%c = %z : tensor<30xf32>) {
    cin.forall %i in %n {
      cin.forall %k in %m {
        // CHECK: cin.forall %l in %{{.*}} vector(8, tail = overlap) registers(4) factored {
        cin.forall %l in %c30 vector(8, tail = overlap) registers(4) factored {
          %0 = cin.access %a[%i, %k] : !cin.place<tensor<?x?xf32>>
          %1 = cin.access %b[%i, %l] : !cin.place<tensor<?x30xf32>>
          %2 = arith.mulf %0, %1 : f32
          cin.assign %c[%l] += %2 : !cin.place<tensor<30xf32>>
        }
      }
    }
  } -> tensor<30xf32>
  return %r, %s : tensor<?x?xf32>, tensor<30xf32>
}
