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

# The runtime under the names rt_*, and its native calls under the host's.
sanitize="-g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all"
mkdir "$out/native"
(cd "$out/native" && "$clang" $sanitize -std=gnu11 -ffreestanding -fno-builtin $warnings -c "$runtime"/*.c)
nm --defined-only -g "$out"/native/*.o | awk 'NF == 3 && $3 !~ /asan/ { print $3, "rt_" $3 }' > "$out/names"
nm -u "$out"/native/*.o | awk '$2 ~ /^__cp_native_/ { print $2, substr($2, 13) }' | sort -u >> "$out/names"
for object in "$out"/native/*.o; do
    objcopy --redefine-syms="$out/names" "$object"
done

"$clang" $sanitize -std=gnu11 -fno-builtin $warnings -Wno-format -Wno-deprecated-declarations -I"$here" \
    "$here"/*.c "$out"/native/*.o -o "$out/test"
ASAN_OPTIONS=allocator_may_return_null=1 "$out/test"
