#!/bin/sh
# Clang, as tests give it to Counterpoint. Two things are compiled again and again from the same text with the same flags
# in the same folder: what runs the tests of a suite, by every command that tries something natively, and a program of the
# repository, in one mode after the other. What came of it the first time is kept for as long as the tests run, and
# copied. Whatever else there is to compile, link or ask is clang's.
clang=CLANG
root=ROOT
kept=${0%/*}/kept

is_runner=
case " $* " in
*"/counterpoint_tests.c -o "*) is_runner=1 ;;
*" -emit-llvm "*)
    # What is elsewhere may change meanwhile.
    case $PWD/ in "$root"/tests/* | "$root"/examples/* | "$root"/bench/*) ;; *) exec "$clang" "$@" ;; esac
    ;;
*) exec "$clang" "$@" ;;
esac

# Folders for temporary files make no difference.
for word; do
    case $before in
    -o) output=$word ;;
    -c) file=$word ;;
    -idirafter) scratch=$word ;;
    esac
    before=$word
done
told() {
    for word; do
        case $word in
        "$output" | "$scratch" | */counterpoint_tests.c) ;;
        # The runner includes nothing of the program's, but a folder may come before the system's.
        -I[!/]*) echo "$word in $PWD" ;;
        *) echo "$word" ;;
        esac
    done
}
if [ "$is_runner" ]; then
    key=$({ told "$@"; cat "$file" "${file%/*}/counterpoint_tests.h"; } | sha256sum)
else
    # The program's text, or a harness for it that is on standard input.
    text=$kept/$$.text
    cat "$before" >"$text"
    key=$({ pwd; told "$@"; cat "$text"; } | sha256sum)
fi
key=$kept/${key%% *}
if [ -e "$key" ]; then
    [ "$is_runner" ] || rm "$text"
    exec cp "$key" "$output"
fi
if [ "$is_runner" ]; then
    # From a copy that stays: reports of sanitizers name it, and it is looked for.
    mkdir -p "$key.text"
    for text in "$file" "${file%/*}/counterpoint_tests.h"; do
        cp "$text" "$key.text/$$"
        mv "$key.text/$$" "$key.text/${text##*/}"
    done
    for word; do
        shift
        [ "$word" != "$file" ] || word=$key.text/counterpoint_tests.c
        set -- "$@" "$word"
    done
    "$clang" "$@" || exit
else
    "$clang" "$@" <"$text" || exit
    rm "$text"
fi
cp "$output" "$key.$$"
mv "$key.$$" "$key"
