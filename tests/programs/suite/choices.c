// Both sides of `?:`, and of the last operand of `&&` and `||`, are taken where they are no branches to the compiler.
//@ has: TEST(grade_returns_0) {
//@ has: TEST(grade_returns_1) {
//@ has: TEST(grade_returns_2) {
//@ says: grade       5/5     12/12            -     -
int grade(int a, int b, int c) {
    int both = a > 0 && b > 0;
    int either = both || c == 3;
    return either ? both ? 2 : 1 : 0;
}
