//===- line.cpp - texts and single values in a line (L59) -----------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parts of a line come one after the other; what ends it prints it, or the
// program.
//
//===----------------------------------------------------------------------===//

#include "core/context.h"
#include "io/element.h"
#include "io/print_data.h"

#include <cstdio>
#include <memory>
#include <utility>

using namespace encke::rt;

namespace {
class StringSink : public Sink {
public:
  explicit StringSink(std::string &text) : text(text) {}
  bool put(const char *more, size_t length) override {
    text.append(more, length);
    return true;
  }
  bool flush() override { return true; }

private:
  std::string &text;
};
} // namespace

/// A space stands between two parts.
static std::string &nextPart() {
  Context &context = Context::current();
  if (context.lineHasParts)
    context.line += ' ';
  context.lineHasParts = true;
  return context.line;
}

template <typename T>
static void addValue(T value) {
  guarded(nullptr, [&] {
    StringSink sink(nextPart());
    auto out = std::make_unique<Output>(sink, "a line");
    if (PrintForm(Context::current().options.storage_print) ==
        PrintForm::Storage)
      putSixDigits(*out, value);
    else
      putShortest(*out, value);
    out->drain();
  });
}

static std::string takeLine() {
  Context &context = Context::current();
  context.lineHasParts = false;
  return std::exchange(context.line, {});
}

void encke_line_text(const char *text) {
  guarded(nullptr, [&] { nextPart() += text; });
}

void encke_line_i64(int64_t value) {
  guarded(nullptr, [&] { nextPart() += std::to_string(value); });
}

void encke_line_f64(double value) { addValue(value); }

void encke_line_f32(float value) { addValue(value); }

void encke_line_c128(double real, double imaginary) {
  addValue(std::complex<double>(real, imaginary));
}

/// As a string of JSON.
static std::string quoted(const std::string &line) {
  std::string text = "\"";
  for (char c : line) {
    if (c == '"' || c == '\\')
      text += '\\';
    char code[8] = {c, '\0'};
    if (static_cast<unsigned char>(c) < 0x20)
      std::snprintf(code, sizeof(code), "\\u%04x", c);
    text += code;
  }
  return text + '"';
}

void encke_line_print(void) {
  guarded(nullptr, [&] {
    Context &context = Context::current();
    bool isJSON = PrintForm(context.options.storage_print) == PrintForm::JSON;
    std::string line = takeLine();
    if (isJSON)
      line = "{\"line\":" + quoted(line) + "}";
    context.out << line << '\n';
    context.out.flush(); // what is printed stays, whatever comes
  });
}

void encke_line_fail(const char *where) {
  guarded(where,
          [&] { throw identified(id::programError, Error(takeLine())); });
}
