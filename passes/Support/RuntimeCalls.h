//===- RuntimeCalls.h - calls of the runtime library ------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_SUPPORT_RUNTIMECALLS_H
#define ENCKE_PASSES_SUPPORT_RUNTIMECALLS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"

namespace encke {

/// Which entries of a file are read (L13), as the runtime has it.
int64_t getSelectorNumber(llvm::StringRef name);

/// Builds calls of runtime/include/encke/runtime.h and the declarations and
/// string constants they need, once each in the module.
class RuntimeCalls {
public:
  explicit RuntimeCalls(mlir::ModuleOp module) : module(module) {}

  /// Calls `name`. Functions that take or give buffers go by their C interface
  /// (`_mlir_ciface_<name>`). Returns the result, or null.
  mlir::Value call(mlir::OpBuilder &builder, mlir::Location loc,
                   llvm::StringRef name, mlir::TypeRange result,
                   mlir::ValueRange arguments);

  /// Calls `name`, which takes these, then how many others there are, and the
  /// others.
  void callWithList(mlir::OpBuilder &builder, mlir::Location loc,
                    llvm::StringRef name, llvm::ArrayRef<mlir::Value> arguments,
                    mlir::ValueRange list);

  /// encke_buffer_check for a buffer of these sizes (i64).
  void checkBuffer(mlir::OpBuilder &builder, mlir::Location loc,
                   llvm::StringRef what, int64_t bytes, mlir::ValueRange sizes);

  /// The address of a zero-terminated string.
  mlir::Value string(mlir::OpBuilder &builder, mlir::Location loc,
                     llvm::StringRef text);

  /// The address of an array of 32-bit integers.
  mlir::Value integers(mlir::OpBuilder &builder, mlir::Location loc,
                       llvm::ArrayRef<int32_t> values);

  /// An array of a runtime tensor as a memref<?xT> that nobody here owns.
  /// `name` is one of the encke_get_ functions, `arguments` what it takes after
  /// the place for the result.
  mlir::Value array(mlir::OpBuilder &builder, mlir::Location loc,
                    llvm::StringRef name, mlir::Type elementType,
                    mlir::ValueRange arguments, mlir::Value slot = {});
  /// Room for what `array` is told, in a function: in a loop one serves all.
  mlir::Value descriptor(mlir::OpBuilder &builder, mlir::Location loc);

  /// The runtime's view of a row-major buffer as a tensor with dense levels.
  mlir::Value view(mlir::OpBuilder &builder, mlir::Location loc,
                   mlir::Value buffer);

  /// A tensor of the runtime in a format (encke_tensor_new), which has the
  /// sizes of `type`; those that it does not tell are indices.
  mlir::Value newTensor(mlir::OpBuilder &builder, mlir::Location loc,
                        llvm::StringRef format, mlir::RankedTensorType type,
                        mlir::ValueRange dynamicSizes);

  /// An i64 constant.
  static mlir::Value integer(mlir::OpBuilder &builder, mlir::Location loc,
                             int64_t value);

  /// Where the elements of a buffer begin.
  static mlir::Value pointerTo(mlir::OpBuilder &builder, mlir::Location loc,
                               mlir::Value buffer);

  /// An index as an i64, and back.
  static mlir::Value toInteger(mlir::OpBuilder &builder, mlir::Location loc,
                               mlir::Value index);
  static mlir::Value toIndex(mlir::OpBuilder &builder, mlir::Location loc,
                             mlir::Value integer);

private:
  mlir::Value viewHere(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Value buffer);
  mlir::Value viewInFunction(mlir::OpBuilder &builder, mlir::Location loc,
                             mlir::Value buffer);
  mlir::Value constant(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Type type, mlir::Attribute value);

  mlir::ModuleOp module;
};

} // namespace encke

#endif // ENCKE_PASSES_SUPPORT_RUNTIMECALLS_H
