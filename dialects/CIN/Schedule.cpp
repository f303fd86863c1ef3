//===- Schedule.cpp - what a program says about a schedule ----------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/CIN/Schedule.h"

#include "dialects/Clauses.h"
#include "dialects/Parts.h"

#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// "p.ta:7:33", as other operations keep their places.
static LocationAttr parsePlace(MLIRContext *context, StringRef text) {
  auto [rest, column] = text.rsplit(':');
  auto [file, line] = rest.rsplit(':');
  unsigned lineNumber = 0, columnNumber = 0;
  if (line.getAsInteger(10, lineNumber) ||
      column.getAsInteger(10, columnNumber))
    return {};
  return FileLineColLoc::get(context, file, lineNumber, columnNumber);
}

/// A number, or any attribute.
static ParseResult parseValue(AsmParser &parser, Attribute &value) {
  int64_t number = 0;
  OptionalParseResult isNumber = parser.parseOptionalInteger(number);
  if (!isNumber.has_value())
    return parser.parseAttribute(value);
  value = parser.getBuilder().getI64IntegerAttr(number);
  return *isNumber;
}

/// A name, a word, a number, or any attribute; maybe with a name before it.
static ParseResult parseArgument(AsmParser &parser,
                                 SmallVectorImpl<Attribute> &arguments,
                                 SmallVectorImpl<NamedAttribute> &named) {
  Builder &builder = parser.getBuilder();
  StringRef name, word;
  if (failed(parser.parseOptionalKeyword(&name)))
    return parseValue(parser, arguments.emplace_back());
  if (failed(parser.parseOptionalEqual())) {
    arguments.push_back(builder.getStringAttr(name));
    return success();
  }
  Attribute value;
  if (succeeded(parser.parseOptionalKeyword(&word)))
    value = builder.getStringAttr(word);
  else if (parseValue(parser, value))
    return failure();
  if (llvm::any_of(
          named, [&](NamedAttribute other) { return other.getName() == name; }))
    return parser.emitError(parser.getCurrentLocation(), "'")
           << name << "' is said twice";
  named.emplace_back(builder.getStringAttr(name), value);
  return success();
}

static ClauseAttr parseClause(AsmParser &parser) {
  SMLoc start = parser.getCurrentLocation();
  StringRef name;
  if (parser.parseKeyword(&name))
    return {};
  SmallVector<Attribute> arguments;
  SmallVector<NamedAttribute> named;
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::OptionalParen, [&] {
        return parseArgument(parser, arguments, named);
      }))
    return {};
  LocationAttr place = parser.getEncodedSourceLoc(start);
  if (succeeded(parser.parseOptionalKeyword("at"))) {
    std::string text;
    SMLoc where = parser.getCurrentLocation();
    if (parser.parseString(&text))
      return {};
    place = parsePlace(parser.getContext(), text);
    if (!place) {
      parser.emitError(where, "expected a place: 'file:line:column'");
      return {};
    }
  }
  return parser.getChecked<ClauseAttr>(
      start, parser.getContext(), name, ArrayRef<Attribute>(arguments),
      parser.getBuilder().getDictionaryAttr(named), place);
}

/// A word that needs no quotes.
static bool isKeyword(StringRef text) {
  return !text.empty() && !llvm::isDigit(text.front()) &&
         llvm::all_of(text,
                      [](char c) { return llvm::isAlnum(c) || c == '_'; });
}

static void printText(llvm::raw_ostream &os, ClauseAttr clause, bool isQuoted) {
  os << clause.getName();
  if (clause.getArguments().empty() && clause.getNamed().empty())
    return;
  auto print = [&](Attribute argument) {
    if (auto number = dyn_cast<IntegerAttr>(argument))
      os << number.getInt();
    else if (auto word = dyn_cast<StringAttr>(argument);
             word && (!isQuoted || isKeyword(word.getValue())))
      os << word.getValue();
    else
      os << argument;
  };
  os << '(';
  llvm::interleaveComma(clause.getArguments(), os, print);
  for (auto [number, named] : llvm::enumerate(clause.getNamed())) {
    os << (number == 0 && clause.getArguments().empty() ? "" : ", ")
       << named.getName().getValue() << " = ";
    print(named.getValue());
  }
  os << ')';
}

