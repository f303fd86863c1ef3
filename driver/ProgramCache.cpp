//===- ProgramCache.cpp - compiled programs on disk -----------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/ProgramCache.h"
#include "passes/Cost/Operations.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/SHA1.h"

using namespace llvm;
using namespace encke;

/// True for what can be read only once: the compiler is another program.
static bool isStream(const std::string &path) {
  sys::fs::file_status status;
  return path == "-" ||
         (!sys::fs::status(path, status) && sys::fs::exists(status) &&
          !sys::fs::is_regular_file(status));
}

std::optional<ProgramCache> ProgramCache::open(const Options &options) {
  // Who asks where the time goes, or what is done, wants to see all of it. The
  // library of async threads brings LLVM's libraries, and so no time is saved.
  if (!options.useCache || options.time || options.verbose ||
      options.command != Command::Run || isStream(options.program) ||
      any_of(options.dataFiles, isStream) ||
      options.threading == Threading::Async || !options.emit.empty())
    return std::nullopt;
  std::optional<CacheFolder> folder = CacheFolder::open();
  return folder ? std::optional(ProgramCache(options, std::move(*folder)))
                : std::nullopt;
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

std::vector<std::string>
encke::addReadFiles(std::vector<std::string> namedFiles,
                    ArrayRef<ProgramParameter> parameters,
                    const Options &options) {
  for (const ProgramParameter &parameter : parameters)
    if (parameter.isRead)
      namedFiles.push_back(getSetting(options.settings, parameter.name)
                               .value_or(parameter.value));
  return namedFiles;
}

std::vector<std::string>
encke::getFixedValues(ArrayRef<ProgramParameter> parameters,
                      const Options &options) {
  std::vector<std::string> values;
  for (const ProgramParameter &parameter : parameters)
    if (parameter.isFixed)
      values.push_back(getSetting(options.settings, parameter.name)
                           .value_or(parameter.value));
  return values;
}

std::string encke::hashOf(StringRef text) {
  return toHex(SHA1::hash(arrayRefFromStringRef(text)), /*LowerCase=*/true);
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

std::string ProgramCache::keyOf(StringRef text, unsigned indexWidth) const {
  std::string key;
  raw_string_ostream os(key);
  os << "program\n"
     << describeCodeGenerator(options.code)
     << static_cast<int>(options.threading) << ' ' << indexWidth << ' '
     << options.fuse << ' ' << options.finite << ' ' << options.strictMarks
     << ' ' << (options.runtime.processes != 0)
     << (options.runtime.processes < 0) << options.reproducible << ' '
     << static_cast<int>(options.device) << '\n';
  addTarget(os, options.target);
  // The path stands in the program's messages.
  os << options.program.size() << ' ' << options.program << '\n' << text;
  return key;
}

//===----------------------------------------------------------------------===//
// Files: a line of JSON, the objects
//===----------------------------------------------------------------------===//

static void writeParameters(const CompiledProgram &program,
                            json::Object &header) {
  json::Array parameters, imports;
  for (const ProgramParameter &parameter : program.parameters)
    parameters.push_back(json::Array({parameter.name, parameter.value,
                                      static_cast<int64_t>(parameter.kind),
                                      parameter.isFixed, parameter.isRead}));
  for (const CompiledProgram::Import &import : program.imports)
    imports.push_back(json::Array({import.path, import.hash}));
  if (!parameters.empty())
    header["parameters"] = std::move(parameters);
  if (!program.fixed.empty())
    header["fixed"] = json::Array(program.fixed);
  if (!imports.empty())
    header["imports"] = std::move(imports);
}

static std::string textIn(const json::Array &list, size_t place) {
  return place < list.size() ? list[place].getAsString().value_or("").str()
                             : "";
}

static void readParameters(const json::Object &header,
                           CompiledProgram &program) {
  auto forEach = [&](StringRef name,
                     function_ref<void(const json::Value &)> see) {
    if (const json::Array *list = header.getArray(name))
      for_each(*list, see);
  };
  forEach("parameters", [&](const json::Value &value) {
    const json::Array *fields = value.getAsArray();
    if (!fields || fields->size() != 5)
      return;
    program.parameters.push_back(
        {textIn(*fields, 0), textIn(*fields, 1),
         rt::ParameterKind((*fields)[2].getAsInteger().value_or(0)),
         (*fields)[3].getAsBoolean().value_or(false),
         (*fields)[4].getAsBoolean().value_or(false)});
  });
  forEach("fixed", [&](const json::Value &value) {
    program.fixed.push_back(value.getAsString().value_or("").str());
  });
  forEach("imports", [&](const json::Value &value) {
    if (const json::Array *fields = value.getAsArray())
      program.imports.push_back({textIn(*fields, 0), textIn(*fields, 1)});
  });
}

/// The files that the program imports are as they were.
static bool hasSameImports(const CompiledProgram &program) {
  return all_of(program.imports, [](const CompiledProgram::Import &import) {
    auto file = MemoryBuffer::getFile(import.path, /*IsText=*/false);
    return file && hashOf((*file)->getBuffer()) == import.hash;
  });
}

static std::optional<CompiledProgram> readProgram(const MemoryBuffer &file) {
  auto [line, rest] = file.getBuffer().split('\n');
  Expected<json::Value> header = json::parse(line);
  if (!header) {
    consumeError(header.takeError());
    return std::nullopt;
  }
  CompiledProgram program;
  const json::Object *fields = header->getAsObject();
  const json::Array *names = fields ? fields->getArray("files") : nullptr,
                    *sizes = fields ? fields->getArray("objects") : nullptr;
  if (!names || !sizes)
    return std::nullopt;
  for (const json::Value &name : *names)
    if (std::optional<StringRef> string = name.getAsString())
      program.namedFiles.push_back(string->str());
  readParameters(*fields, program);
  if (fields->getBoolean("openmp").value_or(false))
    program.threading = Threading::OpenMP;
  program.headers = fields->getString("headers").value_or("").str();
  if (std::optional<int64_t> count = fields->getInteger("small files"))
    program.smallFiles = *count;
  for (const json::Value &size : *sizes) {
    auto bytes = size_t(size.getAsInteger().value_or(0));
    if (bytes > rest.size())
      return std::nullopt;
    // A copy is aligned, as the reader of object files wants it.
    program.objects.push_back(
        MemoryBuffer::getMemBufferCopy(rest.take_front(bytes)));
    rest = rest.drop_front(bytes);
  }
  return program;
}

std::optional<CompiledProgram> ProgramCache::find() const {
  auto text = MemoryBuffer::getFile(options.program);
  if (!text)
    return std::nullopt;
  // Which files the program names, only the entries say.
  for (unsigned width : {32, 64}) {
    std::unique_ptr<MemoryBuffer> file =
        folder.find(keyOf((*text)->getBuffer(), width));
    std::optional<CompiledProgram> program =
        file ? readProgram(*file) : std::nullopt;
    if (!program || !hasSameImports(*program) ||
        findWrongSetting(program->parameters, options.settings) ||
        program->fixed != getFixedValues(program->parameters, options))
      continue;
    std::vector<std::string> files =
        addReadFiles(program->namedFiles, program->parameters, options);
    if (chooseIndexWidth(options, files) == width &&
        (program->headers.empty() ||
         program->headers == describeHeaders(options, files)) &&
        (!program->smallFiles ||
         (*program->smallFiles == options.dataFiles.size() &&
          isSmall(options, files))))
      return program;
  }
  return std::nullopt;
}

void ProgramCache::store(const CompiledProgram &program, unsigned indexWidth,
                         StringRef text) const {
  json::Object header;
  header["files"] = json::Array(program.namedFiles);
  header["headers"] = program.headers;
  writeParameters(program, header);
  header["openmp"] = program.threading == Threading::OpenMP;
  if (program.smallFiles)
    header["small files"] = static_cast<int64_t>(*program.smallFiles);
  json::Array sizes;
  for (const std::unique_ptr<MemoryBuffer> &object : program.objects)
    sizes.push_back(int64_t(object->getBufferSize()));
  header["objects"] = std::move(sizes);
  std::string content;
  raw_string_ostream os(content);
  os << json::Value(std::move(header)) << '\n';
  for (const std::unique_ptr<MemoryBuffer> &object : program.objects)
    os << object->getBuffer();
  folder.store(keyOf(text, indexWidth), content);
  folder.prune();
}
