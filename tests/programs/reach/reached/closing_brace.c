// A path that returns from the midst of a function comes to its closing brace; to the compiler's coverage, that belongs to
// the last statement.
int sign(int x) {
    if (x == 0) {
        return 0;
    }
    if (x < 0) {
        int y = x;
        return y / -x;
    }
    return 1;
} //~ TARGET reached
