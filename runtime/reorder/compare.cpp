//===- compare.cpp - a table of orderings ---------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "core/context.h"
#include "io/data_file.h"
#include "reorder/choose.h"
#include "reorder/measures.h"
#include "reorder/permute.h"
#include "storage/tensor.h"

#include <cmath>
#include <cstdio>

using namespace encke::rt;

namespace {

constexpr int kernels = 4; ///< SpMV and SpMM, each on one thread and on two

/// One line of the table.
struct Row {
  OrderMeasures measures;
  double cost = 0; ///< seconds: finding the order, bringing the matrix into it
  double seconds[kernels] = {};
};

class Comparison {
public:
  Comparison(encke_tensor &matrix, encke_time_kernel time, void *data,
             const OrderCosts &costs)
      : matrix(matrix), pattern(patternOf(matrix)),
        what(usualRenumbering(pattern)), time(time), data(data), costs(costs) {}

  void print(Output &out);

private:
  Row measure(const std::string &method);
  void printRow(Output &out, const std::string &method, const Row &row);
  void printChoices(Output &out) const;
  std::string payment(const Row &row, int kernel) const;

  encke_tensor &matrix; ///< CSR
  Pattern pattern;
  Renumbering what;
  encke_time_kernel time;
  void *data;
  const OrderCosts &costs;
  Row asRead;
};

} // namespace

static void printLine(Output &out, const char *const (&cells)[10]) {
  static const int widths[] = {10, 9, 12, 9, 9, 8, 8, 8, 8, 16};
  std::string line;
  for (int cell = 0; cell != 10; ++cell) {
    char text[64];
    std::snprintf(text, sizeof(text), cell == 0 ? "  %-*s" : " %*s",
                  widths[cell], cells[cell]);
    line += text;
  }
  out << line << '\n';
}

Row Comparison::measure(const std::string &method) {
  Row row;
  double start = encke_get_time();
  Permutations numbers = orderBy(method, what, 0);
  const Permutation &rows = numbers.front(), &columns = numbers.back();
  encke_tensor *permuted = newTensor("f64 4 4 D0 C1");
  for (int32_t mode : {0, 1})
    encke_tensor_set_size(permuted, mode, matrix.sizes[mode]);
  permute(*permuted, matrix, {&rows, &columns});
  row.cost = encke_get_time() - start;
  row.measures = measureOrder(pattern, rows, columns);
  for (int kernel = 0; kernel != kernels; ++kernel)
    row.seconds[kernel] =
        time(data, permuted, kernel < 2 ? 1 : 32, kernel % 2 + 1);
  encke_tensor_free(permuted);
  return row;
}

/// After how many calls the time that was saved exceeds the cost.
std::string Comparison::payment(const Row &row, int kernel) const {
  double saved = asRead.seconds[kernel] - row.seconds[kernel];
  // Less than what two measurements of the same differ by.
  if (saved < 0.02 * asRead.seconds[kernel])
    return "never";
  return std::to_string(int64_t(std::ceil(row.cost / saved)));
}

void Comparison::printRow(Output &out, const std::string &method,
                          const Row &row) {
  auto text = [](const char *form, double value) {
    char buffer[32];
    std::snprintf(buffer, sizeof(buffer), form, value);
    return std::string(buffer);
  };
  bool isFirst = method == "none";
  std::string cells[10] = {
      isFirst ? "as read" : method,
      std::to_string(row.measures.bandwidth),
      std::to_string(row.measures.profile),
      text("%.1f", row.measures.reuseDistance),
      isFirst ? "-" : text("%.3g", 1e3 * row.cost),
  };
  for (int kernel = 0; kernel != kernels; ++kernel)
    cells[5 + kernel] = text("%.3g", 1e3 * row.seconds[kernel]);
  cells[9] = isFirst ? "-" : payment(row, 0) + " / " + payment(row, 2);
  const char *texts[10];
  for (int cell = 0; cell != 10; ++cell)
    texts[cell] = cells[cell].c_str();
  printLine(out, texts);
}

/// L66.
void Comparison::printChoices(Output &out) const {
  constexpr int64_t columns[] = {1, 32};
  for (int64_t count : columns) {
    Walk walk(matrix);
    walk.leastBytes = walk.mostBytes = count * int64_t(sizeof(double));
    Choice choice = chooseOrder(what, walk, costs);
    out << "  auto for " << (count == 1 ? "SpMV: " : "SpMM: ")
        << choice.describe() << '\n';
  }
}

void Comparison::print(Output &out) {
  out << (what.count == 1
              ? "  rows and columns are numbered alike: the pattern is "
                "symmetric"
              : "  rows and columns are numbered apart: the pattern is not "
                "symmetric")
      << "\n  times in milliseconds; SpMM has 32 columns\n\n";
  printLine(out, {"", "", "", "reuse", "", "SpMV", "SpMV", "SpMM", "SpMM",
                  "calls to pay off"});
  printLine(out, {"order", "bandwidth", "profile", "distance", "cost", "1 thr.",
                  "2 thr.", "1 thr.", "2 thr.", "SpMV / SpMM"});
  for (const char *method : {"none", "lexi", "rcm", "degree", "partition"}) {
    try {
      Row row = measure(method);
      if (std::string(method) == "none")
        asRead = row;
      printRow(out, method, row);
    } catch (const Error &error) { // METIS is missing
      out << "  " << method << ": " << error.what() << '\n';
    }
    out.flush();
  }
  printChoices(out);
}

static struct {
  const char *path;
  encke_time_kernel time;
  void *data;
  const int32_t *costs;
} request;

static void compare() {
  encke_file *file = encke_file_path(request.path, nullptr);
  encke_tensor *matrix = guarded(nullptr, [&] {
    const Header &header = file->header();
    if (header.order() != 2)
      throw Error("orders are compared on matrices, but " + file->path() +
                  " has " + std::to_string(header.order()) + " dimensions");
    encke_tensor *made = encke_tensor_new(
        header.field == Field::Complex ? "c128 4 4 D0 C1" : "f64 4 4 D0 C1");
    for (int64_t mode : {0, 1})
      encke_tensor_set_size(made, mode, header.sizes[size_t(mode)]);
    return made;
  });
  encke_read(matrix, file, 0, nullptr);
  guarded(nullptr, [&] {
    if (matrix->type == ENCKE_C128)
      throw Error("not supported yet: comparing the orders of a complex "
                  "matrix");
    Output &out = Context::current().out;
    out << request.path << ": " << sizesText(file->header().sizes) << ", "
        << matrix->value_count << " entries\n";
    OrderCosts costs(request.costs);
    Comparison(*matrix, request.time, request.data, costs).print(out);
  });
}

int encke_compare_orders(const char *path, const encke_options *options,
                         encke_time_kernel time, void *data,
                         const int32_t *costs) {
  request = {path, time, data, costs};
  return encke_main([] { compare(); }, options, nullptr, 0);
}
