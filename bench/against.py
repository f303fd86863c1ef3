#===- against.py - compares two builds of Encke ----------------------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""`./dev bench --against BUILD`: the kernels of another build folder and of this
one, in turns.

A pair is a sample of either build, one right after the other, so that whatever
else the machine does concerns both; the builds take turns at being the first one.
What a kernel is slower by is the median of its pairs' ratios. bench/README.md says
when two builds count as equally fast."""

import collections
import dataclasses
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

import dense
import processes
import tables
from processes import LATENCY, fail

MOST_ON_AVERAGE = 1.02  # times as long as before, the geometric mean
MOST_OF_ONE = 1.05  # the same of a kernel on an input, again and again
REPEATS = 2  # of what is beyond that
LOST_LOAD = 0.1  # of a processor a thread: so much less than the best sample
LEAST_PAIRS = 3  # of such samples; fewer say nothing
DENSE_PAIRS = 3
OF_ENCKE_BENCH = {"encke-bench": "matrices", "encke-bench-tensors": "tensors"}


@dataclasses.dataclass(frozen=True)
class Case:
    """What is compared."""
    kernel: str
    input: str
    contender: str
    threads: int


@dataclasses.dataclass(frozen=True)
class Sample:
    ms: float
    cpu_wall: float | None


@dataclasses.dataclass(frozen=True)
class Figure:
    """What the pairs of a case say. `ratio` is this build's time over the other
    one's."""
    case: Case
    before: float
    after: float
    ratio: float
    cpu_wall: float | None
    pairs: int
    is_disturbed: bool

    @property
    def is_slower(self):
        return self.ratio > MOST_OF_ONE and not self.is_disturbed

    @property
    def is_faster(self):
        return self.ratio < 1 / MOST_OF_ONE and not self.is_disturbed

    @property
    def is_settled(self):
        return not (self.is_slower or self.is_faster or self.is_disturbed)


def loads_of(pairs):
    return [sample.cpu_wall for pair in pairs for sample in pair
            if sample.cpu_wall is not None]


def figure_of(case, pairs):
    """Of the pairs in which both samples had about as much of the processors as
    the best one. Not as many as there are threads: some kernels use fewer."""
    loads = loads_of(pairs)
    least = max(loads, default=0) - LOST_LOAD * case.threads
    undisturbed = [pair for pair in pairs
                   if min(loads_of([pair]), default=least) >= least]
    is_disturbed = bool(loads) and len(undisturbed) < LEAST_PAIRS
    if not is_disturbed:
        pairs = undisturbed
    loads = loads_of(pairs)
    return Figure(case,
                  statistics.median(before.ms for before, _ in pairs),
                  statistics.median(after.ms for _, after in pairs),
                  statistics.median(after.ms / before.ms
                                    for before, after in pairs),
                  statistics.median(loads) if loads else None, len(pairs),
                  is_disturbed)


# ===-- the programs of the benchmark -------------------------------------------


class Turns:
    """A program of the benchmark in one build folder, which waits for its turn
    before each sample (Turns.h)."""

    def __init__(self, build, program, kernels, quick, threads):
        command, environment = processes.command_of(build, program, kernels, quick,
                                                    threads)
        # Its own runtime, wherever the folder is now.
        environment["LD_LIBRARY_PATH"] = os.pathsep.join(
            [str(build / "lib"), *filter(None, [os.environ.get("LD_LIBRARY_PATH")])])
        self.name = command[0]
        self.threads = threads
        self.samples = collections.defaultdict(list)  # by Case
        self.said = tempfile.TemporaryFile("w+", encoding="utf-8")
        try:
            self.process = subprocess.Popen(
                [*command, "--in-turns"], env=environment, text=True,
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.said)
        except OSError as error:
            fail(f"{self.name}: {error.strerror}; './dev bench' makes it")
        self.is_running = self.read()
        if not self.is_running and not self.samples:
            fail(f"{self.name} takes no turns")

    def advance(self):
        """Lets it go on until it waits again, or ends."""
        if self.is_running:
            self.process.stdin.write("\n")
            self.process.stdin.flush()
            self.is_running = self.read()

    def read(self):
        for line in self.process.stdout:
            if line == "turn\n":
                return True
            if line.startswith("{"):
                record = json.loads(line)
                case = Case(record["kernel"], record["input"],
                            record["contender"], self.threads)
                self.samples[case].append(Sample(record["ms"],
                                                 record["cpu_wall"]))
                continue
            self.end(json.loads(line + self.process.stdout.read()))
            return False
        status = self.process.wait()
        self.said.seek(0)
        fail(f"{self.name} ended with status {status}\n{self.said.read()}")

    def end(self, records):
        self.process.stdin.close()
        wrong = sorted({f"{record['kernel']} on {record['input']}"
                        for record in records if not record["checked"]})
        if wrong or self.process.wait() != 0:
            fail(f"{self.name}: a result is wrong: {', '.join(wrong)}")


