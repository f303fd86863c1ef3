#===- report.py - the figures of formats as tables -------------------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Prints a table for each figure and number of threads."""

import tables
from tables import figure, geometric_mean, of_threads, print_table

TITLES = {
    "fig10": "figure 10: SpMV with hybrid BDIA/CSR over CSR",
    "fig11": "figure 11: SpMM with hybrid BELL/COO over CSR",
    "table4": "table 4: label propagation, with the conversion",
    "table6 spmm": "table 6: SpMM",
    "table6 spgemm": "table 6: SpGEMM",
}


def grouped(records, *fields):
    """Records with the same values of these, in their order."""
    groups = {}
    for r in records:
        groups.setdefault(tuple(r[field] for field in fields), []).append(r)
    return groups


def milliseconds(record):
    return figure(record["ms"], ".4f") if record["checked"] else "WRONG"


def rank(record):
    """Records that have no time come last."""
    return record["ms"] if record["checked"] else float("inf")


def print_choices(title, records):
    """Of each input CSR and the fastest of what is compared with it; of each choice
    the mean over the inputs."""
    speeds, rows, best_speeds = {}, [], []
    for (name, ), here in grouped(records, "input").items():
        base = next(r for r in here if r["contender"] == tables.ENCKE)
        others = [r for r in here if r is not base]
        for r in others:
            if r["checked"] and base["checked"]:
                speeds.setdefault(r["contender"], []).append(base["ms"] / r["ms"])
        best = min(others, key=rank, default=None)
        if best is None:
            continue
        speed = tables.ratio(base["ms"], best["ms"])
        if speed:
            best_speeds.append(speed)
        rows.append([name, best["contender"], milliseconds(base),
                     milliseconds(best), figure(speed, ".2f"),
                     figure(best.get("convert_ms"), ".1f"),
                     figure(base["cpu_wall"], ".2f")])
    header = ["input", "the fastest", "CSR ms", "its ms", "CSR/its", "convert ms",
              "cpu/wall"]
    if all(row[5] == "-" for row in rows):
        rows = [row[:5] + row[6:] for row in rows]
        header.remove("convert ms")
    print_table(f"{title}, {of_threads(records[0]['threads'])}", header, rows)
    if best_speeds:
        print(f"  geometric mean of the fastest: {geometric_mean(best_speeds):.2f}")
    print_table("  each choice over all inputs: CSR/its",
                ["choice", "inputs", "geometric mean", "least", "greatest"],
                [[name, str(len(values)), f"{geometric_mean(values):.2f}",
                  f"{min(values):.2f}", f"{max(values):.2f}"]
                 for name, values in speeds.items()])


def print_conversions(records):
    rows = []
    for (kernel, name), here in grouped(records, "kernel", "input").items():
        by_contender = {r["contender"]: r for r in here}
        ours, scipy = by_contender[tables.ENCKE], by_contender.get("scipy")
        rows.append([kernel.split(maxsplit=1)[1], name, milliseconds(ours),
                     milliseconds(scipy) if scipy else "-",
                     figure(tables.ratio(scipy["ms"], ours["ms"])
                            if scipy else None, ".2f"),
                     figure(ours["cpu_wall"], ".2f")])
    print_table("table 5: conversions", ["conversion", "input", "encke ms",
                                         "scipy ms", "scipy/encke", "cpu/wall"], rows)
    for (kernel, ), here in grouped(records, "kernel").items():
        pairs = grouped(here, "input").values()
        speeds = [pair[1]["ms"] / pair[0]["ms"] for pair in pairs
                  if len(pair) == 2 and pair[0]["checked"]]
        if speeds:
            print(f"  geometric mean of scipy/encke, {kernel.split(maxsplit=1)[1]}: "
                  f"{geometric_mean(speeds):.2f}")


def phases_of(records):
    """The names of all phases but the whole, in their order."""
    return list(dict.fromkeys(name for r in records for name in r["phases"]
                              if name != "all"))


def share(record, name):
    whole = record["phases"].get("all")
    return record["phases"].get(name, 0) / whole if whole else None


def print_breakdown(kernel, records):
    names = phases_of(records)
    rows = [[r["input"], milliseconds(r)]
            + [figure(share(r, name), ".0%") for name in names] for r in records]
    print_table(f"what {kernel.split(maxsplit=2)[2]} takes "
                f"(figure {kernel.split()[1][3:]})", ["input", "ms", *names], rows)


def print_balance(kernel, records):
    rows, gains = [], {}
    for (name, ), here in grouped(records, "input").items():
        by_format = {r["contender"]: r for r in here}
        base = by_format["C2SR"]["most"]
        rows.append([name, figure(here[0]["mean"], ".1f")]
                    + [str(r["most"]) for r in here]
                    + [figure(tables.ratio(base, r["most"]), ".2f")
                       for r in here[1:]])
        for r in here[1:]:
            if r["most"]:
                gains.setdefault(r["contender"], []).append(base / r["most"])
    names = [r["contender"] for r in next(iter(grouped(records, "input").values()))]
    print_table(f"figure 14: elements of the fullest of {kernel.split()[1]} cores",
                ["input", "mean", *names, *(f"C2SR/{n}" for n in names[1:])], rows)
    print("  geometric mean of C2SR/its: " + ", ".join(
        f"{name} {geometric_mean(values):.2f}" for name, values in gains.items()))


def print_all(records):
    of_conversions = [r for r in records if r["kernel"].startswith("table5")]
    if of_conversions:
        print_conversions(of_conversions)
    for (kernel, _), here in grouped(records, "kernel", "threads").items():
        if kernel in TITLES:
            print_choices(TITLES[kernel], here)
        elif kernel.startswith("breakdown"):
            print_breakdown(kernel, here)
        elif kernel.startswith("fig14"):
            print_balance(kernel, here)
