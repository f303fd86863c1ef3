// A wrong file is refused where it is wrong, and one that is not there.
// RUN: not encke-opt --set-target="file=%S/Inputs/wrong.target" %s 2>&1 | FileCheck %s
// RUN: not encke-opt --encke-pipeline="target=%S/Inputs/wrong.target" %s 2>&1 | FileCheck %s
// RUN: not encke-opt --set-target="file=%t.none" %s 2>&1 | FileCheck %s --check-prefix=NONE

// CHECK: wrong.target:1:26: error: '2 MiB' is not a number
// CHECK: wrong.target:2:1: error: a target has no 'vectors'; encke --print-target shows what it has
// NONE: error: cannot read the target '{{.*}}.none': No such file or directory
module {}
