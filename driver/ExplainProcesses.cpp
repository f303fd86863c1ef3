//===- ExplainProcesses.cpp - what processes send each other --------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// By formulas, of which the numbers come from headers of files, and that of
// ghosts from what a file stores. No process is started.
//
//===----------------------------------------------------------------------===//

#include "driver/ExplainProcesses.h"

#include "dialects/Dist/DistDialect.h"
#include "dialects/ProgramFunction.h"
#include "dialects/TA/Encoding.h"
#include "dialects/TA/TADialect.h"
#include "passes/Distribute/Notes.h"
#include "passes/Schedule/LoopOrder.h"
#include "passes/Support/Estimates.h"
#include "passes/Support/RuntimeCalls.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "processes/write.h"
#include "storage/format_text.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace encke;
using llvm::StringRef;

namespace {
/// A tensor that is read, and the mode along which processes have parts of it.
struct FilePart {
  Attribute source; ///< of the ta.file
  int64_t selector; ///< as the runtime has it
  int64_t mode;
};

class ProcessesExplainer {
public:
  ProcessesExplainer(func::FuncOp program, int64_t processes,
                     const encke_options &options, FindFile findFile)
      : program(program), processes(double(processes)), options(options),
        findFile(findFile) {}

  std::vector<ExplainedMessages> run();

private:
  void add(Operation *op, StringRef what, std::string formula,
           std::optional<double> bytes, std::optional<double> messages);
  std::optional<double> rowBytes(Value tensor, unsigned mode);
  std::optional<double> extentOf(Value rows);
  std::optional<GhostCount> ghostsOf(Value rows);
  std::optional<GhostCount> count(const FilePart &cut, const FilePart &part,
                                  int64_t ghostMode) const;
  void explain(dist::GhostsOp op);
  void explain(dist::ExchangeOp op);
  void explain(dist::GatherOp op);
  void explain(dist::AllReduceOp op);
  void explain(dist::ReadPartOp op);
  void explain(dist::WriteOp op);

  func::FuncOp program;
  double processes;
  const encke_options &options;
  FindFile findFile;
  Estimates estimates;
  llvm::DenseMap<Value, std::optional<GhostCount>> counted;
  std::vector<ExplainedMessages> all;
};
} // namespace

static bool isInLoop(Operation *op) {
  return bool(op->getParentOfType<LoopLikeOpInterface>());
}

void ProcessesExplainer::add(Operation *op, StringRef what, std::string formula,
                             std::optional<double> bytes,
                             std::optional<double> messages) {
  ExplainedMessages made;
  if (auto at = op->getAttrOfType<StringAttr>("at"))
    made.place = at.str();
  made.what = what.str();
  made.formula = std::move(formula);
  made.isInLoop = isInLoop(op);
  made.bytes = bytes;
  made.messages = messages;
  all.push_back(std::move(made));
}

/// What a tensor has at one coordinate of a mode: of a sparse one nobody knows
/// before.
std::optional<double> ProcessesExplainer::rowBytes(Value tensor,
                                                   unsigned mode) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (type.getEncoding())
    return std::nullopt;
  double bytes = getBytes(type.getElementType());
  for (unsigned other = 0; other != unsigned(type.getRank()); ++other) {
    if (other == mode)
      continue;
    std::optional<double> size = estimates.findDimension(tensor, other);
    if (!size)
      return std::nullopt;
    bytes *= *size;
  }
  return bytes;
}

/// The operation that has cut the coordinates.
static Operation *cutOf(Value rows) {
  while (auto ghosts = rows.getDefiningOp<dist::GhostsOp>())
    rows = ghosts.getRows();
  return rows.getDefiningOp();
}

std::optional<double> ProcessesExplainer::extentOf(Value rows) {
  return estimates.findTotal(rows);
}

static ta::FileOp fileOf(Value file) {
  return file.getDefiningOp<ta::FileOp>();
}

/// What a part of a tensor is of, where it comes from a file.
static std::optional<FilePart> partOf(Value tensor) {
  if (auto read = tensor.getDefiningOp<dist::ReadPartOp>())
    return FilePart{fileOf(read.getFile()).getSource(),
                    getSelectorNumber(read.getSelector()),
                    int64_t(read.getMode())};
  auto restrict = tensor.getDefiningOp<dist::RestrictOp>();
  auto read = restrict ? restrict.getTensor().getDefiningOp<ta::ReadOp>()
                       : ta::ReadOp();
  if (!read)
    return std::nullopt;
  return FilePart{fileOf(read.getFile()).getSource(),
                  getSelectorNumber(read.getSelector()),
                  int64_t(restrict.getMode())};
}

