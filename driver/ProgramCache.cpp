//===- ProgramCache.cpp - compiled programs on disk -----------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/ProgramCache.h"
#include "passes/Cost/Operations.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/CachePruning.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/SHA256.h"
#include "llvm/TargetParser/Host.h"

#include <unistd.h>

using namespace llvm;
using namespace encke;

/// The first line of each file; to be changed with the form of the file.
static constexpr StringLiteral magic = "encke program 1\n";
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

std::optional<ProgramCache> ProgramCache::open(const Options &options) {
  // Who asks where the time goes, or what is done, wants to see all of it. The
  // library of async threads brings LLVM's libraries, and so no time is saved.
  if (!options.useCache || options.time || options.verbose ||
      options.command != Command::Run || options.program == "-" ||
      options.threading == Threading::Async || !options.emit.empty())
    return std::nullopt;
  std::optional<std::string> folder = findFolder();
  if (!folder ||
      sys::fs::create_directories(*folder, true, sys::fs::owner_all) ||
      !sys::fs::is_directory(*folder) || !isOwn(*folder))
    return std::nullopt;
  return ProgramCache(options, std::move(*folder));
}

//===----------------------------------------------------------------------===//
// What the code depends on
//===----------------------------------------------------------------------===//

unsigned encke::chooseIndexWidth(const Options &options,
                                 ArrayRef<std::string> namedFiles) {
  if (options.indexWidth)
    return options.indexWidth;
  auto isWide = [&](const std::string &file) {
    return encke_needs_wide_indices(file.c_str(), &options.runtime) != 0;
  };
  return any_of(namedFiles, isWide) || any_of(options.dataFiles, isWide) ? 64
                                                                         : 32;
}

/// Calls `see` with the sizes and entries of each file that can be read, else
/// with nothing and 0.
static void forEachHeader(
    const Options &options, ArrayRef<std::string> namedFiles,
    function_ref<void(ArrayRef<int64_t> sizes, int64_t entries)> see) {
  auto peek = [&](const std::string &file) {
    constexpr int32_t capacity = 64;
    int64_t sizes[capacity], entries = 0;
    int32_t order = 0;
    char message[8];
    if (encke_peek_file(file.c_str(), &options.runtime, sizes, capacity, &order,
                        &entries, message, sizeof(message)) == 0)
      see(ArrayRef(sizes, order), entries);
    else
      see({}, 0);
  };
  for_each(namedFiles, peek);
  for_each(options.dataFiles, peek);
}

std::string encke::describeHeaders(const Options &options,
                                   ArrayRef<std::string> namedFiles) {
  std::string text;
  raw_string_ostream os(text);
  forEachHeader(options, namedFiles,
                [&](ArrayRef<int64_t> sizes, int64_t entries) {
                  interleave(sizes, os, " ");
                  os << ": " << entries << ";";
                });
  return text;
}

bool encke::isSmall(const Options &options, ArrayRef<std::string> namedFiles) {
  int64_t total = 0;
  forEachHeader(options, namedFiles, [&](ArrayRef<int64_t>, int64_t entries) {
    // A header may say any number.
    total += std::min(entries, cost::fewStored);
  });
  return total < cost::fewStored;
}

/// Which file this is: another one, even of the same name, has another time or
/// size. One that is not there has size 0.
static void addFile(raw_ostream &key, const Twine &path) {
  sys::fs::file_status status;
  (void)sys::fs::status(path, status);
  key << path << ' ' << status.getSize() << ' '
      << status.getLastModificationTime().time_since_epoch().count() << '\n';
}

