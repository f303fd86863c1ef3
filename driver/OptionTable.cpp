//===- OptionTable.cpp - the options that there are -----------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/OptionTable.h"

using namespace llvm;
using namespace llvm::opt;
using namespace encke;

namespace {

#define OPTTABLE_STR_TABLE_CODE
#include "driver/Options.inc"
#undef OPTTABLE_STR_TABLE_CODE

#define OPTTABLE_PREFIXES_TABLE_CODE
#include "driver/Options.inc"
#undef OPTTABLE_PREFIXES_TABLE_CODE

constexpr OptTable::Info infoTable[] = {
#define OPTION(...) LLVM_CONSTRUCT_OPT_INFO(__VA_ARGS__),
#include "driver/Options.inc"
#undef OPTION
};

class EnckeOptTable : public GenericOptTable {
public:
  EnckeOptTable()
      : GenericOptTable(OptionStrTable, OptionPrefixesTable, infoTable) {
    setDashDashParsing(true);
  }
};

} // namespace

const OptTable &encke::getOptionTable() {
  static const EnckeOptTable table;
  return table;
}

ArrayRef<OptionUse> encke::getOptionUses() {
  constexpr unsigned makesCode = Emits | MakesExecutable | MakesLibrary | Runs;
  constexpr unsigned compiles = makesCode | Explains | Tunes;
  static const OptionUse uses[] = {
      {OPT_o,
       Emits | Explains | Tunes | MakesExecutable | MakesLibrary | Draws |
           PrintsTarget,
       "writes no file"},
      {OPT_prefix, MakesLibrary, "makes no library"},
      {OPT_export, MakesLibrary, "makes no library"},
      {OPT_no_header, MakesLibrary, "makes no library"},
      {OPT_shared_runtime, MakesLibrary, "makes no library"},
      {OPT_reorder, TakesData | Draws, "reorders as the program says"},
      {OPT_reorder_eq, TakesData | Draws, "reorders as the program says"},
      {OPT_format, TakesData | Draws, "asks for no format"},
      {OPT_storage, Draws, "draws nothing"},
      {OPT_slice, Draws, "draws nothing"},
      {OPT_alike, Draws, "draws nothing"},
      {OPT_keep, TakesData, "converts nothing"},
      {OPT_emit, makesCode, "makes no code"},
      {OPT_O, compiles, "makes no code"},
      {OPT_mcpu, compiles | PrintsTarget, "makes no code"},
      {OPT_mtriple, Emits, "makes code for this machine"},
      {OPT_target, compiles | PrintsTarget, "makes no code"},
      {OPT_threads, compiles | TakesData | Draws, "makes no code"},
      {OPT_processes, Emits | MakesExecutable | MakesLibrary | Runs | Explains,
       "runs on one process"},
      {OPT_parallel, compiles, "makes no code"},
      {OPT_device, compiles, "makes no code"},
      {OPT_index_width, compiles, "makes no code"},
      {OPT_no_fuse, compiles, "makes no code"},
      {OPT_finite, compiles, "makes no code"},
      {OPT_reproducible,
       Emits | MakesExecutable | MakesLibrary | Runs | Explains,
       "runs on one process"},
      {OPT_verify_passes, compiles, "makes no code"},
      {OPT_strict_marks, compiles, "makes no code"},
      {OPT_print, Runs, "does not run the program"},
      {OPT_no_cache, Runs | Tunes | MakesLibrary | MakesExecutable,
       "keeps no code"},
      {OPT_tns, Emits | Explains | Tunes | Runs | TakesData | Draws,
       "reads no data"},
      {OPT_lenient, Emits | Explains | Tunes | Runs | TakesData | Draws,
       "reads no data"},
      {OPT_json, Explains | Tunes | TakesData, "explains nothing"},
      {OPT_html, Explains, "explains nothing"},
      {OPT_seconds, Tunes, "tunes nothing"},
      {OPT_statement, Tunes, "tunes nothing"},
      {OPT_formats, Tunes, "tunes nothing"},
      {OPT_data, MakesExecutable | MakesLibrary | Emits,
       "is given its data files behind the program"},
      {OPT_clauses, Tunes, "tunes nothing"},
      {OPT_all, Tunes, "tunes nothing"},
      {OPT_csv, Tunes, "tunes nothing"},
      {OPT_plot, Tunes, "tunes nothing"},
      {OPT_write, Tunes, "tunes nothing"},
      {OPT_i, Formats, "does not change the program"},
      {OPT_check, Formats, "does not change the program"},
      {OPT_set, compiles | Checks, "has no parameters"},
      {OPT_time, makesCode | Checks | Explains, "does not measure times"},
  };
  return uses;
}
