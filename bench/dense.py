#===- dense.py - dense contractions beside NumPy and dgemm -----------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""The kernels `dense`, `ccsdt` and `transpose` of `./dev bench`.

Each is one statement over dense tensors. Encke runs a program that repeats and
times it; NumPy, over OpenBLAS, does the same in a process of its own (`python3
dense.py CASE-AS-JSON`). Both fill their operands with the same numbers, and a
sum over the result, weighted along its first and its last label, is compared
before a time counts."""

import dataclasses
import functools
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time

from processes import run_encke as run_program

KERNELS = ("dense", "ccsdt", "transpose")
SAMPLES = 7
THREADS = (1, 2)


@dataclasses.dataclass
class Case:
    """One statement: `output` (+)= the product of `inputs`, each a string of
    one-letter labels."""
    kernel: str
    name: str
    inputs: list
    output: str
    sizes: dict
    accumulate: bool = False

    def count(self, labels):
        count = 1
        for label in labels:
            count *= self.sizes[label]
        return count

    def flops(self):
        return 2 * self.count(set("".join(self.inputs)))

    def bytes(self):
        """What must cross the memory bus at least once."""
        passes = 2 if self.accumulate else 1
        return 8 * (sum(map(self.count, self.inputs))
                    + passes * self.count(self.output))


# ===-- cases ------------------------------------------------------------------

# The triples of CCSD(T) as NWChem has them, Fortran's order reversed: h1, h2, h3
# and the summed h7 are i, j, k, m; p4, p5, p6 and p7 are a, b, c, d.
D1 = (["iabm", "mckj"], ["abcijk", "abcjik", "abcjki", "cabijk", "cabjik",
                         "cabjki", "acbijk", "acbjik", "acbjki"])
D2 = (["jiad", "bckd"], ["abcijk", "abckij", "abcikj", "bacijk", "backij",
                         "bacikj", "bcaijk", "bcakij", "bcaikj"])
S1 = (["ia", "bcjk"], ["abcijk", "abcjik", "abcjki", "bacijk", "bacjik",
                       "bacjki", "bcaijk", "bcajik", "bcajki"])


def ccsdt_cases(occupied, virtual, step):
    """Every step-th of each family."""
    sizes = dict.fromkeys("ijkm", occupied) | dict.fromkeys("abcd", virtual)
    for family, (inputs, outputs) in (("d1", D1), ("d2", D2), ("s1", S1)):
        for number in range(1, len(outputs) + 1, step):
            output = outputs[number - 1]
            yield Case("ccsdt", f"{family}_{number}", inputs, output,
                       {label: sizes[label]
                        for label in set("".join(inputs))}, accumulate=True)


def all_cases(quick):
    def same(labels, size):
        return dict.fromkeys(labels, size)

    n = 24 if quick else 48
    yield Case("dense", "dgemm", ["ik", "kj"], "ij", same("ijk", 1024))
    yield Case("dense", f"permuted-{n}", ["aebf", "dfce"], "abcd",
               same("abcdef", n))
    yield Case("dense", "batched", ["nik", "nkj"], "nij",
               same("ijk", 64) | {"n": 512})
    yield Case("dense", "thin", ["ik", "kj"], "ij",
               {"i": 20000 if quick else 100000, "k": 200, "j": 4})
    yield from ccsdt_cases(*((8, 12, 4) if quick else (12, 20, 1)))
    yield Case("transpose", "matrix", ["ij"], "ji",
               {"i": 2048, "j": 2000} if quick else {"i": 4096, "j": 4000})
    for order in ("acbd", "dcba", "cadb", "bdac"):
        yield Case("transpose", order, ["abcd"], order, same("abcd", 48))


# ===-- Encke ------------------------------------------------------------------


def program(case):
    """The text of the program that runs the case."""
    def access(name, labels):
        return f"{name}[{', '.join(labels)}]"

    lines = [f"IndexLabel [{label}] = [{size}];"
             for label, size in case.sizes.items()]
    tensors = [(f"A{k}", labels) for k, labels in enumerate(case.inputs)]
    tensors += [("u", case.output[0]), ("v", case.output[-1])]
    for seed, (name, labels) in enumerate(tensors):
        lines.append(f"Tensor<double> {name}([{', '.join(labels)}], {{Dense}});")
        lines.append(f"{access(name, labels)} = random({seed});")
    result = access("C", case.output)
    lines.append(f"Tensor<double> C([{', '.join(case.output)}], {{Dense}});")
    lines.append(f"{result} = 0.0;")
    value = " * ".join(access(f"A{k}", labels)
                       for k, labels in enumerate(case.inputs))
    assign = "+=" if case.accumulate else "="
    lines += [f"for t in 0:{SAMPLES + 1} {{",
              "  var start = getTime();",
              f"  {result} {assign} {value};",
              "  var stop = getTime();",
              "  printElapsedTime(start, stop);",
              "}",
              f"print(SUM({result} * {access('u', case.output[0])}"
              f" * {access('v', case.output[-1])}));"]
    return "def main() {\n" + "".join(f"  {line}\n" for line in lines) + "}\n"


def run_encke(case, build, threads):
    """The seconds of each run after the first, the sum, and the cpu/wall of the
    process."""
    with tempfile.NamedTemporaryFile("w", suffix=".ta") as file:
        file.write(program(case))
        file.flush()
        output, _, cpu_wall = run_program(build, f"--threads={threads}", file.name)
    times = [float(text) for text in
             re.findall(r"ELAPSED_TIME = ([0-9.eE+-]+)", output)]
    if len(times) != SAMPLES + 1:
        return None, None, cpu_wall
    return times[1:], float(output.split()[-1]), cpu_wall


# ===-- NumPy ------------------------------------------------------------------


@functools.cache
def find_numpy():
    """A Python that has NumPy: this one or the system's. None without."""
    for python in (sys.executable, "/usr/bin/python3"):
        done = subprocess.run([python, "-c", "import numpy"], check=False,
                              stderr=subprocess.DEVNULL)
        if done.returncode == 0:
            return python
    return None


