//===- TuneSpace.cpp - the schedules that there are -----------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nothing here knows a clause: its arguments are what the table says, and each
// argument has the values that its kind has for the statement. Whether they
// make sense together, the compiler is asked.
//
//===----------------------------------------------------------------------===//

#include "driver/Tune.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>

using namespace mlir;
using namespace encke;
using namespace encke::cin;

/// What is tried where a number stands.
static constexpr int64_t triedNumbers[] = {1, 2, 4, 8, 16, 32, 64, 256};
/// And where an argument with a name is one; 0 where that is never.
static constexpr int64_t triedNamed[] = {0,  1,  2,   4,    8,     16,
                                         32, 64, 128, 1024, 16384, 65536};
/// Blocks of a format have these many rows and columns.
static constexpr int64_t triedBlocks[] = {2, 4, 8};
/// Of so many loops all orders, and of the loops in them each choice, are
/// tried.
static constexpr size_t mostLoops = 5;
/// Columns behind those of the program, where clauses on trial are said to
/// stand: no operation has such a place.
static constexpr unsigned farColumn = 100000;

std::string encke::toText(ScheduleAttr schedule) {
  if (!schedule)
    return "";
  return llvm::join(
      llvm::map_range(schedule.getClauses(),
                      [](ClauseAttr clause) { return cin::toText(clause); }),
      ", ");
}

std::string encke::toText(const FormatChoice &formats) {
  std::string text;
  for (const auto &[tensor, format] : formats)
    text += (text.empty() ? "" : ", ") + tensor + " in " + format.str();
  return text;
}

std::vector<Format> encke::getFormats(const TunedOperand &operand) {
  std::vector<Format> formats;
  unsigned order = operand.format.order();
  auto add = [&](std::optional<Format> format) {
    // A matrix in CSF is one in DCSR.
    if (format && !llvm::is_contained(formats, *format))
      formats.push_back(*format);
  };
  for (const Format::Name &name : Format::getNames()) {
    if (name.arguments == 0)
      add(Format::named(name.name, order));
    for (int64_t width : triedBlocks)
      if (name.arguments != 0)
        add(Format::named(name.name, order,
                          SmallVector<int64_t>(name.arguments, width)));
  }
  return formats;
}

ScheduleSpace::ScheduleSpace(const TunedStatement &statement,
                             MLIRContext *context)
    : statement(statement), context(context) {}

ScheduleAttr ScheduleSpace::make(std::vector<ClauseAttr> clauses) const {
  if (clauses.empty())
    return {};
  llvm::stable_sort(clauses, [](ClauseAttr a, ClauseAttr b) {
    return findClauseForm(a.getName()) < findClauseForm(b.getName());
  });
  // Each has a place of its own, for messages about it.
  StringRef file = StringRef(statement.place).rsplit(':').first;
  unsigned column = farColumn;
  for (ClauseAttr &clause : clauses)
    clause = ClauseAttr::get(
        context, clause.getName(), clause.getArguments(), clause.getNamed(),
        FileLineColLoc::get(context, file.rsplit(':').first, statement.line,
                            column++));
  return ScheduleAttr::get(context, clauses);
}

/// The labels of the statement's loops: a tiled one has two.
std::vector<std::string> ScheduleSpace::getLoops(ScheduleAttr schedule) const {
  std::vector<std::string> loops;
  for (const std::string &label : statement.labels) {
    bool isTiled = false;
    for (ClauseAttr tile : cin::findClauses(schedule, "tile")) {
      if (getLabels(tile).front() != label)
        continue;
      isTiled = true;
      std::string width = std::to_string(*getNumber(tile));
      loops.push_back(label + "/" + width);
      loops.push_back(label + "%" + width);
    }
    if (!isTiled)
      loops.push_back(label);
  }
  return loops;
}

