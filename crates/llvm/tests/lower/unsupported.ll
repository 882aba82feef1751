; What can't be executed ends its block where it stands; the function still loads, and so do the blocks
; that would have used the value.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
@resolved = ifunc void (), ptr @resolver
define ptr @resolver() {
  ret ptr @extended
}
define x86_fp80 @extended(x86_fp80 %x) {
  %r = fadd x86_fp80 %x, %x
  ret x86_fp80 %r
}
define i32 @partly(i1 %c, ptr %p) {
entry:
  br i1 %c, label %bad, label %good
bad:
  %x = load x86_fp80, ptr %p
  %i = fptosi x86_fp80 %x to i32
  br label %done
good:
  br label %done
done:
  %r = phi i32 [ %i, %bad ], [ 1, %good ]
  %s = add i32 %r, %r
  ret i32 %s
}
define void @assembly(i32 %x) {
  %same = call i32 asm sideeffect "", "=r,0,~{memory}"(i32 %x)
  %two = call { i32, i32 } asm "# nothing", "=r,=r,1,0"(i32 %same, i32 3)
  %second = extractvalue { i32, i32 } %two, 1
  %cycles = call i32 asm sideeffect "rdtsc", "=r"()
  ret void
}
define i64 @counter() {
  %r = call i64 @llvm.readcyclecounter()
  ret i64 %r
}
define void @indirect_function() {
  call void @resolved()
  ret void
}
define <vscale x 2 x i32> @scalable(<vscale x 2 x i32> %v) {
  ret <vscale x 2 x i32> %v
}
define i32 @throws() personality ptr null {
  %r = invoke i32 @some_i32() to label %fine unwind label %caught
fine:
  ret i32 %r
caught:
  %e = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %e
}
declare i64 @llvm.readcyclecounter()
declare i32 @some_i32()
