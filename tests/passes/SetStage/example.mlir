// The stage that a module records, and the steps from one stage to another.
// RUN: encke-opt --set-stage="stage=cin" %s | FileCheck %s --check-prefix=CIN
// RUN: encke-opt --encke-pipeline="from=ta to=ta-opt" %s | FileCheck %s --check-prefixes=TAOPT,CHECK
// RUN: encke-opt --encke-pipeline="from=ta to=linalg" %s | FileCheck %s --check-prefixes=LINALG,CHECK
// RUN: encke-opt --encke-pipeline="from=ta to=cin" %s | FileCheck %s --check-prefixes=STAGECIN,CHECK
// RUN: encke-opt --encke-pipeline="from=ta to=scf" %s | FileCheck %s --check-prefixes=SCF,CHECK
// RUN: encke-opt --encke-pipeline="from=ta to=vector vector-bits=128" %s | FileCheck %s --check-prefixes=VECTOR,CHECK
// RUN: encke-opt --encke-pipeline="from=ta to=omp threads=2" %s | FileCheck %s --check-prefixes=OMP,CHECK
// RUN: encke-opt --encke-pipeline="from=ta to=llvm" %s | FileCheck %s --check-prefix=LLVM

// CIN: module attributes {encke.stage = "cin"} {
// TAOPT: module attributes {encke.stage = "ta-opt"}
// LINALG: module attributes {encke.stage = "linalg"}
// STAGECIN: module attributes {encke.stage = "cin"}
// SCF: module attributes {encke.stage = "scf"}
// VECTOR: module attributes {encke.stage = "vector"}
// OMP: module attributes {encke.stage = "omp"}
// LLVM: module attributes {encke.stage = "llvm"}

// CHECK: func.func @f
// CHECK: call @kernel_0
// TAOPT: ta.assign
// LINALG: linalg.generic
// STAGECIN: cin.kernel
// SCF: scf.for
// SCF: #cin.loop<vector
// VECTOR: vector.store {{.*}} vector<2xf64>
// VECTOR-NOT: cin.loop
// OMP: omp.parallel
// LLVM: llvm.func @f
// LLVM: llvm.func @kernel_0
// LLVM-NOT: builtin.unrealized_conversion_cast

// One step after the other is the same as all at once.
// RUN: encke-opt --encke-pipeline="from=ta to=cin" %s \
// RUN:   | encke-opt --encke-pipeline="from=cin to=vector" > %t.steps
// RUN: encke-opt --encke-pipeline="from=ta to=vector" %s > %t.all
// RUN: diff %t.steps %t.all

func.func @f(%x: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %0 = ta.access %x[i] : tensor<?xf64>
  %1 = ta.neg %0 : !ta.expr<[i] f64>
  %y = ta.assign %1[i] sizes(%n) : !ta.expr<[i] f64> -> tensor<?xf64>
  return %y : tensor<?xf64>
}
