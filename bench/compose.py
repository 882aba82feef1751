#!/usr/bin/env python3
"""What composition saves: runs, queries and time in every mode, on the papers' subjects and on families that grow.

Prints tables in Markdown, adds them to target/bench.md, and draws runs against packet size in target/bench/packet.svg.
"""

import json
import os
import subprocess
import sys
from functools import cache
from math import log10
from pathlib import Path

import call_dag

ROOT = Path(__file__).resolve().parent.parent
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
WORK = TARGET / "bench" / "compose"
COUNTERPOINT = Path(os.environ.get("COUNTERPOINT", TARGET / "release" / "counterpoint"))
SUBJECTS = ROOT / "bench" / "compose"
MODES = ["dart", "smart", "demand", "auto"]
GOAL_MODES = ["dart", "demand"]
# The bound of the 2008 paper, for all.
MOST_RUNS = 20000
LIMIT = "300s"
PATIENCE = "30s"

# The subjects of the 2008 paper, and its figures: executions, seconds and whether the assertion was found, with
# composition and without.
PAPER = {
    "hwm": (("37", "65", "yes"), ("maxed", "705", "no")),
    "parser": (("144", "71", "yes"), ("maxed", "338", "yes")),
    "incdec": (("74", "14", "yes"), ("1207", "43", "yes")),
}
LOCATE_SIZES = [4, 8, 16, 32, 64]
PACKET_SIZES = [2, 4, 6, 8, 10, 12, 14, 16]
# Depth, fan-out, paths per function.
GRAPHS = [(2, 2, 2), (2, 3, 3), (3, 2, 2), (3, 2, 4), (3, 3, 2), (4, 2, 2), (4, 2, 4), (4, 3, 3), (5, 2, 2), (6, 2, 3)]
# Whole-program paths to the assertion.
AGGREGATES = {"positives": "2^100", "ballots": "3^48", "letters": "7^40", "luhn": "3^36", "marks": "5^60"}


def main() -> None:
    if not COUNTERPOINT.exists():
        sys.exit(f"bench: {COUNTERPOINT} is not there: build it with cargo build --release")
    WORK.mkdir(parents=True, exist_ok=True)
    report = "\n".join([the_2008_table(), locate(), packets(), graphs(), aggregates()])
    print(report)
    with (TARGET / "bench.md").open("a") as file:
        file.write("\n" + report)


@cache
def knows(mode: str) -> bool:
    """Does this binary have the mode?"""
    tried = subprocess.run([COUNTERPOINT, "test", "--mode", mode, WORK / "no.c"], capture_output=True, text=True)
    return "invalid value" not in tried.stderr


class Run:
    """One exploration."""

    def __init__(self, program: Path, mode: str, limit: str, cflags: str) -> None:
        print(f"compose {program.stem} {cflags} {mode}", file=sys.stderr)
        command = [COUNTERPOINT, "test", "--json", "--stats", "--mode", mode, "--time", limit, "--max-runs", str(MOST_RUNS)]
        command += ["--out", WORK / program.stem, f"--cflags={cflags}", program]
        done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
        lines = [line for line in done.stderr.splitlines() if line.startswith("stats: ")]
        if done.returncode > 2 or len(lines) != 1:
            sys.exit(f"bench: {program} ended with {done.returncode}:\n{done.stderr}")
        report, stats = json.loads(done.stdout), json.loads(lines[0].removeprefix("stats: "))
        self.runs, self.paths, self.complete = report["runs"], report["paths"], report["complete"]
        self.bugs = [bug for bug in report["bugs"] if bug["confirmed"]]
        self.branches = report["branches"]
        self.formulas = report["composition"]["formulas"]
        self.queries, self.seconds = report["solver"]["queries"], stats["seconds"]

    def effort(self) -> str:
        """Runs, queries and seconds; `+` if it was cut off."""
        return f"{self.runs}{self.cut_off()} / {self.queries} / {self.seconds:.1f}"

    def cut_off(self) -> str:
        return "" if self.complete else "+"

    def found(self) -> str:
        return "yes" if self.bugs else "no"


