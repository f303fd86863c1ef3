//===- encke-opt.cpp - any pass alone, on the text of any stage -----------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Dialects.h"
#include "driver/Pipeline.h"

#include "mlir/Dialect/Bufferization/Pipelines/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/Passes.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  encke::registerDialects(registry);
  encke::registerDeviceDialects(registry);
  encke::registerPipelines();
  mlir::registerTransformsPasses();
  mlir::bufferization::registerBufferizationPasses();
  return mlir::asMainReturnCode(mlir::MlirOptMain(
      argc, argv, "Encke's passes, one at a time or from stage to stage\n",
      registry));
}
