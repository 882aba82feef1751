#!/usr/bin/env bash
# Makes sure that the tools for `make demo`, `make test` or `make bench` are there. Installs what is missing
# with apt-get if it may, and else says what to install and stops. Does nothing when all is there.
#
# Some things only widen the tests: other clangs, llvm-dis, the C library for 32 bits, the second solver. It is possible to work
# without them, but where CI is set they are needed like all else, and a test that would be skipped fails.
#
#   scripts/setup.sh demo|test|bench
set -euo pipefail
cd "$(dirname "$0")/.."

# Debian 12's versions; a package of another series is refused rather than silently tried.
cc_packages=('gcc=4:12.2*' 'libc6-dev=2.36*')
cxx_packages=('g++=4:12.2*')
clang_packages=('clang-19=1:19.1*' 'libclang-rt-19-dev=1:19.1*')
csmith_packages=('csmith=2.3.0*' 'libcsmith-dev=2.3.0*')
lli_packages=('llvm-19=1:19.1*')
python_packages=('python3=3.11*')
pip_packages=('python3=3.11*' 'python3-pip=23.0*')
multilib_packages=('gcc-multilib=4:12.2*')
clang_14_packages=('clang-14=1:14.0*')
clang_16_packages=('clang-16=1:16.0*')

missing=()
needs() { # needs WHAT-FOR PACKAGE...
    echo "setup: missing $1"
    missing+=("${@:2}")
}

stop() {
    echo "setup: $*" >&2
    exit 1
}