static void printClause(AsmPrinter &printer, ClauseAttr clause) {
  printText(printer.getStream(), clause, /*isQuoted=*/true);
  if (auto place = dyn_cast<FileLineColLoc>(Location(clause.getLoc()))) {
    std::string text = (place.getFilename().getValue() + ":" +
                        Twine(place.getLine()) + ":" + Twine(place.getColumn()))
                           .str();
    printer << " at ";
    printer.printString(text);
  }
}

Attribute ClauseAttr::parse(AsmParser &parser, Type) {
  if (parser.parseLess())
    return {};
  ClauseAttr clause = parseClause(parser);
  return clause && succeeded(parser.parseGreater()) ? clause : ClauseAttr();
}

void ClauseAttr::print(AsmPrinter &printer) const {
  printer << '<';
  printClause(printer, *this);
  printer << '>';
}

Attribute ScheduleAttr::parse(AsmParser &parser, Type) {
  SmallVector<ClauseAttr> clauses;
  auto parseNext = [&]() -> ParseResult {
    clauses.push_back(parseClause(parser));
    return failure(!clauses.back());
  };
  if (parser.parseLess() || parser.parseCommaSeparatedList(parseNext) ||
      parser.parseGreater())
    return {};
  return ScheduleAttr::get(parser.getContext(), ArrayRef<ClauseAttr>(clauses));
}

void ScheduleAttr::print(AsmPrinter &printer) const {
  printer << '<';
  llvm::interleaveComma(getClauses(), printer, [&](ClauseAttr clause) {
    printClause(printer, clause);
  });
  printer << '>';
}

std::string cin::toText(ClauseAttr clause) {
  std::string text;
  llvm::raw_string_ostream os(text);
  printText(os, clause, /*isQuoted=*/false);
  return text;
}

InFlightDiagnostic cin::refuse(ClauseAttr clause) {
  return emitError(clause.getLoc()) << "'" << toText(clause) << "': ";
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

static bool isNumber(Attribute argument, int64_t least) {
  auto number = dyn_cast_if_present<IntegerAttr>(argument);
  return number && number.getInt() >= least;
}

static bool isWord(Attribute argument, ArrayRef<StringLiteral> words) {
  auto name = dyn_cast_if_present<StringAttr>(argument);
  return name && llvm::is_contained(words, name.getValue());
}

static bool isOfKind(ClauseForm::Kind kind, const ClauseForm &form,
                     Attribute argument) {
  if (kind == ClauseForm::Number)
    return isNumber(argument, 1);
  if (kind == ClauseForm::Word)
    return isWord(argument, form.words);
  return isa<StringAttr>(argument);
}

/// Without the part of the statement that may stand first.
static ArrayRef<Attribute> withoutPart(const ClauseForm &form,
                                       ArrayRef<Attribute> arguments) {
  if (!form.mayNamePart || arguments.empty())
    return arguments;
  auto first = dyn_cast<StringAttr>(arguments.front());
  return arguments.drop_front(first && isPart(first.getValue()) ? 1 : 0);
}

/// How many arguments are labels. The last of several may be a word.
static unsigned countLabels(const ClauseForm &form,
                            ArrayRef<Attribute> arguments) {
  if (form.arguments.empty() || arguments.empty())
    return 0;
  if (form.arguments.front() == ClauseForm::Label)
    return 1;
  if (form.arguments.front() != ClauseForm::Labels)
    return 0;
  bool hasWord = form.arguments.size() > 1 && arguments.size() > 1 &&
                 isOfKind(ClauseForm::Word, form, arguments.back());
  return arguments.size() - hasWord;
}

LogicalResult
ClauseAttr::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                   StringRef name, ArrayRef<Attribute> all,
                   DictionaryAttr named, LocationAttr) {
  const ClauseForm *form = findClauseForm(name);
  if (!form)
    return emitError() << "unknown clause '" << name << "'";
  if (form->isQuestion)
    return emitError() << "'" << name
                       << "' is a branch in a stage, not a clause";
  auto refuse = [&] {
    return emitError() << "'" << name << "' is written as '" << form->example
                       << "'";
  };
  for (NamedAttribute argument : named) {
    const ClauseForm::Named *known = form->findNamed(argument.getName());
    if (!known)
      return emitError() << "'" << name << "' has no argument '"
                         << argument.getName().getValue() << "'";
    if (known->words.empty() ? !isNumber(argument.getValue(), known->least)
                             : !isWord(argument.getValue(), known->words))
      return emitError() << "'" << argument.getName().getValue() << "' of '"
                         << name << "' has another kind of value";
  }
  ArrayRef<Attribute> arguments = withoutPart(*form, all);
  unsigned labels = countLabels(*form, arguments);
  bool hasMany =
      !form->arguments.empty() && form->arguments.front() == ClauseForm::Labels;
  ArrayRef<Attribute> others = arguments.drop_front(labels);
  ArrayRef<ClauseForm::Kind> kinds =
      form->arguments.drop_front(hasMany || labels ? 1 : 0);
  unsigned given = others.size() + (labels ? 1 : 0);
  if (given < form->required || others.size() > kinds.size())
    return refuse();
  for (Attribute label : arguments.take_front(labels))
    if (!isa<StringAttr>(label))
      return refuse();
  for (auto [kind, argument] : llvm::zip(kinds, others))
    if (!isOfKind(kind, *form, argument))
      return refuse();
  return success();
}

