#!/usr/bin/env bash
# Prints the clang to use: $CLANG if set, else the newest of version 14 or later, those with a sanitizer
# runtime first (the native oracle needs one). With --sanitizers, only those. Prints nothing and fails if
# there is none.
set -euo pipefail

oldest=14
newest=22

major_version() { "$1" -dumpversion 2>/dev/null | cut -d. -f1; }

has_sanitizers() { compgen -G "$("$1" -print-resource-dir)/lib/*/libclang_rt.asan*" >/dev/null; }

# The candidates, newest first; a plain `clang` is sorted in by its version.
candidates() {
    local name version
    {
        for ((version = newest; version >= oldest; version--)); do
            command -v "clang-$version" >/dev/null && echo "$version clang-$version"
        done
        if command -v clang >/dev/null && version=$(major_version clang) && ((version >= oldest)); then
            echo "$version clang"
        fi
    } | sort -rns -k1,1 | while read -r version name; do echo "$name"; done
}

if [[ -n ${CLANG:-} ]]; then
    version=$(major_version "$CLANG") || version=0
    if ((version < oldest)); then
        echo "clang.sh: \$CLANG is '$CLANG', which is no clang of version $oldest or later" >&2
        exit 1
    fi
    [[ ${1:-} != --sanitizers ]] || has_sanitizers "$CLANG"
    echo "$CLANG"
    exit
fi

found=$(candidates)
for clang in $found; do
    if has_sanitizers "$clang"; then
        echo "$clang"
        exit
    fi
done
[[ ${1:-} != --sanitizers && -n $found ]] || exit 1
sed -n 1p <<<"$found"
