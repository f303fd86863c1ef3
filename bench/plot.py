#!/usr/bin/env python3
#===- plot.py - what was measured, as pictures -----------------------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""plot.py FOLDER < RECORDS: draws FOLDER/KERNEL.png for each kernel.

For each number of threads there is a row of two panels. The left one is the
roofline (Williams, Waterman and Patterson, 2009): what the contenders reach
over the operations that an input has for each byte of it, below the limits that
the same run has measured. The right one compares the contenders: how fast they
are relative to Encke (orders of a matrix: to its own order), with the geometric
mean over the inputs. Kernels that count no operations have only that."""

import json
import math
import pathlib
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

BASES = ("encke", "original")
MARKERS = "os^vDP*X<>ph8dH"
FIRST_COLOURS = {"encke": "#d62728", "original": "#d62728"}
OTHER_COLOURS = ["#1f77b4", "#2ca02c", "#ff7f0e", "#9467bd", "#8c564b",
                 "#17becf", "#7f7f7f", "#bcbd22"]
MEAN = "geometric\nmean"
LEAST_WIDTH, LEAST_HEIGHT = 7, 4.2  # of a panel, in inches
LEGEND_HEIGHT = 0.5
LEAST_SPREAD = 2  # of a roofline's horizontal axis, as a factor to either side


def picture_of(record):
    """The name of the picture that shows a record: conversions share one."""
    return record["kernel"].split()[0]


def input_of(record):
    """What the record was measured on, as a label."""
    words = record["kernel"].split(maxsplit=1)[1:]
    return "\n".join([*words, record["input"]])


def unique(values):
    return list(dict.fromkeys(values))


def colours_of(contenders):
    others = iter(OTHER_COLOURS * len(contenders))
    return {name: FIRST_COLOURS.get(name) or next(others)
            for name in contenders}


def geometric_mean(values):
    return math.exp(math.fsum(map(math.log, values)) / len(values))


def duration(milliseconds):
    return (f"{milliseconds:.3g} ms" if milliseconds >= 0.1
            else f"{1e3 * milliseconds:.3g} µs")


# ===-- the roofline -----------------------------------------------------------


def draw_roofline(axes, records, limits, colours):
    """`limits` are GB/s of memory and GFLOP/s."""
    bandwidth, peak = limits
    points = [(r["gflops"] / r["gbs"], r["gflops"], r) for r in records]
    centre = math.sqrt(min(x for x, _, _ in points)
                       * max(x for x, _, _ in points))
    spread = max(LEAST_SPREAD, *(2 * max(x / centre, centre / x)
                                 for x, _, _ in points))
    least, most = centre / spread, centre * spread
    knee = peak / bandwidth
    axes.plot([least, most], [bandwidth * least, bandwidth * most], "k--", lw=1)
    axes.plot([least, most], [peak, peak], "k--", lw=1)
    axes.plot([least, min(knee, most)],
              [bandwidth * least, min(peak, bandwidth * most)], "k-", lw=2)
    if knee < most:
        axes.plot([max(knee, least), most], [peak, peak], "k-", lw=2)
    axes.annotate(f"triad {bandwidth:.1f} GB/s", (least, bandwidth * least),
                  (8, 22), textcoords="offset points")
    axes.annotate(f"FMA {peak:.0f} GFLOP/s", (least, peak), (8, 5),
                  textcoords="offset points")
    inputs = unique(input_of(r) for r in records)
    for x, y, r in points:
        axes.plot(x, y, MARKERS[inputs.index(input_of(r)) % len(MARKERS)],
                  color=colours[r["contender"]], markersize=7,
                  markeredgecolor="white", markeredgewidth=0.5,
                  zorder=3 if r["contender"] in BASES else 2)
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    axes.set_xlim(least, most)
    axes.set_ylim(min(bandwidth * least, *(y for _, y, _ in points)) / 1.5,
                  2.5 * peak)
    axes.set_xlabel("operations a byte that must cross the memory bus "
                    "[FLOP/byte]")
    axes.set_ylabel("speed [GFLOP/s]")
    axes.grid(True, which="both", alpha=0.25)
    marks = [plt.Line2D([], [], color="black", marker=MARKERS[n % len(MARKERS)],
                        linestyle="", label=name.replace("\n", ", "))
             for n, name in enumerate(inputs)]
    axes.legend(handles=marks, title="input", fontsize="small",
                loc="center left", bbox_to_anchor=(1, 0.5))


# ===-- relative speed ---------------------------------------------------------


def relative_speeds(records, base):
    """By contender, a speed for each input that the base was measured on, and
    the inputs with the base's time."""
    times = {input_of(r): r["ms"] for r in records if r["contender"] == base}
    speeds = {}
    for r in records:
        if input_of(r) in times:
            speeds.setdefault(r["contender"], {})[input_of(r)] = (
                times[input_of(r)] / r["ms"])
    return speeds, times