def take_turns(builds, *arguments):
    """The pairs by case. One process runs at a time; what only one of them
    measures is left out."""
    both = [Turns(build, *arguments) for build in builds]
    order = list(both)
    while any(each.is_running for each in both):
        for each in order:
            each.advance()
        order.reverse()
    old, new = both
    return {case: list(zip(samples, new.samples[case]))
            for case, samples in old.samples.items() if case in new.samples}


# ===-- whole runs --------------------------------------------------------------


def pair_runs(builds, count, run):
    """Pairs of what `run` measures with each build, which are in turn the first."""
    pairs = []
    for number in range(count):
        order = builds if number % 2 == 0 else builds[::-1]
        samples = {build: run(build) for build in order}
        pairs.append(tuple(samples[build] for build in builds))
    return pairs


def pair_chains(builds, kernels, quick, threads):
    pairs = {}
    with tempfile.TemporaryDirectory() as folder:
        inputs = processes.chain_inputs(pathlib.Path(folder), quick)
        for kernel in kernels:
            for name, path in inputs.items():
                printed = []

                def run(build):
                    value, ms, cpu_wall = processes.run_chain(build, kernel, path,
                                                              threads)
                    printed.append(value)
                    return Sample(ms, cpu_wall)

                case = Case(kernel, name, tables.ENCKE, threads)
                # The first pair warms up.
                pairs[case] = pair_runs(builds, 1 + processes.chain_runs(quick),
                                        run)[1:]
                if not all(processes.agree(value, printed[0]) for value in printed):
                    fail(f"{kernel} on {name}: the builds print {printed}")
    return pairs


def pair_latency(builds):
    with tempfile.TemporaryDirectory() as folder:
        product = processes.SmallProduct(pathlib.Path(folder))

        def run(build):
            is_right, wall, cpu_wall = product.run(build)
            if not is_right:
                fail(f"{build}: the small product is wrong")
            return Sample(wall * 1e3, cpu_wall)

        pairs = pair_runs(builds, 1 + processes.LATENCY_RUNS, run)[1:]
    return {Case(LATENCY, "small spmv", tables.ENCKE, 1): pairs}


def pair_dense(builds, names, quick, threads):
    pairs = {}
    for dense_case in dense.all_cases(quick):
        if not any(dense_case.kernel.startswith(name) for name in names):
            continue
        sums = []

        def run(build):
            times, total, cpu_wall = dense.run_encke(dense_case, build, threads)
            if times is None:
                fail(f"{build}: {dense_case.kernel} {dense_case.name} fails")
            sums.append(total)
            return Sample(statistics.median(times) * 1e3, cpu_wall)

        case = Case(dense_case.kernel, dense_case.name, tables.ENCKE, threads)
        pairs[case] = pair_runs(builds, DENSE_PAIRS, run)
        if not all(processes.agree(total, sums[0]) for total in sums):
            fail(f"{case.kernel} {case.input}: the builds' sums are {sums}")
    return pairs


# ===-- the comparison ----------------------------------------------------------


