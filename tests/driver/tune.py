# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What `encke tune` finds stands in the program, which prints what it printed before.

The schedules that `--json` names are written behind the statement one by one. Then
`--write` has to take a schedule away that converts a matrix in each run, whatever
takes its place, and to leave the rest of the text as it is. On a terminal a line says how
far it is, and is gone at the end.
"""

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../programs"))

# pylint: disable=wrong-import-position
import harness  # noqa: E402


def replace(text, clauses):
    """The program with other clauses in the place of those that stand there."""
    begin = text.index(" with ")
    end = text.index(";", begin)
    return text[:begin] + (" with " + ", ".join(clauses) if clauses else "") + text[end:]


def make_matrix(path, rows=3000, each=20):
    """Large enough to tell a conversion from a product, however busy the machine is."""
    source = random.Random(1)
    entries = [(row, column) for row in range(1, rows + 1)
               for column in sorted(source.sample(range(1, rows + 1), each))]
    with open(path, "w", encoding="utf-8") as file:
        file.write("%%MatrixMarket matrix coordinate real general\n"
                   f"{rows} {rows} {len(entries)}\n")
        file.writelines(f"{row} {column} 1\n" for row, column in entries)


def find_schedules(tune):
    """What was measured, the policy's own schedule and others. A busy machine gets more
    time."""
    for seconds in (3, 12, 48):
        schedules = [trial["schedule"] for trial in json.loads(tune(seconds))[0]["trials"]
                     if trial["status"] == "measured"]
        if len(schedules) >= 3 and [] in schedules:
            return schedules
    raise harness.Failure(f"few schedules: {schedules}")


def check_progress(command):
    terminal, end = os.openpty()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=end) as process:
        os.close(end)
        seen = b""
        try:
            while part := os.read(terminal, 4096):
                seen += part
        except OSError:  # that is how the last one ends
            pass
    os.close(terminal)
    if process.returncode != 0 or b"measured, the best takes" not in seen:
        raise harness.Failure(f"no line on a terminal: {seen}")
    if not seen.endswith(b"\r\x1b[K"):
        raise harness.Failure(f"the line stays: {seen}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--encke", required=True)
    parser.add_argument("program")
    parser.add_argument("data")
    options = parser.parse_args()
    with open(options.program, encoding="utf-8") as file:
        text = file.read()
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "program.ta")
        shutil.copy(options.program, program)

        def run(*command):
            return harness.run([options.encke, *command])

        def run_with(new, data):
            with open(program, "w", encoding="utf-8") as file:
                file.write(new)
            return run("run", "--threads=1", program, data)

        data = os.path.abspath(options.data)
        os.chdir(folder)  # the program writes a file
        expected = run_with(text, data)
        schedules = find_schedules(lambda seconds: run(
            "tune", "--json", "--threads=1", f"--seconds={seconds}",
            "--clauses=order,vectorize,search", program, data))
        for schedule in schedules:
            if run_with(replace(text, schedule), data) != expected:
                raise harness.Failure(f"with {schedule} another result")

        check_progress([options.encke, "tune", "--threads=1", "--seconds=1",
                        "--clauses=vectorize", program, data])

        large = os.path.join(folder, "large.mtx")
        make_matrix(large)
        expected = run_with(text, large)
        run("tune", "--write", "--threads=1", "--seconds=5",
            "--clauses=convert,vectorize,order", program, large)
        with open(program, encoding="utf-8") as file:
            written = file.read()
        begin = text.index(" with ")
        end = text.index(";", begin)
        if not written.startswith(text[:begin]) or not written.endswith(text[end:]):
            raise harness.Failure(f"the text around the schedule has changed:\n{written}")
        if "convert(A, CSC)" in written:
            raise harness.Failure(f"the slow schedule is still there:\n{written}")
        if run_with(written, large) != expected:
            raise harness.Failure(f"another result of\n{written}")


if __name__ == "__main__":
    harness.main(main)
