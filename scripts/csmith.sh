#!/usr/bin/env bash
# Compares Counterpoint with the native program on random C programs, which csmith writes: same output and
# exit code, from bitcode at -O0 and -O1. Programs that differ stay in target/csmith/SEED.
#
#   scripts/csmith.sh N            seeds 1 to N
#   scripts/csmith.sh --list FILE  the seeds in FILE, all of which must pass
#   scripts/csmith.sh --one SEED   one seed; prints "SEED same|different|slow|skipped [detail]"
#
# $COUNTERPOINT is the binary to try; the release build if unset.
set -euo pipefail
shopt -s inherit_errexit
cd "$(dirname "$0")/.."

target=${CARGO_TARGET_DIR:-target}
export COUNTERPOINT=${COUNTERPOINT:-$target/release/counterpoint}

native_limit=5 # seconds; csmith's programs end at once, or hardly ever
our_limit=10

main() {
    [[ -x $COUNTERPOINT ]] || stop "$COUNTERPOINT is not there: build it with cargo build --release"
    case "$*" in
        "--list "*) run_list "$2" ;;
        "--one "*) try_seed "$2" ;;
        [1-9]*) campaign "$1" ;;
        *) stop "usage: scripts/csmith.sh N | --list FILE | --one SEED" ;;
    esac
}

stop() {
    echo "csmith.sh: $*" >&2
    exit 1
}

campaign() {
    mapfile -t seeds < <(seq 1 "$1")
    try_seeds "${seeds[@]}"
    echo "${count[same]} same, ${count[different]} different, ${count[slow]} timed out, ${count[skipped]} skipped"
    ((count[different] == 0 && count[same] > 0))
}

run_list() {
    mapfile -t seeds < <(grep -Eo '^[0-9]+' "$1")
    try_seeds "${seeds[@]}"
    local failed=$((count[different] + count[slow] + count[skipped]))
    echo "csmith: ${count[same]} passed, $failed failed"
    ((failed == 0 && count[same] > 0))
}

# Tries the seeds on all cores, and counts the verdicts.
declare -A count=([same]=0 [different]=0 [slow]=0 [skipped]=0)
try_seeds() {
    local seed verdict detail tried=0
    while read -r seed verdict detail; do
        tried=$((tried + 1))
        count[$verdict]=$((count[$verdict] + 1))
        [[ $verdict == same ]] || echo "seed $seed: $verdict ($detail)"
    done < <(printf '%s\n' "$@" | xargs -P "$(nproc)" -n 1 scripts/csmith.sh --one)
    # A seed without a verdict is a failure of this script, which must not look like a success.
    ((tried == $#)) || stop "only $tried of $# seeds have a verdict: see the messages above"
}

try_seed() {
    local seed=$1 dir=$target/csmith/$1 verdict
    rm -rf "$dir"
    mkdir -p "$dir"
    verdict=$(verdict_of "$seed" "$dir")
    [[ $verdict == different* ]] || rm -rf "$dir"
    echo "$seed $verdict"
}

verdict_of() {
    local seed=$1 dir=$2 clang level status
    clang=$(scripts/clang.sh)
    local compile=("$clang" -w -I "$(scripts/csmith-include.sh)" "$dir/program.c")
    # There, as it leaves a file platform.info where it is started.
    (cd "$dir" && timeout 30 csmith --seed "$seed" --no-argc --output program.c) >/dev/null 2>&1 || {
        echo "skipped csmith failed"
        return
    }
    "${compile[@]}" -O0 -o "$dir/native"
    run "$native_limit" "$dir/native" "$dir/native"
    if [[ $(<"$dir/native.status") == 124 ]]; then
        echo "skipped runs longer than $native_limit s natively"
        return
    fi
    for level in O0 O1; do
        "${compile[@]}" -g -$level -emit-llvm -c -o "$dir/$level.bc"
        run "$our_limit" "$dir/$level" "$COUNTERPOINT" run "$dir/$level.bc"
        status=$(<"$dir/$level.status")
        if [[ $status == 124 ]]; then
            echo "slow at -$level, more than $our_limit s"
            return
        fi
        if ! cmp -s "$dir/native.out" "$dir/$level.out" || ! cmp -s "$dir/native.status" "$dir/$level.status"; then
            echo "different at -$level, see $dir"
            return
        fi
    done
    echo same
}

run() { # run SECONDS RESULT COMMAND...: leaves RESULT.out, RESULT.err and RESULT.status
    local status=0
    timeout "$1" "${@:3}" </dev/null >"$2.out" 2>"$2.err" || status=$?
    echo "$status" >"$2.status"
}

main "$@"
