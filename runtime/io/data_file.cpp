//===- data_file.cpp - opens a data file and reads its header -------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "io/data_file.h"
#include "core/context.h"
#include "core/progress.h"
#include "core/report.h"
#include "io/extension.h"
#include "io/forms.h"
#include "io/hints.h"
#include "io/matrix_market.h"
#include "io/text.h"
#include "io/tns.h"
#include "io/tns_form.h"
#include "io/told_form.h"
#include "io/whole.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <iterator>
#include <sys/stat.h>

using namespace encke::rt;

namespace encke::rt {

std::string sizesText(const std::vector<int64_t> &sizes) {
  std::string text;
  for (int64_t size : sizes)
    text += (text.empty() ? "" : " x ") + std::to_string(size);
  return text;
}

/// By the extension, that of the compressed file also, or by the banner.
static FileKind kindOf(const encke_file &file) {
  return hasExtension(nameOf(file), ".mtx") || mayBeMatrixMarket(file.text())
             ? FileKind::MatrixMarket
             : FileKind::Tns;
}

/// The file at `path` if encke_peek_file has opened it and it has not changed
/// since, so that what was read is not read again; else null.
static std::shared_ptr<encke_file> takePeeked(const std::string &path,
                                              const encke_options &options) {
  auto &peeked = Context::peeked;
  auto found = std::find_if(peeked.begin(), peeked.end(), [&](auto &file) {
    return file->isCurrent(path, options);
  });
  if (found == peeked.end())
    return nullptr;
  std::shared_ptr<encke_file> file = std::move(*found);
  peeked.erase(found);
  return file;
}

} // namespace encke::rt

encke_file::encke_file(const std::string &path, const encke_options &options,
                       FileBytes bytes)
    : name(path), mapping(std::make_unique<Mapping>(path, bytes)),
      options(options), slips(std::make_shared<Slips>()) {
  bool hasEdges = isEdges(TnsDialect(options.tns_dialect));
  bool dictionaries = false, hasMark = false;
  whileWhole([&] {
    hasMark = mapping->skipMark();
    stored = readStoredForm(*this);
    if (stored) {
      head = headerOf(*this, *stored);
      return;
    }
    refuseForeignForm(*this);
    table = encke::rt::isTable(*this);
    dictionaries = hasEdges && hasDictionaries(*this);
  });
  if (table)
    mapping->rewrite(path, flattenTable);
  else if (dictionaries)
    mapping->rewrite(path, flattenDictionaries);
  if (hasMark && !table) // with which spreadsheets begin tables
    takeByteOrderMark();
  if (!stored)
    whileWhole([&] { open(); });
  sayOfSlips();
}

void encke_file::takeByteOrderMark() const {
  const char *begin = mapping->begin();
  if (!isLenient())
    fail(
        begin,
        "the file begins with a byte-order mark, the bytes EF BB BF, which are "
        "no part of the text",
        "save it without the mark, as UTF-8 without BOM; --lenient reads it");
  noteSlip(Slip::ByteOrderMark, begin);
}

void encke_file::open() {
  bool isMatrix = kindOf(*this) == FileKind::MatrixMarket;
  if (isMatrix && !findToldForm(*this))
    head = parseMatrixMarketHeader(*this);
  else
    openTns();
}

/// Several processes read shares of the lines, and need the header before.
void encke_file::openTns() {
  bool keeps = options.processes == 0 || table || !mapping->isFile();
  parsed = parseTns(*this, options.tns_dialect, ENCKE_F64, head, keeps);
  if (!keeps && head.order() > 1)
    parsed.reset();
}

int64_t encke_file::unitMode() const { return head.sizes[1] == 1 ? 1 : 0; }

std::vector<int64_t> encke_file::sizesAs(int64_t order) const {
  if (head.order() == order)
    return head.sizes;
  if (order == 1 && head.order() == 2) {
    int64_t unit = unitMode();
    if (head.sizes[unit] == 1)
      return {head.sizes[1 - unit]};
    throw Error(name, "a " + sizesText(head.sizes) +
                          " matrix is read as a vector, which needs one row "
                          "or one column");
  }
  throw Error(
      name, "the file holds a tensor of order " + std::to_string(head.order()) +
                ", the program reads one of order " + std::to_string(order) +
                (order == 2 ? head.otherOrders : ""));
}

