#!/usr/bin/env python3
"""Explores every function of every program in the repository, and lists the tests that don't hold natively.

    scripts/dropped.py [--seconds N] [FILE-OR-FOLDER...]

A dropped test is something that Counterpoint believes and the native program doesn't: a check that is missing here, or a
difference that isn't known yet. What programs say with `//@ dropped: f` is expected. The exit code is 1 if there is
any other. COUNTERPOINT names the binary, CLANG the compiler.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile

from corpus import ROOT, annotation, cflags, chosen

BINARY = pathlib.Path(os.environ.get("COUNTERPOINT", ROOT / "target/debug/counterpoint")).resolve()


def explore(files, seconds):
    """What is dropped of a program: (test, why); or why it can't be explored."""
    with tempfile.TemporaryDirectory() as out:
        command = [BINARY, "test", "--json",
                   f"--time={seconds}s", f"--cflags={cflags(files[0])}", "--out", f"{out}/suite", *files]
        try:
            said = subprocess.run(command, cwd=out, stdin=subprocess.DEVNULL, capture_output=True, timeout=300)
            report = json.loads(said.stdout)
            return [(it["id"], it["why"]) for it in report["dropped"]], len(report["tests"])
        except subprocess.TimeoutExpired:
            return "it takes more than five minutes", 0
        except json.JSONDecodeError:
            lines = said.stderr.decode(errors="replace").strip().splitlines()
            return lines[0] if lines else f"exit code {said.returncode}", 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=int, default=5, help="how long each program is explored")
    parser.add_argument("paths", nargs="*", type=pathlib.Path)
    given = parser.parse_args()
    all_programs = chosen(given.paths)
    kept, unexplored, unexpected = 0, 0, collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for files, (dropped, tests) in zip(all_programs, pool.map(lambda it: explore(it, given.seconds), all_programs)):
            name = files[0].relative_to(ROOT) if files[0].is_relative_to(ROOT) else files[0]
            if isinstance(dropped, str):
                unexplored += 1
                print(f"not explored: {name}: {dropped}", flush=True)
                continue
            kept += tests
            for test, why in dropped:
                expected = any(test.startswith(f"{function}_") for function in annotation(files[0], "dropped"))
                print(f"{'expected' if expected else 'dropped'}: {name}: {test}: {why}", flush=True)
                unexpected[name] += not expected
    count = sum(unexpected.values())
    print(f"{len(all_programs)} programs, {unexplored} not explored, {kept} tests hold, {count} dropped")
    sys.exit(count > 0)


main()
