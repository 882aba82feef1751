#!/bin/sh
# Tests the runtime without Counterpoint: it compiles to bitcode with every clang at hand, for both targets, and
# its functions, built natively under other names, answer as the host's C library does.
#
# CLANG names the compiler of the native part (clang-19, else clang).
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

# Every file, as bitcode.
for compiler in "$clang" clang-14 clang-16 clang-19; do
    command -v "$compiler" > "$out/path" && ! grep -qxFf "$out/path" "$out/seen" 2> /dev/null || continue
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

# Builds the runtime under the names rt_*, with its native calls under the host's, and runs the tests on it.
test_natively() {
    native="$1 -g -O1 -std=gnu11 -fno-builtin -fsanitize=address,undefined -fno-sanitize-recover=all $warnings"
    rm -rf "$out/native"
    mkdir "$out/native"
    (cd "$out/native" && "$clang" $native -ffreestanding -c "$runtime"/*.c)
    nm --defined-only -g "$out"/native/*.o | awk 'NF == 3 && $3 !~ /asan/ { print $3, "rt_" $3 }' > "$out/names"
    nm -u "$out"/native/*.o | awk '$2 ~ /^__cp_native_/ { print $2, substr($2, 13) }' | sort -u >> "$out/names"
    for object in "$out"/native/*.o; do
        objcopy --redefine-syms="$out/names" "$object"
    done
    "$clang" $native -Wno-format -Wno-deprecated-declarations "$here"/*.c "$out"/native/*.o -o "$out/test"
    ASAN_OPTIONS=allocator_may_return_null=1 "$out/test"
}

test_natively -m64
# The 32-bit libraries are an extra of most systems.
echo 'int main(void) { return 0; }' > "$out/empty.c"
if "$clang" -m32 -fsanitize=address "$out/empty.c" -o "$out/empty" 2> /dev/null && "$out/empty"; then
    echo "32-bit:"
    test_natively -m32
else
    echo "32-bit: not tested, as there are no 32-bit libraries"
fi
