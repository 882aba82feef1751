#!/usr/bin/env bash
# Shows what Counterpoint does: it runs a real program as the native one would, finds the bug in another, and
# writes the tests for a third.
set -euo pipefail
cd "$(dirname "$0")/.."

counterpoint=${CARGO_TARGET_DIR:-target}/release/counterpoint

say() { printf '\n\033[1m%s\033[0m\n' "$*"; }

show() { # show COMMAND...: what is typed, and what comes of it
    printf '\033[2m$ counterpoint %s\033[0m\n' "$*"
    "$counterpoint" "$@"
}

say "A JSON parser, compiled to bitcode and run in Counterpoint's own machine:"
show run examples/json/json.c -- examples/json/sample.json

# find_bug COMMAND...: a command that must find a bug; any other exit code is our failure or the user's.
find_bug() {
    local status=0
    show "$@" || status=$?
    if ((status != 1)); then
        echo "demo: no bug was found (exit code $status)" >&2
        exit 1
    fi
}

say "A program with a bug. Natively it may seem to work; in the machine every access is checked:"
find_bug run examples/bugs/average.c

say "A parser with a bug that only some inputs show. All its paths are explored, and the bug confirmed natively:"
out=${CARGO_TARGET_DIR:-target}/demo
find_bug test examples/symbolic/frame.c --out "$out"

say "The tests that were written, built with the system's compiler and run:"
make --no-print-directory -s -C "$out" check
