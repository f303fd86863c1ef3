//===- write.cpp - writes a tensor to a data file -------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every value is written so that it reads back as the same one; a NaN stays
// one.
//
//===----------------------------------------------------------------------===//

#include "io/write.h"
#include "core/context.h"
#include "core/progress.h"
#include "io/atomic_file.h"
#include "io/element.h"
#include "io/extension.h"
#include "io/gzip.h"
#include "io/tns_sizes.h"
#include "io/write_binsparse.h"
#include "io/write_numpy.h"
#include "storage/layout.h"
#include "storage/walk.h"

#include <charconv>
#include <memory>
#include <optional>

using namespace encke::rt;

/// A complex number is two numbers in a Matrix Market file.
template <typename T>
static void putEntry(Output &out, T value) {
  putShortest(out, value);
}
template <typename T>
static void putEntry(Output &out, std::complex<T> value) {
  out.shortest(value.real());
  out << ' ';
  out.shortest(value.imag());
}

template <typename T>
static const char *fieldOf() {
  if (isReal<T>)
    return "real";
  return isComplexNumber<T> ? "complex" : "integer";
}

namespace {

/// Writes a tensor whose elements are of type T.
template <typename T>
class Writer {
public:
  Writer(const encke_tensor &tensor, const TextOf &text, Output &out,
         const Kept &kept, Progress *progress)
      : tensor(tensor), text(text), out(out), kept(kept), progress(progress),
        values(static_cast<const T *>(tensor.values)),
        strides(denseStrides(tensor)) {}

  void matrixMarket();
  void tns();

private:
  int64_t firstRow(int64_t column) const;
  void array(int64_t rows, int64_t columns);
  void coordinates();
  /// Of an entry, in the whole tensor.
  int64_t coordinate(const int64_t *index, int32_t mode) const {
    return index[mode] + (mode == text.mode ? text.first : 0);
  }
  template <typename Visit>
  void walkAll(Visit visit);
  void endLine() {
    constexpr int64_t many = 1 << 14;
    out << '\n';
    if (progress && ++entries % many == 0)
      progress->advance(many);
  }

  const encke_tensor &tensor;
  const TextOf &text;
  Output &out;
  const Kept &kept;
  Progress *progress;
  int64_t entries = 0; ///< that are written
  const T *values;
  std::vector<int64_t> strides;
};

} // namespace

/// Visits every element of a dense tensor, row-major, or the stored entries of
/// a sparse one.
template <typename T>
template <typename Visit>
void Writer<T>::walkAll(Visit visit) {
  return isAllDense(tensor) ? walkDense(tensor, visit)
                            : walkStored(tensor, visit);
}

/// Of a symmetric array only the lower triangle is written.
template <typename T>
int64_t Writer<T>::firstRow(int64_t column) const {
  if (kept.symmetry == Symmetry::General)
    return 0;
  return kept.symmetry == Symmetry::Skew ? column + 1 : column;
}

// An array file is column-major.
template <typename T>
void Writer<T>::array(int64_t rows, int64_t columns) {
  for (int64_t column = 0; column != columns; ++column)
    for (int64_t row = firstRow(column); row < rows; ++row) {
      int64_t at = 0;
      if (tensor.order > 0)
        at += row * strides[0];
      if (tensor.order > 1)
        at += column * strides[1];
      putEntry(out, values[at]);
      endLine();
    }
}

template <typename T>
void Writer<T>::coordinates() {
  walkStored(tensor, [&](const int64_t *index, int64_t position) {
    out << coordinate(index, 0) + 1 << ' '
        << (tensor.order > 1 ? coordinate(index, 1) + 1 : 1);
    if (!kept.pattern) {
      out << ' ';
      putEntry(out, values[position]);
    }
    endLine();
  });
}

