//===- ExplainReport.cpp - an explanation as a page -----------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The page has no script: trees open and close as the browser has it, by keys
// as well, and all of it is printed.
//
//===----------------------------------------------------------------------===//

#include "driver/ExplainReport.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"

#include <algorithm>
#include <cmath>
#include <map>

using namespace llvm;
using namespace encke;

static constexpr StringLiteral style = R"(
:root { color-scheme: light dark; --line: #8885; --soft: #777; --bar: #3b82c4; }
body { font: 16px/1.5 system-ui, "DejaVu Sans", sans-serif; max-width: 64rem;
  margin: 0 auto; padding: 1rem; }
code, pre, .code { font: .9em/1.5 "DejaVu Sans Mono", monospace; }
table { border-collapse: collapse; margin: .5rem 0; }
th, td { border: 1px solid var(--line); padding: .2rem .6rem; text-align: left;
  vertical-align: top; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; }
.program { width: 100%; }
.program td { border: 0; padding: 0 .6rem; white-space: pre-wrap; }
.program td.line { color: var(--soft); text-align: right; user-select: none; }
.program td.schedule { border-left: 3px solid var(--bar); }
.program tr:target { background: #fe83; }
details { margin-left: 1rem; }
summary { cursor: pointer; }
ul { margin: 0; }
small { color: var(--soft); }
svg { max-width: 100%; height: auto; }
.bar { background: var(--bar); height: .8rem; min-width: 1px; }
.patterns svg { background: #fff; color: #000; max-height: 24rem; }
@media print { body { max-width: none; } section { break-inside: avoid; } }
)";

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// As HTML takes it.
static std::string escape(StringRef text) {
  std::string result;
  raw_string_ostream os(result);
  printHTMLEscaped(json::fixUTF8(text), os);
  return result;
}

static std::string sayPrecisely(double number) {
  std::string text;
  raw_string_ostream os(text);
  os << format("%.3g", number);
  return text;
}

/// The line of "p.ta:7:3"; 0 where there is none.
static unsigned lineOf(StringRef place) {
  unsigned line = 0;
  place.rsplit(':').first.rsplit(':').second.getAsInteger(10, line);
  return line;
}

std::vector<MeasuredTime> encke::readTimes(StringRef text) {
  static const Regex line(
      "^ +([0-9.]+) +([0-9.]+) +([0-9]+)  ([^ ]+:[0-9]+:[0-9]+)  (.*)$");
  std::vector<MeasuredTime> times;
  for (StringRef row : split(text, '\n')) {
    SmallVector<StringRef> parts;
    if (!line.match(row, &parts))
      continue;
    MeasuredTime time;
    parts[1].getAsDouble(time.milliseconds);
    parts[3].getAsInteger(10, time.runs);
    time.place = parts[4].str();
    time.what = parts[5].trim().str();
    times.push_back(std::move(time));
  }
  return times;
}

//===----------------------------------------------------------------------===//
// Parts of the page
//===----------------------------------------------------------------------===//

namespace {

class Writer {
public:
  Writer(const Report &report, const Explanation &explanation, raw_ostream &os)
      : report(report), explanation(explanation), os(os) {
    for (const MeasuredTime &time : report.times)
      total += time.milliseconds;
  }
  void write();

private:
  void writeHead();
  void writeProgram();
  void writeStatement(const ExplainedStatement &statement);
  void writeData(const ExplainedStatement &statement);
  void writeKernel(const ExplainedKernel &kernel);
  void writeOrders(ArrayRef<ExplainedOrder> orders);
  void writeSteps(ArrayRef<ExplainedStep> steps);
  void writeTimes();
  void writeRoofline();
  void writePatterns();
  /// Of all that the statement at a place did.
  double timeOf(StringRef place) const;
  std::string scheduleOf(const ExplainedStatement &statement) const;

  const Report &report;
  const Explanation &explanation;
  raw_ostream &os;
  double total = 0; ///< milliseconds
};

} // namespace

double Writer::timeOf(StringRef place) const {
  double time = 0;
  for (const MeasuredTime &measured : report.times)
    if (measured.place == place)
      time += measured.milliseconds;
  return time;
}

std::string Writer::scheduleOf(const ExplainedStatement &statement) const {
  return statement.schedule.empty() ? ""
                                    : "with " + join(statement.schedule, ", ");
}

void Writer::writeHead() {
  std::string name = escape(sys::path::filename(report.program));
  os << "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta "
        "charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width\">\n<title>"
     << name << " – Encke</title>\n<style>" << style
     << "</style>\n</head>\n<body>\n<h1>" << name << "</h1>\n<p>";
  if (report.dataFiles.empty()) {
    os << "Without data: the sizes are taken, not known.";
  } else {
    os << "Data: ";
    interleave(
        report.dataFiles, os,
        [&](const std::string &file) {
          os << "<code>" << escape(file) << "</code>";
        },
        ", ");
    os << '.';
  }
  os << " Processor: " << escape(report.processor) << ".</p>\n<p>";
  os << "<a href=\"#program\">Program</a> · <a href=\"#statements\">"
        "Statements</a>";
  if (!report.times.empty())
    os << " · <a href=\"#times\">Times</a>";
  if (!report.patterns.empty())
    os << " · <a href=\"#patterns\">Patterns</a>";
  os << "</p>\n";
}

/// Each line, and beside it the schedules of the statements that begin there.
void Writer::writeProgram() {
  std::multimap<unsigned, const ExplainedStatement *> byLine;
  for (const ExplainedStatement &statement : explanation)
    if (StringRef(statement.place).rsplit(':').first.rsplit(':').first ==
        report.program)
      byLine.insert({lineOf(statement.place), &statement});
  os << "<section><h2 id=\"program\">Program</h2>\n"
        "<table class=\"program code\"><tbody>\n";
  unsigned number = 0;
  for (StringRef line : split(StringRef(report.text).rtrim(), '\n')) {
    ++number;
    os << "<tr id=\"line-" << number << "\"><td class=\"line\">" << number
       << "</td><td>" << escape(line.rtrim()) << "</td>";
    auto [begin, end] = byLine.equal_range(number);
    os << (begin == end ? "<td>" : "<td class=\"schedule\">");
    for (auto it = begin; it != end; ++it)
      os << (it == begin ? "" : "<br>") << "<a href=\"#s"
         << (it->second - explanation.data()) << "\">"
         << escape(it->second->schedule.empty() ? "loops"
                                                : scheduleOf(*it->second))
         << "</a>";
    os << "</td></tr>\n";
  }
  os << "</tbody></table></section>\n";
}

void Writer::writeData(const ExplainedStatement &statement) {
  if (statement.data.empty())
    return;
  os << "<table><thead><tr><th>tensor</th><th>format</th><th>sizes</th>"
        "<th class=\"n\">elements</th><th class=\"n\">memory</th></tr></thead>"
        "<tbody>\n";
  for (const ExplainedData &entry : statement.data) {
    os << "<tr><td>" << escape(entry.tensor.name)
       << (entry.isResult ? " <small>result</small>" : "") << "</td><td>"
       << escape(entry.tensor.format) << "</td>";
    if (entry.data) {
      std::vector<std::string> sizes;
      for (double size : entry.data->sizes)
        sizes.push_back(itostr(int64_t(size)));
      os << "<td>" << join(sizes, " × ") << "</td><td class=\"n\">"
         << sayNumber(entry.data->stored) << "</td><td class=\"n\">"
         << sayBytes(entry.data->bytes) << "</td>";
    } else {
      os << "<td></td><td></td><td></td>";
    }
    os << "</tr>\n";
  }
  os << "</tbody></table>\n";
}

void Writer::writeSteps(ArrayRef<ExplainedStep> steps) {
  for (const ExplainedStep &step : steps) {
    std::string line = "<span class=\"code\">" + escape(step.what) + "</span>";
    if (!step.notes.empty())
      line += " <small>" + escape(join(step.notes, "; ")) + "</small>";
    if (step.inside.empty()) {
      os << "<ul><li>" << line << "</li></ul>\n";
      continue;
    }
    os << "<details open><summary>" << line << "</summary>\n";
    writeSteps(step.inside);
    os << "</details>\n";
  }
}

/// A bar for each order of loops that was thought of.
void Writer::writeOrders(ArrayRef<ExplainedOrder> orders) {
  if (orders.size() < 2)
    return;
  double most = 0;
  for (const ExplainedOrder &order : orders)
    most = std::max(most, order.cost);
  os << "<table><thead><tr><th>order of loops</th><th class=\"n\">expected</th>"
        "<th></th></tr></thead><tbody>\n";
  for (const ExplainedOrder &order : orders) {
    os << "<tr><td>" << (order.isChosen ? "<b>" : "") << escape(order.order)
       << (order.isChosen ? "</b>" : "");
    if (!order.converted.empty())
      os << " <small>with " << escape(join(order.converted, ", "))
         << " converted</small>";
    int width = most > 0 ? int(std::lround(200 * order.cost / most)) : 0;
    os << "</td><td class=\"n\">" << sayNumber(order.cost)
       << (order.isInCycles ? " cycles" : " coordinates")
       << "</td><td><div class=\"bar\" style=\"width:" << width
       << "px\"></div></td></tr>\n";
  }
  os << "</tbody></table>\n";
}

void Writer::writeKernel(const ExplainedKernel &kernel) {
  if (!kernel.fused.empty())
    os << "<p>In the same loops: " << escape(join(kernel.fused, ", "))
       << "</p>\n";
  writeOrders(kernel.orders);
  for (const std::string &step : kernel.before)
    os << "<p>" << escape(step) << "</p>\n";
  writeSteps(kernel.steps);
}

void Writer::writeStatement(const ExplainedStatement &statement) {
  os << "<section><h3 id=\"s" << (&statement - explanation.data())
     << "\"><code>"
     << escape(statement.text.empty() ? statement.place : statement.text)
     << "</code></h3>\n<p><a href=\"#line-" << lineOf(statement.place) << "\">"
     << escape(statement.place) << "</a>";
  if (!statement.order.empty())
    os << "; multiplied as <code>" << escape(statement.order) << "</code>";
  if (statement.operations > 0)
    os << "; about " << sayNumber(statement.operations) << " operations";
  if (double time = timeOf(statement.place); time > 0)
    os << "; took " << sayPrecisely(time) << " ms";
  os << "</p>\n";
  writeData(statement);
  for (const ExplainedKernel &kernel : statement.kernels)
    writeKernel(kernel);
  if (std::string schedule = scheduleOf(statement); !schedule.empty())
    os << "<p><code>" << escape(schedule) << "</code></p>\n";
  else if (!statement.inexpressible.empty())
    os << "<p>No clauses say this: " << escape(statement.inexpressible)
       << "</p>\n";
  os << "</section>\n";
}

void Writer::writeTimes() {
  os << "<section><h2 id=\"times\">Times</h2>\n<table><thead><tr>"
        "<th>statement</th><th class=\"n\">ms</th><th class=\"n\">runs</th>"
        "<th></th></tr></thead><tbody>\n";
  for (const MeasuredTime &time : report.times) {
    int width =
        total > 0 ? int(std::lround(240 * time.milliseconds / total)) : 0;
    os << "<tr><td><a href=\"#line-" << lineOf(time.place) << "\">"
       << escape(time.place) << "</a> " << escape(time.what)
       << "</td><td class=\"n\">" << format("%.3f", time.milliseconds)
       << "</td><td class=\"n\">" << time.runs
       << "</td><td><div class=\"bar\" style=\"width:" << width
       << "px\"></div></td></tr>\n";
  }
  os << "</tbody></table>\n";
  writeRoofline();
  os << "</section>\n";
}

/// How fast statements were, over how much they compute for each byte that they
/// read and write once; and what memory allows, where the machine's file says
/// it.
void Writer::writeRoofline() {
  struct Point {
    std::string name;
    double intensity, rate; ///< operations a byte, GFLOP/s
  };
  std::vector<Point> points;
  for (const ExplainedStatement &statement : explanation) {
    double bytes = 0, time = timeOf(statement.place);
    for (const ExplainedData &entry : statement.data)
      bytes += entry.data ? entry.data->bytes : 0;
    if (statement.operations > 0 && bytes > 0 && time > 0)
      points.push_back({statement.text, statement.operations / bytes,
                        statement.operations / time * 1e-6});
  }
  if (points.empty())
    return;
  double bandwidth = report.target.memoryRate; // bytes a ns: GB/s
  double left = 1e-2, right = 1e2, low = 1e-3, high = 1e3;
  constexpr double width = 560, height = 300, margin = 46, edge = 14;
  auto x = [&](double intensity) {
    return margin + (width - margin - 2 * edge) *
                        std::log(std::clamp(intensity, left, right) / left) /
                        std::log(right / left);
  };
  auto y = [&](double rate) {
    return edge + (height - margin - edge) *
                      (1 - std::log(std::clamp(rate, low, high) / low) /
                               std::log(high / low));
  };
  auto number = [&](double value) { os << format("%.1f", value); };
  os << "<h3>Roofline</h3>\n<svg viewBox=\"0 0 " << width << ' ' << height
     << "\" width=\"" << width
     << "\" role=\"img\" aria-label=\"GFLOP/s over operations a byte\" "
        "fill=\"currentColor\" font-size=\"11\">\n<path fill=\"none\" "
        "stroke=\"currentColor\" d=\"M"
     << margin << ' ' << edge << " V" << height - margin << " H" << width - edge
     << "\"/>\n";
  for (int power = -3; power <= 3; ++power) {
    double decade = std::pow(10, power);
    os << "<text x=\"2\" y=\"";
    number(y(decade) + 4);
    os << "\">" << format("%g", decade) << "</text>\n";
  }
  for (int power = -2; power <= 2; ++power) {
    double decade = std::pow(10, power);
    os << "<text y=\"" << height - margin + 16 << "\" x=\"";
    number(x(decade) - 8);
    os << "\">" << format("%g", decade) << "</text>\n";
  }
  os << "<text x=\"" << width / 2 - 60 << "\" y=\"" << height - 8
     << "\">operations a byte</text>\n<text x=\"2\" y=\"" << height - 8
     << "\">GFLOP/s</text>\n";
  if (bandwidth > 0) {
    os << "<line stroke=\"currentColor\" x1=\"";
    number(x(left));
    os << "\" y1=\"";
    number(y(left * bandwidth));
    os << "\" x2=\"";
    number(x(right));
    os << "\" y2=\"";
    number(y(right * bandwidth));
    os << "\"><title>memory, " << format("%.1f", bandwidth)
       << " GB/s a core</title></line>\n";
  }
  for (const Point &point : points) {
    os << "<circle r=\"5\" fill=\"#3b82c4\" cx=\"";
    number(x(point.intensity));
    os << "\" cy=\"";
    number(y(point.rate));
    os << "\"><title>" << escape(point.name) << "</title></circle>\n";
  }
  os << "</svg>\n<table><thead><tr><th>statement</th><th "
        "class=\"n\">operations "
        "a byte</th><th class=\"n\">GFLOP/s</th><th class=\"n\">GB/s</th></tr>"
        "</thead><tbody>\n";
  for (const Point &point : points)
    os << "<tr><td><code>" << escape(point.name)
       << "</code></td><td class=\"n\">" << sayPrecisely(point.intensity)
       << "</td><td class=\"n\">" << sayPrecisely(point.rate)
       << "</td><td class=\"n\">" << sayPrecisely(point.rate / point.intensity)
       << "</td></tr>\n";
  os << "</tbody></table>\n<p><small>Each byte of the operands and results "
        "counts once. "
     << (bandwidth > 0 ? "The line is what one core reads from memory."
                       : "'./dev calibrate' measures what memory allows.")
     << "</small></p>\n";
}

void Writer::writePatterns() {
  os << "<section class=\"patterns\"><h2 id=\"patterns\">Patterns</h2>\n";
  for (const PatternPicture &picture : report.patterns)
    os << "<figure>" << picture.svg << "<figcaption><code>"
       << escape(picture.file) << "</code></figcaption></figure>\n";
  os << "</section>\n";
}

void Writer::write() {
  writeHead();
  writeProgram();
  os << "<h2 id=\"statements\">Statements</h2>\n";
  if (explanation.empty())
    os << "<p>" << nothingToExplain << "</p>\n";
  for (const ExplainedStatement &statement : explanation)
    writeStatement(statement);
  if (!report.times.empty())
    writeTimes();
  if (!report.patterns.empty())
    writePatterns();
  os << "</body>\n</html>\n";
}

void encke::printReport(const Report &report, const Explanation &explanation,
                        raw_ostream &os) {
  Writer(report, explanation, os).write();
}
