#!/bin/sh
# Tests the runtime without Counterpoint: it compiles to bitcode with every clang at hand, for both targets, and
# its functions, built natively under other names, answer as the host's C library does, whatever the processor.
#
# CLANG names the compiler of the native part (clang-19, else clang). What is missing is left out, but where CI is set
# it is an error.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
runtime=$here/..
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
bitcode_flags="-O1 -Xclang -disable-llvm-passes -g -std=gnu11 -ffreestanding -fno-builtin -nostdlibinc"
warnings="-Wall -Wextra -Werror"

clang=${CLANG:-$(command -v clang-19 || command -v clang)} || {
    echo "no clang: install clang-19, or name one in CLANG" >&2
    exit 1
}

without() {
    if [ -n "${CI:-}" ]; then
        echo "CI needs $1" >&2
        exit 1
    fi
    echo "not tested: $1 is missing"
}

# Every file, as bitcode.
test_bitcode() {
    for compiler in "$clang" clang-14 clang-16 clang-19; do
        command -v "$compiler" > "$out/path" || {
            without "$compiler"
            continue
        }
        ! grep -qxFf "$out/path" "$out/seen" 2> /dev/null || continue
        cat "$out/path" >> "$out/seen"
        for target in -m64 -m32; do
            (cd "$out" && "$compiler" $target $bitcode_flags $warnings -emit-llvm -c "$runtime"/*.c)
        done
        echo "bitcode: $("$compiler" --version | head -n 1)"
    done
    # memcpy and its like are intrinsics: as calls, they would call themselves.
    "$clang" $bitcode_flags -S -emit-llvm "$runtime/memory.c" -o "$out/memory.ll"
    for intrinsic in memcpy memmove memset; do
        grep -q "call void @llvm.$intrinsic" "$out/memory.ll" || {
            echo "$intrinsic doesn't compile to llvm.$intrinsic" >&2
            exit 1
        }
    done
}

# Builds the runtime under the names rt_*, with its native calls under the host's, and runs the tests on it.
test_natively() {
    native="$1 -g -O1 -std=gnu11 -fno-builtin -fsanitize=address,undefined -fno-sanitize-recover=all $warnings"
    mkdir "$out/native"
    (cd "$out/native" && "$clang" $native -ffreestanding -c "$runtime"/*.c)
    nm --defined-only -g "$out"/native/*.o | awk 'NF == 3 && $3 !~ /asan/ { print $3, "rt_" $3 }' > "$out/names"
    nm -u "$out"/native/*.o | awk '$2 ~ /^__cp_native_/ { print $2, substr($2, 13) }' | sort -u >> "$out/names"
    for object in "$out"/native/*.o; do
        objcopy --redefine-syms="$out/names" "$object"
    done
    "$clang" $native -Wno-format -Wno-deprecated-declarations "$here"/*.c "$out"/native/*.o -o "$out/test"
    export ASAN_OPTIONS=allocator_may_return_null=1
    "$out/test"
    on_other_processors "$1"
}

# glibc picks its functions by the processor. It is told of less than there is, and the tests run again for each
# memcmp that it then takes; which one it is shows in its place in the library. It ignores names that it doesn't know,
# so that a setting which should matter and doesn't is an error.
on_other_processors() {
    getconf GNU_LIBC_VERSION > "$out/libc" 2>&1 || return 0
    "$clang" "$1" -fno-builtin -x c - -o "$out/which" << 'END'
#include <stdio.h>
#include <string.h>
int main(void) { printf("%d\n", (int)((char *)memcmp - (char *)puts)); }
END
    "$out/which" > "$out/taken"
    for missing in AVX512VL AVX2 MOVBE SSE4_2 SSSE3; do
        export GLIBC_TUNABLES=glibc.cpu.hwcaps=-$missing
        "$out/which" > "$out/path"
        if grep -qxFf "$out/path" "$out/taken"; then continue; fi
        cat "$out/path" >> "$out/taken"
        "$out/test" > "$out/log" || {
            echo "without $missing, the host answers otherwise" >&2
            exit 1
        }
        echo "the same without $missing"
    done
    unset GLIBC_TUNABLES
    if [ "$1" = -m64 ] && grep -qw avx2 /proc/cpuinfo && [ "$(wc -l < "$out/taken")" = 1 ]; then
        echo "GLIBC_TUNABLES has no effect: other processors' functions are not tested" >&2
        exit 1
    fi
}

# The 32-bit libraries are an extra of most systems.
test_32_bit() {
    echo 'int main(void) { return 0; }' > "$out/empty.c"
    if "$clang" -m32 -fsanitize=address "$out/empty.c" -o "$out/empty" 2> /dev/null && "$out/empty"; then
        echo "32-bit:"
        test_natively -m32
    else
        without "a C library for 32 bits, with the address sanitizer's,"
    fi
}

# Each part by itself, in a folder of its own, on whatever cores there are.
parts="bitcode natively 32_bit"
for part in $parts; do
    mkdir "$out/$part"
    (out=$out/$part && "test_$part" -m64) > "$out/$part.log" 2>&1 &
    echo $! > "$out/$part.pid"
done
failed=
for part in $parts; do
    wait "$(cat "$out/$part.pid")" || failed="$failed $part"
    cat "$out/$part.log"
done
[ -z "$failed" ] || {
    echo "failed:$failed" >&2
    exit 1
}
