//===- HelpForms.cpp - the manual, and words for shells -------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `encke help man`, `bash`, `zsh` and `fish` write what is installed beside the
// command, so that it always is what the command knows.
//
//===----------------------------------------------------------------------===//

#include "driver/HelpTexts.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

using namespace llvm;
using namespace encke;

static StringRef nameOf(OptionID id) {
  return getOptionTable().getOption(id).getPrefixedName();
}

static StringRef valueOf(OptionID id) {
  return getOptionTable().getOptionMetaVar(id);
}

/// Calls `visit` on the options that some of the actions take.
static void forEachOption(unsigned actions,
                          function_ref<void(OptionID)> visit) {
  for (const OptionGroup &group : getOptionGroups())
    for (OptionID id : group.options)
      if (isTaken(id, actions))
        visit(id);
}

//===----------------------------------------------------------------------===//
// The manual
//===----------------------------------------------------------------------===//

/// As troff takes it: hyphens that can be copied, and no line that is a
/// request.
static std::string forTroff(StringRef text) {
  std::string result;
  if (text.starts_with(".") || text.starts_with("'"))
    result = "\\&";
  for (char c : text) {
    if (c == '-')
      result += "\\-";
    else if (c == '\\')
      result += "\\e";
    else
      result += c;
  }
  return result;
}

static void printManual(raw_ostream &os) {
  os << ".TH ENCKE 1 \"\" \"Encke " ENCKE_VERSION "\" \"User Commands\"\n"
        ".SH NAME\nencke \\- compile and run programs of tensor algebra\n"
        ".SH SYNOPSIS\n";
  for (const CommandHelp &command : getCommandHelps())
    os << ".PP\n\\fB" << forTroff(command.usage) << "\\fR\n";
  os << ".SH DESCRIPTION\n"
        "Encke compiles programs in Einstein notation over dense and sparse "
        "tensors, .ta files, to native code.\n"
        "What follows \\(oq\\-\\-\\(cq is the program and its files, also if "
        "it begins with \\(oq\\-\\(cq.\n"
        ".SH COMMANDS\n";
  for (const CommandHelp &command : getCommandHelps())
    os << ".TP\n\\fB" << forTroff(command.usage) << "\\fR\n"
       << forTroff(command.text) << '\n';
  os << ".TP\n\\fBencke help\\fR [\\fIcommand\\fR]\n"
        "Says what a command does, and which options it takes; \\fBman\\fR, "
        "\\fBbash\\fR, \\fBzsh\\fR and \\fBfish\\fR for a command: writes this "
        "page, or what the shell needs to complete commands.\n"
        ".SH OPTIONS\n";
  for (const OptionGroup &group : getOptionGroups()) {
    os << ".SS " << forTroff(group.title) << '\n';
    for (OptionID id : group.options) {
      os << ".TP\n\\fB" << forTroff(nameOf(id)) << "\\fR";
      if (StringRef value = valueOf(id); !value.empty())
        os << (id == OPT_O ? "" : " ") << "\\fI" << forTroff(value) << "\\fR";
      os << '\n' << forTroff(getOptionTable().getOptionHelpText(id)) << '\n';
    }
  }
  os << ".SH ENVIRONMENT\n";
  for (const VariableHelp &variable : getVariableHelps())
    os << ".TP\n\\fB" << forTroff(variable.name) << "\\fR\n"
       << forTroff(variable.text) << '\n';
  os << ".SH EXIT STATUS\n0, 1 for an error in the program or the command, 2 "
        "for an error at run time.\n";
}

//===----------------------------------------------------------------------===//
// Shells
//===----------------------------------------------------------------------===//

/// The names of all commands.
static std::string listCommands() {
  std::string names = "help";
  for (const CommandHelp &command : getCommandHelps())
    if (!command.name.empty())
      names += " " + command.name.str();
  return names;
}

static void printBash(raw_ostream &os) {
  os << "# Completes the command line of encke.\n_encke() {\n"
        "  local word=${COMP_WORDS[COMP_CWORD]} options\n  COMPREPLY=()\n"
        "  if [[ $word == -* ]]; then\n    case ${COMP_WORDS[1]} in\n";
  for (const CommandHelp &command : getCommandHelps()) {
    if (command.name.empty())
      continue;
    os << "    " << command.name << ") options='";
    forEachOption(command.actions,
                  [&](OptionID id) { os << nameOf(id) << ' '; });
    os << "' ;;\n";
  }
  os << "    *) options='";
  forEachOption(~0U, [&](OptionID id) { os << nameOf(id) << ' '; });
  os << "' ;;\n    esac\n"
        "    mapfile -t COMPREPLY < <(compgen -W \"$options\" -- \"$word\")\n"
        "  elif ((COMP_CWORD == 1)) || [[ ${COMP_WORDS[1]} == help ]]; then\n"
        "    mapfile -t COMPREPLY < <(compgen -W '"
     << listCommands()
     << "' -- \"$word\")\n  fi\n}\n"
        "complete -o default -o bashdefault -F _encke encke\n";
}

