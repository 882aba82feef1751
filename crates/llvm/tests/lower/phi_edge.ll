; An edge between a block with two successors and one with two predecessors gets a block of its own,
; one for all cases of a switch that lead to the same place.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
define i32 @choose(i32 %x) {
entry:
  switch i32 %x, label %other [
    i32 7, label %done
    i32 -1, label %done
    i32 3, label %other
  ]
other:
  br label %done
done:
  %r = phi i32 [ 1, %entry ], [ 1, %entry ], [ 2, %other ]
  ret i32 %r
}
