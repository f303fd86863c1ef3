//===- numpy_archive.cpp - tensors in archives of NumPy's arrays ----------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An archive is a zip file of arrays, as numpy.savez writes it. Whose it is the
// names of the arrays tell.
//
//===----------------------------------------------------------------------===//

#include "io/binsparse.h"
#include "io/numpy.h"
#include "io/zip.h"

#include <algorithm>
#include <string_view>

namespace encke::rt {

namespace {

class ArchiveReader {
public:
  explicit ArchiveReader(const encke_file &file)
      : file(file),
        archive(file.text().begin(), file.text().end(), file.path()) {}

  StoredTensor read(const std::string &wanted);

private:
  bool has(const std::string &name) const {
    return archive.find(name + ".npy") != nullptr;
  }
  NumpyArray array(const std::string &name);
  Numbers numbers(const std::string &name, size_t order = 1);
  void readCoordinates();
  StoredTensor readScipy();
  StoredTensor readSparse();
  StoredTensor readDescribed();
  void checkFill();
  StoredTensor readOnly(const std::string &wanted);
  [[noreturn]] void fail(const std::string &reason) const {
    failStored(file, reason);
  }

  const encke_file &file;
  ZipArchive archive;
  StoredTensor stored;
};

} // namespace

NumpyArray ArchiveReader::array(const std::string &name) {
  const ZipMember *member = archive.find(name + ".npy");
  if (!member)
    fail("the archive has no array '" + name + "'");
  std::string_view bytes = archive.view(*member, stored.owned);
  return readNumpyArray(file, bytes.data(), bytes.data() + bytes.size(),
                        "'" + name + "': ");
}

Numbers ArchiveReader::numbers(const std::string &name, size_t order) {
  NumpyArray found = array(name);
  if (found.isText || found.shape.size() != order)
    fail("'" + name + "' is no array of numbers with " + std::to_string(order) +
         (order == 1 ? " dimension" : " dimensions"));
  if (found.byColumn && order > 1)
    fail("'" + name + "' is stored by columns");
  return found.numbers;
}

static std::vector<int64_t> toSizes(const encke_file &file,
                                    const Numbers &shape) {
  std::vector<int64_t> sizes(size_t(shape.size()));
  for (int64_t n = 0; n != shape.size(); ++n)
    if (!shape.toInteger(n, sizes[size_t(n)]) || sizes[size_t(n)] < 0)
      failStored(file, "'shape' has a size " + shape.text(n));
  return sizes;
}

/// A row of coordinates for each mode.
void ArchiveReader::readCoordinates() {
  NumpyArray all = array("coords");
  auto order = int64_t(stored.sizes.size());
  int64_t count = stored.values.size();
  if (all.isText || all.shape != std::vector<int64_t>{order, count})
    fail("'coords' has coordinates of " + sizesText(all.shape) + ", not of " +
         std::to_string(order) + " dimensions for " + std::to_string(count) +
         " values");
  for (int64_t mode = 0; mode != order; ++mode)
    stored.coordinates.push_back(all.byColumn
                                     ? all.numbers.part(mode, count, order)
                                     : all.numbers.part(mode * count, count));
}

StoredTensor ArchiveReader::readScipy() {
  std::string format = array("format").text;
  stored.form = "SciPy's .npz, " + format;
  stored.sizes = toSizes(file, numbers("shape"));
  NumpyArray data = array("data");
  if (data.isText)
    fail("'data' has no numbers");
  stored.values = data.numbers;
  checkFill(); // which sparse writes beside the same arrays
  if (format == "coo" && has("coords")) {
    readCoordinates();
    return std::move(stored);
  }
  if (stored.sizes.size() != 2)
    fail("not supported yet: a tensor of order " +
         std::to_string(stored.sizes.size()) + " in format " + format);
  if (format == "coo") {
    stored.coordinates = {numbers("row"), numbers("col")};
  } else if (format == "csr" || format == "csc") {
    stored.way = StoredTensor::Compressed;
    stored.byColumn = format == "csc";
    stored.pointers = numbers("indptr");
    stored.coordinates = {numbers("indices")};
  } else if (format == "bsr") {
    stored.way = StoredTensor::Blocks;
    stored.pointers = numbers("indptr");
    stored.coordinates = {numbers("indices")};
    if (data.shape.size() != 3 || data.byColumn)
      fail("'data' has no blocks");
    stored.blockRows = data.shape[1];
    stored.blockColumns = data.shape[2];
  } else if (format == "dia") {
    stored.way = StoredTensor::Diagonals;
    stored.coordinates = {numbers("offsets")};
    if (data.shape.size() != 2 || data.byColumn ||
        data.shape[0] != stored.coordinates[0].size())
      fail("'data' has not one row for each of 'offsets'");
  } else {
    fail("not supported yet: SciPy's format '" + format + "'");
  }
  return std::move(stored);
}

void ArchiveReader::checkFill() {
  if (!has("fill_value"))
    return;
  NumpyArray fill = array("fill_value");
  if (fill.isText || fill.numbers.size() != 1 || fill.numbers.real(0) != 0)
    fail("not supported yet: a tensor that is not 0 where nothing is stored");
}

/// Of the package sparse: COO, or GCXS, which compresses some of the modes.
StoredTensor ArchiveReader::readSparse() {
  bool isCoordinates = has("coords");
  stored.form = isCoordinates ? "sparse's .npz, COO" : "sparse's .npz, GCXS";
  stored.sizes = toSizes(file, numbers("shape"));
  stored.values = numbers("data");
  if (isCoordinates) {
    readCoordinates();
    checkFill();
    return std::move(stored);
  }
  checkFill();
  Numbers axes = numbers("compressed_axes");
  int64_t axis = 0;
  if (stored.sizes.size() != 2 || axes.size() != 1 ||
      !axes.toInteger(0, axis) || axis < 0 || axis > 1)
    fail("not supported yet: GCXS of a tensor that is no matrix of compressed "
         "rows or columns; in Python sparse.save_npz(file, tensor.tocoo()) "
         "writes what is read");
  stored.way = StoredTensor::Compressed;
  stored.byColumn = axis == 1;
  stored.pointers = numbers("indptr");
  stored.coordinates = {numbers("indices")};
  return std::move(stored);
}

/// As the package binsparse writes it: the descriptor is an array of one text.
StoredTensor ArchiveReader::readDescribed() {
  NumpyArray descriptor = array("binsparse");
  if (descriptor.text.empty())
    fail("'binsparse' has no text");
  readBinsparse(
      file, descriptor.text,
      [this](const std::string &name) { return numbers(name); }, stored);
  return std::move(stored);
}

/// An archive of whole arrays.
StoredTensor ArchiveReader::readOnly(const std::string &wanted) {
  std::string names;
  for (const ZipMember &member : archive.members())
    names += (names.empty() ? "'" : ", '") +
             member.name.substr(0, member.name.rfind('.')) + "'";
  if (wanted.empty() && archive.members().size() != 1)
    throw helped(
        identified(id::ambiguousFile,
                   Error(file.path(),
                         "the archive has the arrays " + names +
                             ", which are no matrix that SciPy has written")),
        "behind a colon an array's name chooses it: " + file.path() + ":" +
            archive.members()[0].name.substr(
                0, archive.members()[0].name.rfind('.')));
  std::string name = wanted.empty() ? archive.members()[0].name : wanted;
  if (name.size() > 4 && name.compare(name.size() - 4, 4, ".npy") == 0)
    name.resize(name.size() - 4);
  if (!has(name))
    fail("the archive has no array '" + name + "', but " + names);
  NumpyArray found = array(name);
  if (found.isText)
    fail("'" + name + "' has no numbers");
  StoredTensor whole =
      wholeArray(found, "array '" + name + "' of NumPy's .npz");
  whole.owned = std::move(stored.owned);
  return whole;
}

StoredTensor ArchiveReader::read(const std::string &wanted) {
  bool mayBeSparse = wanted.empty() && has("shape") && has("data");
  if (mayBeSparse && has("format") && !has("compressed_axes"))
    return readScipy();
  if (mayBeSparse && (has("coords") || has("compressed_axes")))
    return readSparse();
  if (wanted.empty() && has("binsparse"))
    return readDescribed();
  return readOnly(wanted);
}

StoredTensor readNumpyArchive(const encke_file &file,
                              const std::string &wanted) {
  return ArchiveReader(file).read(wanted);
}

} // namespace encke::rt
