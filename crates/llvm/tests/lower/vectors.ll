; Vectors are their elements. Elements that aren't whole bytes lie bit by bit in memory.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
define <4 x i1> @flags(ptr %p, <4 x i32> %v) {
  %old = load <4 x i1>, ptr %p
  %new = icmp eq <4 x i32> %v, <i32 0, i32 1, i32 undef, i32 3>
  %both = and <4 x i1> %old, %new
  store <4 x i1> %both, ptr %p
  ret <4 x i1> %both
}
define double @reinterpret(<2 x float> %v) {
  %r = bitcast <2 x float> %v to double
  ret double %r
}
define <2 x i64> @widen(<16 x i8> %v) {
  %r = bitcast <16 x i8> %v to <2 x i64>
  ret <2 x i64> %r
}
define i32 @element(<2 x i32> %v, i32 %i) {
  %w = insertelement <2 x i32> %v, i32 9, i32 %i
  %s = shufflevector <2 x i32> %w, <2 x i32> %v, <4 x i32> <i32 3, i32 poison, i32 0, i32 1>
  %r = extractelement <4 x i32> %s, i32 %i
  ret i32 %r
}
define void @some(ptr %p, <2 x i1> %mask) {
  %v = call <2 x i16> @llvm.masked.load.v2i16.p0(ptr %p, i32 2, <2 x i1> %mask, <2 x i16> zeroinitializer)
  call void @llvm.masked.store.v2i16.p0(<2 x i16> %v, ptr %p, i32 2, <2 x i1> %mask)
  ret void
}
declare <2 x i16> @llvm.masked.load.v2i16.p0(ptr, i32, <2 x i1>, <2 x i16>)
declare void @llvm.masked.store.v2i16.p0(<2 x i16>, ptr, i32, <2 x i1>)