/// True when values that were read as doubles are what a tensor of element type
/// `type` holds. Else the text must be asked again: for the digits of a large
/// integer, whether a tiny number is 0, or the place of a value that does not
/// fit.
static bool suit(const EntryValues &values, int32_t type, bool rounded) {
  auto fits = [&](double value) {
    switch (type) {
    case ENCKE_I64:
      return !rounded && saysWhole(value);
    case ENCKE_I32:
      return !rounded && saysWhole(value) && value >= INT32_MIN &&
             value <= INT32_MAX;
    default: // ENCKE_BOOL
      return !rounded || value != 0;
    }
  };
  if (!readsIntegers(type) && type != ENCKE_BOOL)
    return true;
  const double *numbers = values.data<double>();
  return std::all_of(numbers, numbers + values.size(), fits);
}

/// True when some number is as long as integers are that doubles round, and
/// none is -0.
static bool mayBeLongIntegers(const EntryValues &values) {
  const double *numbers = values.data<double>();
  bool isLong = false;
  for (int64_t e = 0; e != values.size(); ++e) {
    if (numbers[e] == 0 && std::signbit(numbers[e]))
      return false;
    isLong |= std::fabs(numbers[e]) >= 0x1p53;
  }
  return isLong;
}

bool encke_file::holdsLongIntegers() const {
  auto mayBe = [](const auto &list) { return mayBeLongIntegers(list.values); };
  if (!parsed || !std::visit(mayBe, *parsed))
    return false;
  try {
    Header ignored;
    whileWhole(
        [&] { parseTns(*this, options.tns_dialect, ENCKE_I64, ignored); });
    return true;
  } catch (const Error &) {
    return false; // some value is not an integer of 64 bits
  }
}

AnyEntries encke_file::read(const Wanted &wanted) {
  std::optional<AnyEntries> entries;
  whileWhole([&] {
    entries = stored ? collect(*this, *stored, wanted)
              : head.kind == FileKind::MatrixMarket
                  ? parseMatrixMarket(*this, wanted)
                  : readTns(wanted);
  });
  sayOfSlips();
  if (Context *context = Context::find())
    for (const Remark &remark : head.remarks)
      context->say(remark);
  stored.reset();
  mapping->drop();
  return std::move(*entries);
}

AnyEntries encke_file::readTns(const Wanted &wanted) {
  // A .tns file has no imaginary parts.
  int32_t type = wanted.type == ENCKE_C128 ? ENCKE_F64 : wanted.type;
  if (wanted.readers) {
    AnyEntries share =
        parseTnsShare(*this, options.tns_dialect, type, *wanted.readers);
    std::visit([&](auto &list) { select(list, wanted.selector); }, share);
    return share;
  }
  bool suits = parsed && std::visit(
                             [&](auto &list) {
                               return suit(list.values, type, head.rounded);
                             },
                             *parsed);
  if (parsed && type == ENCKE_F32)
    std::visit([&](auto &list) { roundToFloats(*this, list); }, *parsed);
  AnyEntries entries = suits ? std::move(*parsed)
                             : parseTns(*this, options.tns_dialect, type, head);
  parsed.reset();
  std::visit([&](auto &list) { select(list, wanted.selector); }, entries);
  return entries;
}

std::string encke_file::place(const char *at) const {
  auto line = 1 + std::count(mapping->begin(), at, '\n');
  const char *start = at;
  while (start != mapping->begin() && start[-1] != '\n')
    --start;
  std::string text = name;
  if (!mapping->member().empty())
    text += ":" + mapping->member();
  return text + ":" + std::to_string(line) + ":" +
         std::to_string(at - start + 1);
}

