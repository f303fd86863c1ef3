// Decisions follow the target: panels are half of the second cache, and rows come from far
// where they are in no cache.
// RUN: encke-opt --split-input-file --set-target="file=%S/Inputs/large.target" --cin-decide %S/../Decide/jam.mlir | FileCheck %s
// RUN: encke-opt --split-input-file --set-target="file=%S/Inputs/tiny.target" --cin-decide %S/../Decide/jam.mlir | FileCheck %s --check-prefix=TINY
// RUN: encke-opt --split-input-file --set-target="file=%S/Inputs/many.target" --cin-decide %S/../Decide/jam.mlir | FileCheck %s --check-prefix=MANY

// CHECK-LABEL: func.func @unknown
// CHECK: product(registers = 8, elements = 65536, width = 512)

// TINY-LABEL: func.func @unknown
// TINY: product(registers = 8, elements = 32, width = 512)

// Half of the registers are sums.
// MANY-LABEL: func.func @unknown
// MANY: product(registers = 16, elements = 32768, width = 512)
