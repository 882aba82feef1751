#!/usr/bin/env python3
"""Against KLEE's figures: four programs that it was measured with, and those of bench/explore.

With OLD=BINARY an older build takes turns with this one, and both are in the table. Prints it in Markdown, and adds it to
target/bench.md.
"""

import math
import os
import sys
import time
from pathlib import Path

from exploration import COUNTERPOINT, ROUNDS, best_of, explore, programs, publish, ready, row

# KLEE 3.2 with STP, on programs that these are made after, in seconds; measured on another machine.
KLEE = {"wbs": 2.7, "regexp": 9.1, "hex": 2.5, "tcas": 1.6}
# What is shorter than this is mostly clang.
LONG = 0.2
# By title: the options, and the time that counts. KLEE tries nothing natively; the whole command is what a user waits for.
SETTINGS = {
    "exploring with `dart`": (["--mode=dart", "--no-native"], "seconds"),
    "the whole command as a user runs it": ([], "wall"),
}


def main() -> None:
    ready()
    old = os.environ.get("OLD")
    builds = [Path(old)] if old else []
    builds.append(COUNTERPOINT)
    publish("\n".join(table(title, *setting, builds) for title, setting in SETTINGS.items()))


def table(title: str, options: list, clock: str, builds: list) -> str:
    """All programs with these options, each figure of each build."""
    lines = [
        f"### Against KLEE's figures: {title}",
        "",
        "Figures of the build before and of this one, which took turns. Queries: all, and those that reached a solver. "
        f"Seconds: exploring / in all, the best of {ROUNDS}. The mean is over what took the build before {LONG} s.",
        "",
        row(["program", "KLEE s", "paths", "runs", "queries", "instructions", "seconds", "times as fast"]),
        "| --- |" + " ---: |" * 7,
    ]
    ratios = []
    for program in [*programs("klee"), *programs("explore")]:
        of_klee = program.parent.name == "klee"
        print(f"klee {program.stem} {' '.join(options)}", file=sys.stderr)
        runs = taking_turns(program, options, builds)
        ratio = runs[0][clock] / runs[-1][clock]
        if runs[0][clock] >= LONG:
            ratios.append(ratio)
        cells = [each(runs, figure) for figure in (paths, executions, queries, instructions, seconds)]
        name = program.stem if of_klee else f"explore/{program.stem}"
        lines.append(row([name, KLEE[program.stem] if of_klee else "", *cells, f"{ratio:.2f}"]))
    if ratios:
        mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
        lines.append(row(["**geometric mean**", *[""] * 6, f"**{mean:.2f}**"]))
    return "\n".join(lines) + "\n"


def taking_turns(program: Path, options: list, builds: list) -> list:
    """The best run of each build; a busy moment of the machine doesn't hit one of them alone."""
    rounds = [[timed(program, options, build) for build in builds] for _ in range(ROUNDS)]
    return [best_of(program, list(runs)) for runs in zip(*rounds)]


def timed(program: Path, options: list, build: Path) -> dict:
    start = time.perf_counter()
    run = explore(program, options, binary=build)
    return {**run, "wall": time.perf_counter() - start}


def each(runs: list, figure) -> str:
    """What a figure is in each build, once if it is the same."""
    shown = [figure(run) for run in runs]
    return shown[0] if len(set(shown)) == 1 else ", ".join(shown)


def paths(run: dict) -> str:
    return f"{run['paths']}{'' if run['complete'] else '+'}"


def executions(run: dict) -> str:
    return str(run["runs"])


def queries(run: dict) -> str:
    return f"{run['layers'][0]['queries']} / {run['layers'][-1]['queries']}"


def instructions(run: dict) -> str:
    return str(run["instructions"])


def seconds(run: dict) -> str:
    return f"{run['seconds']:.3f} / {run['wall']:.3f}"


main()
