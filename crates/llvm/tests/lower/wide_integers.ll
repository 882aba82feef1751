; Integers of more than 64 bits are two registers; odd widths are computed at 128 bits and cut.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
define i128 @arithmetic(i128 %a, i128 %b) {
  %and = and i128 %a, %b
  %sum = add nsw i128 %and, 18446744073709551617
  ret i128 %sum
}
define i1 @compare(i96 %a, i96 %b) {
  %r = icmp sgt i96 %a, %b
  ret i1 %r
}
define i96 @shift(ptr %p) {
  %v = load i96, ptr %p
  %r = ashr i96 %v, 3
  ret i96 %r
}
define i32 @choose(i128 %x) {
  switch i128 %x, label %no [ i128 1, label %yes i128 1267650600228229401496703205376, label %yes ]
yes:
  ret i32 1
no:
  ret i32 0
}
define double @convert(i128 %x, double %d) {
  %i = fptoui double %d to i128
  %s = xor i128 %i, %x
  %r = sitofp i128 %s to double
  ret double %r
}
