//===- hdf5_tensors.cpp - files in HDF5: tensors among the objects --------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// HDF5 has arrays; what programs make of them they agree on by names: groups
// with the three arrays of compressed rows or columns, and attributes that say
// which of these it is.
//
//===----------------------------------------------------------------------===//

#include "io/binsparse.h"
#include "io/hdf5.h"
#include "io/variables.h"

#include <algorithm>
#include <set>

namespace encke::rt {

namespace {

/// An object that may be a tensor.
struct Candidate {
  enum Form {
    None,
    Binsparse,
    Matlab,     ///< a sparse matrix of MATLAB's
    Compressed, ///< data, indices and indptr
    Array
  } form = None;
  Hdf5Object object;
};

class TensorReader {
public:
  explicit TensorReader(const encke_file &file) : file(file), hdf5(file) {}
  StoredTensor read(std::string wanted);

private:
  Candidate::Form formOf(const Hdf5Object &object) const;
  void collect();
  void addMembers(const Hdf5Object &group, const std::string &path);
  void fill(const Candidate &candidate, const std::string &name);
  void fillMatlab(const Candidate &candidate, const std::string &name);
  void fillCompressed(const Candidate &candidate, const std::string &name);
  void fillArray(const Candidate &candidate, const std::string &name);
  bool isByColumn(const Candidate &candidate, const std::string &name) const;
  Numbers member(const Hdf5Object &group, const std::string &name);
  std::string textOf(const Hdf5Object &object, std::string_view name) const;