std::string cin::getComplaint(KernelOp kernel) {
  std::string complaint;
  ScopedDiagnosticHandler handler(kernel.getContext(),
                                  [&](Diagnostic &diagnostic) {
                                    if (complaint.empty())
                                      complaint = diagnostic.str();
                                    return success();
                                  });
  if (succeeded(verify(kernel)))
    return "";
  return StringRef(complaint).split("' op ").second.str();
}

//===----------------------------------------------------------------------===//
// The record
//===----------------------------------------------------------------------===//

ScheduleAttr cin::getSchedule(Operation *statement) {
  return statement->getAttrOfType<ScheduleAttr>(scheduleAttribute);
}

void cin::setSchedule(Operation *statement, ScheduleAttr schedule) {
  if (schedule)
    statement->setAttr(scheduleAttribute, schedule);
  else
    statement->removeAttr(scheduleAttribute);
}

SmallVector<ClauseAttr> cin::findClauses(ScheduleAttr schedule,
                                         StringRef name) {
  SmallVector<ClauseAttr> found;
  if (schedule)
    llvm::copy_if(schedule.getClauses(), std::back_inserter(found),
                  [&](ClauseAttr clause) { return clause.getName() == name; });
  return found;
}

ClauseAttr cin::findClause(ScheduleAttr schedule, StringRef name) {
  SmallVector<ClauseAttr> found = findClauses(schedule, name);
  return found.empty() ? ClauseAttr() : found.front();
}

bool cin::isAboutLoops(ScheduleAttr schedule) {
  return schedule && llvm::any_of(schedule.getClauses(), [](ClauseAttr clause) {
           return findClauseForm(clause.getName())->isAboutLoops;
         });
}

StringRef cin::getTensor(ClauseAttr clause) {
  const ClauseForm &form = *findClauseForm(clause.getName());
  if (form.arguments.empty() || form.arguments.front() != ClauseForm::Tensor)
    return "";
  StringRef text = cast<StringAttr>(clause.getArguments().front()).getValue();
  return text.split('[').first;
}

SmallVector<StringRef> cin::getLabels(ClauseAttr clause) {
  const ClauseForm &form = *findClauseForm(clause.getName());
  ArrayRef<Attribute> arguments = withoutPart(form, clause.getArguments());
  return llvm::map_to_vector(
      arguments.take_front(countLabels(form, arguments)),
      [](Attribute label) { return cast<StringAttr>(label).getValue(); });
}

StringRef cin::getPart(ClauseAttr clause) {
  auto first = clause.getArguments().empty()
                   ? StringAttr()
                   : dyn_cast<StringAttr>(clause.getArguments().front());
  return first && isPart(first.getValue()) && getTensor(clause).empty()
             ? first.getValue()
             : StringRef();
}

