//===- ExplainPrint.cpp - an explanation as text and as JSON --------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Explain.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"

using namespace llvm;
using namespace encke;

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// 1.2 k, 3.4 M, ...
static std::string toText(double number) {
  StringRef prefixes[] = {"", " thousand", " million", " billion", " trillion"};
  size_t prefix = 0;
  while (number >= 1000 && prefix + 1 < std::size(prefixes)) {
    number /= 1000;
    ++prefix;
  }
  std::string text;
  raw_string_ostream os(text);
  os << format(prefix ? "%.1f" : "%.0f", number) << prefixes[prefix];
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

/// The order of the loops, and those that would be next.
static void printOrders(const ExplainedKernel &kernel, raw_ostream &os) {
  // Of one loop there is nothing to say.
  if (kernel.orders.size() < 2)
    return;
  std::string text, others;
  for (const ExplainedOrder &order : kernel.orders) {
    std::string cost = "about " + toText(order.cost) +
                       (order.isInCycles ? " cycles" : " coordinates");
    std::string converted =
        order.converted.empty()
            ? ""
            : ", with " + join(order.converted, " and ") + " converted";
    if (order.isChosen && text.empty())
      text = "in the order " + order.order +
             (order.isInCycles ? " the loops take " : " the loops visit ") +
             cost + converted;
    else
      others += "; " + order.order + ": " + cost + converted;
  }
  if (text.empty())
    text = kernel.streams ? "the order is that in which the largest operand is "
                            "stored, which goes through the caches once"
                          : "the order is another one than the best";
  printLine(os, 4, text + others);
}

static void printKernel(const ExplainedStatement &statement,
                        const ExplainedKernel &kernel, raw_ostream &os) {
  if (!kernel.fused.empty())
    printLine(os, 2, "in the same loops as " + join(kernel.fused, ", "));
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
  if (!kernel.inexpressible.empty())
    printLine(os, 4, "as a schedule: not yet, for " + kernel.inexpressible);
  else if (!kernel.clauses.empty())
    printLine(os, 4,
              (&kernel == &statement.kernels.back() ? "with " : "this part: ") +
                  joinClauses(kernel.clauses));
}

void encke::printText(const Explanation &explanation, raw_ostream &os) {
  for (const ExplainedStatement &statement : explanation) {
    os << statement.place << ": " << statement.text << '\n';
    std::string summary;
    if (!statement.order.empty())
      summary = "multiplied as " + statement.order + "; ";
    summary += "about " + toText(statement.operations) + " operations, " +
               toText(statement.bytes) + " bytes";
    if (statement.isHoisted)
      summary += "; before the loop that it is in";
    printLine(os, 2, summary);
    if (statement.kernels.empty())
      printLine(os, 2, "computed where its result is read");
    for (const ExplainedKernel &kernel : statement.kernels)
      printKernel(statement, kernel, os);
    os << '\n';
  }
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

static json::Object toJSON(const ExplainedKernel &kernel) {
  json::Object object{{"fused_with", toJSON(kernel.fused)},
                      {"operands", toJSON(kernel.operands)},
                      {"results", toJSON(kernel.results)},
                      {"orders", toJSON(kernel.orders)},
                      {"before", toJSON(kernel.before)},
                      {"steps", toJSON(kernel.steps)},
                      {"schedule", toJSON(kernel.clauses)}};
  if (!kernel.inexpressible.empty())
    object["no_schedule"] = kernel.inexpressible;
  return object;
}

void encke::printJSON(const Explanation &explanation, raw_ostream &os) {
  json::Array statements;
  for (const ExplainedStatement &statement : explanation) {
    json::Array kernels;
    for (const ExplainedKernel &kernel : statement.kernels)
      kernels.push_back(toJSON(kernel));
    statements.push_back(json::Object{{"statement", statement.place},
                                      {"text", statement.text},
                                      {"order", statement.order},
                                      {"operations", statement.operations},
                                      {"bytes", statement.bytes},
                                      {"before_loop", statement.isHoisted},
                                      {"kernels", std::move(kernels)}});
  }
  os << formatv("{0:2}", json::Value(std::move(statements))) << '\n';
}
