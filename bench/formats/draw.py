#!/usr/bin/env python3
#===- draw.py - the figures of formats as pictures -------------------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""draw.py FOLDER < RECORDS: draws FOLDER/FIGURE.png: speeds relative to CSR, the
phases of conversions as parts of a bar, and the elements of the fullest core."""

import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

import plot  # noqa: E402
import report  # noqa: E402
from plot import plt  # noqa: E402

HEIGHT = 4.5  # of a panel, in inches


def new_picture(panels, bars):
    return plt.subplots(panels, 1, squeeze=False, layout="constrained",
                        figsize=(max(7, 0.16 * bars), HEIGHT * panels))


def save(figure, path):
    figure.savefig(path, dpi=110)
    plt.close(figure)


def draw_speeds(name, records, path):
    """A panel for each number of threads."""
    panels = report.grouped(records, "threads")
    colours = plot.colours_of(plot.unique(r["contender"] for r in records))
    inputs = len(plot.unique(r["input"] for r in records))
    figure, grid = new_picture(len(panels), (inputs + 1) * len(colours))
    for axes, ((threads, ), here) in zip(grid[:, 0], panels.items()):
        # An input's label is its name alone, as there is one kernel.
        plot.draw_speeds(axes, [{**r, "kernel": name} for r in here], plot.BASES[0],
                         colours)
        axes.set_title(f"{report.TITLES.get(name, name)}, {threads} "
                       f"thread{'s' * (threads > 1)}")
    grid[0, 0].legend(handles=[plt.Rectangle((0, 0), 1, 1, color=colour, label=of)
                               for of, colour in colours.items()], fontsize=7,
                      ncols=2)
    save(figure, path)


def draw_phases(records, path):
    """A panel for each conversion."""
    panels = report.grouped(records, "kernel")
    figure, grid = new_picture(len(panels), 40)
    names = report.phases_of(records) + ["other"]
    colours = {name: plt.get_cmap("tab20")(n % 20) for n, name in enumerate(names)}
    for axes, ((kernel, ), here) in zip(grid[:, 0], panels.items()):
        labels = [f"{r['input']}\n{plot.duration(r['ms'])}" for r in here]
        below = [0.0] * len(here)
        for name in report.phases_of(here) + ["other"]:
            parts = [report.share(r, name) or 0 if name != "other" else 1 - below[n]
                     for n, r in enumerate(here)]
            axes.bar(labels, parts, bottom=below, color=colours[name], label=name)
            below = [a + b for a, b in zip(below, parts)]
        axes.set_title(kernel.split(maxsplit=1)[1])
        axes.set_ylabel("share of the time")
        axes.legend(fontsize=7, loc="center left", bbox_to_anchor=(1, 0.5))
    save(figure, path)


def draw_balance(records, path):
    """How many times as many elements as the mean the fullest core has."""
    panels = report.grouped(records, "kernel")
    figure, grid = new_picture(len(panels), 40)
    names = plot.unique(r["contender"] for r in records)
    colours = plot.colours_of(names)
    for axes, ((kernel, ), here) in zip(grid[:, 0], panels.items()):
        inputs = plot.unique(r["input"] for r in here)
        for n, name in enumerate(names):
            heights = [r["most"] / r["mean"] for r in here if r["contender"] == name]
            axes.bar([place + (n - 1) * 0.27 for place in range(len(heights))],
                     heights, 0.27, color=colours[name], label=name)
        axes.set_xticks(range(len(inputs)), inputs)
        axes.set_yscale("log")
        axes.set_ylabel("elements of the fullest core over the mean")
        axes.set_title(kernel)
        axes.legend()
    save(figure, path)


def main():
    folder = pathlib.Path(sys.argv[1])
    records = [r for r in json.load(sys.stdin) if r["checked"]]
    for (kernel, ), here in report.grouped(records, "kernel").items():
        if kernel in report.TITLES:
            draw_speeds(kernel, here, folder / f"{kernel.replace(' ', '-')}.png")
    phases = [r for r in records if "phases" in r]
    if phases:
        draw_phases(phases, folder / "breakdown.png")
    cores = [r for r in records if "most" in r]
    if cores:
        draw_balance(cores, folder / "fig14.png")
    table5 = [r for r in records if r["kernel"].startswith("table5")
              and any(o["contender"] == "scipy" and o["kernel"] == r["kernel"]
                      for o in records)]
    for (kernel, ), here in report.grouped(table5, "kernel").items():
        draw_speeds(kernel, here, folder / f"table5-{kernel.split()[1]}-"
                                           f"{kernel.split()[-1]}.png")
    print(f"bench: pictures in {folder}", file=sys.stderr)


if __name__ == "__main__":
    main()
