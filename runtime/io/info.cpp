//===- info.cpp - says what a data file holds -----------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "core/context.h"
#include "format/hybrid.h"
#include "io/data_file.h"
#include "io/statistics.h"
#include "io/tns_form.h"
#include "io/tree.h"
#include "storage/decompose.h"
#include "storage/expand.h"

#include <algorithm>
#include <cmath>

using namespace encke::rt;

/// A string of JSON, of a name that may have any bytes.
static void putString(Output &out, const std::string &text) {
  out << '"';
  for (unsigned char c : text) {
    char code[8];
    std::snprintf(code, sizeof(code), "\\u%04x", c);
    if (c == '"' || c == '\\')
      out << '\\' << char(c);
    else if (c < 0x20)
      out << code;
    else
      out << char(c);
  }
  out << '"';
}

namespace {

/// How the entries are spread over the coordinates of each mode.
template <typename Index>
std::vector<Spread> getSpreads(const Expanded<Index> &entries,
                               const Header &header, int64_t count) {
  std::vector<Spread> spreads;
  for (size_t mode = 0; mode != entries.modes.size(); ++mode) {
    const Index *column = entries.modes[mode].data();
    spreads.push_back(spreadOf(std::vector<Index>(column, column + count),
                               header.sizes[mode]));
  }
  return spreads;
}

/// Reads one file and prints what there is to say about it. The entries are
/// stored once, as a tree of 32-bit indices where they fit; what else they take
/// is a few columns.
class Info {
public:
  Info(encke_file &file, Output &out, bool asJSON)
      : file(file), header(file.header()), out(out), asJSON(asJSON) {}

  void print();
  /// What a format takes is found by storing the entries in it. Of a hybrid,
  /// each part has a row.
  void printBuilt(const std::string &text);
  /// Behind all of these.
  void finish() {
    if (asJSON)
      out << "}}\n";
  }

private:
  void member(const char *name) { out << ",\"" << name << "\":"; }
  std::string kindText() const;
  void printKind();
  int64_t countZeros() const;
  void printEntries();
  void printMode(const char *name, size_t mode);
  template <typename Index>
  void printStructure();
  template <typename Index>
  void printMatrix(const Expanded<Index> &entries);
  template <typename Index>
  void printBlocks(const MatrixEntries<Index> &matrix);
  void printMemory();
  void printFormat(const std::string &name, double bytes,
                   const std::string &more = "");
  double storedBytes(const encke_tensor &built) const;
  /// The bytes of a compressed level: its positions, one more than its parent
  /// has, and its coordinates.
  double compressed(double parents, double coordinates) const {
    return (parents + 1 + coordinates) * indexBytes();
  }
  bool isComplex() const { return header.field == Field::Complex; }
  /// A double would not tell all of these apart.
  bool isInteger() const { return header.field == Field::Integer; }
  int64_t size() const { return tensor->value_count; }
  /// The bytes of positions and coordinates, and of values.
  double indexBytes() const { return isNarrow(header) ? 4 : 8; }
  double valueBytes() const {
    return double(elementBytes(isComplex() ? ENCKE_C128 : ENCKE_F64));
  }

  encke_file &file;
  const Header &header;
  Output &out;
  bool asJSON;
  bool hasMemory = false;         ///< written as JSON
  encke_tensor *tensor = nullptr; ///< the entries as CSF; the context's
  std::vector<Spread> spreads;    ///< by mode
  int64_t read = 0;               ///< entries before duplicates were summed
  std::vector<std::pair<std::string, double>> blockFormats;
  encke::format::WrittenFormats written;
  Spread diagonals;
};

} // namespace

static constexpr const char *fields[] = {"real", "integer", "pattern",
                                         "complex"};
static constexpr const char *symmetries[] = {"general", "symmetric",
                                             "skew-symmetric", "hermitian"};

std::string Info::kindText() const {
  static const char *const layouts[] = {"coordinate", "array"};
  std::string field = std::string(", ") + fields[int(header.field)];
  std::string symmetry = symmetries[int(header.symmetry)];
  if (!header.form.empty())
    return header.form + field +
           (header.symmetry == Symmetry::General ? "" : ", " + symmetry);
  if (header.kind != FileKind::Tns)
    return std::string("Matrix Market, ") + layouts[int(header.layout)] +
           field + ", " + symmetry;
  if (header.edgeColumns != 0)
    return edgesText(header);
  if (header.headerLine)
    return header.base == 0 ? "COMET's .tns with a header, from 0"
                            : ".tns with a header, from 1";
  return header.base == 0 ? ".tns without a header, from 0"
                          : "FROSTT's .tns, from 1";
}

