//===- Main.cpp - encke-reference, the oracle as a tool -------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "frontend/parse/Imports.h"
#include "frontend/parse/Parser.h"
#include "tests/reference/Frame.h"

#include "llvm/Support/MemoryBuffer.h"

#include <cstring>
#include <iostream>

using namespace encke;

static const char usage[] =
    "usage: encke-reference prog.ta [data files...] "
    "[--print=plain|storage] [--set name=value]\n"
    "Evaluates a .ta program point by point and prints what it prints.\n"
    "Exit status: 0, 1 wrong program, 2 wrong data, 3 not supported.\n";

/// L59: the last setting of a parameter counts.
static void applySettings(ast::Program &program,
                          const std::vector<std::string> &settings) {
  for (const auto &parameter : program.parameters)
    for (const std::string &setting : settings)
      if (const char *value =
              rt::valueIn(setting.c_str(), parameter->name.name.c_str()))
        parameter->given = ast::makeParamValue(parameter->kind, value);
}

static int runFile(const std::string &path, std::vector<std::string> dataFiles,
                   const std::vector<std::string> &settings,
                   reference::PrintForm printForm) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer) {
    std::cerr << path << ": " << buffer.getError().message() << '\n';
    return 1;
  }
  llvm::SourceMgr sources;
  unsigned id = sources.AddNewSourceBuffer(std::move(*buffer), llvm::SMLoc());
  Diagnostics diagnostics(sources);
  std::unique_ptr<ast::Program> program = parseProgram(diagnostics, id);
  bool isGood = program && readImports(*program, diagnostics, id);
  diagnostics.flush(llvm::errs());
  if (!isGood)
    return 1;
  applySettings(*program, settings);
  try {
    reference::takeFormatNumbers(*program);
    reference::Session session(*program, std::move(dataFiles), std::cout,
                               printForm);
    reference::runProgram(session);
    return 0;
  } catch (const reference::ProgramError &error) {
    std::cerr << path << ": " << error.what() << '\n';
    return 1;
  } catch (const reference::DataError &error) {
    std::cerr << path << ": " << error.what() << '\n';
    return 2;
  } catch (const reference::NotSupported &error) {
    std::cerr << error.what() << '\n';
    return 3;
  }
}

int main(int argc, char **argv) {
  std::vector<std::string> files, settings;
  auto printForm = reference::PrintForm::Plain;
  for (int a = 1; a < argc; ++a) {
    if (std::strcmp(argv[a], "--print=storage") == 0) {
      printForm = reference::PrintForm::Storage;
      continue;
    }
    if (std::strcmp(argv[a], "--print=plain") == 0)
      continue;
    if (std::strcmp(argv[a], "--set") == 0 && a + 1 < argc) {
      settings.push_back(argv[++a]);
      continue;
    }
    if (std::strncmp(argv[a], "--", 2) == 0) {
      std::cerr << usage;
      return 1;
    }
    files.push_back(argv[a]);
  }
  if (files.empty()) {
    std::cerr << usage;
    return 1;
  }
  std::string program = files.front();
  files.erase(files.begin());
  return runFile(program, std::move(files), settings, printForm);
}
