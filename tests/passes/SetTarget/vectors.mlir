// The pipeline takes the size of vectors from the target, unless an option says it.
// RUN: encke-opt --encke-pipeline="from=ta to=cin target=%S/Inputs/wide.target" %s | FileCheck %s --check-prefix=WIDE
// RUN: encke-opt --encke-pipeline="from=ta to=cin target=%S/Inputs/wide.target vector-bits=128" %s | FileCheck %s --check-prefix=NARROW
// RUN: encke-opt --encke-pipeline="from=ta to=cin" %s | FileCheck %s

// WIDE: "vector_size_in_bits" = 512 : i64
// WIDE: cin.forall {{.*}} vector(8)
// NARROW: cin.forall {{.*}} vector(2)
// CHECK: cin.forall {{.*}} vector(4)

func.func @f(%x: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %0 = ta.access %x[i] : tensor<?xf64>
  %1 = ta.neg %0 : !ta.expr<[i] f64>
  %y = ta.assign %1[i] sizes(%n) : !ta.expr<[i] f64> -> tensor<?xf64>
  return %y : tensor<?xf64>
}
