#!/usr/bin/env python3
"""What is found of the examples: branches, seeded bugs, and functions that are left out.

    bench/examples.py [FILE...]

Libraries have 60 seconds each, programs 30. A branch is settled if tests take it natively or if it is proved unreachable. Every
line that is marked `//~ BUG kind` must be found and confirmed. A library has no other bug, as its functions say what they rely
on, and no function that is left out; 95% of the branches of all libraries, and of all programs, are settled. The exit code is 1 if any of this doesn't hold.
Prints tables in Markdown, and adds them to target/bench.md. COUNTERPOINT names the binary, CLANG the compiler.
"""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from exploration import COUNTERPOINT, ROOT, publish, ready, row

EXAMPLES = ROOT / "examples"
PROGRAMS = [EXAMPLES / name / f"{name}.c" for name in ("calc", "dates", "hashmap", "json", "lz", "regex", "textfmt")]
GOAL = 95.0
MARK = re.compile(r"//~ BUG ([a-z-]+)")


def libraries() -> list:
    return sorted((EXAMPLES / "library").glob("*.c"))


def seeded(program: Path) -> set:
    """The bugs that are marked: (line, kind)."""
    lines = program.read_text().splitlines()
    return {(number, mark[1]) for number, line in enumerate(lines, 1) for mark in [MARK.search(line)] if mark}


def explore(program: Path, seconds: int) -> dict:
    with tempfile.TemporaryDirectory() as out:
        command = [COUNTERPOINT, "test", "--json", f"--time={seconds}s", "--out", f"{out}/suite", program]
        command += [option for line in program.read_text().splitlines()[:10] if line.startswith("//@ options: ")
                    for option in line.removeprefix("//@ options: ").split()]
        said = subprocess.run(command, cwd=out, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if said.returncode > 2:
        sys.exit(f"bench: {program} ended with {said.returncode}:\n{said.stderr}")
    return json.loads(said.stdout)


def judge(program: Path, report: dict) -> dict:
    """What was found, what was to be found, and what is missing."""
    found = {(bug["line"], bug["kind"]) for bug in report["bugs"]
             if bug["confirmed"] and not bug.get("precondition")}
    claimed = {(bug["line"], bug["kind"]) for bug in report["bugs"] if not bug.get("precondition")}
    # What was not measured in time is not covered.
    branches = report["branches"]
    if not branches or not branches["total"]:
        branches = {"total": 1, "covered": 0, "unreachable": 0}
    started = {function["name"] for function in report["functions"]}
    measured = {function["name"] for function in report["coverage"] or []}
    return {
        "branches": branches,
        "functions": len(started),
        "left out": sorted(measured - started - {"main"}),
        "missed": sorted(seeded(program) - found),
        "wrong": sorted(claimed - seeded(program)),
        "seeded": len(seeded(program)),
        "dropped": len(report["dropped"]),
        "seconds": report["seconds"],
        "open": [(function["name"], [f"{it['line']}:{it['column']}" for it in function["open"]])
                 for function in report["coverage"] or [] if function["open"]],
        "reasons": [(it["reason"], it["functions"]) for it in report["open"]],
    }


def settled(branches: dict) -> int:
    return branches["covered"] + branches["unreachable"]


def percent(branches: list) -> float:
    total = sum(it["total"] for it in branches)
    return 100 * sum(map(settled, branches)) / total if total else 100.0


def table(title: str, programs: list, seconds: int, is_library: bool) -> tuple:
    """A table about some programs, and what of it doesn't hold."""
    titles = ["program", "functions", "left out", "sides", "covered", "unreachable", "settled %", "seeded", "missed", "wrong",
              "dropped", "seconds"]
    lines = [f"### {title}, {seconds} s each", "", row(titles), "| --- |" + " ---: |" * (len(titles) - 1)]
    wrong, all_branches = [], []
    for program in programs:
        print(f"examples {program.stem}", file=sys.stderr)
        it = judge(program, explore(program, seconds))
        branches = it["branches"]
        all_branches.append(branches)
        lines.append(row([
            program.stem, it["functions"], len(it["left out"]), branches["total"], branches["covered"],
            branches["unreachable"], f"{percent([branches]):.1f}", it["seeded"], len(it["missed"]), len(it["wrong"]),
            it["dropped"], f"{it['seconds']:.0f}"]))
        for what in ("missed", *(["wrong", "left out"] if is_library else [])):
            wrong += [f"{program.name}: {what}: {each}" for each in it[what]]
        for name, places in it["open"]:
            print(f"  open: {name}: {' '.join(places)}", file=sys.stderr)
        for reason, functions in it["reasons"]:
            print(f"  why: {reason}: {', '.join(functions)}", file=sys.stderr)
    together = percent(all_branches)
    lines.append(row(["**all**", "", "", sum(it["total"] for it in all_branches), "", "", f"**{together:.1f}**",
                      "", "", "", "", ""]))
    if together < GOAL:
        wrong.append(f"{title}: {together:.1f}% of branches, less than {GOAL:.0f}%")
    return "\n".join(lines) + "\n", wrong


def main() -> None:
    ready()
    chosen = [Path(name).resolve() for name in sys.argv[1:]]
    wanted = lambda programs: [it for it in programs if not chosen or it in chosen]
    wrong = []
    for title, programs, seconds, is_library in (
            ("Libraries", wanted(libraries()), 60, True), ("Programs", wanted(PROGRAMS), 30, False)):
        if programs:
            text, more = table(title, programs, seconds, is_library)
            wrong += more
            publish(text)
    print("\n".join(wrong), file=sys.stderr)
    sys.exit(bool(wrong))


main()