def run_peer(case, contender, threads):
    """The same of a process of its own."""
    if not find_numpy():
        return None, None
    environment = dict(os.environ, OPENBLAS_NUM_THREADS=str(threads))
    text = json.dumps(dataclasses.asdict(case) | {"contender": contender})
    done = subprocess.run([find_numpy(), __file__, text], env=environment,
                          stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        return None, None
    answer = json.loads(done.stdout)
    return answer["times"], answer["sum"]


def peer_main(text):
    """Runs a case by NumPy: einsum with everything that it has to offer, or,
    for contender `copy`, a copy of the operand."""
    import numpy

    fields = json.loads(text)
    contender = fields.pop("contender")
    case = Case(**fields)

    def random(shape, seed):
        def mix(z):
            z = (z ^ (z >> numpy.uint64(30))) * numpy.uint64(0xbf58476d1ce4e5b9)
            z = (z ^ (z >> numpy.uint64(27))) * numpy.uint64(0x94d049bb133111eb)
            return z ^ (z >> numpy.uint64(31))
        with numpy.errstate(over="ignore"):
            count = int(numpy.prod(shape))
            start = mix(numpy.array([seed], dtype=numpy.uint64))
            step = numpy.arange(1, count + 1, dtype=numpy.uint64)
            bits = mix(start + step * numpy.uint64(0x9e3779b97f4a7c15))
        values = (bits >> numpy.uint64(11)) / float(1 << 53)
        return values.reshape(shape)

    def shape(labels):
        return tuple(case.sizes[label] for label in labels)

    operands = [random(shape(labels), seed)
                for seed, labels in enumerate(case.inputs)]
    result = numpy.zeros(shape(case.output))
    formula = ",".join(case.inputs) + "->" + case.output
    path = numpy.einsum_path(formula, *operands, optimize=True)[0]

    def compute():
        if contender == "copy":
            numpy.copyto(result, operands[0].reshape(result.shape))
        elif len(operands) == 1:
            order = [case.inputs[0].index(label) for label in case.output]
            numpy.copyto(result, operands[0].transpose(order))
        elif case.accumulate:
            numpy.add(result, numpy.einsum(formula, *operands, optimize=path),
                      out=result)
        else:
            numpy.einsum(formula, *operands, optimize=path, out=result)

    times = []
    for _ in range(SAMPLES + 1):
        begin = time.perf_counter()
        compute()
        times.append(time.perf_counter() - begin)
    count = len(case.inputs)
    weights = random(shape(case.output[0]), count)
    last = random(shape(case.output[-1]), count + 1)
    flat = result.reshape(weights.size, -1, last.size)
    total = float(numpy.einsum("abc,a,c->", flat, weights, last))
    json.dump({"times": times[1:], "sum": total}, sys.stdout)


# ===-- records ----------------------------------------------------------------


def record(case, contender, threads, times, checked):
    seconds = statistics.median(times) if times else None
    works = seconds and checked
    return {
        "kernel": case.kernel,
        "input": case.name,
        "threads": threads,
        "contender": contender,
        "ms": seconds * 1e3 if works else None,
        "cpu_wall": None,
        "gbs": case.bytes() / seconds / 1e9 if works else None,
        "gflops": case.flops() / seconds / 1e9
                  if works and len(case.inputs) > 1 else None,
        "checked": checked,
    }


def measure_case(case, build, threads):
    ours, our_sum, _ = run_encke(case, build, threads)
    theirs, their_sum = run_peer(case, "numpy", threads)
    same = (ours is not None and theirs is not None
            and abs(our_sum - their_sum) <= 1e-9 * abs(their_sum))
    yield record(case, "encke", threads, ours, same if theirs else bool(ours))
    if theirs:
        yield record(case, "numpy", threads, theirs, True)
        if case.kernel == "transpose":
            copy, _ = run_peer(case, "copy", threads)
            yield record(case, "copy", threads, copy, True)


def measure(build, kernels, quick):
    """The records of the kernels whose names begin with one of `kernels`."""
    records = []
    for threads in THREADS:
        if threads > (os.cpu_count() or 1):
            break
        for case in all_cases(quick):
            if any(case.kernel.startswith(name) for name in kernels):
                records += measure_case(case, build, threads)
    return records


if __name__ == "__main__":
    peer_main(sys.argv[1])
