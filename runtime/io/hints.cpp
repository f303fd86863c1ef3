//===- hints.cpp - what helps where a data file is wrong ------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "io/hints.h"
#include "io/text.h"
#include "io/tns.h"

#include <algorithm>
#include <string_view>
#include <strings.h>

namespace encke::rt {

const char *const hintOfValues =
    "all the values of a matrix are read as numpy.save writes them";

namespace {

/// A word that is wrong.
class Hint {
public:
  Hint(const encke_file &file, const char *at, const std::string &what)
      : file(file), what(what), at(at), end(file.text().end()) {
    const char *stop = at;
    while (!atWordEnd(stop, end))
      ++stop;
    word = std::string_view(at, size_t(stop - at));
    isMatrix = file.header().kind == FileKind::MatrixMarket;
    hasEdges = isEdges(TnsDialect(file.dialect()));
  }
  std::string find() const;

private:
  std::string ofWord() const;
  std::string ofMatrix() const;
  std::string ofEdges() const;
  std::string ofEntries() const;
  bool mayBeExtended() const;
  std::string ofTable() const;
  std::string separator() const;
  bool isOneOf(std::initializer_list<const char *> words) const {
    std::string text(word);
    return std::any_of(words.begin(), words.end(), [&](const char *each) {
      return strcasecmp(text.c_str(), each) == 0;
    });
  }

  const encke_file &file;
  const std::string &what;
  const char *at, *end;
  std::string_view word;
  bool isMatrix, hasEdges;
};

} // namespace

/// What stands between numbers in place of blanks, or empty.
std::string Hint::separator() const {
  bool isDigit = *at >= '0' && *at <= '9';
  auto commas = std::count(word.begin(), word.end(), ',');
  if (isDigit && commas > 1)
    return ",";
  for (std::string_view each : {"::", ":", ";", "|"})
    if (isDigit && word.find(each) != std::string_view::npos)
      return std::string(each);
  return "";
}

std::string Hint::ofWord() const {
  constexpr std::string_view minus = "\xe2\x88\x92"; // U+2212
  bool isNumber =
      (*at >= '0' && *at <= '9') || *at == '-' || *at == '+' || *at == '.';
  if (*at == '\r')
    return "lines end with a carriage return alone: tr '\\r' '\\n' makes them "
           "lines that are read";
  if (std::string divides = separator(); !divides.empty())
    return "blanks divide the numbers of a line: sed 's/" + divides +
           "/ /g' writes them so";
  if (isNumber && word.find(',') != std::string_view::npos)
    return "a decimal point divides a number, not a comma";
  if (word.substr(0, minus.size()) == minus)
    return "the minus is another character than '-', as some programs print it";
  if (*at == '(')
    return "MATLAB and SciPy print matrices so: mmwrite of either writes what "
           "is read";
  if (what == "a value" && isOneOf({"NA", "N/A", "null", "None", "missing"}))
    return "a value that is not known is written nan, or its line is left out";
  if (*at == '"' && !file.isTable())
    return "R writes names and quotes: write.table(x, file, row.names = FALSE, "
           "col.names = FALSE) writes lines that are read";
  return "";
}

std::string Hint::ofTable() const {
  if (*at == ',')
    return "the first column has no name, as that of an index of pandas: "
           "DataFrame.to_csv(file, index=False) writes none";
  return std::string("the columns of a table are coordinates and a value; ") +
         hintOfValues;
}

std::string Hint::ofMatrix() const {
  Field field = file.header().field;
  if (*at == '#')
    return "in Matrix Market comments begin with '%'";
  if (what == "the end of the line" && field == Field::Pattern)
    return "a pattern has no values: with 'real' in the first line they are "
           "read";
  if (what == "an integer value")
    return "with 'real' in the first line such values are read";
  if (field == Field::Complex && !word.empty() &&
      (word.back() == 'i' || word.back() == 'j'))
    return "the parts of a complex value are two numbers, as in '1.5 -2'";
  if (what.compare(0, 9, "the field") == 0 &&
      isOneOf({"bool", "boolean", "logical"}))
    return "'integer' reads values of 0 and 1, 'pattern' entries without "
           "values";
  return "";
}

std::string Hint::ofEdges() const {
  bool isLetter = (*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z');
  if (what == "a value" && atLineEnd(at, end))
    return "the first line has three columns: put '#' before it if it is a "
           "header";
  if (isLetter)
    return "nodes are numbers: in Python "
           "nx.convert_node_labels_to_integers(graph) gives them numbers";
  return "";
}

/// A line "order entries", one of so many sizes, and entries of that order:
/// extended FROSTT, but for its first line.
bool Hint::mayBeExtended() const {
  auto countWords = [this](const char *p) {
    int64_t words = 0;
    for (p = skipBlanks(p); !atLineEnd(p, end) && words < 1000; ++words)
      p = skipBlanks(skipWord(p));
    return words;
  };
  const char *first = skipToContent(file.text().begin(), end, '#');
  const char *sizes = skipToContent(nextLine(first, end), end, '#');
  const char *entry = skipToContent(nextLine(sizes, end), end, '#');
  int64_t order = 0;
  return countWords(first) == 2 && parseDigits(first, order) &&
         countWords(sizes) == order && countWords(entry) == order + 1;
}

std::string Hint::ofEntries() const {
  if (*at == '{')
    return "networkx writes dictionaries behind edges: --tns=edges reads them";
  if (what.compare(0, 15, "the end of the ") == 0 && mayBeExtended())
    return "behind a first line '# extended FROSTT format' the next two lines "
           "are the order, the number of entries and the sizes";
  return "";
}

std::string Hint::find() const {
  if (std::string hint = ofWord(); !hint.empty())
    return hint;
  if (file.isTable())
    return ofTable();
  if (isMatrix)
    return ofMatrix();
  return hasEdges ? ofEdges() : ofEntries();
}

std::string hintAt(const encke_file &file, const char *at,
                   const std::string &what) {
  return Hint(file, at, what).find();
}

} // namespace encke::rt
