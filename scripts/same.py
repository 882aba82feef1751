#!/usr/bin/env python3
"""Do two builds say the same? Every program of the repository is explored by both, in every mode.

    scripts/same.py [--runs N] OLD NEW [FILE-OR-FOLDER...]

What is compared: the JSON object without its times, exit codes, messages, every file of the written suite, and the trees that
`show` prints. Nothing is tried natively, and limits are counts, so that the same build says the same twice; what the time
ends is named, and not compared. The exit code is 1 if anything differs.
"""

import argparse
import concurrent.futures
import difflib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from corpus import ROOT, annotation, cflags, chosen

MODES = ["dart", "smart", "demand", "auto"]
# More than any of the programs needs for so many runs: a limit for what doesn't end.
SECONDS = 60
TIMES = {"seconds", "timings"}


def without_times(value):
    """A report without what differs between two runs of one build."""
    if isinstance(value, dict):
        return {key: without_times(it) for key, it in value.items() if key not in TIMES}
    if isinstance(value, list):
        return [without_times(it) for it in value]
    return value


def said(binary, arguments, out):
    """What a build says and writes, as one text; None if the time ended it."""
    done = subprocess.run([binary, *arguments], cwd=out, stdin=subprocess.DEVNULL, capture_output=True)
    report = done.stdout.decode(errors="replace")
    try:
        report = json.dumps(without_times(json.loads(report)), indent=1)
    except json.JSONDecodeError:
        pass
    if "time limit" in report:
        return None
    parts = [f"exit code {done.returncode}", report, done.stderr.decode(errors="replace")]
    for path in sorted(pathlib.Path(out).rglob("*")):
        if path.is_file():
            parts += [f"--- {path.relative_to(out)}", path.read_text(errors="replace")]
    text = "\n".join(parts).replace(str(out), "OUT")
    return re.sub(r"\d+\.\d+ s\b", "TIME", text)


def questions(files, runs):
    """The commands that a program is given."""
    common = [f"--cflags={cflags(files[0])}"]
    limits = [f"--time={SECONDS}s", f"--max-runs={runs}", "--no-native", "--json", "--out", "suite"]
    given = [f"--{option}={value[0]}" for option, name in (("stdin", "symbolic-stdin"), ("args", "symbolic-args"))
             if (value := annotation(files[0], name))]
    entry = [f"--entry={name}" for name in annotation(files[0], "entry")]
    for mode in MODES:
        yield ["test", f"--mode={mode}", *limits, *common, *given, *entry, *files]
    if "reach" in files[0].parts:
        for mode in MODES:
            yield ["reach", "--target=assert", f"--mode={mode}", *limits, *common, *files]
    yield ["show", f"--time={SECONDS}s", f"--max-runs={runs}", *common, *entry, *files]


def differs(builds, files, arguments):
    """Where the builds differ: a few lines; or nothing."""
    texts = []
    for binary in builds:
        with tempfile.TemporaryDirectory() as out:
            texts.append(said(binary, arguments, out))
    if None in texts:
        return "the time ended it" if texts == [None, None] else "the time ended only one of them"
    lines = [text.splitlines() for text in texts]
    changes = [line for line in difflib.unified_diff(*lines, "old", "new", lineterm="", n=0)]
    return "\n".join(changes[:12])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=100, help="how many runs an exploration may have")
    parser.add_argument("builds", nargs=2, type=pathlib.Path, metavar="BINARY")
    parser.add_argument("paths", nargs="*", type=pathlib.Path)
    given = parser.parse_args()
    builds = [build.resolve() for build in given.builds]
    asked = [(files, arguments) for files in chosen(given.paths) for arguments in questions(files, given.runs)]
    different, ended = 0, 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for (files, arguments), found in zip(asked, pool.map(lambda it: differs(builds, *it), asked)):
            if found == "the time ended it":
                ended += 1
            elif found:
                different += 1
                what = " ".join(str(word) for word in arguments[:2])
                print(f"{files[0].relative_to(ROOT)}: {what}\n{found}\n", flush=True)
    print(f"{len(asked)} commands: {different} differ, {ended} were ended by the time in both")
    sys.exit(1 if different else 0)


main()
