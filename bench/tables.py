#===- tables.py - what was measured, as tables -----------------------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Prints one table for each kernel and number of threads, and how the
contenders compare over all of them."""

import math

ENCKE = "encke"
LATENCY = "latency"
REORDER = "reorder"
LIMITS = ("triad", "fma")


def is_limit(record):
    return record["kernel"] in LIMITS


def limit_of(records, kernel, threads):
    """What the machine reached with so many threads: the record, or None."""
    return next((r for r in records if r["kernel"] == kernel
                 and r["threads"] == threads), None)


def of_threads(count):
    return f"{count} thread{'s' if count > 1 else ''}"


def figure(value, form):
    return "-" if value is None else format(value, form)


def ratio(value, base):
    return None if value is None or not base else value / base


def ratios(records):
    """By contender, its times over Encke's on the same inputs; of records with
    the same number of threads only."""
    ours = {(r["kernel"], r["input"], r["threads"]): r["ms"] for r in records
            if r["contender"] == ENCKE and r["checked"]}
    found = {}
    for r in records:
        base = ours.get((r["kernel"], r["input"], r["threads"]))
        if r["contender"] != ENCKE and r["checked"] and r["ms"] and base:
            found.setdefault(r["contender"], []).append(r["ms"] / base)
    return found


def geometric_mean(values):
    return math.exp(math.fsum(map(math.log, values)) / len(values))


def wide(records, name, form):
    """A column of figures that only some kernels have."""
    if not any(name in r for r in records):
        return None
    return [figure(r.get(name), form) for r in records]


def print_table(title, header, rows):
    widths = [max(map(len, column)) for column in zip(header, *rows)]
    print(f"\n{title}")
    for row in [header, *rows]:
        names = [f"{cell:<{w}}" for cell, w in zip(row[:2], widths)]
        figures = [f"{cell:>{w}}" for cell, w in zip(row[2:], widths[2:])]
        print("  " + "  ".join(names + figures).rstrip())


def print_kernel(kernel, records, triad):
    """`triad` is the limit of as many threads, or None."""
    bandwidth = triad["gbs"] if triad else None
    encke = {(r["input"], r["threads"]): r["ms"] for r in records
             if r["contender"] == ENCKE}
    columns = {
        "input": [r["input"] for r in records],
        "contender": [r["contender"] for r in records],
        "ms": [figure(r["ms"], ".3f") if r["checked"] else "WRONG"
               for r in records],
        "time/encke": [figure(ratio(r["ms"], encke.get(
            (r["input"], r["threads"]))), ".2f") for r in records],
        "MB/s": wide(records, "mbs", ".0f"),
        "best peer/this": wide(records, "over_best_peer", ".1f"),
        "GB/s": [figure(r["gbs"], ".2f" if "mbs" in r else ".1f")
                 for r in records],
        "GFLOP/s": [figure(r["gflops"], ".2f") for r in records],
        "of triad": [figure(ratio(r["gbs"], bandwidth), ".0%") for r in records],
        "peak MB": wide(records, "peak_mb", ".0f"),
        "cpu/wall": [figure(r["cpu_wall"], ".2f") for r in records],
    }
    columns = {name: column for name, column in columns.items()
               if column and set(column) != {"-"}}
    threads = records[0]["threads"]
    print_table(f"{kernel}, {of_threads(threads)}",
                list(columns), [list(row) for row in zip(*columns.values())])
    means = ratios(records)
    if len(encke) > 1 and means:
        print("  geometric mean of time/encke: " + ", ".join(
            f"{name} {geometric_mean(values):.2f}"
            for name, values in sorted(means.items())))


def print_reorderings(kernel, records):
    """How each order of a matrix compares with its own and with a random one."""
    time_of = {(r["input"], r["contender"]): r["ms"] for r in records}
    rows = []
    for r in records:
        original = time_of[r["input"], "original"]
        shuffled = time_of[r["input"], "shuffled"]
        saved = shuffled - r["ms"]
        pays = saved > 0.02 * shuffled and r["order_ms"]
        rows.append([
            r["input"],
            r["contender"],
            figure(r["ms"], ".3f") if r["checked"] else "WRONG",
            figure(ratio(original, r["ms"]), ".2f"),
            figure(ratio(shuffled, r["ms"]), ".2f"),
            figure(r["order_ms"] or None, ".0f"),
            f"{r['order_ms'] / saved:.0f}" if pays else "-",
            figure(r["cpu_wall"], ".2f"),
        ])
    header = ["input", "order", "ms", "original/ms", "shuffled/ms", "order ms",
              "pays after", "cpu/wall"]
    print_table(f"{kernel}, {of_threads(records[0]['threads'])}", header, rows)


def print_means(records):
    """Over all kernels but those that compare Encke with itself."""
    rows = []
    for threads in sorted({r["threads"] for r in records}):
        of_count = [r for r in records if r["threads"] == threads
                    and not r["kernel"].startswith(REORDER)]
        for contender, values in sorted(ratios(of_count).items()):
            rows.append([contender, of_threads(threads), str(len(values)),
                         f"{geometric_mean(values):.2f}",
                         f"{min(values):.2f}", f"{max(values):.2f}"])
    if rows:
        print_table("all kernels: time/encke", ["contender", "with", "figures",
                    "geometric mean", "least", "greatest"], rows)


def print_tables(records):
    for r in filter(is_limit, records):
        what, value, unit = (("triad from memory", r["gbs"], "GB/s")
                             if r["kernel"] == "triad" else
                             ("FMA in registers", r["gflops"], "GFLOP/s"))
        print(f"{what}, {of_threads(r['threads'])}: {value:.1f} {unit}")
    kernels = dict.fromkeys((r["kernel"], r["threads"]) for r in records
                            if not is_limit(r))
    for kernel, threads in kernels:
        of_kernel = [r for r in records
                     if r["kernel"] == kernel and r["threads"] == threads]
        if kernel == LATENCY:
            rows = [[r["input"], r["contender"],
                     figure(r["ms"], ".1f") if r["checked"] else "WRONG",
                     figure(r["cpu_wall"], ".2f")] for r in of_kernel]
            print_table("latency of encke run, whole process",
                        ["input", "contender", "ms", "cpu/wall"], rows)
        elif kernel.startswith(REORDER):
            print_reorderings(kernel, of_kernel)
        else:
            print_kernel(kernel, of_kernel,
                         limit_of(records, "triad", threads))
    print_means(records)
