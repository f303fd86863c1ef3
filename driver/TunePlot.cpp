//===- TunePlot.cpp - times of schedules as a picture ---------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A row for each schedule, the fastest first. Where all are measured in the
// same formats, it has a bar; else a field for each choice of formats, the
// darker the longer it takes. Both are logarithmic: times of bad schedules are
// many times those of good ones.
//
//===----------------------------------------------------------------------===//

#include "driver/Tune.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

#include <algorithm>
#include <cmath>

using namespace llvm;
using namespace encke;

static constexpr double rowHeight = 16, textHeight = 12, leftMargin = 90,
                        barWidth = 300, fieldWidth = 88;

namespace {

/// One statement.
class Plotter {
public:
  Plotter(const Tuning &tuning, raw_ostream &os);

  /// Draws from `y` on. Returns where it ends.
  double plot(double y);
  double getWidth() const;

private:
  double plotBars(double y);
  double plotFields(double y);
  /// 0 for the shortest time, 1 for the longest.
  double scale(double ratio) const {
    return most > least
               ? std::log(std::max(ratio / least, 1.0)) / std::log(most / least)
               : 0;
  }

  const Tuning &tuning;
  raw_ostream &os;
  std::vector<const Trial *> trials;           ///< The fastest first.
  std::vector<std::string> schedules, formats; ///< In the order of trials.
  double least = 1, most = 1;
};

} // namespace

/// What XML takes for a text.
static void writeText(double x, double y, const Twine &text, StringRef anchor,
                      raw_ostream &os) {
  os << llvm::format("<text x=\"%.0f\" y=\"%.0f\"", x, y) << " text-anchor=\""
     << anchor << "\">";
  printHTMLEscaped(text.str(), os);
  os << "</text>\n";
}

static std::string describe(const Trial &trial) {
  std::string text = toText(trial.candidate.schedule);
  return text.empty() ? "the policy's schedule" : text;
}

static std::string describeFormats(const Trial &trial) {
  std::string text = toText(trial.candidate.formats);
  return text.empty() ? "as declared" : text;
}

static std::string toMilliseconds(const Trial &trial) {
  std::string text;
  raw_string_ostream(text) << llvm::format(
      "%.3g ms", trial.measurement.getSeconds() * 1e3);
  return text;
}

Plotter::Plotter(const Tuning &tuning, raw_ostream &os)
    : tuning(tuning), os(os) {
  for (const Trial &trial : tuning.trials)
    if (!trial.measurement.policy.empty() &&
        trial.measurement.difference.empty())
      trials.push_back(&trial);
  stable_sort(trials, [](const Trial *a, const Trial *b) {
    return a->measurement.getRatio() < b->measurement.getRatio();
  });
  auto add = [](std::vector<std::string> &names, const std::string &name) {
    if (!is_contained(names, name))
      names.push_back(name);
  };
  for (const Trial *trial : trials) {
    add(schedules, describe(*trial));
    add(formats, describeFormats(*trial));
  }
  // The shortest bar can be seen.
  least = trials.front()->measurement.getRatio() / 1.5;
  most = std::max(trials.back()->measurement.getRatio(), 2 * least);
}

double Plotter::plotBars(double y) {
  double top = y;
  for (const Trial *trial : trials) {
    bool isPolicy = trial == &tuning.trials.front();
    double width = barWidth * scale(trial->measurement.getRatio());
    writeText(leftMargin - 6, y + textHeight, toMilliseconds(*trial), "end",
              os);
    os << llvm::format(
              "<rect x=\"%.0f\" y=\"%.0f\" width=\"%.1f\" height=\"%.0f\"",
              leftMargin, y + 2, width, rowHeight - 4)
       << " fill=\"" << (isPolicy ? "#c44e52" : "#4c72b0") << "\"/>\n";
    writeText(leftMargin + width + 6, y + textHeight, describe(*trial), "start",
              os);
    y += rowHeight;
  }
  double line = leftMargin + barWidth * scale(1);
  os << llvm::format("<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%.0f\" y2=\"%.0f\"",
                     line, line, top, y)
     << " stroke=\"#c44e52\"/>\n";
  return y;
}

double Plotter::plotFields(double y) {
  auto getPlace = [](ArrayRef<std::string> names, const std::string &name) {
    return double(find(names, name) - names.begin());
  };
  for (auto [column, name] : enumerate(formats))
    writeText(fieldWidth * (double(column) + 0.5), y + textHeight, name,
              "middle", os);
  y += rowHeight;
  for (const Trial *trial : trials) {
    double part = scale(trial->measurement.getRatio());
    double x = fieldWidth * getPlace(formats, describeFormats(*trial));
    double top = y + rowHeight * getPlace(schedules, describe(*trial));
    os << llvm::format(
        "<rect x=\"%.0f\" y=\"%.0f\" width=\"%.0f\" height=\"%.0f\" "
        "fill=\"hsl(215, 60%%, %.0f%%)\"/>\n",
        x + 1, top + 1, fieldWidth - 2, rowHeight - 2, 95 - 50 * part);
    writeText(x + fieldWidth / 2, top + textHeight, toMilliseconds(*trial),
              "middle", os);
  }
  for (const std::string &name : schedules) {
    writeText(fieldWidth * double(formats.size()) + 6, y + textHeight, name,
              "start", os);
    y += rowHeight;
  }
  return y;
}

double Plotter::plot(double y) {
  writeText(0, y + textHeight,
            tuning.statement.place + ": " + tuning.statement.text, "start", os);
  y += 1.5 * rowHeight;
  return formats.size() > 1 ? plotFields(y) : plotBars(y);
}

/// With room for texts.
double Plotter::getWidth() const {
  size_t longest = 0;
  for (const std::string &name : schedules)
    longest = std::max(longest, name.size());
  constexpr double letter = 6.5;
  double text = letter * double(longest) + 12;
  double places = tuning.statement.place.size() + tuning.statement.text.size();
  return std::max(letter * (places + 2),
                  text + (formats.size() > 1
                              ? fieldWidth * double(formats.size())
                              : leftMargin + barWidth));
}

void encke::plot(ArrayRef<Tuning> tunings, raw_ostream &os) {
  std::string inside;
  raw_string_ostream body(inside);
  double y = 0, width = 0;
  for (const Tuning &tuning : tunings) {
    if (tuning.trials.empty())
      continue;
    Plotter plotter(tuning, body);
    y = plotter.plot(y) + rowHeight;
    width = std::max(width, plotter.getWidth());
  }
  os << llvm::format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" "
                     "height=\"%.0f\" ",
                     width, y)
     << "font-family=\"sans-serif\" font-size=\"11\">\n"
     << "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
     << inside << "</svg>\n";
}
