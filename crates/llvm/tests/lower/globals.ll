; Initialisers are bytes and addresses. Trailing zeros are left out, padding is zero.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
%mixed = type { i8, i32, ptr, [2 x i16] }
@text = private constant [6 x i8] c"hello\00"
@all = global %mixed { i8 1, i32 -2, ptr getelementptr (i8, ptr @text, i64 2), [2 x i16] [i16 3, i16 0] }
@packed = global <{ i8, i64 }> <{ i8 1, i64 ptrtoint (ptr @text to i64) }>
@odd = global i33 -1
@float = global [2 x double] [double 1.0, double -2.5]
@extended = global x86_fp80 0xK3FFF8000000000000000
@flags = global <10 x i1> <i1 1, i1 0, i1 1, i1 0, i1 0, i1 0, i1 0, i1 0, i1 1, i1 1>
@nothing = global [1000000000 x i32] zeroinitializer
@elsewhere = external global i32
@maybe = extern_weak global i32
@tentative = common global i32 0
@weak = weak global i32 1
@both = alias i8, getelementptr (i8, ptr @all, i64 4)
@f = alias void (), ptr @function
@llvm.used = appending global [1 x ptr] [ptr @all], section "llvm.metadata"
@apart = global i32 sub (i32 ptrtoint (ptr @text to i32), i32 ptrtoint (ptr @all to i32))
@inside = global i64 sub (i64 ptrtoint (ptr getelementptr (i8, ptr @all, i64 12) to i64), i64 ptrtoint (ptr @all to i64))
@table = private constant [2 x i32] [i32 trunc (i64 sub (i64 ptrtoint (ptr @text to i64), i64 ptrtoint (ptr @table to i64)) to i32), i32 trunc (i64 sub (i64 ptrtoint (ptr @all to i64), i64 ptrtoint (ptr @table to i64)) to i32)]
define void @function() {
  call void @f()
  %v = load i8, ptr @both
  %p = call ptr @llvm.load.relative.i64(ptr @table, i64 4)
  ret void
}
declare ptr @llvm.load.relative.i64(ptr, i64)
