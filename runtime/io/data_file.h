//===- data_file.h - a data file and what its header says -------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_IO_DATA_FILE_H
#define ENCKE_RUNTIME_IO_DATA_FILE_H

#include "core/error.h"
#include "core/processes.h"
#include "encke/runtime.h"
#include "io/mapping.h"
#include "storage/entries.h"

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

struct encke_file;

namespace encke::rt {

struct StoredTensor;

/// Stored: as arrays of numbers (stored.h).
enum class FileKind { MatrixMarket, Tns, Stored };
enum class Layout { Coordinate, Array };
enum class Field { Real, Integer, Pattern, Complex };
enum class Symmetry { General, Symmetric, Skew, Hermitian };

/// What is wrong with some files and has one meaning all the same.
enum class Slip {
  ByteOrderMark,
  Banner,
  BlankBeforeBanner,
  UpperTriangle,
  FortranExponent,
  WholeDouble,
  DoubleField
};
constexpr size_t slipCount = 7;

/// The place of the first slip that was found of each kind, or null. Threads
/// that read a file find them at the same time.
struct Slips {
  std::atomic<const char *> found[slipCount] = {};
};

/// What a file says of itself before its entries are read.
struct Header {
  FileKind kind = FileKind::MatrixMarket;
  std::vector<int64_t> sizes; ///< by mode
  bool exact = true;   ///< else the sizes are lower bounds (FROSTT, edges)
  int64_t entries = 0; ///< once symmetry is expanded, an upper bound
  const char *body = nullptr; ///< the text after the header

  // Matrix Market only.
  Layout layout = Layout::Coordinate;
  Field field = Field::Real;
  Symmetry symmetry = Symmetry::General;
  int64_t declared = 0;            ///< entry lines that must follow
  const char *fieldWord = nullptr; ///< where the banner names the field

  std::string form; ///< what else it is than .mtx and .tns, for people

  // .tns only.
  int64_t base = 1; ///< the first coordinate: 1 in FROSTT's form, 0 in COMET's
  bool headerLine = false; ///< the first line has the sizes
  char otherComment = '#'; ///< begins comments as well as # does
  int64_t edgeColumns = 0; ///< of each line of a list of edges; else 0
  bool rounded = false;    ///< some value as a double is (isRounded, whole.h)
  std::vector<Remark> remarks;
  std::string otherOrders; ///< for who wants a tensor of another order

  int64_t order() const { return int64_t(sizes.size()); }
};

/// Which entries of a matrix are read (L13). The values are part of the ABI.
enum class Selector : int64_t {
  Full,
  StrictlyLower,
  Lower,
  StrictlyUpper,
  Upper
};

/// True when the entry at row i, column j is selected.
inline bool selects(Selector selector, int64_t i, int64_t j) {
  switch (selector) {
  case Selector::Full:
    return true;
  case Selector::StrictlyLower:
    return i > j;
  case Selector::Lower:
    return i >= j;
  case Selector::StrictlyUpper:
    return i < j;
  case Selector::Upper:
    return i <= j;
  }
  return true;
}

/// What entries a tensor wants of a file.
struct Wanted {
  int32_t type; ///< the element type that the values must fit
  Selector selector = Selector::Full;
  /// Also the zeros of an array file, of which a sparse tensor stores only the
  /// nonzeros (L38); a dense one tells 0 and -0 apart.
  bool arrayZeros = false;
  /// Where the entries of each row begin may stand for the column of rows
  /// (KnownOrder), or the same of columns, where a file has them so.
  bool takesStarts = false;
  /// With processes that each read a share of the lines; null where this one
  /// reads all. All of them read then.
  encke_processes *readers = nullptr;
};

/// The data file at `path`, opened on first use, when it has changed, and when
/// it has been read. A path has one record in the running program, however
/// often it is read. `announce`: -v says what was opened.
encke_file &openFile(const std::string &path, bool announce = false);

/// The text "3 x 4 x 5".
std::string sizesText(const std::vector<int64_t> &sizes);

} // namespace encke::rt

/// A data file. The C ABI knows it by this name.
struct encke_file {
public:
  encke_file(const std::string &path, const encke_options &options,
             encke::rt::FileBytes bytes = encke::rt::FileBytes::Mapped);
  encke_file(const encke_file &) = delete;
  encke_file &operator=(const encke_file &) = delete;
  /// Becomes `other`, which was opened since: who has this file sees that one.
  encke_file &operator=(encke_file &&other) = default;

