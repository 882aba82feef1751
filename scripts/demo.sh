#!/usr/bin/env bash
# Shows what Counterpoint does: it runs a real program as the native one would, and it finds the bug in another.
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

say "A program with a bug. Natively it may seem to work; in the machine every access is checked:"
bug=examples/bugs/average.c
status=0
show run "$bug" || status=$?
# Any other code is our failure or the user's.
if ((status != 1)); then
    echo "demo: the bug in $bug was not found (exit code $status)" >&2
    exit 1
fi
