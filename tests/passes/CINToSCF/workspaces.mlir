// Workspaces on the way into sparse results.
// RUN: encke-opt --cin-decide --convert-cin-to-scf --canonicalize --cse %s | FileCheck %s

#V = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed), posWidth = 32, crdWidth = 32 }>
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32 }>

// A row workspace collects what is added in any order: values, marks of the elements that
// have one, and the list of these, which is sorted before it is read. Counting needs
// neither values nor order. Afterwards only the elements on the list are unmarked.
// CHECK-LABEL: func.func @row(
// CHECK: %[[VALUES:.*]] = memref.alloc({{.*}} : memref<?xf64>
// CHECK: %[[MARKS:.*]] = memref.alloc({{.*}} : memref<?xi1>
// CHECK: %[[LIST:.*]] = memref.alloc({{.*}} : memref<?xi32>
// CHECK: call @encke_check_row(
// CHECK: scf.for
// CHECK: memref.store %false, %[[MARKS]]
// CHECK: scf.for
// CHECK: scf.for
// CHECK-NOT: %[[VALUES]]
// CHECK: memref.load %[[MARKS]]
// CHECK-NOT: %[[VALUES]]
// CHECK: memref.store %true, %[[MARKS]]
// CHECK-NOT: encke_sort_coordinates
// CHECK: memref.store %false, %[[MARKS]]
// CHECK: call @encke_result_allocate(
// CHECK: scf.for
// CHECK: %[[LENGTH:.*]] = scf.for %{{.*}} iter_args(%[[AT:.*]] = %{{.*}})
// CHECK: %[[J32:.*]] = memref.load
// CHECK: %[[J:.*]] = arith.index_castui %[[J32]]
// CHECK: %[[A:.*]] = memref.load
// CHECK: %[[MARKED:.*]] = memref.load %[[MARKS]][%[[J]]]
// CHECK: scf.if %[[MARKED]] -> (index) {
// CHECK: %[[OLD:.*]] = memref.load %[[VALUES]][%[[J]]]
// CHECK: %[[SUM:.*]] = arith.addf %[[OLD]], %[[A]]
// CHECK: memref.store %[[SUM]], %[[VALUES]][%[[J]]]
// CHECK: } else {
// CHECK: memref.store %true, %[[MARKS]][%[[J]]]
// CHECK: memref.store %[[J32]], %[[LIST]][%[[AT]]]
// CHECK: memref.store %[[A]], %[[VALUES]][%[[J]]]
// CHECK: call @encke_sort_coordinates(
// CHECK: scf.for %[[P:[^ ]*]] =
// CHECK: memref.load %[[LIST]][%[[P]]]
// CHECK: memref.load %[[VALUES]]
// CHECK: memref.store %{{.*}} : memref<?xf64>
// CHECK: scf.for %[[P:[^ ]*]] =
// CHECK: memref.load %[[LIST]][%[[P]]]
// CHECK: memref.store %false, %[[MARKS]]
// CHECK: memref.dealloc %[[VALUES]]
// CHECK: memref.dealloc %[[MARKS]]
// CHECK: memref.dealloc %[[LIST]]
func.func @row(%A: !llvm.ptr, %R: !llvm.ptr, %n: index, %m: index, %l: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #CSR>)
             outs(%r = %R : !llvm.ptr as tensor<?xf64, #V>) {
    cin.where %w : !cin.place<tensor<?xf64, #V>> sizes(%m) {
      cin.forall %j in %m {
        %s = cin.access %w[%j] : !cin.place<tensor<?xf64, #V>>
        cin.assign %r[%j] = %s : !cin.place<tensor<?xf64, #V>>
      }
    } producer {
      cin.forall %i in %n {
        cin.forall %j in %m {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
          cin.assign %w[%j] += %0 : !cin.place<tensor<?xf64, #V>>
        }
      }
    }
  }
  return
}

