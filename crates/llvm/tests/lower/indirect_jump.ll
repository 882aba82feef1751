; A computed goto to blocks with phis: there is no block on the edge, so the phis have shadows.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
@targets = internal constant [2 x ptr] [ptr blockaddress(@walk, %up), ptr blockaddress(@walk, %down)]
define i32 @walk(i64 %i, i32 %x) {
entry:
  %at = getelementptr [2 x ptr], ptr @targets, i64 0, i64 %i
  %to = load ptr, ptr %at
  indirectbr ptr %to, [label %up, label %down]
up:
  %u = phi i32 [ %x, %entry ], [ %d1, %down ]
  %u1 = add i32 %u, 1
  %big = icmp ugt i32 %u1, 9
  br i1 %big, label %exit, label %again
again:
  indirectbr ptr %to, [label %up2, label %down]
up2:
  br label %exit
down:
  %d = phi i32 [ %x, %entry ], [ %u1, %again ]
  %d1 = sub i32 %d, 1
  br label %up
exit:
  %r = phi i32 [ %u1, %up ], [ 0, %up2 ]
  ret i32 %r
}
