// Which bits are undefined depends on an input: that none is left is one case, and the others are not all explored.
//@ entry: masked
//@ complete: false
int masked(unsigned a) {
    unsigned y;
    y = a & ~y;
    return y == 42;
}
