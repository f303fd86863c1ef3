//===- Parameters.h - parameters of a program, for who runs it --*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is left of `param k = 10;` (L59) when the program is compiled.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DRIVER_PARAMETERS_H
#define ENCKE_DRIVER_PARAMETERS_H

#include "runtime/core/parameter_value.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>
#include <vector>

namespace encke {

struct ProgramParameter {
  std::string name;
  std::string value; ///< by default, as text
  rt::ParameterKind kind = rt::ParameterKind::Whole;
  bool isFixed = false; ///< The code is for one value only.
  bool isRead = false;  ///< The program reads the file of that name.
};

/// The value that the last of the settings "name=value" gives.
std::optional<std::string> getSetting(llvm::ArrayRef<std::string> settings,
                                      llvm::StringRef name);

/// What is wrong with settings, if anything is.
std::optional<std::string>
findWrongSetting(llvm::ArrayRef<ProgramParameter> parameters,
                 llvm::ArrayRef<std::string> settings);

} // namespace encke

#endif // ENCKE_DRIVER_PARAMETERS_H
