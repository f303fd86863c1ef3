// By a bound where loops merge or rows are collected; else by a count, as where the
// bound is no easier to find, or cannot be.
// RUN: encke-opt --cin-decide %s | FileCheck %s

#V = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
#V32 = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed), posWidth = 32, crdWidth = 32 }>
#ROW = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed), posWidth = 32, crdWidth = 32 }>
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#CD = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : dense) }>
#DCSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed) }>

// A sum merges.
// CHECK-LABEL: func.func @sum
// CHECK: outs({{.*}}) assemble(bound) {
func.func @sum(%A: tensor<?xf64, #V>, %B: tensor<?xf64, #V>, %C: tensor<?xf64, #V>, %n: index) -> tensor<?xf64, #V> {
  %r = cin.kernel ins(%a = %A : tensor<?xf64, #V>, %b = %B : tensor<?xf64, #V>) outs(%c = %C : tensor<?xf64, #V>) {
    cin.forall %i in %n {
      %0 = cin.access %a[%i] : !cin.place<tensor<?xf64, #V>>
      %1 = cin.access %b[%i] : !cin.place<tensor<?xf64, #V>>
      %2 = arith.addf %0, %1 : f64
      cin.assign %c[%i] = %2 : !cin.place<tensor<?xf64, #V>>
    }
  } -> tensor<?xf64, #V>
  return %r : tensor<?xf64, #V>
}

// As many as one operand has.
// CHECK-LABEL: func.func @scaled
// CHECK: outs({{.*}} : tensor<?xf64, #{{[^>]*}}>) {
func.func @scaled(%A: tensor<?xf64, #V>, %C: tensor<?xf64, #V>, %n: index, %f: f64) -> tensor<?xf64, #V> {
  %r = cin.kernel ins(%a = %A : tensor<?xf64, #V>) outs(%c = %C : tensor<?xf64, #V>) {
    cin.forall %i in %n {
      %0 = cin.access %a[%i] : !cin.place<tensor<?xf64, #V>>
      %2 = arith.mulf %0, %f : f64
      cin.assign %c[%i] = %2 : !cin.place<tensor<?xf64, #V>>
    }
  } -> tensor<?xf64, #V>
  return %r : tensor<?xf64, #V>
}

// A row would count for each of its elements.
// CHECK-LABEL: func.func @dense_last
// CHECK: outs({{.*}} : tensor<?x?xf64, #{{[^>]*}}>) {
func.func @dense_last(%A: tensor<?x?xf64, #CD>, %B: tensor<?x?xf64, #CD>, %C: tensor<?x?xf64, #CD>, %n: index) -> tensor<?x?xf64, #CD> {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #CD>, %b = %B : tensor<?x?xf64, #CD>) outs(%c = %C : tensor<?x?xf64, #CD>) {
    cin.forall %i in %n {
      cin.forall %j in %n {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CD>>
        %1 = cin.access %b[%i, %j] : !cin.place<tensor<?x?xf64, #CD>>
        %2 = arith.addf %0, %1 : f64
        cin.assign %c[%i, %j] = %2 : !cin.place<tensor<?x?xf64, #CD>>
      }
    }
  } -> tensor<?x?xf64, #CD>
  return %r : tensor<?x?xf64, #CD>
}

// Tasks share what has two cursors only if it is counted; one has no such bound.
// CHECK-LABEL: func.func @two_cursors
// CHECK: outs({{.*}} : tensor<?x?xf64, #{{[^>]*}}>) {
// CHECK: outs({{.*}} : tensor<?x?xf64, #{{[^>]*}}>) assemble(bound) {
func.func @two_cursors(%A: tensor<?x?xf64, #DCSR>, %B: tensor<?x?xf64, #DCSR>, %C: tensor<?x?xf64, #DCSR>, %n: index) -> (tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #DCSR>) {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #DCSR>, %b = %B : tensor<?x?xf64, #DCSR>) outs(%c = %C : tensor<?x?xf64, #DCSR>) {
    cin.forall %i in %n parallel {
      cin.forall %j in %n {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #DCSR>>
        %1 = cin.access %b[%i, %j] : !cin.place<tensor<?x?xf64, #DCSR>>
        %2 = arith.addf %0, %1 : f64
        cin.assign %c[%i, %j] = %2 : !cin.place<tensor<?x?xf64, #DCSR>>
      }
    }
  } -> tensor<?x?xf64, #DCSR>
  %s = cin.kernel ins(%a = %A : tensor<?x?xf64, #DCSR>, %b = %B : tensor<?x?xf64, #DCSR>) outs(%c = %C : tensor<?x?xf64, #DCSR>) {
    cin.forall %i in %n {
      cin.forall %j in %n {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #DCSR>>
        %1 = cin.access %b[%i, %j] : !cin.place<tensor<?x?xf64, #DCSR>>
        %2 = arith.addf %0, %1 : f64
        cin.assign %c[%i, %j] = %2 : !cin.place<tensor<?x?xf64, #DCSR>>
      }
    }
  } -> tensor<?x?xf64, #DCSR>
  return %r, %s : tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #DCSR>
}

