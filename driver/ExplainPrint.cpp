//===- ExplainPrint.cpp - an explanation as text and as JSON --------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/ChooseFormats.h"
#include "driver/Explain.h"
#include "driver/ExplainReport.h"

#include "passes/Cost/Assumed.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"

using namespace llvm;
using namespace encke;

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// A number as people say it.
std::string encke::sayNumber(double number) {
  StringRef prefixes[] = {"", " thousand", " million", " billion", " trillion"};
  size_t prefix = 0;
  std::string text;
  raw_string_ostream os(text);
  double most = 1e15;
  if (number >= most) {
    os << llvm::format("%.1e", number);
    return text;
  }
  while (number >= 1000 && prefix + 1 < std::size(prefixes)) {
    number /= 1000;
    ++prefix;
  }
  os << llvm::format(prefix ? "%.1f" : "%.0f", number);
  StringRef digits = text;
  digits.consume_back(".0");
  return (digits + prefixes[prefix]).str();
}

std::string encke::sayBytes(double bytes) {
  StringRef units[] = {" bytes", " kB", " MB", " GB", " TB", " PB"};
  size_t unit = 0;
  while (bytes >= 1000 && unit + 1 < std::size(units)) {
    bytes /= 1000;
    ++unit;
  }
  std::string text;
  raw_string_ostream os(text);
  os << llvm::format(bytes < 10 && unit ? "%.1f" : "%.0f", bytes)
     << units[unit];
  return text;
}

static std::string describe(ArrayRef<ExplainedTensor> tensors) {
  return join(map_range(tensors,
                        [](const ExplainedTensor &tensor) {
                          return tensor.name + " (" + tensor.format + ")";
                        }),
              ", ");
}

/// Clauses are not broken within.
static constexpr char noBreak = '\1';

static std::string joinClauses(ArrayRef<std::string> clauses) {
  std::string text;
  for (std::string clause : clauses) {
    llvm::replace(clause, ' ', noBreak);
    text += (text.empty() ? "" : ", ") + clause;
  }
  return text;
}

/// Lines of at most so many columns.
static void printLine(raw_ostream &os, unsigned indent, StringRef text) {
  constexpr unsigned width = 88;
  os.indent(indent);
  unsigned column = indent;
  bool isFirst = true;
  for (StringRef word : split(text, ' ')) {
    if (!isFirst && column + 1 + word.size() > width) {
      os << '\n';
      os.indent(indent + 4);
      column = indent + 4;
    } else if (!isFirst) {
      os << ' ';
      ++column;
    }
    isFirst = false;
    for (char c : word)
      os << (c == noBreak ? ' ' : c);
    column += word.size();
  }
  os << '\n';
}

static void printSteps(ArrayRef<ExplainedStep> steps, unsigned indent,
                       raw_ostream &os) {
  for (const ExplainedStep &step : steps) {
    std::string text = step.what;
    if (!step.notes.empty())
      text += ": " + join(step.notes, "; ");
    printLine(os, indent, text);
    printSteps(step.inside, indent + 2, os);
  }
}

static std::string describe(const ExplainedOrder &order) {
  return "about " + sayNumber(order.cost) +
         (order.isInCycles ? " cycles" : " coordinates") +
         (order.converted.empty()
              ? ""
              : ", with " + join(order.converted, " and ") + " converted");
}

/// The order of the loops, and the two that would be next.
static void printOrders(const ExplainedKernel &kernel, raw_ostream &os) {
  auto chosen = find_if(kernel.orders, [](const ExplainedOrder &order) {
    return order.isChosen;
  });
  // Of one loop there is nothing to say.
  if (kernel.orders.size() < 2 || chosen == kernel.orders.end())
    return;
  bool isBest = chosen == kernel.orders.begin() ||
                chosen->cost <= kernel.orders.front().cost;
  std::string text =
      "in the order " + chosen->order +
      (chosen->isInCycles ? " the loops take " : " the loops visit ") +
      describe(*chosen);
  if (kernel.streams)
    text += ", as the largest operand is stored, which goes once through the "
            "caches";
  text += isBest               ? "; next best: "
          : chosen->isInCycles ? "; a little less: "
                               : "; with these data, less: ";
  std::string others;
  unsigned shown = 0;
  for (const ExplainedOrder &order : kernel.orders)
    if (&order != &*chosen && shown++ < 2)
      others +=
          (others.empty() ? "" : "; ") + order.order + ": " + describe(order);
  printLine(os, 4, text + others);
}

