#!/bin/bash
# Asks the native compiler whether the test programs are what they claim to be:
#   pass:         clean under the address, undefined and memory sanitizers, same output at every level and with the
#                 C library's functions for other processors;
#   bug:          stopped by the sanitizer named in the program, on the annotated line where it says one;
#   unsupported:  an ordinary program that ends with exit code 0.
# The examples are held to the same rules. Usage: check-native.sh [-v] [FILE-OR-FOLDER...]
# CLANG names the compiler (clang-19), JOBS the number of programs checked at once (2).
set -u
here=$(cd "$(dirname "$0")" && pwd)
self=$here/$(basename "$0")
export CLANG=${CLANG:-clang-19}
limit=20

# The value of annotation $2 in program $1, empty if it has none.
annotation() { sed -n "s|^//@ $2: *||p" "$1" | head -n 1; }

sources() {
    local dir file
    dir=$(dirname "$1")
    echo "$1"
    for file in $(annotation "$1" files); do echo "$dir/$file"; done
}

# gold takes half the time for the sanitizers' runtimes, where it is installed.
linker=$(command -v ld.gold >/dev/null && echo -fuse-ld=gold)

# build PROGRAM OUTPUT FLAGS...
build() {
    local program=$1 output=$2
    shift 2
    # shellcheck disable=SC2046,SC2086
    $CLANG -g -w $linker "$@" $(annotation "$program" cflags) $(sources "$program") -o "$output" -lm 2>"$output.cc"
}

# execute PROGRAM BINARY: leaves BINARY.out, BINARY.err and BINARY.code.
execute() {
    local program=$1 binary=$2 input args
    input=$(annotation "$program" stdin-file)
    if [ -n "$input" ]; then cp "$(dirname "$program")/$input" "$binary.in"
    else printf '%b' "$(annotation "$program" stdin)" >"$binary.in"; fi
    read -ra args <<<"$(annotation "$program" args)"
    # The outer redirection keeps bash from announcing "Segmentation fault".
    {
        (cd "$(dirname "$program")" &&
            timeout $limit "$binary" "${args[@]}" <"$binary.in" >"$binary.out" 2>"$binary.err")
    } 2>/dev/null
    echo $? >"$binary.code"
}

fail() { echo "FAIL $1: $2"; shift 2; [ $# -eq 0 ] || head -n 12 "$@"; exit 1; }

same_as_plain() {
    local program=$1 work=$2 what=$3
    cmp -s "$work/plain.out" "$work/$what.out" || fail "$program" "other output with $what" "$work/$what.err"
    cmp -s "$work/plain.code" "$work/$what.code" || fail "$program" "other exit code with $what" "$work/$what.err"
}

check_pass() {
    local program=$1 work=$2 level expected sanitizers
    expected=$(annotation "$program" exit)
    sanitizers=address,undefined,float-cast-overflow
    # There is no sanitizer runtime for 32 bits on most machines.
    case $(annotation "$program" cflags) in *-m32*) sanitizers= ;; esac
    build "$program" "$work/plain" -O0 || fail "$program" "does not compile" "$work/plain.cc"
    execute "$program" "$work/plain"
    [ "$(cat "$work/plain.code")" = "${expected:-0}" ] ||
        fail "$program" "exit code $(cat "$work/plain.code"), not ${expected:-0}" "$work/plain.err"
    for hidden in AVX512VL AVX2; do
        cp "$work/plain" "$work/without-$hidden"
        GLIBC_TUNABLES=glibc.cpu.hwcaps=-$hidden execute "$program" "$work/without-$hidden"
        same_as_plain "$program" "$work" "without-$hidden"
    done
    for level in -O0 -O1 -O2; do
        build "$program" "$work/checked$level" $level \
            ${sanitizers:+-fsanitize=$sanitizers -fno-sanitize-recover=all} ||
            fail "$program" "does not compile at $level" "$work/checked$level.cc"
        execute "$program" "$work/checked$level"
        same_as_plain "$program" "$work" "checked$level"
        build "$program" "$work/fast$level" $level
        execute "$program" "$work/fast$level"
        same_as_plain "$program" "$work" "fast$level"
    done
    [ -z "$sanitizers" ] && return
    build "$program" "$work/memory" -O0 -fsanitize=memory ||
        fail "$program" "does not compile for memory" "$work/memory.cc"
    execute "$program" "$work/memory"
    same_as_plain "$program" "$work" memory
}

check_bug() {
    local program=$1 work=$2 sanitizers line base
    grep -q '//~ BUG' "$program" || fail "$program" "no //~ BUG line"
    [ "$(grep -c '//~ BUG' "$program")" = 1 ] || fail "$program" "more than one //~ BUG line"
    sanitizers=$(annotation "$program" native)
    sanitizers=${sanitizers:-address,undefined,float-cast-overflow}
    # An uninitialised value may be passed and returned: its use is the error.
    build "$program" "$work/checked" -O0 -fsanitize="$sanitizers" -fno-sanitize-recover=all \
        -fno-sanitize-memory-param-retval ||
        fail "$program" "does not compile" "$work/checked.cc"
    export ASAN_OPTIONS=detect_stack_use_after_return=1:detect_leaks=0
    [ "$(annotation "$program" check)" = leaks ] &&
        ASAN_OPTIONS=detect_leaks=1
    execute "$program" "$work/checked"
    case $(cat "$work/checked.code") in
    0) fail "$program" "native run found nothing ($sanitizers)" "$work/checked.out" ;;
    124) fail "$program" "native run timed out" ;;
    esac
    # An abort says nothing at all; a stack overflow and a wild jump name no line, and reach_error its own.
    grep -q '//~ BUG abort' "$program" && return
    grep -qE "$(native_words "$program")" "$work/checked.err" ||
        fail "$program" "the native report is about something else" "$work/checked.err"
    # Without a register for the line of each return, bitcode has only the function's end.
    grep -qE '//~ BUG stack-overflow|//~ BUG null-return|reach_error\(\); //~' "$program" && return
    grep -qi 'Hint: PC ' "$work/checked.err" && return
    base=$(basename "$program")
    line=$(grep -n '//~ BUG' "$program" | cut -d: -f1)
    grep -q "$base:$line\b" "$work/checked.err" ||
        fail "$program" "the native report does not name line $line" "$work/checked.err"
}