// What is written already stays.
// CHECK-LABEL: func.func @written
// CHECK: sizes({{.*}}) marks(select) {
func.func @written(%A: tensor<?x?xf64, #CSR>, %C: tensor<?x?xf64, #CSR>, %n: index) -> tensor<?x?xf64, #CSR> {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>) outs(%c = %C : tensor<?x?xf64, #CSR>) {
    cin.forall %i in %n {
      cin.where %w : !cin.place<tensor<?xf64, #V>> sizes(%n) marks(select) {
        cin.forall %k in %n {
          %0 = cin.access %w[%k] : !cin.place<tensor<?xf64, #V>>
          cin.assign %c[%i, %k] = %0 : !cin.place<tensor<?x?xf64, #CSR>>
        }
      } producer {
        cin.forall %j in %n {
          cin.forall %k in %n {
            %1 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
            %2 = cin.access %a[%j, %k] : !cin.place<tensor<?x?xf64, #CSR>>
            %3 = arith.mulf %1, %2 : f64
            cin.assign %w[%k] += %3 : !cin.place<tensor<?xf64, #V>>
          }
        }
      }
    }
  } -> tensor<?x?xf64, #CSR>
  return %r : tensor<?x?xf64, #CSR>
}

// A row that is only looked up needs no list. Where the loop has something to do beside it,
// too, it may be visited.
// CHECK-LABEL: func.func @looked_up
// CHECK: cin.where {{.*}} marks(stamp)
// CHECK: cin.where {{.*}} sizes(%{{[a-z0-9]*}}) {
func.func @looked_up(%A: tensor<?xf64, #V>, %B: tensor<?xf64, #V>, %y: tensor<?xf64>, %n: index) -> (tensor<?xf64>, tensor<?xf64>) {
  %r = cin.kernel ins(%a = %A : tensor<?xf64, #V>, %b = %B : tensor<?xf64, #V>) outs(%c = %y : tensor<?xf64>) {
    cin.where %w : !cin.place<tensor<?xf64, #V32>> sizes(%n) {
      cin.forall %i in %n {
        %0 = cin.access %w[%i] : !cin.place<tensor<?xf64, #V32>>
        %1 = cin.access %b[%i] : !cin.place<tensor<?xf64, #V>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %c[%i] += %2 : !cin.place<tensor<?xf64>>
      }
    } producer {
      cin.forall %i in %n {
        %0 = cin.access %a[%i] : !cin.place<tensor<?xf64, #V>>
        cin.assign %w[%i] += %0 : !cin.place<tensor<?xf64, #V32>>
      }
    }
  } -> tensor<?xf64>
  %s = cin.kernel ins(%a = %A : tensor<?xf64, #V>, %b = %B : tensor<?xf64, #V>) outs(%c = %y : tensor<?xf64>) {
    cin.where %w : !cin.place<tensor<?xf64, #V32>> sizes(%n) {
      cin.forall %i in %n {
        %0 = cin.access %w[%i] : !cin.place<tensor<?xf64, #V32>>
        %1 = cin.access %b[%i] : !cin.place<tensor<?xf64, #V>>
        %2 = arith.addf %0, %1 : f64
        cin.assign %c[%i] += %2 : !cin.place<tensor<?xf64>>
      }
    } producer {
      cin.forall %i in %n {
        %0 = cin.access %a[%i] : !cin.place<tensor<?xf64, #V>>
        cin.assign %w[%i] += %0 : !cin.place<tensor<?xf64, #V32>>
      }
    }
  } -> tensor<?xf64>
  return %r, %s : tensor<?xf64>, tensor<?xf64>
}

// What the result of a numeric kernel stores is known, so that nobody need note it.
// CHECK-LABEL: func.func @numeric(
// CHECK: cin.where {{.*}} marks(gather)
func.func @numeric(%A: tensor<?x?xf64, #CSR>, %C: tensor<?x?xf64, #CSR>, %n: index, %m: index) -> tensor<?x?xf64, #CSR> {
  %r = cin.kernel numeric ins(%a = %A : tensor<?x?xf64, #CSR>) outs(%c = %C : tensor<?x?xf64, #CSR>) {
    cin.forall %i in %n {
      cin.where %w : !cin.place<tensor<?xf64, #ROW>> sizes(%m) {
        cin.forall %k in %m {
          %0 = cin.access %w[%k] : !cin.place<tensor<?xf64, #ROW>>
          cin.assign %c[%i, %k] = %0 : !cin.place<tensor<?x?xf64, #CSR>>
        }
      } producer {
        cin.forall %j in %m {
          cin.forall %k in %m {
            %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
            %1 = cin.access %a[%j, %k] : !cin.place<tensor<?x?xf64, #CSR>>
            %2 = arith.mulf %0, %1 : f64
            cin.assign %w[%k] += %2 : !cin.place<tensor<?xf64, #ROW>>
          }
        }
      }
    }
  } -> tensor<?x?xf64, #CSR>
  return %r : tensor<?x?xf64, #CSR>
}
