//===- adjacency.h - graphs as lists of neighbours --------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_IO_ADJACENCY_H
#define ENCKE_RUNTIME_IO_ADJACENCY_H

#include "io/stored.h"

namespace encke::rt {

/// True for the first line of such a text; files of other forms have the same
/// extension.
bool mayBeMetisGraph(const Mapping &text);

/// A graph in the format of METIS: a line of how many nodes and edges there
/// are, then a line for each node with its neighbours, counted from 1.
StoredTensor readMetisGraph(const encke_file &file);

} // namespace encke::rt

#endif // ENCKE_RUNTIME_IO_ADJACENCY_H