void Info::printKind() {
  const std::string &inArchive = file.text().member();
  if (!asJSON) {
    out << file.path() << ": " << inArchive << (inArchive.empty() ? "" : ", ")
        << kindText() << "\n  sizes: " << (header.exact ? "" : "at least ")
        << sizesText(header.sizes) << '\n';
    return;
  }
  out << "{\"file\":";
  putString(out, file.path());
  if (!inArchive.empty()) {
    member("member");
    putString(out, inArchive);
  }
  member("kind");
  putString(out, kindText());
  member("field");
  putString(out, fields[int(header.field)]);
  member("symmetry");
  putString(out, symmetries[int(header.symmetry)]);
  member("sizes");
  out << '[';
  for (size_t mode = 0; mode != header.sizes.size(); ++mode) {
    if (mode)
      out << ',';
    out << header.sizes[mode];
  }
  out << ']';
  member("exact");
  out << (header.exact ? "true" : "false");
}

int64_t Info::countZeros() const {
  int64_t zeros = 0;
  withElement(tensor->type, [&](auto element) {
    using T = decltype(element);
    auto *values = static_cast<const T *>(tensor->values);
    zeros = std::count(values, values + size(), T(0));
  });
  return zeros;
}

void Info::printEntries() {
  double volume = 1;
  for (int64_t size : header.sizes)
    volume *= double(size);
  if (asJSON) {
    member("entries");
    out << size();
    member("duplicates");
    out << read - size();
    member("zeros");
    out << countZeros();
    if (volume > 0) {
      member("density");
      out.shortest(double(size()) / volume);
    }
    return;
  }
  out << "  entries: " << size();
  if (header.symmetry != Symmetry::General)
    out << " with symmetry expanded, of " << header.declared << " written";
  if (read != size())
    out << ", " << read - size() << " duplicates summed";
  int64_t zeros = countZeros();
  if (header.layout == Layout::Coordinate && zeros != 0)
    out << ", " << zeros << " of them zero";
  if (volume > 0) {
    out << "; density ";
    out.sixDigits(double(size()) / volume);
  }
  out << '\n';
}

void Info::printMode(const char *name, size_t mode) {
  const Spread &spread = spreads[mode];
  int64_t all = header.sizes[mode];
  if (asJSON) {
    out << (mode ? "," : "") << "{\"filled\":" << spread.groups << ",\"mean\":";
    out.shortest(all ? double(size()) / double(all) : 0);
    out << ",\"deviation\":";
    out.shortest(all ? spread.deviation : 0);
    out << ",\"most\":" << spread.fullest << '}';
    return;
  }
  out << "  " << name << ": ";
  if (all == 0) {
    out << "none\n";
    return;
  }
  out << (spread.groups == all
              ? std::string("all")
              : std::to_string(spread.groups) + " of " + std::to_string(all))
      << " with entries; entries of each: mean ";
  out.sixDigits(double(size()) / double(all));
  out << ", deviation ";
  out.sixDigits(spread.deviation);
  out << ", most " << spread.fullest << '\n';
}

template <typename Index>
void Info::printMatrix(const Expanded<Index> &entries) {
  static const char *const found[] = {"none", "of the pattern",
                                      "skew, of the values", "of the values"};
  MatrixEntries<Index> matrix;
  matrix.rows = header.sizes[0];
  matrix.columns = header.sizes[1];
  matrix.count = size();
  matrix.row = entries.modes[0].data();
  matrix.column = entries.modes[1].data();
  Bandwidth band = bandwidthOf(matrix);
  diagonals = diagonalsOf(matrix);
  if (asJSON)
    out << ",\"bandwidth\":[" << band.lower << ',' << band.upper
        << "],\"diagonals\":" << diagonals.groups;
  else
    out << "  bandwidth: " << band.lower << " below the diagonal, "
        << band.upper
        << " above\n  diagonals with entries: " << diagonals.groups << '\n';
  if (!isComplex() && matrix.rows == matrix.columns) {
    SymmetryFound symmetry =
        isInteger()
            ? symmetryOf(matrix, entries.values.template data<int64_t>())
            : symmetryOf(matrix, entries.values.template data<double>());
    if (asJSON)
      out << ",\"symmetric\":\"" << found[int(symmetry)] << '"';
    else
      out << "  symmetry: " << found[int(symmetry)] << '\n';
  }
  printBlocks(matrix);
}