static void printKernel(const ExplainedStatement &statement,
                        const ExplainedKernel &kernel, raw_ostream &os) {
  if (!kernel.fused.empty())
    printLine(os, 2, "in the same loops as " + join(kernel.fused, ", "));
  if (kernel.isExact) {
    printLine(os, 4,
              "where a dense operand has an infinity or a NaN, instead:");
    for (const std::string &line : kernel.before)
      printLine(os, 6, line);
    return printSteps(kernel.steps, 6, os);
  }
  std::string from = describe(kernel.operands);
  // What a library does stands below.
  if (!kernel.results.empty())
    printLine(os, 2,
              (from.empty() ? "" : "from " + from + " ") + "into " +
                  describe(kernel.results));
  printOrders(kernel, os);
  for (const std::string &line : kernel.before)
    printLine(os, 4, line);
  printSteps(kernel.steps, 4, os);
  bool isFused = statement.schedule == std::vector<std::string>{"fused"};
  if (statement.schedule != kernel.clauses && !isFused &&
      !kernel.clauses.empty())
    printLine(os, 4, "decided: " + joinClauses(kernel.clauses));
}

/// "1138 x 1138"
static std::string describeSizes(ArrayRef<double> sizes) {
  return join(
      map_range(sizes,
                [](double size) { return std::to_string(int64_t(size)); }),
      " x ");
}

/// "rows: 3.6 on average, 18 at most, 12 empty"
static std::string describeMode(const FileSpread &spread, unsigned mode,
                                double size, bool isMatrix) {
  std::string text;
  raw_string_ostream os(text);
  if (isMatrix)
    os << (mode == 0 ? "rows: " : "columns: ");
  else
    os << "mode " << mode + 1 << ": ";
  os << llvm::format("%.1f", double(spread.entries) / std::max(size, 1.0))
     << " on average, " << spread.fullest[mode] << " at most";
  if (double empty = size - double(spread.filled[mode]); empty > 0)
    os << ", " << sayNumber(empty) << " empty";
  return text;
}

/// The numbers of the data.
static void printData(const ExplainedData &entry, raw_ostream &os) {
  if (!entry.data)
    return;
  const TensorData &data = *entry.data;
  std::string text = entry.tensor.name + ": " + describeSizes(data.sizes) +
                     " in " + entry.tensor.format;
  if (entry.tensor.format != "dense") {
    double space = 1;
    for (double size : data.sizes)
      space *= size;
    double stored = entry.spread ? double(entry.spread->entries) : data.stored;
    bool isExact = entry.spread || data.isExact;
    raw_string_ostream more(text);
    more << ", " << (isExact ? "" : "about ")
         << (isExact ? std::to_string(int64_t(stored)) : sayNumber(stored))
         << " elements ("
         << llvm::format("%.2g", 100 * stored / std::max(space, 1.0))
         << " % full)";
  }
  text += ", " + sayBytes(data.bytes);
  if (entry.spread)
    for (size_t mode = 0;
         mode != std::min(data.sizes.size(), entry.spread->filled.size());
         ++mode)
      text += "; " + describeMode(*entry.spread, unsigned(mode),
                                  data.sizes[mode], data.sizes.size() == 2);
  printLine(os, 4, text);
}

/// What one kernel computes; nothing where something is taken as it is.
static bool isCopy(const ExplainedKernel &kernel) {
  return kernel.steps.empty() && kernel.before.empty();
}

static void printStatement(const ExplainedStatement &statement, bool hasData,
                           raw_ostream &os) {
  os << statement.place << ": " << statement.text << '\n';
  if (!statement.question.empty())
    printLine(os, 2,
              "where the answer is yes, the statement at " + statement.whole +
                  ":");
  std::string summary;
  if (!statement.order.empty())
    summary = "multiplied as " + statement.order + "; ";
  summary += "about " + sayNumber(statement.operations) +
             " operations; what it makes takes about " +
             sayBytes(statement.bytes);
  if (statement.isHoisted)
    summary += "; done before the loop that it is in";
  printLine(os, 2, summary);
  if (hasData)
    for (const ExplainedData &entry : statement.data)
      printData(entry, os);
  if (statement.kernels.empty())
    printLine(os, 2, "computed where its result is read");
  for (const ExplainedKernel &kernel : statement.kernels)
    if (isCopy(kernel))
      printLine(os, 2, "no loops: a copy, made where one of the two changes");
    else
      printKernel(statement, kernel, os);
  if (!statement.schedule.empty())
    printLine(os, 4, "with " + joinClauses(statement.schedule));
  bool hasLoops = any_of(statement.kernels, [](const ExplainedKernel &kernel) {
    return !kernel.clauses.empty();
  });
  bool isWay = !statement.question.empty() && statement.schedule.empty();
  if (hasLoops && !isWay && !statement.inexpressible.empty())
    printLine(os, 4, "no schedule says this yet: " + statement.inexpressible);
  os << '\n';
}