  const encke_file &file;
  Hdf5File hdf5;
  bool isMatlab = false;
  std::vector<NamedVariable> names;
  std::vector<Candidate> candidates;
  std::set<uint64_t> seen; ///< where objects are: some have several names
  std::vector<std::pair<uint64_t, std::string>> rest; ///< not looked at yet
  std::string hidden; ///< a group of which members are not known
  StoredTensor stored;
};

} // namespace

std::string TensorReader::textOf(const Hdf5Object &object,
                                 std::string_view name) const {
  const Hdf5Attribute *attribute = object.find(name);
  return attribute ? hdf5.text(*attribute) : "";
}

/// An array of a group.
Numbers TensorReader::member(const Hdf5Object &group, const std::string &name) {
  auto found = group.members.find(name);
  if (found == group.members.end())
    failStored(file, "the group has no array '" + name + "'");
  return hdf5.numbers(hdf5.open(found->second), name, stored);
}

//===----------------------------------------------------------------------===//
// Which objects are tensors
//===----------------------------------------------------------------------===//

Candidate::Form TensorReader::formOf(const Hdf5Object &object) const {
  if (object.isDataset) {
    std::string kind = textOf(object, "MATLAB_class");
    bool isOther = kind == "char" || kind == "cell" || kind == "struct" ||
                   object.find("MATLAB_empty");
    bool isArray =
        object.type.kind == Hdf5Type::Number || !object.lacks.empty();
    return isArray && !isOther && !object.sizes.empty() ? Candidate::Array
                                                        : Candidate::None;
  }
  if (object.find("binsparse"))
    return Candidate::Binsparse;
  if (object.find("MATLAB_sparse"))
    return Candidate::Matlab;
  for (const char *name : {"data", "indices", "indptr"})
    if (!object.members.count(name))
      return Candidate::None;
  return Candidate::Compressed;
}

void TensorReader::addMembers(const Hdf5Object &group,
                              const std::string &path) {
  if (!group.lacks.empty() && hidden.empty())
    hidden = path.empty() ? "/" : path;
  for (auto it = group.members.rbegin(); it != group.members.rend(); ++it) {
    const auto &[name, address] = *it;
    bool isInternal = name == "#refs#" || name == "#subsystem#";
    if (!isInternal)
      rest.emplace_back(address, (path.empty() ? "" : path + "/") + name);
  }
}

/// All objects that may be tensors, but for what is inside of these.
void TensorReader::collect() {
  constexpr size_t mostObjects = 100000, longestPath = 4096;
  Hdf5Object root = hdf5.open(hdf5.root());
  seen.insert(hdf5.root());
  addMembers(root, "");
  while (!rest.empty()) {
    auto [address, path] = std::move(rest.back());
    rest.pop_back();
    if (!seen.insert(address).second || path.size() > longestPath)
      continue;
    if (seen.size() > mostObjects)
      failStored(file, "not supported yet: HDF5 with more than " +
                           std::to_string(mostObjects) + " objects");
    Hdf5Object object = hdf5.open(address);
    isMatlab |= object.find("MATLAB_class") != nullptr;
    Candidate::Form form = formOf(object);
    if (form == Candidate::None) {
      addMembers(object, path);
      continue;
    }
    names.push_back({path, form == Candidate::Array ? NamedVariable::Array
                                                    : NamedVariable::Sparse});
    candidates.push_back({form, std::move(object)});
  }
  if (isMatlab) // fields of structures
    for (NamedVariable &variable : names)
      std::replace(variable.name.begin(), variable.name.end(), '/', '.');
}

//===----------------------------------------------------------------------===//
// What they hold
//===----------------------------------------------------------------------===//

void TensorReader::fillMatlab(const Candidate &candidate,
                              const std::string &name) {
  const Hdf5Object &group = candidate.object;
  const Hdf5Attribute &rows = *group.find("MATLAB_sparse");
  stored.form = "MATLAB's '" + name + "', version 7.3";
  stored.way = StoredTensor::Compressed;
  stored.byColumn = true;
  int64_t size = 0;
  if (rows.type.kind != Hdf5Type::Number || rows.count != 1 ||
      !Numbers(rows.type.number, rows.data, 1).toInteger(0, size))
    hdf5.failDamaged();
  stored.pointers = member(group, "jc");
  stored.sizes = {size, stored.pointers.size() - 1};
  stored.isBool = textOf(group, "MATLAB_class") == "logical";
  stored.coordinates.resize(1);
  if (!group.members.count("ir")) // without elements
    return;
  stored.coordinates = {member(group, "ir")};
  stored.values = member(group, "data");
}

/// As attributes say it, else as 10x Genomics has it, else by what fits.
bool TensorReader::isByColumn(const Candidate &candidate,
                              const std::string &name) const {
  const Hdf5Object &group = candidate.object;
  for (const char *key : {"encoding-type", "h5sparse_format", "format"}) {
    std::string format = textOf(group, key).substr(0, 3);
    if (format == "csc" || format == "csr")
      return format == "csc";
  }
  if (group.members.count("barcodes"))
    return true;
  int64_t rows = stored.pointers.size() - 1;
  bool fitsRows = rows == stored.sizes[0],
       fitsColumns = rows == stored.sizes[1];
  if (fitsRows && fitsColumns)
    throw helped(
        identified(id::ambiguousFile,
                   Error(file.path() + ":" + name,
                         "nothing says whether these are compressed rows or "
                         "columns")),
        "in Python scipy.sparse.save_npz(\"A.npz\", matrix) writes what says "
        "it");
  return fitsColumns;
}

void TensorReader::fillCompressed(const Candidate &candidate,
                                  const std::string &name) {
  const Hdf5Object &group = candidate.object;
  stored.form = "HDF5's '" + name + "'";
  stored.way = StoredTensor::Compressed;
  Numbers shape;
  for (const char *key : {"shape", "h5sparse_shape"})
    if (const Hdf5Attribute *attribute = group.find(key);
        attribute && attribute->type.kind == Hdf5Type::Number)
      shape =
          Numbers(attribute->type.number, attribute->data, attribute->count);
  if (shape.empty() && group.members.count("shape"))
    shape = member(group, "shape");
  if (shape.size() != 2)
    failStored(file, "the sparse matrix '" + name + "' has no shape");
  for (int64_t n : {0, 1})
    if (int64_t size = 0; shape.toInteger(n, size))
      stored.sizes.push_back(size);
    else
      failStored(file, "a size of " + shape.text(n));
  stored.pointers = member(group, "indptr");
  stored.coordinates = {member(group, "indices")};
  stored.values = member(group, "data");
  stored.byColumn = isByColumn(candidate, name);
}

/// MATLAB's arrays are column-major, and have their sizes the other way round.
void TensorReader::fillArray(const Candidate &candidate,
                             const std::string &name) {
  const Hdf5Object &dataset = candidate.object;
  stored.form = "HDF5's '" + name + "'";
  stored.way = StoredTensor::Whole;
  stored.sizes = dataset.sizes;
  stored.isBool = dataset.type.isBool;
  stored.values = hdf5.numbers(dataset, name, stored);
  if (dataset.find("MATLAB_class")) {
    stored.form = "MATLAB's '" + name + "', version 7.3";
    stored.byColumn = true;
    std::reverse(stored.sizes.begin(), stored.sizes.end());
  }
}

void TensorReader::fill(const Candidate &candidate, const std::string &name) {
  const Hdf5Object &object = candidate.object;
  switch (candidate.form) {
  case Candidate::Binsparse:
    return readBinsparse(
        file, textOf(object, "binsparse"),
        [&](const std::string &array) { return member(object, array); },
        stored);
  case Candidate::Matlab:
    return fillMatlab(candidate, name);
  case Candidate::Compressed:
    return fillCompressed(candidate, name);
  case Candidate::Array:
  case Candidate::None:
    return fillArray(candidate, name);
  }
}

StoredTensor TensorReader::read(std::string wanted) {
  wanted.erase(0, std::min(wanted.find_first_not_of('/'), wanted.size()));
  Candidate root;
  root.object = hdf5.open(hdf5.root());
  root.form = formOf(root.object);
  if (wanted.empty() && root.form != Candidate::None) {
    fill(root, "/");
    return std::move(stored);
  }
  collect();
  bool isThere = std::any_of(names.begin(), names.end(), [&](auto &variable) {
    return wanted.empty() || variable.name == wanted;
  });
  if (!isThere && !hidden.empty())
    hdf5.failLacking(hidden, "many members or attributes");
  size_t chosen = chooseVariable(file, names, wanted);
  fill(candidates[chosen], names[chosen].name);
  return std::move(stored);
}

StoredTensor readHdf5(const encke_file &file, const std::string &wanted) {
  return TensorReader(file).read(wanted);
}

} // namespace encke::rt