// What a register collects along one level is there if the level has a position: an empty
// row has no minimum.
// CHECK-LABEL: func.func @register(
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK: %[[ANY:.*]] = arith.cmpi ult, %[[LO:.*]], %[[HI:.*]] : index
// CHECK-NEXT: scf.if %[[ANY]] -> (index) {
// CHECK: call @encke_result_allocate(
// CHECK: scf.for
// CHECK: %[[ANY:.*]] = arith.cmpi ult, %[[LO:.*]], %[[HI:.*]] : index
// CHECK: %[[MIN:.*]] = scf.for %{{.*}} = %[[LO]] to %[[HI]] {{.*}} -> (f64) {
// CHECK: arith.minimumf
// CHECK: scf.if %[[ANY]] -> (index) {
// CHECK-NEXT: memref.store %[[MIN]]
func.func @register(%A: !llvm.ptr, %R: !llvm.ptr, %n: index, %m: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #CSR>)
             outs(%r = %R : !llvm.ptr as tensor<?xf64, #V>) {
    cin.forall %i in %n {
      cin.where %w : !cin.place<tensor<f64>> sizes() {
        %s = cin.access %w[] : !cin.place<tensor<f64>>
        cin.assign %r[%i] = %s : !cin.place<tensor<?xf64, #V>>
      } producer {
        cin.forall %j in %m {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
          cin.assign %w[] min= %0 : !cin.place<tensor<f64>>
        }
      }
    }
  }
  return
}