  const std::string &path() const { return name; }
  const encke::rt::Mapping &text() const { return *mapping; }
  const encke::rt::Header &header() const { return head; }
  /// True when this is what opening `path` again would give.
  bool isCurrent(const std::string &path, const encke_options &now) const {
    return path == name && now.tns_dialect == options.tns_dialect &&
           now.lenient == options.lenient && mapping->isCurrent();
  }
  /// The text was a table: its coordinates may count from 0 or 1.
  bool isTable() const { return table; }
  /// Slips that have one meaning are read as what they mean (--lenient).
  bool isLenient() const { return options.lenient != 0; }
  /// Notes that there was a slip at `at`, of which one of its kind is told of.
  void noteSlip(encke::rt::Slip slip, const char *at) const;
  bool hasSlip(encke::rt::Slip slip) const {
    return slips->found[size_t(slip)] != nullptr;
  }
  /// Where in the text the first one was found, or -1; and says it.
  int64_t slipAt(encke::rt::Slip slip) const {
    const char *at = slips->found[size_t(slip)];
    return at ? at - mapping->begin() : -1;
  }
  void setSlip(encke::rt::Slip slip, int64_t at) const {
    slips->found[size_t(slip)] = at < 0 ? nullptr : mapping->begin() + at;
  }
  /// What texts of entries are taken for, of TnsDialect.
  int32_t dialect() const { return options.tns_dialect; }
  /// That read the file.
  int32_t threads() const { return options.threads; }

  /// The sizes when read as a tensor of order `order`. A matrix file of one
  /// row or one column is a vector, too; any other difference is an error.
  std::vector<int64_t> sizesAs(int64_t order) const;
  /// The mode, of size 1, that a matrix file loses when it is read as a vector.
  int64_t unitMode() const;

  /// True when the values are integers of which doubles may not hold all
  /// digits, though no field says so. A -0 is none: integers have one zero.
  bool holdsLongIntegers() const;

  /// All entries that are wanted, in the order of the file. The file's text is
  /// no longer there afterwards, so that packing needs no memory beside it: who
  /// reads the file once more opens it anew.
  encke::rt::AnyEntries read(const encke::rt::Wanted &wanted);

  /// Several processes can each read a share of it: the lines of a text that
  /// lies in a file as it is.
  bool canBeShared() const {
    bool isTns = head.kind == encke::rt::FileKind::Tns;
    return !stored && mapping->isFile() &&
           (isTns ? !parsed && !table
                  : head.layout == encke::rt::Layout::Coordinate);
  }

  /// Runs what looks at the text; see Mapping.
  void whileWhole(const std::function<void()> &read) const {
    mapping->whileWhole(name, read);
  }

  /// "data.mtx:17:5" for the place `at` in the text.
  std::string place(const char *at) const;
  /// An error there, with the line.
  encke::rt::Error errorAt(const char *at, const std::string &reason) const;
  [[noreturn]] void fail(const char *at, const std::string &reason) const;
  [[noreturn]] void fail(const char *at, const std::string &reason,
                         const std::string &help) const;
  /// Fails with "expected WHAT, found TEXT" where TEXT is what stands at `at`.
  [[noreturn]] void failExpected(const char *at, const std::string &what) const;
  [[noreturn]] void failExpected(const char *at, const std::string &what,
                                 const std::string &help) const;

private:
  void takeByteOrderMark() const;
  void open();
  void openTns();
  void sayOfSlips();
  encke::rt::AnyEntries readTns(const encke::rt::Wanted &wanted);

  std::string name;
  std::unique_ptr<encke::rt::Mapping> mapping;
  encke_options options;
  encke::rt::Header head;
  /// A .tns file's sizes are known only when all of it has been read; what was
  /// read, with doubles as values, is kept for the first read().
  std::optional<encke::rt::AnyEntries> parsed;
  /// Of a file that has arrays of numbers, until it is read.
  std::shared_ptr<encke::rt::StoredTensor> stored;
  bool table = false;
  std::shared_ptr<encke::rt::Slips> slips;
};

#endif // ENCKE_RUNTIME_IO_DATA_FILE_H
