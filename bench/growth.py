#!/usr/bin/env python3
"""How the work grows with the program: inputs, decisions, heap blocks, calls, functions, and the depth of calls.

Each family of programs is explored at growing sizes, a few runs of each; the exponent is the slope of the line through the
logarithms, of the processor time without that of the smallest program there is. Work that is in proportion has 1, and
what is quadratic 2. Prints a table in Markdown, and adds it to target/bench.md.

`growth.py FAMILY MODE SIZE...` measures one family.
"""

import json
import math
import os
import resource
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
WORK = TARGET / "bench" / "growth"
COUNTERPOINT = Path(os.environ.get("COUNTERPOINT", TARGET / "release" / "counterpoint"))
CLANG = os.environ.get("CLANG", "clang-19")
MODES = ["dart", "smart", "demand", "auto"]
# Short runs are repeated, and the shortest counts: others had to wait for caches that other processes had filled.
REPEATS = 3
LONG = 1.0
# Enough for the first run and for some questions about it; more runs are more work by themselves.
RUNS = "4"

HEADER = '#include "counterpoint.h"\n#include <stdio.h>\n#include <stdlib.h>\n\n'
DECIDES = "static int decides(int x) {\n    if (x == 7)\n        return 1;\n    return 0;\n}\n\n"
# What is asked for in the end depends on nothing before, and can't be: nothing is to be built and tried natively.
KEY = '    unsigned key;\n    cp_symbolic(&key, sizeof key, "key");\n    cp_assert(key != 12345 || key % 3 == 0);\n    return 0;\n}\n'


def inputs(n: int) -> str:
    """Inputs that are read into an array, copied, and compared element by element."""
    return (
        f"int a[{n}], b[{n}];\n\nint main(void) {{\n    for (int i = 0; i < {n}; i++) {{\n"
        '        int x;\n        cp_symbolic(&x, sizeof x, "x");\n        a[i] = x;\n        b[i] = a[i];\n    }\n'
        f"    for (int i = 0; i < {n}; i++)\n        cp_assert(a[i] == b[i]);\n    return 0;\n}}\n"
    )


def array(n: int) -> str:
    """One input that is a whole array."""
    return (
        f"int a[{n}], b[{n}];\n\nint main(void) {{\n    cp_symbolic(a, sizeof a, \"a\");\n"
        f"    for (int i = 0; i < {n}; i++)\n        b[i] = a[i];\n"
        f"    for (int i = 0; i < {n}; i++)\n        cp_assert(a[i] == b[i]);\n" + KEY
    )


def decisions(n: int) -> str:
    """Decisions on one path, each over an input of its own; calls that decide, if they are composed."""
    return DECIDES + (
        f"int a[{n}];\n\nint main(void) {{\n    unsigned count = 0;\n"
        f'    for (int i = 0; i < {n}; i++)\n        cp_symbolic(&a[i], sizeof a[i], "a");\n'
        f"    for (int i = 0; i < {n}; i++)\n        count += decides(a[i]);\n" + KEY
    )


def taken_in_turn(n: int) -> str:
    """Inputs that are made, and decided over, by turns."""
    return DECIDES + (
        "int main(void) {\n    unsigned count = 0;\n"
        f'    for (int i = 0; i < {n}; i++) {{\n        int x;\n        cp_symbolic(&x, sizeof x, "x");\n'
        "        count += decides(x);\n    }\n" + KEY
    )


def sums(n: int) -> str:
    """A number that depends on all inputs."""
    return (
        f"int a[{n}];\n\nint main(void) {{\n    unsigned sum = 0;\n    cp_symbolic(a, sizeof a, \"a\");\n"
        f"    for (int i = 0; i < {n}; i++)\n        sum = 31 * sum + (unsigned)a[i];\n"
        "    int odd = sum & 1 ? 3 : 4;\n" + KEY.replace("key != 12345", "odd == 5 || key != 12345")
    )


def blocks(n: int) -> str:
    """Heap blocks with an input each, in a list."""
    return DECIDES + (
        "struct node {\n    struct node *next;\n    int value;\n};\n\nint main(void) {\n    struct node *list = NULL;\n"
        f"    for (int i = 0; i < {n}; i++) {{\n        struct node *node = malloc(sizeof *node);\n"
        "        if (node == NULL)\n            return 1;\n        node->next = list;\n"
        '        cp_symbolic(&node->value, sizeof node->value, "value");\n        list = node;\n    }\n'
        "    unsigned count = 0;\n    for (struct node *at = list; at != NULL; at = at->next)\n        count += decides(at->value);\n"
        "    while (list != NULL) {\n        struct node *next = list->next;\n        free(list);\n        list = next;\n    }\n" + KEY
    )


def calls(n: int) -> str:
    """Calls of one function, whose results are used."""
    return DECIDES + (
        "int main(void) {\n    int x;\n    unsigned count = 0;\n    cp_symbolic(&x, sizeof x, \"x\");\n"
        f"    for (int i = 0; i < {n}; i++)\n        count += decides(x ^ i);\n" + KEY
    )


def functions(n: int) -> str:
    """Functions that are all called, one after the other."""
    bodies = "".join(
        f"static int f{i}(int x) {{\n    if (x == {i})\n        return {i + 1};\n    return 0;\n}}\n\n" for i in range(n)
    )
    called = "".join(f"    count += f{i}(x);\n" for i in range(n))
    return bodies + 'int main(void) {\n    int x;\n    unsigned count = 0;\n    cp_symbolic(&x, sizeof x, "x");\n' + called + KEY


