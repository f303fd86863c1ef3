//===- CINDialect.td - the cin dialect and its types -------*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DIALECTS_CIN_CINDIALECT
#define ENCKE_DIALECTS_CIN_CINDIALECT

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/DialectBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"

def CIN_Dialect : Dialect {
  let name = "cin";
  let summary = "Concrete index notation: the schedule as IR";
  let description = [{
    Kernels in the notation of Kjolstad et al., "Tensor Algebra Compilation
    with Workspaces" (section 3): `forall`, `where`, sequence and assignment.
    Everything that decides speed is visible here; the generator below only
    obeys. See `Rationale.md` beside this file.
  }];
  let cppNamespace = "::encke::cin";
  let useDefaultTypePrinterParser = 1;
  let useDefaultAttributePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  // The verifiers ask for constants of the other two.
  let dependentDialects = [
    "::mlir::sparse_tensor::SparseTensorDialect",
    "::mlir::arith::ArithDialect", "::mlir::complex::ComplexDialect"];
}

def CIN_PlaceType : TypeDef<CIN_Dialect, "Place"> {
  let mnemonic = "place";
  let summary = "a tensor as a place that a kernel reads and writes";
  let description = [{
    What a kernel's statements access: `!cin.place<tensor<?x?xf64, #CSR>>`. The
    tensor type in it gives shape, element type and storage; it stays the same
    when the values become buffers.
  }];
  let parameters = (ins "::mlir::RankedTensorType":$tensor);
  let assemblyFormat = "`<` $tensor `>`";
}

include "dialects/CIN/VectorMarks.td"

def CIN_LoopAttr : AttrDef<CIN_Dialect, "Loop"> {
  let mnemonic = "loop";
  let summary = "what was decided about a loop that has been generated";
  let description = [{
    Stands on an `scf.for` as `cin.loop`, from `convert-cin-to-scf` to
    `vectorize`, which carries it out: `{cin.loop = #cin.loop<vector(4)
    registers(8)>}`. The loops of a forall have what it is marked with
    (`vector` to `twice`; `overlap` is that of a `tail`); these say more of one
    of them:

    - `segment`: the loop goes through a segment of a compressed level of an
      operand, behind which others lie.
    - `jammed`: over rows, whose products a loop around adds up together.
    - `short`: over a few elements, of which no vectors are worth making.
    - `rolled`: neither to unroll nor to interleave.
  }];
  let parameters = (ins "int64_t":$vector, "int64_t":$registers,
    "int64_t":$sums, "int64_t":$unroll, "int64_t":$few, "FarAttr":$far,
    "UnevenAttr":$uneven, "JamAttr":$jam, "ProductAttr":$product,
    "int64_t":$then, "int64_t":$terms, "bool":$overlap, "bool":$factored,
    "bool":$twice, "bool":$segment, "bool":$jammed, "bool":$isShort,
    "bool":$rolled);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def CIN_Reduction : I32EnumAttr<"Reduction", "how an assignment combines", [
    I32EnumAttrCase<"none", 0, "=">,
    I32EnumAttrCase<"add", 1, "+=">,
    I32EnumAttrCase<"sub", 2, "-=">,
    I32EnumAttrCase<"mul", 3, "*=">,
    I32EnumAttrCase<"min", 4, "min=">,
    I32EnumAttrCase<"max", 5, "max=">,
    I32EnumAttrCase<"lor", 6, "or=">,
    I32EnumAttrCase<"land", 7, "and=">,
    I32EnumAttrCase<"any", 8, "any=">,
    I32EnumAttrCase<"minu", 9, "minu=">
  ]> {
  let cppNamespace = "::encke::cin";
}

def CIN_Assemble : I32EnumAttr<"Assemble",
    "how the length of a sparse result is found", [
    I32EnumAttrCase<"count", 0>, I32EnumAttrCase<"bound", 1>
  ]> {
  let cppNamespace = "::encke::cin";
}

def CIN_ListMarks : I32EnumAttr<"ListMarks",
    "how an assignment finds whether its coordinate is listed", [
    I32EnumAttrCase<"branch", 0>, I32EnumAttrCase<"select", 1>,
    I32EnumAttrCase<"learn", 2>, I32EnumAttrCase<"stamp", 3>,
    I32EnumAttrCase<"gather", 4>, I32EnumAttrCase<"hash", 5>,
    I32EnumAttrCase<"sorted", 6>
  ]> {
  let cppNamespace = "::encke::cin";
}

include "dialects/CIN/Schedule.td"
include "dialects/CIN/Sharing.td"

#endif // ENCKE_DIALECTS_CIN_CINDIALECT
