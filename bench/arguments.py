# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arguments that several commands below `./dev bench` take."""

import argparse
import os


def thread_counts(text: str) -> list[int]:
    """The numbers of an argument like 1,2."""
    counts = [int(word) for word in text.split(",")]
    if min(counts) < 1:
        raise ValueError
    return counts


def add_threads(parser: argparse.ArgumentParser, what: str,
                more: str = "") -> None:
    """Adds --threads, for `what`: by default one, and two where there are two."""
    parser.add_argument("--threads", type=thread_counts, metavar="N,...",
                        default=[1, 2] if (os.cpu_count() or 1) > 1 else [1],
                        help=f"threads for {what} (default: 1,2){more}")