class Reach:
    """One search for a failing assertion."""

    def __init__(self, program: Path, mode: str) -> None:
        print(f"reach {program.stem} {mode}", file=sys.stderr)
        command = [COUNTERPOINT, "reach", "--target", "assert", "--json", "--mode", mode]
        command += ["--time", LIMIT, "--max-runs", str(MOST_RUNS), "--out", WORK / program.stem, program]
        done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
        if done.returncode > 2:
            sys.exit(f"bench: {program} ended with {done.returncode}:\n{done.stderr}")
        report = json.loads(done.stdout)
        self.seconds, self.verdict, self.runs = report["seconds"], report["targets"][0]["verdict"], report["targets"][0]["runs"]

    def effort(self) -> str:
        """Runs, seconds, and whether it was found."""
        plus = "+" if self.verdict == "unknown" else ""
        return f"{self.runs}{plus} / {self.seconds:.1f} / {'yes' if self.verdict == 'reached' else 'no'}"


def explore(program: Path, mode: str, limit: str = PATIENCE, cflags: str = "") -> "Run | None":
    """An exploration, or nothing if there is no such mode."""
    return Run(program, mode, limit, cflags) if knows(mode) else None


def in_all_modes(program: Path, limit: str = PATIENCE, cflags: str = "") -> list:
    return [explore(program, mode, limit, cflags) for mode in MODES]


def the_2008_table() -> str:
    """The table of the 2008 paper, its figures beside ours."""
    lines = [
        "### The subjects of the 2008 paper",
        "",
        "`counterpoint reach --target assert`: executions / seconds / was the assertion found? "
        f"`+`: not found after {MOST_RUNS} runs or {LIMIT}.",
        "",
        row(["subject", "paper, without", "paper, with", *GOAL_MODES]),
        "| --- |" + " ---: |" * (2 + len(GOAL_MODES)),
    ]
    for name, (composed, plain) in PAPER.items():
        ours = [Reach(SUBJECTS / f"{name}.c", mode).effort() for mode in GOAL_MODES]
        lines.append(row([name, " / ".join(plain), " / ".join(composed), *ours]))
    return "\n".join(lines) + "\n"


def locate() -> str:
    """Paths of `locate` and `top`, which the 2007 paper counts."""
    lines = [
        "### `locate` of the 2007 paper",
        "",
        "Paths for strings of n characters. The paper has 3n - 1 without composition and 2n + 3 with it; a string "
        "without a zero is one more of each.",
        "",
        row(["n", "3n", "2n + 4", *MODES]),
        "| ---: |" + " ---: |" * (2 + len(MODES)),
    ]
    for size in LOCATE_SIZES:
        runs = in_all_modes(SUBJECTS / "locate.c", PATIENCE, f"-DSIZE={size}")
        paths = [cell(run, lambda run: f"{run.paths}{run.cut_off()}") for run in runs]
        lines.append(row([size, 3 * size, 2 * size + 4, *paths]))
    return "\n".join(lines) + "\n"


def packets() -> str:
    """The packet parser: runs against the size of the packet, as a table and as a plot."""
    lines = [
        "### A packet parser",
        "",
        f"Runs / queries / seconds for packets of so many characters. `+`: not done after {MOST_RUNS} runs or {PATIENCE}.",
        "",
        row(["size", *MODES]),
        "| ---: |" + " ---: |" * len(MODES),
    ]
    series = {mode: [] for mode in MODES}
    for size in PACKET_SIZES:
        runs = in_all_modes(SUBJECTS / "packet.c", PATIENCE, f"-DSIZE={size}")
        lines.append(row([size, *(cell(run, Run.effort) for run in runs)]))
        for mode, run in zip(MODES, runs):
            if run and run.complete:
                series[mode].append((size, run.runs))
    (TARGET / "bench" / "packet.svg").write_text(plot(series))
    return "\n".join(lines) + "\n"


