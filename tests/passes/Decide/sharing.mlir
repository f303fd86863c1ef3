// How tasks share parallel loops.
// RUN: encke-opt --cin-decide %s | FileCheck %s
// What is written stays.
// RUN: encke-opt --cin-decide --cin-decide %s | FileCheck %s

#CSR = #sparse_tensor.encoding<{map = (d0, d1) -> (d0 : dense, d1 : compressed)}>
#CSF = #sparse_tensor.encoding<{map = (d0, d1, d2) -> (d0 : compressed, d1 : compressed, d2 : compressed)}>
#ROW = #sparse_tensor.encoding<{map = (d0) -> (d0 : compressed)}>

// Sums along the rows of a matrix.
// CHECK-LABEL: func.func @rows
// CHECK: cin.forall %{{.*}} in %{{.*}} parallel(share = pieces, by = nnz) {
func.func @rows(%A: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>, %y: tensor<?xf64>, %n: index, %m: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>, %b = %x : tensor<?xf64>) outs(%c = %y : tensor<?xf64>) {
    cin.forall %i in %n parallel {
      cin.forall %j in %m {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        %1 = cin.access %b[%j] : !cin.place<tensor<?xf64>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %c[%i] += %2 : !cin.place<tensor<?xf64>>
      }
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// No sparse tensor says which iterations have more to do.
// CHECK-LABEL: func.func @dense
// CHECK: cin.forall %{{.*}} in %{{.*}} parallel(share = own) {
func.func @dense(%x: tensor<?x?xf64>, %y: tensor<?x?xf64>, %n: index, %m: index) -> tensor<?x?xf64> {
  %r = cin.kernel ins(%a = %x : tensor<?x?xf64>) outs(%c = %y : tensor<?x?xf64>) {
    cin.forall %i in %n parallel {
      cin.forall %j in %m {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64>>
        cin.assign %c[%i, %j] = %0 : !cin.place<tensor<?x?xf64>>
      }
    }
  } -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}

// All add to the same elements.
// CHECK-LABEL: func.func @scatter
// CHECK: cin.forall %{{.*}} in %{{.*}} parallel(share = copy, by = nnz) {
func.func @scatter(%A: tensor<?x?xf64, #CSR>, %y: tensor<?xf64>, %n: index, %m: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>) outs(%c = %y : tensor<?xf64>) {
    cin.forall %i in %n parallel {
      cin.forall %j in %m {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        cin.assign %c[%j] += %0 : !cin.place<tensor<?xf64>>
      }
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// Fibres below what is added to, of which a task may own some.
// CHECK-LABEL: func.func @fibres
// CHECK: cin.forall %{{.*}} in %{{.*}} parallel(share = owner(0), by = nnz) {
func.func @fibres(%X: tensor<?x?x?xf64, #CSF>, %C: tensor<?x?xf64>, %P: tensor<?x?xf64>, %n: index, %m: index, %l: index, %w: index) -> tensor<?x?xf64> {
  %q = cin.kernel ins(%x = %X : tensor<?x?x?xf64, #CSF>, %c = %C : tensor<?x?xf64>) outs(%p = %P : tensor<?x?xf64>) {
    cin.forall %i in %n parallel {
      cin.forall %j in %m {
        cin.forall %k in %l {
          cin.forall %r in %w {
            %0 = cin.access %x[%i, %j, %k] : !cin.place<tensor<?x?x?xf64, #CSF>>
            %1 = cin.access %c[%k, %r] : !cin.place<tensor<?x?xf64>>
            %2 = arith.mulf %0, %1 : f64
            cin.assign %p[%j, %r] += %2 : !cin.place<tensor<?x?xf64>>
          }
        }
      }
    }
  } -> tensor<?x?xf64>
  return %q : tensor<?x?xf64>
}

// Parts of a result that is bounded are short, and worth a task only if there are many.
// CHECK-LABEL: func.func @product
// CHECK: assemble(bound)
// CHECK: cin.forall %{{.*}} in %{{.*}} parallel(share = own, by = nnz, chunks = 64, extra = 50000) {
func.func @product(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #CSR>, %C: tensor<?x?xf64, #CSR>, %n: index, %m: index) -> tensor<?x?xf64, #CSR> {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>, %b = %B : tensor<?x?xf64, #CSR>) outs(%c = %C : tensor<?x?xf64, #CSR>) {
    cin.forall %i in %n parallel {
      cin.where %w : !cin.place<tensor<?xf64, #ROW>> sizes(%m) {
        cin.forall %k in %m {
          %0 = cin.access %w[%k] : !cin.place<tensor<?xf64, #ROW>>
          cin.assign %c[%i, %k] = %0 : !cin.place<tensor<?x?xf64, #CSR>>
        }
      } producer {
        cin.forall %j in %n {
          cin.forall %k in %m {
            %1 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
            %2 = cin.access %b[%j, %k] : !cin.place<tensor<?x?xf64, #CSR>>
            %3 = arith.mulf %1, %2 : f64
            cin.assign %w[%k] += %3 : !cin.place<tensor<?xf64, #ROW>>
          }
        }
      }
    }
  } -> tensor<?x?xf64, #CSR>
  return %r : tensor<?x?xf64, #CSR>
}

// CHECK-LABEL: func.func @written
// CHECK: cin.forall %{{.*}} in %{{.*}} parallel(chunks = 3) {
func.func @written(%A: tensor<?x?xf64, #CSR>, %y: tensor<?xf64>, %n: index, %m: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>) outs(%c = %y : tensor<?xf64>) {
    cin.forall %i in %n parallel(chunks = 3) {
      cin.forall %j in %m {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
        cin.assign %c[%i] += %0 : !cin.place<tensor<?xf64>>
      }
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}