Error encke_file::errorAt(const char *at, const std::string &reason) const {
  Error error(place(at), reason);
  const char *stop = at;
  while (stop != mapping->end() && !atWordEnd(stop, mapping->end()))
    ++stop;
  // As it is in the file, where the text was changed.
  constexpr int64_t around = 128;
  const char *begin = std::max(mapping->begin(), at - around);
  const char *end = std::min(mapping->end(), at + around);
  std::string original = mapping->original(begin, end);
  if (original.empty()) {
    error.snippet = quoteLine(at, mapping->begin(), mapping->end(), stop);
  } else {
    const char *from = original.data();
    error.snippet =
        quoteLine(from + (at - begin), from, from + original.size(),
                  std::min(from + (stop - begin), from + original.size()));
  }
  return identified(id::malformedFile, std::move(error));
}

void encke_file::fail(const char *at, const std::string &reason) const {
  fail(at, reason, "");
}

void encke_file::failExpected(const char *at, const std::string &what) const {
  failExpected(at, what, hintAt(*this, at, what));
}

void encke_file::fail(const char *at, const std::string &reason,
                      const std::string &help) const {
  if (!mapping->contains(at)) // in a copy, of which nobody is told (chunks.h)
    throw Error(name, reason);
  throw helped(errorAt(at, reason), help);
}

void encke_file::failExpected(const char *at, const std::string &what,
                              const std::string &help) const {
  bool isZero = *at == 0 && at != mapping->end();
  fail(at, "expected " + what + ", found " + describe(at, mapping->end()),
       isZero && help.empty() ? "zero bytes, as here, are where a file was not "
                                "written or copied to its end"
                              : help);
}

void encke_file::noteSlip(Slip slip, const char *at) const {
  if (slips->found[size_t(slip)])
    return;
  if (!mapping->contains(at)) // in a copy: parsed in the text once more
    throw Error(name, "a slip");
  const char *none = nullptr;
  slips->found[size_t(slip)].compare_exchange_strong(none, at);
}

/// Warns of what was read as what it means.
void encke_file::sayOfSlips() {
  static constexpr const char *texts[slipCount] = {
      "a byte-order mark before the text, skipped",
      "one % before the banner, read as two",
      "blanks before the banner, which begins a file",
      ("an entry above the diagonal of a symmetric matrix, read as the one "
       "below it"),
      "a value with an exponent D, as Fortran writes it, read as one with E",
      "a whole number with a fraction or an exponent, read as without",
      "the field 'double', read as 'real'"};
  for (size_t slip = 0; slip != slipCount; ++slip)
    if (const char *at = slips->found[slip].exchange(nullptr)) {
      head.remarks.push_back({Remark::Warning, place(at),
                              std::string(texts[slip]) + " (--lenient)"});
    }
}

/// Says on stderr what kind of file it is, for -v.
static void printWhatItIs(const encke_file &file) {
  const Header &header = file.header();
  bool fromZero = header.base == 0;
  Progress::clear();
  std::string form =
      !header.form.empty()                    ? header.form
      : header.kind == FileKind::MatrixMarket ? "Matrix Market"
      : header.edgeColumns != 0               ? edgesText(header)
      : header.headerLine
          ? (fromZero ? ".tns with COMET's header, coordinates from 0"
                      : ".tns with a header, coordinates from 1")
          : (fromZero ? ".tns without a header, coordinates from 0"
                      : ".tns as FROSTT's, coordinates from 1");
  std::fprintf(stderr, "%s: %s, %s%s, %s%lld entries\n", file.path().c_str(),
               form.c_str(), header.exact ? "" : "at least ",
               sizesText(header.sizes).c_str(),
               header.kind == FileKind::MatrixMarket ? "at most " : "",
               static_cast<long long>(header.entries));
}

/// It can be read once, by one process.
static bool isStream(const std::string &path) {
  struct stat status;
  return path == "-" ||
         (stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode));
}

