//===- read.cpp - fills a tensor from a data file -------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "storage/read.h"
#include "core/context.h"
#include "core/progress.h"
#include "core/timing.h"
#include "io/data_file.h"
#include "io/tns.h"
#include "storage/pack.h"
#include "storage/tensor.h"

#include <cstdio>

using namespace encke::rt;

void encke::rt::checkSizes(const std::vector<int64_t> &own,
                           const encke_file &file) {
  int64_t order = int64_t(own.size());
  std::vector<int64_t> sizes = file.sizesAs(order);
  for (int64_t mode = 0; mode != order; ++mode) {
    if (file.header().exact && sizes[size_t(mode)] != own[size_t(mode)])
      throw Error(file.path(), "the file holds " + sizesText(sizes) +
                                   ", the tensor is " + sizesText(own));
    bool isVector = file.header().order() != order;
    if (sizes[size_t(mode)] > own[size_t(mode)])
      failPastSize(file, isVector ? 1 - file.unitMode() : mode,
                   own[size_t(mode)]);
  }
}

Selector encke::rt::selectorFor(int32_t order, int64_t number) {
  if (number <= int64_t(Selector::Full) || number > int64_t(Selector::Upper))
    return Selector::Full;
  if (order != 2)
    throw Error("only a matrix has triangles to select, this tensor is of "
                "order " +
                std::to_string(order));
  return Selector(number);
}

AnyEntries encke::rt::readEntries(encke_file &file, int32_t order,
                                  Wanted wanted) {
  Phase phase("parse");
  wanted.takesStarts &= file.header().order() == order;
  AnyEntries entries = file.read(wanted);
  std::visit(
      [&](auto &list) {
        if (list.order() != order)
          list.coordinates.erase(list.coordinates.begin() + file.unitMode());
      },
      entries);
  return entries;
}

void encke::rt::packFrom(const encke_file &file, encke_tensor &tensor,
                         AnyEntries &entries) {
  try {
    std::visit([&](auto &list) { pack(tensor, list); }, entries);
  } catch (Error &error) {
    if (error.place.empty())
      error.place = file.path();
    throw;
  }
}

void encke::rt::readFile(encke_tensor &tensor, const std::string &path,
                         int64_t selector) {
  // The program may have written the file since it was named.
  encke_file &file = openFile(path);
  double start = now();
  file.whileWhole(
      [&] { checkSizes({tensor.sizes, tensor.sizes + tensor.order}, file); });
  Wanted wanted;
  wanted.type = readingType(tensor.type);
  wanted.selector = selectorFor(tensor.order, selector);
  wanted.arrayZeros = isAllDense(tensor);
  wanted.takesStarts = true;
  AnyEntries entries = readEntries(file, tensor.order, wanted);
  double parsed = now();
  Progress storing("storing " + file.path());
  packFrom(file, tensor, entries);
  Progress::clear();
  if (Context::current().options.verbose)
    std::fprintf(stderr, "%s: read in %.3f ms, packed in %.3f ms\n",
                 file.path().c_str(), (parsed - start) * 1e3,
                 (now() - parsed) * 1e3);
}

void encke_read(encke_tensor *tensor, encke_file *file, int64_t selector,
                const char *where) {
  guarded(where, [&] { readFile(*tensor, file->path(), selector); });
}
