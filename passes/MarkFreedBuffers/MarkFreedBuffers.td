//===- MarkFreedBuffers.td - declares mark-freed-buffers ---*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "mlir/Pass/PassBase.td"

def MarkFreedBuffers : Pass<"mark-freed-buffers", "::mlir::ModuleOp"> {
  let summary = "a buffer that a kernel frees is not freed again";
  let description = [{
    A kernel frees the buffers of its workspaces where it ends, and both operations
    say so by upstream's `bufferization.manual_deallocation`. An allocation loses it
    when its sizes turn out to be constant; here it gets it back from the other one,
    before upstream says where all others are freed.

    ```mlir
    %alloc = memref.alloc() : memref<4xf64>
    memref.store %x, %alloc[%i] : memref<4xf64>
    memref.dealloc %alloc {bufferization.manual_deallocation} : memref<4xf64>
    ```

    becomes

    ```mlir
    %alloc = memref.alloc() {bufferization.manual_deallocation} : memref<4xf64>
    memref.store %x, %alloc[%i] : memref<4xf64>
    memref.dealloc %alloc {bufferization.manual_deallocation} : memref<4xf64>
    ```
  }];
}