/// How full blocks are that have an entry.
template <typename Index>
void Info::printBlocks(const MatrixEntries<Index> &matrix) {
  out << (asJSON ? ",\"blocks\":{" : "  blocks:");
  for (int64_t side : {2, 3, 4, 8}) {
    int64_t blocks = countBlocks(matrix, side, side);
    double places = double(blocks) * double(side * side);
    char text[64];
    std::snprintf(text, sizeof(text),
                  asJSON ? "%s\"%lldx%lld\":%.6g"
                         : "%s %lld x %lld %.0f %% full",
                  blockFormats.empty() ? "" : ",", static_cast<long long>(side),
                  static_cast<long long>(side),
                  (asJSON ? 1 : 100) * double(size()) / places);
    out << text;
    double rows = std::ceil(double(matrix.rows) / double(side));
    blockFormats.emplace_back(
        "BCSR(" + std::to_string(side) + ", " + std::to_string(side) + ")",
        compressed(rows, double(blocks)) + places * valueBytes());
  }
  out << (asJSON ? '}' : '\n');
}

void Info::printFormat(const std::string &name, double bytes,
                       const std::string &more) {
  if (asJSON) {
    out << (hasMemory ? "," : "");
    hasMemory = true;
    putString(out, name.substr(name.find_first_not_of(' ')));
    out << ':' << int64_t(std::min(bytes, 0x1p62));
    return;
  }
  out << "    " << name
      << std::string(name.size() < 12 ? 12 - name.size() : 1, ' ')
      << bytesText(bytes) << more << '\n';
}

/// What the storage of each format would take.
void Info::printMemory() {
  out << (asJSON ? ",\"memory\":{" : "  memory:\n");
  double index = indexBytes(), value = valueBytes(), count = double(size());
  double order = double(header.order());
  double dense = value;
  for (int64_t size : header.sizes)
    dense *= double(size);
  printFormat("Dense", dense);
  printFormat("COO",
              compressed(1, count) + count * ((order - 1) * index + value));
  double tree = count * value, parents = 1;
  for (int32_t l = 0; l != tensor->level_count; ++l) {
    double stored = double(tensor->levels[l].crd_count);
    tree += compressed(parents, stored);
    parents = stored;
  }
  printFormat("CSF", tree);
  if (header.order() > 1) { // the last dimension whole
    double stored = double(tensor->levels[header.order() - 2].crd_count);
    printFormat("ModeGeneric",
                compressed(1, stored) +
                    stored * ((order - 2) * index +
                              double(header.sizes[size_t(header.order()) - 1]) *
                                  value));
  }
  if (header.order() != 2)
    return;
  double rows = double(header.sizes[0]), columns = double(header.sizes[1]);
  double values = count * value;
  printFormat("CSR", compressed(rows, count) + values);
  printFormat("CSC", compressed(columns, count) + values);
  double filledRows = double(spreads[0].groups);
  double filledColumns = double(spreads[1].groups);
  printFormat("DCSR", compressed(1, filledRows) +
                          compressed(filledRows, count) + values);
  printFormat("DCSC", compressed(1, filledColumns) +
                          compressed(filledColumns, count) + values);
  printFormat("ELL", rows * double(spreads[0].fullest) * (index + value));
  double stored = double(diagonals.groups);
  printFormat("DIA", compressed(1, stored) + stored * rows * value);
  for (const auto &[name, bytes] : blockFormats)
    printFormat(name, bytes);
  constexpr double side = 64; // of blocks that are lists
  printFormat(
      "CSB(64, 64)",
      compressed(std::ceil(rows / side) * std::ceil(columns / side), count) +
          count * (index + value));
}

double Info::storedBytes(const encke_tensor &built) const {
  double bytes = 0;
  if (!isInside(built, built.level_count))
    bytes += double(built.value_count) * valueBytes();
  for (int32_t l = 0; l != built.level_count; ++l) {
    const encke_level &level = built.levels[l];
    bytes += double(level.pos_count) * indexBytes();
    if (!isInside(built, l))
      bytes +=
          double(level.crd_count) * std::max(level.stride, 1) * indexBytes();
  }
  return bytes;
}

