#!/usr/bin/env python3
"""What ten successive edits of a program cost with a store, beside exploring all of it anew.

    bench/edits.py [RUNS]

The program is the libraries of `examples/library` that can be linked together, as one. After every edit it is explored
with the store that the runs before have left, and with none: reports must say the same, and the suites are compared byte for byte. RUNS is the
limit on the runs of each function (40). Exploration only, as native trials cost the same whatever is known. The goal is a
median re-run of at most 15% of a cold run's processor time; the exit code is 1 if anything differs. Prints a table in
Markdown, and adds it to target/bench.md. COUNTERPOINT names the binary, CLANG the compiler.
"""

import json
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from exploration import COUNTERPOINT, ROOT, publish, ready, row

LIBRARY = ROOT / "examples" / "library"
# Two libraries have a `queue_is_valid`.
LEFT_OUT = {"heap.c"}
GOAL = 0.15
NOT_COMPARED = {"seconds", "solver", "store"}

MOVED = """void tree_free(struct tree *tree) {
    REQUIRE(tree_is_valid(tree));
    if (!tree)
        return;
    tree_free(tree->left);
    tree_free(tree->right);
    free(tree);
}
"""
FILE_MORE = """#include "contract.h"

// The price of so many for one price each, with a discount for many.
long price(unsigned count, unsigned each) {
    if (count > 1000 || each > 1000)
        return -1;
    long whole = (long)count * each;
    return count >= 10 ? whole * 9 / 10 : whole;
}
"""

# What it is called, the file, what is there, and what comes in its place.
EDITS = [
    ("a local is renamed", "builder.c",
     "    char *text = realloc(builder->text, room);\n    if (!text)\n        return false;\n    text[builder->length] = '\\0';\n    builder->text = text;",
     "    char *moved = realloc(builder->text, room);\n    if (!moved)\n        return false;\n    moved[builder->length] = '\\0';\n    builder->text = moved;"),
    ("a constant changes", "lru.c", "enum { BUCKETS = 2 };", "enum { BUCKETS = 3 };"),
    ("a branch more", "graph.c", "    vertex->mark = OPEN;\n",
     "    if (!vertex->edges)\n        return false;\n    vertex->mark = OPEN;\n"),
    ("a callee's result changes", "ini.c", "            return 1;\n", "            return 2;\n"),
    ("a parameter more", "table.c", "static size_t hash(unsigned key) {", "static size_t hash(unsigned key, unsigned seed) {"),
    ("a function is moved", "tree.c", MOVED, ""),
    ("a struct has a field more", "lru.c", "    unsigned misses;\n};", "    unsigned misses;\n    unsigned forgotten;\n};"),
    ("a bug is mended", "builder.c", "    all[length * times] = '\\0';", "    if (!all)\n        return NULL;\n    all[length * times] = '\\0';"),
    ("a file more", "price.c", "", FILE_MORE),
    ("the bug is put back", "builder.c", "    if (!all)\n        return NULL;\n    all[length * times] = '\\0';", "    all[length * times] = '\\0';"),
]


def edit(folder: Path, name: str, file: str, old: str, new: str):
    path = folder / file
    text = path.read_text() if path.exists() else ""
    if old not in text:
        sys.exit(f"bench: {file} has changed: there is nothing to do for `{name}`")
    text = text.replace(old, new, 1) if old else text + new
    if name == "a parameter more":
        text = text.replace("hash(key)", "hash(key, 0)")
    if name == "a function is moved":
        text += "\n" + MOVED
        text = text.replace("struct tree {", "struct tree;\nvoid tree_free(struct tree *tree);\n\nstruct tree {", 1)
    path.write_text(text)


def explore(folder: Path, runs: str, out: str, *options: str):
    """What is reported, what was written, and the processor's seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    files = sorted(path.name for path in folder.glob("*.c"))
    command = [COUNTERPOINT, "test", "--json", "--no-native", f"--max-runs={runs}", "--out", out, *options, *files]
    said = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if said.returncode > 2:
        sys.exit(f"bench: the program ended with {said.returncode}:\n{said.stderr}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    written = {path.name: path.read_text() for path in (folder / out).iterdir()}
    shutil.rmtree(folder / out)
    return json.loads(said.stdout), written, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def essence(report: dict) -> dict:
    return {name: value for name, value in report.items() if name not in NOT_COMPARED}


def main():
    ready()
    runs = sys.argv[1] if len(sys.argv) > 1 else "40"
    lines = [row(["edit", "explored", "of", "queries", "cold", "seconds", "cold", "part", "the same"]),
             row(["---"] + 7 * ["---:"] + ["---"])]
    parts, wrong = [], False
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for path in LIBRARY.iterdir():
            if path.suffix in (".c", ".h") and path.name not in LEFT_OUT:
                shutil.copy(path, folder)
        explore(folder, runs, "suite", "--store=kept")
        for change in EDITS:
            edit(folder, *change)
            warm, by_store, seconds = explore(folder, runs, "suite", "--store=kept")
            cold, anew, whole = explore(folder, runs, "suite", "--no-store")
            entries = warm["store"]["entries"]
            same = essence(warm) == essence(cold) and by_store == anew
            wrong |= not same
            parts.append(seconds / whole)
            lines.append(row([change[0], sum(not entry["reused"] for entry in entries), len(entries),
                             warm["solver"]["queries"], cold["solver"]["queries"], f"{seconds:.1f}", f"{whole:.1f}",
                             f"{seconds / whole:.0%}", "yes" if same else "NO"]))
            print(lines[-1], file=sys.stderr, flush=True)
    median = statistics.median(parts)
    lines.append(f"\nMedian: {median:.0%} of a cold run (goal: at most {GOAL:.0%}).")
    publish("## What edits cost with a store\n\n" + "\n".join(lines) + "\n")
    sys.exit(wrong)


main()
