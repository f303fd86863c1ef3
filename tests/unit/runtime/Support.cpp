//===- Support.cpp - running programs in tests of the runtime -------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace encke::test {

encke_options defaultOptions() {
  encke_options options;
  encke_options_default(&options);
  return options;
}

static const std::function<void()> *currentBody;

Outcome runProgram(const std::function<void()> &body,
                   const encke_options &options,
                   const std::vector<const char *> &files) {
  currentBody = &body;
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  Outcome outcome;
  outcome.status = encke_main([] { (*currentBody)(); }, &options, files.data(),
                              int32_t(files.size()));
  outcome.out = testing::internal::GetCapturedStdout();
  outcome.err = testing::internal::GetCapturedStderr();
  if (testing::Test::HasFailure()) // whose message went the same way
    std::fputs(outcome.out.c_str(), stderr);
  return outcome;
}

Directory::Directory() {
  std::string pattern = testing::TempDir() + "/encke-XXXXXX";
  root = mkdtemp(pattern.data());
}

Directory::~Directory() { std::filesystem::remove_all(root); }

std::string Directory::path(const std::string &name) const {
  return root + "/" + name;
}

std::string Directory::write(const std::string &name,
                             const std::string &text) const {
  std::ofstream(path(name), std::ios::binary) << text;
  return path(name);
}

std::string readFile(const std::string &path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

encke_tensor *readTensor(const char *format, const char *path,
                         int64_t selector) {
  encke_file *file = encke_file_path(path, "p.ta:1:1");
  encke_tensor *tensor = encke_tensor_new(format);
  for (int64_t mode = 0; mode != tensor->order; ++mode) {
    encke_size *size = encke_size_begin("i");
    encke_size_file(size, file, mode, tensor->order, "p.ta:1:1");
    encke_tensor_set_size(tensor, mode, encke_size_end(size));
  }
  encke_read(tensor, file, selector, "p.ta:2:1");
  return tensor;
}

Outcome readAndPrint(const std::string &format, const std::string &path,
                     const encke_options &options, int64_t selector) {
  return runProgram(
      [&] {
        encke_print(readTensor(format.c_str(), path.c_str(), selector), "A");
      },
      options);
}

std::string withoutDirectory(const std::string &message,
                             const std::string &path) {
  std::string directory = path.substr(0, path.rfind('/') + 1), text = message;
  for (size_t at; (at = text.find(directory)) != std::string::npos;)
    text.erase(at, directory.size());
  return text;
}

} // namespace encke::test
