//===- Parameters.cpp - parameters of a program, for who runs it ----------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Parameters.h"

#include "encke/runtime.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace llvm;
using namespace encke;

std::optional<std::string> encke::getSetting(ArrayRef<std::string> settings,
                                             StringRef name) {
  for (StringRef setting : reverse(settings))
    if (setting.consume_front(name) && setting.consume_front("="))
      return setting.str();
  return std::nullopt;
}

std::optional<std::string>
encke::findWrongSetting(ArrayRef<ProgramParameter> parameters,
                        ArrayRef<std::string> settings) {
  SmallVector<encke_program_parameter> table;
  for (const ProgramParameter &parameter : parameters)
    table.push_back({parameter.name.c_str(), parameter.value.c_str(),
                     static_cast<int32_t>(parameter.kind), parameter.isFixed,
                     parameter.isRead});
  SmallVector<const char *> given;
  for (const std::string &setting : settings)
    given.push_back(setting.c_str());
  encke_options options;
  encke_options_default(&options);
  options.settings = given.data();
  options.setting_count = static_cast<int32_t>(given.size());
  char message[1024];
  // What is fixed is compiled anew.
  if (encke_check_settings(table.data(), static_cast<int32_t>(table.size()),
                           &options, /*is_compiled=*/0, message,
                           sizeof(message)) == 0)
    return std::nullopt;
  return message;
}
