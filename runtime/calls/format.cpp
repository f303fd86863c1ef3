//===- format.cpp - formats as people write them, for callers -------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "encke/runtime.h"
#include "format/declaration.h"

#include <memory>
#include <new>
#include <string>

namespace {
/// A format, and the texts that it points to.
struct ReadFormat : encke_format {
  std::string levelsText, declarationText, messageText;
};
} // namespace

encke_format *encke_format_read(const char *text) {
  using namespace encke;
  try {
    auto result = std::make_unique<ReadFormat>();
    format::Problem problem;
    if (auto levels = format::parseFormat(text, std::nullopt, problem)) {
      result->levelsText = format::levelsText(*levels);
      result->declarationText = format::declarationText(*levels);
      result->order = int32_t(format::orderOf(*levels));
      result->has_padding = format::hasPadding(*levels);
      result->levels = result->levelsText.c_str();
      result->declaration = result->declarationText.c_str();
    } else {
      result->messageText = problem.text;
      if (!problem.help.empty())
        result->messageText += "; " + problem.help;
      result->message = result->messageText.c_str();
      result->offset = int64_t(problem.offset);
    }
    return result.release();
  } catch (const std::bad_alloc &) {
    return nullptr;
  }
}

void encke_format_free(encke_format *format) {
  delete static_cast<ReadFormat *>(format);
}
