// RUN: not encke-opt --cin-rewrite=rule=nothing %s 2>&1 | FileCheck %s
// CHECK: error: cin-rewrite has no rule 'nothing'
func.func @f() {
  return
}
