#===- files.py - measures reading and conversion ---------------------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""The kernels `io` and `convert` of `./dev bench`; bench/README.md says how."""

import json
import pathlib
import statistics
import subprocess
import sys
import tempfile

IO = "io"
CONVERT = "convert"
THREADS = (1, 2)
HERE = pathlib.Path(__file__).resolve().parent
SCIPY = HERE / "scipy_peer.py"
NOT_INSTALLED = 3  # the status of a peer that is not there


def say(text):
    print(f"bench: {text}", file=sys.stderr)


def records_of(command):
    """The records that a program prints, one a line; None when it says that the
    peer is not installed."""
    done = subprocess.run([str(word) for word in command],
                          stdout=subprocess.PIPE, text=True)
    if done.returncode == NOT_INSTALLED:
        return None
    if done.returncode != 0:
        sys.exit(f"bench: {command[0]} ended with status {done.returncode}")
    return [json.loads(line) for line in done.stdout.splitlines()
            if line.startswith("{")]


def record(kernel, input, threads, contender, sample, gigabytes, **others):
    """A record as the README describes it."""
    return {"kernel": kernel, "input": input, "threads": threads,
            "contender": contender, "ms": sample["ms"],
            "cpu_wall": sample["cpu_wall"],
            "gbs": gigabytes / sample["ms"] * 1e3, "gflops": None, **others}


def scipy_command():
    """SciPy of the Python that runs this, or of the system."""
    for python in (sys.executable, "/usr/bin/python3"):
        found = subprocess.run([python, "-c", "import scipy.io"],
                               stderr=subprocess.DEVNULL, check=False)
        if found.returncode == 0:
            return [python, SCIPY]
    say("without scipy: it is not installed")
    return None


# ===-- reading ----------------------------------------------------------------


def readers(build):
    """The contenders: name, threads, command, and the files that they read."""
    program = build / "bin" / "encke-bench-io"
    own = {name: (lambda threads, file, name=name:
                  [program, "read", name, threads, file])
           for name in ("encke", "eigen", "librsb", "taco")}
    suffixes = {"encke": (".mtx", ".tns"), "eigen": (".mtx",),
                "librsb": (".mtx",), "taco": (".mtx", ".tns"),
                "scipy": (".mtx",)}
    parallel = ("encke", "librsb")
    scipy = scipy_command()
    if scipy:
        own["scipy"] = lambda threads, file: [*scipy, "read", file]
    return [(name, threads, command, suffixes[name])
            for name, command in own.items()
            for threads in (THREADS if name in parallel else THREADS[:1])]


def undisturbed(samples, threads):
    """The samples that had a processor for each thread, if that is enough of
    them to take a median of."""
    found = [s for s in samples if s["cpu_wall"] >= 0.9 * threads]
    return found if len(found) >= 3 else samples


def measure_file(path, contenders, runs):
    """By contender and threads, the median sample; they read in turn."""
    samples = {}
    missing = set()
    for _ in range(runs + 1):  # the first one warms up
        for name, threads, command, suffixes in contenders:
            if name in missing or path.suffix not in suffixes:
                continue
            found = records_of(command(threads, path))
            if found is None:
                say(f"without {name}: it is not installed")
                missing.add(name)
            else:
                samples.setdefault((name, threads), []).extend(found)
    medians = {}
    for place, of_contender in samples.items():
        rest = of_contender[1:]
        best = sorted(undisturbed(rest, place[1]), key=lambda s: s["ms"])
        medians[place] = dict(
            best[(len(best) - 1) // 2],
            peak_bytes=max(s["peak_bytes"] for s in rest),
            same=len({s["digest"] for s in rest}) == 1)
    return medians


def measure_io(build, quick):
    records = []
    with tempfile.TemporaryDirectory() as name:
        inputs = pathlib.Path(name)
        written = records_of([build / "bin" / "encke-bench-io", "write", inputs,
                              *(["--quick"] if quick else [])])
        rights = {r["file"]: r["digest"] for r in written}
        contenders = readers(build)
        for path in sorted(inputs.iterdir()):
            size = path.stat().st_size
            say(f"{path.name}: {size / 1e6:.0f} MB")
            medians = measure_file(path, contenders, 3 if quick else 7)
            right = rights[path.name]
            best = min((s["ms"] for (name, _), s in medians.items()
                        if name != "encke"), default=None)
            for (contender, threads), sample in medians.items():
                records.append(record(
                    IO, path.name, threads, contender, sample, size / 1e9,
                    mbs=size / sample["ms"] / 1e3,
                    over_best_peer=best / sample["ms"] if best else None,
                    peak_mb=sample["peak_bytes"] / 1e6,
                    checked=sample["same"] and sample["digest"] == right))
    return records


# ===-- conversion -------------------------------------------------------------


def scipy_conversions(build, quick):
    """By conversion and input: SciPy's samples."""
    scipy = scipy_command()
    found = {}
    if not scipy:
        return found
    with tempfile.TemporaryDirectory() as folder:
        records_of([build / "bin" / "encke-bench-io", "write", folder,
                    *(["--quick"] if quick else [])])
        for input, file in (("fem3d", "fem3d-rows.mtx"),
                            ("rmat", "rmat-columns.mtx")):
            for sample in records_of([*scipy, "convert",
                                      pathlib.Path(folder) / file, 7]):
                found[sample["conversion"], input] = sample
    return found


def measure_convert(build, quick):
    program = build / "bin" / "encke-bench-convert"
    scipy = scipy_conversions(build, quick)
    records = []
    for threads in THREADS:
        places, rights = {}, {}
        for sample in records_of([program, threads,
                                  *(["--quick"] if quick else [])]):
            if "digest" in sample:
                rights[sample["input"]] = sample["digest"]
                continue
            place = sample["conversion"], sample["input"]
            places.setdefault(place, {})[sample["contender"]] = sample
        for place, samples in places.items():
            gigabytes = samples["encke"]["bytes"] / 1e9
            if threads == 1 and place in scipy:
                found = scipy[place]
                samples["scipy"] = dict(
                    found, checked=found["digest"] == rights[place[1]])
            for contender, sample in samples.items():
                records.append(record(
                    f"{CONVERT} {place[0]}", place[1], threads, contender,
                    sample, gigabytes, checked=sample["checked"]))
    return records