std::optional<StringRef> cin::getNamedWord(ClauseAttr clause, StringRef name) {
  auto word = clause.getNamed().getAs<StringAttr>(name);
  return word ? std::optional(word.getValue()) : std::nullopt;
}

std::optional<int64_t> cin::getNamedNumber(ClauseAttr clause, StringRef name) {
  auto number = clause.getNamed().getAs<IntegerAttr>(name);
  return number ? std::optional(number.getInt()) : std::nullopt;
}

std::optional<StringRef> cin::getWord(ClauseAttr clause) {
  const ClauseForm &form = *findClauseForm(clause.getName());
  ArrayRef<Attribute> arguments = withoutPart(form, clause.getArguments());
  ArrayRef<Attribute> others =
      arguments.drop_front(countLabels(form, arguments));
  if (form.words.empty() || others.empty())
    return std::nullopt;
  return cast<StringAttr>(others.front()).getValue();
}

std::optional<int64_t> cin::getNumber(ClauseAttr clause) {
  if (clause.getArguments().empty())
    return std::nullopt;
  auto number = dyn_cast<IntegerAttr>(clause.getArguments().back());
  return number ? std::optional(number.getInt()) : std::nullopt;
}

/// The label that a loop comes from: the halves of a tiled one are `i/64` and
/// `i%64`.
static StringRef withoutTile(StringRef label) {
  return label.take_until([](char c) { return c == '/' || c == '%'; });
}

/// The clauses that fulfil a condition; null where there is none.
static ScheduleAttr keepIf(ScheduleAttr schedule,
                           llvm::function_ref<bool(ClauseAttr)> isKept) {
  if (!schedule)
    return {};
  SmallVector<ClauseAttr> kept;
  llvm::copy_if(schedule.getClauses(), std::back_inserter(kept), isKept);
  return kept.empty() ? ScheduleAttr()
                      : ScheduleAttr::get(schedule.getContext(), kept);
}

/// No clauses about other labels. Of an order, that of the labels that are
/// there is left.
static ScheduleAttr restrictLabels(ScheduleAttr schedule,
                                   ArrayRef<StringAttr> labels) {
  if (!schedule)
    return {};
  auto isThere = [&](StringRef label) {
    return llvm::any_of(labels, [&](StringAttr other) {
      return other.getValue() == withoutTile(label);
    });
  };
  SmallVector<ClauseAttr> kept;
  for (ClauseAttr clause : schedule.getClauses()) {
    SmallVector<StringRef> named = getLabels(clause);
    if (llvm::all_of(named, isThere)) {
      kept.push_back(clause);
      continue;
    }
    if (clause.getName() != "order" || llvm::none_of(named, isThere))
      continue;
    SmallVector<Attribute> arguments;
    for (auto [label, argument] : llvm::zip(named, clause.getArguments()))
      if (isThere(label))
        arguments.push_back(argument);
    kept.push_back(ClauseAttr::get(clause.getContext(), clause.getName(),
                                   arguments, clause.getNamed(),
                                   clause.getLoc()));
  }
  return kept.empty() ? ScheduleAttr()
                      : ScheduleAttr::get(schedule.getContext(), kept);
}

ScheduleAttr cin::restrictTo(ScheduleAttr schedule, ArrayRef<StringAttr> labels,
                             ArrayRef<StringRef> tensors) {
  return keepIf(restrictLabels(schedule, labels), [&](ClauseAttr clause) {
    StringRef tensor = getTensor(clause);
    return tensor.empty() || llvm::is_contained(tensors, tensor);
  });
}

/// What is said about the whole statement is about the one that is left of it.
ScheduleAttr cin::restrictToPart(ScheduleAttr schedule,
                                 ArrayRef<StringAttr> labels) {
  return keepIf(restrictLabels(schedule, labels), [](ClauseAttr clause) {
    return !getLabels(clause).empty() || !getTensor(clause).empty() ||
           clause.getName() == "serial";
  });
}

ScheduleAttr cin::restrictToFill(ScheduleAttr schedule) {
  return keepIf(schedule,
                [](ClauseAttr clause) { return clause.getName() == "serial"; });
}
