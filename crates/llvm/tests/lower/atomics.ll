; There is one thread: atomic operations are their parts, one after the other.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
define i32 @update(ptr %p, i32 %x) {
  %old = atomicrmw nand ptr %p, i32 %x seq_cst
  %max = atomicrmw umax ptr %p, i32 %old monotonic
  fence seq_cst
  ret i32 %max
}
define i1 @exchange(ptr %p, i64 %old, i64 %new) {
  %r = cmpxchg ptr %p, i64 %old, i64 %new acq_rel monotonic
  %ok = extractvalue { i64, i1 } %r, 1
  ret i1 %ok
}