/// Between single quotes, without what has a meaning to zsh's lists.
static std::string forZsh(StringRef text) {
  std::string result;
  for (char c : text) {
    if (c == '\'')
      result += "'\\''";
    else if (c == ':' || c == '[' || c == ']' || c == '\\')
      result += std::string("\\") + c;
    else
      result += c;
  }
  return result;
}

/// The first sentence of a text, for a list.
static StringRef headOf(StringRef text) {
  StringRef head = text.split(". ").first;
  head.consume_back(".");
  return head;
}

static void printZsh(raw_ostream &os) {
  os << "#compdef encke\n\n_encke() {\n  local -a commands options\n"
        "  commands=(\n    'help:Say what a command does'\n";
  for (const CommandHelp &command : getCommandHelps())
    if (!command.name.empty())
      os << "    '" << command.name << ':' << forZsh(headOf(command.text))
         << "'\n";
  os << "  )\n  case $words[2] in\n";
  auto list = [&](unsigned actions) {
    os << "options=(\n";
    forEachOption(actions, [&](OptionID id) {
      os << "    '" << nameOf(id) << '['
         << forZsh(getOptionTable().getOptionHelpText(id)) << ']';
      if (StringRef value = valueOf(id); !value.empty())
        os << ':' << forZsh(value.trim("<>")) << ":_files";
      os << "'\n";
    });
    os << "  ) ;;\n";
  };
  for (const CommandHelp &command : getCommandHelps()) {
    if (command.name.empty())
      continue;
    os << "  " << command.name << ") ";
    list(command.actions);
  }
  os << "  *) ";
  list(~0U);
  os << "  esac\n"
        "  if ((CURRENT == 2)) && [[ $words[2] != -* ]]; then\n"
        "    _describe command commands\n    _files\n"
        "  elif [[ $words[2] == help ]]; then\n"
        "    _describe command commands\n  else\n"
        "    _arguments $options '*:file:_files'\n  fi\n}\n\n"
        "_encke \"$@\"\n";
}

static std::string forFish(StringRef text) {
  std::string result;
  for (char c : text) {
    if (c == '\'' || c == '\\')
      result += '\\';
    result += c;
  }
  return result;
}

static void printFish(raw_ostream &os) {
  os << "# Completes the command line of encke.\n";
  os << "complete -c encke -n __fish_use_subcommand -a help -d 'Say what a "
        "command does'\n";
  for (const CommandHelp &command : getCommandHelps())
    if (!command.name.empty())
      os << "complete -c encke -n __fish_use_subcommand -a " << command.name
         << " -d '" << forFish(headOf(command.text)) << "'\n";
  os << "complete -c encke -n '__fish_seen_subcommand_from help' -f -a '"
     << listCommands() << "'\n";
  forEachOption(~0U, [&](OptionID id) {
    StringRef name = nameOf(id);
    bool isLong = name.consume_front("--");
    if (!isLong)
      name.consume_front("-");
    std::string takers;
    bool isForAll = true;
    for (const CommandHelp &command : getCommandHelps()) {
      bool takes = isTaken(id, command.actions);
      isForAll &= takes;
      if (takes && !command.name.empty())
        takers += " " + command.name.str();
    }
    os << "complete -c encke";
    if (!isForAll && !takers.empty())
      os << " -n '__fish_seen_subcommand_from" << takers << "'";
    os << (isLong             ? " -l "
           : name.size() == 1 ? " -s "
                              : " -o ")
       << name << (valueOf(id).empty() ? "" : " -r") << " -d '"
       << forFish(getOptionTable().getOptionHelpText(id)) << "'\n";
  });
}

bool encke::printHelpForm(StringRef form, raw_ostream &os) {
  if (form == "man")
    printManual(os);
  else if (form == "bash")
    printBash(os);
  else if (form == "zsh")
    printZsh(os);
  else if (form == "fish")
    printFish(os);
  else
    return false;
  return true;
}
