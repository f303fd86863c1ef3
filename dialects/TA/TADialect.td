//===- TADialect.td - the ta dialect and its types ---------*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DIALECTS_TA_TADIALECT
#define ENCKE_DIALECTS_TA_TADIALECT

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/DialectBase.td"
include "mlir/IR/OpBase.td"
include "mlir/IR/TensorEncoding.td"

def TA_Dialect : Dialect {
  let name = "ta";
  let summary = "A program as tensor algebra: what is computed, not how";
  let description = [{
    The first MLIR stage. Statements take tensors and yield tensors. What a
    statement computes is an expression whose values vary over named labels
    (`!ta.expr`); summation and broadcast are explicit. See
    `Rationale.md` beside this file.
  }];
  let cppNamespace = "::encke::ta";
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::complex::ComplexDialect",
    "::mlir::math::MathDialect",
    "::mlir::sparse_tensor::SparseTensorDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

class TA_Type<string name, string typeMnemonic> : TypeDef<TA_Dialect, name> {
  let mnemonic = typeMnemonic;
}

def TA_ExprType : TA_Type<"Expr", "expr"> {
  let summary = "a value that varies over labels";
  let description = [{
    One value of the element type for each point of the labels' index space:
    `!ta.expr<[i, j] f64>`. Labels are distinct; their order carries no meaning
    and is the order of first use. `!ta.expr<[] f64>` is a single value.
  }];
  let parameters = (ins
    ArrayRefParameter<"::mlir::StringAttr">:$labels,
    "::mlir::Type":$elementType);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// True when the value varies over `label`.
    bool hasLabel(::mlir::StringAttr label) const;
  }];
}

def TA_OrderingType : TA_Type<"Ordering", "ordering"> {
  let summary = "how a label's coordinates are numbered in memory (L36)";
}

def TA_FileType : TA_Type<"File", "file"> {
  let summary = "a data file that the program reads";
}

def TA_FormatAttr : AttrDef<TA_Dialect, "Format", [
    DeclareAttrInterfaceMethods<VerifiableTensorEncoding>]> {
  let mnemonic = "format";
  let summary = "how a tensor is stored, where upstream cannot spell it";
  let description = [{
    The encoding of tensor types whose format has a diagonal or slots, or a
    dense level below a singleton one: `#ta.format<"D0 D# S1", 32>` is ELL with
    positions and coordinates of 32 bits. The text is that of the runtime's
    formats (`runtime/include/encke/runtime.h`). All other formats are
    `#sparse_tensor.encoding`.
  }];
  let parameters = (ins StringRefParameter<>:$levels, "unsigned":$indexWidth);
  let assemblyFormat = "`<` $levels `,` $indexWidth `>`";
  let genVerifyDecl = 1;
}

def TA_TextAttr : AttrDef<TA_Dialect, "Text"> {
  let mnemonic = "text";
  let summary = "a parameter that is a text, and what it is by default (L59)";
  let parameters = (ins StringRefParameter<>:$name, StringRefParameter<>:$value);
  let assemblyFormat = "`<` $name `,` $value `>`";
}

#endif // ENCKE_DIALECTS_TA_TADIALECT
