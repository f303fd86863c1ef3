//===- Places.cpp - where in the program an operation comes from ----------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Support/Places.h"

#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;

StringRef encke::getTensorName(Location loc) {
  auto name = loc->findInstanceOf<NameLoc>();
  return name ? name.getName().getValue() : "";
}

Location encke::withoutTensorName(Location loc) {
  while (auto name = dyn_cast<NameLoc>(loc))
    loc = name.getChildLoc();
  return loc;
}

std::string encke::getPlace(Location loc) {
  auto place = loc->findInstanceOf<FileLineColRange>();
  if (!place)
    return "";
  return (place.getFilename().getValue() + ":" + Twine(place.getStartLine()) +
          ":" + Twine(place.getStartColumn()))
      .str();
}
