//===- report.cpp - messages on stderr ------------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "core/report.h"
#include "core/utf8.h"

#include <cstdio>
#include <cstring>
#include <string>

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
static void printJSON(const char *severity, const char *identifier,
                      const char *place, const char *reason, const char *note,
                      const char *where) noexcept {
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
  std::fputs("]}\n", stderr);
}

void printMessage(const Message &message, bool asJSON) noexcept {
  const auto &[severity, identifier, place, reason, note, where] = message;
  if (asJSON)
    return printJSON(severity, identifier, place, reason, note, where);
  bool located = *place;
  if (located)
    std::fprintf(stderr, "%s: ", place);
  else if (where)
    std::fprintf(stderr, "%s: ", where);
  std::fprintf(stderr, "%s: %s\n", severity, reason);
  if (*note)
    std::fprintf(stderr, "%s\n", note);
  if (located && where)
    std::fprintf(stderr, "  in %s\n", where);
}

} // namespace encke::rt
