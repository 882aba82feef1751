; Integers of more than 128 bits are limbs of 64 bits. Bit-field updates move bits with shifts and
; bitwise operations only, so that uninitialised neighbours stay what they are.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
define void @set_field(ptr %p, i32 %v) {
  %old = load i136, ptr %p, align 1
  %wide = zext i32 %v to i136
  %low = and i136 %wide, 536870911
  %new = shl i136 %low, 60
  %kept = and i136 %old, -618970018489384083105382401
  %both = or i136 %kept, %new
  store i136 %both, ptr %p, align 1
  ret void
}
define i32 @get_field(ptr %p) {
  %unit = load i160, ptr %p, align 1
  %up = shl i160 %unit, 20
  %down = ashr i160 %up, 133
  %r = trunc i160 %down to i32
  ret i32 %r
}
define i160 @arithmetic(i160 %a, i160 %b) {
  %sum = add i160 %a, %b
  %difference = sub i160 %sum, 1
  ret i160 %difference
}
define i1 @less(i192 %a, i192 %b) {
  %r = icmp slt i192 %a, %b
  ret i1 %r
}
define i1 @equal(i136 %a) {
  %r = icmp eq i136 %a, 170141183460469231731687303715884105727
  ret i1 %r
}
define i256 @cast(i128 %x, i1 %c) {
  %s = sext i128 %x to i256
  %z = zext i128 %x to i256
  %r = select i1 %c, i256 %s, i256 %z
  %f = freeze i256 %r
  ret i256 %f
}
define i160 @product(i160 %a) {
  %r = mul i160 %a, %a
  ret i160 %r
}
define i160 @variable(i160 %a, i160 %by) {
  %r = lshr i160 %a, %by
  ret i160 %r
}
