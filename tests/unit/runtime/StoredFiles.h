//===- StoredFiles.h - files made byte by byte for tests --------*- C++ -*-===//
//-*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_TESTS_UNIT_RUNTIME_STOREDFILES_H
#define ENCKE_TESTS_UNIT_RUNTIME_STOREDFILES_H

#include "FileOutcome.h"
#include "Support.h"

#include "io/chunks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>
#include <vector>
#include <zlib.h>

namespace encke::test {

/// The bytes of numbers, in this machine's order or the other one.
template <typename T>
std::string bytesOf(const std::vector<T> &numbers, bool swapped = false) {
  std::string bytes;
  for (T number : numbers) {
    char one[sizeof(T)];
    std::memcpy(one, &number, sizeof(T));
    if (swapped)
      std::reverse(one, one + sizeof(T));
    bytes.append(one, sizeof(T));
  }
  return bytes;
}

/// What zlib makes of the text, with a window as zlib counts it.
inline std::string deflated(const std::string &text, int window) {
  z_stream stream = {};
  EXPECT_EQ(deflateInit2(&stream, 9, Z_DEFLATED, window, 9, Z_DEFAULT_STRATEGY),
            Z_OK);
  std::string packed(compressBound(text.size()) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(text.data()));
  stream.avail_in = uInt(text.size());
  stream.next_out = reinterpret_cast<Bytef *>(packed.data());
  stream.avail_out = uInt(packed.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

class StoredFiles : public testing::Test {
protected:
  std::string reads(const std::string &name, const std::string &bytes,
                    const std::string &member = "") {
    std::string path = directory.write(name, bytes);
    FileOutcome outcome = readOutcome(path + member);
    checkThreads(path + member, outcome);
    if (!outcome.error.empty()) { // with the member, or without
      std::string error = outcome.error.substr(path.size());
      bool hasMember = error.compare(0, member.size(), member) == 0;
      return hasMember ? error.substr(member.size()) : error;
    }
    return outcome.sizes + ": " + outcome.contents;
  }

  /// Several threads with small pieces read the same, and refuse the same.
  static void checkThreads(const std::string &path,
                           const FileOutcome &expected) {
    int64_t usual = std::exchange(encke::rt::chunkSize, 4);
    encke_options options = defaultOptions();
    options.threads = 3;
    FileOutcome outcome = readOutcome(path, options);
    encke::rt::chunkSize = usual;
    EXPECT_EQ(outcome.error, expected.error);
    EXPECT_EQ(outcome.sizes, expected.sizes);
    EXPECT_EQ(outcome.contents, expected.contents);
  }

  Directory directory;
};

} // namespace encke::test

#endif // ENCKE_TESTS_UNIT_RUNTIME_STOREDFILES_H