class Comparison:
    """Two build folders, the other one first."""

    def __init__(self, builds, quick):
        self.builds = builds
        self.quick = quick

    def measure(self, selected, threads):
        """The pairs of what is selected, with so many threads, by case."""
        pairs = {}
        for program, field in OF_ENCKE_BENCH.items():
            kernels = getattr(selected, field)
            if kernels is not None:
                pairs |= take_turns(self.builds, program, kernels, self.quick,
                                    threads)
        if selected.chains:
            pairs |= pair_chains(self.builds, selected.chains, self.quick, threads)
        if selected.dense:
            pairs |= pair_dense(self.builds, selected.dense, self.quick, threads)
        if LATENCY in selected.others and threads == 1:
            pairs |= pair_latency(self.builds)
        return pairs

    def settle(self, pairs, select):
        """The figures of the pairs. What is beyond what one may be is measured
        again, and all pairs count: two processes, too, may differ by chance, in
        where they have their memory. `select` selects kernels by their names."""
        for repeat in range(1 + REPEATS):
            figures = [figure_of(case, its) for case, its in pairs.items()]
            beyond = [figure.case for figure in figures if not figure.is_settled]
            if repeat == REPEATS:
                break
            for threads in sorted({case.threads for case in beyond}):
                names = dict.fromkeys(case.kernel for case in beyond
                                      if case.threads == threads)
                print(f"bench: again with {tables.of_threads(threads)}: "
                      f"{', '.join(names)}", file=sys.stderr)
                again = self.measure(select(list(names)), threads)
                for case in beyond:
                    pairs[case] += again.get(case, [])
        return figures


def print_figures(figures):
    by_kernel = {}
    for figure in figures:
        by_kernel.setdefault((figure.case.kernel, figure.case.threads),
                             []).append(figure)
    for (kernel, threads), its in by_kernel.items():
        tables.print_table(
            f"{kernel}, {tables.of_threads(threads)}",
            ["input", "contender", "before ms", "ms", "ms/before", "pairs",
             "cpu/wall"],
            [[figure.case.input, figure.case.contender, f"{figure.before:.3f}",
              f"{figure.after:.3f}", f"{figure.ratio:.3f}", str(figure.pairs),
              tables.figure(figure.cpu_wall, ".2f")] for figure in its])


def judge(figures):
    """Prints how the builds compare. Returns what is wrong with that, or nothing."""
    counted = [figure.ratio for figure in figures if not figure.is_disturbed]
    if not counted:
        return "other programs use the processors: measure again"
    mean = tables.geometric_mean(counted)
    print(f"\ngeometric mean of ms/before over {len(counted)} figures: {mean:.3f}")
    for what, chosen in (
            ("slower, also when measured again",
             [f for f in figures if f.is_slower]),
            ("faster, also when measured again",
             [f for f in figures if f.is_faster]),
            ("not counted, for other programs used the processors",
             [f for f in figures if f.is_disturbed])):
        for figure in chosen:
            case = figure.case
            print(f"{what}: {case.kernel} on {case.input}, {case.contender}, "
                  f"{tables.of_threads(case.threads)}: {figure.ratio:.3f}")
    wrong = []
    if mean > MOST_ON_AVERAGE:
        wrong.append(f"kernels take {mean:.3f} times as long on average")
    slower = sum(figure.is_slower for figure in figures)
    if slower:
        wrong.append(f"{slower} take more than {MOST_OF_ONE} times as long")
    return "; ".join(wrong)


def records_of(figures):
    """As those of run.py, with this build as Encke and the other one as `before`."""
    return [{"kernel": figure.case.kernel, "input": figure.case.input,
             "threads": figure.case.threads,
             "contender": figure.case.contender + suffix, "ms": ms,
             "cpu_wall": figure.cpu_wall, "gbs": None, "gflops": None,
             "checked": True}
            for figure in figures
            for suffix, ms in (("", figure.after), (" before", figure.before))]


def compare_builds(options, select):
    """Ends the program with status 1 where this build is the slower one."""
    selected = select(options.kernels)
    alone = [name for name in selected.others if name != LATENCY]
    if options.kernels and alone:
        fail(f"there is no comparison of builds for {', '.join(alone)}")
    builds = [options.against.resolve(), options.build_dir.resolve()]
    comparison = Comparison(builds, options.quick)
    pairs = {}
    for threads in options.threads:
        pairs |= comparison.measure(selected, threads)
    if not pairs:
        fail("the builds have no kernel in common")
    figures = comparison.settle(pairs, select)
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(records_of(figures), file, indent=1)
            file.write("\n")
    print_figures(figures)
    wrong = judge(figures)
    if wrong:
        fail(wrong)
