//===- CacheFolder.cpp - files that are kept for the next time ------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/CacheFolder.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/CachePruning.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/SHA256.h"
#include "llvm/TargetParser/Host.h"

#include <unistd.h>

using namespace llvm;
using namespace encke;

/// The first line of each file; to be changed with the form of the file. A hash
/// of the rest follows, and the content.
static constexpr StringLiteral magic = "encke cache 2\n";
/// What LLVM's pruning takes for a file of a cache.
static constexpr StringLiteral filePrefix = "llvmcache-";
static constexpr StringLiteral pruning =
    "prune_after=30d:cache_size=100%:cache_size_bytes=256m";

//===----------------------------------------------------------------------===//
// The folder
//===----------------------------------------------------------------------===//

static std::optional<std::string> findFolder() {
  if (std::optional<std::string> named = sys::Process::GetEnv("ENCKE_CACHE"))
    return named->empty() ? std::nullopt : named;
  SmallString<128> path;
  if (!sys::path::cache_directory(path))
    return std::nullopt;
  sys::path::append(path, "encke");
  return std::string(path);
}

/// Machine code that somebody else may have written is not run.
static bool isOwn(const Twine &path) {
  sys::fs::file_status status;
  if (sys::fs::status(path, status))
    return false;
  auto others = sys::fs::group_write | sys::fs::others_write;
  return status.getUser() == geteuid() && !(status.permissions() & others);
}

std::optional<CacheFolder> CacheFolder::open() {
  std::optional<std::string> folder = findFolder();
  if (!folder ||
      sys::fs::create_directories(*folder, true, sys::fs::owner_all) ||
      !sys::fs::is_directory(*folder) || !isOwn(*folder))
    return std::nullopt;
  return CacheFolder(std::move(*folder));
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

static constexpr size_t hashSize = 32;

static std::string hashOf(StringRef text) {
  std::array<uint8_t, hashSize> hash =
      SHA256::hash(arrayRefFromStringRef(text));
  return std::string(hash.begin(), hash.end());
}

std::string CacheFolder::pathOf(StringRef key) const {
  SmallString<128> path(folder);
  sys::path::append(path, filePrefix + toHex(hashOf(key), /*LowerCase=*/true));
  return std::string(path);
}

std::unique_ptr<MemoryBuffer> CacheFolder::find(StringRef key) const {
  std::string path = pathOf(key);
  auto file = MemoryBuffer::getFile(path, /*IsText=*/false,
                                    /*RequiresNullTerminator=*/false,
                                    /*IsVolatile=*/true);
  if (!file || !isOwn(path))
    return nullptr;
  StringRef text = (*file)->getBuffer();
  if (!text.consume_front(magic) || text.size() < hashSize)
    return nullptr;
  StringRef hash = text.take_front(hashSize);
  text = text.drop_front(hashSize);
  if (hash != hashOf(text))
    return nullptr;
  // A copy is aligned, as the reader of object files wants it.
  return MemoryBuffer::getMemBufferCopy(text, path);
}

void CacheFolder::store(StringRef key, StringRef content) const {
  Expected<sys::fs::TempFile> file = sys::fs::TempFile::create(
      folder + "/" + filePrefix.str() + "new-%%%%%%%%",
      sys::fs::owner_read | sys::fs::owner_write);
  if (!file)
    return consumeError(file.takeError());
  raw_fd_ostream out(file->FD, /*shouldClose=*/false);
  out << magic << hashOf(content) << content;
  out.flush();
  bool isWhole = !out.has_error();
  out.clear_error();
  consumeError(isWhole ? file->keep(pathOf(key)) : file->discard());
}

void CacheFolder::prune() const {
  if (Expected<CachePruningPolicy> policy = parseCachePruningPolicy(pruning))
    pruneCache(folder, *policy);
  else
    consumeError(policy.takeError());
}

//===----------------------------------------------------------------------===//
// What code depends on
//===----------------------------------------------------------------------===//

/// Which file this is: another one, even of the same name, has another time or
/// size. One that is not there has size 0.
static void addFile(raw_ostream &key, const Twine &path) {
  sys::fs::file_status status;
  (void)sys::fs::status(path, status);
  key << path << ' ' << status.getSize() << ' '
      << status.getLastModificationTime().time_since_epoch().count() << '\n';
}

static void addMachine(raw_ostream &key, const CodeOptions &code) {
  if (!code.isForThisMachine()) {
    key << code.cpu << '\n';
    return;
  }
  key << sys::getHostCPUName();
  StringMap<bool> features = sys::getHostCPUFeatures();
  std::vector<StringRef> enabled;
  for (const auto &feature : features)
    if (feature.second)
      enabled.push_back(feature.first());
  llvm::sort(enabled);
  key << ' ' << join(enabled, ",") << '\n';
}

std::string encke::describeCodeGenerator(const CodeOptions &options) {
  std::string key;
  raw_string_ostream os(key);
  os << ENCKE_VERSION << '\n';
  static int anchor;
  SmallString<256> compiler(sys::fs::getMainExecutable("encke", &anchor));
  sys::path::remove_filename(compiler);
  addFile(os, Twine(compiler) + "/encke-compiler");
  addFile(os, ENCKE_LLVM_LIBRARIES "/libMLIR.so");
  addFile(os, ENCKE_LLVM_LIBRARIES "/libLLVM.so");
  addMachine(os, options);
  os << options.optLevel << '\n';
  return key;
}
