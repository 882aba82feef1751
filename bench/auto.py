#!/usr/bin/env python3
"""What the default costs beside the best single mode, on all programs that exploration is measured with.

Prints a table in Markdown, and adds it to target/bench.md.
"""

import math
import sys
from pathlib import Path

from exploration import ROUNDS, best_of, explore, programs, publish, ready, row

SINGLE = ["dart", "smart", "demand"]
FOLDERS = ["klee", "explore", "compose"]
# What is shorter than this says nothing.
LONG = 0.2
# A single mode that isn't done after so many seconds, or so many times what the default took, is not the best.
PATIENCE = 5
TIMES = 3
MOST = 30


def main() -> None:
    ready()
    lines = [
        "### The default beside single modes",
        "",
        f"Runs / processor seconds, the best of {ROUNDS} by turns, and how many times as long `auto` took as the best single mode, where it took "
        f"{LONG} s. `+`: not done after {PATIENCE} s and {TIMES} times what `auto` took, or after {MOST} s.",
        "",
        row(["program", *SINGLE, "auto", "ratio"]),
        "| --- |" + " ---: |" * (len(SINGLE) + 2),
    ]
    lines += [compared(program) for folder in FOLDERS for program in programs(folder)]
    publish("\n".join(lines) + "\n")


def compared(program: Path) -> str:
    """A program in all modes."""
    name = f"{program.parent.name}/{program.stem}"
    print(f"auto {name}", file=sys.stderr)
    first = explored(program, "auto", MOST)
    limit = min(max(PATIENCE, math.ceil(TIMES * first["seconds"])), MOST)
    rounds = [{mode: explored(program, mode, limit) for mode in SINGLE} | {"auto": first}]
    done = [mode for mode, run in rounds[0].items() if run["stopped"] is None]
    rounds += [{mode: explored(program, mode, limit) for mode in done} for _ in range(1, ROUNDS)]
    best = {mode: best_of(program, [each[mode] for each in rounds if mode in each], "exploring") for mode in rounds[0]}
    return row([name, *(effort(best[mode]) for mode in [*SINGLE, "auto"]), ratio(best)])


def explored(program: Path, mode: str, limit: int) -> dict:
    return explore(program, ["--no-native", f"--mode={mode}"], f"{limit}s")


def ratio(best: dict) -> str:
    """The default's time by the best single mode's, if both are done and it is long enough to say something."""
    singles = [best[mode]["exploring"] for mode in SINGLE if best[mode]["stopped"] is None]
    auto = best["auto"]
    if not singles or auto["stopped"] is not None or auto["exploring"] < LONG:
        return "-"
    return f"{auto['exploring'] / min(singles):.2f}"


def effort(run: dict) -> str:
    return f"{run['runs']}{'' if run['stopped'] is None else '+'} / {run['exploring']:.2f}"


main()