def chain(n: int) -> str:
    """Functions of which each calls the next."""
    first = f"static int f{n}(int x) {{\n    if (x == {n})\n        return 1;\n    return 0;\n}}\n\n"
    bodies = "".join(
        f"static int f{i}(int x) {{\n    if (x == {i})\n        return {i};\n    return f{i + 1}(x);\n}}\n\n"
        for i in reversed(range(n))
    )
    return first + bodies + 'int main(void) {\n    int x;\n    cp_symbolic(&x, sizeof x, "x");\n    int count = f0(x);\n' + KEY


# What grows, and the sizes.
FAMILIES = {
    "inputs": (inputs, [50_000, 100_000, 200_000, 1_000_000]),
    "array": (array, [10_000, 20_000, 40_000, 80_000]),
    "decisions": (decisions, [1_000, 2_000, 4_000, 8_000]),
    "by turns": (taken_in_turn, [1_000, 2_000, 4_000, 8_000]),
    "sums": (sums, [20_000, 40_000, 80_000, 160_000]),
    "blocks": (blocks, [1_000, 2_000, 4_000, 8_000]),
    "calls": (calls, [1_000, 2_000, 4_000, 8_000]),
    "functions": (functions, [1_250, 2_500, 5_000, 10_000]),
    "chain": (chain, [500, 1_000, 2_000, 4_000]),
}


def main() -> None:
    if not COUNTERPOINT.exists():
        sys.exit(f"bench: {COUNTERPOINT} is not there: build it with cargo build --release")
    WORK.mkdir(parents=True, exist_ok=True)
    if len(sys.argv) > 3:
        family, mode, sizes = sys.argv[1], sys.argv[2], [int(size) for size in sys.argv[3:]]
        times = measure(family, mode, sizes)
        print(" ".join(f"{time:.2f}" for time in times), "s, exponent", exponent(sizes, times))
        return
    report = table()
    print(report)
    with (TARGET / "bench.md").open("a") as file:
        file.write("\n" + report)


def table() -> str:
    lines = [
        "### Growth",
        "",
        f"`counterpoint reach` with {RUNS} runs on programs of growing size: the exponent of the processor time, and the time "
        "in seconds for the largest.",
        "",
        row(["family", "sizes", *MODES]),
        "| --- | ---: |" + " ---: |" * len(MODES),
    ]
    for family, (_, sizes) in FAMILIES.items():
        cells = []
        for mode in MODES:
            times = measure(family, mode, sizes)
            cells.append(f"{exponent(sizes, times)} ({times[-1]:.2f} s)")
        lines.append(row([family, f"{sizes[0]} to {sizes[-1]}", *cells]))
    return "\n".join(lines) + "\n"


def measure(family: str, mode: str, sizes: list) -> list:
    """The processor time for each size, without what any program takes."""
    print(f"growth {family} {mode}", file=sys.stderr)
    generate, _ = FAMILIES[family]
    nothing = seconds(compiled("nothing", 0, "int main(void) {\n" + KEY), mode)
    return [max(seconds(compiled(family, n, generate(n)), mode) - nothing, 0.001) for n in sizes]


def compiled(family: str, size: int, program: str) -> Path:
    """The bitcode of a program, so that clang's time is not counted."""
    source = WORK / f"{family.replace(' ', '_')}_{size}.c"
    bitcode = source.with_suffix(".bc")
    if not bitcode.exists() or source.read_text() != HEADER + program:
        source.write_text(HEADER + program)
        flags = ["-g", "-O1", "-Xclang", "-disable-llvm-passes", "-I", ROOT / "runtime"]
        subprocess.run([CLANG, *flags, "-emit-llvm", "-c", source, "-o", bitcode], check=True)
    return bitcode


def seconds(program: Path, mode: str) -> float:
    """The processor time of a search."""
    best = once(program, mode)
    for _ in range(1, REPEATS):
        if best < LONG:
            best = min(best, once(program, mode))
    return best


def once(program: Path, mode: str) -> float:
    command = [COUNTERPOINT, "reach", "--target", "assert", "--json", "--mode", mode, "--max-runs", RUNS]
    command += ["--time", "300s", "--max-instructions", "10000000000", "--max-decisions", "10000000", "--out", WORK / "out"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([*command, program], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode > 2:
        sys.exit(f"bench: {program} ended with {done.returncode}:\n{done.stderr}")
    report = json.loads(done.stdout)
    if report["targets"][0]["runs"] < 1:
        sys.exit(f"bench: {program} was not run:\n{done.stdout}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def exponent(sizes: list, times: list) -> str:
    """The slope of the line through the logarithms; of times too short to tell, only that."""
    if times[-1] < 0.05:
        return "-"
    points = [(math.log(size), math.log(time)) for size, time in zip(sizes, times) if time >= 0.01]
    if len(points) < 2:
        return "-"
    mean_x, mean_y = (sum(part) / len(points) for part in zip(*points))
    slope = sum((x - mean_x) * (y - mean_y) for x, y in points) / sum((x - mean_x) ** 2 for x, _ in points)
    return f"{slope:.2f}"


def row(cells: list) -> str:
    return f"| {' | '.join(map(str, cells))} |"


if __name__ == "__main__":
    main()
