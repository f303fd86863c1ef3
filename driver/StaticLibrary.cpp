//===- StaticLibrary.cpp - objects to be linked again ---------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/StaticLibrary.h"

#include "driver/OutputFile.h"

#include "llvm/ObjCopy/ConfigManager.h"
#include "llvm/ObjCopy/ObjCopy.h"
#include "llvm/Object/ArchiveWriter.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace encke;

/// Makes what is not to be seen local.
static Error hideSymbols(object::ObjectFile &object,
                         ArrayRef<std::string> exported, raw_ostream &os) {
  objcopy::ConfigManager config;
  auto ignore = [](Error error) { return error; };
  for (const std::string &symbol : exported)
    if (Error error = config.Common.SymbolsToKeepGlobal.addMatcher(
            objcopy::NameOrPattern::create(symbol, objcopy::MatchStyle::Literal,
                                           ignore)))
      return error;
  return objcopy::executeObjcopyOnBinary(config, object, os);
}

static Error writeMembers(StringRef text, StringRef output) {
  std::string member = (sys::path::stem(output) + ".o").str();
  std::vector<NewArchiveMember> members;
  members.emplace_back(MemoryBufferRef(text, member));
  members.back().MemberName = member;
  auto archive = writeArchiveToBuffer(members, SymtabWritingMode::NormalSymtab,
                                      object::Archive::K_GNU,
                                      /*Deterministic=*/true, /*Thin=*/false);
  return archive ? writeText(output, (*archive)->getBuffer())
                 : archive.takeError();
}

Error encke::writeStaticLibrary(StringRef object,
                                ArrayRef<std::string> exported,
                                StringRef output) {
  auto file = object::ObjectFile::createObjectFile(object);
  if (!file)
    return file.takeError();
  SmallString<0> text;
  raw_svector_ostream os(text);
  if (Error error = hideSymbols(*file->getBinary(), exported, os))
    return error;
  return sys::path::extension(output) == ".a" ? writeMembers(text, output)
                                              : writeText(output, text);
}
