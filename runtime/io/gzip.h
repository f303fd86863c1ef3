//===- gzip.h - compressing data files --------------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_IO_GZIP_H
#define ENCKE_RUNTIME_IO_GZIP_H

#include "core/output.h"

#include <cstddef>
#include <zlib.h>

namespace encke::rt {

/// Compresses what is written and passes it on to another sink.
class GzipSink : public Sink {
public:
  explicit GzipSink(Sink &target);
  ~GzipSink() override;

  bool put(const char *text, size_t length) override;
  /// Ends the compressed data; nothing can follow.
  bool flush() override;

private:
  bool deflateAll(int mode);

  Sink &target;
  z_stream stream = {};
};

} // namespace encke::rt

#endif // ENCKE_RUNTIME_IO_GZIP_H
