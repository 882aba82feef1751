// One side that no input takes, which is proved; and a constant, which has no sides.
//@ says: never       8/9       3/4            1     -
int never(unsigned char c) {
    while (1) {
        if (c > 10)
            return 1;
        if (c > 20)
            return 2;
        return 0;
    }
}