/// The loop within a tile goes into the one over the tiles.
static bool areTilesInOrder(ArrayRef<std::string> loops) {
  for (auto [place, loop] : llvm::enumerate(loops)) {
    std::string outer = loop;
    std::replace(outer.begin(), outer.end(), '%', '/');
    if (outer != loop && llvm::is_contained(loops.drop_front(place), outer))
      return false;
  }
  return true;
}

/// Each choice of loops in each order; of many loops one, or all as they are.
static std::vector<std::vector<std::string>>
getArrangements(ArrayRef<std::string> loops) {
  std::vector<std::vector<std::string>> found;
  if (loops.size() > mostLoops) {
    for (const std::string &loop : loops)
      found.push_back({loop});
    found.push_back(loops.vec());
    return found;
  }
  std::vector<std::vector<std::string>> last = {{}};
  for (size_t length = 0; length != loops.size(); ++length) {
    std::vector<std::vector<std::string>> longer;
    for (const std::vector<std::string> &shorter : last)
      for (const std::string &loop : loops)
        if (!llvm::is_contained(shorter, loop)) {
          longer.push_back(shorter);
          longer.back().push_back(loop);
        }
    llvm::copy_if(longer, std::back_inserter(found), areTilesInOrder);
    last = std::move(longer);
  }
  return found;
}

/// What may stand in the place of an argument: several attributes of labels,
/// else one.
std::vector<ScheduleSpace::Arguments>
ScheduleSpace::getValues(ClauseForm::Kind kind, const ClauseForm &form,
                         ScheduleAttr schedule) const {
  Builder builder(context);
  std::vector<Arguments> values;
  auto addText = [&](StringRef text) {
    values.push_back({builder.getStringAttr(text)});
  };
  std::vector<std::string> formats;
  switch (kind) {
  case ClauseForm::Label:
    llvm::for_each(getLoops(schedule), addText);
    break;
  case ClauseForm::Labels:
    for (ArrayRef<std::string> loops : getArrangements(getLoops(schedule))) {
      // All of them are said once.
      Arguments labels;
      for (StringRef loop : loops)
        labels.push_back(builder.getStringAttr(loop));
      values.push_back(std::move(labels));
    }
    break;
  case ClauseForm::Number:
    for (int64_t number : triedNumbers)
      values.push_back({builder.getI64IntegerAttr(number)});
    break;
  case ClauseForm::Word:
    for (StringRef word : form.words)
      addText(word);
    break;
  case ClauseForm::Tensor:
    for (const TunedOperand &operand : statement.operands)
      if (operand.isSparse) {
        bool isAlone =
            llvm::count_if(statement.operands, [&](const TunedOperand &other) {
              return other.name == operand.name;
            }) == 1;
        addText(isAlone ? operand.name : operand.element);
      }
    break;
  case ClauseForm::Part:
    llvm::for_each(statement.parts, addText);
    break;
  case ClauseForm::Format:
    // A part may be stored in any of them.
    if (llvm::is_contained(form.arguments, ClauseForm::Part)) {
      for (const Format::Name &known : Format::getNames())
        if (known.arguments == 0)
          addText(known.name);
      break;
    }
    for (const TunedOperand &operand : statement.operands)
      if (operand.isSparse)
        for (const Format::Name &known : Format::getNames())
          if (StringRef name = known.name;
              Format::named(name, operand.format.order()) &&
              !llvm::is_contained(formats, name)) {
            formats.push_back(name.str());
            addText(name);
          }
    break;
  }
  return values;
}

/// The clause with an argument that has a name.
static ClauseAttr withNamed(ClauseAttr clause, StringRef name,
                            Attribute value) {
  NamedAttrList named(clause.getNamed());
  named.set(name, value);
  MLIRContext *context = clause.getContext();
  return ClauseAttr::get(context, clause.getName(), clause.getArguments(),
                         named.getDictionary(context), clause.getLoc());
}

