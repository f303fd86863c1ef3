//===- parameters.cpp - parameters of a program (L59) ---------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The code of a program has what its parameters are by default; what else they
// are stands in the options of the run.
//
//===----------------------------------------------------------------------===//

#include "core/context.h"
#include "core/parameter_value.h"

#include <algorithm>
#include <cstdio>

using namespace encke::rt;

//===----------------------------------------------------------------------===//
// Before the program runs
//===----------------------------------------------------------------------===//

static std::string listNames(const encke_program_parameter *parameters,
                             int32_t count) {
  if (count == 0)
    return "the program has no parameters";
  std::string text = "the program has ";
  for (int32_t n = 0; n != count; ++n) {
    if (n)
      text += n + 1 == count ? " and " : ", ";
    text += parameters[n].name;
  }
  return text;
}

/// What is wrong with "name=value", or "".
static std::string findFault(const char *setting,
                             const encke_program_parameter *parameters,
                             int32_t count, bool isCompiled) {
  std::string quoted = "'--set " + std::string(setting) + "'";
  const char *value = std::strchr(setting, '=');
  if (!value)
    return quoted + ": a parameter is set by name=value";
  const auto *end = parameters + count;
  const auto *found = std::find_if(parameters, end, [&](const auto &parameter) {
    return valueIn(setting, parameter.name);
  });
  if (found == end)
    return quoted + ": there is no parameter '" +
           std::string(setting, size_t(value - setting)) + "'; " +
           listNames(parameters, count);
  ++value;
  auto kind = ParameterKind(found->kind);
  if (!isValueOf(kind, value))
    return quoted + ": '" + found->name + "' is " + describe(kind) +
           ", such as " + (*found->value ? found->value : "\"\"");
  if (isCompiled && found->is_fixed && std::strcmp(value, found->value) != 0)
    return quoted + ": '" + found->name +
           "' is a number of a format, which was "
           "fixed as " +
           found->value + " when the program was compiled: compile it with " +
           "--set " + setting;
  return "";
}

int encke_check_settings(const encke_program_parameter *parameters,
                         int32_t count, const encke_options *options,
                         int is_compiled, char *message, int64_t message_size) {
  for (int32_t n = 0; n != options->setting_count; ++n) {
    std::string fault =
        findFault(options->settings[n], parameters, count, is_compiled != 0);
    if (fault.empty())
      continue;
    std::snprintf(message, size_t(message_size), "%s", fault.c_str());
    return 1;
  }
  return 0;
}

//===----------------------------------------------------------------------===//
// While it runs
//===----------------------------------------------------------------------===//

const char *encke_setting_of(const encke_options *options, const char *name) {
  // The last one counts.
  for (int32_t n = options->setting_count; n-- != 0;)
    if (const char *value = valueIn(options->settings[n], name))
      return value;
  return nullptr;
}

static const char *findSetting(const char *name) {
  const Context *context = Context::find();
  return context ? encke_setting_of(&context->options, name) : nullptr;
}

/// What was set has been checked before the program began.
template <typename T, typename Parse>
static T valueOf(const char *name, T otherwise, Parse parse) {
  const char *text = findSetting(name);
  return text ? T(parse(text).value_or(otherwise)) : otherwise;
}

int64_t encke_parameter_i64(const char *name, int64_t otherwise) {
  return valueOf(name, otherwise, parseWhole);
}

double encke_parameter_f64(const char *name, double otherwise) {
  return valueOf(name, otherwise, parseReal);
}

int64_t encke_parameter_bool(const char *name, int64_t otherwise) {
  return valueOf(name, otherwise, parseTruth);
}

const char *encke_parameter_text(const char *name, const char *otherwise) {
  const char *text = findSetting(name);
  return text ? text : otherwise;
}