static std::optional<FilePart> partOf(Operation *cut) {
  if (auto file = dyn_cast<dist::CutFileOp>(cut))
    return FilePart{fileOf(file.getFile()).getSource(),
                    getSelectorNumber(file.getSelector()),
                    int64_t(file.getMode())};
  auto whole = dyn_cast<dist::CutOp>(cut);
  auto read =
      whole ? whole.getTensor().getDefiningOp<ta::ReadOp>() : ta::ReadOp();
  if (!read || !read.getType().getEncoding())
    return std::nullopt;
  return FilePart{fileOf(read.getFile()).getSource(),
                  getSelectorNumber(read.getSelector()),
                  int64_t(whole.getMode())};
}

std::optional<GhostCount> ProcessesExplainer::count(const FilePart &cut,
                                                    const FilePart &part,
                                                    int64_t ghostMode) const {
  std::optional<std::string> cutPath = findFile(cut.source),
                             path = findFile(part.source);
  if (!cutPath || !path)
    return std::nullopt;
  encke_ghost_question question = {
      cutPath->c_str(), cut.selector, cut.mode,  path->c_str(),
      part.selector,    part.mode,    ghostMode, int64_t(processes)};
  encke_ghost_count found;
  if (encke_count_ghosts(&question, &options, &found) != 0)
    return std::nullopt;
  return GhostCount{found.ghosts, found.most, found.messages};
}

std::optional<GhostCount> ProcessesExplainer::ghostsOf(Value rows) {
  auto known = counted.find(rows);
  if (known != counted.end())
    return known->second;
  std::optional<GhostCount> result;
  if (auto ghosts = rows.getDefiningOp<dist::GhostsOp>()) {
    std::optional<FilePart> cut = partOf(cutOf(rows));
    std::optional<FilePart> part = partOf(ghosts.getTensor());
    if (cut && part)
      result = count(*cut, *part, int64_t(ghosts.getMode()));
  }
  counted[rows] = result;
  return result;
}

static std::optional<double> times(std::optional<double> a,
                                   std::optional<double> b) {
  return a && b ? std::optional(*a * *b) : std::nullopt;
}

void ProcessesExplainer::explain(dist::GhostsOp op) {
  std::optional<GhostCount> ghosts = ghostsOf(op.getResult());
  add(op, "finding ghosts", "8 G", {}, {});
  if (!ghosts)
    return;
  all.back().ghosts = ghosts;
  all.back().bytes = 8.0 * double(ghosts->ghosts);
  all.back().messages = double(ghosts->messages);
}

/// Whether the rows that need no ghosts are computed meanwhile does not matter.
void ProcessesExplainer::explain(dist::ExchangeOp op) {
  std::optional<GhostCount> ghosts = ghostsOf(op.getRows());
  std::optional<double> row = rowBytes(op.getTensor(), unsigned(op.getMode()));
  add(op, "exchanging ghosts", "G b", {}, {});
  all.back().rowBytes = row;
  if (!ghosts)
    return;
  all.back().ghosts = ghosts;
  all.back().bytes = times(double(ghosts->ghosts), row);
  all.back().messages = double(ghosts->messages);
}

void ProcessesExplainer::explain(dist::GatherOp op) {
  std::optional<double> row = rowBytes(op.getTensor(), unsigned(op.getMode()));
  std::optional<double> whole = times(extentOf(op.getRows()), row);
  double others = processes - 1;
  if (op.getFirst())
    add(op, "gathering on the first process", "about n b (P - 1) / P",
        times(whole, others / processes), others);
  else
    add(op, "gathering", "n b (P - 1)", times(whole, others),
        others * processes);
  all.back().rowBytes = row;
}

void ProcessesExplainer::explain(dist::AllReduceOp op) {
  auto type = cast<RankedTensorType>(op.getTensor().getType());
  std::optional<double> bytes = double(getBytes(type.getElementType()));
  for (unsigned mode = 0; mode != unsigned(type.getRank()); ++mode)
    bytes = times(bytes, estimates.findDimension(op.getTensor(), mode));
  double others = processes - 1;
  add(op, "adding up", "2 s (P - 1)", times(bytes, 2 * others),
      2 * others * processes);
}

