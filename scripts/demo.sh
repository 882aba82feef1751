#!/usr/bin/env bash
# Shows what Counterpoint does: it runs a real program as the native one would, finds the bug in another, and
# writes the tests for a third, of functions without a harness.
set -euo pipefail
cd "$(dirname "$0")/.."

counterpoint=${CARGO_TARGET_DIR:-target}/release/counterpoint

bold='' dim='' plain=''
if [[ -t 1 && -z ${NO_COLOR:-} ]]; then
    bold=$'\033[1m' dim=$'\033[2m' plain=$'\033[0m'
fi

say() { printf '\n%s%s%s\n' "$bold" "$*" "$plain"; }

show() { # show COMMAND...: what is typed, and what comes of it
    printf '%s$ counterpoint %s%s\n' "$dim" "$*" "$plain"
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

say "Functions without a harness. Each is explored by itself; what is found is tried natively before it is told:"
out=${CARGO_TARGET_DIR:-target}/demo
rm -rf "$out"
find_bug test examples/dates/dates.c --out "$out"

say "Some of the tests that were written:"
show_test() { sed -n "/^TEST($1)/,/^}/p" "$out/test_dates.c"; }
show_test is_valid_returns_true
show_test season_of_returns_AUTUMN
show_test parse_time_returns_0

say "All of them, built with the system's compiler and run:"
make --no-print-directory -s -C "$out" check

say "And the reproducers, with sanitizers; the bugs are still there:"
make --no-print-directory -s -C "$out" bugs
