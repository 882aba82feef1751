#!/usr/bin/env python3
"""Counterpoint's interpreter against lli's and against native code, side by side in one run.

Every kernel is compiled once to bitcode, which both interpreters run; times are of whole processes, loading
included. Prints tables in Markdown, and leaves them in target/bench.md.
"""

import math
import os
import re
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
WORK = TARGET / "bench"
COUNTERPOINT = Path(os.environ.get("COUNTERPOINT", TARGET / "release" / "counterpoint"))
# Not just any clang: lli-19 reads the bitcode too, and refuses what a newer one writes.
CLANG = "clang-19"
LLI = ["lli-19", "--force-interpreter"]

# lli's interpreter has no llvm.fmuladd and no vector reductions.
COMMON = ["-g", "-ffp-contract=off"]
LEVELS = {
    "-O1 without LLVM's passes": ["-O1", "-Xclang", "-disable-llvm-passes"],
    "-O2 without vectors": ["-O2", "-fno-vectorize", "-fno-slp-vectorize"],
}
ROUNDS = 3
LOAD_BYTES = 1_000_000


@dataclass
class Run:
    """One finished process."""

    seconds: float
    stdout: str
    stderr: str

    def stat(self, name: str) -> float:
        found = re.search(rf"^{name}: ([0-9.e+-]+)", self.stderr, re.MULTILINE)
        if not found:
            sys.exit(f"bench: --stats printed no '{name}:' line:\n{self.stderr}")
        return float(found.group(1))


@dataclass
class Row:
    """One kernel's best times in seconds, and how many of our instructions it takes."""

    kernel: str
    native: float
    lli: float
    ours: float
    instructions: float
    executing: float


def main() -> None:
    if not COUNTERPOINT.exists():
        sys.exit(f"bench: {COUNTERPOINT} is not there: build it with cargo build --release")
    WORK.mkdir(parents=True, exist_ok=True)
    kernels = sorted((ROOT / "bench" / "kernels").glob("*.c"))
    parts = [table(title, [measure(kernel, flags) for kernel in kernels]) for title, flags in LEVELS.items()]
    parts.append(load_time())
    report = "\n".join(parts)
    print(report)
    (TARGET / "bench.md").write_text(report)


def run(command: list, cwd: Path | None = None) -> Run:
    start = time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, cwd=cwd)
    seconds = time.perf_counter() - start
    if done.returncode != 0:
        sys.exit(f"bench: {' '.join(map(str, command))} ended with {done.returncode}:\n{done.stderr}")
    return Run(seconds, done.stdout, done.stderr)


def measure(kernel: Path, flags: list) -> Row:
    print(f"{kernel.stem} {flags[0]}", file=sys.stderr)
    native, bitcode = WORK / kernel.stem, WORK / f"{kernel.stem}.bc"
    run([CLANG, "-O0", *COMMON, kernel, "-o", native])
    run([CLANG, *flags, *COMMON, "-emit-llvm", "-c", kernel, "-o", bitcode])
    natives, ours, llis = [], [], []
    # The three take turns, so that a busy moment of the machine doesn't hit one of them alone.
    for _ in range(ROUNDS):
        natives.append(run([native]))
        llis.append(run([*LLI, bitcode]))
        ours.append(run([COUNTERPOINT, "run", "--stats", bitcode]))
    outputs = {done.stdout for done in natives + ours + llis}
    if len(outputs) != 1:
        sys.exit(f"bench: {kernel.stem} printed different things: {outputs}")
    best = fastest(ours)
    return Row(
        kernel.stem,
        fastest(natives).seconds,
        fastest(llis).seconds,
        best.seconds,
        best.stat("instructions"),
        best.stat("seconds"),
    )


def fastest(runs: list) -> Run:
    return min(runs, key=lambda done: done.seconds)


def table(title: str, rows: list) -> str:
    lines = [
        f"### {title}",
        "",
        "| kernel | native -O0 s | lli s | ours s | our Minst/s | lli/ours | ours/native |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for row in rows:
        rate = row.instructions / row.executing / 1e6
        lines.append(
            f"| {row.kernel} | {row.native:.4f} | {row.lli:.2f} | {row.ours:.3f} | {rate:.0f} "
            f"| {row.lli / row.ours:.1f} | {row.ours / row.native:.1f} |"
        )
    rate = geometric_mean([row.instructions / row.executing / 1e6 for row in rows])
    faster = geometric_mean([row.lli / row.ours for row in rows])
    slower = geometric_mean([row.ours / row.native for row in rows])
    lines.append(f"| **geometric mean** | | | | **{rate:.0f}** | **{faster:.1f}** | **{slower:.1f}** |")
    return "\n".join(lines) + "\n"


def geometric_mean(values: list) -> float:
    return math.exp(sum(map(math.log, values)) / len(values))


def load_time() -> str:
    """How long a large module takes to load: csmith programs, linked until there is enough."""
    large = WORK / "large.bc"
    size = link_csmith_programs(large)
    load = min(run([COUNTERPOINT, "run", "--stats", large]).stat("load") for _ in range(ROUNDS))
    return f"### Loading\n\n{size / 1e6:.2f} MB of bitcode load in {load:.3f} s.\n"


def link_csmith_programs(large: Path) -> int:
    include = run([ROOT / "scripts" / "csmith-include.sh"]).stdout.strip()
    main_c = WORK / "large-main.c"
    main_c.write_text("int main(void) { return 0; }\n")
    parts = [compile_part(main_c, [])]
    for seed in range(1, 100):
        program = WORK / f"large-{seed}.c"
        # There, as it leaves a file platform.info where it is started.
        run(["csmith", "--seed", str(seed), "--no-argc", "--output", program.name], cwd=WORK)
        parts.append(compile_part(program, ["-I", include, f"-Dmain=main_{seed}"]))
        run(["llvm-link-19", *parts, "-o", large])
        if large.stat().st_size >= LOAD_BYTES:
            return large.stat().st_size
    sys.exit("bench: a hundred csmith programs are not a megabyte")


def compile_part(source: Path, flags: list) -> Path:
    bitcode = source.with_suffix(".bc")
    run([CLANG, "-w", "-g", "-O1", "-Xclang", "-disable-llvm-passes", *flags, "-emit-llvm", "-c", source, "-o", bitcode])
    return bitcode


main()
