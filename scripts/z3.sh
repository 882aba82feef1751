#!/usr/bin/env bash
# Fetches the solver, Z3, into .tools/z3: its shared library, which `smt` loads, and its command, which replays
# logged queries in the tests. Both are in one Python wheel. Does nothing when that version is there.
#
#   scripts/z3.sh          fetches it
#   scripts/z3.sh --there  only says, by its exit code, whether it is there
set -euo pipefail
cd "$(dirname "$0")/.."

version=4.13.4.0
folder=.tools/z3

[[ $(cat "$folder/version" 2>/dev/null) != "$version" ]] || exit 0
[[ ${1:-} != --there ]] || exit 1

stop() {
    echo "z3: $*" >&2
    exit 1
}

python3 -m pip --version >/dev/null 2>&1 ||
    stop "python3 with pip is missing; it fetches the wheel z3-solver (Debian: python3-pip)"

echo "z3: fetching version $version"
rm -rf "$folder" "$folder.new"
trap 'rm -rf "$folder.new"' EXIT
python3 -m pip install --quiet --root-user-action ignore --disable-pip-version-check --no-deps --only-binary :all: \
    --target "$folder.new/wheel" "z3-solver==$version" || stop "pip could not fetch z3-solver $version"
mkdir -p "$folder.new/lib" "$folder.new/bin"
# Only what is used; a Python package would be found by no Python here.
mv "$folder.new"/wheel/z3/lib/libz3.* "$folder.new/lib/"
mv "$folder.new"/wheel/bin/z3* "$folder.new/bin/"
rm -rf "$folder.new/wheel" "$folder.new"/lib/libz3.so.*
echo "$version" >"$folder.new/version"
mv "$folder.new" "$folder"