std::vector<ClauseAttr> ScheduleSpace::getClauses(const ClauseForm &form,
                                                  ScheduleAttr schedule) const {
  std::vector<Arguments> lists = {{}}, found;
  for (auto [number, kind] : llvm::enumerate(form.arguments)) {
    if (number >= form.required)
      llvm::append_range(found, lists);
    std::vector<Arguments> values = getValues(kind, form, schedule), longer;
    for (const Arguments &list : lists)
      for (const Arguments &value : values) {
        longer.push_back(list);
        llvm::append_range(longer.back(), value);
      }
    lists = std::move(longer);
  }
  llvm::append_range(found, lists);
  if (form.mayNamePart)
    for (const std::string &part : statement.parts)
      for (const Arguments &list : llvm::to_vector(found))
        if (list.size() == 1)
          found.push_back({StringAttr::get(context, part), list.front()});
  std::vector<ClauseAttr> clauses;
  for (const Arguments &arguments : found) {
    clauses.push_back(ClauseAttr::get(context, form.name, arguments,
                                      DictionaryAttr::get(context),
                                      UnknownLoc::get(context)));
    for (const ClauseForm::Named &named : form.named)
      for (StringRef word : named.words)
        clauses.push_back(withNamed(clauses.back(), named.name,
                                    StringAttr::get(context, word)));
  }
  return clauses;
}

/// The clauses of this form that the schedule has, each with one argument that
/// has a name and is a number.
static std::vector<ClauseAttr> getWithNumbers(const ClauseForm &form,
                                              ScheduleAttr schedule) {
  std::vector<ClauseAttr> clauses;
  for (ClauseAttr clause : cin::findClauses(schedule, form.name))
    for (const ClauseForm::Named &named : form.named)
      for (int64_t number : triedNamed)
        if (named.words.empty() && number >= int64_t(named.least))
          clauses.push_back(withNamed(
              clause, named.name,
              Builder(clause.getContext()).getI64IntegerAttr(number)));
  return clauses;
}

/// What a schedule says beside clauses of this form, and of those that cannot
/// stand with them.
static std::vector<ClauseAttr> getOthers(ScheduleAttr schedule,
                                         const ClauseForm &form) {
  std::vector<ClauseAttr> others;
  if (schedule)
    llvm::copy_if(schedule.getClauses(), std::back_inserter(others),
                  [&](ClauseAttr clause) {
                    return clause.getName() != form.name &&
                           !exclude(clause.getName(), form.name);
                  });
  return others;
}

std::vector<ScheduleAttr>
ScheduleSpace::getNeighbours(ScheduleAttr schedule,
                             const ClauseForm &form) const {
  std::vector<ScheduleAttr> found;
  if (form.isQuestion)
    return found;
  std::vector<ClauseAttr> clauses = getOthers(schedule, form);
  found.push_back(make(clauses));
  for (ClauseAttr clause : llvm::concat<ClauseAttr>(
           getClauses(form, make(clauses)), getWithNumbers(form, schedule))) {
    clauses.push_back(clause);
    found.push_back(make(clauses));
    clauses.pop_back();
  }
  return found;
}

std::vector<ScheduleAttr>
ScheduleSpace::getWithOrders(ScheduleAttr schedule,
                             const ClauseForm &form) const {
  std::vector<ScheduleAttr> found;
  const ClauseForm *order = findClauseForm("order");
  if (form.isQuestion || form.arguments.empty() || &form >= order)
    return found;
  std::vector<ClauseAttr> clauses = getOthers(schedule, form);
  llvm::erase_if(clauses, [&](ClauseAttr other) {
    return other.getName() == order->name;
  });
  for (ClauseAttr clause : getClauses(form, make(clauses))) {
    clauses.push_back(clause);
    size_t loops = getLoops(make(clauses)).size();
    for (ClauseAttr other : getClauses(*order, make(clauses))) {
      if (other.getArguments().size() != loops)
        continue;
      clauses.push_back(other);
      found.push_back(make(clauses));
      clauses.pop_back();
    }
    clauses.pop_back();
  }
  return found;
}
