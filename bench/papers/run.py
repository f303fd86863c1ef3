#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Evaluations of papers beside what is measured here: `./dev bench papers` calls
this.

What `./dev bench` measures is taken from its records (--records), or measured first.
The rest is measured here, on inputs that are drawn with the densities of the papers:
products of a matrix by one of 1e-4 and 4e-4 (figure 11 of the paper on workspaces),
MTTKRP with sparse factors by their density (figure 13), sums of two to seven matrices
(figure 14). SciPy is the peer there, on one thread as it is."""

from __future__ import annotations

import argparse
import json
import math
import pathlib
import subprocess
import sys
import tempfile
import time
from typing import Dict, List, Optional

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

import arguments  # noqa: E402
import claims  # noqa: E402
from timed import median, run, say, table, timed, uniform  # noqa: E402

KERNELS = ("spmv", "spmm-k32", "spgemm", "spadd7", "mttkrp3", "ttv", "ttm")


def geometric_mean(numbers: List[float]) -> float:
    return math.exp(sum(map(math.log, numbers)) / len(numbers))


#===-- what ./dev bench has measured ----------------------------------------===#


def ratios(records: List[dict], claim: claims.Claim) -> Dict[str, float]:
    """By peer, how many times as fast Encke is, on average over the inputs that
    both have."""
    def times(contender: str, threads: int) -> Dict[str, float]:
        return {r["kernel"] + " " + r["input"]: r["ms"] for r in records
                if r["kernel"].startswith(claim.kernel)
                and r["contender"] == contender and r["threads"] == threads
                and r.get("ms")}

    ours = times("encke", claim.threads)
    found = {}
    for peer in claim.peers:
        # The papers compare with TACO's sequential code where it has no other.
        is_sequential = "sequential TACO" in claim.reported
        theirs = times(peer, 1 if is_sequential else claim.threads)
        both = sorted(set(ours) & set(theirs))
        if both:
            found[peer] = geometric_mean([theirs[k] / ours[k] for k in both])
    return found


def claim_rows(records: List[dict]) -> List[List[str]]:
    rows = []
    for claim in claims.CLAIMS:
        found = ratios(records, claim)
        measured = ", ".join(f"{ratio:.2f} times {peer}"
                             for peer, ratio in found.items())
        behind = (claim.factor is not None and found and
                  found.get(claim.peers[0], math.inf) < claim.factor)
        rows.append([claim.paper, claim.figure, claim.what, claim.reported,
                     measured or "no such peer here",
                     "behind the paper's factor" if behind else ""])
    return rows


def measure_kernels(options) -> List[dict]:
    if options.records:
        return json.loads(pathlib.Path(options.records).read_text())
    if not (options.build_dir / "bin/encke-bench").exists():
        say("encke-bench is not built: only what is measured here")
        return []
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "records.json")
        command = [sys.executable, HERE.parent / "run.py", *KERNELS, "--json",
                   file, "--plots", folder, "--build-dir", options.build_dir]
        if options.quick:
            command.append("--quick")
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
        return json.loads(file.read_text())


#===-- what is measured here ------------------------------------------------===#


def record(kernel: str, given: str, contender: str, threads: int,
           ms: Optional[float], checked: bool) -> dict:
    return {"kernel": kernel, "input": given, "contender": contender,
            "threads": threads, "ms": ms, "checked": checked}


def time_scipy(work, samples: int) -> float:
    work()
    times = []
    for _ in range(samples):
        begin = time.perf_counter()
        work()
        times.append(time.perf_counter() - begin)
    return sorted(times)[samples // 2] * 1e3


def figure11(options, folder: pathlib.Path) -> List[dict]:
    """A matrix of 20 elements a row by one of each density, sorted."""
    import scipy.sparse as sp
    rows = 2000 if options.quick else 20000
    left, right = folder / "left.npz", folder / "right.npz"
    uniform(left, rows, rows, 20 / rows, seed=2)
    records, samples = [], 3
    for density in (1e-4, 4e-4):
        uniform(right, rows, rows, density, seed=3)
        text = ("  IndexLabel [i] = [?];\n  IndexLabel [j] = [?];\n"
                "  IndexLabel [k] = [?];\n"
                "  Tensor<double> A([i, j], {CSR});\n"
                "  Tensor<double> B([j, k], {CSR});\n"
                "  Tensor<double> C([i, k], {CSR});\n"
                "  A[i, j] = read(0);\n  B[j, k] = read(1);\n"
                + timed("C[i, k] = A[i, j] * B[j, k];", samples)
                + "  print(SUM(C[i, k]));\n")
        a, b = sp.load_npz(left), sp.load_npz(right)

        def product():
            c = a @ b
            c.sort_indices()
            return c

        wanted = product().sum()
        name = f"density {density:g}"
        for threads in options.threads:
            done = run(options.build_dir, text, [left, right], threads)
            good = bool(done.numbers) and math.isclose(done.numbers[-1], wanted,
                                                       rel_tol=1e-9)
            records.append(record("figure 11: SpGEMM, sorted", name, "encke",
                                  threads, median(done.numbers, samples), good))
        records.append(record("figure 11: SpGEMM, sorted", name, "scipy", 1,
                              time_scipy(product, samples), True))
    return records


def figure13(options, folder: pathlib.Path) -> List[dict]:
    """MTTKRP with factors of each density; these and the result are stored as
    sparse, or as dense."""
    n = 60 if options.quick else 300
    samples, records = 3, []
    for density in (0.01, 0.05, 0.25, 1.0):
        sums = {}
        for kind in ("CSR", "Dense"):
            files = [folder / "b.npz", folder / "c.npz"]
            for seed, file in enumerate(files, 5):
                uniform(file, n, 32, density, seed)
            text = (f"  IndexLabel [i, k] = [{n}];\n  IndexLabel [l] = [{n}];\n"
                    "  IndexLabel [j] = [32];\n"
                    "  Tensor<double> T([i, k, l], {CSF});\n"
                    f"  Tensor<double> B([k, j], {{{kind}}});\n"
                    f"  Tensor<double> C([l, j], {{{kind}}});\n"
                    f"  Tensor<double> M([i, j], {{{kind}}});\n"
                    "  T[i, k, l] = random(4, density = 0.01);\n"
                    "  B[k, j] = read(0);\n  C[l, j] = read(1);\n"
                    + timed("M[i, j] = T[i, k, l] * B[k, j] * C[l, j];",
                            samples) + "  print(SUM(M[i, j]));\n")
            done = run(options.build_dir, text, files)
            if not done.numbers:
                say(f"figure 13: {done.error}")
            sums[kind] = done.numbers[-1] if done.numbers else None
            records.append(record("figure 13: MTTKRP by density of the factors",
                                  f"density {density:g}",
                                  f"encke, {kind} factors", 1,
                                  median(done.numbers, samples), True))
        good = None not in sums.values() and math.isclose(
            sums["CSR"], sums["Dense"], rel_tol=1e-9)
        for made in records[-2:]:
            made["checked"] = good
    return records


def figure14(options, folder: pathlib.Path) -> List[dict]:
    """Sums of n matrices of alike densities."""
    import scipy.sparse as sp
    rows = 2000 if options.quick else 50000
    files = [folder / f"summand{n}.npz" for n in range(7)]
    for n, file in enumerate(files):
        uniform(file, rows, rows, 10 / rows, seed=10 + n)
    matrices = [sp.load_npz(file) for file in files]
    samples, records = 3, []
    for count in range(2, 8):
        names = [f"A{n}" for n in range(count)]
        text = ("  IndexLabel [i] = [?];\n  IndexLabel [j] = [?];\n"
                + "".join(f"  Tensor<double> {name}([i, j], {{CSR}});\n"
                          for name in [*names, "S"])
                + "".join(f"  {name}[i, j] = read({n});\n"
                          for n, name in enumerate(names))
                + timed("S[i, j] = " + " + ".join(f"{name}[i, j]"
                                                   for name in names) + ";",
                        samples) + "  print(SUM(S[i, j]));\n")

        def total():
            result = matrices[0]
            for matrix in matrices[1:count]:
                result = result + matrix
            return result

        wanted = total().sum()
        for threads in options.threads:
            done = run(options.build_dir, text, files[:count], threads)
            good = bool(done.numbers) and math.isclose(done.numbers[-1], wanted,
                                                       rel_tol=1e-9)
            if not good:
                say(f"figure 14: {done.error or 'another sum'}")
            records.append(record("figure 14: SpAdd", f"{count} operands",
                                  "encke", threads,
                                  median(done.numbers, samples), good))
        records.append(record("figure 14: SpAdd", f"{count} operands", "scipy",
                              1, time_scipy(total, samples), True))
    return records


#===-- tables ---------------------------------------------------------------===#


def report(claimed: List[List[str]], records: List[dict]) -> str:
    text = table(["paper", "figure", "kernel", "reported", "measured", ""],
                 claimed) if claimed else ""
    for kernel in dict.fromkeys(r["kernel"] for r in records):
        group = [r for r in records if r["kernel"] == kernel]
        columns = list(dict.fromkeys((r["contender"], r["threads"])
                                     for r in group))
        rows = []
        for given in dict.fromkeys(r["input"] for r in group):
            cells = {(r["contender"], r["threads"]): r["ms"] for r in group
                     if r["input"] == given}
            rows.append([given, *(f"{cells[c]:.3g}" if cells.get(c) else ""
                                  for c in columns)])
        text += f"\n{kernel}, ms\n\n" + table(
            ["input", *(f"{name}, {threads} thread{'s' * (threads > 1)}"
                        for name, threads in columns)], rows)
    return text


def main() -> int:
    parser = argparse.ArgumentParser(prog="./dev bench papers",
                                     description=__doc__)
    parser.add_argument("--quick", action="store_true",
                        help="small inputs: that it works")
    arguments.add_threads(parser, "the kernels")
    parser.add_argument("--records", metavar="FILE",
                        help="what ./dev bench --json has written")
    parser.add_argument("--json", metavar="FILE", help="write the records to FILE")
    parser.add_argument("--build-dir", type=pathlib.Path, required=True,
                        help=argparse.SUPPRESS)
    options = parser.parse_args()
    known = measure_kernels(options)
    records: List[dict] = []
    with tempfile.TemporaryDirectory() as folder:
        for measure in (figure11, figure13, figure14):
            say(measure.__doc__.split("\n")[0])
            records += measure(options, pathlib.Path(folder))
    if options.json:
        pathlib.Path(options.json).write_text(
            json.dumps(records, indent=1) + "\n")
    print(report(claim_rows(known) if known else [], records), end="")
    wrong = [r for r in records if not r["checked"] or not r["ms"]]
    for r in wrong:
        say(f"{r['kernel']}, {r['input']}, {r['contender']}: wrong, or nothing")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
