; How arguments are passed: aggregates and vectors in parts, by-value parameters as copies, results in
; one register for each part.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
%big = type { [5 x i64] }
declare { i64, i128 } @callee(i32, { float, [2 x i8] }, ptr byval(%big) align 8, ...)
declare void @plain(<2 x i32>)
define i64 @caller(ptr %p, { float, [2 x i8] } %s, ptr %f) {
  %r = call { i64, i128 } (i32, { float, [2 x i8] }, ptr, ...) @callee(i32 1, { float, [2 x i8] } %s, ptr byval(%big) align 8 %p, i128 5, ptr byval(%big) align 8 %p)
  call void %f(<2 x i32> <i32 1, i32 2>)
  %a = extractvalue { i64, i128 } %r, 0
  %w = insertvalue { i64, i128 } %r, i64 7, 0
  %b = extractvalue { i64, i128 } %w, 1
  %t = trunc i128 %b to i64
  %x = add i64 %a, %t
  ret i64 %x
}
declare void @small(i8 signext, i16 zeroext)
define void @extended(i8 %c, i16 %s) {
  call void @small(i8 signext %c, i16 zeroext %s)
  ret void
}
define double @library(double %x, float %y) {
  %a = call double @llvm.sin.f64(double %x)
  %b = call float @llvm.pow.f32(float %y, float 2.0)
  %c = fpext float %b to double
  %d = call double @llvm.fmuladd.f64(double %a, double %c, double %x)
  %e = call double @llvm.powi.f64.i32(double %d, i32 -3)
  ret double %e
}
declare double @llvm.sin.f64(double)
declare float @llvm.pow.f32(float, float)
declare double @llvm.powi.f64.i32(double, i32)
declare double @llvm.fmuladd.f64(double, double, double)
