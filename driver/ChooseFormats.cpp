//===- ChooseFormats.cpp - formats that are left to the compiler ----------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/ChooseFormats.h"
#include "driver/Compiler.h"
#include "driver/Options.h"

#include "frontend/check/AutoFormats.h"
#include "passes/Cost/Formats.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace encke;

std::string ChosenFormat::describe() const {
  return tensor + " is stored in " + format + ": " + why;
}

namespace {

/// Chooses for one tensor.
class Chooser {
public:
  Chooser(const Compiler &compiler, const Options &options,
          const cost::Target &target, AutoTensor &found)
      : compiler(compiler), options(options), target(target), found(found) {}

  /// False after an error of the runtime.
  bool choose(ChosenFormat &chosen);

private:
  std::string findObstacle() const;
  bool isForAnyData() const;
  std::optional<std::string> findData() const;
  std::optional<cost::MatrixStructure> measure(const std::string &path) const;
  void takeFastest(const cost::MatrixStructure &matrix, ChosenFormat &chosen);
  void take(StringRef name, ArrayRef<int64_t> numbers) {
    found.tensor->format =
        Format::named(name, found.tensor->dimensions.size(), numbers);
  }

  const Compiler &compiler;
  const Options &options;
  const cost::Target &target;
  AutoTensor &found;
};

} // namespace

/// Why another format than the usual one is not considered; empty: it is.
std::string Chooser::findObstacle() const {
  if (found.tensor->dimensions.size() != 2)
    return "other formats are considered for matrices";
  if (found.other.isValid())
    return "the program does more with it than to multiply it with vectors, "
           "at " +
           compiler.getPlace(found.other.Start);
  if (found.byRows == 0 && found.byColumns == 0)
    return "it is not multiplied with a vector";
  return "";
}

/// An executable or a library may be given any data.
bool Chooser::isForAnyData() const {
  return options.command == Command::Compile ||
         options.command == Command::Library;
}

/// What the tensor is read from, if it is at hand.
std::optional<std::string> Chooser::findData() const {
  ArrayRef<std::string> files =
      options.dataFiles.empty() ? options.likelyData : options.dataFiles;
  if (!found.file)
    return std::nullopt;
  if (std::optional<std::string> path = pathOf(*found.file))
    return isForAnyData() ? std::nullopt : path;
  size_t number = std::get<unsigned>(*found.file);
  return number < files.size() ? std::optional(files[number]) : std::nullopt;
}

static std::string times(double ratio) {
  std::string text;
  raw_string_ostream(text) << llvm::format("%.2f", ratio) << " times";
  return text;
}

/// "7 diagonals are 98 % full", "blocks of 4 x 4 are 57 % full".
static std::string describeFill(const cost::MatrixFormat &format,
                                const cost::MatrixStructure &matrix) {
  if (format.isTriangle())
    return "it equals its transpose";
  std::string text;
  raw_string_ostream os(text);
  if (format.numbers.empty())
    os << uint64_t(matrix.diagonals) << " diagonals";
  else
    os << "blocks of " << format.numbers[0] << " x " << format.numbers[1];
  os << " are " << llvm::format("%.0f", 100 * matrix.elements / format.places)
     << " % full";
  return text;
}

/// None after an error of the runtime.
std::optional<cost::MatrixStructure>
Chooser::measure(const std::string &path) const {
  std::vector<int64_t> sides;
  for (const cost::BlockTime &block : cost::blockTimes)
    sides.push_back(block.side);
  std::vector<int64_t> blocks(sides.size());
  encke_structure structure;
  if (encke_measure_structure(path.c_str(), &options.runtime, &structure,
                              sides.data(), blocks.data(),
                              int32_t(sides.size())) != 0)
    return std::nullopt;
  return cost::MatrixStructure{
      double(structure.rows), double(structure.entries),
      double(structure.diagonals),
      std::vector<double>(blocks.begin(), blocks.end()),
      structure.is_symmetric != 0 && !found.repeated.empty() &&
          !isForAnyData()};
}

void Chooser::takeFastest(const cost::MatrixStructure &matrix,
                          ChosenFormat &chosen) {
  std::vector<cost::MatrixFormat> ranked =
      cost::rankMatrixFormats(target, matrix);
  cost::MatrixFormat fastest = cost::chooseMatrixFormat(ranked);
  auto isRows = [](const cost::MatrixFormat &format) {
    return format.name == "CSR";
  };
  double rows = find_if(ranked, isRows)->time;
  if (fastest.isTriangle()) {
    for (ast::Assign *product : found.repeated)
      readTriangle(*product, *found.tensor);
    chosen.why = describeFill(fastest, matrix) +
                 ", and a product with a vector that reads one triangle "
                 "(symmetric(" +
                 chosen.tensor + ")) is expected to be " +
                 times(rows / fastest.time) + " as fast";
    return;
  }
  chosen.format = fastest.str();
  if (isRows(fastest)) {
    const cost::MatrixFormat &next =
        *find_if_not(ranked, [&](const cost::MatrixFormat &format) {
          return isRows(format) || format.isTriangle();
        });
    chosen.why = next.str() + ", the best of the others, would take " +
                 times(next.time / rows) + " as long, as far as can be told (" +
                 describeFill(next, matrix) + ")";
    return;
  }
  take(fastest.name, fastest.numbers);
  chosen.why = describeFill(fastest, matrix) +
               ", and a product with a vector is expected to be " +
               times(rows / fastest.time) + " as fast as in CSR";
}

bool Chooser::choose(ChosenFormat &chosen) {
  chosen.place = compiler.getPlace(found.tensor->range.Start);
  chosen.tensor = found.tensor->name.name;
  chosen.format = found.tensor->format->str();
  chosen.why = findObstacle();
  if (!chosen.why.empty())
    return true;
  if (found.byRows == 0) {
    take("CSC", {});
    chosen.format = "CSC";
    chosen.why = "it is multiplied with vectors along its columns";
    return true;
  }
  std::optional<std::string> path = findData();
  if (found.byColumns != 0)
    chosen.why = "it is multiplied with vectors along rows and columns";
  else if (!found.file)
    chosen.why = "it is not read from a file and no more";
  else if (!path)
    chosen.why = "no data say how the matrix is built";
  if (!chosen.why.empty())
    return true;
  // What cannot be read is an error where it is read.
  int64_t sizes[2], entries;
  int32_t order = 0;
  char message[8];
  if (encke_peek_file(path->c_str(), &options.runtime, sizes, 2, &order,
                      &entries, message, sizeof(message)) != 0 ||
      order != 2) {
    chosen.why = "the data cannot be read";
    return true;
  }
  std::optional<cost::MatrixStructure> matrix = measure(*path);
  if (matrix && matrix->elements == 0)
    chosen.why = "it has no elements";
  else if (matrix)
    takeFastest(*matrix, chosen);
  return matrix.has_value();
}

std::optional<std::vector<ChosenFormat>>
encke::chooseFormats(Compiler &compiler, const Options &options,
                     const cost::Target &target) {
  std::vector<ChosenFormat> all;
  for (AutoTensor &tensor : compiler.findAutoTensors()) {
    ChosenFormat &chosen = all.emplace_back();
    if (!Chooser(compiler, options, target, tensor).choose(chosen))
      return std::nullopt;
    if (options.verbose)
      errs() << "encke: " << chosen.place << ": " << chosen.describe() << '\n';
  }
  return all;
}