void encke::printText(const Explanation &explanation,
                      ArrayRef<ChosenFormat> formats, raw_ostream &os) {
  for (const ChosenFormat &chosen : formats)
    printLine(os, 0, chosen.place + ": " + chosen.describe());
  if (!formats.empty())
    os << '\n';
  if (explanation.empty())
    printLine(os, 0, nothingToExplain);
  bool hasData = any_of(explanation, [](const ExplainedStatement &statement) {
    return any_of(statement.data, [](const ExplainedData &entry) {
      return entry.data && entry.data->file && entry.data->isExact;
    });
  });
  bool knowsSizes = all_of(explanation, [](const ExplainedStatement &each) {
    return each.knowsSizes();
  });
  if (!knowsSizes) {
    printLine(os, 0,
              "Sizes that nothing tells are taken to be " +
                  sayNumber(cost::assumedSize) +
                  ", and rows of sparse tensors to have " +
                  sayNumber(cost::assumedSegment) +
                  " elements. With data files, as encke run gets them, the "
                  "numbers are theirs.");
    os << '\n';
  }
  for (const ExplainedStatement &statement : explanation)
    printStatement(statement, hasData, os);
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

static json::Array toJSON(ArrayRef<std::string> words) {
  json::Array array;
  for (const std::string &word : words)
    array.push_back(word);
  return array;
}

static json::Array toJSON(ArrayRef<ExplainedTensor> tensors) {
  json::Array array;
  for (const ExplainedTensor &tensor : tensors)
    array.push_back(
        json::Object{{"name", tensor.name}, {"format", tensor.format}});
  return array;
}

static json::Array toJSON(ArrayRef<ExplainedStep> steps) {
  json::Array array;
  for (const ExplainedStep &step : steps) {
    json::Object object{{"what", step.what}, {"notes", toJSON(step.notes)}};
    if (!step.label.empty())
      object["loop"] = step.label;
    if (!step.inside.empty())
      object["inside"] = toJSON(step.inside);
    array.push_back(std::move(object));
  }
  return array;
}

static json::Array toJSON(ArrayRef<ExplainedOrder> orders) {
  json::Array array;
  for (const ExplainedOrder &order : orders)
    array.push_back(
        json::Object{{"order", order.order},
                     {order.isInCycles ? "cycles" : "visits", order.cost},
                     {"converted", toJSON(order.converted)},
                     {"chosen", order.isChosen}});
  return array;
}

/// Why the tensor's format was chosen, where its name says which tensor it is.
static StringRef findReason(const ExplainedTensor &tensor,
                            ArrayRef<ChosenFormat> formats) {
  auto isOfName = [&](const ChosenFormat &chosen) {
    return chosen.tensor == tensor.name;
  };
  const auto *chosen = find_if(formats, isOfName);
  return count_if(formats, isOfName) == 1 && chosen->format == tensor.format
             ? StringRef(chosen->why)
             : StringRef();
}

static json::Object toJSON(const ExplainedData &entry,
                           ArrayRef<ChosenFormat> formats) {
  json::Object object{{"name", entry.tensor.name},
                      {"format", entry.tensor.format},
                      {"result", entry.isResult}};
  if (StringRef why = findReason(entry.tensor, formats); !why.empty())
    object["format_chosen"] = why;
  if (!entry.data)
    return object;
  json::Array sizes;
  for (double size : entry.data->sizes)
    sizes.push_back(size);
  object["sizes"] = std::move(sizes);
  object["elements"] =
      entry.spread ? double(entry.spread->entries) : entry.data->stored;
  object["exact"] = entry.spread || entry.data->isExact;
  object["bytes"] = entry.data->bytes;
  if (entry.spread) {
    object["filled"] = json::Array(entry.spread->filled);
    object["fullest"] = json::Array(entry.spread->fullest);
  }
  return object;
}

static json::Object toJSON(const ExplainedKernel &kernel) {
  json::Object object{{"fused_with", toJSON(kernel.fused)},
                      {"operands", toJSON(kernel.operands)},
                      {"results", toJSON(kernel.results)},
                      {"orders", toJSON(kernel.orders)},
                      {"before", toJSON(kernel.before)},
                      {"steps", toJSON(kernel.steps)},
                      {"decided", toJSON(kernel.clauses)}};
  if (kernel.isExact)
    object["where"] = "dense operands are not finite";
  return object;
}

void encke::printJSON(const Explanation &explanation,
                      ArrayRef<ChosenFormat> formats, raw_ostream &os) {
  json::Array statements;
  for (const ExplainedStatement &statement : explanation) {
    json::Array kernels;
    for (const ExplainedKernel &kernel : statement.kernels)
      kernels.push_back(toJSON(kernel));
    json::Array data;
    for (const ExplainedData &entry : statement.data)
      data.push_back(toJSON(entry, formats));
    json::Object object{{"statement", statement.place},
                        {"text", statement.text},
                        {"order", statement.order},
                        {"operations", statement.operations},
                        {"bytes", statement.bytes},
                        {"before_loop", statement.isHoisted},
                        {"data", std::move(data)},
                        {"kernels", std::move(kernels)},
                        {"schedule", toJSON(statement.schedule)}};
    if (!statement.question.empty()) {
      object["when"] = statement.question;
      object["of"] = statement.whole;
    }
    if (!statement.inexpressible.empty())
      object["no_schedule"] = statement.inexpressible;
    statements.push_back(std::move(object));
  }
  os << formatv("{0:2}", json::Value(std::move(statements))) << '\n';
}
