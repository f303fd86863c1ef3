// What a producer increments beside a register, by the operator by which alone the
// consumer does.
// RUN: encke-opt --split-input-file --verify-diagnostics %s | FileCheck %s
// RUN: encke-opt --split-input-file --verify-diagnostics --convert-cin-to-scf --canonicalize --cse %s | FileCheck %s --check-prefix=SCF

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32 }>

// CHECK-LABEL: func.func @triangle(
// CHECK: cin.assign %{{.*}}[] +=
// CHECK: cin.assign %[[Y:.*]][%j] +=
// SCF-LABEL: func.func @triangle(
// SCF: %[[SUM:.*]] = scf.for {{.*}} iter_args(%[[BEFORE:.*]] = %
// SCF: %[[NEXT:.*]] = arith.addf %[[BEFORE]], %
// SCF: memref.store
// SCF: scf.yield %[[NEXT]]
// SCF: memref.store
func.func @triangle(%A: !llvm.ptr, %x: memref<?xf64>, %y: memref<?xf64>, %n: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #CSR>, %b = %x : memref<?xf64> as tensor<?xf64>) outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n {
      cin.where %w : !cin.place<tensor<f64>> sizes() {
        %0 = cin.access %w[] : !cin.place<tensor<f64>>
        cin.assign %c[%i] += %0 : !cin.place<tensor<?xf64>>
      } producer {
        cin.forall %j in %n {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
          %1 = cin.access %b[%j] : !cin.place<tensor<?xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %w[] += %2 : !cin.place<tensor<f64>>
          %3 = cin.access %b[%i] : !cin.place<tensor<?xf64>>
          %4 = arith.mulf %0, %3 : f64
          cin.assign %c[%j] += %4 : !cin.place<tensor<?xf64>>
        }
      }
    }
  }
  return
}

// -----

#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32 }>
func.func @another_operator(%A: !llvm.ptr, %y: memref<?xf64>, %n: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #CSR>) outs(%c = %y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n {
      cin.where %w : !cin.place<tensor<f64>> sizes() {
        %0 = cin.access %w[] : !cin.place<tensor<f64>>
        cin.assign %c[%i] += %0 : !cin.place<tensor<?xf64>>
      } producer {
        cin.forall %j in %n {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
          cin.assign %w[] += %0 : !cin.place<tensor<f64>>
          // expected-error @+1 {{modifies something else than the workspace in its producer}}
          cin.assign %c[%j] max= %0 : !cin.place<tensor<?xf64>>
        }
      }
    }
  }
  return
}
