// `?:` between simple values, and the last operand of `&&` and `||`, are branches, though compilers compute them
// without one.
//@ entry: grade
//@ paths: 5
int grade(int a, int b, int c) {
    int both = a > 0 && b > 0;
    int either = both || c == 3;
    return either ? both ? 2 : 1 : 0;
}
