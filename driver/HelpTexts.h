//===- HelpTexts.h - what encke says of itself, in parts --------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DRIVER_HELPTEXTS_H
#define ENCKE_DRIVER_HELPTEXTS_H

#include "driver/OptionTable.h"

#include <initializer_list>

namespace encke {

/// A command. The one without a name compiles.
struct CommandHelp {
  llvm::StringLiteral name;
  unsigned actions; ///< whose options it takes
  llvm::StringLiteral usage, text;
};

struct OptionGroup {
  llvm::StringLiteral title;
  std::initializer_list<OptionID> options;
};

/// A variable of the environment.
struct VariableHelp {
  llvm::StringLiteral name, text;
};

llvm::ArrayRef<CommandHelp> getCommandHelps();
llvm::ArrayRef<OptionGroup> getOptionGroups();
llvm::ArrayRef<VariableHelp> getVariableHelps();

/// Some of these actions take the option.
bool isTaken(OptionID option, unsigned actions);

/// The page of the manual ("man"), or what a shell ("bash", "zsh", "fish")
/// needs to complete commands. False when `form` is none of these.
bool printHelpForm(llvm::StringRef form, llvm::raw_ostream &os);

} // namespace encke

#endif // ENCKE_DRIVER_HELPTEXTS_H
