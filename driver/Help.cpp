//===- Help.cpp - what encke says of itself -------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/HelpTexts.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

using namespace llvm;
using namespace encke;

static constexpr CommandHelp commands[] = {
    {"run", Runs, "encke run [options] <program> [data files]",
     "Compiles a program in memory, or finds it compiled, and runs it. The "
     "data "
     "files are its read(0), read(1), ...; '-' is stdin. A program may also be "
     "a stage of MLIR that --emit has printed."},
    {"", MakesExecutable | Emits, "encke [options] <program> [-o <file>]",
     "Without a command: makes an executable, or with --emit prints a stage. "
     "Where it runs an executable needs libc, and for several threads OpenMP's "
     "library (libomp.so.5); made with --parallel=async LLVM's libraries."},
    {"lib", MakesLibrary, "encke lib [options] <program> [-o <library>]",
     "Makes a library of the file's functions for C, C++ and Python, with a "
     "header beside it: .so, .a or .o by the name of the library."},
    {"check", Checks, "encke check [options] <program>",
     "Only looks for errors."},
    {"explain", Explains, "encke explain [options] <program> [data files]",
     "Says how each statement is computed: its loops, and the schedule that "
     "says the same."},
    {"tune", Tunes, "encke tune [options] <program> [data files]",
     "Searches better schedules by measuring them on the data."},
    {"fmt", Formats, "encke fmt [-i | --check] <programs>",
     "Prints programs in the usual layout, or rewrites them."},
    {"info", TakesData, "encke info [options] <data files>",
     "Says what data files hold: sizes, structure, and the memory that they "
     "take in each format."},
    {"convert", TakesData, "encke convert [options] <from> <to>",
     "Writes a data file in another form, by the extension of the second name: "
     ".mtx, .tns, .npy, .npz or .h5, or .gz of the first two; '-' is stdin and "
     "stdout."},
    {"spy", Draws, "encke spy [options] <data file> [-o <picture>]",
     "Draws where a matrix has elements."},
    {"lsp", Serves, "encke lsp",
     "Answers an editor, which starts it, by the Language Server Protocol on "
     "stdin and stdout."},
};

static const OptionGroup groups[] = {
    {"What is made",
     {OPT_o, OPT_emit, OPT_O, OPT_mcpu, OPT_mtriple, OPT_target,
      OPT_print_target, OPT_threads, OPT_processes, OPT_reproducible,
      OPT_parallel, OPT_index_width, OPT_no_cache, OPT_data}},
    {"Data and results",
     {OPT_set, OPT_call, OPT_print, OPT_tns, OPT_lenient, OPT_json, OPT_html}},
    {"Libraries", {OPT_prefix, OPT_export, OPT_no_header, OPT_shared_runtime}},
    {"Tuning",
     {OPT_seconds, OPT_statement, OPT_formats, OPT_clauses, OPT_all, OPT_csv,
      OPT_plot, OPT_write}},
    {"Data files and pictures",
     {OPT_reorder, OPT_format, OPT_alike, OPT_storage, OPT_slice, OPT_keep}},
    {"Programs' layout", {OPT_i, OPT_check}},
    {"For who looks closer",
     {OPT_no_fuse, OPT_finite, OPT_strict_marks, OPT_verify_passes}},
    {"Messages",
     {OPT_v, OPT_time, OPT_diagnostics, OPT_color, OPT_help, OPT_version}},
};

static constexpr VariableHelp variables[] = {
    {"ENCKE_THREADS", "how many threads there are, as --threads says"},
    {"OMP_NUM_THREADS", "the same, for all programs with OpenMP"},
    {"ENCKE_CACHE", "the folder of what was compiled before; empty: none"},
    {"ENCKE_TARGET", "the machine to compile for, as --target says"},
    {"ENCKE_BLAS", "the library for dense products (default OpenBLAS)"},
    {"SPARSE_FILE_NAME0, ...",
     "data files that the command line does not name"},
    {"NO_COLOR, CLICOLOR_FORCE", "no colours; colours also without a terminal"},
    {"TMPDIR", "the folder for temporary files (default /tmp)"},
};

ArrayRef<CommandHelp> encke::getCommandHelps() { return commands; }
ArrayRef<OptionGroup> encke::getOptionGroups() { return groups; }
ArrayRef<VariableHelp> encke::getVariableHelps() { return variables; }

static constexpr size_t lineLength = 80;

