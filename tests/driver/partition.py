# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Counts the ghosts of a stencil in random order, as it is and reordered by METIS:
there are fewer then, and the result is the same up to rounding."""

import argparse
import os
import random
import re
import subprocess
import sys
import tempfile

SIDE = 40
PROGRAM = """
def main() {
  IndexLabel [i, j] = [?];
  Tensor<double> A([i, j], {CSR});
  Tensor<double> x([i], {Dense});
  Tensor<double> y([i], {Dense});
  A[i, j] = read(0);
  REORDER
  x[i] = random();
  for t in 0:2 {
    y[i] = A[i, j] * x[j];
    x[i] = 0.1 * y[i] + 0.5 * x[i];
  }
  print(x);
}
"""


def write_stencil(path):
    order = list(range(1, SIDE * SIDE + 1))
    random.Random(5).shuffle(order)
    entries = []
    for row in range(SIDE):
        for column in range(SIDE):
            for down, right in ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)):
                if 0 <= row + down < SIDE and 0 <= column + right < SIDE:
                    entries.append((order[row * SIDE + column],
                                    order[(row + down) * SIDE + column + right]))
    with open(path, "w", encoding="utf-8") as file:
        print("%%MatrixMarket matrix coordinate real general", file=file)
        print(len(order), len(order), len(entries), file=file)
        for i, j in sorted(entries):
            print(i, j, 4 if i == j else -1, file=file)


def run(encke, folder, reorder):
    path = os.path.join(folder, "program.ta")
    with open(path, "w", encoding="utf-8") as file:
        file.write(PROGRAM.replace("REORDER", reorder))
    done = subprocess.run(
        [encke, "run", "-v", "--processes=4", path, os.path.join(folder, "A.mtx")],
        capture_output=True, text=True, check=False)
    found = re.search(r"exchanging ghosts, 2 times: .* (\d+) ghosts", done.stderr)
    if done.returncode or not found:
        sys.exit(f"FAILED: {done.returncode} {done.stderr}")
    values = [float(line) for line in done.stdout.splitlines() if line[0] != "#"]
    return int(found[1]), values


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--encke", required=True)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        write_stencil(os.path.join(folder, "A.mtx"))
        before, expected = run(options.encke, folder, "")
        after, got = run(options.encke, folder, "reorder [i, j] by partition(A, 4);")
    print(f"{before} ghosts become {after}")
    if len(expected) != SIDE * SIDE or len(got) != len(expected):
        sys.exit("FAILED: other sizes")
    if any(abs(a - b) > 1e-12 for a, b in zip(expected, got)):
        sys.exit("FAILED: other values")
    if not 0 < after < before / 8:
        sys.exit("FAILED: METIS lessens them more")


if __name__ == "__main__":
    main()