encke_file &encke::rt::openFile(const std::string &path, bool announce) {
  Context &context = Context::current();
  auto known = context.files.find(path);
  if (known != context.files.end() &&
      known->second->isCurrent(path, context.options))
    return *known->second;
  std::shared_ptr<encke_file> file = takePeeked(path, context.options);
  if (!file && context.processes && isStream(path))
    throw Error(path, "not supported yet: reading what is no regular file on "
                      "several processes");
  if (!file)
    // Pages that go away are a signal, which is the process's.
    file = std::make_shared<encke_file>(path, context.options,
                                        context.call ? FileBytes::Copied
                                                     : FileBytes::Mapped);
  if (announce && context.options.verbose)
    printWhatItIs(*file);
  for (const Remark &remark : file->header().remarks)
    context.say(remark);
  if (known == context.files.end())
    return *context.files.emplace(path, std::move(file)).first->second;
  *known->second = std::move(*file); // compiled programs hold its address
  return *known->second;
}

//===----------------------------------------------------------------------===//
// The C ABI
//===----------------------------------------------------------------------===//

/// Processes on several machines may find different files at a path. None of
/// them would notice, and results would be of neither.
static void checkAgreement(const encke_file &file, encke_processes &processes) {
  struct Facts {
    int64_t bytes, entries, sizes;
  };
  const Header &header = file.header();
  Facts own = {int64_t(file.text().size()), header.entries, 0};
  for (int64_t size : header.sizes)
    own.sizes = int64_t(uint64_t(own.sizes) * 31 + uint64_t(size));
  std::vector<Facts> all = gatherFromAll(processes, own);
  for (size_t p = 1; p != all.size(); ++p)
    if (std::memcmp(&all[p], &all[0], sizeof(Facts)) != 0)
      throw Error(file.path(),
                  "the processes have different files: that of process 0 has " +
                      std::to_string(all[0].entries) + " entries in " +
                      std::to_string(all[0].bytes) +
                      " bytes, that of process " + std::to_string(p) + " " +
                      std::to_string(all[p].entries) + " in " +
                      std::to_string(all[p].bytes));
}

static encke_file *open(const std::string &path) {
  encke_file &file = openFile(path, /*announce=*/true);
  if (encke_processes *processes = Context::current().processes)
    checkAgreement(file, *processes);
  return &file;
}

encke_file *encke_file_argument(int64_t n, const char *where) {
  return guarded(where, [&] {
    Context &context = Context::current();
    encke_file *file = open(context.argumentPath(n));
    context.markRead(n);
    return file;
  });
}

encke_file *encke_file_path(const char *path, const char *where) {
  return guarded(where, [&] { return open(path); });
}

int32_t encke_report_missing(const char *const *files, int32_t count,
                             const encke_options *options) {
  std::vector<const char *> missing;
  std::copy_if(files, files + count, std::back_inserter(missing),
               [](const char *file) { return !isThere(file); });
  if (missing.size() < 2)
    return 0;
  for (const char *file : missing) {
    std::string reason =
        std::string("cannot open '") + file + "': " + std::strerror(ENOENT);
    printMessage({"error", id::unreadableFile, "", reason.c_str(), "", nullptr},
                 options->json_diagnostics);
  }
  return int32_t(missing.size());
}

int encke_peek_file(const char *path, const encke_options *options,
                    int64_t *sizes, int32_t capacity, int32_t *order,
                    int64_t *entries, char *message, int64_t message_size) {
  auto fail = [&](const std::string &text) {
    if (message && message_size > 0)
      std::snprintf(message, size_t(message_size), "%s", text.c_str());
    return 1;
  };
  try {
    std::shared_ptr<encke_file> file = takePeeked(path, *options);
    if (!file)
      file = std::make_shared<encke_file>(path, *options);
    const Header &header = file->header();
    if (header.order() > capacity)
      return fail(std::string(path) + ": error: order " +
                  std::to_string(header.order()) + " is too high");
    std::copy(header.sizes.begin(), header.sizes.end(), sizes);
    *order = int32_t(header.order());
    *entries = header.entries;
    Context::peeked.push_back(std::move(file));
    return 0;
  } catch (const Error &error) {
    return fail((error.place.empty() ? "" : error.place + ": ") +
                "error: " + error.reason);
  } catch (const std::exception &error) {
    return fail(std::string(path) + ": error: " + error.what());
  }
}
