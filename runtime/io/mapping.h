//===- mapping.h - a file's text in memory ----------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_IO_MAPPING_H
#define ENCKE_RUNTIME_IO_MAPPING_H

#include "core/array.h"

#include <cstddef>
#include <functional>
#include <string>
#include <sys/stat.h>

namespace encke::rt {

class ByteSource;
class MemberChoice;

/// Where the bytes of a file are.
enum class FileBytes {
  Mapped, ///< its pages: for the program that has the process to itself
  Copied  ///< memory: nothing in the process changes while they are looked at
};

/// True when the path, or the archive of which it names a member, is there.
bool isThere(const std::string &path);

/// A file's text: its bytes, or what they hold compressed; always
/// followed by a zero byte and `readAhead` more that can be read, so that a
/// scan for digits or blanks needs no check for the end.
class Mapping {
public:
  Mapping(const std::string &path, FileBytes bytes);
  ~Mapping();
  Mapping(const Mapping &) = delete;
  Mapping &operator=(const Mapping &) = delete;

  const char *begin() const { return text + markBytes; }
  const char *end() const { return text + length; }
  size_t size() const { return length - markBytes; }
  /// Begins the text behind the byte-order mark that some editors put there,
  /// three bytes that nobody sees. False where there is none.
  bool skipMark();
  /// True for a place in the text, and for its end.
  bool contains(const char *place) const {
    auto at = reinterpret_cast<uintptr_t>(place);
    return at >= reinterpret_cast<uintptr_t>(begin()) &&
           at <= reinterpret_cast<uintptr_t>(end());
  }
  /// Reads the lines from `begin` to `end` into `copy`, so that no page of the
  /// file need be mapped for them, which costs several times as much where
  /// memory is virtual twice. False, and they have to be looked at where they
  /// are, if there is no file to read them from, if the last one does not end,
  /// or if the file is shorter now. Behind the copy can be read, too.
  bool copyLines(const char *begin, const char *end, Array<char> &copy) const;
  /// Behind the first end of a line from `from` on, or the text's end.
  const char *behindLine(const char *from) const;
  /// Runs `read`, which looks at the text. A file that becomes shorter
  /// meanwhile is an error, in place of what `read` makes of the rest.
  void whileWhole(const std::string &path,
                  const std::function<void()> &read) const;
  /// The text is that of a file as it is, which can be read in pieces.
  bool isFile() const { return file >= 0; }
  /// The file in an archive that the text is of, or empty.
  const std::string &member() const { return memberName; }
  /// The member that the path names, or empty.
  const std::string &wantedMember() const { return wanted; }
  /// Gives back the memory of a text that is no longer needed, where the file
  /// can be read again, which a pipe cannot.
  void drop();
  /// True when the file is still the one that was mapped, unchanged, and its
  /// text is here.
  bool isCurrent() const;
  /// Lets `change` alter the text, of which there is no other copy then, in
  /// place.
  void rewrite(const std::string &path,
               const std::function<void(char *begin, char *end)> &change);

  /// What the file has between two places of a text that `rewrite` has changed;
  /// empty where it cannot be read again, and of another text.
  std::string original(const char *begin, const char *end) const;

private:
  Mapping(Mapping &&other) noexcept; ///< takes the text
  void mapFile(int descriptor, const std::string &path);
  void copyFile(int descriptor, const std::string &path);
  void readStream(int descriptor, const std::string &path);
  void unpack(const std::string &path, int depth = 0);
  void decompress(const std::string &path, int depth);
  void readAll(ByteSource &source, const std::string &path);
  bool readMember(ByteSource &source, const std::string &path,
                  MemberChoice &choice);
  void readZip(const std::string &path);
  void reserve(size_t bytes);
  void checkGrowth(const std::string &path) const;
  size_t room() const; ///< for text
  bool isShorter() const;
  void checkWhole(const std::string &path, bool lostPages) const;
  void release();

  char *text = nullptr;
  size_t length = 0;    ///< with the mark
  size_t markBytes = 0; ///< of a byte-order mark that is skipped
  size_t mapped = 0;    ///< bytes to unmap
  size_t fileBytes = 0; ///< before it was decompressed
  bool isRewritten = false;
  Array<char> copied; ///< the text, or empty
  int file = -1;      ///< of which the text is pages, open; else it is a copy
  struct stat status = {};
  std::string fileName; ///< without the member that the path may name
  std::string wanted;   ///< that member, or empty
  std::string memberName;
};

} // namespace encke::rt

#endif // ENCKE_RUNTIME_IO_MAPPING_H