def draw_speeds(axes, records, base, colours):
    speeds, times = relative_speeds(records, base)
    labels = [f"{name}\n{duration(ms)}" for name, ms in times.items()]
    if len(times) > 1:
        labels.append(MEAN)
    width = 0.84 / len(speeds)
    for n, (contender, of_inputs) in enumerate(speeds.items()):
        heights = [of_inputs.get(name, 0) for name in times]
        if len(times) > 1:
            heights.append(geometric_mean(of_inputs.values()))
        places = [place - 0.42 + (n + 0.5) * width
                  for place in range(len(heights))]
        axes.bar(places, heights, width, color=colours[contender])
        for place, height in zip(places, heights):
            if height and contender != base:
                axes.annotate(f"{height:.2f}", (place, height), (0, 2),
                              textcoords="offset points", ha="center",
                              va="bottom", rotation=90, fontsize=7)
    axes.axhline(1, color=colours[base], lw=1, ls="--")
    if len(times) > 1:
        axes.axvspan(len(times) - 0.5, len(times) + 0.5, color="0.93", zorder=0)
    axes.set_xticks(range(len(labels)), labels, fontsize=8,
                    rotation=0 if len(labels) <= 7 else 45,
                    ha="center" if len(labels) <= 7 else "right")
    axes.set_xlim(-0.5, len(labels) - 0.5)
    axes.margins(y=0.18)
    axes.set_ylabel(f"speed relative to {base} (higher is faster)")
    axes.set_xlabel(f"input, and the time of {base}")


# ===-- pictures ---------------------------------------------------------------


def draw_picture(name, records, limits_of, path):
    base = next((b for b in BASES if any(r["contender"] == b for r in records)),
                None)
    if not base:
        return
    threads = sorted({r["threads"] for r in records})
    colours = colours_of(unique(r["contender"] for r in records))
    with_roof = all(r["gflops"] and r["gbs"] for r in records)
    count = len(unique(input_of(r) for r in records))
    bars = max(LEAST_WIDTH, 0.2 * (count + 1) * len(colours))
    widths = [LEAST_WIDTH, bars] if with_roof else [bars]
    height = LEAST_HEIGHT * len(threads) + LEGEND_HEIGHT
    figure, grid = plt.subplots(
        len(threads), len(widths), squeeze=False, layout="constrained",
        figsize=(sum(widths), height), gridspec_kw={"width_ratios": widths})
    figure.get_layout_engine().set(rect=(0, 0, 1, 1 - LEGEND_HEIGHT / height))
    for row, number in zip(grid, threads):
        here = [r for r in records if r["threads"] == number]
        title = f"{number} thread{'s' * (number > 1)}"
        if with_roof:
            draw_roofline(row[0], here, limits_of[number], colours)
            row[0].set_title(f"{name}, {title}: roofline")
        draw_speeds(row[-1], here, base, colours)
        row[-1].set_title(f"{name}, {title}: comparison")
    figure.legend(handles=[plt.Rectangle((0, 0), 1, 1, color=colour, label=of)
                           for of, colour in colours.items()],
                  loc="upper center", ncols=len(colours))
    figure.savefig(path, dpi=110)
    plt.close(figure)


def main():
    folder = pathlib.Path(sys.argv[1])
    records = [r for r in json.load(sys.stdin) if r["checked"] and r["ms"]]
    limits = {(r["kernel"], r["threads"]): r for r in records
              if r["kernel"] in ("triad", "fma")}
    limits_of = {threads: (r["gbs"], limits["fma", threads]["gflops"])
                 for (kernel, threads), r in limits.items()
                 if kernel == "triad"}
    pictures = {}
    for r in records:
        if r["kernel"] not in ("triad", "fma"):
            pictures.setdefault(picture_of(r), []).append(r)
    for name, of_picture in pictures.items():
        draw_picture(name, of_picture, limits_of, folder / f"{name}.png")
    print(f"bench: {len(pictures)} pictures in {folder}", file=sys.stderr)


if __name__ == "__main__":
    main()
