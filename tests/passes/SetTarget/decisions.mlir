// Decisions follow the target: panels are half of the second cache.
// RUN: encke-opt --split-input-file --set-target="file=%S/Inputs/large.target" --jam-rows --canonicalize --cse %S/../JamRows/panels.mlir | FileCheck %s
// RUN: encke-opt --split-input-file --set-target="file=%S/Inputs/tiny.target" --jam-rows --canonicalize --cse %S/../JamRows/panels.mlir | FileCheck %s --check-prefix=TINY

// CHECK-LABEL: func.func @long_rows
// CHECK: scf.for %{{.*}} = %c0 to %c9000 step %c3264 {

// However small it is, they have whole blocks of registers.
// TINY-LABEL: func.func @long_rows
// TINY: scf.for %{{.*}} = %c0 to %c9000 step %c64 {
