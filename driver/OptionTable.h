//===- OptionTable.h - the options that there are ---------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DRIVER_OPTIONTABLE_H
#define ENCKE_DRIVER_OPTIONTABLE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Option/Option.h"

namespace encke {

enum OptionID {
  OPT_INVALID = 0,
#define OPTION(...) LLVM_MAKE_OPT_ID(__VA_ARGS__),
#include "driver/Options.inc"
#undef OPTION
};

const llvm::opt::OptTable &getOptionTable();

/// What a command does; each takes some of the options.
enum Action : unsigned {
  Checks = 1,
  Emits = 2,
  MakesExecutable = 4,
  Runs = 8,
  Formats = 16,
  TakesData = 32, ///< info and convert, which have no program
  Draws = 64,     ///< spy, which has none either
  MakesLibrary = 128,
  PrintsTarget = 256,
  Explains = 512,
  Tunes = 1024,
  Serves = 2048, ///< editors
};

/// Which actions take an option, and what the others do instead.
struct OptionUse {
  OptionID option;
  unsigned actions;
  llvm::StringLiteral otherwise;
};

/// Options that are not among them are for all.
llvm::ArrayRef<OptionUse> getOptionUses();

/// Says how the command is used, or, where it is empty, all of them. False when
/// there is no such command.
bool printHelp(llvm::StringRef command, llvm::raw_ostream &os);

} // namespace encke

#endif // ENCKE_DRIVER_OPTIONTABLE_H