/// What the file of a target says. The caches of this machine are not asked: a
/// folder of programs that several machines with one processor share holds code
/// for any of them.
static void addTarget(raw_ostream &key, const std::string &path) {
  if (path.empty())
    return;
  auto file = MemoryBuffer::getFile(path);
  StringRef text = file ? (*file)->getBuffer() : "";
  key << "target " << text.size() << ' ' << text << '\n';
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

std::string ProgramCache::pathOf(StringRef text, unsigned indexWidth) const {
  std::string key;
  raw_string_ostream os(key);
  os << magic << ENCKE_VERSION << '\n';
  static int anchor;
  SmallString<256> compiler(sys::fs::getMainExecutable("encke", &anchor));
  sys::path::remove_filename(compiler);
  addFile(os, Twine(compiler) + "/encke-compiler");
  addFile(os, ENCKE_LLVM_LIBRARIES "/libMLIR.so");
  addFile(os, ENCKE_LLVM_LIBRARIES "/libLLVM.so");
  addMachine(os, options.code);
  addTarget(os, options.target);
  os << options.code.optLevel << ' ' << static_cast<int>(options.threading)
     << ' ' << indexWidth << ' ' << options.fuse << ' ' << options.finite
     << '\n';
  // The path stands in the program's messages.
  os << options.program.size() << ' ' << options.program << '\n' << text;
  SmallString<128> path(folder);
  sys::path::append(path,
                    filePrefix + toHex(SHA256::hash(arrayRefFromStringRef(key)),
                                       /*LowerCase=*/true));
  return std::string(path);
}

//===----------------------------------------------------------------------===//
// Files: the magic line, a hash of the rest, a line of JSON, the object
//===----------------------------------------------------------------------===//

static constexpr size_t hashSize = 32;

static std::string hashOf(StringRef text) {
  std::array<uint8_t, hashSize> hash =
      SHA256::hash(arrayRefFromStringRef(text));
  return std::string(hash.begin(), hash.end());
}

static std::optional<CompiledProgram> readFile(const std::string &path) {
  auto file = MemoryBuffer::getFile(path, /*IsText=*/false,
                                    /*RequiresNullTerminator=*/false,
                                    /*IsVolatile=*/true);
  if (!file || !isOwn(path))
    return std::nullopt;
  StringRef text = (*file)->getBuffer();
  if (!text.consume_front(magic) || text.size() < hashSize)
    return std::nullopt;
  StringRef hash = text.take_front(hashSize);
  text = text.drop_front(hashSize);
  if (hash != hashOf(text))
    return std::nullopt;
  auto [line, object] = text.split('\n');
  Expected<json::Value> header = json::parse(line);
  if (!header) {
    consumeError(header.takeError());
    return std::nullopt;
  }
  CompiledProgram program;
  const json::Object *fields = header->getAsObject();
  const json::Array *names = fields ? fields->getArray("files") : nullptr;
  if (!names)
    return std::nullopt;
  for (const json::Value &name : *names)
    if (std::optional<StringRef> string = name.getAsString())
      program.namedFiles.push_back(string->str());
  if (fields->getBoolean("openmp").value_or(false))
    program.threading = Threading::OpenMP;
  program.headers = fields->getString("headers").value_or("").str();
  if (std::optional<int64_t> count = fields->getInteger("small files"))
    program.smallFiles = *count;
  // A copy is aligned, as the reader of object files wants it.
  program.object = MemoryBuffer::getMemBufferCopy(object, path);
  return program;
}

std::optional<CompiledProgram> ProgramCache::find() const {
  auto text = MemoryBuffer::getFile(options.program);
  if (!text)
    return std::nullopt;
  // Which files the program names, only the entries say.
  for (unsigned width : {32, 64}) {
    std::optional<CompiledProgram> program =
        readFile(pathOf((*text)->getBuffer(), width));
    if (program && chooseIndexWidth(options, program->namedFiles) == width &&
        (program->headers.empty() ||
         program->headers == describeHeaders(options, program->namedFiles)) &&
        (!program->smallFiles ||
         (*program->smallFiles == options.dataFiles.size() &&
          isSmall(options, program->namedFiles))))
      return program;
  }
  return std::nullopt;
}

void ProgramCache::store(const CompiledProgram &program, unsigned indexWidth,
                         StringRef text) const {
  json::Object header;
  header["files"] = json::Array(program.namedFiles);
  header["headers"] = program.headers;
  header["openmp"] = program.threading == Threading::OpenMP;
  if (program.smallFiles)
    header["small files"] = static_cast<int64_t>(*program.smallFiles);
  std::string rest;
  raw_string_ostream os(rest);
  os << json::Value(std::move(header)) << '\n' << program.object->getBuffer();
  std::string path = pathOf(text, indexWidth);
  Expected<sys::fs::TempFile> file = sys::fs::TempFile::create(
      folder + "/" + filePrefix.str() + "new-%%%%%%%%",
      sys::fs::owner_read | sys::fs::owner_write);
  if (!file)
    return consumeError(file.takeError());
  raw_fd_ostream out(file->FD, /*shouldClose=*/false);
  out << magic << hashOf(rest) << rest;
  out.flush();
  bool isWhole = !out.has_error();
  out.clear_error();
  consumeError(isWhole ? file->keep(path) : file->discard());
  if (Expected<CachePruningPolicy> policy = parseCachePruningPolicy(pruning))
    pruneCache(folder, *policy);
  else
    consumeError(policy.takeError());
}
