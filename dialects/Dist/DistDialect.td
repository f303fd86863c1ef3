//===- DistDialect.td - the dist dialect and its type ------*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DIALECTS_DIST_DISTDIALECT
#define ENCKE_DIALECTS_DIST_DISTDIALECT

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/DialectBase.td"
include "mlir/IR/OpBase.td"

def Dist_Dialect : Dialect {
  let name = "dist";
  let summary = "Tensors of which each process has a part";
  let description = [{
    What `ta-distribute` puts between the statements of a program that runs on
    several processes. All processes run the same program, and each operation here
    is done by all of them, in the same order. See `Rationale.md` beside this file.
  }];
  let cppNamespace = "::encke::dist";
  let useDefaultTypePrinterParser = 1;
}

def Dist_RowsType : TypeDef<Dist_Dialect, "Rows"> {
  let mnemonic = "rows";
  let summary = "which coordinates of a mode each process has";
  let description = [{
    A range for each process, of its own; and with ghosts, coordinates of others of
    which it has copies. A process numbers those that it has from 0, in order.
  }];
}

#endif // ENCKE_DIALECTS_DIST_DISTDIALECT
