//@ says: steps       6/6       6/6            -     -
// The condition of a loop is computed before it is branched on; still, every operand has two sides, and the tests
// take them all.
int steps(int n, int a, int b) {
    int i = 0;
    while (i < (n & 3) && (a > 3 && b > 5))
        i++;
    return i > 0;
}
