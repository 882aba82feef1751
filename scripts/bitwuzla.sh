#!/usr/bin/env bash
# Puts the second solver, Bitwuzla, into .tools/bitwuzla, where `smt` finds it. It comes as a Python wheel, whose extension
# exports the solver's C++ interface; crates/smt/native/bitwuzla.cpp makes a C interface of that, and is compiled here,
# against the header of the same version. Does nothing when that is there. Without it, Z3 answers alone.
#
#   scripts/bitwuzla.sh             fetches and compiles it
#   scripts/bitwuzla.sh --there     only says, by its exit code, whether it is there
#   scripts/bitwuzla.sh --possible  only says whether it could be: whether there is a wheel, and a C++ compiler
set -euo pipefail
cd "$(dirname "$0")/.."

version=0.9.1
folder=.tools/bitwuzla
source=crates/smt/native/bitwuzla.cpp
# The wheel for this version of Python, whatever runs here: nothing of it is called but C++.
python=311
wheel_x86_64=d82e1063c045ad7d4f46fc652c3f9e08e967d50f5819525f4d8ba470df4c7ea2
wheel_aarch64=26d55bd0749418e37278c90dd46248a31c651e1016e71eac0b04690f78227801
sources=2dbb333262e0a8a0438f683748f8acc4079950351dfd26def25dc3b14df37aa1

cxx=${CXX:-c++}
stamp="$version $(cksum <"$source") $(cksum <"$0")"

stop() {
    echo "bitwuzla: $*" >&2
    exit 1
}

is_there() { [[ $(cat "$folder/version" 2>/dev/null) == "$stamp" ]]; }

check_possible() {
    [[ $(uname -s) == Linux && $(uname -m) =~ ^(x86_64|aarch64)$ ]] || stop "there is no wheel for $(uname -s) on $(uname -m)"
    echo '#include <vector>' | "$cxx" -std=c++17 -fsyntax-only -x c++ - 2>/dev/null ||
        stop "there is no C++ compiler: '$cxx' compiles nothing (Debian: g++)"
    command -v nm >/dev/null || stop "nm is missing (Debian: binutils)"
    python3 -m pip --version >/dev/null 2>&1 || stop "python3 with pip is missing; it fetches the wheel (Debian: python3-pip)"
}

main() {
    echo "bitwuzla: fetching version $version, and compiling the interface to it"
    rm -rf "$folder" "$folder.new"
    trap 'rm -rf "$folder.new"' EXIT
    mkdir -p "$folder.new/lib"
    fetch_wheel "$folder.new"
    fetch_headers "$folder.new"
    compile "$folder.new"
    rm -rf "$folder.new"/{wheel,sources,python.*}
    echo "$stamp" >"$folder.new/version"
    mv "$folder.new" "$folder"
}

fetch_wheel() {
    local wanted="bitwuzla==$version --hash=sha256:$wheel_x86_64 --hash=sha256:$wheel_aarch64"
    python3 -m pip download --quiet --disable-pip-version-check --no-deps --only-binary :all: --python-version "$python" \
        --implementation cp --abi "cp$python" --platform "manylinux_2_28_$(uname -m)" --dest "$1/wheel" \
        --require-hashes --requirement <(echo "$wanted") || stop "pip could not fetch the wheel bitwuzla $version"
    python3 -m zipfile -e "$1"/wheel/*.whl "$1/wheel"
    mv "$1"/wheel/bitwuzla.*.so "$1/lib/libbitwuzla.so"
    mv "$1"/wheel/*.dist-info/licenses/COPYING "$1/COPYING"
}

# Pip would build whatever it downloads as sources. So it is only asked where they are, and to read that.
fetch_headers() {
    python3 - "$version" "$sources" "$1/sources" <<'END' || stop "the sources of version $version, which have its header, could not be fetched"
import hashlib, io, sys, tarfile
from pip._internal.commands import create_command

version, wanted, folder = sys.argv[1:]
command = create_command("download")
options, _ = command.parse_args(["--no-binary", ":all:", "--disable-pip-version-check", "bitwuzla"])
with command.main_context():
    session = command.get_default_session(options)
    finder = command._build_package_finder(options, session)
    found = finder.find_all_candidates("bitwuzla")
    [link] = {it.link for it in found if str(it.version) == version and it.link.filename.endswith(".tar.gz")}
    archive = session.get(link.url_without_fragment, timeout=60).content
if hashlib.sha256(archive).hexdigest() != wanted:
    sys.exit("bitwuzla: the sources are not those that were expected")
with tarfile.open(fileobj=io.BytesIO(archive)) as sources:
    for entry in sources.getmembers():
        top, _, name = entry.name.partition("/")
        if name.startswith("include/") and entry.isfile():
            sources.extract(entry, folder)
END
    mv "$1"/sources/*/include "$1/sources/include"
}

# The extension needs Python's symbols to be loaded. No Python function is ever called, so that anything will do for them.
compile() {
    nm -D --undefined-only "$1/lib/libbitwuzla.so" | awk '$NF ~ /^_?Py/ { sub(/@.*/, "", $NF); print "void *" $NF "[64];" }' \
        >"$1/python.c"
    "$cxx" -x c -fPIC -c "$1/python.c" -o "$1/python.o" || stop "'$cxx' could not compile the stand-in for Python"
    "$cxx" -std=c++17 -O2 -Wall -Wextra -fPIC -shared "-I$1/sources/include" "$source" "$1/python.o" "-L$1/lib" -l:libbitwuzla.so \
        "-Wl,-rpath,\$ORIGIN" -Wl,--no-undefined -Wl,--no-allow-shlib-undefined \
        -o "$1/lib/libcounterpoint_bitwuzla.so" || stop "'$cxx' could not compile $source"
}

case ${1:-} in
    --there) is_there ;;
    --possible) check_possible ;;
    '') is_there || { check_possible && main "$@"; } ;;
    *) stop "usage: scripts/bitwuzla.sh [--there | --possible]" ;;
esac
