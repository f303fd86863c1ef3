//===- tns.h - FROSTT's and COMET's .tns files ------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_IO_TNS_H
#define ENCKE_RUNTIME_IO_TNS_H

#include "io/data_file.h"

namespace encke::rt {

/// What .tns files are taken for. The values are part of the ABI.
enum class TnsDialect : int32_t {
  Auto,
  Frostt,  ///< from 1, without a header
  Comet,   ///< from 0, with a header
  Frostt0, ///< from 0, without a header
  Header1, ///< from 1, with a header
  Edges,   ///< two nodes a line, and perhaps a value; from 0 if one is 0
  Edges0,
  Edges1
};

inline bool isEdges(TnsDialect dialect) { return dialect >= TnsDialect::Edges; }

/// Reads a whole .tns file, entries and what serves as its header. Without
/// `keeps` entries of more than one coordinate are parsed and forgotten.
AnyEntries parseTns(const encke_file &file, int32_t dialect, int32_t type,
                    Header &header, bool keeps = true);
/// Reads this process's share of a file with such a header.
AnyEntries parseTnsShare(const encke_file &file, int32_t dialect, int32_t type,
                         encke_processes &readers);

/// Fails at the first coordinate of mode `mode` that does not fit `size`, which
/// `teller` tells, if not the program.
[[noreturn]] void failPastSize(const encke_file &file, int64_t mode,
                               int64_t size, const std::string &teller = "");

/// Makes each value the nearest float. Those of which the double does not tell
/// it are read again; the entries are those of the file, in its order.
template <typename Index>
void roundToFloats(const encke_file &file, Entries<Index> &entries);

/// Keeps the selected entries of a matrix; other orders have no triangle.
template <typename Index>
void select(Entries<Index> &entries, Selector selector) {
  if (selector == Selector::Full || entries.order() != 2)
    return;
  auto &rows = entries.coordinates[0], &columns = entries.coordinates[1];
  int64_t kept = 0;
  for (int64_t e = 0; e != entries.size(); ++e) {
    if (!selects(selector, rows[e], columns[e]))
      continue;
    rows[kept] = rows[e];
    columns[kept] = columns[e];
    entries.values.set(kept, entries.values[e]);
    ++kept;
  }
  entries.setSize(kept);
}

} // namespace encke::rt

#endif // ENCKE_RUNTIME_IO_TNS_H
