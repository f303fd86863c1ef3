# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests by random programs: for how long they run, in how many processes, and what
becomes of programs that fail."""

import argparse
import itertools
import multiprocessing
import os
import sys
import tempfile
import time

from runner import Commands, Runner


def make_parser(description):
    """What every test by random programs is told."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, help="how many programs")
    parser.add_argument("--seconds", type=float, default=60,
                        help="for how long, without --count")
    parser.add_argument("flags", nargs="*", help="more flags for encke")
    return parser


def add_run_options(parser):
    """How tests by random programs run for hours."""
    parser.add_argument("--hours", type=float, help="instead of --seconds")
    parser.add_argument("--jobs", type=int, default=1,
                        help="how many processes")
    parser.add_argument("--progress", action="store_true",
                        help="say every minute how far it is")
    parser.add_argument("--keep", help="a folder for programs that fail")
    parser.add_argument("--scratch", help="a folder for files while they run")


def finish_run_options(options):
    if options.hours:
        options.seconds = options.hours * 3600
    if not options.scratch and os.access("/dev/shm", os.W_OK):
        options.scratch = "/dev/shm"
    return options


def run_campaign(description, check, total):
    """All that a test whose programs are run by encke-run-programs does before it shows
    the total, which is returned."""
    parser = make_parser(description)
    parser.add_argument("--runner", required=True,
                        help="encke-run-programs of a build")
    add_run_options(parser)
    return check_all(finish_run_options(parser.parse_args()), check, total)


def work(options, check, seeds, end, results):
    """Checks programs of the numbers `seeds` until the time is over."""
    with tempfile.TemporaryDirectory(dir=options.scratch) as folder:
        runner = (Runner(options.runner, folder, options.flags)
                  if options.runner else
                  Commands(options.encke, options.reference, folder,
                           options.flags))
        try:
            for seed in seeds:
                if end and time.monotonic() >= end:
                    break
                found = check(runner, seed)
                if found:
                    results.put(found)
        finally:
            runner.close()
            results.put(None)


def check_all(options, check, total):
    """Shares the programs out to processes that `check` them, each with a runner and the
    number of a program, and adds up in `total` what they find: what was counted, and a
    report or None. Where the check itself gives None, there is nothing to count."""
    end = 0 if options.count else time.monotonic() + options.seconds
    results = multiprocessing.Queue()
    workers = []
    for job in range(options.jobs):
        seeds = itertools.count(options.seed + job, options.jobs)
        if options.count:
            seeds = range(options.seed + job, options.seed + options.count,
                          options.jobs)
        workers.append(multiprocessing.Process(
            target=work, args=(options, check, seeds, end, results)))
        workers[-1].start()
    running = len(workers)
    begin = shown = time.monotonic()
    while running:
        result = results.get()
        now = time.monotonic()
        if options.progress and now > shown + 60:
            shown = now
            print(f"{total.programs} programs, {total.failures} failed; "
                  f"{total.programs / (now - begin):.1f} programs/s",
                  file=sys.stderr)
        if result is None:
            running -= 1
            continue
        one, report = result
        total.add(one)
        if report:
            print(report.text, flush=True)
            if options.keep:
                report.keep(options.keep)
    for worker in workers:
        worker.join()
    if any(worker.exitcode for worker in workers):
        raise SystemExit("a process of this test failed")
    return total