/// "; 40 % of the values padding", where the format can have any.
static std::string paddingText(const encke_tensor &built, int64_t elements) {
  if (!hasPadding(built) || built.value_count == 0)
    return "";
  char text[64];
  std::snprintf(text, sizeof(text), "; %.0f %% of the values padding",
                100 * double(built.value_count - elements) /
                    double(built.value_count));
  return text;
}

void Info::printBuilt(const std::string &text) {
  encke::format::Problem problem;
  auto parts = written.parse(text, unsigned(header.order()), problem);
  if (!parts)
    throw Error("--format='" + text + "': " + problem.text +
                (problem.help.empty() ? "" : "; " + problem.help));
  if (parts->empty())
    return; // nothing but declarations
  std::vector<encke_tensor *> built = storeParts(*tensor, *parts);
  double bytes = 0;
  for (const encke_tensor *part : built)
    bytes += storedBytes(*part);
  bool isHybrid = parts->size() != 1;
  if (isHybrid) {
    size_t begin = text.rfind("hybrid"), end = text.rfind(')');
    printFormat(text.substr(begin, end + 1 - begin), bytes);
  } else {
    printFormat(parts->front().name, bytes, paddingText(*built[0], size()));
  }
  for (size_t n = 0; n != built.size(); ++n) {
    int64_t elements = encke_stored_count(built[n]);
    char share[64];
    std::snprintf(share, sizeof(share), "; %lld element%s, %.0f %%",
                  static_cast<long long>(elements), elements == 1 ? "" : "s",
                  size() ? 100 * double(elements) / double(size()) : 0.0);
    if (isHybrid)
      printFormat("  " + (*parts)[n].name, storedBytes(*built[n]),
                  share + paddingText(*built[n], elements));
    encke_tensor_free(built[n]);
  }
}

/// How the entries are spread.
template <typename Index>
void Info::printStructure() {
  Expanded<Index> entries = expand<Index>(*tensor);
  spreads = getSpreads(entries, header, size());
  bool isMatrix = header.order() == 2;
  out << (asJSON ? ",\"dimensions\":[" : "");
  for (size_t mode = 0; mode != spreads.size(); ++mode) {
    std::string name = "dimension " + std::to_string(mode + 1);
    printMode(isMatrix ? (mode == 0 ? "rows" : "columns") : name.c_str(), mode);
  }
  out << (asJSON ? "]" : "");
  if (isMatrix && size() != 0)
    printMatrix(entries);
}

void Info::print() {
  printKind();
  tensor = readTree(file, read);
  printEntries();
  if (isNarrow(header))
    printStructure<int32_t>();
  else
    printStructure<int64_t>();
  printMemory();
}

static const char *infoPath;
static std::vector<std::string> infoFormats;

int encke_info(const char *path, const char *const *formats, int32_t count,
               const encke_options *options) {
  infoPath = path;
  infoFormats.assign(formats, formats + count);
  return encke_main(
      [] {
        guarded(nullptr, [] {
          Context &context = Context::current();
          Info info(openFile(infoPath), context.out, context.options.json);
          info.print();
          for (const std::string &format : infoFormats)
            info.printBuilt(format);
          info.finish();
        });
      },
      options, nullptr, 0);
}

namespace {
/// What encke_measure_file is to fill.
struct Measuring {
  const char *path;
  int64_t *filled, *fullest;
  int32_t capacity;
  int64_t *entries;

  template <typename Index>
  void fill(const encke_tensor &tensor, const Header &header) const {
    std::vector<Spread> spreads =
        getSpreads(expand<Index>(tensor), header, tensor.value_count);
    for (size_t mode = 0;
         mode != std::min(spreads.size(), size_t(std::max(capacity, 0)));
         ++mode) {
      filled[mode] = spreads[mode].groups;
      fullest[mode] = spreads[mode].fullest;
    }
    *entries = tensor.value_count;
  }
};
} // namespace

static Measuring measuring;

int encke_measure_file(const char *path, const encke_options *options,
                       int64_t *filled, int64_t *fullest, int32_t capacity,
                       int64_t *entries) {
  measuring = {path, filled, fullest, capacity, entries};
  return encke_main(
      [] {
        guarded(nullptr, [] {
          encke_file &file = openFile(measuring.path);
          int64_t read = 0;
          encke_tensor &tensor = *readTree(file, read);
          if (isNarrow(file.header()))
            measuring.fill<int32_t>(tensor, file.header());
          else
            measuring.fill<int64_t>(tensor, file.header());
        });
      },
      options, nullptr, 0);
}
