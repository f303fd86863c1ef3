//===- arguments.cpp - the command line of a compiled program -------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "core/processes.h"
#include "core/report.h"
#include "encke/runtime.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

static const char usage[] =
    "usage: %s [options] [data files]\n"
    "\n"
    "A program compiled by Encke. The data files are its read(0), read(1), "
    "...;\n"
    "without them the environment variables SPARSE_FILE_NAME0, ... name the\n"
    "files. Matrix Market (.mtx), FROSTT or COMET (.tns) and many other files "
    "are\n"
    "read, also compressed; '-' is stdin.\n"
    "\n"
    "%soptions:\n"
    "  --print=FORM            print tensors plain, for people (default), as\n"
    "                          storage, their arrays as COMET does, as "
    "levels,\n"
    "                          the tree of these, or for programs: json, csv, "
    "mtx\n"
    "  --tns=DIALECT           what .tns files are: frostt (from 1, no "
    "header),\n"
    "                          comet (from 0, with header), auto (whichever "
    "of\n"
    "                          these they look like, the default), frostt0\n"
    "                          (from 0, no header), header1 (from 1, with\n"
    "                          header), or edges (lines of two nodes and "
    "perhaps\n"
    "                          a value), of nodes from 0 (edges0) or 1 "
    "(edges1)\n"
    "  --lenient               read slips in data files that have one meaning "
    "as\n"
    "                          what they mean, and warn\n"
    "  --diagnostics=text|json write errors for people (default), or as one\n"
    "                          line of JSON\n"
    "  --threads N             use N threads (default: ENCKE_THREADS, as\n"
    "                          compiled, or as many as there are processors)\n"
    "  --processes=N|mpi       run on N processes, copies of this one, or on\n"
    "                          those that mpirun has started\n"
    "  --time                  a table of times on stderr at the end\n"
    "  -v, --verbose           say on stderr what is read\n"
    "  -V, --version           print by which version of Encke it was made\n"
    "  -h, --help              print this\n"
    "  --                      what follows are data files\n"
    "\n"
    "exit status: 0, or 2 after an error.\n";

void encke_options_default(encke_options *options) {
  options->storage_print = 0;
  options->tns_dialect = 0;
  options->verbose = 0;
  options->time = 0;
  options->threads = 0;
  options->json_diagnostics = 0;
  options->json = 0;
  options->keep = 0;
  options->lenient = 0;
  options->processes = 0;
  options->setting_count = 0;
  options->settings = nullptr;
}

int encke_parse_processes(const char *text, int32_t *processes) {
  if (std::strcmp(text, "mpi") == 0) {
    *processes = encke::rt::allMPI;
    return 0;
  }
  char *end = nullptr;
  long number = std::strtol(text, &end, 10);
  if (*text < '0' || *text > '9' || *end || number < 1 ||
      number > encke::rt::mostProcesses)
    return 1;
  *processes = int32_t(number);
  return 0;
}

namespace {

/// Walks over argv, one option at a time.
class Arguments {
public:
  Arguments(int count, char **values) : count(count), values(values) {}

  const char *next() { return at < count ? values[at++] : nullptr; }

  /// The value of option `name` when `argument` is "name=value", or is "name"
  /// and the value follows; else null.
  const char *value(const char *argument, const char *name) {
    size_t length = std::strlen(name);
    if (std::strncmp(argument, name, length) != 0)
      return nullptr;
    if (argument[length] == '=')
      return argument + length + 1;
    if (argument[length] != 0)
      return nullptr;
    const char *following = next();
    return following ? following : "";
  }

private:
  int count;
  char **values;
  int at = 1;
};

} // namespace

static bool equals(const char *a, const char *b) {
  return std::strcmp(a, b) == 0;
}

/// Sets `result` to the index of `value` among `choices`.
static bool choose(const char *option, const char *value,
                   const char *const *choices, int32_t *result) {
  for (int32_t i = 0; choices[i]; ++i)
    if (equals(value, choices[i])) {
      *result = i;
      return true;
    }
  std::fprintf(stderr, "error: %s=%s: expected one of:", option, value);
  for (int32_t i = 0; choices[i]; ++i)
    std::fprintf(stderr, " %s", choices[i]);
  std::fprintf(stderr, "\n");
  return false;
}

/// `from` is what the number follows in the message.
static bool parseThreads(const char *from, const char *value,
                         int32_t *threads) {
  char *end = nullptr;
  long number = std::strtol(value, &end, 10);
  if (*value && !*end && number >= 1 && number <= 65536) {
    *threads = int32_t(number);
    return true;
  }
  std::fprintf(stderr, "error: %s%s: expected a number from 1\n", from, value);
  return false;
}

static bool parseProcesses(const char *value, int32_t *processes) {
  if (encke_parse_processes(value, processes) == 0)
    return true;
  std::fprintf(
      stderr, "error: --processes=%s: expected a number from 1 to %d, or mpi\n",
      value, encke::rt::mostProcesses);
  return false;
}

static bool parseOption(Arguments &arguments, const char *argument,
                        encke_options *options) {
  static const char *const prints[] = {"plain", "storage", "levels", "json",
                                       "csv",   "mtx",     nullptr};
  static const char *const forms[] = {"text", "json", nullptr};
  static const char *const dialects[] = {"auto",    "frostt",  "comet",
                                         "frostt0", "header1", "edges",
                                         "edges0",  "edges1",  nullptr};
  if (equals(argument, "--time")) {
    options->time = 1;
    return true;
  }
  if (equals(argument, "--lenient")) {
    options->lenient = 1;
    return true;
  }
  if (equals(argument, "-v") || equals(argument, "--verbose")) {
    options->verbose = 1;
    return true;
  }
  if (const char *value = arguments.value(argument, "--print"))
    return choose("--print", value, prints, &options->storage_print);
  if (const char *value = arguments.value(argument, "--tns"))
    return choose("--tns", value, dialects, &options->tns_dialect);
  if (const char *value = arguments.value(argument, "--diagnostics"))
    return choose("--diagnostics", value, forms, &options->json_diagnostics);
  if (const char *value = arguments.value(argument, "--processes"))
    return parseProcesses(value, &options->processes);
  if (const char *value = arguments.value(argument, "--threads"))
    return parseThreads("--threads ", value, &options->threads);
  std::fprintf(stderr, "error: unknown option %s (--help lists them)\n",
               argument);
  return false;
}

int encke_parse_arguments(int argc, char **argv, const char *help,
                          encke_options *options, const char **settings,
                          const char **files, int32_t *file_count) {
  Arguments arguments(argc, argv);
  *file_count = 0;
  options->settings = settings;
  options->setting_count = 0;
  const char *threads = std::getenv("ENCKE_THREADS");
  if (threads && *threads &&
      !parseThreads("ENCKE_THREADS=", threads, &options->threads))
    return 2;
  bool onlyFiles = false;
  while (const char *argument = arguments.next()) {
    bool option = !onlyFiles && argument[0] == '-' && argument[1];
    if (!option) {
      files[(*file_count)++] = argument;
    } else if (equals(argument, "--")) {
      onlyFiles = true;
    } else if (equals(argument, "-h") || equals(argument, "--help")) {
      std::printf(usage, argc > 0 ? argv[0] : "program", help);
      return encke::rt::flushStandardOutput();
    } else if (const char *value = arguments.value(argument, "--set")) {
      settings[options->setting_count++] = value;
    } else if (!parseOption(arguments, argument, options)) {
      return 2;
    }
  }
  return -1;
}