// Elsewhere the register remembers whether anything was assigned to it.
// CHECK-LABEL: func.func @register_of_merge(
// CHECK: scf.for
// CHECK: %[[ANY:.*]]:3 = scf.while ({{.*}} = %false) : (index, index, i1)
// CHECK: scf.if %[[ANY]]#2 -> (index) {
// CHECK: call @encke_result_allocate(
// CHECK: scf.for
// CHECK: %[[MIN:.*]]:2 = scf.if %{{.*}} -> (f64, i1) {
// CHECK: %[[NEXT:.*]] = arith.minimumf
// CHECK: scf.yield %[[NEXT]] : f64
// CHECK: scf.if %[[MIN]]#1 -> (index) {
// CHECK-NEXT: memref.store %[[MIN]]#0
func.func @register_of_merge(%A: !llvm.ptr, %B: !llvm.ptr, %R: !llvm.ptr, %n: index, %m: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #CSR>,
                 %b = %B : !llvm.ptr as tensor<?x?xf64, #CSR>)
             outs(%r = %R : !llvm.ptr as tensor<?xf64, #V>) {
    cin.forall %i in %n {
      cin.where %w : !cin.place<tensor<f64>> sizes() {
        %s = cin.access %w[] : !cin.place<tensor<f64>>
        cin.assign %r[%i] = %s : !cin.place<tensor<?xf64, #V>>
      } producer {
        cin.forall %j in %m {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
          %1 = cin.access %b[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %w[] min= %2 : !cin.place<tensor<f64>>
        }
      }
    }
  }
  return
}

// It starts as the identity; into a dense result that is what stays (L42).
// CHECK-LABEL: func.func @minimum_into_dense(
// CHECK: %[[INFINITY:.*]] = arith.constant 0x7FF0000000000000 : f64
// CHECK: scf.for %[[I:[^ ]*]] =
// CHECK: %[[MIN:.*]] = scf.for %{{.*}} iter_args(%{{.*}} = %[[INFINITY]]) -> (f64) {
// CHECK: %[[OLD:.*]] = memref.load %{{.*}}[%[[I]]]
// CHECK: arith.minimumf %[[OLD]], %[[MIN]]
func.func @minimum_into_dense(%A: !llvm.ptr, %y: memref<?xf64>, %n: index, %m: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #CSR>)
             outs(%r = %y : memref<?xf64> as tensor<?xf64>) {
    cin.forall %i in %n {
      cin.where %w : !cin.place<tensor<f64>> sizes() {
        %s = cin.access %w[] : !cin.place<tensor<f64>>
        cin.assign %r[%i] min= %s : !cin.place<tensor<?xf64>>
      } producer {
        cin.forall %j in %m {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
          cin.assign %w[] min= %0 : !cin.place<tensor<f64>>
        }
      }
    }
  }
  return
}

// What is read before it is assigned is the value from before.
// CHECK-LABEL: func.func @read_while_filled(
// CHECK: scf.for %{{.*}} iter_args(%[[BEFORE:.*]] = %cst) -> (f64) {
// CHECK: %[[AFTER:.*]] = arith.addf %[[BEFORE]],
// CHECK: %[[BOTH:.*]] = arith.addf %[[AFTER]], %[[BEFORE]]
// CHECK: scf.yield %[[BOTH]]
func.func @read_while_filled(%x: memref<?xf64>, %y: memref<f64>, %n: index) {
  cin.kernel ins(%a = %x : memref<?xf64> as tensor<?xf64>)
             outs(%c = %y : memref<f64> as tensor<f64>) {
    cin.where %w : !cin.place<tensor<f64>> sizes() {
      %s = cin.access %w[] : !cin.place<tensor<f64>>
      cin.assign %c[] = %s : !cin.place<tensor<f64>>
    } producer {
      cin.forall %i in %n {
        %before = cin.access %w[] : !cin.place<tensor<f64>>
        %0 = cin.access %a[%i] : !cin.place<tensor<?xf64>>
        cin.assign %w[] += %0 : !cin.place<tensor<f64>>
        cin.assign %w[] += %before : !cin.place<tensor<f64>>
      }
    }
  }
  return
}

// A full workspace has values only. Whether there are any follows from the producer's loops
// but those along it; then they are made where the result has them, and what is left to do
// is to append the coordinates.
// CHECK-LABEL: func.func @full(
// CHECK-NOT: memref.alloc
// CHECK: scf.for {{.*}} iter_args(%[[COUNT:.*]] = %c0) -> (index) {
// CHECK: %[[SOME:.*]] = scf.for {{.*}} -> (i1) {
// CHECK-NEXT: scf.yield %true
// CHECK: scf.if %[[SOME]] -> (index) {
// CHECK-NOT: scf.for
// CHECK: arith.addi %[[COUNT]], %{{.*}}
// CHECK: call @encke_result_allocate(
// CHECK: scf.for {{.*}} iter_args(%[[AT:.*]] = %c0) -> (index) {
// CHECK: %[[ANY:.*]] = scf.for {{.*}} -> (i1) {
// CHECK: scf.if %[[ANY]] -> (index) {
// CHECK: %[[ROW:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%[[AT]]], sizes: [%{{.*}}], strides: [1]
// CHECK: memref.store %{{.*}}, %[[ROW]][
// CHECK: arith.mulf
// CHECK: memref.store %{{.*}}, %[[ROW]][
// CHECK: scf.for %[[R:.*]] = %c0 to %{{.*}} step %c1 {
// CHECK-NEXT: %[[P:.*]] = arith.addi %[[AT]], %[[R]]
// CHECK-NOT: memref<?xf64
// CHECK: memref.store %{{.*}}[%[[P]]] : memref<?xi32>
func.func @full(%A: !llvm.ptr, %B: memref<?x?xf64>, %R: !llvm.ptr, %n: index, %m: index, %l: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #CSR>, %b = %B : memref<?x?xf64> as tensor<?x?xf64>)
             outs(%r = %R : !llvm.ptr as tensor<?x?xf64, #CSR>) {
    cin.forall %i in %n {
      cin.where %w : !cin.place<tensor<?xf64>> sizes(%l) full {
        cin.forall %k in %l {
          %s = cin.access %w[%k] : !cin.place<tensor<?xf64>>
          cin.assign %r[%i, %k] = %s : !cin.place<tensor<?x?xf64, #CSR>>
        }
      } producer {
        cin.forall %j in %m {
          cin.forall %k in %l {
            %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
            %1 = cin.access %b[%j, %k] : !cin.place<tensor<?x?xf64>>
            %2 = arith.mulf %0, %1 : f64
            cin.assign %w[%k] += %2 : !cin.place<tensor<?xf64>>
          }
        }
      }
    }
  }
  return
}

// What the consumer changes on the way needs memory of its own.
// CHECK-LABEL: func.func @full_changed(
// CHECK: %[[ROW:.*]] = memref.alloc({{.*}} : memref<?xf64>
// CHECK-NOT: memref<?xi1>
// CHECK: call @encke_result_allocate(
// CHECK: memref.store %{{.*}}, %[[ROW]][
// CHECK: arith.mulf
// CHECK: memref.store %{{.*}}, %[[ROW]][
// CHECK: scf.for %[[R:.*]] = %c0 to %{{.*}} step %c1 {
// CHECK: %[[P:.*]] = arith.addi %{{.*}}, %[[R]]
// CHECK: memref.load %[[ROW]][%[[R]]]
// CHECK: arith.negf
// CHECK: memref.store %{{.*}}[%[[P]]] : memref<?xf64>
// CHECK: memref.dealloc %[[ROW]]
func.func @full_changed(%A: !llvm.ptr, %B: memref<?x?xf64>, %R: !llvm.ptr, %n: index, %m: index, %l: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #CSR>, %b = %B : memref<?x?xf64> as tensor<?x?xf64>)
             outs(%r = %R : !llvm.ptr as tensor<?x?xf64, #CSR>) {
    cin.forall %i in %n {
      cin.where %w : !cin.place<tensor<?xf64>> sizes(%l) full {
        cin.forall %k in %l {
          %s = cin.access %w[%k] : !cin.place<tensor<?xf64>>
          %t = arith.negf %s : f64
          cin.assign %r[%i, %k] = %t : !cin.place<tensor<?x?xf64, #CSR>>
        }
      } producer {
        cin.forall %j in %m {
          cin.forall %k in %l {
            %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
            %1 = cin.access %b[%j, %k] : !cin.place<tensor<?x?xf64>>
            %2 = arith.mulf %0, %1 : f64
            cin.assign %w[%k] += %2 : !cin.place<tensor<?xf64>>
          }
        }
      }
    }
  }
  return
}

// Nor is it the row where only a part is copied: more would be written than the result
// has.
// CHECK-LABEL: func.func @full_in_part(
// CHECK: %[[ROW:.*]] = memref.alloc({{.*}} : memref<?xf64>
// CHECK-NOT: memref.reinterpret_cast
// CHECK: memref.dealloc %[[ROW]]
func.func @full_in_part(%A: !llvm.ptr, %B: memref<?x?xf64>, %R: !llvm.ptr, %n: index, %m: index, %l: index) {
  cin.kernel ins(%a = %A : !llvm.ptr as tensor<?x?xf64, #CSR>, %b = %B : memref<?x?xf64> as tensor<?x?xf64>)
             outs(%r = %R : !llvm.ptr as tensor<?x?xf64, #CSR>) {
    cin.forall %i in %n {
      cin.where %w : !cin.place<tensor<?xf64>> sizes(%l) full {
        cin.forall %k in %m {
          %s = cin.access %w[%k] : !cin.place<tensor<?xf64>>
          cin.assign %r[%i, %k] = %s : !cin.place<tensor<?x?xf64, #CSR>>
        }
      } producer {
        cin.forall %j in %m {
          cin.forall %k in %l {
            %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64, #CSR>>
            %1 = cin.access %b[%j, %k] : !cin.place<tensor<?x?xf64>>
            %2 = arith.mulf %0, %1 : f64
            cin.assign %w[%k] += %2 : !cin.place<tensor<?xf64>>
          }
        }
      }
    }
  }
  return
}
