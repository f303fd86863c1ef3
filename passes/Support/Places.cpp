//===- Places.cpp - where in the program an operation comes from ----------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Support/Places.h"

#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;

std::string encke::getPlace(Location loc) {
  auto place = loc->findInstanceOf<FileLineColRange>();
  if (!place)
    return "";
  return (place.getFilename().getValue() + ":" + Twine(place.getStartLine()) +
          ":" + Twine(place.getStartColumn()))
      .str();
}