main() {
    command -v cargo >/dev/null || stop "cargo is missing: install the stable Rust toolchain (rustup.rs) first"
    check_common
    case $1 in
        demo) check_coverage && check_pip ;;
        test) check_lints && check_csmith && check_coverage && check_pip ;;
        bench) check_csmith && check_lli && check_coverage && check_pip ;;
        *) stop "what is '$1'? Say demo, test or bench." ;;
    esac
    [[ $1 != test || -z ${CI:-} ]] || check_extras
    # Where clang itself was missing, its tools come with it.
    if [[ " ${missing[*]} " == *' clang-19='* ]]; then missing+=("${lli_packages[@]}"); fi
    if ((${#missing[@]})); then
        install "${missing[@]}" || stop "apt-get could not install ${missing[*]}: its message is above"
    fi
    scripts/z3.sh
    [[ $1 == demo || -n ${CI:-} ]] || offer_cxx
    second_solver "$1"
    [[ $1 != test || -n ${CI:-} ]] || { offer_32_bit && offer_disassembler; }
}

check_common() {
    command -v cc >/dev/null || needs "a C compiler to link with" "${cc_packages[@]}"
    if [[ -n ${CLANG:-} ]]; then
        scripts/clang.sh --sanitizers >/dev/null ||
            stop "\$CLANG is '$CLANG': it must be a clang of version 14 or later with its sanitizer runtime"
    elif ! scripts/clang.sh --sanitizers >/dev/null; then
        needs "clang, version 14 or later, with its sanitizer runtime" "${clang_packages[@]}"
    fi
}

# Rust's smallest installation has neither, and rustup adds them without root.
check_lints() {
    local bin
    bin=$(rustc --print sysroot)/bin
    [[ -x $bin/cargo-fmt && -x $bin/cargo-clippy ]] && return
    echo "setup: adding rustfmt and clippy to the Rust toolchain"
    rustup component add rustfmt clippy || stop "rustfmt and clippy are missing, and rustup can't add them"
}

check_csmith() {
    if ! command -v csmith >/dev/null || ! scripts/csmith-include.sh >/dev/null; then
        needs "csmith, which writes random programs to compare with" "${csmith_packages[@]}"
    fi
}

# Coverage is measured with clang's own tools; another version's can't read what it writes.
check_coverage() {
    local clang version
    clang=$(scripts/clang.sh --sanitizers) || return 0 # clang-19 is about to be installed
    version=$("$clang" -dumpversion | cut -d. -f1)
    "$("$clang" -print-prog-name=llvm-cov)" --version >/dev/null 2>&1 && return
    command -v "llvm-cov-$version" >/dev/null && return
    if [[ $version == 19 ]]; then
        needs "llvm-cov-19, which measures coverage" "${lli_packages[@]}"
    else
        echo "setup: missing llvm-cov of version $version: going on without coverage (Debian: apt-get install llvm-$version)"
    fi
}

check_pip() {
    { scripts/z3.sh --there && scripts/bitwuzla.sh --there; } || python3 -m pip --version >/dev/null 2>&1 ||
        needs "pip, which fetches the solvers" "${pip_packages[@]}"
}

check_lli() {
    command -v clang-19 >/dev/null || needs "clang-19, for bitcode that lli-19 reads" "${clang_packages[@]}"
    command -v lli-19 >/dev/null || needs "lli-19, the interpreter to compare with" "${lli_packages[@]}"
    command -v python3 >/dev/null || needs "python3, for the tables" "${python_packages[@]}"
}

# Everything works with Z3 alone, and slower; but tests compare the two.
second_solver() {
    scripts/bitwuzla.sh && return
    [[ $1 != test || -z ${CI:-} ]] || stop "the second solver, Bitwuzla, is missing: the reason is above"
    echo "setup: going on with Z3 alone"
}

has_cxx() { echo '#include <vector>' | "${CXX:-c++}" -fsyntax-only -x c++ - 2>/dev/null; }

# What CI has beyond what is needed.
check_extras() {
    has_cxx || needs "a C++ compiler, for the interface to the solver Bitwuzla" "${cxx_packages[@]}"
    has_32_bit || needs "the 32-bit C library, for tests of -m32" "${multilib_packages[@]}"
    command -v llvm-dis-19 >/dev/null ||
        needs "llvm-dis-19, which says what the bitcode reader must find" "${lli_packages[@]}"
    command -v clang-14 >/dev/null || needs "clang-14, whose bitcode is read, too" "${clang_14_packages[@]}"
    command -v clang-16 >/dev/null || needs "clang-16, whose bitcode is read, too" "${clang_16_packages[@]}"
    command -v clang-19 >/dev/null || needs "clang-19, whose bitcode is read, too" "${clang_packages[@]}"
}

# Without any clang yet, the C compiler says it.
has_32_bit() {
    local compiler
    compiler=$(scripts/clang.sh 2>/dev/null) || compiler=cc
    echo '#include <stdio.h>' | "$compiler" -m32 -fsyntax-only -x c - 2>/dev/null
}

# The 32-bit headers only widen the tests, so that being unable to get them stops nothing.
offer_32_bit() {
    has_32_bit && return
    echo "setup: missing the 32-bit C headers, for tests of -m32"
    (install "${multilib_packages[@]}") || echo "setup: going on without them: tests that need them are skipped"
}

offer_cxx() {
    has_cxx && return
    echo "setup: missing a C++ compiler, for the interface to the solver Bitwuzla"
    (install "${cxx_packages[@]}") || echo "setup: going on without it"
}

offer_disassembler() {
    command -v llvm-dis-19 >/dev/null && return
    echo "setup: missing llvm-dis-19, which says what the bitcode reader must find"
    (install "${lli_packages[@]}") || echo "setup: going on without it: tests that need it are skipped"
}

install() {
    local command=(apt-get install --yes --no-install-recommends "$@")
    command -v apt-get >/dev/null || stop "there is no apt-get here; install what corresponds to: $*"
    if ((EUID != 0)); then
        stop "not root, so please run: sudo apt-get update && sudo apt-get install --no-install-recommends$(printf " '%s'" "$@")"
    fi
    echo "setup: installing $*"
    export DEBIAN_FRONTEND=noninteractive
    # The package lists of a fresh machine are empty or old; updating them takes longer than most installs.
    "${command[@]}" >/dev/null 2>&1 || { apt-get update --quiet && "${command[@]}"; }
}

[[ $# == 1 ]] || stop "usage: scripts/setup.sh demo|test|bench"
main "$1"
