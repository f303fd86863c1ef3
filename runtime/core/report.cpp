//===- report.cpp - messages on stderr ------------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "core/report.h"
#include "core/progress.h"
#include "core/utf8.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <unistd.h>

namespace encke::rt {

/// Writes `text` as a string of JSON. Names of files can have bytes that are
/// not UTF-8, which JSON has no form for.
static void printString(const char *text) noexcept {
  const char *end = text + std::strlen(text);
  std::fputc('"', stderr);
  while (text != end) {
    size_t length = characterLength(text, end);
    unsigned char c = static_cast<unsigned char>(*text);
    if (length == 0)
      std::fprintf(stderr, "\\\\x%02x", c);
    else if (c == '"' || c == '\\')
      std::fprintf(stderr, "\\%c", c);
    else if (c < 0x20)
      std::fprintf(stderr, "\\u%04x", c);
    else
      std::fwrite(text, 1, length, stderr);
    text += length == 0 ? 1 : length;
  }
  std::fputc('"', stderr);
}

/// Writes the members of a place, "file:line:column" with the numbers that it
/// has, and a comma after them.
static void printPlace(const char *place) noexcept {
  std::string file = place;
  std::string numbers[2];
  int count = 0;
  for (; count < 2; ++count) {
    size_t colon = file.rfind(':');
    if (colon == std::string::npos || colon + 1 == file.size() ||
        file.find_first_not_of("0123456789", colon + 1) != std::string::npos)
      break;
    numbers[count] = file.substr(colon + 1);
    file.resize(colon);
  }
  std::fputs("\"file\":", stderr);
  printString(file.c_str());
  if (count > 0)
    std::fprintf(stderr, ",\"line\":%s", numbers[count - 1].c_str());
  if (count > 1)
    std::fprintf(stderr, ",\"column\":%s", numbers[0].c_str());
  std::fputc(',', stderr);
}

/// One line of JSON, as the compiler writes its diagnostics.
static void printJSON(const Message &message) noexcept {
  const auto &[severity, identifier, place, reason, note, where, snippet,
               help] = message;
  bool located = *place;
  std::fputc('{', stderr);
  if (located || where)
    printPlace(located ? place : where);
  std::fprintf(stderr,
               "\"severity\":\"%s\",\"id\":\"%s\",\"message\":", severity,
               identifier);
  printString(reason);
  std::fputs(",\"notes\":[", stderr);
  if (*note) { // "note: message", or "place: note: message"
    std::fputc('{', stderr);
    const char *message = std::strstr(note, "note: ");
    if (message && message > note + 2)
      printPlace(std::string(note, size_t(message - note) - 2).c_str());
    std::fputs("\"message\":", stderr);
    printString(message ? message + std::strlen("note: ") : note);
    std::fputc('}', stderr);
  }
  if (located && where) {
    std::fputs(*note ? ",{" : "{", stderr);
    printPlace(where);
    std::fputs("\"message\":\"in this statement\"}", stderr);
  }
  std::fputc(']', stderr);
  if (*help) {
    std::fputs(",\"suggestion\":", stderr);
    printString(help);
  }
  std::fputs("}\n", stderr);
}

/// As the compiler's messages: on a terminal, unless a variable says otherwise
/// (no-color.org, bixense.com/clicolors).
static bool hasColours() noexcept {
  auto isSet = [](const char *name) {
    const char *value = std::getenv(name);
    return value && *value;
  };
  if (isSet("NO_COLOR"))
    return false;
  if (isSet("CLICOLOR_FORCE"))
    return true;
  const char *terminal = std::getenv("TERM");
  return isatty(STDERR_FILENO) && terminal &&
         std::strcmp(terminal, "dumb") != 0;
}

/// "error: ", coloured as the compiler's.
static void printSeverity(const char *severity) noexcept {
  if (!hasColours()) {
    std::fprintf(stderr, "%s: ", severity);
    return;
  }
  const char *colour = *severity == 'e' ? "31" : *severity == 'w' ? "35" : "36";
  std::fprintf(stderr, "\033[0;1;%sm%s: \033[0m", colour, severity);
}

/// The line, and the mark in colour.
static void printSnippet(const char *snippet) noexcept {
  const char *mark = std::strchr(snippet, '\n');
  if (!mark || !hasColours()) {
    std::fputs(snippet, stderr);
    return;
  }
  size_t length = std::strlen(mark + 1);
  std::fwrite(snippet, 1, size_t(mark + 1 - snippet), stderr);
  std::fprintf(stderr, "\033[0;1;32m%.*s\033[0m\n",
               int(length ? length - 1 : 0), mark + 1);
}

int flushStandardOutput() noexcept {
  if (std::fflush(stdout) == 0)
    return 0;
  std::fprintf(stderr, "error: cannot write the standard output: %s\n",
               std::strerror(errno));
  return 2;
}

void printMessage(const Message &message, bool asJSON) noexcept {
  const auto &[severity, identifier, place, reason, note, where, snippet,
               help] = message;
  Progress::clear();
  if (asJSON)
    return printJSON(message);
  bool located = *place;
  if (located)
    std::fprintf(stderr, "%s: ", place);
  else if (where)
    std::fprintf(stderr, "%s: ", where);
  printSeverity(severity);
  std::fprintf(stderr, "%s\n", reason);
  printSnippet(snippet);
  if (*help)
    std::fprintf(stderr, "  help: %s\n", help);
  if (*note)
    std::fprintf(stderr, "%s\n", note);
  if (located && where)
    std::fprintf(stderr, "  in %s\n", where);
}

} // namespace encke::rt
