"""One exploration and its figures, for the scripts that compare several."""

import json
import os
import resource
import subprocess
import sys
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
WORK = TARGET / "bench" / "explore"
COUNTERPOINT = Path(os.environ.get("COUNTERPOINT", TARGET / "release" / "counterpoint"))
# How often what is timed is done.
ROUNDS = int(os.environ.get("ROUNDS", 3))
# All layers are to finish; without some of them, a program may take too long.
LIMIT = "120s"


def ready() -> None:
    """Ends the script if there is nothing to measure."""
    if not COUNTERPOINT.exists():
        sys.exit(f"bench: {COUNTERPOINT} is not there: build it with cargo build --release")
    WORK.mkdir(parents=True, exist_ok=True)


def programs(folder: str) -> list:
    """The programs of a folder of bench."""
    return sorted((ROOT / "bench" / folder).glob("*.c"))


def explore(program: Path, options: list, limit: str = LIMIT, binary: Path = COUNTERPOINT) -> dict:
    """The figures of one exploration. Its processor seconds are those of the whole command but for what takes as long whatever
    is explored: clang, and reading the program. What else the machine does matters little to them.
    """
    run = said(program, [*options, "--time", limit, "--max-runs", "1000000"], binary)
    return {**run, "exploring": max(run["processor"] - loading(program, binary), 0.001)}


@cache
def loading(program: Path, binary: Path) -> float:
    """Processor seconds that a program takes with nearly nothing explored."""
    options = ["--no-native", "--mode=dart", "--time", LIMIT, "--max-runs", "1"]
    return min(said(program, options, binary)["processor"] for _ in range(ROUNDS))


def said(program: Path, options: list, binary: Path) -> dict:
    """What one command says about itself, and its processor seconds, those of clang and all that it starts included."""
    command = [binary, "test", "--stats", "--json", "--out", WORK / program.stem]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([*command, *options, program], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    lines = [line for line in done.stderr.splitlines() if line.startswith("stats: ")]
    if done.returncode > 2 or len(lines) != 1:
        sys.exit(f"bench: {program} ended with {done.returncode}:\n{done.stderr}")
    report, stats = json.loads(done.stdout), json.loads(lines[0].removeprefix("stats: "))
    # Old builds don't count decisions.
    return {**stats, "decisions": report.get("decisions"), "stopped": report["stopped"], "processor": processor}


def counts(run: dict) -> list:
    """What must be the same in every run, as only times may differ."""
    layers = [(layer["queries"], layer["answered"]) for layer in run["layers"]]
    backends = [(backend["queries"], backend["answered"], backend["work"]) for backend in run.get("backends", [])]
    return [run["paths"], run["runs"], run["instructions"], layers, backends]


def best_of(program: Path, runs: list, clock: str = "seconds") -> dict:
    """The fastest of several runs, which must not differ in anything else, those apart that were cut off: on a busy machine,
    some may be.
    """
    runs = [run for run in runs if run["stopped"] is None] or runs[:1]
    if any(counts(run) != counts(runs[0]) for run in runs):
        sys.exit(f"bench: {program} is not explored in the same way every time")
    return min(runs, key=lambda run: run[clock])


def row(cells: list) -> str:
    return f"| {' | '.join(map(str, cells))} |"


def publish(report: str) -> None:
    """Prints a report, and adds it to the others."""
    print(report)
    with (TARGET / "bench.md").open("a") as file:
        file.write("\n" + report)
