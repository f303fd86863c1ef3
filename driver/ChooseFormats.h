//===- ChooseFormats.h - formats left to the compiler -----------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DRIVER_CHOOSEFORMATS_H
#define ENCKE_DRIVER_CHOOSEFORMATS_H

#include "passes/Cost/Target.h"

#include <optional>
#include <string>
#include <vector>

namespace encke {

class Compiler;
struct Options;

/// The format of a tensor that is `auto` (L49), and why.
struct ChosenFormat {
  std::string place, tensor; ///< "p.ta:4:3", "A"
  std::string format;        ///< "BCSR(4, 4)"
  std::string why;

  /// "A is stored in BCSR(4, 4): ..."
  std::string describe() const;
};

/// Chooses the formats of a program's tensors by what the program does with
/// them and by how the matrices are built that it reads, and says so if that is
/// asked for. None after an error, which the runtime has reported.
std::optional<std::vector<ChosenFormat>>
chooseFormats(Compiler &compiler, const Options &options,
              const cost::Target &target);

} // namespace encke

#endif // ENCKE_DRIVER_CHOOSEFORMATS_H