template <typename T>
void Writer<T>::matrixMarket() {
  if (tensor.order > 2)
    throw Error("a tensor of order " + std::to_string(tensor.order) +
                " cannot be written as Matrix Market (.mtx); .tns can hold it");
  auto sizeIn = [&](const int64_t *sizes, int32_t mode) {
    return tensor.order > mode ? sizes[mode] : 1;
  };
  bool dense = isAllDense(tensor);
  static constexpr const char *symmetries[] = {"general", "symmetric",
                                               "skew-symmetric", "hermitian"};
  if (text.hasHead) {
    out << "%%MatrixMarket matrix " << (dense ? "array " : "coordinate ")
        << (kept.pattern ? "pattern" : fieldOf<T>()) << ' '
        << symmetries[int(kept.symmetry)] << '\n'
        << sizeIn(text.sizes.data(), 0) << ' ' << sizeIn(text.sizes.data(), 1);
    if (!dense)
      out << ' ' << text.stored;
    out << '\n';
  }
  if (dense)
    array(sizeIn(tensor.sizes, 0), sizeIn(tensor.sizes, 1));
  else
    coordinates();
}

template <typename T>
static bool isNegative(T value) {
  if constexpr (isComplexNumber<T>)
    return false;
  else
    return value < 0;
}

/// True when the shortest text of the value has digits only.
template <typename T>
static bool isWholeNumber(T value) {
  if constexpr (!isReal<T>)
    return false;
  else if constexpr (!std::is_floating_point_v<T>)
    return isWholeNumber(float(value));
  else {
    char text[32];
    auto end = std::to_chars(text, text + sizeof(text), value).ptr;
    return std::string_view(text, size_t(end - text))
               .find_first_not_of("0123456789") == std::string_view::npos;
  }
}

template <typename T>
void Writer<T>::tns() {
  if (tensor.order == 0)
    throw Error("a tensor of order 0 has no coordinates for a .tns file");
  // A .tns file says no sizes; where the coordinates of its entries do not
  // reach them, a comment tells them.
  if (text.hasHead && text.stored && text.reached != text.sizes)
    writeDeclaredSizes(out, text.sizes);
  bool first = text.hasFirstEntry;
  walkAll([&](const int64_t *index, int64_t position) {
    for (int32_t mode = 0; mode != tensor.order; ++mode)
      out << coordinate(index, mode) + 1 << ' ';
    // A first line of digits only could be taken for COMET's header.
    bool isFirst = std::exchange(first, false);
    bool isWhole = !isReal<T> && !isComplexNumber<T>;
    if (isFirst && isWhole && !isNegative(values[position]))
      out << '+';
    putShortest(out, values[position]);
    if (isFirst && isWholeNumber(values[position]))
      out << ".0";
    endLine();
  });
  if (text.stored || !text.hasHead)
    return;
  // Without entries only COMET's header tells the sizes.
  for (int64_t size : text.sizes)
    out << size << ' ';
  out << "0\n";
}

TextOf encke::rt::describeText(const encke_tensor &tensor, WriteForm form) {
  TextOf text;
  text.sizes.assign(tensor.sizes, tensor.sizes + tensor.order);
  text.reached = text.sizes;
  if (isAllDense(tensor)) {
    text.stored = volume(tensor);
    return text;
  }
  if (form != WriteForm::Tns) {
    text.stored = countStored(tensor);
    return text;
  }
  text.reached.assign(text.sizes.size(), 0);
  walkStored(tensor, [&](const int64_t *index, int64_t) {
    ++text.stored;
    for (size_t mode = 0; mode != text.reached.size(); ++mode)
      text.reached[mode] = std::max(text.reached[mode], index[mode] + 1);
  });
  return text;
}

/// As Matrix Market or FROSTT's form.
static void writeLines(const encke_tensor &tensor, const TextOf &text,
                       Output &out, WriteForm form, const Kept &kept,
                       Progress *progress) {
  withElement(tensor.type, [&](auto element) {
    using T = decltype(element);
    Writer<T> writer(tensor, text, out, kept, progress);
    if (form == WriteForm::MatrixMarket)
      writer.matrixMarket();
    else if constexpr (std::is_arithmetic_v<T>)
      writer.tns();
    else
      throw Error("a .tns file holds no complex numbers; .mtx does");
  });
}

