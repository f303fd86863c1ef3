# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Tests of the language, rule by rule.

import os

config.name = "Encke language"
config.suffixes = [".ta", ".test"]
config.excludes = ["data"]
config.substitutions.append(
    (r"%data\b", os.path.join(config.test_source_root, "data")))