/// At most, if all elements are read by others than own them.
void ProcessesExplainer::explain(dist::ReadPartOp op) {
  auto type = cast<RankedTensorType>(op.getType());
  auto entries =
      fileOf(op.getFile())->getAttrOfType<IntegerAttr>(fileEntriesAttribute);
  std::optional<double> bytes;
  if (entries)
    bytes = double(entries.getInt()) *
            double(4 * type.getRank() + getBytes(type.getElementType()));
  add(op, "reading in shares", "at most e (4 d + v) (P - 1) / P",
      times(bytes, (processes - 1) / processes), {});
}

/// The first process is sent what cannot be written in parts.
void ProcessesExplainer::explain(dist::WriteOp op) {
  auto type = cast<RankedTensorType>(op.getTensor().getType());
  double others = processes - 1;
  std::optional<std::string> path = findFile(op.getPath());
  std::optional<std::string> text = getStorageText(type);
  rt::FormatText format;
  if (text)
    format = rt::parseFormat(text->c_str());
  if (path && text &&
      rt::writesParts(format.levels.data(), int32_t(format.levels.size()),
                      int32_t(type.getRank()), int64_t(op.getMode()), *path))
    return add(op, "writing parts", "8 (1 + d) P (P - 1)",
               8 * (1 + double(type.getRank())) * processes * others,
               processes * others);
  std::optional<double> row = rowBytes(op.getTensor(), unsigned(op.getMode()));
  add(op, "gathering on the first process", "about n b (P - 1) / P",
      times(times(extentOf(op.getRows()), row), others / processes), others);
  all.back().rowBytes = row;
}

std::vector<ExplainedMessages> ProcessesExplainer::run() {
  program.walk([&](Operation *op) {
    llvm::TypeSwitch<Operation *>(op)
        .Case<dist::GhostsOp, dist::ExchangeOp, dist::GatherOp,
              dist::AllReduceOp, dist::ReadPartOp, dist::WriteOp>(
            [&](auto known) { explain(known); });
  });
  return std::move(all);
}

ExplainedProcesses encke::explainProcesses(ModuleOp module, int64_t processes,
                                           const encke_options &options,
                                           FindFile findFile) {
  ExplainedProcesses explained;
  explained.count = processes;
  if (auto notes = module->getAttrOfType<ArrayAttr>(distributionAttribute))
    for (auto note : notes.getAsRange<StringAttr>())
      explained.decisions.push_back(note.str());
  if (auto program = module.lookupSymbol<func::FuncOp>(programFunctionName))
    explained.messages =
        ProcessesExplainer(program, processes, options, findFile).run();
  return explained;
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

static std::string wholeNumber(double number) {
  return llvm::formatv("{0:f0}", number).str();
}

void encke::printText(const ExplainedProcesses &explained, raw_ostream &os) {
  os << "on " << explained.count << " processes\n";
  for (const std::string &decision : explained.decisions)
    os << "  " << decision << '\n';
  for (const ExplainedMessages &one : explained.messages) {
    os << "  " << one.place << ": " << one.what
       << (one.isInLoop ? ", each round" : "") << ": ";
    if (one.bytes)
      os << wholeNumber(*one.bytes) << " bytes = ";
    os << one.formula;
    if (one.rowBytes)
      os << ", b = " << wholeNumber(*one.rowBytes);
    if (one.ghosts)
      os << ", G = " << one.ghosts->ghosts << " ghosts (at most "
         << one.ghosts->most << " of a process)";
    if (one.messages)
      os << ", " << wholeNumber(*one.messages) << " messages";
    os << '\n';
  }
}

void encke::printJSON(const ExplainedProcesses &explained, raw_ostream &os) {
  llvm::json::Array messages;
  for (const ExplainedMessages &one : explained.messages) {
    llvm::json::Object object{{"statement", one.place},
                              {"what", one.what},
                              {"each_round", one.isInLoop},
                              {"formula", one.formula}};
    if (one.bytes)
      object["bytes"] = *one.bytes;
    if (one.messages)
      object["messages"] = *one.messages;
    if (one.ghosts) {
      object["ghosts"] = one.ghosts->ghosts;
      object["most_ghosts"] = one.ghosts->most;
    }
    messages.push_back(std::move(object));
  }
  llvm::json::Array decisions;
  for (const std::string &decision : explained.decisions)
    decisions.push_back(decision);
  llvm::json::Object whole{{"processes", explained.count},
                           {"decisions", std::move(decisions)},
                           {"messages", std::move(messages)}};
  os << llvm::formatv("{0:2}", llvm::json::Value(std::move(whole))) << '\n';
}
