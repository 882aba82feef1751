; Intrinsics as ordinary instructions.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
define { i32, i1 } @product(i32 %a, i32 %b) {
  %r = call { i32, i1 } @llvm.smul.with.overflow.i32(i32 %a, i32 %b)
  ret { i32, i1 } %r
}
define i8 @sum(i8 %a, i8 %b) {
  %r = call i8 @llvm.sadd.sat.i8(i8 %a, i8 %b)
  ret i8 %r
}
define i16 @rotate(i16 %x, i16 %n) {
  %r = call i16 @llvm.fshl.i16(i16 %x, i16 %x, i16 %n)
  ret i16 %r
}
define i128 @zeros(i128 %x) {
  %r = call i128 @llvm.ctlz.i128(i128 %x, i1 false)
  ret i128 %r
}
define <2 x i32> @each(<2 x i32> %x) {
  %r = call <2 x i32> @llvm.abs.v2i32(<2 x i32> %x, i1 true)
  ret <2 x i32> %r
}
define i32 @all(<4 x i32> %x) {
  %r = call i32 @llvm.vector.reduce.umax.v4i32(<4 x i32> %x)
  ret i32 %r
}
define i1 @class(float %x) {
  %r = call i1 @llvm.is.fpclass.f32(float %x, i32 516)
  ret i1 %r
}
define void @memory(ptr %p, ptr %q, i32 %n) {
  call void @llvm.memcpy.p0.p0.i32(ptr %p, ptr %q, i32 %n, i1 false)
  call void @llvm.memset.p0.i64(ptr %p, i8 7, i64 16, i1 false)
  ret void
}
define i32 @hints(i32 %x) {
  %c = icmp sgt i32 %x, 0
  call void @llvm.assume(i1 %c)
  %r = call i32 @llvm.expect.i32(i32 %x, i32 1)
  %z = call i64 @llvm.objectsize.i64.p0(ptr null, i1 false, i1 true, i1 false)
  ret i32 %r
}
define void @stop() {
  call void @llvm.trap()
  unreachable
}
declare { i32, i1 } @llvm.smul.with.overflow.i32(i32, i32)
declare i8 @llvm.sadd.sat.i8(i8, i8)
declare i16 @llvm.fshl.i16(i16, i16, i16)
declare i128 @llvm.ctlz.i128(i128, i1)
declare <2 x i32> @llvm.abs.v2i32(<2 x i32>, i1)
declare i32 @llvm.vector.reduce.umax.v4i32(<4 x i32>)
declare i1 @llvm.is.fpclass.f32(float, i32)
declare void @llvm.memcpy.p0.p0.i32(ptr, ptr, i32, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.assume(i1)
declare i32 @llvm.expect.i32(i32, i32)
declare i64 @llvm.objectsize.i64.p0(ptr, i1, i1, i1)
declare void @llvm.trap()
