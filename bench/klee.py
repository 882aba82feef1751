#!/usr/bin/env python3
"""Against KLEE's figures: four programs that it was measured with, and those of bench/explore and bench/compose.

With OLD=BINARY an older build takes turns with this one, and both are in the tables. Prints them in Markdown, and adds them to
target/bench.md.
"""

import math
import os
import sys
from pathlib import Path

from exploration import COUNTERPOINT, ROUNDS, best_of, explore, programs, publish, ready, row

# KLEE 3.2 with STP, on programs that these are made after, in seconds; measured on another machine.
KLEE = {"wbs": 2.7, "regexp": 9.1, "hex": 2.5, "tcas": 1.6}
# What is shorter than this is mostly clang.
LONG = 0.2
# What isn't done by then is compared no further.
PATIENCE = "60s"
# By title: the options, the time that counts, and the programs. KLEE tries nothing natively; the whole command is what a user
# waits for. What is for composition has too many paths for `dart`.
SETTINGS = {
    "exploring with `dart`": (["--mode=dart", "--no-native"], "exploring", ["klee", "explore"]),
    "exploring by default": (["--no-native"], "exploring", ["klee", "explore", "compose"]),
    "the whole command as a user runs it": ([], "processor", ["klee", "explore"]),
}


def main() -> None:
    ready()
    old = os.environ.get("OLD")
    builds = [Path(old)] if old else []
    builds.append(COUNTERPOINT)
    publish("\n".join(table(title, *setting, builds) for title, setting in SETTINGS.items()))


def table(title: str, options: list, clock: str, folders: list, builds: list) -> str:
    """All programs with these options, each figure of each build."""
    lines = [
        f"### Against KLEE's figures: {title}",
        "",
        "Figures of the build before and of this one, which took turns. Queries: all, and those that reached a solver; how many "
        "of these there are for each side of a two-way decision that a run left to be asked for. Seconds of the processor: "
        f"exploring / in all, the best of {ROUNDS}. `+`: not complete. The mean is over what took the build before {LONG} s, and is done "
        f"after {PATIENCE}.",
        "",
        row(["program", "KLEE s", "paths", "runs", "queries", "a side", "instructions", "seconds", "times as fast"]),
        "| --- |" + " ---: |" * 8,
    ]
    ratios = []
    for program in [program for folder in folders for program in programs(folder)]:
        of_klee = program.parent.name == "klee"
        print(f"klee {program.stem} {' '.join(options)}", file=sys.stderr)
        runs = taking_turns(program, options, builds, clock)
        ratio = runs[0][clock] / runs[-1][clock]
        if runs[0][clock] >= LONG and not is_cut_off(runs[-1]):
            ratios.append(ratio)
        cells = [each(runs, figure) for figure in (paths, executions, queries, queries_a_side, instructions, seconds)]
        name = program.stem if of_klee else f"{program.parent.name}/{program.stem}"
        faster = "-" if is_cut_off(runs[-1]) else f"{ratio:.2f}"
        lines.append(row([name, KLEE[program.stem] if of_klee else "", *cells, faster]))
    if ratios:
        mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
        lines.append(row([f"**geometric mean of {len(ratios)}**", *[""] * 7, f"**{mean:.2f}**"]))
        lines.append(row(["**least**", *[""] * 7, f"**{min(ratios):.2f}**"]))
    return "\n".join(lines) + "\n"


def taking_turns(program: Path, options: list, builds: list, clock: str) -> list:
    """The best run of each build; a busy moment of the machine doesn't hit one of them alone."""
    rounds = []
    while len(rounds) < ROUNDS and not (rounds and any(map(is_cut_off, rounds[0]))):
        rounds.append([explore(program, options, PATIENCE, build) for build in builds])
    return [best_of(program, list(runs), clock) for runs in zip(*rounds)]


def is_cut_off(run: dict) -> bool:
    """Did it end before it was done?"""
    return run["stopped"] is not None


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


def queries_a_side(run: dict) -> str:
    return "?" if run["decisions"] is None else f"{run['layers'][-1]['queries'] / max(run['decisions'], 1):.2f}"


def instructions(run: dict) -> str:
    return str(run["instructions"])


def seconds(run: dict) -> str:
    return f"{run['exploring']:.3f} / {run['processor']:.3f}"


main()
