; getelementptr is arithmetic: known offsets add up to one, indices are sign-extended and multiplied.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
%pair = type { i8, { i16, [4 x i32] } }
@object = global [3 x %pair] zeroinitializer
define ptr @known(ptr %p) {
  %r = getelementptr %pair, ptr %p, i64 2, i32 1, i32 1, i64 3
  ret ptr %r
}
define ptr @unknown(ptr %p, i32 %i, i64 %j) {
  %r = getelementptr %pair, ptr %p, i32 %i, i32 1, i32 1, i64 %j
  ret ptr %r
}
define i32 @constant() {
  %v = load i32, ptr getelementptr inbounds ([3 x %pair], ptr @object, i64 0, i64 1, i32 1, i32 1, i64 2)
  ret i32 %v
}
define i64 @computed() {
  ret i64 sub (i64 ptrtoint (ptr getelementptr (i8, ptr @object, i64 4) to i64), i64 ptrtoint (ptr @known to i64))
}
define <2 x ptr> @lanes(ptr %p, <2 x i64> %i) {
  %r = getelementptr i32, ptr %p, <2 x i64> %i
  ret <2 x ptr> %r
}