/// Prints the words of `text` from column `indent` on; the cursor is at
/// `column`.
static void printWrapped(StringRef text, size_t indent, size_t column,
                         raw_ostream &os) {
  bool isFirst = true;
  for (StringRef word : split(text, ' ')) {
    if (!isFirst && column + 1 + word.size() > lineLength) {
      os << '\n';
      os.indent(indent);
      column = indent;
      isFirst = true;
    }
    if (!isFirst) {
      os << ' ';
      ++column;
    }
    os << word;
    column += word.size();
    isFirst = false;
  }
  os << '\n';
}

/// A name, and in a second column what it is.
static void printEntry(const std::string &name, StringRef text,
                       raw_ostream &os) {
  constexpr size_t second = 28;
  os << "  " << name;
  size_t column = name.size() + 2;
  if (column + 2 > second) {
    os << '\n';
    column = 0;
  }
  os.indent(second - column);
  printWrapped(text, second, second, os);
}

bool encke::isTaken(OptionID option, unsigned actions) {
  for (const OptionUse &use : getOptionUses())
    if (use.option == option)
      return use.actions & actions;
  return true;
}

/// "--threads <N>".
static std::string spell(OptionID id) {
  const opt::OptTable &table = getOptionTable();
  opt::Option option = table.getOption(id);
  std::string text = option.getPrefixedName().str();
  StringRef value = table.getOptionMetaVar(id);
  if (value.empty())
    return text;
  bool isJoined = id == OPT_O;
  return text + (isJoined ? "" : " ") + value.str();
}

static void printOptions(unsigned actions, raw_ostream &os) {
  for (const OptionGroup &group : groups) {
    bool hasTitle = false;
    for (OptionID id : group.options) {
      if (!isTaken(id, actions))
        continue;
      if (!hasTitle)
        os << '\n' << group.title << ":\n";
      hasTitle = true;
      printEntry(spell(id), getOptionTable().getOptionHelpText(id), os);
    }
  }
}

static constexpr StringLiteral endText =
    "\nExit status: 0, 1 for an error in the program or the command, 2 for an "
    "error at run time.\n";

/// All commands and options.
static void printAll(raw_ostream &os) {
  os << R"(Encke compiles tensor algebra: .ta programs in Einstein notation over dense and
sparse tensors.

  encke run spmm.ta A.mtx         compile in memory and run; the data files are
                                  read(0), read(1), ... of the program
  encke spmm.ta -o spmm           make an executable; then ./spmm A.mtx
  encke lib kernels.ta -o libkernels.so     a library of the file's functions for C,
                                  C++ and Python, with kernels.h beside it
  encke check spmm.ta             only look for errors
  encke explain spmm.ta A.mtx     say how each statement is computed: its loops, and
                                  the schedule that says the same
  encke tune spmm.ta A.mtx        search better schedules by measuring; --write puts
                                  them into the program
  encke fmt spmm.ta               print it in the usual layout; -i rewrites it
  encke --emit=cin spmm.ta        print a stage; those of MLIR, ta to llvm, may be
                                  read again:
  encke run stage.mlir A.mtx      continue from the stage that a file holds
  encke info A.mtx                what a data file holds: sizes, structure,
                                  memory in each format
  encke info --reorder A.mtx      which reordering pays for a matrix
  encke convert A.mtx A.tns.gz    write a data file in another form
  encke spy A.mtx --reorder lexi -o A.png   draw where a matrix has elements,
                                  and where it has them when it is reordered
  encke lsp                       help an editor with programs, which starts it
  encke help tune                 what a command does, and its options
  encke help bash                 words for a shell to complete (zsh, fish); man:
                                  the page of the manual

USAGE: encke [run|lib|check|explain|tune|fmt|info|convert|spy|lsp] [options] <program>
             [data files]

What follows '--' is the program and its files, also if it begins with '-'.
)";
  printOptions(~0U, os);
  os << "\nEnvironment variables:\n";
  for (const auto &variable : variables)
    printEntry(variable.name.str(), variable.text, os);
  os << endText;
}

bool encke::printHelp(StringRef command, raw_ostream &os) {
  if (command.empty() || command == "help") {
    printAll(os);
    return true;
  }
  if (printHelpForm(command, os))
    return true;
  const CommandHelp *found = llvm::find_if(
      commands, [&](const CommandHelp &help) { return help.name == command; });
  if (found == std::end(commands))
    return false;
  os << found->usage << "\n\n";
  printWrapped(found->text, 0, 0, os);
  printOptions(found->actions, os);
  os << endText;
  return true;
}
