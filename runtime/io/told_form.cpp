//===- told_form.cpp - texts of entries that tell what they are -----------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "io/told_form.h"
#include "io/extension.h"
#include "io/forms.h"
#include "io/matrix_market.h"
#include "io/text.h"

#include <algorithm>
#include <string_view>
#include <strings.h>

namespace encke::rt {

//===----------------------------------------------------------------------===//
// What a header tells
//===----------------------------------------------------------------------===//

namespace {

class ToldReader {
public:
  explicit ToldReader(const encke_file &file)
      : file(file), p(file.text().begin()), end(file.text().end()) {}

  std::optional<ToldForm> read();

private:
  void readTensorMarket(bool isVector);
  void readExtendedFrostt();
  void readToolbox();
  /// '#' begins a comment as it does between the entries.
  void content(char comment) { p = skipToContent(p, end, comment, '#'); }
  int64_t number(const char *what) {
    int64_t value = 0;
    p = skipBlanks(p);
    p = skipBlanks(parseIndex(file, p, value, what));
    return value;
  }
  void endLine() { p = nextLine(expectLineEnd(file, p), end); }
  void readSizes(int64_t order);
  bool takeWord(std::string_view word);
  int choose(const char *what, std::initializer_list<const char *> words);

  const encke_file &file;
  const char *p, *end;
  ToldForm form;
};

} // namespace

bool ToldReader::takeWord(std::string_view word) {
  const char *at = skipBlanks(p), *after = skipWord(at);
  if (size_t(after - at) != word.size() ||
      strncasecmp(at, word.data(), word.size()) != 0)
    return false;
  p = skipBlanks(after);
  return true;
}

int ToldReader::choose(const char *what,
                       std::initializer_list<const char *> words) {
  std::string names;
  int n = 0;
  for (const char *word : words) {
    if (takeWord(word))
      return n;
    names += (n++ ? ", " : "") + std::string(word);
  }
  file.failExpected(skipBlanks(p), std::string(what) + " (" + names + ")");
}

/// `order` sizes, or all of the line but its last number where that is 0.
void ToldReader::readSizes(int64_t order) {
  constexpr size_t mostSizes = 1024; // as the modes of a tensor
  p = form.at = skipBlanks(p);
  while (!atLineEnd(p, end) && form.sizes.size() <= mostSizes &&
         (order == 0 || int64_t(form.sizes.size()) != order))
    form.sizes.push_back(number("a size"));
  if (order != 0 && int64_t(form.sizes.size()) != order)
    file.failExpected(p, "a size");
}

/// "%%MatrixMarket tensor coordinate real general", or of a vector as
/// fast_matrix_market writes it; sizes and entries.
void ToldReader::readTensorMarket(bool isVector) {
  form.name = isVector ? "Matrix Market's vector" : "TACO's .ttx";
  form.comment = '%';
  choose("the layout", {"coordinate"});
  const char *at = p;
  static constexpr Field fields[] = {Field::Real, Field::Integer,
                                     Field::Pattern, Field::Complex};
  form.field =
      fields[choose("the field", {"real", "integer", "pattern", "complex"})];
  if (form.field == Field::Complex)
    file.fail(at, "not supported yet: a tensor of complex values");
  choose("the symmetry", {"general"});
  endLine();
  content('%');
  readSizes(isVector ? 2 : 0);
  if (form.sizes.size() < 2)
    file.failExpected(p, "sizes and the number of entries");
  form.entries = form.sizes.back();
  form.sizes.pop_back();
  endLine();
}

/// "rank entries", and the sizes.
void ToldReader::readExtendedFrostt() {
  form.name = "extended FROSTT";
  content('#');
  int64_t order = number("the number of dimensions");
  form.entries = number("the number of entries");
  endLine();
  content('#');
  if (order < 1)
    file.fail(form.at ? form.at : p, "a tensor without dimensions");
  readSizes(order);
  endLine();
}

/// "sptensor", the number of dimensions, the sizes, the number of entries.
void ToldReader::readToolbox() {
  form.name = "the Tensor Toolbox's sptensor";
  endLine();
  content('#');
  int64_t order = number("the number of dimensions");
  if (order < 1)
    file.fail(p, "a tensor without dimensions");
  endLine();
  content('#');
  readSizes(order);
  endLine();
  content('#');
  form.entries = number("the number of entries");
  endLine();
}

std::optional<ToldForm> ToldReader::read() {
  if (mayBeMatrixMarket(file.text())) {
    bool isVector = hasBannerWord(file.text(), 0, "vector");
    bool isDense = isVector && !hasBannerWord(file.text(), 1, "coordinate");
    if (isDense || (!isVector && !hasBannerWord(file.text(), 0, "tensor")))
      return std::nullopt; // matrix_market.h
    p = skipWord(skipBlanks(takeBanner(file)));
    readTensorMarket(isVector);
  } else if (std::string_view(p, size_t(nextLine(p, end) - p))
                     .find("extended FROSTT") != std::string_view::npos &&
             *skipBlanks(p) == '#') {
    readExtendedFrostt();
  } else if (takeWord("sptensor")) {
    readToolbox();
  } else {
    return std::nullopt;
  }
  form.body = p;
  return form;
}

std::optional<ToldForm> findToldForm(const encke_file &file) {
  return ToldReader(file).read();
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

/// What divides columns in the line from `begin` to `end`; blank if nothing
/// does.
static char separatorOf(const char *begin, const char *end) {
  for (char separator : {';', ','})
    if (std::find(begin, end, separator) != end)
      return separator;
  return ' ';
}

/// The end of the line at p, before what ends it.
static const char *lineEnd(const char *p, const char *end) {
  while (p != end && *p != '\n' && *p != '\r')
    ++p;
  return p;
}

bool isTable(const encke_file &file) {
  std::string name = nameOf(file);
  if (hasExtension(name, ".csv") || hasExtension(name, ".tsv"))
    return true;
  if (hasExtension(name, ".mtx") || hasExtension(name, ".tns"))
    return false;
  const char *end = file.text().end();
  const char *line = skipToContent(file.text().begin(), end, '#');
  return separatorOf(line, lineEnd(line, end)) != ' ' &&
         std::find(line, lineEnd(line, end), '{') == lineEnd(line, end) &&
         *line != '%' && *line != '<';
}

/// True when the line has a word that no number begins with.
static bool hasNames(const char *p, const char *end) {
  for (bool atStart = true; p != end; ++p) {
    bool isLetter = (*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z');
    bool isNumber = end - p >= 3 && (strncasecmp(p, "nan", 3) == 0 ||
                                     strncasecmp(p, "inf", 3) == 0);
    if (atStart && isLetter && !isNumber)
      return true;
    atStart = *p == ' ' || *p == '\t';
  }
  return false;
}

void flattenTable(char *begin, char *end) {
  const char *first = skipToContent(begin, end, '#');
  char separator = separatorOf(first, lineEnd(first, end));
  // "sep=;", which tells some spreadsheets what divides columns.
  if (end - first > 4 && strncasecmp(first, "sep=", 4) == 0)
    *const_cast<char *>(first) = '#';
  bool isFirst = true;
  int64_t names = 0; // of columns, where the first line has them
  for (char *line = begin; line != end;) {
    char *stop = const_cast<char *>(lineEnd(line, end));
    const char *content = skipBlanks(line);
    if (content != stop && *content != '#') {
      // A separator before which there is nothing stays, and is refused, and
      // so does the last one where the column behind it has a name.
      bool isEmpty = true;
      char *last = nullptr;
      int64_t fields = 1;
      for (char *c = line; c != stop; ++c) {
        bool divides = *c == separator;
        if (divides) {
          last = c;
          ++fields;
        }
        if (*c == '"' || (divides && !isEmpty))
          *c = ' ';
        isEmpty = divides || (isEmpty && (*c == ' ' || *c == '\t'));
      }
      if (isEmpty && last && separator != ' ' && fields <= names)
        *last = separator;
      // A first name that is empty is that of an index, as pandas writes it.
      if (isFirst && *content != separator && hasNames(line, stop)) {
        *line = '#';
        names = isEmpty ? fields - 1 : fields;
      }
      isFirst = false;
    }
    line = const_cast<char *>(nextLine(stop, end));
  }
}

//===----------------------------------------------------------------------===//
// Dictionaries
//===----------------------------------------------------------------------===//

bool hasDictionaries(const encke_file &file) {
  const char *end = file.text().end();
  const char *line = skipToContent(file.text().begin(), end, '#', '%');
  const char *stop = lineEnd(line, end);
  return *line >= '0' && *line <= '9' && std::find(line, stop, '{') != stop;
}

void flattenDictionaries(char *begin, char *end) {
  for (char *line = begin; line != end;) {
    char *stop = const_cast<char *>(lineEnd(line, end));
    char *open = std::find(line, stop, '{');
    char *close = std::find(open, stop, '}');
    if (close != stop && *skipBlanks(line) != '#') {
      std::string_view inside(open, size_t(close - open));
      size_t key = std::min(inside.find("'weight'"), inside.find("\"weight\""));
      size_t colon = inside.find(':', std::min(key, inside.size()));
      char *value = colon == std::string_view::npos ? close : open + colon + 1;
      char *after = std::find(value, close, ',');
      std::fill(open, value, ' ');
      std::fill(after, close + 1, ' ');
      for (char separator : {',', ';'})
        std::replace(line, open, separator, ' ');
    }
    line = const_cast<char *>(nextLine(stop, end));
  }
}

} // namespace encke::rt
