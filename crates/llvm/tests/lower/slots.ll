; Allocas of the entry block are slots. Lifetime markers count if all of them are about whole slots.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
define void @scoped(i32 %n) {
  %a = alloca i32
  %b = alloca [4 x i64], align 32
  call void @llvm.lifetime.start.p0(i64 4, ptr %a)
  store i32 %n, ptr %a
  call void @llvm.lifetime.end.p0(i64 4, ptr %a)
  call void @llvm.lifetime.start.p0(i64 8, ptr %b)
  store i64 1, ptr %b
  ret void
}
define ptr @dynamic(i32 %n) {
  %token = call ptr @llvm.stacksave.p0()
  %a = alloca i16, i32 %n
  br label %next
next:
  %b = alloca i64
  call void @llvm.stackrestore.p0(ptr %token)
  ret ptr %b
}
define void @unclear(i1 %c) {
  %a = alloca i32
  %b = alloca i32
  call void @llvm.lifetime.start.p0(i64 4, ptr %a)
  %p = select i1 %c, ptr %a, ptr %b
  call void @llvm.lifetime.end.p0(i64 4, ptr %p)
  ret void
}
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)