void encke::rt::writePart(const encke_tensor &tensor, const TextOf &text,
                          Output &out, WriteForm form) {
  writeLines(tensor, text, out, form, {}, nullptr);
}

void encke::rt::writeText(const encke_tensor &tensor, Output &out,
                          WriteForm form, const Kept &kept,
                          Progress *progress) {
  if (isAllDense(tensor) && !tensor.values)
    throw Error("the tensor is written before it has values");
  if (form == WriteForm::Numpy)
    return writeNumpy(tensor, out);
  if (form == WriteForm::NumpyArchive)
    return writeNumpyArchive(tensor, out);
  if (form == WriteForm::Binsparse)
    return writeBinsparse(tensor, out, kept);
  writeLines(tensor, describeText(tensor, form), out, form, kept, progress);
}

void encke::rt::writeText(const encke_tensor &tensor, Output &out) {
  writeText(tensor, out,
            tensor.order > 2 ? WriteForm::Tns : WriteForm::MatrixMarket);
}

std::optional<WriteForm> encke::rt::findForm(const std::string &path) {
  std::string name = withoutGzip(path);
  static constexpr std::pair<const char *, WriteForm> forms[] = {
      {".mtx", WriteForm::MatrixMarket}, {".tns", WriteForm::Tns},
      {".npy", WriteForm::Numpy},        {".npz", WriteForm::NumpyArchive},
      {".h5", WriteForm::Binsparse},     {".hdf5", WriteForm::Binsparse}};
  for (auto [extension, form] : forms)
    if (hasExtension(name, extension))
      return form;
  return std::nullopt;
}

static WriteForm formOf(const std::string &path) {
  if (std::optional<WriteForm> form = findForm(path))
    return *form;
  throw Error("'" + path +
              "' is neither .mtx, .tns, .npy, .npz nor .h5, nor .gz of these");
}

bool encke::rt::saysKept(const std::string &path) {
  WriteForm form = path == "-" ? WriteForm::MatrixMarket : formOf(path);
  return form == WriteForm::MatrixMarket || form == WriteForm::Binsparse;
}

/// How many entries are written, as far as that is quickly found.
static int64_t sizeOf(const encke_tensor &tensor) {
  return isAllDense(tensor) ? volume(tensor) : tensor.value_count;
}

void encke::rt::writeFile(const encke_tensor &tensor, const std::string &path,
                          const Kept &kept) {
  if (path == "-") {
    Output &out = Context::current().out;
    writeText(tensor, out,
              tensor.order > 2 ? WriteForm::Tns : WriteForm::MatrixMarket,
              kept);
    out.flush();
    return;
  }
  bool compressed = hasExtension(path, ".gz");
  WriteForm form = formOf(path);
  AtomicFile file(path);
  StreamSink plain(file.stream());
  std::optional<GzipSink> gzip;
  if (compressed)
    gzip.emplace(plain);
  Sink &sink = compressed ? static_cast<Sink &>(*gzip) : plain;
  auto out = std::make_unique<Output>(sink, "'" + path + "'");
  bool isText = form == WriteForm::MatrixMarket || form == WriteForm::Tns;
  Progress progress("writing " + path, isText ? sizeOf(tensor) : 0, "entries");
  writeText(tensor, *out, form, kept, &progress);
  out->flush();
  file.commit();
}

void encke_write(const encke_tensor *tensor, const char *path,
                 const char *where) {
  guarded(where, [&] {
    Context &context = Context::current();
    if (context.speaks())
      writeFile(WithoutLayouts(*tensor).get(), path);
    // Who reads the file then must see what was written.
    if (encke_processes *processes = context.processes)
      processes->barrier(processes);
  });
}