# What the native report says for the kind that program $1 is marked with.
native_words() {
    case $(sed -n 's|.*//~ BUG ||p' "$1") in
    null-dereference) echo 'null pointer|SEGV on unknown address 0x0000000000' ;;
    out-of-bounds-read) echo 'READ of size|out of bounds' ;;
    out-of-bounds-write) echo 'WRITE of size|out of bounds' ;;
    write-to-constant) echo 'SEGV' ;;
    use-after-free) echo 'heap-use-after-free' ;;
    use-after-scope) echo 'stack-use-after-scope' ;;
    use-after-return) echo 'stack-use-after-return' ;;
    double-free) echo 'attempting double-free' ;;
    invalid-free) echo 'which was not malloc|SEGV' ;;
    overlapping-copy) echo 'memory ranges .* overlap' ;;
    invalid-call) echo 'PC is at a non-executable region' ;;
    division-by-zero) echo 'division by zero' ;;
    signed-overflow) echo 'cannot be represented' ;;
    bad-shift) echo 'shift exponent' ;;
    shift-overflow) echo 'left shift of' ;;
    index-out-of-bounds) echo 'out of bounds for type' ;;
    pointer-overflow) echo 'offset .* to null pointer|offset .* overflowed' ;;
    misaligned-access) echo 'misaligned address|byte alignment for pointer' ;;
    float-cast-overflow) echo 'is outside the range of representable values' ;;
    invalid-value) echo 'which is not a valid value for type' ;;
    null-argument) echo 'null pointer passed as argument' ;;
    null-return) echo 'null pointer returned from function' ;;
    vla-bound) echo 'variable length array bound' ;;
    invalid-builtin) echo 'which is not a valid argument' ;;
    uninitialised-read) echo 'use-of-uninitialized-value' ;;
    assertion-failure) echo 'Assertion .* failed' ;;
    unreachable) echo 'unreachable program point|reach_error' ;;
    stack-overflow) echo 'stack-overflow' ;;
    memory-leak) echo 'detected memory leaks' ;;
    *) echo 'no such kind' ;;
    esac
}

check_unsupported() {
    local program=$1 work=$2
    grep -q '//~ UNSUPPORTED' "$program" || fail "$program" "no //~ UNSUPPORTED line"
    build "$program" "$work/plain" -O0 -pthread || fail "$program" "does not compile" "$work/plain.cc"
    execute "$program" "$work/plain"
    [ "$(cat "$work/plain.code")" = 0 ] || fail "$program" "exit code $(cat "$work/plain.code")" "$work/plain.err"
}

check_one() {
    local program=$1 work
    work=$(mktemp -d)
    # shellcheck disable=SC2064
    trap "rm -rf '$work'" EXIT
    case $program in
    */bug/* | */bugs/*) check_bug "$program" "$work" ;;
    */unsupported/*) check_unsupported "$program" "$work" ;;
    *) check_pass "$program" "$work" ;;
    esac
    echo "ok   $program"
}

# A folder with a main.c is one program; every other .c file is a program of its own.
programs() {
    find $(realpath "$@") -name '*.c' -not -path '*/examples/library/*' | sort | while read -r file; do
        if [ "$(basename "$file")" = main.c ] || [ ! -e "$(dirname "$file")/main.c" ]; then echo "$file"; fi
    done
}

if [ "${1:-}" = --one ]; then check_one "$2"; exit; fi
verbose=
if [ "${1:-}" = -v ]; then verbose=1; shift; fi
[ $# -gt 0 ] || set -- "$here/pass" "$here/bug" "$here/unsupported" "$here/../../examples"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
programs "$@" | xargs -P "${JOBS:-2}" -I{} bash "$self" --one {} >"$log"
if [ -n "$verbose" ]; then cat "$log"; else grep -v '^ok   ' "$log"; fi
failed=$(grep -c '^FAIL' "$log")
echo "$(grep -c '^ok   ' "$log") programs agreed, $failed failed"
[ "$failed" -eq 0 ]
