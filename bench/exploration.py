"""One exploration and its figures, for the scripts that compare several."""

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
WORK = TARGET / "bench" / "explore"
COUNTERPOINT = Path(os.environ.get("COUNTERPOINT", TARGET / "release" / "counterpoint"))
ROUNDS = 3
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
    """The figures of one exploration."""
    command = [binary, "test", "--stats", "--json", "--time", limit, "--max-runs", "1000000", "--out", WORK / program.stem]
    done = subprocess.run([*command, *options, program], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    lines = [line for line in done.stderr.splitlines() if line.startswith("stats: ")]
    if done.returncode > 2 or len(lines) != 1:
        sys.exit(f"bench: {program} ended with {done.returncode}:\n{done.stderr}")
    report = json.loads(done.stdout)
    return {**json.loads(lines[0].removeprefix("stats: ")), "decisions": report["decisions"], "stopped": report["stopped"]}


def counts(run: dict) -> list:
    """What must be the same in every run, as only times may differ."""
    layers = [(layer["queries"], layer["answered"]) for layer in run["layers"]]
    backends = [(backend["queries"], backend["answered"], backend["work"]) for backend in run.get("backends", [])]
    return [run["paths"], run["runs"], run["instructions"], layers, backends]


def best_of(program: Path, runs: list) -> dict:
    """The fastest of several runs, which must not differ in anything else."""
    if any(counts(run) != counts(runs[0]) for run in runs):
        sys.exit(f"bench: {program} is not explored in the same way every time")
    return min(runs, key=lambda run: run["seconds"])


def row(cells: list) -> str:
    return f"| {' | '.join(map(str, cells))} |"


def publish(report: str) -> None:
    """Prints a report, and adds it to the others."""
    print(report)
    with (TARGET / "bench.md").open("a") as file:
        file.write("\n" + report)