def graphs() -> str:
    """Call graphs that grow in all directions."""
    lines = [
        "### Call graphs",
        "",
        f"Runs / queries / seconds. `+`: not done after {MOST_RUNS} runs or {PATIENCE}. Functions have that many paths "
        "each, and calls input bytes of their own.",
        "",
        row(["depth", "fan-out", "paths", "functions", "leaf calls", *MODES]),
        "| ---: |" + " ---: |" * (4 + len(MODES)),
    ]
    for depth, fan_out, paths in GRAPHS:
        program = WORK / f"graph_{depth}_{fan_out}_{paths}.c"
        program.write_text(call_dag.program(depth, fan_out, paths))
        functions = 1 + call_dag.WIDTH * (depth - 1)
        cells = [cell(run, Run.effort) for run in in_all_modes(program)]
        lines.append(row([depth, fan_out, paths, functions, fan_out ** (depth - 1), *cells]))
    return "\n".join(lines) + "\n"


def aggregates() -> str:
    """Conditions on what many calls give together."""
    lines = [
        "### Conditions on many calls together",
        "",
        f"Runs / queries / seconds / was the assertion found? `+`: not done after {MOST_RUNS} runs or {PATIENCE}.",
        "",
        row(["program", "whole-program paths", *MODES]),
        "| --- |" + " ---: |" * (1 + len(MODES)),
    ]
    for name, paths in AGGREGATES.items():
        runs = in_all_modes(SUBJECTS / f"{name}.c")
        lines.append(row([name, paths, *(cell(run, lambda run: f"{run.effort()} / {run.found()}") for run in runs)]))
    return "\n".join(lines) + "\n"


def plot(series: dict) -> str:
    """Runs against packet size, as SVG; runs on a logarithmic scale."""
    width, height, margin = 640, 400, 60
    most = max((runs for points in series.values() for _, runs in points), default=1)
    decades = max(len(str(most)), 1)

    def x(size: float) -> float:
        return margin + (width - 2 * margin) * size / max(PACKET_SIZES)

    def y(runs: float) -> float:
        # The number of digits, with its fraction: 1 is at the bottom.
        return height - margin - (height - 2 * margin) * log10(runs) / decades

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
        f'<text x="{width / 2}" y="24" text-anchor="middle" font-size="15">Runs to explore a packet parser</text>',
        f'<text x="{width / 2}" y="{height - 14}" text-anchor="middle">characters of the packet</text>',
    ]
    for decade in range(decades + 1):
        at = y(10**decade)
        parts.append(f'<line x1="{margin}" y1="{at:.1f}" x2="{width - margin}" y2="{at:.1f}" stroke="#ddd"/>')
        parts.append(f'<text x="{margin - 8}" y="{at + 4:.1f}" text-anchor="end">{10**decade}</text>')
    for size in PACKET_SIZES:
        parts.append(f'<text x="{x(size):.1f}" y="{height - margin + 18}" text-anchor="middle">{size}</text>')
    colours = ["#c0392b", "#2980b9", "#27ae60", "#8e44ad"]
    for colour, (mode, points) in zip(colours, series.items()):
        if points:
            places = [f"{x(size):.1f},{y(runs):.1f}" for size, runs in points]
            parts.append(f'<polyline points="{" ".join(places)}" fill="none" stroke="{colour}" stroke-width="2"/>')
            last_x, last_y = places[-1].split(",")
            parts.append(f'<text x="{float(last_x) + 6}" y="{last_y}" fill="{colour}">{mode}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def cell(run: "Run | None", show) -> str:
    return show(run) if run else "-"


def row(cells: list) -> str:
    return f"| {' | '.join(map(str, cells))} |"


main()
