//===- GzipTest.cpp - compressed files, and archives of matrices ----------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstring>
#include <zlib.h>

using namespace encke::test;

namespace {

const std::string matrix = "%%MatrixMarket matrix coordinate real general\n"
                           "2 3 2\n1 1 1.5\n2 3 -2\n";
const std::string matrixPrinted =
    "# A: 2 x 3 double, 2 entries stored as {D, CU}; coordinates count from "
    "0\n0 0 1.5\n1 2 -2\n";

/// The text as gzip compresses it.
std::string compress(std::string text) {
  z_stream stream = {};
  deflateInit2(&stream, 9, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY);
  std::string compressed(compressBound(text.size()) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef *>(text.data());
  stream.avail_in = uInt(text.size());
  stream.next_out = reinterpret_cast<Bytef *>(compressed.data());
  stream.avail_out = uInt(compressed.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  compressed.resize(stream.total_out);
  deflateEnd(&stream);
  return compressed;
}

/// One member of an archive, in whole blocks; its header says `size`.
std::string member(const std::string &name, const std::string &text,
                   const std::string &size, char type) {
  std::string block(512, '\0');
  name.copy(&block[0], 100);
  size.copy(&block[124], 12);
  block[156] = type;
  std::memcpy(&block[257], "ustar\00000", 8);
  std::memset(&block[148], ' ', 8);
  unsigned sum = 0;
  for (char c : block)
    sum += static_cast<unsigned char>(c);
  std::snprintf(&block[148], 8, "%06o", sum);
  std::string padding((512 - text.size() % 512) % 512, '\0');
  return block + text + padding;
}

std::string member(const std::string &name, const std::string &text,
                   char type = '0') {
  char size[12];
  std::snprintf(size, sizeof(size), "%011zo", text.size());
  return member(name, text, size, type);
}

const std::string endOfArchive(1024, '\0');

class Gzip : public testing::Test {
protected:
  /// What the file reads as, or the first line of the error.
  std::string reads(const std::string &name, const std::string &bytes,
                    const std::string &format = "f64 4 4 D0 C1") {
    std::string path = directory.write(name, bytes);
    Outcome outcome = readAndPrint(format, path);
    std::string text =
        outcome.status == 0 ? outcome.out : withoutDirectory(outcome.err, path);
    return outcome.status == 0 ? text : text.substr(0, text.find('\n'));
  }

  Directory directory;
};

TEST_F(Gzip, Reads) {
  EXPECT_EQ(reads("a.mtx.gz", compress(matrix)), matrixPrinted);
  // Known by its content, with any name.
  EXPECT_EQ(reads("a.mtx", compress(matrix)), matrixPrinted);
  EXPECT_EQ(reads("a", compress(matrix)), matrixPrinted);
  EXPECT_EQ(reads("a.tns.gz", compress("1 1 1.5\n2 3 -2\n")), matrixPrinted);
  EXPECT_EQ(reads("a.TNS.GZ", compress("2 3 2\n0 0 1.5\n1 2 -2\n")),
            matrixPrinted);
}

TEST_F(Gzip, ReadsPiecesInARow) {
  EXPECT_EQ(reads("a.mtx.gz",
                  compress(matrix.substr(0, 60)) + compress(matrix.substr(60))),
            matrixPrinted);
}

TEST_F(Gzip, ReadsWhatZerosFollow) {
  for (size_t zeros : {1, 100, 5000})
    EXPECT_EQ(reads("a.mtx.gz", compress(matrix) + std::string(zeros, '\0')),
              matrixPrinted);
  EXPECT_EQ(reads("a.mtx.gz", compress(matrix) + std::string(100, '\0') + "x"),
            "a.mtx.gz: error: the compressed data are damaged: incorrect "
            "header check");
}

TEST_F(Gzip, ReadsMoreThanItFirstHasRoomFor) {
  std::string text = matrix + std::string(5 << 20, '\n') + "% the end\n";
  EXPECT_EQ(reads("a.mtx.gz", compress(text)), matrixPrinted);
}

TEST_F(Gzip, ErrorsInsideHaveTheirLine) {
  EXPECT_EQ(reads("a.mtx.gz", compress(matrix + "x\n")),
            "a.mtx.gz:5:1: error: an entry past the 2 that the header "
            "declares");
  EXPECT_EQ(reads("a.mtx.gz", compress("")).substr(0, 33),
            "a.mtx.gz:1:1: error: expected the");
}

TEST_F(Gzip, RefusesDamage) {
  std::string bytes = compress(matrix);
  for (size_t length = 2; length != bytes.size(); ++length)
    EXPECT_EQ(reads("a.mtx.gz", bytes.substr(0, length)),
              "a.mtx.gz: error: the compressed data end too early")
        << length;
  std::string damaged = bytes;
  damaged[damaged.size() - 6] ^= 1; // in the checksum
  EXPECT_EQ(reads("a.mtx.gz", damaged),
            "a.mtx.gz: error: the compressed data are damaged: incorrect data "
            "check");
  EXPECT_EQ(reads("a.mtx.gz", bytes + "more").substr(0, 52),
            "a.mtx.gz: error: the compressed data are damaged: in");
}

TEST_F(Gzip, ArchivesOfTheCollection) {
  std::string other = member("thing/thing_b.mtx", "no matrix at all");
  std::string folder = member("thing/", "", '5');
  std::string wanted = member("thing/thing.mtx", matrix);
  std::string after = member("thing/thing_coord.mtx", std::string(3000, 'x'));
  for (const std::string &members :
       {wanted, folder + wanted, folder + other + wanted + after})
    EXPECT_EQ(reads("renamed.tar.gz", compress(members + endOfArchive)),
              matrixPrinted);
  EXPECT_EQ(reads("a.tgz", compress(folder + wanted)), matrixPrinted);
}

// A header has room for 100 characters; longer names come before it.
TEST_F(Gzip, LongNamesInArchives) {
  std::string folder(60, 'x'), name = folder + "/" + folder + ".mtx";
  std::string wanted = member(name.substr(0, 100), matrix + "x\n");
  std::string gnu = member("././@LongLink", name + '\0', 'L');
  std::string link = member("././@LongLink", name + '\0', 'K');
  std::string time = "20 mtime=1700000000\n", path = "135 path=" + name + "\n";
  std::string pax = member("PaxHeaders/x", time + path, 'x');
  std::string global = member("pax_global_header", "13 comment=c\n", 'g');
  for (const std::string &before : {gnu, gnu + link, pax, global + pax})
    EXPECT_EQ(reads("a.tar.gz", compress(before + wanted + endOfArchive)),
              "a.tar.gz:" + name +
                  ":5:1: error: an entry past the 2 that the header declares");
  // For one member only.
  EXPECT_EQ(reads("a.tar.gz",
                  compress(gnu + member("a", "", '5') + wanted + endOfArchive)),
            "a.tar.gz: error: the archive has no matrix 'name/name.mtx', but " +
                name.substr(0, 100));
  for (const char *records : {"x", "8 path=a", "999 path=a\n", "1 path=a\n",
                              "7path=a\n", "99999999999999999999 a=b\n"})
    EXPECT_EQ(reads("a.tar.gz", compress(member("x", records, 'x') + wanted +
                                         endOfArchive)),
              "a.tar.gz: error: the archive is damaged: a header without "
              "records")
        << records;
}

// Members of 8 GiB and more have sizes that eleven octal digits do not say.
TEST_F(Gzip, LargeSizesInArchives) {
  auto inBytes = [](uint64_t size) {
    std::string text(12, '\0');
    for (size_t at = 11; at != 3; --at, size /= 256)
      text[at] = char(size % 256);
    text[0] = '\x80';
    return text;
  };
  std::string gnu = member("t/t.mtx", matrix, inBytes(matrix.size()), '0');
  EXPECT_EQ(reads("a.tar.gz", compress(gnu + endOfArchive)), matrixPrinted);
  std::string size = "size=" + std::to_string(matrix.size()) + "\n";
  std::string record = std::to_string(size.size() + 3) + " " + size;
  std::string pax = member("PaxHeaders/t", record, 'x') +
                    member("t/t.mtx", matrix, "00000000000", '0');
  EXPECT_EQ(reads("a.tar.gz", compress(pax + endOfArchive)), matrixPrinted);
  // More than there is, or than can be.
  std::string large = member("a", "", inBytes(uint64_t(1) << 40), '0');
  EXPECT_EQ(reads("a.tar.gz", compress(large)),
            "a.tar.gz: error: the archive ends too early");
  std::string none = inBytes(~uint64_t(0));
  EXPECT_EQ(reads("a.tar.gz", compress(member("a", "", none, '0'))),
            "a.tar.gz: error: the archive is damaged: 'a' has no size");
  std::string most = "28 size=9223372036854775807\n";
  EXPECT_EQ(
      reads("a.tar.gz", compress(member("x", most, 'x') + member("a", "x"))),
      "a.tar.gz: error: the archive is damaged: 'a' has "
      "9223372036854775807 bytes");
  for (const char *bad : {"12 size=-10\n", "10 size=x\n", "9 size=\n"})
    EXPECT_EQ(reads("a.tar.gz", compress(member("x", bad, 'x'))),
              "a.tar.gz: error: the archive is damaged: a header without "
              "records");
}

TEST_F(Gzip, ArchivesOfTwoMatrices) {
  std::string one = member("a/a.mtx", matrix), other = member("b/b.mtx", "x");
  EXPECT_EQ(reads("a.tar.gz", compress(one + other + endOfArchive)),
            "a.tar.gz: error: the archive has two matrices: 'a/a.mtx' and "
            "'b/b.mtx'");
  EXPECT_EQ(reads("a.tar.gz", compress(one + other + one + endOfArchive)),
            "a.tar.gz: error: the archive has two matrices: 'a/a.mtx' and "
            "'b/b.mtx'");
  EXPECT_EQ(reads("a.tar.gz", compress(one + one + endOfArchive)),
            "a.tar.gz: error: the archive has two matrices: 'a/a.mtx' and "
            "'a/a.mtx'");
}

TEST_F(Gzip, NoArchives) {
  const char *why = ": error: the file is no archive as tar writes them "
                    "(POSIX's ustar and pax, GNU's)";
  std::string damaged = member("a/a.mtx", matrix);
  ++damaged[0]; // against its checksum
  for (const std::string &text :
       {std::string(), std::string("1 1 1.5\n"), damaged})
    EXPECT_EQ(reads("a.TAR.gz", compress(text)), "a.TAR.gz" + std::string(why));
  EXPECT_EQ(reads("a.tar", damaged), "a.tar" + std::string(why));
}

TEST_F(Gzip, ArchivesThatAreNotCompressed) {
  std::string archive = member("a/a.mtx", matrix) + endOfArchive;
  for (const char *name : {"a.tgz", "a.tar", "a.mtx.gz", "a"})
    EXPECT_EQ(reads(name, archive), matrixPrinted);
}

TEST_F(Gzip, ChosenMembers) {
  std::string one = member("./b.mtx", matrix), other = member("c.mtx", matrix);
  EXPECT_EQ(reads("a.tar.gz", compress(one + endOfArchive)), matrixPrinted);
  std::string path =
      directory.write("b.tar.gz", compress(other + one + endOfArchive));
  EXPECT_EQ(readAndPrint("f64 4 4 D0 C1", path + ":b.mtx").out, matrixPrinted);
  EXPECT_EQ(
      withoutDirectory(readAndPrint("f64 4 4 D0 C1", path).err, path),
      "b.tar.gz: error: the archive has no matrix 'name/name.mtx', but "
      "c.mtx, ./b.mtx\n  help: behind a colon a member's name chooses it: "
      "b.tar.gz:c.mtx\n  in p.ta:1:1\n");
}

TEST_F(Gzip, BadArchives) {
  std::string wanted = member("thing/thing.mtx", matrix);
  std::string other = member("thing/thing_b.mtx", "x");
  EXPECT_EQ(reads("a.tar.gz", compress(other + endOfArchive)),
            "a.tar.gz:thing/thing_b.mtx:1:1: error: expected the banner "
            "'%%MatrixMarket', found 'x'");
  EXPECT_EQ(reads("a.tar.gz", compress(member("b.txt", "x") + endOfArchive)),
            "a.tar.gz: error: the archive has no matrix 'name/name.mtx', but "
            "b.txt");
  EXPECT_EQ(reads("a.tar.gz", compress(wanted.substr(0, 540))),
            "a.tar.gz: error: the archive ends within 'thing/thing.mtx'");
  EXPECT_EQ(reads("a.tar.gz", compress(other + "x")),
            "a.tar.gz: error: the archive ends too early");
  for (const std::string &before : {other, wanted})
    EXPECT_EQ(reads("a.tar.gz", compress(before + std::string(512, 'x'))),
              "a.tar.gz: error: the archive is damaged");
  EXPECT_EQ(reads("a.tar.gz", compress(member("t/t.mtx", matrix + "x\n"))),
            "a.tar.gz:t/t.mtx:5:1: error: an entry past the 2 that the header "
            "declares");
}

// Also where the damage is behind the matrix, or seen only there.
TEST_F(Gzip, RefusesDamagedArchives) {
  std::string bytes = compress(
      member("thing/thing.mtx", matrix) +
      member("thing/thing_b.mtx", std::string(3000, 'x')) + endOfArchive);
  for (size_t length = 2; length != bytes.size(); ++length)
    EXPECT_EQ(reads("a.tar.gz", bytes.substr(0, length)),
              "a.tar.gz: error: the compressed data end too early")
        << length;
  std::string damaged = bytes;
  damaged[damaged.size() - 6] ^= 1; // in the checksum
  EXPECT_EQ(reads("a.tar.gz", damaged),
            "a.tar.gz: error: the compressed data are damaged: incorrect data "
            "check");
}

TEST_F(Gzip, WritesWhatItReads) { // L14
  std::string input = directory.write("in.mtx", matrix);
  for (const char *name : {"out.mtx.gz", "out.tns.gz"}) {
    std::string output = directory.path(name);
    Outcome outcome = runProgram([&] {
      encke_write(readTensor("f64 4 4 D0 C1", input.c_str()), output.c_str(),
                  nullptr);
    });
    EXPECT_EQ(outcome.err, "");
    EXPECT_EQ(readFile(output).substr(0, 2), "\x1f\x8b");
    EXPECT_EQ(readAndPrint("f64 4 4 D0 C1", output).out, matrixPrinted);
  }
  // What zlib reads in one go, and gunzip, too.
  gzFile file = gzopen(directory.path("out.mtx.gz").c_str(), "rb");
  char text[256];
  int length = gzread(file, text, sizeof(text));
  EXPECT_EQ(std::string(text, size_t(length)), matrix);
  EXPECT_EQ(gzclose(file), Z_OK);
}

TEST_F(Gzip, WritesALot) {
  std::string path = directory.path("r.tns.gz");
  Outcome outcome = runProgram([&] {
    encke_tensor *one = encke_tensor_new("f64 4 4 D0 D1");
    encke_tensor_set_size(one, 0, 300);
    encke_tensor_set_size(one, 1, 200);
    encke_random(one, 3);
    encke_write(one, path.c_str(), nullptr);
    encke_tensor *two = readTensor("f64 4 4 D0 D1", path.c_str());
    EXPECT_EQ(std::memcmp(one->values, two->values, 300 * 200 * 8), 0);
  });
  EXPECT_EQ(outcome.err, "");
}

} // namespace
