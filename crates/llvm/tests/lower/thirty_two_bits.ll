; i386: pointers have 32 bits, and 64-bit numbers are aligned to 4 bytes in structs.
target datalayout = "e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-i128:128-f64:32:64-f80:32-n8:16:32-S128"
target triple = "i386-pc-linux-gnu"
%s = type { i8, i64, i8, double, ptr }
@g = global %s { i8 1, i64 2, i8 3, double 4.0, ptr @g }
@wide = global i64 ptrtoint (ptr @g to i64)
define ptr @step(ptr %p, i64 %i) {
  %r = getelementptr %s, ptr %p, i64 %i, i32 3
  ret ptr %r
}
define i64 @cast(ptr %p) {
  %r = ptrtoint ptr %p to i64
  ret i64 %r
}
define i32 @next(ptr %list) {
  %v = va_arg ptr %list, i32
  ret i32 %v
}
